//! The program under test: `petri` with the hooks that tests need.

use std::process::ExitCode;

mod under_test;

fn main() -> ExitCode {
    under_test::main()
}
