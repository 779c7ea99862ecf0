//! The view of a position (section 8.2 of the rules). This file removes everything that the viewer may not see (R58).

use std::fmt;

use crate::{Seat, SeatSet, Viewer, grid::Square};

use super::{
    moves::Move,
    piece::{Element, Sight, Team},
    position::Stract,
    text::write_board,
};

/// The part of a team's pool that a viewer may know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pool {
    /// The numbers of water, fire and earth.
    Open([u8; 3]),
    /// Only the number of all pieces.
    Total(u8),
}

impl Pool {
    /// Returns the number of all pieces: `Pool::Open([5, 4, 5]).total()` is 14.
    pub fn total(self) -> u8 {
        match self {
            Pool::Open(pool) => pool.iter().sum(),
            Pool::Total(total) => total,
        }
    }
}

/// The destroyed pieces of a team, as far as a viewer may know them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Losses {
    /// The numbers of water, fire and earth whose element the viewer knows.
    pub known: [u8; 3],
    /// The number of all other pieces. They were hidden and fell without an enemy on their tile.
    pub unknown: u8,
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pool::Open([water, fire, earth]) => write!(f, "{water},{fire},{earth}"),
            Pool::Total(total) => write!(f, "?{total}"),
        }
    }
}

/// A position as a team or a spectator may see it, without anything that is hidden from them. All seats of a team have the same
/// view. Once the game is over, everybody sees everything.
///
/// # Examples
///
/// ```
/// use rules::{Game, Seat, Viewer, games::stract::{Pool, Stract, Team}};
///
/// let game: Stract = "5/5/2Nw2/5/2Sf2/5 3/20 2 0:0 5,5,5:5,4,5 1:pass".parse()?;
/// let view = game.view(Viewer::Seat(Seat::FIRST));
/// assert_eq!(view.team(), Some(Team::North));
/// assert_eq!(view.pool(Team::North), Pool::Open([5, 5, 5]));
/// assert_eq!(view.pool(Team::South), Pool::Total(14));
/// assert!(view.piece("c2".parse()?).is_some_and(|piece| piece.element.is_none()));
/// assert!(view.ordered().contains(Seat::FIRST));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    team: Option<Team>,
    columns: u8,
    rows: u8,
    seats: u8,
    done: u8,
    turns: u8,
    open: bool,
    points: [i32; 2],
    pools: [Pool; 2],
    losses: [Losses; 2],
    /// The tiles row by row from below.
    tiles: Vec<Option<Sight>>,
    /// The pending orders by rising seat.
    orders: Vec<(Seat, Option<Move>)>,
}

impl View {
    pub(super) fn new(game: &Stract, to: Viewer) -> View {
        let team = game.team_of(to);
        let open = |owner: Team| team == Some(owner) || game.is_open(to);
        let all = (0..game.rows).flat_map(|row| (0..game.columns).map(move |col| Square::new(col, row)));
        let pool = |owner: Team| {
            let pool = Pool::Open(game.pools[owner.index()]);
            if open(owner) { pool } else { Pool::Total(pool.total()) }
        };
        let losses = |owner: Team| {
            let (lost, unseen) = (game.lost[owner.index()], game.unseen[owner.index()]);
            let hidden = if open(owner) { [0; 3] } else { unseen };
            Losses {
                known: Element::ALL.map(Element::index).map(|element| lost[element] - hidden[element]),
                unknown: hidden.iter().sum(),
            }
        };
        let mut orders: Vec<(Seat, Option<Move>)> = game
            .orders
            .as_slice()
            .iter()
            .map(|&(seat, order)| (seat, open(Team::of(seat)).then_some(order)))
            .collect();
        // The order of arrival is hidden from everybody, so the view sorts by seat.
        orders.sort_unstable_by_key(|&(seat, _)| seat);
        View {
            team,
            columns: game.columns,
            rows: game.rows,
            seats: game.seats,
            done: game.done,
            turns: game.turns,
            open: game.is_open(to),
            points: game.points,
            pools: Team::BOTH.map(pool),
            losses: Team::BOTH.map(losses),
            tiles: all.map(|at| game.sight(at, to)).collect(),
            orders,
        }
    }

    /// Returns the same view with this order of a seat, if it is a seat of the viewer's own team or the viewer sees everything.
    /// Nothing is carried out, so the view knows no more than before.
    pub(super) fn with_order(mut self, seat: Seat, order: Move) -> View {
        if self.open || self.team == Some(Team::of(seat)) {
            self.orders.retain(|(other, _)| *other != seat);
            self.orders.push((seat, Some(order)));
            self.orders.sort_unstable_by_key(|&(seat, _)| seat);
        }
        self
    }

    /// Returns the team that looks. Spectators and viewers who see everything have none.
    pub fn team(&self) -> Option<Team> {
        self.team
    }

    /// Returns the number of columns, 3 to 12.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// Returns the number of rows, 4 to 12.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Returns the number of seats: 2, 4, 6 or 8.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns how many turns have been carried out. The open turn is the next one.
    pub fn done(&self) -> u8 {
        self.done
    }

    /// Returns the number of turns after which the game ends, 1 to 99.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// Whether nothing is hidden, because the game is over or the viewer may see everything.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Returns the points of a team, which can be negative.
    pub fn points(&self, team: Team) -> i32 {
        self.points[team.index()]
    }

    /// Returns the pieces that a team can still spawn.
    pub fn pool(&self, team: Team) -> Pool {
        self.pools[team.index()]
    }

    /// Returns the pieces that a team has lost. In a position that was read, they are counted from there on.
    pub fn losses(&self, team: Team) -> Losses {
        self.losses[team.index()]
    }

    /// Returns the piece on a tile. Tiles off the board have none.
    pub fn piece(&self, at: Square) -> Option<Sight> {
        let on_board = at.col < self.columns && at.row < self.rows;
        on_board.then(|| self.tiles[at.index(self.columns)]).flatten()
    }

    /// Returns all pieces on the board, row by row from below and from left to right within a row.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Sight)> {
        let tiles = self.tiles.iter().enumerate();
        tiles.filter_map(|(n, piece)| Some((Square::at(n, self.columns), (*piece)?)))
    }

    /// Returns the seats that have ordered in the open turn.
    pub fn ordered(&self) -> SeatSet {
        self.orders.iter().map(|&(seat, _)| seat).collect()
    }

    /// Returns the seats that have ordered, by rising number. Orders that the viewer may not know are `None`.
    pub fn orders(&self) -> impl Iterator<Item = (Seat, Option<Move>)> {
        self.orders.iter().copied()
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, self.columns, self.rows, |at| self.piece(at))?;
        let ([north, south], [north_pool, south_pool]) = (self.points, self.pools);
        write!(f, " {}/{} {} {north}:{south} {north_pool}:{south_pool} ", self.done, self.turns, self.seats)?;
        for (n, (seat, order)) in self.orders().enumerate() {
            let comma = if n > 0 { "," } else { "" };
            match order {
                Some(order) => write!(f, "{comma}{seat}:{order}")?,
                None => write!(f, "{comma}{seat}:*")?,
            }
        }
        if self.orders.is_empty() { f.write_str("-") } else { Ok(()) }
    }
}
