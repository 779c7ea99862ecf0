//! Texts of the weekly post of leaderboards.

use jiff::{Timestamp, tz::TimeZone};
use play::content::{TopRows, WeeklyBoards};

use super::{
    clocks::stamp,
    common::*,
    leaderboards::{pool_of, row_line},
};

/// Heads the weekly post.
pub const WEEKLY_TITLE: &str = "This server's leaderboards";
/// Labels the button that opens the first leaderboard.
pub const OPEN_BOARDS: &str = "Leaderboard";

/// Says when the boards were read and what the signs mean. `left_out` are the boards that did not fit.
#[must_use]
pub fn weekly(boards: &WeeklyBoards, left_out: &[TopRows]) -> String {
    let at = stamp(boards.at, 'f');
    if boards.boards.is_empty() {
        return format!("Nobody is listed at the moment ({at}). `/play` opens the next game.");
    }
    let more = match left_out {
        [] => String::new(),
        boards => {
            let names: Vec<String> = boards.iter().map(|board| pool_of(&board.pool)).collect();
            format!("\nMore boards: {}. The button below leads to them.", listed(&names))
        }
    };
    format!("As of {at}. ▲ and ▼ count places since the Monday before. In brackets: games.{more}")
}

/// Heads one board of the weekly post.
#[must_use]
pub fn weekly_board(board: &TopRows) -> String {
    format!("{} · {}", pool_of(&board.pool), plural(board.listed as usize, "player"))
}

/// Lists the rows of one board of the weekly post.
#[must_use]
pub fn weekly_rows(board: &TopRows) -> String {
    board.rows.iter().map(|row| row_line(row, None)).collect::<Vec<_>>().join("\n")
}

/// Returns the small print of the weekly post, which ends with the mark of its week.
#[must_use]
pub fn weekly_footer(week: i64) -> String {
    // Weeks begin on Monday, and day 0 was a Thursday.
    let monday =
        Timestamp::from_second(week.saturating_mul(7).saturating_sub(3).saturating_mul(24 * 60 * 60))
            .unwrap_or(Timestamp::MAX);
    let date = monday.to_zoned(TimeZone::UTC).strftime("%-d %B %Y").to_string();
    format!("/leaderboard about:True explains ratings · week of {date}")
}
