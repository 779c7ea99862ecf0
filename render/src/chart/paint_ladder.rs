//! Draws ladders.

use rules::Colour;
use tiny_skia::Rect;

use super::{
    ladder::{Change, Ladder, MAX_ROWS, Own, Row},
    scale::{MAX_PLACE, Scale, in_range, span},
    sheet::{BELOW_HEADER, LARGE, OWN, PAD, SERIES, SMALL, Sheet, WIDTH, through},
};
use crate::{
    brush::{Brush, Letters},
    layout::Area,
    shape::{Point, circle, path, polygon, rounded},
    theme::{Ink, Theme},
};

/// The height of a full ladder.
const HEIGHT: u32 = 560;
/// The height of the line above the rows.
const HEADINGS: u32 = 38;
/// The greatest height of a row.
const ROW: u32 = 46;
/// The space between a card's edge and its rows.
const INSET: u32 = 6;
/// The space between the rows and one that is apart.
const GAP: u32 = 10;
/// The space between columns.
const BETWEEN: f32 = 22.0;
/// The width of the line of the last ratings, and the most ratings on it.
const RECENT: (f32, usize) = (118.0, 10);
/// The least numbers of points that fill the scale of all rows, and that of one row's last ratings.
const LEAST: (i32, i32) = (200, 60);

/// The space at the ends of the scale, in which the bars end.
const WITHIN: f32 = 12.0;
/// The least space between two labels of the scale.
const LABELS: f32 = 14.0;
/// The space at the ends of a row.
const MARGIN: f32 = 22.0;
/// The widths of the frame of the viewer's own row, and of the strip at its left.
const FRAME: f32 = 2.0;
const STRIP: f32 = 8.0;
/// The width of an arrow.
const ARROW: f32 = 18.0;
/// The radius of the dot at a rating, and half the height of the bar behind it.
const DOT: f32 = 9.0;
const BAR: f32 = 6.0;

/// The places of a row's parts, in pixels from its left end.
struct Columns {
    place: f32,
    rating: f32,
    plus_minus: f32,
    deviation: f32,
    /// The scale of all ratings and deviations.
    scale: Scale,
    /// The round numbers on the scale, as many as have room for their labels.
    rounds: Vec<i32>,
    /// The line of the last ratings, if a row has any.
    recent: Option<f32>,
    arrow: f32,
    /// The heading of the changes, if a row has one.
    changes: Option<&'static str>,
}

/// A row, and whether it is the viewer's own.
struct Placed<'a> {
    row: &'a Row,
    own: bool,
}

pub(super) fn draw<'a>(ladder: &Ladder, theme: Theme, letters: &'a Letters) -> Sheet<'a> {
    let listed: Vec<Placed<'_>> = (0..)
        .zip(ladder.shown())
        .map(|(index, row)| Placed { row, own: ladder.own == Some(Own::Listed(index)) })
        .collect();
    let mut cards = vec![(listed, false)];
    if let Some(Own::Apart(row)) = &ladder.own {
        let above = ladder.rows.first().is_some_and(|first| row.place < first.place);
        cards.insert(usize::from(!above), (vec![Placed { row, own: true }], true));
    }
    cards.retain(|(rows, _)| !rows.is_empty());
    let all = || cards.iter().flat_map(|(rows, _)| rows).map(|placed| placed.row);
    let rows = all().count() as u32;
    if rows == 0 {
        return Sheet::new(theme, letters, BELOW_HEADER + PAD, &ladder.title);
    }

    let first = BELOW_HEADER + HEADINGS;
    let around = cards.len() as u32 * (2 * INSET + GAP) - GAP + PAD;
    let row_height = ((HEIGHT - first - around) / rows).min(ROW);
    let height = if rows as usize >= MAX_ROWS { HEIGHT } else { first + rows * row_height + around };
    let mut sheet = Sheet::new(theme, letters, height, &ladder.title);
    let columns = Columns::new(all(), letters);
    headings(&mut sheet, &columns);

    let mut top = first;
    for (rows, apart) in &cards {
        let card_height = rows.len() as u32 * row_height + 2 * INSET;
        let area = Area { left: PAD, top, width: WIDTH - 2 * PAD, height: card_height };
        sheet.tile(area, Ink::Canvas, |brush| {
            if *apart {
                own_card(brush);
            } else {
                let (width, height) = brush.size();
                brush.fill(rounded(0.0, 0.0, width, height, 9.0), Ink::Panel);
            }
        });
        for (nth, placed) in (0..).zip(rows) {
            let area = row_area(top + INSET + nth * row_height, row_height);
            let ground = if *apart { Ink::Wash(OWN) } else { Ink::Panel };
            sheet.tile(area, ground, |brush| {
                if placed.own && !apart {
                    own_card(brush);
                } else if nth > 0 {
                    brush.fill(rounded(0.0, 0.0, brush.size().0, 1.0, 0.0), Ink::Grid);
                }
                paint_row(brush, placed, &columns);
            });
        }
        top += card_height + GAP;
    }
    sheet
}

