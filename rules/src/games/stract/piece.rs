//! Teams, elements and pieces, and how a viewer sees a piece.

use std::{fmt, num::NonZeroU8};

use crate::{Seat, SeatSet, Viewer};

/// One of the two teams.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Team {
    /// The odd seats; spawns in the top row.
    North,
    /// The even seats; spawns in row 1.
    South,
}

impl Team {
    /// Both teams, North first.
    pub const BOTH: [Team; 2] = [Team::North, Team::South];

    /// Returns the team of a seat: `Team::of(Seat::FIRST)` is North.
    pub const fn of(seat: Seat) -> Team {
        if seat.number() % 2 == 1 { Team::North } else { Team::South }
    }

    /// Returns the name in words: `North` or `South`.
    pub const fn name(self) -> &'static str {
        match self {
            Team::North => "North",
            Team::South => "South",
        }
    }

    /// Returns the letter in position texts: `N` or `S`.
    pub const fn letter(self) -> char {
        match self {
            Team::North => 'N',
            Team::South => 'S',
        }
    }

    /// Returns the opponents: `Team::North.other()` is South.
    pub const fn other(self) -> Team {
        match self {
            Team::North => Team::South,
            Team::South => Team::North,
        }
    }

    /// Returns the row that the team spawns in on a board of this many rows, counted as
    /// [`Square::row`](crate::grid::Square::row) does.
    pub const fn home_row(self, rows: u8) -> u8 {
        match self {
            Team::North => rows - 1,
            Team::South => 0,
        }
    }

    /// Returns the row that the team scores in, which is the home row of the opponents: `Team::South.goal_row(8)` is 7.
    pub const fn goal_row(self, rows: u8) -> u8 {
        self.other().home_row(rows)
    }

    /// Returns the team of a viewer. Spectators and viewers who see everything have none.
    pub(super) const fn looking(to: Viewer) -> Option<Team> {
        match to {
            Viewer::Public | Viewer::Open => None,
            Viewer::Seat(seat) => Some(Team::of(seat)),
        }
    }

    /// Returns all seats of the team, including those that only larger games have.
    pub(super) const fn seats(self) -> SeatSet {
        const SEATS: [SeatSet; 2] = {
            let mut seats = [SeatSet::EMPTY; 2];
            let mut seat = Some(Seat::FIRST);
            while let Some(next) = seat {
                seats[Team::of(next).index()].insert(next);
                seat = Seat::new(next.number() + 1);
            }
            seats
        };
        SEATS[self.index()]
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

/// The element of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Element {
    /// Moves one tile in any direction; destroys fire.
    Water,
    /// Moves one or two tiles straight; destroys earth.
    Fire,
    /// Moves one tile straight, or switches; destroys water.
    Earth,
}

impl Element {
    /// All elements, in the order in which pools list them.
    pub const ALL: [Element; 3] = [Element::Water, Element::Fire, Element::Earth];

    /// Returns the letter in notations: `Element::Fire.letter()` is `f`.
    pub const fn letter(self) -> char {
        match self {
            Element::Water => 'w',
            Element::Fire => 'f',
            Element::Earth => 'e',
        }
    }

    /// Returns the name in words: `Element::Fire.name()` is `fire`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether it destroys the other element: `Element::Water.beats(Element::Fire)` is true.
    pub const fn beats(self, other: Element) -> bool {
        matches!(
            (self, other),
            (Element::Water, Element::Fire)
                | (Element::Fire, Element::Earth)
                | (Element::Earth, Element::Water)
        )
    }

    /// Returns the element that beats it.
    pub(super) const fn hunter(self) -> Element {
        match self {
            Element::Water => Element::Earth,
            Element::Fire => Element::Water,
            Element::Earth => Element::Fire,
        }
    }

