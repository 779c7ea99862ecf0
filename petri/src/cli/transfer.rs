//! `petri move`: moves everything to another database.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use data::{Database, StoreError};
use messages::text;

use super::shared::say;
use crate::data_dir::{self, Claim};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The database to move: a folder, a file, or the address of a PostgreSQL database. Stop the bot first
    #[arg(long, value_name = "DATABASE")]
    from: String,
    /// The new database, of the same kinds. It must be empty, or not exist yet
    #[arg(long, value_name = "DATABASE")]
    to: String,
}

/// Moves everything, checks that it is the same and that all games replay, and marks the old database as moved.
///
/// # Errors
/// When a bot uses one of the databases, the new one is not empty, or the copy is not the same.
pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let (from, _from_claim) = end(&args.from)?;
    let (to, _to_claim) = end(&args.to)?;
    let moved = data::move_everything(&from, &to).map_err(|error| match error {
        StoreError::Busy => anyhow::anyhow!("a bot uses the database; stop it first"),
        error => anyhow::Error::new(error).context("moving the database"),
    })?;
    say(&text::moved(moved.rows, moved.games));
    Ok(())
}

/// Returns the database that a text names. A folder with it is claimed, so that no bot uses it meanwhile.
fn end(text: &str) -> anyhow::Result<(Database, Option<Claim>)> {
    match Database::from(text) {
        Database::File(path) => {
            let file = if path.is_dir() { data_dir::database(&path) } else { path };
            let folder =
                file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let claim = data_dir::claim(folder)?;
            Ok((Database::File(PathBuf::from(&file)), Some(claim)))
        }
        server @ Database::Server(_) => Ok((server, None)),
    }
}

/// Copies a database on a server to a file that does not exist yet.
///
/// # Errors
/// When the server cannot be read, the file exists, or the copy is not the same.
pub(super) fn backup(address: &str, to: &Path) -> anyhow::Result<()> {
    let copied = data::copy_to_file(&Database::Server(address.to_owned()), to);
    let copied = copied.with_context(|| format!("copying the database to {}", to.display()))?;
    say(&text::copied(to, copied.rows, copied.games));
    Ok(())
}
