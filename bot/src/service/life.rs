//! What happens to a game besides moves.

use data::{Game, GameId, GameState, OfferKind, PersonId, Topic, Tx, Voice};
use rules::{RESIGN, SeatSet};

use super::{
    Asker, Service, clockwork, done,
    offers::{About, at_table},
    play::game_here,
    record::commit,
};
use crate::{posts, text, trouble::Trouble, view::Answer};

impl Service {
    /// Asks a player whether they really want to resign the game of this channel.
    ///
    /// # Errors
    /// When there is no game or the asker does not play in it (any more).
    pub async fn ask_resign(&self, asker: &Asker) -> Result<Answer, Trouble> {
        let asker = *asker;
        self.store
            .read(move |tx| {
                let game = tx.open(game_here(tx, &asker)?)?;
                at_table(&game, asker.person)?;
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
        self.act(move |tx| {
            if tx.done(asker.interaction)?.is_some() {
                return Ok(done(text::RESIGNED));
            }
            let mut game = tx.open(id)?;
            if game.state != GameState::Running {
                return Err(Trouble::asker(text::over(&game)));
            }
            at_table(&game, asker.person)?;
            let stored = game.record.len();
            for seat in seats_to_resign(&game, asker.person).iter() {
                // The resignation of one seat can end the game, and with it the others'.
                let _ = game.enter(seat, RESIGN);
            }
            let ended = game.table.outcome().is_some();
            commit(tx, &mut game, stored, asker.at)?;
            if ended {
                tx.set_ended_by(id, game.table.ply(), asker.person)?;
            }
            tx.set_done(asker.interaction, id, game.table.ply(), asker.at)?;
            Ok(done(text::RESIGNED))
        })
        .await
    }

    /// Ends the pause of a game, whose clocks go on; the others are told.
    ///
    /// # Errors
    /// When the game is not paused, or the asker is not (or no longer) in it.
    pub async fn resume(&self, asker: &Asker, id: GameId) -> Result<Answer, Trouble> {
        let asker = *asker;
        self.act(move |tx| resume(tx, &asker, id)).await
    }

    /// As [`Service::resume`], of the game of the asker's channel.
    ///
    /// # Errors
    /// As there, and when there is none.
    pub async fn resume_here(&self, asker: &Asker) -> Result<Answer, Trouble> {
        let asker = *asker;
        self.act(move |tx| resume(tx, &asker, game_here(tx, &asker)?)).await
    }
}

/// The seats of a person that are at the table: one that the rules have put out keeps its place.
fn seats_to_resign(game: &Game, person: PersonId) -> SeatSet {
    game.seats_of(person).iter().filter(|&seat| game.table.here().contains(seat)).collect()
}

/// One transaction: a pause ends.
fn resume(tx: &Tx<'_>, asker: &Asker, id: GameId) -> Result<Answer, Trouble> {
    if tx.done(asker.interaction)?.is_some() {
        return Ok(Answer::whisper(text::RESUMED));
    }
    let mut game = tx.open(id)?;
    if game.state != GameState::Running {
        return Err(Trouble::asker(text::over(&game)));
    }
    at_table(&game, asker.person)?;
    if game.clocks.paused.is_none() {
        return Err(Trouble::asker(text::NOT_PAUSED));
    }
    clockwork::resume(tx, &mut game, asker.at)?;
    tx.set_done(asker.interaction, id, game.table.ply(), asker.at)?;
    let Some(pause) = tx.last_agreed(id, OfferKind::Pause)? else {
        return Ok(Answer::whisper(text::RESUMED));
    };
    tx.say(pause.id, asker.person, Voice::Resume, asker.at)?;
    tx.queue(id, About::Resumed.key(pause.id), Topic::Offer, asker.at)?;
    tx.reply_with(id, About::Resumed.key(pause.id), Topic::Offer, asker.interaction)?;
    Ok(Answer::told(text::RESUMED))
}
