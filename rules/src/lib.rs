//! The rules of Petri's games, and nothing else: no I/O, no clock, no chance, no channel.
//!
//! A game is a position that can be played on ([`Game`]); the same moves always give the same position. Everything outside
//! holds a [`Table`]: any game with its moves as text, and who has left it.
//!
//! ```
//! use rules::{Kind, Options, Seat, Table};
//!
//! let mut table = Table::new(Kind::Protozoa, &Options::new().with("players", 2))?;
//! let played = table.play(Seat::FIRST, "p@f4")?;
//! println!("{}", played.events[0].say(&|seat| format!("Seat {seat}")));
//! assert!(table.play(Seat::FIRST, "p@f5").is_err(), "it is seat 2's turn");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what |
//! | --- | --- |
//! | [`games`] | the games, one folder each, and their list |
//! | [`Game`] | what every game is |
//! | [`Kind`], [`Any`], [`AnyEvent`] | all games behind one type |
//! | [`Table`] | a game as people play it |
//! | [`grid`] | squares and their names |

mod game;
pub mod games;
pub mod grid;
mod options;
mod outcome;
mod page;
mod registry;
mod seat;
mod table;
mod text;

pub use game::{Game, Leave, ParseError, Refused, Route, Turn};
pub use options::{
    About, Ending, OptionSpec, Options, PLAYERS, PRESET, PieceInfo, Preset, SetupError, Takes, Value,
};
pub use outcome::{Outcome, Ranking};
pub use page::{Diagram, DiagramError, Focus, Page};
pub use registry::{Any, AnyEvent, Kind, LegalMove, Refusal};
pub use seat::{Colour, Seat, SeatSet, Viewer};
pub use table::{
    ABORT, ABORTED, AGREED, ALL_LATE, BACK, DRAW, END, LATE, PASS, Played, RESIGN, RESIGNED, SKIP,
    SUBSTITUTE, TIMED_OUT, TIMEOUT, Table, are_in_effect, check_move, in_effect,
};