    pub(super) fn from_letter(letter: &str) -> Option<Element> {
        match letter {
            "w" => Some(Element::Water),
            "f" => Some(Element::Fire),
            "e" => Some(Element::Earth),
            _ => None,
        }
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

/// A piece as it really is, in one byte because boards are copied often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece(NonZeroU8);

impl Piece {
    /// The number of bits in which pieces differ from each other and from an empty tile. The lowest one is set for every piece, the
    /// next two are fire and earth, and then come [`Piece::SOUTH`] and [`Piece::KNOWN`].
    pub(super) const BITS: usize = 5;

    const SOUTH: u8 = 1 << 2;
    const KNOWN: u8 = 1 << 3;

    /// Returns a piece. `known` says whether everybody knows its element.
    pub(super) const fn new(team: Team, element: Element, known: bool) -> Piece {
        let team = if matches!(team, Team::South) { Piece::SOUTH } else { 0 };
        let known = if known { Piece::KNOWN } else { 0 };
        Piece(NonZeroU8::MIN.saturating_add((element as u8 | team | known) << 1))
    }

    const fn bits(self) -> u8 {
        self.0.get() >> 1
    }

    /// Returns its bits ([`Piece::BITS`]).
    pub(super) const fn byte(self) -> u8 {
        self.0.get()
    }

    /// Returns a number that is different for different pieces.
    pub(super) const fn number(self) -> u8 {
        self.bits() + 1
    }

    pub(super) const fn team(self) -> Team {
        if self.bits() & Piece::SOUTH == 0 { Team::North } else { Team::South }
    }

    pub(super) const fn element(self) -> Element {
        match self.bits() & 3 {
            0 => Element::Water,
            1 => Element::Fire,
            _ => Element::Earth,
        }
    }

    /// Whether everybody knows its element, because it has fought an enemy.
    pub(super) const fn is_known(self) -> bool {
        self.bits() & Piece::KNOWN != 0
    }

    /// Returns the same piece, with its element known to everybody.
    pub(super) const fn made_known(self) -> Piece {
        Piece::new(self.team(), self.element(), true)
    }

    /// Returns what `team` sees of it, or what a spectator sees for `None`.
    pub(super) const fn seen_by(self, team: Option<Team>) -> Sight {
        self.open().seen_by(team)
    }

    /// Returns the piece with nothing hidden.
    pub(super) const fn open(self) -> Sight {
        Sight { team: self.team(), element: Some(self.element()), known: self.is_known() }
    }
}

/// A piece as a viewer sees it. `Display` writes it as in position texts, with `?` for a hidden element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sight {
    /// The team that owns it.
    pub team: Team,
    /// The element, or `None` if the viewer may not know it.
    pub element: Option<Element>,
    /// Whether everybody knows the element. A team knows its own pieces even while this is `false`.
    pub known: bool,
}

impl Sight {
    /// Returns what `team` sees of this piece, or what a spectator sees for `None`.
    pub(super) const fn seen_by(self, team: Option<Team>) -> Sight {
        let own =
            matches!((self.team, team), (Team::North, Some(Team::North)) | (Team::South, Some(Team::South)));
        if self.known || own { self } else { Sight { element: None, ..self } }
    }
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.element {
            None => '?',
            Some(element) if self.known => element.letter().to_ascii_uppercase(),
            Some(element) => element.letter(),
        };
        write!(f, "{}{letter}", self.team.letter())
    }
}

/// The ways in which a piece of one team can look, in the order of the letters in position texts: `?`, `E`, `F`, `W`, `e`, `f`,
/// `w`.
const LOOKS: [(Option<Element>, bool); 7] = [
    (None, false),
    (Some(Element::Earth), true),
    (Some(Element::Fire), true),
    (Some(Element::Water), true),
    (Some(Element::Earth), false),
    (Some(Element::Fire), false),
    (Some(Element::Water), false),
];

/// Returns the index in [`LOOKS`] of how a piece looks.
const fn look(piece: Sight) -> usize {
    match piece.element {
        None => 0,
        Some(element) if piece.known => 3 - element.index(),
        Some(element) => 6 - element.index(),
    }
}

/// The pieces that meet on one tile, as a viewer sees them. They are only counted, so their order can reveal nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Heap([[u8; LOOKS.len()]; 2]);

impl Heap {
    /// Returns the pieces with the number of each, sorted by their letters.
    pub fn iter(&self) -> impl Iterator<Item = (Sight, u8)> + use<> {
        let counts = self.0;
        Team::BOTH.into_iter().flat_map(move |team| {
            let looks = LOOKS.into_iter().zip(counts[team.index()]);
            looks
                .filter(|&(_, count)| count > 0)
                .map(move |((element, known), count)| (Sight { team, element, known }, count))
        })
    }

    /// Returns the number of pieces of a team.
    pub fn count(&self, team: Team) -> u8 {
        self.0[team.index()].iter().sum()
    }

    pub(super) fn add(&mut self, piece: Sight, count: u8) {
        self.0[piece.team.index()][look(piece)] += count;
    }

    /// Returns what `team` sees of the pieces, or what a spectator sees for `None`.
    pub(super) fn seen_by(&self, team: Option<Team>) -> Heap {
        let mut seen = Heap::default();
        for (piece, count) in self.iter() {
            seen.add(piece.seen_by(team), count);
        }
        seen
    }
}
