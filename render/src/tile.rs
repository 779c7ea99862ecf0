//! Tiles: the small images of which a picture consists. A key describes each of them completely.

use rules::{Colour, Focus};
use tiny_skia::{Path, Pixmap};

use crate::{
    arrow, art,
    border::{self, Border, Neck},
    brush::{Brush, Letters},
    cells::Cells,
    hexagon,
    look::Look,
    scene::{Art, Edges, Owner, Role, Shape, Sign, State, Strength, Way},
    shape::{Point, circle, line, polygon, regular, rounded, star},
    sign,
    theme::Ink,
};

/// The description of a tile. Equal descriptions give equal pixels, so a tile is drawn once and then copied.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Tile {
    /// The shape of the cell. The pixels of the tile outside it are not copied.
    pub shape: Shape,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The pixels per unit of the layers: the side of a square, or the height of a line on a card.
    pub unit: u32,
    /// The colour behind the layers.
    pub ground: Ink,
    /// The layers, bottom to top.
    pub layers: Vec<Layer>,
}

/// A place relative to a tile, in whole squares to the right and down.
pub(crate) type Offset = (i8, i8);

/// One element of a tile.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Layer {
    /// The lights of a lost square, in one of several arrangements.
    Stars(u8),
    /// The edge of the void that comes to take a square.
    Teeth,
    /// The glow of the haven.
    Glow,
    /// A part of a word that is written across a row: the word, the number of columns, the column of this tile.
    Banner(&'static str, u8, u8),
    /// The thin lines round a square.
    Lines,
    /// The frame of a square that the last turn changed.
    Frame,
    /// A piece or an icon.
    Piece(Art, Owner, State),
    /// A hexagonal cell of this ink, with a gap round it.
    Hexagon(Ink),
    /// The part of a piece on one of its squares, with that square's column from the left and row from the top.
    Part(Art, Owner, State, (u8, u8)),
    /// The strength of a piece in fights.
    Strength(Strength),
    /// The bar of a square on which nothing can be placed.
    Bars,
    /// A sign on a square.
    Sign(Sign),
    /// A sign without a square, as large as there is room.
    LoneSign(Sign),
    /// A highlight for a player who asked about a piece.
    Focus(Focus),
    /// The dashed ring around a doomed piece.
    Doom,
    /// A number in one of the right corners.
    Count(Count),
    /// A possible step to here, with its cost. A small one is in the lower right corner, beside a piece.
    Step { cost: Option<u8>, colour: Colour, is_small: bool },
    /// The part of a group on a square: its neighbours, its filling, and the colour of its line.
    Border(Border, Ink, Colour),
    /// The same on a hexagon. Its neighbours are in clockwise order from the upper right one.
    HexagonBorder([bool; 6], Ink, Colour),
    /// The edges of a board with these cells, each in its owner's colour.
    Edges(Edges, Cells),
    /// A part of the path to a square of the group beyond a corner.
    Neck(Neck, Colour),
    /// The value of a group, in a corner.
    Tag(u32, Colour, Corner),
    /// A part of an arrow from one square to another.
    Arrow(Offset, Offset, Way, Colour),
    /// A part of a short arrow between the pieces of neighbouring squares.
    CrossingArrow(Offset, Offset, Way, Colour),
    /// Text in the middle or from the left, with its em in pixels.
    Words(String, u32, Ink, Align),
    /// The background of a card.
    Card(Role, Colour),
    /// A bar with round corners over the whole tile.
    Bar(Ink),
    /// A seat's number in its colour.
    Badge(Owner),
    /// Points as a row of dots.
    Dots(u8, Colour),
    /// The progress bar of a card, as an icon for the legend.
    Progress(Colour),
}

/// A number in the corner of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Count {
    pub number: u8,
    /// The condition of the piece.
    pub state: State,
    /// Whether it is in the upper corner.
    pub high: bool,
}

/// The corner of a square in which a flag is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Corner {
    UpperLeft,
    UpperRight,
    LowerLeft,
}

/// The place of text in its tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Align {
    /// At the left end of the tile.
    Left,
    /// In the middle of the tile.
    Middle,
}

/// Draws a tile. Returns `None` if it has no pixels.
pub(crate) fn draw(tile: &Tile, look: Look, letters: &Letters) -> Option<Pixmap> {
    let pixmap = Pixmap::new(tile.width, tile.height)?;
    let mut brush = Brush::new(pixmap, look, letters, tile.unit as f32);
    brush.cover(tile.ground);
    match tile.shape {
        Shape::Square => tile.layers.iter().for_each(|layer| draw_layer(&mut brush, layer, tile.unit as f32)),
        Shape::Hexagon => draw_hexagon(&mut brush, tile),
    }
    Some(brush.finish())
}

