//! Texts about what was played: the pages of a game's history, records, and the output of the tools for them.

use std::path::Path;

use data::{Difference, GameId, RecordFile, Replayed};
use play::content::HistoryPage;

use super::{
    board::{moves_counted, seats_drawn, tell},
    clocks::stamp,
    common::*,
};

/// Rejects the export of a record that is larger than Discord allows.
pub const RECORD_TOO_LARGE: &str = "This game's record is too large to send here.";

/// Rejects the export of a running game with hidden information.
#[must_use]
pub fn secrets_until_the_end(kind: Kind) -> String {
    format!(
        "{} keeps its secrets until it's over; then you can export its record. `/history` shows what you may see so far.",
        kind.title()
    )
}

/// Accompanies the file with a game's record.
#[must_use]
pub fn exported(game: &Game) -> String {
    let so_far = if game.table.outcome().is_some() { "" } else { " so far" };
    format!(
        "The record of {} · game {}{so_far}: {}. With Petri's program, `petri replay` checks it.",
        game.table.kind().title(),
        game.id,
        moves_counted(game)
    )
}

/// Returns the heading of a page of a game's history.
#[must_use]
pub fn history_title(page: &HistoryPage) -> String {
    let game = &page.game;
    let number = match page.number {
        0 => "the beginning".to_owned(),
        number => format!("turn {number} of {}", page.last),
    };
    let taken_back = if page.taken_back { " · taken back" } else { "" };
    format!("{} · game {} · {number}{taken_back}", game.table.kind().title(), game.id)
}

/// Describes a turn as far as its viewer may know it: who played what, when, and what happened.
#[must_use]
pub fn history_page(page: &HistoryPage) -> String {
    if page.number == 0 {
        return seats_drawn(&page.game);
    }
    let mut lines = played(page);
    if let Some(at) = page.at {
        lines.push(stamp(at, 'f'));
    }
    let story = tell(&page.game, page.to, page.entries.start, &page.game.record[page.entries.clone()]);
    if !story.is_empty() {
        lines.push(format!("\n{story}"));
    }
    if page.taken_back {
        lines.push("\nThis turn was taken back later.".to_owned());
    }
    lines.join("\n")
}

/// Lists the moves of a turn, one line per seat and player.
fn played(page: &HistoryPage) -> Vec<String> {
    let game = &page.game;
    let side = match page.to {
        Viewer::Seat(seat) => {
            let sides = game.table.game().sides();
            sides.into_iter().find(|side| side.contains(seat)).unwrap_or(SeatSet::one(seat))
        }
        Viewer::Public | Viewer::Open => SeatSet::EMPTY,
    };
    let mut lines: Vec<(Seat, Option<PersonId>, Vec<String>)> = Vec::new();
    for (ply, entry) in (page.entries.start + 1..)
        .zip(&game.record[page.entries.clone()])
        .filter(|(_, entry)| entry.is_move())
    {
        // Secret orders stay with their player until the game is over.
        if game.keeps_secrets() && !side.contains(entry.seat) {
            continue;
        }
        let person = game.person_at(entry.seat, ply);
        match lines.iter_mut().find(|line| (line.0, line.1) == (entry.seat, person)) {
            Some((_, _, notations)) => notations.push(entry.notation.clone()),
            None => lines.push((entry.seat, person, vec![entry.notation.clone()])),
        }
    }
    let line = |(by, person, notations): (Seat, Option<PersonId>, Vec<String>)| {
        let person = person.map(|person| format!(" {}", holder(person))).unwrap_or_default();
        format!("{}{person}: {}", seat(game.table.kind(), by), code_list_within(&notations, 800))
    };
    lines.into_iter().map(line).collect()
}

/// Ends a page of a game's history.
pub const HISTORY_ADVICE: &str = "\n\n`/board` shows the game as it is now. `/export` gives you its record.";

/// Reports a finished backup.
#[must_use]
pub fn backed_up(to: &Path, bytes: u64) -> String {
    format!("Copied the database to {} ({} KB). The copy is sound.", to.display(), bytes.div_ceil(1024))
}

/// Reports a restored backup.
#[must_use]
pub fn restored(from: &Path, kept: Option<&Path>) -> String {
    let kept = kept.map(|kept| format!(" The previous database is kept as {}.", kept.display()));
    format!("Restored {}. You can start the bot now.{}", from.display(), kept.unwrap_or_default())
}

/// Reports that the database that a backup replaces is damaged.
#[must_use]
pub fn old_database_damaged(why: &str) -> String {
    format!("The current database is damaged ({why}). It is kept as it is.")
}

/// Reports that all games were replayed, one line for each that no longer replays correctly.
#[must_use]
pub fn verified(running: u32, over: u32, differing: &[(GameId, Difference)]) -> String {
    let mut lines: Vec<String> =
        differing.iter().map(|(id, difference)| format!("game {id}: {difference}")).collect();
    let all = format!(
        "{} replayed ({running} running, {over} over)",
        rules::plural((running + over) as usize, "game")
    );
    lines.push(match differing.len() {
        0 => format!("{all}; all replay correctly."),
        1 => format!("{all}; 1 no longer replays correctly."),
        some => format!("{all}; {some} no longer replay correctly."),
    });
    lines.join("\n")
}

/// Reports a record that was checked. `shown` is the game up to the ply that the user wants to see.
#[must_use]
pub fn replayed(file: &RecordFile, whole: &Replayed, shown: &Replayed) -> String {
    let plies = file.plies.len();
    let mut lines = vec![
        format!(
            "{} for {} players, rules version {}",
            file.kind.title(),
            whole.table.game().seats(),
            file.rules_version
        ),
        format!(
            "every ply of {plies} is legal; {} of {plies} positions have a hash, and every hash matches",
            whole.compared
        ),
        match &file.outcome {
            Some(outcome) => {
                format!("the game ended as recorded: places {:?} ({})", outcome.ranking, outcome.reason)
            }
            None => "the game is not over".to_owned(),
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
