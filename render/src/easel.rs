//! A picture while its tiles are collected.

use crate::{brush::Letters, layout::Area, look::Look, scene::Shape, theme::Ink, tile::Tile};

/// A tile in its place. The part outside the picture is cut off.
pub(crate) struct Placed {
    pub(crate) tile: Tile,
    pub(crate) left: u32,
    pub(crate) top: u32,
}

/// A picture while its tiles are collected.
pub(crate) struct Easel<'a> {
    pub(crate) letters: &'a Letters,
    pub(crate) look: Look,
    pub(crate) tiles: Vec<Placed>,
}

impl Easel<'_> {
    /// Adds a tile with its upper left corner at this pixel.
    pub(crate) fn put(&mut self, tile: Tile, left: u32, top: u32) {
        self.tiles.push(Placed { tile, left, top });
    }

    /// Fills a rectangle with one colour.
    pub(crate) fn fill(&mut self, area: Area, ink: Ink) {
        let Area { left, top, width, height } = area;
        self.put(
            Tile { shape: Shape::Square, width, height, unit: height, ground: ink, layers: Vec::new() },
            left,
            top,
        );
    }
}
