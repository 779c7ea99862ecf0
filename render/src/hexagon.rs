//! Draws hexagonal cells, and the edges of boards. The middle of a cell is at (0, 0), and its width is the unit.
//!
//! Corners and sides are counted clockwise. Corner 0 is the uppermost one, and side 0 leads from there to corner 1.

use rules::Colour;
use tiny_skia::{Path, PathBuilder};

use crate::{
    brush::Brush,
    scene::{Edges, Owner},
    shape::{Point, around, line, path, polygon, round_polygon},
    theme::Ink,
};

/// The distance of a corner from the middle.
const RADIUS: f32 = 0.577_350_3;
/// The distance of a side from the middle, divided by that of a corner.
const APOTHEM: f32 = 0.866_025_4;

/// Half the gap between two cells.
const GAP: f32 = 0.022;
/// The distance from a corner of a cell at which its curve begins.
const ROUND: f32 = 0.05;

/// The distance of a group's line from the sides of its cells.
const INSET: f32 = 0.065;
/// The width of a group's line.
const LINE: f32 = 0.06;
/// The distance from a corner of a group's line at which its curve begins.
const BEND: f32 = 0.13;

/// The width of an edge in its owner's colour.
const BORDER: f32 = 0.17;

/// Returns a corner of the smaller hexagon whose sides are `inset` away from those of the cell.
fn corner(index: usize, inset: f32) -> Point {
    around((0.0, 0.0), RADIUS - inset / APOTHEM, index as f32 / 6.0)
}

fn corners(inset: f32) -> [Point; 6] {
    std::array::from_fn(|index| corner(index, inset))
}

/// Returns the point at the distance `by` from `from` in the direction of `to`.
fn towards(from: Point, to: Point, by: f32) -> Point {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y).max(0.001);
    (from.0 + x / length * by, from.1 + y / length * by)
}

/// Fills a cell, without the gap round it.
pub(crate) fn fill(brush: &mut Brush<'_>, ink: Ink) {
    let gap = brush.at_least(GAP, 0.5);
    brush.fill(round_polygon(&corners(gap), ROUND), ink);
}

/// Draws the corners that frame a cell which the last turn touched.
pub(crate) fn frame(brush: &mut Brush<'_>) {
    const ARM: f32 = 0.13;
    let at = corners(GAP + 0.035);
    for index in 0..6 {
        for next in [at[(index + 1) % 6], at[(index + 5) % 6]] {
            brush.line(line(at[index], towards(at[index], next, ARM)), Ink::Accent, 0.055);
        }
    }
}

/// Draws the line round a piece that is new or has changed hands.
pub(crate) fn ring(brush: &mut Brush<'_>, ink: Ink, width: f32) {
    brush.line(round_polygon(&corners(GAP + 0.02 + width / 2.0), 0.1), ink, width);
}

/// Fills the part of a group on a cell, then draws the line where the group ends. `near` has a flag for each side: whether the
/// cell beyond it belongs to the group.
pub(crate) fn border(brush: &mut Brush<'_>, near: [bool; 6], inside: Ink, colour: Colour) {
    let (mut filled, mut lines) = (PathBuilder::new(), PathBuilder::new());
    for side in 0..6 {
        let (before, after) = (near[(side + 5) % 6], near[(side + 1) % 6]);
        let (from, to) = ends(side, near[side], before, after);
        if side == 0 {
            filled.move_to(from.0, from.1)
        } else {
            filled.line_to(from.0, from.1)
        }
        filled.line_to(to.0, to.1);
        if near[side] {
            continue;
        }
        lines.move_to(from.0, from.1);
        lines.line_to(to.0, to.1);
        if !after {
            // A curve leads round the corner to the next side.
            let (bend, next) =
                (corner(side + 1, INSET), ends((side + 1) % 6, false, false, near[(side + 2) % 6]).0);
            for builder in [&mut filled, &mut lines] {
                builder.quad_to(bend.0, bend.1, next.0, next.1);
            }
        }
    }
    filled.close();
    brush.fill(filled.finish(), inside);
    brush.line(lines.finish(), Ink::Body(colour), LINE);
}

/// Returns the two ends of a group's border along a side. They lie inside the cell, or beyond the side if the group continues
/// there.
fn ends(side: usize, inner: bool, before: bool, after: bool) -> (Point, Point) {
    /// The inset that reaches a little beyond a side, so that neighbouring tiles leave no gap.
    const BEYOND: f32 = -0.03;
    let (begin, end) = (side, side + 1);
    if inner {
        let (first, last) = (corner(begin, BEYOND), corner(end, BEYOND));
        // The border is cut where the line of the neighbour ends in this cell.
        let cut = (INSET - BEYOND) / APOTHEM;
        let first = if before { first } else { towards(first, last, cut) };
        let last = if after { last } else { towards(last, corner(begin, BEYOND), cut) };
        return (first, last);
    }
    let (first, last) = (corner(begin, INSET), corner(end, INSET));
    let stretch = (INSET - BEYOND) / APOTHEM;
    let first_end = if before { towards(first, last, -stretch) } else { towards(first, last, BEND) };
    let last_end = if after { towards(last, first, -stretch) } else { towards(last, first, BEND) };
    (first_end, last_end)
}

