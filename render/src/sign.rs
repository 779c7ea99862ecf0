//! Signs on squares, and the strength of pieces.

use rules::Focus;

use crate::{
    art,
    brush::Brush,
    scene::{Sign, State, Strength},
    shape::{Point, circle, cross, line, polygon, rounded, star},
    theme::Ink,
};

/// The radius of a badge.
const BADGE: f32 = 0.16;

/// The middle of a badge.
const CORNER: Point = (0.03 + BADGE, 0.97 - BADGE);

impl Sign {
    /// Returns whether the sign is drawn under the pieces.
    pub(crate) fn is_below(self) -> bool {
        matches!(self, Sign::Sticky | Sign::Held(_))
    }
}

pub(crate) fn draw(brush: &mut Brush<'_>, sign: Sign) {
    match sign {
        Sign::Sticky => {
            for centre in [(0.13, 0.13), (0.87, 0.13), (0.13, 0.87), (0.87, 0.87)] {
                brush.fill(circle(centre, 0.055), Ink::Power);
            }
        }
        Sign::Held(colour) => {
            for by in [-0.5, -0.25, 0.0, 0.25, 0.5] {
                brush.line(line((by, 1.0 + by), (1.0 + by, by)), Ink::Body(colour), 0.035);
            }
        }
        Sign::Ready(colour) => {
            let radius = brush.at_least(0.09, 2.0);
            let centre = (radius * 1.25, radius * 1.25);
            brush.fill(circle(centre, radius * 1.25), Ink::Panel);
            brush.fill(circle(centre, radius), Ink::Deep(colour));
            brush.fill(circle(centre, radius * 0.62), Ink::Power);
        }
        Sign::Born => badge(brush, Ink::Power, |brush, centre, radius| {
            brush.fill(cross(centre, radius, 0.0), Ink::Canvas);
        }),
        Sign::Fell => badge(brush, Ink::Alarm, |brush, centre, radius| {
            brush.fill(cross(centre, radius, 0.125), Ink::Canvas);
        }),
        Sign::Survived => badge(brush, Ink::Alarm, |brush, (x, y), radius| {
            let [left, low, right] = [(-0.75, 0.05), (-0.2, 0.6), (0.8, -0.55)]
                .map(|(right, down)| (x + right * radius, y + down * radius));
            brush.line(line(left, low), Ink::Canvas, radius * 0.42);
            brush.line(line(low, right), Ink::Canvas, radius * 0.42);
        }),
        Sign::Perhaps(owner, arts) => {
            // The right corner comes first.
            for (art, left) in
                arts.into_iter().zip([0.61, -0.01]).filter_map(|(art, left)| Some((art?, left)))
            {
                brush.moved((left, -0.01), 0.40, |brush| {
                    brush.fill(circle((0.5, 0.49), 0.55), Ink::Panel);
                    art::draw(brush, art, owner, State::Sound);
                });
            }
        }
        Sign::Listed(turns) => {
            let numbers: Vec<&str> = ["1", "2", "3"]
                .into_iter()
                .zip(turns)
                .filter(|(_, is_listed)| *is_listed)
                .map(|(n, _)| n)
                .collect();
            let (width, height) = (0.14 + 0.2 * numbers.len() as f32, 0.34);
            // At the top, where neither a square nor a hexagon has its figures.
            let place = |rim: f32| {
                let (width, height) = (width - 2.0 * rim, height - 2.0 * rim);
                rounded(0.5 - width / 2.0, 0.02 + rim, width, height, height / 2.0)
            };
            brush.fill(place(0.0), Ink::Panel);
            brush.fill(place(0.025), Ink::Accent);
            brush.words(&numbers.join(" "), (0.5, 0.19), 0.28, Ink::Canvas);
        }
        Sign::Goal => badge(brush, Ink::Accent, |brush, centre, radius| {
            brush.fill(star(centre, radius), Ink::Canvas);
        }),
    }
}

