//! Finds what a viewer has not seen yet: everything after their own last move.

use data::{Game, PersonId};
use rules::{Played, Viewer, are_in_effect};

use super::turn::{is_own_move, last_turn_begins};

/// The point in a game from which on a person is shown what happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Since {
    /// The person's last move.
    LastMove,
    /// The beginning of the newest turn. Nothing has happened since the person's last move.
    OwnTurn,
    /// The beginning of the newest turn. The person has not moved.
    NewestTurn,
}

/// Returns the entry of the record after a person's last move. For spectators, and for a player after whom nothing has happened
/// yet, that is the first entry of the newest turn.
#[must_use]
pub fn since_last_move(game: &Game, person: PersonId) -> (usize, Since) {
    let newest = || last_turn_begins(&game.table, &game.record);
    match after_own_move(game, person) {
        Some(since) if since < game.record.len() => (since, Since::LastMove),
        Some(_) => (newest(), Since::OwnTurn),
        None => (newest(), Since::NewestTurn),
    }
}

/// Returns the entry after a person's last move, which may not exist yet, or `None` if they have not moved.
///
/// Where all order at once, an order is carried out together with the others. That is why the turn of the last order that was carried
/// out is new to the player, too.
fn after_own_move(game: &Game, person: PersonId) -> Option<usize> {
    let (seats, in_effect) = (game.seats_of(person), are_in_effect(&game.record));
    let is_own = |at: &usize| {
        let entry = &game.record[*at];
        in_effect[*at] && seats.contains(entry.seat) && is_own_move(entry)
    };
    let mut own = (0..game.record.len()).rev().filter(is_own);
    if game.table.kind().is_simultaneous() {
        let carried_out = own.map(|at| game.record[at].turn).find(|&turn| turn < game.table.turn());
        return carried_out.map(|turn| turn_begins(&game.record, turn));
    }
    own.next().map(|at| at + 1)
}

/// Returns the first entry of a turn.
fn turn_begins(record: &[Played], turn: u32) -> usize {
    record.iter().rposition(|entry| entry.turn < turn).map_or(0, |at| at + 1)
}

/// Returns the first entry of the record that `to` has not seen on a board. On a board for everybody, that is the first one that
/// a player who is to move has not seen. In the middle of a player's turn there is no such entry.
#[must_use]
pub fn missed_by(game: &Game, to: Viewer) -> usize {
    let people = match to {
        Viewer::Seat(seat) => game.person_in(seat).into_iter().collect(),
        Viewer::Public | Viewer::Open => game.awaited(),
    };
    let newest = last_turn_begins(&game.table, &game.record);
    let since = people.into_iter().map(|person| after_own_move(game, person).unwrap_or(newest)).min();
    since.unwrap_or(newest)
}

#[cfg(test)]
mod tests {
    use rules::{BACK, Kind, Options, PASS, Seat, Table};

    use super::*;
    use crate::fixture;

    /// Returns a game in which these seats entered these notations.
    fn played(kind: Kind, seats: u8, entries: &[(u8, &str)]) -> Game {
        let mut table = Table::new(kind, &Options::new().with("players", i64::from(seats))).unwrap();
        let mut record = Vec::new();
        for &(seat, notation) in entries {
            record.push(table.enter(&record, Seat::new(seat).unwrap(), notation).unwrap());
        }
        Game { record, ..fixture::game(seats, seats.into(), table) }
    }

    fn since(game: &Game) -> Vec<usize> {
        let seats = game.table.game().seats();
        let people = (1..=seats).filter_map(|seat| game.person_in(Seat::new(seat)?));
        people.map(|person| since_last_move(game, person).0).collect()
    }

    #[test]
    fn missed_entries_follow_the_own_move() {
        let entries = [(1, "p@f4"), (2, "p@a1"), (1, "p@h8")];
        assert_eq!(since(&played(Kind::Protozoa, 2, &[])), [0, 0]);
        let one_move = played(Kind::Protozoa, 2, &entries[..1]);
        let reasons = [1, 2].map(|seat| {
            let person = one_move.person_in(Seat::new(seat).unwrap()).unwrap();
            since_last_move(&one_move, person).1
        });
        assert_eq!(reasons, [Since::OwnTurn, Since::NewestTurn]);
        assert_eq!(
            since(&played(Kind::Protozoa, 2, &entries[..1])),
            [0, 0],
            "one's own move, if it is the newest"
        );
        assert_eq!(since(&played(Kind::Protozoa, 2, &entries[..2])), [1, 1]);
        let game = played(Kind::Protozoa, 2, &entries);
        assert_eq!(since(&game), [2, 2]);
        let seats = [1, 2].map(|seat| missed_by(&game, Viewer::Seat(Seat::new(seat).unwrap())));
        assert_eq!(seats, [3, 2], "after the first seat's move nothing has happened yet");
        let back = format!("{BACK}1");
        let taken_back = [(1, "p@f4"), (2, "p@a1"), (1, &back), (2, "p@h8")];
        let game = played(Kind::Protozoa, 2, &taken_back);
        let first = game.person_in(Seat::FIRST).unwrap();
        assert_eq!(since_last_move(&game, first), (1, Since::LastMove));
        assert_eq!(missed_by(&game, Viewer::Public), 1, "the first seat is to move");
    }

    #[test]
    fn carried_out_orders_are_missed_with_their_turn() {
        let turn = [(1, "w+c8"), (2, PASS)];
        let game = played(Kind::Stract, 2, &[turn, turn.map(|(seat, _)| (seat, PASS))].concat());
        assert_eq!(since(&game), [2, 2]);
        let ordered = played(Kind::Stract, 2, &[turn[0], turn[1], (1, PASS)]);
        assert_eq!(since(&ordered), [0, 0], "the order of the new turn is not carried out yet");
        assert_eq!(missed_by(&ordered, Viewer::Public), 0);
    }
}
