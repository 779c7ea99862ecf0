//! The schema's versions, in order. A released migration is never edited; a change is a further file.

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations, SchemaVersion};

use crate::StoreError;

static MIGRATIONS: [M<'static>; 1] = [M::up(include_str!("../../migrations/0001_games.sql"))];

/// Brings the file up to date; all missing migrations are one transaction.
///
/// # Errors
/// [`StoreError::TooNew`] for a file of a later program, which is left as it is.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let migrations = Migrations::from_slice(&MIGRATIONS);
    if let SchemaVersion::Outside(found) =
        migrations.current_version(connection).map_err(StoreError::Migration)?
    {
        return Err(StoreError::TooNew { found: found.get(), known: MIGRATIONS.len() });
    }
    migrations.to_latest(connection).map_err(StoreError::Migration)
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

    #[test]
    fn a_newer_file_is_refused_and_left_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "user_version", 999).unwrap();
        let refused = migrate(&mut connection);
        assert!(matches!(refused, Err(StoreError::TooNew { found: 999, .. })), "{refused:?}");
        let tables: u32 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).unwrap();
        assert_eq!(tables, 0);
    }
}
