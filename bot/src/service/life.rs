//! What happens to a game besides moves.

use data::{GameId, GameState};
use rules::{RESIGN, Seat};

use super::{Asker, Service, done, play::game_here, record::commit};
use crate::{posts, text, trouble::Trouble, view::Answer};

impl Service {
    /// Asks a player whether they really want to resign the game of this channel.
    ///
    /// # Errors
    /// When there is no game or the asker does not play in it.
    pub async fn ask_resign(&self, asker: &Asker) -> Result<Answer, Trouble> {
        let asker = *asker;
        self.store
            .read(move |tx| {
                let game = tx.open(game_here(tx, &asker)?)?;
                let seats = game.seats_of(asker.person).without(game.table.left());
                if seats.is_empty() {
                    return Err(Trouble::asker(text::stranger(&game)));
                }
                Ok(Answer::Whisper(posts::ask_resign(&game)))
            })
            .await
    }

    /// Takes all seats of the asker out of a game, for good.
    ///
    /// # Errors
    /// When the game is over or the asker does not play in it (any more).
    pub async fn resign(&self, asker: &Asker, id: GameId) -> Result<Answer, Trouble> {
        let asker = *asker;
        let answer = self
            .store
            .write(move |tx| {
                if tx.done(asker.interaction)?.is_some() {
                    return Ok(done(text::RESIGNED));
                }
                let mut game = tx.open(id)?;
                if game.state != GameState::Running {
                    return Err(Trouble::asker(text::over(&game)));
                }
                let seats: Vec<Seat> =
                    game.seats_of(asker.person).without(game.table.left()).iter().collect();
                if seats.is_empty() {
                    return Err(Trouble::asker(text::stranger(&game)));
                }
                let stored = game.record.len();
                for seat in seats {
                    // The resignation of one seat can end the game, and with it the others'.
                    let _ = game.enter(seat, RESIGN);
                }
                commit(tx, &mut game, stored, asker.at)?;
                tx.set_done(asker.interaction, id, game.table.ply(), asker.at)?;
                Ok(done(text::RESIGNED))
            })
            .await?;
        self.wake_outbox();
        Ok(answer)
    }
}
