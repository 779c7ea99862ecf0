//! The places of a picture's parts, in pixels.

use crate::{
    brush::Letters,
    cells::Cells,
    scene::{Card, Hint, Item, Scene, Shape},
    tile::{DOT, STRIP},
};

/// A rectangle of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Area {
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

/// The measures of one picture.
pub(crate) struct Layout {
    pub width: u32,
    pub height: u32,
    /// The cells of the board.
    pub cells: Cells,
    /// The cells, without the names of rows and columns.
    pub board: Area,
    /// The space for the names of rows and columns on each side of the board.
    pub margin: u32,
    /// The em of ordinary text.
    pub em: u32,
    /// The em of the names of rows and columns.
    pub names: u32,
    /// The line with the title.
    pub header: Area,
    /// The cards, one for each seat.
    pub cards: Vec<Area>,
    /// The height of each row of cards.
    pub card_rows: Vec<u32>,
    /// The height of a line on a card.
    pub line: u32,
    /// The entries of the legend, below everything else.
    pub legend: Vec<Area>,
}

/// The usual width of pictures.
const WIDE: f32 = 900.0;
/// The greatest height of a board in a picture of the usual width.
const HIGHEST: f32 = 1300.0;
/// The same for a frame of a film, whose pixels count many times.
const HIGHEST_FRAME: f32 = 840.0;
/// The largest square of a board.
const LARGEST_CELL: f32 = 150.0;
/// The room for names on each side of a board of hexagons, and that above and below it, in widths of a cell.
const BESIDE: f32 = 0.85;
const ABOVE: f32 = 0.88;
/// Boards with more columns than this get wider pictures, since people zoom into them.
const MANY_COLS: f32 = 22.0;
/// The greatest factor by which such pictures are wider.
const WIDER: f32 = 1.7;

impl Layout {
    /// Lays out a scene in a picture of this width, or of the default width. The cards are above the board and the legend is
    /// below it. A big picture has neither, and larger names.
    pub(crate) fn new(scene: &Scene, width: Option<u32>, big: bool, letters: &Letters) -> Layout {
        Layout::of(scene, width, big, letters, None)
    }

    /// Lays out a scene for a frame of a film, without its header and legend. Each row of cards is at least as high as in `cards`,
    /// so that all frames have the same size.
    pub(crate) fn of_frame(scene: &Scene, width: u32, big: bool, letters: &Letters, cards: &[u32]) -> Layout {
        Layout::of(scene, Some(width), big, letters, Some(cards))
    }

    fn of(scene: &Scene, width: Option<u32>, big: bool, letters: &Letters, frame: Option<&[u32]>) -> Layout {
        let (cols, rows) = (u32::from(scene.board.cols), u32::from(scene.board.rows()));
        let (across, down) = scene.board.shape.extent(cols, rows);
        let width = width.unwrap_or_else(|| (WIDE * (across / MANY_COLS).clamp(1.0, WIDER)) as u32);
        let scale = width as f32 / WIDE;
        let px = |length: f32| ((length * scale).round() as u32).max(1);
        let (pad, gap, margin) = (px(14.0), px(12.0), px(if big { 58.0 } else { 46.0 }));
        let (em, line) = (px(31.0), px(50.0));
        let names = if big { px(31.0 * 1.3) } else { em };
        let header_height = if frame.is_some() { 0 } else { px(58.0) };
        let header = Area { left: pad, top: pad, width: width - 2 * pad, height: header_height };
        let below = if frame.is_some() { pad } else { header.top + header.height + gap };
        let seats = if big { 0 } else { scene.cards.len() as u32 };

        let in_row = if seats == 4 { 2 } else { seats.clamp(1, 3) };
        let card_width = (width - 2 * pad - (in_row - 1) * gap) / in_row;
        let mut heights = card_heights(scene, letters, in_row, (card_width, line, em));
        for (height, least) in heights.iter_mut().zip(frame.unwrap_or_default()) {
            *height = (*height).max(*least);
        }
        let cards: Vec<Area> = (0..seats)
            .map(|seat| {
                let row = (seat / in_row) as usize;
                Area {
                    left: pad + seat % in_row * (card_width + gap),
                    top: below + heights[..row].iter().map(|height| height + gap).sum::<u32>(),
                    width: card_width,
                    height: heights[row],
                }
            })
            .collect();
        let cards_end = cards.last().map_or(below - gap, |card| card.top + card.height);

        let highest = if frame.is_some() { HIGHEST_FRAME } else { HIGHEST };
        let highest = px(LARGEST_CELL).min((px(highest) as f32 / down) as u32);
        let (cells, sides, margin) = match scene.board.shape {
            Shape::Square => {
                let cell = ((width - 2 * margin) / cols).min(highest).max(1);
                (Cells::new(&scene.board, cell), margin, margin)
            }
            Shape::Hexagon => {
                let cell = ((width - pad) as f32 / (across + 2.0 * BESIDE)) as u32;
                let cells = Cells::new(&scene.board, cell.min(highest));
                let part = |of: f32| (cells.side as f32 * of) as u32;
                (cells, part(BESIDE) + pad / 2, part(ABOVE))
            }
        };
        let size = cells.size();
        let left = sides + (width - 2 * sides).saturating_sub(size.0) / 2;
        let board = Area { left, top: cards_end + margin, width: size.0, height: size.1 };
        let above = board.top + board.height + margin;
        let room = Area { left: pad, top: above, width: width - 2 * pad, height: small(line) };
        let legend =
            if big || frame.is_some() { Vec::new() } else { place_legend(scene, letters, room, small(em)) };
        let height = legend.last().map_or(above, |last| last.top + last.height + pad);
        Layout {
            width,
            height,
            cells,
            board,
            margin,
            em,
            names,
            header,
            cards,
            card_rows: heights,
            line,
            legend,
        }
    }
}

