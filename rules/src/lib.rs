//! The rules of Petri's board games. The crate knows positions, legal moves, outcomes, and the sentences and rule pages
//! that players read. It does no I/O and knows no clock, no chance and no network, so the same moves always give the same
//! position.
//!
//! ```
//! use rules::{Kind, Options, RESIGN, Seat, Table};
//!
//! let mut table = Table::new(Kind::Protozoa, &Options::new().with("players", 2))?;
//! assert!(table.legal(Seat::FIRST).contains(&"p@f4".to_owned()));
//! let played = table.play(Seat::FIRST, "p@f4")?;
//! assert_eq!(played.events[0].describe(&|seat| format!("Seat {seat}")), "Seat 1 places a pawn on f4.");
//! assert!(table.play(Seat::FIRST, "p@f5").is_err(), "it is seat 2's turn");
//! table.play(Seat::FIRST, RESIGN)?;
//! assert_eq!(table.outcome().map(|outcome| outcome.reason), Some("resigned"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Programs hold a [`Table`], which wraps a position of any game and takes moves as text. Code for one game works with its own
//! type, such as [`games::protozoa::Protozoa`], through the trait [`Game`].
//!
//! | module or type | holds |
//! | --- | --- |
//! | [`Table`] | a game as people play it: moves, resignations, draws, take-backs |
//! | [`Kind`], [`Any`], [`AnyEvent`] | all games behind one type, with moves and positions as text |
//! | [`Game`] | the trait that every game implements |
//! | [`games`] | the games, one folder each, and the list of them |
//! | [`Options`], [`About`] | what a game can be set up with, and how it describes itself |
//! | [`Outcome`], [`Ranking`] | how a game ended |
//! | [`Seat`], [`SeatSet`], [`Viewer`] | players' places, sets of them, and who looks at a game |
//! | [`Searchable`], [`Sight`] | what machines need to choose moves, and what one seat knows |
//! | [`Page`], [`Diagram`] | rule pages for players, with boards |
//! | [`Lesson`] | guided first games |
//! | [`Showcase`], [`Quick`] | positions worth drawing, and options for short games |
//! | [`grid`] | squares and their names |

mod boards;
mod danger;
mod error;
mod game;
pub mod games;
pub mod grid;
mod lesson;
mod options;
mod outcome;
mod page;
mod path;
mod registry;
mod search;
mod seat;
mod showcase;
mod table;
mod text;

pub use boards::DiagramError;
pub use error::ParseError;
pub use game::{Game, Leave, PASS, Refused, Route, Turn};
pub use lesson::{Attempt, Lesson, LessonStep};
pub use options::{
    About, Ending, OptionDefault, OptionSpec, Options, PLAYERS, PRESET, PieceInfo, Preset, Setting,
    SetupError, Takes, Value,
};
pub use outcome::{ABORTED, AGREED, LATE, Outcome, RESIGNED, Ranking, TIMED_OUT};
pub use page::{Diagram, Focus, Page};
pub use path::{Choice, Step, Word};
pub use registry::{Any, AnyEvent, Kind, LegalMove, Path, Refusal};
pub use search::{Feature, FeatureRow, Known, MOST_FEATURES, Searchable, Sight, Stride, Wording};
pub use seat::{Colour, Seat, SeatSet, Viewer};
pub use showcase::{Quick, Setup, Showcase};
pub use table::{
    ABORT, ALL_LATE, BACK, DRAW, END, Played, RESIGN, SKIP, SUBSTITUTE, TIMEOUT, Table, are_in_effect,
    check_move, in_effect,
};
pub use text::{listed, plural};
