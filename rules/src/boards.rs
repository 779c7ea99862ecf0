//! Sets up the boards of rule pages and showcases.

use crate::{
    error::ParseError,
    grid::Square,
    options::{Options, SetupError},
    page::{Diagram, Focus},
    registry::{AnyEvent, Kind, Refusal},
    seat::Seat,
    showcase::{Setup, Showcase},
    table::Table,
};

/// The reason why a diagram cannot be set up.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// The position or a square cannot be read.
    #[error("the diagram cannot be read: {0}")]
    Text(#[from] ParseError),
    /// The options of a [`Showcase`] make no game.
    #[error("the game cannot be set up: {0}")]
    Options(#[from] SetupError),
    /// A move is refused.
    #[error("the diagram's move {notation} is refused: {why}")]
    Move {
        /// The notation of the move.
        notation: &'static str,
        /// The reason for the refusal.
        why: Refusal,
    },
}

impl Diagram {
    /// Returns the table after the moves, and all events of the moves in order.
    ///
    /// # Errors
    ///
    /// [`DiagramError::Text`] if the position cannot be read, and [`DiagramError::Move`] if a move is refused.
    pub fn set_up(&self, kind: Kind) -> Result<(Table, Vec<AnyEvent>), DiagramError> {
        play_all(Table::from(kind.read(self.position)?), self.moves)
    }

    /// Returns the highlighted squares.
    ///
    /// # Errors
    ///
    /// [`DiagramError::Text`] if the name of a square cannot be read.
    pub fn focus(&self) -> Result<Vec<(Square, Focus)>, DiagramError> {
        let names = self.marks.iter().flat_map(|&(focus, names)| names.split(' ').map(move |n| (n, focus)));
        names.map(|(name, focus)| Ok((name.parse::<Square>()?, focus))).collect()
    }
}

impl Showcase {
    /// Returns the table after the moves, and all events of the moves in order.
    ///
    /// # Errors
    ///
    /// [`DiagramError::Text`] if the position cannot be read, [`DiagramError::Options`] if the options make no game, and
    /// [`DiagramError::Move`] if a move is refused.
    pub fn set_up(&self, kind: Kind) -> Result<(Table, Vec<AnyEvent>), DiagramError> {
        let table = match self.setup {
            Setup::Position(position) => Table::from(kind.read(position)?),
            Setup::Options(settings) => Table::new(kind, &Options::of(settings))?,
        };
        play_all(table, self.moves)
    }
}

/// Plays moves, each a seat number and a notation. Returns the table after them, and their events in order.
fn play_all(mut table: Table, moves: &[(u8, &'static str)]) -> Result<(Table, Vec<AnyEvent>), DiagramError> {
    let mut events = Vec::new();
    for &(seat, notation) in moves {
        let seat = Seat::new(seat).ok_or_else(|| ParseError::new("seats are counted from 1"))?;
        let played = table.play(seat, notation).map_err(|why| DiagramError::Move { notation, why })?;
        events.extend(played.events);
    }
    Ok((table, events))
}
