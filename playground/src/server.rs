//! Binding, serving, stopping.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::connect_info::Connected;
use axum::extract::{DefaultBodyLimit, Query, Request, State, WebSocketUpgrade};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use axum::routing::get;
use axum::serve::{IncomingStream, Listener};
use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::keep::Place;
use crate::model::{World, permission};
use crate::state::{App, Shared};
use crate::{door, gateway, keep, people, rest, web};

/// How soon a change is saved that no answer waits for, when the state is kept.
const SAVE_AFTER: Duration = Duration::from_secs(1);
/// A state that takes long to save is saved less often: it takes at most one part in so many of the time.
const SAVING_SHARE: u32 = 20;
/// How often idle threads are looked for.
const TIDY_EVERY: Duration = Duration::from_secs(20);
/// How long open requests may take to end when the playground stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// How a playground shall be.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port on loopback; 0 picks a free one.
    pub port: u16,
    /// The file that keeps the state from one start to the next. Without it uploaded files are in a temporary folder.
    pub keep: Option<PathBuf>,
    /// Names that bots get when they first connect, by token; others are called "Bot" and a number.
    pub bot_names: HashMap<String, String>,
    /// What an invitation gives to bots beyond what everybody may do, in Discord's permission bits.
    pub bot_permissions: u64,
    /// What the page says in an empty channel, a line each, in chat markdown; without lines it says something of its own.
    pub welcome: Vec<String>,
    /// The interval in which bots must send heartbeats.
    pub heartbeat: Duration,
    /// How long a heartbeat waits for its answer, as on the way to Discord and back.
    pub heartbeat_latency: Duration,
    /// Whether every bot may have the privileged intents. Otherwise a bot is refused that asks for one which its
    /// application's flags do not allow.
    pub privileged_intents: bool,
    /// Whether bots that ask too often are answered 429, as by Discord.
    pub rate_limits: bool,
}

impl Default for Options {
    /// Any free port, nothing kept, bots that may moderate, Discord's usual heartbeat of 41.25 seconds.
    fn default() -> Self {
        Self {
            port: 0,
            keep: None,
            bot_names: HashMap::new(),
            bot_permissions: permission::BOT,
            welcome: Vec::new(),
            heartbeat: Duration::from_millis(41_250),
            heartbeat_latency: Duration::from_millis(20),
            privileged_intents: false,
            rate_limits: false,
        }
    }
}

/// Why a playground could not be set up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BindError {
    /// Something else listens on the port.
    #[error("port {0} is taken")]
    PortTaken(u16),
    /// The port could not be opened for another reason.
    #[error("port {port} cannot be opened")]
    Port {
        /// The port that was asked for.
        port: u16,
        /// What the system said.
        source: io::Error,
    },
    /// There is no temporary folder for uploaded files.
    #[error("a temporary folder for uploaded files cannot be made")]
    Folder(#[source] io::Error),
    /// The kept state cannot be read; the file is left as it is.
    #[error("the kept state in {} cannot be read", path.display())]
    Keep {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: io::Error,
    },
}

