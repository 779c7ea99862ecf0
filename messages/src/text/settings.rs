//! Texts about the settings that players choose for themselves.

use clock::{Minute, Reminder, Reminders, in_words};
use data::{BoardLook, NotificationKind, Person, PersonId, Pings};
use jiff::Timestamp;
use play::content::{Preference, PreferenceChange, Preferences};

use super::{
    clocks::stamp,
    common::{listed, mention},
};

/// Notifies a player who is no longer notified by direct message.
pub const NO_DIRECT: &str = "🔔 your account doesn't accept direct messages from me, so I notify you in the game's channel now. Allow them on this server, and set `/settings pings:dm` again.";
/// The notification that a player has asked for.
pub const TEST: &str = "this is the test you asked for. Your notifications arrive here.";
/// Rejects a test of a player who plays no game.
pub const NO_GAME_TO_TEST: &str =
    "I notify you about games, and you play none right now. Try again when one has started.";
/// Labels the button that sends a test.
pub const TEST_PINGS: &str = "Test my pings";
/// Labels the menu of settings.
pub const CHANGE_SETTING: &str = "Change …";
/// Labels the button that leads to all settings.
pub const ALL_SETTINGS: &str = "Back";

/// Returns the notification that a player has asked for.
#[must_use]
pub fn test_notice(person: PersonId, words: &str) -> String {
    format!("🔔 {}, {words}", mention(person))
}

/// Lists a player's settings and what is left of their vacation. If the interaction has changed something that needs words, these
/// follow.
#[must_use]
pub fn settings(preferences: &Preferences) -> String {
    let lines = Preference::ALL.iter().filter_map(|&(preference, _)| {
        let (sign, name) = heading(preference)?;
        Some(format!("{sign} {name}: {}", value(preferences, preference)))
    });
    let mut text = lines.collect::<Vec<_>>().join("\n");
    text.push_str(match preferences.change {
        PreferenceChange::Quiet => "",
        PreferenceChange::Hours => "\n\nYour new hours apply to your clocks from your next turn on.",
        PreferenceChange::Tested => "\n\n🔔 A test is on its way.",
    });
    text
}

/// Heads the page on which a setting is changed.
#[must_use]
pub fn preference_page(preferences: &Preferences, preference: Preference) -> String {
    let about = match preference {
        Preference::Pings => "Where do you want to be notified?",
        Preference::Notifications => {
            "Choose everything that I notify you of. `/games` always shows what's waiting for you."
        }
        Preference::Vacation => "When your time runs out, shall I spend a vacation day for you?",
        Preference::Preview => {
            "**Move** shows the board after your move and waits for **Confirm**. Without a preview, it plays a single move at once. I still ask before a move that ends the game or costs you dearly."
        }
        Preference::Theme => "Choose the colours of boards only you see.",
        Preference::Patterns => "Patterns on the pieces set the players apart without colours.",
        Preference::Flip => "In Plankton Synapse and Stract, your own side can be below.",
        Preference::Big => "Big boards have larger pieces and names, and nothing beside the board.",
        Preference::Text => "Boards in letters suit screen readers. They replace the pictures only you see.",
        Preference::Animation => "Replays and steps can come as numbered pictures that don't move.",
        Preference::Zone | Preference::Sleep | Preference::Reminders | Preference::Digest => "",
    };
    let name = heading(preference).map_or("Boards", |(_, name)| name);
    format!("{about}\n{name}: {}", value(preferences, preference))
}

/// Returns the sign and the name of a setting in the list, or `None` if another line has it.
const fn heading(preference: Preference) -> Option<(&'static str, &'static str)> {
    Some(match preference {
        Preference::Zone => ("🌍", "Time zone"),
        Preference::Sleep => ("💤", "Sleep"),
        Preference::Pings => ("🔔", "Pings"),
        Preference::Notifications => ("📣", "You're notified of"),
        Preference::Reminders => ("⏰", "Reminders"),
        Preference::Digest => ("📰", "Daily digest"),
        Preference::Vacation => ("🏖️", "Vacation"),
        Preference::Preview => ("✅", "Preview of a move"),
        Preference::Theme => ("🖼️", "Boards only you see"),
        Preference::Patterns
        | Preference::Flip
        | Preference::Big
        | Preference::Text
        | Preference::Animation => return None,
    })
}

/// Returns the label of a setting in the menu, in at most 34 characters.
#[must_use]
pub const fn preference_label(preference: Preference) -> &'static str {
    match preference {
        Preference::Zone => "Time zone",
        Preference::Sleep => "Hours of sleep",
        Preference::Pings => "Where you're notified",
        Preference::Notifications => "What you're notified of",
        Preference::Reminders => "Reminders",
        Preference::Digest => "Daily digest",
        Preference::Vacation => "Vacation days",
        Preference::Preview => "Preview of a move",
        Preference::Theme => "Colours",
        Preference::Patterns => "Patterns on the pieces",
        Preference::Flip => "Your side below",
        Preference::Big => "Big boards",
        Preference::Text => "Boards in letters",
        Preference::Animation => "Animation",
    }
}

/// Returns the label and the example of the field in which a setting is typed.
#[must_use]
pub const fn preference_field(preference: Preference) -> (&'static str, &'static str) {
    match preference {
        Preference::Zone => ("Your time zone, or a big city in it", "Europe/Berlin"),
        Preference::Sleep => ("When you sleep, at most 9 hours, or none", "23:00-08:00"),
        Preference::Reminders => ("Shares of your time, times left, or none", "50%, 8h, 1h"),
        _ => ("The time of your daily list, or none", "08:00"),
    }
}

