//! `petri ratings`: computes ratings again, judges them, and voids results.

use std::{path::Path, sync::Arc};

use anyhow::Context as _;
use data::{DatabaseFile, Shape, Store};
use messages::text;
use play::{Error, game::advantages::advantages, rejected::Rejected, service::Service, time::Clock};
use rules::Kind;

use super::shared::{DataArgs, say};
use crate::data_dir;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand)]
enum Task {
    /// Compute all ratings again from the ledger and the records of the games. Stop the bot first
    Rebuild {
        #[command(flatten)]
        data: DataArgs,
        /// Only compare, in a copy of the database, even while the bot runs; print the first difference
        #[arg(long)]
        check: bool,
    },
    /// Void the result of a game: everyone gets back what it changed. Stop the bot first
    Void {
        #[command(flatten)]
        data: DataArgs,
        /// The number of the game
        game: u64,
        /// Why, for the notice to the players
        #[arg(long)]
        reason: String,
    },
    /// Print how well the ratings predict results, compared with chance
    Report(DataArgs),
    /// Print by how many points each seat does better than the ratings predict
    Seats(DataArgs),
}

/// Does what the arguments ask for. Returns `false` if a comparison found a difference.
///
/// # Errors
/// When there is no database of this version, or a bot runs that must be stopped.
pub(super) fn run(args: &Args, clock: &Clock) -> anyhow::Result<bool> {
    match &args.task {
        Task::Rebuild { data, check } => with_runtime(rebuild(data.folder()?, *check, clock)),
        Task::Void { data, game, reason } => {
            with_runtime(void(data.folder()?, *game, reason, clock)).map(|()| true)
        }
        Task::Report(data) => {
            let forecasts = open(data.folder()?)?.read(|tx| {
                let mut forecasts = Vec::new();
                for &kind in Kind::ALL {
                    for shape in [Shape::Duel, Shape::Table, Shape::Team] {
                        forecasts.push((kind, shape, tx.ratings().forecast(kind, shape)?));
                    }
                }
                Ok(forecasts)
            })?;
            say(&text::forecasts(&forecasts));
            Ok(true)
        }
        Task::Seats(data) => {
            let measured = open(data.folder()?)?.read(|tx| Ok(advantages(tx)))?;
            say(&text::seat_advantages(&measured?));
            Ok(true)
        }
    }
}

fn with_runtime<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Runtime::new().context("starting the runtime")?.block_on(work)
}

fn open(folder: &Path) -> anyhow::Result<DatabaseFile> {
    let path = data_dir::database(folder);
    let file = DatabaseFile::open(&path).map_err(|error| data_dir::explained(error, &path))?;
    file.check_version()?;
    Ok(file)
}

async fn rebuild(folder: &Path, check: bool, clock: &Clock) -> anyhow::Result<bool> {
    let file = open(folder)?;
    let (rows, difference) = if check {
        let scratch = tempfile::tempdir_in(folder).context("making a folder for a copy")?;
        let copy = data_dir::database(scratch.path());
        file.copy_to(&copy).context("copying the database")?;
        service(Store::open(&copy).await?, clock).rebuild_ratings().await?
    } else {
        let _claim = data_dir::claim(folder)?;
        let rebuilt = service(data_dir::open(folder).await?, clock).rebuild_ratings().await?;
        data_dir::close(folder);
        rebuilt
    };
    say(&text::rebuilt(rows, difference.as_ref(), check));
    Ok(!check || difference.is_none())
}

async fn void(folder: &Path, game: u64, reason: &str, clock: &Clock) -> anyhow::Result<()> {
    open(folder)?;
    let _claim = data_dir::claim(folder)?;
    let service = service(data_dir::open(folder).await?, clock);
    let people = service.void_result(game.into(), reason.to_owned()).await.map_err(explained)?;
    data_dir::close(folder);
    say(&text::result_voided(game.into(), people.len()));
    Ok(())
}

fn service(store: Store, clock: &Clock) -> Service {
    Service::new(store, Arc::default(), clock.clone())
}

/// Returns what an administrator reads about a refusal.
fn explained(error: Error) -> anyhow::Error {
    match error {
        Error::Rejected(Rejected::UnknownGame) => anyhow::anyhow!("there is no such game"),
        Error::Rejected(why) => anyhow::anyhow!("{}", text::rejected(&why)),
        Error::Internal(error) => error,
    }
}
