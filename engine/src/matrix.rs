//! Mixed strategies for matrices of payoffs, by regret matching in whole numbers.

/// The whole of a strategy, whose parts are whole numbers.
pub(crate) const WHOLE: i64 = 1 << 16;

/// The payoffs of one position for the player of the rows, who does not know which of several positions it is.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    /// The payoffs row by row, each at most 2^15.
    pub(crate) payoffs: Vec<u32>,
    pub(crate) columns: usize,
    /// The column of a player who does not think about the other one.
    pub(crate) naive: usize,
}

/// A strategy for the rows that is the same in all positions.
#[derive(Clone, Debug)]
pub(crate) struct Balance {
    /// The part of each row.
    pub(crate) parts: Vec<i64>,
    /// The payoff of each row against the strategies of the columns.
    pub(crate) values: Vec<i64>,
}

impl Balance {
    /// Returns what the rows bring on average.
    pub(crate) fn worth(&self) -> i64 {
        self.parts.iter().zip(&self.values).map(|(part, value)| part * value).sum::<i64>() / WHOLE
    }
}

/// The regrets of one player, and the sum of its strategies so far.
#[derive(Clone, Debug)]
struct Player {
    regrets: Vec<i64>,
    sums: Vec<i64>,
    parts: Vec<Four>,
}

impl Player {
    fn new(choices: usize) -> Player {
        Player { regrets: vec![0; choices], sums: vec![0; choices], parts: even(choices) }
    }

    fn parts(&self) -> &[u32] {
        &self.parts.as_flattened()[..self.regrets.len()]
    }

    /// Learns what each choice would have brought. Later rounds weigh more.
    fn learn(&mut self, values: &[i64], round: i64) {
        let parts = self.parts.as_flattened_mut();
        let weighted = values.iter().zip(&*parts).map(|(value, &part)| value * i64::from(part));
        let mean = weighted.sum::<i64>() / WHOLE;
        for ((regret, sum), (value, &mut part)) in
            self.regrets.iter_mut().zip(&mut self.sums).zip(values.iter().zip(&mut *parts))
        {
            *regret = (*regret + value - mean).max(0);
            *sum += i64::from(part) * round;
        }
        proportional(&self.regrets, parts);
    }

    /// Returns the average strategy.
    fn average(&self) -> Vec<Four> {
        let mut parts = even(self.sums.len());
        proportional(&self.sums, parts.as_flattened_mut());
        parts
    }
}

/// Finds strategies with so many rounds of regret matching. In `naive` percent of all cases the columns are played by a player
/// who does not think.
pub(crate) fn balance(matrices: &[Matrix], rows: usize, rounds: i64, naive: i64) -> Balance {
    let mut own = Player::new(rows);
    let mut others: Vec<Player> = matrices.iter().map(|matrix| Player::new(matrix.columns)).collect();
    let matrices: Vec<Fours> = matrices.iter().map(Fours::new).collect();
    let mut values = vec![0; rows];
    let (mut sums, mut costs) = (Vec::new(), Vec::new());
    let count = matrices.len().max(1) as i64;
    for round in 1..=rounds {
        values.fill(0);
        for (matrix, other) in matrices.iter().zip(&mut others) {
            matrix.add_values(&other.parts, naive, &mut values);
            matrix.write_costs(own.parts(), &mut sums, &mut costs);
            other.learn(&costs[..other.regrets.len()], round);
        }
        values.iter_mut().for_each(|value| *value /= count);
        own.learn(&values, round);
    }
    values.fill(0);
    for (matrix, other) in matrices.iter().zip(&others) {
        matrix.add_values(&other.average(), naive, &mut values);
    }
    values.iter_mut().for_each(|value| *value /= count);
    let parts = own.average().as_flattened()[..rows].iter().map(|&part| part.into()).collect();
    Balance { parts, values }
}

/// Four numbers, which processors multiply at once. A mean of payoffs, weighted by parts of [`WHOLE`], fits in 32 bits before it is
/// divided.
type Four = [u32; 4];

/// The payoffs of a matrix in groups of four columns. The last group of a row is filled up with zeros, and nobody plays those columns.
struct Fours {
    payoffs: Vec<Four>,
    /// The number of groups in a row.
    width: usize,
    /// The payoffs of the column of a player who does not think.
    naive: Vec<u32>,
}

impl Fours {
    fn new(matrix: &Matrix) -> Fours {
        let width = matrix.columns.div_ceil(4);
        let rows = matrix.payoffs.chunks_exact(matrix.columns.max(1));
        let mut payoffs = vec![[0; 4]; width * rows.len()];
        for (fours, row) in payoffs.chunks_exact_mut(width.max(1)).zip(rows.clone()) {
            fours.as_flattened_mut()[..matrix.columns].copy_from_slice(row);
        }
        Fours { payoffs, width: width.max(1), naive: rows.map(|row| row[matrix.naive]).collect() }
    }

