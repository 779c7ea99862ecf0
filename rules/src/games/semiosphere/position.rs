//! A position and its getters.

use crate::{Seat, grid::Square};

use super::marks::{MAX_SEATS, Marks};

/// The price in points of entering the Semiosphere.
pub const ENTER_COST: u8 = 5;

/// The price in points of erasing a mark.
pub const ERASE_COST: u8 = 2;

/// The points per turn for a planet on the board. Picking the planet up again costs as many.
pub const PLANET_BONUS: u8 = 2;

/// The place of a seat's piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Whereabouts {
    /// The piece has not been placed yet.
    Unplaced,
    /// The piece is on this square of the board.
    On(Square),
    /// The piece is in the Semiosphere.
    Inside,
    /// The void took the piece, and its seat is eliminated.
    Out {
        /// The row it was taken with, 0 for the lowest as in [`Square::row`].
        row: u8,
    },
}

/// The place of a seat's planet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Planet {
    /// The piece carries its planet.
    Carried,
    /// The planet is on this square of the board.
    On(Square),
    /// The void took the planet.
    Taken,
}

/// Everything that belongs to one seat, except its marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Player {
    pub(super) piece: Whereabouts,
    pub(super) planet: Planet,
    pub(super) points: u8,
}

impl Player {
    pub(super) const fn is_alive(&self) -> bool {
        !matches!(self.piece, Whereabouts::Out { .. })
    }

    pub(super) const fn is_inside(&self) -> bool {
        matches!(self.piece, Whereabouts::Inside)
    }

    /// Returns everything in one number, different for any two players that differ.
    pub(super) fn word(&self) -> u64 {
        let [piece, col, row] = match self.piece {
            Whereabouts::Unplaced => [0; 3],
            Whereabouts::On(at) => [1, at.col, at.row],
            Whereabouts::Inside => [2, 0, 0],
            Whereabouts::Out { row } => [3, 0, row],
        };
        let [planet, planet_col, planet_row] = match self.planet {
            Planet::Carried => [0; 3],
            Planet::On(at) => [1, at.col, at.row],
            Planet::Taken => [2, 0, 0],
        };
        u64::from_le_bytes([piece, col, row, planet, planet_col, planet_row, self.points, 0])
    }
}

/// The options that matter after the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rules {
    pub(super) columns: u8,
    pub(super) rows: u8,
    pub(super) points: u8,
    pub(super) lost_bonus: u8,
    pub(super) reach: u8,
    pub(super) rotate: bool,
}

/// A position of Semiosphere.
///
/// # Examples
///
/// ```
/// use rules::{Game, Seat, games::semiosphere::{Planet, Semiosphere}};
///
/// let mut game: Semiosphere = "8x11 3/2/0/- 0 1 1 d3:h:1,f1:h:3 -".parse()?;
/// game.play(Seat::FIRST, &"drop".parse()?, &mut |_| {})?;
/// assert_eq!(game.planet(Seat::FIRST), Planet::On("d2".parse()?));
/// assert_eq!(game.points(Seat::FIRST), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Semiosphere {
    pub(super) rules: Rules,
    pub(super) seats: u8,
    pub(super) taken: u8,
    pub(super) lead: Seat,
    /// The seat whose turn it is, or `None` when the game is over.
    pub(super) to_act: Option<Seat>,
    /// Whether the seat to act has dropped or picked up its planet in this turn.
    pub(super) touched: bool,
    pub(super) players: [Player; MAX_SEATS],
    pub(super) marks: Marks,
}

impl Semiosphere {
    /// Returns the number of columns, 4 to 12.
    pub fn columns(&self) -> u8 {
        self.rules.columns
    }

    /// Returns the number of rows, 5 to 15, including those the void has taken.
    pub fn rows(&self) -> u8 {
        self.rules.rows
    }

    /// Returns how many rows the void has taken. This is also the row that it takes next, counted as [`Square::row`] does.
    pub fn taken(&self) -> u8 {
        self.taken
    }

    /// Returns the place of a seat's piece. A seat that does not exist counts as eliminated.
    pub fn whereabouts(&self, seat: Seat) -> Whereabouts {
        self.player(seat).map_or(Whereabouts::Out { row: 0 }, |player| player.piece)
    }

    /// Returns the square of a seat's piece. The Semiosphere is a zone above the top row (R29) and counts as one more row here,
    /// in whose middle every seat has a square (R7).
    pub fn place(&self, seat: Seat) -> Option<Square> {
        match self.whereabouts(seat) {
            Whereabouts::On(at) => Some(at),
            Whereabouts::Inside => Some(self.place_inside(seat)),
            Whereabouts::Unplaced | Whereabouts::Out { .. } => None,
        }
    }

    /// Returns the square that a seat's piece has, or would have, in the Semiosphere.
    pub fn place_inside(&self, seat: Seat) -> Square {
        let first = (self.rules.columns - self.seats) / 2;
        Square::new(first + seat.index() as u8, self.rules.rows)
    }

