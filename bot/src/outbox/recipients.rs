//! Chooses the players to notify of a board, and when.

use clock::{Control, later};
use data::{
    Game, GameId, MessageId, Notice, Notification, NotificationKind, Payload, Person, PersonId, StoreError,
    Tx,
};
use jiff::{SignedDuration, Timestamp};

/// A player who has acted so short a time ago sees what machines answer.
const PRESENT: SignedDuration = SignedDuration::from_mins(2);
/// When such a player is notified after all, if they have not moved.
const ABSENT: SignedDuration = SignedDuration::from_mins(10);

/// Returns the players whom a board concerns. While the game runs these are the players to move, except those who are skipped
/// again and again. After the end these are all players except the one whose own action ended the game. Machines are never
/// notified.
fn concerned(tx: &Tx<'_>, game: &Game) -> Result<Vec<PersonId>, StoreError> {
    if game.table.outcome().is_none() {
        let awaited = game.awaited().into_iter();
        return Ok(awaited.filter(|&person| !game.is_away(person) && !person.is_machine()).collect());
    }
    let ended_by = tx.ended_by(game.id, game.table.ply())?;
    let mut people = game.people();
    people.retain(|&person| Some(person) != ended_by && !person.is_former() && !person.is_machine());
    Ok(people)
}

/// Returns the players of a game with machines who have acted in the last two minutes, and so see what machines do. The end of a game of
/// several people may be the act of another person, so it concerns all who did not end it themselves.
fn present(tx: &Tx<'_>, game: &Game, at: Timestamp) -> Result<Vec<PersonId>, StoreError> {
    let people = game.people().into_iter().filter(|person| !person.is_machine()).count();
    if !game.has_machines() || (game.table.outcome().is_some() && people > 1) {
        return Ok(Vec::new());
    }
    let since = later(at, -PRESENT);
    let record = tx.record(game.id)?;
    let recent = record.iter().enumerate().rev().take_while(|(_, entry)| entry.at > since);
    let mut present: Vec<PersonId> =
        recent.filter_map(|(index, entry)| game.person_at(entry.seat, index)).collect();
    // The host has just started it.
    if let Some((started, host)) = tx.beginning(game.id)?
        && started > since
    {
        present.push(host);
    }
    present.retain(|person| !person.is_machine());
    Ok(present)
}

/// Returns the players whom the board post itself notifies.
pub(super) fn by_board(tx: &Tx<'_>, game: &Game, at: Timestamp) -> Result<Vec<PersonId>, StoreError> {
    let kind = match game.table.outcome() {
        Some(_) => NotificationKind::End,
        None => NotificationKind::Turn,
    };
    let mut notified = Vec::new();
    let present = present(tx, game, at)?;
    for person in concerned(tx, game)?.into_iter().filter(|person| !present.contains(person)) {
        let person = tx.person(person)?;
        if person.wants(kind) && !person.by_dm() && next_wake(&game.clocks.control, &person, at) == at {
            notified.push(person.person);
        }
    }
    Ok(notified)
}

/// Queues a notification for every other player to move whom `includes` accepts, due when they are awake, and for a player who was
/// there a moment ago, in ten minutes.
pub(super) fn queue_others(
    tx: &Tx<'_>,
    game: &Game,
    board: MessageId,
    includes: impl Fn(&PersonId) -> bool,
    by_board: &[PersonId],
    at: Timestamp,
) -> Result<(), StoreError> {
    let mut notified = by_board.to_vec();
    let present = present(tx, game, at)?;
    for seat in game.table.to_act().iter() {
        let person = game.person_in(seat).filter(|person| includes(person) && !notified.contains(person));
        let Some(person) = person.filter(|&person| !game.is_away(person) && !person.is_machine()) else {
            continue;
        };
        notified.push(person);
        let player = tx.person(person)?;
        if !player.wants(NotificationKind::Turn) {
            continue;
        }
        let soonest = if present.contains(&person) { later(at, ABSENT) } else { at };
        let due = next_wake(&game.clocks.control, &player, soonest);
        let notification = Notification { turn: game.table.turn(), seat: seat.index() as u8 };
        tx.queue_ping(game, notification, board, due)?;
    }
    Ok(())
}

/// Queues a notification of the game's end for everyone whom the last board post did not notify, due when they are awake.
pub(super) fn queue_end(
    tx: &Tx<'_>,
    game: &Game,
    board: MessageId,
    by_board: &[PersonId],
    at: Timestamp,
) -> Result<(), StoreError> {
    // A player who was there a moment ago sees how machines end the game.
    let mut notified = present(tx, game, at)?;
    notified.extend(by_board);
    for person in concerned(tx, game)?.into_iter().filter(|person| !notified.contains(person)) {
        let player = tx.person(person)?;
        if !player.wants(NotificationKind::End) {
            continue;
        }
        let due = next_wake(&game.clocks.control, &player, at);
        tx.queue(game.id, &Payload::Ended { person, board }, due)?;
    }
    Ok(())
}

/// Queues a private notice of the game's end for everyone, if the board of this ply is the last one and cannot be posted. The
/// channel may be gone, so a notice is the only way to reach them.
pub(super) fn queue_end_notices(
    tx: &Tx<'_>,
    game: GameId,
    ply: u32,
    at: Timestamp,
) -> Result<(), StoreError> {
    let game = match tx.open(game) {
        // The board may have been given up because the record is broken.
        Err(error) if error.is_broken_record() => return Ok(()),
        game => game?,
    };
    let shown = game.board.is_some() && game.board_ply >= game.table.ply();
    if game.table.outcome().is_none() || shown || ply != game.table.ply() {
        return Ok(());
    }
    for person in concerned(tx, &game)? {
        tx.queue_notice(game.id, person, Notice::Ended, at)?;
    }
    Ok(())
}

/// Returns the earliest time at which a player may be notified: now, or later if it is their night or weekend.
pub(super) fn next_wake(control: &Control, person: &Person, at: Timestamp) -> Timestamp {
    control.calendar(&person.hours).next_wake(at)
}