    /// Adds to `values` what each row brings if the columns are played in these parts.
    fn add_values(&self, parts: &[Four], naive: i64, values: &mut [i64]) {
        let rows = self.payoffs.chunks_exact(self.width).zip(&self.naive);
        for (value, (row, &against_naive)) in values.iter_mut().zip(rows) {
            let sums =
                row.iter().zip(parts).map(|([a, b, c, d], [p, q, r, s])| a * p + b * q + c * r + d * s);
            let mixed = i64::from(sums.sum::<u32>()) / WHOLE;
            *value += (mixed * (100 - naive) + i64::from(against_naive) * naive) / 100;
        }
    }

    /// Works out what each column brings to its player if the rows are played in these parts. `sums` gives room for that.
    fn write_costs(&self, parts: &[u32], sums: &mut Vec<Four>, costs: &mut Vec<i64>) {
        sums.clear();
        sums.resize(self.width, [0; 4]);
        for (part, row) in parts.iter().zip(self.payoffs.chunks_exact(self.width)) {
            for (sums, payoffs) in sums.iter_mut().zip(row) {
                sums.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += payoff * part);
            }
        }
        costs.clear();
        costs.extend(sums.as_flattened().iter().map(|&sum| -i64::from(sum) / WHOLE));
    }
}

/// Writes a strategy that is proportional to these numbers, or an even one if all of them are 0. Their sum is below 2^39.
fn proportional(numbers: &[i64], parts: &mut [u32]) {
    let sum: i64 = numbers.iter().sum();
    if sum == 0 {
        parts[..numbers.len()].fill(WHOLE as u32 / numbers.len() as u32);
        return;
    }
    // One division for all of them. Rounded parts can add up to a little more or less than the whole.
    let scale = (WHOLE << 40) / sum;
    for (part, number) in parts.iter_mut().zip(numbers) {
        *part = ((number * scale + (1 << 39)) >> 40) as u32;
    }
}

fn even(choices: usize) -> Vec<Four> {
    let mut parts = vec![[0; 4]; choices.div_ceil(4)];
    parts.as_flattened_mut()[..choices].fill(WHOLE as u32 / choices.max(1) as u32);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(payoffs: &[u32], columns: usize) -> Matrix {
        Matrix { payoffs: payoffs.to_vec(), columns, naive: 0 }
    }

    #[test]
    fn matching_pennies_are_played_evenly() {
        let pennies = matrix(&[30_000, 0, 0, 10_000], 2);
        let balance = balance(std::slice::from_ref(&pennies), 2, 2_000, 0);
        assert!((balance.parts[0] - WHOLE / 4).abs() < WHOLE / 50, "{balance:?}");
    }

    #[test]
    fn small_games_are_worth_what_they_are() {
        // Both mix in the first game: (9 · 7 - 2 · 4) / (9 + 7 - 2 - 4) = 5.5. The others have a pair of best choices.
        for (payoffs, worth) in
            [([9, 2, 4, 7], 16_500), ([9, 8, 4, 7], 24_000), ([5, 5, 5, 5], 15_000), ([0, 3, 1, 8], 3_000)]
        {
            let matrix = matrix(&payoffs.map(|payoff| payoff * 3_000), 2);
            let balance = balance(&[matrix], 2, 2_000, 0);
            assert!((balance.worth() - worth).abs() < 300, "{payoffs:?} {balance:?}");
        }
    }

    #[test]
    fn dominated_rows_are_dropped() {
        let balance = balance(&[matrix(&[5_000, 4_000, 9_000, 8_000], 2)], 2, 200, 0);
        assert!(balance.parts[1] > WHOLE * 95 / 100, "{balance:?}");
    }

    #[test]
    fn one_strategy_fits_all_positions() {
        // The row that is best in the first position loses everything in the second one.
        let positions = [matrix(&[30_000, 20_000, 15_000], 1), matrix(&[0, 20_000, 15_000], 1)];
        let balance = balance(&positions, 3, 500, 0);
        assert!(balance.parts[1] > WHOLE * 95 / 100, "{balance:?}");
        assert_eq!(balance.values, [15_000, 20_000, 15_000]);
    }

    #[test]
    fn naive_players_are_exploited() {
        let pennies = [matrix(&[20_000, 0, 0, 20_000], 2)];
        assert!(balance(&pennies, 2, 2_000, 60).parts[0] > WHOLE * 90 / 100);
    }
}
