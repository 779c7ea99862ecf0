//! The content of try-out boards.

use data::{PersonId, SketchId};

use crate::game::tryout::Tryout;

/// A screen of a try-out board.
#[derive(Clone, Debug)]
pub struct SketchScreen {
    /// The board.
    pub sketch: SketchId,
    /// The person who plays all seats.
    pub person: PersonId,
    /// The position.
    pub board: Tryout,
    /// How many moves have been made.
    pub ply: u32,
    /// How many undone moves can be made again.
    pub undone: u32,
    /// The choices made so far for the next move, as words with dots between them.
    pub path: String,
    /// Whether the button belonged to another position, so that this is the present one.
    pub moved_on: bool,
}
