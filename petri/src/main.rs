//! The `petri` binary.

use std::process::ExitCode;

use play::{failpoint::Failpoints, time::Clock};

fn main() -> ExitCode {
    petri::cli::main(Clock::default(), Failpoints::default())
}
