//! The painter of all scenes and charts. For a scene, it draws each tile once and then copies its rows into place.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use image::GrayImage;

use crate::{
    board,
    brush::Letters,
    chart::Chart,
    easel::{Easel, Placed},
    encode::{MAX_WIDTH, MIN_WIDTH, PaintError, Profile, encode},
    layout::Layout,
    palette::Palette,
    panel,
    scene::{Scene, Shape},
    theme::{Ink, Theme},
    tile::{self, Tile},
};

/// The size of the tile cache in bytes. A full cache is emptied. The pictures of one game and size need about a quarter of it.
const CACHE_BYTES: usize = 12 << 20;

/// Draws scenes and charts as PNG files with a palette.
///
/// The painter keeps its tiles from picture to picture. Create one for each theme and share it between all threads.
///
/// ```
/// use render::{Painter, Profile, Theme};
/// use rules::{Kind, Options, Table, Viewer};
///
/// let scene = render::scene(&Table::new(Kind::Stract, &Options::new())?, Viewer::Public, &[]);
/// let painter = Painter::new(Theme::Dark);
/// let thumbnail = painter.png_wide(&scene, 300, Profile::Quick)?;
/// assert!(thumbnail.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// The colours of a plane's indices.
pub(crate) struct Colours {
    /// Three bytes for each colour.
    pub(crate) bytes: Vec<u8>,
    /// The number of colours.
    pub(crate) len: usize,
    /// The index of the canvas.
    pub(crate) ground: u8,
}

/// The state that painting changes.
struct Studio {
    palette: Palette,
    tiles: HashMap<Tile, Arc<[u8]>>,
    bytes: usize,
}

impl Painter {
    /// Returns a painter for a theme, with an empty tile cache.
    pub fn new(theme: Theme) -> Painter {
        let studio = Studio { palette: Palette::new(theme), tiles: HashMap::new(), bytes: 0 };
        Painter { theme, letters: Letters::new(), studio: Mutex::new(studio) }
    }

    /// Draws a picture of the usual size. That is 900 pixels wide, or 1040 if the cards are beside a high board, and up to 1.7
    /// times as wide for a board with many columns.
    ///
    /// # Errors
    /// [`PaintError::Encode`] if the file cannot be written.
    pub fn png(&self, scene: &Scene, profile: Profile) -> Result<Vec<u8>, PaintError> {
        self.picture(scene, None, profile)
    }

    /// Draws a picture that is `width` pixels wide.
    ///
    /// # Errors
    /// [`PaintError::Width`] if the width is not between [`MIN_WIDTH`] and [`MAX_WIDTH`]; [`PaintError::Encode`] if the file
    /// cannot be written.
    pub fn png_wide(&self, scene: &Scene, width: u32, profile: Profile) -> Result<Vec<u8>, PaintError> {
        if !(MIN_WIDTH..=MAX_WIDTH).contains(&width) {
            return Err(PaintError::Width { width });
        }
        self.picture(scene, Some(width), profile)
    }

    /// Draws a chart, 900 pixels wide.
    ///
    /// # Errors
    /// [`PaintError::Encode`] if the file cannot be written.
    pub fn chart(&self, chart: &Chart, profile: Profile) -> Result<Vec<u8>, PaintError> {
        let drawn = chart.draw(self.theme, &self.letters).finish();
        let mut palette = Palette::of_charts(self.theme);
        let mut plane = GrayImage::new(drawn.width(), drawn.height());
        let mut last = ([0; 3], palette.index([0; 3]));
        for (index, pixel) in plane.pixels_mut().zip(drawn.pixels()) {
            if pixel.0 != last.0 {
                last = (pixel.0, palette.index(pixel.0));
            }
            index.0 = [last.1];
        }
        encode(&plane, palette.bytes(), profile)
    }

    /// Returns the layout and the tiles, bottom to top.
    fn compose(&self, scene: &Scene, width: Option<u32>) -> (Layout, Vec<Placed>) {
        let layout = Layout::new(scene, width, &self.letters);
        let tiles = self.tiles(scene, &layout);
        (layout, tiles)
    }

    fn tiles(&self, scene: &Scene, layout: &Layout) -> Vec<Placed> {
        let mut easel = Easel { letters: &self.letters, tiles: Vec::new() };
        panel::paint(&mut easel, scene, layout);
        board::paint(&mut easel, scene, layout);
        easel.tiles
    }

    fn picture(&self, scene: &Scene, width: Option<u32>, profile: Profile) -> Result<Vec<u8>, PaintError> {
        let (layout, tiles) = self.compose(scene, width);
        let (plane, palette) = self.lay(&layout, tiles);
        encode(&plane, palette.bytes, profile)
    }

    /// Draws a scene as a frame of a film, in which the cards are at least `cards` pixels high.
    pub(crate) fn frame(&self, scene: &Scene, width: u32, cards: u32) -> (GrayImage, Colours) {
        let layout = Layout::of_frame(scene, width, &self.letters, cards);
        let tiles = self.tiles(scene, &layout);
        self.lay(&layout, tiles)
    }

    /// Returns the height that the cards of a scene need in a frame of this width.
    pub(crate) fn card_height(&self, scene: &Scene, width: u32) -> u32 {
        let layout = Layout::of_frame(scene, width, &self.letters, 0);
        layout.cards.first().map_or(0, |card| card.height)
    }

    /// Puts tiles into their places, and returns the plane with the colours of its indices.
    fn lay(&self, layout: &Layout, tiles: Vec<Placed>) -> (GrayImage, Colours) {
        let mut studio = self.studio.lock().unwrap_or_else(PoisonError::into_inner);
        let ground = studio.palette.index(self.theme.rgb(Ink::Canvas));
        let mut plane = GrayImage::from_pixel(layout.width, layout.height, image::Luma([ground]));
        for placed in tiles {
            studio.put(placed, self.theme, &self.letters, &mut plane);
        }
        let colours = Colours { bytes: studio.palette.bytes(), len: studio.palette.len(), ground };
        (plane, colours)
    }
}

impl Studio {
    /// Copies a tile to its place in the picture.
    fn put(&mut self, placed: Placed, theme: Theme, letters: &Letters, plane: &mut GrayImage) {
        let Placed { tile, left, top } = placed;
        let (width, height) = (tile.width as usize, tile.height as usize);
        if width == 0 || height == 0 {
            return;
        }
        let across = plane.width() as usize;
        let left = (left as usize).min(across);
        let visible = width.min(across - left);
        if tile.shape != Shape::Square {
            self.put_cell(tile, theme, letters, plane, (left, top as usize));
            return;
        }
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

    /// Copies the pixels of a tile that belong to its cell. The other ones belong to its neighbours.
    fn put_cell(
        &mut self,
        tile: Tile,
        theme: Theme,
        letters: &Letters,
        plane: &mut GrayImage,
        (left, top): (usize, usize),
    ) {
        let (shape, size, across) = (tile.shape, (tile.width, tile.height), plane.width() as usize);
        let pixels = self.pixels(tile, theme, letters);
        let rows = plane.chunks_exact_mut(across).skip(top);
        for ((nth, row), source) in (0..).zip(rows).zip(pixels.chunks_exact(size.0 as usize)) {
            let part = shape.pixels_of_row(size, nth);
            let (begin, end) = ((left + part.start).min(across), (left + part.end).min(across));
            row[begin..end].copy_from_slice(&source[part.start..][..end - begin]);
        }
    }

    /// Returns the palette indices of a tile, row by row.
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
