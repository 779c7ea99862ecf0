//! The line around a group of squares, drawn square by square.

use rules::Colour;

use crate::{
    brush::Brush,
    shape::{Point, around, line, polygon, rounded},
    theme::Ink,
};

/// The neighbours of a square that belong to its group, clockwise from the one above. The odd ones are diagonal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Border(pub [bool; 8]);

/// A corner of a square, and whether the path through it rises or falls to the right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Neck {
    pub right: bool,
    pub below: bool,
    pub rising: bool,
}

/// The distance of a group's line from the sides of its squares.
const INSET: f32 = 0.05;
const LINE: f32 = 0.055;
const ROUND: f32 = 0.16;

/// Fills the group's part of a square, then draws the line where the group ends.
pub(crate) fn draw(brush: &mut Brush<'_>, border: Border, inside: Ink, ink: Ink) {
    let width = 1.0 - 2.0 * INSET;
    brush.fill(rounded(INSET, INSET, width, width, ROUND), inside);
    for side in 0..4 {
        let Side { above, corner, right, .. } = border.side(side);
        let mut fill = |left: f32, right: f32| {
            let corners = [(left, -0.1), (right, -0.1), (right, 0.5), (left, 0.5)];
            brush.fill(polygon(&corners.map(|point| turned(point, side))), inside);
        };
        if above {
            fill(INSET, 1.0 - INSET);
        }
        if above && right && corner {
            fill(0.5, 1.1);
        }
    }
    for side in 0..4 {
        let Side { above, corner, right, left } = border.side(side);
        let mut draw =
            |from: Point, to: Point| brush.line(line(turned(from, side), turned(to, side)), ink, LINE);
        if !above {
            let from = if left { -0.1 } else { INSET + ROUND };
            let to = if right { 1.1 } else { 1.0 - INSET - ROUND };
            draw((from, INSET), (to, INSET));
        }
        if !above && !right {
            let centre = (1.0 - INSET - ROUND, INSET + ROUND);
            for step in 0..8 {
                let at = |step: i8| around(centre, ROUND, f32::from(step) / 32.0);
                draw(at(step), at(step + 1));
            }
        }
        if above && right && !corner {
            let inner = (1.0 - INSET, INSET);
            draw((1.0 - INSET, -0.1), inner);
            draw(inner, (1.1, INSET));
        }
    }
}

/// The neighbours in the group, as seen with one side of the square turned up.
struct Side {
    above: bool,
    /// The neighbour above at the right.
    corner: bool,
    right: bool,
    left: bool,
}

impl Border {
    /// Returns the neighbours for a side. Sides are counted clockwise from the top.
    fn side(self, side: usize) -> Side {
        let near = |i: usize| self.0[(side * 2 + i) % 8];
        Side { above: near(0), corner: near(1), right: near(2), left: near(6) }
    }
}

/// Turns a point around the middle of a square, so that the top becomes this side.
fn turned((x, y): Point, side: usize) -> Point {
    let (x, y) = (x - 0.5, y - 0.5);
    match side {
        0 => (0.5 + x, 0.5 + y),
        1 => (0.5 - y, 0.5 + x),
        2 => (0.5 - x, 0.5 - y),
        _ => (0.5 + y, 0.5 - x),
    }
}

/// Draws the path from a square of a group to another that it touches only at a corner.
pub(crate) fn draw_neck(brush: &mut Brush<'_>, neck: Neck, colour: Colour) {
    let corner = (f32::from(u8::from(neck.right)), f32::from(u8::from(neck.below)));
    let down = if neck.rising { -1.0 } else { 1.0 };
    for (ink, long, thick) in [(Ink::Body(colour), 0.125, 0.075), (Ink::Wash(colour), 0.175, 0.036)] {
        let point = |along: f32, across: f32| {
            (corner.0 + long * along - down * thick * across, corner.1 + down * long * along + thick * across)
        };
        brush.fill(polygon(&[point(-1.0, -1.0), point(1.0, -1.0), point(1.0, 1.0), point(-1.0, 1.0)]), ink);
    }
}
