//! A world of its own for every story: a playground in this process, and the bot in a process of its own.

use std::{
    panic::{AssertUnwindSafe, resume_unwind},
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
};

use clock::{MINUTE, later};
use data::{Game, GameId, GuildId, Store, StoreError, fixture};
use futures_util::FutureExt as _;
use jiff::{SignedDuration, Timestamp};
use meters::Meters;
use play::time::Clock;
use playground::Server;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::{
    chat::{self, Channel, Chat, Person},
    message::Message,
    openapi,
    process::{Bot, Launch, Log, OUTLIVES_A_FULL_DISK, PATIENCE, address, address_file, petri, printed},
    table::game_of,
};

/// Runs a story in a world of its own. At its end the log must be clean, and the bot must stop cleanly. If the story fails, this
/// prints what people saw and what the bot logged.
pub(crate) async fn story(tell: impl AsyncFnOnce(&World)) {
    story_on(fixture::server(), tell).await;
}

/// Runs a story like [`story`] in which so much goes wrong that the bot may log errors.
pub(crate) async fn rough_story(tell: impl AsyncFnOnce(&World)) {
    rough_story_on(fixture::server(), tell).await;
}

/// As [`story`], about the files of SQLite: these are there even if the other stories have their databases on a server.
pub(crate) async fn story_of_files(tell: impl AsyncFnOnce(&World)) {
    story_on(None, tell).await;
}

async fn story_on(server: Option<String>, tell: impl AsyncFnOnce(&World)) {
    tell_story(server, tell, &["An unknown event was received", "panicked at", " ERROR "]).await;
}

/// As [`rough_story`], about the files of SQLite.
pub(crate) async fn rough_story_of_files(tell: impl AsyncFnOnce(&World)) {
    rough_story_on(None, tell).await;
}

/// As [`rough_story`], with a database on this server, if there is one.
pub(crate) async fn rough_story_on(server: Option<String>, tell: impl AsyncFnOnce(&World)) {
    tell_story(server, tell, &["An unknown event was received", "panicked at"]).await;
}

/// As [`rough_story`], where the bot panics.
pub(crate) async fn panicking_story(tell: impl AsyncFnOnce(&World)) {
    tell_story(fixture::server(), tell, &["An unknown event was received"]).await;
}

async fn tell_story(server: Option<String>, tell: impl AsyncFnOnce(&World), bad: &[&str]) {
    let world = World::begin(server).await;
    if let Err(failure) = AssertUnwindSafe(tell(&world)).catch_unwind().await {
        world.report().await;
        resume_unwind(failure);
    }
    world.end(bad).await;
}

pub(crate) struct World {
    pub(crate) chat: Chat,
    pub(crate) log: Log,
    /// The address of the playground.
    pub(crate) url: String,
    /// A person who plays no game and sees what everybody sees.
    pub(crate) watcher: Person,
    bot: Mutex<Option<Bot>>,
    /// How far the bot's clock runs ahead of the machine's.
    ahead_ms: AtomicI64,
    folder: TempDir,
    channels: Mutex<Vec<Channel>>,
    /// The last request that was checked.
    checked: AtomicU64,
    stop: CancellationToken,
    serving: JoinHandle<Result<(), playground::ServeError>>,
}

impl World {
    async fn begin(on: Option<String>) -> World {
        // The bot may do what everybody may: its invitation asks for nothing beyond that.
        let options = playground::Options { bot_permissions: 0, ..playground::Options::default() };
        let server = Server::bind(options).await.expect("a free port");
        let url = server.url();
        let stop = CancellationToken::new();
        let serving = tokio::spawn(server.run(stop.clone()));
        let folder = tempfile::tempdir().expect("a folder");
        if let Some(server) = on {
            let address = fixture::database_on(server).await;
            std::fs::write(address_file(folder.path()), address).expect("a file");
        }
        let log = Log::new();
        let chat = Chat::new(&url);
        let starter = OUTLIVES_A_FULL_DISK;
        let launch = Launch { url: &url, data: folder.path(), ahead_ms: 0, kill_at: None, starter };
        let bot = Bot::start(&launch, &log).await;
        let watcher = chat.person("Watcher").await;
        World {
            chat,
            log,
            url,
            watcher,
            bot: Mutex::new(Some(bot)),
            ahead_ms: AtomicI64::new(0),
            folder,
            channels: Mutex::default(),
            checked: AtomicU64::new(0),
            stop,
            serving,
        }
    }

