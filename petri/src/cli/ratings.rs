//! `petri ratings`: computes ratings again, judges them, and voids results.

use std::{path::Path, sync::Arc};

use anyhow::{Context as _, ensure};
use data::{DatabaseFile, Shape, Store, StoreError, Tx};
use messages::text;
use meters::Meters;
use play::{Error, game::advantages::advantages, rejected::Rejected, service::Service, time::Clock};
use rules::Kind;

use super::{
    shared::{DataArgs, say},
    transfer,
};
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
        Task::Rebuild { data, check } => with_runtime(rebuild(data, *check, clock)),
        Task::Void { data, game, reason } => with_runtime(void(data, *game, reason, clock)).map(|()| true),
        Task::Report(data) => {
            let forecasts = with_runtime(read(data, |tx| {
                let mut forecasts = Vec::new();
                for &kind in Kind::ALL {
                    for shape in [Shape::Duel, Shape::Table, Shape::Team] {
                        forecasts.push((kind, shape, tx.ratings().forecast(kind, shape)?));
                    }
                }
                Ok(forecasts)
            }))?;
            say(&text::forecasts(&forecasts));
            Ok(true)
        }
        Task::Seats(data) => {
            let measured = with_runtime(read(data, |tx| Ok(advantages(tx))))?;
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

async fn observe(address: &str) -> anyhow::Result<Store> {
    Store::observe(address).await.context("connecting to the database")
}

/// Reads from the database, even while the bot runs.
async fn read<T: Send + 'static>(
    data: &DataArgs,
    work: fn(&Tx<'_>) -> Result<T, StoreError>,
) -> anyhow::Result<T> {
    match data.server()? {
        Some(address) => Ok(observe(&address).await?.read(work).await?),
        None => Ok(open(&data.data_dir)?.read(work)?),
    }
}

/// Does something with the database that no bot may use meanwhile.
async fn alone<T>(
    data: &DataArgs,
    clock: &Clock,
    work: impl AsyncFnOnce(Service) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    if let Some(address) = data.server()? {
        observe(&address).await?;
        ensure!(Store::look_at_server(&address).await?.bots == 0, "a bot uses the database; stop it first");
        return work(service(Store::connect(&address, Meters::default()).await?, clock)).await;
    }
    let folder = &data.data_dir;
    open(folder)?;
    let _claim = data_dir::claim(folder)?;
    let done = work(service(data_dir::open(folder).await?, clock)).await?;
    data_dir::close(folder);
    Ok(done)
}

/// Makes a copy of the database in a folder.
async fn copy(data: &DataArgs, folder: &Path) -> anyhow::Result<Store> {
    let copy = data_dir::database(folder);
    match data.server()? {
        Some(address) => {
            let to = copy.clone();
            tokio::task::spawn_blocking(move || transfer::copy(&address, &to)).await??;
        }
        None => open(&data.data_dir)?.copy_to(&copy).context("copying the database")?,
    }
    Ok(Store::open(&copy).await?)
}

async fn rebuild(data: &DataArgs, check: bool, clock: &Clock) -> anyhow::Result<bool> {
    let (rows, difference) = if check {
        let scratch = match data.server()? {
            Some(_) => tempfile::tempdir(),
            None => tempfile::tempdir_in(&data.data_dir),
        };
        let scratch = scratch.context("making a folder for a copy")?;
        service(copy(data, scratch.path()).await?, clock).rebuild_ratings().await?
    } else {
        alone(data, clock, async |service| Ok(service.rebuild_ratings().await?)).await?
    };
    say(&text::rebuilt(rows, difference.as_ref(), check));
    Ok(!check || difference.is_none())
}

async fn void(data: &DataArgs, game: u64, reason: &str, clock: &Clock) -> anyhow::Result<()> {
    let void =
        async |service: Service| service.void_result(game.into(), reason.to_owned()).await.map_err(explained);
    let people = alone(data, clock, void).await?;
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
