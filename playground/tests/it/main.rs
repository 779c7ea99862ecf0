//! The playground over real sockets, from the view of bots, people and tests.

// Tests and their helpers may panic.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod attachments;
mod commands;
mod faults;
mod gateway;
mod interactions;
mod limits;
mod menus;
mod messages;
mod page;
mod rates;
mod references;
mod restarts;
mod roles;
mod schema;
mod shards;
mod targets;
mod threads;
mod world;
