//! Tiles: the small pictures that a picture is put together from, each described completely by its key.

use rules::Colour;
use tiny_skia::Pixmap;

use crate::{
    art::{self, arrow_head},
    brush::{Brush, Letters},
    scene::{Art, Owner, Role, State},
    shape::{Point, around, circle, line, polygon, regular, rounded},
    theme::{Ink, Theme},
};

/// What a tile looks like. Equal keys are equal pixels, so a tile is drawn once and copied from then on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Tile {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Pixels of the unit in which the layers are drawn: the side of a square, the height of a line on a card.
    pub unit: u32,
    /// Behind the layers.
    pub ground: Ink,
    /// What is drawn, from below.
    pub layers: Vec<Layer>,
}

/// Places relative to a tile, in whole squares to the right and down.
pub(crate) type Offset = (i8, i8);

/// One thing drawn on a tile.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Layer {
    /// The lights of a lost square, in one of several arrangements.
    Stars(u8),
    /// The glow of the haven.
    Glow,
    /// A part of a word written across a row: the word, the number of columns, the column of this tile.
    Banner(&'static str, u8, u8),
    /// The frame of a square the last turn touched.
    Frame,
    /// A piece or an icon.
    Piece(Art, Owner, State),
    /// The dashed ring round what is doomed.
    Doom,
    /// A number in the lower right corner; `true` for one that is alarming.
    Count(u8, bool),
    /// A possible step to here, with its cost.
    Step(Option<u8>, Colour),
    /// Parts of a line round a group.
    Border(Border, Colour),
    /// The value of a group, in the upper left corner.
    Tag(u32, Colour),
    /// A move from there to there.
    Arrow(Offset, Offset, Colour),
    /// Words in the middle or from the left, with their em in pixels.
    Words(String, u32, Ink, Align),
    /// A card's ground.
    Card(Role, Colour),
    /// A seat's number in its colour.
    Badge(Owner),
    /// So many points as dots.
    Dots(u8, Colour),
}

/// Where words stand in their tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Align {
    /// At its left end.
    Left,
    /// In its middle.
    Middle,
}

/// Which neighbours of a square belong to its group, clockwise from the one above; the odd ones are the diagonal ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Border(pub [bool; 8]);

/// Draws a tile.
pub(crate) fn draw(tile: &Tile, theme: Theme, letters: &Letters) -> Option<Pixmap> {
    let pixmap = Pixmap::new(tile.width, tile.height)?;
    let mut brush = Brush::new(pixmap, theme, letters, tile.unit as f32);
    brush.cover(tile.ground);
    for layer in &tile.layers {
        draw_layer(&mut brush, layer, tile.unit as f32);
    }
    Some(brush.finish())
}

