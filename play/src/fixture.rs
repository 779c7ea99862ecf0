//! A service on a store of its own, with people who play, for tests.

// A test stops at the first thing that is not as it should be.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc, missing_docs)]

mod machines;
mod offers;
mod puzzles;
mod rated;

pub use machines::machine;

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use clock::{DAY, days, from_millis, later};
use data::{Clocks, Game, GameId, GameState, Lobby, OutboxKind, PersonId, Player, SeatClock, Seating};
use jiff::SignedDuration;
use rules::{Options, Seat, SeatSet, Table};
use tempfile::TempDir;
use tokio::sync::Notify;

pub use puzzles::WIN_IN_ONE;

use crate::{
    content::{Content, LobbyState, Question, Response},
    error::Error,
    rejected::Rejected,
    service::{Caller, Invitee, Member, Next, Opened, Service, Wish},
    time::Clock,
};

pub const ANN: u64 = 1;
pub const BOB: u64 = 2;
pub const CID: u64 = 3;
pub const DAN: u64 = 4;
/// A user who plays no game.
pub const EVE: u64 = 9;
/// The server in which all tests happen.
pub const GUILD: u64 = 50;
/// The channel in which all tests happen.
pub const CHANNEL: u64 = 100;

pub struct Fixture {
    pub service: Service,
    pub wake: Arc<Notify>,
    interactions: AtomicU64,
    _folder: TempDir,
}

