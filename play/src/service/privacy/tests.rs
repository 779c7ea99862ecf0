//! Tests of the switches, the file, and the deletion in every state of a game.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use clock::DAY;
use data::{GameState, GuestStatus, OfferKind, PersonId, Vote};
use rules::Seat;

use super::*;
use crate::{
    failpoint::{Failpoint, Failpoints},
    fixture::{ANN, BOB, CHANNEL, CID, DAN, EVE, Fixture, ephemeral, rejection, replaced},
    rejected::Rejected,
    service::Service,
};

impl Fixture {
    async fn read<T: Send + 'static>(&self, work: impl Fn(&Tx<'_>) -> T + Send + 'static) -> T {
        self.service.store().read(move |tx| Ok::<_, StoreError>(work(tx))).await.unwrap()
    }

    async fn pending(&self, person: u64) -> Option<Erasure> {
        self.read(move |tx| tx.erasure(person.into()).unwrap()).await
    }

    /// Deletes a person's data, and returns how many games they resigned.
    async fn delete(&self, person: u64) -> u32 {
        match replaced(self.service.erase_now(&self.by(person)).await) {
            Content::Erased { games } => games,
            other => panic!("{other:?}"),
        }
    }

    /// Returns a caller in another channel.
    fn elsewhere(&self, person: u64, channel: u64) -> Caller {
        Caller { channel: channel.into(), ..self.by(person) }
    }

    /// Begins a game of Ann and Bob in another channel.
    async fn begin_in(&self, channel: u64) -> GameId {
        let id = self.try_open(&self.elsewhere(ANN, channel), "protozoa", &[]).await.unwrap().id;
        self.service.join(&self.elsewhere(BOB, channel), id).await.unwrap();
        self.service.start(&self.elsewhere(ANN, channel), id).await.unwrap();
        id
    }

    async fn stored_nothing_of(&self, person: u64) {
        let held = self.read(move |tx| tx.holdings(person.into()).unwrap()).await;
        assert_eq!(held, data::Holdings::default());
        assert_eq!(self.pending(person).await, None);
    }

    /// Checks that the record of a game and the columns that follow from it agree.
    async fn is_sound(&self, id: GameId) {
        assert_eq!(self.read(move |tx| tx.verify(id).unwrap()).await, None);
    }
}

fn shown(content: Content) -> PrivacyPanel {
    match content {
        Content::Privacy(panel) => panel,
        other => panic!("{other:?}"),
    }
}

fn is_leaving(why: &Rejected) -> bool {
    *why == PrivacyRejected::Leaving.into()
}

#[tokio::test]
async fn switches_are_shown_and_kept() {
    let world = Fixture::new().await;
    let panel = shown(ephemeral(world.service.privacy(&world.by(ANN)).await));
    assert_eq!((panel.ratings, panel.world, panel.pending), (RatingsWish::On, false, None));
    assert_eq!(panel.holdings, data::Holdings::default());
    let hidden = shown(replaced(world.service.set_ratings(&world.by(ANN), RatingsWish::Hidden).await));
    assert_eq!((hidden.ratings, hidden.world), (RatingsWish::Hidden, false));
    let both = shown(replaced(world.service.set_world(&world.by(ANN), true).await));
    assert_eq!((both.ratings, both.world), (RatingsWish::Hidden, true));
    let profile = shown(replaced(world.service.set_profile_shown(&world.by(ANN), false).await));
    assert_eq!(profile.visibility, Visibility { profile: false, hours: true });
    let hours = shown(replaced(world.service.set_hours_shown(&world.by(ANN), false).await));
    assert_eq!(hours.visibility, Visibility { profile: false, hours: false });
    assert_eq!((hours.ratings, hours.world), (RatingsWish::Hidden, true));
    let id = world.begin("protozoa", &[BOB]).await;
    let panel = shown(ephemeral(world.service.privacy(&world.by(ANN)).await));
    assert_eq!((panel.holdings.games, panel.holdings.running, panel.holdings.settings), (1, 1, true));
    let bob = shown(ephemeral(world.service.privacy(&world.by(BOB)).await));
    assert_eq!(bob.visibility, Visibility::default());
    assert_eq!((bob.ratings, bob.world), (RatingsWish::On, false), "everyone has their own switches");
    world.is_sound(id).await;
}

#[tokio::test]
async fn hidden_hours_leave_open_lobbies_at_once() {
    let world = Fixture::new().await;
    world.open("protozoa", &[]).await;
    world.outbox().await;
    let _ = world.service.set_hours_shown(&world.by(ANN), false).await.unwrap();
    assert_eq!(world.outbox().await, [data::OutboxKind::Lobby]);
}

