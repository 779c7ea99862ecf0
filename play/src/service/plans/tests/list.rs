//! A player's own plans: typing them, building them from menus, listing and dropping them, and that no one else sees them.

use super::*;
use crate::{
    limits::chance,
    rejected::{PlanRejected, Rejected},
    service::sentence::words,
};

#[tokio::test]
async fn new_line_replaces_lines_it_contradicts() {
    let (world, id, _, planner) = game("protozoa").await;
    for (line, says, plans) in [
        ("if p@f4 then p@a1", "✅ Planned", 1),
        ("if p@f4 then p@a1, if p@b2 then p@c7", "✅ Planned", 1),
        ("if P@F4 then p@a1", "✅ Planned", 1),
        ("if p@f4 then p@a1, if p@b2 then p@c6", "replaces if `p@f4` then `p@a1`, if `p@b2`", 1),
        ("if p@f4 then p@a1, if p@d2 then p@c6", "✅ Planned", 2),
        ("if p@f4 then p@a2", "replaces 2 other plans", 1),
        ("next p@a2", "✅ Planned", 2),
        ("next p@a3", "replaces whatever then `p@a2`", 2),
    ] {
        let said = world.planned(planner, line).await.content;
        assert!(said.contains(says), "{line}: {said}");
        assert_eq!(world.plans(id).await.len(), plans, "{line}");
    }
    for (index, row) in (1..=8).flat_map(|row| ["a", "b"].map(|col| format!("{col}{row}"))).enumerate() {
        let plan = world.plan(planner, &format!("if p@{row} then p@h8")).await;
        match world.plans(id).await.len() {
            10 if index >= 8 => {
                assert_eq!(rejection(plan), PlanRejected::TooManyPlans { most: 10 }.into());
            }
            _ => drop(plan.unwrap()),
        }
    }
    assert_eq!(world.plans(id).await.len(), 10);
}

fn draft_of(post: &Post) -> Draft {
    let found = post.rows.iter().find_map(|row| match row {
        Row::Menu(Menu { action: Action::PickPlan { draft, .. }, .. }) => Some(*draft),
        _ => None,
    });
    found.unwrap()
}

/// Picks a move from an open picker by the last choice of each menu. The move does not end the game.
async fn pick(world: &Fixture, by: PersonId, id: GameId, mut picker: Post) -> (String, Post) {
    let (draft, mut path) = (draft_of(&picker), Vec::new());
    loop {
        let value = menu(&picker).last().unwrap().1.to_owned();
        if let Some(notation) = value.strip_prefix(PLAY) {
            let answer = world.service.pick_for_plan(&world.by(by), id, draft, notation.to_owned()).await;
            return (notation.to_owned(), replaced(answer));
        }
        path.push(value.strip_prefix(GROUP).unwrap().parse().unwrap());
        picker = replaced(world.service.browse_for_plan(&world.by(by), id, draft, path.clone()).await);
        assert!(buttons(&picker).contains(&"Start over"));
        let is_menu = |button: &Button| matches!(button.action, Action::PickPlan { .. });
        let shares = |row: &Row| matches!(row, Row::Buttons(all) if all.iter().any(is_menu));
        assert!(!picker.rows.iter().any(shares), "a button and a menu share an id");
    }
}

