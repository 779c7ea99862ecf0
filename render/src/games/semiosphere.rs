//! The scene of Semiosphere. The Semiosphere itself is one more row above the board.

use rules::{
    Game, Seat,
    games::semiosphere::{Event, Move, Planet, Semiosphere, Whereabouts},
    grid::Square,
};

use crate::change::Change;
use crate::scene::{Arrow, Art, Board, Card, Ground, Item, Mark, Piece, Role, Scene, State, Verdict, Way};

use super::{
    Viewed,
    beat::{Beat, Before},
    counted,
};

pub(super) fn scene(seen: &Viewed<'_, Semiosphere>) -> Scene {
    let game = seen.view;
    let verdict = seen.verdict(None);
    let round = format!("round {}", (game.taken() + 1).min(game.rows()));
    let facts = if seen.outcome.is_some() {
        vec![round]
    } else if game.is_placing() {
        vec!["placing".to_owned()]
    } else {
        vec![order(seen), round]
    };
    Scene {
        title: seen.kind.title(),
        facts,
        call: None,
        legend: Vec::new(),
        board: board(seen),
        pieces: pieces(seen),
        marks: steps(seen),
        outlines: Vec::new(),
        arrows: arrows(seen),
        cards: seen.seats.iter().map(|seat| card(seen, seat)).collect(),
        story: story(seen, verdict.as_ref()),
        verdict,
    }
}

/// Returns whether an event changes something on the board.
pub(super) const fn is_step(event: &Event) -> bool {
    !matches!(
        event,
        Event::TurnEnded { .. } | Event::MarkPaid { .. } | Event::Earned { .. } | Event::RoundBegan { .. }
    )
}

/// Returns the changes of an event. Everything that the void takes is one step.
pub(super) fn beat(before: &Before<'_, Semiosphere>, event: &Event) -> Option<Beat> {
    /// The number of the steps of the void.
    const VOID: u8 = 1;
    let traveller = |seat| {
        let is_own = |piece: &&Piece| piece.owner == before.owner(seat) && piece.state != State::Ghost;
        let mut own = before.scene.pieces.iter().filter(is_own);
        own.find(|piece| matches!(piece.art, Art::Traveller | Art::Carrier)).copied()
    };
    let new = |on, art, seat| Piece::new(on, art, before.owner(seat));
    let goes = |seat, to| traveller(seat).map(|piece| Change::Move { piece, to, way: Way::Went });
    let becomes =
        |seat, art| traveller(seat).map(|piece| Change::Become { piece, into: Piece { art, ..piece } });
    match *event {
        Event::Placed { seat, at } => Beat::new(0, [Change::Add(new(at, Art::Carrier, seat))]),
        Event::Stepped { seat, to, .. } | Event::Left { seat, to } => Beat::new(0, goes(seat, to)),
        Event::Entered { seat, .. } => Beat::new(0, goes(seat, before.view.place_inside(seat))),
        Event::Recovered { seat, at } => {
            let planet = before.piece(at, Art::Planet, seat).map(Change::Remove);
            Beat::new(0, planet.into_iter().chain(becomes(seat, Art::Carrier)))
        }
        Event::DroppedPlanet { seat, at } => {
            let planet = Change::Add(new(at, Art::Planet, seat));
            Beat::new(0, becomes(seat, Art::Traveller).into_iter().chain([planet]))
        }
        Event::Marked { seat, at } => Beat::new(0, [Change::Add(new(at, Art::Plate, seat))]),
        Event::Erased { owner, at, .. } => {
            Beat::taking(0, before.piece(at, Art::Plate, owner).map(Change::Remove))
        }
        Event::RowTaken { row } => {
            let plates = before.scene.pieces.iter().copied();
            let lost = plates.filter(|piece| piece.art == Art::Plate && piece.on.row == row);
            let row = Change::Lay { row, ground: Ground::Gone };
            Beat::new(VOID, [row].into_iter().chain(lost.map(Change::Remove)))
        }
        Event::PieceTaken { seat, .. } => Beat::taking(VOID, traveller(seat).map(Change::Remove)),
        Event::PlanetTaken { seat, at } => {
            Beat::taking(VOID, before.piece(at, Art::Planet, seat).map(Change::Remove))
        }
        Event::Retired { seat } => Beat::taking(0, traveller(seat).map(Change::Remove)),
        Event::TurnEnded { .. }
        | Event::MarkPaid { .. }
        | Event::Earned { .. }
        | Event::RoundBegan { .. } => None,
    }
}

