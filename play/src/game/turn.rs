//! Questions about a game that need nothing else.

use data::Game;
use rules::{END, Kind, LegalMove, Outcome, PASS, Played, Refusal, Seat, SeatSet, Table, Viewer, in_effect};

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
/// that cost the moving piece come last.
pub fn alike(mut moves: Vec<LegalMove>, typed: &str) -> Vec<String> {
    let squares: Vec<String> = typed
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|part| part.len() > 1)
        .map(ToOwned::to_owned)
        .collect();
    let likeness = |mv: &str| {
        let begins = mv.bytes().zip(typed.bytes()).take_while(|(a, b)| a == b).count();
        let about = squares.iter().filter(|square| mv.contains(square.as_str())).count();
        std::cmp::Reverse(about * 4 + begins)
    };
    moves.sort_by_cached_key(|offer| (likeness(&offer.notation), offer.dies));
    let mut alike: Vec<String> = moves.into_iter().map(|offer| offer.notation).take(SUGGESTIONS).collect();
    alike.sort();
    alike
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

/// Returns the entry of the record at which the newest turn starts. While secret orders are coming in, the turn before
/// counts, because players respond to that one.
#[must_use]
pub fn last_turn_begins(table: &Table, record: &[Played]) -> usize {
    let Some(last) = record.last().map(|played| played.turn) else { return 0 };
    let coming_in = table.kind().is_simultaneous() && last == table.turn();
    let first = if coming_in { last.saturating_sub(1) } else { last };
    record.iter().rposition(|played| played.turn < first).map_or(0, |at| at + 1)
}
