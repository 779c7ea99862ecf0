//! A position and its getters.

use crate::{SeatSet, Viewer, grid::Square};

use super::{
    piece::{Piece, Sight, Team},
    queue::Orders,
    resolve::{Past, Tiles},
};

/// The largest number of pieces of one element that a team can have.
pub(super) const MOST_OF_A_KIND: u32 = 30;

/// The largest number of points. Its five digits keep every position writable, and no game comes near it.
pub(super) const MOST_POINTS: i32 = 99_999;

/// A position of Stract, with all hidden information in it. Show it to people only through [`View`](super::View).
///
/// # Examples
///
/// ```
/// use rules::{Game, Seat, Viewer, games::stract::Stract};
///
/// let mut game: Stract = "5/5/2Nw2/5/2Sf2/5 3/20 2 0:0 5,5,5:5,5,5 1:pass".parse()?;
/// assert_eq!(game.view(Viewer::Public).to_string(), "5/5/2N?2/5/2S?2/5 3/20 2 0:0 ?15:?15 1:*");
/// let second = Seat::FIRST.next(2);
/// game.play(second, &"c2-c4".parse()?, &mut |_| {})?;
/// assert_eq!(game.to_string(), "5/5/2NW2/5/5/5 4/20 2 2:0 5,5,5:5,5,5 -");
/// assert_eq!(game.log(Viewer::Public)[1], "move S? c2-c4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stract {
    pub(super) columns: u8,
    pub(super) rows: u8,
    pub(super) seats: u8,
    /// The number of turns that have been carried out.
    pub(super) done: u8,
    pub(super) turns: u8,
    pub(super) points: [i32; 2],
    pub(super) pools: [[u8; 3]; 2],
    /// The number of pieces on the board or in the pool, by team.
    pub(super) alive: [u8; 2],
    /// The destroyed pieces by team and element. In a position that was read, they are counted from there on.
    pub(super) lost: [[u8; 3]; 2],
    /// Those destroyed pieces whose element the other team has never known.
    pub(super) unseen: [[u8; 3]; 2],
    pub(super) tiles: Tiles,
    pub(super) orders: Orders,
    /// The last turn that was carried out, for [`Game::log`](crate::Game::log). `None` before the first turn and in a position
    /// that was read.
    pub(super) last: Option<Past>,
}

impl Stract {
    /// Returns what `to` may see on a tile. There is nothing off the board.
    pub(super) fn sight(&self, at: Square, to: Viewer) -> Option<Sight> {
        let piece = self.piece(at)?;
        Some(if self.is_open(to) { piece.open() } else { piece.seen_by(self.team_of(to)) })
    }

    pub(super) fn piece(&self, at: Square) -> Option<Piece> {
        self.on_board(at).then(|| self.tiles[at]).flatten()
    }

    /// Returns all pieces, row by row from below and from left to right within a row.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.tiles.pieces(self.rows)
    }

    pub(super) fn on_board(&self, at: Square) -> bool {
        at.col < self.columns && at.row < self.rows
    }

    /// Returns the team of a viewer. A seat that the game does not have sees what a spectator sees (R59).
    pub(super) fn team_of(&self, to: Viewer) -> Option<Team> {
        match to {
            Viewer::Seat(seat) if seat.number() > self.seats => None,
            _ => Team::looking(to),
        }
    }

    pub(super) fn side(&self, team: Team) -> SeatSet {
        SeatSet::all(self.seats).without(team.other().seats())
    }

    pub(super) fn is_spent(&self, team: Team) -> bool {
        self.alive[team.index()] == 0
    }

    /// Returns the reason why the game is over, if it is (section 7).
    pub(super) fn ended(&self) -> Option<&'static str> {
        if self.done >= self.turns {
            Some("turns")
        } else if self.alive == [0; 2] {
            Some("spent")
        } else {
            None
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.ended().is_some()
    }

    /// Whether `to` may see everything.
    pub(super) fn is_open(&self, to: Viewer) -> bool {
        to == Viewer::Open || self.is_over()
    }

    /// Returns the seats whose teams have something to order.
    pub(super) fn able(&self) -> SeatSet {
        if self.is_over() {
            return SeatSet::EMPTY;
        }
        let spent = Team::BOTH.into_iter().filter(|&team| self.is_spent(team));
        spent.fold(SeatSet::all(self.seats), |able, team| able.without(team.seats()))
    }

    /// Returns the seats that have not ordered yet.
    pub(super) fn waiting(&self) -> SeatSet {
        self.able().without(self.orders.seats())
    }
}
