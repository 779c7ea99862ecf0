//! The parasites: five outlines that stay distinct when small. Queens and colonies carry the emblem of their seat, since up to
//! eight seats can play. The other castes carry a letter if there is room for one.

use super::coat::{Coat, EDGE, MIDDLE, core, crown};
use crate::{
    brush::Brush,
    shape::{Point, around, circle, path, polygon, regular, rounded},
    theme::Ink,
};

/// The side of a square, in pixels, from which a piece has room for a letter.
const LETTERED: f32 = 26.0;

fn letter(brush: &mut Brush<'_>, coat: Coat, letter: &str, centre: Point) {
    if brush.unit() >= LETTERED {
        brush.words(letter, centre, 0.38, coat.on);
    }
}

/// The queen has a plate of her own, so that she is easy to find.
pub(super) fn matriarch(brush: &mut Brush<'_>, coat: Coat) {
    brush.fill(rounded(0.02, 0.02, 0.96, 0.96, 0.12), Ink::Text);
    brush.fill(circle((0.5, 0.58), 0.36), coat.body);
    crown(brush, (0.5, 0.32), 0.60, coat.edge);
    core(brush, coat, (0.5, 0.54), 0.20);
}

/// Blades point to the four sides that it reaches.
pub(super) fn attacker(brush: &mut Brush<'_>, coat: Coat) {
    let rim: Vec<Point> =
        (0..8).map(|i| around(MIDDLE, if i % 2 == 0 { 0.45 } else { 0.25 }, i as f32 / 8.0)).collect();
    brush.shape(polygon(&rim), coat.body, coat.edge, EDGE);
    letter(brush, coat, "A", MIDDLE);
}

pub(super) fn defender(brush: &mut Brush<'_>, coat: Coat) {
    let shield = path(|p| {
        p.move_to(0.20, 0.17);
        p.line_to(0.80, 0.17);
        p.line_to(0.80, 0.46);
        p.cubic_to(0.80, 0.68, 0.66, 0.80, 0.50, 0.87);
        p.cubic_to(0.34, 0.80, 0.20, 0.68, 0.20, 0.46);
        p.close();
    });
    brush.shape(shield, coat.body, coat.edge, EDGE);
    letter(brush, coat, "D", (0.5, 0.45));
}

pub(super) fn builder(brush: &mut Brush<'_>, coat: Coat) {
    brush.shape(regular(MIDDLE, 0.31, 6, 0.0), coat.body, coat.edge, EDGE);
    if brush.unit() >= LETTERED {
        letter(brush, coat, "B", MIDDLE);
    } else {
        brush.fill(circle(MIDDLE, 0.14), coat.light);
    }
}

/// A colony fills its square, so that a group looks like one mass.
pub(super) fn colony(brush: &mut Brush<'_>, coat: Coat) {
    brush.shape(rounded(0.04, 0.04, 0.92, 0.92, 0.12), coat.body, coat.edge, EDGE * 1.5);
    for centre in [(0.20, 0.20), (0.80, 0.20), (0.20, 0.80), (0.80, 0.80)] {
        brush.fill(circle(centre, 0.09), coat.light);
    }
    brush.line(circle(MIDDLE, 0.27), coat.edge, EDGE);
    core(brush, coat, MIDDLE, 0.27);
}
