//! Looking: at the board, at one's games, at the rules.

use data::{Game, GameId, GameState};
use rules::Kind;

use super::{Asker, Service, viewer};
use crate::{
    posts, setup, text,
    trouble::Trouble,
    view::{Answer, Post},
};

impl Service {
    /// The board of the channel's game, as the asker may see it; or its lobby, to be joined from there as well.
    ///
    /// # Errors
    /// When there is neither.
    pub async fn board(&self, asker: &Asker) -> Result<Answer, Trouble> {
        let asker = *asker;
        let found = self
            .store
            .read(move |tx| match tx.game_in(asker.channel)? {
                Some((id, GameState::Lobby)) => Ok(Err(tx.lobby(id)?)),
                Some((id, _)) => Ok(Ok(tx.open(id)?)),
                None => match tx.last_game_in(asker.channel)? {
                    Some(id) => Ok(Ok(tx.open(id)?)),
                    None => Err(Trouble::asker(text::no_game_here(asker.guild, &tx.games_of(asker.person)?))),
                },
            })
            .await?;
        match found {
            Err(lobby) => {
                self.look_for_lobby(&lobby).await;
                Ok(Answer::Whisper(Post { pings: Vec::new(), ..posts::lobby(&lobby) }))
            }
            Ok(game) => self.whisper_board(&asker, &game).await,
        }
    }

    /// A game as the asker may see it.
    ///
    /// # Errors
    /// When there is no such game.
    pub async fn own_view(&self, asker: &Asker, game: GameId) -> Result<Answer, Trouble> {
        let game = self.store.read(move |tx| Ok::<_, Trouble>(tx.open(game)?)).await?;
        self.whisper_board(asker, &game).await
    }

    async fn whisper_board(&self, asker: &Asker, game: &Game) -> Result<Answer, Trouble> {
        let since = posts::last_turn_begins(&game.table, &game.record);
        let mut post = self.board_post(game, viewer(game, asker.person), since).await?;
        post.pings.clear();
        Ok(Answer::Whisper(post))
    }

    /// The asker's games and invitations on all servers, those that wait for them first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn games(&self, asker: &Asker) -> Result<Answer, Trouble> {
        let person = asker.person;
        let games = self.store.read(move |tx| Ok::<_, Trouble>(tx.games_of(person)?)).await?;
        Ok(Answer::Whisper(posts::games(person, &games)))
    }

    /// The rules of a game: the one named, or that of the channel, or an overview.
    ///
    /// # Errors
    /// When the name is unknown.
    pub async fn rules(&self, asker: &Asker, named: Option<String>) -> Result<Answer, Trouble> {
        let channel = asker.channel;
        let kind = match named {
            Some(name) => {
                Some(setup::find_game(&name).ok_or_else(|| Trouble::asker(text::unknown_game(&name)))?)
            }
            None => self.store.read(move |tx| Ok::<_, Trouble>(tx.kind_in(channel)?)).await?,
        };
        Ok(Answer::Whisper(match kind {
            Some(kind) => self.rules_post(kind, 0).await?,
            None => posts::all_games(),
        }))
    }

    /// A page of a game's rules, in place of the one shown.
    ///
    /// # Errors
    /// When its board cannot be drawn.
    pub async fn rules_page(&self, kind: Kind, page: u8) -> Result<Answer, Trouble> {
        Ok(Answer::Replace(self.rules_post(kind, page).await?))
    }

    /// A page of a game's rules with its board; the last one for a page that there is not.
    async fn rules_post(&self, kind: Kind, page: u8) -> Result<Post, Trouble> {
        let pages = kind.about().pages;
        let index = usize::from(page).min(pages.len().saturating_sub(1));
        let picture = match pages.get(index).and_then(|page| page.board.as_ref()) {
            Some(diagram) => Some(self.pictures.diagram(kind, diagram).await?),
            None => None,
        };
        Ok(posts::rules(kind, index, picture))
    }
}
