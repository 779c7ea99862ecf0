//! `petri doctor`: checks everything that the bot needs.

use play::time::Clock;

use super::shared::{DataArgs, say};
use crate::{doctor, token};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// Base URL of a Discord-compatible server, instead of Discord
    #[arg(long, value_name = "URL", env = "PETRI_DISCORD_URL")]
    discord_url: Option<String>,
}

/// Prints every finding. Returns whether all is well.
pub(super) async fn run(args: &Args, clock: &Clock) -> bool {
    let findings =
        doctor::examine(&args.data.data_dir, token::read(), args.discord_url.as_deref(), clock).await;
    for finding in &findings {
        say(&finding.to_string());
    }
    findings.iter().all(doctor::Finding::is_well)
}
