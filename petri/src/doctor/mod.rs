//! Checks everything that the bot needs, and advises on what is wrong.

mod discord;
mod finding;
mod local;
mod server;

use std::path::Path;

pub use self::finding::{Finding, Verdict};
use messages::text;
use play::time::Clock;

/// Checks the database, and then everything that the token opens on Discord or on the server at `base_url`. The database is on the
/// server at `address`, or in the folder, which is then checked, too. No finding contains the token or the address.
pub async fn examine(
    folder: &Path,
    address: Option<&str>,
    token: anyhow::Result<String>,
    base_url: Option<&str>,
    clock: &Clock,
) -> Vec<Finding> {
    let (mut findings, places) = match address {
        Some(address) => server::database(address, clock.now()).await,
        None => {
            let (database, places) = local::database(folder);
            let mut findings = vec![local::disk(folder), database];
            findings.extend(local::outbox(folder, clock.now()));
            (findings, places)
        }
    };
    match token {
        Ok(token) => findings.extend(discord::examine(&token, base_url, clock, places.as_deref()).await),
        Err(error) => {
            let remedy = format!("{} {}", text::GET_A_TOKEN, text::TRY_THE_PLAYGROUND);
            findings.push(Finding::wrong("token", format!("{error:#}"), remedy));
        }
    }
    findings
}
