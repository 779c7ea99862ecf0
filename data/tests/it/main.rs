//! The store on real files, as the bot uses it.

#![allow(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod admin;
mod clocks;
mod copies;
mod crash;
mod files;
mod games;
mod lobbies;
mod offers;
mod outbox;
mod plan;
mod races;
mod recorded;
mod replay;
mod verify;
mod world;
