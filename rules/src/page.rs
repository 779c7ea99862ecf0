//! Pages of rules for players, and the boards on them.

use crate::{AnyEvent, Kind, ParseError, Refusal, Seat, Table, Viewer, grid::Square};

/// A page of a game's rules for players: plain text with Discord's markdown, 200 to 3,500 characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// The heading, at most 100 characters.
    pub title: &'static str,
    /// The text.
    pub text: &'static str,
    /// What it speaks of, on a board.
    pub board: Option<Diagram>,
}

/// A board that shows what a page explains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The position, in the game's position text.
    pub position: &'static str,
    /// What is played from there, as numbers of seats and notations; shown as the last turn.
    pub moves: &'static [(u8, &'static str)],
    /// Squares to be pointed at, several in one text with spaces between them.
    pub marks: &'static [(Focus, &'static str)],
    /// Whose view it is.
    pub to: Viewer,
    /// What is to be seen: sentences without markup, at most 300 characters.
    pub caption: &'static str,
}

/// What a square has to do with the piece that is spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Focus {
    /// The piece stands here.
    Here,
    /// It can go or reach here.
    Goal,
    /// It can go here and take what is here.
    Prey,
    /// It can do something else here, such as change places.
    Other,
}

/// Why a diagram cannot be set up.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// The position or a square cannot be read.
    #[error("the diagram cannot be read: {0}")]
    Text(#[from] ParseError),
    /// A move is not possible.
    #[error("the diagram's move {notation} is refused: {why}")]
    Move {
        /// The move.
        notation: &'static str,
        /// Why.
        why: Refusal,
    },
}

impl Diagram {
    /// A position as everybody sees it, with nothing played and nothing pointed at.
    #[must_use]
    pub const fn new(position: &'static str, caption: &'static str) -> Diagram {
        Diagram { position, moves: &[], marks: &[], to: Viewer::Public, caption }
    }

    /// The same after these moves.
    #[must_use]
    pub const fn after(mut self, moves: &'static [(u8, &'static str)]) -> Diagram {
        self.moves = moves;
        self
    }

    /// The same with these squares pointed at.
    #[must_use]
    pub const fn with(mut self, marks: &'static [(Focus, &'static str)]) -> Diagram {
        self.marks = marks;
        self
    }

    /// The same as somebody else sees it.
    #[must_use]
    pub const fn seen_by(mut self, to: Viewer) -> Diagram {
        self.to = to;
        self
    }

    /// The table after the moves, and what happened in them.
    ///
    /// # Errors
    /// When the position cannot be read or a move is refused.
    pub fn set_up(&self, kind: Kind) -> Result<(Table, Vec<AnyEvent>), DiagramError> {
        let mut table = Table::from(kind.read(self.position)?);
        let mut events = Vec::new();
        for &(seat, notation) in self.moves {
            let seat = Seat::new(seat).ok_or_else(|| ParseError::new("seats are counted from 1"))?;
            let played = table.play(seat, notation).map_err(|why| DiagramError::Move { notation, why })?;
            events.extend(played.events);
        }
        Ok((table, events))
    }

    /// The squares to be pointed at.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn focus(&self) -> Result<Vec<(Square, Focus)>, DiagramError> {
        let names = self.marks.iter().flat_map(|&(focus, names)| names.split(' ').map(move |n| (n, focus)));
        names.map(|(name, focus)| Ok((name.parse::<Square>()?, focus))).collect()
    }
}
