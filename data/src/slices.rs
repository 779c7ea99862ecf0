//! Slices of the servers, which bots on one database share.

use std::fmt;

use crate::ids::GuildId;

/// Some of the sixteen slices into which the servers are divided. Bots that share a database hold different slices, and each does the
/// work of the servers in its own.
///
/// ```
/// use data::Slices;
///
/// let slice = Slices::of(Some((5 << 22).into()));
/// assert_eq!((slice.len(), slice.to_string()), (1, "5".to_owned()));
/// assert!(Slices::ALL.without(slice).holds(None));
/// assert!(!Slices::ALL.without(slice).holds(Some((21 << 22).into())));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Slices(u16);

impl Slices {
    /// No slice.
    pub const NONE: Slices = Slices(0);
    /// Every slice.
    pub const ALL: Slices = Slices(u16::MAX);

    /// Returns the slice of a server. Direct messages, which belong to no server, are in the first one.
    #[must_use]
    pub const fn of(guild: Option<GuildId>) -> Slices {
        let number = match guild {
            // The higher bits of an id count milliseconds, and Discord divides servers into shards by the same bits.
            Some(guild) => (guild.get() >> 22) % 16,
            None => 0,
        };
        Slices(1 << number)
    }

    /// Returns whether a server is in one of the slices.
    #[must_use]
    pub const fn holds(self, guild: Option<GuildId>) -> bool {
        self.0 & Slices::of(guild).0 != 0
    }

    /// Returns whether these slices include the first one. The bot that holds it also does what belongs to no server.
    #[must_use]
    pub const fn has_first(self) -> bool {
        self.holds(None)
    }

    /// Returns the number of slices.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether there is no slice.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns these slices and the others.
    #[must_use]
    pub const fn with(self, others: Slices) -> Slices {
        Slices(self.0 | others.0)
    }

    /// Returns these slices without the others.
    #[must_use]
    pub const fn without(self, others: Slices) -> Slices {
        Slices(self.0 & !others.0)
    }

    /// Returns those of these slices that are among the others.
    #[must_use]
    pub const fn among(self, others: Slices) -> Slices {
        Slices(self.0 & others.0)
    }

    /// Returns at most `most` of these slices, the last ones.
    pub(crate) fn last(self, most: u32) -> Slices {
        let mut rest = self;
        while rest.len() > most {
            rest.0 &= rest.0 - 1;
        }
        rest
    }

    /// Returns the numbers of the slices, in order.
    pub(crate) fn numbers(self) -> impl Iterator<Item = u32> {
        (0..u16::BITS).filter(move |number| self.0 >> number & 1 == 1)
    }

    /// Returns the slices as a number whose bits they are.
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the slices that are the bits of this number.
    pub(crate) const fn from_bits(bits: u16) -> Slices {
        Slices(bits)
    }
}

/// Writes the numbers of the slices, such as `0, 1, 2`.
impl fmt::Display for Slices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, number) in self.numbers().enumerate() {
            write!(f, "{}{number}", if nth > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Slices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Slices({self})")
    }
}

/// The slices of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// The slices that no other store holds.
    pub slices: Slices,
    /// Those of them that another store waits for. [`Store::let_go`](crate::Store::let_go) hands them over.
    pub leaving: Slices,
    /// How many stores share the database, this one included.
    pub sharers: u32,
}

impl Held {
    /// Everything, for a store that is alone.
    pub(crate) const ALONE: Held = Held { slices: Slices::ALL, leaving: Slices::NONE, sharers: 1 };

    /// Returns the slices whose work this store does.
    #[must_use]
    pub const fn served(self) -> Slices {
        self.slices.without(self.leaving)
    }
}

/// Makes a condition on the server of a row, in SQL that both engines know: whether it is in these slices, which are a parameter.
macro_rules! in_slices {
    ($guild:literal, $slices:literal) => {
        concat!("(CAST(", $slices, " AS BIGINT) >> CAST((", $guild, " >> 22) & 15 AS INTEGER)) & 1 = 1")
    };
}

pub(crate) use in_slices;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_sets() {
        let some = Slices::from_bits(0b1011);
        assert_eq!((some.len(), some.to_string()), (3, "0, 1, 3".to_owned()));
        assert_eq!(some.last(2), Slices::from_bits(0b1010));
        assert_eq!(some.last(9), some);
        assert_eq!(some.without(Slices::of(None)), Slices::from_bits(0b1010));
        assert_eq!(some.among(Slices::from_bits(0b0110)), Slices::from_bits(0b0010));
        assert_eq!(some.with(Slices::from_bits(0b0100)), Slices::from_bits(0b1111));
        assert!(some.has_first() && !Slices::NONE.has_first() && Slices::NONE.is_empty());
        assert_eq!(Slices::ALL.numbers().count(), 16);
    }
}
