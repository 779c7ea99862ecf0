//! The scene of Protozoa.

use rules::{
    Game, Seat, SeatSet,
    games::protozoa::{Event, Protozoa, Size},
    grid::Square,
};

use crate::scene::{Art, Board, Card, Figure, Hint, Item, Outline, Piece, Scene, State, Verdict};

use super::{Viewed, by_kind, counted};

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
        legend: vec![Hint {
            figure: Figure::Progress,
            owner: seen.owner(Seat::FIRST),
            words: "number and bar: record, the largest organism so far".to_owned(),
        }],
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

/// Returns the current turn, or the last one of a game that is over.
fn turn(game: &Protozoa) -> u32 {
    (game.played() + 1).min(game.limit())
}

fn touched(event: &Event) -> Option<Square> {
    match *event {
        Event::Placed { at, .. } | Event::Promoted { at, .. } | Event::Demoted { at, .. } => Some(at),
        Event::Passed { .. } | Event::Died { .. } | Event::Grown { .. } | Event::Skipped { .. } => None,
    }
}

fn pieces(seen: &Viewed<'_, Protozoa>) -> Vec<Piece> {
    let game = seen.view;
    let living = game.pieces().map(|(on, piece)| Piece {
        on,
        art: art(piece.size),
        owner: seen.owner(piece.owner),
        state: if seen.outcome.is_none() && game.doomed(on) { State::Doomed } else { State::Sound },
        count: Some(game.neighbours(on)),
        strength: None,
    });
    let died = seen.events.iter().filter_map(|event| match event {
        Event::Died { pieces } => Some(pieces),
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
            story.push("As things stand, no piece dies next.".to_owned());
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
