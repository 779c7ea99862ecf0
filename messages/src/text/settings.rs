//! Texts about the settings that players choose for themselves.

use clock::{Minute, Vacation};
use data::{BoardLook, Person, Pings, reminder_shares};
use jiff::Timestamp;

use super::{clocks::stamp, common::listed};

/// Lists a player's settings and what is left of their vacation. If their hours have changed, it also says when these take
/// effect.
#[must_use]
pub fn settings(
    person: &Person,
    look: BoardLook,
    vacation: &Vacation,
    now: Timestamp,
    new_hours: bool,
) -> String {
    let sleep = match person.hours.sleep {
        Some(sleep) => {
            format!("`{sleep}`: your clocks stop then, and I notify you only of invitations")
        }
        None => {
            "none, so your clocks run day and night (`/settings sleep:23:00-08:00` changes that)".to_owned()
        }
    };
    let pings = match person.pings {
        Pings::Channel => "in the game's channel",
        Pings::Dm if person.by_dm() => "by direct message",
        Pings::Dm => {
            "in the game's channel, because your account doesn't accept direct messages from me. Allow them on this server, and set `pings` again"
        }
    };
    let shares: Vec<String> =
        reminder_shares(person.remind).into_iter().map(|share| format!("{share} %")).collect();
    let remind = match person.remind {
        0 => "never".to_owned(),
        _ => format!("when you've used {} of your time for a turn", listed(&shares)),
    };
    let digest = match person.digest.and_then(Minute::new) {
        Some(_) if person.dm_closed.is_some() => {
            "none, because your account doesn't accept direct messages from me. Allow them, and set `digest` again"
                .to_owned()
        }
        Some(minute) => format!("at `{minute}`, by direct message, if a game is waiting for you"),
        None => "none (`/settings digest:08:00` sends you a daily list of what's waiting for you)".to_owned(),
    };
    let zone = &person.hours.zone;
    let vacation = match (vacation.days_left(now, zone), vacation.allowance) {
        (0, all) => format!("none of this year's {all} days are left"),
        (left, all) => format!(
            "{left} of {all} days {} left this year. I spend one when your time runs out in a game whose clock started with a day or more, at most {} per game",
            if left == 1 { "is" } else { "are" },
            Vacation::MOST_IN_A_GAME
        ),
    };
    let settings = format!(
        "🌍 Time zone: `{zone}`\n💤 Sleep: {sleep}\n🔔 Pings: {pings}\n⏰ Reminders: {remind}\n📰 Daily digest: {digest}\n\
         🏖️ Vacation: {vacation}\n🖼️ Pictures only you see: {}",
        pictures(look)
    );
    match new_hours {
        true => format!("{settings}\n\nYour new hours apply to your clocks from your next turn on."),
        false => settings,
    }
}

/// Returns how the private pictures of a player look.
fn pictures(look: BoardLook) -> String {
    let theme = look.theme.map_or("my usual theme".to_owned(), |theme| format!("theme `{}`", theme.word()));
    let wishes =
        [(look.patterns, "patterns on the pieces"), (look.flip, "your side below"), (look.big, "big boards")];
    let wishes = wishes.into_iter().filter(|(on, _)| *on).map(|(_, words)| words.to_owned());
    let all: Vec<String> = [theme].into_iter().chain(wishes).collect();
    listed(&all)
}

/// Rejects a player who changes their hours more than once a day.
#[must_use]
pub fn hours_kept(set: Timestamp, again: Timestamp) -> String {
    format!(
        "You changed your hours {}. They stop clocks, so you can change them only once a day. Try again {}.",
        stamp(set, 'R'),
        stamp(again, 'R')
    )
}
