//! The words of puzzles.

use data::{NewPuzzle, Puzzle, PuzzleStreak};
use jiff::{Timestamp, tz::TimeZone};
use play::{
    content::{PuzzleBoard, PuzzlePage, PuzzlePost, PuzzleResult, puzzle_table},
    rejected::PuzzleRejected,
};

use super::{clocks::stamp, common::*, panel::MOVED_ON};

/// Labels the button that opens a board for a puzzle.
pub const SOLVE: &str = "Solve";
/// Labels the button that gives the turn on the board as the answer.
pub const ANSWER: &str = "Answer";
/// Replaces the board of a puzzle that was closed.
pub const PUZZLE_CLOSED: &str = "Closed. The puzzle stays open until the next one comes.";

/// Heads the post of a puzzle.
#[must_use]
pub fn puzzle_title(puzzle: &NewPuzzle) -> String {
    format!("Puzzle of the day · {}", puzzle.kind.title())
}

/// Says whose turn is looked for, and where the position comes from.
#[must_use]
pub fn puzzle_task(puzzle: &NewPuzzle, by: Seat, status: &str) -> String {
    let source = match puzzle.played {
        true => "It comes from a game that was played on this server.",
        false => "It comes from a game between machines.",
    };
    format!(
        "{} is to move, and one turn is clearly the best. **Which one?**\n{status}\n{source}",
        seat(puzzle.kind, by)
    )
}

/// Heads the solution of the puzzle before.
pub const SOLUTION_BEFORE: &str = "The last puzzle";

/// Gives the solution of the puzzle before, and says how many people found it.
#[must_use]
pub fn puzzle_before(post: &PuzzlePost) -> Option<String> {
    let (before, (tried, solved)) = post.before.as_ref()?;
    let found = match (tried, solved) {
        (0, _) => "Nobody tried it.".to_owned(),
        (1, 0) => "One of you tried it and didn't find it.".to_owned(),
        (1, _) => "One of you tried it and found it.".to_owned(),
        (tried, 0) => format!("None of the {tried} who tried it found it."),
        (tried, solved) => format!("{solved} of the {tried} who tried it found it."),
    };
    Some(format!("{}: {} {found}", before.is.kind.title(), solution(before)))
}

/// Returns the solution of a puzzle in words.
fn solution(puzzle: &Puzzle) -> String {
    in_words(puzzle, &puzzle.is.solution)
}

/// Returns a turn of a puzzle in words. One that the rules no longer allow is named by its notation.
fn in_words(puzzle: &Puzzle, turn: &[String]) -> String {
    let words = || {
        let (mut table, by) = puzzle_table(puzzle).ok()?;
        let mut moves = Vec::new();
        for notation in turn {
            moves.push(table.legal_move(by, notation)?);
            table.play(by, notation).ok()?;
        }
        Some(turn_in_words(&moves))
    };
    words().unwrap_or_else(|| code_list(turn))
}

/// Returns the small print of a puzzle's post, which ends with the mark of its day.
#[must_use]
pub fn puzzle_footer(day: i64) -> String {
    format!("/puzzle shows the streaks · puzzle of {}", date(day))
}

fn date(day: i64) -> String {
    let midnight = Timestamp::from_second(day.saturating_mul(24 * 60 * 60)).unwrap_or(Timestamp::MAX);
    midnight.to_zoned(TimeZone::UTC).strftime("%-d %B %Y").to_string()
}

