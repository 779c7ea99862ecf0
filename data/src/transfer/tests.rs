use std::collections::{BTreeMap, BTreeSet};

use meters::Meters;
use tempfile::TempDir;

use super::*;
use crate::{Store, fixture, query_plans::run_everything};

/// The tables and views of SQLite itself.
const OWN: &str = "sqlite_%";

async fn filled(path: &Path) {
    let store = Store::open(path).await.unwrap();
    store.write(run_everything).await.unwrap();
}

fn folder() -> (TempDir, impl Fn(&str) -> PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_owned();
    (dir, move |name: &str| path.join(name))
}

/// Returns all rows of a file, for each table.
fn dump(path: &Path) -> BTreeMap<&'static str, Vec<String>> {
    let connection = Connection::open(path).unwrap();
    let sql = Sql::Sqlite(&connection);
    let rows = |table: &str| {
        let mut rows = Vec::new();
        each_row(sql, table, &columns(sql, table).unwrap(), |row| {
            rows.push(format!("{row:?}"));
            Ok(())
        })
        .unwrap();
        rows.sort();
        rows
    };
    TABLES.into_iter().map(|table| (table, rows(table))).collect()
}

async fn moved(from: &Database, to: &Database) -> Result<Transfer, StoreError> {
    let (from, to) = (from.clone(), to.clone());
    tokio::task::spawn_blocking(move || move_everything(&from, &to)).await.unwrap()
}

#[test]
fn address_is_told_from_a_path() {
    for address in ["postgres://petri@db/petri", "postgresql://db", "host=/run/postgresql user=petri"] {
        assert!(Database::from(address) == Database::Server(address.to_owned()), "{address}");
    }
    for path in ["petri.sqlite", "./postgres", "/data/host=a"] {
        assert!(Database::from(path) == Database::File(PathBuf::from(path)), "{path}");
    }
}

#[tokio::test]
async fn every_table_is_copied() {
    let (_dir, at) = folder();
    filled(&at("a.sqlite")).await;
    let connection = Connection::open(at("a.sqlite")).unwrap();
    let mut query = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE ?")
        .unwrap();
    let tables = query.query_map([OWN], |row| row.get::<_, String>(0)).unwrap();
    let tables: BTreeSet<String> = tables.map(Result::unwrap).collect();
    assert_eq!(tables, TABLES.iter().map(|&table| table.to_owned()).collect());
}

#[tokio::test]
async fn moved_file_is_the_same_and_the_old_one_is_refused() {
    let (_dir, at) = folder();
    filled(&at("a.sqlite")).await;
    let before = dump(&at("a.sqlite"));
    let [from, to] = ["a.sqlite", "b.sqlite"].map(|name| Database::File(at(name)));
    let done = moved(&from, &to).await.unwrap();
    assert_eq!(done.rows, before.values().map(Vec::len).sum::<usize>() as u64);
    assert!(done.games > 0);
    assert_eq!(dump(&at("b.sqlite")), before);
    let refused = Store::open(&at("a.sqlite")).await.err().unwrap();
    assert!(matches!(&refused, StoreError::MovedAway(_)), "{refused}");
    Store::open(&at("b.sqlite")).await.unwrap();
    assert!(matches!(moved(&from, &to).await, Err(StoreError::MovedAway(_))));
    let missing = moved(&Database::File(at("c.sqlite")), &to).await;
    assert!(matches!(missing, Err(StoreError::NotThere(_))), "{missing:?}");
    assert!(matches!(moved(&to, &to).await, Err(StoreError::NotEmpty(_))));
}

#[tokio::test]
async fn game_that_does_not_replay_is_not_moved() {
    let (_dir, at) = folder();
    filled(&at("a.sqlite")).await;
    Connection::open(at("a.sqlite")).unwrap().execute("UPDATE move SET hash = hash + 1", []).unwrap();
    let [from, to] = ["a.sqlite", "b.sqlite"].map(|name| Database::File(at(name)));
    let broken = moved(&from, &to).await;
    assert!(matches!(&broken, Err(StoreError::BrokenCopy(why)) if why.starts_with("game ")), "{broken:?}");
    let names = std::fs::read_dir(at("")).unwrap().map(|file| file.unwrap().file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().starts_with('b')), "a new file is left");
    Store::open(&at("a.sqlite")).await.unwrap();
}

