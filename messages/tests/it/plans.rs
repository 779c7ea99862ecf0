//! Posts about plans: the list of a player's plans, the menus that build one, and the notices about them.

use std::collections::BTreeSet;

use data::{GameId, Notice, PersonId, PlanNews};
use messages::{
    action::Action,
    posts::{GROUP, PLAY},
    text,
    view::{Post, Row},
};
use play::{
    Content, Error, Response,
    content::Draft,
    fixture::{ANN, BOB, Fixture, chance, rejection},
    game::ahead::{Ahead, IF, MOST_STEPS, Misfit},
    service::{ALL_PLANS, WHATEVER, Wished},
};
use rules::{Kind, Options, Seat, SeatSet, Table};

use crate::world::{action, buttons, ids, menu, next_notice, post, writer};

/// Begins a game of two. Returns the player to move, and the other one, who plans.
async fn game(wish: &str) -> (Fixture, GameId, PersonId, PersonId) {
    let world = Fixture::new().await;
    let id = world.begin(wish, &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let planner = if mover == ANN.into() { BOB.into() } else { ANN.into() };
    (world, id, mover, planner)
}

fn wished(text: &str) -> Wished {
    let field = |text: &str| Some(text.to_owned());
    match (text.strip_prefix("if "), text.strip_prefix("next ")) {
        (Some(line), _) => match line.split_once(" then ") {
            Some((condition, reply)) => {
                Wished { condition: field(condition), reply: field(reply), next: None, pass: None }
            }
            None => Wished { condition: field(line), ..Wished::default() },
        },
        (_, Some(next)) => Wished { next: field(next), ..Wished::default() },
        _ => Wished::default(),
    }
}

async fn plan(world: &Fixture, by: PersonId, text: &str) -> Result<Response, Error> {
    world.service.plan(&world.by(by), wished(text)).await
}

async fn planned(world: &Fixture, by: PersonId, text: &str) -> Post {
    post(world, plan(world, by, text).await).await
}

/// Returns the post of some content.
async fn shown(world: &Fixture, content: &Content) -> Post {
    writer(world).post(content).await.unwrap()
}

/// Returns the finished plans of all players as text.
async fn plans(world: &Fixture, id: GameId) -> Vec<String> {
    let plans = world.service.store().read(move |tx| tx.plans(id)).await.unwrap();
    let kept = plans.iter().filter(|plan| !plan.draft);
    kept.map(|plan| text::plan_in_plain(&plan.steps)).collect()
}

/// Returns the action of a button.
// Moves and notices

#[tokio::test]
async fn receipt_and_notice_share_a_planned_reply() {
    let (world, id, _, planner) = game("protozoa").await;
    world.outbox().await;
    planned(&world, planner, "if p@f4 then p@a1").await;
    let receipt = shown(&world, &world.play(id, "p@f4").await).await;
    assert!(!receipt.content.contains("p@a1") && receipt.rows.is_empty(), "{receipt:?}");
    assert_eq!(next_notice(&world).await, "I've played `p@a1` for you, as you planned. (Move 2.)");
}

#[test]
fn news_say_why_plans_were_dropped() {
    let reply = || vec!["p@f4".to_owned()];
    for (news, says) in [
        (PlanNews::Unforeseen, "none of them fits what happened"),
        (PlanNews::Illegal(reply()), "`p@f4` isn't possible now"),
        (PlanNews::Ends(reply()), "`p@f4` would end the game"),
        (PlanNews::TakenBack, "moves were taken back"),
    ] {
        let reveals = says.contains("p@");
        let words = text::notice(&Notice::Plans { news: vec![news], ply: 3 }, None).unwrap();
        assert!(words.contains(says) && words.contains("(Move 3.)"), "{words}");
        assert_eq!(words.contains("p@"), reveals, "the notice does not reveal the plan: {words}");
    }
}

#[tokio::test]
async fn repeated_move_is_asked_about() {
    let (world, id, mover, planner) = game("protozoa").await;
    // A pawn on its own dies and can be placed again.
    planned(&world, planner, "if p@a1 then p@h8").await;
    world.play(id, "p@a1").await;
    let question = post(&world, world.service.play_typed(&world.by(mover), "p@a1".to_owned()).await).await;
    assert!(
        question.content.contains("answered at once") && buttons(&question)[0] == "Play it",
        "{question:?}"
    );
    let revision = world.game(id).await.table.revision();
    let confirm = Action::Confirm { game: id, revision, notations: vec!["p@a1".to_owned()] };
    assert_eq!(action(&question, "Play it"), confirm);
}

// Plans that are typed

#[tokio::test]
async fn picker_asks_who_plays_next() {
    let (world, id, _, planner) = game("semiosphere preset=standard").await;
    for entering in ["d1", "f1"] {
        world.play(id, entering).await;
    }
    let picker = planned(&world, planner, "if d2").await;
    assert!(picker.content.contains("What does"), "the turn is not complete: {}", picker.content);
    let picker = planned(&world, planner, "next a7").await;
    assert!(picker.content.contains("What do you play then?"), "{}", picker.content);
}

#[tokio::test]
async fn new_plan_names_the_plans_it_replaces() {
    let (world, _, _, planner) = game("protozoa").await;
    for (line, says) in [
        ("if p@f4 then p@a1", "✅ Planned"),
        ("if p@f4 then p@a1, if p@b2 then p@c7", "✅ Planned"),
        ("if P@F4 then p@a1", "✅ Planned"),
        ("if p@f4 then p@a1, if p@b2 then p@c6", "replaces if `p@f4` then `p@a1`, if `p@b2`"),
        ("if p@f4 then p@a1, if p@d2 then p@c6", "✅ Planned"),
        ("if p@f4 then p@a2", "replaces 2 other plans"),
        ("next p@a2", "✅ Planned"),
        ("next p@a3", "replaces whatever then `p@a2`"),
    ] {
        let words = planned(&world, planner, line).await.content;
        assert!(words.contains(says), "{line}: {words}");
    }
}

#[tokio::test]
async fn unreadable_plan_gets_a_reason() {
    let (world, _, _, planner) = game("protozoa").await;
    for (line, says) in [
        ("if rook on e3 then p@a1", "I can't read `rook`"),
        ("if pawn on f4 then pawn on f4", "I can't read `pawn`"),
        ("next pawn on a1, pawn on b2", "can only be the last step"),
        ("if pawn on f4 if p@e1 then p@a1", "What do you reply to that?"),
    ] {
        let words = text::rejected(&rejection(plan(&world, planner, line).await));
        assert!(words.contains(says), "{line}: {words}");
    }
    for line in ["if e3 then p@a1", "if e3", "if pawn on f4 then a1", "next a1"] {
        let words = text::rejected(&rejection(plan(&world, planner, line).await));
        assert!(words.contains("can mean several moves, so nothing was planned."), "{line}: {words}");
        assert!(words.contains("\n`p@"), "{line}: {words}");
    }
}

// Plans that are built from menus

fn draft_of(post: &Post) -> Draft {
    let drafts = post.rows.iter().flat_map(|row| match row {
        Row::Menu(menu) => vec![&menu.action],
        Row::Buttons(buttons) => buttons.iter().map(|button| &button.action).collect(),
        Row::Several(_) | Row::Pick(_) | Row::Link(_) => Vec::new(),
    });
    let mut drafts = drafts.filter_map(|action| match action {
        Action::PlanScreen { draft, .. } | Action::PlanMove { draft, .. } => Some(*draft),
        _ => None,
    });
    drafts.next().unwrap()
}

/// Picks a move from an open picker by the last choice of each screen. The move does not end the game.
async fn pick(world: &Fixture, by: PersonId, id: GameId, mut picker: Post) -> (String, Post) {
    let (draft, service) = (draft_of(&picker), &world.service);
    loop {
        let ids = ids(&picker);
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "two controls share an id: {ids:?}");
        let squares = picker.rows.iter().rev().find_map(|row| match row {
            Row::Menu(menu) => {
                let value = &menu.choices.last()?.value;
                Some(match (value.strip_prefix(PLAY), &menu.action) {
                    (Some(notation), _) => Ok(notation.to_owned()),
                    (None, Action::PlanScreen { path, .. }) => {
                        Err(format!("{path}.{}", value.strip_prefix(GROUP)?))
                    }
                    (None, other) => panic!("{other:?}"),
                })
            }
            Row::Buttons(buttons) => buttons.iter().rev().find_map(|button| match &button.action {
                _ if button.label == text::BACK || !button.on => None,
                Action::PlanMove { notation, .. } => Some(Ok(notation.clone())),
                Action::PlanScreen { path, .. } => Some(Err(path.clone())),
                _ => None,
            }),
            Row::Several(_) | Row::Pick(_) | Row::Link(_) => None,
        });
        match squares.unwrap() {
            Ok(notation) => {
                let answer = service.pick_for_plan(&world.by(by), id, draft, notation.clone()).await;
                return (notation, post(world, answer).await);
            }
            Err(path) => {
                picker = post(world, service.browse_for_plan(&world.by(by), id, draft, path).await).await;
                assert!(buttons(&picker).contains(&"Start over"));
                assert!(picker.card.as_ref().is_some_and(|card| card.picture.is_some()));
            }
        }
    }
}

