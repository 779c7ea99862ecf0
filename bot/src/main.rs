//! The `petri` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    bot::cli::main(bot::time::Clock::default())
}
