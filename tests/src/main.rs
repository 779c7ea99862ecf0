//! The program under test: nothing but `petri`.

fn main() -> std::process::ExitCode {
    bot::cli::main()
}