/// Draws a hexagonal tile. Layers that fill the cell have shapes of their own; all others lie in the square inside the hexagon.
fn draw_hexagon(brush: &mut Brush<'_>, tile: &Tile) {
    let unit = tile.unit as f32;
    let (width, height) = brush.size();
    let whole = |brush: &mut Brush<'_>, draw: &dyn Fn(&mut Brush<'_>)| {
        brush.moved((width / 2.0, height / 2.0), width, |brush| draw(brush));
    };
    let heart = ((width - 1.0) / 2.0, (height - 1.0) / 2.0);
    let pitch = Cells::pitch_of(tile.width) as f32 / unit;
    // Returns the middle of another hexagon, in units of the square inside this one.
    let middle = |(cols, down): Offset| {
        let (cols, down) = (f32::from(cols), f32::from(down));
        (0.5 + (cols - down / 2.0) * width, 0.5 + down * pitch)
    };
    for layer in &tile.layers {
        match *layer {
            Layer::Hexagon(ink) => whole(brush, &|brush| hexagon::fill(brush, ink)),
            Layer::HexagonBorder(near, inside, colour) => {
                whole(brush, &|brush| hexagon::border(brush, near, inside, colour));
            }
            Layer::Frame => whole(brush, &hexagon::frame),
            Layer::Piece(art, owner, state @ (State::New | State::Won)) => {
                brush.moved(heart, 1.0, |brush| art::draw(brush, art, owner, State::Sound));
                let thick = if state == State::Won { 0.08 } else { 0.04 };
                whole(brush, &|brush| hexagon::ring(brush, Ink::Text, brush.at_least(thick, 1.0)));
            }
            Layer::Banner(word, cols, col) => {
                brush.moved((0.0, (height - width) / 2.0), width, |brush| banner(brush, word, cols, col));
            }
            Layer::Arrow(from, to, way, colour) => {
                brush.moved(heart, 1.0, |brush| arrow::draw(brush, middle(from), middle(to), way, colour));
            }
            // The corner of the square has no room for the value, but the top of the hexagon has.
            Layer::Tag(value, colour, _) => {
                let (width, _) = tag_size(value, unit);
                let left = heart.0 + (1.0 - width) / 2.0;
                brush.moved((left, heart.1 - 0.05), 1.0, |brush| tag(brush, value, colour));
            }
            _ => brush.moved(heart, 1.0, |brush| draw_layer(brush, layer, unit)),
        }
    }
}

/// Returns the width and height of the flag with the value of a group.
fn tag_size(value: u32, unit: f32) -> Point {
    let size = legible(0.31, unit);
    (if value > 9 { size * 1.75 } else { size * 1.3 }, size * 1.06)
}

/// Draws the flag with the value of a group. It has a notch, so that nobody takes the value for a number of neighbours. Its upper
/// left corner is at (0, 0).
fn tag(brush: &mut Brush<'_>, value: u32, colour: Colour) {
    let size = legible(0.31, brush.unit());
    let (width, height) = tag_size(value, brush.unit());
    let notch = (width - height * 0.32, height / 2.0);
    let flag = [(0.0, 0.0), (width, 0.0), notch, (width, height), (0.0, height)];
    brush.shape(polygon(&flag), Ink::Body(colour), Ink::Deep(colour), 0.03);
    brush.words(&value.to_string(), (notch.0 / 2.0 + 0.01, height / 2.0), size, Ink::On(colour));
}

/// Returns the middle of a square that is so many squares to the right of this tile, and below it.
fn middle_of((x, y): Offset) -> (f32, f32) {
    (f32::from(x) + 0.5, f32::from(y) + 0.5)
}

