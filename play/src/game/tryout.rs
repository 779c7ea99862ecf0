//! The position of a try-out board, on which one person plays all seats.

use data::{Sketch, SketchMove};
use rules::{AnyEvent, Kind, ParseError, Played, Refusal, SKIP, Seat, SeatSet, Table, check_move, in_effect};

use super::turn::last_turn_begins;

/// The entry of a try-out board that carries out the orders of a turn, where all seats order at once. It names any seat. No
/// move of a game begins with `!`.
pub const CARRY_OUT: &str = "!carry";

/// The entry of a try-out board that lets the next seat move instead.
pub const OTHER_SIDE: &str = "!other";

/// The most moves of a try-out board.
pub const MOST_MOVES: usize = 300;

/// A try-out board after some moves.
///
/// Where all seats order at once, the order that completes a turn is held back until the player wants it to be carried out.
#[derive(Clone, Debug)]
pub struct Tryout {
    /// The position, in which nobody has left.
    pub table: Table,
    /// The moves so far with what happened, and the passes of seats that could do nothing else.
    pub record: Vec<Played>,
    /// The order that completes the turn and is not carried out yet.
    pub held: Option<(Seat, String)>,
}

impl Tryout {
    /// Returns the board at a position text, before any move.
    ///
    /// # Errors
    /// [`ParseError`] if no position of the game is written like this.
    pub fn new(kind: Kind, start: &str) -> Result<Tryout, ParseError> {
        let mut board = Tryout { table: Table::from(kind.read(start)?), record: Vec::new(), held: None };
        board.pass_forced();
        Ok(board)
    }

    /// Returns the board after the first `ply` moves of a sketch. It ends before a move that the rules no longer allow, and the
    /// number of moves that it has comes with it.
    ///
    /// # Errors
    /// [`ParseError`] if the rules no longer read its first position.
    pub fn of(sketch: &Sketch) -> Result<(Tryout, u32), ParseError> {
        let mut board = Tryout::new(sketch.kind, &sketch.start)?;
        let moves = sketch.moves.iter().take(sketch.ply as usize);
        let played = moves.take_while(|mv| board.enter(mv).is_ok()).count();
        Ok((board, played as u32))
    }

    /// Returns the seat that the next move is for: the one to move, or the first one without an order. `None` if all have ordered
    /// or the game is over.
    pub fn next_seat(&self) -> Option<Seat> {
        let held = self.held.iter().map(|(seat, _)| *seat).collect();
        self.table.to_act().without(held).first()
    }

    /// Returns whether orders wait to be carried out, or could be given.
    pub fn can_carry_out(&self) -> bool {
        self.table.kind().is_simultaneous() && !self.table.to_act().is_empty()
    }

    /// Returns whether the next seat can move instead. Where all order at once, the last seat without an order cannot be left out,
    /// because carrying out does that.
    pub fn can_change_sides(&self) -> bool {
        let Some(seat) = self.next_seat() else { return false };
        let others = self.table.to_act().without(SeatSet::one(seat));
        match self.table.kind().is_simultaneous() {
            true => self.held.is_none() && others.first().is_some(),
            false => self.table.can_pass_over(seat),
        }
    }

    /// Returns the orders of the open turn, in the order in which they were given.
    pub fn orders(&self) -> Vec<(Seat, &str)> {
        if !self.can_carry_out() {
            return Vec::new();
        }
        let turn = self.table.turn();
        let open = self.record.iter().filter(|played| played.turn == turn);
        let mut orders: Vec<(Seat, &str)> = Vec::new();
        let held = self.held.iter().map(|(seat, notation)| (*seat, notation.as_str()));
        for (seat, notation) in open.map(|played| (played.seat, played.notation.as_str())).chain(held) {
            orders.retain(|(other, _)| *other != seat);
            orders.push((seat, notation));
        }
        orders.retain(|(_, notation)| *notation != SKIP);
        orders
    }

    /// Returns the events of the last turn, which a picture marks.
    pub fn last_turn(&self) -> Vec<AnyEvent> {
        let played = &self.record[last_turn_begins(&self.table, &self.record)..];
        played.iter().flat_map(|played| played.events.iter().cloned()).collect()
    }

