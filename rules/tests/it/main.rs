//! Everything that is tested from outside, in one binary.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod about;
mod hostile;
mod laws;
mod protozoa;
mod semiosphere;
mod table;
mod vectors;
mod walk;
