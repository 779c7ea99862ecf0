//! The words of try-out boards.

use data::Sketch;
use play::{content::SketchScreen, game::tryout::Tryout, rejected::SketchRejected};
use rules::Outcome;

use super::common::*;

/// Labels the button that makes an undone move again.
pub const REDO: &str = "Redo";
/// Labels the button that carries out the orders of a turn.
pub const CARRY_OUT: &str = "Carry out";
/// Labels the button that lets the next seat move instead.
pub const OTHER_SIDE: &str = "Other side";
/// Labels the button that opens a try-out board.
pub const TRY_MOVES: &str = "Try moves";
/// Labels the button that posts a try-out board.
pub const POST_HERE: &str = "Post it here";
/// Labels the button that opens a copy of a posted board.
pub const COPY: &str = "Copy";
/// Replaces a try-out board that was closed.
pub const SKETCH_CLOSED: &str = "Your try-out board is closed. `/analyse` opens another one.";

/// Heads a board that has changed since its button was shown.
const CHANGED: &str = "This board has changed since. Here it is as it is now.";
/// Says that a board is gone.
const GONE: &str = "I don't have that try-out board any more. `/analyse` opens a new one.";
/// Rejects a press on another person's board.
const NOT_YOURS: &str =
    "That try-out board isn't yours to change. **Copy** under a posted board gives you one of your own.";
/// Rejects a turn together with a position text or a new game.
const TURN_OF_POSITION: &str =
    "Only a game that was played has turns. Leave `turn` empty, or give the number of a game.";
/// Rejects a text that no game reads.
const NO_POSITION: &str = "I can't read that as a position of any of my games. Copy the whole text, or also choose the \
game in `game`; then I can say what's wrong.";

/// Describes a private try-out board: who is to move, what was ordered, and the choices made so far.
#[must_use]
pub fn sketch(screen: &SketchScreen, trail: &[String]) -> String {
    let kind = screen.board.table.kind();
    let mut text = String::new();
    if screen.moved_on {
        let _ = writeln!(text, "{CHANGED}");
    }
    let _ =
        writeln!(text, "**{}**, your try-out board. You play all seats, and only you see it.", kind.title());
    let _ = write!(text, "{}", state(&screen.board));
    if screen.board.held.is_some() {
        let _ = write!(text, "\nPress **{CARRY_OUT}** to see what happens.");
    }
    let moves = match (screen.ply, screen.undone) {
        (0, 0) => String::new(),
        (ply, 0) => format!("{} so far.", plural(ply as usize, "step")),
        (ply, undone) => {
            format!("{} so far, {undone} more with **{REDO}**.", plural(ply as usize, "step"))
        }
    };
    if !moves.is_empty() {
        let _ = write!(text, "\n{moves}");
    }
    if !trail.is_empty() {
        let _ = write!(text, "\n{} …", trail.join(" › "));
    }
    text
}

/// Introduces a posted board. The person is not notified.
#[must_use]
pub fn posted_sketch(person: PersonId) -> String {
    format!("{} shows a try-out board. Nobody is playing this.", mention(person))
}

/// Heads a posted board.
#[must_use]
pub fn sketch_title(kind: Kind) -> String {
    format!("{} · try-out board", kind.title())
}

/// Describes a posted board, with its position text unless that is very long.
#[must_use]
pub fn sketch_body(board: &Tryout) -> String {
    const LONGEST: usize = 1500;
    let position = board.table.game().position();
    // A code block would not wrap, and its line is longer than a phone is wide.
    let position = if position.len() > LONGEST { String::new() } else { format!("\n`{position}`") };
    format!("{}{position}", state(board))
}

/// Small print below a posted board.
pub const SKETCH_FOOTER: &str = "Copy gives you this board to try out on your own";

/// Says whose move it is, or how the game ended on this board.
fn state(board: &Tryout) -> String {
    let table = &board.table;
    let kind = table.kind();
    if let Some(outcome) = table.outcome() {
        return ended(kind, &outcome);
    }
    // The status does not count the order that is held back.
    let status = if board.held.is_none() { table.status(Viewer::Open) } else { String::new() };
    let next = match board.next_seat() {
        Some(by) if kind.is_simultaneous() => format!("The next order is for {}.", seat(kind, by)),
        Some(by) => format!("{} is to move.", seat(kind, by)),
        None => "All have ordered.".to_owned(),
    };
    let orders = board.orders();
    let orders = orders.iter().map(|(by, notation)| format!("{} `{notation}`", seat(kind, *by)));
    let orders = listed(&orders.collect::<Vec<_>>());
    let orders = if orders.is_empty() { orders } else { format!("\nOrders: {orders}.") };
    format!("{}{orders}", format!("{next} {status}").trim_end())
}

fn ended(kind: Kind, outcome: &Outcome) -> String {
    let clause = kind.ending(outcome.reason);
    let first = outcome.ranking.groups().first().copied().unwrap_or_default();
    let first: Vec<String> = first.iter().map(|by| seat(kind, by)).collect();
    match first.len() {
        _ if outcome.is_draw() => format!("The game ends in a draw: {clause}."),
        0 => format!("The game is over: {clause}."),
        1 => format!("{} wins: {clause}.", listed(&first)),
        _ => format!("{} win: {clause}.", listed(&first)),
    }
}

/// Says why a try-out board was not opened or changed.
#[must_use]
pub fn sketch_rejected(why: &SketchRejected) -> String {
    match why {
        SketchRejected::StillSecret { kind } => format!(
            "{} keeps its secrets until the game is over. Then `/analyse` opens it, with everything that happened.",
            kind.title()
        ),
        SketchRejected::NoSuchTurn { last: 0 } => {
            "No turn of this game has been played yet. Leave `turn` empty to begin at its start.".to_owned()
        }
        SketchRejected::NoSuchTurn { last } => {
            format!("This game has turns 1 to {last}. Choose one of them, or 0 for the beginning.")
        }
        SketchRejected::TurnOfPosition => TURN_OF_POSITION.to_owned(),
        SketchRejected::BadPosition { kind: Some(kind), error: Some(error) } => {
            format!("That's not a position of {}: {error}.", kind.title())
        }
        SketchRejected::BadPosition { .. } => NO_POSITION.to_owned(),
        SketchRejected::Gone => {
            format!("{GONE} I keep the last {} of each person for {} days.", Sketch::MOST, Sketch::DAYS)
        }
        SketchRejected::NotYours => NOT_YOURS.to_owned(),
        SketchRejected::Full { most } => {
            format!("This board has {most} steps already. Undo some, or open a new one with `/analyse`.")
        }
    }
}
