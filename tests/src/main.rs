//! The program under test: nothing but `petri`, with a clock that tests can move by lines such as `advance 3600000`
//! (milliseconds) on standard input.

use std::{io, process::ExitCode, thread};

use bot::time::Clock;

fn main() -> ExitCode {
    let clock = Clock::default();
    // The arbiter reads standard input itself.
    if std::env::args().nth(1).is_some_and(|command| command == "run") {
        let moved = clock.clone();
        thread::spawn(move || {
            for line in io::stdin().lines().map_while(Result::ok) {
                if let Some(ms) = line.strip_prefix("advance ").and_then(|ms| ms.parse().ok()) {
                    moved.advance(ms);
                }
            }
        });
    }
    bot::cli::main(clock)
}
