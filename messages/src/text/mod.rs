//! Every text that players and administrators read, except the words of a single game, which its rules keep.
//!
//! Sentences are short, say what's possible, and never blame. A player is named by a mention, which notifies only the players
//! in a post's `pings`. A seat is named by its colour.

mod admin;
mod board;
mod clocks;
mod common;
mod doctor;
mod films;
mod habits;
mod hint;
mod leaderboards;
mod lesson;
mod life;
mod lists;
mod lobby;
mod more;
mod notices;
mod outcome;
mod panel;
mod plans;
mod privacy;
mod profiles;
mod puzzle;
mod rated;
mod rated_end;
mod records;
mod refusals;
mod rejected;
mod review;
mod settings;
mod sketch;
mod status;
mod weekly;

pub use self::{
    admin::*, board::*, clocks::*, common::*, doctor::*, films::*, habits::*, hint::*, leaderboards::*,
    lesson::*, life::*, lists::*, lobby::*, more::*, notices::*, outcome::*, panel::*, plans::*, privacy::*,
    profiles::*, puzzle::*, rated::*, rated_end::*, records::*, refusals::*, rejected::*, review::*,
    settings::*, sketch::*, status::*, weekly::*,
};
