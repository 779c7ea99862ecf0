//! Matches between players, for everything that is said about their strength.

mod balance;
pub(crate) mod openings;
mod player;
mod report;
mod statistics;

use std::time::Duration;

use rules::{Kind, Options, Seat, SeatSet, SetupError};

use self::openings::{Opening, Openings, enter};
use crate::evaluate::mix;

pub use balance::{Balance, Tally};
pub use player::Player;
pub use report::{Effort, Report};
pub use statistics::{Estimate, Pairs, Sprt, Verdict, wilson};

/// A match of two players. Every opening is played once from each side: the first player has that side, and the second player
/// has all others.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game.
    pub kind: Kind,
    /// The options of every game.
    pub options: Options,
    /// The two players.
    pub players: [Player; 2],
    /// The number of openings.
    pub openings: u32,
    /// The seed of openings, errors and random moves.
    pub seed: u64,
    /// The test that may end the match early, in games of two sides.
    pub sprt: Option<Sprt>,
}

/// One game of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// The number of the opening, from 0.
    pub opening: u32,
    /// The index of the first player's side.
    pub side: usize,
    /// The share of the first player: the mean of 1, ½ or 0 against each other side.
    pub share: f64,
    /// The word for the end of the game.
    pub reason: &'static str,
    /// The number of entries of its record.
    pub plies: u32,
}

impl Match {
    /// Plays the match. `report` gets each game when it is over, and `clock` returns the CPU time of this thread.
    ///
    /// # Errors
    ///
    /// [`SetupError`] if the game cannot be set up with these options.
    pub fn play(
        &self,
        clock: &dyn Fn() -> Duration,
        report: &mut dyn FnMut(&GameResult),
    ) -> Result<Report, SetupError> {
        let mut openings = Openings::new(self.kind, &self.options, self.seed, true)?;
        let mut total = Report::default();
        for number in 0..self.openings {
            let Some(opening) = openings.next() else { break };
            let sides = opening.table.game().sides();
            let mut shares = Vec::new();
            for (side, &seats) in sides.iter().enumerate() {
                let result = self.play_one(&opening, number, side, seats, clock, &mut total);
                report(&result);
                shares.push(result.share);
                total.add(result);
            }
            total.close(&shares);
            total.distinct = openings.distinct();
            if sides.len() == 2 && self.sprt.is_some_and(|sprt| total.pairs.verdict(sprt) != Verdict::Open) {
                break;
            }
        }
        Ok(total)
    }

    fn play_one(
        &self,
        opening: &Opening,
        number: u32,
        side: usize,
        seats: SeatSet,
        clock: &dyn Fn() -> Duration,
        total: &mut Report,
    ) -> GameResult {
        let Opening { mut table, mut record } = opening.clone();
        while let Some(seat) = table.to_act().first() {
            let who = usize::from(!seats.contains(seat));
            let seed =
                mix(self.seed ^ mix(u64::from(number) << 32 | u64::from(table.ply()) << 8 | side as u64));
            let begun = clock();
            let Some(answer) = self.players[who].answer(&table, &record, seat, seed) else { break };
            total.note(who, answer.nodes, clock().saturating_sub(begun));
            let are_legal = answer.turn.iter().all(|notation| enter(&mut table, &mut record, seat, notation));
            if !are_legal || answer.turn.is_empty() {
                // A machine never does this. If it does, the game counts as lost, and the report shows it.
                total.refused += 1;
                break;
            }
        }
        let outcome = table.outcome();
        let sides = table.game().sides();
        let seat = seats.first().unwrap_or(Seat::FIRST);
        let share = outcome.as_ref().map_or(0.0, |outcome| balance::share(&outcome.ranking, &sides, seat));
        let reason = outcome.map_or("refused", |outcome| outcome.reason);
        GameResult { opening: number, side, share, reason, plies: table.ply() }
    }
}
