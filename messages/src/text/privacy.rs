//! Texts about what is stored about a person.

use data::{Erasure, ErasureKind, Holdings, RatingsWish};
use jiff::Timestamp;
use play::content::PrivacyPanel;

use super::{
    clocks::stamp,
    common::{listed, plural},
};

/// Prompts for the choice about ratings.
pub const RATINGS_PROMPT: &str = "Your ratings";
/// Labels the button that lets games count for the world.
pub const WORLD_ON: &str = "Count for the world";
/// Labels the button that stops that.
pub const WORLD_OFF: &str = "Don't count for the world";
/// Labels the button that hides the profile.
pub const HIDE_PROFILE: &str = "Hide my profile";
/// Labels the button that shows it again.
pub const SHOW_PROFILE: &str = "Show my profile";
/// Labels the button that hides the hours of play.
pub const HIDE_HOURS: &str = "Hide my hours";
/// Labels the button that shows them again.
pub const SHOW_HOURS: &str = "Show my hours";
/// Labels the button that deletes the data later.
pub const DELETE_LATER: &str = "Delete when my games are over (30 days at most)";
/// Labels the button that withdraws the request.
pub const KEEP_DATA: &str = "Keep my data";
/// The name of the file with a person's data.
pub const PERSONAL_FILE: &str = "petri-my-data.json";
/// Accompanies that file.
pub const PERSONAL_FILE_SENT: &str = "This file has everything that I store about you. Other people are numbers in it. Of games \
that are still running it has your own moves only.";
/// Confirms that nothing is deleted.
pub const DATA_KEPT: &str = "Good, I keep your data. You can join games again.";
/// Rejects a person who joins a game after they have asked for the deletion of their data.
pub const LEAVING: &str = "You've asked me to delete your data when your games are over, so you can't join another one. Press \
**Keep my data** in `/privacy delete` to play on.";
/// Rejects the export of more data than Discord accepts.
pub const FILE_TOO_LARGE: &str =
    "Your file is too large to send here. Ask the people who run me: they can give it to you in another way.";

/// Says what a deletion does not reach.
const STAYS: &str = "Records of games stay for the people you played with, with “a former player” in your place. My records no \
longer say that it was you. Messages that I've posted stay on Discord, and backups have your data for up to 30 more days.";

/// Lists what is stored about a person, and what their switches do.
#[must_use]
pub fn privacy(panel: &PrivacyPanel) -> String {
    let PrivacyPanel { holdings, ratings, world, visibility, pending } = panel;
    let stored: Vec<String> = stored(holdings).iter().map(|line| format!("- {line}")).collect();
    let stored = if stored.is_empty() { "- nothing so far".to_owned() } else { stored.join("\n") };
    let ratings = match ratings {
        RatingsWish::On => "**on**: your games are rated, and leaderboards list you.",
        RatingsWish::Hidden => "**hidden**: your games are rated, but leaderboards don't list you.",
        RatingsWish::Off => {
            "**off**: your new games are casual, for everyone at the table. Your ratings are kept."
        }
    };
    let world = if *world {
        "**on**: games with others who want this, too, also count for the ratings of all servers. People of other servers can see \
         you there."
    } else {
        "**off**: your games count on their own server only."
    };
    let profile = if visibility.profile {
        "**shown**: others can look at your profile."
    } else {
        "**hidden**: only you can look at your profile."
    };
    let hours = if visibility.hours {
        "**shown**: lobbies and your profile say how fast you move, and your profile at what time of day."
    } else {
        "**hidden**: nobody else sees how fast you move, or at what time of day."
    };
    let pending = pending.map(|asked| format!("\n\n🗑️ {}", waits(&asked))).unwrap_or_default();
    format!(
        "**What I store about you**\n{stored}\n\n**Your switches**\n🏅 Ratings: {ratings}\n🌍 World: {world}\n\
         👤 Profile: {profile}\n🕗 Hours: {hours}\nA switch never changes a game that has started.\n\n`/privacy export` gives you all of it as a file, and `/privacy delete` deletes it.{pending}"
    )
}

