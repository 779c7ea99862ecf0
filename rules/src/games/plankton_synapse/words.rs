//! Sentences for players: what an action does, what happened, and the state of the game.

use crate::{Game, Seat, text::with_effects};

use super::{
    about::ABOUT,
    board::{CellKind, SEATS},
    event::Event,
    moves::Move,
    position::{Free, PlanktonSynapse},
};

/// The number of turns before the limit in which the status shows who is ahead.
const LAST_TURNS: u16 = 10;

/// Describes an action: `tetraphyte to d4: eats 2 cells; then a free action`.
pub(super) fn explain(game: &PlanktonSynapse, seat: Seat, mv: Move) -> String {
    let mut after = game.clone();
    let mut events = Vec::new();
    if let Err(refused) = after.play(seat, &mv, &mut |event| events.push(event)) {
        return refused.to_string();
    }
    let name = |at| game.cell(at).map_or("cell", |cell| cell.kind.name());
    let what = match mv {
        Move::Go { from, to } => format!("{} to {to}", name(from)),
        Move::Split { to, .. } => format!("makes a neatom on {to}"),
        Move::Fuse { at, with, into } if CellKind::MINOR.contains(&into) => {
            format!("{at} and {with} become a {}", into.name())
        }
        Move::Fuse { at, with, into } => format!("four from {at} to {with} become a {}", into.name()),
        Move::Swap { to, anchor: None, .. } => format!("swaps with {} {to}", name(to)),
        Move::Swap { to, anchor: Some(anchor), .. } => {
            format!("swaps with {} {to}, which goes to {anchor}", name(to))
        }
        Move::Die(at) => format!("removes your {}", name(at)),
        Move::Pass => match game.free() {
            Some(Free::Pentaphyte { neatom, .. }) => format!("no second swap; neatom {neatom} lives"),
            _ => "no free action".to_owned(),
        },
    };
    let mut effects = effects(&events);
    if let Some(outcome) = after.outcome() {
        effects.push(match outcome.ranking.place(seat) {
            _ if outcome.ranking.is_draw() => "the game is a draw".to_owned(),
            Some(1) => "wins the game".to_owned(),
            _ => "loses the game".to_owned(),
        });
    }
    with_effects(&what, &effects)
}

/// Lists the effects of an action: `eats the neatom on d4`, `pushes 2`, `then a free action`.
fn effects(events: &[Event]) -> Vec<String> {
    let mut effects = Vec::new();
    let eaten: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Eaten { kind, at, .. } => Some((kind, at)),
            _ => None,
        })
        .collect();
    match eaten.as_slice() {
        [] => {}
        [(kind, at)] => effects.push(format!("eats the {} on {at}", kind.name())),
        many => effects.push(format!("eats {} cells", many.len())),
    }
    let count = |wanted: fn(&Event) -> bool| events.iter().filter(|&event| wanted(event)).count();
    let pushed = count(|event| matches!(event, Event::Pushed { .. }));
    let pulled = count(|event| matches!(event, Event::Pulled { .. }));
    for (verb, count) in [("pushes", pushed), ("pulls", pulled)].into_iter().filter(|&(_, count)| count > 0) {
        effects.push(format!("{verb} {count}"));
    }
    effects.extend(events.iter().filter_map(|event| match event {
        Event::Trapped { .. } => Some("dies in the trap".to_owned()),
        Event::Sacrificed { at, .. } => Some(format!("neatom {at} dies")),
        Event::Freed { .. } => Some("then a free action".to_owned()),
        _ => None,
    }));
    effects
}

