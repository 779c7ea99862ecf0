//! Lobbies from opening to start.

use clock::from_millis;
use data::{GameId, GameState, GuestStatus, Lobby, Payload, PersonId, Readiness, Seating, StoreError};
use rules::{Kind, Options};

use crate::world::{GUEST, HOST, World, lobby, start};

/// Returns the guests of a lobby and their answers, host first: `*30 joined, 40 invited`.
async fn shown(world: &World, id: GameId) -> String {
    let lobby: Lobby = world.read(move |tx| tx.lobby(id)).await;
    let guest = |guest: &data::Guest| {
        let star = if guest.person == lobby.host { "*" } else { "" };
        format!("{star}{} {:?}", guest.person, guest.answer).to_lowercase()
    };
    lobby.guests.iter().map(guest).collect::<Vec<_>>().join(", ")
}

#[tokio::test]
async fn guests_are_listed_in_order() {
    let world = World::new().await;
    let id = world.write(|tx| tx.open_lobby(&lobby(2, 0))).await;
    assert_eq!(shown(&world, id).await, "*30 joined, 40 invited");
    world.write(move |tx| tx.set_guest_status(id, GUEST.into(), GuestStatus::Declined, from_millis(1))).await;
    assert_eq!(shown(&world, id).await, "*30 joined, 40 declined");
    world.write(move |tx| tx.set_guest_status(id, GUEST.into(), GuestStatus::Joined, from_millis(2))).await;
    world.write(move |tx| tx.set_guest_status(id, 50.into(), GuestStatus::Joined, from_millis(3))).await;
    // A low id does not jump the queue.
    world.write(move |tx| tx.set_guest_status(id, 7.into(), GuestStatus::Joined, from_millis(4))).await;
    assert_eq!(shown(&world, id).await, "*30 joined, 40 joined, 50 joined, 7 joined");

    // An invited person is listed after the people who joined, and once joined, after those who joined before.
    world.write(move |tx| tx.set_guest_status(id, 5.into(), GuestStatus::Invited, from_millis(5))).await;
    world.write(move |tx| tx.set_guest_status(id, 60.into(), GuestStatus::Joined, from_millis(5))).await;
    world.write(move |tx| tx.set_guest_status(id, 6.into(), GuestStatus::Joined, from_millis(5))).await;
    assert_eq!(
        shown(&world, id).await,
        "*30 joined, 40 joined, 50 joined, 7 joined, 60 joined, 6 joined, 5 invited"
    );
    world.write(move |tx| tx.set_guest_status(id, 5.into(), GuestStatus::Joined, from_millis(5))).await;
    for gone in [60, 6] {
        world.write(move |tx| tx.remove_guest(id, PersonId::from(gone))).await;
    }
    assert_eq!(shown(&world, id).await, "*30 joined, 40 joined, 50 joined, 7 joined, 5 joined");
    world.write(move |tx| tx.remove_guest(id, 5.into())).await;

    // The host leaves, and the next person becomes host.
    world
        .write(move |tx| {
            tx.remove_guest(id, HOST.into())?;
            let next = tx.lobby(id)?.joined().next().unwrap();
            tx.set_host(id, next)
        })
        .await;
    assert_eq!(shown(&world, id).await, "*40 joined, 50 joined, 7 joined");
    assert_eq!(world.read(move |tx| tx.lobby(id)).await.status_of(HOST.into()), None);
}

#[tokio::test]
async fn lobby_settings_round_trip() {
    let world = World::new().await;
    let id = world.write(|tx| tx.open_lobby(&lobby(2, 5))).await;
    assert_eq!(world.read(move |tx| tx.lobby(id)).await.seating, Seating::Lot, "the default is by lot");
    let options = Options::new().with("players", 2);
    let given = options.clone();
    world
        .write(move |tx| {
            tx.set_options(id, &given)?;
            tx.set_lobby_message(id, 77.into())?;
            tx.set_seating(id, Seating::Order)?;
            tx.set_host_notified(id, Readiness::Enough)
        })
        .await;
    let lobby = world.read(move |tx| tx.lobby(id)).await;
    assert_eq!(lobby.options, options);
    assert_eq!(lobby.message, Some(77.into()));
    assert_eq!(lobby.host_notified, Readiness::Enough);
    assert_eq!(lobby.seating, Seating::Order);
    assert_eq!((lobby.created, lobby.kind), (from_millis(5), Kind::Protozoa));
    assert_eq!((lobby.guild, lobby.channel), (1.into(), 2.into()));
}

