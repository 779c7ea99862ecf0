//! The program under test as a child process, and its log.

use std::{
    io::Write as _,
    os::unix::process::ExitStatusExt as _,
    path::{Path, PathBuf},
    process::{ExitStatus, Output, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, prlimit};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    process::{Child, ChildStdin, Command},
    sync::watch,
    task::JoinHandle,
};

/// How long anything may take before a test gives up. It is far more than needed, since the machine may be busy.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);

/// The bot's token in a playground, which accepts any.
pub(crate) const TOKEN: &str = "a-token-for-tests";

/// Makes a program get an error when it writes more to files than it may, as on a full disk, instead of being killed.
pub(crate) const OUTLIVES_A_FULL_DISK: &[&str] = &["sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"];
/// Makes the file modes bind a program of the superuser.
pub(crate) const WITHOUT_PRIVILEGES: &[&str] = &[
    "setpriv",
    "--inh-caps=-dac_override,-dac_read_search",
    "--bounding-set=-dac_override,-dac_read_search",
];

/// Says in one line what is not tested since a program is missing here. Fails if `wish` in the environment says `required`.
pub(crate) fn skip(what: &str, wish: &str, missing: &str) {
    let required = std::env::var(wish).is_ok_and(|wish| wish == "required");
    assert!(!required, "{what} cannot be tested: {missing}");
    // This gets past the capture of what tests print.
    let _ = writeln!(std::io::stderr(), "skipped: {what} ({missing})");
}

/// Returns the program without those variables of the tests' own environment that it would read as settings.
pub(crate) fn petri() -> Command {
    petri_under(&[])
}

/// The same, started by another program if there is one.
pub(crate) fn petri_under(starter: &[&str]) -> Command {
    let mut command = match starter {
        [] => Command::new(program()),
        [starter, args @ ..] => {
            let mut command = Command::new(starter);
            command.args(args).arg(program());
            command
        }
    };
    let settings =
        ["DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "PETRI_DATA_DIR", "PETRI_DISCORD_URL", "PETRI_THEME"];
    let further =
        ["PETRI_PORT", "PETRI_METRICS", "PETRI_LOG", "RUST_LOG", "PETRI_DATABASE", "PETRI_DATABASE_FILE"];
    for setting in settings.into_iter().chain(further) {
        command.env_remove(setting);
    }
    command.env(UNDER_TEST, "1").env("NO_COLOR", "1").stdin(Stdio::null()).kill_on_drop(true);
    command
}

/// The environment variable that turns a program of this crate into the program under test.
pub(crate) const UNDER_TEST: &str = "PETRI_UNDER_TEST";

/// Returns the path of the program under test: cargo passes it to tests; any other program of this crate is that program itself.
fn program() -> PathBuf {
    let itself = || std::env::current_exe().ok();
    option_env!("CARGO_BIN_EXE_petri-under-test").map(PathBuf::from).or_else(itself).expect("a program")
}

/// The log lines of a bot, or of several bots one after the other.
#[derive(Clone)]
pub(crate) struct Log(watch::Sender<Vec<String>>);

impl Log {
    pub(crate) fn new() -> Log {
        Log(watch::Sender::new(Vec::new()))
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.borrow().clone()
    }

    fn push(&self, line: String) {
        self.0.send_modify(|lines| lines.push(line));
    }

    /// Returns the last lines, for a failed test.
    pub(crate) fn tail(&self) -> String {
        let lines = self.0.borrow();
        lines[lines.len().saturating_sub(60)..].join("\n")
    }

    /// Waits for a line after the first `seen` ones that contains `words`; `false` if the log ends before.
    async fn has(&self, seen: usize, words: &str, reader: &mut JoinHandle<()>) -> bool {
        let found = |lines: &Vec<String>| lines.iter().skip(seen).any(|line| line.contains(words));
        let mut news = self.0.subscribe();
        tokio::select! {
            waited = news.wait_for(found) => waited.is_ok(),
            _ = reader => found(&self.0.borrow()),
        }
    }
}

/// The way to start a bot.
#[derive(Clone, Copy)]
pub(crate) struct Launch<'a> {
    /// The base URL of the playground.
    pub(crate) url: &'a str,
    /// The folder of its database.
    pub(crate) data: &'a Path,
    /// How far its clock runs ahead of the machine's.
    pub(crate) ahead_ms: i64,
    /// The failpoint, and the passage of it, at which the bot kills itself, such as `sent:3`.
    pub(crate) kill_at: Option<&'a str>,
    /// The program that starts it, if there is one.
    pub(crate) starter: &'a [&'a str],
}

/// Returns the file with the address of a bot's database, if it is on a server.
pub(crate) fn address_file(folder: &Path) -> PathBuf {
    folder.join("database.address")
}

/// Returns the address of a bot's database, or `None` if it is a file in the folder.
pub(crate) fn address(folder: &Path) -> Option<String> {
    std::fs::read_to_string(address_file(folder)).ok()
}

/// Lets a program run to its end. Returns whether it succeeded, and what it printed.
pub(crate) async fn printed(mut program: Command) -> (bool, String) {
    let Output { status, stdout, stderr } = program.output().await.expect("the program runs");
    let printed = [stdout, stderr].map(|bytes| String::from_utf8(bytes).expect("words"));
    (status.success(), printed.concat())
}

/// Returns the id of a running child.
fn id(child: &Child) -> Pid {
    let id = child.id().expect("the child is running");
    i32::try_from(id).ok().and_then(Pid::from_raw).expect("an id")
}

