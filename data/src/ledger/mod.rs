//! The ledger of ratings: results, and the tables that follow from them.
//!
//! | file | what |
//! | --- | --- |
//! | `pool.rs` | pools, days and seasons, the terms of a game, and people's settings |
//! | `record.rs` | writes results and reversals |
//! | `standing.rs` | single ratings, and the list of people on the boards |
//! | `board.rs`, `season.rs` | leaderboards, places and snapshots; those of a season |
//! | `history.rs` | the changes of ratings that results made |
//! | `meeting.rs` | meetings of two people |
//! | `person.rs` | the results of a person, and what explains a change of a rating |
//! | `review.rs` | pairs of people of whom one wins every game |
//! | `forecast.rs` | how well the ratings predicted results |
//! | `rebuild.rs` | the tables that can be rebuilt, and how to compare them |

mod board;
mod forecast;
mod history;
mod meeting;
mod person;
mod pool;
mod rebuild;
mod record;
mod review;
mod season;
mod standing;

pub use board::{Ranked, SNAPSHOT};
pub use history::{GameChange, Placing, RatingEvent};
pub use meeting::{HeadToHead, Meeting};
pub use person::{ExplainedChange, OpponentMet, PAIR_DAYS, PersonResult};
pub use pool::{
    Casual, Consent, Pool, PoolId, Ratings, RatingsWish, Shape, Terms, day_of, season_of, week_of,
};
pub use rebuild::RowDifference;
pub use record::{LedgerEntry, NewChange, NewMeeting, NewResult};
pub use review::OneSided;
pub use season::{SEASON_GAMES, SeasonRow};
pub use standing::Standing;
