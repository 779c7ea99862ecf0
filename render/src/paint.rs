//! The one painter of all scenes: puts tiles drawn once into place by copying rows.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use image::{GrayImage, Rgba, RgbaImage};

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

    /// The picture at its ordinary size: 900 pixels wide, 1040 where the board is much higher than wide and the cards stand beside
    /// it, and up to 1.7 times as much where it has many columns.
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

    /// The picture at its ordinary size as sprites to be pasted one after the other, the canvas first: in full colour and with
    /// smooth edges, as other programs make pictures. It is there to be compared with; the bench does.
    #[must_use]
    pub fn sprites(&self, scene: &Scene) -> Vec<Sprite> {
        let (Layout { width, height, .. }, tiles) = self.compose(scene, None);
        let filled = |left, top, width, height, ink| {
            let [red, green, blue] = self.theme.rgb(ink);
            Sprite { left, top, image: RgbaImage::from_pixel(width, height, Rgba([red, green, blue, 255])) }
        };
        let mut sprites = vec![filled(0, 0, width, height, Ink::Canvas)];
        for Placed { tile, left, top } in tiles {
            sprites.push(filled(left, top, tile.width, tile.height, tile.ground));
            if !tile.layers.is_empty() {
                let image = tile::sprite(&tile, self.theme, &self.letters);
                sprites.extend(image.map(|image| Sprite { left, top, image }));
            }
        }
        sprites
    }

    /// What goes where, from below.
    fn compose(&self, scene: &Scene, width: Option<u32>) -> (Layout, Vec<Placed>) {
        let layout = Layout::new(scene, width, &self.letters);
        let mut easel = Easel { letters: &self.letters, tiles: Vec::new() };
        panel::paint(&mut easel, scene, &layout);
        board::paint(&mut easel, scene, &layout);
        (layout, easel.tiles)
    }

    fn picture(&self, scene: &Scene, width: Option<u32>, profile: Profile) -> Result<Vec<u8>, PaintError> {
        let (layout, tiles) = self.compose(scene, width);
        let mut studio = self.studio.lock().unwrap_or_else(PoisonError::into_inner);
        let ground = studio.palette.index(self.theme.rgb(Ink::Canvas));
        let mut plane = GrayImage::from_pixel(layout.width, layout.height, image::Luma([ground]));
        for placed in tiles {
            studio.put(placed, self.theme, &self.letters, &mut plane);
        }
        let palette = studio.palette.bytes();
        drop(studio);
        encode(&plane, palette, profile)
    }
}

/// A small picture in its place in a large one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sprite {
    /// The column of its left pixels.
    pub left: u32,
    /// The row of its upper pixels.
    pub top: u32,
    /// Its pixels, transparent where what lies below shows.
    pub image: RgbaImage,
}

/// A tile in its place; what lies outside the picture is left out.
struct Placed {
    tile: Tile,
    left: u32,
    top: u32,
}

/// A picture being put together.
pub(crate) struct Easel<'a> {
    pub(crate) letters: &'a Letters,
    tiles: Vec<Placed>,
}

impl Easel<'_> {
    /// Puts a tile with its upper left corner at this pixel.
    pub(crate) fn put(&mut self, tile: Tile, left: u32, top: u32) {
        self.tiles.push(Placed { tile, left, top });
    }

    /// Fills a rectangle.
    pub(crate) fn fill(&mut self, area: Area, ink: Ink) {
        let Area { left, top, width, height } = area;
        self.put(Tile { width, height, unit: height, ground: ink, layers: Vec::new() }, left, top);
    }
}

impl Studio {
    /// Copies a tile to its place.
    fn put(&mut self, placed: Placed, theme: Theme, letters: &Letters, plane: &mut GrayImage) {
        let Placed { tile, left, top } = placed;
        let (width, height) = (tile.width as usize, tile.height as usize);
        if width == 0 || height == 0 {
            return;
        }
        let across = plane.width() as usize;
        let left = (left as usize).min(across);
        let visible = width.min(across - left);
        let rows = plane.chunks_exact_mut(across).skip(top as usize).map(|row| &mut row[left..][..visible]);
        if tile.layers.is_empty() {
            let ground = self.palette.index(theme.rgb(tile.ground));
            rows.take(height).for_each(|row| row.fill(ground));
        } else {
            let pixels = self.pixels(tile, theme, letters);
            rows.zip(pixels.chunks_exact(width))
                .for_each(|(row, source)| row.copy_from_slice(&source[..visible]));
        }
    }

    /// The palette indices of a tile, row by row.
    fn pixels(&mut self, tile: Tile, theme: Theme, letters: &Letters) -> Arc<[u8]> {
        if let Some(pixels) = self.tiles.get(&tile) {
            return Arc::clone(pixels);
        }
        let drawn = tile::draw(&tile, theme, letters);
        let palette = &mut self.palette;
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
        if self.bytes + pixels.len() > CACHE_BYTES {
            self.tiles.clear();
            self.palette.forget();
            self.bytes = 0;
        }
        self.bytes += pixels.len();
        self.tiles.insert(tile, Arc::clone(&pixels));
        pixels
    }
}