/// Draws a sign for a legend. A badge fills the square.
pub(crate) fn draw_alone(brush: &mut Brush<'_>, sign: Sign) {
    if !matches!(sign, Sign::Born | Sign::Fell | Sign::Survived | Sign::Goal) {
        return draw(brush, sign);
    }
    let scale = 0.46 / BADGE;
    let (x, y) = CORNER;
    brush.moved((0.5 - x * scale, 0.5 - y * scale), scale, |brush| draw(brush, sign));
}

/// Draws a disc in the lower left corner with a symbol on it.
fn badge(brush: &mut Brush<'_>, ink: Ink, draw: impl FnOnce(&mut Brush<'_>, Point, f32)) {
    brush.fill(circle(CORNER, BADGE), Ink::Panel);
    brush.fill(circle(CORNER, BADGE - 0.02), ink);
    draw(brush, CORNER, BADGE * 0.66);
}

pub(crate) fn draw_focus(brush: &mut Brush<'_>, focus: Focus) {
    let middle = (0.5, 0.5);
    // Each mark has a shape of its own, and a pale or dark rim so that it is clear on every piece.
    match focus {
        Focus::Actor => {
            let width = brush.at_least(0.042, 1.0);
            brush.line(circle(middle, 0.445), Ink::Panel, width * 2.4);
            brush.line(circle(middle, 0.445), Ink::Text, width);
        }
        Focus::Here => {
            brush.line(circle(middle, 0.435), Ink::Panel, 0.125);
            brush.line(circle(middle, 0.435), Ink::Text, 0.085);
        }
        Focus::Goal => {
            brush.fill(circle(middle, 0.17), Ink::Panel);
            brush.fill(circle(middle, 0.14), Ink::Power);
        }
        Focus::Other => {
            brush.line(circle(middle, 0.20), Ink::Panel, 0.11);
            brush.line(circle(middle, 0.20), Ink::Accent, 0.07);
        }
        Focus::Prey => {
            for (ink, width) in [(Ink::Panel, 0.12), (Ink::Alarm, 0.07)] {
                brush.line(circle(middle, 0.43), ink, width);
            }
        }
        Focus::Change => {
            let (near, arm) = (0.09, 0.33);
            for (ink, width) in [(Ink::Panel, 0.13), (Ink::Power, 0.08)] {
                for (x, y) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
                    let at = |along: f32, down: f32| -> Point { ((along - x).abs(), (down - y).abs()) };
                    brush.line(line(at(near, near), at(arm, near)), ink, width);
                    brush.line(line(at(near, near), at(near, arm)), ink, width);
                }
            }
        }
        Focus::Reach => {
            // In a corner, so that it shows beside the dot of a square to choose.
            let (x, y) = (0.2, 0.8);
            for (ink, size) in [(Ink::Panel, 0.2), (Ink::Alarm, 0.14)] {
                brush.fill(polygon(&[(x, y - size), (x + size, y), (x, y + size), (x - size, y)]), ink);
            }
        }
        Focus::Threat => {
            for (ink, size) in [(Ink::Panel, 0.25), (Ink::Alarm, 0.18)] {
                let low = 0.78 + size * 0.5;
                brush.fill(polygon(&[(0.5, 0.78 - size), (0.5 + size, low), (0.5 - size, low)]), ink);
            }
        }
        Focus::Dies => {
            for (ink, width) in [(Ink::Panel, 0.17), (Ink::Alarm, 0.11)] {
                for (from, to) in [((0.31, 0.31), (0.69, 0.69)), ((0.69, 0.31), (0.31, 0.69))] {
                    brush.line(line(from, to), ink, width);
                }
            }
        }
    }
}

/// The side of a square, in pixels, from which a piece has room for its strength.
const NUMBERED: f32 = 62.0;

/// Draws attack and defence at the lower edge, as `4/5`.
pub(crate) fn draw_strength(brush: &mut Brush<'_>, strength: Strength) {
    if brush.unit() < NUMBERED {
        return;
    }
    let Strength { attack, defence } = strength;
    let words = defence.map_or_else(|| format!("{attack}/∞"), |defence| format!("{attack}/{defence}"));
    let (size, middle) = (0.27, (0.5, 0.865));
    brush.line(line((0.36, middle.1), (0.64, middle.1)), Ink::Panel, 0.25);
    brush.words(&words, middle, size, Ink::Text);
}