#[tokio::test]
async fn channel_holds_one_game() {
    let world = World::new().await;
    let id = world.write(|tx| tx.open_lobby(&lobby(2, 0))).await;
    let refused = world.store.write(|tx| tx.open_lobby(&lobby(2, 0))).await;
    assert!(matches!(refused, Err(StoreError::ChannelTaken)), "{refused:?}");
    let found = world.read(|tx| tx.game_in(2.into())).await;
    assert_eq!(found, Some((id, GameState::Lobby)));

    world.write(move |tx| tx.cancel_lobby(id, from_millis(1))).await;
    assert_eq!(world.read(|tx| tx.game_in(2.into())).await, None);
    assert_eq!(world.read(|tx| tx.kind_in(2.into())).await, Some(Kind::Protozoa));
    assert!(matches!(world.store.read(move |tx| tx.lobby(id)).await, Err(StoreError::LobbyClosed(_))));
    assert!(matches!(world.store.read(|tx| tx.lobby(999.into())).await, Err(StoreError::NoSuchGame(_))));
    let place = world.read(move |tx| tx.place(id)).await.unwrap();
    assert_eq!((place.guild, place.channel), (1.into(), 2.into()), "a closed lobby keeps its place");
    assert_eq!(world.read(|tx| tx.place(999.into())).await, None);
    let (closed, open) = world.read(move |tx| tx.lobby_or_closed(id)).await.unwrap();
    assert_eq!((closed.id, open), (id, false));

    let running = world.game_of_two(2).await;
    let refused = world.store.write(|tx| tx.open_lobby(&lobby(2, 0))).await;
    assert!(matches!(refused, Err(StoreError::ChannelTaken)), "{refused:?}");
    assert_eq!(world.read(|tx| tx.game_in(2.into())).await, Some((running, GameState::Running)));
}

#[tokio::test]
async fn messages_to_the_host_have_their_own_keys() {
    let world = World::new().await;
    let id = world.write(|tx| tx.open_lobby(&lobby(2, 0))).await;
    assert_eq!(world.read(move |tx| tx.lobby(id)).await.host_notified, Readiness::Waiting);
    assert_eq!(world.read(move |tx| tx.host_notices(id)).await, (0, None));
    let pause = 10 * 60_000;
    for (ready, message, due) in
        [(Readiness::Enough, 71, 1), (Readiness::Full, 72, 1), (Readiness::Enough, 73, 1 + pause)]
    {
        world.write(move |tx| tx.notify_host(id, ready, from_millis(1))).await;
        assert_eq!(world.read(move |tx| tx.lobby(id)).await.host_notified, ready);
        let early = world.write(move |tx| tx.lease(from_millis(due - 1), from_millis(due), &[])).await;
        assert_eq!(early, None, "{ready:?} after the first two waits");
        let due = world.write(move |tx| tx.lease(from_millis(due), from_millis(due + 1), &[])).await.unwrap();
        let (last, _) = world.read(move |tx| tx.host_notices(id)).await;
        assert_eq!(due.payload, Payload::Ready { number: last }, "the last message");
        world.write(move |tx| tx.settle(due.id, Some((2.into(), message.into())), from_millis(2))).await;
    }
    assert_eq!(world.read(move |tx| tx.host_notices(id)).await, (3, Some(73.into())));
    world.write(move |tx| tx.set_host(id, 9.into())).await;
    let lobby = world.read(move |tx| tx.lobby(id)).await;
    assert_eq!((lobby.host, lobby.host_notified), (9.into(), Readiness::Waiting));
}

