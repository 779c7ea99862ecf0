//! The five levels of machine opponents.

/// How well a machine plays. Stronger levels look at more moves, and the weakest also misjudge positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Misjudges positions, and hardly looks ahead.
    Spore,
    /// Misjudges positions a little, but takes a win in one move.
    Drifter,
    /// Sees what it could lose at once. It misjudges positions in Semiosphere only.
    Grazer,
    /// A strong opponent. It misjudges positions of Semiosphere a little.
    Hunter,
    /// The strongest opponent.
    Apex,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 5] = [Level::Spore, Level::Drifter, Level::Grazer, Level::Hunter, Level::Apex];

    /// Returns the number, 1 for the weakest.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the level with this number, or `None` if it is not 1 to 5.
    pub const fn from_number(number: u8) -> Option<Level> {
        if number >= 1 && number <= 5 { Some(Level::ALL[number as usize - 1]) } else { None }
    }

    /// Returns the name for people: `Level::Hunter.name()` is `Hunter`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Spore => "Spore",
            Level::Drifter => "Drifter",
            Level::Grazer => "Grazer",
            Level::Hunter => "Hunter",
            Level::Apex => "Apex",
        }
    }

    /// Returns how many moves it plays on its copies of the board before it decides on a turn.
    pub const fn nodes(self) -> u32 {
        match self {
            Level::Spore => 300,
            Level::Drifter => 1_000,
            Level::Grazer => 10_000,
            Level::Hunter => 100_000,
            Level::Apex => 1_000_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_name_their_levels() {
        for level in Level::ALL {
            assert_eq!(Level::from_number(level.number()), Some(level));
        }
        assert_eq!((Level::from_number(0), Level::from_number(6)), (None, None));
    }
}
