//! Positions worth drawing and options that keep a game short. Every game has both, for tests, benches and galleries.

use crate::{options::Setting, seat::Viewer};

/// A position worth drawing, with its last turn.
///
/// The first showcase of a game is its busiest board, which the benches measure. Tests compare every showcase with a snapshot of
/// its scene and with a picture in each theme.
///
/// ```
/// use rules::{Kind, Showcase};
///
/// const POSITION: &str = "8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1";
/// const OPENING: Showcase = Showcase::new("protozoa-opening", "Protozoa shows a pawn.", POSITION).after(&[(1, "p@f4")]);
/// let (table, events) = OPENING.set_up(Kind::Protozoa)?;
/// assert_eq!(table.kind(), Kind::Protozoa);
/// assert!(!events.is_empty());
/// # Ok::<(), rules::DiagramError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Showcase {
    /// The name of its pictures, in lower case letters and hyphens. It is unique among the showcases of all games.
    pub name: &'static str,
    /// One sentence that says what its picture shows. Its words are the name of the snapshot ([`Showcase::stem`]).
    pub shows: &'static str,
    /// The position from which the moves are played.
    pub setup: Setup,
    /// The moves, each a seat number and a notation. Pictures show them as the last turn.
    pub moves: &'static [(u8, &'static str)],
    /// The viewer of the picture.
    pub to: Viewer,
}

/// The start of a [`Showcase`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setup {
    /// A position, in the game's position text.
    Position(&'static str),
    /// The first position of a game with these options.
    Options(&'static [(&'static str, Setting)]),
}

/// Options that keep a game short. [`Kind::quick`](crate::Kind::quick) returns those for a number of seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quick {
    /// The most seats for which these options are.
    pub seats: u8,
    /// The options, without the number of players.
    pub options: &'static [(&'static str, Setting)],
}

impl Showcase {
    /// Returns a showcase of this position as everybody sees it, without moves.
    pub const fn new(name: &'static str, shows: &'static str, position: &'static str) -> Showcase {
        Showcase { name, shows, setup: Setup::Position(position), moves: &[], to: Viewer::Public }
    }

    /// Returns the same showcase after these moves, each a seat number and a notation.
    #[must_use]
    pub const fn after(mut self, moves: &'static [(u8, &'static str)]) -> Showcase {
        self.moves = moves;
        self
    }

    /// Returns the same showcase as `to` sees it.
    #[must_use]
    pub const fn seen_by(mut self, to: Viewer) -> Showcase {
        self.to = to;
        self
    }

    /// Returns the words of [`Showcase::shows`] in lower case with `_` between them, such as `stract_shows_its_final_score`.
    pub fn stem(&self) -> String {
        let words = self.shows.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("_").to_lowercase()
    }
}
