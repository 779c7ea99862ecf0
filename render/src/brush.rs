//! Draws shapes and words of roles' colours on one tile.

use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, Pixmap, Stroke, StrokeDash, Transform};

use crate::{
    shape::Point,
    theme::{Ink, Rgb, Theme},
};

/// The one font of all pictures: narrow, so that much fits, and bold, so that it reads when small.
pub(crate) struct Letters(FontRef<'static>);

impl Letters {
    #[expect(clippy::expect_used, reason = "the font is part of the binary, and every test reads it")]
    pub(crate) fn new() -> Letters {
        Letters(FontRef::try_from_slice(dejavu::sans_condensed::bold()).expect("the font can be read"))
    }

    /// The width of a line of words, in the unit of `size`, the em.
    pub(crate) fn width(&self, words: &str, size: f32) -> f32 {
        self.place(words, size).1
    }

    /// The pixels of a line of words with this em: glyphs begin at whole pixels, so that a line may reach one further to each side.
    pub(crate) fn pixels(&self, words: &str, em: u32) -> u32 {
        self.width(words, em as f32).ceil() as u32 + 2
    }

    /// The glyphs of a line beginning at 0 on a baseline at 0, and its width.
    fn place(&self, words: &str, size: f32) -> (Vec<Glyph>, f32) {
        let em = self.0.units_per_em().unwrap_or(2048.0);
        let scale = PxScale::from(size * self.0.height_unscaled() / em);
        let font = self.0.as_scaled(scale);
        let mut x = 0.0;
        let mut last = None;
        let mut glyphs = Vec::with_capacity(words.len());
        for letter in words.chars() {
            let id = font.glyph_id(letter);
            x += last.map_or(0.0, |last| font.kern(last, id));
            glyphs.push(id.with_scale_and_position(scale, point(x, 0.0)));
            x += font.h_advance(id);
            last = Some(id);
        }
        (glyphs, x)
    }
}

/// The height of capitals and digits of the font, in ems.
const CAPITALS: f32 = 0.729;

/// How the edge of a shape goes over into what lies below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Edges {
    /// With one colour half-way between the two: it looks smooth, and edges are much the same from row to row, so that files
    /// are small.
    OneStep,
    /// With as many colours as there are between them.
    Smooth,
}

/// A tile being drawn. Lengths are in units; the tile's corner may lie anywhere in them.
pub(crate) struct Brush<'a> {
    pixmap: Pixmap,
    theme: Theme,
    letters: &'a Letters,
    /// Pixels of a unit.
    unit: f32,
    /// Where the point (0, 0) lies, in pixels from the tile's corner.
    origin: Point,
    edges: Edges,
}

