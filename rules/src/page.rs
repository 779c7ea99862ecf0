//! Pages of rules for players, and the boards on them.

use crate::seat::Viewer;

/// A page of a game's rules for players: 200 to 3,500 characters of plain text with Discord's markdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// The heading, at most 100 characters.
    pub title: &'static str,
    /// The text of the page.
    pub text: &'static str,
    /// The board that shows what the text explains.
    pub board: Option<Diagram>,
}

/// A board that illustrates a page of rules.
///
/// # Examples
///
/// ```
/// use rules::{Diagram, Focus, Kind};
///
/// let diagram = Diagram::new("8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1", "Blue places a pawn on f4.")
///     .after(&[(1, "p@f4")])
///     .with(&[(Focus::Here, "f4")]);
/// let (table, events) = diagram.set_up(Kind::Protozoa)?;
/// assert_eq!((table.ply(), events.len()), (1, 2));
/// assert_eq!(diagram.focus()?, [("f4".parse()?, Focus::Here)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The position, as the game's position text.
    pub position: &'static str,
    /// The moves that are played from there, as seat numbers and notations. The picture shows them as the last turn.
    pub moves: &'static [(u8, &'static str)],
    /// The highlighted squares. One text can name several, separated by spaces.
    pub marks: &'static [(Focus, &'static str)],
    /// The viewer whose view the board shows.
    pub to: Viewer,
    /// The caption: whole sentences without markup, at most 300 characters.
    pub caption: &'static str,
}

/// The reason why a square is highlighted, seen from the piece that the page or the move is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Focus {
    /// The piece here can act.
    Actor,
    /// The piece is here.
    Here,
    /// The piece can move to this square or reach it.
    Goal,
    /// The piece can move to this square and take what is there.
    Prey,
    /// The piece can do something else here, such as change places.
    Other,
    /// The piece here can become a piece of another kind.
    Change,
    /// The piece can move to this square, but dies there at once.
    Dies,
    /// An opponent can move to this square or appear on it.
    Reach,
    /// An opponent can take the own piece here.
    Threat,
}

impl Diagram {
    /// Returns a board of this position as everybody sees it, without moves or highlights.
    pub const fn new(position: &'static str, caption: &'static str) -> Diagram {
        Diagram { position, moves: &[], marks: &[], to: Viewer::Public, caption }
    }

    /// Returns the same board after these moves, each a seat number and a notation.
    #[must_use]
    pub const fn after(mut self, moves: &'static [(u8, &'static str)]) -> Diagram {
        self.moves = moves;
        self
    }

    /// Returns the same board with these squares highlighted.
    #[must_use]
    pub const fn with(mut self, marks: &'static [(Focus, &'static str)]) -> Diagram {
        self.marks = marks;
        self
    }

    /// Returns the same board as `to` sees it.
    #[must_use]
    pub const fn seen_by(mut self, to: Viewer) -> Diagram {
        self.to = to;
        self
    }
}