fn draw_layer(brush: &mut Brush<'_>, layer: &Layer, unit: f32) {
    let middle = (0.5, 0.5);
    match *layer {
        Layer::Stars(which) => stars(brush, which),
        Layer::Teeth => {
            for tooth in 0..4 {
                let left = f32::from(tooth as u8) / 4.0;
                brush.fill(polygon(&[(left, 1.01), (left + 0.125, 0.88), (left + 0.25, 1.01)]), Ink::Gone);
            }
        }
        Layer::Glow => {
            for (from, thick) in [(0.90, 0.10), (0.78, 0.06), (0.69, 0.035), (0.62, 0.02)] {
                brush.fill(rounded(-0.5, from, 2.0, thick, 0.0), Ink::Shine);
            }
        }
        Layer::Banner(word, cols, col) => banner(brush, word, cols, col),
        Layer::Lines => {
            let (width, height) = brush.size();
            // Half of the line lies on the neighbour.
            let thick = brush.at_least(0.02, 2.0);
            brush.line(rounded(0.0, 0.0, width, height, 0.0), Ink::Text, thick);
        }
        Layer::Frame => {
            let (near, arm) = (0.035, 0.2);
            for (x, y) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
                let at = |along: f32, down: f32| -> Point { ((along - x).abs(), (down - y).abs()) };
                brush.line(line(at(near, near), at(arm, near)), Ink::Accent, 0.07);
                brush.line(line(at(near, near), at(near, arm)), Ink::Accent, 0.07);
            }
        }
        Layer::Piece(art, owner, state) => art::draw(brush, art, owner, state),
        Layer::Part(art, owner, state, (col, row)) => {
            brush.moved((-f32::from(col), -f32::from(row)), f32::from(art.span()), |brush| {
                art::draw(brush, art, owner, state);
            });
        }
        Layer::Strength(strength) => sign::draw_strength(brush, strength),
        Layer::Bars => brush.line(line((0.3, 0.7), (0.7, 0.3)), Ink::Muted, 0.05),
        Layer::Sign(sign) => sign::draw(brush, sign),
        Layer::LoneSign(sign) => sign::draw_alone(brush, sign),
        Layer::Focus(focus) => sign::draw_focus(brush, focus),
        Layer::Doom => {
            let radius = 0.455;
            brush.dashed(circle(middle, radius), Ink::Alarm, 0.055, radius * std::f32::consts::TAU, 14);
        }
        Layer::Count(Count { number, state, high }) => {
            let (ground, edge, ink) = match state {
                State::Doomed => (Ink::Alarm, Ink::Canvas, Ink::Canvas),
                State::Full => (Ink::Panel, Ink::Alarm, Ink::Text),
                // The number of a wave has nothing in common with the points on other pieces.
                State::Won => (Ink::Text, Ink::Panel, Ink::Panel),
                _ => (Ink::Panel, Ink::Muted, Ink::Text),
            };
            let size = legible(0.285, unit) * if brush.is_big() { 1.15 } else { 1.0 };
            let radius = size * 0.6;
            let centre = (0.99 - radius, if high { 0.01 + radius } else { 0.99 - radius });
            brush.fill(circle(centre, radius), edge);
            let rim = if state == State::Full { brush.at_least(0.04, 1.5) } else { 0.02 };
            brush.fill(circle(centre, radius - rim), ground);
            brush.words(&number.to_string(), centre, size, ink);
        }
        Layer::Step { cost, colour, is_small } => {
            let size = legible(if is_small { 0.26 } else { 0.34 }, unit);
            let radius = size * 0.8;
            let centre = if is_small { (0.97 - radius, 0.97 - radius) } else { middle };
            brush.fill(circle(centre, radius), Ink::Panel);
            brush.dashed(
                circle(centre, radius),
                Ink::Body(colour),
                0.055,
                radius * std::f32::consts::TAU,
                10,
            );
            if let Some(cost) = cost {
                brush.words(&cost.to_string(), centre, size, Ink::Text);
            }
        }
        Layer::Border(border, inside, colour) => border::draw(brush, border, inside, Ink::Body(colour)),
        Layer::Neck(part, colour) => border::draw_neck(brush, part, colour),
        Layer::Tag(value, colour, corner) => {
            let (width, height) = tag_size(value, unit);
            let place = match corner {
                Corner::UpperLeft => (0.0, 0.0),
                Corner::UpperRight => (1.0 - width, 0.0),
                Corner::LowerLeft => (0.0, 1.0 - height),
            };
            brush.moved(place, 1.0, |brush| tag(brush, value, colour));
        }
        Layer::Arrow(from, to, way, colour) => {
            arrow::draw(brush, middle_of(from), middle_of(to), way, colour);
        }
        Layer::CrossingArrow(from, to, way, colour) => {
            arrow::draw_crossing(brush, middle_of(from), middle_of(to), way, colour);
        }
        Layer::Hexagon(ink) => brush.cover(ink),
        // Only hexagonal tiles have this layer, and `draw_hexagon` draws it.
        Layer::HexagonBorder(..) => {}
        Layer::Edges(edges, cells) => draw_edges(brush, edges, cells),
        Layer::Words(ref words, em, ink, align) => {
            let (width, height) = brush.size();
            let em = em as f32 / unit;
            match align {
                Align::Left => brush.words_from(words, (0.0, height / 2.0), em, ink),
                Align::Middle => brush.words(words, (width / 2.0, height / 2.0), em, ink),
            }
        }
        Layer::Bar(ink) => {
            let (width, height) = brush.size();
            brush.fill(rounded(0.0, 0.0, width, height, 0.18), ink);
        }
        Layer::Card(role, colour) => card(brush, role, colour),
        Layer::Badge(owner) => {
            // A look with patterns shows the seat's filling round the number.
            let body = Ink::Body(owner.colour);
            brush.filled(owner.seat, |brush| brush.fill(circle(middle, 0.47), body));
            brush.fill(circle(middle, 0.32), body);
            brush.words(&owner.seat.to_string(), middle, 0.66, Ink::On(owner.colour));
        }
        Layer::Progress(colour) => {
            brush.fill(rounded(0.06, 0.42, 0.88, 0.18, 0.0), Ink::Ghost);
            brush.fill(rounded(0.06, 0.42, 0.60, 0.18, 0.0), Ink::Body(colour));
        }
        Layer::Dots(dots, colour) => {
            for dot in 0..dots {
                brush.fill(circle((DOT * (f32::from(dot) + 0.5), 0.5), 0.155), Ink::Body(colour));
            }
        }
    }
}

