//! Games from start to end.

use clock::from_millis;
use data::{BoardPost, GameState, InteractionId, Machine, PersonId, StoreError};
use engine::Level;
use jiff::Timestamp;
use rules::{ABORT, Kind, RESIGN, Seat, Table};

use crate::world::{GUEST, HOST, World, lobby, play, start};

/// Returns the last of the legal moves, which does not end a game soon.
fn last_move(table: &Table) -> (Seat, String) {
    let seat = table.to_act().first().unwrap();
    (seat, table.legal(seat).pop().unwrap())
}

const SECOND: Seat = Seat::FIRST.next(2);

#[tokio::test]
async fn game_is_played_to_its_end() {
    let world = World::new().await;
    let id = world.game_of_two(2).await;
    let game = world.open(id).await;
    assert_eq!(game.state, GameState::Running);
    assert_eq!(game.awaited(), [HOST.into()]);
    assert_eq!(game.person_in(SECOND), Some(GUEST.into()));
    assert_eq!(game.seats_of(HOST.into()).first(), Some(Seat::FIRST));

    let ply = world.write(move |tx| play(tx, id, (Seat::FIRST, "p@f4"), from_millis(200))).await;
    assert_eq!(ply, 1);
    let game = world.open(id).await;
    assert_eq!((game.table.ply(), game.record.len()), (1, 1));
    assert_eq!(game.awaited(), [GUEST.into()]);
    assert_eq!(world.read(|tx| tx.last_game_in(2.into())).await, None);

    world.write(move |tx| play(tx, id, (SECOND, RESIGN), from_millis(300))).await;
    let game = world.open(id).await;
    assert_eq!(game.state, GameState::Ended);
    assert_eq!(game.awaited(), []);
    assert_eq!(world.record(id).await, ["1:p@f4", "2:!resign"]);
    let times: Vec<Timestamp> =
        world.read(move |tx| tx.record(id)).await.iter().map(|entry| entry.at).collect();
    assert_eq!(times, [from_millis(200), from_millis(300)]);
    assert_eq!(world.read(|tx| tx.game_in(2.into())).await, None, "the channel is free");
    assert_eq!(world.read(|tx| tx.last_game_in(2.into())).await, Some(id));
    assert_eq!(world.read(|tx| tx.games_of(HOST.into(), |_, _| Vec::new())).await, []);
    let row = world.rows("SELECT ended, ranking, reason, ply FROM game").await;
    assert_eq!(row, [["300", "[[1],[2]]", "resigned", "2"]]);

    let next = world.game_of_two(2).await;
    world.write(move |tx| play(tx, next, (Seat::FIRST, RESIGN), from_millis(50))).await;
    assert_eq!(
        world.read(|tx| tx.last_game_in(2.into())).await,
        Some(next),
        "the later game counts, whatever the clock said"
    );
}

#[tokio::test]
async fn several_moves_fit_in_one_append() {
    let world = World::new().await;
    let id = world.game_of_two(2).await;
    world
        .write(move |tx| {
            let mut game = tx.open(id)?;
            for _ in 0..3 {
                let (seat, notation) = last_move(&game.table);
                game.enter(seat, &notation).unwrap();
            }
            tx.append(&mut game, from_millis(7))
        })
        .await;
    assert_eq!(world.record(id).await.len(), 3);
    world.write(move |tx| tx.append(&mut tx.open(id)?, from_millis(8))).await;
    assert_eq!(world.record(id).await.len(), 3);
}

#[tokio::test]
async fn aborted_game_is_not_a_closed_lobby() {
    let world = World::new().await;
    let id = world.game_of_two(2).await;
    world.write(move |tx| play(tx, id, (Seat::FIRST, "p@f4"), from_millis(1))).await;
    world.write(move |tx| play(tx, id, (Seat::FIRST, ABORT), from_millis(2))).await;
    assert_eq!(world.open(id).await.state, GameState::Cancelled);
    assert_eq!(world.read(|tx| tx.games_of(HOST.into(), |_, _| Vec::new())).await, []);
    assert_eq!(world.read(|tx| tx.game_in(2.into())).await, None);
    assert_eq!(world.read(|tx| tx.last_game_in(2.into())).await, Some(id));
    assert!(world.read(move |tx| tx.lobby_or_closed(id)).await.is_none());
    assert_eq!(world.read(move |tx| tx.verify(id)).await, None);
    world.game_of_two(2).await;
}

