//! The organisms of Protozoa.

use super::coat::{Coat, EDGE, MIDDLE, core};
use crate::{
    brush::Brush,
    shape::{Point, around, blob, circle, line, path, regular},
};

pub(super) fn pawn(brush: &mut Brush<'_>, coat: Coat) {
    for spike in 0..8 {
        let turn = (f32::from(spike as u8) + 0.5) / 8.0;
        let tip = around(MIDDLE, 0.285, turn);
        brush.line(line(around(MIDDLE, 0.15, turn), tip), coat.limb, 0.042);
        brush.fill(circle(tip, 0.045), coat.limb);
        brush.fill(circle(tip, 0.024), coat.body);
    }
    brush.shape(regular(MIDDLE, 0.215, 8, 0.0), coat.body, coat.edge, EDGE);
    core(brush, coat, MIDDLE, 0.135);
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
    let (tail, head) = ((0.40, 0.61), (0.61, 0.38));
    brush.line(line(tail, head), coat.edge, 0.40 + EDGE);
    brush.line(line(tail, head), coat.body, 0.40 - EDGE);
    brush.line(line((0.55, 0.27), (0.60, 0.245)), coat.light, 0.035);
    core(brush, coat, (0.505, 0.495), 0.145);
}

pub(super) fn queen(brush: &mut Brush<'_>, coat: Coat) {
    // The lobes differ in length, so that the queen looks alive.
    const REACH: [f32; 16] = [
        0.43, 0.365, 0.41, 0.37, 0.445, 0.37, 0.42, 0.365, 0.43, 0.375, 0.44, 0.365, 0.415, 0.37, 0.44, 0.365,
    ];
    let rim = |shrink: f32| -> Vec<Point> {
        REACH
            .iter()
            .enumerate()
            .map(|(i, reach)| around(MIDDLE, reach - shrink, (i as f32 + 0.3) / REACH.len() as f32))
            .collect()
    };
    brush.shape(blob(&rim(0.0)), coat.body, coat.edge, EDGE);
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
