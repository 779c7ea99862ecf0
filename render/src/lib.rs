//! Pictures of boards and ratings: a [`Scene`] holds what one viewer may see of a game, a [`Chart`] holds ratings, and one
//! [`Painter`] draws them all as PNGs with a palette. Scenes and charts are plain data, and each has an alt text for screen readers.
//!
//! ```
//! use render::{Painter, Profile, Theme};
//! use rules::{Kind, Options, Table, Viewer};
//!
//! let table = Table::new(Kind::Protozoa, &Options::new())?;
//! let scene = render::scene(&table, Viewer::Public, &[]);
//! let picture = Painter::new(Theme::Dark).png(&scene, Profile::Post)?;
//! println!("{} bytes: {}", picture.len(), scene.alt());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it does |
//! | --- | --- |
//! | [`games`] | makes scenes, with one file for each game |
//! | [`chart`] | defines, draws and describes charts of ratings |
//! | `scene`, `change` | define scenes, their alt texts, and the changes from step to step |
//! | `text_board` | writes boards in letters |
//! | `look`, `theme`, `palette` | assign colours to roles, and hold the wishes of a viewer |
//! | `shape`, `brush`, `filling`, `art` | draw vector shapes, text, patterns and pieces |
//! | `tile`, `border`, `hexagon`, `arrow`, `sign` | draw the tiles of which every picture consists |
//! | `layout`, `cells`, `board`, `panel` | place the tiles |
//! | `paint`, `encode` | turn tiles into a picture, and a picture into a file |
//! | `window` | shows a part of a large board |
//! | `steps` | turns what happened into the scenes of its steps |
//! | `film` | turns scenes into a film, and several pictures into a sheet |

mod arrow;
mod art;
mod board;
mod border;
mod brush;
mod cells;
mod change;
pub mod chart;
mod easel;
mod encode;
#[cfg(test)]
mod eyes;
mod filling;
mod film;
pub mod games;
mod hexagon;
mod layout;
mod look;
mod paint;
mod palette;
mod panel;
mod scene;
mod shape;
mod sign;
mod steps;
mod text_board;
mod theme;
mod tile;
mod window;

pub use change::Change;
pub use chart::Chart;
pub use encode::{MAX_WIDTH, MIN_WIDTH, PaintError, Profile};
pub use film::{Frame, Plane};
pub use games::{diagram, is_step, planned, scene, with_clues};
pub use look::Look;
pub use paint::Painter;
pub use scene::{
    ALT_MAX, Arrow, Art, Board, Card, Cell, Edges, Figure, Ground, Hint, Home, Item, Mark, Outline, Owner,
    Piece, Role, Scene, Shape, Sign, State, Strength, Verdict, Way,
};
pub use steps::{Step, changes, steps};
pub use text_board::TextBoard;
pub use theme::Theme;