#[tokio::test]
async fn waiting_games_are_listed_first() {
    let world = World::new().await;
    let theirs = world.game_of_two(1).await;
    let invited = world.write(|tx| tx.open_lobby(&lobby(2, 0))).await;
    let mine = world.game_of_two(3).await;
    world.write(move |tx| play(tx, mine, (Seat::FIRST, "p@f4"), from_millis(1))).await;
    let post = BoardPost { turn: 1, ply: 1, since: 0, pings: Vec::new() };
    world.write(move |tx| tx.set_board(mine, 9.into(), &post)).await;
    let ended = world.game_of_two(4).await;
    world.write(move |tx| play(tx, ended, (Seat::FIRST, RESIGN), from_millis(1))).await;
    let declined = world.write(|tx| tx.open_lobby(&lobby(5, 0))).await;
    world
        .write(move |tx| {
            tx.set_guest_status(declined, GUEST.into(), data::GuestStatus::Declined, from_millis(1))
        })
        .await;
    let closed = world.write(|tx| tx.open_lobby(&lobby(6, 0))).await;
    world.write(move |tx| tx.cancel_lobby(closed, from_millis(1))).await;

    let listed = async |person: u64| {
        let games = world.read(move |tx| tx.games_of(person.into(), |_, _| Vec::new())).await;
        games.into_iter().map(|game| (game.id, game.waits)).collect::<Vec<_>>()
    };
    assert_eq!(listed(GUEST).await, [(invited, true), (mine, true), (theirs, false)]);
    assert_eq!(listed(HOST).await, [(theirs, true), (invited, false), (mine, false), (declined, false)]);
    assert_eq!(listed(999).await, []);
    let awaiting = async |person: u64| {
        let mut games = world.read(move |tx| tx.awaiting(person.into(), |_, _| Vec::new())).await;
        games.sort_by_key(|game| game.id);
        games.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    for person in [GUEST, HOST, 999] {
        let mut waiting: Vec<_> =
            listed(person).await.into_iter().filter(|(_, waits)| *waits).map(|(id, _)| id).collect();
        waiting.sort();
        assert_eq!(awaiting(person).await, waiting);
    }

    let games = world.read(|tx| tx.games_of(GUEST.into(), |_, _| Vec::new())).await;
    assert_eq!(games[1].message, Some(9.into()));
    assert_eq!((games[0].state, games[1].state), (GameState::Lobby, GameState::Running));
    assert_eq!(games[1].people, [PersonId::from(HOST), GUEST.into()]);
    assert_eq!((games[1].guild, games[1].channel), (1.into(), 3.into()));
}

#[tokio::test]
async fn game_with_two_own_seats_is_listed_once() {
    let world = World::new().await;
    let id = world.write(|tx| start(tx, Kind::Protozoa, 1.into(), &[HOST.into(), HOST.into()])).await;
    let games = world.read(|tx| tx.games_of(HOST.into(), |_, _| Vec::new())).await;
    assert_eq!(games.iter().map(|game| (game.id, game.waits)).collect::<Vec<_>>(), [(id, true)]);
    assert_eq!(world.open(id).await.awaited(), [HOST.into()]);
}

#[tokio::test]
async fn games_with_machines_only_are_marked() {
    let world = World::new().await;
    let machine = Machine::new(Level::Spore, 1).unwrap().person();
    let both = world
        .write(move |tx| {
            start(tx, Kind::Protozoa, 1.into(), &[HOST.into(), machine])?;
            start(tx, Kind::Protozoa, 2.into(), &[HOST.into(), GUEST.into(), machine])
        })
        .await;
    let games = world.read(|tx| tx.awaiting(HOST.into(), |_, _| Vec::new())).await;
    let mut alone: Vec<_> = games.iter().map(|game| (game.id == both, game.against_machines)).collect();
    alone.sort();
    assert_eq!(alone, [(false, true), (true, false)]);
}

#[tokio::test]
async fn same_interaction_is_carried_out_once() {
    let world = World::new().await;
    let id = world.game_of_two(2).await;
    let interaction = InteractionId::from(55);
    let mut answers = Vec::new();
    for at in [200, 300] {
        let deliver = world.store.write(move |tx| {
            if let Some((_, ply)) = tx.done(interaction)? {
                return Ok::<_, StoreError>(ply);
            }
            let ply = play(tx, id, (Seat::FIRST, "p@f4"), from_millis(at))?;
            tx.set_done(interaction, id, ply, from_millis(at))?;
            Ok(ply)
        });
        answers.push(deliver.await.unwrap());
    }
    assert_eq!(answers, [1, 1]);
    assert_eq!(world.record(id).await, ["1:p@f4"]);

    // A second entry for the same interaction is rejected, by a server with the commit.
    let twice = world.store.write(move |tx| tx.set_done(interaction, id, 2, from_millis(400))).await;
    assert!(matches!(twice, Err(StoreError::Database(_) | StoreError::NotCommitted { .. })), "{twice:?}");
    world.write(|tx| tx.forget_done(from_millis(200))).await;
    assert_eq!(world.read(move |tx| tx.done(interaction)).await, Some((id, 1)));
    world.write(|tx| tx.forget_done(from_millis(201))).await;
    assert_eq!(world.read(move |tx| tx.done(interaction)).await, None);
}

#[tokio::test]
async fn failed_closure_leaves_nothing() {
    let world = World::new().await;
    let id = world.game_of_two(2).await;
    let before = dump(&world).await;
    let refused: Result<(), StoreError> = world
        .store
        .write(move |tx| {
            play(tx, id, (Seat::FIRST, RESIGN), from_millis(200))?;
            tx.set_done(5.into(), id, 1, from_millis(200))?;
            tx.queue(id, &data::Payload::board(1), from_millis(200))?;
            tx.open_lobby(&lobby(2, 0))?;
            Err(StoreError::ChannelTaken)
        })
        .await;
    assert!(matches!(refused, Err(StoreError::ChannelTaken)), "{refused:?}");
    assert_eq!(dump(&world).await, before);
}

/// Returns every row of every table.
async fn dump(world: &World) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for table in ["game", "guest", "seat", "move", "done", "outbox"] {
        rows.push(vec![table.to_owned()]);
        rows.extend(world.rows(&format!("SELECT * FROM {table} ORDER BY 1, 2")).await);
    }
    rows
}