/// Covers a tile with the ground of the viewer's own row: a frame with a strip at its left.
fn own_card(brush: &mut Brush<'_>) {
    let (width, height) = brush.size();
    brush.fill(rounded(0.0, 0.0, width, height, 8.0), Ink::Body(OWN));
    brush.fill(rounded(STRIP, FRAME, width - STRIP - FRAME, height - 2.0 * FRAME, 6.0), Ink::Wash(OWN));
}

/// Returns the rectangle of a row.
fn row_area(top: u32, height: u32) -> Area {
    Area { left: PAD + INSET, top, width: WIDTH - 2 * (PAD + INSET), height }
}

impl Columns {
    /// Places the columns so that the longest number of each has room. The scale gets what remains.
    fn new<'a>(rows: impl Iterator<Item = &'a Row> + Clone, letters: &Letters) -> Columns {
        let widest = |words: fn(&Row) -> String, em: f32| {
            rows.clone().map(|row| letters.width(&words(row), em)).fold(0.0, f32::max)
        };
        let place = MARGIN + widest(place, LARGE).max(letters.width("10", LARGE));
        let rating = place + BETWEEN + widest(|row| numbers(row).0.to_string(), LARGE);
        let plus_minus = rating + 14.0;
        let deviation = if rows.clone().all(|row| row.deviation == 0) {
            rating
        } else {
            plus_minus
                + letters.width("± ", SMALL)
                + widest(|row| numbers(row).1.to_string(), SMALL).max(letters.width("84", SMALL))
        };
        let right = row_area(0, 0).width as f32 - MARGIN;
        let arrow = right - widest(|row| places(row).unwrap_or_default(), SMALL) - 9.0 - ARROW;
        let changes = rows.clone().find_map(heading);
        let end = arrow.min(right - letters.width(changes.unwrap_or_default(), SMALL)) - BETWEEN;
        let recent = rows.clone().any(|row| !row.recent.is_empty()).then_some(end - RECENT.0);
        let plot = ((deviation + BETWEEN).round(), (recent.unwrap_or(end) - BETWEEN * 1.5).round());
        let ends = rows
            .clone()
            .map(numbers)
            .flat_map(|(rating, deviation)| [rating - deviation, rating + deviation]);
        let scale = Scale::new(span(ends, LEAST.0), (plot.0 + WITHIN, plot.1 - WITHIN));
        let rounds = scale.rounds(letters.width("0000", SMALL) + LABELS);
        Columns { place, rating, plus_minus, deviation, scale, rounds, recent, arrow, changes }
    }
}

/// Returns what heads the changes of a board with this row.
fn heading(row: &Row) -> Option<&'static str> {
    match row.change {
        Change::Unknown => None,
        Change::Points(_) => Some("season"),
        Change::Up(_) | Change::Down(_) | Change::Same | Change::New => Some("week"),
    }
}

fn place(row: &Row) -> String {
    row.place.min(MAX_PLACE).to_string()
}

fn numbers(row: &Row) -> (i32, i32) {
    in_range(row.rating, row.deviation)
}

/// Returns the number of places or points that a row moved, if it did.
fn places(row: &Row) -> Option<String> {
    match row.change {
        Change::Up(places) | Change::Down(places) => Some(places.min(MAX_PLACE).to_string()),
        Change::Points(0) | Change::Same | Change::New | Change::Unknown => None,
        Change::Points(points) => Some(points.unsigned_abs().min(MAX_PLACE).to_string()),
    }
}

/// Writes what the columns show above the rows.
fn headings(sheet: &mut Sheet<'_>, columns: &Columns) {
    let area = row_area(BELOW_HEADER, HEADINGS);
    let middle = HEADINGS as f32 / 2.0 + 2.0;
    sheet.tile(area, Ink::Canvas, |brush| {
        let mut write = |words: &str, at: f32| brush.words(words, (at, middle), SMALL, Ink::Muted);
        for &number in &columns.rounds {
            write(&number.to_string(), columns.scale.at(number as f32));
        }
        if let Some(recent) = columns.recent {
            write("last 10", recent + RECENT.0 / 2.0);
        }
        let end = area.width as f32 - MARGIN;
        if let Some(changes) = columns.changes {
            brush.words_to(changes, (end, middle), SMALL, Ink::Muted);
        }
    });
}

