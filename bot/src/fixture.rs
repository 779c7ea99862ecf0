//! A service on a real store in its own folder, with people who play, for tests.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use data::{Game, GameId, Lobby, OutboxKind, PersonId, Store};
use render::{Profile, Theme};
use rules::Seat;
use tempfile::TempDir;
use tokio::sync::Notify;

use crate::{
    action::Action,
    error::Error,
    pictures::Pictures,
    rejected::Rejected,
    service::{Caller, Invitee, Next, Opened, Service, Wish},
    time::Clock,
    view::{Post, Response, Row},
};

pub(crate) const ANN: u64 = 1;
pub(crate) const BOB: u64 = 2;
pub(crate) const CID: u64 = 3;
pub(crate) const DAN: u64 = 4;
/// A user who plays no game.
pub(crate) const EVE: u64 = 9;
/// The server in which all tests happen.
const GUILD: u64 = 50;
/// The channel in which all tests happen.
pub(crate) const CHANNEL: u64 = 100;

pub(crate) struct Fixture {
    pub(crate) service: Service,
    pub(crate) wake: Arc<Notify>,
    interactions: AtomicU64,
    _folder: TempDir,
}

impl Fixture {
    pub(crate) async fn new() -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("petri.sqlite")).await.unwrap();
        let wake = Arc::new(Notify::new());
        let pictures = Pictures::new(Theme::Dark, Profile::Quick);
        Fixture {
            service: Service::new(store, pictures, wake.clone(), Clock::default()),
            wake,
            interactions: AtomicU64::new(1),
            _folder: folder,
        }
    }

    /// Returns a person as the caller of a new interaction.
    pub(crate) fn by(&self, person: impl Into<PersonId>) -> Caller {
        Caller {
            person: person.into(),
            guild: Some(GUILD.into()),
            channel: CHANNEL.into(),
            interaction: self.interactions.fetch_add(1, Ordering::Relaxed).into(),
            pressed: None,
            at: self.service.now(),
        }
    }

    pub(crate) async fn try_open(&self, by: &Caller, wish: &str, invited: &[u64]) -> Result<Lobby, Error> {
        let (game, options) = wish.split_once(' ').unwrap_or((wish, ""));
        let invited = invited.iter().map(|&person| Invitee { person: person.into(), bot: false, here: true });
        // A wish looks like `protozoa size=6 | 3d/turn`.
        let (options, clock) = options.split_once('|').unwrap_or((options, ""));
        let wish = Wish {
            game: game.to_owned(),
            options: options.to_owned(),
            clock: clock.to_owned(),
            invited: invited.collect(),
        };
        let request = self.service.consider(by, &wish)?;
        match self.service.open_lobby(by, &request, by.channel).await? {
            Opened::New(lobby) | Opened::Before(lobby) => Ok(lobby),
            Opened::Soon => panic!("only threads are waited for"),
        }
    }

    /// Lets Ann open a lobby. `wish` is a game and its options, such as `protozoa size=6`.
    pub(crate) async fn open(&self, wish: &str, invited: &[u64]) -> GameId {
        self.try_open(&self.by(ANN), wish, invited).await.unwrap().id
    }

    /// Lets Ann open a lobby, these people join it, and Ann start the game.
    pub(crate) async fn begin(&self, wish: &str, others: &[u64]) -> GameId {
        let id = self.open(wish, &[]).await;
        for &person in others {
            self.service.join(&self.by(person), id).await.unwrap();
        }
        self.service.start(&self.by(ANN), id).await.unwrap();
        id
    }

    /// Records that the boards of all turns have been posted.
    async fn show_boards(&self) {
        let show = |tx: &data::Tx<'_>| -> Result<(), data::StoreError> {
            for (id, state) in tx.games_on(GUILD.into())? {
                // Some tests break the record of a game.
                let Some(game) = tx.open(id).ok().filter(|_| state == data::GameState::Running) else {
                    continue;
                };
                let (turn, ply) = (game.table.turn(), game.table.ply());
                if game.board.is_none_or(|(_, shown)| shown != turn) {
                    let message = (1_000 * id.get() + u64::from(turn)).into();
                    tx.set_board(id, message, &data::BoardPost { turn, ply, since: ply, pings: Vec::new() })?;
                }
            }
            Ok(())
        };
        self.service.store().write(show).await.unwrap();
    }

    /// Lets some minutes pass after the boards were posted, and does the work that comes due.
    pub(crate) async fn pass(&self, minutes: i64) {
        self.show_boards().await;
        self.pass_unseen(minutes).await;
    }

    /// Lets some minutes pass like [`Fixture::pass`], while the boards cannot be posted.
    pub(crate) async fn pass_unseen(&self, minutes: i64) {
        self.service.clock().advance(minutes * 60_000);
        while self.service.tick().await.unwrap() == Next::More {}
    }

    /// Lets some minutes pass without the bot, and starts it again on the same store.
    pub(crate) async fn restart_after(&mut self, minutes: i64) {
        self.restart_after_seconds(minutes * 60).await;
    }

    /// Does the same as [`Fixture::restart_after`], for some seconds.
    pub(crate) async fn restart_after_seconds(&mut self, seconds: i64) {
        self.show_boards().await;
        let clock = self.service.clock().clone();
        clock.advance(seconds * 1000);
        let pictures = Pictures::new(Theme::Dark, Profile::Quick);
        self.service = Service::new(self.service.store().clone(), pictures, self.wake.clone(), clock);
        while !matches!(self.service.tick().await.unwrap(), Next::At(_)) {}
    }

    pub(crate) async fn game(&self, id: GameId) -> Game {
        self.service.store().read(move |tx| tx.open(id)).await.unwrap()
    }

    pub(crate) async fn lobby(&self, id: GameId) -> Lobby {
        self.service.store().read(move |tx| tx.lobby(id)).await.unwrap()
    }

    /// Returns the player to act and their seat.
    pub(crate) async fn mover(&self, id: GameId) -> (PersonId, Seat) {
        let game = self.game(id).await;
        let seat = game.table.to_act().first().unwrap();
        (game.person_in(seat).unwrap(), seat)
    }

    /// Lets the player to act type this, and confirm it if asked. Returns the receipt.
    pub(crate) async fn play(&self, id: GameId, typed: &str) -> Post {
        let (person, _) = self.mover(id).await;
        let said = ephemeral(self.service.play_typed(&self.by(person), typed.to_owned()).await);
        match asked(&said) {
            Some((revision, notations)) => {
                replaced(self.service.play_confirmed(&self.by(person), id, revision, notations).await)
            }
            None => said,
        }
    }

    /// Lets the player to act play a quiet legal move: the last one, usually far from other pieces.
    pub(crate) async fn play_any(&self, id: GameId) {
        let (_, seat) = self.mover(id).await;
        let legal = self.game(id).await.table.legal(seat);
        self.play(id, legal.last().unwrap()).await;
    }

    /// Returns the kinds of all outbox entries, whenever they are due. It leases them for a day, so a second call returns only
    /// new ones.
    pub(crate) async fn outbox(&self) -> Vec<OutboxKind> {
        let mut kinds = Vec::new();
        while let Some(due) = self.lease().await {
            kinds.push(due.kind);
        }
        kinds
    }

    /// Leases the next entry of a kind. The entries before it are put off for a day.
    pub(crate) async fn lease_of(&self, kind: OutboxKind) -> data::Due {
        loop {
            let due = self.lease().await.expect("there is such an entry");
            if due.kind == kind {
                return due;
            }
        }
    }

    /// Leases the next entry whatever its due time, for more than a day.
    pub(crate) async fn lease(&self) -> Option<data::Due> {
        const DAY_MS: i64 = 24 * 3600 * 1000;
        let (soon, later) = (self.service.now().plus_ms(DAY_MS), self.service.now().plus_ms(2 * DAY_MS));
        self.service.store().write(move |tx| tx.lease(soon, later, &[])).await.unwrap()
    }
}

