//! A PostgreSQL server with a synchronous standby. Again and again the server dies while people play, and the standby takes its place.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use data::{GameId, Part, Store, StoreError, Tx};
use meters::Meters;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use tokio_util::sync::CancellationToken;

use crate::{pair::Pair, session};

/// How many games are played at once.
const PLAYERS: u64 = 8;
/// How long people play between two failovers, at least and at most, in milliseconds.
const BETWEEN: std::ops::Range<u64> = 300..1500;
/// How long a player waits after a move that was not stored.
const PAUSE: Duration = Duration::from_millis(50);

/// The counts after the failovers.
#[derive(Default, Debug)]
pub(crate) struct Counts {
    failovers: u32,
    moves: usize,
    refused: usize,
    lost: Vec<String>,
    differing: usize,
    longest: Duration,
}

impl Counts {
    pub(crate) fn all_is_well(&self) -> bool {
        self.lost.is_empty() && self.differing == 0 && self.moves > 0
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "failovers                     {}", self.failovers)?;
        writeln!(f, "acknowledged moves            {}", self.moves)?;
        writeln!(f, "moves that were not stored    {}", self.refused)?;
        writeln!(f, "lost acknowledged moves       {} {:?}", self.lost.len(), self.lost)?;
        writeln!(f, "games that do not replay      {}", self.differing)?;
        writeln!(f, "longest time without a move   {:.1} s", self.longest.as_secs_f64())
    }
}

/// The state that the players share.
#[derive(Default)]
struct Notes {
    /// The last acknowledged ply of each game.
    plies: BTreeMap<GameId, u32>,
    moves: usize,
    refused: usize,
    last: Option<Instant>,
    longest: Duration,
}

impl Notes {
    fn moved(&mut self, game: GameId, ply: u32) {
        self.plies.insert(game, ply);
        self.moves += 1;
        let now = Instant::now();
        let pause = self.last.replace(now).map_or(Duration::ZERO, |last| now - last);
        self.longest = self.longest.max(pause);
    }
}

/// Lets people play while servers die, and counts what is left in the end.
///
/// # Errors
/// If PostgreSQL is not installed, or a server does not start.
pub(crate) async fn lose_servers(failovers: u32, seed: u64) -> anyhow::Result<Counts> {
    let mut pair = tokio::task::spawn_blocking(Pair::start).await??;
    let store = Store::connect(&format!("{} dbname=postgres", pair.server()), Meters::default()).await?;
    let notes = Arc::new(Mutex::new(Notes::default()));
    let over = CancellationToken::new();
    let players: Vec<_> = (1..=PLAYERS)
        .map(|nth| tokio::spawn(play(store.clone(), nth, seed + nth, notes.clone(), over.clone())))
        .collect();
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..failovers {
        tokio::time::sleep(Duration::from_millis(random.random_range(BETWEEN))).await;
        pair = tokio::task::spawn_blocking(move || pair.fail_over().map(|()| pair)).await??;
    }
    over.cancel();
    for player in players {
        player.await?;
    }
    let (running, ended) = (
        store.read(|tx| tx.verify_some(Part::Running, None, || true)).await?,
        store.read(|tx| tx.verify_some(Part::Over, None, || true)).await?,
    );
    let noted = std::mem::take(&mut *notes.lock().expect("no player panics"));
    let mut lost = Vec::new();
    for (game, ply) in noted.plies {
        let stored = store.read(move |tx| tx.record(game)).await?.len();
        if stored < ply as usize {
            lost.push(format!("game {game}: {stored} of {ply} moves"));
        }
    }
    Ok(Counts {
        failovers,
        moves: noted.moves,
        refused: noted.refused,
        lost,
        differing: running.differing.len() + ended.differing.len(),
        longest: noted.longest,
    })
}

/// Makes the moves of all seats in one game after the other.
async fn play(store: Store, nth: u64, seed: u64, notes: Arc<Mutex<Notes>>, over: CancellationToken) {
    let mut random = StdRng::seed_from_u64(seed);
    let mut channel = nth;
    let mut game = None;
    while !over.is_cancelled() {
        let seed = random.random();
        let done = match game {
            None => store.write(move |tx| session::begin(tx, channel)).await.map(|id| game = Some(id)),
            Some(id) => store.write(move |tx| one_move(tx, id, seed)).await.map(|ply| match ply {
                Some(ply) => notes.lock().expect("no player panics").moved(id, ply),
                None => {
                    game = None;
                    channel += PLAYERS;
                }
            }),
        };
        if done.is_err() {
            notes.lock().expect("no player panics").refused += 1;
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Makes a move, unless the game is over.
fn one_move(tx: &Tx<'_>, id: GameId, seed: u64) -> Result<Option<u32>, StoreError> {
    if tx.open(id)?.table.outcome().is_some() {
        return Ok(None);
    }
    session::one_move(tx, id, seed).map(Some)
}
