//! Verification replays stored games and finds those that would replay differently.

use clock::from_millis;
use data::{Difference, GameId, Part, StoreError, Stretch};
use rules::{BACK, Kind, RESIGN, Seat};

use crate::world::{GUEST, World, play, start};

const FIRST: Seat = Seat::FIRST;

/// Returns a running game of two with two plies, one of which was taken back.
async fn played(world: &World, channel: u64) -> GameId {
    let id = world.game_of_two(channel).await;
    let second = Seat::new(2).unwrap();
    for (seat, notation) in [(FIRST, "p@f4"), (second, "p@a1"), (second, &format!("{BACK}1"))] {
        let notation = notation.to_owned();
        world.write(move |tx| play(tx, id, (seat, &notation), from_millis(200))).await;
    }
    id
}

async fn verify(world: &World, part: Part) -> Stretch {
    world.read(move |tx| tx.verify_some(part, None, || true)).await
}

/// Spoils the one game with an SQL statement, and checks that the reported difference contains `want`.
async fn check(spoil: &str, want: &str) {
    let world = World::new().await;
    let id = played(&world, 1).await;
    assert_eq!(verify(&world, Part::Running).await, Stretch { games: 1, differing: Vec::new(), after: None });
    let changed = world.change(spoil).await;
    assert_eq!(changed, 1, "{spoil}");
    let found = world.read(move |tx| tx.verify(id)).await.unwrap().to_string();
    assert!(found.contains(want), "{spoil}: {found}");
}

#[tokio::test]
async fn any_difference_is_found() {
    check("UPDATE move SET hash = hash + 1 WHERE ply = 2", "ply 2, `p@a1`, leads to another position").await;
    check("UPDATE move SET move = 'p@a1' WHERE ply = 1", "ply 1, `p@a1`, leads to another position").await;
    check("UPDATE move SET move = 'p@f4' WHERE ply = 2", "ply 2, `p@f4` of seat 2, is refused").await;
    check("UPDATE move SET seat = 1 WHERE ply = 2", "ply 2, `p@a1` of seat 1, is refused").await;
    check("UPDATE move SET seat = 9 WHERE ply = 2", "its stored seat of an entry cannot be read").await;
    check("DELETE FROM move WHERE ply = 2", "ply 2 is missing").await;
    check("DELETE FROM move WHERE ply = 3", "`ply` is 3, but its record gives 2").await;
    check("UPDATE game SET ply = 4", "`ply` is 4, but its record gives 3").await;
    check("UPDATE game SET ended = 5", "`ended` is").await;
    check("UPDATE game SET ranking = '[[1],[2]]'", "`ranking` is").await;
    check("UPDATE game SET reason = 'resigned'", "`reason` is").await;
    check("UPDATE seat SET waiting = 1 WHERE seat = 1", "`waiting` is 3, but its record gives 2").await;
    check("UPDATE game SET rules_version = 99", "rules of version 99").await;
    for hash in ["-1", "4294967296"] {
        check(
            &format!("UPDATE move SET hash = {hash} WHERE ply = 2"),
            "its stored hash of an entry cannot be read",
        )
        .await;
    }
    check("UPDATE game SET kind = 'chess'", "its stored game name cannot be read").await;
    check("UPDATE game SET options = '{\"players\":99}'", "its options are refused").await;
}

#[tokio::test]
async fn entries_without_a_hash_are_still_replayed() {
    let world = World::new().await;
    let id = played(&world, 1).await;
    world.change("UPDATE move SET hash = NULL").await;
    assert_eq!(world.read(move |tx| tx.verify(id)).await, None);
}

#[tokio::test]
async fn ended_and_running_games_are_verified_apart() {
    let world = World::new().await;
    let over = world.game_of_two(1).await;
    world.write(move |tx| play(tx, over, (FIRST, RESIGN), from_millis(300))).await;
    let running = played(&world, 1).await;
    world.change("UPDATE game SET reason = 'spent' WHERE state = 'ended'").await;
    world.change("UPDATE move SET hash = 7 WHERE ply = 3").await;
    let differing = async |part| {
        let stretch = verify(&world, part).await;
        assert_eq!((stretch.games, stretch.after), (1, None));
        stretch.differing
    };
    let [(id, difference)] = differing(Part::Over).await.try_into().unwrap();
    assert!(id == over && matches!(difference, Difference::Derived { column: "reason", .. }), "{difference}");
    let [(id, difference)] = differing(Part::Running).await.try_into().unwrap();
    assert!(id == running && matches!(difference, Difference::Position { ply: 3, .. }), "{difference}");
}

#[tokio::test]
async fn verification_can_be_split_into_small_reads() {
    let world = World::new().await;
    for channel in 1..=5 {
        played(&world, channel).await;
    }
    let (mut after, mut games, mut reads) = (None, 0, 0);
    loop {
        let from = after;
        let stretch = world
            .read(move |tx| {
                let mut left = 2;
                tx.verify_some(Part::Running, from, || {
                    left -= 1;
                    left >= 0
                })
            })
            .await;
        assert!(stretch.games <= 2 && stretch.differing.is_empty());
        games += stretch.games;
        reads += 1;
        after = stretch.after;
        if after.is_none() {
            break;
        }
    }
    assert_eq!((games, reads), (5, 3));
}

#[tokio::test]
async fn game_with_later_rules_cannot_be_opened() {
    let world = World::new().await;
    let id = played(&world, 1).await;
    world.change("UPDATE game SET rules_version = 99").await;
    match world.store.read(move |tx| tx.open(id)).await {
        Err(StoreError::BrokenRecord { ply: 0, why, .. }) => assert!(why.contains("version 99"), "{why}"),
        other => panic!("{:?}", other.map(drop)),
    }
}

#[tokio::test]
async fn game_with_wrong_last_position_cannot_open() {
    for (hash, opens) in [("hash + 1", false), ("-1", false), ("NULL", true)] {
        let world = World::new().await;
        let id = played(&world, 1).await;
        world.change(&format!("UPDATE move SET hash = {hash} WHERE ply = 3")).await;
        match world.store.read(move |tx| tx.open(id)).await {
            Ok(game) => assert!(opens && game.record.len() == 3, "{hash}"),
            Err(error @ StoreError::BrokenRecord { ply: 3, .. }) => {
                assert!(!opens && error.to_string().contains("leads to another position"), "{hash}: {error}");
            }
            Err(error) => panic!("{hash}: {error}"),
        }
        let listed = world.read(|tx| tx.games_of(GUEST.into(), |_, _| Vec::new())).await;
        assert_eq!(listed[0].id, id, "it is still listed");
    }
}

#[tokio::test]
async fn lobbies_are_not_verified() {
    let world = World::new().await;
    world.write(|tx| tx.open_lobby(&crate::world::lobby(9, 0))).await;
    let stretch = verify(&world, Part::Over).await;
    assert_eq!(stretch.games, 0);
    let people = [1.into(), 2.into()];
    world.write(move |tx| start(tx, Kind::Stract, 10.into(), &people)).await;
    assert_eq!(verify(&world, Part::Running).await.games, 1);
}
