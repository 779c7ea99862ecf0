//! Travellers, planets and plates of Semiosphere.

use super::coat::{Coat, EDGE, MIDDLE, body, core};
use crate::{
    brush::Brush,
    shape::{circle, emblem, path, rounded},
};

pub(super) fn traveller(brush: &mut Brush<'_>, coat: Coat) {
    let cloak = path(|p| {
        p.move_to(0.13, 0.93);
        p.cubic_to(0.13, 0.60, 0.24, 0.46, 0.43, 0.46);
        p.cubic_to(0.62, 0.46, 0.73, 0.60, 0.73, 0.93);
        p.close();
    });
    body(brush, coat, cloak, EDGE);
    body(brush, coat, circle((0.43, 0.30), 0.19), EDGE);
    core(brush, coat, (0.43, 0.30), 0.125);
    brush.plain(|brush| brush.fill(circle((0.43, 0.72), 0.19), coat.body));
    brush.words(&coat.seat.to_string(), (0.43, 0.72), 0.40, coat.on);
}

pub(super) fn planet(brush: &mut Brush<'_>, coat: Coat) {
    let ring = |from: f32, to: f32| {
        // An ellipse that leans to the right, in short straight steps.
        let points = (0..=24).map(|step| {
            let angle = (from + (to - from) * step as f32 / 24.0) * std::f32::consts::TAU;
            let (x, y) = (0.47 * angle.cos(), 0.13 * angle.sin());
            (0.5 + x * 0.94 + y * 0.34, 0.5 - x * 0.34 + y * 0.94)
        });
        path(|p| {
            for (i, (x, y)) in points.enumerate() {
                if i == 0 { p.move_to(x, y) } else { p.line_to(x, y) }
            }
        })
    };
    brush.line(ring(0.5, 1.0), coat.edge, 0.10);
    brush.line(ring(0.5, 1.0), coat.light, 0.05);
    body(brush, coat, circle(MIDDLE, 0.31), EDGE * 1.2);
    core(brush, coat, (0.5, 0.43), 0.16);
    brush.line(ring(0.0, 0.5), coat.edge, 0.10);
    brush.line(ring(0.0, 0.5), coat.light, 0.05);
}

pub(super) fn plate(brush: &mut Brush<'_>, coat: Coat) {
    brush.shape(rounded(0.13, 0.13, 0.74, 0.74, 0.15), coat.light, coat.emblem, 0.06);
    brush.plain(|brush| brush.fill(emblem(coat.seat, MIDDLE, 0.21), coat.emblem));
}