#[tokio::test]
async fn file_comes_once_a_minute() {
    let world = Fixture::new().await;
    let file = async |person: u64| world.service.personal_file(&world.by(person)).await;
    let at = world.service.now();
    let content = ephemeral(file(ANN).await);
    assert!(matches!(content, Content::PersonalFile { .. }));
    assert!(matches!(rejection(file(ANN).await), Rejected::Privacy(PrivacyRejected::FileAgain { again })
        if again > at && again <= later(world.service.now(), MINUTE)));
    ephemeral(file(BOB).await);
    world.service.clock().advance(MINUTE);
    ephemeral(file(ANN).await);
}

#[tokio::test]
async fn file_holds_only_the_callers_secrets() {
    let world = Fixture::new().await;
    let id = world.begin("stract preset=standard", &[BOB]).await;
    let game = world.game(id).await;
    let people = [1, 2].map(|seat| game.person_in(Seat::new(seat).unwrap()).unwrap());
    for (index, order) in [(0, "w+c8"), (1, "e+c1")] {
        ephemeral(world.service.play_typed(&world.by(people[index]), order.to_owned()).await);
    }
    for (index, own, secret) in [(0, "w+c8", "e+c1"), (1, "e+c1", "w+c8")] {
        let bytes = match ephemeral(world.service.personal_file(&world.by(people[index])).await) {
            Content::PersonalFile { bytes } => bytes,
            other => panic!("{other:?}"),
        };
        let file = String::from_utf8(bytes).unwrap();
        assert!(file.contains(own) && !file.contains(secret), "{file}");
    }
}

#[tokio::test]
async fn deletion_resigns_running_games() {
    let world = Fixture::new().await;
    let mut games = Vec::new();
    for channel in [101, 102] {
        games.push(world.begin_in(channel).await);
    }
    match ephemeral(world.service.ask_erasure(&world.by(ANN)).await) {
        Content::AskErasure { games: 2, pending: None } => {}
        other => panic!("{other:?}"),
    }
    assert_eq!(world.delete(ANN).await, 2);
    for id in games {
        let game = world.game(id).await;
        assert_eq!(game.state, GameState::Ended);
        let ranking = game.table.outcome().unwrap().ranking;
        assert_eq!(ranking.groups()[0], game.seats_of(BOB.into()), "Bob wins");
        assert!(game.players.iter().any(|player| player.person.is_former()));
        assert!(game.seats_of(ANN.into()).is_empty());
        world.is_sound(id).await;
    }
    world.stored_nothing_of(ANN).await;
    assert_eq!(world.delete(ANN).await, 0, "a second deletion finds nothing");
}

#[tokio::test]
async fn others_continue_after_a_deletion() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    ephemeral(world.service.offer(&world.by(ANN), OfferKind::Draw).await);
    let offer = world.open_offer(id, OfferKind::Draw).await.unwrap();
    // Each seat has its own view of the position, and spectators have theirs.
    let views = |game: &data::Game| {
        let seats = game.players.iter().map(|player| rules::Viewer::Seat(player.seat));
        let views = seats.chain([rules::Viewer::Public]).map(|to| game.table.game().view(to));
        views.collect::<Vec<String>>()
    };
    let before = world.game(id).await;
    assert_eq!(world.delete(ANN).await, 1);
    let after = world.game(id).await;
    assert_eq!(after.state, GameState::Running);
    assert!(world.ending(&offer).await.is_some(), "the offer has lapsed");
    let former = after.players.iter().find(|player| player.person.is_former()).unwrap();
    assert_eq!(before.person_in(former.seat), Some(ANN.into()), "the seat is the same");
    assert!(after.awaited().iter().all(|person| [BOB, CID].contains(&person.get())));
    let then = after.at_ply(before.table.ply()).unwrap();
    assert_eq!(views(&before), views(&then), "nobody sees another game");
    world.play_any(id).await;
    world.is_sound(id).await;
    world.stored_nothing_of(ANN).await;
}

#[tokio::test]
async fn deletion_leaves_and_closes_lobbies() {
    let world = Fixture::new().await;
    let own = world.try_open(&world.elsewhere(ANN, 101), "protozoa", &[]).await.unwrap().id;
    let joined = world.try_open(&world.elsewhere(ANN, 102), "protozoa", &[]).await.unwrap().id;
    world.service.join(&world.elsewhere(BOB, 102), joined).await.unwrap();
    let invited = world.try_open(&world.elsewhere(BOB, 103), "protozoa", &[ANN, CID]).await.unwrap().id;
    world.delete(ANN).await;
    assert!(world.service.lobby_in(101.into()).await.unwrap().is_none(), "nobody was left in it");
    let lobby = world.lobby(joined).await;
    assert_eq!((lobby.host, lobby.guests.len()), (BOB.into(), 1), "Bob is the host now");
    let lobby = world.lobby(invited).await;
    assert_eq!(lobby.guests.len(), 2, "Cid is still invited: {lobby:?}");
    assert_eq!(lobby.status_of(CID.into()), Some(GuestStatus::Invited));
    let (closed, open) = world.read(move |tx| tx.lobby_or_closed(own).unwrap()).await.unwrap();
    assert!(!open && closed.host.is_former());
    world.stored_nothing_of(ANN).await;
}

