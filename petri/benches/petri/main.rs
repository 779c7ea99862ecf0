//! Benchmarks of what players wait for, and of what runs all the time (`cargo bench -p petri`).

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod complete;
mod screens;
mod tick;
mod world;

fn main() {
    divan::main();
}
