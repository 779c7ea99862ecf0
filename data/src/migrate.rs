//! The schema's versions, in order. A released migration is never edited; a change is a further file.

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations, SchemaVersion};

use crate::StoreError;

static MIGRATIONS: [M<'static>; 3] = [
    M::up(include_str!("../../migrations/0001_games.sql")),
    M::up(include_str!("../../migrations/0002_correspondence.sql")),
    M::up(include_str!("../../migrations/0003_days.sql")),
];

/// Checks that the file is not one of a later program; touches nothing.
///
/// # Errors
/// [`StoreError::TooNew`].
pub(crate) fn check_version(connection: &Connection) -> Result<(), StoreError> {
    let version = Migrations::from_slice(&MIGRATIONS).current_version(connection);
    match version.map_err(StoreError::Migration)? {
        SchemaVersion::Outside(found) => {
            Err(StoreError::TooNew { found: found.get(), known: MIGRATIONS.len() })
        }
        SchemaVersion::NoneSet | SchemaVersion::Inside(_) => Ok(()),
    }
}

/// Checks that the file is of this program's version.
///
/// # Errors
/// [`StoreError::TooNew`], [`StoreError::TooOld`].
pub(crate) fn check_current(connection: &Connection) -> Result<(), StoreError> {
    check_version(connection)?;
    let version = Migrations::from_slice(&MIGRATIONS).current_version(connection);
    let (found, known) = (version.map_err(StoreError::Migration)?.into(), MIGRATIONS.len());
    if found < known { Err(StoreError::TooOld { found, known }) } else { Ok(()) }
}

/// Brings the file up to date; all missing migrations are one transaction.
///
/// # Errors
/// When a migration fails; the file is as it was then.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    Migrations::from_slice(&MIGRATIONS).to_latest(connection).map_err(StoreError::Migration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_past_version_walks_up() {
        for version in 0..=MIGRATIONS.len() {
            let mut connection = Connection::open_in_memory().unwrap();
            Migrations::from_slice(&MIGRATIONS).to_version(&mut connection, version).unwrap();
            migrate(&mut connection).unwrap();
            let tables: u32 = connection
                .query_row(
                    "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'outbox'",
                    [],
                    |row| row.get(0),
                )
                .unwrap();
            assert_eq!(tables, 1, "from version {version}");
        }
    }
}
