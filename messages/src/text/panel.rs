//! The words of the panel in which a player chooses moves.

use play::game::{preview::Preview, turn::given_up};
use rules::{Any, Focus, Step, plural};

use super::{common::*, outcome};
use crate::panel::walk::{Narrow, Place, Stage};

/// The most chosen moves that a panel describes in a line each.
const MOST_LINES: usize = 2;

/// Heads a panel that starts again because players have moved since.
pub const MOVED_ON: &str = "The game has moved on. Here it is as it is now.";
/// Says that a seat has ordered already, and what another order changes.
pub const HAS_ORDERED: &str =
    "Your order stands until you confirm another one, which goes to the end of the queue.";
/// Labels the menu of pieces.
pub const CHOOSE_PIECE: &str = "Choose a piece";
/// Labels the menu of pieces below the squares of another one.
pub const ANOTHER_PIECE: &str = "Choose another piece";
/// Labels a menu of squares.
pub const CHOOSE_SQUARE: &str = "Choose a square";
/// Labels a menu of columns.
pub const CHOOSE_COLUMN: &str = "Choose a column";
/// Labels the button for the squares on which a piece would die.
pub const ELSEWHERE: &str = "Elsewhere";
/// Labels the button that drops the last move of a draft.
pub const UNDO: &str = "Undo";
/// Labels the button that drops all choices of the first move.
pub const FIRST_SCREEN: &str = "Start over";
/// Labels the button that drops the last choice.
pub const BACK: &str = "Back";
/// Labels the button that plays a draft.
pub const CONFIRM: &str = "Confirm";
/// Labels the button that plays a draft and ends the turn.
pub const CONFIRM_AND_END: &str = "Confirm and end";
/// Labels the button that plays moves after a question about them.
pub const PLAY_IT: &str = "Play it";
/// Labels the button that marks what the opponents could do next.
pub const SHOW_DANGER: &str = "Show danger";
/// Labels the button that marks the player's own choices again.
pub const HIDE_DANGER: &str = "Hide danger";
/// Labels the button that leaves the panel.
pub const CLOSE: &str = "Close";
/// Replaces a panel or a question that was closed. A button leads back to the moves that were chosen.
#[must_use]
pub fn nothing_played(chosen: &[String]) -> String {
    match chosen.is_empty() {
        true => format!("Nothing was played. Press **{MOVE}** when you're ready."),
        false => format!("Nothing was played. **{MOVE}** brings back what you chose: {}.", code_list(chosen)),
    }
}

/// Says that a draft cannot grow.
pub const CONFIRM_FIRST: &str = "Confirm these first; then you can continue.";

/// Names a column or several columns or rows: `column e`, `columns a to h`.
#[must_use]
pub fn column(word: &str) -> String {
    match word.split_once('-') {
        None => format!("column {word}"),
        Some((first, last)) if first.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("rows {first} to {last}")
        }
        Some((first, last)) => format!("columns {first} to {last}"),
    }
}

/// Returns the small print of a menu line that leads to more choices: how many squares there are. If the piece dies on some of them,
/// it says on how many it does not, in the game's own word for that.
#[must_use]
pub(crate) fn choices_of(place: &Place<'_>, survive: Option<&str>) -> String {
    let squares: Vec<Step> = place.next().into_iter().filter(|step| step.square().is_some()).collect();
    let living = squares.iter().filter(|step| !place.dies(**step)).count();
    let captures = squares.iter().filter(|step| place.takes(**step) > 0).count();
    let all = match survive {
        Some(word) if living < squares.len() => format!("{living} of {} {word}", squares.len()),
        _ if squares.is_empty() => plural(place.next().len(), "choice"),
        _ => plural(squares.len(), "square"),
    };
    match captures {
        0 => all,
        1 => format!("{all} · 1 takes something"),
        _ => format!("{all} · {captures} take something"),
    }
}

