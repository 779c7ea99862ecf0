//! `petri verify`: replays all stored games.

use data::{DatabaseFile, Difference, GameId, Part};
use messages::text;

use super::shared::{DataArgs, say};
use crate::data_dir;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    data: DataArgs,
}

/// The results of replaying all games.
pub(super) struct Found {
    running: u32,
    over: u32,
    differing: Vec<(GameId, Difference)>,
}

impl Found {
    /// Returns whether all games replay correctly.
    pub(super) fn is_well(&self) -> bool {
        self.differing.is_empty()
    }

    /// Returns one line for each game that differs, and a summary.
    pub(super) fn words(&self) -> String {
        text::verified(self.running, self.over, &self.differing)
    }
}

/// Replays all games of a database of this program's version.
///
/// # Errors
/// When the database is of another version or cannot be read.
pub(super) fn all(file: &DatabaseFile) -> anyhow::Result<Found> {
    file.check_version()?;
    let part = |part| file.read(|tx| tx.verify_some(part, None, || true));
    let (running, over) = (part(Part::Running)?, part(Part::Over)?);
    let differing = running.differing.into_iter().chain(over.differing).collect();
    Ok(Found { running: running.games, over: over.games, differing })
}

/// Checks the whole file and replays all games. Prints the damage, or the games that no longer replay correctly. Returns
/// whether all is well.
///
/// # Errors
/// When the database is of another version or cannot be read.
pub(super) fn run(args: &Args) -> anyhow::Result<bool> {
    let path = data_dir::database(&args.data.data_dir);
    let explained = |error| data_dir::explained(error, &path);
    let file = DatabaseFile::open(&path).map_err(explained)?;
    let damages = file.damages().map_err(explained)?;
    if !damages.is_empty() {
        say(&text::damages(&path, &damages));
        return Ok(false);
    }
    let found = all(&file)?;
    say(&found.words());
    Ok(found.is_well())
}