impl<'a> Brush<'a> {
    pub(crate) fn new(
        pixmap: Pixmap,
        theme: Theme,
        letters: &'a Letters,
        unit: f32,
        edges: Edges,
    ) -> Brush<'a> {
        Brush { pixmap, theme, letters, unit, origin: (0.0, 0.0), edges }
    }

    /// The width and height of the tile in units.
    pub(crate) fn size(&self) -> Point {
        (self.pixmap.width() as f32 / self.unit, self.pixmap.height() as f32 / self.unit)
    }

    /// Pixels of the unit.
    pub(crate) fn unit(&self) -> f32 {
        self.unit
    }

    /// A width in units, but of at least so many pixels.
    pub(crate) fn at_least(&self, width: f32, pixels: f32) -> f32 {
        width.max(pixels / self.unit)
    }

    /// The drawn tile.
    pub(crate) fn finish(self) -> Pixmap {
        self.pixmap
    }

    /// Draws what `draw` draws moved by so many units and scaled.
    pub(crate) fn moved(&mut self, by: Point, scale: f32, draw: impl FnOnce(&mut Self)) {
        let before = (self.origin, self.unit);
        self.origin = (self.origin.0 + by.0 * self.unit, self.origin.1 + by.1 * self.unit);
        self.unit *= scale;
        draw(self);
        (self.origin, self.unit) = before;
    }

    fn paint(&self, ink: Ink) -> Paint<'static> {
        let [red, green, blue] = self.theme.rgb(ink);
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, 255);
        paint.anti_alias = true;
        paint
    }

    fn transform(&self) -> Transform {
        Transform::from_row(self.unit, 0.0, 0.0, self.unit, self.origin.0, self.origin.1)
    }

    /// Covers the whole tile.
    pub(crate) fn cover(&mut self, ink: Ink) {
        let [red, green, blue] = self.theme.rgb(ink);
        self.pixmap.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    }

    /// Covers of every pixel what `draw` covers.
    fn lay(&mut self, ink: Ink, draw: impl FnOnce(&mut Pixmap, &Paint<'_>, Transform)) {
        let Some(mut shape) = Pixmap::new(self.pixmap.width(), self.pixmap.height()) else { return };
        draw(&mut shape, &self.paint(ink), self.transform());
        let (rgb, edges) = (self.theme.rgb(ink), self.edges);
        let pixels = self.pixmap.data_mut().as_chunks_mut::<4>().0;
        for (pixel, &[.., coverage]) in pixels.iter_mut().zip(shape.data().as_chunks::<4>().0) {
            blend(pixel, rgb, coverage, edges);
        }
    }

    pub(crate) fn fill(&mut self, path: Option<Path>, ink: Ink) {
        if let Some(path) = path {
            self.lay(ink, |pixmap, paint, transform| {
                pixmap.fill_path(&path, paint, FillRule::Winding, transform, None);
            });
        }
    }

    /// A line with round ends.
    pub(crate) fn line(&mut self, path: Option<Path>, ink: Ink, width: f32) {
        self.stroke(path, ink, width, None);
    }

    /// A line of `dashes` dashes, on a path `length` long.
    pub(crate) fn dashed(&mut self, path: Option<Path>, ink: Ink, width: f32, length: f32, dashes: u8) {
        let step = length / f32::from(dashes);
        self.stroke(path, ink, width, StrokeDash::new(vec![step * 0.55, step * 0.45], 0.0));
    }

    fn stroke(&mut self, path: Option<Path>, ink: Ink, width: f32, dash: Option<StrokeDash>) {
        if let Some(path) = path {
            let line_cap = if dash.is_some() { LineCap::Butt } else { LineCap::Round };
            let stroke = Stroke { width, line_cap, line_join: LineJoin::Round, dash, ..Stroke::default() };
            self.lay(ink, |pixmap, paint, transform| {
                pixmap.stroke_path(&path, paint, &stroke, transform, None);
            });
        }
    }

    /// Fills and then outlines.
    pub(crate) fn shape(&mut self, path: Option<Path>, ink: Ink, edge: Ink, width: f32) {
        self.fill(path.clone(), ink);
        self.line(path, edge, width);
    }

    /// A line of words with its middle at `centre`, `size` the em.
    pub(crate) fn words(&mut self, words: &str, centre: Point, size: f32, ink: Ink) {
        let width = self.letters.width(words, size);
        self.words_from(words, (centre.0 - width / 2.0, centre.1), size, ink);
    }

    /// A line of words that begins at `start`, which lies at half the height of the capitals.
    pub(crate) fn words_from(&mut self, words: &str, start: Point, size: f32, ink: Ink) {
        let size_px = size * self.unit;
        let left = self.origin.0 + start.0 * self.unit;
        let base = self.origin.1 + start.1 * self.unit + size_px * CAPITALS / 2.0;
        let (rgb, edges) = (self.theme.rgb(ink), self.edges);
        let (tile_width, tile_height) = (self.pixmap.width() as i32, self.pixmap.height() as i32);
        for mut glyph in self.letters.place(words, size_px).0 {
            // Whole pixels keep equal letters equal.
            glyph.position = point((glyph.position.x + left).round(), base.round());
            let Some(outline) = self.letters.0.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            let pixels = self.pixmap.data_mut().as_chunks_mut::<4>().0;
            outline.draw(|x, y, coverage| {
                let (x, y) = (bounds.min.x as i32 + x as i32, bounds.min.y as i32 + y as i32);
                if (0..tile_width).contains(&x) && (0..tile_height).contains(&y) {
                    let coverage = (coverage.min(1.0) * 255.0).round() as u8;
                    blend(&mut pixels[(y * tile_width + x) as usize], rgb, coverage, edges);
                }
            });
        }
    }
}

/// Covers so many 255ths of a pixel with a colour; what is transparent in it is in its colours, too, as in every [`Pixmap`].
fn blend(pixel: &mut [u8; 4], rgb: Rgb, coverage: u8, edges: Edges) {
    let part = match (edges, coverage) {
        (_, 0) | (Edges::OneStep, ..64) => return,
        (Edges::OneStep, 64..192) => 0.5,
        (Edges::OneStep, _) => 1.0,
        (Edges::Smooth, _) => f32::from(coverage) / 255.0,
    };
    let [red, green, blue] = rgb;
    for (channel, to) in pixel.iter_mut().zip([red, green, blue, 255]) {
        let from = f32::from(*channel);
        *channel = (from + (f32::from(to) - from) * part).round() as u8;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{shape::circle, theme::mix};

    fn colours(edges: Edges, draw: impl FnOnce(&mut Brush<'_>)) -> BTreeSet<Rgb> {
        let letters = Letters::new();
        let mut brush = Brush::new(Pixmap::new(100, 100).unwrap(), Theme::Dark, &letters, 100.0, edges);
        brush.cover(Ink::Canvas);
        draw(&mut brush);
        brush
            .finish()
            .data()
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&[red, green, blue, _]| [red, green, blue])
            .collect()
    }

    #[test]
    fn edges_of_one_step_have_one_colour_half_way() {
        let [from, to] = [Ink::Canvas, Ink::Text].map(|ink| Theme::Dark.rgb(ink));
        let expected = BTreeSet::from([from, mix(from, to, 0.5), to]);
        let draws: [fn(&mut Brush<'_>); 3] = [
            |brush| brush.fill(circle((0.5, 0.5), 0.4), Ink::Text),
            |brush| brush.line(circle((0.5, 0.5), 0.4), Ink::Text, 0.05),
            |brush| brush.words("SO8", (0.5, 0.5), 0.4, Ink::Text),
        ];
        for draw in draws {
            assert_eq!(colours(Edges::OneStep, draw), expected);
            assert!(colours(Edges::Smooth, draw).len() > 20);
        }
    }
}