impl Fixture {
    pub async fn new() -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let store = data::fixture::store(folder.path()).await;
        // Seats and machines' moves come from the secret, so each run of a test plays the same games.
        let secret = "5e".repeat(32);
        data::fixture::change(&store, &format!("UPDATE installation SET secret = '{secret}'")).await;
        let wake = Arc::new(Notify::new());
        Fixture {
            service: Service::new(store, wake.clone(), Clock::default()),
            wake,
            interactions: AtomicU64::new(1),
            _folder: folder,
        }
    }

    /// Returns a person as the caller of a new interaction.
    pub fn by(&self, person: impl Into<PersonId>) -> Caller {
        Caller {
            person: person.into(),
            guild: Some(GUILD.into()),
            channel: CHANNEL.into(),
            interaction: self.interactions.fetch_add(1, Ordering::Relaxed).into(),
            pressed: None,
            at: self.service.now(),
        }
    }

    pub async fn try_open(&self, by: &Caller, wish: &str, invited: &[u64]) -> Result<Lobby, Error> {
        let (game, options) = wish.split_once(' ').unwrap_or((wish, ""));
        let invited = invited.iter().map(|&person| Invitee { person: person.into(), bot: false, here: true });
        // A wish looks like `protozoa size=6 | 3d/turn`.
        let (options, clock) = options.split_once('|').unwrap_or((options, ""));
        let wish = Wish {
            game: game.to_owned(),
            options: options.to_owned(),
            clock: clock.to_owned(),
            machine: None,
            invited: invited.collect(),
        };
        let request = self.service.consider(by, &wish).await?;
        match self.service.open_lobby(by, &Member::default(), &request, by.channel).await? {
            Opened::New(lobby) | Opened::Before(lobby) => Ok(lobby),
            Opened::Soon => panic!("only threads are waited for"),
            Opened::Started(_) => panic!("only machines start a game at once"),
        }
    }

    /// Lets Ann open a lobby. `wish` is a game and its options, such as `protozoa size=6`.
    pub async fn open(&self, wish: &str, invited: &[u64]) -> GameId {
        self.try_open(&self.by(ANN), wish, invited).await.unwrap().id
    }

    /// Lets Ann open a lobby, these people join it, and Ann start the game.
    pub async fn begin(&self, wish: &str, others: &[u64]) -> GameId {
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
    pub async fn pass(&self, minutes: i64) {
        self.show_boards().await;
        self.pass_unseen(minutes).await;
    }

    /// Lets some minutes pass like [`Fixture::pass`], while the boards cannot be posted.
    pub async fn pass_unseen(&self, minutes: i64) {
        self.service.clock().advance(SignedDuration::from_mins(minutes));
        while self.service.tick().await.unwrap() == Next::More {}
    }

    /// Lets some minutes pass without the bot, and starts it again on the same store.
    pub async fn restart_after(&mut self, minutes: i64) {
        self.restart_after_seconds(minutes * 60).await;
    }

    /// Does the same as [`Fixture::restart_after`], for some seconds.
    pub async fn restart_after_seconds(&mut self, seconds: i64) {
        self.show_boards().await;
        let clock = self.service.clock().clone();
        clock.advance(SignedDuration::from_secs(seconds));
        self.service = Service::new(self.service.store().clone(), self.wake.clone(), clock);
        while !matches!(self.service.tick().await.unwrap(), Next::At(_)) {}
    }

    pub async fn game(&self, id: GameId) -> Game {
        self.service.store().read(move |tx| tx.open(id)).await.unwrap()
    }

    pub async fn lobby(&self, id: GameId) -> Lobby {
        self.service.store().read(move |tx| tx.lobby(id)).await.unwrap()
    }

    /// Returns the player to act and their seat.
    pub async fn mover(&self, id: GameId) -> (PersonId, Seat) {
        let game = self.game(id).await;
        let seat = game.table.to_act().first().unwrap();
        (game.person_in(seat).unwrap(), seat)
    }

    /// Lets the player to act type this, and confirm it if asked. Returns the receipt.
    pub async fn play(&self, id: GameId, typed: &str) -> Content {
        let (person, _) = self.mover(id).await;
        match ephemeral(self.service.play_typed(&self.by(person), typed.to_owned()).await) {
            Content::Question(question) => {
                let Question { revision, notations, .. } = question;
                replaced(self.service.play_confirmed(&self.by(person), id, revision, notations).await)
            }
            receipt => receipt,
        }
    }

    /// Lets the player to act play a quiet legal move: the last one, usually far from other pieces.
    pub async fn play_any(&self, id: GameId) {
        let (_, seat) = self.mover(id).await;
        let legal = self.game(id).await.table.legal(seat);
        self.play(id, legal.last().unwrap()).await;
    }

    /// Returns a move of the seat to act that keeps its piece, for which a button asks nothing.
    pub async fn safe_move(&self, id: GameId) -> String {
        let (_, seat) = self.mover(id).await;
        let mut moves = self.game(id).await.table.legal_moves(seat).into_iter();
        moves.rfind(|legal_move| !legal_move.dies).unwrap().notation
    }

    /// Returns the kinds of all outbox entries, whenever they are due. It leases them for a day, so a second call returns only
    /// new ones.
    pub async fn outbox(&self) -> Vec<OutboxKind> {
        let mut kinds = Vec::new();
        while let Some(due) = self.lease().await {
            kinds.push(due.payload.kind());
        }
        kinds
    }

    /// Leases the next entry of a kind. The entries before it are put off for a day.
    pub async fn lease_of(&self, kind: OutboxKind) -> data::Due {
        loop {
            let due = self.lease().await.expect("there is such an entry");
            if due.payload.kind() == kind {
                return due;
            }
        }
    }

    /// Leases the next entry whatever its due time, for more than a day.
    pub async fn lease(&self) -> Option<data::Due> {
        let (soon, late) = (later(self.service.now(), DAY), later(self.service.now(), days(2)));
        self.service.store().write(move |tx| tx.lease(soon, late, &[])).await.unwrap()
    }
}

impl Service {
    /// Joins a lobby under a name that does not matter.
    pub async fn join(&self, caller: &Caller, game: GameId) -> Result<Response, Error> {
        self.join_as(caller, game, "somebody").await
    }

    /// Opens or joins a rematch as a member without roles.
    pub async fn rematch(&self, caller: &Caller, of: GameId) -> Result<Response, Error> {
        self.rematch_as(caller, &Member::default(), of).await
    }
}

