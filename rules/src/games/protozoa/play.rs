//! Setup, legal moves, and what a turn does (sections 2 to 7 of the rules).

use crate::{Options, Seat, SeatSet, SetupError, danger::Danger, grid::Square};

use super::{
    about::ABOUT,
    board::{Pieces, Squares},
    moves::Move,
    piece::{PIECES_OF_A_SIZE, Piece, Size},
    position::{Protozoa, Record, Teams, partner},
    why::Why,
};

/// Something that happens in a game of Protozoa.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A piece was placed from the stash.
    Placed {
        /// The seat that placed it and owns it.
        seat: Seat,
        /// The size of the piece.
        size: Size,
        /// The square of the piece.
        at: Square,
    },
    /// A piece became one size bigger.
    Promoted {
        /// The seat that promoted it.
        seat: Seat,
        /// The owner of the piece: the seat itself or its partner.
        owner: Seat,
        /// The square of the piece.
        at: Square,
        /// The new size of the piece.
        to: Size,
    },
    /// A piece became one size smaller.
    Demoted {
        /// The seat that demoted it.
        seat: Seat,
        /// The owner of the piece: the seat itself or its partner.
        owner: Seat,
        /// The square of the piece.
        at: Square,
        /// The new size of the piece.
        to: Size,
    },
    /// A seat passed because it could do nothing.
    Passed {
        /// The seat that passed.
        seat: Seat,
    },
    /// Pieces died because they had too few or too many neighbours. The event holds all of this turn; at least one.
    Died {
        /// The pieces on their last squares.
        pieces: Pieces,
        /// All squares that held a piece just before.
        filled: Squares,
    },
    /// A side has a new record.
    Grown {
        /// The seats of the side.
        side: SeatSet,
        /// The value of its most valuable organism now.
        value: u32,
    },
    /// The turn of a seat that has left was skipped.
    Skipped {
        /// The seat that has left.
        seat: Seat,
    },
}

impl Protozoa {
    /// Returns the pieces of a seat's side that a single move of an opponent would kill. New pieces can appear anywhere, so no square
    /// is worth a mark for that.
    pub(super) fn dangers(&self, seat: Seat) -> Danger {
        let mut danger = Danger::default();
        let own = self.side(self.side_of(seat));
        for opponent in SeatSet::all(self.seats).without(own).iter() {
            let position = Protozoa { to_act: self.to_act.and(Some(opponent)), ..self.clone() };
            danger.look_at(
                &position,
                opponent,
                |_| None,
                |event, danger| {
                    if let Event::Died { pieces, .. } = event {
                        let lost = pieces.iter().filter(|(_, piece)| own.contains(piece.owner));
                        lost.for_each(|(at, _)| danger.threaten(at));
                    }
                },
            );
        }
        danger
    }

    pub(super) fn set_up(options: &Options) -> Result<Protozoa, SetupError> {
        // About::check has checked the ranges.
        let number = |name| ABOUT.int(options, name) as u8;
        let seats = ABOUT.players(options);
        let size = number("size");
        let teams = match ABOUT.text(options, "teams") {
            "own" => Teams::Own,
            "mixed" => Teams::Mixed,
            _ => Teams::None,
        };
        if teams != Teams::None && seats != 4 {
            return Err(SetupError::Clash("teams need four players".to_owned()));
        }
        let first = options.seat("first", seats)?;
        let mut game = Protozoa {
            pieces: start(size, seats, ABOUT.text(options, "start") == "pawns"),
            records: [Record::default(); 4],
            goal: u32::from(number("goal")),
            played: 0,
            limit: ABOUT.int(options, "rounds") as u32 * u32::from(seats),
            size,
            seats,
            teams,
            to_act: Some(first),
        };
        for side in 0..game.side_count() {
            game.records[side].value = game.largest_organism(side).1;
        }
        Ok(game)
    }

    /// Adds all legal moves of the seat to act.
    pub(super) fn add_moves(&self, seat: Seat, moves: &mut Vec<Move>) {
        let before = moves.len();
        let stash = self.stash(seat);
        let empty = self.empty_squares();
        for size in Size::ALL.into_iter().filter(|size| stash[size.index()] > 0) {
            moves.extend(empty.iter().map(|at| Move::Place { size, at }));
        }
        for owner in self.mutable_owners(seat).iter() {
            for at in self.pieces.of(owner).iter() {
                moves.extend(
                    self.mutation(seat, at, Size::bigger, Why::Biggest).map(|_| Move::Promote(at)).ok(),
                );
                moves.extend(
                    self.mutation(seat, at, Size::smaller, Why::Smallest).map(|_| Move::Demote(at)).ok(),
                );
            }
        }
        if moves.len() == before {
            moves.push(Move::Pass);
        }
    }