/// Describes an event in one sentence.
pub(super) fn describe(event: &Event, who: &dyn Fn(Seat) -> String) -> String {
    match *event {
        Event::Moved { seat, kind, from, to } => {
            format!("{} moves a {} from {from} to {to}.", who(seat), kind.name())
        }
        Event::Eaten { by, owner, kind, at } => {
            format!("{} eats {}'s {} on {at}.", who(by), who(owner), kind.name())
        }
        Event::Trapped { seat, kind, neatom: Some(at), .. } => {
            format!("It was a trap: {}'s {} is gone, and a neatom is on {at}.", who(seat), kind.name())
        }
        Event::Trapped { seat, kind, neatom: None, .. } => {
            format!("It was a trap: {}'s {} is gone.", who(seat), kind.name())
        }
        Event::Pushed { owner, kind, from, to } => {
            format!("{}'s {} is pushed from {from} to {to}.", who(owner), kind.name())
        }
        Event::Pulled { owner, kind, from, to } => {
            format!("{}'s {} is pulled from {from} to {to}.", who(owner), kind.name())
        }
        Event::Split { seat, parent: CellKind::Zoorb, from, to } => {
            format!("{}'s zoorb on {from} makes a neatom on {to}.", who(seat))
        }
        Event::Split { seat, from, to, .. } => format!("{} splits the neatom on {from} to {to}.", who(seat)),
        Event::Fused { seat, at, with, into } => {
            let neatoms = match CellKind::MINOR.contains(&into) {
                true => format!("the neatoms on {at} and {with}"),
                false => format!("the four neatoms from {at} to {with}"),
            };
            let place = if into == CellKind::Tetraphyte { String::new() } else { format!(" on {at}") };
            format!("{} fuses {neatoms} into a {}{place}.", who(seat), into.name())
        }
        Event::Sacrificed { seat, at } => format!("{} sacrifices the neatom on {at}.", who(seat)),
        Event::Swapped { seat, from, to, kind: CellKind::Tetraphyte, friend_to, .. } => format!(
            "{} swaps the pentaphyte on {from} with the tetraphyte on {to}, which goes to {friend_to}.",
            who(seat)
        ),
        Event::Swapped { seat, from, to, kind, .. } => {
            format!("{} swaps the pentaphyte on {from} with the {} on {to}.", who(seat), kind.name())
        }
        Event::Died { seat, kind, at } => format!("{} removes the {} on {at}.", who(seat), kind.name()),
        Event::Freed { seat, free } => format!("{} may {}, or pass.", who(seat), legal_move(free)),
        Event::Passed { seat } => format!("{} passes the free action.", who(seat)),
        Event::Fallen { seat, left: 0 } => format!("{} has no zoorb left.", who(seat)),
        Event::Fallen { seat, .. } => format!("{} has lost a zoorb, and with it the game.", who(seat)),
    }
}

/// Describes events in their order. It leaves out a free action that its seat has used or passed.
pub(super) fn describe_all(events: &[&Event], who: &dyn Fn(Seat) -> String) -> Vec<String> {
    let is_act = |event: &&Event| {
        matches!(
            event,
            Event::Moved { .. }
                | Event::Split { .. }
                | Event::Fused { .. }
                | Event::Swapped { .. }
                | Event::Passed { .. }
        )
    };
    let is_used = |n: usize| matches!(events[n], Event::Freed { .. }) && events[n..].iter().any(is_act);
    (0..events.len()).filter(|&n| !is_used(n)).map(|n| describe(events[n], who)).collect()
}

/// Describes what the seat may do in a free turn, as a request.
pub(super) fn legal_move(free: Free) -> String {
    match free {
        Free::Neatom => "split or fuse a neatom".to_owned(),
        Free::Tetraphyte(at) => format!("move the tetraphyte on {at} again"),
        Free::Pentaphyte { at, neatom } => {
            format!("swap the pentaphyte on {at} again, which costs the neatom on {neatom}")
        }
    }
}

/// Describes the numbers of this game: `You lose when you lose your last zoorb. After 120 turns, zoorbs and squares are counted.`
pub(super) fn figures(game: &PlanktonSynapse) -> String {
    let lost = if game.first_zoorb_decides() { "first" } else { "last" };
    let end = if game.counts_decide() { "zoorbs and squares are counted" } else { "the game is a draw" };
    format!("You lose when you lose your {lost} zoorb. After {} turns, {end}.", game.limit())
}

/// Describes the turn: `Turn 12 of 300 · zoorbs: Blue 2, Grey 1 · free: move d4 again, or pass`.
pub(super) fn status(game: &PlanktonSynapse) -> String {
    let mut parts = vec![format!("Turn {} of {}", game.turn(), game.limit())];
    let both = |count: &dyn Fn(Seat) -> String| {
        SEATS.map(|seat| format!("{} {}", ABOUT.colour(seat).name(), count(seat))).join(", ")
    };
    parts.push(if game.counts_decide() {
        let counts = both(&|seat| format!("{} ({})", game.zoorbs(seat), game.filled(seat)));
        format!("zoorbs (squares): {counts}")
    } else {
        format!("zoorbs: {}", both(&|seat| game.zoorbs(seat).to_string()))
    });
    if game.first_zoorb_decides() {
        parts.push("one lost loses".to_owned());
    }
    if game.counts_decide() && game.turn() + LAST_TURNS > game.limit() {
        let leader = game.ahead().map(|seat| format!("{} is ahead", ABOUT.colour(seat).name()));
        parts.push(leader.unwrap_or_else(|| "even".to_owned()));
    }
    match game.free() {
        None => {}
        Some(Free::Neatom) => parts.push("free: split or fuse a neatom, or pass".to_owned()),
        Some(Free::Tetraphyte(at)) => parts.push(format!("free: move {at} again, or pass")),
        Some(Free::Pentaphyte { at, neatom }) => {
            parts.push(format!("free: swap {at} again ({neatom} dies), or pass"));
        }
    }
    parts.join(" · ")
}