/// Sends a signal to a running child.
pub(crate) fn signal(child: &Child, signal: Signal) {
    kill_process(id(child), signal).expect("it can be sent a signal");
}

/// The words that a bot logs for each shard.
const SESSION_BEGUN: &str = "session begun";

/// A running bot and its log.
pub(crate) struct Bot {
    child: Child,
    /// The pipe that moves its clock.
    stdin: ChildStdin,
    reader: JoinHandle<()>,
    /// The number of lines that earlier bots had logged.
    seen: usize,
    /// How many sessions this bot has begun.
    sessions: Arc<AtomicUsize>,
}

impl Bot {
    /// Starts `petri run` and waits until it is connected.
    pub(crate) async fn start(launch: &Launch<'_>, log: &Log) -> Bot {
        let mut bot = Bot::launch(launch, log);
        let connected = tokio::time::timeout(PATIENCE, bot.connected(log)).await;
        assert_eq!(connected, Ok(true), "the bot did not connect; its log:\n{}", log.tail());
        bot
    }

    /// Starts `petri run` without waiting for it.
    pub(crate) fn launch(launch: &Launch<'_>, log: &Log) -> Bot {
        let seen = log.0.borrow().len();
        let mut command = petri_under(launch.starter);
        if let Some(kill_at) = launch.kill_at {
            command.env("PETRI_KILL_AT", kill_at);
        }
        if address(launch.data).is_some() {
            command.env("PETRI_DATABASE_FILE", address_file(launch.data));
        }
        let mut child = command
            .arg("run")
            .env("DISCORD_TOKEN", TOKEN)
            .env("PETRI_DISCORD_URL", launch.url)
            .env("PETRI_DATA_DIR", launch.data)
            .env("PETRI_METRICS", "127.0.0.1:0")
            .env("PETRI_AHEAD_MS", launch.ahead_ms.to_string())
            .env("RUST_LOG", "info,serenity::client::dispatch=debug")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take().expect("stdin is a pipe");
        let stderr = child.stderr.take().expect("stderr is a pipe");
        let to = log.clone();
        let sessions = Arc::new(AtomicUsize::new(0));
        let begun = Arc::clone(&sessions);
        let reader = tokio::spawn(async move {
            let mut lines = BufReader::new(stderr).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                if line.contains(SESSION_BEGUN) {
                    begun.fetch_add(1, Ordering::Relaxed);
                }
                to.push(line);
            }
        });
        Bot { child, stdin, reader, seen, sessions }
    }

    /// Makes every write to a file fail from now on, or no longer.
    pub(crate) fn fill_disk(&self, full: bool) {
        // The bot has inherited our limits. Without superuser rights it could not raise the hard one again.
        let own = getrlimit(Resource::Fsize);
        let limits = Rlimit { current: if full { Some(0) } else { own.maximum }, ..own };
        prlimit(Some(id(&self.child)), Resource::Fsize, limits).expect("its limits can be set");
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        self::signal(&self.child, signal);
    }

    /// Moves the bot's clock.
    pub(crate) async fn advance(&mut self, ms: i64) {
        assert!(self.try_advance(ms).await, "the bot reads its standard input");
    }

    /// Moves the bot's clock, and returns `false` if it has ended.
    pub(crate) async fn try_advance(&mut self, ms: i64) -> bool {
        self.stdin.write_all(format!("advance {ms}\n").as_bytes()).await.is_ok()
    }

    /// Makes it kill itself, or panic, at passages of a failpoint that are counted from now on, such as `sent:1`.
    pub(crate) async fn kill_at(&mut self, step: &str, log: &Log) {
        let line = format!("kill at {step}\n");
        self.stdin.write_all(line.as_bytes()).await.expect("the bot reads its standard input");
        assert!(self.logs(log, &format!("ready to kill at {step}")).await, "the bot has ended");
    }

    /// Waits until it is connected and has nothing left to do for that; `false` if it ends before.
    pub(crate) async fn connected(&mut self, log: &Log) -> bool {
        self.logs(log, SESSION_BEGUN).await
    }

    /// Returns how many sessions it has begun.
    pub(crate) fn sessions(&self) -> usize {
        self.sessions.load(Ordering::Relaxed)
    }

    /// Waits until it logs a line with these words; `false` if it ends before.
    pub(crate) async fn logs(&mut self, log: &Log, words: &str) -> bool {
        log.has(self.seen, words, &mut self.reader).await
    }

    /// Waits until it has killed itself at its failpoint.
    pub(crate) async fn died(&mut self, log: &Log) {
        let status = self.ended().await;
        assert_eq!(
            status.signal(),
            Some(9),
            "the bot has ended by itself: {status}; its log:\n{}",
            log.tail()
        );
    }

    /// Returns whether it has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("its status can be asked for").is_some()
    }

    /// Waits until it has ended by itself, and returns its status.
    pub(crate) async fn ended(&mut self) -> ExitStatus {
        self.child.wait().await.expect("it can be waited for")
    }

    /// Kills it, as a crash or a power cut would.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.expect("it can be killed");
        self.reader.await.expect("its log was read");
    }

    /// Asks it to stop, as a service manager does.
    pub(crate) async fn terminate(mut self) {
        signal(&self.child, Signal::TERM);
        let ended = tokio::time::timeout(PATIENCE, self.child.wait()).await;
        let status = ended.expect("it ends soon after SIGTERM").expect("its status is known");
        assert!(status.success(), "it ends with {status}");
        self.reader.await.expect("its log was read");
    }
}
