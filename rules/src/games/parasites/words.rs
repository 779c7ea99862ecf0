//! Sentences for players: what a move does, what happened, and the state of the game.

use super::{
    about::ABOUT,
    caste::Caste,
    event::Event,
    moves::Move,
    play::steps_apart,
    position::{Parasites, QUEENS_APART},
};
use crate::{
    Game, Seat, SeatSet,
    grid::Square,
    text::{counted, listed, with_effects},
};

/// The largest number of characters of an explanation.
const LONGEST: usize = 80;

/// The largest number of parasites that a sentence lists by name. It counts more of them.
const MOST_NAMED: usize = 10;

/// Describes a move: `attacker on e6 for 3 points: eats Orange's defender e5; ends the turn`.
pub(super) fn explain(game: &Parasites, seat: Seat, mv: Move) -> String {
    let mut after = game.clone();
    let mut events = Vec::new();
    if let Err(refused) = after.play(seat, &mv, &mut |event| events.push(event)) {
        return refused.to_string();
    }
    match mv {
        Move::Place(at) => placed(game, at),
        Move::Create { to, caste, .. } => created(&events, &after, to, caste),
        Move::Transform(at) => {
            let caste = game.parasite(at).map_or(Caste::Builder, |parasite| parasite.caste);
            format!("{} on {at} becomes a colony; ends the turn", caste.name())
        }
        Move::Pass => match after.outcome() {
            None => "do nothing in this turn".to_owned(),
            Some(outcome) if outcome.ranking.place(seat) != Some(1) => "do nothing; ends the game".to_owned(),
            Some(outcome) if outcome.ranking.groups()[0].len() > 1 => {
                "do nothing; ends the game, first place shared".to_owned()
            }
            Some(_) => "do nothing; ends the game, and you win".to_owned(),
        },
        Move::End => ended(game),
    }
}

/// Describes the end of a turn, with what could still be used: `end the turn; 3 creation points unused`.
fn ended(game: &Parasites) -> String {
    let creates = |at: Square| {
        game.parasite(at).is_some_and(|parasite| game.creates(game.board.spot(at), parasite.caste))
    };
    let points = game.used().filter(|&(at, _)| creates(at)).map(|(_, points)| usize::from(points)).sum();
    let left = [
        (game.development().into(), "development point", "development points"),
        (points, "creation point", "creation points"),
    ];
    let left: Vec<String> = left
        .into_iter()
        .filter(|&(count, ..)| count > 0)
        .map(|(count, one, many)| counted(count, one, many))
        .collect();
    if left.is_empty() {
        "end the turn".to_owned()
    } else {
        format!("end the turn; {} unused", left.join(" and "))
    }
}

fn placed(game: &Parasites, at: Square) -> String {
    let others = game.parasites().map(|(other, queen)| (steps_apart(other, at), queen.owner));
    match others.min() {
        None => format!("queen on {at}"),
        Some((steps, owner)) => format!("queen on {at}, {steps} steps from {}'s", ABOUT.colour(owner).name()),
    }
}

fn created(events: &[Event], after: &Parasites, to: Square, caste: Caste) -> String {
    let cost = caste.cost().unwrap_or_default();
    let what = format!("{} on {to} for {cost} points", caste.name());
    let mut eaten: Vec<(Seat, Square, Caste)> = Vec::new();
    let mut taken_over = 0;
    let mut exhausted = false;
    for event in events {
        match event {
            Event::Eaten { owner, parasites, .. } => {
                eaten.extend(parasites.iter().map(|&(at, caste)| (*owner, at, caste)));
            }
            Event::Fallen { parasites, .. } => taken_over += parasites.len(),
            Event::TurnEnded { .. } => exhausted = true,
            _ => {}
        }
    }
    let join = |eats: Option<String>| {
        let mut effects: Vec<String> = eats.map(|eats| format!("eats {eats}")).into_iter().collect();
        if taken_over > 0 {
            effects.push(format!("takes over {taken_over}"));
        }
        if after.living().len() == 1 {
            effects.push("wins".to_owned());
        }
        if exhausted {
            effects.push("ends the turn".to_owned());
        }
        with_effects(&what, &effects)
    };
    if eaten.is_empty() {
        return join(None);
    }
    let owners: SeatSet = eaten.iter().map(|eaten| eaten.0).collect();
    let by_owner = |list: &dyn Fn(Vec<(Square, Caste)>) -> String| {
        let of_owner = |owner| {
            let own = eaten.iter().filter(|eaten| eaten.0 == owner).map(|&(_, at, caste)| (at, caste));
            format!("{}'s {}", ABOUT.colour(owner).name(), list(own.collect()))
        };
        owners.iter().map(of_owner).collect::<Vec<_>>().join(", ")
    };
    // The first form that fits is taken, from all squares by name to mere numbers.
    let forms = [
        by_owner(&|own| named(&own).join(", ")),
        by_owner(&|own| tallied(&own).join(", ")),
        by_owner(&|own| own.len().to_string()),
    ];
    let total = counted(eaten.len(), "parasite", "parasites");
    let fits = |words: &String| words.chars().count() <= LONGEST;
    forms.into_iter().map(|form| join(Some(form))).find(fits).unwrap_or_else(|| join(Some(total)))
}

