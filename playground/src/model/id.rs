//! Snowflakes, the ids of everything in Discord.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::clock::Millis;

/// Discord's epoch, the first second of 2015, in Unix milliseconds.
const EPOCH: Millis = 1_420_070_400_000;

/// A snowflake. Its upper 42 bits are the creation time; in JSON it is a string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Id(pub(crate) u64);

impl Id {
    /// Returns the smallest id that can be created at `now`.
    pub(crate) fn at(now: Millis) -> Self {
        Self(now.saturating_sub(EPOCH) << 22)
    }

    /// Returns the creation time of whatever has this id.
    pub(crate) fn created(self) -> Millis {
        (self.0 >> 22) + EPOCH
    }

    /// Returns which of `count` shards gets the events of this guild.
    pub(crate) fn shard(self, count: u64) -> u64 {
        (self.0 >> 22) % count.max(1)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Snowflake;
        impl Visitor<'_> for Snowflake {
            type Value = Id;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a snowflake")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Id, E> {
                text.parse().map_err(|_| E::custom(format!("\"{text}\" is not a snowflake")))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Id, E> {
                Ok(Id(number))
            }
        }
        from.deserialize_any(Snowflake)
    }
}
