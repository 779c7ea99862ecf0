//! The one painter of all scenes: puts tiles drawn once into place by copying rows.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use image::GrayImage;

use crate::{
    board,
    brush::Letters,
    encode::{PaintError, Profile, encode},
    layout::{Area, Layout},
    palette::Palette,
    panel,
    scene::Scene,
    theme::{Ink, Theme},
    tile::{self, Tile},
};

/// The least width of a picture in pixels.
pub const MIN_WIDTH: u32 = 200;
/// The greatest width of a picture in pixels.
pub const MAX_WIDTH: u32 = 2000;

/// Tiles kept at most, in bytes; beyond that all are drawn anew. A game's pictures of one size need about a quarter of it.
const CACHE_BYTES: usize = 12 << 20;

/// Draws scenes as PNG files with a palette.
///
/// Tiles are kept from picture to picture; a painter lives as long as the program and is shared by all threads.
pub struct Painter {
    theme: Theme,
    letters: Letters,
    studio: Mutex<Studio>,
}

impl std::fmt::Debug for Painter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Painter").field("theme", &self.theme).finish_non_exhaustive()
    }
}

/// What changes while painting.
struct Studio {
    palette: Palette,
    tiles: HashMap<Tile, Arc<[u8]>>,
    bytes: usize,
}

impl Painter {
    /// A painter of this theme with no tile drawn yet.
    #[must_use]
    pub fn new(theme: Theme) -> Painter {
        let studio = Studio { palette: Palette::new(theme), tiles: HashMap::new(), bytes: 0 };
        Painter { theme, letters: Letters::new(), studio: Mutex::new(studio) }
    }

    /// The picture at its ordinary size: 900 pixels wide, or 1000 where the board is higher than wide.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn png(&self, scene: &Scene, profile: Profile) -> Result<Vec<u8>, PaintError> {
        self.picture(scene, None, profile)
    }

    /// The picture so many pixels wide.
    ///
    /// # Errors
    /// When the width is not between [`MIN_WIDTH`] and [`MAX_WIDTH`] or the file cannot be written.
    pub fn png_wide(&self, scene: &Scene, width: u32, profile: Profile) -> Result<Vec<u8>, PaintError> {
        if !(MIN_WIDTH..=MAX_WIDTH).contains(&width) {
            return Err(PaintError::Width { width });
        }
        self.picture(scene, Some(width), profile)
    }

    fn picture(&self, scene: &Scene, width: Option<u32>, profile: Profile) -> Result<Vec<u8>, PaintError> {
        let layout = Layout::new(scene, width, &self.letters);
        let mut studio = self.studio.lock().unwrap_or_else(PoisonError::into_inner);
        let ground = studio.palette.index(self.theme.rgb(Ink::Canvas));
        let plane = GrayImage::from_pixel(layout.width, layout.height, image::Luma([ground]));
        let mut easel = Easel { theme: self.theme, letters: &self.letters, studio: &mut studio, plane };
        panel::paint(&mut easel, scene, &layout);
        board::paint(&mut easel, scene, &layout);
        let plane = easel.plane;
        let palette = studio.palette.bytes();
        drop(studio);
        encode(&plane, palette, profile)
    }
}

/// A picture being put together.
pub(crate) struct Easel<'a> {
    theme: Theme,
    pub(crate) letters: &'a Letters,
    studio: &'a mut Studio,
    plane: GrayImage,
}

impl Easel<'_> {
    /// Puts a tile with its upper left corner at this pixel; what lies outside the picture is left out.
    pub(crate) fn put(&mut self, tile: Tile, left: u32, top: u32) {
        let (width, height) = (tile.width as usize, tile.height as usize);
        if width == 0 || height == 0 {
            return;
        }
        let pixels = self.pixels(tile);
        let across = self.plane.width() as usize;
        let left = (left as usize).min(across);
        let visible = width.min(across - left);
        let rows = self.plane.chunks_exact_mut(across).skip(top as usize);
        for (row, source) in rows.zip(pixels.chunks_exact(width)) {
            row[left..][..visible].copy_from_slice(&source[..visible]);
        }
    }

    /// Fills a rectangle; what lies outside the picture is left out.
    pub(crate) fn fill(&mut self, area: Area, ink: Ink) {
        let index = self.studio.palette.index(self.theme.rgb(ink));
        let across = self.plane.width() as usize;
        let (left, right) = (area.left as usize, (area.left + area.width) as usize);
        let rows = self.plane.chunks_exact_mut(across).skip(area.top as usize).take(area.height as usize);
        for row in rows {
            row[left.min(across)..right.min(across)].fill(index);
        }
    }

    /// The palette indices of a tile, row by row.
    fn pixels(&mut self, tile: Tile) -> Arc<[u8]> {
        if let Some(pixels) = self.studio.tiles.get(&tile) {
            return Arc::clone(pixels);
        }
        let drawn = tile::draw(&tile, self.theme, self.letters);
        let palette = &mut self.studio.palette;
        let pixels: Arc<[u8]> = drawn.map_or_else(
            || Arc::from([]),
            |pixmap| {
                let mut last = ([0; 3], palette.index([0; 3]));
                pixmap
                    .data()
                    .chunks_exact(4)
                    .map(|pixel| {
                        let rgb = [pixel[0], pixel[1], pixel[2]];
                        if rgb != last.0 {
                            last = (rgb, palette.index(rgb));
                        }
                        last.1
                    })
                    .collect()
            },
        );
        if self.studio.bytes + pixels.len() > CACHE_BYTES {
            self.studio.tiles.clear();
            self.studio.palette.forget();
            self.studio.bytes = 0;
        }
        self.studio.bytes += pixels.len();
        self.studio.tiles.insert(tile, Arc::clone(&pixels));
        pixels
    }
}
