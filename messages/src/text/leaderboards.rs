//! Texts of leaderboards.

use data::{Pool, Shape};
use jiff::Timestamp;
use play::{
    content::{BoardRow, Leaderboard, Moved, OwnPlace, Span, Unlisted},
    service::{LAST_PAGE, PAGE_ROWS},
};
use ratings::Report;

use super::{clocks::stamp, common::*};

/// Says in a menu that it switches to another leaderboard.
pub const OTHER_BOARDS: &str = "Another leaderboard";
/// Explains how ratings work, in six sentences.
pub const ABOUT_RATINGS: &str = "\
- A rated game moves your rating: up if you finish ahead of people, down if they finish ahead of you. \
The stronger they are, the more a win is worth.
- Everyone begins at 1500, and a lead of 400 points means about ten wins for each loss.
- The number behind ± says how sure I am: it shrinks with every game, and grows while you're away.
- You're listed once it's at most 200 and you've met two different opponents here, three for the world, \
who have played others, too; until then your rating has a question mark.
- Each game has ratings of its own on each server, apart for duels, tables and teams.
- Playing the same person again and again counts less each time, and your rating never falls because you take a break.";
/// Heads the explanation of ratings.
pub const ABOUT_RATINGS_TITLE: &str = "How ratings work";

/// Names the shape of games in the plural.
pub(super) const fn games_of(shape: Shape) -> &'static str {
    match shape {
        Shape::Duel => "duels",
        Shape::Table => "tables",
        Shape::Team => "team games",
    }
}

/// Names a pool without its scope, such as `Protozoa duels`.
pub(super) fn pool_of(pool: &Pool) -> String {
    format!("{} {}", pool.kind.title(), games_of(pool.shape))
}

/// Names a pool, such as `Protozoa duels here`.
#[must_use]
pub fn pool_name(pool: &Pool) -> String {
    let scope = if pool.guild.is_some() { "here" } else { "in the world" };
    format!("{} {scope}", pool_of(pool))
}

/// Heads a leaderboard.
#[must_use]
pub fn leaderboard_title(board: &Leaderboard) -> String {
    let name = pool_name(&board.pool);
    match board.span {
        Span::All => name,
        Span::Season(_) => format!("{name}, {}", board.span),
    }
}

/// Lists the rows of a leaderboard, and below them the caller's own.
#[must_use]
pub fn leaderboard(board: &Leaderboard) -> String {
    let mut lines: Vec<String> = board.rows.iter().map(|row| row_line(row, board.to)).collect();
    if lines.is_empty() {
        lines.push(nobody_listed(board));
    }
    if let Some(own) = &board.own {
        let shown = |own: &BoardRow| board.rows.iter().any(|row| row.person == own.person);
        match own {
            OwnPlace::Listed(own) if shown(own) => {}
            OwnPlace::Listed(own) => lines.push(format!("…\n{}", row_line(own, board.to))),
            OwnPlace::Unlisted { rating, games, why } => {
                let numbers = format!("{}? ± {}", rating.shown(), rating.plus_minus());
                let games = plural(*games as usize, "game");
                lines.push(format!("\nYou: **{numbers}** after {games}. {}", not_listed(*why)));
            }
            OwnPlace::NoGames if board.span == Span::All => {
                lines.push("\nYou have no rating here yet: your first rated game gives you one.".to_owned());
            }
            OwnPlace::NoGames => lines.push("\nYou played no rated game here in that season.".to_owned()),
        }
    }
    lines.join("\n")
}

fn nobody_listed(board: &Leaderboard) -> String {
    match board.span {
        // The season may be over.
        Span::Season(_) => "Nobody is listed. It takes three rated games in the season.".to_owned(),
        Span::All => {
            let enough = match board.pool.shape {
                Shape::Duel => "about 8 duels",
                Shape::Table => "about 5 games at tables of four",
                Shape::Team => "about 13 team games",
            };
            let opponents = if board.pool.guild.is_some() { "two" } else { "three" };
            format!(
                "Nobody is listed yet. It takes {enough} with at least {opponents} different opponents. `/play` opens the next one."
            )
        }
    }
}

/// Says why a person is not listed, and what to do.
pub(super) fn not_listed(why: Unlisted) -> String {
    match why {
        Unlisted::Needs(Some(games)) => {
            format!("About {} until you're listed.", plural(games as usize, "more game"))
        }
        Unlisted::Needs(None) => "It takes many more games until you're listed.".to_owned(),
        Unlisted::Opponents => "You're listed once your opponents have played others, too.".to_owned(),
        Unlisted::Wish => "You're not listed, because you hide your ratings.".to_owned(),
    }
}

