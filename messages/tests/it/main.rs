//! Tests the posts that people read when use cases respond, for real games on a real store.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops at the first thing that is wrong")]

mod admin;
mod clocks;
mod differing;
mod hints;
mod history;
mod info;
mod late;
mod lessons;
mod lists;
mod lobbies;
mod machines;
mod missed;
mod moves;
mod offers;
mod plans;
mod previews;
mod privacy;
mod puzzles;
mod ratings;
mod settings;
mod sketches;
mod status;
mod substitutes;
mod suspended;
mod taps;
mod weekly;
mod world;
