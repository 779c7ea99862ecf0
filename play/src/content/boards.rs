//! The values of leaderboards and of the ratings after a game.

use std::{fmt, str::FromStr};

use data::{GameId, PersonId, Pool, Shape};
use jiff::Timestamp;
use ratings::Rating;
use rules::Kind;

/// The time that a leaderboard covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Span {
    /// All games.
    All,
    /// A quarter of a year, as [`data::season_of`] counts them.
    Season(i64),
}

/// A span is written `all` or, for a season, `2026-Q3`.
///
/// ```
/// use play::content::Span;
///
/// let season: Span = "2026-Q3".parse().unwrap();
/// assert_eq!((season, season.to_string().as_str()), (Span::Season(4 * 2026 + 2), "2026-Q3"));
/// assert!("2026-Q5".parse::<Span>().is_err());
/// ```
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Span::All => f.write_str("all"),
            Span::Season(season) => write!(f, "{}-Q{}", season.div_euclid(4), season.rem_euclid(4) + 1),
        }
    }
}

/// The text names no season.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownSpan;

impl FromStr for Span {
    type Err = UnknownSpan;

    fn from_str(text: &str) -> Result<Span, UnknownSpan> {
        if text.eq_ignore_ascii_case("all") {
            return Ok(Span::All);
        }
        let (year, quarter) = text.split_once(['-', ' ']).ok_or(UnknownSpan)?;
        let quarter = quarter.strip_prefix(['q', 'Q']).unwrap_or_default();
        let quarter = quarter.parse::<i64>().ok().filter(|quarter| (1..=4).contains(quarter));
        let year = year.parse::<i64>().ok().filter(|year| (1970..=9999).contains(year));
        Ok(Span::Season(4 * year.ok_or(UnknownSpan)? + quarter.ok_or(UnknownSpan)? - 1))
    }
}

/// The rows of a leaderboard to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardPage {
    /// The first page.
    Top,
    /// The page with this number, from 0.
    At(u8),
    /// The rows around the caller.
    Me,
}

/// A page of a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaderboard {
    /// The pool.
    pub pool: Pool,
    /// The time that it covers.
    pub span: Span,
    /// The number of the page, from 0; `None` if these are the rows around the caller.
    pub page: Option<u8>,
    /// The number of the page before these rows, if there is one.
    pub up: Option<u8>,
    /// The number of the page after these rows, if there is one.
    pub down: Option<u8>,
    /// The rows, at most ten.
    pub rows: Vec<BoardRow>,
    /// The number of people on the whole board.
    pub listed: u32,
    /// The caller's own state; `None` if the board is for everybody.
    pub own: Option<OwnPlace>,
    /// The caller, unless the board is for everybody.
    pub to: Option<PersonId>,
    /// The other pools that the same people can look at.
    pub others: Vec<Pool>,
}

/// A row of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardRow {
    /// The place. People with the same points share it.
    pub place: u32,
    /// The person.
    pub person: PersonId,
    /// The rating in points.
    pub shown: i32,
    /// The standard deviation of today in points. The board of a season has none.
    pub plus_minus: Option<i32>,
    /// The number of rated games, in all or in the season.
    pub games: u32,
    /// How the person has moved.
    pub moved: Moved,
    /// The points after the last ten games, oldest first. Empty in a season.
    pub recent: Vec<i32>,
}

/// The leaderboards of a server in its weekly post.
#[derive(Clone, PartialEq, Debug)]
pub struct WeeklyBoards {
    /// The week, as [`data::week_of`] counts them.
    pub week: i64,
    /// When the boards were read.
    pub at: Timestamp,
    /// The boards that have rows, those with the most games first.
    pub boards: Vec<TopRows>,
}

/// The first rows of a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct TopRows {
    /// The pool.
    pub pool: Pool,
    /// The rows, at most ten.
    pub rows: Vec<BoardRow>,
    /// The number of people on the whole board.
    pub listed: u32,
}

/// How a person on a leaderboard has moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moved {
    /// Up by so many places since Monday, or down if it is negative.
    Places(i32),
    /// The person was not listed on Monday.
    New,
    /// The place on Monday was beyond the first hundred, or there was none.
    Unknown,
    /// By so many points since the season began.
    Points(i32),
}

/// The caller's own place on a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OwnPlace {
    /// The caller is listed with this row.
    Listed(BoardRow),
    /// The caller has played but is not listed.
    Unlisted {
        /// The rating of today.
        rating: Rating,
        /// The number of rated games, in all or in the season.
        games: u32,
        /// Why the caller is not listed.
        why: Unlisted,
    },
    /// The caller has played no rated game of this kind.
    NoGames,
}

/// Why a person with rated games is not listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unlisted {
    /// About so many more games are needed. `None` if they are many.
    Needs(Option<u32>),
    /// The person's opponents have met nobody else yet.
    Opponents,
    /// The person hides their ratings or has switched them off.
    Wish,
}

/// The ratings after a finished game, as everybody may see them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedEnd {
    /// The changes on the game's server, ordered by person. People who hide their ratings are left out.
    pub changes: Vec<ShownChange>,
    /// Whether the result was voided.
    pub voided: bool,
}

/// The change of a rating by a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownChange {
    /// The person.
    pub person: PersonId,
    /// The points after the game.
    pub shown: i32,
    /// The change in points.
    pub gained: i32,
    /// Whether the person is listed.
    pub listed: bool,
}

/// The effect of a game on one player's rating.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingChange {
    /// The game.
    pub game: GameId,
    /// The kind of game.
    pub kind: Kind,
    /// The shape of the game.
    pub shape: Shape,
    /// Whether the result was voided.
    pub voided: bool,
    /// The player's part in the result.
    pub part: Part,
}

/// A player's part in the result of a rated game.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// The caller did not play in the game.
    Stranger,
    /// The caller played, but their rating did not change: they took over a seat, never moved, or handed over a seat that did well.
    Unchanged {
        /// Whether the caller took over a seat.
        substitute: bool,
    },
    /// The game changed the caller's rating.
    Changed(Explanation),
}

/// The facts that explain a change of a rating.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The rating on the server before and after the game.
    pub here: (Rating, Rating),
    /// The rating in the world before and after the game, if the game counted there.
    pub world: Option<(Rating, Rating)>,
    /// The place of the caller's side, from 1.
    pub place: u32,
    /// How many sides took part.
    pub sides: u32,
    /// The opponents, with how often the two had met before in a month.
    pub opponents: Vec<(PersonId, u32)>,
    /// The mean rating of the opponents in points, unless one of them hides theirs.
    pub against: Option<i32>,
    /// How much of a full game it counted, in millionths.
    pub share: i64,
    /// Whether a substitute took over the caller's seat.
    pub replaced: bool,
    /// The advantage of the caller's seat in points.
    pub seat_offset: i32,
}
