//! The organisms of Protozoa.

use super::coat::{Coat, EDGE, MIDDLE, body, core, shine};
use crate::{
    brush::Brush,
    shape::{Point, around, blob, circle, line, path, regular},
};

pub(super) fn pawn(brush: &mut Brush<'_>, coat: Coat) {
    for spike in 0..8 {
        let turn = (f32::from(spike as u8) + 0.5) / 8.0;
        let tip = around(MIDDLE, 0.385, turn);
        brush.line(line(around(MIDDLE, 0.2, turn), tip), coat.limb, 0.05);
        brush.fill(circle(tip, 0.056), coat.limb);
        brush.fill(circle(tip, 0.028), coat.body);
    }
    body(brush, coat, regular(MIDDLE, 0.285, 8, 0.0), EDGE);
    shine(brush, coat, MIDDLE, 0.285);
    core(brush, coat, MIDDLE, 0.165);
}

pub(super) fn drone(brush: &mut Brush<'_>, coat: Coat) {
    // Three tails, each a wave from the lower left end.
    for (start, end, bend) in [
        ((0.25, 0.60), (0.07, 0.69), 0.06),
        ((0.31, 0.70), (0.14, 0.88), 0.07),
        ((0.41, 0.76), (0.34, 0.94), 0.06),
    ] {
        let along = (end.0 - start.0, end.1 - start.1);
        let at = |part: f32, side: f32| {
            let across: Point = (-along.1 * side * bend * 14.0, along.0 * side * bend * 14.0);
            (start.0 + along.0 * part + across.0, start.1 + along.1 * part + across.1)
        };
        let (first, second) = (at(0.35, 1.0), at(0.65, -1.0));
        let tail = path(|p| {
            p.move_to(start.0, start.1);
            p.cubic_to(first.0, first.1, second.0, second.1, end.0, end.1);
        });
        brush.line(tail, coat.limb, 0.038);
    }
    // The body is a capsule that leans to the right.
    let (tail, head) = ((0.41, 0.60), (0.65, 0.34));
    brush.moved((0.0, 0.028), 1.0, |brush| brush.line(line(tail, head), coat.edge, 0.46 + EDGE));
    brush.line(line(tail, head), coat.edge, 0.46 + EDGE);
    brush.line(line(tail, head), coat.body, 0.46 - EDGE);
    brush.line(line((0.545, 0.24), (0.615, 0.19)), coat.light, 0.034);
    core(brush, coat, (0.525, 0.475), 0.165);
}

pub(super) fn queen(brush: &mut Brush<'_>, coat: Coat) {
    // The lobes differ in length, so that the queen looks alive.
    const REACH: [f32; 16] = [
        0.46, 0.40, 0.45, 0.405, 0.47, 0.405, 0.455, 0.40, 0.465, 0.405, 0.47, 0.40, 0.45, 0.405, 0.47, 0.40,
    ];
    let rim = |shrink: f32| -> Vec<Point> {
        REACH
            .iter()
            .enumerate()
            .map(|(i, reach)| around(MIDDLE, reach - shrink, (i as f32 + 0.3) / REACH.len() as f32))
            .collect()
    };
    body(brush, coat, blob(&rim(0.0)), EDGE);
    for (at, radius) in [
        ((0.27, 0.42), 0.045),
        ((0.36, 0.26), 0.03),
        ((0.66, 0.25), 0.045),
        ((0.32, 0.70), 0.04),
        ((0.73, 0.36), 0.028),
    ] {
        brush.fill(circle(at, radius), coat.light);
    }
    brush.line(circle(MIDDLE, 0.20), coat.edge, EDGE);
    core(brush, coat, MIDDLE, 0.19);
}
