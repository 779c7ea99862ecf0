//! The parasites: five creatures whose outlines stay distinct when small. Each has one eye with the emblem of its seat, since up to
//! eight seats can play.

use super::coat::{Coat, EDGE, MIDDLE, body, core, crown, shine};
use crate::{
    brush::Brush,
    shape::{Point, around, circle, line, path, rounded},
    theme::Ink,
};

/// The queen sits on a plate of her own, so that she is easy to find.
pub(super) fn matriarch(brush: &mut Brush<'_>, coat: Coat) {
    brush.fill(rounded(0.02, 0.02, 0.96, 0.96, 0.16), Ink::Text);
    // Two arms and two legs reach for the corners of the plate.
    for side in [-1.0, 1.0] {
        for (from, bend, to) in
            [((0.24, 0.52), (0.40, 0.50), (0.41, 0.36)), ((0.20, 0.74), (0.36, 0.78), (0.40, 0.90))]
        {
            let at = |(x, y): Point| (0.5 + x * side, y);
            let (from, bend, to) = (at(from), at(bend), at(to));
            let limb = path(|p| {
                p.move_to(from.0, from.1);
                p.quad_to(bend.0, bend.1, to.0, to.1);
            });
            brush.line(limb, coat.body, 0.075);
        }
    }
    brush.fill(circle((0.5, 0.60), 0.31), coat.body);
    crown(brush, (0.5, 0.365), 0.46, coat.edge);
    shine(brush, coat, (0.5, 0.60), 0.31);
    core(brush, coat, (0.5, 0.57), 0.175);
}

/// Four scythes point to the sides that it reaches.
pub(super) fn attacker(brush: &mut Brush<'_>, coat: Coat) {
    for side in 0..4 {
        let turn = f32::from(side as u8) / 4.0;
        let at = |radius: f32, by: f32| around(MIDDLE, radius, turn + by);
        let (from, out, tip, back, to) =
            (at(0.18, -0.12), at(0.40, -0.085), at(0.475, 0.03), at(0.33, 0.01), at(0.18, 0.10));
        let scythe = path(|p| {
            p.move_to(from.0, from.1);
            p.quad_to(out.0, out.1, tip.0, tip.1);
            p.quad_to(back.0, back.1, to.0, to.1);
            p.close();
        });
        body(brush, coat, scythe, EDGE);
    }
    body(brush, coat, circle(MIDDLE, 0.215), EDGE);
    core(brush, coat, MIDDLE, 0.135);
}

/// A beetle under a carapace like a shield.
pub(super) fn defender(brush: &mut Brush<'_>, coat: Coat) {
    for (from, to) in
        [((0.24, 0.30), (0.40, 0.21)), ((0.26, 0.46), (0.43, 0.48)), ((0.22, 0.60), (0.37, 0.75))]
    {
        for side in [-1.0, 1.0] {
            let at = |(x, y): Point| (0.5 + x * side, y);
            brush.line(line(at(from), at(to)), coat.limb, 0.06);
        }
    }
    body(brush, coat, circle((0.5, 0.17), 0.10), EDGE);
    let carapace = path(|p| {
        p.move_to(0.24, 0.22);
        p.quad_to(0.50, 0.12, 0.76, 0.22);
        p.cubic_to(0.86, 0.50, 0.74, 0.74, 0.50, 0.84);
        p.cubic_to(0.26, 0.74, 0.14, 0.50, 0.24, 0.22);
        p.close();
    });
    body(brush, coat, carapace, EDGE);
    brush.line(line((0.5, 0.20), (0.5, 0.80)), coat.edge, EDGE);
    core(brush, coat, (0.5, 0.46), 0.15);
}

/// An ant with three parts and two feelers.
pub(super) fn builder(brush: &mut Brush<'_>, coat: Coat) {
    for side in [-1.0, 1.0] {
        let at = |x: f32, y: f32| (0.5 + x * side, y);
        for (knee, foot) in [
            (at(0.20, 0.30), at(0.30, 0.22)),
            (at(0.24, 0.43), at(0.34, 0.47)),
            (at(0.21, 0.56), at(0.31, 0.70)),
        ] {
            brush.line(line(at(0.05, 0.42), knee), coat.limb, 0.045);
            brush.line(line(knee, foot), coat.limb, 0.045);
        }
        brush.line(line(at(0.04, 0.20), at(0.13, 0.08)), coat.limb, 0.04);
        brush.fill(circle(at(0.13, 0.08), 0.035), coat.limb);
    }
    body(brush, coat, circle((0.5, 0.23), 0.095), EDGE);
    body(brush, coat, circle((0.5, 0.39), 0.085), EDGE);
    body(brush, coat, circle((0.5, 0.605), 0.18), EDGE);
    core(brush, coat, (0.5, 0.60), 0.125);
}

/// A colony fills its square, so that a group looks like one mass of cells.
pub(super) fn colony(brush: &mut Brush<'_>, coat: Coat) {
    brush.shape(rounded(0.035, 0.035, 0.93, 0.93, 0.24), coat.body, coat.edge, EDGE * 1.5);
    for (centre, radius) in [
        ((0.20, 0.21), 0.085),
        ((0.81, 0.17), 0.05),
        ((0.85, 0.32), 0.03),
        ((0.17, 0.80), 0.055),
        ((0.31, 0.88), 0.03),
        ((0.80, 0.79), 0.09),
        ((0.50, 0.12), 0.035),
        ((0.12, 0.50), 0.03),
        ((0.88, 0.56), 0.035),
    ] {
        brush.fill(circle(centre, radius), coat.light);
    }
    brush.line(circle(MIDDLE, 0.275), coat.edge, EDGE);
    core(brush, coat, MIDDLE, 0.25);
}
