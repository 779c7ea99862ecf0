//! The `petri` binary: runs the command line by the machine's clock.

use std::process::ExitCode;

use play::{failpoint::Failpoints, time::Clock};

fn main() -> ExitCode {
    petri::cli::main(Clock::default(), Failpoints::default())
}
