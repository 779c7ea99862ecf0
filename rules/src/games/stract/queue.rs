//! The orders of the open turn in order of arrival (section 4 of the rules).

use crate::{Seat, SeatSet};

use super::{moves::Move, piece::Team};

pub(super) const MAX_SEATS: usize = Seat::MAX as usize;

/// The pending orders in order of arrival, at most one per seat. An order arrives when it is accepted, whatever a clock shows
/// (R10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Orders {
    /// The orders. Entries from `len` on are [`Orders::NOTHING`].
    queue: [(Seat, Move); MAX_SEATS],
    len: u8,
    /// The seats that have ordered.
    seats: SeatSet,
}

impl Orders {
    const NOTHING: (Seat, Move) = (Seat::FIRST, Move::Pass);

    pub(super) const NONE: Orders =
        Orders { queue: [Orders::NOTHING; MAX_SEATS], len: 0, seats: SeatSet::EMPTY };

    pub(super) fn as_slice(&self) -> &[(Seat, Move)] {
        &self.queue[..usize::from(self.len)]
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [(Seat, Move)] {
        &mut self.queue[..usize::from(self.len)]
    }

    pub(super) fn of(&self, seat: Seat) -> Option<Move> {
        if !self.seats.contains(seat) {
            return None;
        }
        self.as_slice().iter().find(|order| order.0 == seat).map(|order| order.1)
    }

    /// Returns the seats that have ordered.
    pub(super) fn seats(&self) -> SeatSet {
        self.seats
    }

    /// Puts an order at the end of the queue and removes an earlier one of the seat.
    pub(super) fn put(&mut self, seat: Seat, mv: Move) {
        if self.seats.contains(seat) {
            let at = self.as_slice().iter().take_while(|order| order.0 != seat).count();
            // The old order moves to the end, where the new one overwrites it.
            self.as_mut_slice()[at..].rotate_left(1);
        } else {
            self.len += 1;
            self.seats.insert(seat);
        }
        if let Some(back) = self.as_mut_slice().last_mut() {
            *back = (seat, mv);
        }
    }

    /// Returns the orders of a seat's teammates.
    pub(super) fn of_mates(&self, seat: Seat) -> impl Iterator<Item = Move> {
        let mate = move |other: Seat| other != seat && Team::of(other) == Team::of(seat);
        self.as_slice().iter().filter(move |order| mate(order.0)).map(|order| order.1)
    }
}
