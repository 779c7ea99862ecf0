//! Copies everything from one database to another, over either engine.

use std::{
    cell::RefCell,
    fs,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, types::ToSql, types::Value};

use crate::{
    Part, Stretch,
    error::StoreError,
    identity, migrate,
    slices::Slices,
    sql::{self, Rows, Sql, session::Session},
    store::{self, BUSY_TIMEOUT},
    tx::Tx,
};

/// All tables. A table comes after those that it refers to.
const TABLES: [&str; 46] = [
    "game",
    "guest",
    "seat",
    "move",
    "done",
    "pending_post",
    "clock",
    "plan",
    "person",
    "heartbeat",
    "outage",
    "least_id",
    "timer",
    "substitution",
    "vacation",
    "pool",
    "result",
    "rating",
    "rating_event",
    "meeting",
    "rank_bucket",
    "season",
    "board_week",
    "forecast",
    "forecast_bin",
    "unlisted",
    "setting",
    "blocked",
    "erasure",
    "former",
    "absent",
    "forgotten",
    "weekly",
    "audit",
    "conduct",
    "sketch",
    "puzzle",
    "puzzle_post",
    "puzzle_answer",
    "puzzle_streak",
    "outbox",
    "machine",
    "thought",
    "installation",
    "offer",
    "vote",
];
/// The tables whose ids PostgreSQL counts, each with its column.
const COUNTED: [(&str, &str); 7] = [
    ("plan", "id"),
    ("pool", "id"),
    ("result", "seq"),
    ("audit", "id"),
    ("sketch", "id"),
    ("puzzle", "id"),
    ("outbox", "id"),
];
/// The tables among them whose ids are never used again after their rows are gone.
const USED_ONCE: [&str; 3] = ["plan", "sketch", "puzzle"];
/// How many rows PostgreSQL hands over at a time.
const AT_ONCE: usize = 1000;

/// Where a database is.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// In a file of SQLite.
    File(PathBuf),
    /// On a PostgreSQL server, at this address. It can have a password.
    Server(String),
}

impl From<&str> for Database {
    /// Reads the address of a server, such as `postgres://petri@db/petri` or `host=/run/postgresql user=petri`; anything else is the
    /// path of a file.
    fn from(text: &str) -> Database {
        let is_address =
            ["postgres://", "postgresql://", "host="].iter().any(|begin| text.starts_with(begin));
        if is_address { Database::Server(text.to_owned()) } else { Database::File(PathBuf::from(text)) }
    }
}

/// The extent of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// The number of rows.
    pub rows: u64,
    /// The number of games, all of which replay in the new database as they were played.
    pub games: u32,
}

/// Moves everything to a new database. Afterwards no bot runs on the old one. Nothing is moved after an error.
///
/// This blocks its thread. No bot may run on either database.
///
/// # Errors
/// [`StoreError::Busy`] if a bot runs on one of them; [`StoreError::NotEmpty`] if the new one has games or exists as a file;
/// [`StoreError::BrokenCopy`] if something arrived differently, or a game does not replay; errors of opening the databases.
pub fn move_everything(from: &Database, to: &Database) -> Result<Transfer, StoreError> {
    let source = End::existing(from, true)?;
    let done = copy_to_new(&source, to)?;
    source.mark_as_moved()?;
    Ok(done)
}

/// Copies everything from a database on a server to a new file, even while a bot runs. The file has the state of one moment.
///
/// This blocks its thread.
///
/// # Errors
/// As for [`move_everything`], but no bot is in the way.
pub fn copy_to_file(from: &Database, to: &Path) -> Result<Transfer, StoreError> {
    copy_to_new(&End::existing(from, false)?, &Database::File(to.to_owned()))
}

/// Copies everything to a new database. If this fails, no new file is left behind.
fn copy_to_new(source: &End, to: &Database) -> Result<Transfer, StoreError> {
    let fresh = match to {
        Database::File(path) if !path.exists() => Some(path),
        _ => None,
    };
    let fill = || {
        let target = End::new(to)?;
        let done = copy(source.sql(), target.sql())?;
        target.count()?;
        target.commit()?;
        Ok(done)
    };
    let done = fill();
    if let (Err(_), Some(path)) = (&done, fresh) {
        for end in ["", "-wal", "-shm"] {
            // One that is not there needs no removal.
            let _ = fs::remove_file(identity::beside(path, end));
        }
    }
    done
}

