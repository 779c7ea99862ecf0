//! Paths in units of a square's side. The y axis points down.

use rules::Seat;
use tiny_skia::{Path, PathBuilder};

/// A point in units: to the right and down.
pub(crate) type Point = (f32, f32);

/// Builds a path. Returns `None` if it is empty.
pub(crate) fn path(build: impl FnOnce(&mut PathBuilder)) -> Option<Path> {
    let mut builder = PathBuilder::new();
    build(&mut builder);
    builder.finish()
}

/// Returns the point at `radius` from `centre` in direction `turn`, a part of the full circle clockwise from the top.
pub(crate) fn around(centre: Point, radius: f32, turn: f32) -> Point {
    let angle = turn * std::f32::consts::TAU;
    (centre.0 + radius * angle.sin(), centre.1 - radius * angle.cos())
}

pub(crate) fn circle(centre: Point, radius: f32) -> Option<Path> {
    path(|p| p.push_circle(centre.0, centre.1, radius))
}

pub(crate) fn line(from: Point, to: Point) -> Option<Path> {
    path(|p| {
        p.move_to(from.0, from.1);
        p.line_to(to.0, to.1);
    })
}

pub(crate) fn polygon(points: &[Point]) -> Option<Path> {
    path(|p| {
        for (i, point) in points.iter().enumerate() {
            if i == 0 { p.move_to(point.0, point.1) } else { p.line_to(point.0, point.1) }
        }
        p.close();
    })
}

/// Returns a polygon with round corners. Each curve begins and ends at the distance `cut` from its corner.
pub(crate) fn round_polygon(points: &[Point], cut: f32) -> Option<Path> {
    let count = points.len();
    let near = |from: Point, to: Point| {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let part = (cut / x.hypot(y).max(0.001)).min(0.5);
        (from.0 + x * part, from.1 + y * part)
    };
    path(|p| {
        for (i, &at) in points.iter().enumerate() {
            let begin = near(at, points[(i + count - 1) % count]);
            let end = near(at, points[(i + 1) % count]);
            if i == 0 {
                p.move_to(begin.0, begin.1)
            } else {
                p.line_to(begin.0, begin.1)
            }
            p.quad_to(at.0, at.1, end.0, end.1);
        }
        p.close();
    })
}

/// Returns a regular polygon with its first corner in direction `turn`.
pub(crate) fn regular(centre: Point, radius: f32, corners: u8, turn: f32) -> Option<Path> {
    let points: Vec<Point> =
        (0..corners).map(|i| around(centre, radius, turn + f32::from(i) / f32::from(corners))).collect();
    polygon(&points)
}

/// Returns a rectangle with round corners.
pub(crate) fn rounded(left: f32, top: f32, width: f32, height: f32, radius: f32) -> Option<Path> {
    let radius = radius.min(width / 2.0).min(height / 2.0);
    // The distance of a cubic's handles from the corner that comes close to a quarter of a circle.
    let handle = radius * 0.4477;
    let (right, bottom) = (left + width, top + height);
    path(|p| {
        p.move_to(left + radius, top);
        p.line_to(right - radius, top);
        p.cubic_to(right - handle, top, right, top + handle, right, top + radius);
        p.line_to(right, bottom - radius);
        p.cubic_to(right, bottom - handle, right - handle, bottom, right - radius, bottom);
        p.line_to(left + radius, bottom);
        p.cubic_to(left + handle, bottom, left, bottom - handle, left, bottom - radius);
        p.line_to(left, top + radius);
        p.cubic_to(left, top + handle, left + handle, top, left + radius, top);
        p.close();
    })
}

/// Returns a smooth closed line through all points.
pub(crate) fn blob(points: &[Point]) -> Option<Path> {
    let count = points.len();
    let at = |i: usize| points[i % count];
    path(|p| {
        p.move_to(points[0].0, points[0].1);
        for i in 0..count {
            let (before, from, to, after) = (at(i + count - 1), at(i), at(i + 1), at(i + 2));
            p.cubic_to(
                from.0 + (to.0 - before.0) / 6.0,
                from.1 + (to.1 - before.1) / 6.0,
                to.0 - (after.0 - from.0) / 6.0,
                to.1 - (after.1 - from.1) / 6.0,
                to.0,
                to.1,
            );
        }
        p.close();
    })
}

/// Returns the emblem that identifies a seat in addition to its colour.
pub(crate) fn emblem(seat: Seat, centre: Point, radius: f32) -> Option<Path> {
    match seat.number() {
        1 => circle(centre, radius * 0.86),
        2 => regular((centre.0, centre.1 + radius * 0.16), radius * 1.16, 3, 0.0),
        3 => rounded(centre.0 - radius * 0.8, centre.1 - radius * 0.8, radius * 1.6, radius * 1.6, 0.0),
        4 => cross(centre, radius, 0.0),
        5 => regular(centre, radius * 1.1, 4, 0.0),
        6 => regular((centre.0, centre.1 - radius * 0.16), radius * 1.16, 3, 0.5),
        7 => regular(centre, radius, 6, 0.0),
        _ => cross(centre, radius, 0.125),
    }
}

/// Returns a plus sign, rotated by `turn` of a full circle.
pub(crate) fn cross(centre: Point, radius: f32, turn: f32) -> Option<Path> {
    let (outer, inner) = (0.058, 0.125);
    let points: Vec<Point> = (0..4)
        .flat_map(|arm| {
            let arm = turn + f32::from(arm as u8) / 4.0;
            [
                around(centre, radius * 1.06, arm - outer),
                around(centre, radius * 1.06, arm + outer),
                around(centre, radius * 0.52, arm + inner),
            ]
        })
        .collect();
    polygon(&points)
}

/// Returns a star with five points, one of them up.
pub(crate) fn star(centre: Point, radius: f32) -> Option<Path> {
    let points: Vec<Point> = (0..10)
        .map(|i| around(centre, if i % 2 == 0 { radius } else { radius * 0.45 }, i as f32 / 10.0))
        .collect();
    polygon(&points)
}
