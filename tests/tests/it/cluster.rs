//! Several bots on a PostgreSQL server with a synchronous standby. Every few seconds a machine dies while people play.

use std::{
    fmt, fs, mem,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use data::{GuildId, Slices, fixture};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use reqwest::Method;
use rustix::process::Signal;
use serde_json::json;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::{
    aftermath::Counts,
    chat::Channel,
    pair::Pair,
    process::{Bot, Launch, skip},
    torment::{self, Torment},
    world::{World, rough_story_on},
};

/// The extent of a run.
pub(crate) struct Extent {
    /// How many bots run at once, and share the servers.
    pub(crate) bots: usize,
    /// How often a machine dies.
    pub(crate) losses: u32,
    /// How many games run at once.
    pub(crate) at_once: usize,
    /// How long a server may get no response.
    pub(crate) patience: Duration,
    /// Seed of the losses. A run is not fully repeatable, since processes race.
    pub(crate) seed: u64,
}

/// How a machine is lost.
#[derive(Clone, Copy)]
enum Loss {
    /// A bot is killed.
    Killed,
    /// A bot is asked to end, as for an update.
    Updated,
    /// A bot is stopped for a while, and then runs again.
    Stopped,
    /// The server that accepts writes is killed, and its standby promoted.
    Server,
    /// All connections to the server break.
    Connections,
    /// The clock of a bot's machine is set ten minutes forward or back.
    Clock,
}

impl Loss {
    const ALL: [Loss; 6] =
        [Loss::Killed, Loss::Updated, Loss::Stopped, Loss::Server, Loss::Connections, Loss::Clock];

    fn name(self) -> &'static str {
        match self {
            Loss::Killed => "bot killed",
            Loss::Updated => "bot updated",
            Loss::Stopped => "bot stopped",
            Loss::Server => "server killed",
            Loss::Connections => "connections cut",
            Loss::Clock => "clock set wrong",
        }
    }
}

/// The time between two losses, in milliseconds.
const BETWEEN: std::ops::Range<u64> = 500..3000;
/// How far a clock is set wrong, in seconds.
const SET: [i64; 2] = [600, -600];
/// How long a bot is stopped, in milliseconds. A bot that was silent for 8 seconds has lost its place.
const STOPPED: std::ops::Range<u64> = 1_000..30_000;
/// A long run reports after every so many losses.
const SHOWN: u32 = 100;
/// How long the tools of the tests wait for a server while another one is promoted.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many servers the bots share, and the number of shards of each bot.
const SERVERS: usize = 300;
const SHARDS: usize = 6;
/// The time between two commands on a server that is watched.
const LOOK: Duration = Duration::from_millis(500);

/// How long the watcher waits for a response before using the command again. A bot that dies may have promised one. Discord waits three
/// seconds, but a server that is served again responds to a new command sooner.
const GIVES_UP: Duration = Duration::from_secs(2);

/// The results of a run.
pub(crate) struct Shown {
    counts: Counts,
    /// The longest time without a move in any game.
    longest: Duration,
    /// The longest time in which a server got no response, and its slice.
    silence: Option<Silence>,
    /// How long it may be.
    patience: Duration,
    losses: Vec<(Instant, Loss)>,
}

/// A time in which a server got no response.
struct Silence {
    slice: Slices,
    begun: Instant,
    length: Duration,
}

impl Shown {
    pub(crate) fn all_is_well(&self) -> bool {
        let is_silent = self.silence.as_ref().is_some_and(|silence| silence.length > self.patience);
        self.counts.all_is_well() && !is_silent
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.counts)?;
        writeln!(f, "longest time without a move   {:.1} s", self.longest.as_secs_f64())?;
        let Some(Silence { slice, begun, length }) = self.silence else { return Ok(()) };
        let seconds = length.as_secs_f64();
        writeln!(f, "longest time without a response on a server   {seconds:.1} s (slice {slice})")?;
        // Losses shortly before have to do with it, too.
        for (at, loss) in &self.losses {
            let after = at.saturating_duration_since(begun).as_secs_f64();
            let before = begun.saturating_duration_since(*at).as_secs_f64();
            if before < BETWEEN.end as f64 / 1000.0 && after < seconds {
                writeln!(f, "  {:+.1} s  {}", after - before, loss.name())?;
            }
        }
        Ok(())
    }
}

