//! Words about what people set for themselves.

use clock::{Minute, Vacation};
use data::{Person, Pings, Time, reminder_shares};

use super::{listed, stamp};

/// What somebody has set, and what is left of their vacation; where their hours have changed also from when on these count.
#[must_use]
pub fn settings(person: &Person, vacation: &Vacation, now: Time, new_hours: bool) -> String {
    let sleep = match person.hours.sleep {
        Some(sleep) => {
            format!("`{sleep}`: your clocks are stopped then, and I ping you only if somebody invites you")
        }
        None => {
            "none set: your clocks run day and night (`/settings sleep:23:00-08:00` changes that)".to_owned()
        }
    };
    let pings = match person.pings {
        Pings::Channel => "in the game's channel",
        Pings::Dm if person.by_dm() => "by direct message",
        Pings::Dm => {
            "in the game's channel, since your account takes no direct messages from me; allow them on this server and set `pings` again"
        }
    };
    let shares = reminder_shares(person.remind).into_iter().map(|share| format!("{share} %")).collect();
    let remind = match person.remind {
        0 => "never".to_owned(),
        _ => format!("when {} of your time for a turn are used", listed(shares)),
    };
    let digest = match person.digest.and_then(Minute::new) {
        Some(_) if person.dm_closed.is_some() => {
            "none, since your account takes no direct messages from me; allow them and set `digest` again"
                .to_owned()
        }
        Some(minute) => format!("at `{minute}`, by direct message, if a game waits for you"),
        None => "none (`/settings digest:08:00` lists once a day what waits for you)".to_owned(),
    };
    let zone = &person.hours.zone;
    let vacation = match (vacation.days_left(now.into(), zone), vacation.allowance) {
        (0, all) => format!("none of the {all} days of this year is left"),
        (left, all) => format!(
            "{left} of {all} days {} left this year; one is spent by itself when your time runs out in a game whose clock began with a day or more, at most {} in a game",
            if left == 1 { "is" } else { "are" },
            Vacation::MOST_IN_A_GAME
        ),
    };
    let settings = format!(
        "🌍 Time zone: `{zone}`\n💤 Sleep: {sleep}\n🔔 Pings: {pings}\n⏰ Reminders: {remind}\n📰 Daily digest: {digest}\n\
         🏖️ Vacation: {vacation}"
    );
    match new_hours {
        true => format!("{settings}\n\nNew hours count for your clocks from your next turn on."),
        false => settings,
    }
}

/// Said to who changes their hours too often.
#[must_use]
pub fn hours_kept(set: Time, again: Time) -> String {
    format!(
        "You changed your hours {}. They stop clocks, so they can be changed once a day: again {}.",
        stamp(set, 'R'),
        stamp(again, 'R')
    )
}
