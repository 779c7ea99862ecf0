//! The scene of Protozoa.

use rules::{
    Game, Seat, SeatSet,
    games::protozoa::{Event, Protozoa, Size},
    grid::Square,
};

use crate::change::Change;
use crate::scene::{Art, Board, Card, Figure, Hint, Item, Outline, Piece, Scene, State, Verdict};

use super::{
    Viewed,
    beat::{Beat, Before},
    by_kind, counted,
};

const fn art(size: Size) -> Art {
    match size {
        Size::Pawn => Art::Pawn,
        Size::Drone => Art::Drone,
        Size::Queen => Art::Queen,
    }
}

pub(super) fn scene(seen: &Viewed<'_, Protozoa>) -> Scene {
    let game = seen.view;
    let verdict = seen.verdict(None);
    let mut board = Board::plain(game.board_size(), game.board_size());
    for at in seen.events.iter().filter_map(|event| touched(event)) {
        board.cell_mut(at).fresh = true;
    }
    Scene {
        title: seen.kind.title(),
        call: None,
        legend: legend(seen),
        facts: vec![format!("goal {}", game.goal()), format!("turn {}/{}", turn(game), game.limit())],
        pieces: pieces(seen),
        marks: Vec::new(),
        outlines: outlines(seen),
        arrows: Vec::new(),
        cards: cards(seen),
        story: story(seen, verdict.as_ref()),
        verdict,
        board,
    }
}

/// Returns whether an event changes something on the board.
pub(super) const fn is_step(event: &Event) -> bool {
    !matches!(event, Event::Passed { .. } | Event::Grown { .. } | Event::Skipped { .. })
}

/// Returns the changes of an event: the new piece with the doomed ones as they are then, and the dead.
pub(super) fn beat(before: &Before<'_, Protozoa>, event: &Event) -> Option<Beat> {
    let change = match *event {
        Event::Placed { seat, size, at } => Change::Add(Piece::new(at, art(size), before.owner(seat))),
        Event::Promoted { at, to, .. } | Event::Demoted { at, to, .. } => {
            let piece = before.on(at).next()?;
            Change::Become { piece, into: Piece { art: art(to), ..piece } }
        }
        Event::Died { ref pieces, .. } => {
            let lost = pieces.iter().filter_map(|(at, dead)| before.piece(at, art(dead.size), dead.owner));
            return Beat::taking(0, lost.map(Change::Remove));
        }
        Event::Passed { .. } | Event::Grown { .. } | Event::Skipped { .. } => return None,
    };
    let mut then = before.scene.clone();
    then.apply(change);
    Beat::new(0, [change].into_iter().chain(recounted(&then)))
}

/// Returns the changes that give every piece its number of neighbours, and doom those that have too few or too many.
fn recounted(scene: &Scene) -> Vec<Change> {
    let living: Vec<Piece> =
        scene.pieces.iter().copied().filter(|piece| piece.state != State::Ghost).collect();
    let near = |a: Square, b: Square| a != b && a.col.abs_diff(b.col) <= 1 && a.row.abs_diff(b.row) <= 1;
    let counted = living.iter().map(|&piece| {
        let count = living.iter().filter(|other| near(piece.on, other.on)).count() as u8;
        let size = Size::ALL.into_iter().find(|&size| art(size) == piece.art);
        let state = size.map_or(State::Sound, |size| condition(size, count, piece.on, scene.board.cols));
        Change::Become { piece, into: Piece { count: Some(count), state, ..piece } }
    });
    counted.collect()
}

/// Returns the condition of a piece with this number of neighbours, on a board with sides of `side` squares.
fn condition(size: Size, neighbours: u8, on: Square, side: u8) -> State {
    let lives_with = size.lives_with();
    // A piece at the edge of the board may have no room for one neighbour more.
    let within = |at: u8| 1 + u8::from(at > 0) + u8::from(at + 1 < side);
    let room = within(on.col) * within(on.row) - 1;
    if !lives_with.contains(&neighbours) {
        State::Doomed
    } else if neighbours == *lives_with.end() && neighbours < room {
        State::Full
    } else {
        State::Sound
    }
}

