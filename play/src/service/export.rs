//! Exports a game's record.

use anyhow::Context as _;
use data::{GameId, GameState, Machine, Player, RecordFile, Tx};

use super::{
    core::{Caller, Service},
    lookup::game_here,
};
use crate::{
    content::{Content, Response},
    error::Error,
    rejected::LookRejected,
};

/// The largest file that the bot sends, in bytes. Discord accepts ten million.
const LARGEST: usize = 8 << 20;

impl Service {
    /// Returns the record of the channel's running game, or of its last one, as a file. A game with hidden information is
    /// exported only after its end.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no game, or the running one has hidden information.
    pub async fn export(&self, caller: &Caller) -> Result<Response, Error> {
        let caller = *caller;
        self.store
            .read(move |tx| {
                let game = tx.open(game_to_look_at(tx, &caller)?)?;
                let kind = game.table.kind();
                if game.keeps_secrets() {
                    return Err(Error::rejected(LookRejected::StillSecret { kind }));
                }
                let entries = tx.record(game.id)?.into_iter();
                let entries = entries.map(|entry| (entry.seat, entry.notation, Some(entry.at)));
                let mut file = RecordFile::of(kind, game.rules_version, &game.options, entries)
                    .context("making a record")?;
                let machine = |player: &Player| Some((player.seat, Machine::of(player.person)?.level()));
                file.machines = game.machines().filter_map(machine).collect();
                let bytes = file.write().into_bytes();
                if bytes.len() > LARGEST {
                    return Err(Error::rejected(LookRejected::RecordTooLarge));
                }
                Ok(Response::Ephemeral(Content::Record { game: Box::new(game), bytes }))
            })
            .await
    }
}

/// Returns the running game of the caller's channel, or else the last one there.
pub(super) fn game_to_look_at(tx: &Tx<'_>, caller: &Caller) -> Result<GameId, Error> {
    match tx.game_in(caller.channel)? {
        Some((game, GameState::Running)) => Ok(game),
        _ => match tx.last_game_in(caller.channel)? {
            Some(game) => Ok(game),
            None => game_here(tx, caller),
        },
    }
}