    /// Makes a move for a seat, gives an order, lets the next seat move instead ([`OTHER_SIDE`]), or carries orders out
    /// ([`CARRY_OUT`]).
    ///
    /// # Errors
    /// [`Refusal`] says why not. Nothing changes then.
    pub fn enter(&mut self, mv: &SketchMove) -> Result<(), Refusal> {
        let SketchMove { seat, notation } = mv;
        if notation == CARRY_OUT && self.can_carry_out() {
            return self.carry_out();
        }
        if notation == OTHER_SIDE && self.next_seat() == Some(*seat) && self.can_change_sides() {
            self.record.push(self.table.pass_over(*seat)?);
            self.pass_forced();
            return Ok(());
        }
        check_move(notation)?;
        let completes = self.table.to_act() == SeatSet::one(*seat);
        if self.table.kind().is_simultaneous() && completes {
            // A copy shows whether the rules accept the order.
            self.table.clone().play(*seat, notation)?;
            self.held = Some((*seat, notation.clone()));
            return Ok(());
        }
        self.record.push(self.table.play(*seat, notation)?);
        // Another order of the same team can use up the piece that the held order needs.
        if let Some((seat, notation)) = &self.held
            && self.table.clone().play(*seat, notation).is_err()
        {
            self.held = None;
        }
        self.pass_forced();
        Ok(())
    }

    /// Carries out the orders of the open turn. Seats without an order do nothing.
    fn carry_out(&mut self) -> Result<(), Refusal> {
        let turn = self.table.turn();
        if let Some((seat, notation)) = self.held.take() {
            self.record.push(self.table.play(seat, &notation)?);
        }
        while self.table.turn() == turn
            && let Some(seat) = self.table.to_act().first()
        {
            self.record.push(self.table.play(seat, SKIP)?);
        }
        Ok(())
    }

    fn pass_forced(&mut self) {
        let record = &mut self.record;
        self.table.pass_forced(|_, played| record.push(played));
    }
}

/// Returns the position text and the moves that lead from there to the end of a record, so that a try-out board can step back
/// through the game. It begins after the last entry that is not a move, such as a skipped turn.
///
/// # Errors
/// [`Refusal`] if the rules refuse an entry that they accepted before.
pub fn steps_of(start: &Table, record: &[Played]) -> Result<(String, Vec<SketchMove>), Refusal> {
    let mut table = start.clone();
    // These count turns without those that were taken back.
    let mut entries = Vec::new();
    for entry in in_effect(record) {
        entries.push(table.play(entry.seat, &entry.notation)?);
    }
    let simultaneous = start.kind().is_simultaneous();
    let begins = entries.iter().rposition(|entry| !entry.is_move()).map_or(0, |last| last + 1);
    let mut begins = begins.max(entries.len().saturating_sub(MOST_MOVES / 2));
    // A turn of orders is never cut.
    while simultaneous
        && begins > 0
        && begins < entries.len()
        && entries[begins - 1].turn == entries[begins].turn
    {
        begins += 1;
    }
    let mut first = start.clone();
    for entry in &entries[..begins] {
        first.play(entry.seat, &entry.notation)?;
    }
    let position = first.game().position();
    let mut moves = Vec::new();
    for turn in entries[begins..].chunk_by(|a, b| a.turn == b.turn) {
        let own = turn.iter().filter(|entry| !entry.forced);
        moves.extend(own.map(|entry| SketchMove { seat: entry.seat, notation: entry.notation.clone() }));
        if simultaneous && turn[0].turn < table.turn() {
            moves.push(SketchMove { seat: turn[0].seat, notation: CARRY_OUT.to_owned() });
        }
    }
    // The table skips seats that have left, and a try-out board does not.
    let mut board = Tryout::new(start.kind(), &position);
    let leads_there = board.as_mut().is_ok_and(|board| {
        moves.iter().all(|mv| board.enter(mv).is_ok())
            && board.table.game().position() == table.game().position()
    });
    Ok(if leads_there { (position, moves) } else { (table.game().position(), Vec::new()) })
}

