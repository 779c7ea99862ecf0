//! How a picture looks to one person: the theme and the wishes beside it.

use crate::theme::Theme;

/// The settings of a person or a server for pictures.
///
/// ```
/// use render::{Look, Painter, Profile, Theme};
/// use rules::{Kind, Options, Seat, Table, Viewer};
///
/// let table = Table::new(Kind::PlanktonSynapse, &Options::new())?;
/// let scene = render::scene(&table, Viewer::Seat(Seat::new(2).ok_or("no seat")?), &[]);
/// let painter = Painter::new(Theme::Dark);
/// let flipped = painter.with(Look { flip: true, ..Look::from(Theme::Dark) });
/// assert_ne!(flipped.png(&scene, Profile::Quick)?, painter.png(&scene, Profile::Quick)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    /// The colours of the picture.
    pub theme: Theme,
    /// Whether the bodies of pieces have a filling that distinguishes the seats without colours.
    pub patterns: bool,
    /// Whether a board that has sides is turned so that the viewer's side is below.
    pub flip: bool,
    /// Whether the picture leaves out cards and legend, and has larger pieces and names of squares.
    pub big: bool,
}

impl Look {
    /// Returns the part of the look that changes tiles. Turning a board only moves them.
    pub(crate) fn of_tiles(self) -> Look {
        Look { flip: false, ..self }
    }
}

impl From<Theme> for Look {
    /// Returns the plain look of a theme.
    fn from(theme: Theme) -> Look {
        Look { theme, patterns: false, flip: false, big: false }
    }
}
