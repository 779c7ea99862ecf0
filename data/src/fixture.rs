//! Stores for tests, on a file or on a server.
//!
//! Tests of what both engines have in common take their stores from here. With `PETRI_TEST_DATABASE`, a connection string without a
//! name of a database, such as `host=/run/postgresql user=petri`, each store gets a new database of that server.

#![allow(clippy::expect_used, reason = "a test that cannot continue has failed")]

use std::{
    env,
    path::Path,
    process,
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use meters::Meters;
use postgres::{Client, NoTls};
use rusqlite::types::Value;

use crate::{Store, StoreError, Tx, migrate, sql, store};

/// The variable with the server of the tests.
const SERVER: &str = "PETRI_TEST_DATABASE";

/// Returns the server of the tests, if they have one.
#[must_use]
pub fn server() -> Option<String> {
    env::var(SERVER).ok().filter(|server| !server.is_empty())
}

/// Makes an empty database on the server of the tests and returns its connection string, or `None` if the tests have no server.
///
/// # Panics
/// If the database cannot be made.
pub async fn database() -> Option<String> {
    Some(database_on(server()?).await)
}

/// Makes an empty database on a server and returns its connection string.
///
/// # Panics
/// If the database cannot be made.
pub async fn database_on(server: String) -> String {
    let make = move || named(&server, &new_database(&server, "template0"));
    tokio::task::spawn_blocking(make).await.expect("a database can be made")
}

/// Makes a database that has the tables, and returns its connection string. It is a copy, because to make the tables takes PostgreSQL
/// much longer.
fn copied_database(server: &str) -> String {
    static MODEL: OnceLock<String> = OnceLock::new();
    let model = MODEL.get_or_init(|| {
        let name = new_database(server, "template0");
        let mut session = store::session(&named(server, &name), true).expect("the server answers");
        migrate::server(&mut session).expect("the tables can be made");
        name
    });
    named(server, &new_database(server, model))
}

/// Makes a database like another one, to which nothing may be connected. Returns its name.
fn new_database(server: &str, model: &str) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("petri_{}_{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let mut client = Client::connect(&named(server, "postgres"), NoTls).expect("the server answers");
    let create =
        format!("CREATE DATABASE {name} TEMPLATE {model} ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'");
    client.batch_execute(&create).expect("a database can be made");
    name
}

fn named(server: &str, database: &str) -> String {
    format!("{server} dbname={database}")
}

/// Returns a new store: a file in this folder, or a database of the server of the tests.
///
/// # Panics
/// If it cannot be made.
pub async fn store(folder: &Path) -> Store {
    match server() {
        Some(server) => {
            let url = tokio::task::spawn_blocking(move || copied_database(&server)).await;
            let url = url.expect("a database can be made");
            Store::connect(&url, Meters::default()).await.expect("a store on a server")
        }
        None => Store::open(&folder.join("petri.sqlite")).await.expect("a store on a file"),
    }
}

/// Connects to a database and shares it with other stores.
///
/// # Panics
/// If the database cannot be reached.
pub async fn sharer(url: &str) -> Store {
    Store::share(url, Meters::default(), || {}).await.expect("the database answers")
}

/// Connects to a database that another store uses, to read it. If the connection breaks, it may take `patience` to come back.
///
/// # Panics
/// If the database cannot be reached.
pub async fn observe(url: &str, patience: Duration) -> Store {
    Store::observe_patiently(url, patience).await.expect("the database answers")
}

/// Runs a statement that only a test would run, and returns how many rows it changed.
///
/// # Panics
/// If it fails.
pub async fn change(store: &Store, statement: &str) -> usize {
    let statement = statement.to_owned();
    let change = move |tx: &Tx<'_>| Ok::<_, StoreError>(tx.sql.execute(&statement, [])?);
    store.write(change).await.expect("the statement of a test")
}

/// Returns the rows that a query finds, each value as a text.
///
/// # Panics
/// If it fails.
pub async fn rows(store: &Store, query: &str) -> Vec<Vec<String>> {
    let query = query.to_owned();
    let value = |value: Value| match value {
        Value::Integer(number) => number.to_string(),
        Value::Text(text) => text,
        other => format!("{other:?}"),
    };
    let read = move |tx: &Tx<'_>| {
        let mut query = tx.sql.prepare(&query)?;
        let width = query.column_names().len();
        let rows =
            query.query_map([], |row| (0..width).map(|column| Ok(value(row.get(column)?))).collect())?;
        Ok::<_, StoreError>(rows.collect::<sql::Result<_>>()?)
    };
    store.read(read).await.expect("the query of a test")
}
