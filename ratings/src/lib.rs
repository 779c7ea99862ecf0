//! The arithmetic of ratings: what a finished game changes, who is listed on a leaderboard, and how well ratings predict games.
//!
//! The crate is pure: ratings, places and numbers of days come in, numbers go out. It knows no people, no rules and no dates, and it
//! writes no sentences. The model is that of Weng and Lin (Bradley-Terry, full pairing) for 2 to 8 sides, with ties and teams. Around
//! it, this crate adds drift, weights and seat offsets.
//!
//! ```
//! use ratings::{Member, Rating, Side, rate};
//!
//! // Two new players meet, and the first one wins.
//! let sides = [1, 2].map(|place| Side::one(place, Member::new(Rating::START)));
//! let changes = rate(&sides)?;
//! let (winner, loser) = (changes[0][0].after, changes[1][0].after);
//! assert_eq!((winner.shown(), winner.plus_minus()), (1578, 238));
//! assert_eq!((loser.shown(), loser.plus_minus()), (1422, 238));
//! # Ok::<(), ratings::RateError>(())
//! ```
//!
//! | item | what it does |
//! | --- | --- |
//! | [`Rating`] | a mean and its uncertainty in millionths, and the points that people read |
//! | [`rate`] | computes what a game of [`Side`]s and [`Member`]s changes |
//! | [`rate_former`] | computes what the game changes for a player whom a substitute replaced |
//! | [`Change`] | one person's rating before and after; [`Change::undo`] takes it back when the game is voided |
//! | [`PairFactor`] | makes games count less that the same people play again and again |
//! | [`seat_offset`] | the advantage of a seat in points |
//! | [`Entry`], [`Scope`], [`games_until_listed`] | who is listed on a leaderboard, until which day, and after how many more games |
//! | [`expected_score`], [`win_chances`] | what the ratings predict |
//! | [`Forecast`], [`Report`] | how well the predictions came true |
//! | [`SeatSums`] | how much better a seat does than the predictions |
//!
//! Each file in `src` holds one or two rows of this table. The constants of the model are in `model.rs`.

mod forecast;
mod former;
mod listing;
mod model;
mod offsets;
mod pairs;
mod rating;
mod seats;

pub use forecast::{BINS, Bin, BinSums, Estimate, Forecast, Report, Sums, expected_score, win_chances};
pub use former::{Replaced, rate_former};
pub use listing::{Entry, KNOWN_OPPONENTS, LISTED_PLUS_MINUS, Lineup, Scope, games_until_listed};
pub use model::{Change, MODEL, MOST_PEOPLE, MOST_SIDES, Member, RateError, Side, rate};
pub use offsets::{MOST_OFFSET, seat_offset};
pub use pairs::PairFactor;
pub use rating::{POINTS_PER_UNIT, Rating, RatingError};
pub use seats::SeatSums;
