//! What people read when use cases respond: the posts of real games on a real store.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops at the first thing that is wrong")]

mod clocks;
mod differing;
mod history;
mod info;
mod late;
mod lists;
mod lobbies;
mod moves;
mod offers;
mod plans;
mod settings;
mod status;
mod substitutes;
mod suspended;
mod world;
