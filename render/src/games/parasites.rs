//! The scene of Parasites.

use rules::{
    Game, Seat,
    games::parasites::{Caste, DEVELOPMENT, Event, Parasites},
    grid::Square,
};

use crate::change::Change;
use crate::scene::{
    Arrow, Art, Board, Card, Figure, Ground, Hint, Mark, Piece, Role, Scene, Sign, State, Strength, Verdict,
    Way,
};

use super::{
    Viewed,
    beat::{Beat, Before},
    by_kind, counted,
};

/// The largest side of a board whose alt text names single squares.
const TOLD_BY_SQUARES: u8 = 14;

const fn art(caste: Caste) -> Art {
    match caste {
        Caste::Queen => Art::Matriarch,
        Caste::Attacker => Art::Attacker,
        Caste::Defender => Art::Defender,
        Caste::Builder => Art::Builder,
        Caste::Colony => Art::Colony,
    }
}

pub(super) fn scene(seen: &Viewed<'_, Parasites>) -> Scene {
    let scores = seen.view.scores();
    let verdict = seen.verdict(None);
    Scene {
        title: seen.kind.title(),
        facts: facts(seen),
        call: call(seen),
        board: board(seen),
        pieces: pieces(seen),
        marks: marks(seen),
        outlines: Vec::new(),
        arrows: arrows(seen),
        cards: seen.seats.iter().map(|seat| card(seen, seat, scores[seat.index()])).collect(),
        legend: legend(seen),
        story: story(seen, &scores, verdict.as_ref()),
        verdict,
    }
}

/// Returns whether an event changes something on the board.
pub(super) const fn is_step(event: &Event) -> bool {
    !matches!(event, Event::Passed { .. } | Event::TurnEnded { .. } | Event::Skipped { .. })
}

/// Returns the changes of an event: a creation, or what a wave of a fight takes.
pub(super) fn beat(before: &Before<'_, Parasites>, event: &Event) -> Option<Beat> {
    let parasite = |on, caste: Caste, seat| Piece {
        strength: Some(Strength { attack: caste.attack(), defence: caste.defence() }),
        ..Piece::new(on, art(caste), before.owner(seat))
    };
    let won = |on, caste, seat| {
        let into = Piece { state: State::Won, ..parasite(on, caste, seat) };
        before.on(on).next().map(|piece| Change::Become { piece, into })
    };
    match event {
        &Event::Placed { seat, at } => Beat::new(0, [Change::Add(parasite(at, Caste::Queen, seat))]),
        &Event::Created { seat, from, to, caste } => {
            let piece = Piece { state: State::New, ..parasite(to, caste, seat) };
            let arrow = Arrow { owner: before.owner(seat), from, to, way: Way::Slight };
            Beat::new(0, [Change::Add(piece), Change::Point(arrow)])
        }
        Event::Eaten { seat, parasites, .. } => {
            Beat::taking(0, parasites.iter().filter_map(|&(at, _)| won(at, Caste::Colony, *seat)))
        }
        Event::Fallen { army, parasites, .. } => {
            Beat::taking(0, parasites.iter().filter_map(|&(at, caste)| won(at, caste, *army)))
        }
        &Event::Transformed { seat, at, .. } => {
            let into = parasite(at, Caste::Colony, seat);
            Beat::new(0, before.on(at).next().map(|piece| Change::Become { piece, into }))
        }
        Event::Passed { .. } | Event::TurnEnded { .. } | Event::Skipped { .. } => None,
    }
}

fn call(seen: &Viewed<'_, Parasites>) -> Option<String> {
    let seat = seen.to_act.first().filter(|_| seen.view.is_placing())?;
    Some(format!("{} to place a queen", seen.colour(seat)))
}

fn facts(seen: &Viewed<'_, Parasites>) -> Vec<String> {
    let game = seen.view;
    if seen.outcome.is_some() || game.is_placing() {
        return Vec::new();
    }
    let mut facts = Vec::new();
    if game.passes() > 0 {
        facts.push(format!("passed {}/{}", game.passes(), game.living().len()));
    }
    facts.push(format!("development {}/{DEVELOPMENT}", game.development()));
    facts
}