/// Returns the order of play in this round, by seat numbers if there are more than two seats, and who goes first in the next
/// round if that changes.
fn order(seen: &Viewed<'_, Semiosphere>) -> String {
    let game = seen.view;
    let next = game.next_to_lead();
    if seen.seats.len() > 2 {
        let order: Vec<String> = game.order().map(|seat| seat.to_string()).collect();
        let next = next.map(|next| format!(", next round {next} first")).unwrap_or_default();
        return format!("order {}{next}", order.join(" "));
    }
    let next = next.map(|next| format!(", next round {}", seen.colour(next))).unwrap_or_default();
    format!("{} goes first{next}", seen.colour(game.lead()))
}

fn board(seen: &Viewed<'_, Semiosphere>) -> Board {
    let game = seen.view;
    let mut board = Board::plain(game.columns(), game.rows() + 1);
    board.row_names[usize::from(game.rows())] = "S".to_owned();
    board.banners.push((game.rows(), "SEMIOSPHERE"));
    board.lay(game.rows(), Ground::Haven);
    for row in 0..game.taken() {
        board.lay(row, Ground::Gone);
    }
    if game.taken() < game.rows() && seen.outcome.is_none() {
        board.lay(game.taken(), Ground::Ending);
    }
    // A row that is gone shows nothing of what happened in it.
    for at in seen.events.iter().filter_map(|event| touched(event)).filter(|at| at.row >= game.taken()) {
        board.cell_mut(at).fresh = true;
    }
    board
}

fn touched(event: &Event) -> Option<Square> {
    match *event {
        Event::Placed { at, .. }
        | Event::Marked { at, .. }
        | Event::Erased { at, .. }
        | Event::DroppedPlanet { at, .. }
        | Event::Recovered { at, .. } => Some(at),
        _ => None,
    }
}

fn pieces(seen: &Viewed<'_, Semiosphere>) -> Vec<Piece> {
    let game = seen.view;
    let piece = |on, art, seat| Piece::new(on, art, seen.owner(seat));
    let mut pieces: Vec<Piece> = game.marks().map(|(at, seat)| piece(at, Art::Plate, seat)).collect();
    for event in &seen.events {
        if let Event::Erased { owner, at, .. } = **event
            && at.row >= game.taken()
            && pieces.iter().all(|piece| piece.on != at)
        {
            pieces.push(Piece { state: State::Ghost, ..piece(at, Art::Plate, owner) });
        }
    }
    for seat in seen.seats.iter() {
        if let Planet::On(at) = game.planet(seat) {
            pieces.push(piece(at, Art::Planet, seat));
        }
        let Some(on) = game.place(seat) else { continue };
        let art = if game.planet(seat) == Planet::Carried { Art::Carrier } else { Art::Traveller };
        pieces.push(piece(on, art, seat));
    }
    pieces
}

/// Marks where the seat to act can go, with the costs.
fn steps(seen: &Viewed<'_, Semiosphere>) -> Vec<Mark> {
    let game = seen.view;
    let mut marks = Vec::new();
    let mut moves = Vec::new();
    for seat in seen.to_act.iter() {
        moves.clear();
        game.legal(seat, &mut moves);
        let owner = seen.owner(seat);
        marks.extend(moves.iter().filter_map(|&mv| {
            let on = match mv {
                Move::Go(on) => on,
                Move::Enter => game.place_inside(seat),
                Move::Mark(_) | Move::Erase(_) | Move::Drop | Move::End => return None,
            };
            let cost = (!game.is_placing()).then(|| game.cost(seat, mv));
            Some(Mark::Step { on, cost, owner })
        }));
    }
    marks
}

fn arrows(seen: &Viewed<'_, Semiosphere>) -> Vec<Arrow> {
    let game = seen.view;
    let moved = |event: &Event| match *event {
        Event::Stepped { seat, from, to } => Some((seat, from, to)),
        Event::Entered { seat, from, .. } => Some((seat, from, game.place_inside(seat))),
        Event::Left { seat, to } => Some((seat, game.place_inside(seat), to)),
        _ => None,
    };
    let arrow = |(index, event): (usize, &&Event)| {
        let (seat, from, to) = moved(event)?;
        let ends =
            |event: &&&Event| matches!(***event, Event::TurnEnded { seat: ended, .. } if ended == seat);
        let later = seen.events[index..].iter().skip_while(|event| !ends(event));
        // If a seat has two turns in a row, the first one has the thinner arrows.
        let goes_on = later.filter_map(|event| moved(event)).any(|(other, ..)| other == seat);
        Some(Arrow { owner: seen.owner(seat), from, to, way: if goes_on { Way::Slight } else { Way::Went } })
    };
    seen.events.iter().enumerate().filter_map(arrow).collect()
}

