//! Typed texts that are read word by word.

use std::slice;

use rules::{Kind, LegalMove, Seat, Table};

use crate::game::turn::seat_for;

/// The characters between two moves.
pub(super) const SEPARATORS: [char; 4] = [' ', ',', ';', '\n'];

/// A typed text that is read word by word: the moves of a turn, or a plan.
pub(super) trait Sentence: Clone {
    /// Reads one word. Returns `false` if it does not fit; `self` must not be used again then.
    fn read(&mut self, word: &str) -> bool;
    /// Returns the moves that may come next.
    fn next(&self) -> Vec<LegalMove>;
    /// The game that the moves are of.
    fn kind(&self) -> Kind;
    /// The seats that may move next, each with the positions in which it may be.
    fn places(&self) -> Vec<(Seat, &[Table])>;
}

/// The moves of one person in one turn. Where all players order at once, each order of a message is for another of their seats.
#[derive(Clone)]
pub(super) struct Turn {
    pub(super) table: Table,
    pub(super) seats: Vec<Seat>,
}

impl Sentence for Turn {
    fn read(&mut self, word: &str) -> bool {
        let Some(seat) = seat_for(&self.table, &self.seats, word) else { return false };
        if self.table.kind().is_simultaneous() && self.seats.len() > 1 {
            self.seats.retain(|&other| other != seat);
        }
        self.table.play(seat, word).is_ok()
    }

    fn next(&self) -> Vec<LegalMove> {
        self.seats.first().map(|&seat| self.table.legal_moves(seat)).unwrap_or_default()
    }

    fn kind(&self) -> Kind {
        self.table.kind()
    }

    fn places(&self) -> Vec<(Seat, &[Table])> {
        self.seats.iter().map(|&seat| (seat, slice::from_ref(&self.table))).collect()
    }
}

/// Splits a typed text into words.
pub(super) fn words(typed: &str) -> impl Iterator<Item = &str> {
    typed.split(SEPARATORS).filter(|word| !word.is_empty())
}
