//! Ids, each with its own type, and how the database stores timestamps and durations.

use std::fmt;

use clock::from_millis;
use jiff::{SignedDuration, Timestamp};
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
    /// The id of a role on a Discord server.
    RoleId;
    /// The id of one command, click or choice that Discord delivered.
    InteractionId;
}

/// The numbers of people whose data was deleted are above this one. All ids of Discord are far above them.
const FORMER: u64 = 1_000_000_000;
/// And they are at most this one.
const LAST_FORMER: u64 = 2 * FORMER;
/// The numbers of machines follow this one. No person has such an id either.
const MACHINES: u64 = 3 * FORMER;
/// And they are below this one.
const LAST_MACHINE: u64 = MACHINES + 64;

impl PersonId {
    /// Returns the number in place of the `count`th person whose data was deleted.
    pub(crate) const fn former(count: u32) -> PersonId {
        PersonId(FORMER + count as u64)
    }

    /// Returns whether this number took the place of a person whose data was deleted. Nobody knows whose it was.
    ///
    /// ```
    /// assert!(data::PersonId::from(1_000_000_001).is_former());
    /// assert!(!data::PersonId::from(80_351_110_224_678_912).is_former());
    /// ```
    pub const fn is_former(self) -> bool {
        self.0 > FORMER && self.0 <= LAST_FORMER
    }

    /// The lowest and the highest id that a machine can have.
    pub(crate) const MACHINES: (PersonId, PersonId) = (PersonId(MACHINES + 1), PersonId(LAST_MACHINE - 1));

    /// Returns the id of the machine with this number, which is between 1 and 63.
    pub(crate) const fn machine(number: u8) -> PersonId {
        PersonId(MACHINES + number as u64)
    }

    /// Returns the number of the machine with this id, or `None` for a person.
    pub(crate) const fn machine_number(self) -> Option<u8> {
        if self.is_machine() { Some((self.0 - MACHINES) as u8) } else { None }
    }

    /// Returns whether a machine has this id, and no person.
    pub const fn is_machine(self) -> bool {
        self.0 > MACHINES && self.0 < LAST_MACHINE
    }
}

/// A timestamp as the database has it: an integer, in milliseconds since the beginning of 1970 (UTC). SQL compares, adds and
/// indexes such numbers; rusqlite itself would store a `Timestamp` as text. A number beyond jiff's years is read as the nearest
/// timestamp, so a damaged row makes no panic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Millis(pub(crate) Timestamp);

impl ToSql for Millis {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.as_millisecond().into())
    }
}

impl FromSql for Millis {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_i64().map(|ms| Millis(from_millis(ms)))
    }
}

impl From<Millis> for Timestamp {
    fn from(millis: Millis) -> Self {
        millis.0
    }
}

/// Returns a duration in the unit of the database.
pub(crate) fn in_ms(duration: SignedDuration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
