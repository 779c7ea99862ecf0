//! Ratings over time.

use jiff::civil::Date;

use crate::scene::join_sentences;

/// The most points that a chart shows.
pub const MAX_POINTS: usize = 200;

/// A rating over time: a line in a band as wide as the deviation, 900 by 420 pixels.
///
/// The line needs at least one point: without any there is nothing to see, and its caller sends text alone.
///
/// ```
/// use jiff::civil::date;
/// use render::chart::{Line, Point};
///
/// let point = |day, rating| Point { day, rating, deviation: 84 };
/// let points = vec![
///     point(date(2026, 5, 3), 1500),
///     point(date(2026, 10, 1), 1660),
///     point(date(2026, 11, 9), 1634),
/// ];
/// let line = Line { title: "Protozoa duels here".to_owned(), points };
/// assert_eq!(
///     line.alt(),
///     "Protozoa duels here. Rating from 1500 on 3 May to 1634 on 9 November, highest 1660.",
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The headline, such as `Protozoa duels here`. A long one is cut between words.
    pub title: String,
    /// The ratings, oldest first. Several of one day are spread over the day. If there are more than [`MAX_POINTS`], the line
    /// leaves some out. It keeps the first, the last, the highest and the lowest one.
    pub points: Vec<Point>,
}

/// A rating at some time.
///
/// ```
/// use render::chart::Point;
///
/// let newcomer = Point { day: jiff::civil::date(2026, 5, 3), rating: 1500, deviation: 246 };
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// The day of the game.
    pub day: Date,
    /// The rating after the game, 0 to [`MAX_RATING`](super::MAX_RATING).
    pub rating: i32,
    /// The number after ±, 0 to [`MAX_DEVIATION`](super::MAX_DEVIATION).
    pub deviation: i32,
}

impl Line {
    /// Describes the line in words, in at most [`ALT_MAX`](crate::ALT_MAX) characters. Years are named if there are several.
    pub fn alt(&self) -> String {
        let title = format!("{}.", self.title);
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else {
            return join_sentences(&[title]);
        };
        let format = if first.day.year() == last.day.year() { "%-d %B" } else { "%-d %B %Y" };
        let at = |point: &Point| format!("{} on {}", point.rating, point.day.strftime(format));
        let sentence = if self.points.len() == 1 {
            format!("Rating {}.", at(last))
        } else {
            let highest = self.points.iter().map(|point| point.rating).max().unwrap_or(last.rating);
            format!("Rating from {} to {}, highest {highest}.", at(first), at(last))
        };
        join_sentences(&[title, sentence])
    }

    /// Returns the points to draw.
    pub(super) fn shown(&self) -> Vec<Point> {
        let points = &self.points;
        if points.len() <= MAX_POINTS {
            return points.clone();
        }
        // The lowest and the highest point of each part keep the outline of the whole line.
        let parts = MAX_POINTS / 2 - 1;
        let end = |part: usize| part * points.len() / parts;
        let mut kept: Vec<usize> = (0..parts)
            .flat_map(|part| {
                let indices = || end(part)..end(part + 1);
                [indices().min_by_key(|&i| points[i].rating), indices().max_by_key(|&i| points[i].rating)]
            })
            .flatten()
            .chain([0, points.len() - 1])
            .collect();
        kept.sort_unstable();
        kept.dedup();
        kept.into_iter().map(|i| points[i]).collect()
    }
}

#[cfg(test)]
mod tests {
    use jiff::{ToSpan, civil::date};

    use super::*;

    #[test]
    fn thinned_line_keeps_its_extremes() {
        let begin = date(2024, 2, 1);
        let point = |i: i32| Point {
            day: begin.saturating_add((i / 3).days()),
            rating: 1500 + i * 7919 % 400,
            deviation: 80,
        };
        let mut points: Vec<Point> = (0..5000).map(point).collect();
        points[1234].rating = 2200;
        points[3210].rating = 700;
        let line = Line { title: "Duels".to_owned(), points };
        let shown = line.shown();
        assert!(shown.len() <= MAX_POINTS && shown.len() > MAX_POINTS / 2, "{}", shown.len());
        assert_eq!((shown.first(), shown.last()), (line.points.first(), line.points.last()));
        assert!(shown.contains(&line.points[1234]) && shown.contains(&line.points[3210]));
        assert!(shown.is_sorted_by_key(|point| point.day));
    }
}