/// Lets people play while machines die, and examines what is left.
///
/// # Errors
/// If PostgreSQL is not installed, or a server does not start.
pub(crate) async fn lose_machines(extent: &Extent) -> anyhow::Result<Shown> {
    let pair = tokio::task::spawn_blocking(Pair::start).await??;
    let mut shown = None;
    let server = pair.server();
    let pair = Arc::new(Mutex::new(pair));
    rough_story_on(Some(server), async |world| {
        let store = fixture::observe(&world.address().expect("it is on a server"), PATIENCE).await;
        let enough = CancellationToken::new();
        // Every start of a bot takes a session for each shard.
        let limits = json!({ "shards": SHARDS, "total": 100_000, "remaining": 100_000, "reset_after": 0, "max_concurrency": 16 });
        world.chat.send(Method::PUT, "/gateway/limits", limits).await.expect("the limits are set");
        let servers = world.servers(SERVERS).await;
        let watched = one_of_each_slice(&servers);
        // In a long run the watcher fills its channels until the playground drops their oldest messages.
        let is_watched = |channel: &Channel| watched.iter().any(|(_, other)| other == channel);
        let played = servers.iter().map(|(_, channel)| channel.clone()).filter(|channel| !is_watched(channel));
        let games = torment::Extent {
            games: usize::MAX,
            enough: enough.clone(),
            at_once: extent.at_once,
            channels: played.collect(),
            seed: extent.seed,
            faults: false,
        };
        let (mut longest, mut silence) = (Duration::ZERO, None);
        let mut losses = Vec::new();
        let counts = torment::torment_by(world, store, &games, async |torment, over| {
            let mut cluster = Cluster::start(world, extent);
            let losing = async {
                for nth in 1..=extent.losses {
                    while !cluster.lose(torment, &pair).await {}
                    if nth % SHOWN == 0 && nth < extent.losses {
                        eprintln!("{nth} of {}", extent.losses);
                    }
                }
                enough.cancel();
                while over.run_until_cancelled(sleep(Duration::from_millis(BETWEEN.end))).await.is_some() {
                    cluster.tend();
                    cluster.skip().await;
                }
            };
            ((), longest, silence) =
                tokio::join!(losing, longest_pause(torment, over), longest_silence(world, &watched, over));
            losses = mem::take(&mut cluster.losses);
            cluster.end().await;
        })
        .await;
        shown = Some(Shown { counts, longest, silence, patience: extent.patience, losses });
    })
    .await;
    shown.ok_or_else(|| anyhow::anyhow!("the story ended early"))
}

/// Returns the longest time without a move until the games are over.
async fn longest_pause(torment: &Torment<'_>, over: &CancellationToken) -> Duration {
    let (mut played, mut last, mut longest) = (torment.played(), Instant::now(), Duration::ZERO);
    while over.run_until_cancelled(played.changed()).await.is_some() {
        longest = longest.max(last.elapsed());
        last = Instant::now();
    }
    longest
}

/// Returns the channel of one server of each slice.
fn one_of_each_slice(servers: &[(GuildId, Channel)]) -> Vec<(Slices, Channel)> {
    let mut known = Slices::NONE;
    let slices = servers.iter().map(|(guild, channel)| (Slices::of(Some(*guild)), channel.clone()));
    let first = slices.filter(|&(slice, _)| {
        let is_new = slice.among(known).is_empty();
        known = known.with(slice);
        is_new
    });
    first.collect()
}

