//! Scenes and pictures of every game.

mod gallery;
mod play;
