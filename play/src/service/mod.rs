//! The use cases: everything that people can do, without sentences and without Discord's types.
//!
//! A use case takes the caller and what they want, works in one transaction, and returns a [`crate::Response`] with values.
//! Messages for the whole channel go into the outbox in the same transaction. The crate `messages` makes posts of both.

mod admin;
mod catch_up;
mod channel_game;
#[cfg(test)]
mod clock_tests;
mod complete;
mod core;
mod costly;
mod describe;
mod due;
mod export;
mod habits;
mod heartbeat;
mod hint;
mod history;
mod invite;
mod leaderboard;
mod learn;
mod life;
mod limits;
mod lists;
mod lobby;
mod lobby_options;
mod lookup;
mod machine;
mod machine_lobby;
mod offers;
mod open_lobby;
mod overdue;
mod picker;
mod plans;
mod play;
mod press;
mod privacy;
mod profile;
mod puzzle;
mod puzzle_post;
mod rated_end;
mod ratings;
mod rematch;
mod replay;
mod returning;
mod review;
mod sentence;
mod settings;
mod sketch;
mod status;
mod substitute;
mod suspension;
#[cfg(test)]
mod tests;
mod thread;
mod tidy;
mod timeout;
mod undelivered;
mod verify;
mod versus;
mod vitals;
mod weekly;

pub use core::{Caller, Service};

pub use channel_game::ChannelGame;
pub use due::Next;
pub use habits::Paces;
pub use hint::{HINT_LEVEL, HINTS_A_DAY, HintTask, HintWish};
pub use leaderboard::{BoardWish, LAST_PAGE, PAGE_ROWS, seasons};
pub use limits::Member;
pub use lobby::{closed, readiness, why_closed};
pub use lookup::viewer;
pub use machine::Problem;
pub use machine_lobby::{MachineAct, USUAL_LEVEL};
pub use open_lobby::{Invitee, NewThread, Opened, Request, Wish};
pub use picker::Screen;
pub use plans::{ALL_PLANS, Field, Wished};
pub use play::MOST_CONFIRMED;
pub use press::{Pass, Press, Target};
pub use puzzle_post::{PuzzleSearch, machines_riddle, puzzle_post};
pub use rated_end::rated_end;
pub use replay::{ReplayWish, of_game as film_of};
pub use settings::{Changes, USUAL};
pub use sketch::{SketchAct, SketchWish};
pub use thread::thread_name;
pub use verify::Unverified;
pub use vitals::Vitals;
pub use weekly::weekly_post;

pub use crate::game::ahead::WHATEVER;
