//! Ids and timestamps, each with its own type.

use std::fmt;

use jiff::SignedDuration;
use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
            #[serde(transparent)]
            pub struct $name(u64);

            impl $name {
                /// Returns the id as a number.
                pub const fn get(self) -> u64 {
                    self.0
                }
            }

            impl From<u64> for $name {
                fn from(id: u64) -> Self {
                    $name(id)
                }
            }

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }

            // SQLite's integers are signed. An id is stored bit by bit and comes back the same.
            impl ToSql for $name {
                fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                    Ok(self.0.cast_signed().into())
                }
            }

            impl FromSql for $name {
                fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                    value.as_i64().map(|id| $name(id.cast_unsigned()))
                }
            }
        )+
    };
}

ids! {
    /// The id of a game or lobby.
    GameId;
    /// The id of an offer to the players of a game.
    OfferId;
    /// The id of a Discord server.
    GuildId;
    /// The id of a Discord channel, thread or direct-message channel.
    ChannelId;
    /// The id of a Discord message.
    MessageId;
    /// The id of a Discord user.
    PersonId;
    /// The id of one command, click or choice that Discord delivered.
    InteractionId;
}

/// A timestamp in milliseconds since the beginning of 1970 (UTC).
///
/// ```
/// use data::Time;
/// use jiff::SignedDuration;
///
/// let time = Time(1_767_387_600_500);
/// assert_eq!(time.plus(SignedDuration::from_millis(500)).seconds(), 1_767_387_601);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Time(pub i64);

impl Time {
    /// Returns the time that is `by` later, or earlier if `by` is negative, in whole milliseconds.
    #[must_use]
    pub fn plus(self, by: SignedDuration) -> Time {
        Time(self.0.saturating_add(in_ms(by)))
    }

    /// Returns how long after `earlier` this is, negative if it is before.
    #[must_use]
    pub const fn since(self, earlier: Time) -> SignedDuration {
        SignedDuration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// Returns whole seconds since the beginning of 1970, the unit of Discord's timestamps.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}

/// Returns a duration in the unit of the database.
pub(crate) fn in_ms(duration: SignedDuration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

impl ToSql for Time {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.into())
    }
}

impl FromSql for Time {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_i64().map(Time)
    }
}
