//! The fillings that distinguish seats without colours.

use rules::Seat;
use tiny_skia::Path;

use crate::shape::{Point, path};

/// The width of a stroke. It is at least three pixels on a square of 38.
pub(crate) const STROKE: f32 = 0.08;

/// The distance between two strokes.
const STEP: f32 = 0.21;

/// Returns the strokes of a seat's filling over a square of side 1, or `None` for the seat whose bodies are plain.
pub(crate) fn strokes(seat: Seat) -> Option<Path> {
    let offsets = || (-5..=5).map(|step| step as f32 * STEP);
    let bars = || offsets().map(|by| ((0.0, 0.5 + by), (1.0, 0.5 + by)));
    let pillars = || offsets().map(|by| ((0.5 + by, 0.0), (0.5 + by, 1.0)));
    // The diagonals are as far apart as the bars.
    let slant = std::f32::consts::SQRT_2;
    let rising = || offsets().map(move |by| ((-0.5 + by * slant, 1.5), (1.5 + by * slant, -0.5)));
    let falling = || offsets().map(move |by| ((-0.5 + by * slant, -0.5), (1.5 + by * slant, 1.5)));
    match seat.number() {
        1 => None,
        2 => lines(bars()),
        3 => lines(pillars()),
        4 => lines(rising()),
        5 => lines(falling()),
        6 => lines(bars().chain(pillars())),
        7 => dots(),
        _ => path(|p| (1..=4).for_each(|ring| p.push_circle(0.5, 0.5, (ring as f32 - 0.25) * STEP * 0.8))),
    }
}

fn lines(lines: impl Iterator<Item = (Point, Point)>) -> Option<Path> {
    path(|p| {
        for (from, to) in lines {
            p.move_to(from.0, from.1);
            p.line_to(to.0, to.1);
        }
    })
}

/// Returns small circles in rows, each row shifted by half a step.
fn dots() -> Option<Path> {
    path(|p| {
        for (row, col) in (-4_i8..=4).flat_map(|row| (-4_i8..=4).map(move |col| (row, col))) {
            let shift = if row % 2 == 0 { 0.0 } else { STEP / 2.0 };
            p.push_circle(
                0.5 + f32::from(col) * STEP + shift,
                0.5 + f32::from(row) * STEP * 0.8,
                STROKE / 4.0,
            );
        }
    })
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, Luma};
    use rules::Colour;
    use tiny_skia::Pixmap;

    use super::*;
    use crate::{
        brush::{Brush, Letters},
        look::Look,
        scene::Owner,
        shape::circle,
        theme::{Ink, Theme, luminance},
    };

    /// Draws the body of a piece in greys, as large as on a small board.
    fn body(theme: Theme, colour: Colour, number: u8) -> GrayImage {
        const SIDE: u32 = 38;
        let letters = Letters::new();
        let look = Look { patterns: true, ..Look::from(theme) };
        let mut brush = Brush::new(Pixmap::new(SIDE, SIDE).unwrap(), look, &letters, SIDE as f32);
        brush.cover(Ink::Square);
        let owner = Owner { seat: Seat::new(number).unwrap(), colour };
        brush.filled(owner.seat, |brush| brush.fill(circle((0.5, 0.5), 0.42), Ink::Body(colour)));
        let drawn = brush.finish();
        let greys = drawn.data().as_chunks::<4>().0.iter();
        let greys = greys.map(|&[red, green, blue, _]| (luminance([red, green, blue]).sqrt() * 255.0) as u8);
        GrayImage::from_raw(SIDE, SIDE, greys.collect()).unwrap()
    }

    #[test]
    fn fillings_differ_in_greys() {
        for (theme, colour) in Theme::ALL.into_iter().flat_map(|theme| Colour::SEATS.map(|c| (theme, c))) {
            let bodies: Vec<GrayImage> = (1..=8).map(|number| body(theme, colour, number)).collect();
            for (i, one) in bodies.iter().enumerate() {
                for (j, other) in bodies.iter().enumerate().skip(i + 1) {
                    let pairs = one.pixels().zip(other.pixels());
                    let changed = pairs.filter(|&(&Luma([a]), &Luma([b]))| a.abs_diff(b) >= 20).count();
                    // The body has 800 pixels.
                    assert!(
                        changed >= 120,
                        "{} {colour:?}: {changed} pixels tell seat {} from seat {}",
                        theme.name(),
                        i + 1,
                        j + 1
                    );
                }
            }
        }
    }
}
