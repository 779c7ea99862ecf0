//! Torments the bot for as long as you like and prints the counts: `cargo run --release -p tests --bin torture -- --minutes 10`.
//! The bot is this same program, started with `PETRI_UNDER_TEST` in its environment.
//!
//! With `--power-loss 1000` it cuts the power a thousand times instead: it records what the store asks of the disk, and opens the disks
//! that a power loss could have left. With `--failovers 50` it kills a PostgreSQL server fifty times, and promotes its standby. With
//! `--machines 1000` it runs three bots on such a server, and a thousand times one of them, the server or all connections die, or the
//! clock of a bot is set ten minutes wrong.
#![allow(clippy::expect_used, clippy::print_stdout)] // It is a test that is run by hand.
#![allow(dead_code, reason = "the stories use the rest of these modules")]

use std::{env, process::ExitCode, time::Duration};

use clap::Parser;
use tokio_util::sync::CancellationToken;

use crate::{
    power::{Syncs, lose_power},
    process::UNDER_TEST,
    torment::{Extent, torment},
    world::rough_story,
};

#[path = "../../tests/it/aftermath.rs"]
mod aftermath;
#[path = "../../tests/it/chat.rs"]
mod chat;
#[path = "../../tests/it/cluster.rs"]
mod cluster;
#[path = "../failover.rs"]
mod failover;
#[path = "../../tests/it/message.rs"]
mod message;
#[path = "../../tests/it/openapi.rs"]
mod openapi;
#[path = "../../tests/it/pair.rs"]
mod pair;
#[path = "../../tests/it/power/mod.rs"]
mod power;
#[path = "../../tests/it/process.rs"]
mod process;
#[path = "../session.rs"]
mod session;
#[path = "../../tests/it/table.rs"]
mod table;
#[path = "../../tests/it/torment.rs"]
mod torment;
#[path = "../under_test.rs"]
mod under_test;
#[path = "../../tests/it/world.rs"]
mod world;

/// How many bots a cluster has.
const BOTS: usize = 3;
/// How long a server of a cluster may get no response.
const LONGEST_SILENCE: Duration = Duration::from_secs(30);

/// Kills the bot, breaks its connections or cuts the power while people play, and counts what is lost and doubled
#[derive(Parser)]
struct Wish {
    /// How long to play, in minutes
    #[arg(long, default_value_t = 1)]
    minutes: u64,
    /// How many games run at once
    #[arg(long, default_value_t = 10)]
    at_once: usize,
    /// Seed of the faults; a run is not fully repeatable, since processes race
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cut the power so many times instead, which takes `strace`
    #[arg(long, value_name = "LOSSES")]
    power_loss: Option<u64>,
    /// Kill a PostgreSQL server and promote its standby so many times instead, which takes PostgreSQL
    #[arg(long, value_name = "FAILOVERS")]
    failovers: Option<u32>,
    /// Let a bot, the server or the connections of a cluster die so many times instead, or set a bot's clock wrong, which takes PostgreSQL
    /// and libfaketime
    #[arg(long, value_name = "LOSSES")]
    machines: Option<u32>,
    /// How many moves are made before the last power loss
    #[arg(long, default_value_t = 600)]
    moves: u64,
}

fn main() -> ExitCode {
    if env::var_os(UNDER_TEST).is_some() {
        return under_test::main();
    }
    let runtime = tokio::runtime::Runtime::new().expect("the runtime starts");
    if env::var_os(power::notes::FILE).is_some() {
        runtime.block_on(session::play());
        return ExitCode::SUCCESS;
    }
    let wish = Wish::parse();
    runtime.block_on(async {
        match (wish.power_loss, wish.failovers, wish.machines) {
            (Some(losses), ..) => cut_power(losses, &wish).await,
            (_, Some(failovers), _) => fail_over(failovers, &wish).await,
            (.., Some(losses)) => lose_machines(losses, &wish).await,
            (None, None, None) => torture(&wish).await,
        }
    })
}

async fn cut_power(losses: u64, wish: &Wish) -> ExitCode {
    if let Some(why) = power::missing().await {
        println!("Cutting the power needs strace: {why}");
        return ExitCode::FAILURE;
    }
    let extent = power::Extent { losses, moves: wish.moves, seed: wish.seed, syncs: Syncs::Obeyed };
    let counts = lose_power(&extent).await;
    print!("{counts}");
    if counts.all_is_well() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn fail_over(failovers: u32, wish: &Wish) -> ExitCode {
    let lost = failover::lose_servers(failovers, wish.seed).await;
    report(lost.map(|counts| (counts.to_string(), counts.all_is_well())))
}

async fn lose_machines(losses: u32, wish: &Wish) -> ExitCode {
    let (at_once, seed) = (wish.at_once, wish.seed);
    let extent = cluster::Extent { bots: BOTS, losses, at_once, patience: LONGEST_SILENCE, seed };
    let lost = cluster::lose_machines(&extent).await;
    report(lost.map(|shown| (shown.to_string(), shown.all_is_well())))
}

/// Prints the counts, or the error.
fn report(counted: anyhow::Result<(String, bool)>) -> ExitCode {
    let (printed, good) = counted.unwrap_or_else(|error| (format!("{error:#}\n"), false));
    print!("{printed}");
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn torture(wish: &Wish) -> ExitCode {
    let enough = CancellationToken::new();
    let time = Duration::from_secs(60 * wish.minutes);
    let (at_once, seed) = (wish.at_once, wish.seed);
    let extent = Extent {
        games: usize::MAX,
        enough: enough.clone(),
        at_once,
        channels: Vec::new(),
        seed,
        faults: true,
    };
    tokio::spawn(async move {
        tokio::time::sleep(time).await;
        enough.cancel();
    });
    let mut good = false;
    rough_story(async |world| {
        let counts = torment(world, &extent).await;
        println!("{counts}");
        good = counts.all_is_well();
    })
    .await;
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
