//! Plankton Synapse as a scene.

use rules::{
    Seat,
    games::plankton_synapse::{Cell, CellKind, Event, Free, PlanktonSynapse, SIDE, Squares},
    grid::Square,
};

use crate::scene::{
    Arrow, Art, Board, Card, Figure, Hint, Item, Mark, Piece, Scene, Sign, State, Verdict, Way,
};

use super::Seen;

/// In the last turns it is said who would win by the counts.
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

pub(super) fn scene(seen: &Seen<'_, PlanktonSynapse>) -> Scene {
    let game = seen.view;
    let verdict = seen.verdict(|reason| verdict_words(game, reason));
    let mut board = Board::plain(SIDE, SIDE);
    for at in seen.events.iter().flat_map(|event| touched(event).iter()) {
        board.cell_mut(at).fresh = true;
    }
    let call = match (game.free(), &seen.outcome) {
        (Some(free), None) => Some(format!("Free turn: {} or pass", again(free))),
        _ => None,
    };
    Scene {
        title: seen.kind.title(),
        facts: facts(seen),
        call,
        board,
        pieces: pieces(seen),
        marks: marks(seen),
        outlines: Vec::new(),
        arrows: arrows(seen),
        cards: seen.seats.iter().map(|seat| card(seen, seat)).collect(),
        legend: legend(seen),
        story: story(seen, verdict.as_ref()),
        verdict,
    }
}

/// What the free turn allows, in a few words.
fn again(free: Free) -> String {
    match free {
        Free::Neatom => "a neatom again".to_owned(),
        Free::Tetraphyte(at) => format!("{at} again"),
        Free::Pentaphyte { at, neatom } => format!("swap {at}, losing {neatom},"),
    }
}

fn verdict_words(game: &PlanktonSynapse, reason: &str) -> String {
    match reason {
        "zoorbs" if game.first_zoorb_decides() => "a zoorb has fallen".to_owned(),
        "zoorbs" => "all zoorbs are gone".to_owned(),
        "repetition" => "the third time the same".to_owned(),
        "limit" if game.counts_decide() => "turns over, counted".to_owned(),
        "limit" => "turns over".to_owned(),
        _ => "no action is left".to_owned(),
    }
}

/// The turn being played, or the last one.
fn turn(game: &PlanktonSynapse) -> u16 {
    game.turn().min(game.limit())
}