    pub(crate) async fn person(&self, name: &str) -> Person {
        self.chat.person(name).await
    }

    /// Ann and Bob, and a channel to play in.
    pub(crate) async fn two(&self) -> (Person, Person, Channel) {
        (self.person("Ann").await, self.person("Bob").await, self.channel("games").await)
    }

    pub(crate) async fn channel(&self, name: &str) -> Channel {
        let channel = self.chat.channel(name).await;
        self.channels.lock().expect("no story panics while it holds the lock").push(channel.clone());
        channel
    }

    /// Adds so many servers, each with a channel.
    pub(crate) async fn servers(&self, count: usize) -> Vec<(GuildId, Channel)> {
        let added = self.chat.post("/guilds", json!({ "count": count })).await;
        let id = |server: &Value, name| chat::text(&server[name]);
        let server = |one| {
            let guild: u64 = id(one, "id").parse().expect("an id");
            (guild.into(), Channel(id(one, "channel_id")))
        };
        added.as_array().expect("a list").iter().map(server).collect()
    }

    /// Makes another bot the one of this world.
    pub(crate) fn put_bot(&self, bot: Bot) {
        *self.bot.lock().expect("no story panics while it holds the lock") = Some(bot);
    }

    /// Takes the bot out of this world, which has none until it gets another one.
    pub(crate) fn take_bot(&self) -> Bot {
        self.bot.lock().expect("no story panics while it holds the lock").take().expect("the bot runs")
    }

    /// Kills the bot, as a crash would.
    pub(crate) async fn kill_bot(&self) {
        self.take_bot().kill().await;
    }

    /// Asks the bot to stop, as a service manager does, and waits until it has ended.
    pub(crate) async fn stop_bot(&self) {
        self.take_bot().terminate().await;
    }

    /// Starts the bot again on the same data.
    pub(crate) async fn start_bot(&self) {
        self.start_bot_by(&self.launch()).await;
    }

    /// Starts the bot as `launch` says.
    pub(crate) async fn start_bot_by(&self, launch: &Launch<'_>) {
        let bot = Bot::start(launch, &self.log).await;
        *self.bot.lock().expect("no story panics while it holds the lock") = Some(bot);
    }

    /// Makes the bot kill itself at a passage of a failpoint, counted from now on, such as `sent:1`, or panic with `sent:panic`.
    pub(crate) async fn kill_bot_at(&self, step: &str) {
        let mut bot = self.take_bot();
        bot.kill_at(step, &self.log).await;
        *self.bot.lock().expect("no story panics while it holds the lock") = Some(bot);
    }

    /// Restarts the bot, waits until it has done what was left, and makes it kill itself at a later passage of a failpoint.
    pub(crate) async fn restart_bot_until(&self, step: &str) {
        self.restart_bot().await;
        self.kill_bot_at(step).await;
    }

    /// Waits until the bot has killed itself.
    pub(crate) async fn bot_died(&self) {
        let mut bot = self.take_bot();
        let died = tokio::time::timeout(PATIENCE, bot.died(&self.log)).await;
        assert!(died.is_ok(), "the bot did not reach the failpoint");
    }

    /// Kills the bot, as a crash would, starts it again, and waits until it has done what was left.
    pub(crate) async fn restart_bot(&self) {
        self.kill_bot().await;
        let since = self.now();
        self.start_bot().await;
        self.rest(since).await;
    }

