//! The tables that follow from the ledger, and whether rebuilt ones are the same.

use rusqlite::types::Value;

use super::pool::Ratings;
use crate::{
    error::StoreError,
    ids::GuildId,
    sql::{self, Row, Sql, Statement},
    store::CACHE,
};

/// The tables that follow from the ledger, each with its key. A rebuild replaces them.
const TABLES: [(&str, &str); 7] = [
    ("rating", "pool, person"),
    ("rating_event", "person, pool, seq"),
    ("meeting", "person, opponent, seq"),
    ("rank_bucket", "pool, bucket"),
    ("season", "pool, season, person"),
    ("forecast", "kind, shape"),
    ("forecast_bin", "kind, shape, bin"),
];

/// The first row that a rebuild makes differently.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("table {table}: stored is {}, but the ledger gives {}", words(.stored), words(.rebuilt))]
pub struct RowDifference {
    /// The table.
    pub table: &'static str,
    /// The row in the database, with its columns, if there is one.
    pub stored: Option<String>,
    /// The row that follows from the ledger, if there is one.
    pub rebuilt: Option<String>,
}

fn words(row: &Option<String>) -> &str {
    row.as_deref().unwrap_or("no such row")
}

impl Ratings<'_> {
    /// Empties the tables that follow from the ledger, and keeps a copy of their rows for [`Ratings::first_difference`].
    pub fn set_aside(&self) -> Result<(), StoreError> {
        if let Sql::Sqlite(sqlite) = self.tx.sql {
            // The copies can be large. Only a rebuild makes temporary tables, so the place for them can still be chosen here.
            sqlite.pragma_update(None, "temp_store", "FILE")?;
            // Results change pages all over the tables.
            sqlite.pragma_update(None, "cache_size", 8 * CACHE)?;
        }
        for (table, _) in TABLES {
            self.tx.sql.execute_batch(&format!(
                "DROP TABLE IF EXISTS stored_{table};
                 CREATE TEMP TABLE stored_{table} AS SELECT * FROM {table};
                 DELETE FROM {table};"
            ))?;
        }
        self.tx.sql.execute("UPDATE forgotten SET done = 0 WHERE seq > 0", [])?;
        Ok(())
    }

    /// Deletes the ratings of a server, its seasons, and what changed them. Its pools stay.
    pub(crate) fn empty_pools(&self, guild: GuildId) -> Result<(), StoreError> {
        self.tx.sql.execute(
            "DELETE FROM rating_event WHERE (person, pool) IN
             (SELECT person, pool FROM rating WHERE pool IN (SELECT id FROM pool WHERE guild = ?))",
            [guild],
        )?;
        for table in ["rating", "rank_bucket", "season"] {
            let delete = format!("DELETE FROM {table} WHERE pool IN (SELECT id FROM pool WHERE guild = ?)");
            self.tx.sql.execute(&delete, [guild])?;
        }
        Ok(())
    }

    /// During a rebuild, deletes the ratings of servers that were deleted after row `seq` of the ledger or before it.
    pub(super) fn forget_after(&self, seq: i64) -> Result<(), StoreError> {
        let forgotten: Vec<GuildId> = self
            .tx
            .sql
            .prepare_cached("SELECT guild FROM forgotten WHERE done = 0 AND seq <= ?")?
            .query_map([seq], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        for &guild in &forgotten {
            self.empty_pools(guild)?;
        }
        if !forgotten.is_empty() {
            self.tx.sql.execute("UPDATE forgotten SET done = 1 WHERE seq <= ?", [seq])?;
        }
        Ok(())
    }

    /// Compares the tables that follow from the ledger with the rows that [`Ratings::set_aside`] has kept. Returns the first row
    /// that is different, and forgets the kept rows.
    pub fn first_difference(&self) -> Result<Option<RowDifference>, StoreError> {
        // The rebuild has made pools for the rows before their deletion.
        self.tx.sql.execute(
            "DELETE FROM pool WHERE guild IN (SELECT guild FROM forgotten)
             AND NOT EXISTS (SELECT 1 FROM rating WHERE rating.pool = pool.id)",
            [],
        )?;
        if let Sql::Sqlite(sqlite) = self.tx.sql {
            sqlite.pragma_update(None, "cache_size", CACHE)?;
        }
        let mut found = None;
        for (table, key) in TABLES {
            if found.is_none() {
                let stored = format!("SELECT * FROM stored_{table} ORDER BY {key}");
                let rebuilt = format!("SELECT * FROM {table} ORDER BY {key}");
                let (mut stored, mut rebuilt) =
                    (self.tx.sql.prepare(&stored)?, self.tx.sql.prepare(&rebuilt)?);
                found = compare(table, &mut stored, &mut rebuilt)?;
            }
            self.tx.sql.execute_batch(&format!("DROP TABLE stored_{table}"))?;
        }
        Ok(found)
    }
}

fn compare(
    table: &'static str,
    stored: &mut Statement<'_>,
    rebuilt: &mut Statement<'_>,
) -> Result<Option<RowDifference>, StoreError> {
    let columns: Vec<String> = stored.column_names();
    let width = columns.len();
    let describe = |row: Vec<Value>| {
        let value = |value: &Value| match value {
            Value::Null => "NULL".to_owned(),
            Value::Integer(number) => number.to_string(),
            Value::Real(number) => number.to_string(),
            Value::Text(text) => text.clone(),
            Value::Blob(bytes) => format!("{bytes:?}"),
        };
        let pairs = columns.iter().zip(&row).map(|(column, of)| format!("{column} {}", value(of)));
        pairs.collect::<Vec<_>>().join(", ")
    };
    let (mut stored, mut rebuilt) = (stored.query([])?, rebuilt.query([])?);
    loop {
        let read = |row: Option<Row<'_>>| {
            row.map(|row| (0..width).map(|at| row.get(at)).collect::<sql::Result<Vec<Value>>>()).transpose()
        };
        let rows = (read(stored.next()?)?, read(rebuilt.next()?)?);
        match rows {
            (None, None) => return Ok(None),
            (stored, rebuilt) if stored == rebuilt => {}
            (stored, rebuilt) => {
                let (stored, rebuilt) = (stored.map(describe), rebuilt.map(describe));
                return Ok(Some(RowDifference { table, stored, rebuilt }));
            }
        }
    }
}
