//! Draws ratings over time.

use jiff::civil::Date;
use tiny_skia::Rect;

use super::{
    dates::{days_between, labels},
    line::{Line, Point},
    scale::{Scale, in_range, span},
    sheet::{BELOW_HEADER, LARGE, PAD, SERIES, SMALL, Sheet, WIDTH, through},
};
use crate::{
    brush::{Brush, Letters},
    layout::Area,
    shape::{circle, path, polygon, rounded},
    theme::{Ink, Theme},
};

const HEIGHT: u32 = 420;
/// The width of the card with the plot.
const CARD: u32 = WIDTH - 2 * PAD;
/// The space between the header and the card.
const BELOW: u32 = 12;
/// The space between the card's edge and its content.
const INSET: f32 = 18.0;
/// The space between the plot and its labels.
const BESIDE: f32 = 16.0;
/// The height of the dates below the plot.
const DATES: f32 = 52.0;
/// The least distance between two dates.
const APART: f32 = 26.0;
/// The space above the highest rating, which has its number there.
const ABOVE: f32 = 44.0;
/// The least distance between two lines of the grid.
const GRID: f32 = 44.0;
/// The least number of points that fill the height.
const LEAST: i32 = 200;
/// The radius of the dot at the last rating.
const DOT: f32 = 9.0;
/// The most ratings that get a small dot each.
const DOTTED: usize = 20;
/// More ratings than this get a thinner line.
const DENSE: usize = 80;

/// The measures of the plot, in pixels from the card's corner.
struct Plot {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    /// From the number of days since the first point.
    across: Scale,
    down: Scale,
    /// The numbers with a line of the grid.
    rounds: Vec<i32>,
}

pub(super) fn draw<'a>(line: &Line, theme: Theme, letters: &'a Letters) -> Sheet<'a> {
    let mut sheet = Sheet::new(theme, letters, HEIGHT, &line.title);
    let top = BELOW_HEADER + BELOW;
    let card = Area { left: PAD, top, width: CARD, height: HEIGHT - top - PAD };
    let points = line.shown();
    sheet.tile(card, Ink::Canvas, |brush| {
        let (width, height) = brush.size();
        brush.fill(rounded(0.0, 0.0, width, height, 9.0), Ink::Panel);
        paint(brush, &points, letters);
    });
    sheet
}

/// Returns the number of days from the first point to each one. Several points of one day are spread over it.
fn days(points: &[Point]) -> Vec<f32> {
    let first = points.first().map_or(Date::ZERO, |point| point.day);
    points
        .chunk_by(|one, other| one.day == other.day)
        .flat_map(|day| {
            let since = days_between(first, day[0].day) as f32;
            (0..day.len()).map(move |nth| since + nth as f32 / day.len() as f32)
        })
        .collect()
}

/// Returns the rating and the deviation of each point, in range.
fn values(points: &[Point]) -> Vec<(i32, i32)> {
    points.iter().map(|point| in_range(point.rating, point.deviation)).collect()
}

impl Plot {
    /// Lays out a card of this size for points on these days. The last rating has room on the right.
    fn new(days: &[f32], values: &[(i32, i32)], (width, height): (f32, f32), letters: &Letters) -> Plot {
        let (top, bottom) = (INSET, height - DATES);
        let ends = values.iter().flat_map(|(rating, deviation)| [rating - deviation, rating + deviation]);
        let (low, high) = span(ends, LEAST);
        // The part above the highest rating has to be at least this much of the whole height.
        let above = ABOVE / (bottom - top);
        let highest = values.iter().map(|value| value.0).max().unwrap_or_default() as f32;
        let high = high.max((highest - above * low) / (1.0 - above));
        let down = Scale::new((low, high), (bottom, top));
        let rounds = down.rounds(GRID);

        let widest = |numbers: &[i32]| {
            numbers.iter().map(|number| letters.width(&number.to_string(), SMALL)).fold(0.0, f32::max)
        };
        let (left, right) = (INSET + widest(&rounds) + BESIDE, width - INSET);
        let (rating, deviation) = values.last().copied().unwrap_or_default();
        let label = label_width(rating, deviation, letters);
        let length = days.last().copied().unwrap_or_default();
        let (right, across) = if length > 0.0 {
            let right = right - label - BESIDE;
            (right, Scale::new((0.0, length), (left + DOT, right - DOT)))
        } else {
            // A single point is in the middle.
            let middle = (left + right) / 2.0;
            (right, Scale::new((0.0, 1.0), (middle, middle)))
        };
        Plot { left, right, top, bottom, across, down, rounds }
    }
}

