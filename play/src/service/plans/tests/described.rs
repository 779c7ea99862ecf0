//! Plans whose moves are typed as the bot describes them.

use rules::Options;

use super::*;

/// A line as a player would type it, or the notations between which its text does not decide, or why it is no plan.
#[derive(PartialEq, Debug)]
enum Line {
    Is(String),
    OneOf(Vec<String>),
    Refused(Misfit),
}

/// Reads a text for seat 2 of a game in which these moves were played.
fn line_of(kind: Kind, played: &[&str], text: &str) -> Line {
    let mut table = Table::new(kind, &Options::new()).unwrap();
    for notation in played {
        let seat = table.to_act().first().unwrap();
        table.play(seat, notation).unwrap();
    }
    let mut ahead = Ahead::new(&table, [Seat::new(2).unwrap()].into_iter().collect());
    match read(&mut ahead, text) {
        Ok(()) => Line::Is(typed(ahead.steps())),
        Err(Unread::OneOf { legal_moves, .. }) => {
            Line::OneOf(legal_moves.into_iter().map(|offer| offer.notation).collect())
        }
        Err(Unread::Misfit(misfit)) => Line::Refused(misfit),
    }
}

#[test]
fn descriptions_are_read_where_their_step_is() {
    let (protozoa, none) = (Kind::Protozoa, [].as_slice());
    for (kind, played, typed, line) in [
        (protozoa, none, "if pawn on f4 then place a pawn on a1", "if p@f4 then p@a1"),
        (protozoa, none, "if they place a Pawn on F4 then pawn a1", "if p@f4 then p@a1"),
        (
            protozoa,
            none,
            "if pawn on f4 then pawn on a1, if p@b2 then pawn on c7, whatever then pawn on h1",
            "if p@f4 then p@a1, if p@b2 then p@c7, whatever then p@h1",
        ),
        (protozoa, none, "pawn on f4, pawn on a1, p@b2 then p@c7", "if p@f4 then p@a1, if p@b2 then p@c7"),
        (protozoa, none, "whatever a queen on h1", "whatever then q@h1"),
        (
            Kind::Semiosphere,
            &["d1", "f1"],
            "if step up to d2, end the turn then step up to f2, mark e5, end",
            "if d2 end then f2 +e5 end",
        ),
        (
            Kind::Parasites,
            none,
            "if queen on c8 then queen on f3, if builder on b9, end then builder on f4, end",
            "if c8=q then f3=q, if c8+b9=b end then f3+f4=b end",
        ),
        (
            Kind::PlanktonSynapse,
            none,
            "if d3 and c3 become a picozoa then c8 swaps with phytorb g8",
            "if d3&c3=a then c8/g8",
        ),
    ] {
        assert_eq!(line_of(kind, played, typed), Line::Is(line.to_owned()), "{kind}: {typed}");
    }
}

#[test]
fn several_meanings_are_named() {
    for (kind, typed, notations) in [
        (Kind::Protozoa, "if e3 then p@a1", vec!["d@e3", "p@e3", "q@e3"]),
        (Kind::Protozoa, "if pawn on f4 then a1", vec!["d@a1", "p@a1", "q@a1"]),
        (
            Kind::PlanktonSynapse,
            "if d3 and c3 become a picozoa then swaps with phytorb g8",
            vec!["c8/g8", "f8/g8"],
        ),
    ] {
        let notations = notations.into_iter().map(str::to_owned).collect();
        assert_eq!(line_of(kind, &[], typed), Line::OneOf(notations), "{kind}: {typed}");
    }
}

#[test]
fn unreadable_descriptions_are_refused() {
    for (typed, unread) in [("if rook on e3 then p@a1", "rook"), ("if pawn on f4 then pawn on f4", "pawn")] {
        match line_of(Kind::Protozoa, &[], typed) {
            Line::Refused(Misfit::Refused { notation, refusal: Refusal::Notation(_), .. }) => {
                assert_eq!(notation, unread, "{typed}");
            }
            other => panic!("{typed}: {other:?}"),
        }
    }
    for (typed, why) in [
        ("whatever pawn on a1, pawn on b2", Misfit::BehindWhatever),
        ("if pawn on f4 if p@e1 then p@a1", Misfit::NoReply),
    ] {
        assert_eq!(line_of(Kind::Protozoa, &[], typed), Line::Refused(why), "{typed}");
    }
}

#[tokio::test]
async fn ambiguous_plan_stores_nothing() {
    let (world, id, _, planner) = game("protozoa").await;
    for line in ["if e3 then p@a1", "if e3", "if pawn on f4 then a1", "next a1"] {
        let why = rejection(world.plan(planner, line).await);
        let Rejected::Plan(PlanRejected::OneOf { legal_moves, .. }) = &why else { panic!("{line}: {why:?}") };
        assert!(legal_moves.len() > 1, "{line}: {why:?}");
        assert!(legal_moves.iter().any(|mv| mv.notation.starts_with("p@")), "{line}: {why:?}");
    }
    let stored = world.service.store().read(move |tx| tx.plans(id)).await.unwrap();
    assert!(stored.is_empty(), "{stored:?}");
    world.planned(planner, "if pawn on f4 then pawn on a1").await;
    world.play(id, "p@f4").await;
    assert_eq!(world.notations(id).await, "p@f4 p@a1");
}

#[tokio::test]
async fn replies_are_completed_behind_descriptions() {
    let (world, _, _, planner) = game("protozoa").await;
    let field = |text: &str| Some(text.to_owned());
    for (condition, reply, first) in [("pawn on f4", "p@a", "p@a1"), ("pawn on f4", "pawn on a1", "p@a1")] {
        let wished = Wished { condition: field(condition), reply: field(reply), next: None, pass: None };
        let choices = world.service.complete_plan(&world.by(planner), Field::Reply, wished).await.unwrap();
        assert_eq!(choices.first().map(|choice| choice.value.as_str()), Some(first), "{condition}, {reply}");
    }
}
