use std::collections::{BTreeMap, BTreeSet};

use meters::Meters;
use tempfile::TempDir;

use super::*;
use crate::{Store, fixture, migrate, query_plans::run_everything};

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

/// Returns the condition of each `CHECK` in the definition of a table, in their order.
fn checks(definition: &str) -> Vec<String> {
    let bare: Vec<&str> = definition.lines().filter_map(|line| line.split("--").next()).collect();
    let bare = bare.join(" ");
    let condition = |rest: &str| {
        let mut depth = 0;
        let is_end = |c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        };
        rest.split_once(is_end).map(|(condition, _)| format!("{condition})")).unwrap_or_default()
    };
    let mut found: Vec<String> = bare.split("CHECK ").skip(1).map(condition).collect();
    found.sort();
    found
}

/// Returns whether the definition of an index says that its rows are unique, and which rows it has.
fn extent(definition: &str) -> (bool, Option<String>) {
    let rows =
        definition.split_once("WHERE").map(|(_, rows)| rows.split_whitespace().collect::<Vec<_>>().join(" "));
    (definition.starts_with("CREATE UNIQUE"), rows)
}

/// Returns the statement of the newest migration of PostgreSQL that begins with these words.
fn statement<'s>(migrations: &'s [&str], words: &str) -> &'s str {
    let mut statements = migrations.iter().rev().flat_map(|text| text.split(";\n"));
    let found = statements.find_map(|text| Some(&text[text.find(words)?..]));
    found.unwrap_or_else(|| panic!("no migration of PostgreSQL has \"{words}\""))
}

/// Both engines have the same tables, columns, defaults, conditions, keys and indexes.
#[tokio::test]
async fn schemas_are_twins() {
    let Some(address) = fixture::database().await else { return };
    let (_dir, at) = folder();
    let on_file = Store::open(&at("a.sqlite")).await.unwrap();
    let on_server = Store::connect(&address, Meters::default()).await.unwrap();
    let both = async |of_file: &str, of_server: &str| {
        (fixture::rows(&on_file, of_file).await, fixture::rows(&on_server, of_server).await)
    };
    // A column that is computed has no name, and neither has the primary key that a foreign key names by leaving it out.
    for table in TABLES {
        let (of_file, of_server) = both(
            &format!(
                "SELECT name, CASE WHEN \"notnull\" = 1 OR pk > 0 THEN 'NO' ELSE 'YES' END,
                        CASE WHEN type = 'TEXT' THEN 'text' ELSE 'bigint' END, pk, coalesce(dflt_value, '')
                 FROM pragma_table_info('{table}') ORDER BY name"
            ),
            &format!(
                "SELECT CAST(column_name AS TEXT), CAST(is_nullable AS TEXT), CAST(data_type AS TEXT),
                        coalesce((SELECT array_position(indkey, attnum) + 1 FROM pg_index JOIN pg_attribute ON attrelid = indrelid
                                  WHERE indrelid = CAST('{table}' AS regclass) AND indisprimary AND attname = column_name), 0),
                        coalesce(split_part(column_default, '::', 1), '')
                 FROM information_schema.columns WHERE table_name = '{table}' AND table_schema = 'public' ORDER BY 1"
            ),
        )
        .await;
        assert_eq!(of_file, of_server, "columns of {table}");

        let (of_file, of_server) = both(
            &format!(
                "SELECT \"from\", \"table\", on_delete FROM pragma_foreign_key_list('{table}') ORDER BY 1, 2"
            ),
            &format!(
                "SELECT CAST(attname AS TEXT), CAST(CAST(confrelid AS regclass) AS TEXT),
                        CASE confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'NO ACTION' END
                 FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
                 WHERE contype = 'f' AND conrelid = CAST('{table}' AS regclass) ORDER BY 1, 2"
            ),
        )
        .await;
        assert_eq!(of_file, of_server, "foreign keys of {table}");

        let (of_file, of_server) = both(
            &format!(
                "SELECT (SELECT group_concat(name, ', ') FROM pragma_index_info(list.name))
                 FROM pragma_index_list('{table}') AS list WHERE origin = 'u' ORDER BY 1"
            ),
            &format!(
                "SELECT (SELECT string_agg(CAST(attname AS TEXT), ', ' ORDER BY array_position(conkey, attnum))
                         FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey))
                 FROM pg_constraint WHERE contype = 'u' AND conrelid = CAST('{table}' AS regclass) ORDER BY 1"
            ),
        )
        .await;
        assert_eq!(of_file, of_server, "what is unique in {table}");
    }
    let (of_file, of_server) = both(
        "SELECT list.name, info.seqno, coalesce(info.name, '') FROM sqlite_schema AS list, pragma_index_info(list.name) AS info
         WHERE list.type = 'index' AND list.sql IS NOT NULL ORDER BY 1, 2",
        "SELECT CAST(relname AS TEXT), CAST(place - 1 AS BIGINT), CAST(coalesce(attname, '') AS TEXT)
         FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
              JOIN unnest(CAST(indkey AS SMALLINT[])) WITH ORDINALITY AS key (number, place) ON true
              LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = number AND number > 0
         WHERE relnamespace = CAST('public' AS regnamespace)
           AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid) ORDER BY 1, 2",
    )
    .await;
    assert!(!of_file.is_empty());
    assert_eq!(of_file, of_server);
}

/// PostgreSQL shows conditions in words of its own, so this compares them as the migrations have them.
#[tokio::test]
async fn schemas_have_the_same_conditions() {
    let (_dir, at) = folder();
    let store = Store::open(&at("a.sqlite")).await.unwrap();
    let defined = async |kind: &str| {
        let query = format!("SELECT name, sql FROM sqlite_schema WHERE type = '{kind}' AND sql IS NOT NULL");
        fixture::rows(&store, &query).await
    };
    let migrations = migrate::SERVER.map(|(_, text)| text);
    let mut conditions = 0;
    for row in defined("table").await.iter().filter(|row| TABLES.contains(&&*row[0])) {
        let of_file = checks(&row[1]);
        let of_server = statement(&migrations, &format!("CREATE TABLE {} (", row[0]));
        assert_eq!(of_file, checks(of_server), "{}", row[0]);
        conditions += of_file.len();
    }
    assert!(conditions > 30, "{conditions}");
    for row in defined("index").await {
        let (words, _) = row[1].split_once(" ON ").unwrap();
        let of_server = statement(&migrations, &format!("{words} ON "));
        assert_eq!(extent(&row[1]), extent(of_server), "{}", row[0]);
    }
}
