//! Reading what is typed for a plan: moves as notations or descriptions, with `if`, `then` and `whatever` between them.

use rules::LegalMove;

use crate::{
    game::ahead::{Ahead, IF, Misfit, THEN, WHATEVER},
    service::{
        complete::without_words,
        describe::{self, Meant},
        sentence::SEPARATORS,
    },
};

/// Why a typed text does not continue a line.
pub(super) enum Unread {
    /// A word of it does not fit.
    Misfit(Misfit),
    /// A description fits several moves.
    OneOf {
        /// The description.
        typed: String,
        /// The moves.
        legal_moves: Vec<LegalMove>,
    },
}

impl From<Misfit> for Unread {
    fn from(misfit: Misfit) -> Self {
        Unread::Misfit(misfit)
    }
}

/// Continues a line by a typed text. Each description is read in the position that the words before it lead to, and for the seat
/// whose move it is there. On an error the line may hold a part of the text.
pub(super) fn read(ahead: &mut Ahead, typed: &str) -> Result<(), Unread> {
    let typed = without_words(ahead, &typed.to_lowercase());
    let mut moves = String::new();
    for word in typed.split_inclusive(SEPARATORS) {
        let joint = word.trim_end_matches(SEPARATORS);
        if [IF, THEN, WHATEVER].contains(&joint) {
            read_moves(ahead, &moves)?;
            moves.clear();
            ahead.read(joint)?;
        } else {
            moves.push_str(word);
        }
    }
    read_moves(ahead, &moves)
}

fn read_moves(ahead: &mut Ahead, typed: &str) -> Result<(), Unread> {
    // A comma at the end belongs to the plan. Within a description it would mean several moves.
    match describe::read(ahead, typed.trim_matches(SEPARATORS)) {
        Meant::Moves(moves) => Ok(moves.iter().try_for_each(|notation| ahead.read(notation))?),
        Meant::OneOf { typed, legal_moves, .. } => Err(Unread::OneOf { typed, legal_moves }),
    }
}