/// Names parasites by caste and square: `attacker e5`, `colonies f4 f5`.
fn named(parasites: &[(Square, Caste)]) -> Vec<String> {
    let squares = |caste| {
        let of_caste = parasites.iter().filter(move |parasite| parasite.1 == caste);
        of_caste.map(|(at, _)| at.to_string()).collect::<Vec<_>>()
    };
    let group = |caste: Caste| {
        let squares = squares(caste);
        let name = if squares.len() == 1 { caste.name() } else { caste.plural() };
        (!squares.is_empty()).then(|| format!("{name} {}", squares.join(" ")))
    };
    Caste::ALL.into_iter().filter_map(group).collect()
}

/// Counts parasites by caste: `1 attacker`, `12 colonies`.
fn tallied(parasites: &[(Square, Caste)]) -> Vec<String> {
    let count = |caste: Caste| {
        let count = parasites.iter().filter(|parasite| parasite.1 == caste).count();
        (count > 0).then(|| counted(count, caste.name(), caste.plural()))
    };
    Caste::ALL.into_iter().filter_map(count).collect()
}

/// Lists parasites by caste in a sentence: `attacker on e5, and colonies on f4 and f5`. It counts very many: `12 colonies`.
fn in_sentence(parasites: &[(Square, Caste)], has_articles: bool) -> String {
    if parasites.len() > MOST_NAMED {
        return listed(&tallied(parasites));
    }
    let of_caste = |caste| parasites.iter().copied().filter(move |parasite| parasite.1 == caste);
    listed_by_caste(Caste::ALL.into_iter().flat_map(of_caste), has_articles)
}

const fn article(caste: Caste) -> &'static str {
    match caste {
        Caste::Attacker => "an",
        _ => "a",
    }
}

/// Describes an event in one sentence.
pub(super) fn describe(event: &Event, who: &dyn Fn(Seat) -> String) -> String {
    match event {
        Event::Placed { seat, at } => format!("{}'s queen settles on {at}.", who(*seat)),
        Event::Created { seat, .. } => describe_created(&who(*seat), &[event]),
        Event::Eaten { seat, owner, parasites, .. } => {
            format!("{} eats {}'s {}.", who(*seat), who(*owner), in_sentence(parasites, false))
        }
        Event::Fallen { seat, parasites, .. } if parasites.is_empty() => {
            format!("{} has lost the queen and is out.", who(*seat))
        }
        Event::Fallen { seat, army, parasites } => format!(
            "{} has lost the queen and is out; {} takes over {}.",
            who(*seat),
            who(*army),
            in_sentence(parasites, true)
        ),
        Event::Transformed { seat, at, caste } => {
            format!("{}'s {} on {at} becomes a colony.", who(*seat), caste.name())
        }
        Event::Passed { seat, passes, seats } if passes == seats => {
            format!("{} passes, too, so the squares are counted.", who(*seat))
        }
        Event::Passed { seat, passes, seats } => {
            format!("{} passes ({passes} of {seats} in a row).", who(*seat))
        }
        Event::TurnEnded { seat, exhausted: true } => {
            format!("{} can create nothing more in this turn, so it ends.", who(*seat))
        }
        Event::TurnEnded { seat, exhausted: false } => format!("{} ends the turn.", who(*seat)),
        Event::Skipped { seat } => format!("{} has left, so the turn is skipped.", who(*seat)),
    }
}