fn draw_layer(brush: &mut Brush<'_>, layer: &Layer, unit: f32) {
    let middle = (0.5, 0.5);
    match *layer {
        Layer::Stars(which) => stars(brush, which),
        Layer::Glow => {
            brush.fill(rounded(-0.5, 0.70, 2.0, 1.0, 0.0), Ink::Shine);
            brush.line(line((-0.5, 0.58), (1.5, 0.58)), Ink::Shine, 0.07);
            brush.line(line((-0.5, 0.44), (1.5, 0.44)), Ink::Shine, 0.025);
        }
        Layer::Banner(word, cols, col) => banner(brush, word, cols, col),
        Layer::Frame => {
            brush.line(rounded(0.03, 0.03, 0.94, 0.94, 0.10), Ink::Accent, 0.045);
        }
        Layer::Piece(art, owner, state) => art::draw(brush, art, owner, state),
        Layer::Doom => {
            let radius = 0.455;
            brush.dashed(circle(middle, radius), Ink::Alarm, 0.055, radius * std::f32::consts::TAU, 14);
        }
        Layer::Count(number, alarm) => {
            let (ground, ink) = if alarm { (Ink::Alarm, Ink::White) } else { (Ink::Panel, Ink::Text) };
            brush.fill(circle((0.81, 0.81), 0.185), if alarm { Ink::White } else { Ink::Muted });
            brush.fill(circle((0.81, 0.81), 0.165), ground);
            brush.words(&number.to_string(), (0.81, 0.81), 0.30, ink);
        }
        Layer::Step(cost, colour) => {
            brush.dashed(circle(middle, 0.27), Ink::Body(colour), 0.055, 0.27 * std::f32::consts::TAU, 10);
            if let Some(cost) = cost {
                brush.words(&cost.to_string(), middle, 0.34, Ink::Text);
            }
        }
        Layer::Border(border, colour) => draw_border(brush, border, Ink::Body(colour)),
        Layer::Tag(value, colour) => {
            let width = if value > 9 { 0.46 } else { 0.32 };
            brush.fill(rounded(0.0, 0.0, width, 0.33, 0.09), Ink::Body(colour));
            brush.words(&value.to_string(), (width / 2.0, 0.165), 0.31, Ink::On(colour));
        }
        Layer::Arrow(from, to, colour) => arrow(brush, from, to, colour),
        Layer::Words(ref words, em, ink, align) => {
            let (width, height) = brush.size();
            let em = em as f32 / unit;
            match align {
                Align::Left => brush.words_from(words, (0.0, height / 2.0), em, ink),
                Align::Middle => brush.words(words, (width / 2.0, height / 2.0), em, ink),
            }
        }
        Layer::Card(role, colour) => card(brush, role, colour),
        Layer::Badge(owner) => {
            brush.fill(circle(middle, 0.47), Ink::Body(owner.colour));
            brush.words(&owner.seat.to_string(), middle, 0.66, Ink::On(owner.colour));
        }
        Layer::Dots(dots, colour) => {
            for dot in 0..dots {
                brush.fill(circle((0.26 + 0.52 * f32::from(dot), 0.5), 0.20), Ink::Body(colour));
            }
        }
    }
}

fn stars(brush: &mut Brush<'_>, which: u8) {
    const SKIES: [&[(f32, f32, f32)]; 5] = [
        &[(0.22, 0.30, 0.022), (0.71, 0.62, 0.034)],
        &[(0.55, 0.20, 0.030), (0.30, 0.78, 0.020)],
        &[(0.82, 0.24, 0.020), (0.16, 0.58, 0.028), (0.60, 0.84, 0.018)],
        &[(0.40, 0.48, 0.036)],
        &[(0.12, 0.16, 0.018), (0.88, 0.88, 0.024)],
    ];
    for &(x, y, radius) in SKIES[usize::from(which) % SKIES.len()] {
        brush.fill(circle((x, y), radius), Ink::Star);
    }
}

/// Every tile draws the whole word and shows its part of it.
fn banner(brush: &mut Brush<'_>, word: &str, cols: u8, col: u8) {
    let letters = word.chars().count().max(1) as f32;
    let cols = f32::from(cols);
    let step = cols / letters;
    let size = (step * 1.1).min(0.46);
    for (i, letter) in word.chars().enumerate() {
        let x = (i as f32 + 0.5) * step - f32::from(col);
        if (-0.5..1.5).contains(&x) {
            brush.words(letter.encode_utf8(&mut [0; 4]), (x, 0.30), size, Ink::Text);
        }
    }
}

/// Inset of the line from the square's sides.
const INSET: f32 = 0.045;
const LINE: f32 = 0.05;