#[tokio::test]
async fn plan_is_built_from_menus() {
    let (world, id, _, planner) = game("protozoa").await;
    let service = &world.service;
    let panel = world.planned(planner, "").await;
    assert!(panel.content.contains("You have no plans") && buttons(&panel) == ["New plan"]);
    let picker = replaced(service.new_plan(&world.by(planner), id).await);
    assert_eq!(buttons(&picker), ["Whatever they play", "My plans"]);
    let (theirs, reply) = pick(&world, planner, id, picker.clone()).await;
    assert!(reply.content.contains(&format!("if `{theirs}` …")), "{}", reply.content);
    assert_eq!(buttons(&reply), ["My plans"]);
    let (mine, panel) = pick(&world, planner, id, reply.clone()).await;
    assert_eq!(world.plans(id).await, [format!("if {theirs} then {mine}")]);
    assert_eq!(buttons(&panel), ["New plan"]);

    // An old menu may still be on the screen.
    let late = service.pick_for_plan(&world.by(planner), id, draft_of(&reply), mine.clone()).await;
    assert!(replaced(late).content.starts_with(text::PLAN_GONE));

    let plan = menu(&panel)[0].1.to_owned();
    let picker = replaced(service.extend_plan(&world.by(planner), id, &plan).await);
    let whatever = match action(&picker, "Whatever they play") {
        Action::PlanWhatever(_, draft) => draft,
        other => panic!("{other:?}"),
    };
    let picker = replaced(service.pick_for_plan(&world.by(planner), id, whatever, WHATEVER.to_owned()).await);
    assert_eq!(buttons(&picker), ["My plans"]);
    let (last, panel) = pick(&world, planner, id, picker).await;
    assert_eq!(world.plans(id).await, [format!("if {theirs} then {mine}, whatever then {last}")]);
    let lines: Vec<&str> = menu(&panel).into_iter().map(|line| line.0).collect();
    assert_eq!(lines.len(), 1, "the plan cannot be continued: {lines:?}");

    world.planned(planner, "next p@h8").await;
    let panel = replaced(service.drop_plan(&world.by(planner), id, posts::ALL_PLANS).await);
    assert!(panel.content.starts_with(text::PLAN_REMOVED) && world.plans(id).await.is_empty());
    let gone = replaced(service.extend_plan(&world.by(planner), id, &plan).await);
    assert!(gone.content.starts_with(text::PLAN_GONE));
}

#[tokio::test]
async fn draft_is_never_played_and_ends_next_move() {
    let (world, id, _, planner) = game("protozoa").await;
    let picker = world.planned(planner, "if p@f4").await;
    world.play(id, "p@f4").await;
    assert_eq!(world.told(id).await, "p@f4");
    assert_eq!(world.notices().await, [], "the draft was no plan");
    world.play(id, "p@a1").await;
    let late =
        world.service.pick_for_plan(&world.by(planner), id, draft_of(&picker), "p@b2".to_owned()).await;
    assert!(replaced(late).content.starts_with(text::PLAN_GONE));
}

#[tokio::test]
async fn plans_of_others_cannot_be_seen_or_changed() {
    let (world, id, mover, planner) = game("parasites").await;
    world.play_any(id).await;
    world.play_any(id).await;
    let plan = world.planned(planner, "next pass").await;
    let value = menu(&plan)[0].1.to_owned();
    let third = EVE.into();
    for by in [mover, third] {
        let service = &world.service;
        for answer in [
            service.plans(&world.by(by), id).await,
            service.new_plan(&world.by(by), id).await,
            service.extend_plan(&world.by(by), id, &value).await,
            service.drop_plan(&world.by(by), id, &value).await,
            service
                .pick_for_plan(
                    &world.by(by),
                    id,
                    Draft { plan: value.parse::<i64>().unwrap().into(), words: 2 },
                    "pass".to_owned(),
                )
                .await,
        ] {
            let why = rejection(answer);
            let shows_none =
                matches!(why, Rejected::NotPlaying { .. } | Rejected::Plan(PlanRejected::YourMove));
            assert!(shows_none, "{why:?}");
        }
    }
    // In a game of three another player may also plan, and sees only their own plans.
    let world = Fixture::new().await;
    let id = world.begin("parasites", &[BOB, CID]).await;
    for _ in 0..3 {
        world.play_any(id).await;
    }
    let players = world.game(id).await.players;
    let plan = world.planned(players[1].person, "next pass").await;
    let value = menu(&plan)[0].1.to_owned();
    let by = world.by(players[2].person);
    let panel = replaced(world.service.drop_plan(&by, id, &value).await);
    assert!(panel.content.contains("You have no plans"), "{}", panel.content);
    let gone = replaced(world.service.extend_plan(&by, id, &value).await);
    assert!(gone.content.starts_with(text::PLAN_GONE));
    assert_eq!(world.plans(id).await, ["whatever then pass"]);
}

