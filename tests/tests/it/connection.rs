//! The connection to the gateway breaks, is rejected, and comes back, and the bot stops in any of these states.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::{Notify, watch},
    time::timeout,
};

use crate::{
    chat::Person,
    message::Message,
    process::{Bot, Launch, PATIENCE},
    world::{World, story},
};

/// The gateway's word that a session is resumed, after the number of the event.
const RESUMED: &str = r#","t":"RESUMED""#;

/// A relay in front of the playground that can cut connections to the gateway, reject new ones, and hold back what they send.
#[derive(Clone)]
pub(crate) struct Gate {
    url: String,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    closed: AtomicBool,
    /// The number of connections that were rejected.
    rejected: watch::Sender<usize>,
    cut: Notify,
    hold: watch::Sender<Hold>,
    /// The number of times that the gateway has confirmed a resumed session to the bot.
    resumed: watch::Sender<usize>,
    /// The number of the newest event that does so. The gateway may repeat earlier ones.
    newest: AtomicU64,
}

/// The connections to the gateway over which the bot receives nothing for now.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Hold {
    #[default]
    Nothing,
    /// Those that begin from now on.
    New,
    All,
}

impl Gate {
    async fn before(world: &World) -> Gate {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let gate = Gate { url, state: Arc::default() };
        // The playground names its own address as the gateway's; the relay replaces it with its own.
        let [from, to] = [&world.url, &gate.url].map(|url| url.replace("http://", "ws://"));
        assert_eq!(from.len(), to.len(), "ports of the same length");
        let (state, target) = (gate.state.clone(), world.url.replace("http://", ""));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(relay(stream, target.clone(), from.clone(), to.clone(), state.clone()));
            }
        });
        gate
    }

    /// Cuts the connections to the gateway and rejects new ones.
    pub(crate) fn close(&self) {
        self.state.closed.store(true, Ordering::SeqCst);
        self.cut();
    }

    pub(crate) fn open(&self) {
        self.state.closed.store(false, Ordering::SeqCst);
    }

    /// Waits until it has rejected a connection of the bot.
    pub(crate) async fn rejects(&self) {
        let mut rejected = self.state.rejected.subscribe();
        let rejected = timeout(PATIENCE, rejected.wait_for(|&rejected| rejected > 0)).await;
        assert!(rejected.is_ok(), "timed out waiting for the bot to connect");
    }

    /// Cuts the connections to the gateway. Frames that were still on their way are lost.
    pub(crate) fn cut(&self) {
        self.state.cut.notify_waiters();
    }

    /// Holds back what the gateway sends over these connections. The others are not affected.
    pub(crate) fn hold(&self, hold: Hold) {
        self.state.hold.send_replace(hold);
    }

    /// Waits until the bot has resumed its session that many times.
    pub(crate) async fn resumes(&self, count: usize) {
        let mut resumed = self.state.resumed.subscribe();
        let resumed = timeout(PATIENCE, resumed.wait_for(|&resumed| resumed >= count)).await;
        assert!(resumed.is_ok(), "timed out waiting for resumed session {count}");
    }
}

/// Returns the number of the newest event that confirms a resumed session, if there is one.
fn resumed(part: &[u8]) -> Option<u64> {
    let text = String::from_utf8_lossy(part);
    let numbers = text.match_indices(RESUMED).filter_map(|(at, _)| text[..at].rsplit_once("\"s\":"));
    numbers.filter_map(|(_, number)| number.parse().ok()).max()
}

