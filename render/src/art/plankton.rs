//! The nine cells of Plankton Synapse.

use super::coat::{Coat, EDGE, MIDDLE, body, core, crown, shine};
use crate::{
    brush::Brush,
    shape::{Point, around, blob, circle, line, path, polygon, regular, rounded},
};

pub(super) fn neatom(brush: &mut Brush<'_>, coat: Coat) {
    body(brush, coat, circle(MIDDLE, 0.27), EDGE);
    shine(brush, coat, MIDDLE, 0.27);
    core(brush, coat, MIDDLE, 0.15);
}

/// Four points, since it pushes to all four sides.
pub(super) fn picophyte(brush: &mut Brush<'_>, coat: Coat) {
    let rim: Vec<Point> = (0..4)
        .flat_map(|side| {
            let turn = f32::from(side as u8) / 4.0;
            let neck = around(MIDDLE, 0.27, turn);
            [
                around(neck, 0.07, turn - 0.25),
                around(neck, 0.15, turn - 0.25),
                around(MIDDLE, 0.43, turn),
                around(neck, 0.15, turn + 0.25),
                around(neck, 0.07, turn + 0.25),
            ]
        })
        .collect();
    body(brush, coat, polygon(&rim), EDGE);
    body(brush, coat, circle(MIDDLE, 0.20), EDGE);
    core(brush, coat, MIDDLE, 0.14);
}

/// Claws above and below, since it moves in its column and pulls.
pub(super) fn picozoa(brush: &mut Brush<'_>, coat: Coat) {
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        let at = |right: f32, down: f32| (0.5 + right * x, 0.5 + down * y);
        let (start, first, second, end) = (at(0.10, 0.16), at(0.34, 0.20), at(0.30, 0.46), at(0.07, 0.41));
        let claw = || {
            path(|p| {
                p.move_to(start.0, start.1);
                p.cubic_to(first.0, first.1, second.0, second.1, end.0, end.1);
            })
        };
        brush.line(claw(), coat.edge, 0.10);
        brush.line(claw(), coat.body, 0.05);
    }
    let rim: Vec<Point> = [0.24, 0.20, 0.22, 0.20, 0.24, 0.20, 0.22, 0.20]
        .iter()
        .enumerate()
        .map(|(i, &reach)| around(MIDDLE, reach, i as f32 / 8.0))
        .collect();
    body(brush, coat, blob(&rim), EDGE);
    core(brush, coat, MIDDLE, 0.13);
}

/// Four lobes, drawn over its four squares as one shape.
pub(super) fn tetraphyte(brush: &mut Brush<'_>, coat: Coat) {
    const REACH: [f32; 8] = [0.37, 0.50, 0.37, 0.50, 0.37, 0.50, 0.37, 0.50];
    let rim: Vec<Point> =
        REACH.iter().enumerate().map(|(i, &reach)| around(MIDDLE, reach, i as f32 / 8.0)).collect();
    body(brush, coat, blob(&rim), EDGE * 0.6);
    for (from, to) in [((0.5, 0.20), (0.5, 0.80)), ((0.20, 0.5), (0.80, 0.5))] {
        brush.line(line(from, to), coat.edge, EDGE * 0.5);
    }
    for centre in [(0.31, 0.31), (0.69, 0.31), (0.31, 0.69), (0.69, 0.69)] {
        brush.fill(circle(centre, 0.075), coat.light);
    }
    body(brush, coat, circle(MIDDLE, 0.13), EDGE * 0.6);
    core(brush, coat, MIDDLE, 0.10);
}

/// A wall of bricks.
pub(super) fn tetrazoa(brush: &mut Brush<'_>, coat: Coat) {
    body(brush, coat, rounded(0.17, 0.17, 0.66, 0.66, 0.07), EDGE);
    for y in [0.39, 0.61] {
        brush.line(line((0.17, y), (0.83, y)), coat.edge, EDGE);
    }
    for (x, top) in [(0.39, 0.17), (0.61, 0.17), (0.30, 0.39), (0.70, 0.39), (0.39, 0.61), (0.61, 0.61)] {
        brush.line(line((x, top), (x, top + 0.22)), coat.edge, EDGE);
    }
    core(brush, coat, MIDDLE, 0.14);
}

pub(super) fn pentaphyte(brush: &mut Brush<'_>, coat: Coat) {
    for petal in 0..5 {
        let centre = around(MIDDLE, 0.245, f32::from(petal as u8) / 5.0);
        body(brush, coat, circle(centre, 0.155), EDGE);
    }
    body(brush, coat, circle(MIDDLE, 0.19), EDGE);
    core(brush, coat, MIDDLE, 0.14);
}

/// Five legs, bent for a leap.
pub(super) fn pentazoa(brush: &mut Brush<'_>, coat: Coat) {
    for leg in 0..5 {
        let turn = f32::from(leg as u8) / 5.0;
        let (knee, foot) = (around(MIDDLE, 0.33, turn), around(MIDDLE, 0.44, turn + 0.055));
        for (ink, width) in [(coat.edge, 0.13), (coat.body, 0.075)] {
            brush.line(line(around(MIDDLE, 0.15, turn), knee), ink, width);
            brush.line(line(knee, foot), ink, width);
        }
    }
    body(brush, coat, regular(MIDDLE, 0.22, 5, 0.1), EDGE);
    core(brush, coat, MIDDLE, 0.14);
}

pub(super) fn phytorb(brush: &mut Brush<'_>, coat: Coat) {
    for ray in 0..8 {
        let turn = f32::from(ray as u8) / 8.0;
        brush.line(line(around(MIDDLE, 0.25, turn), around(MIDDLE, 0.40, turn)), coat.limb, 0.055);
        brush.fill(circle(around(MIDDLE, 0.40, turn), 0.045), coat.limb);
    }
    body(brush, coat, circle(MIDDLE, 0.245), EDGE);
    core(brush, coat, MIDDLE, 0.15);
}

/// A ball with a crown, since it is the king of this game.
pub(super) fn zoorb(brush: &mut Brush<'_>, coat: Coat) {
    let centre = (0.5, 0.57);
    body(brush, coat, circle(centre, 0.31), EDGE);
    crown(brush, (0.5, 0.33), 0.38, coat.edge);
    core(brush, coat, (0.5, 0.60), 0.18);
}
