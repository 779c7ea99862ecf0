//! Plans that pass until something happens.

use data::PassUntil;
use rules::{END, PASS};

use super::*;

fn passing(until: PassUntil) -> Wished {
    Wished { pass: Some(until), ..Wished::default() }
}

/// Begins a game of Parasites between three people whose queens are placed. Returns it with the player so many turns after the one to
/// move.
async fn parasites(world: &Fixture, after: usize) -> (GameId, PersonId) {
    let id = world.begin("parasites", &[BOB, CID]).await;
    while world.game(id).await.record.len() < 3 {
        world.play_any(id).await;
    }
    let (_, seat) = world.mover(id).await;
    let game = world.game(id).await;
    let planner = (0..after).fold(seat, |seat, _| seat.next(3));
    (id, game.person_in(planner).unwrap())
}

async fn plan(world: &Fixture, by: PersonId, until: PassUntil) -> PlanChange {
    listed(ephemeral(world.service.plan(&world.by(by), passing(until)).await)).1
}

/// Returns the kinds of plans that are left.
async fn left(world: &Fixture, id: GameId) -> Vec<PassUntil> {
    let plans = world.service.store().read(move |tx| tx.plans(id)).await.unwrap();
    plans.into_iter().filter_map(|plan| plan.pass).collect()
}

#[tokio::test]
async fn plan_passes_in_every_turn() {
    let world = Fixture::new().await;
    let (id, planner) = parasites(&world, 1).await;
    assert_eq!(plan(&world, planner, PassUntil::Capture).await, PlanChange::Passing(PassUntil::Capture));
    // The others create something in every turn, far from everybody.
    for _ in 0..2 {
        let (first, _) = world.mover(id).await;
        while world.mover(id).await.0 == first {
            let (_, seat) = world.mover(id).await;
            let legal = world.game(id).await.table.legal(seat);
            let wanted = legal.iter().find(|mv| mv.ends_with("=b")).or(legal.iter().find(|mv| *mv == END));
            world.play(id, wanted.unwrap()).await;
        }
        assert_ne!(world.mover(id).await.0, planner, "their turn was passed");
    }
    let passes = world.game(id).await.record.iter().filter(|entry| entry.notation == PASS).count();
    assert!(passes >= 1, "{}", world.notations(id).await);
    assert_eq!(left(&world, id).await, [PassUntil::Capture], "the plan stays");
}

#[tokio::test]
async fn plan_that_passes_never_ends_the_game() {
    let world = Fixture::new().await;
    let (id, planner) = parasites(&world, 2).await;
    plan(&world, planner, PassUntil::Capture).await;
    world.notices().await;
    world.play(id, PASS).await;
    world.play(id, PASS).await;
    // A third pass in a row would end the game.
    assert_eq!(world.mover(id).await.0, planner);
    assert_eq!(left(&world, id).await, []);
    let notices = world.notices().await;
    let [(person, notice)] = &notices[..] else { panic!("{notices:?}") };
    assert_eq!((*person, news(notice)), (planner, &[PlanNews::Ends(vec![PASS.to_owned()])][..]));
}

#[tokio::test]
async fn change_of_squares_ends_a_plan_that_passes() {
    let world = Fixture::new().await;
    let (id, planner) = parasites(&world, 1).await;
    plan(&world, planner, PassUntil::Change).await;
    world.notices().await;
    let scores = async || {
        let game = world.game(id).await;
        let seat = game.seats_of(planner).first().unwrap();
        game.table.game().scores()[seat.index()]
    };
    let before = scores().await;
    for _ in 0..400 {
        if left(&world, id).await.is_empty() || world.game(id).await.table.outcome().is_some() {
            break;
        }
        let (_, seat) = world.mover(id).await;
        let legal = world.game(id).await.table.legal(seat);
        let wanted = legal.iter().find(|mv| mv.contains('+')).or(legal.iter().find(|mv| *mv == END));
        world.play(id, wanted.unwrap_or(&legal[0])).await;
    }
    assert_ne!(scores().await, before);
    let notices = world.notices().await;
    let happened = |(person, notice): &(PersonId, Notice)| {
        *person == planner && news(notice).contains(&PlanNews::Happened(PassUntil::Change))
    };
    assert!(notices.iter().any(happened), "{notices:?}");
}

#[tokio::test]
async fn other_plans_replace_one_that_passes() {
    let world = Fixture::new().await;
    let (id, planner) = parasites(&world, 1).await;
    plan(&world, planner, PassUntil::Capture).await;
    plan(&world, planner, PassUntil::Change).await;
    assert_eq!(left(&world, id).await, [PassUntil::Change]);
    listed(world.planned(planner, "if pass then pass").await);
    assert_eq!(left(&world, id).await, []);
    plan(&world, planner, PassUntil::Change).await;
    assert_eq!(world.plans(id).await, [""], "a plan that passes has no steps");
    let both = Wished { next: Some(PASS.to_owned()), ..passing(PassUntil::Change) };
    let refused = rejection(world.service.plan(&world.by(planner), both).await);
    assert_eq!(refused, PlanRejected::OneOfBoth.into());

    let protozoa = Fixture::new().await;
    let other = protozoa.begin("protozoa", &[BOB]).await;
    let waiting = if protozoa.mover(other).await.0 == PersonId::from(ANN) { BOB } else { ANN };
    let refused = rejection(protozoa.service.plan(&protozoa.by(waiting), passing(PassUntil::Change)).await);
    assert_eq!(refused, PlanRejected::NoWaiting.into());
}
