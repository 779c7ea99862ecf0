//! The address of a PostgreSQL database, which may have a password. It is read from the environment or a file, and never logged.

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, anyhow};
use data::{Store, StoreError};
use messages::text;
use meters::Meters;
use tokio_util::sync::CancellationToken;

const FILE_VARIABLE: &str = "PETRI_DATABASE_FILE";

/// Returns the address of the database: the one given, or the one in the file that `PETRI_DATABASE_FILE` names. Without either, the
/// database is a file in the data folder.
///
/// # Errors
/// When the file cannot be read.
pub fn address(given: Option<&str>) -> anyhow::Result<Option<String>> {
    let address = match (given, env::var_os(FILE_VARIABLE).map(PathBuf::from)) {
        (Some(given), _) => given.trim().to_owned(),
        (None, Some(path)) => read(&path)?,
        (None, None) => return Ok(None),
    };
    Ok(Some(address).filter(|address| !address.is_empty()))
}

/// Reads the address of a database from a file.
///
/// # Errors
/// When the file cannot be read.
pub fn read(file: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("reading the address of the database from {}", file.display()))?;
    Ok(text.trim().to_owned())
}

/// Connects to a database, and shares it with other bots. If a program uses it alone, this cancels `waits`, and waits until that has ended.
///
/// # Errors
/// When the database cannot be reached, or this program cannot use it.
pub async fn connect(address: &str, meters: Meters, waits: CancellationToken) -> anyhow::Result<Store> {
    Store::share(address, meters, move || waits.cancel()).await.map_err(explained)
}

/// Adds advice to the error of a database on a server.
fn explained(error: StoreError) -> anyhow::Error {
    match text::what_to_do(&error) {
        Some(what_to_do) => anyhow!("{error}. {what_to_do}"),
        None => anyhow::Error::new(error).context("connecting to the database"),
    }
}
