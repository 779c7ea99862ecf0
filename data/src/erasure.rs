//! Deletion of a person's data. Rows that concern only the person are deleted. Records that others need keep a number in place of the
//! person, and nothing says whose number it was.

use jiff::Timestamp;
use rusqlite::{named_params, params};

use crate::{
    columns::time_at,
    error::StoreError,
    ids::{ChannelId, GameId, Millis, PersonId},
    ledger::RatingsWish,
    sql::{self, Row},
    tx::Tx,
    words::words,
};

words! {
    /// When a person's data is deleted.
    ErasureKind {
        /// At once. The person's running games are resigned.
        Now = "now",
        /// When the person's games are over, or at a fixed time if that comes first.
        Later = "later",
    }
}

/// A person's request that their data be deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Erasure {
    /// The person.
    pub person: PersonId,
    /// When the data is to be deleted.
    pub kind: ErasureKind,
    /// When the deletion is due at the latest.
    pub at: Timestamp,
    /// When the person asked for it.
    pub asked: Timestamp,
}

/// The games and lobbies that a person has or had to do with.
const GAMES: &str = "(SELECT game FROM seat WHERE person = :old UNION SELECT game FROM guest WHERE person = :old
    UNION SELECT game FROM substitution WHERE before = :old UNION SELECT game FROM substitution WHERE after = :old
    UNION SELECT id FROM game WHERE host = :old)";

/// The columns that keep a number in place of a person, so that records stay whole. All other columns of people are in rows that
/// are deleted.
const RENAMED: [(&str, &str); 15] = [
    ("game", "host"),
    ("guest", "person"),
    ("seat", "person"),
    ("offer", "person"),
    ("vote", "person"),
    ("substitution", "before"),
    ("substitution", "after"),
    ("rating", "person"),
    ("rating_event", "person"),
    ("meeting", "person"),
    ("season", "person"),
    ("board_week", "person"),
    ("blocked", "person"),
    ("blocked", "actor"),
    ("audit", "actor"),
];

/// Returns the statements that delete the data of `:old`, in order. `:new` is the number in place of the person, and `:dm` the
/// channel of their direct messages.
fn statements() -> Vec<String> {
    let mut statements = vec![
        // A queued name of a thread contains the names of its players. Notices of earlier releases are sentences with mentions.
        format!(
            "DELETE FROM outbox WHERE game IN {GAMES}
             AND (json_extract(payload, '$.person') = :old OR kind = 'rename'
                  OR channel = :dm OR json_extract(payload, '$.channel') = :dm
                  OR instr(payload, '<@' || CAST(:old AS TEXT) || '>') > 0)"
        ),
        format!(
            "UPDATE outbox SET payload = json_set(payload, '$.ended_by', :new)
             WHERE game IN {GAMES} AND kind = 'board' AND json_extract(payload, '$.ended_by') = :old"
        ),
        format!(
            "UPDATE pending_post
             SET pings = (SELECT json_group_array(value) FROM json_each(pings) WHERE value <> :old)
             WHERE game IN {GAMES}"
        ),
        // An empty name, since the game must still know that it has a thread of its own.
        format!("UPDATE game SET thread = '' WHERE id IN {GAMES} AND thread IS NOT NULL"),
        "DELETE FROM vote WHERE person = :old
         AND EXISTS (SELECT 1 FROM offer WHERE offer.id = vote.offer AND closed IS NULL)"
            .to_owned(),
        "DELETE FROM plan WHERE person = :old".to_owned(),
        "DELETE FROM vacation WHERE person = :old".to_owned(),
        "DELETE FROM conduct WHERE person = :old".to_owned(),
        "DELETE FROM sketch WHERE person = :old".to_owned(),
        "DELETE FROM puzzle_answer WHERE person = :old".to_owned(),
        "DELETE FROM puzzle_streak WHERE person = :old".to_owned(),
        // A lobby whose thread does not exist yet.
        "DELETE FROM game WHERE host = :old AND state = 'cancelled' AND started IS NULL AND ended IS NULL"
            .to_owned(),
        "DELETE FROM guest WHERE person = :old
         AND EXISTS (SELECT 1 FROM game WHERE game.id = guest.game AND state = 'lobby')"
            .to_owned(),
        "UPDATE guest SET name = NULL WHERE person = :old".to_owned(),
        // Every meeting has two rows, one for each direction.
        "UPDATE meeting SET opponent = :new
         WHERE opponent = :old AND person IN (SELECT opponent FROM meeting WHERE person = :old)"
            .to_owned(),
    ];
    statements
        .push("UPDATE audit SET target = 'person:' || CAST(:new AS TEXT) WHERE target = 'person:' || CAST(:old AS TEXT)".to_owned());
    let rename = |(table, column)| format!("UPDATE {table} SET {column} = :new WHERE {column} = :old");
    statements.extend(RENAMED.map(rename));
    statements.push("DELETE FROM person WHERE person = :old".to_owned());
    statements.push("DELETE FROM erasure WHERE person = :old".to_owned());
    statements
}

