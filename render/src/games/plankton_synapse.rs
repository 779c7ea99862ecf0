//! The scene of Plankton Synapse.

use rules::{
    Seat,
    games::plankton_synapse::{Cell, CellKind, Event, Free, PlanktonSynapse, SIDE, Squares},
    grid::Square,
};

use crate::change::Change;
use crate::scene::{
    Arrow, Art, Board, Card, Figure, Hint, Home, Item, Mark, Piece, Scene, Sign, State, Verdict, Way,
};

use super::{
    Viewed,
    beat::{Beat, Before},
    by_kind, counted, explained,
};

/// In the last turns the scene names the player who would win by the counts.
const LAST_TURNS: u16 = 10;

const fn art(kind: CellKind) -> Art {
    match kind {
        CellKind::Neatom => Art::Neatom,
        CellKind::Picophyte => Art::Picophyte,
        CellKind::Picozoa => Art::Picozoa,
        CellKind::Tetraphyte => Art::Tetraphyte,
        CellKind::Tetrazoa => Art::Tetrazoa,
        CellKind::Pentaphyte => Art::Pentaphyte,
        CellKind::Pentazoa => Art::Pentazoa,
        CellKind::Phytorb => Art::Phytorb,
        CellKind::Zoorb => Art::Zoorb,
    }
}

pub(super) fn scene(seen: &Viewed<'_, PlanktonSynapse>) -> Scene {
    let game = seen.view;
    let verdict = seen.verdict(count(seen));
    let mut board = Board::plain(SIDE, SIDE);
    for at in seen.events.iter().flat_map(|event| touched(event).iter()) {
        board.cell_mut(at).fresh = true;
    }
    board.home = Home::of(seen.own.map(|seat| seat != Seat::FIRST));
    let call = match (game.free(), &seen.outcome) {
        (Some(free), None) => Some(format!("Free turn: {} or pass", again(free))),
        _ => None,
    };
    let marks = marks(seen);
    Scene {
        title: seen.kind.title(),
        facts: facts(seen),
        call,
        board,
        pieces: pieces(seen),
        outlines: Vec::new(),
        arrows: arrows(seen),
        cards: seen.seats.iter().map(|seat| card(seen, seat)).collect(),
        legend: legend(seen, &marks),
        story: story(seen, verdict.as_ref()),
        marks,
        verdict,
    }
}

/// Returns the count that has decided a game at its last turn: `4 to 3 zoorbs`, or `31 to 28 squares` if the zoorbs are equal.
fn count(seen: &Viewed<'_, PlanktonSynapse>) -> Option<String> {
    let game = seen.view;
    if !game.counts_decide() || seen.outcome.as_ref()?.reason != "limit" {
        return None;
    }
    let both = |count: &dyn Fn(Seat) -> usize| {
        let mut counts: Vec<usize> = seen.seats.iter().map(count).collect();
        counts.sort_unstable_by(|one, other| other.cmp(one));
        counts
    };
    let (zoorbs, squares) = (both(&|seat| game.zoorbs(seat)), both(&|seat| game.filled(seat)));
    let (counts, what) =
        if zoorbs.first() == zoorbs.last() { (squares, "squares") } else { (zoorbs, "zoorbs") };
    let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
    Some(format!("{} {what}", counts.join(" to ")))
}

/// Returns whether an event changes something on the board.
pub(super) const fn is_step(event: &Event) -> bool {
    !matches!(event, Event::Freed { .. } | Event::Passed { .. } | Event::Fallen { .. })
}