/// Draws the edges round a board in the middle of the tile.
fn draw_edges(brush: &mut Brush<'_>, edges: Edges, cells: Cells) {
    let side = cells.side as f32 / brush.unit();
    let (width, height) = brush.size();
    let (board_width, board_height) = cells.size();
    let inset = |whole: f32, board: u32| (whole - board as f32 / brush.unit()) / 2.0;
    let (left, top) = (inset(width, board_width), inset(height, board_height));
    match cells.shape() {
        Shape::Square => {
            brush.moved((left, top), side, |brush| hexagon::straight_edges(brush, cells.counts(), edges));
        }
        Shape::Hexagon => {
            let (half, lowest) = (side / 2.0, cells.height() as f32 / brush.unit() / 2.0);
            brush.moved((left + half, height - top - lowest), side, |brush| {
                hexagon::edges(brush, cells.counts(), cells.pitch() as f32 / cells.side as f32, edges);
            });
        }
    }
}

/// Returns an em in units: `usual`, or a little more if squares have few pixels.
fn legible(usual: f32, unit: f32) -> f32 {
    usual * (1.0 + (1.0 - unit / 95.0).clamp(0.0, 0.5) * 0.7)
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

/// Draws the whole text, of which the tile shows its part. A single word is spread over the row, a longer text is not.
fn banner(brush: &mut Brush<'_>, word: &str, cols: u8, col: u8) {
    let letters = word.chars().count().max(1) as f32;
    let cols = f32::from(cols);
    if word.contains(' ') {
        let size = 0.34_f32.min((cols - 0.3) / brush.width_of(word));
        return brush.words(word, (cols / 2.0 - f32::from(col), 0.5), size, Ink::Text);
    }
    let step = cols / letters;
    let size = (step * 1.1).min(0.46);
    for (i, letter) in word.chars().enumerate() {
        let x = (i as f32 + 0.5) * step - f32::from(col);
        if (-0.5..1.5).contains(&x) {
            brush.words(letter.encode_utf8(&mut [0; 4]), (x, 0.34), size, Ink::Text);
        }
    }
}

/// The distance between dots on a card, in units.
pub(crate) const DOT: f32 = 0.38;

/// The width of the strip at the left of a card, in units.
pub(crate) const STRIP: f32 = 0.5;

/// Returns the mark of the seat that is to act.
fn pointer((x, y): Point) -> Option<Path> {
    regular((x - 0.03, y), 0.18, 3, 0.25)
}

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
                brush.fill(star(centre, 0.20), Ink::On(colour));
            } else {
                brush.fill(pointer(centre), Ink::On(colour));
            }
        }
        Role::ToActInFilm => {
            brush.fill(inside(0.0), Ink::Panel);
            brush.fill(rounded(0.0, 0.0, STRIP * 1.4, height, round), Ink::Body(colour));
            brush.fill(rounded(STRIP, 0.0, STRIP, height, 0.0), Ink::Panel);
            brush.fill(pointer((STRIP / 2.0, height / 2.0)), Ink::On(colour));
        }
        Role::Waiting => {
            brush.fill(inside(0.0), Ink::Panel);
            brush.fill(rounded(0.0, 0.0, STRIP * 0.55, height, round), Ink::Body(colour));
            brush.fill(rounded(STRIP * 0.28, 0.0, STRIP * 0.5, height, 0.0), Ink::Panel);
        }
        Role::Out => {
            brush.line(inside(0.015), Ink::Muted, 0.02);
        }
    }
}
