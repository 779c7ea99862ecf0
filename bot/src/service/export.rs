//! Exporting a game's record.

use anyhow::Context as _;
use data::{GameId, GameState, RecordFile, Tx};

use super::{Asker, Service, play::game_here};
use crate::{
    text,
    trouble::Trouble,
    view::{Answer, File, Post},
};

/// The largest file that is sent, in bytes: Discord takes ten million.
const LARGEST: usize = 8 << 20;

impl Service {
    /// The record of the channel's game as a file: of the one being played, or of the one that ended last. Of a game that
    /// has secrets there is none before it is over.
    ///
    /// # Errors
    /// When there is no game, or the one being played has secrets.
    pub async fn export(&self, asker: &Asker) -> Result<Answer, Trouble> {
        let asker = *asker;
        self.store
            .read(move |tx| {
                let game = tx.open(game_to_look_at(tx, &asker)?)?;
                let kind = game.table.kind();
                if game.keeps_secrets() {
                    return Err(Trouble::asker(text::secrets_until_the_end(kind)));
                }
                let entries = tx.record(game.id)?.into_iter();
                let entries = entries.map(|entry| (entry.seat, entry.notation, Some(entry.at)));
                let file = RecordFile::of(kind, game.rules_version, &game.options, entries)
                    .context("making a record")?;
                let bytes = file.write().into_bytes();
                if bytes.len() > LARGEST {
                    return Err(Trouble::asker(text::RECORD_TOO_LARGE));
                }
                Ok(Answer::Whisper(Post {
                    content: text::exported(&game),
                    file: Some(File { name: format!("{kind}-{}.json", game.id), bytes }),
                    ..Post::default()
                }))
            })
            .await
    }
}

/// The running game of the asker's channel, or the one that ended last there.
pub(super) fn game_to_look_at(tx: &Tx<'_>, asker: &Asker) -> Result<GameId, Trouble> {
    match tx.game_in(asker.channel)? {
        Some((game, GameState::Running)) => Ok(game),
        _ => match tx.last_game_in(asker.channel)? {
            Some(game) => Ok(game),
            None => game_here(tx, asker),
        },
    }
}
