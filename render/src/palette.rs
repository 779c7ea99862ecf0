//! The colours of a theme's pictures, at most 254, and the nearest of them for every blended colour.

use std::collections::HashMap;

use rules::Colour;

use crate::theme::{COLOURS, Ink, Rgb, Theme, mix};

/// The most colours. An index is one byte, and animations need one for pixels that stay.
const MOST: usize = 254;

/// The colours of a theme with their indices, the same for every picture.
pub(crate) struct Palette {
    colours: Vec<Rgb>,
    /// The blended colours that were looked up before.
    nearest: HashMap<Rgb, u8>,
}

impl Palette {
    /// Collects the colours of all roles, and the half-way colours of roles that touch each other in pictures.
    pub(crate) fn new(theme: Theme) -> Palette {
        use Ink::{
            Accent, Alarm, Body, Canvas, Deep, Fresh, Ghost, Haven, Muted, On, Other, Pale, Panel, Power,
            Shine, Square, Text, Wash,
        };
        let mut palette = Palette { colours: Vec::with_capacity(MOST), nearest: HashMap::new() };
        for ink in Ink::all() {
            palette.add(theme.rgb(ink));
        }
        let mut between = |a: Ink, b: Ink| palette.add(mix(theme.rgb(a), theme.rgb(b), 0.5));
        for (a, b) in [
            (Text, Canvas),
            (Text, Panel),
            (Text, Haven),
            (Muted, Canvas),
            (Muted, Panel),
            (Canvas, Alarm),
            (Alarm, Square),
            (Alarm, Other),
            (Accent, Fresh),
            (Ghost, Square),
            (Ghost, Other),
            (Haven, Shine),
            (Power, Square),
            (Power, Other),
            (Power, Haven),
            (Power, Panel),
            (Alarm, Panel),
            (Accent, Panel),
            (Text, Square),
            (Text, Other),
        ] {
            between(a, b);
        }
        for colour in COLOURS {
            between(Body(colour), Deep(colour));
            between(Pale(colour), Deep(colour));
            between(Body(colour), Pale(colour));
            between(Body(colour), On(colour));
            between(Body(colour), Panel);
            between(Deep(colour), Square);
            between(Deep(colour), Other);
            between(Deep(colour), Canvas);
            between(Deep(colour), Wash(colour));
            between(Body(colour), Wash(colour));
            between(Text, Wash(colour));
        }
        palette
    }

    /// Collects the colours of charts: those of boards, and a few more. Boards do without these, so that no blended colour of a
    /// board is nearer to one of them.
    pub(crate) fn of_charts(theme: Theme) -> Palette {
        use Ink::{Alarm, Body, OwnRange, Panel, Range, Wash};
        let mut palette = Palette::new(theme);
        for ink in Ink::OF_CHARTS {
            palette.add(theme.rgb(ink));
        }
        for (a, b) in [
            (Range, Panel),
            (Range, Body(Colour::Blue)),
            (Panel, Wash(Colour::Blue)),
            (OwnRange, Wash(Colour::Orange)),
            (OwnRange, Body(Colour::Orange)),
            (Alarm, Panel),
            (Alarm, Wash(Colour::Orange)),
            (Body(Colour::Green), Wash(Colour::Orange)),
        ] {
            palette.add(mix(theme.rgb(a), theme.rgb(b), 0.5));
        }
        palette
    }

    fn add(&mut self, rgb: Rgb) {
        if self.colours.len() < MOST && !self.colours.contains(&rgb) {
            self.colours.push(rgb);
        }
    }

    /// Returns the number of colours.
    pub(crate) fn len(&self) -> usize {
        self.colours.len()
    }

    /// Returns the bytes of a PLTE chunk.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    /// Forgets the blended colours that were looked up.
    pub(crate) fn forget(&mut self) {
        self.nearest.clear();
    }

    /// Returns the index of the colour nearest to `rgb`.
    pub(crate) fn index(&mut self, rgb: Rgb) -> u8 {
        let Palette { colours, nearest } = self;
        *nearest.entry(rgb).or_insert_with(|| {
            let best = colours.iter().enumerate().min_by_key(|(_, colour)| distance(**colour, rgb));
            best.map_or(0, |(index, _)| index as u8)
        })
    }
}

/// Returns how different two colours look, with the channels weighted as the eye weights them.
fn distance(a: Rgb, b: Rgb) -> i32 {
    let [red, green, blue]: [i32; 3] = std::array::from_fn(|i| i32::from(a[i]) - i32::from(b[i]));
    3 * red * red + 5 * green * green + 2 * blue * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn palette_has_room_for_all_colours() {
        for theme in Theme::ALL {
            let palette = Palette::of_charts(theme);
            assert!(palette.len() < MOST, "{} colours in {}", palette.len(), theme.name());
        }
    }

    /// A film needs an index for pixels that stay as they are, and one more for the fill of its palette.
    #[test]
    fn palette_of_boards_leaves_room_for_films() {
        for theme in Theme::ALL {
            let palette = Palette::new(theme);
            assert!(palette.len() <= 254, "{} colours in {}", palette.len(), theme.name());
        }
    }

    #[test]
    fn roles_keep_their_colours() {
        for theme in Theme::ALL {
            let mut palette = Palette::of_charts(theme);
            for ink in Ink::all().chain(Ink::OF_CHARTS) {
                let index = palette.index(theme.rgb(ink));
                assert_eq!(
                    palette.colours[usize::from(index)],
                    theme.rgb(ink),
                    "{ink:?} in {}",
                    theme.name()
                );
            }
        }
    }
}
