//! The program under test is `petri` with two hooks. Tests move its clock: `advance 3600000` (milliseconds) on standard input, or
//! `PETRI_AHEAD_MS` from the start. Tests also choose its end: after `kill at sent:3` on standard input the program kills itself, as
//! SIGKILL does, when it passes that failpoint for the third time. With `sent:panic` it panics each time. `PETRI_KILL_AT=sent:3`
//! counts from the start.

use std::{
    io,
    process::ExitCode,
    str::FromStr,
    sync::{Arc, Mutex, PoisonError},
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
    let ending = Ending::default();
    if let Ok(wish) = std::env::var("PETRI_KILL_AT") {
        match wish.parse() {
            Ok(end) => ending.choose(end),
            Err(UnknownEnd) => return ExitCode::from(2),
        }
    }
    // The arbiter reads standard input itself.
    if std::env::args().nth(1).is_some_and(|command| command == "run") {
        let (moved, ending) = (clock.clone(), ending.clone());
        thread::spawn(move || {
            for line in io::stdin().lines().map_while(Result::ok) {
                if let Some(ms) = line.strip_prefix("advance ").and_then(|ms| ms.parse().ok()) {
                    moved.advance(SignedDuration::from_millis(ms));
                } else if let Some(end) = line.strip_prefix("kill at ").and_then(|wish| wish.parse().ok()) {
                    ending.choose(end);
                    // The test waits for this line.
                    eprintln!("ready to {line}");
                }
            }
        });
    }
    petri::cli::main(clock, Failpoints::watched(move |now| ending.pass(now)))
}

/// How the program ends at a failpoint.
#[derive(Clone, Copy)]
enum End {
    /// It kills itself when it passes the failpoint this many more times.
    Killed { at: Failpoint, passages: u32 },
    /// It panics at each passage.
    Panics { at: Failpoint },
}

/// A text that names no end, such as `sent:never`.
struct UnknownEnd;

impl FromStr for End {
    type Err = UnknownEnd;

    fn from_str(wish: &str) -> Result<End, UnknownEnd> {
        let (at, passages) = wish.split_once(':').ok_or(UnknownEnd)?;
        let at = at.parse().map_err(|_| UnknownEnd)?;
        match passages {
            "panic" => Ok(End::Panics { at }),
            number => Ok(End::Killed { at, passages: number.parse().map_err(|_| UnknownEnd)? }),
        }
    }
}

/// The end that a test has chosen, if it has.
#[derive(Clone, Default)]
struct Ending(Arc<Mutex<Option<End>>>);

impl Ending {
    fn choose(&self, end: End) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
    }

    fn pass(&self, now: Failpoint) {
        // The lock is released before a panic.
        let end = {
            let mut chosen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(End::Killed { at, passages }) = chosen.as_mut()
                && *at == now
            {
                *passages = passages.saturating_sub(1);
            }
            *chosen
        };
        match end {
            Some(End::Killed { at, passages: 0 }) if at == now => {
                let _ =
                    rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
            }
            Some(End::Panics { at }) => assert!(at != now, "a test wants a panic here"),
            _ => {}
        }
    }
}