/// Returns a line for each kind of data that is stored.
fn stored(holdings: &Holdings) -> Vec<String> {
    let count = |count: u32, thing: &str| (count > 0).then(|| plural(count as usize, thing));
    let running =
        if holdings.running > 0 { format!(", {} of them running", holdings.running) } else { String::new() };
    let games =
        count(holdings.games, "game").map(|games| format!("{games} with your seat and your moves{running}"));
    let ratings = count(holdings.ratings, "rating");
    let met = count(holdings.opponents, "opponent").map(|people| format!("your results against {people}"));
    let ratings: Vec<String> = ratings.into_iter().chain(met).collect();
    let votes = match holdings.votes {
        0 => None,
        1 => Some("1 offer or vote".to_owned()),
        votes => Some(format!("{votes} offers and votes")),
    };
    [
        games,
        count(holdings.lobbies, "open lobby").map(|lobbies| lobbies.replace("lobbys", "lobbies")),
        Some(listed(&ratings)).filter(|ratings| !ratings.is_empty()),
        votes,
        count(holdings.plans, "planned reply").map(|plans| plans.replace("replys", "replies")),
        count(holdings.sketches, "try-out board or lesson")
            .map(|boards| boards.replace("board or lessons", "boards and lessons")),
        count(holdings.puzzles, "answer").map(|answers| format!("{answers} to puzzles, and your streaks")),
        count(holdings.notices, "private notice"),
        count(holdings.weeks, "week")
            .map(|weeks| format!("how reliably you played, for {weeks} (`/profile` shows it)")),
        holdings.settings.then(|| "your settings and vacation days (`/settings` shows them)".to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Describes the choices of the menu about ratings: label and small print.
#[must_use]
pub const fn ratings_choice(wish: RatingsWish) -> (&'static str, &'static str) {
    match wish {
        RatingsWish::On => ("Ratings on", "New games are rated, and leaderboards list you"),
        RatingsWish::Hidden => ("Ratings hidden", "New games are rated, but leaderboards don't list you"),
        RatingsWish::Off => ("Ratings off", "New games are casual, for everyone at the table"),
    }
}

/// Asks whether and when a person's data is to be deleted.
#[must_use]
pub fn ask_erasure(games: u32, pending: Option<&Erasure>) -> String {
    let running = match games {
        0 => "You aren't in a running game.".to_owned(),
        1 => "You're in 1 running game. If you delete your data now, you resign it.".to_owned(),
        games => format!("You're in {games} running games. If you delete your data now, you resign them."),
    };
    let pending = pending.map(|asked| format!("{}\n\n", waits(asked))).unwrap_or_default();
    format!(
        "{pending}**Delete your data?** This can't be undone. {running} I delete your settings, plans, try-out boards, votes on open \
         offers, vacation days, notices, and how reliably you play.\n\n{STAYS}"
    )
}

/// Labels the button that deletes the data at once.
#[must_use]
pub fn delete_now(games: u32) -> String {
    match games {
        0 => "Delete now".to_owned(),
        games => format!("Delete now (resigns {})", rules::plural(games as usize, "game")),
    }
}

/// Confirms that a person's data is deleted.
#[must_use]
pub fn erased(games: u32) -> String {
    let resigned = match games {
        0 => String::new(),
        games => format!(" You've resigned {}.", plural(games as usize, "game")),
    };
    format!(
        "Your data is deleted.{resigned} {STAYS} A message that is on its way may still arrive. You're welcome back any time."
    )
}

/// Confirms that a person's data will be deleted.
#[must_use]
pub fn erasure_waits(games: u32, at: Timestamp) -> String {
    let games =
        if games == 1 { "your game is over".to_owned() } else { format!("your {games} games are over") };
    format!(
        "I'll delete your data when {games}, and {} at the latest: then I resign what is still running. Until then you can't join \
         other games. **Keep my data** in `/privacy delete` cancels this.",
        stamp(at, 'f')
    )
}

/// Says that a request for deletion waits.
fn waits(asked: &Erasure) -> String {
    match asked.kind {
        ErasureKind::Now => "Your data is being deleted.".to_owned(),
        ErasureKind::Later => format!(
            "You've asked me to delete your data when your games are over, {} at the latest.",
            stamp(asked.at, 'f')
        ),
    }
}

/// Rejects a second export within a minute.
#[must_use]
pub fn file_again(again: Timestamp) -> String {
    format!("You got your file a moment ago. You can get it again {}.", stamp(again, 'R'))
}