#[tokio::test]
async fn completion_works_for_both_sides() {
    let (world, id, mover, planner) = game("protozoa").await;
    let complete = async |by: PersonId, field: Field, condition: &str, typed: &str| {
        let wished = match field {
            Field::Condition => Wished { condition: Some(typed.to_owned()), ..Wished::default() },
            Field::Reply => {
                Wished { condition: Some(condition.to_owned()), reply: Some(typed.to_owned()), next: None }
            }
            Field::Next => Wished { next: Some(typed.to_owned()), ..Wished::default() },
        };
        world.service.complete_plan(&world.by(by), field, wished).await.unwrap()
    };
    let values = |choices: &[Choice]| choices.iter().map(|choice| choice.value.clone()).collect::<Vec<_>>();

    let theirs = complete(planner, Field::Condition, "", "p@f4").await;
    assert_eq!(values(&theirs), ["p@f4"]);
    let words = theirs[0].label.clone();
    assert!(words.starts_with("p@f4 · "), "{words}");
    assert!(
        complete(planner, Field::Condition, "", "p@f4 ").await.is_empty(),
        "the others' turn is complete"
    );
    for condition in ["p@f4", words.as_str()] {
        assert!(
            complete(planner, Field::Reply, condition, "p@f4").await.is_empty(),
            "the square is occupied"
        );
        assert_eq!(values(&complete(planner, Field::Reply, condition, "p@a1").await), ["p@a1"]);
        assert!(complete(planner, Field::Reply, condition, "p@a1 ").await.is_empty());
        let deeper = complete(planner, Field::Reply, condition, "p@a1, if p@b2").await;
        assert_eq!(values(&deeper), ["p@a1, if p@b2"]);
        let mut line = Wished { condition: Some(condition.to_owned()), ..Wished::default() };
        line.reply = Some(format!("{} then p@c7", deeper[0].label));
        ephemeral(world.service.plan(&world.by(planner), line).await);
        assert_eq!(world.plans(id).await, ["if p@f4 then p@a1, if p@b2 then p@c7"]);
    }
    assert!(complete(planner, Field::Reply, "", "p@").await.is_empty(), "if what?");
    assert_eq!(values(&complete(planner, Field::Next, "", "p@f4").await), ["p@f4"]);
    for by in [mover, EVE.into()] {
        assert!(complete(by, Field::Next, "", "p@").await.is_empty());
    }
}

#[tokio::test]
async fn receipt_of_a_turn_offers_a_plan() {
    let (world, id, _, _) = game("protozoa").await;
    let receipt = world.play(id, "p@f4").await;
    assert_eq!(buttons(&receipt), ["Plan ahead"]);
    let stract = Fixture::new().await;
    let id = stract.begin("stract", &[BOB]).await;
    let (by, seat) = stract.mover(id).await;
    let order = stract.game(id).await.table.legal(seat)[0].clone();
    let receipt = ephemeral(stract.service.play_typed(&stract.by(by), order).await);
    assert!(!buttons(&receipt).contains(&"Plan ahead"));
}

/// A random line reads the same after it was written as text.
#[test]
fn lines_round_trip_as_text() {
    let mut deepest = 0;
    for &kind in Kind::ALL.iter().filter(|kind| !kind.is_simultaneous()) {
        let table = rules::Table::new(kind, &rules::Options::new()).unwrap();
        let me = SeatSet::one(Seat::new(2).unwrap());
        let (mut ahead, mut choose) = (Ahead::new(&table, me), chance(7));
        let mut steps = Vec::new();
        while steps.len() < MOST_STEPS {
            let mut offers = ahead.legal_moves();
            let first = choose(offers.len());
            offers.rotate_left(first);
            let next = offers.iter().find_map(|offer| {
                let mut next = ahead.clone();
                // No step can follow a winning move, and plans reject other moves that end the game.
                next.read(&offer.notation)
                    .is_ok()
                    .then_some(next)
                    .filter(|next| !next.legal_moves().is_empty())
            });
            // The game is over before that.
            let Some(next) = next else { break };
            ahead = next;
            if ahead.complete() {
                steps = ahead.steps().to_vec();
            }
        }
        assert!(!steps.is_empty(), "{kind}");
        deepest = deepest.max(steps.len());
        let written = text::plan_in_plain(&steps);
        let mut read = Ahead::new(&table, me);
        for word in words(&written) {
            read.read(word).unwrap();
        }
        assert_eq!(read.steps(), steps, "{kind}: {written}");
        assert!(steps.len() < MOST_STEPS || read.read(IF) == Err(Misfit::TooDeep));
        assert!(Ahead::along(&table, me, &steps).unwrap().complete());
    }
    assert_eq!(deepest, MOST_STEPS);
}
