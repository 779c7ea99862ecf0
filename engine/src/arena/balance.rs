//! How fair a game is to its seats: one player in all of them.

use std::{collections::BTreeMap, fmt};

use rules::{Kind, Options, Ranking, Seat, SeatSet, SetupError};

use super::{
    Estimate, Player,
    openings::{Opening, Openings, enter},
};
use crate::evaluate::mix;

/// Games of one player against itself. Their first turns are careless, so that the games differ, but may favour anybody.
#[derive(Clone, Debug)]
pub struct Balance {
    /// The game.
    pub kind: Kind,
    /// The options of every game.
    pub options: Options,
    /// The player in every seat.
    pub player: Player,
    /// The number of games.
    pub games: u32,
    /// The seed of everything.
    pub seed: u64,
}

/// The outcomes of these games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// For each seat, its shares: the mean of 1, ½ or 0 against every seat of another side.
    pub shares: Vec<Vec<f64>>,
    /// The games in which all seats shared one place.
    pub ties: u32,
    /// The entries of all records.
    pub plies: u64,
    /// How many games ended for each reason.
    pub ends: BTreeMap<&'static str, u32>,
    /// The games that broke off because the player chose no legal move. Nothing else counts them.
    pub refused: u32,
}

impl Balance {
    /// Plays the games. `report` gets the number of games played so far.
    ///
    /// # Errors
    ///
    /// [`SetupError`] if the game cannot be set up with these options.
    pub fn play(&self, report: &mut dyn FnMut(u32)) -> Result<Tally, SetupError> {
        let mut openings = Openings::new(self.kind, &self.options, self.seed, false)?;
        let mut tally = Tally::default();
        for number in 0..self.games {
            let Some(opening) = openings.next() else { break };
            self.play_one(opening, number, &mut tally);
            report(number + 1);
        }
        Ok(tally)
    }

    fn play_one(&self, opening: Opening, number: u32, tally: &mut Tally) {
        let Opening { mut table, mut record } = opening;
        while let Some(seat) = table.to_act().first() {
            let seed = mix(self.seed ^ mix(u64::from(number) << 32 | u64::from(table.ply())));
            let turn =
                self.player.answer(&table, &record, seat, seed).map(|answer| answer.turn).unwrap_or_default();
            let is_legal = turn.iter().all(|notation| enter(&mut table, &mut record, seat, notation));
            if turn.is_empty() || !is_legal {
                tally.refused += 1;
                return;
            }
        }
        let Some(outcome) = table.outcome() else { return };
        let sides = table.game().sides();
        tally.shares.resize(table.game().seats().into(), Vec::new());
        for seat in SeatSet::all(table.game().seats()).iter() {
            tally.shares[seat.index()].push(share(&outcome.ranking, &sides, seat));
        }
        tally.ties += u32::from(outcome.is_draw());
        tally.plies += u64::from(table.ply());
        *tally.ends.entry(outcome.reason).or_default() += 1;
    }
}

/// Returns the mean of 1, ½ or 0 that a seat gets against every side but its own.
pub(super) fn share(ranking: &Ranking, sides: &[SeatSet], seat: Seat) -> f64 {
    let own = ranking.place(seat);
    let others = sides.iter().filter(|side| !side.contains(seat)).filter_map(|side| side.first());
    let points = others.map(|other| match own.cmp(&ranking.place(other)) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    });
    let points: Vec<f64> = points.collect();
    points.iter().sum::<f64>() / points.len().max(1) as f64
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: u32 = self.ends.values().sum();
        let mean = |all: u64| all as f64 / f64::from(games.max(1));
        for (shares, number) in self.shares.iter().zip(1..) {
            let share = Estimate::of(shares.iter().copied());
            writeln!(f, "seat {number}   {:.1} ± {:.1} %", share.mean * 100.0, share.margin * 100.0)?;
        }
        let ends: Vec<String> = self.ends.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        writeln!(f, "games    {games}, {:.1} % of them tied", mean(self.ties.into()) * 100.0)?;
        if self.refused > 0 {
            writeln!(f, "refused  {} games ended with an illegal move", self.refused)?;
        }
        writeln!(f, "ends     {}; {:.1} plies a game", ends.join(", "), mean(self.plies))
    }
}
