//! Texts of the review list of rated games.

use play::content::{Listing, ReviewedPair};

use super::{admin::page_of, common::*};

/// Answers `/admin ratings` if no pair is on the list.
pub const NOTHING_TO_REVIEW: &str = "Nothing to review. This list shows pairs who finished four or more rated games within 30\u{a0}days, \
all won by the same player because the other one resigned or ran out of time early.";

/// The most games of a pair that are named. Those that are voided make room for others.
const MOST_NUMBERS: usize = 6;

/// Explains the review list and lists its pairs, one per paragraph.
#[must_use]
pub fn review(guild: GuildId, pairs: &[ReviewedPair]) -> String {
    let intro = "The same player won all rated games of these pairs in the last 30\u{a0}days, because the other one left early. That can \
be bad luck. If they play for points only, `/admin void` takes back one game, with your reason.";
    let pairs = pairs.iter().map(|pair| reviewed_pair(guild, pair));
    [intro.to_owned()].into_iter().chain(pairs).collect::<Vec<_>>().join("\n\n")
}

fn reviewed_pair(guild: GuildId, pair: &ReviewedPair) -> String {
    let (winner, loser) = (mention(pair.winner), mention(pair.loser));
    let late = pair.newest.len() as u32 - pair.resigned;
    let ends = [(pair.resigned, "resignation"), (late, "time-out")];
    let ends = ends.into_iter().filter(|(count, _)| *count > 0);
    let ends: Vec<String> = ends.map(|(count, end)| plural(count as usize, end)).collect();
    let usual = match pair.usual {
        Some(turns) => format!(", of some {turns} that such games last"),
        None => String::new(),
    };
    let mut numbers: Vec<String> = pair.newest.iter().take(MOST_NUMBERS).map(GameId::to_string).collect();
    if let more @ 1.. = (pair.games as usize).saturating_sub(numbers.len()) {
        numbers.push(format!("{more}\u{a0}more"));
    }
    let newest = match pair.board {
        Some((channel, message)) => format!("\nThe newest: {}", link(guild, channel, message)),
        None => String::new(),
    };
    format!(
        "**{}** · {winner} won all {} against {loser}\n{}, none after turn\u{a0}{}{usual}\nGames {}{newest}",
        pair.kind.title(),
        pair.games,
        listed(&ends),
        pair.latest,
        listed(&numbers)
    )
}

/// Small print below the review list.
#[must_use]
pub fn review_footer<T>(pairs: &Listing<T>) -> String {
    format!("{} · /history in the channel shows what was played", page_of(pairs, "pair", "pairs"))
}