/// Returns the changes of an event. An action with what it eats is one step, and what it pushes or pulls is the next.
pub(super) fn beat(before: &Before<'_, PlanktonSynapse>, event: &Event) -> Option<Beat> {
    /// The number of the step with the action.
    const ACTION: u8 = 1;
    /// The number of the step with pushes and pulls.
    const SHIFT: u8 = 2;
    let found = |at, kind, seat| before.piece(at, art(kind), seat);
    let goes = |at, kind, seat, to, way| found(at, kind, seat).map(|piece| Change::Move { piece, to, way });
    let new = |on, kind, seat| Change::Add(Piece::new(on, art(kind), before.owner(seat)));
    match *event {
        Event::Moved { seat, kind, from, to } => Beat::new(ACTION, goes(from, kind, seat, to, Way::Went)),
        Event::Eaten { owner, kind, at, .. } => {
            Beat::taking(ACTION, found(at, kind, owner).map(Change::Remove))
        }
        Event::Trapped { seat, kind, at, neatom } => {
            let neatom = neatom.map(|on| new(on, CellKind::Neatom, seat));
            Beat::taking(ACTION, found(at, kind, seat).map(Change::Remove).into_iter().chain(neatom))
        }
        Event::Pushed { owner, kind, from, to } | Event::Pulled { owner, kind, from, to } => {
            Beat::new(SHIFT, goes(from, kind, owner, to, Way::Slight))
        }
        Event::Split { seat, from, to, .. } => {
            let arrow = Arrow { owner: before.owner(seat), from, to, way: Way::Slight };
            Beat::new(ACTION, [new(to, CellKind::Neatom, seat), Change::Point(arrow)])
        }
        Event::Fused { seat, at, with, into } => {
            let on = anchor(at, with, into);
            // Neatoms in opposite corners fuse with the two beside them.
            let mut squares = vec![at, with];
            if at.col != with.col && at.row != with.row {
                squares.extend([Square::new(at.col, with.row), Square::new(with.col, at.row)]);
            }
            let parts = squares.into_iter().filter_map(|at| found(at, CellKind::Neatom, seat));
            let parts: Vec<Change> = parts.map(Change::Remove).collect();
            Beat::new(ACTION, parts.into_iter().chain([new(on, into, seat)]))
        }
        Event::Sacrificed { seat, at } => {
            Beat::taking(ACTION, found(at, CellKind::Neatom, seat).map(Change::Remove))
        }
        Event::Swapped { seat, from, to, kind, friend_from, friend_to } => {
            let cell = goes(from, CellKind::Pentaphyte, seat, to, Way::Traded);
            let friend = goes(friend_from, kind, seat, friend_to, Way::Slight);
            Beat::new(ACTION, cell.into_iter().chain(friend))
        }
        Event::Died { seat, kind, at } => Beat::taking(ACTION, found(at, kind, seat).map(Change::Remove)),
        Event::Freed { .. } | Event::Passed { .. } | Event::Fallen { .. } => None,
    }
}

/// Returns what the free turn allows, in a few words.
fn again(free: Free) -> String {
    match free {
        Free::Neatom => "a neatom again".to_owned(),
        Free::Tetraphyte(at) => format!("{at} again"),
        Free::Pentaphyte { at, neatom } => format!("swap {at}, losing {neatom},"),
    }
}

/// Returns the current turn, or the last one of a game that is over.
fn turn(game: &PlanktonSynapse) -> u16 {
    game.turn().min(game.limit())
}

fn facts(seen: &Viewed<'_, PlanktonSynapse>) -> Vec<String> {
    let game = seen.view;
    let mut facts = Vec::new();
    if game.first_zoorb_decides() {
        facts.push("one zoorb decides".to_owned());
    }
    if game.counts_decide() && seen.outcome.is_none() && game.turn() + LAST_TURNS > game.limit() {
        facts.push(match game.ahead() {
            Some(seat) => format!("{} ahead", seen.colour(seat)),
            None => "level".to_owned(),
        });
    }
    facts.push(format!("turn {}/{}", turn(game), game.limit()));
    facts
}

/// Returns the squares that an event changed. A square that a cell merely left is shown by the arrow.
fn touched(event: &Event) -> Squares {
    let body = |kind, at| Cell { owner: Seat::FIRST, kind, at }.body();
    let one = |at| body(CellKind::Neatom, at);
    match *event {
        Event::Moved { kind, to, .. } | Event::Pushed { kind, to, .. } | Event::Pulled { kind, to, .. } => {
            body(kind, to)
        }
        Event::Eaten { kind, at, .. } | Event::Died { kind, at, .. } => body(kind, at),
        Event::Split { to, .. } => one(to),
        Event::Fused { at, with, into, .. } => body(into, anchor(at, with, into)),
        Event::Sacrificed { at, .. } => one(at),
        Event::Swapped { to, kind, friend_to, .. } => one(to) | body(kind, friend_to),
        Event::Trapped { at, neatom, .. } => one(neatom.unwrap_or(at)),
        Event::Freed { .. } | Event::Passed { .. } | Event::Fallen { .. } => Squares::NONE,
    }
}

/// Returns the lower left square of a fused cell.
fn anchor(at: Square, with: Square, into: CellKind) -> Square {
    match into {
        CellKind::Tetraphyte => Square::new(at.col.min(with.col), at.row.min(with.row)),
        _ => at,
    }
}

