//! Board posts: the newest one of a game, and a pending one whose outcome is unknown.

use rusqlite::params;

use crate::{
    error::StoreError,
    ids::{GameId, MessageId, PersonId},
    sql::OptionalExtension as _,
    tx::Tx,
};

/// The content of a board post.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (_dir, store, id) = world().await?;
/// use data::{BoardPost, StoreError};
///
/// let shows = BoardPost { turn: 0, ply: 0, since: 0, pings: vec![3.into()] };
/// store.write(move |tx| {
///     // Before the request, so that a lost response is noticed after a crash.
///     tx.set_pending_post(id, &shows)?;
///     assert_eq!(tx.pending_post(id)?, Some(shows.clone()));
///     tx.set_board(id, 8.into(), &shows)?;
///     assert_eq!(tx.pending_post(id)?, None);
///     Ok::<_, StoreError>(())
/// }).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPost {
    /// The turn of the board.
    pub turn: u32,
    /// The ply of the board: everything up to it has been announced.
    pub ply: u32,
    /// The first entry of the record that the post reports.
    pub since: u32,
    /// The people whom the post mentions.
    pub pings: Vec<PersonId>,
}

impl Tx<'_> {
    /// Records the newest board post and its content, and ends a pending post.
    pub fn set_board(&self, id: GameId, message: MessageId, post: &BoardPost) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE game SET board_count = board_count + CASE WHEN board_message IS DISTINCT FROM ?1 THEN 1 ELSE 0 END,
                                 board_message = ?1,
                                 board_turn = ?2, board_ply = ?3, board_since = ?4
                 WHERE id = ?5",
            )?
            .send(params![message, post.turn, post.ply, post.since, id])?;
        self.clear_pending_post(id)
    }

    /// Returns the pending board post of a game.
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

    /// Records the content of a board post that is about to be sent.
    pub fn set_pending_post(&self, id: GameId, post: &BoardPost) -> Result<(), StoreError> {
        let pings: Vec<u64> = post.pings.iter().map(|person| person.get()).collect();
        self.sql
            .prepare_cached(
                "INSERT INTO pending_post (game, turn, ply, since, pings) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (game) DO UPDATE SET turn = excluded.turn, ply = excluded.ply, since = excluded.since,
                                                  pings = excluded.pings",
            )?
            .send(params![id, post.turn, post.ply, post.since, serde_json::json!(pings).to_string()])?;
        Ok(())
    }

    /// Records that the pending post was certainly not created.
    pub fn clear_pending_post(&self, id: GameId) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM pending_post WHERE game = ?")?.send([id])?;
        Ok(())
    }
}