/// Says which kind of move the squares are for that the picture does not mark.
#[must_use]
pub fn other_squares(kind: &str) -> String {
    format!("The other squares are for **{kind}**.")
}

/// Says that a picture that would mark what the opponents could do next marks nothing.
pub const NO_DANGER: &str = "Nothing of yours is in danger before your next turn.";

/// Returns the rule that new players miss most, if a game has one that its pictures do not show.
pub(crate) fn rule_of_thumb(kind: Kind) -> Option<&'static str> {
    let eating = "A new parasite eats an enemy beside it if your attacks beside that enemy add up to its defence. \
                  Corners don't count.";
    (kind == Kind::Parasites).then_some(eating)
}

/// Says what a mark on the picture of a panel means.
#[must_use]
pub fn mark(kind: Kind, focus: Focus) -> &'static str {
    match (focus, kind) {
        (Focus::Actor, _) => "thin ring: can act",
        (Focus::Here, _) => "thick ring: chosen",
        (Focus::Goal, Kind::Parasites | Kind::Protozoa) => "dot: a new piece can go here",
        (Focus::Goal, _) => "dot: goes here",
        (Focus::Prey, Kind::Stract) => "large ring: an enemy is there",
        (Focus::Prey, _) => "large ring: takes something",
        (Focus::Other, Kind::PlanktonSynapse) => "small ring: fuses or swaps",
        (Focus::Other, Kind::Semiosphere) => "small ring: erases the mark",
        (Focus::Other, Kind::Stract) => "small ring: your own piece, or a switch",
        (Focus::Other, _) => "small ring: does something else",
        (Focus::Change, _) => "corners: changes its kind",
        (Focus::Dies, Kind::Semiosphere) => "cross: the void takes you there",
        (Focus::Dies, Kind::Stract) => "cross: a teammate goes there, too",
        (Focus::Dies, _) => "cross: dies at once",
        (Focus::Reach, _) => "diamond: an opponent can get here",
        (Focus::Threat, Kind::Semiosphere) => "triangle: an opponent can erase your mark",
        (Focus::Threat, Kind::Stract) => "triangle: an opponent can attack you here",
        (Focus::Threat, Kind::Protozoa) => "triangle: an opponent's next turn can kill your piece",
        (Focus::Threat, _) => "triangle: an opponent can take your piece",
    }
}

/// Returns the choices made so far, in words.
#[must_use]
pub(crate) fn trail(place: &Place<'_>) -> Vec<String> {
    let step = |step: &Step| match *step {
        Step::From(_) => place.label(*step),
        Step::To(at) => at.to_string(),
        Step::Kind(word) | Step::Do(word) => word.name.to_owned(),
    };
    let narrow = |narrow: &Narrow| match narrow {
        Narrow::Elsewhere => "elsewhere".to_owned(),
        _ => column(&narrow.word()),
    };
    place.steps.iter().map(step).chain(place.narrow.iter().map(narrow)).collect()
}

/// Says what the squares and pieces of a screen are for, or `None` if the screen has none.
#[must_use]
pub(crate) fn what_to_choose(place: &Place<'_>) -> Option<String> {
    let Stage::Choose { others, squares } = place.stage(true) else { return None };
    let steps = squares.next();
    let is_piece = |step: &Step| matches!(step, Step::From(_));
    match squares.steps.last() {
        Some(Step::From(piece)) if others.iter().any(is_piece) => {
            Some(format!("Choose a square for {piece}, or another piece."))
        }
        _ if others.iter().chain(&steps).any(is_piece) => Some("Choose a piece.".to_owned()),
        _ if steps.iter().chain(&others).any(|step| matches!(step, Step::To(_))) => {
            Some("Choose a square.".to_owned())
        }
        _ => None,
    }
}