impl Service {
    /// Joins a lobby under a name that does not matter.
    pub(crate) async fn join(&self, caller: &Caller, game: GameId) -> Result<Response, Error> {
        self.join_as(caller, game, "somebody").await
    }
}

/// A private answer, or what it is where the outbox gives none.
#[track_caller]
pub(crate) fn ephemeral(answer: Result<Response, Error>) -> Post {
    match answer.unwrap() {
        Response::Ephemeral(post) | Response::Public(post) => post,
        other => panic!("not private: {other:?}"),
    }
}

/// Returns a response that replaces the pressed message.
#[track_caller]
pub(crate) fn replaced(answer: Result<Response, Error>) -> Post {
    match answer.unwrap() {
        Response::Update(post) => post,
        other => panic!("no replacement: {other:?}"),
    }
}

/// Returns why a use case did nothing.
#[track_caller]
pub(crate) fn rejection<T: std::fmt::Debug>(answer: Result<T, Error>) -> Rejected {
    match answer.unwrap_err() {
        Error::Rejected(words) => words,
        other => panic!("not a rejection: {other:?}"),
    }
}

/// Returns the revision and the moves of a post that asks for confirmation.
fn asked(post: &Post) -> Option<(u32, Vec<String>)> {
    post.rows.iter().find_map(|row| match row {
        Row::Buttons(buttons) => buttons.iter().find_map(|button| match &button.action {
            Action::Confirm { revision, notations, .. } => Some((*revision, notations.clone())),
            _ => None,
        }),
        Row::Menu(_) => None,
    })
}

/// Returns the labels and values of a post's menus.
pub(crate) fn menu(post: &Post) -> Vec<(&str, &str)> {
    let menus = post.rows.iter().filter_map(|row| match row {
        Row::Menu(menu) => Some(&menu.choices),
        Row::Buttons(_) => None,
    });
    menus.flatten().map(|choice| (choice.label.as_str(), choice.value.as_str())).collect()
}

/// Returns the labels of a post's buttons.
pub(crate) fn buttons(post: &Post) -> Vec<&str> {
    let rows = post.rows.iter().filter_map(|row| match row {
        Row::Buttons(buttons) => Some(buttons),
        Row::Menu(_) => None,
    });
    rows.flatten().map(|button| button.label.as_str()).collect()
}