/// Describes the board of a puzzle: what to do, and the choices made so far.
#[must_use]
pub fn puzzle_board(screen: &PuzzleBoard, trail: &[String]) -> String {
    let kind = screen.puzzle.is.kind;
    let mut parts = Vec::new();
    if screen.moved_on {
        parts.push(MOVED_ON.to_owned());
    }
    parts.push(format!("**{} puzzle.** Find the best turn for {}.", kind.title(), seat(kind, screen.seat)));
    let own = screen.board.record.iter().filter(|played| played.seat == screen.seat && !played.forced);
    let turn: Vec<String> = own.map(|played| played.notation.clone()).collect();
    if !turn.is_empty() {
        parts.push(in_words(&screen.puzzle, &turn));
    }
    parts.push(match screen.is_complete() {
        true => format!("The picture shows the board after it. **{ANSWER}** makes it your answer: only the first one counts."),
        false => screen.board.table.status(Viewer::Open),
    });
    if !trail.is_empty() {
        parts.push(format!("{} …", trail.join(" › ")));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// Shows whether a person has solved a puzzle, and the solution.
#[must_use]
pub fn puzzle_result(result: &PuzzleResult) -> String {
    let puzzle = &result.puzzle;
    let verdict = match &result.answer {
        Some(answer) if answer.solved => "✅ **That's it!**".to_owned(),
        Some(answer) => format!("❌ **Not this time.** Your turn was {}.", in_words(puzzle, &answer.turn)),
        None => "The solution of this puzzle is out.".to_owned(),
    };
    let streak =
        result.streak.filter(|_| result.answer.is_some()).map(|streak| own_streak(&streak, streak.run));
    format!("{verdict}\nThe best turn: {}.\n{}", solution(puzzle), streak.unwrap_or_default())
        .trim_end()
        .to_owned()
}

fn own_streak(streak: &PuzzleStreak, run: u32) -> String {
    let in_a_row = match run {
        0 => "You have no streak at the moment.".to_owned(),
        1 => "You've solved 1 puzzle in a row.".to_owned(),
        run => format!("You've solved {run} puzzles in a row."),
    };
    format!(
        "{in_a_row} Your best streak is {}; all in all you solved {} of {}.",
        streak.best, streak.solved, streak.tried
    )
}

/// Heads the streaks of a server.
pub const LONGEST_STREAKS: &str = "The longest streaks here";

/// Lists streaks of puzzles, one in a line.
#[must_use]
pub fn puzzle_streaks(best: &[PuzzleStreak]) -> String {
    let rows = (1..).zip(best).map(|(place, of)| {
        let who = mention(of.person);
        format!("{place}. {who}: {} in a row, {} of {} solved", of.best, of.solved, of.tried)
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// Heads the page of puzzles.
pub const PUZZLES_TITLE: &str = "Puzzles";

/// Describes the newest puzzle of a server for one person, and lists the longest streaks.
#[must_use]
pub fn puzzle_page(page: &PuzzlePage) -> String {
    let mut parts = Vec::new();
    parts.push(match (&page.puzzle, &page.answer) {
        (None, _) if page.next.is_none() => {
            "This server has no puzzles. People who may manage it choose a channel for them under `/admin setup`.".to_owned()
        }
        (None, _) if page.needs_game => {
            "No puzzle has been posted yet. They begin once somebody has opened a game here with `/play`.".to_owned()
        }
        (None, _) => "No puzzle has been posted yet.".to_owned(),
        (Some(puzzle), Some(answer)) => {
            let verdict = if answer.solved { "✅ You've solved" } else { "❌ You haven't solved" };
            format!("{verdict} the {} puzzle of {}. The best turn: {}.", puzzle.is.kind.title(), date(puzzle.is.day), solution(puzzle))
        }
        (Some(puzzle), None) => {
            format!("The {} puzzle of {} waits for you.", puzzle.is.kind.title(), date(puzzle.is.day))
        }
    });
    if let Some(next) = page.next.filter(|_| !page.needs_game) {
        parts.push(format!("The next one comes {}.", stamp(next, 'R')));
    }
    if let Some(streak) = &page.streak {
        parts.push(own_streak(streak, page.run));
    }
    if !page.best.is_empty() {
        parts.push(format!("**{LONGEST_STREAKS}**\n{}", puzzle_streaks(&page.best)));
    }
    parts.join("\n\n")
}

/// Says why a puzzle was not shown or answered.
#[must_use]
pub fn puzzle_rejected(why: PuzzleRejected) -> String {
    match why {
        PuzzleRejected::Gone => {
            "I don't have that puzzle here any more. `/puzzle` shows the newest one.".to_owned()
        }
        PuzzleRejected::Incomplete => "Finish the turn first, then press **Answer**.".to_owned(),
    }
}