/// Describes events one after the other. All creations of a seat in a row share one sentence, see [`describe_created`].
pub(super) fn describe_all(events: &[&Event], who: &dyn Fn(Seat) -> String) -> Vec<String> {
    let together = |one: &&Event, other: &&Event| match (one, other) {
        (Event::Created { seat, .. }, Event::Created { seat: other, .. }) => seat == other,
        _ => false,
    };
    events
        .chunk_by(together)
        .map(|run| match run {
            [Event::Created { seat, .. }, ..] => describe_created(&who(*seat), run),
            _ => run.iter().map(|event| describe(event, who)).collect(),
        })
        .collect()
}

/// Describes creations by the squares of their creators:
/// `From a1, Blue creates builders on b1 and a2, and a defender on c1; from b1, an attacker on b3.`
fn describe_created(who: &str, run: &[&Event]) -> String {
    let created = run.iter().filter_map(|event| match event {
        Event::Created { from, to, caste, .. } => Some((*from, (*to, *caste))),
        _ => None,
    });
    let created: Vec<(Square, (Square, Caste))> = created.collect();
    let by_creator = created.chunk_by(|one, other| one.0 == other.0).enumerate().map(|(index, run)| {
        let children = listed_by_caste(run.iter().map(|&(_, child)| child), true);
        match (index, run[0].0) {
            (0, from) => format!("From {from}, {who} creates {children}"),
            (_, from) => format!("from {from}, {children}"),
        }
    });
    format!("{}.", by_creator.collect::<Vec<_>>().join("; "))
}

/// Lists parasites by caste, in the order in which the castes come first.
fn listed_by_caste(parasites: impl Iterator<Item = (Square, Caste)>, has_articles: bool) -> String {
    let mut castes: Vec<(Caste, Vec<String>)> = Vec::new();
    for (at, caste) in parasites {
        match castes.iter_mut().find(|(known, _)| *known == caste) {
            Some((_, squares)) => squares.push(at.to_string()),
            None => castes.push((caste, vec![at.to_string()])),
        }
    }
    let of_caste = |(caste, squares): (Caste, Vec<String>)| {
        let what = match squares.len() {
            1 if has_articles => format!("{} {}", article(caste), caste.name()),
            1 => caste.name().to_owned(),
            _ => caste.plural().to_owned(),
        };
        format!("{what} on {}", listed(&squares))
    };
    // Lists of squares have an `and` of their own.
    let is_plain = castes.iter().all(|(_, squares)| squares.len() == 1);
    let castes: Vec<String> = castes.into_iter().map(of_caste).collect();
    if is_plain { listed(&castes) } else { castes.join(", and ") }
}

/// Describes the numbers of this game: `The board has 10 × 10 squares.`
pub(super) fn figures(game: &Parasites) -> String {
    let size = game.board_size();
    format!("The board has {size} × {size} squares.")
}

/// Describes the turn: `1 development point left · e5 can spend 3 · squares: Blue 45, Orange 40`.
pub(super) fn status(game: &Parasites) -> String {
    let Some(acting) = game.to_act().first() else { return String::new() };
    let name = |seat: Seat| ABOUT.colour(seat).name();
    if game.is_placing() {
        return format!(
            "{} places its queen, at least {QUEENS_APART} steps from every other one",
            name(acting)
        );
    }
    let mut parts = vec![counted(game.development().into(), "development point", "development points")];
    if game.has_begun() {
        parts[0] += " left";
        let left = game.used().filter(|&(_, points)| points > 0);
        let left: Vec<String> = left.map(|(at, points)| format!("{at} can spend {points}")).collect();
        if !left.is_empty() {
            parts.push(left.join(", "));
        }
    } else if game.parasites().any(|(at, _)| game.can_create(at)) {
        parts[0] += " (the queen uses both, others one)";
    } else {
        let mut own = game.parasites().filter(|(_, parasite)| parasite.owner == acting);
        let can_change = own.any(|(_, parasite)| parasite.caste.is_transformable());
        let choice = if can_change { "make a colony or pass" } else { "pass" };
        parts[0] = format!("{} can create nothing, only {choice}", name(acting));
    }
    if !game.has_begun() && usize::from(game.passes()) + 1 == game.living().len() {
        parts.push("a pass ends the game".to_owned());
    }
    let scores = game.scores();
    let score = |seat: Seat| format!("{} {}", name(seat), scores[seat.index()]);
    parts.push(format!("squares: {}", game.living().iter().map(score).collect::<Vec<_>>().join(", ")));
    parts.join(" · ")
}
