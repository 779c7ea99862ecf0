//! Machine opponents for Petri's games. The crate depends on the rules only. It knows no clock, no thread, no disk and no person,
//! and no chance beyond a seed: the same request gives the same thought on every machine.
//!
//! ```
//! use engine::{Level, Request, Stop, think};
//! use rules::{Kind, Options, Seat, Table};
//!
//! let mut table = Table::new(Kind::Protozoa, &Options::new())?;
//! let sight = table.sight(Seat::FIRST, &[]).ok_or("seat 1 is to act")?;
//! let thought = think(&Request { sight, level: Level::Grazer, seed: 1 }, &Stop::new());
//! for notation in &thought.turn {
//!     table.play(Seat::FIRST, notation)?;
//! }
//! assert!(!table.to_act().contains(Seat::FIRST));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arena;
mod deepening;
mod equilibrium;
mod evaluate;
mod levels;
mod lines;
mod matrix;
mod party;
mod reasons;
mod stepper;
mod stop;
mod think;
mod tree;
pub mod tune;
mod turns;
mod weights;

pub use levels::Level;
pub use reasons::{Reason, reasons};
pub use stop::Stop;
pub use think::{Candidate, Mind, Request, Thought, think};
pub use weights::{Weights, WeightsError};