/// Returns a row of a leaderboard. It is as short as possible, because it should fit in a line of a phone; the footer says what
/// stands where.
pub(super) fn row_line(row: &BoardRow, to: Option<PersonId>) -> String {
    let own = if to == Some(row.person) { " ◀ you" } else { "" };
    let deviation = row.plus_minus.map(|number| format!(" ± {number}")).unwrap_or_default();
    let moved = moved(row.moved).map(|moved| format!(" {moved}")).unwrap_or_default();
    let BoardRow { place, person, shown, games, .. } = row;
    format!("**{place}.** {} **{shown}**{deviation}{moved} ({games}){own}", mention(*person))
}

fn moved(moved: Moved) -> Option<String> {
    Some(match moved {
        Moved::Places(0) => "=".to_owned(),
        Moved::Places(up @ 1..) => format!("▲ {up}"),
        Moved::Places(down) => format!("▼ {}", down.unsigned_abs()),
        Moved::New => "new".to_owned(),
        Moved::Unknown => return None,
        Moved::Points(points) => signed(points),
    })
}

/// Returns a change with its sign, such as `+12` or `−9`.
pub(super) fn signed(change: i32) -> String {
    match change {
        0 => "±0".to_owned(),
        1.. => format!("+{change}"),
        _ => format!("−{}", change.unsigned_abs()),
    }
}

/// Returns the small print of a leaderboard.
#[must_use]
pub fn leaderboard_footer(board: &Leaderboard) -> String {
    let listed = plural(board.listed as usize, "player");
    let moved = match board.span {
        Span::All => "▲ and ▼ since Monday",
        Span::Season(_) => "+ and − since the season began",
    };
    let pages = board.listed.div_ceil(PAGE_ROWS).clamp(1, u32::from(LAST_PAGE) + 1);
    let page =
        board.page.map(|page| format!(" · page {} of {pages}", u32::from(page) + 1)).unwrap_or_default();
    format!("{listed} listed · {moved} · in brackets: games · /leaderboard about:True explains ratings{page}")
}

/// Explains how ratings work, and how well they have predicted results.
#[must_use]
pub fn about_ratings(report: Option<&Report>) -> String {
    let Some(report) = report else { return ABOUT_RATINGS.to_owned() };
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    format!(
        "{ABOUT_RATINGS}\n\nOver {}, I'd have named the winner in {} (chance alone: {}), and of two players the one who \
finished ahead in {} (chance: 50 %).",
        plural(report.games as usize, "game"),
        percent(report.picked),
        percent(report.chance),
        percent(report.ordered.mean)
    )
}

/// Rejects a look at ratings that nobody has.
#[must_use]
pub fn no_ratings(kind: Option<Kind>, world: bool) -> String {
    let what = kind.map(|kind| format!(" of **{}**", kind.title())).unwrap_or_default();
    match world {
        true => format!(
            "Nobody has a rating in the world{what} yet. A game counts there once everyone in it has switched that on with `/privacy`."
        ),
        false => format!(
            "Nobody has such a rating{what} on this server yet. Use `/play` to open a game: its lobby says whether it's rated."
        ),
    }
}

/// Rejects a person, or everybody on a server, who has asked for too many pictures, films and files.
#[must_use]
pub fn too_many_charts(most: u32, by_server: bool, again: Timestamp) -> String {
    let again = stamp(again, 'R');
    let who = if by_server { "People on this server have" } else { "You've" };
    format!("{who} asked for {most}\u{a0}pictures, films and files within a minute. Try again {again}.")
}

/// Rejects the name of a season.
#[must_use]
pub fn unknown_season(typed: &str) -> String {
    format!("{} is no season. Try `all`, `season` or a quarter such as `2026-Q3`.", quoted(typed))
}

/// Names a span in a completion.
#[must_use]
pub fn span_name(span: Span) -> String {
    match span {
        Span::All => "all games".to_owned(),
        Span::Season(season) => {
            let months = ["January to March", "April to June", "July to September", "October to December"];
            let index = season.rem_euclid(4) as usize;
            format!("{} {} ({span})", months[index], season.div_euclid(4))
        }
    }
}