/// Draws the edges of a board of hexagons whose rows are `pitch` apart. The middle of its lower left cell is at (0, 0). The cells
/// later cover the inner part of the edges.
pub(crate) fn edges(brush: &mut Brush<'_>, (cols, rows): (u8, u8), pitch: f32, edges: Edges) {
    let middle = |col: u8, row: u8| (f32::from(col) + f32::from(row) / 2.0, -f32::from(row) * pitch);
    let (last_col, last_row) = (cols - 1, rows - 1);
    let bottom = (0..cols).map(|col| middle(col, 0)).collect();
    let top = (0..cols).rev().map(|col| middle(col, last_row)).collect();
    let left = (0..rows).map(|row| middle(0, row)).collect();
    let right = (0..rows).rev().map(|row| middle(last_col, row)).collect();
    let sides: [(Option<Owner>, Vec<Point>, [usize; 3]); 4] = [
        (edges.bottom, bottom, [4, 3, 2]),
        (edges.left, left, [4, 5, 0]),
        (edges.top, top, [1, 0, 5]),
        (edges.right, right, [1, 2, 3]),
    ];
    for (owner, cells, along) in sides {
        if let Some(owner) = owner {
            let band = band(&cells, along);
            brush.fill(band.clone(), Ink::Body(owner.colour));
            brush.line(band, Ink::Body(owner.colour), 0.03);
        }
    }
}

/// Returns the edge along cells, from an acute corner of the board to an obtuse one. It passes the corners `begin` and `tip` of
/// each cell, and stops halfway from `tip` to `end` on the last one.
fn band(cells: &[Point], [begin, tip, end]: [usize; 3]) -> Option<Path> {
    let halfway = |a: Point, b: Point| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    let scaled = |(x, y): Point, by: f32| (x * by, y * by);
    // Three directions away from the board: at the acute corner, where two edges meet, along the edge, and at its end.
    let unit = |index: usize| scaled(corner(index, 0.0), 1.0 / RADIUS);
    let (first, usual) = (unit(begin), unit(tip));
    let last = scaled(halfway(corner(tip, 0.0), corner(end, 0.0)), 2.0);
    let mut points: Vec<(Point, Point)> = Vec::new();
    for (index, &(x, y)) in cells.iter().enumerate() {
        let at = |corner: Point| (x + corner.0, y + corner.1);
        let out = if index == 0 { first } else { usual };
        points.push((at(corner(begin, 0.0)), scaled(out, BORDER / APOTHEM)));
        points.push((at(corner(tip, 0.0)), scaled(usual, BORDER / APOTHEM)));
        if index + 1 == cells.len() {
            points.push((at(halfway(corner(tip, 0.0), corner(end, 0.0))), scaled(last, BORDER)));
        }
    }
    let moved = |by: f32| move |&((x, y), (right, down)): &(Point, Point)| (x + right * by, y + down * by);
    // A part of the edge lies under the cells, so that no gap shows between them.
    let inner = points.iter().map(moved(-0.3));
    let outer = points.iter().rev().map(moved(1.0));
    polygon(&inner.chain(outer).collect::<Vec<_>>())
}

/// Draws the edges of a board of squares of width 1. Its upper left corner is at (0, 0).
pub(crate) fn straight_edges(brush: &mut Brush<'_>, (cols, rows): (u8, u8), edges: Edges) {
    let (right, bottom) = (f32::from(cols), f32::from(rows));
    let corners = [(0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)];
    let out = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    for (side, owner) in [edges.top, edges.right, edges.bottom, edges.left].into_iter().enumerate() {
        let Some(owner) = owner else { continue };
        let (from, to) = (side, (side + 1) % 4);
        let outer = |at: usize| (corners[at].0 + out[at].0 * BORDER, corners[at].1 + out[at].1 * BORDER);
        let band = path(|p| {
            p.move_to(corners[from].0, corners[from].1);
            p.line_to(corners[to].0, corners[to].1);
            p.line_to(outer(to).0, outer(to).1);
            p.line_to(outer(from).0, outer(from).1);
            p.close();
        });
        brush.fill(band, Ink::Body(owner.colour));
    }
}
