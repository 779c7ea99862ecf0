//! Words about what was played: the pages of a game's history, records, and what the tools for them print.

use std::path::Path;

use data::{Difference, GameId, RecordFile, Replayed, Time};

use super::{
    board::{moves_played, tell},
    *,
};

/// Said when a record is larger than Discord takes.
pub const RECORD_TOO_LARGE: &str = "This game's record is too large to be sent here.";

/// Said of the record of a game that is being played and has secrets.
#[must_use]
pub fn secrets_until_the_end(kind: Kind) -> String {
    format!(
        "{} keeps its secrets until it is over; then its record can be had. `/history` shows what you may see so far.",
        kind.title()
    )
}

/// Beside the file with a game's record.
#[must_use]
pub fn exported(game: &Game) -> String {
    let so_far = if game.table.outcome().is_some() { "" } else { " so far" };
    format!(
        "The record of {} · game {}{so_far}: {}. `petri replay` checks it.",
        game.table.kind().title(),
        game.id,
        plural(moves_played(game), "move")
    )
}

/// A turn of a game that somebody looks at.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'g> {
    /// Which turn, from 1; 0 is the beginning.
    pub number: usize,
    /// How many there are.
    pub last: usize,
    /// How many entries of the record come before it.
    pub since: usize,
    /// What was entered in it.
    pub entries: &'g [Played],
    /// When it was over, or what is there of it was entered.
    pub at: Option<Time>,
    /// Whether all of it was taken back later.
    pub taken_back: bool,
    /// Whether only those who ordered may know what was ordered.
    pub secret: bool,
}

/// The heading of a page of a game's history.
#[must_use]
pub fn history_title(game: &Game, turn: &Turn<'_>) -> String {
    let page = match turn.number {
        0 => "the beginning".to_owned(),
        number => format!("turn {number} of {}", turn.last),
    };
    let taken_back = if turn.taken_back { " · taken back" } else { "" };
    format!("{} · game {} · {page}{taken_back}", game.table.kind().title(), game.id)
}

/// What is said on a page of a game's history: who played what, when, and what came of it, as `to` may know it.
#[must_use]
pub fn history_page(game: &Game, to: Viewer, turn: &Turn<'_>) -> String {
    if turn.number == 0 {
        return seats_drawn(game);
    }
    let mut lines = played(game, to, turn);
    if let Some(at) = turn.at {
        lines.push(stamp(at, 'f'));
    }
    let story = tell(game, to, turn.since, turn.entries);
    if !story.is_empty() {
        lines.push(format!("\n{story}"));
    }
    if turn.taken_back {
        lines.push("\nThis turn was taken back later.".to_owned());
    }
    lines.join("\n")
}

/// Who played what, a line for each seat and person in its turn.
fn played(game: &Game, to: Viewer, turn: &Turn<'_>) -> Vec<String> {
    let side = match to {
        Viewer::Seat(seat) => {
            let sides = game.table.game().sides();
            sides.into_iter().find(|side| side.contains(seat)).unwrap_or(SeatSet::one(seat))
        }
        Viewer::Public | Viewer::Open => SeatSet::EMPTY,
    };
    let mut lines: Vec<(Seat, Option<PersonId>, Vec<String>)> = Vec::new();
    for (ply, entry) in (turn.since + 1..).zip(turn.entries).filter(|(_, entry)| entry.is_move()) {
        if turn.secret && !side.contains(entry.seat) {
            continue;
        }
        let person = game.person_at(entry.seat, ply);
        match lines.iter_mut().find(|line| (line.0, line.1) == (entry.seat, person)) {
            Some((_, _, notations)) => notations.push(entry.notation.clone()),
            None => lines.push((entry.seat, person, vec![entry.notation.clone()])),
        }
    }
    let line = |(by, person, notations): (Seat, Option<PersonId>, Vec<String>)| {
        let person = person.map(|person| format!(" {}", mention(person))).unwrap_or_default();
        format!("{}{person}: {}", seat(game.table.kind(), by), code_list_within(&notations, 800))
    };
    lines.into_iter().map(line).collect()
}

/// Small print of a page of a game's history.
pub const HISTORY_FOOTER: &str = "/board shows the game as it is now · /export gives its record";

/// Printed when a backup was made.
#[must_use]
pub fn backed_up(to: &Path, bytes: u64) -> String {
    format!(
        "The database was copied to {} ({} KB) and the copy is sound.",
        to.display(),
        bytes.div_ceil(1024)
    )
}

/// Printed when a backup was restored.
#[must_use]
pub fn restored(from: &Path, kept: Option<&Path>) -> String {
    let kept = kept.map(|kept| format!(" The database as it was before is kept as {}.", kept.display()));
    format!("{} was restored; the bot can be started.{}", from.display(), kept.unwrap_or_default())
}

/// Printed when the database that a backup takes the place of is damaged.
#[must_use]
pub fn old_database_damaged(why: &str) -> String {
    format!("The database is damaged ({why}) and will be kept as it is.")
}

/// Printed when all games were replayed.
#[must_use]
pub fn verified(running: u32, over: u32, differing: &[(GameId, Difference)]) -> String {
    let mut lines: Vec<String> =
        differing.iter().map(|(id, difference)| format!("game {id}: {difference}")).collect();
    let all =
        format!("{} replayed ({running} running, {over} over)", plural((running + over) as usize, "game"));
    lines.push(match differing.len() {
        0 => format!("{all}; all come out as they did."),
        1 => format!("{all}; 1 would come out differently."),
        some => format!("{all}; {some} would come out differently."),
    });
    lines.join("\n")
}

/// Printed about a record that was checked; `shown` is it as far as it was asked for.
#[must_use]
pub fn replayed(file: &RecordFile, whole: &Replayed, shown: &Replayed) -> String {
    let plies = file.plies.len();
    let mut lines = vec![
        format!(
            "{} for {} players, by rules of version {}",
            file.kind.title(),
            whole.table.game().seats(),
            file.rules_version
        ),
        format!(
            "every ply of {plies} is legal; {} of {plies} positions have a hash, and all are as recorded",
            whole.compared
        ),
        match &file.outcome {
            Some(outcome) => {
                format!("it ended as recorded: places {:?} ({})", outcome.ranking, outcome.reason)
            }
            None => "it goes on".to_owned(),
        },
    ];
    if let Some(last) = shown.record.last() {
        lines.push(format!(
            "ply {} of {plies}: seat {} played {}",
            shown.record.len(),
            last.seat,
            last.notation
        ));
    }
    lines.push(format!("position: {}", shown.table.game().position()));
    lines.join("\n")
}
