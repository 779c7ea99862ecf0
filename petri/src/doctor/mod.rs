//! Checks everything that the bot needs, and advises on what is wrong.

mod discord;
mod finding;
mod local;

use std::path::Path;

pub use self::finding::{Finding, Verdict};
use messages::text;
use play::time::Clock;

/// Checks the folder, the database, and then everything that the token opens on Discord or on the server at `base_url`. No
/// finding contains the token.
pub async fn examine(
    folder: &Path,
    token: anyhow::Result<String>,
    base_url: Option<&str>,
    clock: &Clock,
) -> Vec<Finding> {
    let mut findings = vec![local::disk(folder)];
    let (database, places) = local::database(folder);
    findings.push(database);
    findings.extend(local::outbox(folder, clock.now()));
    match token {
        Ok(token) => findings.extend(discord::examine(&token, base_url, clock, &places).await),
        Err(error) => {
            let remedy = format!("{} {}", text::GET_A_TOKEN, text::TRY_THE_PLAYGROUND);
            findings.push(Finding::wrong("token", format!("{error:#}"), remedy));
        }
    }
    findings
}
