//! Several bots on a PostgreSQL server with a synchronous standby. Every few seconds a machine dies while people play.

use std::{
    fmt,
    time::{Duration, Instant},
};

use data::fixture;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use rustix::process::Signal;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::{
    aftermath::Counts,
    pair::Pair,
    process::Bot,
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
}

impl Loss {
    const ALL: [Loss; 5] = [Loss::Killed, Loss::Updated, Loss::Stopped, Loss::Server, Loss::Connections];

    fn name(self) -> &'static str {
        match self {
            Loss::Killed => "bot killed",
            Loss::Updated => "bot updated",
            Loss::Stopped => "bot stopped",
            Loss::Server => "server killed",
            Loss::Connections => "connections cut",
        }
    }
}

/// The time between two losses, in milliseconds.
const BETWEEN: std::ops::Range<u64> = 500..3000;
/// How long a bot is stopped, in milliseconds. A bot that was silent for 20 seconds has lost its place.
const STOPPED: std::ops::Range<u64> = 1_000..30_000;
/// How long the tools of the tests wait for a server while another one is promoted.
const PATIENCE: Duration = Duration::from_secs(60);

/// The results of a run.
pub(crate) struct Shown {
    counts: Counts,
    longest: Duration,
}

impl Shown {
    pub(crate) fn all_is_well(&self) -> bool {
        self.counts.all_is_well()
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.counts)?;
        writeln!(f, "longest time without a move   {:.1} s", self.longest.as_secs_f64())
    }
}

/// Lets people play while machines die, and examines what is left.
///
/// # Errors
/// If PostgreSQL is not installed, or a server does not start.
pub(crate) async fn lose_machines(extent: &Extent) -> anyhow::Result<Shown> {
    let mut pair = tokio::task::spawn_blocking(Pair::start).await??;
    let mut shown = None;
    rough_story_on(Some(pair.server()), async |world| {
        let store = fixture::observe(&world.address().expect("it is on a server"), PATIENCE).await;
        let enough = CancellationToken::new();
        let games = torment::Extent {
            games: usize::MAX,
            enough: enough.clone(),
            at_once: extent.at_once,
            seed: extent.seed,
            faults: false,
        };
        let mut longest = Duration::ZERO;
        let counts = torment::torment_by(world, store, &games, async |torment, over| {
            let mut cluster = Cluster::start(world, extent);
            let losing = async {
                for _ in 0..extent.losses {
                    cluster.lose(torment, &mut pair).await;
                }
                enough.cancel();
                while over.run_until_cancelled(sleep(Duration::from_millis(BETWEEN.end))).await.is_some() {
                    cluster.tend();
                    cluster.skip().await;
                }
            };
            let ((), pause) = tokio::join!(losing, longest_pause(torment, over));
            longest = pause;
            cluster.end().await;
        })
        .await;
        shown = Some(Shown { counts, longest });
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

/// The bots, which share the servers.
struct Cluster<'w> {
    world: &'w World,
    bots: Vec<Bot>,
    /// The bots that are stopped, each with the time when it runs again.
    stopped: Vec<(Bot, Instant)>,
    wanted: usize,
    random: StdRng,
}

impl<'w> Cluster<'w> {
    fn start(world: &'w World, extent: &Extent) -> Cluster<'w> {
        let random = StdRng::seed_from_u64(extent.seed);
        let mut cluster =
            Cluster { world, bots: Vec::new(), stopped: Vec::new(), wanted: extent.bots, random };
        cluster.tend();
        cluster
    }

    /// Lets bots run again that were stopped for long enough, and starts new ones in place of those that have ended.
    fn tend(&mut self) {
        let now = Instant::now();
        for (mut bot, _) in self.stopped.extract_if(.., |(_, until)| *until <= now) {
            if !bot.has_ended() {
                bot.signal(Signal::CONT);
                self.bots.push(bot);
            }
        }
        self.bots.retain_mut(|bot| !bot.has_ended());
        while self.bots.len() + self.stopped.len() < self.wanted {
            self.bots.push(Bot::launch(&self.world.launch(), &self.world.log));
        }
    }

    /// Loses a machine after a while.
    async fn lose(&mut self, torment: &Torment<'_>, pair: &mut Pair) {
        sleep(Duration::from_millis(self.random.random_range(BETWEEN))).await;
        self.tend();
        let Some(&loss) = Loss::ALL.choose(&mut self.random) else { return };
        match loss {
            Loss::Killed => self.one().kill().await,
            Loss::Updated => {
                let mut bot = self.one();
                bot.signal(Signal::TERM);
                // If it has lost its place meanwhile, its status says so.
                bot.ended().await;
            }
            // One bot at least must run.
            Loss::Stopped if self.bots.len() > 1 => {
                let until = Instant::now() + Duration::from_millis(self.random.random_range(STOPPED));
                let bot = self.one();
                bot.signal(Signal::STOP);
                self.stopped.push((bot, until));
            }
            Loss::Stopped => return,
            Loss::Server => {
                tokio::task::block_in_place(|| pair.fail_over()).expect("the standby is promoted")
            }
            Loss::Connections => {
                tokio::task::block_in_place(|| pair.break_connections()).expect("the server answers");
            }
        }
        self.tend();
        self.skip().await;
        self.world.check_requests().await;
        torment.lost(loss.name());
    }

    /// Moves the clocks of all bots, since they wait before they retry some work.
    async fn skip(&mut self) {
        const MINUTES: i64 = 2;
        self.world.skip(MINUTES).await;
        for bot in self.bots.iter_mut().chain(self.stopped.iter_mut().map(|(bot, _)| bot)) {
            // One that has just ended reads nothing more.
            bot.try_advance(MINUTES * 60_000).await;
        }
    }

    /// Takes one of the bots.
    fn one(&mut self) -> Bot {
        let nth = self.random.random_range(0..self.bots.len());
        self.bots.swap_remove(nth)
    }

    async fn end(self) {
        for (bot, _) in self.stopped {
            bot.kill().await;
        }
        for bot in self.bots {
            bot.kill().await;
        }
    }
}
