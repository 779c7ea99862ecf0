//! What people wait for, and what runs whether anybody plays or not (`cargo bench -p bot`).

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

mod complete;
mod tick;
mod world;

fn main() {
    divan::main();
}