/// Why a playground ended badly.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Connections could not be served.
    #[error("the playground could not serve")]
    Serve(#[source] io::Error),
    /// The state could not be saved.
    #[error("the state could not be kept in {}", path.display())]
    Keep {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A playground that listens already, and answers once it runs.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    world: World,
    options: Options,
    place: Place,
    /// Goes with the playground.
    folder: Option<TempDir>,
}

impl Server {
    /// Opens the port on loopback and reads the kept state, if there is one.
    ///
    /// # Errors
    ///
    /// When the port is taken or cannot be opened, or when the kept state cannot be read.
    pub async fn bind(options: Options) -> Result<Self, BindError> {
        let port = options.port;
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|source| match source.kind() {
                io::ErrorKind::AddrInUse => BindError::PortTaken(port),
                _ => BindError::Port { port, source },
            })?;
        let address = listener.local_addr().map_err(|source| BindError::Port { port, source })?;
        let (place, folder) = match &options.keep {
            Some(path) => (Place::kept(path.clone()), None),
            None => {
                let folder = tempfile::Builder::new().prefix("playground-").tempdir();
                let folder = folder.map_err(BindError::Folder)?;
                (Place::folder(folder.path().to_owned()), Some(folder))
            }
        };
        let failed = |source| BindError::Keep { path: place.path().to_owned(), source };
        let kept = keep::load(&place).map_err(failed)?;
        let mut world = kept.unwrap_or_else(|| World::fresh(crate::clock::Clock::new().now()));
        world.base = format!("http://{address}");
        world.granted = if options.privileged_intents { gateway::PRIVILEGED_FLAGS } else { 0 };
        Ok(Self { listener, address, world, options, place, folder })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where the page and the API are found, `http://127.0.0.1:PORT`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Serves until `shutdown` is cancelled, then ends all connections and saves the state.
    ///
    /// # Errors
    ///
    /// When connections can no longer be accepted, or the state cannot be saved.
    pub async fn run(self, shutdown: CancellationToken) -> Result<(), ServeError> {
        let _folder = self.folder;
        let app = Arc::new(App::new(self.world, &self.options, self.place, shutdown.clone()));
        let mut background = JoinSet::new();
        background.spawn(tidy(Arc::clone(&app)));
        if self.options.keep.is_some() {
            background.spawn(keep_saving(Arc::clone(&app)));
        }
        let pace =
            gateway::Pace { heartbeat: self.options.heartbeat, latency: self.options.heartbeat_latency };
        let service = routes(&app, pace).into_make_service_with_connect_info::<Wire>();
        let serving = axum::serve(Wires(self.listener), service)
            .with_graceful_shutdown(shutdown.clone().cancelled_owned());
        let served = tokio::select! {
            served = serving.into_future() => served.map_err(ServeError::Serve),
            () = async { shutdown.cancelled().await; tokio::time::sleep(FAREWELL).await } => Ok(()),
        };
        shutdown.cancel();
        // They only sleep and save, and end on the token.
        while background.join_next().await.is_some() {}
        if let Some(path) = self.options.keep {
            app.keep.save(&app).await.map_err(|source| ServeError::Keep { path, source })?;
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

/// Saves the state at once, so that a playground that is killed comes back as the same one, and then after changes
/// that no answer waits for.
async fn keep_saving(app: Shared) {
    let mut changes = app.changes();
    loop {
        let begun = Instant::now();
        app.kept().await;
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

/// Lets an answer wait until what it tells is on the disk.
pub(crate) async fn answer_when_kept(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let looks = matches!(*request.method(), Method::GET | Method::HEAD);
    let answer = next.run(request).await;
    if !looks && answer.status().is_success() {
        app.kept().await;
    }
    answer
}

fn routes(app: &Shared, pace: gateway::Pace) -> Router {
    let connect = move |State(app): State<Shared>,
                        Query(wish): Query<gateway::Wish>,
                        upgrade: WebSocketUpgrade| async move {
        let upgrade = upgrade.max_message_size(64 * 1024);
        let answer: Response = upgrade.on_upgrade(move |socket| gateway::serve(app, socket, pace, wish));
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
    // Around the routes, so that it comes before one is chosen.
    Router::new().fallback_service(inside).layer(axum::middleware::from_fn(door::pass))
}

/// One connection, which can be cut from the inside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wire(Arc<AtomicBool>);

impl Wire {
    /// Lets nothing more through.
    pub(crate) fn cut(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    fn check(&self) -> io::Result<()> {
        if self.0.load(Ordering::SeqCst) { Err(io::ErrorKind::ConnectionReset.into()) } else { Ok(()) }
    }
}

/// Accepts connections that can be cut.
struct Wires(TcpListener);

impl Listener for Wires {
    type Io = WiredStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (WiredStream, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        (WiredStream { stream, wire: Wire::default() }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, Wires>> for Wire {
    fn connect_info(stream: IncomingStream<'_, Wires>) -> Self {
        stream.io().wire.clone()
    }
}

/// A stream on a wire.
struct WiredStream {
    stream: TcpStream,
    wire: Wire,
}

impl AsyncRead for WiredStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.wire.check()?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for WiredStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.wire.check()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.wire.check()?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
