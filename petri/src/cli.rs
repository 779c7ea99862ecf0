//! Reads the command line and runs its command.

mod arena;
mod backup;
mod doctor;
mod logging;
mod ratings;
mod replay;
mod shared;
mod transfer;
mod verify;

use std::{
    io,
    net::SocketAddr,
    path::PathBuf,
    process::ExitCode,
    sync::{Arc, OnceLock},
    time::Duration,
};

use anyhow::{Context as _, bail};
use bot::{
    causes::in_words,
    connect::{self, Bot, Way},
    link::Link,
};
use clap::{Args, Parser, Subcommand};
use messages::{Writer, pictures::Pictures, text};
use meters::Meters;
use play::{failpoint::Failpoints, service::Service, time::Clock};
use playground::{BindError, Server};
use render::Profile;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use self::shared::{DataArgs, ThemeArg, say};
use crate::{
    arbiter, data_dir,
    monitor::{Monitor, Watched},
    server, token, tools,
};

/// How long the bot replays stored games before it connects. It replays the rest while it runs.
const VERIFYING: Duration = Duration::from_secs(5);
/// The longest time the program takes to stop. Administrators and service managers expect it within ten seconds.
const FAREWELL: Duration = Duration::from_millis(9500);

/// Slow board games on Discord.
///
/// Without a command, the bot connects to Discord if the environment has a token. Otherwise, Petri starts a playground on this
/// machine with the bot in it, which you can open in a browser.
#[derive(Parser)]
// Options before a command would have no effect on it, so they are rejected.
#[command(name = "petri", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    bot: BotArgs,
    #[command(flatten)]
    playground: PlaygroundArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Run the bot, with the token in DISCORD_TOKEN or in the file that DISCORD_TOKEN_FILE names
    Run(BotArgs),
    /// Run a playground for any bot, without Petri
    Playground {
        #[command(flatten)]
        args: PlaygroundArgs,
        /// Save the state to this file and restore it at the next start
        #[arg(long, value_name = "FILE")]
        keep: Option<PathBuf>,
    },
    /// Copy the database to a file, even while the bot runs
    Backup(backup::BackupArgs),
    /// Check a backup and restore it; the current database is kept beside it. Stop the bot first
    Restore(backup::RestoreArgs),
    /// Move everything to another database: from a file to PostgreSQL, or back. Stop the bot first
    Move(transfer::Args),
    /// Replay all stored games and list those that no longer replay correctly
    Verify(verify::Args),
    /// Compute ratings again, judge them, or void a result
    Ratings(ratings::Args),
    /// Check a game record from /export move by move
    Replay(replay::Args),
    /// Check everything the bot needs: token, application, gateway, permissions, database, disk, clock
    Doctor(doctor::Args),
    /// Judge games for other programs: each line in gets one line of JSON out
    Arbiter,
    /// Let machines play a match, to measure how strong they are
    Arena(arena::ArenaArgs),
    /// Learn weights for machines from matches of slightly different ones
    Tune(arena::TuneArgs),
    /// Let machines play themselves, to measure how fair a game is to its seats
    Balance(arena::BalanceArgs),
    /// Count the sequences of legal moves in a game
    Perft {
        /// The name of the game
        game: String,
        /// The depth in moves
        depth: u32,
        /// The position to start from, instead of the initial one
        #[arg(long, value_name = "TEXT")]
        position: Option<String>,
        /// Also print the count for each first move
        #[arg(long)]
        divide: bool,
    },
    /// Draw a position of a game into a PNG file
    Render {
        /// The name of the game
        game: String,
        /// The position, instead of the initial one
        #[arg(long, value_name = "TEXT")]
        position: Option<String>,
        /// The colour theme
        #[arg(long, default_value = "dark")]
        theme: ThemeArg,
        /// The width in pixels
        #[arg(long, default_value_t = 800)]
        width: u32,
        /// The file to write
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
}

