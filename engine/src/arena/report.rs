//! The results of a match.

use std::{collections::BTreeMap, fmt, time::Duration};

use super::{Estimate, GameResult, Pairs, wilson};

/// The thoughts of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// The number of turns.
    pub turns: u64,
    /// The nodes of all turns.
    pub nodes: u64,
    /// The CPU time of all turns.
    pub cpu: Duration,
    /// The CPU time of the longest one.
    pub worst: Duration,
}

/// The results of a match so far, as the first player sees them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// The games that the first player won against everybody, tied or shared, and lost against everybody.
    pub games: [u32; 3],
    /// The openings with the points of each, in games of two sides.
    pub pairs: Pairs,
    /// The mean share of the first player from each opening.
    pub shares: Vec<f64>,
    /// The number of different openings.
    pub distinct: usize,
    /// The nodes and the time of each player.
    pub efforts: [Effort; 2],
    /// How many games ended for each reason.
    pub ends: BTreeMap<&'static str, u32>,
    /// The entries of all records.
    pub plies: u64,
    /// The games that a player spoiled by an illegal move. There should be none.
    pub refused: u32,
}

impl Report {
    pub(super) fn add(&mut self, result: GameResult) {
        let column = if result.share >= 1.0 {
            0
        } else if result.share <= 0.0 {
            2
        } else {
            1
        };
        self.games[column] += 1;
        self.plies += u64::from(result.plies);
        *self.ends.entry(result.reason).or_default() += 1;
    }

    pub(super) fn close(&mut self, shares: &[f64]) {
        if let [first, second] = shares {
            self.pairs.add(((first + second) * 2.0).round() as usize);
        }
        self.shares.push(shares.iter().sum::<f64>() / shares.len().max(1) as f64);
    }

    pub(super) fn note(&mut self, player: usize, nodes: u32, cpu: Duration) {
        let effort = &mut self.efforts[player];
        effort.turns += 1;
        effort.nodes += u64::from(nodes);
        effort.cpu += cpu;
        effort.worst = effort.worst.max(cpu);
    }

    /// Returns the share of the first player, from 0 to 1.
    pub fn share(&self) -> Estimate {
        Estimate::of(self.shares.iter().copied())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [won, shared, lost] = self.games;
        let all = won + shared + lost;
        let share = self.share();
        let (elo, low, high) = share.elo();
        writeln!(
            f,
            "games    {all} from {} openings, {} of them distinct",
            self.shares.len(),
            self.distinct
        )?;
        writeln!(f, "results  {won} won, {shared} shared, {lost} lost")?;
        writeln!(
            f,
            "share    {:.1} ± {:.1} % (Wilson from {:.1} %)",
            share.mean * 100.0,
            share.margin * 100.0,
            wilson(share.mean, all) * 100.0
        )?;
        writeln!(f, "Elo      {elo:+.0} [{low:+.0}, {high:+.0}]")?;
        if !self.pairs.is_empty() {
            writeln!(f, "pairs    {:?} with 0, ½, 1, 1½ and 2 points", self.pairs.counts)?;
        }
        let ends: Vec<String> = self.ends.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        writeln!(
            f,
            "ends     {}; {:.1} plies a game",
            ends.join(", "),
            self.plies as f64 / f64::from(all.max(1))
        )?;
        for (name, effort) in ["first", "second"].into_iter().zip(&self.efforts) {
            let (seconds, turns) = (effort.cpu.as_secs_f64(), effort.turns.max(1) as f64);
            writeln!(
                f,
                "{name:8} {} turns, {:.0} nodes and {:.1} ms of CPU each, {:.2} million nodes a second, worst {:.0} ms",
                effort.turns,
                effort.nodes as f64 / turns,
                seconds * 1000.0 / turns,
                effort.nodes as f64 / seconds.max(1e-9) / 1e6,
                effort.worst.as_secs_f64() * 1000.0
            )?;
        }
        if self.refused > 0 {
            writeln!(f, "refused  {} games ended with an illegal move", self.refused)?;
        }
        if self.distinct < 100 {
            writeln!(f, "warning  fewer than 100 distinct openings say little")?;
        }
        Ok(())
    }
}
