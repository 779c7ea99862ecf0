//! Sentences for players: what an action does, what happened, and the state of the game.

use crate::{Game, Seat, grid::Square, text::with_effects};

use super::{
    about::ABOUT,
    board::{Cell, CellKind, SEATS},
    event::Event,
    moves::Move,
    position::{Free, PlanktonSynapse},
};

/// The largest number of entries in a menu.
const MENU: usize = 25;

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
            format!("{} eats {}’s {} on {at}.", who(by), who(owner), kind.name())
        }
        Event::Trapped { seat, kind, neatom: Some(at), .. } => {
            format!("It was a trap: {}’s {} is gone, and a neatom is on {at}.", who(seat), kind.name())
        }
        Event::Trapped { seat, kind, neatom: None, .. } => {
            format!("It was a trap: {}’s {} is gone.", who(seat), kind.name())
        }
        Event::Pushed { owner, kind, from, to } => {
            format!("{}’s {} is pushed from {from} to {to}.", who(owner), kind.name())
        }
        Event::Pulled { owner, kind, from, to } => {
            format!("{}’s {} is pulled from {from} to {to}.", who(owner), kind.name())
        }
        Event::Split { seat, parent: CellKind::Zoorb, from, to } => {
            format!("{}’s zoorb on {from} makes a neatom on {to}.", who(seat))
        }
        Event::Split { seat, from, to, .. } => format!("{} splits the neatom on {from} to {to}.", who(seat)),
        Event::Fused { seat, at, with, into } => {
            let count = if CellKind::MINOR.contains(&into) { "two" } else { "four" };
            format!("{} fuses {count} neatoms, {at} to {with}, into a {}.", who(seat), into.name())
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

/// Describes what the seat may do in a free turn, as a request.
pub(super) fn legal_move(free: Free) -> String {
    match free {
        Free::Neatom => "split or fuse a neatom".to_owned(),
        Free::Tetraphyte(at) => format!("move the tetraphyte on {at} again"),
        Free::Pentaphyte { at, neatom } => {
            format!("swap the pentaphyte on {at} again for the life of neatom {neatom}")
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

/// Returns the menu choices that lead to a move: the cell, what it does, and the column if many moves remain.
pub(super) fn menu_path(game: &PlanktonSynapse, mv: Move) -> Vec<String> {
    let actor = match mv {
        Move::Go { from, .. } | Move::Split { from, .. } | Move::Swap { from, .. } => from,
        Move::Fuse { at, .. } | Move::Die(at) => at,
        Move::Pass => return Vec::new(),
    };
    let Some(cell) = game.cell(actor) else { return Vec::new() };
    let mut steps = Vec::new();
    // The first menu also needs room for `pass`, and that of a cell for its removal.
    if game.board.names_in(game.board.of(cell.owner)).len() + 1 > MENU {
        steps.push(format!("column {}", Square::column_name(actor.col)));
    }
    steps.push(format!("{actor} {}", cell.kind.name()));
    let to_column = |to: Square| format!("to column {}", Square::column_name(to.col));
    match mv {
        Move::Go { to, .. } => {
            if traps_zoorb(game, cell, to) {
                steps.push("into a trap".to_owned());
            } else if game.reach(cell).len() + 1 > MENU {
                steps.push(to_column(to));
            }
        }
        Move::Split { .. } => steps.push("split".to_owned()),
        Move::Fuse { with, .. } => steps.push(format!("fuse with {with}")),
        Move::Swap { to, anchor: None, .. } => {
            let Some(friend) = game.cell(to) else { return steps };
            steps.push(format!("swap with a {}", friend.kind.name()));
            if game.board.own(cell.owner, friend.kind).len() > MENU {
                steps.push(to_column(to));
            }
        }
        Move::Swap { to, anchor: Some(_), .. } => {
            let tetraphyte = game.cell(to).map_or(to, |friend| friend.at);
            steps.push(format!("swap with the tetraphyte on {tetraphyte}"));
        }
        Move::Die(_) => steps.push("remove it (apoptosis)".to_owned()),
        Move::Pass => {}
    }
    steps
}

/// Whether a zoorb would die by eating a picozoa. Menus put such a move one level deeper, so nobody picks it by accident.
fn traps_zoorb(game: &PlanktonSynapse, cell: Cell, to: Square) -> bool {
    cell.kind == CellKind::Zoorb && game.cell(to).is_some_and(|prey| prey.kind == CellKind::Picozoa)
}
