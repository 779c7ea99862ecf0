//! A PostgreSQL server with a synchronous standby. Again and again the server dies while people play, and the standby takes its place.

use std::{
    collections::BTreeMap,
    fmt, fs,
    os::unix::fs::chown,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use data::{GameId, Part, Store, StoreError, Tx};
use meters::Meters;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use rustix::process::{Pid, Signal, getuid, kill_process};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::session;

/// The user that runs the servers if this program runs as the superuser, for whom PostgreSQL refuses to start.
const NOBODY: u32 = 65534;
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
    let store = Store::connect(&pair.address(), Meters::default()).await?;
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

/// Two servers, of which the one at `first` accepts writes.
struct Pair {
    folder: TempDir,
    programs: PathBuf,
    first: usize,
    /// How many standbys were made, since each has a slot of its own.
    standbys: u32,
}

impl Pair {
    fn start() -> anyhow::Result<Pair> {
        let programs = fs::read_dir("/usr/lib/postgresql")
            .map_err(|_| anyhow::anyhow!("PostgreSQL is not installed in /usr/lib/postgresql"))?
            .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
            .max()
            .ok_or_else(|| anyhow::anyhow!("PostgreSQL is not installed in /usr/lib/postgresql"))?;
        let folder = tempfile::Builder::new().prefix("pg").tempdir()?;
        if getuid().is_root() {
            chown(folder.path(), Some(NOBODY), Some(NOBODY))?;
        }
        let mut pair = Pair { folder, programs, first: 0, standbys: 0 };
        for nth in 0..2 {
            pair.run("mkdir", &["-p", &text(&pair.socket(nth))])?;
        }
        let data = text(&pair.data(0));
        pair.run("initdb", &["-D", &data, "-U", "petri", "-A", "trust", "-E", "UTF8", "--no-locale"])?;
        let settings = format!(
            "listen_addresses = ''\nunix_socket_directories = '{}'\nmax_connections = 60\nwal_sender_timeout = 3s\n\
             wal_receiver_timeout = 3s\n",
            pair.socket(0).display()
        );
        let file = pair.data(0).join("postgresql.conf");
        fs::write(&file, fs::read_to_string(&file)? + &settings)?;
        pair.control(0, &["-w", "start"])?;
        pair.add_standby()?;
        Ok(pair)
    }

    fn data(&self, nth: usize) -> PathBuf {
        self.folder.path().join(format!("data{nth}"))
    }

    fn socket(&self, nth: usize) -> PathBuf {
        self.folder.path().join(format!("s{nth}"))
    }

    /// Returns the connection string with both servers.
    fn address(&self) -> String {
        let [a, b] = [0, 1].map(|nth| text(&self.socket(nth)));
        format!("host={a},{b} user=petri dbname=postgres target_session_attrs=read-write")
    }

    /// Runs a program of PostgreSQL, or another one, as the user of the servers.
    fn run(&self, program: &str, args: &[&str]) -> anyhow::Result<String> {
        let path = self.programs.join(program);
        let program = if path.exists() { path } else { PathBuf::from(program) };
        let mut command = if getuid().is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        // A server that starts keeps the output open, so it goes nowhere for these.
        let keeps_output = args.contains(&"start");
        command.args(args).current_dir("/").stdin(Stdio::null());
        if keeps_output {
            anyhow::ensure!(
                command.stdout(Stdio::null()).stderr(Stdio::null()).status()?.success(),
                "{args:?} failed"
            );
            return Ok(String::new());
        }
        let output = command.output()?;
        anyhow::ensure!(
            output.status.success(),
            "{args:?} failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    fn control(&self, nth: usize, args: &[&str]) -> anyhow::Result<()> {
        let (data, log) = (text(&self.data(nth)), text(&self.folder.path().join(format!("log{nth}"))));
        self.run("pg_ctl", &[&["-D", &data, "-l", &log], args].concat()).map(drop)
    }

    fn ask(&self, nth: usize, sql: &str) -> anyhow::Result<String> {
        self.run("psql", &["-h", &text(&self.socket(nth)), "-U", "petri", "-qAt", "postgres", "-c", sql])
    }

    /// Makes the server that died a standby of the other one, and waits until commits wait for it.
    fn add_standby(&mut self) -> anyhow::Result<()> {
        let (first, second) = (self.first, 1 - self.first);
        self.standbys += 1;
        let slot = format!("standby{}", self.standbys);
        self.run("rm", &["-rf", &text(&self.data(second))])?;
        let (from, to) = (text(&self.socket(first)), text(&self.data(second)));
        self.run(
            "pg_basebackup",
            &["-h", &from, "-U", "petri", "-D", &to, "-R", "-X", "stream", "-C", "-S", &slot, "-c", "fast"],
        )?;
        let file = self.data(second).join("postgresql.conf");
        let moved = fs::read_to_string(&file)?.replace(&from, &text(&self.socket(second)));
        fs::write(&file, moved)?;
        self.control(second, &["-w", "start"])?;
        self.ask(first, "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'")?;
        self.ask(first, "SELECT pg_reload_conf()")?;
        while self.ask(first, "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'")? != "1"
        {
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Kills the server that accepts writes, promotes the other one, and gives it a standby again.
    fn fail_over(&mut self) -> anyhow::Result<()> {
        let file = fs::read_to_string(self.data(self.first).join("postmaster.pid"))?;
        let main: i32 = file.lines().next().unwrap_or_default().parse()?;
        let children = children(main)?;
        for pid in [main].into_iter().chain(children).filter_map(Pid::from_raw) {
            // A process that has ended meanwhile needs no signal.
            let _ = kill_process(pid, Signal::KILL);
        }
        self.first = 1 - self.first;
        self.control(self.first, &["-w", "promote"])?;
        self.add_standby()
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        for nth in 0..2 {
            // One of them may not run.
            let _ = self.control(nth, &["-m", "immediate", "stop"]);
        }
    }
}

/// Returns the processes whose parent is this one.
fn children(parent: i32) -> anyhow::Result<Vec<i32>> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let entry = entry?;
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        // The name of the program, in brackets, can contain spaces. The parent is the second word behind it.
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let behind = stat.rsplit_once(')').map_or("", |(_, behind)| behind);
        if behind.split_whitespace().nth(1) == Some(&*parent.to_string()) {
            found.push(pid);
        }
    }
    Ok(found)
}

fn text(path: &Path) -> String {
    path.display().to_string()
}
