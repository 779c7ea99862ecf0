//! Charts of ratings and scores: plain data, each with a title from its caller and an alt text. The same [`Painter`](crate::Painter) that
//! draws boards draws them, with the same font and colours.
//!
//! A chart holds numbers and no names. The text beside a [`Ladder`] names the players by the places that the picture shows.
//!
//! | module | what it does |
//! | --- | --- |
//! | `ladder`, `line`, `scores` | define the charts and their alt texts |
//! | `paint_ladder`, `paint_line`, `paint_scores` | draw them |
//! | `scale` | maps numbers to pixels and picks round numbers for labels |
//! | `dates` | picks the dates for labels |
//! | `sheet` | collects the parts of a picture |

mod dates;
mod ladder;
mod line;
mod paint_ladder;
mod paint_line;
mod paint_scores;
mod scale;
mod scores;
mod sheet;

pub use ladder::{Change, Ladder, MAX_ROWS, Own, Row};
pub use line::{Line, MAX_POINTS, Point};
pub use scale::{MAX_DEVIATION, MAX_PLACE, MAX_RATING};
pub use scores::{Scores, Series};

use crate::{brush::Letters, theme::Theme};
use sheet::Sheet;

/// A picture about ratings or scores.
///
/// Two equal charts give the same picture. Numbers out of range are drawn as the nearest number in range.
///
/// ```
/// use jiff::civil::date;
/// use render::{Painter, Profile, Theme, chart::{Chart, Line, Point}};
///
/// let points = vec![
///     Point { day: date(2026, 5, 3), rating: 1500, deviation: 246 },
///     Point { day: date(2026, 11, 9), rating: 1634, deviation: 84 },
/// ];
/// let chart = Chart::Line(Line { title: "Protozoa duels here".to_owned(), points });
/// let picture = Painter::new(Theme::Dark).chart(&chart, Profile::Post)?;
/// println!("{} bytes: {}", picture.len(), chart.alt());
/// # Ok::<(), render::PaintError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chart {
    /// The rows of a leaderboard.
    Ladder(Ladder),
    /// A rating over time.
    Line(Line),
    /// The scores of a game by turn.
    Scores(Scores),
}

impl Chart {
    /// Describes the chart in words for people who do not see the picture, in at most [`ALT_MAX`](crate::ALT_MAX) characters.
    pub fn alt(&self) -> String {
        match self {
            Chart::Ladder(ladder) => ladder.alt(),
            Chart::Line(line) => line.alt(),
            Chart::Scores(scores) => scores.alt(),
        }
    }

    /// Draws the chart.
    pub(crate) fn draw<'a>(&self, theme: Theme, letters: &'a Letters) -> Sheet<'a> {
        match self {
            Chart::Ladder(ladder) => paint_ladder::draw(ladder, theme, letters),
            Chart::Line(line) => paint_line::draw(line, theme, letters),
            Chart::Scores(scores) => paint_scores::draw(scores, theme, letters),
        }
    }
}