/// Lets the watcher use a command in each of these channels again and again, until the games are over. Returns the longest time without a
/// response in one of them.
async fn longest_silence(
    world: &World,
    watched: &[(Slices, Channel)],
    over: &CancellationToken,
) -> Option<Silence> {
    let watches = watched.iter().map(async |(slice, channel)| {
        // The first bot may still be starting.
        let (mut last, mut longest) = (None::<Instant>, None::<Silence>);
        while over.run_until_cancelled(sleep(LOOK)).await.is_some() {
            let Ok(begun) = world.chat.begin_command(&world.watcher, channel, "games", json!({})).await
            else {
                continue;
            };
            let ended = timeout(GIVES_UP, world.chat.ended(&begun)).await;
            if ended.is_ok_and(|ended| ended["state"] == "answered") {
                let silence = last.map(|begun| Silence { slice: *slice, begun, length: begun.elapsed() });
                longest = longest.into_iter().chain(silence).max_by_key(|silence| silence.length);
                last = Some(Instant::now());
            }
        }
        longest
    });
    let silences = futures_util::future::join_all(watches).await;
    silences.into_iter().flatten().max_by_key(|silence| silence.length)
}

/// Does something to the servers, on a thread of its own, so that people can play meanwhile.
async fn on_servers<T: Send + 'static>(
    pair: &Arc<Mutex<Pair>>,
    work: impl FnOnce(&mut Pair) -> anyhow::Result<T> + Send + 'static,
) -> anyhow::Result<T> {
    let pair = Arc::clone(pair);
    let locked = move || work(&mut pair.lock().unwrap_or_else(PoisonError::into_inner));
    tokio::task::spawn_blocking(locked).await?
}

/// A bot on a machine of its own.
struct Machine {
    bot: Bot,
    /// The file that sets the machine's clock.
    clock: PathBuf,
}

impl Machine {
    fn start(world: &World, nth: usize, library: Option<&str>) -> Machine {
        let launch = world.launch();
        let clock = launch.data.join(format!("clock{nth}"));
        fs::write(&clock, "+0").expect("the clock is set");
        let mut starter: Vec<String> = Vec::new();
        if let Some(library) = library {
            let (library, file) =
                (format!("LD_PRELOAD={library}"), format!("FAKETIME_TIMESTAMP_FILE={}", clock.display()));
            // The bot reads the file again every second.
            let rest = ["FAKETIME_DONT_FAKE_MONOTONIC=1", "FAKETIME_CACHE_DURATION=1", "NO_FAKE_STAT=1"];
            starter.extend(["env", &library, &file].into_iter().chain(rest).map(str::to_owned));
        }
        starter.extend(launch.starter.iter().map(|&word| word.to_owned()));
        let starter: Vec<&str> = starter.iter().map(String::as_str).collect();
        Machine { bot: Bot::launch(&Launch { starter: &starter, ..launch }, &world.log), clock }
    }
}

/// Returns the path of libfaketime, which sets the clock of one process wrong.
fn library() -> Option<String> {
    let folders = fs::read_dir("/usr/lib").ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut libraries = folders.map(|folder| folder.join("faketime/libfaketimeMT.so.1"));
    libraries.find(|library| library.exists()).map(|library| library.display().to_string())
}

/// The bots, which share the servers.
struct Cluster<'w> {
    world: &'w World,
    bots: Vec<Machine>,
    /// The bots that are stopped, each with the time when it runs again.
    stopped: Vec<(Machine, Instant)>,
    wanted: usize,
    /// How many bots were started.
    started: usize,
    /// The library that sets clocks wrong, if it is installed.
    library: Option<String>,
    random: StdRng,
    losses: Vec<(Instant, Loss)>,
}

