//! The pair factor: games that the same two people play again and again count less.

/// How much a game counts for one person, from 0 to 1.
///
/// The factor depends on the earlier rated games with the same opponent in the same game and shape within 30 days. The first
/// three games count in full, the next three count half, the next three count a quarter, and later ones do not count.
///
/// ```
/// use ratings::PairFactor;
///
/// assert_eq!(PairFactor::of_pair(3).value(), 0.5);
/// // At a table, the factor is the mean over the opponents.
/// assert_eq!(PairFactor::of_table([0, 3, 9]).value(), 0.5);
/// ```
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct PairFactor(f64);

impl PairFactor {
    /// The game counts in full.
    pub const FULL: PairFactor = PairFactor(1.0);
    /// The game does not count.
    pub const NONE: PairFactor = PairFactor(0.0);

    /// Returns the factor for a game with one opponent, whom the person has met this many times.
    pub const fn of_pair(earlier: u32) -> PairFactor {
        PairFactor(match earlier {
            0..=2 => 1.0,
            3..=5 => 0.5,
            6..=8 => 0.25,
            9.. => 0.0,
        })
    }

    /// Returns the mean of the factors for several opponents, each of whom the person has met this many times. Without
    /// opponents, the game counts in full.
    pub fn of_table(earlier: impl IntoIterator<Item = u32>) -> PairFactor {
        let (sum, count) = earlier
            .into_iter()
            .fold((0.0, 0.0), |(sum, count), earlier| (sum + PairFactor::of_pair(earlier).0, count + 1.0));
        if count > 0.0 { PairFactor(sum / count) } else { PairFactor::FULL }
    }

    /// Returns the factor as a number from 0 to 1.
    pub const fn value(self) -> f64 {
        self.0
    }

    /// Returns the factor times `part` / `whole`. The caller makes sure that this is a share.
    pub(crate) fn share(self, part: u32, whole: u32) -> PairFactor {
        PairFactor(self.0 * f64::from(part) / f64::from(whole))
    }
}

impl Default for PairFactor {
    fn default() -> Self {
        PairFactor::FULL
    }
}
