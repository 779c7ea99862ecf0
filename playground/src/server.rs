//! Binding, serving and stopping a playground.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{DefaultBodyLimit, Query, State, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::disk::Paths;
use crate::model::{World, intent};
use crate::options::Options;
use crate::state::{App, Shared};
use crate::wire::{Wire, Wires};
use crate::{disk, door, gateway, people, rest, web};

/// How soon a change is saved that no response waits for.
const SAVE_AFTER: Duration = Duration::from_secs(1);
/// Saving takes at most one part in this many of the time, so a large state is saved less often.
const SAVING_SHARE: u32 = 20;
/// How often idle threads are archived.
const TIDY_EVERY: Duration = Duration::from_secs(20);
/// How long open requests may take to end when the playground stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// Why a playground could not be set up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BindError {
    /// Another program listens on the port.
    #[error("port {0} is in use")]
    PortTaken(u16),
    /// The port cannot be opened for another reason.
    #[error("failed to open port {port}")]
    Port {
        /// The requested port.
        port: u16,
        /// The error of the operating system.
        source: io::Error,
    },
    /// No temporary folder for uploaded files can be made.
    #[error("failed to make a temporary folder for uploaded files")]
    Folder(#[source] io::Error),
    /// The kept state cannot be read. The file stays as it is.
    #[error("failed to read the kept state in {}", path.display())]
    Keep {
        /// The path of the state file.
        path: PathBuf,
        /// The reason, such as a truncated file.
        source: io::Error,
    },
}

/// Why a playground stopped with an error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// No more connections can be accepted.
    #[error("failed to accept connections")]
    Serve(#[source] io::Error),
    /// The state cannot be saved.
    #[error("failed to save the state in {}", path.display())]
    Keep {
        /// The path of the state file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
}

/// A playground that listens on its port already. It serves requests once [`run`](Self::run) is called.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    world: World,
    options: Options,
    paths: Paths,
    /// The temporary folder of uploaded files, deleted together with the playground.
    folder: Option<TempDir>,
}

impl Server {
    /// Opens the port on loopback and reads the kept state, if there is one.
    ///
    /// # Errors
    ///
    /// [`BindError::PortTaken`] and [`BindError::Port`] if the port cannot be opened, [`BindError::Folder`] if there is no room
    /// for uploaded files, [`BindError::Keep`] if the kept state cannot be read.
    pub async fn bind(options: Options) -> Result<Self, BindError> {
        let port = options.port;
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|source| match source.kind() {
                io::ErrorKind::AddrInUse => BindError::PortTaken(port),
                _ => BindError::Port { port, source },
            })?;
        let address = listener.local_addr().map_err(|source| BindError::Port { port, source })?;
        let (paths, folder) = match &options.keep {
            Some(path) => (Paths::kept(path.clone()), None),
            None => {
                let folder = tempfile::Builder::new().prefix("playground-").tempdir();
                let folder = folder.map_err(BindError::Folder)?;
                (Paths::folder(folder.path().to_owned()), Some(folder))
            }
        };
        let failed = |source| BindError::Keep { path: paths.path().to_owned(), source };
        let kept = disk::load(&paths).map_err(failed)?;
        let mut world = kept.unwrap_or_else(|| World::fresh(crate::clock::Clock::new().now()));
        world.base = format!("http://{address}");
        world.granted = if options.privileged_intents { intent::PRIVILEGED_FLAGS } else { 0 };
        Ok(Self { listener, address, world, options, paths, folder })
    }

    /// Returns the address on loopback, with the port that was picked if [`Options::port`] is 0.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the base address of the page and the API, `http://127.0.0.1:PORT`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Serves until `shutdown` is cancelled, then ends all connections and saves the state.
    ///
    /// # Errors
    ///
    /// [`ServeError::Serve`] if no more connections can be accepted, [`ServeError::Keep`] if the state cannot be saved at the
    /// end.
    pub async fn run(self, shutdown: CancellationToken) -> Result<(), ServeError> {
        let _folder = self.folder;
        let app = Arc::new(App::new(self.world, &self.options, self.paths, shutdown.clone()));
        let mut background = JoinSet::new();
        background.spawn(tidy(Arc::clone(&app)));
        if self.options.keep.is_some() {
            background.spawn(keep_saving(Arc::clone(&app)));
        }
        let pace =
            gateway::Pace { heartbeat: self.options.heartbeat, latency: self.options.heartbeat_latency };
        let service = routes(&app, pace).into_make_service_with_connect_info::<Wire>();
        let serving = axum::serve(Wires::new(self.listener), service)
            .with_graceful_shutdown(shutdown.clone().cancelled_owned());
        let served = tokio::select! {
            served = serving.into_future() => served.map_err(ServeError::Serve),
            () = async { shutdown.cancelled().await; tokio::time::sleep(FAREWELL).await } => Ok(()),
        };
        shutdown.cancel();
        // These tasks only sleep and save. Both end when the token is cancelled.
        while background.join_next().await.is_some() {}
        if let Some(path) = self.options.keep {
            app.save().await.map_err(|source| ServeError::Keep { path, source })?;
        }
        served
    }
}

/// Archives idle threads from time to time.
async fn tidy(app: Shared) {
    let mut tidy = tokio::time::interval(TIDY_EVERY);
    loop {
        tokio::select! {
            _ = tidy.tick() => app.lock().archive_idle(),
            () = app.stop.cancelled() => return,
        }
    }
}

/// Saves the state at once, so that a playground killed soon after its start comes back as the same one. Then saves after
/// changes that no response waits for.
async fn keep_saving(app: Shared) {
    let mut changes = app.changes();
    loop {
        let begun = Instant::now();
        app.saved().await;
        let pause = SAVE_AFTER.max(begun.elapsed() * SAVING_SHARE);
        let due = async {
            tokio::time::sleep(pause).await;
            changes.changed().await
        };
        tokio::select! {
            changed = due => if changed.is_err() { return },
            () = app.stop.cancelled() => return,
        }
    }
}

fn routes(app: &Shared, pace: gateway::Pace) -> Router {
    let connect = move |State(app): State<Shared>,
                        Query(query): Query<gateway::ConnectQuery>,
                        node: Option<Extension<door::Node>>,
                        upgrade: WebSocketUpgrade| async move {
        let upgrade = upgrade.max_message_size(64 * 1024);
        let node = node.map(|Extension(door::Node(name))| name);
        let answer: Response =
            upgrade.on_upgrade(move |socket| gateway::serve(app, socket, pace, query, node));
        answer
    };
    let inside = Router::new()
        .merge(rest::routes(app))
        .nest("/playground/v1", people::routes(app))
        .route("/gateway", get(connect))
        .route("/gateway/", get(connect))
        .fallback(web::page)
        .layer(DefaultBodyLimit::disable())
        .with_state(app.clone());
    // This layer is around the whole router, so that it sees a request before a route is chosen.
    Router::new().fallback_service(inside).layer(axum::middleware::from_fn(door::pass))
}
