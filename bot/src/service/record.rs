//! The one way in which the record of a running game grows.

use data::{Game, OutboxKind, Time, Tx};
use rules::{Refusal, Seat, Viewer};

use super::{clockwork, offers, overdue, plans, suspension};
use crate::error::Error;

/// Enters something that happens at the table, with everything that follows from it.
pub(super) fn enter(tx: &Tx<'_>, game: &mut Game, seat: Seat, entry: &str, at: Time) -> Result<(), Error> {
    let stored = game.record.len();
    game.enter(seat, entry).map_err(anyhow::Error::from)?;
    commit(tx, game, stored, at)
}

/// Enters a move of the game, and nothing else that can stand in a record.
pub(super) fn play_move(game: &mut Game, seat: Seat, notation: &str) -> Result<(), Refusal> {
    rules::check_move(notation)?;
    game.enter(seat, notation).map(|_| ())
}

/// Writes what was entered into the record of `game` since it stood at `stored` entries, with everything that follows from
/// it, and queues what is to be told. What players have planned for it is played, too.
pub(super) fn commit(tx: &Tx<'_>, game: &mut Game, stored: usize, at: Time) -> Result<(), Error> {
    game.pass_forced();
    if game.record.len() == stored {
        return Ok(());
    }
    // Whoever plays does so in its channel.
    suspension::go_on(tx, game, at)?;
    // Nobody answers an offer by a move that they had planned before it was made.
    let chosen = stored..game.record.len();
    clockwork::follow(tx, game, stored, at)?;
    plans::follow(tx, game, stored, at)?;
    tx.append(game, at)?;
    tx.end_notifications(game, game.record[stored].turn, at)?;
    offers::follow(tx, game, chosen, at)?;
    if shows(game, stored) {
        tx.queue(game.id, game.table.ply(), OutboxKind::Board, at)?;
    }
    overdue::recount(tx, game, at)
}

/// Whether something has happened that everybody may know of and that the newest board does not tell.
pub(crate) fn is_undelivered(game: &Game) -> bool {
    game.board.is_none() || shows(game, game.board_ply as usize)
}

/// Whether everybody may know that something has happened since entry `stored`. A secret order that was changed must not
/// show, not even as an edit of the board that changes nothing.
fn shows(game: &Game, stored: usize) -> bool {
    game.record.get(stored..).unwrap_or_default().iter().any(|entry| {
        !entry.is_move() || entry.events.iter().any(|event| event.visible_to(Viewer::Public).is_some())
    })
}
