//! The use cases of Petri: everything that people can do, each as one transaction, without Discord and without sentences.
//!
//! A [`Service`] works on a store. Its methods take a [`Caller`] and what they want, and return a [`Response`] whose [`Content`]
//! is a value, or an [`Error`] that holds why the request was [`Rejected`]. The crate `messages` turns both into words and
//! buttons.
//!
//! ```
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("petri.sqlite");
//! use std::sync::Arc;
//!
//! use play::{Error, Service, time::Clock};
//!
//! let service = Service::new(data::Store::open(&path).await?, Arc::default(), Clock::default());
//! let lobby = service.lobby_in(100.into()).await?;
//! assert!(lobby.is_none(), "nobody has opened one");
//! # Ok(())
//! # }
//! # tokio::runtime::Runtime::new().unwrap().block_on(example()).unwrap();
//! ```
//!
//! | module | holds |
//! | --- | --- |
//! | [`service`] | the use cases |
//! | [`game`] | what reacts when the record of a game grows, and the one driver that writes it |
//! | [`content`], [`rejected`], [`error`] | what use cases return |
//! | [`setup`], [`catalogue`], [`seats`] | games and options as players type them, and how people share seats |
//! | [`server`] | the settings of a server and their defaults |
//! | [`time`], [`failpoint`] | the clock, and points at which tests stop the program |

pub mod balance;
pub mod catalogue;
pub mod content;
pub mod error;
pub mod failpoint;
#[cfg(any(test, feature = "fixture"))]
pub mod fixture;
pub mod game;
pub mod rejected;
pub mod seats;
pub mod server;
pub mod service;
pub mod setup;
pub mod time;

pub use self::{
    content::{Completion, Content, LONGEST_CHOICE, MOST_CHOICES, Response, cut},
    error::Error,
    rejected::Rejected,
    service::{Caller, Service},
};
