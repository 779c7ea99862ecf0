//! Questions about a game that need nothing else.

use std::{cmp::Reverse, collections::HashMap};

use data::Game;
use rules::{
    END, Kind, LegalMove, Outcome, PASS, Played, Refusal, Seat, SeatSet, Step, Table, Viewer, Word, in_effect,
};

/// The most legal moves that a refusal names.
const SUGGESTIONS: usize = 8;

/// Returns the first of these seats for which the move is legal, or the first seat if it is legal for none.
pub fn seat_for(table: &Table, seats: &[Seat], notation: &str) -> Option<Seat> {
    if let [only] = seats {
        return Some(*only);
    }
    let legal_for = |seat: &&Seat| table.legal(**seat).iter().any(|legal| legal == notation);
    seats.iter().find(legal_for).or(seats.first()).copied()
}

/// Returns whether everybody may see every move at once: there are no secret orders and no hidden pieces.
pub fn all_is_open(kind: Kind) -> bool {
    !kind.is_simultaneous() && !kind.has_secrets()
}

/// Returns the outcome if these moves of `seat` end the game, other moves would not have, and the seat's side does not simply win.
/// A game with secret orders never asks: the question would reveal the other orders.
pub fn regrettable_end(before: &Table, after: &Table, seat: Seat, notations: &[&str]) -> Option<Outcome> {
    let outcome = after.outcome()?;
    if after.kind().is_simultaneous() || before.legal(seat).len() == 1 {
        return None;
    }
    let side = after.game().sides().into_iter().find(|side| side.contains(seat)).unwrap_or_default();
    let won = outcome.ranking.groups().first().is_some_and(|first| first.without(side).is_empty());
    let gave_up_acting = notations.last().is_some_and(|&last| last == PASS || last == END);
    (!won || gave_up_acting).then_some(outcome)
}

/// Returns what the end of a turn gives up, such as `2 points are lost`.
pub fn given_up(end: &LegalMove) -> Option<&str> {
    end.words.split("; ").nth(1).filter(|_| end.notation == END)
}

/// Returns up to eight notations that resemble a typed text: those about the same squares first, then those that begin alike. Moves
/// that cost the moving piece come last. Among moves that resemble the text equally, every kind of move comes in turn, since a
/// game can have dozens of one kind.
pub fn alike(moves: Vec<LegalMove>, typed: &str) -> Vec<String> {
    let squares: Vec<String> = typed
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| part.len() > 1)
        .map(ToOwned::to_owned)
        .collect();
    let likeness = |mv: &str| {
        let begins = mv.bytes().zip(typed.bytes()).take_while(|(a, b)| a == b).count();
        let about = squares.iter().filter(|square| mv.contains(square.as_str())).count();
        Reverse(about * 4 + begins)
    };
    let mut before: HashMap<(Reverse<usize>, bool, Option<Word>), usize> = HashMap::new();
    let mut ranked = Vec::with_capacity(moves.len());
    for offer in moves {
        let (likeness, kind) = (likeness(&offer.notation), kind_of(&offer));
        let same = before.entry((likeness, offer.dies, kind)).or_default();
        ranked.push((likeness, offer.dies, *same, offer.notation));
        *same += 1;
    }
    ranked.sort_by_key(|&(likeness, dies, same, _)| (likeness, dies, same));
    let mut alike: Vec<String> =
        ranked.into_iter().map(|(.., notation)| notation).take(SUGGESTIONS).collect();
    alike.sort();
    alike
}

/// Returns the first choice that leads to a move, or `None` if it is a square.
fn kind_of(offer: &LegalMove) -> Option<Word> {
    offer.path.first().and_then(|choice| match choice.step {
        Step::Kind(word) | Step::Do(word) => Some(word),
        Step::From(_) | Step::To(_) => None,
    })
}

/// Returns whether the player chose this entry; a forced pass is not chosen.
pub fn is_own_move(entry: &Played) -> bool {
    entry.is_move() && !entry.forced
}

/// Returns whether every seat in the game has made a move that was not taken back. With secret orders it returns whether a turn has
/// ended, since nobody may learn who has ordered.
pub fn everybody_has_moved(game: &Game) -> bool {
    if game.table.kind().is_simultaneous() {
        return game.table.turn() > 0;
    }
    let moves = in_effect(&game.record).into_iter().filter(|entry| is_own_move(entry));
    let moved: SeatSet = moves.map(|entry| entry.seat).collect();
    game.table.here().without(moved).is_empty()
}

/// Enters a move. Other entries of a record, such as a resignation, are rejected as unknown notation.
pub fn play_move(game: &mut Game, seat: Seat, notation: &str) -> Result<(), Refusal> {
    rules::check_move(notation)?;
    game.enter(seat, notation).map(|_| ())
}

