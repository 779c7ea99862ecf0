//! The evaluation of positions: features of the rules times weights, as the share that each side can expect.

use rules::{FeatureRow, MOST_FEATURES, Searchable};

use crate::party::{ONE, Party, Shares};

/// The number of entries of [`SHARES`]. All larger differences count as the last one.
const STEPS: usize = 1024;

/// A value of alpha-beta at least this large is a certain win.
pub(crate) const WIN: i32 = ONE as i32 - 255;

/// The distance that estimates keep from both ends of the range, where results are.
pub(crate) const RESULTS: i32 = ONE as i32 - WIN + 1;

/// Alpha-beta compares scores that are farther apart than usual shares can show, so it flattens its judge by this factor.
pub(crate) const FLATNESS: u8 = 4;

/// The share of the better side for every difference of scores in hundredths: a logistic curve, on which a difference of one
/// whole point is 73 %.
const SHARES: [u16; STEPS] = {
    // e^(-1/100) with 62 binary digits. A whole table by multiplication is the same on every machine.
    const BASE: u128 = 4_565_798_975_847_398_155;
    const UNIT: u128 = 1 << 62;
    let mut shares = [0; STEPS];
    let mut power = UNIT;
    let mut n = 0;
    while n < STEPS {
        shares[n] = ((ONE as u128 * UNIT) / (UNIT + power)) as u16;
        power = power * BASE / UNIT;
        n += 1;
    }
    shares
};

/// Returns the share of a side whose score is `difference` hundredths above that of the other side.
pub(crate) fn share(difference: i32) -> u16 {
    let share = SHARES[(difference.unsigned_abs() as usize).min(STEPS - 1)];
    if difference < 0 { ONE - share } else { share }
}

/// Returns the usual share for one of a judge that is flattened. Odds grow exponentially with the difference of scores, so the usual ones
/// are a power of the flat ones.
pub(crate) fn steepen(flat: u16, flatness: u8) -> u16 {
    let [ours, theirs] = [flat, ONE - flat].map(|share| u128::from(share).pow(flatness.into()));
    (u128::from(ONE) * ours / (ours + theirs)) as u16
}

/// Evaluates positions for one seat's thought.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    pub(crate) party: Party,
    /// The weights as short numbers, which processors multiply several at a time. Files have none above 10,000.
    weights: [i16; MOST_FEATURES],
    /// By how many hundredths the score of a side is typically misjudged.
    noise: i32,
    seed: u64,
    /// By how much shares change more slowly than usual.
    flatness: i32,
}

impl Judge {
    pub(crate) fn new(party: Party, weights: &[i32], noise: i32, seed: u64) -> Judge {
        let mut short = [0; MOST_FEATURES];
        short.iter_mut().zip(weights).for_each(|(short, &weight)| {
            *short = weight.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        });
        Judge { party, weights: short, noise, seed, flatness: 1 }
    }

    /// Returns a judge whose shares change so many times more slowly, so that a search can compare positions far ahead or far behind.
    /// [`steepen`] turns them into usual shares.
    pub(crate) fn flattened(self, flatness: u8) -> Judge {
        Judge { flatness: flatness.into(), ..self }
    }

    /// Evaluates a position that was reached by `distance` moves. A win that is nearer is worth a little more.
    pub(crate) fn shares<G: Searchable>(&self, game: &G, distance: u8) -> (Shares, bool) {
        if self.party.to_act(game).is_empty() {
            (self.ending(game, distance), true)
        } else {
            (self.outlook(game), false)
        }
    }

    /// Returns what a position is worth to a side in alpha-beta, and whether it is over. An estimate lies between all certain losses and all
    /// certain wins. Otherwise the search would play on in a position that looks won beyond doubt, rather than win, or not search it.
    pub(crate) fn value<G: Searchable>(&self, game: &G, side: usize, distance: u8) -> (i32, bool) {
        let (shares, is_over) = self.shares(game, distance);
        let share = i32::from(shares[side]);
        let value = if is_over { share } else { RESULTS + share * (ONE as i32 - 2 * RESULTS) / ONE as i32 };
        (value, is_over)
    }

    /// Returns the result of a finished game. A win is worth less and a loss more, the farther away it is.
    fn ending<G: Searchable>(&self, game: &G, distance: u8) -> Shares {
        let distance = u16::from(distance);
        self.party.result(game).map(|share| match share.cmp(&(ONE / 2)) {
            std::cmp::Ordering::Less => share + distance,
            std::cmp::Ordering::Equal => share,
            std::cmp::Ordering::Greater => share - distance,
        })
    }

    /// Returns what each side can expect in a running game.
    fn outlook<G: Searchable>(&self, game: &G) -> Shares {
        let mut rows: [FeatureRow; 8] = [[0; MOST_FEATURES]; 8];
        game.features(&mut rows);
        let mut scores = [0; 8];
        for side in 0..self.party.side_count() {
            scores[side] = dot(&rows[side], &self.weights);
        }
        if self.noise > 0 {
            let key = game.key() ^ self.seed;
            let sides = scores.iter_mut().zip(0..).take(self.party.side_count());
            sides.for_each(|(score, side)| *score += error(key, side) * self.noise / 256);
        }
        self.party.compare(|side, other| share((scores[side] - scores[other]) / self.flatness))
    }
}

fn dot(row: &FeatureRow, weights: &[i16; MOST_FEATURES]) -> i32 {
    row.iter().zip(weights).map(|(&number, &weight)| i32::from(number) * i32::from(weight)).sum()
}

/// Returns an error of judgement with a standard deviation of about 256, the same for the same key and side.
fn error(key: u64, side: u64) -> i32 {
    // The sum of four even numbers of 16 bits is close to a bell curve whose deviation is 2^16 / √3.
    let mixed = mix(key.wrapping_add(side.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let sum: i64 = (0..4).map(|n| (mixed >> (16 * n) & 0xffff) as i64).sum();
    ((sum - 2 * 0xffff) * 256 / 37_837) as i32
}

/// Mixes the bits of a number.
pub(crate) const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::think::per_mille;

    #[test]
    fn flat_shares_become_usual_ones() {
        for difference in -900..=900 {
            let (usual, found) = (share(difference), steepen(share(difference / 4), 4));
            assert!(usual.abs_diff(found) <= ONE / 100, "{difference}: {found} for {usual}");
        }
        assert_eq!([0, ONE / 2, ONE].map(|share| per_mille(steepen(share, 4))), [0, 500, 1000]);
    }
}
