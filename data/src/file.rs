//! A database file as administrators handle it: looked at beside a running bot, and copied.

use std::{
    fs::{File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::{GameId, OfferId, StoreError, Tx, identity, migrate, store::BUSY_TIMEOUT};

/// The ids that the next game and the next offer of a database get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextIds {
    /// Of the next game.
    pub game: GameId,
    /// Of the next offer.
    pub offer: OfferId,
}

/// A database file, open for reading, whoever else uses it. Nothing in it is changed, and neither is its version.
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
    /// Opens a file that is there.
    ///
    /// # Errors
    /// [`StoreError::NotThere`]; [`StoreError::LogAlone`]; [`StoreError::NotOurs`]; when it cannot be read.
    pub fn open(path: &Path) -> Result<DatabaseFile, StoreError> {
        let sql = connect(path)?;
        // Not opened read-only: such a connection could leave the files of the write-ahead log behind.
        sql.pragma_update(None, "query_only", true)?;
        Ok(DatabaseFile { sql })
    }

    /// Whether the file must not be written to by who has opened it here.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn is_read_only(&self) -> Result<bool, StoreError> {
        Ok(self.sql.is_readonly("main")?)
    }

    /// Whether another program keeps this one from writing. Nothing is written to find out.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn is_locked(&self) -> Result<bool, StoreError> {
        // With `query_only` SQLite refuses to begin a transaction that could write.
        self.sql.pragma_update(None, "query_only", false)?;
        let begun = rusqlite::Transaction::new_unchecked(&self.sql, TransactionBehavior::Immediate).map(drop);
        self.sql.pragma_update(None, "query_only", true)?;
        match begun {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(true),
            begun => Ok(begun.map(|()| false)?),
        }
    }

    /// What is damaged in the file, in SQLite's words, a line each; nothing in a sound one.
    ///
    /// # Errors
    /// When it is so damaged that it cannot be checked.
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

    /// Makes sure that the file has the tables of this program's version.
    ///
    /// # Errors
    /// [`StoreError::TooNew`], [`StoreError::TooOld`].
    pub fn check_version(&self) -> Result<(), StoreError> {
        migrate::check_current(&self.sql)
    }

    /// Reads one consistent state.
    ///
    /// # Errors
    /// What the closure returns.
    pub fn read<T>(&self, work: impl FnOnce(&Tx<'_>) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let begun = self.sql.unchecked_transaction()?;
        work(&Tx { sql: &begun })
    }

    /// Writes a copy of one consistent state to a new file, for the eyes of its owner only; when it returns, the copy is on
    /// disk and was found sound.
    ///
    /// # Errors
    /// When there is a file, when the copy cannot be written, and when it is damaged; what there is of it stays.
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

    /// The ids that the next game and the next offer get.
    ///
    /// # Errors
    /// When the file is not of this program's version, or cannot be read.
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

    /// Keeps new games and offers of a file that nobody uses from getting ids near those they would get next, or near `others`:
    /// a million later than all of these. So no post that was made after a copy was taken names what is new in the copy.
    ///
    /// # Errors
    /// When the file is not of this program's version, or cannot be written.
    pub fn skip_ids(path: &Path, others: Option<NextIds>) -> Result<(), StoreError> {
        const SKIPPED: u64 = 1_000_000;
        let own = DatabaseFile::open(path)?.next_ids()?;
        let others = others.unwrap_or(own);
        let game = GameId::from(own.game.max(others.game).get().saturating_add(SKIPPED));
        let offer = OfferId::from(own.offer.max(others.offer).get().saturating_add(SKIPPED));
        connect(path)?.execute("UPDATE least_id SET game = ?, offer = ?", (game, offer))?;
        Ok(())
    }

    /// Forgets the boards of the running games of a file that nobody uses, as others may have followed since it was made: each
    /// gets a new one, under a number that none has had, unless the same file was restored before.
    ///
    /// # Errors
    /// When the file is not of this program's version, or cannot be written.
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

    /// Brings a file that nobody uses up to this program's version, and leaves no other files beside it.
    ///
    /// # Errors
    /// [`StoreError::TooNew`]; when it cannot be written, or its tables are not those of its version.
    pub fn bring_up_to_date(path: &Path) -> Result<(), StoreError> {
        let mut sql = connect(path)?;
        migrate::check_version(&sql)?;
        fold_log(&sql)?;
        migrate::migrate(&mut sql)
    }

    /// Puts what the write-ahead log holds into the file, so that the log is empty, whoever else uses the file. A process that
    /// ends does not wait for its [`Store`](crate::Store) to do so.
    ///
    /// # Errors
    /// Only those of SQLite. The log stays as it is while another program reads or writes.
    pub fn empty_log(path: &Path) -> Result<(), StoreError> {
        let sql = connect(path)?;
        Ok(sql.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?)
    }

    /// Puts what the write-ahead log of a file that nobody uses holds into the file, and leaves no other files beside it.
    ///
    /// # Errors
    /// When it cannot be written, or is in use.
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
