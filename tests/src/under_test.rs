//! The program under test is `petri` with two hooks. Tests move its clock: `advance 3600000` (milliseconds) on standard input, or
//! `PETRI_AHEAD_MS` from the start. Tests also choose its end: with `PETRI_KILL_AT=sent:3` the program kills itself, as SIGKILL
//! does, when it passes that failpoint for the third time. With `sent:panic` it panics each time.

use std::{
    io,
    process::ExitCode,
    sync::atomic::{AtomicU32, Ordering},
    thread,
};

use jiff::SignedDuration;
use play::{
    failpoint::{Failpoint, Failpoints},
    time::Clock,
};

/// Runs `petri` with the arguments of this process.
pub(crate) fn main() -> ExitCode {
    let clock = Clock::default();
    if let Some(ms) = std::env::var("PETRI_AHEAD_MS").ok().and_then(|ms| ms.parse().ok()) {
        clock.advance(SignedDuration::from_millis(ms));
    }
    // The arbiter reads standard input itself.
    if std::env::args().nth(1).is_some_and(|command| command == "run") {
        let moved = clock.clone();
        thread::spawn(move || {
            for line in io::stdin().lines().map_while(Result::ok) {
                if let Some(ms) = line.strip_prefix("advance ").and_then(|ms| ms.parse().ok()) {
                    moved.advance(SignedDuration::from_millis(ms));
                }
            }
        });
    }
    match std::env::var("PETRI_KILL_AT") {
        Err(_) => petri::cli::main(clock, Failpoints::default()),
        Ok(wish) => match kill_at(&wish) {
            Some(failpoints) => petri::cli::main(clock, failpoints),
            None => ExitCode::from(2),
        },
    }
}

/// Kills this program at the passage of a failpoint that `wish` names, such as `sent:3`, or panics at each passage of `sent:panic`.
/// Returns `None` if it names no failpoint.
fn kill_at(wish: &str) -> Option<Failpoints> {
    let (step, passage) = wish.split_once(':')?;
    let step: Failpoint = step.parse().ok()?;
    if passage == "panic" {
        return Some(Failpoints::watched(move |now| assert!(now != step, "a test wants a panic here")));
    }
    let passage: u32 = passage.parse().ok()?;
    let passed = AtomicU32::new(0);
    Some(Failpoints::watched(move |now| {
        if now == step && passed.fetch_add(1, Ordering::Relaxed) + 1 == passage {
            let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
        }
    }))
}
