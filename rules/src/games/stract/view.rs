//! What a viewer may see of a position (section 8.2 of the rules). What they may not is taken out here (R58).

use std::fmt;

use crate::{Seat, SeatSet, Viewer, grid::Square};

use super::{Element, Move, Sight, Stract, Team, text::write_board};

/// What somebody may know of a team's pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pool {
    /// How many water, fire and earth there are.
    Open([u8; 3]),
    /// How many pieces there are in all.
    Total(u8),
}

impl Pool {
    /// How many pieces there are in all.
    #[must_use]
    pub fn total(self) -> u8 {
        match self {
            Pool::Open(pool) => pool.iter().sum(),
            Pool::Total(total) => total,
        }
    }
}

/// The pieces of a team that were destroyed, as somebody may know of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Losses {
    /// How many water, fire and earth there are for certain.
    pub known: [u8; 3],
    /// How many others there are: they were hidden, and no enemy was there.
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

/// A position as a team or a spectator may see it: what is hidden from them is not in here. Seats of a team have the same view;
/// once the game is over, everybody sees everything.
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
    /// Row by row from below.
    tiles: Vec<Option<Sight>>,
    /// By rising seat.
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

    /// The team that looks; `None` for a spectator, and for one who sees everything.
    #[must_use]
    pub fn team(&self) -> Option<Team> {
        self.team
    }

    /// The number of columns, 3 to 12.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The number of rows, 4 to 12.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of seats: 2, 4, 6 or 8.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// How many turns have been carried out; the open turn is the next one.
    #[must_use]
    pub fn done(&self) -> u8 {
        self.done
    }

    /// After how many turns the game is over, 1 to 99.
    #[must_use]
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// Whether nothing is hidden, since the game is over.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The points of a team; they can be negative.
    #[must_use]
    pub fn points(&self, team: Team) -> i32 {
        self.points[team.index()]
    }

    /// The pieces that a team has neither on the board nor lost.
    #[must_use]
    pub fn pool(&self, team: Team) -> Pool {
        self.pools[team.index()]
    }

    /// The pieces that a team has lost in the turns carried out here; a position that was read begins with none.
    #[must_use]
    pub fn losses(&self, team: Team) -> Losses {
        self.losses[team.index()]
    }

    /// The piece on a tile; `None` also off the board.
    #[must_use]
    pub fn piece(&self, at: Square) -> Option<Sight> {
        let on_board = at.col < self.columns && at.row < self.rows;
        on_board.then(|| self.tiles[at.index(self.columns)]).flatten()
    }

    /// All pieces on the board, row by row from below, in a row from left to right.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Sight)> {
        let tiles = self.tiles.iter().enumerate();
        tiles.filter_map(|(n, piece)| Some((Square::at(n, self.columns), (*piece)?)))
    }

    /// The seats that have ordered in the open turn.
    #[must_use]
    pub fn ordered(&self) -> SeatSet {
        self.orders.iter().map(|&(seat, _)| seat).collect()
    }

    /// The pending orders by rising seat, those of the own team with what was ordered.
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