#[tokio::test]
async fn broken_record_is_reported_with_its_ply() {
    let world = World::new().await;
    let broken = [
        ("DELETE FROM move WHERE ply = 1", 1),
        ("DELETE FROM move WHERE ply = 2", 2),
        ("UPDATE move SET move = 'p@z9' WHERE ply = 2", 2),
        ("UPDATE move SET seat = 1 WHERE ply = 2", 2),
        ("UPDATE game SET options = '{\"players\":99}'", 0),
    ];
    for (channel, (sql, at)) in (0..).zip(broken) {
        let id = world.game_of_two(channel).await;
        for _ in 0..3 {
            let (seat, notation) = last_move(&world.open(id).await.table);
            world.write(move |tx| play(tx, id, (seat, &notation), from_millis(1))).await;
        }
        let column = if sql.contains("move") { "game" } else { "id" };
        let sql = if sql.contains("WHERE") {
            format!("{sql} AND {column} = {id}")
        } else {
            format!("{sql} WHERE {column} = {id}")
        };
        assert_eq!(world.change(&sql).await, 1);
        match world.store.read(move |tx| tx.open(id)).await {
            Err(StoreError::BrokenRecord { game, ply, .. }) => assert_eq!((game, ply), (id, at), "{sql}"),
            other => panic!("{sql}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn person_in_two_seats_counts_once() {
    let world = World::new().await;
    let (host, guest): (PersonId, PersonId) = (HOST.into(), GUEST.into());
    let id = world.write(move |tx| start(tx, Kind::Stract, 2.into(), &[host, guest, host, guest])).await;
    let game = world.open(id).await;
    let third = Seat::FIRST.next(4).next(4);
    assert_eq!(game.seats_of(host).iter().collect::<Vec<_>>(), [Seat::FIRST, third]);
    assert_eq!(game.awaited(), [host, guest]);
    for (order, waits) in [((Seat::FIRST, "w+a8"), true), ((third, "pass"), false)] {
        world.write(move |tx| play(tx, id, order, from_millis(200))).await;
        let listed = world.read(move |tx| tx.games_of(host, |_, _| Vec::new())).await;
        assert_eq!(listed.len(), 1);
        assert_eq!((listed[0].waits, &listed[0].people), (waits, &vec![host, guest]));
    }
    assert_eq!(world.open(id).await.awaited(), [guest]);
}

#[tokio::test]
async fn entries_written_together_share_a_timestamp() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    // The clock of the machine was set back in between.
    for (at, entries) in [(50, 1), (50, 2), (20, 1)] {
        world
            .write(move |tx| {
                let mut game = tx.open(id)?;
                for _ in 0..entries {
                    let (seat, notation) = last_move(&game.table);
                    game.enter(seat, &notation).unwrap();
                }
                tx.append(&mut game, from_millis(at))
            })
            .await;
    }
    let times: Vec<i64> =
        world.read(move |tx| tx.record(id)).await.iter().map(|entry| entry.at.as_millisecond()).collect();
    assert_eq!(times, [50, 51, 51, 52]);
}