#[cfg(test)]
mod tests {
    use rules::{Options, PASS, RESIGN};

    use super::*;
    use crate::fixture::chance;

    fn mv(seat: Seat, notation: &str) -> SketchMove {
        SketchMove { seat, notation: notation.to_owned() }
    }

    fn new(kind: Kind, options: &Options) -> Tryout {
        Tryout::new(kind, &kind.new_game(options).unwrap().position()).unwrap()
    }

    /// Plays a random move, or carries orders out if all have ordered. Returns it, or `None` if the game is over.
    fn any_move(board: &mut Tryout, chance: &mut impl FnMut(usize) -> usize) -> Option<SketchMove> {
        let next = match board.next_seat() {
            Some(seat) => {
                let legal = board.table.legal(seat);
                mv(seat, &legal[chance(legal.len())])
            }
            None if board.can_carry_out() => mv(Seat::FIRST, CARRY_OUT),
            None => return None,
        };
        board.enter(&next).unwrap();
        Some(next)
    }

    #[test]
    fn moves_can_be_undone_and_redone() {
        let mut chance = chance(7);
        for &kind in Kind::ALL {
            let first = new(kind, &Options::new());
            let mut board = first.clone();
            let mut positions = vec![board.table.clone()];
            let mut moves = Vec::new();
            while moves.len() < 40
                && let Some(next) = any_move(&mut board, &mut chance)
            {
                moves.push(next);
                positions.push(board.table.clone());
            }
            let sketch = Sketch {
                person: 1.into(),
                kind,
                start: first.table.game().position(),
                moves,
                ply: 0,
                posted: false,
                purpose: data::Purpose::Tryout,
            };
            for (ply, table) in positions.iter().enumerate() {
                let (again, played) = Tryout::of(&Sketch { ply: ply as u32, ..sketch.clone() }).unwrap();
                assert_eq!(played as usize, ply, "{kind}");
                assert_eq!(&again.table, table, "{kind} after {ply} moves");
            }
        }
    }

    #[test]
    fn next_seat_can_move_instead() {
        for &kind in Kind::ALL {
            let mut chance = chance(3);
            let mut board = new(kind, &Options::new());
            // Some games place pieces first, which nobody can leave out.
            while !board.can_change_sides() {
                any_move(&mut board, &mut chance).unwrap();
            }
            let before = board.clone();
            let first = board.next_seat().unwrap();
            board.enter(&mv(first, OTHER_SIDE)).unwrap();
            let other = board.next_seat().unwrap();
            assert_ne!(other, first, "{kind}");
            assert!(board.orders().is_empty() && board.record.len() > before.record.len(), "{kind}");
            assert!(board.enter(&mv(first, OTHER_SIDE)).is_err(), "{kind}: the button of another seat");
            let next = board.table.legal(other)[0].clone();
            board.enter(&mv(other, &next)).unwrap();
            assert!(board.table.outcome().is_none(), "{kind}");
            let sketch = Sketch {
                person: 1.into(),
                kind,
                start: before.table.game().position(),
                moves: vec![mv(first, OTHER_SIDE), mv(other, &next)],
                ply: 2,
                posted: false,
                purpose: data::Purpose::Tryout,
            };
            let (again, played) = Tryout::of(&sketch).unwrap();
            assert_eq!(played, 2, "{kind}");
            assert_eq!(again.table.game().position(), board.table.game().position(), "{kind}");
        }
        let mut board = new(Kind::Stract, &Options::new());
        let seats: Vec<Seat> = board.table.to_act().iter().collect();
        board.enter(&mv(seats[0], OTHER_SIDE)).unwrap();
        assert!(!board.can_change_sides(), "the last seat is left out by carrying out");
        board.enter(&mv(Seat::FIRST, CARRY_OUT)).unwrap();
        assert_eq!(board.table.turn(), 1);
    }