/// Returns a length for less important parts.
pub(crate) fn small(length: u32) -> u32 {
    length * 17 / 20
}

/// Places the entries of the legend in columns of equal width, beginning with the line `first`.
fn place_legend(scene: &Scene, letters: &Letters, first: Area, em: u32) -> Vec<Area> {
    let line = first.height;
    let words = |hint: &Hint| letters.pixels(&hint.words, em);
    let widest = scene.legend.iter().map(words).max().unwrap_or_default() + icon(line) + line / 8;
    let in_row = (first.width / (widest + line / 5)).max(1);
    let column = first.width / in_row;
    (0..scene.legend.len() as u32)
        .map(|n| Area {
            left: first.left + n % in_row * column,
            top: first.top + n / in_row * line,
            width: column.min(widest),
            height: line,
        })
        .collect()
}

/// Returns the height of each row of cards, so that the longest card of the row fits.
fn card_heights(
    scene: &Scene,
    letters: &Letters,
    in_row: u32,
    (width, line, em): (u32, u32, u32),
) -> Vec<u32> {
    let height = |cards: &[Card]| {
        let lines = cards.iter().flat_map(|card| place(card, letters, width, line, em));
        let lines = lines.map(|placed| placed.line + 1).max().unwrap_or(1);
        let has_bar = cards.iter().any(|card| card.progress.is_some());
        lines * line + if has_bar { line / 2 } else { line / 4 }
    };
    scene.cards.chunks(in_row as usize).map(height).collect()
}

/// Returns where the text and icons of a card begin, measured from its left side.
pub(crate) fn indent(line: u32) -> u32 {
    (STRIP * line as f32) as u32 + line / 6
}

/// One part of a card with its place on the card.
pub(crate) struct Placed<'a> {
    pub part: Part<'a>,
    pub left: u32,
    /// The number of the line, from 0.
    pub line: u32,
    pub width: u32,
}

/// The content of one part of a card.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    Badge,
    Name(&'a str),
    Allies,
    /// The score and its em.
    Score(&'a str, u32),
    Item(&'a Item),
}

/// Returns the text for the other seats of a side.
pub(crate) fn allies(card: &Card) -> String {
    card.allies.iter().map(|seat| format!("+{seat}")).collect::<Vec<_>>().join(" ")
}

/// Places the parts of a card in lines: seat and name, the score at the right end if it fits, then the seat's items.
pub(crate) fn place<'a>(
    card: &'a Card,
    letters: &Letters,
    width: u32,
    line: u32,
    em: u32,
) -> Vec<Placed<'a>> {
    let (left, right) = (indent(line), width - line / 4);
    let gap = line / 6;
    let mut placed = Vec::new();
    let mut x = left;
    let name = card.owner.colour.name();
    for (part, part_width) in [
        (Part::Badge, line),
        (Part::Name(name), letters.pixels(name, em)),
        (Part::Allies, letters.pixels(&allies(card), em)),
    ] {
        if !matches!(part, Part::Allies) || !card.allies.is_empty() {
            placed.push(Placed { part, left: x, line: 0, width: part_width });
            x += part_width + gap;
        }
    }
    let mut row = 0;
    if !card.score.is_empty() {
        let fits = |em: &u32| x + letters.pixels(&card.score, *em) <= right;
        let fitting = [em * 5 / 4, em, em * 9 / 10].into_iter().find(fits);
        let (room, em) = (fitting.is_some(), fitting.unwrap_or(em * 5 / 4));
        let score_width = letters.pixels(&card.score, em);
        row = u32::from(!room);
        let left = if room { right - score_width } else { left };
        placed.push(Placed { part: Part::Score(&card.score, em), left, line: row, width: score_width });
    }
    for items in &card.lines {
        row += 1;
        x = left;
        for item in items {
            let width = match item {
                Item::Stock(_, count) => icon(line) + line / 10 + letters.pixels(&count.to_string(), em),
                Item::Has(_) => icon(line),
                Item::Points(points) if *points <= MOST_DOTS => dots_width(*points, line),
                Item::Points(points) => dots_width(1, line) + letters.pixels(&format!("×{points}"), em),
                Item::Words(text) => letters.pixels(text, em).min(right - left),
            };
            if x > left && x + width > right {
                row += 1;
                x = left;
            }
            placed.push(Placed { part: Part::Item(item), left: x, line: row, width });
            x += width + if matches!(item, Item::Stock(..)) { line / 7 } else { line / 5 };
        }
    }
    placed
}

/// Returns the side of an icon on a card.
pub(crate) fn icon(line: u32) -> u32 {
    line * 9 / 10
}

/// More points than this are shown as one dot and a number.
pub(crate) const MOST_DOTS: u8 = 4;

/// Returns the width of points that are shown as dots.
pub(crate) fn dots_width(dots: u8, line: u32) -> u32 {
    (line as f32 * DOT * f32::from(dots)) as u32 + 2
}