    /// Plays one turn of the seat to act: move, cull, burial, count and test. A refused move changes nothing.
    pub(super) fn take_turn(
        &mut self,
        seat: Seat,
        mv: Move,
        report: &mut dyn FnMut(Event),
    ) -> Result<(), Why> {
        let changed = match mv {
            Move::Place { size, at } => {
                self.check_place(seat, size, at)?;
                self.pieces.put(at, Piece { owner: seat, size });
                report(Event::Placed { seat, size, at });
                Some((at, seat))
            }
            Move::Promote(at) => {
                let Piece { owner, size: to } = self.mutation(seat, at, Size::bigger, Why::Biggest)?;
                self.mutate(at, owner, to);
                report(Event::Promoted { seat, owner, at, to });
                Some((at, owner))
            }
            Move::Demote(at) => {
                let Piece { owner, size: to } = self.mutation(seat, at, Size::smaller, Why::Smallest)?;
                self.mutate(at, owner, to);
                report(Event::Demoted { seat, owner, at, to });
                None
            }
            Move::Pass => {
                self.check_pass(seat)?;
                report(Event::Passed { seat });
                None
            }
        };
        // All pieces are judged before any of them is removed, so a dying piece still counts as a neighbour.
        let doomed = self.pieces.doomed();
        if !doomed.is_empty() {
            let filled = self.pieces.all();
            report(Event::Died { pieces: self.pieces.take(doomed), filled });
        }
        self.played += 1;
        if let Some((at, owner)) = changed {
            self.test_growth(at, owner, report);
        }
        self.pass_on(seat);
        Ok(())
    }

    /// Counts a turn without a move, a cull or a test.
    pub(super) fn count_turn(&mut self, seat: Seat) {
        self.played += 1;
        self.pass_on(seat);
    }

    /// Lets the next seat act, whether it has pieces on the board or not (R12).
    fn pass_on(&mut self, seat: Seat) {
        self.to_act = if self.ended().is_some() { None } else { Some(seat.next(self.seats)) };
    }

    /// Updates the record. Only the organism with the piece placed or promoted can have grown in this turn; all others have at
    /// most lost pieces (R10).
    fn test_growth(&mut self, at: Square, owner: Seat, report: &mut dyn FnMut(Event)) {
        let kin = self.kin(owner);
        let piece = Squares::one(at);
        if (kin & piece).is_empty() {
            return;
        }
        let value = self.pieces.value(Pieces::connected(piece, kin));
        let side = self.side_of(owner);
        if value > self.records[side].value {
            self.records[side] = Record { value, turn: self.played };
            report(Event::Grown { side: self.side(side), value });
        }
    }

    pub(super) fn empty_squares(&self) -> Squares {
        Squares::board(self.size).without(self.pieces.all())
    }

    /// Returns the seats whose pieces `seat` may promote and demote: itself and, in a team game, its partner (R17).
    fn mutable_owners(&self, seat: Seat) -> SeatSet {
        self.side(self.side_of(seat))
    }

    fn has_in_stash(&self, owner: Seat, size: Size) -> bool {
        self.pieces.count(owner, size) < PIECES_OF_A_SIZE
    }

    fn check_place(&self, seat: Seat, size: Size, at: Square) -> Result<(), Why> {
        if !self.on_board(at) {
            Err(Why::OffBoard(at))
        } else if !(self.pieces.all() & Squares::one(at)).is_empty() {
            Err(Why::Occupied(at))
        } else if !self.has_in_stash(seat, size) {
            Err(Why::NoneLeft(size))
        } else {
            Ok(())
        }
    }

    /// Returns the piece that a promotion or demotion on `at` would put there.
    fn mutation(
        &self,
        seat: Seat,
        at: Square,
        step: fn(Size) -> Option<Size>,
        last: Why,
    ) -> Result<Piece, Why> {
        if !self.on_board(at) {
            return Err(Why::OffBoard(at));
        }
        let Piece { owner, size } = self.pieces.get(at).ok_or(Why::Empty(at))?;
        let allied = owner == seat || (self.teams != Teams::None && owner == partner(seat));
        if !allied {
            return Err(Why::NotYours(at));
        }
        let to = step(size).ok_or(last)?;
        if self.has_in_stash(owner, to) { Ok(Piece { owner, size: to }) } else { Err(Why::NothingToSwap(to)) }
    }

    fn mutate(&mut self, at: Square, owner: Seat, size: Size) {
        self.pieces.take(Squares::one(at));
        self.pieces.put(at, Piece { owner, size });
    }

    fn check_pass(&self, seat: Seat) -> Result<(), Why> {
        let mut moves = Vec::new();
        self.add_moves(seat, &mut moves);
        if moves == [Move::Pass] { Ok(()) } else { Err(Why::MustMove) }
    }
}

/// Returns the pieces at the start (section 2, R1).
fn start(size: u8, seats: u8, pawns: bool) -> Pieces {
    let (x, y) = (size / 2 - 1, size / 2 - 1);
    let mut pieces = Pieces::default();
    let mut put = |col, row, seat: u8, size| {
        if let Some(owner) = Seat::new(seat) {
            pieces.put(Square::new(col, row), Piece { owner, size });
        }
    };
    if seats == 3 {
        let ring = [(x - 1, y), (x, y + 1), (x + 1, y + 1), (x + 2, y), (x + 1, y - 1), (x, y - 1)];
        for ((col, row), seat) in ring.into_iter().zip([1, 2, 3, 1, 2, 3]) {
            put(col, row, seat, Size::Pawn);
        }
    } else {
        let owners = if seats == 2 { [1, 2, 1, 2] } else { [1, 2, 3, 4] };
        let centre = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
        for ((col, row), seat) in centre.into_iter().zip(owners) {
            put(col, row, seat, if pawns { Size::Pawn } else { Size::Drone });
        }
    }
    pieces
}
