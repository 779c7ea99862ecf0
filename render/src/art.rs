//! The pieces, each drawn in a square of side 1.

use rules::Seat;

use crate::{
    brush::Brush,
    scene::{Art, Owner, State},
    shape::{Point, around, blob, circle, line, path, polygon, regular, rounded, sign},
    theme::Ink,
};

const MIDDLE: Point = (0.5, 0.5);

/// The inks of one piece.
#[derive(Clone, Copy)]
struct Coat {
    seat: Seat,
    body: Ink,
    edge: Ink,
    limb: Ink,
    light: Ink,
    on: Ink,
}

impl Coat {
    fn new(owner: Owner, state: State) -> Coat {
        let Owner { seat, colour } = owner;
        match state {
            State::Ghost => Coat {
                seat,
                body: Ink::Ghost,
                edge: Ink::Ghost,
                limb: Ink::Ghost,
                light: Ink::Other,
                on: Ink::Other,
            },
            State::Sound | State::Doomed => Coat {
                seat,
                body: Ink::Body(colour),
                edge: Ink::Deep(colour),
                limb: Ink::Limb(colour),
                light: Ink::Pale(colour),
                on: Ink::On(colour),
            },
        }
    }
}

/// Draws a piece.
pub(crate) fn draw(brush: &mut Brush<'_>, art: Art, owner: Owner, state: State) {
    let coat = Coat::new(owner, state);
    match art {
        Art::Pawn => pawn(brush, coat),
        Art::Drone => drone(brush, coat),
        Art::Queen => queen(brush, coat),
        Art::Traveller => brush.moved((0.07, 0.0), 1.0, |brush| traveller(brush, coat)),
        Art::Carrier => {
            brush.moved((-0.09, 0.0), 1.0, |brush| traveller(brush, coat));
            brush.moved((0.49, 0.0), 0.50, |brush| planet(brush, coat, false));
        }
        Art::Planet => planet(brush, coat, true),
        Art::DroppedPlanet => {
            brush.moved((0.14, 0.0), 0.72, |brush| planet(brush, coat, false));
            brush.line(line((0.14, 0.86), (0.86, 0.86)), Ink::Muted, 0.09);
        }
        Art::LostPlanet => {
            planet(brush, coat, false);
            brush.line(line((0.14, 0.14), (0.86, 0.86)), Ink::Panel, 0.17);
            brush.line(line((0.14, 0.14), (0.86, 0.86)), Ink::Alarm, 0.09);
        }
        Art::Plate => plate(brush, coat),
    }
}

/// The width of a piece's outline.
const EDGE: f32 = 0.032;

fn core(brush: &mut Brush<'_>, coat: Coat, centre: Point, radius: f32) {
    brush.fill(circle(centre, radius), coat.light);
    brush.fill(sign(coat.seat, centre, radius * 0.62), coat.edge);
}

fn pawn(brush: &mut Brush<'_>, coat: Coat) {
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

fn drone(brush: &mut Brush<'_>, coat: Coat) {
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
    // The body: a capsule leaning to the right.
    let (tail, head) = ((0.40, 0.61), (0.61, 0.38));
    brush.line(line(tail, head), coat.edge, 0.40 + EDGE);
    brush.line(line(tail, head), coat.body, 0.40 - EDGE);
    brush.line(line((0.55, 0.27), (0.60, 0.245)), coat.light, 0.035);
    core(brush, coat, (0.505, 0.495), 0.145);
}

fn queen(brush: &mut Brush<'_>, coat: Coat) {
    // Lobes of uneven length, so that it looks alive.
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

fn traveller(brush: &mut Brush<'_>, coat: Coat) {
    let cloak = path(|p| {
        p.move_to(0.13, 0.93);
        p.cubic_to(0.13, 0.60, 0.24, 0.46, 0.43, 0.46);
        p.cubic_to(0.62, 0.46, 0.73, 0.60, 0.73, 0.93);
        p.close();
    });
    brush.shape(cloak, coat.body, coat.edge, EDGE);
    brush.shape(circle((0.43, 0.30), 0.19), coat.body, coat.edge, EDGE);
    brush.shape(rounded(0.30, 0.24, 0.26, 0.14, 0.07), coat.light, coat.edge, 0.02);
    brush.words(&coat.seat.to_string(), (0.43, 0.72), 0.40, coat.on);
}

fn planet(brush: &mut Brush<'_>, coat: Coat, numbered: bool) {
    let ring = |from: f32, to: f32| {
        // An ellipse leaning to the right, in short straight steps.
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
    brush.shape(circle(MIDDLE, 0.31), coat.body, coat.edge, EDGE * 1.2);
    if numbered {
        brush.words(&coat.seat.to_string(), (0.5, 0.40), 0.36, coat.on);
    }
    brush.line(ring(0.0, 0.5), coat.edge, 0.10);
    brush.line(ring(0.0, 0.5), coat.light, 0.05);
}

fn plate(brush: &mut Brush<'_>, coat: Coat) {
    brush.shape(rounded(0.13, 0.13, 0.74, 0.74, 0.15), coat.light, coat.body, 0.06);
    brush.fill(sign(coat.seat, MIDDLE, 0.21), coat.body);
}

/// An arrow head with its tip at `tip`, pointing along `turn` of a full circle clockwise from the top.
pub(crate) fn arrow_head(tip: Point, size: f32, turn: f32) -> Option<tiny_skia::Path> {
    let back = around(tip, size, turn + 0.5);
    polygon(&[tip, around(back, size * 0.62, turn + 0.25), around(back, size * 0.62, turn - 0.25)])
}
