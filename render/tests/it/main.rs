//! Scenes and pictures of every game.

mod gallery;
mod pictures;
mod play;
mod playouts;
mod positions;
mod scenes;
