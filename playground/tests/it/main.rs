//! The playground over real sockets, as bots, people and tests meet it.

// a test may panic, in its helpers, too
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod attachments;
mod commands;
mod gateway;
mod interactions;
mod keeping;
mod limits;
mod messages;
mod page;
mod rates;
mod references;
mod schema;
mod targets;
mod threads;
mod trouble;
mod world;
