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

#[tokio::test]
async fn machine_at_the_table_counts_as_an_opponent() {
    let world = Fixture::new().await;
    let id = world.open("protozoa players=3 | 10m/turn soft", &[]).await;
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.change_machines(&world.by(ANN), id, MachineAct::Add(Level::Hunter)).await.unwrap();
    world.service.start(&world.by(ANN), id).await.unwrap();
    world.until_a_person_is_to_move(id).await;
    let (late, _) = world.mover(id).await;
    world.pass(11).await;
    let (game, question) = (world.game(id).await, world.open_offers(id).await.remove(0));
    assert!(
        crate::game::overdue::choices(&game, &question).contains(&Vote::Open),
        "the game goes on with the machine"
    );
    let other = if late == ANN.into() { BOB } else { ANN };
    assert_eq!(crate::game::overdue::choosers(&game, &question), [other.into()], "machines choose nothing");
    replaced(world.service.vote(&world.by(other), question.id, Vote::Claim).await);
    assert_eq!(world.game(id).await.state, GameState::Running);
}

#[tokio::test]
async fn substitute_of_a_machine_keeps_to_the_limit() {
    let world = Fixture::new().await;
    let there = |person: u64, channel: u64| Caller { channel: channel.into(), ..world.by(person) };
    for channel in [1, 2] {
        world.try_with_machines(&there(EVE, channel), "protozoa", Level::Spore, &[]).await.unwrap();
    }
    let spore = machine(Level::Spore).person();
    for (players, channel, is_over) in [(2, 3, false), (3, 4, true)] {
        let wish = format!("protozoa players={players}");
        world.try_with_machines(&there(ANN, channel), &wish, Level::Spore, &[]).await.unwrap();
        world.service.open_seat(&there(ANN, channel), spore, false).await.unwrap();
        let id = world.service.store().read(move |tx| tx.game_in(channel.into())).await.unwrap().unwrap().0;
        let open = world.open_offers(id).await.remove(0);
        let taken = world.service.vote(&there(EVE, channel), open.id, Vote::Accept).await;
        if is_over {
            let limit = rejection(taken);
            assert!(
                matches!(limit, Rejected::Machine(MachineRejected::GamesOfPerson { person: None, .. })),
                "{limit:?}"
            );
        } else {
            assert!(!world.game(id).await.has_machines(), "no machine is left there");
            taken.unwrap();
        }
    }
}
