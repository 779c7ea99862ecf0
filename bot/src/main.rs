//! The `petri` binary.

fn main() -> anyhow::Result<()> {
    bot::cli::main()
}
