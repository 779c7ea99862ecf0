//! Runs a playground of its own until it is interrupted: `cargo run -p playground --example serve -- 8080 [FILE]`.

use std::io::Write;

use playground::{Options, Server};
use tokio_util::sync::CancellationToken;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let port = arguments.next().map(|port| port.parse()).transpose()?.unwrap_or(0);
    let keep = arguments.next().map(Into::into);
    let server = Server::bind(Options { port, keep, ..Options::default() }).await?;
    writeln!(std::io::stdout(), "{}", server.url())?;
    let stop = CancellationToken::new();
    let running = tokio::spawn(server.run(stop.clone()));
    tokio::signal::ctrl_c().await?;
    stop.cancel();
    Ok(running.await??)
}
