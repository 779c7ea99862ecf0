//! Board posts: the newest one of a game, and one that may have been made.

use rusqlite::{OptionalExtension as _, params};

use crate::{GameId, MessageId, PersonId, StoreError, Tx};

/// What a board post shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPost {
    /// The turn it is about.
    pub turn: u32,
    /// How much of the record people have been told with it.
    pub ply: u32,
    /// The entry of the record with which it begins to tell.
    pub since: u32,
    /// Whom it notifies.
    pub pings: Vec<PersonId>,
}

impl Tx<'_> {
    /// Notes the newest board post and what it shows. An attempt to make it is over.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_board(&self, id: GameId, message: MessageId, post: &BoardPost) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE game SET board_count = board_count + (board_message IS NOT ?1), board_message = ?1,
                                 board_turn = ?2, board_ply = ?3, board_since = ?4
                 WHERE id = ?5",
            )?
            .execute(params![message, post.turn, post.ply, post.since, id])?;
        self.clear_pending_post(id)
    }

    /// The board post that may have been made.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn pending_post(&self, id: GameId) -> Result<Option<BoardPost>, StoreError> {
        let found = self
            .sql
            .prepare_cached("SELECT turn, ply, since, pings FROM pending_post WHERE game = ?")?
            .query_row([id], |row| {
                let pings: String = row.get(3)?;
                Ok((
                    BoardPost { turn: row.get(0)?, ply: row.get(1)?, since: row.get(2)?, pings: Vec::new() },
                    pings,
                ))
            })
            .optional()?;
        let Some((mut post, pings)) = found else { return Ok(None) };
        let pings: Vec<u64> =
            serde_json::from_str(&pings).map_err(|_| StoreError::Unreadable("list of people"))?;
        post.pings = pings.into_iter().map(PersonId::from).collect();
        Ok(Some(post))
    }

    /// Notes what a board post shows that is about to be made.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_pending_post(&self, id: GameId, post: &BoardPost) -> Result<(), StoreError> {
        let pings: Vec<u64> = post.pings.iter().map(|person| person.get()).collect();
        self.sql
            .prepare_cached(
                "INSERT OR REPLACE INTO pending_post (game, turn, ply, since, pings) VALUES (?, ?, ?, ?, ?)",
            )?
            .execute(params![id, post.turn, post.ply, post.since, serde_json::json!(pings).to_string()])?;
        Ok(())
    }

    /// Notes that the post which might have been made certainly was not.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn clear_pending_post(&self, id: GameId) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM pending_post WHERE game = ?")?.execute([id])?;
        Ok(())
    }
}
