//! The players of the arena: machines, and two that think little.

use rules::{Played, Seat, Table};

use crate::{
    Mind, Stop, Weights,
    evaluate::mix,
    think::{decide, greedy},
};

/// A player of the arena.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// Plays any legal move, each as likely as any other.
    Random,
    /// Plays the move after which the position looks best to these weights, or to those of the game. The weights misjudge the
    /// score of a side by so many hundredths.
    Greedy {
        /// Other weights than those of the game.
        weights: Option<Weights>,
        /// By how many hundredths the score of a side is typically misjudged.
        noise: i32,
    },
    /// Thinks as a machine does.
    Machine(Mind),
}

/// A turn of a player.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) turn: Vec<String>,
    pub(crate) nodes: u32,
}

impl Player {
    /// Greedy with the weights of the game, and without errors.
    pub const GREEDY: Player = Player::Greedy { weights: None, noise: 0 };

    /// Chooses a turn. `None` if the seat may not act.
    pub(crate) fn answer(&self, table: &Table, record: &[Played], seat: Seat, seed: u64) -> Option<Answer> {
        match self {
            Player::Random => {
                let legal = table.legal(seat);
                let n = mix(seed) % (legal.len() as u64).max(1);
                let notation = legal.into_iter().nth(n as usize)?;
                Some(Answer { turn: vec![notation], nodes: 0 })
            }
            Player::Greedy { weights, noise } => {
                let sight = table.sight(seat, record)?;
                let notation = greedy(&sight, weights.as_ref(), *noise, seed)?;
                Some(Answer { turn: vec![notation], nodes: 0 })
            }
            Player::Machine(mind) => {
                let sight = table.sight(seat, record)?;
                let thought = decide(&sight, mind, seed, &Stop::new());
                Some(Answer { turn: thought.turn, nodes: thought.nodes })
            }
        }
    }
}
