//! Runs a playground of its own until it is interrupted:
//! `cargo run -p playground --example serve -- 8080 [FILE] [--rate-limits] [--privileged-intents]`.

use std::io::Write;

use playground::{Options, Server};
use tokio_util::sync::CancellationToken;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (flags, arguments): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    if let Some(strange) =
        flags.iter().find(|flag| !["--rate-limits", "--privileged-intents"].contains(&flag.as_str()))
    {
        return Err(format!("unknown option {strange}").into());
    }
    let has = |wanted: &str| flags.iter().any(|flag| flag == wanted);
    let options = Options {
        port: arguments.first().map(|port| port.parse()).transpose()?.unwrap_or(0),
        keep: arguments.get(1).map(Into::into),
        rate_limits: has("--rate-limits"),
        privileged_intents: has("--privileged-intents"),
        ..Options::default()
    };
    let server = Server::bind(options).await?;
    writeln!(std::io::stdout(), "{}", server.url())?;
    let stop = CancellationToken::new();
    let running = tokio::spawn(server.run(stop.clone()));
    tokio::signal::ctrl_c().await?;
    stop.cancel();
    Ok(running.await??)
}