#[tokio::test]
async fn deletion_covers_late_and_suspended_games() {
    let world = Fixture::new().await;
    let (id, late, others, offer) = world.late(&[BOB, CID]).await;
    replaced(world.service.vote(&world.by(others[0]), offer.id, Vote::Open).await);
    world.delete(others[0]).await;
    world.is_sound(id).await;
    let offer = world.open_offer(id, OfferKind::Overdue).await.expect("the other one still decides");
    assert!(offer.votes.is_empty(), "the vote has lapsed");
    world.delete(late).await;
    world.is_sound(id).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
    for person in [late, others[0]] {
        world.stored_nothing_of(person).await;
    }

    let world = Fixture::new().await;
    let (paused, suspended) = (world.begin_in(101).await, world.begin_in(102).await);
    for person in [ANN, BOB] {
        let caller = world.elsewhere(person, 101);
        let _ = world.service.offer(&caller, OfferKind::Pause).await.unwrap();
    }
    world.service.channel_gone(102.into()).await.unwrap();
    assert_eq!(world.delete(BOB).await, 2);
    for id in [paused, suspended] {
        assert_eq!(world.game(id).await.state, GameState::Ended);
        world.is_sound(id).await;
    }
    world.stored_nothing_of(BOB).await;
}

#[tokio::test]
async fn deletion_covers_substitutes_and_ended_games() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    ephemeral(world.service.open_seat(&world.by(ANN), ANN.into(), false).await);
    let offer = world.open_offer(id, OfferKind::Substitute).await.unwrap();
    let _ = world.service.vote(&world.by(DAN), offer.id, Vote::Accept).await.unwrap();
    assert_eq!(world.delete(ANN).await, 0, "she has no seat any more");
    let game = world.game(id).await;
    assert!(game.replaced[0].person.is_former() && game.state == GameState::Running);
    world.is_sound(id).await;
    for person in [BOB, CID, DAN] {
        world.delete(person).await;
        world.is_sound(id).await;
        world.stored_nothing_of(person).await;
    }
    let game = world.game(id).await;
    let mut people: Vec<PersonId> = game.players.iter().map(|player| player.person).collect();
    people.extend(game.replaced.iter().map(|replaced| replaced.person));
    people.sort_unstable();
    people.dedup();
    assert!(people.len() == 4 && people.iter().all(|person| person.is_former()), "{people:?}");
}

#[tokio::test]
async fn rematch_does_not_invite_a_former_player() {
    let world = Fixture::new().await;
    world.begin("protozoa", &[BOB]).await;
    world.delete(ANN).await;
    let lobby =
        match world.service.rematch_here(&world.by(BOB), &crate::service::Member::default()).await.unwrap() {
            Response::Lobby(id, _) => world.lobby(id).await,
            other => panic!("{other:?}"),
        };
    assert_eq!(lobby.guests.len(), 1, "{lobby:?}");
}

#[tokio::test]
async fn later_deletion_waits_for_the_last_game() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let lobby = world.try_open(&world.elsewhere(ANN, 101), "protozoa", &[]).await.unwrap().id;
    match replaced(world.service.erase_later(&world.by(ANN)).await) {
        Content::ErasureWaits { games: 1, .. } => {}
        other => panic!("{other:?}"),
    }
    assert!(world.service.lobby_in(101.into()).await.unwrap().is_none(), "lobby {lobby} is left at once");
    let other = world.try_open(&world.elsewhere(BOB, 102), "protozoa", &[]).await.unwrap().id;
    assert!(is_leaving(&rejection(world.service.join(&world.elsewhere(ANN, 102), other).await)));
    let opened = world.try_open(&world.elsewhere(ANN, 103), "protozoa", &[]).await;
    assert!(is_leaving(&rejection(opened)));
    world.pass(1).await;
    assert!(world.pending(ANN).await.is_some() && !world.game(id).await.seats_of(ANN.into()).is_empty());

    replaced(world.service.resign(&world.by(BOB), id).await);
    world.pass(1).await;
    world.stored_nothing_of(ANN).await;
    let game = world.game(id).await;
    let winner = game.players.iter().find(|player| player.person.is_former()).unwrap();
    assert_eq!(game.table.outcome().unwrap().ranking.place(winner.seat), Some(1), "she has won");
    world.is_sound(id).await;
    world.service.join(&world.elsewhere(ANN, 102), other).await.unwrap();
}