#[tokio::test]
async fn plan_is_built_from_menus() {
    let (world, id, _, planner) = game("protozoa").await;
    let service = &world.service;
    let panel = planned(&world, planner, "").await;
    assert!(panel.content.contains("You have no plans") && buttons(&panel) == ["New plan"]);
    let picker = post(&world, service.new_plan(&world.by(planner), id).await).await;
    assert!(buttons(&picker).ends_with(&["Whatever they play", "My plans"]));
    let (theirs, reply) = pick(&world, planner, id, picker.clone()).await;
    assert!(reply.content.contains(&format!("if `{theirs}` …")), "{}", reply.content);
    assert!(buttons(&reply).ends_with(&["My plans"]) && !buttons(&reply).contains(&"Whatever they play"));
    let (mine, panel) = pick(&world, planner, id, reply.clone()).await;
    assert_eq!(plans(&world, id).await, [format!("if {theirs} then {mine}")]);
    assert_eq!(buttons(&panel), ["New plan"]);

    // An old menu may still be on the screen.
    let late = service.pick_for_plan(&world.by(planner), id, draft_of(&reply), mine.clone()).await;
    assert!(post(&world, late).await.content.starts_with(text::PLAN_GONE));

    let plan = menu(&panel)[0].1.to_owned();
    let picker = post(&world, service.extend_plan(&world.by(planner), id, &plan).await).await;
    let whatever = match action(&picker, "Whatever they play") {
        Action::PlanWhatever(_, draft) => draft,
        other => panic!("{other:?}"),
    };
    let picker =
        post(&world, service.pick_for_plan(&world.by(planner), id, whatever, WHATEVER.to_owned()).await)
            .await;
    assert!(buttons(&picker).ends_with(&["My plans"]) && !buttons(&picker).contains(&"Whatever they play"));
    let (last, panel) = pick(&world, planner, id, picker).await;
    assert_eq!(plans(&world, id).await, [format!("if {theirs} then {mine}, whatever then {last}")]);
    let lines: Vec<&str> = menu(&panel).into_iter().map(|line| line.0).collect();
    assert_eq!(lines.len(), 1, "the plan cannot be continued: {lines:?}");

    planned(&world, planner, "next p@h8").await;
    let panel = post(&world, service.drop_plan(&world.by(planner), id, ALL_PLANS).await).await;
    assert!(panel.content.starts_with(text::PLAN_REMOVED) && plans(&world, id).await.is_empty());
    let gone = post(&world, service.extend_plan(&world.by(planner), id, &plan).await).await;
    assert!(gone.content.starts_with(text::PLAN_GONE));
}

