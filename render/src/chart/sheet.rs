//! A picture of a chart while its parts are drawn.

use image::RgbImage;
use rules::Colour;
use tiny_skia::{Path, Pixmap};

use crate::{
    brush::{Brush, Letters},
    layout::Area,
    scene::shortened,
    shape::{Point, path, rounded},
    theme::{Ink, Theme},
};

/// The width of every chart.
pub(super) const WIDTH: u32 = 900;
/// The space between a chart's parts and the edge of the picture.
pub(super) const PAD: u32 = 14;
/// The first row of pixels below the header.
pub(super) const BELOW_HEADER: u32 = PAD + HEADER;
/// The em of numbers that matter most.
pub(super) const LARGE: f32 = 31.0;
/// The em of labels. Phones show charts at less than half their size, so this is the smallest that is legible there.
pub(super) const SMALL: f32 = 25.0;

/// The colour of titles and ratings.
pub(super) const SERIES: Colour = Colour::Blue;
/// The colour of the viewer's own rating.
pub(super) const OWN: Colour = Colour::Orange;

const HEADER: u32 = 58;
/// The ems of the title, the largest first.
const TITLE: [u32; 3] = [37, 32, 27];

/// A picture while its parts are drawn.
pub(crate) struct Sheet<'a> {
    letters: &'a Letters,
    theme: Theme,
    pixels: RgbImage,
}

impl<'a> Sheet<'a> {
    /// Returns an empty picture of the usual width, with a title at the top.
    pub(super) fn new(theme: Theme, letters: &'a Letters, height: u32, title: &str) -> Sheet<'a> {
        let ground = image::Rgb(theme.rgb(Ink::Canvas));
        let mut sheet = Sheet { letters, theme, pixels: RgbImage::from_pixel(WIDTH, height, ground) };
        let header = Area { left: PAD, top: PAD, width: WIDTH - 2 * PAD, height: HEADER };
        let (width, height, inset) = (header.width as f32, header.height as f32, HEADER / 3);
        let fits = |words: &str, em: u32| letters.pixels(words, em) <= header.width - 2 * inset;
        let em = TITLE.into_iter().find(|&em| fits(title, em)).unwrap_or(TITLE[2]);
        let title = shortened(title, |words| fits(words, em));
        sheet.tile(header, Ink::Canvas, |brush| {
            brush.fill(rounded(0.0, 0.0, width, height, 0.18 * height), Ink::Body(SERIES));
            brush.words_from(&title, (inset as f32, height / 2.0), em as f32, Ink::On(SERIES));
        });
        sheet
    }

    /// Draws a rectangle of the picture on this ground. The brush's unit is a pixel, and its origin is the upper left corner.
    pub(super) fn tile(&mut self, area: Area, ground: Ink, draw: impl FnOnce(&mut Brush<'_>)) {
        let Some(pixmap) = Pixmap::new(area.width, area.height) else { return };
        let mut brush = Brush::new(pixmap, self.theme.into(), self.letters, 1.0);
        brush.cover(ground);
        draw(&mut brush);
        let drawn = brush.finish();
        let (across, width) = (self.pixels.width() as usize * 3, area.width as usize);
        let rows = self.pixels.chunks_exact_mut(across).skip(area.top as usize);
        for (row, source) in rows.zip(drawn.data().chunks_exact(width * 4)) {
            let row = row.chunks_exact_mut(3).skip(area.left as usize);
            for (pixel, source) in row.zip(source.chunks_exact(4)) {
                pixel.copy_from_slice(&source[..3]);
            }
        }
    }

    /// Returns the finished picture.
    pub(crate) fn finish(self) -> RgbImage {
        self.pixels
    }
}

/// Returns a line through all points.
pub(super) fn through(points: &[Point]) -> Option<Path> {
    path(|p| {
        for (i, point) in points.iter().enumerate() {
            if i == 0 { p.move_to(point.0, point.1) } else { p.line_to(point.0, point.1) }
        }
    })
}