#[tokio::test]
async fn later_deletion_comes_after_thirty_days() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    replaced(world.service.erase_later(&world.by(ANN)).await);
    world.service.clock().advance(DAY * 29);
    world.pass(1).await;
    assert!(world.pending(ANN).await.is_some());
    assert_eq!(world.game(id).await.state, GameState::Running);
    world.service.clock().advance(DAY);
    world.pass(1).await;
    world.stored_nothing_of(ANN).await;
    let game = world.game(id).await;
    assert_eq!(game.table.outcome().unwrap().ranking.groups()[0], game.seats_of(BOB.into()));
}

#[tokio::test]
async fn keeping_the_data_cancels_a_later_deletion() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    replaced(world.service.erase_later(&world.by(ANN)).await);
    let asked = world.pending(ANN).await;
    match ephemeral(world.service.ask_erasure(&world.by(ANN)).await) {
        Content::AskErasure { games: 1, pending } => assert_eq!(pending, asked),
        other => panic!("{other:?}"),
    }
    let kept = replaced(world.service.keep_data(&world.by(ANN)).await);
    assert!(matches!(kept, Content::DataKept));
    world.try_open(&world.elsewhere(ANN, 101), "protozoa", &[]).await.unwrap();
    world.service.clock().advance(DAY * 31);
    world.pass(1).await;
    assert_eq!(world.game(id).await.seats_of(ANN.into()).iter().count(), 1);
}

#[tokio::test]
async fn later_deletion_without_games_is_immediate() {
    let world = Fixture::new().await;
    replaced(world.service.set_world(&world.by(EVE), true).await);
    let done = replaced(world.service.erase_later(&world.by(EVE)).await);
    assert!(matches!(done, Content::Erased { games: 0 }), "{done:?}");
    world.stored_nothing_of(EVE).await;
}

/// Runs a deletion of Ann that crashes at the `nth` commit. Returns whether it came so far.
async fn crash(world: &Fixture, nth: usize) -> bool {
    let commits = Arc::new(AtomicUsize::new(0));
    let failpoints = Failpoints::watched(move |at| {
        let count = commits.fetch_add(usize::from(at == Failpoint::Committed), Ordering::Relaxed);
        assert!(at != Failpoint::Committed || count + 1 != nth, "the program dies here");
    });
    let service: Service = world.service.clone().watched(failpoints);
    let caller = world.by(ANN);
    let crashed = tokio::spawn(async move { service.erase_now(&caller).await.map(drop) }).await;
    crashed.is_err_and(|error| error.is_panic())
}

#[tokio::test]
async fn interrupted_deletion_resumes_after_a_crash() {
    let mut nth = 1;
    loop {
        let mut world = Fixture::new().await;
        let games = [world.begin_in(101).await, world.begin_in(102).await];
        world.try_open(&world.elsewhere(ANN, CHANNEL), "protozoa", &[]).await.unwrap();
        if !crash(&world, nth).await {
            break;
        }
        if world.pending(ANN).await.is_some() {
            assert!(is_leaving(&rejection(
                world.try_open(&world.elsewhere(ANN, 103), "protozoa", &[]).await
            )));
        }
        world.restart_after(1).await;
        world.stored_nothing_of(ANN).await;
        for id in games {
            let game = world.game(id).await;
            assert_eq!(game.table.outcome().unwrap().ranking.groups()[0], game.seats_of(BOB.into()));
            assert_eq!(game.record.len(), 1, "resigned once");
            world.is_sound(id).await;
        }
        assert!(world.service.lobby_in(CHANNEL.into()).await.unwrap().is_none());
        nth += 1;
    }
    // The request, two games, a lobby and the deletion.
    assert_eq!(nth, 6);
}

#[tokio::test]
async fn server_is_forgotten_after_ninety_days() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    ephemeral(world.service.set_usual_clock(&world.by(ANN), "3d/turn").await);
    let has_setting = async || world.read(|tx| tx.settings(50.into()).unwrap().clock.is_some()).await;
    world.service.guild_gone(50.into()).await.unwrap();
    world.service.clock().advance(DAY * 89);
    world.service.tidy().await.unwrap();
    assert!(has_setting().await);
    // It comes back, and leaves while the bot is away.
    world.service.back_on(50.into()).await.unwrap();
    world.service.clock().advance(DAY * 2);
    world.service.tidy().await.unwrap();
    assert!(has_setting().await);
    world.service.only_on(&[51.into()], |_| true).await.unwrap();
    world.service.clock().advance(DAY * 91);
    world.service.tidy().await.unwrap();
    assert!(!has_setting().await);
    assert_eq!(world.game(id).await.id, id, "its games stay");
    world.is_sound(id).await;
}
