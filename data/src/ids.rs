//! Ids and times, each of its own type.

use std::fmt;

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
                /// The id as a number.
                #[must_use]
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

            // SQLite's integers are signed; an id is stored by its bits and comes back the same.
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
    /// A game or lobby of ours.
    GameId;
    /// Something offered to the players of a game.
    OfferId;
    /// A server on Discord.
    GuildId;
    /// A channel, thread or direct-message channel on Discord.
    ChannelId;
    /// A message on Discord.
    MessageId;
    /// A user of Discord.
    PersonId;
    /// One delivery of a command, click or choice from Discord.
    InteractionId;
}

/// A moment, in milliseconds since the beginning of 1970 (UTC).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Time(pub i64);

impl Time {
    /// The moment this many milliseconds later.
    #[must_use]
    pub const fn plus_ms(self, ms: i64) -> Time {
        Time(self.0.saturating_add(ms))
    }

    /// Whole seconds since the beginning of 1970, as Discord's time stamps count.
    #[must_use]
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
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
