//! Everything but the record follows from the record.

use std::path::Path;

use data::{GameId, PersonId, Time};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use rules::{Kind, RESIGN, Seat, Table};

use crate::world::{World, play, random_entry, side_door, start};

const GAMES: u64 = 12;

/// Plays up to `most` random entries, storing each.
async fn play_random(world: &World, id: GameId, most: usize, random: &mut StdRng) {
    for at in 0..most {
        let Some((seat, notation)) = random_entry(&world.open(id).await.table, random) else { break };
        let at = Time(1000 + at as i64);
        world.write(move |tx| play(tx, id, (seat, &notation), at)).await;
    }
}

/// The derived columns of all games.
fn derived(path: &Path) -> Vec<(u64, String)> {
    let sql = side_door(path);
    let mut query = sql
        .prepare(
            "SELECT id, concat_ws('|', state, ended, ply, ranking, reason,
                    (SELECT group_concat(seat || '=' || waiting) FROM seat WHERE game = id))
             FROM game ORDER BY id",
        )
        .unwrap();
    let rows = query.query_map([], |row| Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

#[tokio::test]
async fn random_games_of_all_kinds_are_rebuilt_as_they_were() {
    let world = World::new().await;
    let mut random = StdRng::seed_from_u64(1);
    let mut channel = 0;
    for &kind in Kind::ALL {
        for nth in 0..GAMES {
            let counts = kind.about().seats;
            let people: Vec<PersonId> =
                (10..).take(counts[nth as usize % counts.len()].into()).map(PersonId::from).collect();
            channel += 1;
            let id = world.write(move |tx| start(tx, kind, channel.into(), &people)).await;
            // Some end, some are left in the middle.
            let most = if nth % 2 == 0 { 400 } else { random.random_range(0..60) };
            play_random(&world, id, most, &mut random).await;
        }
    }
    let written = derived(&world.path);
    assert!(written.iter().any(|(_, row)| row.starts_with("ended")));
    assert!(written.iter().any(|(_, row)| row.starts_with("running")));

    side_door(&world.path)
        .execute_batch(
            "UPDATE game SET state = iif(state = 'ended', 'running', 'ended'), ended = 5, ply = 999,
                             ranking = 'wrong', reason = 'wrong';
             UPDATE seat SET waiting = 1 - waiting;",
        )
        .unwrap();
    assert!(derived(&world.path).iter().zip(&written).all(|(now, before)| now != before));
    for (id, _) in written.clone() {
        world.write(move |tx| tx.rebuild(id.into())).await;
    }
    assert_eq!(derived(&world.path), written);
}

#[tokio::test]
async fn an_ended_game_is_rebuilt_beside_a_later_one() {
    let world = World::new().await;
    let ended = world.game_of_two(1).await;
    world.write(move |tx| play(tx, ended, (Seat::FIRST, RESIGN), Time(5))).await;
    world.game_of_two(1).await;
    let written = derived(&world.path);
    world.write(move |tx| tx.rebuild(ended)).await;
    assert_eq!(derived(&world.path), written);
}

#[tokio::test]
async fn a_stored_game_replays_to_the_same_table() {
    let world = World::new().await;
    let mut random = StdRng::seed_from_u64(2);
    for (channel, &kind) in (1..).zip(Kind::ALL) {
        let count = usize::from(kind.about().seats[0]);
        let people: Vec<PersonId> = (10..).take(count).map(PersonId::from).collect();
        let id = world.write(move |tx| start(tx, kind, channel.into(), &people)).await;
        let options = world.open(id).await.options;
        let mut table = Table::new(kind, &options).unwrap();
        while let Some((seat, notation)) = random_entry(&table, &mut random).filter(|_| table.ply() < 80) {
            table.play(seat, &notation).unwrap();
            world.write(move |tx| play(tx, id, (seat, &notation), Time(1))).await;
            assert_eq!(world.open(id).await.table, table);
        }
    }
}
