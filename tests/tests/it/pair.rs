//! A PostgreSQL server with a synchronous standby that takes its place when the server dies.

use std::{
    fs,
    os::unix::fs::chown,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use anyhow::Context as _;
use rustix::process::{Pid, Signal, getuid, kill_process};
use tempfile::TempDir;

/// The user that runs the servers if this program runs as the superuser, for whom PostgreSQL refuses to start.
const NOBODY: u32 = 65534;

/// Two servers, of which the one at `first` accepts writes.
pub(crate) struct Pair {
    folder: TempDir,
    programs: PathBuf,
    first: usize,
    /// How many standbys were made, since each has a slot of its own.
    standbys: u32,
}

impl Pair {
    pub(crate) fn start() -> anyhow::Result<Pair> {
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

    /// Returns the connection string with both servers, without the name of a database.
    pub(crate) fn server(&self) -> String {
        let [a, b] = [0, 1].map(|nth| text(&self.socket(nth)));
        format!("host={a},{b} user=petri target_session_attrs=read-write")
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
        let done = self.run("pg_ctl", &[&["-D", &data, "-l", &log], args].concat());
        done.map(drop).with_context(|| fs::read_to_string(&log).unwrap_or_default())
    }

    fn ask(&self, nth: usize, sql: &str) -> anyhow::Result<String> {
        self.run("psql", &["-h", &text(&self.socket(nth)), "-U", "petri", "-qAt", "postgres", "-c", sql])
    }

    /// Makes the server that died a standby of the other one, and waits until commits wait for it.
    fn add_standby(&mut self) -> anyhow::Result<()> {
        let (first, second) = (self.first, 1 - self.first);
        self.standbys += 1;
        let slot = format!("standby{}", self.standbys);
        // A lock file of the server that died would keep the new one from starting while that process is not reaped.
        let lock = self.socket(second).join(".s.PGSQL.5432.lock");
        self.run("rm", &["-rf", &text(&self.data(second)), &text(&lock)])?;
        let (from, to) = (text(&self.socket(first)), text(&self.data(second)));
        let copy =
            ["-h", &from, "-U", "petri", "-D", &to, "-R", "-X", "stream", "-C", "-S", &slot, "-c", "fast"];
        // Players wait for the new standby. No power is lost here, so the copy need not be on the disk yet.
        self.run("pg_basebackup", &[&copy[..], &["--no-sync"]].concat())?;
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

    /// Breaks the connections of all bots.
    pub(crate) fn break_connections(&self) -> anyhow::Result<()> {
        let break_all =
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'petri'";
        self.ask(self.first, break_all).map(drop)
    }

    /// Kills the server that accepts writes, promotes the other one, and gives it a standby again.
    pub(crate) fn fail_over(&mut self) -> anyhow::Result<()> {
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
