//! The `petri` binary.
fn main() {}
