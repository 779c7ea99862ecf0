//! Ladders: rows of a leaderboard.

use crate::scene::join_sentences;

/// The most rows of a ladder. A row apart is one more.
pub const MAX_ROWS: usize = 10;

/// A page of a leaderboard: rows with a rating, its deviation, the last ratings and the change of place.
///
/// The picture is 900 pixels wide, and 560 pixels high if the ladder is full. Fewer rows give a lower picture. A ladder needs at
/// least one row: without any there is nothing to see, and its caller sends text alone.
///
/// ```
/// use render::chart::{Change, Ladder, Own, Row};
///
/// let row = |place, rating, change| Row { place, rating, deviation: 84, recent: vec![1690, 1712], change };
/// let ladder = Ladder {
///     title: "Protozoa duels here".to_owned(),
///     rows: vec![row(1, 1712, Change::Up(2)), row(2, 1698, Change::Down(1))],
///     own: Some(Own::Apart(row(57, 1480, Change::New))),
/// };
/// assert_eq!(
///     ladder.alt(),
///     "Protozoa duels here, places 1 to 2. 1: 1712 ± 84, up 2. 2: 1698 ± 84, down 1. Your place, 57: 1480 ± 84, new.",
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ladder {
    /// The headline, such as `Protozoa duels here`. A long one is cut between words.
    pub title: String,
    /// The rows from the top, at most [`MAX_ROWS`]. Later ones are ignored.
    pub rows: Vec<Row>,
    /// The viewer's own row, which is highlighted. `None` if the viewer has none, or if the picture is for everybody.
    pub own: Option<Own>,
}

/// Where the viewer's own row is.
///
/// ```
/// use render::chart::Own;
///
/// let second = Own::Listed(1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Own {
    /// Among the rows, with this index.
    Listed(usize),
    /// Not among the rows. It is drawn apart from them: below, or above if its place is better.
    Apart(Row),
}

/// One player's row of a [`Ladder`].
///
/// ```
/// use render::chart::{Change, Row};
///
/// let newcomer = Row { place: 9, rating: 1544, deviation: 198, recent: vec![1500, 1544], change: Change::New };
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The place on the leaderboard, 1 to [`MAX_PLACE`](super::MAX_PLACE). Equal ratings can share a place.
    pub place: u32,
    /// The rating, 0 to [`MAX_RATING`](super::MAX_RATING).
    pub rating: i32,
    /// The number after ±, 0 to [`MAX_DEVIATION`](super::MAX_DEVIATION). 0 means that the board has none, as that of a season.
    pub deviation: i32,
    /// The ratings after the last games, oldest first. The picture shows the last ten, each row on a scale of its own. If no row has
    /// any, it has no such column.
    pub recent: Vec<i32>,
    /// The change of place since Monday, or of points since the season began.
    pub change: Change,
}

/// How a place has changed since Monday, or the points since a season began.
///
/// ```
/// use render::chart::Change;
///
/// assert_eq!(Change::Up(2).to_string(), "up 2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// Up by a number of places.
    Up(u32),
    /// Down by a number of places.
    Down(u32),
    /// The place is the same.
    Same,
    /// The player was not listed on Monday.
    New,
    /// By so many points since the season began.
    Points(i32),
    /// The change is unknown, because no snapshot goes so far down.
    Unknown,
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Change::Up(places) => write!(f, "up {places}"),
            Change::Down(places) => write!(f, "down {places}"),
            Change::Same => f.write_str("same place"),
            Change::New => f.write_str("new"),
            Change::Points(0) => f.write_str("same points"),
            Change::Points(points @ 1..) => write!(f, "up {points} points"),
            Change::Points(points) => write!(f, "down {} points", points.unsigned_abs()),
            Change::Unknown => f.write_str("change unknown"),
        }
    }
}

impl Ladder {
    /// Describes the ladder in words, in at most [`ALT_MAX`](crate::ALT_MAX) characters. Rows that do not fit are left out.
    pub fn alt(&self) -> String {
        let rows = self.shown();
        let title = &self.title;
        let mut sentences = vec![match (rows.first(), rows.last()) {
            (Some(first), Some(last)) if first.place != last.place => {
                format!("{title}, places {} to {}.", first.place, last.place)
            }
            (Some(only), _) => format!("{title}, place {}.", only.place),
            _ => format!("{title}."),
        }];
        let said = |row: &Row| {
            let mut said = row.rating.to_string();
            if row.deviation != 0 {
                said += &format!(" ± {}", row.deviation);
            }
            if row.change != Change::Unknown {
                said += &format!(", {}", row.change);
            }
            said + "."
        };
        for (index, row) in rows.iter().enumerate() {
            let whose = if self.own == Some(Own::Listed(index)) { " (yours)" } else { "" };
            sentences.push(format!("{}{whose}: {}", row.place, said(row)));
        }
        if let Some(Own::Apart(own)) = &self.own {
            sentences.push(format!("Your place, {}: {}", own.place, said(own)));
        }
        join_sentences(&sentences)
    }

    /// Returns the rows to draw, without one that is apart.
    pub(super) fn shown(&self) -> &[Row] {
        &self.rows[..self.rows.len().min(MAX_ROWS)]
    }
}