/// Returns the cell that was lost in an event.
fn fallen(event: &Event) -> Option<Cell> {
    match *event {
        Event::Eaten { owner, kind, at, .. } => Some(Cell { owner, kind, at }),
        Event::Trapped { seat: owner, kind, at, .. } | Event::Died { seat: owner, kind, at } => {
            Some(Cell { owner, kind, at })
        }
        Event::Sacrificed { seat: owner, at } => Some(Cell { owner, kind: CellKind::Neatom, at }),
        _ => None,
    }
}

/// Returns the square of a lost cell that another piece now occupies. Without such a square, its ghost is shown.
fn taken(game: &PlanktonSynapse, fallen: Cell) -> Option<Square> {
    fallen.body().iter().find(|&square| game.cell(square).is_some())
}

fn pieces(seen: &Viewed<'_, PlanktonSynapse>) -> Vec<Piece> {
    let game = seen.view;
    let fallen = seen.events.iter().filter_map(|event| fallen(event));
    let ghosts = fallen.filter(|&cell| taken(game, cell).is_none()).map(|cell| Piece {
        state: State::Ghost,
        ..Piece::new(cell.at, art(cell.kind), seen.owner(cell.owner))
    });
    let living = game.cells().map(|cell| {
        let state = match (game.is_marked(cell.at) && seen.outcome.is_none(), cell.kind) {
            (false, _) => State::Sound,
            (true, CellKind::Zoorb) => State::Shielded,
            (true, _) => State::Glowing,
        };
        Piece { state, ..Piece::new(cell.at, art(cell.kind), seen.owner(cell.owner)) }
    });
    ghosts.chain(living).collect()
}

fn marks(seen: &Viewed<'_, PlanktonSynapse>) -> Vec<Mark> {
    let game = seen.view;
    let mut marks = Vec::new();
    if seen.outcome.is_none() {
        let sticky = game.sticky().iter().filter(|&on| game.cell(on).is_none());
        marks.extend(sticky.map(|on| Mark::Sign { on, sign: Sign::Sticky }));
        for seat in seen.seats.iter() {
            let sign = Sign::Held(seen.owner(seat).colour);
            marks.extend(game.held_by(seat).iter().map(|on| Mark::Sign { on, sign }));
        }
    }
    for event in &seen.events {
        let born = match **event {
            Event::Split { to, .. } => Some(to),
            Event::Fused { at, with, into, .. } => Some(anchor(at, with, into)),
            Event::Trapped { neatom, .. } => neatom,
            _ => None,
        };
        let fell = fallen(event).and_then(|cell| taken(game, cell));
        marks.extend(born.map(|on| Mark::Sign { on, sign: Sign::Born }));
        marks.extend(fell.map(|on| Mark::Sign { on, sign: Sign::Fell }));
    }
    marks
}

fn arrows(seen: &Viewed<'_, PlanktonSynapse>) -> Vec<Arrow> {
    let moved = seen.events.iter().filter_map(|event| {
        Some(match **event {
            Event::Moved { seat, from, to, .. } => (seat, from, to, Way::Went),
            Event::Swapped { seat, from, to, .. } => (seat, from, to, Way::Traded),
            Event::Split { seat, from, to, .. } => (seat, from, to, Way::Slight),
            // Four neatoms fuse in place, and all their squares are marked.
            Event::Fused { into: CellKind::Tetraphyte, .. } => return None,
            Event::Fused { seat, at, with, .. } => (seat, with, at, Way::Slight),
            Event::Pushed { owner, from, to, .. } | Event::Pulled { owner, from, to, .. } => {
                (owner, from, to, Way::Slight)
            }
            _ => return None,
        })
    });
    let moved = moved.map(|(seat, from, to, way)| Arrow { owner: seen.owner(seat), from, to, way });
    let game = seen.view;
    let shields = game.shields().filter(|_| seen.outcome.is_none()).filter_map(|(from, to)| {
        let owner = seen.owner(game.cell(from)?.owner);
        Some(Arrow { owner, from, to, way: Way::Shields })
    });
    shields.chain(moved).collect()
}

fn card(seen: &Viewed<'_, PlanktonSynapse>, seat: Seat) -> Card {
    let game = seen.view;
    let mut line = vec![Item::Stock(Art::Zoorb, game.zoorbs(seat) as u8)];
    if game.counts_decide() {
        line.push(Item::Words(format!("· {}", counted(game.filled(seat), "square", "squares"))));
    }
    if game.fallen().contains(seat) {
        line.push(Item::Words("fallen".to_owned()));
    }
    Card {
        owner: seen.owner(seat),
        allies: Vec::new(),
        role: seen.role(seat),
        score: String::new(),
        progress: None,
        lines: vec![line],
    }
}

