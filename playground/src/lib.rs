//! A small Discord-compatible server on loopback, with a chat page, for trying and testing bots without Discord.
//!
//! A bot written for Discord runs against it unchanged: the playground serves REST v10 and gateway v10 with Discord's shapes,
//! limits and error bodies. People use the page, or the people interface, which is JSON over HTTP. The folder's `README.md`
//! documents every route and what is enforced.
//!
//! ```
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let server = playground::Server::bind(playground::Options::default()).await?;
//! let url = server.url(); // the page, and the base address for bots
//! let stop = tokio_util::sync::CancellationToken::new();
//! let running = tokio::spawn(server.run(stop.clone()));
//! assert!(url.starts_with("http://127.0.0.1:"));
//! stop.cancel();
//! running.await??;
//! # Ok(())
//! # }
//! ```
//!
//! # Map
//!
//! Each line may use the lines above it, and no module uses one below. Imports form no circle, not even within a folder.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `clock`, `error` | the clock that tests can advance; errors in Discord's words |
//! | `model` | the world as data and as Discord's JSON: guilds, channels, people, bots, messages, interactions |
//! | `options`, `payload`, `fault`, `disk` | the options of a playground, request bodies, injected faults, the disk |
//! | `enforce` | Discord's limits, as checks of bodies |
//! | `state` | the running playground behind one lock, and every change to it with its events |
//! | `http`, `wire`, `door` | parts that routes share, connections that can be cut, the check of every request's origin |
//! | `gateway`, `rest`, `people`, `web` | what clients connect to: bots over WebSocket and REST, people over HTTP, the page |
//! | `server` | binding, serving and stopping all of this |

mod clock;
mod disk;
mod door;
mod enforce;
mod error;
mod fault;
mod gateway;
mod http;
mod model;
mod options;
mod payload;
mod people;
mod rest;
mod server;
mod state;
mod web;
mod wire;

pub use options::Options;
pub use server::{BindError, ServeError, Server};
