//! Tests of each counter, through the use cases.

use clock::DAY;
use data::{GameId, GameState, NewOffer, OfferKind, PlanStep, Vote};
use rules::{PASS, Played};

use super::*;
use crate::{
    error::Error,
    fixture::{ANN, BOB, CID, EVE, Fixture},
    game::{
        clocks::{pause, resume, wait_longer},
        record::commit,
    },
};

const MINUTES_OF_DAY: i64 = 24 * 60;

/// Returns a person's turns, late turns, finished games and games that they left.
async fn counts(world: &Fixture, person: impl Into<PersonId>) -> [u32; 4] {
    let Conduct { turns, late, finished, left, .. } = conduct(world, person).await;
    [turns, late, finished, left]
}

async fn conduct(world: &Fixture, person: impl Into<PersonId>) -> Conduct {
    let (person, at) = (person.into(), world.service.now());
    world.service.store().read(move |tx| tx.conduct(person, at)).await.unwrap()
}

/// Changes a game in a transaction.
async fn change(
    world: &Fixture,
    id: GameId,
    work: impl Fn(&Tx<'_>, &mut Game, Timestamp) -> Result<(), Error> + Send + 'static,
) {
    let at = world.service.now();
    world.service.store().write(move |tx| work(tx, &mut tx.open(id)?, at)).await.unwrap();
}

/// Begins a game of two. Returns the player to move, and the other one.
async fn two(wish: &str) -> (Fixture, GameId, PersonId, PersonId) {
    let world = Fixture::new().await;
    let id = world.begin(wish, &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let other = if mover == ANN.into() { BOB } else { ANN };
    (world, id, mover, other.into())
}

#[tokio::test]
async fn turn_of_several_moves_counts_once() {
    let (world, id, mover, other) = two("semiosphere columns=4 rows=5").await;
    world.play_any(id).await;
    world.play_any(id).await;
    for typed in ["+a3", "+b3", "end"] {
        assert_eq!(world.mover(id).await.0, mover, "the turn is not over");
        world.play(id, typed).await;
    }
    assert_eq!((counts(&world, mover).await, counts(&world, other).await), ([2, 0, 0, 0], [1, 0, 0, 0]));
    assert_eq!(conduct(&world, mover).await.moves(), 2);
}

#[tokio::test]
async fn changed_order_is_the_same_turn() {
    let world = Fixture::new().await;
    let id = world.begin("stract preset=standard", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let legal = world.game(id).await.table.legal(seat);
    for order in [&legal[0], &legal[1]] {
        world.service.play_typed(&world.by(mover), order.clone()).await.unwrap();
    }
    assert_eq!(counts(&world, mover).await, [1, 0, 0, 0]);
}

#[tokio::test]
async fn late_turn_counts_once_and_is_late_once() {
    let (world, id, mover, _) = two("protozoa | 10m/turn soft").await;
    world.pass(11).await;
    assert_eq!(counts(&world, mover).await, [1, 1, 0, 0], "at once, since the player may never return");
    let seat = world.mover(id).await.1;
    change(&world, id, move |tx, game, at| Ok(wait_longer(tx, game, seat, DAY, at)?)).await;
    world.pass(MINUTES_OF_DAY + 1).await;
    assert_eq!(counts(&world, mover).await, [1, 1, 0, 0]);
    world.play_any(id).await;
    assert_eq!(counts(&world, mover).await, [1, 1, 0, 0]);
    assert_eq!(conduct(&world, mover).await.moves(), 1, "a late move has its hour");
    world.play_any(id).await;
    world.play_any(id).await;
    assert_eq!(counts(&world, mover).await, [2, 1, 0, 0], "the next turn is in time");
}

#[tokio::test]
async fn unfinished_turn_can_be_late() {
    let (world, id, mover, _) = two("semiosphere columns=4 rows=5 | 10m/turn soft").await;
    world.play_any(id).await;
    world.play_any(id).await;
    world.play(id, "+a3").await;
    world.pass(11).await;
    assert_eq!(counts(&world, mover).await, [2, 1, 0, 0]);
}

#[tokio::test]
async fn time_out_leaves_and_the_others_finish() {
    let (world, _, late, other) = two("protozoa | 10m/turn hard").await;
    world.pass(11).await;
    assert_eq!(counts(&world, late).await, [1, 1, 0, 1]);
    assert_eq!(counts(&world, other).await, [0, 0, 1, 0]);
}

#[tokio::test]
async fn skipped_turn_is_late_but_does_not_leave() {
    let world = Fixture::new().await;
    let id = world.begin("stract | 10m/turn hard pass", &[BOB]).await;
    let (in_time, _) = world.mover(id).await;
    world.play_any(id).await;
    let (late, _) = world.mover(id).await;
    world.pass(11).await;
    assert_eq!(world.game(id).await.table.turn(), 1);
    assert_eq!((counts(&world, late).await, counts(&world, in_time).await), ([1, 1, 0, 0], [1, 0, 0, 0]));
}

#[tokio::test]
async fn all_late_players_leave() {
    let world = Fixture::new().await;
    let id = world.begin("stract | 10m/turn hard", &[BOB]).await;
    world.pass(11).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
    for person in [ANN, BOB] {
        assert_eq!(counts(&world, person).await, [1, 1, 0, 1]);
    }
}

#[tokio::test]
async fn resignation_finishes_a_game() {
    let (world, id, mover, other) = two("protozoa").await;
    world.play_any(id).await;
    world.play_any(id).await;
    world.service.resign(&world.by(mover), id).await.unwrap();
    assert_eq!((counts(&world, mover).await, counts(&world, other).await), ([1, 0, 1, 0], [1, 0, 1, 0]));
}

#[tokio::test]
async fn called_off_game_is_not_finished() {
    let (world, id, mover, other) = two("protozoa").await;
    world.play_any(id).await;
    world.service.abort(&world.by(mover), id).await.unwrap();
    assert_eq!((counts(&world, mover).await, counts(&world, other).await), ([1, 0, 0, 0], [0; 4]));
}

#[tokio::test]
async fn replaced_player_has_left_once() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    world.play_any(id).await;
    let (gone, seat) = world.mover(id).await;
    let at = world.service.now();
    let new = NewOffer { game: id, kind: OfferKind::Substitute, person: gone, seat: Some(seat), ply: 1, at };
    let offer = world.service.store().write(move |tx| tx.open_offer(&new)).await.unwrap();
    world.service.vote(&world.by(EVE), offer, Vote::Accept).await.unwrap();
    assert_eq!(counts(&world, gone).await, [0, 0, 0, 1]);
    world.play_any(id).await;
    let rest = [ANN, BOB, CID].map(PersonId::from).into_iter().filter(|&person| person != gone);
    for person in rest.clone() {
        world.service.resign(&world.by(person), id).await.unwrap();
    }
    assert_eq!(world.game(id).await.state, GameState::Ended);
    assert_eq!(counts(&world, gone).await, [0, 0, 0, 1], "and has not finished");
    assert_eq!(counts(&world, EVE).await, [1, 0, 1, 0]);
    for person in rest {
        assert_eq!(counts(&world, person).await[2..], [1, 0]);
    }
}

#[tokio::test]
async fn planned_reply_is_a_turn_without_an_hour() {
    let (world, id, mover, planner) = two("protozoa").await;
    let mut table = world.game(id).await.table;
    let first = table.to_act().first().unwrap();
    let played = table.legal(first).last().unwrap().clone();
    table.play(first, &played).unwrap();
    let reply = table.legal(table.to_act().first().unwrap()).last().unwrap().clone();
    let steps = [PlanStep { condition: None, reply: vec![reply] }];
    change(&world, id, move |tx, game, at| {
        tx.add_plan(game.id, planner, &steps, false, at)?;
        Ok(())
    })
    .await;
    world.play_any(id).await;
    assert_eq!(world.game(id).await.record.len(), 2, "the reply is played");
    let (chose, planned) = (conduct(&world, mover).await, conduct(&world, planner).await);
    assert_eq!((chose.turns, chose.moves()), (1, 1));
    assert_eq!((planned.turns, planned.moves()), (1, 0));
}

#[tokio::test]
async fn forced_pass_is_no_turn() {
    let (world, id, mover, _) = two("protozoa").await;
    change(&world, id, |tx, game, at| {
        let seat = game.table.to_act().first().unwrap();
        let pass = PASS.to_owned();
        game.record.push(Played { turn: 0, seat, notation: pass, forced: true, events: Vec::new() });
        Ok(follow(tx, game, 0..1, &LateTurns::of(game), at)?)
    })
    .await;
    assert_eq!(counts(&world, mover).await, [0; 4]);
}

#[tokio::test]
async fn turn_that_is_taken_back_stays_counted() {
    let (world, id, mover, _) = two("protozoa").await;
    world.play_any(id).await;
    change(&world, id, move |tx, game, at| {
        let (stored, seat) = (game.record.len(), game.record[0].seat);
        game.enter(seat, "!back 0").map_err(anyhow::Error::from)?;
        commit(tx, game, stored, at)
    })
    .await;
    assert_eq!(counts(&world, mover).await, [1, 0, 0, 0]);
    world.play_any(id).await;
    assert_eq!(counts(&world, mover).await, [2, 0, 0, 0]);
}

#[tokio::test]
async fn pause_makes_no_turn_late_again() {
    let (world, id, mover, _) = two("protozoa | 10m/turn soft").await;
    change(&world, id, |tx, game, at| Ok(pause(tx, game, at)?)).await;
    world.pass(60).await;
    assert_eq!(counts(&world, mover).await, [0; 4], "the clock is stopped");
    change(&world, id, |tx, game, at| Ok(resume(tx, game, at)?)).await;
    world.pass(11).await;
    assert_eq!(counts(&world, mover).await, [1, 1, 0, 0]);
    change(&world, id, |tx, game, at| Ok(pause(tx, game, at)?)).await;
    world.pass(60).await;
    change(&world, id, |tx, game, at| Ok(resume(tx, game, at)?)).await;
    world.pass(11).await;
    assert_eq!(counts(&world, mover).await, [1, 1, 0, 0]);
}

#[tokio::test]
async fn game_without_a_clock_counts_nothing() {
    let (world, id, mover, other) = two("protozoa | none").await;
    world.play_any(id).await;
    world.service.resign(&world.by(other), id).await.unwrap();
    assert_eq!((counts(&world, mover).await, counts(&world, other).await), ([0; 4], [0; 4]));
}

#[tokio::test]
async fn failed_transaction_counts_nothing() {
    let (world, id, mover, _) = two("protozoa").await;
    let at = world.service.now();
    let work = move |tx: &Tx<'_>| -> Result<(), Error> {
        let mut game = tx.open(id)?;
        let seat = game.table.to_act().first().unwrap();
        let notation = game.table.legal(seat).last().unwrap().clone();
        game.enter(seat, &notation).unwrap();
        commit(tx, &mut game, 0, at)?;
        assert_eq!(tx.conduct(mover, at)?.turns, 1);
        Err(Error::Internal(anyhow::anyhow!("the program is killed here")))
    };
    world.service.store().write(work).await.unwrap_err();
    assert_eq!((counts(&world, mover).await, world.game(id).await.record.len()), ([0; 4], 0));
    world.play_any(id).await;
    assert_eq!((counts(&world, mover).await, world.game(id).await.record.len()), ([1, 0, 0, 0], 1));
}

#[test]
fn hours_of_the_day_have_twelve_counters() {
    let slot =
        |second: i64| hour(Timestamp::from_second(second).unwrap()).iter().position(|&count| count == 1);
    assert_eq!([0, 7_199, 7_200, 86_399, -1].map(slot), [0, 0, 1, 11, 11].map(Some));
}
