//! Several players at once.

use clock::from_millis;
use data::{StoreError, Tx};
use rand::{SeedableRng as _, rngs::StdRng};
use rules::Seat;
use tokio::task::JoinSet;

use crate::world::{World, play, random_entry};

const RACERS: usize = 16;

/// All players saw the same position, and each plays another move from it.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_many_moves_for_a_ply_wins() {
    let world = World::new().await;
    let id = world.game_of_two(2).await;
    let seen = world.open(id).await;
    let mut racers = JoinSet::new();
    for notation in seen.table.legal(Seat::FIRST).into_iter().take(RACERS) {
        let (store, game) = (world.store.clone(), seen.clone());
        racers.spawn(async move {
            let played = notation.clone();
            let append = move |tx: &Tx<'_>| {
                let mut game = game.clone();
                game.enter(Seat::FIRST, &played).unwrap();
                tx.append(&mut game, from_millis(1))
            };
            store.write(append).await.map(|()| notation)
        });
    }
    let (won, lost): (Vec<_>, Vec<_>) = racers.join_all().await.into_iter().partition(Result::is_ok);
    assert_eq!((won.len(), lost.len()), (1, RACERS - 1));
    for refused in lost {
        assert!(
            matches!(refused, Err(StoreError::Database(_) | StoreError::NotCommitted { .. })),
            "{refused:?}"
        );
    }
    let winner = won[0].as_ref().unwrap();
    assert_eq!(world.record(id).await, [format!("1:{winner}")]);
    assert_eq!(world.open(id).await.table.ply(), 1);
}

/// All players look first, inside the transaction, and the slower ones see the faster move.
#[tokio::test(flavor = "multi_thread")]
async fn slower_player_sees_the_faster_move() {
    let world = World::new().await;
    let id = world.game_of_two(2).await;
    let mut racers = JoinSet::new();
    for _ in 0..RACERS {
        let store = world.store.clone();
        racers.spawn(async move {
            let race = store.write(move |tx| {
                if tx.open(id)?.table.ply() > 0 {
                    return Ok::<_, StoreError>(false);
                }
                play(tx, id, (Seat::FIRST, "p@f4"), from_millis(1)).map(|_| true)
            });
            race.await.unwrap()
        });
    }
    assert_eq!(racers.join_all().await.into_iter().filter(|&won| won).count(), 1);
    assert_eq!(world.record(id).await, ["1:p@f4"]);
}

/// Every later read sees an acknowledged write.
#[tokio::test(flavor = "multi_thread")]
async fn reads_see_acknowledged_writes() {
    let world = World::new().await;
    let mut players = JoinSet::new();
    for channel in 0..RACERS as u64 {
        let id = world.game_of_two(channel).await;
        let store = world.store.clone();
        players.spawn(async move {
            let mut random = StdRng::seed_from_u64(channel);
            let mut table = store.read(move |tx| tx.open(id)).await.unwrap().table;
            while let Some((seat, notation)) = random_entry(&table, &mut random).filter(|_| table.ply() < 30)
            {
                table.play(seat, &notation).unwrap();
                store.write(move |tx| play(tx, id, (seat, &notation), from_millis(1))).await.unwrap();
                assert_eq!(store.read(move |tx| tx.open(id)).await.unwrap().table, table);
            }
        });
    }
    assert_eq!(players.join_all().await.len(), RACERS);
}