/// Heads a panel: which game it is and whom the moves are for.
#[must_use]
pub fn panel_head(game: &Game, by: Seat) -> String {
    let kind = game.table.kind();
    let own = game.person_in(by).map(|person| game.seats_of(person)).unwrap_or_default();
    match own.len() {
        0 | 1 => format!("**{}**, you're {}.", kind.title(), seat(kind, by)),
        _ => {
            format!(
                "**{}**, this order is for {}, one of your {} seats.",
                kind.title(),
                seat(kind, by),
                own.len()
            )
        }
    }
}

/// Heads a panel with what the player should know before they choose, and with the choices made so far.
#[must_use]
pub fn panel(game: &Game, by: Seat, trail: &[String]) -> String {
    let mut text = format!("{} {}", panel_head(game, by), game.table.status(Viewer::Seat(by)));
    if !trail.is_empty() {
        let _ = write!(text, "\n{} …", trail.join(" › "));
    }
    text.trim_end().to_owned()
}

/// Describes moves that are chosen and not played yet, and what the player should know before they confirm them. `ended` are the
/// same moves with the end of the turn behind them, if the turn can be ended there. `before` is the game without the moves.
#[must_use]
pub fn drafted(before: &Game, by: Seat, preview: &Preview, ended: Option<&Preview>) -> String {
    if preview.moves.is_empty() {
        return String::new();
    }
    let line = |legal_move: &LegalMove| with_notation(&legal_move.words, &legal_move.notation);
    // A long list would push the board off a phone's screen.
    let (short, full) = preview.moves.split_at(preview.moves.len().saturating_sub(MOST_LINES));
    let mut lines: Vec<String> = Vec::new();
    if !short.is_empty() {
        let notations: Vec<String> = short.iter().map(|legal_move| legal_move.notation.clone()).collect();
        lines.push(format!("Before: {}", code_list(&notations)));
    }
    lines.extend(full.iter().map(line));
    lines.extend(gain(before, by, preview));
    let lost = ended.and_then(|ended| given_up(ended.moves.last()?));
    lines.push(match (ended, &lost) {
        (Some(_), None) => format!(
            "Nothing is played yet. **{CONFIRM}** keeps your turn open, **{CONFIRM_AND_END}** also ends it."
        ),
        _ => "Nothing is played until you confirm.".to_owned(),
    });
    lines.extend(doubts(preview, "confirm"));
    if let Some(ended) = ended {
        if let Some(lost) = lost {
            lines.push(format!("**{CONFIRM_AND_END}** ends your turn early: {lost}."));
        }
        lines.extend(doubts(ended, "confirm and end"));
    }
    lines.join("\n")
}

/// Says how many squares the moves win, where squares decide the game.
fn gain(before: &Game, by: Seat, preview: &Preview) -> Option<String> {
    let Any::Parasites(game) = before.table.game() else { return None };
    let squares = |game: &Game| game.table.game().scores().get(by.index()).copied();
    // Before all queens are placed, the first one would own everything.
    let (now, then) = (squares(before).filter(|_| !game.is_placing())?, squares(&preview.game)?);
    Some(format!("Your squares, with the free ones that are yours: {now} → {then}."))
}

/// Returns what happens to the piece of a move that kills it: a clause about `you`.
#[must_use]
pub const fn dies(kind: Kind) -> &'static str {
    match kind {
        Kind::PlanktonSynapse => "you lose the cell",
        _ => "the piece dies at once",
    }
}

/// Returns, in bold, what a player would not want by accident.
fn doubts(preview: &Preview, what: &str) -> Vec<String> {
    let ends = preview.ends.as_ref().map(|outcome| {
        format!(
            "**If you {what}, the game is over: {}.**",
            outcome::result(&preview.game, outcome).trim_end_matches('.')
        )
    });
    let dies = preview.dies.then(|| dies(preview.game.table.kind()).to_owned());
    let costs = preview.costs.clone().or(dies).map(|cost| format!("**If you {what}, {cost}.**"));
    ends.into_iter().chain(costs).collect()
}
