//! Games whose channel is gone, or whose bot was removed.

use data::{Ending, Game, GameId, OfferKind, Payload, StoreError, Tx};
use jiff::Timestamp;

use super::{clocks, machines};

/// Suspends a game whose channel is gone; closes it if it is a lobby.
pub fn suspend(tx: &Tx<'_>, game: GameId, at: Timestamp) -> Result<(), StoreError> {
    tx.cancel_lobby(game, at)?;
    if !tx.suspend(game, at)? {
        return Ok(());
    }
    tx.drop_thoughts(game)?;
    // A stopped clock leads to no notification and no question.
    tx.drop_notifications(game, at)?;
    for offer in tx.open_offers(game)?.iter().filter(|offer| offer.kind == OfferKind::Overdue) {
        tx.close_offer(offer.id, Ending::Lapsed, at)?;
    }
    let mut stopped = tx.clocks(game, at)?;
    clocks::stop_all(tx, game, &mut stopped, at)
}

/// Resumes a suspended game where it is, since its channel is there after all.
pub fn resume(tx: &Tx<'_>, game: &mut Game, at: Timestamp) -> Result<(), StoreError> {
    if game.clocks.suspended.is_some() && tx.go_on(game.id)? {
        game.clocks.suspended = None;
        clocks::restart_all(tx, game, at)?;
        machines::follow(tx, game, at)?;
        tx.queue(game.id, &Payload::Refresh, at)?;
    }
    Ok(())
}