#[tokio::test]
async fn receipt_of_a_turn_offers_a_plan() {
    let (world, id, _, _) = game("protozoa").await;
    let receipt = shown(&world, &world.play(id, "p@f4").await).await;
    assert_eq!(buttons(&receipt), ["Plan ahead"]);
    let stract = Fixture::new().await;
    let id = stract.begin("stract", &[BOB]).await;
    let (by, seat) = stract.mover(id).await;
    let order = stract.game(id).await.table.legal(seat)[0].clone();
    let receipt = post(&stract, stract.service.play_typed(&stract.by(by), order).await).await;
    assert!(!buttons(&receipt).contains(&"Plan ahead"));
}

/// A random line reads the same after it was written as text.
#[test]
fn lines_round_trip_as_text() {
    let mut deepest = 0;
    for &kind in Kind::ALL.iter().filter(|kind| !kind.is_simultaneous()) {
        let table = Table::new(kind, &Options::new()).unwrap();
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
        for word in written.split([' ', ',']).filter(|word| !word.is_empty()) {
            read.read(word).unwrap();
        }
        assert_eq!(read.steps(), steps, "{kind}: {written}");
        assert!(steps.len() < MOST_STEPS || read.read(IF) == Err(Misfit::TooDeep));
        assert!(Ahead::along(&table, me, &steps).unwrap().complete());
    }
    assert_eq!(deepest, MOST_STEPS);
}
