//! Board pictures: what a viewer may know of a game becomes a [`Scene`], and one [`Painter`] draws every scene as a palette
//! PNG.
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
//! | module | what |
//! | --- | --- |
//! | [`games`] | makes scenes, a file for each game |
//! | `scene` | what a scene is, and how it reads in words |
//! | `theme`, `palette` | colours by what they are for |
//! | `shape`, `brush`, `art` | vector shapes, words, pieces |
//! | `tile`, `border`, `arrow`, `sign` | the small pictures everything is put together from |
//! | `layout`, `board`, `panel` | what goes where |
//! | `paint`, `encode` | tiles become a picture, a picture becomes a file |

mod arrow;
mod art;
mod board;
mod border;
mod brush;
mod encode;
pub mod games;
mod layout;
mod paint;
mod palette;
mod panel;
mod scene;
mod shape;
mod sign;
mod theme;
mod tile;

pub use encode::{PaintError, Profile};
pub use games::{diagram, scene};
pub use paint::{MAX_WIDTH, MIN_WIDTH, Painter, Sprite};
pub use scene::{
    ALT_MAX, Arrow, Art, Board, Card, Cell, Figure, Ground, Hint, Item, Mark, Outline, Owner, Piece, Role,
    Scene, Sign, State, Strength, Verdict, Way,
};
pub use theme::Theme;