impl Tx<'_> {
    /// Records a request that a person's data be deleted. It replaces an earlier one.
    pub fn ask_erasure(&self, erasure: &Erasure) -> Result<(), StoreError> {
        let Erasure { person, kind, at, asked } = *erasure;
        self.sql
            .prepare_cached(
                "INSERT INTO erasure (person, kind, at, asked) VALUES (?, ?, ?, ?)
                 ON CONFLICT (person) DO UPDATE SET kind = excluded.kind, at = excluded.at, asked = excluded.asked",
            )?
            .send(params![person, kind, Millis(at), Millis(asked)])?;
        Ok(())
    }

    /// Withdraws a request that a person's data be deleted later. One to delete it at once cannot be withdrawn.
    pub fn withdraw_erasure(&self, person: PersonId) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM erasure WHERE person = ? AND kind = 'later'")?.send([person])?;
        Ok(())
    }

    /// Returns a person's request that their data be deleted.
    pub fn erasure(&self, person: PersonId) -> Result<Option<Erasure>, StoreError> {
        let mut query =
            self.sql.prepare_cached("SELECT person, kind, at, asked FROM erasure WHERE person = ?")?;
        let mut rows = query.query([person])?;
        Ok(rows.next()?.map(|row| erasure_from(&row)).transpose()?)
    }

    /// Returns the first `most` requests for deletion of people after `after`, ordered by person.
    pub fn erasures(&self, after: PersonId, most: u32) -> Result<Vec<Erasure>, StoreError> {
        let requests = self
            .sql
            .prepare_cached(
                "SELECT person, kind, at, asked FROM erasure WHERE person > ? ORDER BY person LIMIT ?",
            )?
            .query_map(params![after, most], erasure_from)?
            .collect::<sql::Result<_>>()?;
        Ok(requests)
    }

    /// Returns the games whose board may name a person: those that run, and those that ended since `since`. Suspended games have
    /// no board.
    pub fn boards_naming(&self, person: PersonId, since: Timestamp) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT id FROM game
                 WHERE id IN (SELECT game FROM seat WHERE person = ?1
                              UNION SELECT game FROM substitution WHERE before = ?1)
                   AND suspended IS NULL AND (state = 'running' OR ended >= ?2 AND state = 'ended')",
            )?
            .query_map(params![person, Millis(since)], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }

    /// Deletes a person's data, and puts a fresh number in the person's place where a record needs one. The person has left all
    /// games and lobbies before. The number is never on a leaderboard.
    ///
    /// # Errors
    /// Only those of SQLite.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, id) = world().await?;
    /// store.write(|tx| tx.erase(3.into())).await?;
    /// let people = store.read(move |tx| tx.open(id)).await?.players;
    /// assert!(people[0].person.is_former() && people[1].person == 4.into());
    /// # Ok(())
    /// # }
    /// ```
    pub fn erase(&self, old: PersonId) -> Result<(), StoreError> {
        let new = self.next_former()?;
        // The boards lose the person first, while their ratings still have the old id.
        self.set_ratings_wish(old, RatingsWish::Hidden, false)?;
        let dm: Option<ChannelId> = self.person(old)?.dm;
        for statement in statements() {
            let mut values = named_params! { ":old": old, ":new": new, ":dm": dm }.to_vec();
            values.retain(|(name, _)| statement.contains(name));
            self.sql.execute(&statement, &*values)?;
        }
        // A game that is still running may rate the number when it ends.
        self.set_ratings_wish(new, RatingsWish::Hidden, false)
    }
}

impl Tx<'_> {
    /// Returns a number that no person has yet.
    pub(crate) fn next_former(&self) -> Result<PersonId, StoreError> {
        let count = self
            .sql
            .prepare_cached("UPDATE former SET last = last + 1 WHERE one = 1 RETURNING last")?
            .query_row([], |row| row.get(0))?;
        Ok(PersonId::former(count))
    }
}

fn erasure_from(row: &Row<'_>) -> sql::Result<Erasure> {
    Ok(Erasure { person: row.get(0)?, kind: row.get(1)?, at: time_at(row, 2)?, asked: time_at(row, 3)? })
}

#[cfg(test)]
mod tests;