/// A database with an open transaction.
enum End {
    File(Connection),
    Server(RefCell<Session>),
}

impl End {
    /// Opens a database to copy from it.
    fn existing(from: &Database, alone: bool) -> Result<End, StoreError> {
        match from {
            Database::File(path) => {
                if !path.exists() {
                    return Err(StoreError::NotThere(path.clone()));
                }
                migrate::check_current(&identity::open(path, BUSY_TIMEOUT)?)?;
                let connection = Connection::open(path)?;
                connection.busy_timeout(BUSY_TIMEOUT)?;
                connection.execute_batch("BEGIN IMMEDIATE")?;
                Ok(End::File(connection))
            }
            Database::Server(address) => {
                let mut session = store::session(address, alone)?;
                migrate::check_server(&mut session)?;
                session.batch("BEGIN ISOLATION LEVEL REPEATABLE READ")?;
                Ok(End::Server(RefCell::new(session)))
            }
        }
    }

    /// Makes a database to copy to.
    fn new(to: &Database) -> Result<End, StoreError> {
        match to {
            Database::File(path) => {
                if path.exists() {
                    return Err(StoreError::NotEmpty(path.display().to_string()));
                }
                store::create(path)?;
                let connection = Connection::open(path)?;
                connection.execute_batch("BEGIN IMMEDIATE")?;
                Ok(End::File(connection))
            }
            Database::Server(address) => {
                let mut session = store::session(address, true)?;
                migrate::server(&mut session)?;
                if session.number("SELECT (SELECT count(*) FROM game) + (SELECT count(*) FROM person)")? > 0 {
                    return Err(StoreError::NotEmpty("the database on the server".to_owned()));
                }
                session.batch("BEGIN")?;
                Ok(End::Server(RefCell::new(session)))
            }
        }
    }

    fn sql(&self) -> Sql<'_> {
        match self {
            End::File(connection) => Sql::Sqlite(connection),
            End::Server(session) => Sql::Postgres(session),
        }
    }

    fn commit(&self) -> Result<(), StoreError> {
        Ok(self.sql().execute_batch("COMMIT")?)
    }

    /// Lets a server count its rows. Until it does by itself, it would plan queries as for empty tables.
    fn count(&self) -> Result<(), StoreError> {
        match self {
            End::File(_) => Ok(()),
            End::Server(session) => Ok(session.borrow_mut().batch("ANALYZE")?),
        }
    }

    fn mark_as_moved(&self) -> Result<(), StoreError> {
        match self {
            End::File(connection) => identity::mark_as_moved(connection)?,
            End::Server(session) => session.borrow_mut().batch("UPDATE version SET moved = 1")?,
        }
        self.commit()
    }
}

/// Copies all tables, and compares what arrived with what was sent.
fn copy(from: Sql<'_>, to: Sql<'_>) -> Result<Transfer, StoreError> {
    let mut rows = 0;
    // A new database has rows of its own in some tables.
    for table in TABLES.iter().rev() {
        to.execute(&format!("DELETE FROM {table}"), [])?;
    }
    for table in TABLES {
        let columns = columns(from, table)?;
        let sent = copy_table(table, &columns, from, to)?;
        let mut arrived = Sum::default();
        each_row(to, table, &columns, |row| {
            arrived.add(row);
            Ok(())
        })?;
        if sent != arrived {
            return Err(StoreError::BrokenCopy(format!("table {table}")));
        }
        rows += sent.rows;
    }
    for (table, column) in COUNTED {
        let last = last_id(from, table, column)?;
        count_on(to, table, column, last)?;
    }
    let tx = Tx { sql: to, slices: Slices::ALL };
    let (running, over) =
        (tx.verify_some(Part::Running, None, || true)?, tx.verify_some(Part::Over, None, || true)?);
    let first =
        |stretch: &Stretch| stretch.differing.first().map(|(game, found)| format!("game {game}: {found}"));
    match first(&running).or_else(|| first(&over)) {
        Some(difference) => Err(StoreError::BrokenCopy(difference)),
        None => Ok(Transfer { rows, games: running.games + over.games }),
    }
}

/// The number of rows, and a sum over them that does not depend on their order.
#[derive(Default, PartialEq, Eq, Debug)]
struct Sum {
    rows: u64,
    sum: u64,
}

