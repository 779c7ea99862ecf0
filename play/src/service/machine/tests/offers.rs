//! Tests of the offers that machines accept and make.

use super::*;

/// Sets what the machine of a game expects, and how often in a row it was about to lose.
async fn expects(world: &Fixture, id: GameId, value: u16, low: u32) {
    let game = world.game(id).await;
    let seat = game.machines().next().unwrap().seat;
    let expectation = data::Expectation { value: Some(value), low };
    world.service.store().write(move |tx| tx.set_expectation(id, seat, expectation)).await.unwrap();
}

/// Plays a turn of Ann and the answers of the machines.
async fn round(world: &Fixture, id: GameId) {
    world.until_a_person_is_to_move(id).await;
    if world.game(id).await.table.outcome().is_none() {
        let safe = world.safe_move(id).await;
        world.play(id, &safe).await;
        world.until_a_person_is_to_move(id).await;
    }
}

async fn offer(world: &Fixture, kind: OfferKind) -> Content {
    ephemeral(world.service.offer(&world.by(ANN), kind).await)
}

#[tokio::test]
async fn take_back_happens_at_once() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa", Level::Spore).await;
    round(&world, id).await;
    let accepted = offer(&world, OfferKind::TakeBack).await;
    assert!(matches!(accepted, Content::Accepted { .. }), "{accepted:?}");
    assert_eq!(world.mover(id).await.0, ANN.into());
    assert_eq!(world.let_machines_move().await, 0);
    assert!(world.game(id).await.record.last().unwrap().notation.starts_with("!back"));
}

#[tokio::test]
async fn calling_off_asks_the_caller_only() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa", Level::Spore).await;
    round(&world, id).await;
    let question = offer(&world, OfferKind::Abort).await;
    assert!(matches!(question, Content::AskAbort(_)), "{question:?}");
    replaced(world.service.abort(&world.by(ANN), id).await);
    assert_eq!(world.game(id).await.state, GameState::Cancelled);
}

#[tokio::test]
async fn machine_that_is_not_ahead_takes_a_late_draw() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa size=10 goal=30", Level::Spore).await;
    round(&world, id).await;
    expects(&world, id, 400, 0).await;
    let declined = offer(&world, OfferKind::Draw).await;
    assert!(matches!(declined, Content::MachineDeclines(_)), "too early: {declined:?}");
    let kind = OfferKind::Draw;
    let again = rejection(world.service.offer(&world.by(ANN), kind).await);
    assert_eq!(again, OfferRejected::RefusedBefore { kind }.into());
    for _ in 0..10 {
        round(&world, id).await;
    }
    expects(&world, id, 501, 0).await;
    let declined = offer(&world, OfferKind::Draw).await;
    assert!(matches!(declined, Content::MachineDeclines(_)), "it is ahead: {declined:?}");
    world.play_any(id).await;
    world.until_a_person_is_to_move(id).await;
    expects(&world, id, 500, 0).await;
    let agreed = offer(&world, OfferKind::Draw).await;
    assert!(matches!(agreed, Content::Accepted { .. }), "{agreed:?}");
    assert_eq!(world.game(id).await.table.outcome().unwrap().reason, AGREED);
}

#[tokio::test]
async fn machine_declines_before_people_are_asked() {
    let world = Fixture::new().await;
    let id = world.open("protozoa players=3 | none", &[]).await;
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.change_machines(&world.by(ANN), id, MachineAct::Add(Level::Spore)).await.unwrap();
    world.service.start(&world.by(ANN), id).await.unwrap();
    let back = world.service.offer(&world.by(ANN), OfferKind::Abort).await.unwrap();
    assert!(matches!(back.content(), Content::AskAbort(_)), "nobody has moved");
    let declined = offer(&world, OfferKind::Draw).await;
    assert!(matches!(declined, Content::MachineDeclines(_)), "people are not even asked: {declined:?}");
    assert_eq!(world.open_offers(id).await, []);
}

/// Lets the machine of a game make a turn after which it expects nothing, for the third time.
async fn hopeless(world: &Fixture, id: GameId) {
    if world.mover(id).await.0 == ANN.into() {
        world.play_any(id).await;
    }
    expects(world, id, 0, 2).await;
    let problem = claimed(world).await;
    let turn = engine::Thought { value: 0, ..thought(&problem) };
    world.service.enter_thought(problem.thought, turn).await.unwrap();
}

#[tokio::test]
async fn strong_machine_offers_to_resign() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa size=10", Level::Hunter).await;
    hopeless(&world, id).await;
    let open = world.open_offers(id).await;
    assert_eq!(open.iter().map(|offer| offer.kind).collect::<Vec<_>>(), [OfferKind::Resign]);
    let press = world.service.vote(&world.by(ANN), open[0].id, Vote::Accept).await;
    assert_eq!(shown_offer(replaced(press)).ending, Some(Ending::Accepted));
    let game = world.game(id).await;
    assert_eq!(game.record.last().unwrap().notation, RESIGN);
    assert_eq!(
        game.table.outcome().unwrap().ranking.place(game.seats_of(ANN.into()).first().unwrap()),
        Some(1)
    );
}

#[tokio::test]
async fn declined_resignation_is_not_repeated_soon() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa size=10", Level::Hunter).await;
    hopeless(&world, id).await;
    let open = world.open_offers(id).await;
    world.service.vote(&world.by(ANN), open[0].id, Vote::Decline).await.unwrap();
    assert!(!world.outbox().await.is_empty());
    hopeless(&world, id).await;
    assert_eq!(world.open_offers(id).await, []);
}

#[tokio::test]
async fn resignation_lapses_when_the_machine_recovers() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa size=10", Level::Hunter).await;
    hopeless(&world, id).await;
    world.play_any(id).await;
    let problem = claimed(&world).await;
    let turn = engine::Thought { value: 300, ..thought(&problem) };
    world.service.enter_thought(problem.thought, turn).await.unwrap();
    assert_eq!(world.open_offers(id).await, []);
}

#[tokio::test]
async fn weak_machine_plays_to_the_end() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa size=10", Level::Grazer).await;
    hopeless(&world, id).await;
    assert_eq!(world.open_offers(id).await, []);
}

#[tokio::test]
async fn second_player_reads_that_a_machine_declines() {
    let world = Fixture::new().await;
    let id = world.open("protozoa players=3 size=10 | none", &[]).await;
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.change_machines(&world.by(ANN), id, MachineAct::Add(Level::Spore)).await.unwrap();
    world.service.start(&world.by(ANN), id).await.unwrap();
    // The machine would have accepted when Ann made the offer, and no longer does when Bob answers.
    let kind = OfferKind::Draw;
    let open = move |tx: &Tx<'_>| {
        let at = jiff::Timestamp::UNIX_EPOCH;
        tx.open_offer(&NewOffer { game: id, kind, person: ANN.into(), seat: None, ply: 0, at })
    };
    world.service.store().write(open).await.unwrap();
    let response = ephemeral(world.service.offer(&world.by(BOB), kind).await);
    assert!(matches!(response, Content::MachineDeclines(_)), "{response:?}");
    assert_eq!(world.open_offers(id).await, []);
}