fn card(seen: &Viewed<'_, Semiosphere>, seat: Seat) -> Card {
    let game = seen.view;
    let alive = game.is_alive(seat);
    let role = match seen.role(seat) {
        Role::Waiting if !alive => Role::Out,
        role => role,
    };
    let (planet, fate) = match game.planet(seat) {
        Planet::Carried if game.whereabouts(seat) == Whereabouts::Inside => (Art::Planet, "inside"),
        Planet::Carried => (Art::Planet, "carried"),
        Planet::On(_) => (Art::DroppedPlanet, "dropped"),
        Planet::Taken => (Art::LostPlanet, "lost"),
    };
    let mut now = vec![Item::Has(planet), Item::Words(fate.to_owned())];
    let mut next = Vec::new();
    if !alive {
        let end = if seen.left.contains(seat) { "left," } else { "taken," };
        now.insert(0, Item::Words(end.to_owned()));
    } else if seen.outcome.is_none() {
        if game.points(seat) > 0 {
            now.push(Item::Points(game.points(seat)));
        }
        if let Some(points) = next_points(game, seat) {
            next = vec![Item::Words("next round:".to_owned()), Item::Points(points)];
        }
    }
    // On one line, "dropped next round" would read as one phrase.
    let lines = [now, next].into_iter().filter(|line| !line.is_empty()).collect();
    Card { owner: seen.owner(seat), allies: Vec::new(), role, score: String::new(), progress: None, lines }
}

fn story(seen: &Viewed<'_, Semiosphere>, verdict: Option<&Verdict>) -> Vec<String> {
    let game = seen.view;
    let mut story = seen.opening(verdict, &seen.to_move());
    story.extend(seen.seats.iter().map(|seat| whereabouts(seen, seat)));
    story.extend(seen.seats.iter().filter_map(|seat| {
        let squares: Vec<String> =
            game.marks().filter(|&(_, owner)| owner == seat).map(|(at, _)| at.to_string()).collect();
        (!squares.is_empty()).then(|| format!("Marks of {}: {}.", seen.colour(seat), squares.join(" ")))
    }));
    if verdict.is_none() {
        let order: Vec<&str> = game.order().map(|seat| seen.colour(seat)).collect();
        let next =
            game.next_to_lead().map(|next| format!(" {} goes first in the next round.", seen.colour(next)));
        story.push(format!(
            "The void takes row {} at the end of this round. Order: {}.{} The board is {} columns by {} rows.",
            game.taken() + 1,
            order.join(", "),
            next.unwrap_or_default(),
            game.columns(),
            game.rows()
        ));
    }
    story
}

/// Returns the points of a seat's next turn if nothing changes, or `None` if it will have no turn.
fn next_points(game: &Semiosphere, seat: Seat) -> Option<u8> {
    let is_doomed = matches!(game.whereabouts(seat), Whereabouts::On(at) if at.row == game.taken());
    let is_last = game.taken() + 1 >= game.rows();
    let has_next = game.is_alive(seat) && !game.is_placing() && !is_doomed && !is_last;
    has_next.then(|| game.base_points() + game.upcoming_bonus(seat))
}

/// Describes a seat: `Blue: on d4, carrying its planet, 3 points, 5 in the next round.`
fn whereabouts(seen: &Viewed<'_, Semiosphere>, seat: Seat) -> String {
    let game = seen.view;
    let piece = match game.whereabouts(seat) {
        Whereabouts::Unplaced => "not placed yet".to_owned(),
        Whereabouts::On(at) => format!("on {at}"),
        Whereabouts::Inside => "in the Semiosphere".to_owned(),
        Whereabouts::Out { .. } if seen.left.contains(seat) => "left the game".to_owned(),
        Whereabouts::Out { row } => format!("out, taken with row {}", row + 1),
    };
    let planet = match game.planet(seat) {
        Planet::Carried => "carrying its planet".to_owned(),
        Planet::On(at) => format!("its planet on {at}"),
        Planet::Taken => "its planet lost".to_owned(),
    };
    let points = if game.is_alive(seat) && seen.outcome.is_none() {
        let next = next_points(game, seat).map(|next| format!(", {next} in the next round"));
        format!(", {}{}", counted(game.points(seat), "point", "points"), next.unwrap_or_default())
    } else {
        String::new()
    };
    format!("{}: {piece}, {planet}{points}.", seen.colour(seat))
}