impl Sum {
    fn add(&mut self, row: &[Value]) {
        let mut hash = crc32fast::Hasher::new();
        for value in row {
            match value {
                Value::Null => hash.update(&[0]),
                Value::Integer(number) => {
                    hash.update(&[1]);
                    hash.update(&number.to_le_bytes());
                }
                Value::Text(text) => {
                    hash.update(&[2]);
                    hash.update(&text.len().to_le_bytes());
                    hash.update(text.as_bytes());
                }
                // No column holds others.
                Value::Real(_) | Value::Blob(_) => {}
            }
        }
        self.rows += 1;
        self.sum = self.sum.wrapping_add(u64::from(hash.finalize()));
    }
}

/// Returns the names of a table's columns.
fn columns(sql: Sql<'_>, table: &str) -> sql::Result<Vec<String>> {
    Ok(sql.prepare(&format!("SELECT * FROM {table} LIMIT 0"))?.column_names())
}

/// Returns the names as SQL writes them. Some are words of PostgreSQL's.
fn quoted(columns: &[String]) -> String {
    columns.iter().map(|column| format!("\"{column}\"")).collect::<Vec<_>>().join(", ")
}

fn copy_table(table: &str, columns: &[String], from: Sql<'_>, to: Sql<'_>) -> Result<Sum, StoreError> {
    let places = vec!["?"; columns.len()].join(", ");
    let mut insert = to.prepare(&format!("INSERT INTO {table} ({}) VALUES ({places})", quoted(columns)))?;
    let mut sum = Sum::default();
    each_row(from, table, columns, |row| {
        sum.add(row);
        let values: Vec<&dyn ToSql> = row.iter().map(|value| value as &dyn ToSql).collect();
        insert.execute(&*values).map(drop)
    })?;
    Ok(sum)
}

/// Visits the rows of a table in the order of its first column.
fn each_row(
    sql: Sql<'_>,
    table: &str,
    columns: &[String],
    mut visit: impl FnMut(&[Value]) -> sql::Result<()>,
) -> sql::Result<()> {
    let query = format!("SELECT {} FROM {table} ORDER BY 1", quoted(columns));
    let mut visit_all = |mut rows: Rows<'_>| {
        let mut count = 0;
        while let Some(row) = rows.next()? {
            let values =
                (0..columns.len()).map(|column| row.get(column)).collect::<sql::Result<Vec<Value>>>()?;
            visit(&values)?;
            count += 1;
        }
        Ok::<usize, sql::Error>(count)
    };
    match sql {
        Sql::Sqlite(_) => visit_all(sql.prepare(&query)?.query([])?).map(drop),
        // A cursor, since PostgreSQL would send the whole table at once.
        Sql::Postgres(_) => {
            sql.execute_batch(&format!("DECLARE everything CURSOR FOR {query}"))?;
            let mut fetch = sql.prepare(&format!("FETCH {AT_ONCE} FROM everything"))?;
            while visit_all(fetch.query([])?)? > 0 {}
            sql.execute_batch("CLOSE everything")
        }
    }
}

/// Returns the last id that a table has given.
fn last_id(sql: Sql<'_>, table: &str, column: &str) -> sql::Result<i64> {
    let query = match sql {
        Sql::Sqlite(_) if USED_ONCE.contains(&table) => {
            format!("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = '{table}'")
        }
        Sql::Sqlite(_) => format!("SELECT coalesce(max({column}), 0) FROM {table}"),
        Sql::Postgres(_) => {
            format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {table}_{column}_seq")
        }
    };
    sql.prepare(&query)?.query_row([], |row| row.get(0))
}

/// Makes a table give higher ids than `last` from now on.
fn count_on(sql: Sql<'_>, table: &str, column: &str, last: i64) -> sql::Result<()> {
    match sql {
        Sql::Sqlite(_) if USED_ONCE.contains(&table) => {
            sql.execute(&format!("DELETE FROM sqlite_sequence WHERE name = '{table}'"), [])?;
            sql.execute(&format!("INSERT INTO sqlite_sequence (name, seq) VALUES ('{table}', ?)"), [last])
                .map(drop)
        }
        Sql::Sqlite(_) => Ok(()),
        Sql::Postgres(_) if last > 0 => {
            sql.execute_batch(&format!("SELECT setval('{table}_{column}_seq', {last})"))
        }
        Sql::Postgres(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests;