/// Draws the content of a row. All text on the ground of the viewer's own row is strong.
fn paint_row(brush: &mut Brush<'_>, placed: &Placed<'_>, columns: &Columns) {
    let Placed { row, own } = *placed;
    let (width, height) = brush.size();
    let middle = height / 2.0;
    let (body, range, ground, quiet) = if own {
        (Ink::Body(OWN), Ink::OwnRange, Ink::Wash(OWN), Ink::Text)
    } else {
        (Ink::Body(SERIES), Ink::Range, Ink::Panel, Ink::Muted)
    };

    let (rating, deviation) = numbers(row);
    brush.words_to(&place(row), (columns.place, middle), LARGE, quiet);
    brush.words_to(&rating.to_string(), (columns.rating, middle), LARGE, Ink::Text);
    if row.deviation != 0 {
        brush.words_from("±", (columns.plus_minus, middle), SMALL, quiet);
        brush.words_to(&deviation.to_string(), (columns.deviation, middle), SMALL, quiet);
    }

    let (top, bottom) = if own { (FRAME, height - FRAME) } else { (0.0, height) };
    let lines = path(|p| {
        for &number in &columns.rounds {
            let left = columns.scale.at(number as f32).round() - 1.0;
            if let Some(line) = Rect::from_ltrb(left, top, left + 2.0, bottom) {
                p.push_rect(line);
            }
        }
    });
    brush.fill(lines, if own { Ink::OtherWash(OWN) } else { Ink::Grid });
    let at = |number: i32| columns.scale.at(number as f32);
    let (from, to) = (at(rating - deviation) - BAR, at(rating + deviation) + BAR);
    brush.fill(rounded(from, middle - BAR, to - from, 2.0 * BAR, BAR), range);
    brush.fill(circle((at(rating), middle), DOT + 2.5), ground);
    brush.fill(circle((at(rating), middle), DOT), body);

    if let Some(left) = columns.recent {
        recent(brush, row, left, body);
    }
    let right = width - MARGIN;
    let (x, side) = (columns.arrow + ARROW / 2.0, ARROW / 2.0);
    match row.change {
        Change::Up(_) | Change::Points(1..) => {
            let (tip, base) = (middle - side, middle + side - 2.0);
            brush.fill(polygon(&[(x, tip), (x + side, base), (x - side, base)]), Ink::Body(Colour::Green));
        }
        Change::Down(_) | Change::Points(..0) => {
            let (tip, base) = (middle + side, middle - side + 2.0);
            brush.fill(polygon(&[(x, tip), (x + side, base), (x - side, base)]), Ink::Alarm);
        }
        Change::Same | Change::Points(0) => {
            brush.fill(rounded(x - side, middle - 2.0, ARROW, 4.0, 2.0), quiet)
        }
        Change::New => brush.words_to("new", (right, middle), SMALL, Ink::Text),
        Change::Unknown => {}
    }
    if let Some(places) = places(row) {
        brush.words_to(&places, (right, middle), SMALL, Ink::Text);
    }
}

/// Draws the last ratings as a line with a dot at its end.
fn recent(brush: &mut Brush<'_>, row: &Row, left: f32, ink: Ink) {
    let (_, height) = brush.size();
    let ratings: Vec<i32> = row.recent.iter().map(|&rating| in_range(rating, 0).0).collect();
    let ratings = &ratings[ratings.len().saturating_sub(RECENT.1)..];
    let margin = 10.0;
    let down = Scale::new(span(ratings.iter().copied(), LEAST.1), (height - margin, margin));
    let step = RECENT.0 / (RECENT.1 - 1) as f32;
    // The newest rating is at the right end, so that equal numbers of games line up.
    let begin = left + step * (RECENT.1 - ratings.len()) as f32;
    let points: Vec<Point> = (0..)
        .map(|nth: u16| begin + step * f32::from(nth))
        .zip(ratings.iter().map(|&rating| down.at(rating as f32)))
        .collect();
    brush.line(through(&points), ink, 3.5);
    if let Some(&last) = points.last() {
        brush.fill(circle(last, 6.0), ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widest_numbers_leave_room_for_the_scale() {
        let (place, change) = (u32::MAX, Change::Down(u32::MAX));
        let row = Row { place, rating: i32::MAX, deviation: i32::MAX, recent: vec![0], change };
        let columns = Columns::new([&row].into_iter(), &Letters::new());
        let (begin, end) = (columns.scale.at(f32::MIN), columns.scale.at(f32::MAX));
        assert!(columns.place < columns.rating && columns.rating < columns.plus_minus);
        assert!(columns.plus_minus < columns.deviation && columns.deviation < begin);
        let recent = columns.recent.unwrap();
        assert!(end - begin > 100.0 && end < recent, "{begin} to {end}");
        assert!(recent + RECENT.0 < columns.arrow);
    }
}
