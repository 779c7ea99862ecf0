//! The content of a player's settings.

use clock::Vacation;
use data::{BoardLook, Person};
use jiff::Timestamp;

/// The settings of a player.
#[derive(Clone, Debug)]
pub struct Preferences {
    /// The player, with their hours and notifications.
    pub person: Box<Person>,
    /// How boards look that only they see.
    pub look: BoardLook,
    /// Their vacation days.
    pub vacation: Vacation,
    /// The present time.
    pub at: Timestamp,
    /// The change that the interaction has made.
    pub change: PreferenceChange,
}

/// A change that an interaction has made to a player's settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PreferenceChange {
    /// None, or one that needs no words.
    #[default]
    Quiet,
    /// Their hours, which take effect in the next turn.
    Hours,
    /// A notification is on its way, so that they see where it arrives.
    Tested,
}

/// A setting of a player that the panel can change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preference {
    /// The time zone.
    Zone,
    /// The hours of sleep.
    Sleep,
    /// Where they are notified.
    Pings,
    /// The kinds of notifications that they get.
    Notifications,
    /// When they are reminded of a move.
    Reminders,
    /// When the daily list of games comes.
    Digest,
    /// Whether vacation days are spent by themselves.
    Vacation,
    /// Whether the panel shows a preview of a single move.
    Preview,
    /// The theme of boards.
    Theme,
    /// Whether pieces have patterns.
    Patterns,
    /// Whether their side is below.
    Flip,
    /// Whether boards are large.
    Big,
    /// Whether boards come in letters.
    Text,
    /// Whether films move.
    Animation,
}

impl Preference {
    /// All settings with their words in custom ids, in the order in which people read them.
    pub const ALL: [(Preference, &str); 14] = [
        (Preference::Zone, "zone"),
        (Preference::Sleep, "sleep"),
        (Preference::Pings, "pings"),
        (Preference::Notifications, "notifications"),
        (Preference::Reminders, "remind"),
        (Preference::Digest, "digest"),
        (Preference::Vacation, "vacation"),
        (Preference::Preview, "preview"),
        (Preference::Theme, "theme"),
        (Preference::Patterns, "patterns"),
        (Preference::Flip, "flip"),
        (Preference::Big, "big"),
        (Preference::Text, "text"),
        (Preference::Animation, "animation"),
    ];

    /// Returns the name in custom ids.
    pub fn word(self) -> &'static str {
        Preference::ALL.iter().find(|(of, _)| *of == self).map_or("", |(_, word)| word)
    }

    /// Returns the setting with this name.
    pub fn from_word(word: &str) -> Option<Preference> {
        Preference::ALL.iter().find(|(_, known)| *known == word).map(|(of, _)| *of)
    }

    /// Returns whether its value is typed. The others are chosen from a menu.
    pub const fn is_typed(self) -> bool {
        matches!(self, Preference::Zone | Preference::Sleep | Preference::Reminders | Preference::Digest)
    }
}
