//! The squares of a board as bits, one word a row, and what they say about every seat.

use std::ops::Range;

use crate::{
    Seat,
    grid::{MAX_SIDE, Square},
};

use super::{
    board::Board,
    caste::{Caste, FARTHEST},
};

/// The number of steps up to which parasites claim empty squares.
const CLAIMED: usize = 4;

/// The empty rows and columns around the bits of a board, so that no scope and no step leaves a word or the rows.
const MARGIN: usize = FARTHEST as usize;

/// The largest sides of boards that need only [`FEW`] or [`SOME`] rows: those of two and of eight players, if nobody chooses others.
pub(super) const SMALL: u8 = 10;
pub(super) const USUAL: u8 = 22;

/// The rows of small, usual and all boards, with margins. Clearing the rows takes much of the time.
pub(super) const FEW: usize = SMALL as usize + 2 * MARGIN;
pub(super) const SOME: usize = USUAL as usize + 2 * MARGIN;
pub(super) const MOST: usize = MAX_SIDE as usize + 2 * MARGIN;

/// The rows of a board as bits, with margins and perhaps more rows above.
pub(super) type Rows<const N: usize> = [u64; N];

/// The squares of one seat.
#[derive(Clone, Copy)]
pub(super) struct Ground<const N: usize> {
    pub(super) castes: [i16; Caste::ALL.len()],
    pub(super) own: Rows<N>,
    /// The empty squares in its scopes.
    pub(super) reach: Rows<N>,
    /// The empty squares where it can create attackers, which attackers themselves cannot.
    bites: Rows<N>,
    /// The squares beside its parasites and beside those where it can create attackers.
    pub(super) near: Rows<N>,
}

/// The threat of one army to a parasite.
pub(super) struct Danger {
    pub(super) caste: Caste,
    /// The squares beside the parasite where the army could create attackers.
    pub(super) bites: i16,
    /// The attack that the army has beside the parasite.
    pub(super) hits: i16,
    pub(super) is_deadly: bool,
}

/// The squares of all seats.
pub(super) struct Map<'a, const N: usize, const S: usize> {
    board: &'a Board,
    seats: usize,
    empty: Rows<N>,
    pub(super) grounds: [Ground<N>; S],
}

/// The rows of every caste's scope, as bits from the leftmost square on.
const SCOPES: [[u64; 2 * MARGIN + 1]; Caste::ALL.len()] = {
    let mut scopes = [[0; 2 * MARGIN + 1]; Caste::ALL.len()];
    let mut caste = 0;
    while caste < Caste::ALL.len() {
        let steps = Caste::ALL[caste].scope();
        let mut n = 0;
        while n < steps.len() {
            let (cols, rows) = (steps[n].0 + MARGIN as i8, steps[n].1 + MARGIN as i8);
            scopes[caste][rows as usize] |= 1 << cols;
            n += 1;
        }
        caste += 1;
    }
    scopes
};

impl<const N: usize, const S: usize> Map<'_, N, S> {
    pub(super) fn of(board: &Board, seats: u8) -> Map<'_, N, S> {
        let none = Ground { castes: [0; _], own: [0; _], reach: [0; _], bites: [0; _], near: [0; _] };
        let seats = usize::from(seats).min(S);
        let mut map = Map { board, seats, empty: [0; _], grounds: [none; _] };
        for (at, cells) in (MARGIN..).zip(board.rows()) {
            for (col, cell) in cells.iter().enumerate() {
                let bit = 1 << (col + MARGIN);
                let Some(parasite) = cell.parasite() else {
                    map.empty[at] |= bit;
                    continue;
                };
                let ground = &mut map.grounds[parasite.owner.index()];
                ground.castes[parasite.caste as usize] += 1;
                ground.own[at] |= bit;
                let reach =
                    if parasite.caste == Caste::Attacker { &mut ground.reach } else { &mut ground.bites };
                for (row, scope) in reach[at - MARGIN..].iter_mut().zip(SCOPES[parasite.caste as usize]) {
                    *row |= scope << col;
                }
            }
        }
        let inside = map.inside();
        for ground in &mut map.grounds[..seats] {
            let mut from = [0; N];
            for (at, from) in from.iter_mut().enumerate() {
                ground.bites[at] &= map.empty[at];
                ground.reach[at] = (ground.reach[at] | ground.bites[at]) & map.empty[at];
                *from = ground.own[at] | ground.bites[at];
            }
            for at in inside.clone() {
                ground.near[at] = beside(&from, at);
            }
        }
        map
    }

    /// Returns the indices of the board's rows.
    pub(super) fn inside(&self) -> Range<usize> {
        MARGIN..MARGIN + usize::from(self.board.size())
    }

    /// Returns what `army` could do to the parasite at a bit of a row in one turn.
    pub(super) fn danger(&self, army: Seat, at: usize, bit: u64) -> Danger {
        let ground = &self.grounds[army.index()];
        let square = Square::new(bit.trailing_zeros() as u8 - MARGIN as u8, (at - MARGIN) as u8);
        let spot = self.board.spot(square);
        let sides = |rows: &Rows<N>| {
            let row = rows[at] & (bit << 1 | bit >> 1);
            (row.count_ones() + u32::from(rows[at - 1] & bit != 0) + u32::from(rows[at + 1] & bit != 0))
                as i16
        };
        let caste = self.board.parasite(spot).map_or(Caste::Colony, |parasite| parasite.caste);
        let bites = sides(&ground.bites);
        let hits = i16::from(self.board.attack_on(spot, army));
        let attack = i16::from(Caste::Attacker.attack());
        let is_deadly = caste.defence().is_some_and(|defence| {
            // A newcomer must come beside it, if only a weak one.
            let newcomer = if bites > 0 { bites * attack } else { 2 * sides(&ground.reach).min(1) };
            newcomer > 0 && hits + newcomer >= i16::from(defence)
        });
        Danger { caste, bites, hits, is_deadly }
    }

    /// Returns, for each seat, the number of empty squares that are nearer to it than to all others.
    pub(super) fn claims(&self) -> [i16; S] {
        let mut free = self.empty;
        let mut fronts = [[0; N]; S];
        let mut claimed = [[0; N]; S];
        for (front, ground) in fronts.iter_mut().zip(&self.grounds).take(self.seats) {
            *front = ground.own;
        }
        for _ in 0..CLAIMED {
            let mut once = [0; N];
            let mut twice = [0; N];
            for front in &mut fronts[..self.seats] {
                let mut below = 0;
                for at in self.inside() {
                    let here = front[at];
                    let row = (here << 1 | here >> 1 | below | front[at + 1]) & free[at];
                    below = here;
                    front[at] = row;
                    twice[at] |= once[at] & row;
                    once[at] |= row;
                }
            }
            for (front, claimed) in fronts.iter().zip(&mut claimed).take(self.seats) {
                for at in self.inside() {
                    claimed[at] |= front[at] & !twice[at];
                }
            }
            for at in self.inside() {
                free[at] &= !once[at];
            }
        }
        claimed.map(count)
    }
}

/// Returns the squares of a row that share a side with any of the given ones.
fn beside<const N: usize>(rows: &Rows<N>, at: usize) -> u64 {
    rows[at] << 1 | rows[at] >> 1 | rows[at - 1] | rows[at + 1]
}

/// Counts the squares of all rows.
pub(super) fn count<const N: usize>(rows: Rows<N>) -> i16 {
    rows.into_iter().map(|row| row.count_ones() as i16).sum()
}