fn board(seen: &Viewed<'_, Parasites>) -> Board {
    let game = seen.view;
    let mut board = Board::plain(game.board_size(), game.board_size());
    if game.is_placing() {
        for at in (0..board.cells.len()).map(|index| Square::at(index, game.board_size())) {
            if game.parasite(at).is_none() && !game.may_place(at) {
                board.cell_mut(at).ground = Ground::Barred;
            }
        }
    } else {
        for (cell, owner) in board.cells.iter_mut().zip(game.territory()) {
            if let Some(seat) = owner {
                cell.ground = Ground::Owned(seen.owner(seat).colour);
            }
        }
    }
    for event in &seen.events {
        if let Event::Placed { at, .. } | Event::Transformed { at, .. } = **event {
            board.cell_mut(at).fresh = true;
        }
    }
    board
}

fn pieces(seen: &Viewed<'_, Parasites>) -> Vec<Piece> {
    let game = seen.view;
    let mut states = vec![State::Sound; usize::from(game.board_size()).pow(2)];
    // Where everything is won at once, numbers of waves would say nothing.
    let has_waves = has_waves(seen);
    let mut waves: Vec<Option<u8>> = vec![None; states.len()];
    let mut now = 0;
    for event in &seen.events {
        if let Event::Eaten { wave, .. } = **event {
            now = wave;
        }
        match event {
            Event::Created { to, .. } => states[to.index(game.board_size())] = State::New,
            Event::Eaten { parasites, .. } | Event::Fallen { parasites, .. } => {
                for (at, _) in parasites {
                    let index = at.index(game.board_size());
                    states[index] = State::Won;
                    waves[index] = u8::try_from(now).ok().filter(|_| has_waves);
                }
            }
            _ => {}
        }
    }
    let used: Vec<(Square, u8)> = game.used().collect();
    let piece = |(on, parasite): (Square, rules::games::parasites::Parasite)| {
        let index = on.index(game.board_size());
        // The status line names the points that are left, too.
        let left = used.iter().find(|(at, _)| *at == on).map(|&(_, points)| points);
        Piece {
            // The number on a won parasite is that of a wave, so one that has created already is drawn like any other.
            state: match states[index] {
                State::Won if waves[index].is_none() && left.is_some() => State::Sound,
                state => state,
            },
            count: waves[index].or(left),
            strength: Some(Strength { attack: parasite.caste.attack(), defence: parasite.caste.defence() }),
            ..Piece::new(on, art(parasite.caste), seen.owner(parasite.owner))
        }
    };
    game.parasites().map(piece).collect()
}

/// Marks the parasites that can create once the turn has begun. Before that nearly all can.
fn marks(seen: &Viewed<'_, Parasites>) -> Vec<Mark> {
    let game = seen.view;
    if seen.outcome.is_some() || game.used().next().is_none() {
        return Vec::new();
    }
    let ready = game.parasites().filter(|&(at, _)| game.can_create(at));
    ready
        .map(|(on, parasite)| Mark::Sign { on, sign: Sign::Ready(seen.owner(parasite.owner).colour) })
        .collect()
}

fn arrows(seen: &Viewed<'_, Parasites>) -> Vec<Arrow> {
    let created = seen.events.iter().filter_map(|event| match **event {
        Event::Created { seat, from, to, .. } => Some((seat, from, to)),
        _ => None,
    });
    created.map(|(seat, from, to)| Arrow { owner: seen.owner(seat), from, to, way: Way::Slight }).collect()
}

fn card(seen: &Viewed<'_, Parasites>, seat: Seat, score: i32) -> Card {
    let game = seen.view;
    let role = match seen.role(seat) {
        Role::Waiting if !game.living().contains(seat) => Role::Out,
        role => role,
    };
    let squares = u32::from(game.board_size()).pow(2);
    let score = u32::try_from(score).unwrap_or_default();
    Card {
        owner: seen.owner(seat),
        allies: Vec::new(),
        role,
        // Before all queens are placed, the first one would own everything.
        score: if game.is_placing() { String::new() } else { score.to_string() },
        progress: (!game.is_placing()).then_some((score, squares)),
        lines: Vec::new(),
    }
}

/// Whether some parasites were won only after others, so that numbers show the order.
fn has_waves(seen: &Viewed<'_, Parasites>) -> bool {
    seen.events.iter().any(|event| matches!(**event, Event::Eaten { wave: 2.., .. }))
}

