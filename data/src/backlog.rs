//! How far the work has got, for those who watch the program.

use jiff::Timestamp;
use rusqlite::params;

use crate::{error::StoreError, ids::Millis, tx::Tx};

/// The work that is due and not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Backlog {
    /// Outbox entries that are due, private notices included.
    pub outbox_due: u32,
    /// When the next entry is due, or was due if it is late.
    pub next_entry: Option<Timestamp>,
    /// When the next timer is due, or was due if it is late.
    pub next_timer: Option<Timestamp>,
    /// Turns of machines that are due.
    pub thoughts_due: u32,
}

impl Tx<'_> {
    /// Returns the work that is due at `now`. It reads nothing but indexes.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, id) = world().await?;
    /// use clock::from_millis;
    ///
    /// store.write(move |tx| tx.queue(id, &data::Payload::Refresh, from_millis(10))).await?;
    /// let backlog = store.read(|tx| tx.backlog(from_millis(10))).await?;
    /// assert_eq!((backlog.outbox_due, backlog.next_entry), (1, Some(from_millis(10))));
    /// let before = store.read(|tx| tx.backlog(from_millis(9))).await?;
    /// assert_eq!((before.outbox_due, before.next_entry), (0, Some(from_millis(10))));
    /// # Ok(())
    /// # }
    /// ```
    pub fn backlog(&self, now: Timestamp) -> Result<Backlog, StoreError> {
        let outbox_due = self
            .sql
            .prepare_cached("SELECT count(*) FROM outbox WHERE due <= ? AND sent IS NULL AND failed IS NULL")?
            .query_row([Millis(now)], |row| row.get(0))?;
        let thoughts_due = self
            .sql
            .prepare_cached("SELECT count(*) FROM thought WHERE due <= ? AND failures < 3 AND tries < 20")?
            .query_row([Millis(now)], |row| row.get(0))?;
        Ok(Backlog { outbox_due, next_entry: self.next_due()?, next_timer: self.next_timer()?, thoughts_due })
    }

    /// Writes a row and removes it, so that a commit has to reach the disk although nothing changes.
    pub fn prove_writable(&self) -> Result<(), StoreError> {
        /// No interaction has this id.
        const NONE: u32 = 0;
        self.sql
            .prepare_cached("INSERT INTO done (interaction, game, ply, at) VALUES (?1, 0, 0, 0)")?
            .send(params![NONE])?;
        self.sql.prepare_cached("DELETE FROM done WHERE interaction = ?1")?.send(params![NONE])?;
        Ok(())
    }
}
