//! The program under test: nothing but `petri`, as tests need it.

use std::process::ExitCode;

mod under_test;

fn main() -> ExitCode {
    under_test::main()
}