/// Explains each caste with its attack and defence, the rings and the numbers.
fn legend(seen: &Viewed<'_, Parasites>) -> Vec<Hint> {
    let owner = seen.owner(Seat::FIRST);
    let hint = |&caste: &Caste| {
        let defence = caste.defence().map_or_else(|| "∞".to_owned(), |defence| defence.to_string());
        let words = format!("{} {}/{defence}", caste.name(), caste.attack());
        Hint { figure: Figure::Piece(art(caste), State::Sound), owner, words }
    };
    let won = match has_waves(seen) {
        true => (Figure::Counted(Art::Colony, State::Won, 2), "taken, wave 2"),
        false => (Figure::Piece(Art::Colony, State::Won), "taken"),
    };
    let also = [
        (Figure::Piece(Art::Builder, State::New), "new"),
        won,
        (Figure::Signed(Art::Builder, Sign::Ready(owner.colour)), "can create"),
        (Figure::Counted(Art::Builder, State::Sound, 3), "points left"),
    ];
    let also = also.map(|(figure, words)| Hint { figure, owner, words: words.to_owned() });
    Caste::ALL.iter().map(hint).chain(also).collect()
}

fn story(seen: &Viewed<'_, Parasites>, scores: &[i32], verdict: Option<&Verdict>) -> Vec<String> {
    let game = seen.view;
    let mut story = seen.opening(verdict, &call(seen).unwrap_or_else(|| seen.to_move()));
    if !game.is_placing() {
        let owned = |seat: Seat| format!("{} {}", seen.colour(seat), scores[seat.index()]);
        let owned: Vec<String> = seen.seats.iter().map(owned).collect();
        let free = game.territory().iter().filter(|owner| owner.is_none()).count();
        story.push(format!("Squares: {}, nobody {free}.", owned.join(", ")));
    }
    story.extend(seen.seats.iter().map(|seat| forces(seen, seat)));
    if verdict.is_none() {
        let used: Vec<String> = game
            .used()
            .map(|(at, left)| format!("{at} has {} left", counted(left, "creation point", "creation points")))
            .collect();
        if !used.is_empty() {
            story.push(format!("Used: {}.", used.join(", ")));
        }
        if !game.is_placing() {
            story.push(format!("Development points left: {}.", game.development()));
        }
        if game.passes() > 0 {
            let (passes, seats) = (game.passes(), game.living().len());
            story.push(format!("{passes} of {seats} players have passed in a row."));
        }
    }
    if game.board_size() <= TOLD_BY_SQUARES {
        story.extend(seen.seats.iter().filter_map(|seat| on_board(seen, seat)));
    }
    story.push(format!("The board is {0} by {0} squares.", game.board_size()));
    story
}

/// Returns the pieces of a seat: `Blue: queen a1, 3 attackers, 2 colonies.`
fn forces(seen: &Viewed<'_, Parasites>, seat: Seat) -> String {
    let game = seen.view;
    let own = |caste| {
        game.parasites().filter(move |(_, parasite)| (parasite.owner, parasite.caste) == (seat, caste))
    };
    let queen = own(Caste::Queen).next().map(|(at, _)| format!("queen {at}"));
    let others =
        Caste::ALL.into_iter().filter(|&caste| caste != Caste::Queen).filter_map(|caste| {
            match own(caste).count() {
                0 => None,
                1 => Some(format!("1 {}", caste.name())),
                many => Some(format!("{many} {}", caste.plural())),
            }
        });
    let forces: Vec<String> = queen.into_iter().chain(others).collect();
    let forces = match (forces.is_empty(), game.living().contains(seat)) {
        (false, _) => forces.join(", "),
        (true, true) => "not placed yet".to_owned(),
        (true, false) => "out".to_owned(),
    };
    format!("{}: {forces}.", seen.colour(seat))
}

/// Returns the squares of a seat: `Blue's attackers c3 d4; defenders e5.`
fn on_board(seen: &Viewed<'_, Parasites>, seat: Seat) -> Option<String> {
    let castes = Caste::ALL.into_iter().filter(|&caste| caste != Caste::Queen);
    let groups = by_kind(castes.map(|caste| {
        let own =
            seen.view.parasites().filter(|(_, parasite)| (parasite.owner, parasite.caste) == (seat, caste));
        (caste.plural(), own.map(|(at, _)| at.to_string()).collect())
    }))?;
    Some(format!("{}'s {groups}.", seen.colour(seat)))
}
