//! Database files as administrators handle them: read beside a running bot, and copied.

use std::{
    fs::{File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::{
    error::StoreError,
    identity,
    ids::{GameId, OfferId},
    migrate,
    slices::Slices,
    sql::Sql,
    store::BUSY_TIMEOUT,
    tx::Tx,
};

/// The ids that a database gives to its next game and its next offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextIds {
    /// The id of the next game.
    pub game: GameId,
    /// The id of the next offer.
    pub offer: OfferId,
}

/// A database file, open for reading while others may use it. Neither its content nor its schema version changes.
///
/// # Errors
///
/// Every method returns [`StoreError::Database`] if SQLite cannot read the file, or cannot write it where the method writes. Methods
/// that can fail in other ways name the variants.
///
/// ```no_run
/// use std::path::Path;
/// use data::DatabaseFile;
///
/// let file = DatabaseFile::open(Path::new("petri-data/petri.sqlite"))?;
/// assert!(file.damages()?.is_empty());
/// file.copy_to(Path::new("monday.sqlite"))?;
/// # Ok::<(), data::StoreError>(())
/// ```
pub struct DatabaseFile {
    sql: Connection,
}

impl DatabaseFile {
    /// Opens an existing file.
    ///
    /// # Errors
    /// [`StoreError::NotThere`] if it does not exist; [`StoreError::LogAlone`] if only its log does; [`StoreError::NotOurs`] if
    /// another program wrote it.
    pub fn open(path: &Path) -> Result<DatabaseFile, StoreError> {
        let sql = connect(path)?;
        // Not opened read-only: such a connection could leave the files of the write-ahead log behind.
        sql.pragma_update(None, "query_only", true)?;
        Ok(DatabaseFile { sql })
    }

    /// Returns whether this process has no permission to write to the file.
    pub fn is_read_only(&self) -> Result<bool, StoreError> {
        Ok(self.sql.is_readonly("main")?)
    }

    /// Returns whether another program keeps this one from writing. The check writes nothing.
    pub fn is_locked(&self) -> Result<bool, StoreError> {
        // With `query_only` on, SQLite refuses to begin a transaction that could write.
        self.sql.pragma_update(None, "query_only", false)?;
        let begun = rusqlite::Transaction::new_unchecked(&self.sql, TransactionBehavior::Immediate).map(drop);
        self.sql.pragma_update(None, "query_only", true)?;
        match begun {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(true),
            begun => Ok(begun.map(|()| false)?),
        }
    }

    /// Returns the damage that SQLite finds in the file, one description each. The list is empty for a sound file.
    ///
    /// ```
    /// # use data::{DatabaseFile, Store};
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let dir = tempfile::tempdir()?;
    /// # let path = dir.path().join("petri.sqlite");
    /// # drop(Store::open(&path).await?);
    /// assert!(DatabaseFile::open(&path)?.damages()?.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`StoreError::Database`] if the damage is too bad for a check.
    pub fn damages(&self) -> Result<Vec<String>, StoreError> {
        let mut check = self.sql.prepare("PRAGMA integrity_check")?;
        let lines = check.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
        let mut damages: Vec<String> = lines.into_iter().filter(|line| line != "ok").collect();
        let mut check = self.sql.prepare("PRAGMA foreign_key_check")?;
        let orphans = check.query_map([], |row| {
            let (table, parent) = (row.get::<_, String>("table")?, row.get::<_, String>("parent")?);
            Ok(format!("a row of {table} belongs to none of {parent}"))
        })?;
        for orphan in orphans {
            damages.push(orphan?);
        }
        Ok(damages)
    }

    /// Checks that the file has the schema of this program.
    ///
    /// # Errors
    /// [`StoreError::TooNew`] or [`StoreError::TooOld`] if it has another version.
    pub fn check_version(&self) -> Result<(), StoreError> {
        migrate::check_current(&self.sql)
    }

    /// Runs a read on one consistent state and returns what the closure returns.
    pub fn read<T>(&self, work: impl FnOnce(&Tx<'_>) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let begun = self.sql.unchecked_transaction()?;
        work(&Tx { sql: Sql::Sqlite(&begun), slices: Slices::ALL })
    }

    /// Writes a copy of one consistent state to a new file that only its owner can read. When the method returns, the copy is
    /// on disk and was found sound.
    ///
    /// # Errors
    /// [`StoreError::Copy`] if the target exists or cannot be written; [`StoreError::Damaged`] if the copy is not sound. An
    /// incomplete copy is not deleted.
    pub fn copy_to(&self, to: &Path) -> Result<(), StoreError> {
        let failed = |source: io::Error| StoreError::Copy { path: to.to_owned(), source };
        let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(to);
        drop(made.map_err(failed)?);
        let not_text = || io::Error::new(io::ErrorKind::InvalidFilename, "SQLite takes names in UTF-8 only");
        let name = to.to_str().ok_or_else(|| failed(not_text()))?;
        // The copy is written through this connection, too.
        self.sql.pragma_update(None, "query_only", false)?;
        let copied = self.sql.execute("VACUUM INTO ?", [name]);
        self.sql.pragma_update(None, "query_only", true)?;
        copied?;
        let copy = DatabaseFile::open(to)?;
        if let Some(damage) = copy.damages()?.into_iter().next() {
            return Err(StoreError::Damaged(damage));
        }
        drop(copy);
        File::open(to).and_then(|file| file.sync_all()).map_err(failed)
    }

    /// Returns the ids that the next game and the next offer get.
    pub fn next_ids(&self) -> Result<NextIds, StoreError> {
        let ids = self.sql.query_row(
            "SELECT max(least_id.game, coalesce((SELECT max(id) + 1 FROM game), 1)),
                    max(least_id.offer, coalesce((SELECT max(id) + 1 FROM offer), 1))
             FROM least_id",
            [],
            |row| Ok(NextIds { game: row.get(0)?, offer: row.get(1)? }),
        )?;
        Ok(ids)
    }

    /// Moves the next ids of an unused file a million beyond its own next ids and `others`. New games and offers in a restored
    /// copy then never get an id that an old post already names.
    pub fn skip_ids(path: &Path, others: Option<NextIds>) -> Result<(), StoreError> {
        const SKIPPED: u64 = 1_000_000;
        let own = DatabaseFile::open(path)?.next_ids()?;
        let others = others.unwrap_or(own);
        let game = GameId::from(own.game.max(others.game).get().saturating_add(SKIPPED));
        let offer = OfferId::from(own.offer.max(others.offer).get().saturating_add(SKIPPED));
        connect(path)?.execute("UPDATE least_id SET game = ?, offer = ?", (game, offer))?;
        Ok(())
    }

    /// Removes the boards of the running games of an unused file, since newer ones may have been posted after it was made. Each
    /// game gets a new board under a number that no board has had, unless the same file was restored before.
    pub fn forget_boards(path: &Path) -> Result<(), StoreError> {
        connect(path)?.execute_batch(
            "BEGIN;
             DELETE FROM outbox WHERE kind = 'board' AND game IN (SELECT id FROM game WHERE state = 'running');
             DELETE FROM pending_post;
             UPDATE game SET board_message = NULL, board_turn = NULL, board_count = board_count + 1000
             WHERE state = 'running';
             COMMIT;",
        )?;
        Ok(())
    }

    /// Brings an unused file up to the schema of this program, and leaves no side files.
    ///
    /// # Errors
    /// [`StoreError::TooNew`] if the file is newer; [`StoreError::Migration`] if its tables are not those of its version;
    /// [`StoreError::Busy`] if it is in use.
    pub fn bring_up_to_date(path: &Path) -> Result<(), StoreError> {
        let mut sql = connect(path)?;
        migrate::check_version(&sql)?;
        fold_log(&sql)?;
        migrate::migrate(&mut sql)
    }

    /// Moves the content of the write-ahead log into the file and empties the log, even while other programs use the file. A
    /// process that exits does not wait until its [`Store`](crate::Store) has done so. While another program reads or writes,
    /// the log stays as it is.
    pub fn empty_log(path: &Path) -> Result<(), StoreError> {
        /// A program that reads all the time, as one that copies the log elsewhere, must not delay the end of this one.
        const PATIENCE: Duration = Duration::from_secs(1);
        let sql = connect(path)?;
        sql.busy_timeout(PATIENCE)?;
        Ok(sql.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?)
    }

    /// Moves the content of the write-ahead log of an unused file into the file, and leaves no side files.
    ///
    /// # Errors
    /// [`StoreError::Busy`] if the file is in use.
    pub fn fold_log(path: &Path) -> Result<(), StoreError> {
        fold_log(&connect(path)?)
    }
}

fn fold_log(sql: &Connection) -> Result<(), StoreError> {
    let mode: String = sql.pragma_update_and_check(None, "journal_mode", "DELETE", |row| row.get(0))?;
    if mode == "delete" { Ok(()) } else { Err(StoreError::Busy) }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    if !path.exists() {
        let path = path.to_owned();
        return Err(if identity::has_log(&path) {
            StoreError::LogAlone(path)
        } else {
            StoreError::NotThere(path)
        });
    }
    identity::open(path, BUSY_TIMEOUT)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let sql = Connection::open_with_flags(path, flags)?;
    sql.busy_timeout(BUSY_TIMEOUT)?;
    Ok(sql)
}
