//! The painter of all scenes and charts. For a scene, it draws each tile once and then copies its rows into place.

use std::{
    borrow::Cow,
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
    look::Look,
    palette::Palette,
    panel,
    scene::{Home, Role, Scene, Shape},
    theme::{Ink, Theme},
    tile::{self, Align, Layer, Tile},
};

/// The size of the tile cache in bytes, for all looks together. The pictures of one game, size and look need about an eighth of it.
const CACHE_BYTES: usize = 24 << 20;

/// Draws scenes and charts as PNG files with a palette.
///
/// The painter keeps its tiles from picture to picture. Its clones, and the painters that [`Painter::with`] returns, share the
/// tiles and can draw on several threads.
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
#[derive(Clone)]
pub struct Painter {
    look: Look,
    shared: Arc<Shared>,
}

/// The parts of a painter that do not depend on the look.
struct Shared {
    letters: Letters,
    studio: Mutex<Studio>,
}

impl std::fmt::Debug for Painter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Painter").field("look", &self.look).finish_non_exhaustive()
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

/// A frame of a film.
pub(crate) struct Drawn {
    pub(crate) plane: GrayImage,
    pub(crate) colours: Colours,
    /// The first row of pixels below the cards.
    pub(crate) cards_end: u32,
}

impl Painter {
    /// Returns a painter for a look, with an empty tile cache.
    pub fn new(look: impl Into<Look>) -> Painter {
        let shared = Shared { letters: Letters::new(), studio: Mutex::new(Studio::new()) };
        Painter { look: look.into(), shared: Arc::new(shared) }
    }

    /// Returns a painter for another look that shares the tiles of this one.
    #[must_use]
    pub fn with(&self, look: impl Into<Look>) -> Painter {
        Painter { look: look.into(), shared: Arc::clone(&self.shared) }
    }

    /// Draws a picture of the usual size. That is 900 pixels wide, and up to 1.7 times as wide for a board with many columns.
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
        let theme = self.look.theme;
        let drawn = chart.draw(theme, &self.shared.letters).finish();
        let mut palette = Palette::of_charts(theme);
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
        let layout = Layout::new(scene, width, self.look.big, &self.shared.letters);
        let tiles = self.tiles(scene, &layout);
        (layout, tiles)
    }

    fn tiles(&self, scene: &Scene, layout: &Layout) -> Vec<Placed> {
        let mut easel = Easel { letters: &self.shared.letters, look: self.look, tiles: Vec::new() };
        panel::paint(&mut easel, scene, layout);
        board::paint(&mut easel, scene, layout);
        easel.tiles
    }

    fn picture(&self, scene: &Scene, width: Option<u32>, profile: Profile) -> Result<Vec<u8>, PaintError> {
        let (layout, tiles) = self.compose(&self.turned(scene), width);
        let (plane, palette) = self.lay((layout.width, layout.height), tiles);
        encode(&plane, palette.bytes, profile)
    }

    /// Draws a scene as a frame of a film, in which each row of cards is at least as high as in `cards`.
    pub(crate) fn frame(&self, scene: &Scene, width: u32, cards: &[u32]) -> Drawn {
        let mut scene = self.turned(scene).into_owned();
        for card in scene.cards.iter_mut().filter(|card| card.role == Role::ToAct) {
            card.role = Role::ToActInFilm;
        }
        let layout = Layout::of_frame(&scene, width, self.look.big, &self.shared.letters, cards);
        let tiles = self.tiles(&scene, &layout);
        let (plane, colours) = self.lay((layout.width, layout.height), tiles);
        let cards_end = layout.cards.last().map_or(0, |card| card.top + card.height);
        Drawn { plane, colours, cards_end }
    }

    /// Draws words as a line of this size.
    pub(crate) fn line(&self, words: &str, (width, height): (u32, u32)) -> GrayImage {
        let em = height * 4 / 5;
        let tile = Tile {
            shape: Shape::Square,
            width: self.shared.letters.pixels(words, em).min(width),
            height,
            unit: height,
            ground: Ink::Canvas,
            layers: vec![Layer::Words(words.to_owned(), em, Ink::Text, Align::Left)],
        };
        let left = (height / 3).min(width - tile.width);
        self.lay((width, height), vec![Placed { tile, left, top: 0 }]).0
    }

    /// Returns the height that each row of a scene's cards needs in a frame of this width.
    pub(crate) fn card_rows(&self, scene: &Scene, width: u32) -> Vec<u32> {
        Layout::of_frame(scene, width, self.look.big, &self.shared.letters, &[]).card_rows
    }

    /// Turns a board whose viewer has the home above, if the look asks for it.
    fn turned<'a>(&self, scene: &'a Scene) -> Cow<'a, Scene> {
        if self.look.flip && scene.board.home == Home::Above {
            Cow::Owned(scene.clone().turned())
        } else {
            Cow::Borrowed(scene)
        }
    }

    /// Puts tiles into their places, and returns the plane with the colours of its indices.
    fn lay(&self, (width, height): (u32, u32), tiles: Vec<Placed>) -> (GrayImage, Colours) {
        let (look, letters) = (self.look.of_tiles(), &self.shared.letters);
        let mut studio = self.shared.studio.lock().unwrap_or_else(PoisonError::into_inner);
        let ground = studio.palette(look.theme).index(look.theme.rgb(Ink::Canvas));
        let mut plane = GrayImage::from_pixel(width, height, image::Luma([ground]));
        for placed in tiles {
            studio.put(placed, look, letters, &mut plane);
        }
        let palette = studio.palette(look.theme);
        let colours = Colours { bytes: palette.bytes(), len: palette.len(), ground };
        (plane, colours)
    }
}

