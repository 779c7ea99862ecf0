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
///
/// # Errors
/// When the file with the address of the database cannot be read.
pub(super) async fn run(args: &Args, clock: &Clock) -> anyhow::Result<bool> {
    let address = args.data.server()?;
    let (folder, base_url) = (&args.data.data_dir, args.discord_url.as_deref());
    let findings = doctor::examine(folder, address.as_deref(), token::read(), base_url, clock).await;
    for finding in &findings {
        say(&finding.to_string());
    }
    Ok(findings.iter().all(doctor::Finding::is_well))
}