#[derive(Args)]
struct BotArgs {
    #[command(flatten)]
    data: DataArgs,
    /// The colour theme of the boards
    #[arg(long, env = "PETRI_THEME", default_value = "dark")]
    theme: ThemeArg,
    /// Base URL of a Discord-compatible server, instead of Discord
    #[arg(long, value_name = "URL", env = "PETRI_DISCORD_URL")]
    discord_url: Option<String>,
    /// How many threads think for machines that play; with 0, no machines are offered
    #[arg(long, value_name = "COUNT", env = "PETRI_THINKERS", default_value_t = 1)]
    thinkers: usize,
    #[command(flatten)]
    metrics: MetricsArgs,
}

#[derive(Args)]
struct MetricsArgs {
    /// Serve /metrics, /healthz and /ready at this address, such as 127.0.0.1:9464
    #[arg(long, value_name = "ADDRESS", env = "PETRI_METRICS")]
    metrics: Option<SocketAddr>,
    /// Allow an address of --metrics that other machines reach. They need no password
    #[arg(long)]
    metrics_beyond_loopback: bool,
}

impl MetricsArgs {
    /// Takes the address, before the bot does anything that a mistake in it would make useless.
    async fn bind(&self) -> anyhow::Result<Option<Monitor>> {
        match self.metrics {
            Some(address) => Monitor::bind(address, self.metrics_beyond_loopback).await.map(Some),
            None => Ok(None),
        }
    }
}

#[derive(Args)]
struct PlaygroundArgs {
    /// The playground's port on this machine; 0 picks a free one
    #[arg(long, env = "PETRI_PORT", default_value_t = 8080)]
    port: u16,
    /// Limit bots that send too many requests with status 429, as Discord does
    #[arg(long)]
    rate_limits: bool,
    /// Grant the privileged intents to every bot
    #[arg(long)]
    privileged_intents: bool,
}

impl PlaygroundArgs {
    fn options(&self, keep: Option<PathBuf>) -> playground::Options {
        playground::Options {
            port: self.port,
            keep,
            rate_limits: self.rate_limits,
            privileged_intents: self.privileged_intents,
            ..playground::Options::default()
        }
    }
}

