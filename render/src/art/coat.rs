//! The colours of a piece, and the shapes that several pieces share.

use rules::Seat;
use tiny_skia::Path;

use crate::{
    brush::Brush,
    scene::{Owner, State},
    shape::{Point, around, circle, emblem, path, polygon},
    theme::Ink,
};

pub(super) const MIDDLE: Point = (0.5, 0.5);

/// The width of a piece's outline.
pub(super) const EDGE: f32 = 0.032;

/// The colours of one piece.
#[derive(Clone, Copy)]
pub(super) struct Coat {
    pub(super) seat: Seat,
    pub(super) body: Ink,
    pub(super) edge: Ink,
    pub(super) limb: Ink,
    pub(super) light: Ink,
    pub(super) on: Ink,
    /// The border and the emblem of a plate.
    pub(super) emblem: Ink,
}

impl Coat {
    pub(super) fn new(owner: Owner, state: State) -> Coat {
        let Owner { seat, colour } = owner;
        match state {
            State::Ghost => Coat {
                seat,
                body: Ink::Other,
                edge: Ink::Ghost,
                limb: Ink::Ghost,
                light: Ink::Other,
                on: Ink::Ghost,
                emblem: Ink::Ghost,
            },
            State::Planned => Coat {
                seat,
                body: Ink::Pale(colour),
                edge: Ink::Body(colour),
                limb: Ink::Body(colour),
                light: Ink::Pale(colour),
                on: Ink::Deep(colour),
                emblem: Ink::Body(colour),
            },
            _ => Coat {
                seat,
                body: Ink::Body(colour),
                edge: Ink::Deep(colour),
                limb: Ink::Limb(colour),
                light: Ink::Pale(colour),
                on: Ink::On(colour),
                emblem: Ink::Body(colour),
            },
        }
    }
}

/// Draws a body with an outline that is thicker below, so that the piece seems to lie on the board.
pub(super) fn body(brush: &mut Brush<'_>, coat: Coat, outline: Option<Path>, width: f32) {
    brush.moved((0.0, 0.028), 1.0, |brush| brush.shape(outline.clone(), coat.edge, coat.edge, width));
    brush.shape(outline, coat.body, coat.edge, width);
}

/// Draws the reflection of a light at the upper left of a round body.
pub(super) fn shine(brush: &mut Brush<'_>, coat: Coat, centre: Point, radius: f32) {
    let at = |turn: f32| around(centre, radius * 0.76, turn);
    let (from, bend, to) = (at(0.80), around(centre, radius * 0.84, 0.86), at(0.92));
    let arc = path(|p| {
        p.move_to(from.0, from.1);
        p.quad_to(bend.0, bend.1, to.0, to.1);
    });
    brush.line(arc, coat.light, 0.034);
}

/// Draws the nucleus with the emblem of the seat.
pub(super) fn core(brush: &mut Brush<'_>, coat: Coat, centre: Point, radius: f32) {
    brush.fill(circle(centre, radius), coat.light);
    brush.fill(emblem(coat.seat, centre, radius * 0.62), coat.edge);
}

/// Draws a crown of this width that rests on `base`.
pub(super) fn crown(brush: &mut Brush<'_>, base: Point, width: f32, edge: Ink) {
    let at = |x: f32, y: f32| (base.0 + x * width, base.1 - y * width);
    let points = [
        at(-0.5, 0.0),
        at(-0.56, 0.56),
        at(-0.25, 0.28),
        at(0.0, 0.72),
        at(0.25, 0.28),
        at(0.56, 0.56),
        at(0.5, 0.0),
    ];
    brush.shape(polygon(&points), Ink::Accent, edge, EDGE);
}
