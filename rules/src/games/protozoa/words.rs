//! Sentences for players: what a move does, what happened, and the state of the game.

use crate::{
    Game, Seat, SeatSet,
    grid::Square,
    text::{counted, listed, with_effects},
};

use super::{
    about::ABOUT,
    board::{Pieces, Squares},
    moves::Move,
    piece::{Piece, Size},
    play::Event,
    position::Protozoa,
};

/// The largest number of characters of an explanation.
const LONGEST: usize = 80;

/// Describes a move: `queen on e3: dies; Blue d4, Orange e5 die`. If the squares are too many, numbers replace them.
pub(super) fn explain(game: &Protozoa, seat: Seat, mv: Move) -> String {
    let mut after = game.clone();
    let mut dead = Pieces::default();
    let mut grown = None;
    let played = after.play(seat, &mv, &mut |event| match event {
        Event::Died { pieces, .. } => dead = pieces,
        Event::Grown { value, .. } => grown = Some(value),
        _ => {}
    });
    if let Err(refused) = played {
        return refused.to_string();
    }
    let what = match mv {
        Move::Place { size, at } => format!("{} on {at}", size.name()),
        Move::Promote(at) => mutated(game, at, Size::bigger),
        Move::Demote(at) => mutated(game, at, Size::smaller),
        Move::Pass => "nothing else is possible".to_owned(),
    };
    let at = mv.at();
    let dies = dead.iter().any(|(square, _)| Some(square) == at);
    let others: Vec<(Square, Piece)> = dead.iter().filter(|&(square, _)| Some(square) != at).collect();

    let mut effects = Vec::new();
    if dies {
        effects.push("dies".to_owned());
    }
    match grown {
        Some(value) if value >= game.goal() => effects.push(format!("wins with {value} points")),
        Some(value) => effects.push(format!("organism grows to {value}")),
        None if at.is_some() && !dies => effects.push("lives".to_owned()),
        None => {}
    }
    let join = |losses: Option<String>| {
        let effects: Vec<String> = effects.iter().cloned().chain(losses).collect();
        with_effects(&what, &effects)
    };
    let named =
        join(losses(&others, |squares| squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")));
    if named.chars().count() <= LONGEST {
        return named;
    }
    join(losses(&others, |squares| squares.len().to_string()))
}

/// Whether a move kills the piece that it places or changes, which belongs to the seat's own side. No rule forbids that (R13).
pub(super) fn dies(game: &Protozoa, seat: Seat, mv: Move) -> bool {
    let mut dies = false;
    let played = game.clone().play(seat, &mv, &mut |event| {
        if let Event::Died { pieces, .. } = event {
            dies = pieces.iter().any(|(at, _)| Some(at) == mv.at());
        }
    });
    played.is_ok() && dies
}

/// Lists the pieces that die, by owner: `Blue d4 e5, Orange c3 die`. `None` if no piece dies.
fn losses(dead: &[(Square, Piece)], list: impl Fn(&[Square]) -> String) -> Option<String> {
    let owners: SeatSet = dead.iter().map(|(_, piece)| piece.owner).collect();
    let by_owner: Vec<String> = owners
        .iter()
        .map(|owner| {
            let squares: Vec<Square> =
                dead.iter().filter(|(_, p)| p.owner == owner).map(|&(at, _)| at).collect();
            format!("{} {}", ABOUT.colour(owner).name(), list(&squares))
        })
        .collect();
    let verb = if dead.len() == 1 { "dies" } else { "die" };
    (!dead.is_empty()).then(|| format!("{} {verb}", by_owner.join(", ")))
}

fn mutated(game: &Protozoa, at: Square, step: fn(Size) -> Option<Size>) -> String {
    let to = game.piece(at).and_then(|piece| step(piece.size)).unwrap_or(Size::Pawn);
    format!("{at} becomes a {}", to.name())
}

/// Describes an event in one sentence.
pub(super) fn describe(event: &Event, who: &dyn Fn(Seat) -> String) -> String {
    match *event {
        Event::Placed { seat, size, at } => format!("{} places a {} on {at}.", who(seat), size.name()),
        Event::Promoted { seat, owner, at, to } => mutation(who, seat, owner, "promotes", at, to),
        Event::Demoted { seat, owner, at, to } => mutation(who, seat, owner, "demotes", at, to),
        Event::Passed { seat } => format!("{} can do nothing and passes.", who(seat)),
        Event::Died { pieces, filled } => deaths(&pieces, filled, who),
        Event::Grown { side, value } => {
            let owners: Vec<String> = side.iter().map(who).collect();
            let verb = if owners.len() == 1 { "has" } else { "have" };
            format!("{} {verb} grown an organism worth {value}.", listed(&owners))
        }
        Event::Skipped { seat } => format!("{} has left, so the turn is skipped.", who(seat)),
    }
}

fn mutation(
    who: &dyn Fn(Seat) -> String,
    seat: Seat,
    owner: Seat,
    verb: &str,
    at: Square,
    to: Size,
) -> String {
    let whose = if owner == seat { String::new() } else { format!("{}'s piece on ", who(owner)) };
    format!("{} {verb} {whose}{at} to a {}.", who(seat), to.name())
}

/// Describes deaths: `Blue loses a queen (e3) and 2 pawns (a1, b2) to loneliness; Orange loses a drone (d4) to crowding.`
fn deaths(dead: &Pieces, filled: Squares, who: &dyn Fn(Seat) -> String) -> String {
    let mut sentences = Vec::new();
    for owner in SeatSet::all(4).iter() {
        let mut causes = Vec::new();
        for (is_crowd, cause) in [(false, "loneliness"), (true, "crowding")] {
            let mut kinds = Vec::new();
            for size in Size::ALL.into_iter().rev() {
                let most = *size.lives_with().end();
                let of_kind = dead.iter().filter(|(_, piece)| *piece == Piece { owner, size });
                let squares: Vec<String> = of_kind
                    .filter(|&(at, _)| (filled.neighbours(at) > most) == is_crowd)
                    .map(|(at, _)| at.to_string())
                    .collect();
                match squares.len() {
                    0 => {}
                    1 => kinds.push(format!("a {} ({})", size.name(), squares[0])),
                    many => kinds.push(format!("{many} {}s ({})", size.name(), squares.join(", "))),
                }
            }
            if !kinds.is_empty() {
                causes.push(format!("{} to {cause}", listed(&kinds)));
            }
        }
        if !causes.is_empty() {
            sentences.push(format!("{} loses {}", who(owner), causes.join(", and ")));
        }
    }
    sentences.join("; ") + "."
}

/// Describes the numbers of this game: `8 points win. The game lasts at most 30 rounds (60 turns) on 8 × 8 squares.`
pub(super) fn figures(game: &Protozoa) -> String {
    let (size, rounds) = (game.board_size(), game.limit() / u32::from(game.seats()).max(1));
    let most = counted(rounds as usize, "round", "rounds");
    let (goal, turns) = (game.goal(), game.limit());
    format!("{goal} points win. The game lasts at most {most} ({turns} turns) on {size} × {size} squares.")
}

/// Describes the turn: `Turn 12 of 60 · 15 points win · records: Blue 9, Orange 6`.
pub(super) fn status(game: &Protozoa) -> String {
    let records: Vec<String> = game
        .sides()
        .iter()
        .zip(game.records())
        .map(|(side, record)| {
            let names: Vec<&str> = side.iter().map(|seat| ABOUT.colour(seat).name()).collect();
            format!("{} {}", listed(&names), record.value)
        })
        .collect();
    format!(
        "Turn {} of {} · {} points win · records: {}",
        game.played() + 1,
        game.limit(),
        game.goal(),
        records.join(", ")
    )
}
