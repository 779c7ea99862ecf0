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
//! | `scene` | defines scenes and their alt texts |
//! | `text_board` | writes boards in letters |
//! | `theme`, `palette` | assign colours to roles |
//! | `shape`, `brush`, `art` | draw vector shapes, text and pieces |
//! | `tile`, `border`, `hexagon`, `arrow`, `sign` | draw the tiles of which every picture consists |
//! | `layout`, `cells`, `board`, `panel` | place the tiles |
//! | `paint`, `encode` | turn tiles into a picture, and a picture into a file |
//! | `film` | turns scenes into a film, and several pictures into a sheet |

mod arrow;
mod art;
mod board;
mod border;
mod brush;
mod cells;
pub mod chart;
mod easel;
mod encode;
#[cfg(test)]
mod eyes;
mod film;
pub mod games;
mod hexagon;
mod layout;
mod paint;
mod palette;
mod panel;
mod scene;
mod shape;
mod sign;
mod text_board;
mod theme;
mod tile;

pub use chart::Chart;
pub use encode::{MAX_WIDTH, MIN_WIDTH, PaintError, Profile};
pub use film::{Frame, Plane};
pub use games::{diagram, scene};
pub use paint::Painter;
pub use scene::{
    ALT_MAX, Arrow, Art, Board, Card, Cell, Edges, Figure, Ground, Hint, Item, Mark, Outline, Owner, Piece,
    Role, Scene, Shape, Sign, State, Strength, Verdict, Way,
};
pub use text_board::TextBoard;
pub use theme::Theme;