impl<'w> Cluster<'w> {
    fn start(world: &'w World, extent: &Extent) -> Cluster<'w> {
        let random = StdRng::seed_from_u64(extent.seed);
        let library = library();
        if library.is_none() {
            skip("clocks that are set wrong", "PETRI_FAKETIME", "libfaketime is not installed");
        }
        let mut cluster = Cluster {
            world,
            bots: Vec::new(),
            stopped: Vec::new(),
            wanted: extent.bots,
            started: 0,
            library,
            random,
            losses: Vec::new(),
        };
        cluster.tend();
        cluster
    }

    /// Lets bots run again that were stopped for long enough, and starts new ones in place of those that have ended.
    fn tend(&mut self) {
        let now = Instant::now();
        for (mut machine, _) in self.stopped.extract_if(.., |(_, until)| *until <= now) {
            if !machine.bot.has_ended() {
                machine.bot.signal(Signal::CONT);
                self.bots.push(machine);
            }
        }
        self.bots.retain_mut(|machine| !machine.bot.has_ended());
        while self.bots.len() + self.stopped.len() < self.wanted {
            self.started += 1;
            self.bots.push(Machine::start(self.world, self.started, self.library.as_deref()));
        }
    }

    /// Loses a machine after a while. Returns `false` if it loses none, because it would have been the last bot that is connected: Discord
    /// lets a bot begin one session in five seconds, so a cluster that loses them all at once is not there again sooner.
    async fn lose(&mut self, torment: &Torment<'_>, pair: &Arc<Mutex<Pair>>) -> bool {
        sleep(Duration::from_millis(self.random.random_range(BETWEEN))).await;
        self.tend();
        let Some(&loss) = Loss::ALL.choose(&mut self.random) else { return false };
        if matches!(loss, Loss::Clock) && self.library.is_none() {
            return false;
        }
        let nth = self.random.random_range(0..self.bots.len().max(1));
        let mut others = self.bots.iter().enumerate().filter(|&(n, _)| n != nth);
        let is_last = !others.any(|(_, machine)| machine.bot.sessions() >= SHARDS);
        if is_last && !matches!(loss, Loss::Server | Loss::Connections) {
            return false;
        }
        let begun = Instant::now();
        match loss {
            Loss::Killed => self.bots.swap_remove(nth).bot.kill().await,
            Loss::Updated => {
                let mut bot = self.bots.swap_remove(nth).bot;
                bot.signal(Signal::TERM);
                // If it has lost its place meanwhile, its status says so.
                bot.ended().await;
            }
            Loss::Stopped => {
                let until = Instant::now() + Duration::from_millis(self.random.random_range(STOPPED));
                let machine = self.bots.swap_remove(nth);
                machine.bot.signal(Signal::STOP);
                self.stopped.push((machine, until));
            }
            Loss::Clock => {
                let Machine { mut bot, clock } = self.bots.swap_remove(nth);
                let seconds = SET.choose(&mut self.random).copied().unwrap_or(0);
                fs::write(&clock, format!("{seconds:+}")).expect("the clock is set");
                let ended = timeout(PATIENCE, bot.ended()).await;
                assert!(ended.is_ok(), "a bot goes on with a wrong clock");
            }
            Loss::Server => {
                on_servers(pair, Pair::fail_over).await.expect("the standby is promoted");
            }
            Loss::Connections => {
                on_servers(pair, |pair| pair.break_connections()).await.expect("the server answers");
            }
        }
        self.tend();
        self.skip().await;
        self.world.check_requests().await;
        torment.lost(loss.name());
        self.losses.push((begun, loss));
        true
    }

    /// Moves the clocks of all bots, since they wait before they retry some work.
    async fn skip(&mut self) {
        const MINUTES: i64 = 2;
        self.world.skip(MINUTES).await;
        for machine in self.bots.iter_mut().chain(self.stopped.iter_mut().map(|(machine, _)| machine)) {
            // One that has just ended reads nothing more.
            machine.bot.try_advance(MINUTES * 60_000).await;
        }
    }

    async fn end(self) {
        for machine in self.stopped.into_iter().map(|(machine, _)| machine).chain(self.bots) {
            machine.bot.kill().await;
        }
    }
}
