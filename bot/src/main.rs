//! The `petri` binary.

use std::process::ExitCode;

use bot::{steps::Steps, time::Clock};

fn main() -> ExitCode {
    bot::cli::main(Clock::default(), Steps::default())
}
