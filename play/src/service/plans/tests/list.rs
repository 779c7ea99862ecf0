//! A player's own plans: typing them, building them from menus, listing and dropping them, and that no one else sees them.

use super::*;

#[tokio::test]
async fn new_line_replaces_lines_it_contradicts() {
    let (world, id, _, planner) = game("protozoa").await;
    for (line, gone, plans) in [
        ("if p@f4 then p@a1", vec![], 1),
        ("if p@f4 then p@a1, if p@b2 then p@c7", vec![], 1),
        ("if P@F4 then p@a1", vec![], 1),
        ("if p@f4 then p@a1, if p@b2 then p@c6", vec!["if p@f4 then p@a1, if p@b2 then p@c7"], 1),
        ("if p@f4 then p@a1, if p@d2 then p@c6", vec![], 2),
        (
            "if p@f4 then p@a2",
            vec!["if p@f4 then p@a1, if p@b2 then p@c6", "if p@f4 then p@a1, if p@d2 then p@c6"],
            1,
        ),
        ("next p@a2", vec![], 2),
        ("next p@a3", vec!["whatever then p@a2"], 2),
    ] {
        match listed(world.planned(planner, line).await).1 {
            PlanChange::Stored { replaced, .. } => {
                assert_eq!(replaced.iter().map(|old| typed(old)).collect::<Vec<_>>(), gone, "{line}");
            }
            other => panic!("{line}: {other:?}"),
        }
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

/// Picks the last move that a picker offers, which does not end the game. Returns it with the response.
async fn pick(world: &Fixture, by: PersonId, id: GameId, picker: &Content) -> (String, Content) {
    let (ahead, draft) = unfinished(picker);
    let word = ahead.legal_moves().pop().unwrap().notation;
    let response = world.service.pick_for_plan(&world.by(by), id, draft, word.clone()).await;
    (word, replaced(response))
}

#[tokio::test]
async fn plan_is_built_step_by_step() {
    let (world, id, _, planner) = game("protozoa").await;
    let service = &world.service;
    let (plans, change) = listed(world.planned(planner, "").await);
    assert!(plans.is_empty() && change == PlanChange::None);
    let picker = replaced(service.new_plan(&world.by(planner), id).await);
    let (ahead, draft) = unfinished(&picker);
    assert!(ahead.steps().is_empty() && ahead.at_condition());
    let browsed = replaced(service.browse_for_plan(&world.by(planner), id, draft, "=q.e".to_owned()).await);
    assert!(matches!(&browsed, Content::PlanPicker { path, .. } if path == "=q.e"), "{browsed:?}");
    assert_eq!(unfinished(&browsed).1, draft);

    let (theirs, reply) = pick(&world, planner, id, &picker).await;
    let (ahead, draft) = unfinished(&reply);
    assert_eq!(ahead.steps(), [PlanStep { condition: Some(vec![theirs.clone()]), reply: Vec::new() }]);
    assert!(ahead.my_turn() && !ahead.at_condition());
    let (mine, panel) = pick(&world, planner, id, &reply).await;
    assert_eq!(world.plans(id).await, [format!("if {theirs} then {mine}")]);
    let (plans, change) = listed(panel);
    assert!(plans.len() == 1 && matches!(change, PlanChange::Stored { .. }), "{change:?}");

    // An old menu may still be on the screen.
    let late = service.pick_for_plan(&world.by(planner), id, draft, mine.clone()).await;
    assert_eq!(listed(replaced(late)).1, PlanChange::DraftGone);
    let late = service.browse_for_plan(&world.by(planner), id, draft, String::new()).await;
    assert_eq!(listed(replaced(late)).1, PlanChange::DraftGone);

    let plan = plans[0].id.to_string();
    let picker = replaced(service.extend_plan(&world.by(planner), id, &plan).await);
    let (ahead, draft) = unfinished(&picker);
    assert!(ahead.at_condition());
    let picker = replaced(service.pick_for_plan(&world.by(planner), id, draft, WHATEVER.to_owned()).await);
    assert!(unfinished(&picker).0.my_turn());
    let (last, _) = pick(&world, planner, id, &picker).await;
    assert_eq!(world.plans(id).await, [format!("if {theirs} then {mine}, whatever then {last}")]);

    world.planned(planner, "next p@h8").await;
    let panel = replaced(service.drop_plan(&world.by(planner), id, ALL_PLANS).await);
    let (plans, change) = listed(panel);
    assert!(plans.is_empty() && change == PlanChange::Removed && world.plans(id).await.is_empty());
    let gone = replaced(service.extend_plan(&world.by(planner), id, &plan).await);
    assert_eq!(listed(gone).1, PlanChange::DraftGone);
}

#[tokio::test]
async fn draft_is_never_played_and_ends_next_move() {
    let (world, id, _, planner) = game("protozoa").await;
    let picker = world.planned(planner, "if p@f4").await;
    world.play(id, "p@f4").await;
    assert_eq!(world.notations(id).await, "p@f4");
    assert_eq!(world.notices().await, [], "the draft was no plan");
    world.play(id, "p@a1").await;
    let late =
        world.service.pick_for_plan(&world.by(planner), id, unfinished(&picker).1, "p@b2".to_owned()).await;
    assert_eq!(listed(replaced(late)).1, PlanChange::DraftGone);
}

#[tokio::test]
async fn plans_of_others_cannot_be_seen_or_changed() {
    let (world, id, mover, planner) = game("parasites").await;
    world.play_any(id).await;
    world.play_any(id).await;
    let plan = listed(world.planned(planner, "next pass").await).0[0].id;
    let value = plan.to_string();
    let third = EVE.into();
    for by in [mover, third] {
        let service = &world.service;
        for answer in [
            service.plans(&world.by(by), id).await,
            service.new_plan(&world.by(by), id).await,
            service.extend_plan(&world.by(by), id, &value).await,
            service.drop_plan(&world.by(by), id, &value).await,
            service.pick_for_plan(&world.by(by), id, Draft { plan, words: 2 }, "pass".to_owned()).await,
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
    let value = listed(world.planned(players[1].person, "next pass").await).0[0].id.to_string();
    let by = world.by(players[2].person);
    let (plans, _) = listed(replaced(world.service.drop_plan(&by, id, &value).await));
    assert!(plans.is_empty(), "{plans:?}");
    let (plans, change) = listed(replaced(world.service.extend_plan(&by, id, &value).await));
    assert!(plans.is_empty() && change == PlanChange::DraftGone, "{plans:?}");
    assert_eq!(world.plans(id).await, ["whatever then pass"]);
}

#[tokio::test]
async fn completion_works_for_both_sides() {
    let (world, id, mover, planner) = game("protozoa").await;
    let complete = async |by: PersonId, field: Field, condition: &str, typed: &str| {
        let wished = match field {
            Field::Condition => Wished { condition: Some(typed.to_owned()), ..Wished::default() },
            Field::Reply => Wished {
                condition: Some(condition.to_owned()),
                reply: Some(typed.to_owned()),
                next: None,
                pass: None,
            },
            Field::Next => Wished { next: Some(typed.to_owned()), ..Wished::default() },
        };
        world.service.complete_plan(&world.by(by), field, wished).await.unwrap()
    };
    let values =
        |choices: &[Completion]| choices.iter().map(|choice| choice.value.clone()).collect::<Vec<_>>();

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
