//! `petri move`: moves everything to another database.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use data::{Database, StoreError, Transfer};
use messages::text;

use super::shared::say;
use crate::{
    data_dir::{self, Claim},
    server,
};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The database to move: a folder, a file, the address of a PostgreSQL database, or @FILE with that address. Stop all bots
    /// first
    #[arg(long, value_name = "DATABASE")]
    from: String,
    /// The new database, of the same kinds. It must be empty, or not exist yet; a new path without an extension is a folder
    #[arg(long, value_name = "DATABASE")]
    to: String,
}

/// Moves everything, checks that it is the same and that all games replay, and marks the old database as moved.
///
/// # Errors
/// When a bot uses one of the databases, the new one is not empty, or the copy is not the same.
pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let (from, _from_claim) = end(&args.from)?;
    let (to, to_claim) = end(&args.to)?;
    let moved = data::move_everything(&from, &to).map_err(|error| match error {
        StoreError::Busy => anyhow::anyhow!("a bot uses the database; stop it first"),
        error => anyhow::Error::new(error).context("moving the database"),
    })?;
    if let (Database::File(file), Some(_)) = (&to, &to_claim) {
        data_dir::belongs_like(file, folder_of(file))?;
    }
    say(&text::moved(moved.rows, moved.games));
    Ok(())
}

/// Returns the database that a text names. A folder with it is claimed, so that no bot uses it meanwhile.
fn end(text: &str) -> anyhow::Result<(Database, Option<Claim>)> {
    // Other users of the machine can read a command line.
    let database = match text.strip_prefix('@') {
        Some(file) => Database::Server(server::read(Path::new(file))?),
        None => Database::from(text),
    };
    match database {
        Database::File(path) => {
            // Somebody who names a new folder does not mean a file of that name.
            let is_folder = path.is_dir() || !path.exists() && path.extension().is_none();
            let file = if is_folder { data_dir::database(&path) } else { path };
            let claim = data_dir::claim(folder_of(&file))?;
            Ok((Database::File(PathBuf::from(&file)), Some(claim)))
        }
        server @ Database::Server(_) => Ok((server, None)),
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Copies a database on a server to a file that does not exist yet.
///
/// # Errors
/// When the server cannot be read, the file exists, or the copy is not the same.
pub(super) fn copy(address: &str, to: &Path) -> anyhow::Result<Transfer> {
    let copied = data::copy_to_file(&Database::Server(address.to_owned()), to);
    copied.with_context(|| format!("copying the database to {}", to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_path_without_extension_is_a_folder() {
        let parent = tempfile::tempdir().unwrap();
        let named = |name: &str| {
            let path = parent.path().join(name);
            match end(path.to_str().unwrap()).unwrap().0 {
                Database::File(file) => file.strip_prefix(parent.path()).unwrap().to_owned(),
                Database::Server(address) => panic!("{address}"),
            }
        };
        assert_eq!(named("new"), Path::new("new/petri.sqlite"));
        assert_eq!(named("moved.sqlite"), Path::new("moved.sqlite"));
        std::fs::write(parent.path().join("old"), "").unwrap();
        assert_eq!(named("old"), Path::new("old"));
    }
}