fn paint(brush: &mut Brush<'_>, points: &[Point], letters: &Letters) {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
    let (days, values) = (days(points), values(points));
    let plot = Plot::new(&days, &values, brush.size(), letters);
    let edge = |sign: i32| {
        let heights = values.iter().map(move |(rating, deviation)| (rating + sign * deviation) as f32);
        days.iter().zip(heights).map(|(&day, height)| (plot.across.at(day), plot.down.at(height)))
    };
    let band: Vec<(f32, f32)> = edge(1).chain(edge(-1).rev()).collect();
    let line: Vec<(f32, f32)> = edge(0).collect();
    let body = Ink::Body(SERIES);

    brush.fill(polygon(&band), Ink::Wash(SERIES));
    grid(brush, &plot);
    dates(brush, &plot, first.day, last.day, letters);
    if let ([_], [(x, upper), (_, lower)]) = (&line[..], &band[..]) {
        brush.fill(rounded(x - 6.0, *upper, 12.0, lower - upper, 6.0), Ink::Range);
    }
    brush.line(through(&line), body, if line.len() > DENSE { 3.5 } else { 4.5 });
    if line.len() <= DOTTED {
        line.iter().for_each(|&point| brush.fill(circle(point, 5.5), body));
    }
    // The last of several equally high ratings gets the mark, unless it is the end of the line, which has its own.
    if let Some(highest) = (0..values.len()).max_by_key(|&i| values[i].0).filter(|&i| i + 1 < values.len()) {
        mark_highest(brush, &plot, line[highest], values[highest].0, letters);
    }
    if let (Some(&end), Some(&value)) = (line.last(), values.last()) {
        mark_last(brush, &plot, end, value, letters);
    }
}

/// Draws a ring at the highest rating, and the number above it.
fn mark_highest(brush: &mut Brush<'_>, plot: &Plot, at: (f32, f32), rating: i32, letters: &Letters) {
    brush.fill(circle(at, DOT), Ink::Body(SERIES));
    brush.fill(circle(at, DOT - 4.0), Ink::Panel);
    let words = rating.to_string();
    let half = letters.width(&words, SMALL) / 2.0;
    let middle = at.0.clamp(plot.left + half, plot.right - half);
    brush.words(&words, (middle, at.1 - 26.0), SMALL, Ink::Text);
}

/// Draws a dot at the last rating, with the number and the deviation beside it.
fn mark_last(
    brush: &mut Brush<'_>,
    plot: &Plot,
    at: (f32, f32),
    (rating, deviation): (i32, i32),
    letters: &Letters,
) {
    brush.fill(circle(at, DOT), Ink::Body(SERIES));
    let left = at.0 + DOT + BESIDE;
    let middle = at.1.clamp(plot.top + 12.0, plot.bottom - 40.0);
    // In the middle of the card, the numbers interrupt the grid.
    let width = label_width(rating, deviation, letters);
    if left < plot.right {
        brush.fill(rounded(left - 8.0, middle - 20.0, width + 16.0, 68.0, 0.0), Ink::Panel);
    }
    brush.words_from(&rating.to_string(), (left, middle), LARGE, Ink::Text);
    brush.words_from(&plus_minus(deviation), (left, middle + 31.0), SMALL, Ink::Muted);
}

/// Returns the width of the numbers beside the last rating.
fn label_width(rating: i32, deviation: i32, letters: &Letters) -> f32 {
    letters.width(&rating.to_string(), LARGE).max(letters.width(&plus_minus(deviation), SMALL))
}

fn plus_minus(deviation: i32) -> String {
    format!("± {deviation}")
}

/// Draws the grid: lines with numbers.
fn grid(brush: &mut Brush<'_>, plot: &Plot) {
    let heights = || plot.rounds.iter().map(|&number| (number, plot.down.at(number as f32).round()));
    let lines = path(|p| {
        for (_, middle) in heights() {
            if let Some(line) = Rect::from_ltrb(plot.left, middle - 1.0, plot.right, middle + 1.0) {
                p.push_rect(line);
            }
        }
    });
    brush.fill(lines, Ink::Grid);
    for (number, middle) in heights() {
        brush.words_to(&number.to_string(), (plot.left - BESIDE, middle), SMALL, Ink::Muted);
    }
}

/// Writes dates below the plot, and draws a short line at each of them.
fn dates(brush: &mut Brush<'_>, plot: &Plot, first: Date, last: Date, letters: &Letters) {
    let middle = |day: Date, words: &str| {
        let half = letters.width(words, SMALL) / 2.0;
        let at = plot.across.at(days_between(first, day) as f32);
        (at, at.clamp(INSET + half, CARD as f32 - INSET - half), half)
    };
    let fit = |labels: &[(Date, String)]| {
        labels.windows(2).all(|pair| {
            let [(_, left, left_half), (_, right, right_half)] =
                [&pair[0], &pair[1]].map(|(day, words)| middle(*day, words));
            left + left_half + APART <= right - right_half
        })
    };
    for (day, words) in labels(first, last, fit) {
        let (at, middle, _) = middle(day, &words);
        brush.fill(rounded((at - 1.0).round(), plot.bottom, 2.0, 8.0, 0.0), Ink::Grid);
        brush.words(&words, (middle, plot.bottom + 28.0), SMALL, Ink::Muted);
    }
}
