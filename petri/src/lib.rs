//! The program: its command line, the checks of `petri doctor`, backups, the arbiter, and the playground with the bot in one
//! process.
//!
//! ```
//! use petri::tools;
//!
//! let counts = tools::perft("protozoa", 1, None, false)?;
//! assert!(counts.contains("1"), "{counts}");
//! # Ok::<(), anyhow::Error>(())
//! ```
//!
//! | module | holds |
//! | --- | --- |
//! | [`cli`] | the commands of the program |
//! | [`doctor`] | what `petri doctor` checks |
//! | [`arbiter`] | games judged for other programs |
//! | [`tools`] | perft and pictures |
//! | [`monitor`] | metrics and health checks over HTTP |
//! | [`data_dir`], [`server`], [`token`] | the folder with the database, the server of another one, the bot's token |

pub mod arbiter;
pub mod cli;
pub mod data_dir;
pub mod doctor;
pub mod monitor;
pub mod server;
pub mod token;
pub mod tools;