fn draw_border(brush: &mut Brush<'_>, Border(near): Border, ink: Ink) {
    for side in 0..4 {
        let quarter = side as f32 / 4.0;
        // Points in a frame in which this side is the upper one.
        let turn = |(x, y): Point| -> Point {
            let (x, y) = (x - 0.5, y - 0.5);
            match side {
                0 => (0.5 + x, 0.5 + y),
                1 => (0.5 - y, 0.5 + x),
                2 => (0.5 - x, 0.5 - y),
                _ => (0.5 + y, 0.5 - x),
            }
        };
        let (above, corner, right) = (near[side * 2], near[side * 2 + 1], near[(side * 2 + 2) % 8]);
        let left = near[(side * 2 + 6) % 8];
        if !above {
            let from = if left { -0.1 } else { INSET + 0.09 };
            let to = if right { 1.1 } else { 1.0 - INSET - 0.09 };
            brush.line(line(turn((from, INSET)), turn((to, INSET))), ink, LINE);
        }
        if !above && !right {
            // An outer corner, and the way on to a diagonal neighbour.
            let centre = turn((1.0 - INSET - 0.09, INSET + 0.09));
            let steps: Vec<Point> =
                (0..=6).map(|i| around(centre, 0.09, quarter + i as f32 / 24.0)).collect();
            for pair in steps.windows(2) {
                brush.line(line(pair[0], pair[1]), ink, LINE);
            }
            if corner {
                brush.line(
                    line(turn((1.0 - INSET - 0.026, INSET + 0.026)), turn((1.1, -0.1))),
                    ink,
                    LINE * 1.6,
                );
            }
        }
        if above && right && !corner {
            // An inner corner.
            brush.line(line(turn((1.0 - INSET, -0.1)), turn((1.0 - INSET, INSET))), ink, LINE);
            brush.line(line(turn((1.0 - INSET, INSET)), turn((1.1, INSET))), ink, LINE);
        }
    }
}

fn arrow(brush: &mut Brush<'_>, from: Offset, to: Offset, colour: Colour) {
    let middle = |(x, y): Offset| (f32::from(x) + 0.5, f32::from(y) + 0.5);
    let (from, to) = (middle(from), middle(to));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.001);
    let (dx, dy) = (dx / length, dy / length);
    let turn = dx.atan2(-dy) / std::f32::consts::TAU;
    let tip = (to.0 - dx * 0.30, to.1 - dy * 0.30);
    let neck = (tip.0 - dx * 0.20, tip.1 - dy * 0.20);
    for (ink, wider) in [(Ink::Panel, 0.05), (Ink::Body(colour), 0.0)] {
        brush.line(line(from, neck), ink, 0.11 + wider);
        brush.fill(arrow_head((tip.0 + dx * wider, tip.1 + dy * wider), 0.28 + wider * 1.8, turn), ink);
    }
}

/// The width of the strip at the left of a card, in parts of the unit.
pub(crate) const STRIP: f32 = 0.30;

fn card(brush: &mut Brush<'_>, role: Role, colour: Colour) {
    let (width, height) = brush.size();
    let round = 0.14;
    let inside = |by: f32| rounded(by, by, width - 2.0 * by, height - 2.0 * by, round);
    match role {
        Role::ToAct | Role::Winner => {
            brush.fill(inside(0.0), Ink::Body(colour));
            let edge = 0.05;
            brush.fill(
                rounded(STRIP, edge, width - STRIP - edge, height - 2.0 * edge, round - edge),
                Ink::Wash(colour),
            );
            let centre = (STRIP / 2.0, height / 2.0);
            if role == Role::Winner {
                brush.fill(star(centre, 0.135), Ink::On(colour));
            } else {
                brush.fill(regular((centre.0 - 0.02, centre.1), 0.13, 3, 0.25), Ink::On(colour));
            }
        }
        Role::Waiting => {
            brush.fill(inside(0.0), Ink::Panel);
            brush.fill(rounded(0.0, 0.0, STRIP * 0.55, height, round), Ink::Body(colour));
            brush.fill(rounded(STRIP * 0.4, 0.0, STRIP * 0.3, height, 0.0), Ink::Panel);
        }
        Role::Out => {
            brush.line(inside(0.015), Ink::Muted, 0.02);
        }
    }
}

fn star(centre: Point, radius: f32) -> Option<tiny_skia::Path> {
    let points: Vec<Point> = (0..10)
        .map(|i| around(centre, if i % 2 == 0 { radius } else { radius * 0.45 }, i as f32 / 10.0))
        .collect();
    polygon(&points)
}