/// Returns the name of a kind of notifications in a list, and what it is about.
#[must_use]
pub const fn notification_kind(kind: NotificationKind) -> (&'static str, &'static str) {
    match kind {
        NotificationKind::Turn => ("your turn", "It's your move in a game."),
        NotificationKind::Reminder => ("reminders", "Your time for a move is running out."),
        NotificationKind::Offer => ("offers", "A draw, a take-back, a pause, or a late player's turn."),
        NotificationKind::End => ("ends of games", "A game of yours is over."),
        NotificationKind::Digest => {
            ("the daily digest", "The list of games waiting for you, if you've set its time.")
        }
        NotificationKind::News => ("news", "What became of your plans, offers and vacation days."),
    }
}

/// Returns a setting in words.
fn value(preferences: &Preferences, preference: Preference) -> String {
    let Preferences { person, look, .. } = preferences;
    let on = |on: bool| if on { "on" } else { "off" }.to_owned();
    match preference {
        Preference::Zone => format!("`{}`", person.hours.zone),
        Preference::Sleep => match person.hours.sleep {
            Some(sleep) => format!("`{sleep}`: your clocks stop then, and I notify you only of invitations"),
            None => "none, so your clocks run day and night".to_owned(),
        },
        Preference::Pings => pings(person),
        Preference::Notifications => notified_of(person),
        Preference::Reminders => reminders(&person.reminders),
        Preference::Digest => digest(person),
        Preference::Vacation => vacation(preferences),
        Preference::Preview if look.quick => "off, a single move is played at once".to_owned(),
        Preference::Preview => "on, every move waits for **Confirm**".to_owned(),
        Preference::Theme => pictures(*look),
        Preference::Patterns => on(look.patterns),
        Preference::Flip => on(look.flip),
        Preference::Big => on(look.big),
        Preference::Text => on(look.text),
        Preference::Animation => on(!look.still),
    }
}

fn pings(person: &Person) -> String {
    let place = match person.pings {
        Pings::Channel => "in the game's channel",
        Pings::Dm if person.by_dm() => "by direct message",
        Pings::Dm => {
            "in the game's channel, because your account doesn't accept direct messages from me. Allow them on this server, and set `pings` again"
        }
    };
    let ago = |at: Option<Timestamp>, what: &str| at.map(|at| format!("last {what} {}", stamp(at, 'R')));
    let known = [ago(person.dm_accepted, "accepted"), ago(person.dm_refused, "refused")];
    let known: Vec<String> = known.into_iter().flatten().collect();
    match known.is_empty() {
        true => place.to_owned(),
        false => format!("{place}. Discord {} a direct message from me", known.join(" and ")),
    }
}

fn notified_of(person: &Person) -> String {
    let wanted = NotificationKind::ALL.iter().filter(|kind| person.wants(**kind));
    let wanted: Vec<String> = wanted.map(|kind| notification_kind(*kind).0.to_owned()).collect();
    match wanted.len() {
        0 => "nothing; `/games` shows what's waiting for you".to_owned(),
        _ => listed(&wanted),
    }
}

fn reminders(reminders: &Reminders) -> String {
    let (mut used, mut left) = (Vec::new(), Vec::new());
    for reminder in reminders.iter() {
        match reminder {
            Reminder::Used(percent) => used.push(format!("{percent} %")),
            Reminder::Left(time) => left.push(in_words(time)),
        }
    }
    let used =
        (!used.is_empty()).then(|| format!("when you've used {} of your time for a turn", listed(&used)));
    let left = (!left.is_empty()).then(|| format!("when {} are left", listed(&left)));
    match (used, left) {
        (None, None) => "never".to_owned(),
        (one, other) => one.into_iter().chain(other).collect::<Vec<_>>().join(", and "),
    }
}

fn digest(person: &Person) -> String {
    match person.digest.and_then(Minute::new) {
        Some(_) if person.dm_closed.is_some() => {
            "none, because your account doesn't accept direct messages from me. Allow them, and set `digest` again"
                .to_owned()
        }
        Some(minute) => format!("at `{minute}`, by direct message, if a game is waiting for you"),
        None => "none".to_owned(),
    }
}

fn vacation(preferences: &Preferences) -> String {
    let Preferences { person, vacation, at, .. } = preferences;
    let days = match (vacation.days_left(*at, &person.hours.zone), vacation.allowance) {
        (0, all) => return format!("none of this year's {all} days are left"),
        (1, all) => format!("1 of {all} days is left this year"),
        (left, all) => format!("{left} of {all} days are left this year"),
    };
    match person.spends_vacation {
        true => format!(
            "{days}. I spend one when your time runs out in a game whose clock started with a day or more, at most {} per game",
            clock::Vacation::MOST_IN_A_GAME
        ),
        false => format!("{days}. I spend none, as you wish"),
    }
}

/// Returns how the private boards of a player look.
fn pictures(look: BoardLook) -> String {
    let theme = look.theme.map_or("my usual theme".to_owned(), |theme| format!("theme `{}`", theme.word()));
    let wishes = [
        (look.patterns, "patterns on the pieces"),
        (look.flip, "your side below"),
        (look.big, "big boards"),
        (look.text, "letters instead of pictures"),
        (look.still, "no animation"),
    ];
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
