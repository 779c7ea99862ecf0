//! Power losses. A session plays games on a database while `strace` records what it asks the kernel to do with the files. The record
//! then gives the disks that a power loss could have left at any moment, and the store opens each of them. A layer between SQLite and the
//! files would not see what the program does with files itself, such as making them and folding the log.
//!
//! Synced content stays in a file. Each sector of later changes is kept, lost or torn, whatever happened to earlier ones. A name in the
//! folder keeps to the same rule: it is safe when the folder was synced.

mod disk;
mod examine;
pub(crate) mod notes;
mod trace;

use std::{collections::BTreeMap, env, fmt, path::Path, process::Stdio};

use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use tokio::process::Command;

use self::{
    disk::Disk,
    examine::examine,
    trace::{Event, events},
};
pub(crate) use self::{disk::Syncs, examine::Fault};

/// The extent of a run.
pub(crate) struct Extent {
    /// The number of power losses.
    pub(crate) losses: u64,
    /// The number of moves in a session.
    pub(crate) moves: u64,
    /// Seed of the moments and of what the disks keep. The session itself is not repeatable, since its players race.
    pub(crate) seed: u64,
    /// The disk's behaviour when it is asked to sync.
    pub(crate) syncs: Syncs,
}

/// The outcome of the power losses.
#[derive(Default)]
pub(crate) struct Counts {
    /// The number of power losses.
    pub(crate) losses: u64,
    /// How many of them found changes that were not synced.
    pub(crate) amid_changes: u64,
    /// The number of recorded writes, syncs and changes of names.
    pub(crate) changes: usize,
    /// The number of acknowledged moves that had to survive, over all power losses.
    pub(crate) acknowledged: usize,
    /// How often each fault was found.
    pub(crate) faults: BTreeMap<Fault, usize>,
    /// The first fault in words.
    pub(crate) first: Option<String>,
}

impl Counts {
    pub(crate) fn all_is_well(&self) -> bool {
        self.faults.is_empty()
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} power losses in {} changes, {} amid changes that were not synced, {} acknowledged moves checked",
            self.losses, self.changes, self.amid_changes, self.acknowledged
        )?;
        for fault in Fault::ALL {
            writeln!(f, "{fault}: {}", self.faults.get(&fault).copied().unwrap_or_default())?;
        }
        self.first.iter().try_for_each(|first| writeln!(f, "the first one: {first}"))
    }
}

/// Returns why no power loss can be simulated here, if so.
pub(crate) async fn missing() -> Option<String> {
    let mut strace = Command::new("strace");
    strace.args(["-f", "-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    match strace.status().await {
        Ok(status) if status.success() => None,
        Ok(status) => Some(format!("strace ends with {status}")),
        Err(error) => Some(format!("strace: {error}")),
    }
}

/// Plays a session and cuts the power at random moments of it.
pub(crate) async fn lose_power(extent: &Extent) -> Counts {
    let events = record(extent.moves, extent.seed).await;
    let mut random = StdRng::seed_from_u64(extent.seed);
    let mut moments: Vec<usize> = (0..extent.losses).map(|_| random.random_range(0..=events.len())).collect();
    moments.sort_unstable();
    let mut counts = Counts {
        losses: extent.losses,
        changes: events.iter().filter(|event| !matches!(event, Event::Note(_))).count(),
        ..Counts::default()
    };
    let mut disk = Disk::new(extent.syncs);
    let mut done = 0;
    for moment in moments {
        events[done..moment].iter().for_each(|event| disk.apply(event));
        done = moment;
        counts.amid_changes += u64::from(disk.has_unsynced());
        let folder = tempfile::tempdir().expect("a folder");
        disk.after_power_loss(&mut random).write_to(folder.path());
        let notes = events[..moment].iter().filter_map(Event::note);
        let found = examine(&folder.path().join(notes::NAME), notes).await;
        counts.acknowledged += found.acknowledged;
        for (fault, words) in found.faults {
            *counts.faults.entry(fault).or_default() += 1;
            counts.first.get_or_insert_with(|| format!("{fault} at event {moment}: {words}"));
        }
    }
    counts
}

/// Plays a session under `strace`. Returns what happened to its files, and what it noted.
async fn record(moves: u64, seed: u64) -> Vec<Event> {
    let base = tempfile::tempdir().expect("a folder");
    let base = base.path().canonicalize().expect("the folder is there");
    let (folder, log) = (base.join("data"), base.join("strace"));
    std::fs::create_dir(&folder).expect("a folder can be made");
    let status = Command::new("strace")
        .args(["-f", "-y", "-xx", "-s", "10000000", "-e", trace::CALLS, "-o"])
        .arg(&log)
        .arg(torture())
        .env(notes::FILE, folder.join(notes::NAME))
        .env(notes::MOVES, moves.to_string())
        .env(notes::SEED, seed.to_string())
        .stdout(Stdio::null())
        .status()
        .await
        .expect("strace starts");
    assert!(status.success(), "the session ended with {status}");
    let events = events(&log, &folder);
    is_complete(&events, &folder);
    events
}

/// Checks that the record leads to the files that are there. Otherwise the session changed them by a call that is not recorded.
fn is_complete(events: &[Event], folder: &Path) {
    let mut disk = Disk::new(Syncs::Obeyed);
    events.iter().for_each(|event| disk.apply(event));
    disk.as_programs_see_it().assert_is(folder);
}

/// Returns the path of the torture program, which plays the session: cargo passes it to tests.
fn torture() -> std::path::PathBuf {
    let itself = || env::current_exe().expect("a program has a path");
    option_env!("CARGO_BIN_EXE_torture").map_or_else(itself, Into::into)
}
