//! What happens in a game of Stract, and who may know what of it (section 8 of the rules).

use crate::{Seat, Viewer, grid::Square};

use super::{Heap, Move, Sight, Team};

/// Something that happened. The events of a turn come in an order that nothing hidden has a part in: spawns and moves by tile,
/// switches by arrival, clashes and goals by tile.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A seat has ordered. Who is not of its team learns this of its first order in a turn, and no more.
    Ordered {
        /// Which seat.
        seat: Seat,
        /// The order; `None` for those who may not know.
        order: Option<Move>,
        /// Whether it takes the place of another order.
        changed: bool,
    },
    /// All orders are given, or the time is up: the turn is carried out. What happens in it follows.
    TurnBegan {
        /// The number of the turn, 1 for the first.
        turn: u8,
    },
    /// A piece came from the pool.
    Spawned {
        /// The piece.
        piece: Sight,
        /// Where.
        at: Square,
    },
    /// A piece went to another tile.
    Moved {
        /// The piece.
        piece: Sight,
        /// Where it stood.
        from: Square,
        /// Where it went.
        to: Square,
    },
    /// An earth traded places with everything on a tile.
    Switched {
        /// The earth.
        piece: Sight,
        /// Where it stood, and where the others are now.
        from: Square,
        /// Where it is now.
        to: Square,
    },
    /// A switch did nothing. Only its team learns of it.
    Missed {
        /// The earth.
        piece: Sight,
        /// Where it was ordered.
        from: Square,
        /// The tile it should have traded places with.
        to: Square,
        /// Whether another switch had carried the earth off before; else there was nothing on the tile.
        carried_off: bool,
    },
    /// Pieces met on a tile.
    Clashed {
        /// Where.
        at: Square,
        /// All that met.
        heap: Heap,
        /// The one that is left, if any.
        survivor: Option<Sight>,
        /// What North and South got for it.
        points: [i32; 2],
    },
    /// A piece reached its goal row, for [`GOAL_POINTS`](super::GOAL_POINTS), and went back to the pool.
    Scored {
        /// The piece.
        piece: Sight,
        /// Where.
        at: Square,
    },
    /// The turn is over.
    TurnEnded {
        /// The number of the turn, 1 for the first.
        turn: u8,
        /// The points of North and South before.
        before: [i32; 2],
        /// Their points now.
        points: [i32; 2],
    },
}

impl Event {
    /// What `to` may know of it; `None` when not even that it happened.
    pub(super) fn seen_by(&self, to: Viewer) -> Option<Event> {
        let team = Team::looking(to);
        let own = |other: Team| team == Some(other);
        Some(match *self {
            _ if to == Viewer::Open => self.clone(),
            Event::Ordered { seat, .. } if own(Team::of(seat)) => self.clone(),
            Event::Ordered { changed: true, .. } => return None,
            Event::Ordered { seat, changed: false, .. } => {
                Event::Ordered { seat, order: None, changed: false }
            }
            Event::Missed { piece, .. } => return own(piece.team).then(|| self.clone()),
            Event::Spawned { piece, at } => Event::Spawned { piece: piece.seen_by(team), at },
            Event::Moved { piece, from, to } => Event::Moved { piece: piece.seen_by(team), from, to },
            Event::Switched { piece, from, to } => Event::Switched { piece: piece.seen_by(team), from, to },
            Event::Clashed { at, heap, survivor, points } => Event::Clashed {
                at,
                heap: heap.seen_by(team),
                survivor: survivor.map(|piece| piece.seen_by(team)),
                points,
            },
            Event::Scored { piece, at } => Event::Scored { piece: piece.seen_by(team), at },
            Event::TurnBegan { .. } | Event::TurnEnded { .. } => self.clone(),
        })
    }
}