    /// Returns the way to start the bot here.
    pub(crate) fn launch(&self) -> Launch<'_> {
        let ahead_ms = self.ahead_ms.load(Ordering::Relaxed);
        let starter = OUTLIVES_A_FULL_DISK;
        Launch { url: &self.url, data: self.folder.path(), ahead_ms, kill_at: None, starter }
    }

    /// Waits until a post to a channel that a fault holds up is on its way.
    pub(crate) async fn post_under_way(&self, channel: &Channel) {
        let path = format!("/api/v10/channels/{}/messages", channel.0);
        self.chat
            .wait(&self.watcher, channel, "the post to be on its way", async |_| {
                let requests = self.chat.requests(0).await;
                let under_way = |request: &Value| request["path"] == path && request["status"] == 0;
                requests.iter().any(under_way).then_some(())
            })
            .await;
    }

    /// Makes every write of the bot to a file fail from now on, or no longer.
    pub(crate) async fn fill_disk(&self, full: bool) {
        let bot = self.take_bot();
        bot.fill_disk(full);
        *self.bot.lock().expect("no story panics while it holds the lock") = Some(bot);
    }

    /// Returns the present time of the bot's clock.
    pub(crate) fn now(&self) -> Timestamp {
        later(Clock::default().now(), SignedDuration::from_millis(self.ahead_ms.load(Ordering::Relaxed)))
    }

    /// Moves the clock by so many minutes. If the bot runs, waits until it has done what is due by then; otherwise the bot was
    /// away.
    pub(crate) async fn pass(&self, minutes: i64) {
        let now = self.skip(minutes).await;
        let runs = self.bot.lock().expect("no story panics while it holds the lock").is_some();
        if runs {
            self.rest(now).await;
        }
    }

    /// Moves the clock by so many minutes without waiting. Returns the earliest time that it can be then.
    pub(crate) async fn skip(&self, minutes: i64) -> Timestamp {
        let ms = minutes * 60_000;
        let now = later(self.now(), SignedDuration::from_millis(ms));
        self.ahead_ms.fetch_add(ms, Ordering::Relaxed);
        let bot = self.bot.lock().expect("no story panics while it holds the lock").take();
        if let Some(mut bot) = bot {
            bot.advance(ms).await;
            *self.bot.lock().expect("no story panics while it holds the lock") = Some(bot);
        }
        now
    }

    /// Returns whether a person is awake now.
    pub(crate) async fn is_awake(&self, person: &Person) -> bool {
        let id: u64 = person.0.parse().expect("an id");
        let store = self.store().await;
        let settings = store.read(move |tx| tx.person(id.into())).await.expect("it can be read");
        clock::Calendar { hours: settings.hours, weekends_off: false }.runs(self.now())
    }

    /// Waits until the bot has written a heartbeat not older than `since`, and has done and delivered everything that was due
    /// then.
    pub(crate) async fn rest(&self, since: Timestamp) {
        // An outbox entry that is being sent is due again in a minute.
        const LEASE: SignedDuration = MINUTE;
        let store = self.store().await;
        let nowhere = self.chat.channel("nowhere").await;
        let rests = async |_: &[Message]| {
            let now = self.now();
            let at_rest = store.read(move |tx| -> Result<_, StoreError> {
                let awake = tx.heartbeat()?.is_some_and(|heartbeat| heartbeat >= since);
                let delivered = tx.next_due()?.is_none_or(|due| due > later(now, LEASE));
                let done = tx.timers_due(now, 1)?.is_empty()
                    && tx.digests_due(now, 1)?.is_empty()
                    && tx.weekly_due(now, 1)?.is_empty()
                    && tx.outage_to_give()?.is_none();
                Ok(awake && delivered && done)
            });
            at_rest.await.expect("it can be read").then_some(())
        };
        self.chat.wait(&self.watcher, &nowhere, "the bot to come to rest", rests).await;
    }

    /// Waits until everything public is delivered, and the delivery is recorded.
    pub(crate) async fn all_public_is_delivered(&self) {
        // An outbox entry that is being sent is due again in a minute.
        const LEASE: SignedDuration = MINUTE;
        let store = self.store().await;
        let nowhere = self.chat.channel("nowhere").await;
        let delivered = async |_: &[Message]| {
            let soon = later(self.now(), LEASE);
            let counts = store.read(move |tx| tx.counts(soon)).await.expect("it can be read");
            (counts.waiting == 0).then_some(())
        };
        self.chat.wait(&self.watcher, &nowhere, "every public post to be delivered", delivered).await;
    }

    /// Waits until a game has so many plies.
    pub(crate) async fn played(&self, id: GameId, plies: usize) {
        let nowhere = self.chat.channel("nowhere").await;
        let there = async |_: &[Message]| (self.game(id).await.record.len() >= plies).then_some(());
        self.chat.wait(&self.watcher, &nowhere, "the move to be played", there).await;
    }

    /// Waits until the bot is connected.
    pub(crate) async fn online(&self) {
        self.connected(true).await;
    }

    /// Waits until the playground has noticed that the bot is not connected.
    pub(crate) async fn offline(&self) {
        self.connected(false).await;
    }

    async fn connected(&self, wanted: bool) {
        let anywhere = self.chat.channel("nowhere").await;
        let connected = async |_: &[Message]| {
            let bots = self.chat.get("/bots").await;
            (bots[0]["online"] == wanted).then_some(())
        };
        let what = if wanted { "the bot to be connected" } else { "the bot to be disconnected" };
        self.chat.wait(&self.watcher, &anywhere, what, connected).await;
    }

    /// Returns what everybody sees in a channel, oldest first.
    pub(crate) async fn messages(&self, channel: &Channel) -> Vec<Message> {
        self.chat.messages(&self.watcher, channel).await
    }

    /// Returns the folder of the bot's data.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the file of the bot's database.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("petri.sqlite")
    }

    /// Opens the bot's database beside the bot, to read it. A database on a server can only be read.
    pub(crate) async fn store(&self) -> Store {
        match self.address() {
            Some(address) => Store::observe(&address).await.expect("the database answers"),
            None => Store::open(&self.database()).await.expect("the database opens"),
        }
    }

    /// Opens the database of a stopped bot, to change it.
    pub(crate) async fn store_to_write(&self) -> Store {
        let store = match self.address() {
            Some(address) => Store::connect(&address, Meters::default()).await,
            None => Store::open(&self.database()).await,
        };
        store.expect("the database opens")
    }

    /// Returns the address of the bot's database, if it is on a server.
    pub(crate) fn address(&self) -> Option<String> {
        address(self.folder())
    }

    /// Runs a command of the program on the bot's database. Returns whether it succeeded, and what it printed.
    pub(crate) async fn tool(&self, args: &[&str]) -> (bool, String) {
        let mut program = petri();
        program.args(args).arg("--data-dir").arg(self.folder());
        if self.is_on_a_server() {
            program.env("PETRI_DATABASE_FILE", address_file(self.folder()));
        }
        printed(program).await
    }

    /// Returns whether the bot's database is on a server.
    pub(crate) fn is_on_a_server(&self) -> bool {
        self.address().is_some()
    }

    /// Returns a game as it is stored.
    pub(crate) async fn game(&self, id: GameId) -> Game {
        let store = self.store().await;
        store.read(move |tx| tx.open(id)).await.expect("the game is stored")
    }

    /// Waits until the first board of a game is posted, and returns the game. The picture of the lobby is no board: it has no
    /// **Move** button.
    pub(crate) async fn begun(&self, channel: &Channel) -> GameId {
        self.chat
            .wait(&self.watcher, channel, "the first board", async |messages| {
                let board = messages.iter().find(|message| message.buttons().contains(&"Move"))?;
                Some(game_of(&board.button("Move")))
            })
            .await
    }

    /// Waits until the board of a game shows the game as it is at ply `ply`. Returns its message.
    pub(crate) async fn board(&self, channel: &Channel, id: GameId, ply: usize) -> Message {
        self.chat
            .wait(&self.watcher, channel, "a board", async |messages| {
                let game = self.game(id).await;
                assert_eq!(game.record.len(), ply, "the game is not at the ply whose board is waited for");
                let (message, _) = game.board.filter(|_| game.board_ply as usize == ply)?;
                let shown = messages.iter().any(|known| known.id() == message.to_string());
                // The list may be older than the last edit.
                let now = if shown { self.messages(channel).await } else { return None };
                now.into_iter().find(|known| known.id() == message.to_string())
            })
            .await
    }

    /// Prints what people saw and what the bot logged.
    async fn report(&self) {
        let channels = self.channels.lock().map(|channels| channels.clone()).unwrap_or_default();
        for channel in channels {
            eprintln!("\n== what everybody saw in channel {} ==", channel.0);
            for message in self.messages(&channel).await {
                eprintln!("{message}");
            }
        }
        eprintln!("\n== what the bot logged ==\n{}", self.log.tail());
    }

    /// Checks the bot's requests since the last check, before the playground forgets them.
    pub(crate) async fn check_requests(&self) {
        let checked = self.checked.load(Ordering::Relaxed);
        let requests = self.chat.requests(checked).await;
        if let (Some(first), Some(last)) = (requests.first(), requests.last()) {
            assert_eq!(first["n"], checked + 1, "the playground forgot unchecked requests");
            self.checked.store(last["n"].as_u64().expect("a number"), Ordering::Relaxed);
        }
        openapi::check(&requests);
    }

    async fn end(self, bad: &[&str]) {
        self.check_requests().await;
        if let Ok(Some(bot)) = self.bot.into_inner() {
            bot.terminate().await;
        }
        self.stop.cancel();
        self.serving.await.expect("the playground ends").expect("the playground ends well");
        for line in self.log.lines() {
            let bad = bad.iter().find(|bad| line.contains(**bad));
            assert!(bad.is_none(), "the bot has logged: {line}");
        }
    }
}
