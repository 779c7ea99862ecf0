//! Stories of people who play with the bot: the real program in a playground, over real sockets.
#![allow(clippy::expect_used)] // All of this is test code, also what stands outside the test functions.

mod arbiter;
mod base_url;
mod browser;
mod chat;
mod check;
mod clocks;
mod crash;
mod faults;
mod layering;
mod life;
mod lobby;
mod message;
mod openapi;
mod permissions;
mod process;
mod protozoa;
mod races;
mod reading;
mod records;
mod refusals;
mod reminders;
mod semiosphere;
mod settings;
mod status;
mod storage;
mod stract_secrets;
mod table;
mod threads;
mod time_up;
mod torment;
mod torture;
mod twice;
mod two_seats;
mod whole_games;
mod world;
