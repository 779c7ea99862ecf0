//! Arrows from square to square, drawn square by square.

use rules::Colour;

use crate::{
    brush::Brush,
    scene::Way,
    shape::{Point, around, line, polygon},
    theme::Ink,
};

/// The gap between a head and the middle of its square, so that the piece there does not cover the head.
const SHORT: f32 = 0.30;

/// Draws the part of an arrow that lies on this tile, from the middle of a cell to that of another one.
pub(crate) fn draw(brush: &mut Brush<'_>, from: Point, to: Point, way: Way, colour: Colour) {
    if way == Way::Shields {
        return draw_shield(brush, from, to);
    }
    let double = matches!(way, Way::Traded | Way::PlannedTrade);
    let (thick, head) = if way == Way::Slight { (0.06, 0.20) } else { (0.11, 0.28) };
    let (before, after) = (if double { SHORT } else { 0.0 }, SHORT);
    draw_between(brush, (from, to), (before, after), (thick, head), way, colour);
}

/// Draws the part of a dashed line that lies on this tile. Every cell has the same dashes, so those of lines on each other coincide.
fn draw_shield(brush: &mut Brush<'_>, from: Point, to: Point) {
    /// The number of dashes from a cell to the next one.
    const DASHES: f32 = 6.0;
    let (start, end) = if from < to { (from, to) } else { (to, from) };
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    let cells = dx.abs().max(dy.abs()).max(1.0);
    let dash = dx.hypot(dy) / cells / DASHES;
    let width = brush.at_least(0.05, 1.5);
    brush.patterned(line(start, end), Ink::Power, width, &[dash * 0.6, dash * 0.4]);
}

/// Draws the part of a short arrow that lies on this tile. It crosses the border between two neighbouring cells, over their pieces,
/// to the right of the middle, so that it leaves room for an arrow that comes the other way.
pub(crate) fn draw_crossing(brush: &mut Brush<'_>, from: Point, to: Point, way: Way, colour: Colour) {
    const ASIDE: f32 = 0.17;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.001);
    let aside = |at: Point| (at.0 - dy / length * ASIDE, at.1 + dx / length * ASIDE);
    let gap = (length / 2.0 - 0.27).max(0.0);
    draw_between(brush, (aside(from), aside(to)), (gap, gap), (0.09, 0.24), way, colour);
}

/// Draws an arrow that begins and ends at these distances from two points.
fn draw_between(
    brush: &mut Brush<'_>,
    (from, to): (Point, Point),
    (before, after): (f32, f32),
    (thick, head): (f32, f32),
    way: Way,
    colour: Colour,
) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.001);
    let (dx, dy) = (dx / length, dy / length);
    let turn = dx.atan2(-dy) / std::f32::consts::TAU;
    let along = |start: Point, by: f32| (start.0 + dx * by, start.1 + dy * by);

    let double = matches!(way, Way::Traded | Way::PlannedTrade);
    let (tip, tail) = (along(to, -after), along(from, before));
    let neck = along(tip, -head * 0.7);
    let start = if double { along(tail, head * 0.7) } else { tail };
    // Planned moves are hollow.
    let planned = matches!(way, Way::Planned | Way::PlannedTrade);
    let (outer, inner) =
        if planned { (Ink::Body(colour), Ink::Panel) } else { (Ink::Panel, Ink::Body(colour)) };
    for (ink, wider) in [(outer, 0.05), (inner, 0.0)] {
        brush.line(line(start, neck), ink, thick + wider);
        let head = head + wider * 1.8;
        brush.fill(arrow_head(along(tip, wider), head, turn), ink);
        if double {
            brush.fill(arrow_head(along(tail, -wider), head, turn + 0.5), ink);
        }
    }
}

/// Returns an arrow head with its tip at `tip`, pointing along `turn` of a full circle clockwise from the top.
fn arrow_head(tip: Point, size: f32, turn: f32) -> Option<tiny_skia::Path> {
    let back = around(tip, size, turn + 0.5);
    polygon(&[tip, around(back, size * 0.62, turn + 0.25), around(back, size * 0.62, turn - 0.25)])
}
