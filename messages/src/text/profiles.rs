//! Texts of profiles and of results of two people.

use data::{HeadToHead, Shape};
use play::content::{LastMeeting, PlayerProfile, ProfileRating, Streak, Tally, Versus};

use super::{
    common::*,
    habits::habits,
    leaderboards::{games_of, not_listed, pool_name, signed},
};

/// Says in a menu that it switches to the chart of another rating.
pub const OTHER_CHARTS: &str = "The chart of another rating";
/// Heads a profile.
pub const PROFILE_TITLE: &str = "Profile";
/// Heads the results of two people.
pub const VERSUS_TITLE: &str = "Against each other";
/// Rejects a comparison of a person with themselves.
pub const SAME_PERSON: &str = "That's the same person twice. Pick two different players.";

/// Rejects a look at the ratings of a person who hides them.
#[must_use]
pub fn ratings_hidden(person: PersonId) -> String {
    format!("{} keeps their ratings and results to themselves.", mention(person))
}

/// Rejects a look at the profile of a person who hides it.
#[must_use]
pub fn profile_hidden(person: PersonId) -> String {
    format!(
        "{} keeps their profile to themselves. You can still play them: `/play` invites them.",
        mention(person)
    )
}

/// Describes what a person has played, and their ratings.
#[must_use]
pub fn profile(profile: &PlayerProfile) -> String {
    let mut parts = vec![mention(profile.person)];
    let ratings: Vec<String> =
        profile.ratings.iter().map(|rating| rating_line(rating, profile.is_own)).collect();
    parts.push(if ratings.is_empty() { no_rating(profile) } else { ratings.join("\n") });
    let mut results: Vec<String> = profile.tallies.iter().map(tally).collect();
    results.extend(profile.streak.filter(|streak| streak.games > 1).map(streak_line));
    if !results.is_empty() {
        parts.push(format!("**Results here**\n{}", results.join("\n")));
    }
    let habits = habits(&profile.habits);
    if !habits.is_empty() {
        parts.push(habits);
    }
    parts.join("\n\n")
}

fn no_rating(profile: &PlayerProfile) -> String {
    let of = profile.kind.map(|kind| format!(" in **{}**", kind.title())).unwrap_or_default();
    match profile.is_own {
        true => format!("You have no rating{of} yet: your first rated game gives you one. `/play` opens it."),
        false => format!("There's no rating{of} here yet. How about a game? `/play` invites them."),
    }
}

fn rating_line(rating: &ProfileRating, is_own: bool) -> String {
    let unsure = if rating.place.is_ok() { "" } else { "?" };
    let numbers = format!("**{}{unsure}** ± {}", rating.rating.shown(), rating.rating.plus_minus());
    let mut parts = vec![format!("{}: {numbers}", pool_name(&rating.pool))];
    parts.extend(rating.place.ok().map(|place| format!("place\u{a0}{place}")));
    parts.push(plural(rating.games as usize, "game"));
    let lately = rating.lately.filter(|&(_, games)| games > 1);
    parts.extend(lately.map(|(gained, games)| {
        format!("{} over the last {}", signed(gained), plural(games as usize, "game"))
    }));
    parts.extend(rating.against.map(|points| format!("opponents {points} on average")));
    let listing = match rating.place {
        Err(why) if is_own => format!("\n{}", not_listed(why)),
        _ => String::new(),
    };
    format!("{}{listing}", parts.join(" · "))
}

fn tally(tally: &Tally) -> String {
    format!("{}: {}", tally.kind.title(), won_drawn_lost(tally.won, tally.drawn, tally.lost))
}

fn won_drawn_lost(won: u32, drawn: u32, lost: u32) -> String {
    format!("won\u{a0}{won}, drawn\u{a0}{drawn}, lost\u{a0}{lost}")
}

fn streak_line(streak: Streak) -> String {
    let games = match streak.score {
        2 => "wins",
        1 => "draws",
        _ => "losses",
    };
    format!("{} {games} in a row", streak.games)
}

/// Describes the results of two people against each other.
#[must_use]
pub fn versus(versus: &Versus) -> String {
    let (person, opponent) = (mention(versus.person), mention(versus.opponent));
    let whose = if versus.is_own { "You".to_owned() } else { person };
    if versus.results.is_empty() {
        let whom = if versus.is_own {
            format!("You and {opponent} haven't")
        } else {
            format!("{whose} and {opponent} haven't")
        };
        return format!("{whom} finished a game against each other here yet.{}", expectations(versus));
    }
    let results: Vec<String> = versus.results.iter().map(result_line).collect();
    let last: Vec<String> = versus.last.iter().map(last_line).collect();
    let mut parts = vec![format!("{whose} against {opponent}\n{}", results.join("\n"))];
    if !last.is_empty() {
        parts.push(format!("**Last games**\n{}", last.join("\n")));
    }
    format!("{}{}", parts.join("\n\n"), expectations(versus))
}

fn result_line(result: &HeadToHead) -> String {
    let casual = if result.rated { "" } else { ", casual" };
    let numbers = won_drawn_lost(result.won, result.drawn, result.lost);
    format!("- {} {}{casual}: {numbers}", result.kind.title(), games_of(result.shape))
}

fn last_line(last: &LastMeeting) -> String {
    let meeting = last.meeting;
    let score = match meeting.score {
        2 => "won",
        1 => "drawn",
        _ => "lost",
    };
    let at = match last.board {
        Some(board) => link(meeting.guild, last.channel, board),
        None => format!("<#{}>", last.channel),
    };
    let casual = if meeting.rated { "" } else { " (casual)" };
    let day = format!("<t:{}:d>", meeting.day.saturating_mul(24 * 60 * 60));
    format!("- {score} · {} {}{casual} · {day} · {at}", meeting.kind.title(), one_of(meeting.shape))
}

const fn one_of(shape: Shape) -> &'static str {
    match shape {
        Shape::Duel => "duel",
        Shape::Table => "table",
        Shape::Team => "team game",
    }
}

fn expectations(versus: &Versus) -> String {
    let expected: Vec<String> = versus
        .expected
        .iter()
        .map(|(kind, score)| format!("{} points in **{}**", tenths(*score), kind.title()))
        .collect();
    if expected.is_empty() {
        return String::new();
    }
    let whose = if versus.is_own { "you".to_owned() } else { mention(versus.person) };
    format!("\n\nBy today's ratings, ten duels would bring {whose} {}.", listed(&expected))
}

/// Returns the score of ten games, such as `6.3`.
fn tenths(score: f64) -> String {
    format!("{:.1}", 10.0 * score)
}