#[tokio::test]
async fn everything_comes_back_from_a_server_as_it_was() {
    let Some(address) = fixture::database().await else { return };
    let (_dir, at) = folder();
    filled(&at("a.sqlite")).await;
    let before = dump(&at("a.sqlite"));
    let server = Database::Server(address.clone());
    let there = moved(&Database::File(at("a.sqlite")), &server).await.unwrap();

    let (source, copy) = (server.clone(), at("copy.sqlite"));
    let copied = tokio::task::spawn_blocking(move || copy_to_file(&source, &copy)).await.unwrap().unwrap();
    assert_eq!((copied, dump(&at("copy.sqlite"))), (there, before.clone()));

    // The server counts ids on from where the file was.
    let store = Store::connect(&address, Meters::default()).await.unwrap();
    let plan = "INSERT INTO plan (game, person, steps, draft, created) SELECT id, 3, '[]', 0, 0 FROM game ORDER BY id LIMIT 1";
    fixture::change(&store, plan).await;
    let ids = fixture::rows(&store, "SELECT max(id) FROM plan").await;
    let highest = Connection::open(at("copy.sqlite")).unwrap();
    let highest: i64 = highest
        .query_row("SELECT seq FROM sqlite_sequence WHERE name = 'plan'", [], |row| row.get(0))
        .unwrap();
    assert!(ids[0][0].parse::<i64>().unwrap() > highest, "{ids:?} {highest}");
    fixture::change(&store, "DELETE FROM plan WHERE person = 3 AND created = 0").await;

    let busy = moved(&server, &Database::File(at("b.sqlite"))).await;
    assert!(matches!(busy, Err(StoreError::Busy)), "{busy:?}");
    drop(store);
    let back = loop {
        // The store closes its connection soon.
        match moved(&server, &Database::File(at("b.sqlite"))).await {
            Err(StoreError::Busy) => tokio::task::yield_now().await,
            done => break done.unwrap(),
        }
    };
    assert_eq!(back, there);
    assert_eq!(dump(&at("b.sqlite")), before);
    let refused = Store::connect(&address, Meters::default()).await.err().unwrap();
    assert!(matches!(&refused, StoreError::Unfit(why) if why.contains("moved")), "{refused}");
}

/// Both engines have the same tables, columns, keys and indexes.
#[tokio::test]
async fn schemas_are_twins() {
    let Some(address) = fixture::database().await else { return };
    let (_dir, at) = folder();
    let on_file = Store::open(&at("a.sqlite")).await.unwrap();
    let on_server = Store::connect(&address, Meters::default()).await.unwrap();
    for table in TABLES {
        let of_file = format!(
            "SELECT name, CASE WHEN \"notnull\" = 1 OR pk > 0 THEN 'NO' ELSE 'YES' END, CASE WHEN type = 'TEXT' THEN 'text' ELSE 'bigint' END, pk
             FROM pragma_table_info('{table}') ORDER BY name"
        );
        let of_server = format!(
            "SELECT CAST(column_name AS TEXT), CAST(is_nullable AS TEXT), CAST(data_type AS TEXT),
                    coalesce((SELECT array_position(indkey, attnum) + 1 FROM pg_index JOIN pg_attribute ON attrelid = indrelid
                              WHERE indrelid = CAST('{table}' AS regclass) AND indisprimary AND attname = column_name), 0)
             FROM information_schema.columns WHERE table_name = '{table}' AND table_schema = 'public' ORDER BY 1"
        );
        let (of_file, of_server) =
            (fixture::rows(&on_file, &of_file).await, fixture::rows(&on_server, &of_server).await);
        assert_eq!(of_file, of_server, "{table}");
    }
    // A column that is computed has no name.
    let of_file = "SELECT list.name, info.seqno, coalesce(info.name, '') FROM sqlite_schema AS list, pragma_index_info(list.name) AS info
                   WHERE list.type = 'index' AND list.sql IS NOT NULL ORDER BY 1, 2";
    let of_server =
        "SELECT CAST(relname AS TEXT), CAST(place - 1 AS BIGINT), CAST(coalesce(attname, '') AS TEXT)
                     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
                          JOIN unnest(CAST(indkey AS SMALLINT[])) WITH ORDINALITY AS key (number, place) ON true
                          LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = number AND number > 0
                     WHERE relnamespace = CAST('public' AS regnamespace)
                       AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid) ORDER BY 1, 2";
    let (of_file, of_server) =
        (fixture::rows(&on_file, of_file).await, fixture::rows(&on_server, of_server).await);
    assert!(!of_file.is_empty());
    assert_eq!(of_file, of_server);
}
