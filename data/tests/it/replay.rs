//! All other columns follow from the record.

use clock::from_millis;
use data::{Difference, GameId, Part, PersonId, Stretch};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use rules::{Kind, Table};

use crate::world::{World, play, random_entry, start};

const GAMES: u64 = 12;

/// Plays up to `most` random entries and stores each.
async fn play_random(world: &World, id: GameId, most: usize, random: &mut StdRng) {
    for at in 0..most {
        let Some((seat, notation)) = random_entry(&world.open(id).await.table, random) else { break };
        let at = from_millis(1000 + at as i64);
        world.write(move |tx| play(tx, id, (seat, &notation), at)).await;
    }
}

/// Verifies all games of a part.
async fn verify(world: &World, part: Part) -> Stretch {
    world.read(move |tx| tx.verify_some(part, None, || true)).await
}

#[tokio::test]
async fn random_games_agree_with_their_records() {
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
            // Some games end, and some are left in the middle.
            let most = if nth % 2 == 0 { 400 } else { random.random_range(0..60) };
            play_random(&world, id, most, &mut random).await;
        }
    }
    let mut all = 0;
    for part in [Part::Running, Part::Over] {
        let stretch = verify(&world, part).await;
        assert!(stretch.games > 0 && stretch.differing.is_empty(), "{stretch:?}");
        all += u64::from(stretch.games);
    }
    assert_eq!(all, channel);
    world.change("UPDATE seat SET waiting = 1 - waiting").await;
    for part in [Part::Running, Part::Over] {
        let stretch = verify(&world, part).await;
        assert_eq!(stretch.differing.len(), stretch.games as usize);
        let of_seats = |found: &Difference| matches!(found, Difference::Derived { column: "waiting", .. });
        assert!(stretch.differing.iter().all(|(_, found)| of_seats(found)), "{stretch:?}");
    }
}

#[tokio::test]
async fn stored_game_replays_to_the_same_table() {
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
            world.write(move |tx| play(tx, id, (seat, &notation), from_millis(1))).await;
            assert_eq!(world.open(id).await.table, table);
        }
    }
}
