//! The content of hints.

use data::{Game, Player};
use engine::Reason;
use rules::{LegalMove, Seat};

/// The turns that a machine would consider in a position.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The game as it was in this position.
    pub game: Box<Game>,
    /// The seat that the hint is for.
    pub seat: Seat,
    /// The number of turns before, if the game is over.
    pub turn: Option<usize>,
    /// The best turns, the best first.
    pub lines: Vec<HintLine>,
}

/// A turn that a machine would consider.
#[derive(Clone, Debug)]
pub struct HintLine {
    /// The moves of the turn. Where all seats order at once, this is one order.
    pub moves: Vec<LegalMove>,
    /// The share of the win that the seat can expect after it, per mille.
    pub value: u16,
    /// Why it is good, the strongest reasons first.
    pub reasons: Vec<Reason>,
}

/// A machine's judgement of a seat's chances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It is clearly better.
    ClearlyBetter,
    /// It is a little better.
    Better,
    /// Nobody is clearly better.
    Even,
    /// It is a little worse.
    Worse,
    /// It is clearly worse.
    ClearlyWorse,
}

impl Hint {
    /// Returns the judgement of the seat's chances if it plays the best turn, or `None` until every seat has moved once. Before that, the
    /// values of a machine depend mostly on who has more on the board already.
    #[must_use]
    pub fn standing(&self) -> Option<Standing> {
        let has_moved = |player: &Player| self.game.record.iter().any(|played| played.seat == player.seat);
        if !self.game.players.iter().all(has_moved) {
            return None;
        }
        Some(match self.lines.first().map_or(500, |best| best.value) {
            750.. => Standing::ClearlyBetter,
            580.. => Standing::Better,
            420.. => Standing::Even,
            250.. => Standing::Worse,
            _ => Standing::ClearlyWorse,
        })
    }
}
