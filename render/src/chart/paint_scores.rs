//! Draws the scores of a game by turn.

use tiny_skia::Rect;

use super::{
    scale::{Scale, span},
    scores::{Scores, Series},
    sheet::{BELOW_HEADER, PAD, SMALL, Sheet, WIDTH, through},
};
use crate::{
    brush::{Brush, Letters},
    layout::Area,
    shape::{path, rounded},
    theme::{Ink, Theme},
};

const HEIGHT: u32 = 320;
/// The space between the header and the card.
const BELOW: u32 = 12;
/// The space between the card's edge and its content.
const INSET: f32 = 18.0;
/// The space between the plot and its labels.
const BESIDE: f32 = 14.0;
/// The height of the turns below the plot.
const TURNS: f32 = 42.0;
/// The least distance between two lines of the grid.
const GRID: f32 = 40.0;
/// The least number of points that fill the height.
const LEAST: i32 = 6;
/// The length of a line beside its score.
const SAMPLE: f32 = 54.0;
/// The greatest height of a score beside the plot.
const ROW: f32 = 34.0;

/// The dashes and gaps of the lines by seat. The first line is whole. Lines of equal scores lie on each other and show through
/// the gaps.
const DASHES: [&[f32]; 8] = [
    &[],
    &[18.0, 9.0],
    &[5.0, 8.0],
    &[20.0, 7.0, 5.0, 7.0],
    &[34.0, 9.0],
    &[10.0, 12.0],
    &[5.0, 16.0],
    &[24.0, 6.0, 5.0, 6.0, 5.0, 6.0],
];

pub(super) fn draw<'a>(scores: &Scores, theme: Theme, letters: &'a Letters) -> Sheet<'a> {
    let mut sheet = Sheet::new(theme, letters, HEIGHT, &scores.title);
    let top = BELOW_HEADER + BELOW;
    let card = Area { left: PAD, top, width: WIDTH - 2 * PAD, height: HEIGHT - top - PAD };
    sheet.tile(card, Ink::Canvas, |brush| {
        let (width, height) = brush.size();
        brush.fill(rounded(0.0, 0.0, width, height, 9.0), Ink::Panel);
        paint(brush, scores, letters);
    });
    sheet
}

fn paint(brush: &mut Brush<'_>, scores: &Scores, letters: &Letters) {
    let (Some(&first), Some(&last)) = (scores.turns.first(), scores.turns.last()) else { return };
    let (width, height) = brush.size();
    let (top, bottom) = (INSET, height - TURNS);
    let all = scores.series.iter().flat_map(|series| series.values.iter().copied());
    let down = Scale::new(span(all, LEAST), (bottom - 4.0, top + 4.0));
    let rounds = down.rounds(GRID);
    let widest = |words: &mut dyn Iterator<Item = String>, em: f32| {
        words.map(|words| letters.width(&words, em)).fold(0.0, f32::max)
    };
    let row = ((bottom - top) / scores.series.len().max(1) as f32).min(ROW);
    let em = (row * 0.85).min(SMALL);
    let labels = widest(&mut scores.series.iter().map(label), em);
    let left = INSET + widest(&mut rounds.iter().map(ToString::to_string), SMALL) + BESIDE;
    let right = width - INSET - labels - SAMPLE - 2.0 * BESIDE;
    let across = Scale::new((first as f32, (last.max(first + 1)) as f32), (left, right));

    let heights = || rounds.iter().map(|&number| (number, down.at(number as f32).round()));
    let grid = path(|p| {
        for (_, middle) in heights() {
            if let Some(line) = Rect::from_ltrb(left, middle - 1.0, right, middle + 1.0) {
                p.push_rect(line);
            }
        }
    });
    brush.fill(grid, Ink::Grid);
    for (number, middle) in heights() {
        brush.words_to(&number.to_string(), (left - BESIDE, middle), SMALL, Ink::Muted);
    }
    let below = bottom + TURNS / 2.0;
    brush.words_from(&format!("turn {first}"), (left, below), SMALL, Ink::Muted);
    if last > first {
        brush.words_to(&last.to_string(), (right, below), SMALL, Ink::Muted);
    }
    // The whole line of the first seat is broad and lies below the others, so that equal scores show both.
    for series in &scores.series {
        let points = scores.turns.iter().zip(&series.values);
        let line: Vec<(f32, f32)> =
            points.map(|(&turn, &value)| (across.at(turn as f32), down.at(value as f32))).collect();
        let width = if series.owner.seat.index() == 0 { 7.0 } else { 4.0 };
        brush.patterned(through(&line), Ink::Body(series.owner.colour), width, dashes(series));
    }
    // Beside the plot are the last scores, the highest first.
    let mut by_score: Vec<&Series> = scores.series.iter().collect();
    by_score.sort_by_key(|series| std::cmp::Reverse(series.values.last().copied()));
    for (nth, series) in by_score.into_iter().enumerate() {
        let middle = top + row * (nth as f32 + 0.5);
        let start = right + BESIDE;
        let sample = through(&[(start, middle), (start + SAMPLE, middle)]);
        brush.patterned(sample, Ink::Body(series.owner.colour), 5.0, dashes(series));
        brush.words_from(&label(series), (start + SAMPLE + BESIDE, middle), em, Ink::Text);
    }
}

fn dashes(series: &Series) -> &'static [f32] {
    DASHES[series.owner.seat.index() % DASHES.len()]
}

/// Returns the colour of a seat with its last score.
fn label(series: &Series) -> String {
    let last = series.values.last().copied().unwrap_or_default();
    format!("{} {last}", series.owner.colour.name())
}