fn facts(seen: &Seen<'_, PlanktonSynapse>) -> Vec<String> {
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

/// The squares where something happened; where a cell merely left, its arrow tells.
fn touched(event: &Event) -> Squares {
    let body = |kind, at| Cell { owner: Seat::FIRST, kind, at }.body();
    let one = |at| body(CellKind::Neatom, at);
    match *event {
        Event::Moved { kind, to, .. } | Event::Pushed { kind, to, .. } | Event::Pulled { kind, to, .. } => {
            body(kind, to)
        }
        Event::Eaten { kind, at, .. } | Event::Died { kind, at, .. } => body(kind, at),
        Event::Split { to, .. } => one(to),
        Event::Fused { at, .. } | Event::Sacrificed { at, .. } => one(at),
        Event::Swapped { to, kind, friend_to, .. } => one(to) | body(kind, friend_to),
        Event::Trapped { at, neatom, .. } => one(neatom.unwrap_or(at)),
        Event::Freed { .. } | Event::Passed { .. } | Event::Fallen { .. } => Squares::NONE,
    }
}

/// Who fell in the last turn: what, whose, and where.
fn fallen(event: &Event) -> Option<(CellKind, Seat, Square)> {
    match *event {
        Event::Eaten { owner, kind, at, .. } => Some((kind, owner, at)),
        Event::Trapped { seat, kind, at, .. } | Event::Died { seat, kind, at } => Some((kind, seat, at)),
        Event::Sacrificed { seat, at } => Some((CellKind::Neatom, seat, at)),
        _ => None,
    }
}

fn pieces(seen: &Seen<'_, PlanktonSynapse>) -> Vec<Piece> {
    let game = seen.view;
    let ghosts = seen.events.iter().filter_map(|event| fallen(event)).filter(|&(kind, seat, at)| {
        let body = Cell { owner: seat, kind, at }.body();
        body.iter().all(|square| game.cell(square).is_none())
    });
    let ghosts = ghosts
        .map(|(kind, seat, at)| Piece { state: State::Ghost, ..Piece::new(at, art(kind), seen.owner(seat)) });
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

fn marks(seen: &Seen<'_, PlanktonSynapse>) -> Vec<Mark> {
    let game = seen.view;
    let mut marks = Vec::new();
    if seen.outcome.is_none() {
        let beside = |kind: CellKind, marked: bool| {
            let cells =
                game.cells().filter(move |cell| cell.kind == kind && (!marked || game.is_marked(cell.at)));
            cells.flat_map(|cell| beside(cell.at).map(move |on| (on, cell.owner)))
        };
        let free = |on: Square| game.cell(on).is_none();
        let sticky: Squares =
            beside(CellKind::Picophyte, false).map(|(on, _)| on).filter(|&on| free(on)).collect();
        marks.extend(sticky.iter().map(|on| Mark::Sign { on, sign: Sign::Sticky }));
        marks.extend(
            beside(CellKind::Picozoa, true)
                .map(|(on, owner)| Mark::Sign { on, sign: Sign::Held(seen.owner(owner).colour) }),
        );
    }
    for event in &seen.events {
        let born = match **event {
            Event::Split { to, .. } => Some(to),
            Event::Fused { at, .. } => Some(at),
            Event::Trapped { neatom, .. } => neatom,
            _ => None,
        };
        let fell = fallen(event).map(|(_, _, at)| at).filter(|&at| game.cell(at).is_some());
        marks.extend(born.map(|on| Mark::Sign { on, sign: Sign::Born }));
        marks.extend(fell.map(|on| Mark::Sign { on, sign: Sign::Fell }));
    }
    marks
}

/// The squares that share a side with one.
fn beside(at: Square) -> impl Iterator<Item = Square> {
    [(0, 1), (1, 0), (0, -1), (-1, 0)]
        .into_iter()
        .filter_map(move |(cols, rows)| at.offset(cols, rows, SIDE, SIDE))
}

fn arrows(seen: &Seen<'_, PlanktonSynapse>) -> Vec<Arrow> {
    let moved = seen.events.iter().filter_map(|event| {
        Some(match **event {
            Event::Moved { seat, from, to, .. } => (seat, from, to, Way::Went),
            Event::Swapped { seat, from, to, .. } => (seat, from, to, Way::Traded),
            Event::Split { seat, from, to, .. } => (seat, from, to, Way::Slight),
            Event::Fused { seat, at, with, .. } => (seat, with, at, Way::Slight),
            Event::Pushed { owner, from, to, .. } | Event::Pulled { owner, from, to, .. } => {
                (owner, from, to, Way::Slight)
            }
            _ => return None,
        })
    });
    moved.map(|(seat, from, to, way)| Arrow { owner: seen.owner(seat), from, to, way }).collect()
}

fn card(seen: &Seen<'_, PlanktonSynapse>, seat: Seat) -> Card {
    let game = seen.view;
    let mut line = vec![Item::Stock(Art::Zoorb, game.zoorbs(seat) as u8)];
    if game.counts_decide() {
        line.push(Item::Words(format!("{} squares", game.filled(seat))));
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

fn legend(seen: &Seen<'_, PlanktonSynapse>) -> Vec<Hint> {
    let owner = seen.owner(Seat::FIRST);
    let cells = CellKind::ALL.iter().map(|&kind| (Figure::Piece(art(kind), State::Sound), kind.name()));
    let signs = [
        (Figure::Piece(Art::Neatom, State::Glowing), "glowing"),
        (Figure::Piece(Art::Zoorb, State::Shielded), "shielded"),
        (Figure::Sign(Sign::Sticky), "sticky"),
        (Figure::Sign(Sign::Held(owner.colour)), "held"),
    ];
    cells.chain(signs).map(|(figure, words)| Hint { figure, owner, words: words.to_owned() }).collect()
}

fn story(seen: &Seen<'_, PlanktonSynapse>, verdict: Option<&Verdict>) -> Vec<String> {
    let game = seen.view;
    let mut story = vec![seen.headline(verdict)];
    if let (Some(free), None) = (game.free(), verdict) {
        story.push(format!("Free turn: {}, or pass.", again(free)));
    }
    if !seen.news.is_empty() {
        story.push(format!("Last: {}", seen.news.join(" ")));
    }
    story.extend(seen.seats.iter().map(|seat| on_board(seen, seat)));
    story.extend(seen.seats.iter().filter(|_| verdict.is_none()).filter_map(|seat| marked(seen, seat)));
    if game.counts_decide() {
        let counts: Vec<String> = seen
            .seats
            .iter()
            .map(|seat| {
                format!("{} {} zoorbs, {} squares", seen.colour(seat), game.zoorbs(seat), game.filled(seat))
            })
            .collect();
        story.push(format!("The counts: {}.", counts.join("; ")));
    }
    let loss = if game.first_zoorb_decides() { " The first zoorb lost loses the game." } else { "" };
    story.push(format!("Turn {} of {}.{loss}", turn(game), game.limit()));
    story
}

/// `Blue: zoorbs a1 h1; neatoms a2 a3.`
fn on_board(seen: &Seen<'_, PlanktonSynapse>, seat: Seat) -> String {
    let groups: Vec<String> = CellKind::ALL
        .into_iter()
        .rev()
        .filter_map(|kind| {
            let own = seen.view.cells().filter(|cell| cell.owner == seat && cell.kind == kind);
            let squares: Vec<String> = own.map(|cell| cell.at.to_string()).collect();
            (!squares.is_empty()).then(|| format!("{} {}", kind.name(), squares.join(" ")))
        })
        .collect();
    let groups = if groups.is_empty() { "no cells".to_owned() } else { groups.join("; ") };
    format!("{}: {groups}.", seen.colour(seat))
}

/// `Blue: glowing b2 d4; shielded a1.`
fn marked(seen: &Seen<'_, PlanktonSynapse>, seat: Seat) -> Option<String> {
    let game = seen.view;
    let own = || game.cells().filter(move |cell| cell.owner == seat && game.is_marked(cell.at));
    let list = |zoorbs: bool| {
        let cells = own().filter(|cell| (cell.kind == CellKind::Zoorb) == zoorbs);
        cells.map(|cell| cell.at.to_string()).collect::<Vec<_>>().join(" ")
    };
    let parts: Vec<String> = [("glowing", list(false)), ("shielded", list(true))]
        .into_iter()
        .filter(|(_, squares)| !squares.is_empty())
        .map(|(what, squares)| format!("{what} {squares}"))
        .collect();
    (!parts.is_empty()).then(|| format!("{}: {}.", seen.colour(seat), parts.join("; ")))
}
