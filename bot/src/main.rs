//! The `petri` binary.

use std::process::ExitCode;

use bot::{failpoint::Failpoints, time::Clock};

fn main() -> ExitCode {
    bot::cli::main(Clock::default(), Failpoints::default())
}
