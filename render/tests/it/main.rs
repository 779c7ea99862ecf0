//! Scenes and pictures of every game.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot continue fails")]

mod charts;
mod diagrams;
mod films;
mod gallery;
mod hexagons;
mod looks;
mod pictures;
mod play;
mod playouts;
mod positions;
mod scenes;
mod secrets;
mod steps;
mod text;
mod text_boards;