/// The state that painting changes.
struct Studio {
    /// One palette for each theme, in the order of [`Theme::ALL`].
    palettes: [Palette; Theme::ALL.len()],
    tiles: HashMap<(Look, Tile), Finished>,
    bytes: usize,
    /// The number of times that a tile was used.
    uses: u64,
}

/// A tile as palette indices, row by row.
struct Finished {
    pixels: Arc<[u8]>,
    /// The number of uses of all tiles when this one was last used.
    used: u64,
}

impl Studio {
    fn new() -> Studio {
        Studio { palettes: Theme::ALL.map(Palette::new), tiles: HashMap::new(), bytes: 0, uses: 0 }
    }

    fn palette(&mut self, theme: Theme) -> &mut Palette {
        &mut self.palettes[theme as usize]
    }

    /// Copies a tile to its place in the picture.
    fn put(&mut self, placed: Placed, look: Look, letters: &Letters, plane: &mut GrayImage) {
        let Placed { tile, left, top } = placed;
        let (width, height) = (tile.width as usize, tile.height as usize);
        if width == 0 || height == 0 {
            return;
        }
        let across = plane.width() as usize;
        let left = (left as usize).min(across);
        let visible = width.min(across - left);
        if tile.shape != Shape::Square {
            self.put_cell(tile, look, letters, plane, (left, top as usize));
            return;
        }
        let rows = plane.chunks_exact_mut(across).skip(top as usize).map(|row| &mut row[left..][..visible]);
        if tile.layers.is_empty() {
            let ground = self.palette(look.theme).index(look.theme.rgb(tile.ground));
            rows.take(height).for_each(|row| row.fill(ground));
        } else {
            let pixels = self.pixels(tile, look, letters);
            rows.zip(pixels.chunks_exact(width))
                .for_each(|(row, source)| row.copy_from_slice(&source[..visible]));
        }
    }

    /// Copies the pixels of a tile that belong to its cell. The other ones belong to its neighbours.
    fn put_cell(
        &mut self,
        tile: Tile,
        look: Look,
        letters: &Letters,
        plane: &mut GrayImage,
        (left, top): (usize, usize),
    ) {
        let (shape, size, across) = (tile.shape, (tile.width, tile.height), plane.width() as usize);
        let pixels = self.pixels(tile, look, letters);
        let rows = plane.chunks_exact_mut(across).skip(top);
        for ((nth, row), source) in (0..).zip(rows).zip(pixels.chunks_exact(size.0 as usize)) {
            let part = shape.pixels_of_row(size, nth);
            let (begin, end) = ((left + part.start).min(across), (left + part.end).min(across));
            row[begin..end].copy_from_slice(&source[part.start..][..end - begin]);
        }
    }

    /// Returns the palette indices of a tile, row by row.
    fn pixels(&mut self, tile: Tile, look: Look, letters: &Letters) -> Arc<[u8]> {
        self.uses += 1;
        let key = (look, tile);
        if let Some(finished) = self.tiles.get_mut(&key) {
            finished.used = self.uses;
            return Arc::clone(&finished.pixels);
        }
        let drawn = tile::draw(&key.1, look, letters);
        let palette = self.palette(look.theme);
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
            self.make_room();
        }
        self.bytes += pixels.len();
        self.tiles.insert(key, Finished { pixels: Arc::clone(&pixels), used: self.uses });
        pixels
    }

    /// Removes the tiles that were not used for the longest time, a quarter of the cache at once.
    fn make_room(&mut self) {
        let mut ages: Vec<(u64, usize)> =
            self.tiles.values().map(|finished| (finished.used, finished.pixels.len())).collect();
        ages.sort_unstable();
        let mut left = self.bytes;
        let oldest_kept = ages.into_iter().find(|&(_, bytes)| {
            let full = left > CACHE_BYTES / 4 * 3;
            if full {
                left -= bytes;
            }
            !full
        });
        let oldest_kept = oldest_kept.map_or(u64::MAX, |(used, _)| used);
        self.tiles.retain(|_, finished| finished.used >= oldest_kept);
        self.bytes = left;
        self.palettes.iter_mut().for_each(Palette::forget);
    }
}

#[cfg(test)]
mod tests {
    use rules::{Kind, Options, Table, Viewer};

    use super::*;

    #[test]
    fn full_cache_drops_the_oldest_tiles_first() {
        let table = Table::new(Kind::PlanktonSynapse, &Options::new()).unwrap();
        let scene = crate::scene(&table, Viewer::Public, &[]);
        let painter = Painter::new(Theme::Light);
        let mut last = Vec::new();
        for width in (400..=1900).step_by(25) {
            last = painter.png_wide(&scene, width, Profile::Quick).unwrap();
            let studio = painter.shared.studio.lock().unwrap();
            let held: usize = studio.tiles.values().map(|finished| finished.pixels.len()).sum();
            assert!(held == studio.bytes && held <= CACHE_BYTES, "{held} and {} bytes", studio.bytes);
        }
        let oldest = |painter: &Painter| {
            painter.shared.studio.lock().unwrap().tiles.values().map(|finished| finished.used).min().unwrap()
        };
        assert!(oldest(&painter) > 1, "the first tiles are gone");
        let before = painter.shared.studio.lock().unwrap().tiles.len();
        assert!(last == painter.png_wide(&scene, 1900, Profile::Quick).unwrap(), "pictures differ");
        let after = painter.shared.studio.lock().unwrap().tiles.len();
        assert_eq!(before, after, "the newest tiles are still there");
    }
}