/// Returns what a private response shows, or the private message in reserve for a public one.
///
/// # Panics
/// If the response is neither.
#[track_caller]
pub fn ephemeral<T: std::fmt::Debug>(result: Result<Response<T>, Error>) -> T {
    match result.unwrap() {
        Response::Ephemeral(content) | Response::Public(content) => content,
        other => panic!("not private: {other:?}"),
    }
}

/// Returns what replaces the pressed message.
///
/// # Panics
/// If the response replaces none.
#[track_caller]
pub fn replaced<T: std::fmt::Debug>(result: Result<Response<T>, Error>) -> T {
    match result.unwrap() {
        Response::Update(content) => content,
        other => panic!("no replacement: {other:?}"),
    }
}

/// Returns why a use case did nothing.
///
/// # Panics
/// If it did something, or failed for another reason.
#[track_caller]
pub fn rejection<T: std::fmt::Debug>(result: Result<T, Error>) -> Rejected {
    match result.unwrap_err() {
        Error::Rejected(why) => why,
        other => panic!("not a rejection: {other:?}"),
    }
}

/// Returns the offer that a response shows.
///
/// # Panics
/// If the response shows something else.
#[track_caller]
#[must_use]
pub fn shown_offer(content: Content) -> data::Offer {
    match content {
        Content::Offer { offer, .. } => offer,
        other => panic!("no offer: {other:?}"),
    }
}

/// An id with as many digits as ids can have.
pub const BIG: u64 = u64::MAX >> 1;

/// Returns people with long ids.
#[must_use]
pub fn people(count: usize) -> Vec<PersonId> {
    (0..count as u64).map(|n| PersonId::from(BIG - n)).collect()
}

/// Returns a game with this many seats, which these people hold in turn.
#[must_use]
pub fn game(seats: u8, people_in: usize, table: Table) -> Game {
    let players = people(people_in).into_iter().cycle().take(seats.into()).zip(0usize..);
    Game {
        id: BIG.into(),
        guild: BIG.into(),
        channel: BIG.into(),
        state: GameState::Running,
        rules_version: data::RULES_VERSION,
        options: Options::new().with("players", i64::from(seats)),
        held: false,
        players: players
            .filter_map(|(person, index)| Some(Player { seat: Seat::from_index(index)?, person }))
            .collect(),
        table,
        record: Vec::new(),
        hashes: Vec::new(),
        rematch_of: None,
        lobby_message: None,
        board: None,
        last: None,
        board_ply: 0,
        board_since: 0,
        board_count: 0,
        clocks: clocks(seats),
        seating: Seating::Order,
        replaced: Vec::new(),
        terms: data::Terms::default(),
    }
}

/// Returns clocks that all run and have the longest possible descriptions.
fn clocks(seats: u8) -> Clocks {
    let control = "60d+30d/60d soft weekends pass".parse().unwrap();
    let mut clock = clock::Clock::new(&control).unwrap();
    clock.start(from_millis(1_788_600_000_000), &control);
    let seat = |seat| SeatClock {
        seat,
        clock,
        turn: Some(0),
        hours: "America/Argentina/Buenos_Aires 23:00-08:00".parse().unwrap(),
        overdue: None,
        late: false,
    };
    let seats = SeatSet::all(seats).iter().map(seat).collect();
    Clocks { control, seats, away: jiff::SignedDuration::MAX, ..Clocks::default() }
}

/// Returns a generator of reproducible random choices below a count.
pub fn chance(mut state: u64) -> impl FnMut(usize) -> usize {
    move |count| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count
    }
}

/// Returns the open lobby that a response shows.
///
/// # Panics
/// If the response shows something else.
#[track_caller]
#[must_use]
pub fn open_lobby(content: Content) -> Lobby {
    match content {
        Content::Lobby(LobbyState::Open(lobby)) => lobby,
        other => panic!("no open lobby: {other:?}"),
    }
}

/// Returns the game that a lobby has become, as a response shows it.
///
/// # Panics
/// If the response shows something else.
#[track_caller]
#[must_use]
pub fn started_game(content: Content) -> Game {
    match content {
        Content::Lobby(LobbyState::Started(game)) => *game,
        other => panic!("no started game: {other:?}"),
    }
}
