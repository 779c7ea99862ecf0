//! All tests from outside the crate, in one binary.

#![allow(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod arena;
mod games;
mod positions;
mod sense;
mod statistics;
mod stract;
mod tactics;
mod thoughts;