    #[test]
    fn refused_move_changes_nothing() {
        let mut board = new(Kind::Protozoa, &Options::new());
        let before = board.table.clone();
        for notation in ["p@z9", "x", RESIGN, CARRY_OUT, "!back 0"] {
            board.enter(&mv(Seat::FIRST, notation)).unwrap_err();
        }
        board.enter(&mv(Seat::FIRST.next(2), "p@a1")).unwrap_err();
        assert_eq!(board.table, before);
    }

    #[test]
    fn orders_wait_until_they_are_carried_out() {
        let [blue, orange] = [Seat::FIRST, Seat::FIRST.next(2)];
        let mut board = new(Kind::Stract, &Options::new());
        assert_eq!(board.next_seat(), Some(blue));
        board.enter(&mv(blue, "w+c8")).unwrap();
        assert_eq!((board.next_seat(), board.orders()), (Some(orange), vec![(blue, "w+c8")]));
        board.enter(&mv(orange, "f+d1")).unwrap();
        assert_eq!((board.next_seat(), board.table.turn()), (None, 0), "nothing is carried out yet");
        assert_eq!(board.orders(), [(blue, "w+c8"), (orange, "f+d1")]);
        // A changed order goes to the end of the queue of the table, and the held one stays.
        board.enter(&mv(blue, PASS)).unwrap();
        assert_eq!(board.orders(), [(blue, PASS), (orange, "f+d1")]);
        board.enter(&mv(blue, CARRY_OUT)).unwrap();
        assert_eq!((board.table.turn(), board.orders(), board.next_seat()), (1, vec![], Some(blue)));
        // A turn without orders passes.
        board.enter(&mv(blue, CARRY_OUT)).unwrap();
        assert_eq!(board.table.turn(), 2);
    }

    #[test]
    fn steps_lead_back_through_a_game() {
        let mut chance = chance(3);
        for &kind in Kind::ALL {
            let start = Table::new(kind, &Options::new()).unwrap();
            let (mut table, mut record) = (start.clone(), Vec::new());
            for _ in 0..25 {
                let Some(seat) = table.to_act().first() else { break };
                let legal = table.legal(seat);
                record.push(table.play(seat, &legal[chance(legal.len())]).unwrap());
                let (position, moves) = steps_of(&start, &record).unwrap();
                assert_eq!(position, start.game().position(), "{kind}");
                let mut board = Tryout::new(kind, &position).unwrap();
                moves.iter().for_each(|mv| board.enter(mv).unwrap());
                assert_eq!(board.table.game(), table.game(), "{kind}");
                let own = record.iter().filter(|entry| !entry.forced).count();
                assert!(moves.len() >= own, "{kind}: each move is a step");
            }
        }
    }

    #[test]
    fn steps_leave_out_what_was_taken_back() {
        let start = Table::new(Kind::Stract, &Options::new()).unwrap();
        let (mut table, mut record) = (start.clone(), Vec::new());
        for notation in ["w+c8", "f+d1", "!back 0", PASS, PASS, "w+c8"] {
            let seat = table.to_act().first().unwrap();
            let played = table.enter(&record, seat, notation).unwrap();
            record.push(played);
        }
        let (position, moves) = steps_of(&start, &record).unwrap();
        assert_eq!(position, start.game().position());
        let notations: Vec<&str> = moves.iter().map(|mv| mv.notation.as_str()).collect();
        assert_eq!(notations, [PASS, PASS, CARRY_OUT, "w+c8"]);
    }

    #[test]
    fn steps_begin_after_a_skipped_turn() {
        let start = Table::new(Kind::Stract, &Options::new()).unwrap();
        let (mut table, mut record) = (start.clone(), Vec::new());
        for notation in ["w+c8", "f+d1", SKIP, PASS, PASS, PASS] {
            let seat = table.to_act().first().unwrap();
            record.push(table.play(seat, notation).unwrap());
        }
        let (position, moves) = steps_of(&start, &record).unwrap();
        assert_ne!(position, start.game().position());
        let turn = [mv(Seat::FIRST, PASS), mv(Seat::FIRST.next(2), PASS), mv(Seat::FIRST, CARRY_OUT)];
        assert_eq!(moves, turn);
    }
}
