//! The events of a game of Stract, and who may know what of them (section 8 of the rules).

use crate::{Seat, Viewer, grid::Square};

use super::{
    moves::Move,
    piece::{Heap, Sight, Team},
};

/// Something that happens in a game of Stract.
///
/// The order of a turn's events depends on nothing hidden: spawns and moves come by tile, switches by arrival, clashes and
/// goals by tile.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A seat has ordered. Viewers of the other team see only the first order of a turn, and not what it is.
    Ordered {
        /// The seat that ordered.
        seat: Seat,
        /// The order, or `None` for viewers who may not know it.
        order: Option<Move>,
        /// Whether it replaces an earlier order of this turn.
        changed: bool,
    },
    /// All orders are given or the time is up, and the turn is carried out. The events of the turn follow.
    TurnBegan {
        /// The number of the turn, 1 for the first.
        turn: u8,
    },
    /// A piece came from the pool.
    Spawned {
        /// The piece, as the viewer sees it.
        piece: Sight,
        /// The tile it appeared on.
        at: Square,
    },
    /// A piece moved to another tile.
    Moved {
        /// The piece, as the viewer sees it.
        piece: Sight,
        /// The tile it left.
        from: Square,
        /// The tile it reached.
        to: Square,
    },
    /// An earth traded places with everything on another tile.
    Switched {
        /// The earth, as the viewer sees it.
        piece: Sight,
        /// The tile that the earth left, on which the others are now.
        from: Square,
        /// The tile that the earth reached.
        to: Square,
    },
    /// A switch did nothing. Only its team learns of it.
    Missed {
        /// The earth, as the viewer sees it.
        piece: Sight,
        /// The tile on which the earth was ordered.
        from: Square,
        /// The tile that it should have traded places with.
        to: Square,
        /// Whether another switch had carried the earth off before. Otherwise the other tile was empty.
        carried_off: bool,
    },
    /// Pieces met on a tile and fought.
    Clashed {
        /// The tile they met on.
        at: Square,
        /// All pieces that met.
        heap: Heap,
        /// The piece that is left, if any.
        survivor: Option<Sight>,
        /// The points that North and South got for it.
        points: [i32; 2],
    },
    /// A piece reached its goal row, scored [`GOAL_POINTS`](super::GOAL_POINTS) and went back to the pool.
    Scored {
        /// The piece, as the viewer sees it.
        piece: Sight,
        /// The tile in the goal row.
        at: Square,
    },
    /// The turn has ended.
    TurnEnded {
        /// The number of the turn, 1 for the first.
        turn: u8,
        /// The points of North and South before the turn.
        before: [i32; 2],
        /// The points of North and South now.
        points: [i32; 2],
    },
}

impl Event {
    /// Returns the part of the event that `to` may know, or `None` if `to` may not even know that it happened.
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