/// Runs the command line by this clock and reports every step to `failpoints`. Errors go to standard error in one line.
#[must_use]
pub fn main(clock: Clock, failpoints: Failpoints) -> ExitCode {
    match carry_out(Cli::parse(), &Surroundings { clock, failpoints }) {
        Ok(true) => ExitCode::SUCCESS,
        // The command has already printed what is wrong.
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// The clock and the failpoints, which tests replace.
struct Surroundings {
    clock: Clock,
    failpoints: Failpoints,
}

/// Runs a command. Returns `false` if it found a problem and printed it.
fn carry_out(cli: Cli, around: &Surroundings) -> anyhow::Result<bool> {
    let well = |()| true;
    match &cli.command {
        Some(Command::Arbiter) => {
            let judged = arbiter::run(io::stdin().lock(), io::stdout().lock());
            return judged.map(well).context("reading or writing a line");
        }
        Some(Command::Backup(args)) => return backup::backup(args).map(well),
        Some(Command::Restore(args)) => return backup::restore(args, &around.clock).map(well),
        Some(Command::Move(args)) => return transfer::run(args).map(well),
        Some(Command::Verify(args)) => return verify::run(args),
        Some(Command::Ratings(args)) => return ratings::run(args, &around.clock),
        Some(Command::Replay(args)) => return replay::run(args).map(well),
        Some(Command::Arena(args)) => return arena::arena(args).map(well),
        Some(Command::Tune(args)) => return arena::tune(args).map(well),
        Some(Command::Balance(args)) => return arena::balance(args).map(well),
        Some(Command::Perft { game, depth, position, divide }) => {
            say(&tools::perft(game, *depth, position.as_deref(), *divide)?);
            return Ok(true);
        }
        Some(Command::Render { game, position, theme, width, output }) => {
            return tools::draw(game, position.as_deref(), (*theme).into(), *width, output).map(well);
        }
        _ => {}
    }
    logging::start();
    let runtime = tokio::runtime::Runtime::new().context("starting the runtime")?;
    let done = runtime.block_on(async {
        let stop = CancellationToken::new();
        tokio::spawn(stop_on_signal(stop.clone()));
        let overdue = async {
            stop.cancelled().await;
            tokio::time::sleep(FAREWELL).await;
        };
        let work = async {
            match cli.command {
                Some(Command::Doctor(args)) => return doctor::run(&args, &around.clock).await,
                Some(Command::Run(args)) => run(&args, around, stop.clone()).await,
                Some(Command::Playground { args, keep }) => playground_alone(&args, keep, stop.clone()).await,
                _ if token::is_given() || cli.bot.discord_url.is_some() => {
                    run(&cli.bot, around, stop.clone()).await
                }
                _ => try_out(&cli.bot, &cli.playground, around, stop.clone()).await,
            }
            .map(well)
        };
        tokio::select! {
            done = work => done,
            () = overdue => {
                tracing::warn!("shutdown timed out");
                Ok(true)
            }
        }
    });
    // Tasks that still run end with the process.
    runtime.shutdown_background();
    done
}

async fn stop_on_signal(stop: CancellationToken) {
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await.is_some(),
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminated => {}
    }
    tracing::info!("stopping");
    stop.cancel();
}

/// Runs the bot against Discord, or against `--discord-url`.
async fn run(args: &BotArgs, around: &Surroundings, stop: CancellationToken) -> anyhow::Result<()> {
    let token = token::read()?;
    let server = args.data.server()?;
    let _claim = match server {
        Some(_) => None,
        None => Some(data_dir::claim(&args.data.data_dir)?),
    };
    // Pictures that stay on this machine need not be small.
    let profile = if args.discord_url.is_some() { Profile::Quick } else { Profile::Post };
    let monitor = args.metrics.bind().await?;
    let base_url = args.discord_url.as_deref();
    let way = Way { token: &token, base_url, link: Link::default(), clock: around.clock.clone() };
    let ended = play(args, profile, around, way, monitor, || {}, stop).await;
    if server.is_none() {
        data_dir::close(&args.data.data_dir);
    }
    ended
}

/// Runs a playground and the bot in one process.
async fn try_out(
    args: &BotArgs,
    playground: &PlaygroundArgs,
    around: &Surroundings,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    /// A playground accepts any token.
    const TOKEN: &str = "petri";
    let folder = &args.data.data_dir;
    let _claim = data_dir::claim(folder)?;
    let options = playground::Options {
        welcome: text::WELCOME.map(str::to_owned).to_vec(),
        bot_names: [(TOKEN.to_owned(), "Petri".to_owned())].into(),
        // The playground keeps its channels as long as the bot keeps the games in them.
        ..playground.options(Some(folder.join("playground.state")))
    };
    let server = bind(options).await?;
    let url = server.url();
    let monitor = args.metrics.bind().await?;
    let way = Way { token: TOKEN, base_url: Some(&url), link: Link::default(), clock: around.clock.clone() };
    // The playground serves until the bot has disconnected.
    let closing = CancellationToken::new();
    let serving = tokio::spawn(server.run(closing.clone()));
    let started = || say(&text::playground_started(&url));
    let played = play(args, Profile::Quick, around, way, monitor, started, stop).await;
    if args.data.server()?.is_none() {
        data_dir::close(folder);
    }
    closing.cancel();
    serving.await.context("the playground panicked")?.context("serving the playground")?;
    played
}

async fn playground_alone(
    args: &PlaygroundArgs,
    keep: Option<PathBuf>,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let server = bind(args.options(keep)).await?;
    say(&text::playground_alone(&server.url()));
    server.run(stop).await.context("serving the playground")
}

async fn bind(options: playground::Options) -> anyhow::Result<Server> {
    let port = options.port;
    match Server::bind(options).await {
        Err(BindError::PortTaken { .. }) => {
            bail!("another program uses port {port}; choose another port with --port")
        }
        bound => bound.context("starting the playground"),
    }
}

/// Prepares the bot, calls `started`, and runs the bot.
async fn play(
    args: &BotArgs,
    profile: Profile,
    around: &Surroundings,
    way: Way<'_>,
    monitor: Option<Monitor>,
    started: impl FnOnce(),
    stop: CancellationToken,
) -> anyhow::Result<()> {
    let waits = CancellationToken::new();
    let (link, playing) = (way.link.clone(), Arc::new(OnceLock::new()));
    let _watch = monitor.map(|monitor| monitor.watch(playing.clone(), waits.clone()));
    let ready = async {
        let bot = prepare(args, profile, around, &waits, &stop).await?;
        playing.get_or_init(|| watched(&bot, link, &stop));
        started();
        Ok(bot)
    };
    connect::run(ready, &waits, way, stop.clone()).await
}

/// Prepares everything that the bot needs before it plays. Cancels `waits` if another program uses the database alone.
async fn prepare(
    args: &BotArgs,
    profile: Profile,
    around: &Surroundings,
    waits: &CancellationToken,
    stop: &CancellationToken,
) -> anyhow::Result<Bot> {
    let meters = Meters::default();
    let store = match args.data.server()? {
        Some(address) => server::connect(&address, meters.clone(), waits.clone()).await?,
        None => data_dir::open_measured(&args.data.data_dir, meters.clone()).await?,
    };
    let wake = Arc::new(Notify::new());
    let pictures = Pictures::new(args.theme.into(), profile).measured(meters.clone());
    let writer = Writer::new(pictures, around.clock.clone());
    let service = Service::new(store, wake.clone(), around.clock.clone());
    let service = service.watched(around.failpoints.clone());
    // A broken game should be known before a player moves in it. But a bot that takes over must not keep players waiting.
    let verifying = if waits.is_cancelled() { Duration::ZERO } else { VERIFYING };
    if let Some(rest) = service.verify_for(verifying).await {
        tokio::spawn(service.clone().verify_rest(rest, stop.clone()));
    }
    Ok(Bot { service, writer, wake, thinkers: args.thinkers, meters })
}

/// Returns what a monitor watches of a bot.
fn watched(bot: &Bot, link: Link, stop: &CancellationToken) -> Watched {
    Watched { service: bot.service.clone(), link, meters: bot.meters.clone(), stop: stop.clone() }
}

#[allow(clippy::print_stderr)] // The log may not be there yet.
fn complain(error: &anyhow::Error) {
    eprintln!("petri: {}", in_words(error.as_ref()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misplaced_flag_is_rejected() {
        for line in [
            "",
            "--data-dir x --port 0",
            "run --data-dir x",
            "backup copy --data-dir x",
            "playground --port 0",
            "playground --rate-limits --privileged-intents",
            "--metrics 127.0.0.1:0",
            "run --metrics [::]:9464 --metrics-beyond-loopback",
            "run --database postgres://petri@db/petri",
            "move --from petri-data --to postgres://petri@db/petri",
        ] {
            let words = ["petri"].into_iter().chain(line.split_whitespace());
            assert!(Cli::try_parse_from(words).is_ok(), "{line}");
        }
        for line in [
            "--data-dir x run",
            "--data-dir x backup copy",
            "--port 0 playground",
            "--theme light run",
            "run --metrics 9464",
        ] {
            let words = ["petri"].into_iter().chain(line.split_whitespace());
            assert!(Cli::try_parse_from(words).is_err(), "{line}");
        }
    }
}
