//! Metrics and health checks over HTTP, for the programs that watch the bot.
//!
//! | path | answer |
//! | --- | --- |
//! | `/metrics` | counters, histograms and current values as text for Prometheus |
//! | `/healthz` | 200 if the bot can store something and its workers run, or if it waits for a program that uses the database alone; otherwise 503 and the reason |
//! | `/ready` | 200 while users can reach the bot; otherwise 503 and the reason |

use std::{
    net::SocketAddr,
    sync::{Arc, OnceLock},
    time::Duration,
};

use anyhow::{Context as _, bail};
use axum::{
    Router,
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::get,
};
use bot::link::Link;
use jiff::Timestamp;
use meters::{Life, MEDIA_TYPE, Meters, Reading};
use play::Service;
use tokio::{net::TcpListener, time::timeout};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

/// How old the last commit may be, and how long a commit of the check may take.
const COMMIT: Duration = Duration::from_secs(10);
/// How long a worker may give no sign of life. The outbox worker sleeps for up to a minute.
const SILENCE: Duration = Duration::from_secs(120);
/// Why a bot that waits is not ready.
const WAITS: &str = "another program uses the database alone, and this bot waits";
/// How long a look at the store may take.
const LOOK: Duration = Duration::from_secs(2);

/// An address at which the bot can be watched.
#[derive(Debug)]
pub struct Monitor {
    listener: TcpListener,
    address: SocketAddr,
}

/// The parts of the bot that are watched.
pub struct Watched {
    /// The use cases with their store.
    pub service: Service,
    /// The state of the connection.
    pub link: Link,
    /// The measurements of the bot.
    pub meters: Meters,
    /// Cancelled when the bot is to end.
    pub stop: CancellationToken,
}

impl Monitor {
    /// Takes an address. It must be one of this machine alone unless `beyond_loopback` says otherwise.
    ///
    /// # Errors
    /// If other machines could reach the address, or another program uses it.
    pub async fn bind(address: SocketAddr, beyond_loopback: bool) -> anyhow::Result<Monitor> {
        if !address.ip().is_loopback() && !beyond_loopback {
            bail!(
                "other machines could read the metrics at {address}; choose an address such as 127.0.0.1:9464, or allow it with \
                 --metrics-beyond-loopback"
            );
        }
        let listener = TcpListener::bind(address).await;
        let listener = listener.with_context(|| format!("serving metrics at {address}"))?;
        let address = listener.local_addr().context("serving metrics")?;
        tracing::info!("serving metrics at http://{address}/metrics");
        Ok(Monitor { listener, address })
    }

    /// Returns the address. If port 0 was asked for, it has the port that was free.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the returned handle is dropped. The bot begins to play when `playing` is set, and `waits` is cancelled if it has to
    /// wait for that.
    pub fn watch(self, playing: Arc<OnceLock<Watched>>, waits: CancellationToken) -> AbortOnDropHandle<()> {
        let state = Arc::new(Watch { playing, waits });
        AbortOnDropHandle::new(tokio::spawn(async move {
            if let Err(error) = axum::serve(self.listener, pages(state)).await {
                tracing::error!("serving metrics failed: {error}");
            }
        }))
    }
}

/// The state that the pages read.
struct Watch {
    playing: Arc<OnceLock<Watched>>,
    waits: CancellationToken,
}

impl Watch {
    /// Returns the bot, or why it does not play yet.
    fn bot(&self) -> Result<&Watched, &'static str> {
        self.playing
            .get()
            .ok_or_else(|| if self.waits.is_cancelled() { WAITS } else { "the bot is starting" })
    }
}

fn pages(watch: Arc<Watch>) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(healthz))
        .route("/ready", get(ready))
        .with_state(watch)
}

async fn metrics(State(watch): State<Arc<Watch>>) -> Response {
    let watched = match watch.bot() {
        Ok(watched) => watched,
        Err(why) => return judged(Some(why.to_owned())),
    };
    match watched.meters.text(&watched.read().await) {
        Ok(text) => ([(CONTENT_TYPE, MEDIA_TYPE)], text).into_response(),
        Err(error) => {
            tracing::error!("writing the metrics failed: {error}");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

async fn healthz(State(watch): State<Arc<Watch>>) -> Response {
    judged(match watch.bot() {
        Ok(watched) => watched.illness().await,
        Err(WAITS) => None,
        Err(why) => Some(why.to_owned()),
    })
}

async fn ready(State(watch): State<Arc<Watch>>) -> Response {
    let wrong = watch.bot().map_or_else(Some, Watched::absence);
    judged(wrong.map(str::to_owned))
}

fn judged(wrong: Option<String>) -> Response {
    match wrong {
        None => "ok\n".into_response(),
        Some(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")).into_response(),
    }
}

impl Watched {
    /// Returns why the bot is not healthy, or `None` if it is.
    async fn illness(&self) -> Option<String> {
        let tasks = [("the outbox worker", self.meters.worker()), ("the scheduler", self.meters.scheduler())];
        if let Some(why) = tasks.into_iter().find_map(|(name, life)| death(name, life)) {
            return Some(why);
        }
        // Most bots commit something every few seconds. Only a quiet one has to try.
        if self.meters.since_commit().is_some_and(|age| age < COMMIT) {
            return None;
        }
        match timeout(COMMIT, self.service.try_commit()).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(format!("nothing can be stored: {error}")),
            Err(_) => Some(format!("storing something takes more than {COMMIT:?}")),
        }
    }

    /// Returns why users cannot reach the bot, or `None` if they can.
    fn absence(&self) -> Option<&'static str> {
        if self.stop.is_cancelled() {
            return Some("the bot is stopping");
        }
        (!self.link.is_online()).then_some("there is no connection to Discord")
    }

    /// Returns the current values. Those of the store are left out if it does not answer soon.
    async fn read(&self) -> Reading {
        let shards = self.link.shards();
        let reading = Reading {
            shards_connected: shards.connected,
            shards_missing: shards.missing,
            slices: self.service.store().held().borrow().served().len(),
            ..Reading::default()
        };
        let vitals = match timeout(LOOK, self.service.vitals()).await {
            Ok(Ok(vitals)) => vitals,
            Ok(Err(error)) => {
                tracing::warn!("reading the backlog for the metrics failed: {error}");
                return reading;
            }
            Err(_) => {
                tracing::warn!("the store did not answer in {LOOK:?}, so the metrics have no backlog");
                return reading;
            }
        };
        let now = self.service.now();
        let late =
            |due: Option<Timestamp>| due.map_or(0.0, |due| now.duration_since(due).as_secs_f64().max(0.0));
        Reading {
            outbox_due: vitals.backlog.outbox_due.into(),
            outbox_oldest_seconds: late(vitals.backlog.next_entry),
            timers_overdue_seconds: late(vitals.backlog.next_timer),
            thoughts_due: vitals.backlog.thoughts_due.into(),
            games_differing: u32::try_from(vitals.differing).unwrap_or(u32::MAX),
            ..reading
        }
    }
}

/// Returns that a task has ended or hangs, or `None` if it works.
fn death(name: &str, life: &Life) -> Option<String> {
    match life.silence() {
        None => Some(format!("{name} does not run")),
        Some(silence) if silence > SILENCE => {
            Some(format!("{name} has given no sign of life for {} seconds", silence.as_secs()))
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests;
