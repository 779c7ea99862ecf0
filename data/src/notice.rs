//! Private notices to one player, as the outbox stores them: values, whose sentence is made when they are delivered.

use serde::{Deserialize, Serialize};

use crate::ids::{OfferId, Time};

/// A private notice to one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// A sentence. Releases before schema version 10 stored every notice so.
    Text(String),
    /// The player's time was up, and a vacation day began.
    Vacation {
        /// When the day ends.
        until: Time,
        /// How many days are left this year.
        left: u16,
        /// How many more days the player can spend in this game.
        here: u16,
    },
    /// Events of the player's plans.
    Plans {
        /// In the order in which it happened.
        news: Vec<PlanNews>,
        /// The ply after it.
        ply: u32,
    },
    /// An open offer, to a player whom its post did not notify.
    Offer(OfferId),
    /// The digest was switched off, since the player takes no direct messages.
    NoDigest,
}

/// An event of a player's plans.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanNews {
    /// This reply was played.
    Played(Vec<String>),
    /// Dropped: no plan was for the moves that were played.
    Unforeseen,
    /// Dropped: moves were taken back.
    TakenBack,
    /// Dropped: this reply is not legal as the whole turn.
    Illegal(Vec<String>),
    /// Dropped: this reply would end the game, and not as a victory.
    Ends(Vec<String>),
}

impl Notice {
    /// Reads a notice as it is stored. A text that is no JSON is a sentence of an earlier release.
    #[must_use]
    pub fn from_stored(stored: &str) -> Notice {
        serde_json::from_str(stored).unwrap_or_else(|_| Notice::Text(stored.to_owned()))
    }

    /// Returns the text that the outbox stores.
    pub(crate) fn to_stored(&self) -> String {
        // Enums of numbers, strings and lists always become JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_round_trip() {
        let reply = || vec!["p@e3".to_owned(), "end".to_owned()];
        for notice in [
            Notice::Text("Your plan was dropped.".to_owned()),
            Notice::Text("\"quoted\" and {curly}".to_owned()),
            Notice::Vacation { until: Time(1_788_600_000_000), left: 3, here: 1 },
            Notice::Plans { news: vec![PlanNews::Played(reply()), PlanNews::TakenBack], ply: 7 },
            Notice::Plans { news: vec![PlanNews::Illegal(reply()), PlanNews::Unforeseen], ply: 0 },
            Notice::Offer(OfferId::from(u64::MAX)),
            Notice::NoDigest,
        ] {
            assert_eq!(Notice::from_stored(&notice.to_stored()), notice);
        }
    }

    #[test]
    fn sentences_of_earlier_releases_are_read() {
        for stored in ["Your plan is off.", "", "{\"plans\": 3}", "7"] {
            assert_eq!(Notice::from_stored(stored), Notice::Text(stored.to_owned()));
        }
    }
}
