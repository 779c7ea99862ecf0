//! `petri verify`: replays all stored games.

use anyhow::Context as _;
use data::{DatabaseFile, Difference, GameId, Part, Store, Stretch};
use messages::text;
use tokio::runtime::Runtime;

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
    fn of(running: Stretch, over: Stretch) -> Found {
        let differing = running.differing.into_iter().chain(over.differing).collect();
        Found { running: running.games, over: over.games, differing }
    }

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
    Ok(Found::of(part(Part::Running)?, part(Part::Over)?))
}

/// Replays all games of a database on a server, even while the bot runs.
///
/// # Errors
/// When the database cannot be read, or is of another version.
async fn on_server(address: &str) -> anyhow::Result<Found> {
    let store = Store::observe(address).await.context("connecting to the database")?;
    let part = async |part| store.read(move |tx| tx.verify_some(part, None, || true)).await;
    Ok(Found::of(part(Part::Running).await?, part(Part::Over).await?))
}

/// Checks the whole file and replays all games. Prints the damage, or the games that no longer replay correctly. Returns
/// whether all is well.
///
/// # Errors
/// When the database is of another version or cannot be read.
pub(super) fn run(args: &Args) -> anyhow::Result<bool> {
    if let Some(address) = args.data.server()? {
        let found = Runtime::new().context("starting the runtime")?.block_on(on_server(&address))?;
        say(&found.words());
        return Ok(found.is_well());
    }
    let path = data_dir::database(args.data.folder()?);
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