async fn relay(mut bot: TcpStream, target: String, from: String, to: String, state: Arc<State>) {
    let mut first = [0; 12];
    let is_gateway = bot.peek(&mut first).await.is_ok_and(|_| first.starts_with(b"GET /gateway"));
    // Without lingering, a dropped connection is reset.
    let _ = bot.set_zero_linger();
    let cut = state.cut.notified();
    if is_gateway && state.closed.load(Ordering::SeqCst) {
        state.rejected.send_modify(|rejected| *rejected += 1);
        return;
    }
    let mut hold = state.hold.subscribe();
    let is_new = *hold.borrow() != Hold::Nothing;
    let passes = |hold: &Hold| match hold {
        Hold::Nothing => true,
        Hold::New => !is_new,
        Hold::All => false,
    };
    let Ok(mut playground) = TcpStream::connect(&target).await else { return };
    let (mut from_bot, mut to_bot) = bot.split();
    let (mut from_playground, mut to_playground) = playground.split();
    let asks = tokio::io::copy(&mut from_bot, &mut to_playground);
    let answers = async {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(read @ 1..) = from_playground.read(&mut buffer).await {
            let part = &mut buffer[..read];
            if let Some(at) = part.windows(from.len()).position(|window| window == from.as_bytes()) {
                part[at..at + to.len()].copy_from_slice(to.as_bytes());
            }
            if is_gateway && hold.wait_for(passes).await.is_err() {
                return;
            }
            if to_bot.write_all(part).await.is_err() {
                return;
            }
            if is_gateway
                && let Some(number) = resumed(part)
                && state.newest.fetch_max(number, Ordering::SeqCst) < number
            {
                state.resumed.send_modify(|resumed| *resumed += 1);
            }
        }
    };
    tokio::select! {
        _ = asks => {}
        () = answers => {}
        () = cut, if is_gateway => {}
    }
}

/// Returns how often the bot has logged that it has no connection.
fn failures(world: &World) -> usize {
    world.log.lines().iter().filter(|line| line.contains("connection to")).count()
}

/// Waits until the bot has logged a line with these words.
async fn logs(world: &World, words: &str) {
    let nowhere = world.chat.channel("nowhere").await;
    let logged =
        async |_: &[Message]| world.log.lines().iter().any(|line| line.contains(words)).then_some(());
    world.chat.wait(&world.watcher, &nowhere, words, logged).await;
}

/// Waits until the bot has logged that many failures.
async fn fails(world: &World, count: usize) {
    let nowhere = world.chat.channel("nowhere").await;
    let enough = async |_: &[Message]| (failures(world) >= count).then_some(());
    world.chat.wait(&world.watcher, &nowhere, "tries to connect", enough).await;
}

/// Connects the bot through a relay.
pub(crate) async fn behind_gate(world: &World) -> Gate {
    let gate = Gate::before(world).await;
    world.kill_bot().await;
    world.start_bot_by(&Launch { url: &gate.url, ..world.launch() }).await;
    gate
}

/// Returns the text of `/status`.
async fn status(world: &World, by: &Person) -> String {
    let office = world.channel("office").await;
    world.chat.command(by, &office, "status", json!({})).await.shown().content().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_resume_is_followed_by_a_new_session() {
    story(async |world| {
        let gate = behind_gate(world).await;
        let ann = world.person("Ann").await;
        assert!(!status(world, &ann).await.contains("my connection"));
        gate.close();
        fails(world, 3).await;
        gate.open();
        world.online().await;
        let words = status(world, &ann).await;
        assert!(words.contains("my connection to Discord has failed"), "{words}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_without_connection_stops_when_asked() {
    // At the end of a story the bot has to stop.
    story(async |world| {
        let gate = behind_gate(world).await;
        gate.close();
        fails(world, 1).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_that_cannot_register_commands_stops() {
    story(async |world| {
        world.kill_bot().await;
        let fault = json!({ "route": "/commands", "method": "PUT", "times": 1000, "status": 500 });
        world.chat.fault(fault).await;
        let bot = Bot::launch(&world.launch(), &world.log);
        logs(world, "command registration failed").await;
        bot.terminate().await;
        world.chat.no_faults().await;
        world.start_bot().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_first_request_is_retried() {
    story(async |world| {
        world.kill_bot().await;
        for fault in [
            json!({ "status": 500 }),
            json!({ "reset": true }),
            json!({ "status": 503, "body": { "error": "no code" } }),
        ] {
            let mut whole = json!({ "route": "/gateway/bot", "times": 1 });
            whole.as_object_mut().expect("an object").extend(fault.as_object().expect("an object").clone());
            world.chat.fault(whole).await;
        }
        world.start_bot().await;
        assert_eq!(failures(world), 3);
        let ann = world.person("Ann").await;
        let words = status(world, &ann).await;
        assert!(words.contains("my connection to Discord has failed 3\u{a0}times"), "{words}");
    })
    .await;
}