/// Explains the states of cells while they matter, and the signs that are on the board. The names of the cells are in the text of the
/// position.
fn legend(seen: &Viewed<'_, PlanktonSynapse>, marks: &[Mark]) -> Vec<Hint> {
    let owner = seen.owner(Seat::FIRST);
    let states = [(Art::Neatom, State::Glowing, "glowing"), (Art::Zoorb, State::Shielded, "shielded")];
    let states = states.into_iter().filter(|_| seen.outcome.is_none());
    let states = states.map(|(art, state, words)| Hint {
        figure: Figure::Piece(art, state),
        owner,
        words: words.to_owned(),
    });
    let held = marks.iter().find_map(|mark| match mark {
        Mark::Sign { sign: sign @ Sign::Held(_), .. } => Some((*sign, "held")),
        _ => None,
    });
    let signs = [(Sign::Sticky, "sticky"), (Sign::Born, "new"), (Sign::Fell, "a cell was lost")];
    states.chain(explained(marks, owner, signs.into_iter().chain(held))).collect()
}

fn story(seen: &Viewed<'_, PlanktonSynapse>, verdict: Option<&Verdict>) -> Vec<String> {
    let game = seen.view;
    let todo = match game.free() {
        Some(free) => format!("{}. Free turn: {}, or pass", seen.to_move(), again(free)),
        None => seen.to_move(),
    };
    let mut story = seen.opening(verdict, &todo);
    story.extend(seen.seats.iter().map(|seat| on_board(seen, seat)));
    if verdict.is_none() {
        story.extend(seen.seats.iter().filter_map(|seat| marked(seen, seat)));
        let free = game.sticky().iter().filter(|&at| game.cell(at).is_none());
        let sticky = free.map(|at| at.to_string()).collect();
        let held = game.held().iter().map(|at| at.to_string()).collect();
        story.extend(
            by_kind([("sticky", sticky), ("held", held)]).map(|squares| format!("Squares: {squares}.")),
        );
    }
    if game.counts_decide() {
        let counts: Vec<String> = seen
            .seats
            .iter()
            .map(|seat| {
                let zoorbs = counted(game.zoorbs(seat), "zoorb", "zoorbs");
                let squares = counted(game.filled(seat), "square", "squares");
                format!("{} {zoorbs}, {squares}", seen.colour(seat))
            })
            .collect();
        story.push(format!("The counts: {}.", counts.join("; ")));
    }
    let loss = if game.first_zoorb_decides() { " The first zoorb lost loses the game." } else { "" };
    story.push(format!("Turn {} of {}.{loss}", turn(game), game.limit()));
    story
}

/// Returns the cells of a seat: `Blue: zoorbs a1 h1; neatoms a2 a3.`
fn on_board(seen: &Viewed<'_, PlanktonSynapse>, seat: Seat) -> String {
    let groups = by_kind(CellKind::ALL.iter().rev().map(|&kind| {
        let own = seen.view.cells().filter(|cell| cell.owner == seat && cell.kind == kind);
        (kind.name(), own.map(|cell| cell.at.to_string()).collect())
    }));
    format!("{}: {}.", seen.colour(seat), groups.as_deref().unwrap_or("no cells"))
}

/// Returns the special cells of a seat: `Blue: glowing b2 d4; shielded a1 by b1.`
fn marked(seen: &Viewed<'_, PlanktonSynapse>, seat: Seat) -> Option<String> {
    let game = seen.view;
    let own = game.cells().filter(|cell| cell.owner == seat && game.is_marked(cell.at));
    let (shielded, glowing): (Vec<Cell>, Vec<Cell>) = own.partition(|cell| cell.kind == CellKind::Zoorb);
    let glowing = glowing.iter().map(|cell| cell.at.to_string()).collect();
    // The squares are one text, since each has its phytorbs behind it.
    let shielded: Vec<String> = shielded.iter().map(|cell| shielded_by(game, cell.at)).collect();
    let shielded = if shielded.is_empty() { Vec::new() } else { vec![shielded.join(", ")] };
    let groups = by_kind([("glowing", glowing), ("shielded", shielded)])?;
    Some(format!("{}: {groups}.", seen.colour(seat)))
}

/// Returns a shielded zoorb with the phytorbs that reach it: `a1 by b1 c3`.
fn shielded_by(game: &PlanktonSynapse, zoorb: Square) -> String {
    let by: String =
        game.shields().filter(|&(_, to)| to == zoorb).map(|(from, _)| format!(" {from}")).collect();
    if by.is_empty() { zoorb.to_string() } else { format!("{zoorb} by{by}") }
}