/// Returns whether something public has happened that the newest board post does not show.
pub fn is_undelivered(game: &Game) -> bool {
    game.board.is_none() || is_public(game, game.board_ply as usize)
}

/// Returns whether an entry from `stored` on is public. A changed secret order is not: not even an edit that changes nothing may
/// reveal it.
pub fn is_public(game: &Game, stored: usize) -> bool {
    game.record.get(stored..).unwrap_or_default().iter().any(|entry| {
        !entry.is_move() || entry.events.iter().any(|event| event.visible_to(Viewer::Public).is_some())
    })
}

/// Returns whether players can plan ahead. With simultaneous orders there is nothing to reply to, and with secrets a plan would
/// reveal what the others can play.
pub fn can_plan(kind: Kind) -> bool {
    all_is_open(kind)
}

/// Returns whether a plan can pass for a player in every turn until something happens.
pub fn can_pass_ahead(kind: Kind) -> bool {
    can_plan(kind) && kind.can_wait()
}

/// Returns the legal moves of a seat in any of these positions, each with the first position that it is legal in.
pub fn moves_in(seat: Seat, tables: &[Table]) -> Vec<(LegalMove, &Table)> {
    let mut moves: Vec<(LegalMove, &Table)> = Vec::new();
    for table in tables {
        let unseen = |notation: &String| moves.iter().all(|(legal_move, _)| legal_move.notation != *notation);
        // Words for every move are more work than the moves.
        if table.legal(seat).iter().any(unseen) {
            let further =
                table.legal_moves(seat).into_iter().filter(|legal_move| unseen(&legal_move.notation));
            let further: Vec<(LegalMove, &Table)> = further.map(|legal_move| (legal_move, table)).collect();
            moves.extend(further);
        }
    }
    moves
}

/// Returns the entry of the record at which the newest turn starts. If a seat has just had several turns in a row, these count as
/// one, because the others respond to all of them. While secret orders are coming in, the turn before counts for the same reason.
#[must_use]
pub fn last_turn_begins(table: &Table, record: &[Played]) -> usize {
    let Some(last) = record.last() else { return 0 };
    let begins = |turn| record.iter().rposition(|played| played.turn < turn).map_or(0, |at| at + 1);
    if table.kind().is_simultaneous() {
        let coming_in = last.turn == table.turn();
        return begins(if coming_in { last.turn.saturating_sub(1) } else { last.turn });
    }
    let others = record[..begins(last.turn)].iter().rposition(|played| played.seat != last.seat);
    others.map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use rules::Options;

    use super::*;

    /// Plays a move of the seat to act: a step up if there is one, otherwise the end of the turn, otherwise any move.
    fn climb(table: &mut Table) -> Played {
        let seat = table.to_act().first().unwrap();
        let legal = table.legal_moves(seat);
        let is_step = |offer: &&LegalMove| offer.words.starts_with("step up");
        let up = legal.iter().find(is_step).or(legal.iter().find(|offer| offer.notation == END));
        let notation = up.unwrap_or(&legal[0]).notation.clone();
        table.play(seat, &notation).unwrap()
    }

    #[test]
    fn suggestions_show_every_kind_of_move() {
        let mut table = Table::new(Kind::Semiosphere, &Options::new()).unwrap();
        (0..3).for_each(|_| drop(climb(&mut table)));
        let moves = table.legal_moves(table.to_act().first().unwrap());
        let found = alike(moves, "z99");
        assert_eq!(found.len(), SUGGESTIONS, "{found:?}");
        let steps = found.iter().filter(|notation| notation.len() == 2).count();
        assert!(steps > 0, "{found:?}");
        for start in ["+", "drop", "end"] {
            assert!(found.iter().any(|notation| notation.starts_with(start)), "{start} of {found:?}");
        }
    }

    #[test]
    fn turns_in_a_row_count_as_one() {
        let mut table = Table::new(Kind::Semiosphere, &Options::new().with("preset", "balanced")).unwrap();
        let (mut record, mut longest) = (Vec::<Played>::new(), 0);
        while record.len() < 20 {
            record.push(climb(&mut table));
            let begins = last_turn_begins(&table, &record);
            let (before, last) = record.split_at(begins);
            assert!(last.iter().all(|played| played.seat == last[0].seat));
            assert!(before.last().is_none_or(|played| played.seat != last[0].seat));
            longest = longest.max(last[last.len() - 1].turn - last[0].turn);
        }
        assert_eq!(longest, 1, "a seat has two turns in a row");
    }
}
