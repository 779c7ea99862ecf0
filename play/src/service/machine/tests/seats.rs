//! Seats that pass between people and machines.

use super::*;

#[tokio::test]
async fn person_takes_over_the_seat_of_a_machine() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa | 3d/turn", Level::Spore).await;
    let spore = machine(Level::Spore).person();
    let seat = world.game(id).await.seats_of(spore).first().unwrap();
    let offered = async || {
        ephemeral(world.service.open_seat(&world.by(ANN), spore, false).await);
        world.open_offers(id).await.remove(0)
    };
    let kept = offered().await;
    let no = world.service.vote(&world.by(ANN), kept.id, Vote::Decline).await;
    assert_eq!(shown_offer(replaced(no)).ending, Some(Ending::Declined));
    let open = offered().await;
    replaced(world.service.vote(&world.by(EVE), open.id, Vote::Accept).await);
    let game = world.game(id).await;
    assert_eq!((game.person_in(seat), game.has_machines()), (Some(EVE.into()), false));
    assert!(game.clocks.of(seat).is_some(), "the new player has a clock");
    let runs = game.clocks.seats.iter().filter(|clock| clock.clock.since.is_some()).count();
    assert_eq!(runs, 1);
    assert_eq!(world.let_machines_move().await, 0);
    world.play_any(id).await;
    world.play_any(id).await;
}

/// Returns a game of these people in which the player to move is late, with that player.
async fn late(world: &Fixture, others: &[u64]) -> (GameId, PersonId) {
    let id = world.begin("protozoa | 10m/turn soft", others).await;
    for _ in 0..=others.len() {
        world.play_any(id).await;
    }
    let (late, _) = world.mover(id).await;
    world.pass(11).await;
    (id, late)
}

#[tokio::test]
async fn machine_plays_on_for_a_late_player() {
    let world = Fixture::new().await;
    let (id, late) = late(&world, &[BOB]).await;
    let other = if late == ANN.into() { BOB } else { ANN };
    let question = world.open_offers(id).await.remove(0);
    replaced(world.service.vote(&world.by(other), question.id, Vote::Machine).await);
    let game = world.game(id).await;
    let hunter = machine(Level::Hunter).person();
    let seat = game.seats_of(hunter).first().expect("a Hunter has the seat");
    assert!(game.clocks.of(seat).is_none() && game.seats_of(late).is_empty());
    assert_eq!(world.let_machines_move().await, 1);
    assert_eq!(world.mover(id).await.0, other.into());
    world.service.resign(&world.by(other), id).await.unwrap();
    let changes = world.service.store().read(move |tx| tx.ratings().changes_of(id)).await.unwrap();
    let changed: Vec<PersonId> = changes.iter().map(|change| change.person).collect();
    assert_eq!(changed, [late], "only the player who was late is rated");
    assert!(changes[0].after.shown() < changes[0].before.shown(), "as last");
}

#[tokio::test]
async fn majority_chooses_that_a_machine_plays_on() {
    let world = Fixture::new().await;
    let (id, late) = late(&world, &[BOB, CID]).await;
    let others: Vec<u64> = [ANN, BOB, CID].into_iter().filter(|&person| late != person.into()).collect();
    let question = world.open_offers(id).await.remove(0);
    replaced(world.service.vote(&world.by(others[0]), question.id, Vote::Machine).await);
    assert!(!world.game(id).await.has_machines(), "one of two is no majority");
    replaced(world.service.vote(&world.by(others[1]), question.id, Vote::Machine).await);
    assert!(world.game(id).await.has_machines());
    assert_eq!(world.let_machines_move().await, 1);
}
