//! A game that no longer replays correctly: its players' apology and list, and the status.

use std::time::Duration;

use clock::from_millis;
use data::GameId;
use messages::text;
use play::fixture::{ANN, BOB, Fixture};

use crate::world::post;

/// Imitates a change of the rules: gives the last position of a game another hash.
async fn change_the_rules(world: &Fixture, id: GameId) {
    let play = move |tx: &data::Tx<'_>| {
        let mut game = tx.open(id)?;
        let seat = game.table.to_act().first().unwrap();
        let notation = game.table.legal(seat)[0].clone();
        game.enter(seat, &notation).unwrap();
        game.hashes[0] ^= 1;
        tx.append(&mut game, from_millis(1))
    };
    world.service.store().write(play).await.unwrap();
}

#[tokio::test]
async fn differing_game_is_listed_and_counted() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa | 10m/turn hard", &[BOB]).await;
    change_the_rules(&world, id).await;
    let listed = post(&world, world.service.games(&world.by(ANN)).await).await.card.unwrap().body;
    assert!(listed.contains("Protozoa"), "{listed}");

    let status = async || text::status(&world.service.status(&world.by(ANN), false).await.unwrap(), None);
    assert!(!status().await.contains("petri verify"));
    assert!(world.service.verify_for(Duration::from_secs(60)).await.is_none());
    let words = status().await;
    assert!(words.contains("1 game no longer replays correctly"), "{words}");
}

#[test]
fn apology_says_that_nothing_is_lost() {
    let words = text::broken_record("0123abcd");
    assert!(words.contains("Nothing is lost") && words.contains("`petri verify`"), "{words}");
    assert!(words.contains("0123abcd"), "{words}");
}
