use clock::{MINUTE, from_millis};
use data::{Notice, OfferKind, OutboxKind, Payload, PlanNews};
use jiff::SignedDuration;
use rules::Refusal;

use super::*;
use crate::{
    content::{Doubt, Question},
    fixture::{ANN, BOB, CID, EVE, Fixture, ephemeral, rejection, replaced},
    game::record::commit,
};

mod described;
mod list;
mod passing;

/// Begins a game of two. Returns the player to move, and the other one, who plans.
async fn game(wish: &str) -> (Fixture, GameId, PersonId, PersonId) {
    let world = Fixture::new().await;
    let id = world.begin(wish, &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let planner = if mover == ANN.into() { BOB.into() } else { ANN.into() };
    (world, id, mover, planner)
}

/// Returns why a plan does not fit its game.
fn misfit(answer: Result<Response, Error>) -> Misfit {
    match rejection(answer) {
        Rejected::Plan(PlanRejected::Misfit { misfit, .. }) => misfit,
        other => panic!("{other:?}"),
    }
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

impl Fixture {
    async fn plan(&self, by: PersonId, text: &str) -> Result<Response, Error> {
        self.service.plan(&self.by(by), wished(text)).await
    }

    async fn planned(&self, by: PersonId, text: &str) -> Content {
        ephemeral(self.plan(by, text).await)
    }

    /// Returns the finished plans of all players as text.
    async fn plans(&self, id: GameId) -> Vec<String> {
        let plans = self.service.store().read(move |tx| tx.plans(id)).await.unwrap();
        let kept = plans.iter().filter(|plan| !plan.draft);
        kept.map(|plan| typed(&plan.steps)).collect()
    }

    /// Returns the record in notations.
    async fn notations(&self, id: GameId) -> String {
        let game = self.game(id).await;
        game.record.iter().map(|entry| entry.notation.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the private notices since the last call, with their players.
    async fn notices(&self) -> Vec<(PersonId, Notice)> {
        let mut notices = Vec::new();
        while let Some(due) = self.lease().await {
            if let Payload::Notice { person, notice, .. } = due.payload {
                notices.push((person, notice));
            }
        }
        notices
    }
}

/// Returns a plan as a player would type it.
fn typed(steps: &[PlanStep]) -> String {
    let step = |step: &PlanStep| {
        let condition = match &step.condition {
            None => WHATEVER.to_owned(),
            Some(moves) if moves.is_empty() => String::new(),
            Some(moves) => format!("{IF} {}", moves.join(" ")),
        };
        let reply = format!("{THEN} {}", step.reply.join(" "));
        format!("{condition} {reply}").trim().to_owned()
    };
    steps.iter().map(step).collect::<Vec<_>>().join(", ")
}

/// Returns the plans that a response lists, and what it says has changed.
#[track_caller]
fn listed(content: Content) -> (Vec<Plan>, PlanChange) {
    match content {
        Content::Plans { plans, change, .. } => (plans, change),
        other => panic!("{other:?}"),
    }
}

/// Returns the unfinished plan that a response asks to continue, and the stage that its menus are for.
#[track_caller]
fn unfinished(content: &Content) -> (Ahead, Draft) {
    match content {
        Content::PlanPicker { plan, ahead, .. } => {
            (Ahead::clone(ahead), Draft { plan: *plan, words: Draft::words_of(ahead.steps()) })
        }
        other => panic!("{other:?}"),
    }
}

/// Returns the news in a notice.
#[track_caller]
fn news(notice: &Notice) -> &[PlanNews] {
    match notice {
        Notice::Plans { news, .. } => news,
        other => panic!("{other:?}"),
    }
}

// Plans that are played

#[tokio::test]
async fn reply_follows_the_planned_move() {
    let (world, id, mover, planner) = game("protozoa").await;
    world.outbox().await;
    world.planned(planner, "if p@f4 then p@a1").await;
    assert!(world.outbox().await.is_empty(), "the plan is secret");
    let receipt = world.play(id, "p@f4").await;
    assert!(matches!(&receipt, Content::Receipt { person, ply: 1, .. } if *person == mover), "{receipt:?}");
    assert_eq!(world.notations(id).await, "p@f4 p@a1");
    assert_eq!(world.plans(id).await, [""; 0]);
    let game = world.game(id).await;
    assert_eq!(game.awaited(), [mover]);
    let (note, board) = (world.lease().await.unwrap(), world.lease().await.unwrap());
    assert_eq!(board.payload, Payload::board(2), "one post for both moves");
    let Payload::Notice { person, notice, .. } = note.payload else { panic!("{note:?}") };
    assert_eq!(person, planner);
    let played = PlanNews::Played(vec!["p@a1".to_owned()]);
    assert_eq!(notice, Notice::Plans { news: vec![played], ply: 2 });
    assert_eq!(world.outbox().await, []);
}

#[tokio::test]
async fn plans_go_several_steps_deep_and_branch() {
    let (world, id, _, planner) = game("protozoa").await;
    world.planned(planner, "if p@f4 then p@a1, if p@b2 then p@c7, whatever then p@h1").await;
    world.planned(planner, "if p@f4 then p@a1, if p@g2 then p@c6").await;
    world.planned(planner, "if p@e1 then p@a2").await;
    world.planned(planner, "next p@d8").await;
    assert_eq!(world.plans(id).await.len(), 4);
    world.play(id, "p@f4").await;
    assert_eq!(
        world.plans(id).await,
        ["if p@b2 then p@c7, whatever then p@h1", "if p@g2 then p@c6"],
        "branches that were not taken are dropped"
    );
    world.play(id, "p@b2").await;
    world.play(id, "p@h8").await;
    assert_eq!(world.notations(id).await, "p@f4 p@a1 p@b2 p@c7 p@h8 p@h1");
    assert_eq!(world.plans(id).await, [""; 0]);
    let notices = world.notices().await;
    let played = notices.iter().all(|(_, notice)| matches!(news(notice), [PlanNews::Played(_)]));
    assert!(notices.len() == 3 && played, "{notices:?}");
}

#[tokio::test]
async fn unconditional_plan_is_the_fallback() {
    for (played, reply) in [("p@f4", "p@a1"), ("p@e1", "p@a2")] {
        let (world, id, _, planner) = game("protozoa").await;
        world.planned(planner, "next p@a2").await;
        world.planned(planner, "if p@f4 then p@a1").await;
        world.play(id, played).await;
        assert_eq!(world.notations(id).await, format!("{played} {reply}"));
        assert_eq!(world.plans(id).await, [""; 0]);
    }
}

/// Returns the next turns of a game in which nobody passes.
fn turns(mut table: rules::Table, count: usize) -> Vec<String> {
    let next = |_| {
        let (turn, seat, mut moves) = (table.turn(), table.to_act().first().unwrap(), Vec::new());
        while table.turn() == turn {
            let notation = table.legal(seat).into_iter().find(|mv| mv != "pass").unwrap();
            table.play(seat, &notation).unwrap();
            moves.push(notation);
        }
        moves.join(" ")
    };
    (0..count).map(next).collect()
}

#[tokio::test]
async fn one_move_triggers_several_plans() {
    let world = Fixture::new().await;
    let id = world.begin("parasites", &[BOB, CID]).await;
    let people = world.game(id).await.players.iter().map(|player| player.person).collect::<Vec<_>>();
    let turns = turns(world.game(id).await.table, 6);
    let [a, b, c, a2, b2, c2] = [0, 1, 2, 3, 4, 5].map(|index| turns[index].as_str());
    assert!(c2.contains(' '), "a turn of several moves: {turns:?}");
    world.planned(people[1], &format!("if {a} then {b}, if {c} {a2} then {b2}")).await;
    world.planned(people[2], &format!("if {a} {b} then {c}, if {a2} {b2} then {c2}")).await;
    world.play(id, a).await;
    assert_eq!(world.notations(id).await, format!("{a} {b} {c}"));
    assert_eq!(world.plans(id).await, [format!("if {a2} then {b2}"), format!("if {a2} {b2} then {c2}")]);
    world.outbox().await;
    world.play(id, a2).await;
    assert_eq!(world.notations(id).await, turns.join(" "));
    assert_eq!(world.plans(id).await, [""; 0]);
    let mut outbox = world.outbox().await;
    outbox.sort_by_key(|kind| *kind == OutboxKind::Notice);
    assert_eq!(
        outbox,
        [OutboxKind::Board, OutboxKind::Notice, OutboxKind::Notice],
        "one post, and a line for each of the planners"
    );
}

#[tokio::test]
async fn turn_of_several_moves_is_one_condition() {
    let (world, id, mover, planner) = game("semiosphere preset=standard").await;
    for entering in ["d1", "f1"] {
        world.play(id, entering).await;
    }
    let picker = world.planned(planner, "if d2").await;
    assert!(!unfinished(&picker).0.my_turn(), "the turn is not complete: {picker:?}");
    world.planned(planner, "if d2 end then f2 end").await;
    world.play(id, "d2").await;
    assert_eq!(world.plans(id).await, ["if end then f2 end"], "only the rest of the plan remains");
    world.play(id, "end").await;
    assert_eq!(world.notations(id).await, "d1 f1 d2 end f2 end");

    // No sampled position allows this move, so its result is unknown. It is not the whole turn.
    let picker = world.planned(planner, "next a7").await;
    assert!(unfinished(&picker).0.my_turn(), "{picker:?}");
    world.planned(planner, "next a7 end").await;
    assert_eq!(world.plans(id).await, ["whatever then a7 end"]);
    world.planned(planner, "next f3 +e5 +e6").await;
    world.play(id, "d3").await;
    world.play(id, "end").await;
    assert_eq!(world.notations(id).await, "d1 f1 d2 end f2 end d3 end f3 +e5 +e6");
    assert_eq!(world.game(id).await.awaited(), [mover]);
}

#[tokio::test]
async fn planned_reply_takes_no_time() {
    let (world, id, mover, planner) = game("protozoa | 3d+1d/9d").await;
    world.planned(planner, "if p@f4 then p@a1").await;
    world.service.clock().advance(SignedDuration::from_hours(10));
    world.play(id, "p@f4").await;
    let game = world.game(id).await;
    let now = world.service.now();
    for clock in &game.clocks.seats {
        let (left, runs) = (clock.clock.left, clock.clock.since.is_some());
        // The clock of a test also runs by itself, by less than a minute.
        let about = |hours: i64| {
            let most = SignedDuration::from_hours(hours);
            (most - MINUTE..=most).contains(&left)
        };
        if game.person_in(clock.seat) == Some(mover) {
            assert!(about(72 - 10 + 24) && runs && clock.turn == Some(2), "{clock:?}");
            assert!(game.clocks.deadline(clock.seat).unwrap() > now);
        } else {
            assert!(
                left == SignedDuration::from_hours(72 + 24) && !runs && clock.turn.is_none(),
                "{clock:?}"
            );
            assert_eq!(game.clocks.deadline(clock.seat), None);
        }
    }
}

#[tokio::test]
async fn planned_reply_does_not_close_an_offer() {
    let (world, id, mover, planner) = game("protozoa").await;
    world.planned(planner, "if p@f4 then p@a1").await;
    let open = async || {
        let offers = world.open_offers(id).await;
        offers.len()
    };
    world.service.offer(&world.by(mover), OfferKind::Draw).await.unwrap();
    world.play(id, "p@f4").await;
    assert_eq!((world.notations(id).await.as_str(), open().await), ("p@f4 p@a1", 1));
    world.play(id, "p@b2").await;
    world.play(id, "p@c7").await;
    assert_eq!(open().await, 0, "a move by the planner does");
}

#[tokio::test]
async fn repeated_move_needs_confirmation() {
    let (world, id, mover, planner) = game("protozoa").await;
    // A pawn on its own dies and can be placed again.
    world.planned(planner, "if p@a1 then p@h8").await;
    world.play(id, "p@a1").await;
    let send = async || ephemeral(world.service.play_typed(&world.by(mover), "p@a1".to_owned()).await);
    let response = send().await;
    let Content::Question(Question { game, revision, notations, reason: Doubt::Repeats, .. }) = response
    else {
        panic!("{response:?}")
    };
    assert_eq!((game, notations.as_slice()), (id, ["p@a1".to_owned()].as_slice()));
    assert_eq!(world.notations(id).await, "p@a1 p@h8");
    replaced(world.service.play_confirmed(&world.by(mover), id, revision, notations).await);
    assert_eq!(world.notations(id).await, "p@a1 p@h8 p@a1");

    world.planned(mover, "if p@h8 then p@a1").await;
    world.play(id, "p@h8").await;
    world.service.clock().advance(SignedDuration::from_mins(11));
    world.play(id, "p@h8").await;
    assert_eq!(world.notations(id).await, "p@a1 p@h8 p@a1 p@h8 p@a1 p@h8", "a later press means it");
}

#[tokio::test]
async fn move_sent_twice_needs_confirmation() {
    let world = Fixture::new().await;
    let id = world.begin("semiosphere", &[BOB]).await;
    // The second player has the last turn of the first round and the first turn of the second.
    for typed in ["d1", "f1", "d2 d3 d4"] {
        world.play(id, typed).await;
    }
    world.play(id, "f2").await;
    let (person, seat) = world.mover(id).await;
    let send = async || world.service.play_typed(&world.by(person), "e2 f2".to_owned()).await;
    world.play(id, "e2 f2").await;
    assert_eq!(world.mover(id).await, (person, seat));
    let response = ephemeral(send().await);
    assert!(matches!(response, Content::Question(Question { reason: Doubt::Repeats, .. })), "{response:?}");
    assert_eq!(world.notations(id).await, "d1 f1 d2 d3 d4 f2 e2 f2");
    world.service.clock().advance(SignedDuration::from_mins(11));
    send().await.unwrap();
    assert_eq!(world.notations(id).await, "d1 f1 d2 d3 d4 f2 e2 f2 e2 f2", "a later message means it");
}

// Plans that are not played

/// Plans `line`, plays `played` for the mover, and returns the record and the news about the plan.
async fn dropped(line: &str, played: &str) -> (String, Vec<PlanNews>) {
    let (world, id, mover, planner) = game("protozoa").await;
    world.planned(planner, line).await;
    world.play(id, played).await;
    assert_eq!(world.plans(id).await, [""; 0]);
    let notices = world.notices().await;
    let [(person, note)] = notices.as_slice() else { panic!("{notices:?}") };
    assert_eq!(*person, planner);
    assert_ne!(world.game(id).await.awaited(), [mover]);
    (world.notations(id).await, news(note).to_vec())
}

#[tokio::test]
async fn unfitting_plan_is_dropped_with_a_notice() {
    let (notations, note) = dropped("if p@f4 then p@a1", "p@e1").await;
    assert_eq!(notations, "p@e1");
    assert_eq!(note, [PlanNews::Unforeseen], "the notice does not reveal the plan");
    let (notations, note) = dropped("next p@f4", "p@f4").await;
    assert_eq!(notations, "p@f4");
    assert_eq!(note, [PlanNews::Illegal(vec!["p@f4".to_owned()])]);
}

#[tokio::test]
async fn plan_never_ends_a_game_without_winning() {
    let (world, id, _, planner) = game("parasites").await;
    world.play_any(id).await;
    world.play_any(id).await;
    world.planned(planner, "next pass").await;
    let refused = misfit(world.plan(planner, "if pass then pass").await);
    assert_eq!(refused, Misfit::IEnd("pass".to_owned()));
    world.play(id, "pass").await;
    assert!(
        world.notations(id).await.ends_with(" pass") && !world.notations(id).await.ends_with("pass pass")
    );
    assert_eq!(news(&world.notices().await[0].1), [PlanNews::Ends(vec!["pass".to_owned()])]);
}

#[tokio::test]
async fn take_back_and_end_drop_all_plans() {
    let (world, id, mover, planner) = game("protozoa").await;
    world.play(id, "p@f4").await;
    world.play(id, "p@a1").await;
    let enter = async |notation: &'static str| {
        let entered = world.service.store().write(move |tx| {
            let mut game = tx.open(id)?;
            let stored = game.record.len();
            game.enter(Seat::FIRST, notation).map_err(anyhow::Error::from)?;
            commit(tx, &mut game, stored, from_millis(5))
        });
        entered.await.unwrap();
    };
    world.planned(planner, "next p@b2").await;
    enter("!back 0").await;
    assert_eq!((world.plans(id).await.len(), world.notations(id).await.as_str()), (0, "p@f4 p@a1 !back 0"));
    let notices = world.notices().await;
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert_eq!(news(&notices[0].1), [PlanNews::TakenBack]);

    world.planned(planner, "next p@b2").await;
    world.service.resign(&world.by(mover), id).await.unwrap();
    assert_eq!((world.plans(id).await.len(), world.notices().await.len()), (0, 0));
}

#[tokio::test]
async fn leaving_player_has_no_plans() {
    let world = Fixture::new().await;
    let id = world.begin("parasites", &[BOB, CID]).await;
    for _ in 0..3 {
        world.play_any(id).await;
    }
    let game = world.game(id).await;
    let (mover, _) = world.mover(id).await;
    let [next, last] = [1, 2].map(|index| game.players[index].person);
    world.planned(next, "if pass then pass").await;
    world.planned(last, "next pass").await;
    let legal = game.table.legal(Seat::FIRST);
    assert!(legal.contains(&"pass".to_owned()), "{legal:?}");
    let placed = game.record[2].notation.split('=').next().unwrap();
    let mut ahead = game.table.clone();
    ahead.play(Seat::FIRST, "pass").unwrap();
    ahead.play(Seat::FIRST.next(3), "pass").unwrap();
    let third = ahead.legal(ahead.to_act().first().unwrap());
    let reply = third.iter().find(|mv| mv.starts_with(placed)).unwrap();
    let picker = world.planned(last, &format!("if pass pass then {reply}")).await;
    assert!(unfinished(&picker).0.my_turn(), "{picker:?}");
    world.planned(last, &format!("if pass pass then {reply} end")).await;
    world.service.resign(&world.by(next), id).await.unwrap();
    assert_eq!(world.plans(id).await, ["whatever then pass"], "the unconditional plan remains");
    assert_eq!(world.notices().await, []);
    assert_eq!(world.mover(id).await.0, mover);
}

#[tokio::test]
async fn rejected_plan_lists_legal_moves() {
    let (world, id, mover, planner) = game("protozoa").await;
    for line in ["next p@f4", ""] {
        assert_eq!(rejection(world.plan(mover, line).await), PlanRejected::YourMove.into());
    }
    assert!(matches!(rejection(world.plan(EVE.into(), "next p@f4").await), Rejected::NotPlaying { .. }));
    for (line, typed) in [
        ("if p@z9 then p@a1", "p@z9"),
        ("if nonsense then p@a1", "nonsense"),
        ("if !resign then p@a1", "!resign"),
        ("next !resign", "!resign"),
        ("next nonsense", "nonsense"),
        ("if p@f4 then p@f4", "p@f4"),
    ] {
        let refused = misfit(world.plan(planner, line).await);
        let Misfit::Refused { notation, refusal, legal } = refused else { panic!("{line}: {refused:?}") };
        assert_eq!(notation, typed, "{line}");
        assert!(legal.iter().any(|legal| legal.starts_with("p@")), "{line}: {legal:?}");
        match typed {
            "p@f4" => assert!(matches!(refusal, Refusal::Illegal(_)), "{line}: {refusal:?}"),
            "p@z9" => {}
            _ => assert!(matches!(refusal, Refusal::Notation(_)), "{line}: {refusal:?}"),
        }
    }
    let early = misfit(world.plan(planner, "if  then p@f4").await);
    assert!(matches!(&early, Misfit::TheyGoOn(moves) if !moves.is_empty()), "{early:?}");
    assert_eq!(misfit(world.plan(planner, "if p@f4 if p@e1 then p@f4").await), Misfit::NoReply);
    assert_eq!(misfit(world.plan(planner, "next p@a1, if p@f4 then p@c7").await), Misfit::BehindWhatever);
    let (field, other) = (|| Some("p@f4".to_owned()), || Some("p@a1".to_owned()));
    for (wished, why) in [
        (Wished { reply: field(), ..Wished::default() }, PlanRejected::IfWhat),
        (Wished { condition: field(), reply: other(), next: other(), pass: None }, PlanRejected::OneOfBoth),
    ] {
        assert_eq!(rejection(world.service.plan(&world.by(planner), wished).await), why.into());
    }
    assert_eq!(world.plans(id).await, [""; 0]);

    let stract = Fixture::new().await;
    stract.begin("stract", &[BOB]).await;
    assert_eq!(rejection(stract.plan(ANN.into(), "").await), PlanRejected::NotInThisGame.into());
}

#[tokio::test]
async fn substitute_starts_without_plans() {
    let world = Fixture::new().await;
    let id = world.begin("parasites", &[BOB, CID]).await;
    for _ in 0..3 {
        world.play_any(id).await;
    }
    let players = world.game(id).await.players;
    let (next, last) = (players[1].person, players[2].person);
    world.planned(next, "next pass").await;
    let [first, second, third] = turns(world.game(id).await.table, 3).try_into().unwrap();
    world.planned(last, &format!("if {first} {second} then {third}")).await;
    let kept = world.plans(id).await.pop().unwrap();
    world.service.open_seat(&world.by(next), next, false).await.unwrap();
    let offer = world.open_offers(id).await[0].id;
    world.service.vote(&world.by(EVE), offer, data::Vote::Accept).await.unwrap();
    assert_eq!(world.plans(id).await, [kept]);
    assert_eq!(world.notices().await, []);
    for notation in first.split(' ') {
        world.play(id, notation).await;
    }
    assert_eq!(world.game(id).await.awaited(), [EVE.into()]);
}