    /// Returns the place of a seat's planet.
    pub fn planet(&self, seat: Seat) -> Planet {
        self.player(seat).map_or(Planet::Taken, |player| player.planet)
    }

    /// Returns the points of a seat: those left in its turn, or those it will have if its turn is still to come. Otherwise it
    /// returns 0.
    pub fn points(&self, seat: Seat) -> u8 {
        self.player(seat).map_or(0, |player| player.points)
    }

    /// Returns all marks, row by row from below and from left to right within a row.
    pub fn marks(&self) -> impl Iterator<Item = (Square, Seat)> + use<> {
        self.marks.iter()
    }

    /// Returns the owner of the mark on a square. Squares off the board have no mark.
    pub fn mark(&self, at: Square) -> Option<Seat> {
        self.on_board(at).then(|| self.marks.on(at)).flatten()
    }

    /// Returns the seat that leads this round. It may be eliminated.
    pub fn lead(&self) -> Seat {
        self.lead
    }

    /// Returns the seats that have a turn in this round, in order: all that are alive, from the lead on.
    pub fn order(&self) -> impl Iterator<Item = Seat> {
        self.from(self.lead).filter(|&seat| self.is_alive(seat))
    }

    /// Returns the seat that begins the next round if nothing changes, in games where the lead changes from round to round. It
    /// returns `None` in other games, while pieces are being placed, and in the last round.
    pub fn next_to_lead(&self) -> Option<Seat> {
        let is_another = self.rules.rotate && !self.is_placing() && self.taken + 1 < self.rules.rows;
        is_another.then(|| self.from(self.lead.next(self.seats)).find(|&seat| self.is_alive(seat))).flatten()
    }

    /// Returns the points of every turn before any bonus (option `points`).
    pub fn base_points(&self) -> u8 {
        self.rules.points
    }

    /// Returns the points that a seat will get in addition to [`Semiosphere::base_points`] at the end of this round if nothing
    /// changes: for its marks in the row that the void takes, and for its planet. It is 0 for a seat that is eliminated or will
    /// be.
    pub fn upcoming_bonus(&self, seat: Seat) -> u8 {
        if !self.is_alive(seat) || self.is_on_row(seat, self.taken) || self.taken >= self.rules.rows {
            return 0;
        }
        let planet = match self.planet(seat) {
            Planet::On(at) if at.row > self.taken => PLANET_BONUS,
            Planet::On(_) | Planet::Taken => self.rules.lost_bonus,
            Planet::Carried => 0,
        };
        planet + self.marks.of(seat, self.taken).count_ones() as u8
    }

    /// Returns how far from its piece a seat may place marks, in king's steps. 0 means anywhere (option `reach`).
    pub fn reach(&self) -> u8 {
        self.rules.reach
    }

    /// Whether another seat leads every round (option `rotate`).
    pub fn rotates(&self) -> bool {
        self.rules.rotate
    }

    /// Whether the void has not taken a seat's piece.
    pub fn is_alive(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(Player::is_alive)
    }

    /// Whether pieces are still being placed, before the first round.
    pub fn is_placing(&self) -> bool {
        self.players().any(|player| player.piece == Whereabouts::Unplaced)
    }

    pub(super) fn player(&self, seat: Seat) -> Option<&Player> {
        self.players[..usize::from(self.seats)].get(seat.index())
    }

    pub(super) fn players(&self) -> impl Iterator<Item = &Player> {
        self.players[..usize::from(self.seats)].iter()
    }

    /// Returns all seats once around the table, from `first` on.
    pub(super) fn from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seats;
        std::iter::successors(Some(first), move |seat| Some(seat.next(seats))).take(usize::from(seats))
    }

    /// Whether a square is part of the board and has not been taken.
    pub(super) fn on_board(&self, at: Square) -> bool {
        at.col < self.rules.columns && at.row < self.rules.rows && at.row >= self.taken
    }

    /// Returns the owner of the piece on a square.
    pub(super) fn piece_on(&self, at: Square) -> Option<Seat> {
        self.players().position(|player| player.piece == Whereabouts::On(at)).and_then(Seat::from_index)
    }

    /// Returns the owner of the planet on a square.
    pub(super) fn planet_on(&self, at: Square) -> Option<Seat> {
        self.players().position(|player| player.planet == Planet::On(at)).and_then(Seat::from_index)
    }

    /// Returns the reason why the game is over, if it is (section 7).
    pub(super) fn ended(&self) -> Option<&'static str> {
        let mut alive = 0;
        let mut may_tie = true;
        for player in self.players().filter(|player| player.is_alive()) {
            alive += 1;
            may_tie &= player.is_inside() && player.planet == Planet::Taken;
            if player.is_inside() && player.planet == Planet::Carried {
                return Some("entered");
            }
        }
        match alive {
            0 => Some("void"),
            1 => Some("survivor"),
            _ if may_tie => Some("tie"),
            _ => None,
        }
    }
}