/// Returns the current turn, or the last one of a game that is over.
fn turn(game: &Protozoa) -> u32 {
    game.played() + u32::from(game.outcome().is_none())
}

fn touched(event: &Event) -> Option<Square> {
    match *event {
        Event::Placed { at, .. } | Event::Promoted { at, .. } | Event::Demoted { at, .. } => Some(at),
        Event::Passed { .. } | Event::Died { .. } | Event::Grown { .. } | Event::Skipped { .. } => None,
    }
}

fn pieces(seen: &Viewed<'_, Protozoa>) -> Vec<Piece> {
    let game = seen.view;
    let is_over = seen.outcome.is_some();
    let living = game.pieces().map(|(on, piece)| {
        let neighbours = game.neighbours(on);
        Piece {
            state: if is_over {
                State::Sound
            } else {
                condition(piece.size, neighbours, on, game.board_size())
            },
            count: Some(neighbours),
            ..Piece::new(on, art(piece.size), seen.owner(piece.owner))
        }
    });
    let died = seen.events.iter().filter_map(|event| match event {
        Event::Died { pieces, .. } => Some(pieces),
        _ => None,
    });
    let mut ghosts: Vec<Piece> = Vec::new();
    for (on, piece) in died.flat_map(|pieces| pieces.iter()) {
        if game.piece(on).is_none() {
            // If two pieces died on one square, the later one is shown.
            ghosts.retain(|ghost| ghost.on != on);
            let owner = seen.owner(piece.owner);
            ghosts.push(Piece { state: State::Ghost, ..Piece::new(on, art(piece.size), owner) });
        }
    }
    living.chain(ghosts).collect()
}

fn outlines(seen: &Viewed<'_, Protozoa>) -> Vec<Outline> {
    let game = seen.view;
    let largest = game.sides().into_iter().enumerate().filter_map(|(side, seats)| {
        let squares = game.organism(side);
        // In teams of one colour, the organism counts for one of the two seats.
        let owner = game.piece(*squares.first()?)?.owner;
        let owner = if game.mixed_teams() { seats.first()? } else { owner };
        Some(Outline { owner: seen.owner(owner), squares, value: Some(game.organism_value(side)) })
    });
    largest.collect()
}

/// Explains the numbers on the board and the one on the cards.
fn legend(seen: &Viewed<'_, Protozoa>) -> Vec<Hint> {
    let owner = seen.owner(Seat::FIRST);
    let is_running = seen.outcome.is_none();
    let hints = [
        (true, Figure::Counted(Art::Drone, State::Sound, 3), "neighbours"),
        (is_running, Figure::Counted(Art::Drone, State::Full, 5), "one more kills it"),
        (is_running, Figure::Counted(Art::Drone, State::Doomed, 2), "dies if nothing changes"),
        (true, Figure::Valued(8), "largest organism, its value"),
        (true, Figure::Progress, "record so far"),
    ];
    let shown = hints.into_iter().filter(|(is_shown, ..)| *is_shown);
    shown.map(|(_, figure, words)| Hint { figure, owner, words: words.to_owned() }).collect()
}

fn cards(seen: &Viewed<'_, Protozoa>) -> Vec<Card> {
    let game = seen.view;
    let of_side = |(side, seats): (usize, SeatSet)| {
        let record = game.records().get(side).copied().unwrap_or_default();
        seats.iter().map(move |seat| Card {
            owner: seen.owner(seat),
            allies: seats.without(SeatSet::one(seat)).iter().collect(),
            role: seen.role(seat),
            score: record.value.to_string(),
            progress: Some((record.value, game.goal())),
            lines: vec![
                Size::ALL
                    .into_iter()
                    .zip(game.stash(seat))
                    .map(|(size, count)| Item::Stock(art(size), count))
                    .collect(),
            ],
        })
    };
    let mut cards: Vec<Card> = game.sides().into_iter().enumerate().flat_map(of_side).collect();
    cards.sort_by_key(|card| card.owner.seat);
    cards
}

