//! A world of its own for every story: a playground in this process, and the bot in it as a process of its own.

use std::{
    panic::{AssertUnwindSafe, resume_unwind},
    path::{Path, PathBuf},
    sync::Mutex,
};

use data::{Game, GameId, Store};
use futures_util::FutureExt as _;
use playground::Server;
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::{
    chat::{Channel, Chat, Person},
    message::Message,
    openapi,
    process::{Bot, Log},
};

/// Tells a story in a world of its own. At its end nothing may have gone wrong behind the scenes, and the bot must end
/// cleanly; if the story fails, what people saw and what the bot logged are printed.
pub(crate) async fn story(tell: impl AsyncFnOnce(&World)) {
    tell_story(tell, &["An unknown event was received", "panicked at", " ERROR "]).await;
}

/// As [`story`], where so much goes wrong that the bot may log it.
pub(crate) async fn rough_story(tell: impl AsyncFnOnce(&World)) {
    tell_story(tell, &["An unknown event was received", "panicked at"]).await;
}

async fn tell_story(tell: impl AsyncFnOnce(&World), bad: &[&str]) {
    let world = World::begin().await;
    if let Err(failure) = AssertUnwindSafe(tell(&world)).catch_unwind().await {
        world.report().await;
        resume_unwind(failure);
    }
    world.end(bad).await;
}

pub(crate) struct World {
    pub(crate) chat: Chat,
    pub(crate) log: Log,
    /// Where the playground is.
    pub(crate) url: String,
    /// Somebody who plays no game and sees what everybody sees.
    pub(crate) watcher: Person,
    bot: Mutex<Option<Bot>>,
    folder: TempDir,
    channels: Mutex<Vec<Channel>>,
    stop: CancellationToken,
    serving: JoinHandle<Result<(), playground::ServeError>>,
}

impl World {
    async fn begin() -> World {
        let server = Server::bind(playground::Options::default()).await.expect("a free port");
        let url = server.url();
        let stop = CancellationToken::new();
        let serving = tokio::spawn(server.run(stop.clone()));
        let folder = tempfile::tempdir().expect("a folder");
        let log = Log::new();
        let chat = Chat::new(&url);
        let bot = Bot::start(&url, folder.path(), &log).await;
        let watcher = chat.person("Watcher").await;
        World {
            chat,
            log,
            url,
            watcher,
            bot: Mutex::new(Some(bot)),
            folder,
            channels: Mutex::default(),
            stop,
            serving,
        }
    }

    pub(crate) async fn person(&self, name: &str) -> Person {
        self.chat.person(name).await
    }

    pub(crate) async fn channel(&self, name: &str) -> Channel {
        let channel = self.chat.channel(name).await;
        self.channels.lock().expect("no story fails while it holds this").push(channel.clone());
        channel
    }

    fn take_bot(&self) -> Bot {
        self.bot.lock().expect("no story fails while it holds this").take().expect("the bot runs")
    }

    /// Ends the bot as a crash would.
    pub(crate) async fn kill_bot(&self) {
        self.take_bot().kill().await;
    }

    /// Starts the bot again on the same data.
    pub(crate) async fn start_bot(&self) {
        let bot = Bot::start(&self.url, self.folder.path(), &self.log).await;
        *self.bot.lock().expect("no story fails while it holds this") = Some(bot);
    }

    /// Waits until the bot is connected.
    pub(crate) async fn online(&self) {
        let anywhere = self.chat.channel("nowhere").await;
        let connected = async |_: &[Message]| {
            let bots = self.chat.get("/bots").await;
            (bots[0]["online"] == true).then_some(())
        };
        self.chat.wait(&self.watcher, &anywhere, "the bot to be connected", connected).await;
    }

    /// What everybody sees in a channel, oldest first.
    pub(crate) async fn messages(&self, channel: &Channel) -> Vec<Message> {
        self.chat.messages(&self.watcher, channel).await
    }

    /// Where the bot keeps its data.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The bot's database.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("petri.sqlite")
    }

    /// A game as it is stored.
    pub(crate) async fn game(&self, id: GameId) -> Game {
        let store = Store::open(&self.database()).await.expect("the database opens");
        store.read(move |tx| tx.open(id)).await.expect("the game is stored")
    }

    /// Waits until the board of a game stands in its channel as the game is at ply `ply`; answers its message.
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

    async fn end(self, bad: &[&str]) {
        openapi::check(&self.chat.requests().await);
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