#[tokio::test]
async fn started_or_closed_lobby_cannot_start() {
    let world = World::new().await;
    let running = world.game_of_two(2).await;
    let closed = world.write(|tx| tx.open_lobby(&lobby(3, 0))).await;
    world.write(move |tx| tx.cancel_lobby(closed, from_millis(1))).await;
    for id in [running, closed, 999.into(), u64::MAX.into()] {
        let refused = world
            .store
            .write(move |tx| {
                let options = Options::new().with("players", 2);
                let table = rules::Table::new(Kind::Protozoa, &options).unwrap();
                tx.start(id, &options, &[5.into(), 6.into()], &table, from_millis(2))
            })
            .await;
        assert!(matches!(refused, Err(StoreError::NoSuchGame(other)) if other == id), "{refused:?}");
    }
    // Closing a lobby that has started leaves its game alone.
    world.write(move |tx| tx.cancel_lobby(running, from_millis(3))).await;
    assert_eq!(world.open(running).await.state, GameState::Running);
}

#[tokio::test]
async fn old_lobbies_are_listed_oldest_first() {
    let world = World::new().await;
    let [late, old, older] =
        [30, 20, 10].map(|at| world.store.write(move |tx| tx.open_lobby(&lobby(at, at.cast_signed()))));
    let (late, old, older) = (late.await.unwrap(), old.await.unwrap(), older.await.unwrap());
    world.write(|tx| start(tx, Kind::Protozoa, 1.into(), &[HOST.into(), GUEST.into()])).await;
    assert_eq!(world.read(|tx| tx.lobbies_before(from_millis(30))).await, [older, old]);
    world.write(move |tx| tx.cancel_lobby(older, from_millis(40))).await;
    assert_eq!(world.read(|tx| tx.lobbies_before(from_millis(1000))).await, [old, late]);
}

#[tokio::test]
async fn ids_of_any_size_round_trip() {
    let world = World::new().await;
    let big = [u64::MAX, u64::MAX - 1, i64::MAX.unsigned_abs() + 1, i64::MAX.unsigned_abs()];
    let mut new = lobby(0, 0);
    new.guild = big[0].into();
    new.channel = big[1].into();
    new.host = big[2].into();
    new.invited = vec![big[3].into()];
    let id = world.write(move |tx| tx.open_lobby(&new)).await;
    let (message, interaction) = (big[0].into(), big[1].into());
    world
        .write(move |tx| {
            tx.set_lobby_message(id, message)?;
            tx.set_done(interaction, id, 0, from_millis(0))
        })
        .await;
    let lobby = world.read(move |tx| tx.lobby(id)).await;
    assert_eq!((lobby.guild.get(), lobby.channel.get(), lobby.host.get()), (big[0], big[1], big[2]));
    assert_eq!(lobby.guests[1].person.get(), big[3]);
    assert_eq!(lobby.message, Some(message));
    assert_eq!(world.read(move |tx| tx.done(interaction)).await, Some((id, 0)));
    assert_eq!(world.read(move |tx| tx.game_in(big[1].into())).await, Some((id, GameState::Lobby)));
    assert_eq!(world.read(move |tx| tx.games_of(big[3].into(), |_, _| Vec::new())).await[0].id, id);
}

#[tokio::test]
async fn suspended_games_have_no_place() {
    let world = World::new().await;
    let here = world.game_of_two(7).await;
    let suspended = world.game_of_two(3).await;
    let lobby = world.write(|tx| tx.open_lobby(&lobby(5, 0))).await;
    let places = async |most| {
        let places = world.read(move |tx| tx.places(most)).await;
        places.into_iter().map(|place| (place.channel.get(), place.game)).collect::<Vec<_>>()
    };
    assert_eq!(places(2).await, [(3, suspended), (5, lobby)]);
    assert!(world.write(move |tx| tx.suspend(suspended, from_millis(9))).await);
    assert_eq!(places(2).await, [(5, lobby), (7, here)]);
}