fn story(seen: &Viewed<'_, Protozoa>, verdict: Option<&Verdict>) -> Vec<String> {
    let game = seen.view;
    let mut story = seen.opening(verdict, &seen.to_move());
    if verdict.is_none() {
        // The mover's own losses come first, since there may not be room for all.
        let mut seats: Vec<Seat> = seen.seats.iter().collect();
        seats.sort_by_key(|&seat| !seen.to_act.contains(seat));
        let losses: Vec<String> = seats.into_iter().filter_map(|seat| next_losses(seen, seat)).collect();
        if losses.is_empty() {
            story.push("No piece dies next, unless something changes.".to_owned());
        }
        story.extend(losses);
    }
    story.extend(seen.seats.iter().map(|seat| on_board(seen, seat)));
    story.extend(game.sides().into_iter().enumerate().map(|(side, seats)| {
        let record = game.records().get(side).copied().unwrap_or_default();
        let squares: Vec<String> = game.organism(side).iter().map(ToString::to_string).collect();
        let on = if squares.is_empty() { String::new() } else { format!(" ({})", squares.join(" ")) };
        format!(
            "Record of {}: {} of {}; largest organism now {}{on}.",
            seen.colours(seats),
            record.value,
            game.goal(),
            game.organism_value(side)
        )
    }));
    story.extend(seen.seats.iter().map(|seat| {
        let [pawns, drones, queens] = game.stash(seat);
        format!("{} in hand: pawns {pawns}, drones {drones}, queens {queens}.", seen.colour(seat))
    }));
    story.push(format!("Turn {} of {}.", turn(game), game.limit()));
    let [pawn, drone, queen] = Size::ALL.map(|size| {
        let lives_with = size.lives_with();
        format!("{} to {}", lives_with.start(), lives_with.end())
    });
    story.push(format!("A pawn lives with {pawn} neighbours, a drone with {drone}, a queen with {queen}."));
    story
}

/// Returns the next losses: `Blue loses next, unless something changes: drone f3 (2 neighbours, too few), pawn a1 (0, too
/// few).`
fn next_losses(seen: &Viewed<'_, Protozoa>, seat: Seat) -> Option<String> {
    let game = seen.view;
    let doomed = game.pieces().filter(|&(at, piece)| piece.owner == seat && game.doomed(at));
    let losses: Vec<String> = doomed
        .enumerate()
        .map(|(index, (at, piece))| {
            let neighbours = game.neighbours(at);
            let count = match index {
                0 => counted(neighbours, "neighbour", "neighbours"),
                _ => neighbours.to_string(),
            };
            let why = if neighbours < *piece.size.lives_with().start() { "few" } else { "many" };
            format!("{} {at} ({count}, too {why})", piece.size.name())
        })
        .collect();
    let colour = seen.colour(seat);
    (!losses.is_empty())
        .then(|| format!("{colour} loses next, unless something changes: {}.", losses.join(", ")))
}

/// Returns the pieces of a seat: `Blue, with neighbours: drones d4 (3), e5 (2); queen e4 (5).`
fn on_board(seen: &Viewed<'_, Protozoa>, seat: Seat) -> String {
    let game = seen.view;
    let groups = by_kind(Size::ALL.into_iter().map(|size| {
        let own = game.pieces().filter(|(_, piece)| piece.owner == seat && piece.size == size);
        let squares: Vec<String> = own.map(|(at, _)| format!("{at} ({})", game.neighbours(at))).collect();
        let name = format!("{}{}", size.name(), if squares.len() == 1 { "" } else { "s" });
        // The squares are one text here, since numbers in a row need commas between them.
        (name, if squares.is_empty() { Vec::new() } else { vec![squares.join(", ")] })
    }));
    match groups {
        Some(groups) => format!("{}, with neighbours: {groups}.", seen.colour(seat)),
        None => format!("{}: no pieces.", seen.colour(seat)),
    }
}
