//! The pieces of Stract: tokens with the symbol of the element, round for North and square for South.

use super::coat::{Coat, EDGE, body};
use crate::{
    brush::Brush,
    shape::{circle, path, polygon, rounded},
};

fn token(brush: &mut Brush<'_>, coat: Coat) {
    let round = coat.seat.number() % 2 == 1;
    let rim = |by: f32| {
        let side = 0.78 - 2.0 * by;
        if round { circle((0.5, 0.49), 0.41 - by) } else { rounded(0.11 + by, 0.10 + by, side, side, 0.12) }
    };
    body(brush, coat, rim(0.0), EDGE * 1.4);
    // The symbol lies on a plain field inside a thin line.
    brush.plain(|brush| brush.shape(rim(0.07), coat.body, coat.edge, 0.016));
}

/// Three waves on a token.
pub(super) fn water(brush: &mut Brush<'_>, coat: Coat) {
    token(brush, coat);
    for y in [0.36, 0.50, 0.64] {
        let wave = path(|p| {
            p.move_to(0.27, y);
            p.cubic_to(0.35, y - 0.12, 0.42, y - 0.12, 0.50, y);
            p.cubic_to(0.58, y + 0.12, 0.65, y + 0.12, 0.73, y);
        });
        brush.line(wave, coat.on, 0.075);
    }
}

/// A flame with a tongue inside.
pub(super) fn fire(brush: &mut Brush<'_>, coat: Coat) {
    token(brush, coat);
    let flame = path(|p| {
        p.move_to(0.54, 0.19);
        p.cubic_to(0.58, 0.34, 0.74, 0.40, 0.73, 0.58);
        p.cubic_to(0.72, 0.72, 0.62, 0.80, 0.50, 0.80);
        p.cubic_to(0.37, 0.80, 0.27, 0.72, 0.27, 0.58);
        p.cubic_to(0.27, 0.48, 0.33, 0.44, 0.34, 0.34);
        p.cubic_to(0.40, 0.38, 0.43, 0.42, 0.44, 0.47);
        p.cubic_to(0.51, 0.40, 0.53, 0.30, 0.54, 0.19);
        p.close();
    });
    brush.fill(flame, coat.on);
    let tongue = path(|p| {
        p.move_to(0.51, 0.52);
        p.cubic_to(0.54, 0.60, 0.60, 0.62, 0.59, 0.69);
        p.cubic_to(0.58, 0.76, 0.43, 0.76, 0.42, 0.69);
        p.cubic_to(0.42, 0.62, 0.50, 0.60, 0.51, 0.52);
        p.close();
    });
    brush.fill(tongue, coat.body);
}

/// A range of mountains.
pub(super) fn earth(brush: &mut Brush<'_>, coat: Coat) {
    token(brush, coat);
    let range = [(0.22, 0.69), (0.41, 0.30), (0.53, 0.53), (0.60, 0.42), (0.78, 0.69)];
    brush.fill(polygon(&range), coat.on);
    brush.fill(polygon(&[(0.41, 0.30), (0.475, 0.43), (0.41, 0.48), (0.347, 0.43)]), coat.body);
}

pub(super) fn unknown(brush: &mut Brush<'_>, coat: Coat) {
    token(brush, coat);
    brush.words("?", (0.5, 0.5), 0.60, coat.on);
}
