//! Draws shapes and text on one tile, in the colours of roles.

use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use rules::{Colour, Seat};
use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Paint, Path, Pixmap, Stroke, StrokeDash, Transform};

use crate::{
    filling,
    look::Look,
    shape::Point,
    theme::{Ink, Rgb, luminance},
};

/// The only font of all pictures. It is narrow to save space, and bold to be legible when small.
pub(crate) struct Letters(FontRef<'static>);

impl Letters {
    #[expect(clippy::expect_used, reason = "the font is part of the binary, and every test reads it")]
    pub(crate) fn new() -> Letters {
        Letters(
            FontRef::try_from_slice(dejavu::sans_condensed::bold())
                .expect("the font in the binary must be valid"),
        )
    }

    /// Returns the width of a line of text, in the unit of its em `size`.
    pub(crate) fn width(&self, words: &str, size: f32) -> f32 {
        self.place(words, size).1
    }

    /// Returns the width of a line of text in pixels. Glyphs begin at whole pixels, so a line may need one more on each side.
    pub(crate) fn pixels(&self, words: &str, em: u32) -> u32 {
        self.width(words, em as f32).ceil() as u32 + 2
    }

    /// Returns the width of a line, and its glyphs on a baseline at 0, beginning at 0.
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

/// The height of the font's capitals and digits, in ems.
const CAPITALS: f32 = 0.729;

/// A tile while it is drawn. Lengths are in units, and the origin may lie outside the tile.
pub(crate) struct Brush<'a> {
    pixmap: Pixmap,
    look: Look,
    /// The seat whose filling the bodies get.
    filling: Option<Seat>,
    letters: &'a Letters,
    /// The number of pixels per unit.
    unit: f32,
    /// The place of the point (0, 0), in pixels from the tile's corner.
    origin: Point,
}

impl<'a> Brush<'a> {
    pub(crate) fn new(pixmap: Pixmap, look: Look, letters: &'a Letters, unit: f32) -> Brush<'a> {
        Brush { pixmap, look, filling: None, letters, unit, origin: (0.0, 0.0) }
    }

    /// Returns the width of a line of text, in ems.
    pub(crate) fn width_of(&self, words: &str) -> f32 {
        self.letters.width(words, 100.0) / 100.0
    }

    /// Returns whether pieces and numbers are larger.
    pub(crate) fn is_big(&self) -> bool {
        self.look.big
    }

    /// Returns the width and height of the tile in units.
    pub(crate) fn size(&self) -> Point {
        (self.pixmap.width() as f32 / self.unit, self.pixmap.height() as f32 / self.unit)
    }

    /// Returns the number of pixels per unit.
    pub(crate) fn unit(&self) -> f32 {
        self.unit
    }

    /// Returns a width in units that is at least `pixels` pixels.
    pub(crate) fn at_least(&self, width: f32, pixels: f32) -> f32 {
        width.max(pixels / self.unit)
    }

    /// Returns the finished tile.
    pub(crate) fn finish(self) -> Pixmap {
        self.pixmap
    }

    /// Calls `draw` with the origin moved by some units and the unit scaled.
    pub(crate) fn moved(&mut self, by: Point, scale: f32, draw: impl FnOnce(&mut Self)) {
        let before = (self.origin, self.unit);
        self.origin = (self.origin.0 + by.0 * self.unit, self.origin.1 + by.1 * self.unit);
        self.unit *= scale;
        draw(self);
        (self.origin, self.unit) = before;
    }

    /// Calls `draw` so that every body gets the filling of this seat, if the look has patterns.
    pub(crate) fn filled(&mut self, seat: Seat, draw: impl FnOnce(&mut Self)) {
        let before = self.filling;
        self.filling = self.look.patterns.then_some(seat);
        draw(self);
        self.filling = before;
    }

    /// Calls `draw` so that bodies get no filling. Text and symbols lie on such plain parts.
    pub(crate) fn plain(&mut self, draw: impl FnOnce(&mut Self)) {
        let before = self.filling.take();
        draw(self);
        self.filling = before;
    }

    fn paint(&self, ink: Ink) -> Paint<'static> {
        let [red, green, blue] = self.look.theme.rgb(ink);
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, 255);
        paint.anti_alias = true;
        paint
    }

    fn transform(&self) -> Transform {
        Transform::from_row(self.unit, 0.0, 0.0, self.unit, self.origin.0, self.origin.1)
    }

    /// Covers the whole tile with one colour.
    pub(crate) fn cover(&mut self, ink: Ink) {
        let [red, green, blue] = self.look.theme.rgb(ink);
        self.pixmap.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    }

    /// Covers each pixel as far as `draw` covers it.
    fn lay(&mut self, ink: Ink, draw: impl FnOnce(&mut Pixmap, &Paint<'_>, Transform)) {
        let Some(mut shape) = Pixmap::new(self.pixmap.width(), self.pixmap.height()) else { return };
        draw(&mut shape, &self.paint(ink), self.transform());
        let rgb = self.look.theme.rgb(ink);
        let pixels = self.pixmap.data_mut().as_chunks_mut::<4>().0;
        for (pixel, &[.., coverage]) in pixels.iter_mut().zip(shape.data().as_chunks::<4>().0) {
            blend(pixel, rgb, coverage);
        }
    }

    pub(crate) fn fill(&mut self, path: Option<Path>, ink: Ink) {
        if let Some(path) = path {
            self.lay(ink, |pixmap, paint, transform| {
                pixmap.fill_path(&path, paint, FillRule::Winding, transform, None);
            });
            if let (Some(seat), Ink::Body(colour)) = (self.filling, ink) {
                self.hatch(&path, seat, colour);
            }
        }
    }

    /// Draws the strokes of a seat's filling on a body, within a plain rim. The rim keeps the body whole where the strokes are as
    /// dark as the ground. Small parts of a body stay plain.
    fn hatch(&mut self, body: &Path, seat: Seat, colour: Colour) {
        const SMALL: f32 = 0.2;
        const RIM: f32 = 0.04;
        let bounds = body.bounds();
        if bounds.width().min(bounds.height()) < SMALL {
            return;
        }
        let Some(strokes) = filling::strokes(seat) else { return };
        let Some(mut mask) = Mask::new(self.pixmap.width(), self.pixmap.height()) else { return };
        mask.fill_path(body, FillRule::Winding, true, self.transform());
        let light = luminance(self.look.theme.rgb(Ink::Body(colour))) > 0.22;
        let ink = if light { Ink::Deep(colour) } else { Ink::Pale(colour) };
        let stroke = Stroke { width: filling::STROKE, ..Stroke::default() };
        self.lay(ink, |pixmap, paint, transform| {
            pixmap.stroke_path(&strokes, paint, &stroke, transform, Some(&mask));
        });
        // Half of this line lies outside the body.
        let rim = Stroke { width: 2.0 * RIM, line_join: LineJoin::Round, ..Stroke::default() };
        self.lay(Ink::Body(colour), |pixmap, paint, transform| {
            pixmap.stroke_path(body, paint, &rim, transform, Some(&mask));
        });
    }

    /// Draws a line with round ends.
    pub(crate) fn line(&mut self, path: Option<Path>, ink: Ink, width: f32) {
        self.stroke(path, ink, width, None);
    }

    /// Draws a line of `dashes` dashes on a path of this length.
    pub(crate) fn dashed(&mut self, path: Option<Path>, ink: Ink, width: f32, length: f32, dashes: u8) {
        let step = length / f32::from(dashes);
        self.stroke(path, ink, width, StrokeDash::new(vec![step * 0.55, step * 0.45], 0.0));
    }

    /// Draws a line of these dashes and gaps in turn. Without dashes the line is whole.
    pub(crate) fn patterned(&mut self, path: Option<Path>, ink: Ink, width: f32, dashes: &[f32]) {
        self.stroke(path, ink, width, StrokeDash::new(dashes.to_vec(), 0.0));
    }

    fn stroke(&mut self, path: Option<Path>, ink: Ink, width: f32, dash: Option<StrokeDash>) {
        if let Some(path) = path {
            let line_cap = if dash.is_some() { LineCap::Butt } else { LineCap::Round };
            let stroke = Stroke { width, line_cap, line_join: LineJoin::Round, dash, ..Stroke::default() };
            self.lay(ink, |pixmap, paint, transform| {
                pixmap.stroke_path(&path, paint, &stroke, transform, None);
            });
            // A body can be one thick line.
            if let (Some(seat), Ink::Body(colour)) = (self.filling, ink)
                && width >= 0.2
                && let Some(body) = path.stroke(&stroke, self.unit)
            {
                self.hatch(&body, seat, colour);
            }
        }
    }

    /// Fills a shape, then draws its outline.
    pub(crate) fn shape(&mut self, path: Option<Path>, ink: Ink, edge: Ink, width: f32) {
        self.fill(path.clone(), ink);
        self.line(path, edge, width);
    }

    /// Writes a line of text with its middle at `centre` and the em `size`.
    pub(crate) fn words(&mut self, words: &str, centre: Point, size: f32, ink: Ink) {
        let width = self.letters.width(words, size);
        self.words_from(words, (centre.0 - width / 2.0, centre.1), size, ink);
    }

    /// Writes a line of text that ends at `end`, a point at half the height of the capitals.
    pub(crate) fn words_to(&mut self, words: &str, end: Point, size: f32, ink: Ink) {
        let width = self.letters.width(words, size);
        self.words_from(words, (end.0 - width, end.1), size, ink);
    }

    /// Writes a line of text from `start`, a point at half the height of the capitals.
    pub(crate) fn words_from(&mut self, words: &str, start: Point, size: f32, ink: Ink) {
        let size_px = size * self.unit;
        let left = self.origin.0 + start.0 * self.unit;
        let base = self.origin.1 + start.1 * self.unit + size_px * CAPITALS / 2.0;
        let rgb = self.look.theme.rgb(ink);
        let (tile_width, tile_height) = (self.pixmap.width() as i32, self.pixmap.height() as i32);
        for mut glyph in self.letters.place(words, size_px).0 {
            // At whole pixels, equal letters get equal pixels.
            glyph.position = point((glyph.position.x + left).round(), base.round());
            let Some(outline) = self.letters.0.outline_glyph(glyph) else { continue };
            let bounds = outline.px_bounds();
            let pixels = self.pixmap.data_mut().as_chunks_mut::<4>().0;
            outline.draw(|x, y, coverage| {
                let (x, y) = (bounds.min.x as i32 + x as i32, bounds.min.y as i32 + y as i32);
                if (0..tile_width).contains(&x) && (0..tile_height).contains(&y) {
                    let coverage = (coverage.min(1.0) * 255.0).round() as u8;
                    blend(&mut pixels[(y * tile_width + x) as usize], rgb, coverage);
                }
            });
        }
    }
}

/// Covers a pixel with a colour by `coverage` of 255 parts, rounded to none, half or all. One colour half-way is enough for an edge
/// to look smooth. Edges are then nearly the same in every row, which keeps files small.
fn blend(pixel: &mut [u8; 4], rgb: Rgb, coverage: u8) {
    let part = match coverage {
        ..64 => return,
        64..192 => 0.5,
        _ => 1.0,
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
    use crate::{
        shape::circle,
        theme::{Theme, mix},
    };

    fn colours(draw: impl FnOnce(&mut Brush<'_>)) -> BTreeSet<Rgb> {
        let letters = Letters::new();
        let mut brush = Brush::new(Pixmap::new(100, 100).unwrap(), Theme::Dark.into(), &letters, 100.0);
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
    fn edges_have_one_colour_half_way() {
        let [from, to] = [Ink::Canvas, Ink::Text].map(|ink| Theme::Dark.rgb(ink));
        let expected = BTreeSet::from([from, mix(from, to, 0.5), to]);
        let draws: [fn(&mut Brush<'_>); 3] = [
            |brush| brush.fill(circle((0.5, 0.5), 0.4), Ink::Text),
            |brush| brush.line(circle((0.5, 0.5), 0.4), Ink::Text, 0.05),
            |brush| brush.words("SO8", (0.5, 0.5), 0.4, Ink::Text),
        ];
        for draw in draws {
            assert_eq!(colours(draw), expected);
        }
    }
}
