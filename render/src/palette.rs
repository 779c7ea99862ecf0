//! The at most 255 colours of a theme's pictures, and the nearest of them for every blend that antialiasing makes.

use std::collections::HashMap;

use crate::theme::{COLOURS, Ink, Rgb, Theme, mix};

/// The most colours: encoders of animations keep the last index for themselves.
pub(crate) const MOST: usize = 255;

/// A theme's colours with their indices, the same for every picture.
pub(crate) struct Palette {
    colours: Vec<Rgb>,
    /// Blends looked up before.
    nearest: HashMap<Rgb, u8>,
}

impl Palette {
    /// All roles, and steps between those that touch in pictures.
    pub(crate) fn new(theme: Theme) -> Palette {
        use Ink::{
            Accent, Alarm, Barred, Body, Canvas, Deep, Ending, EndingOther, Fresh, Ghost, Gone, Haven, Muted,
            On, Other, OtherWash, Pale, Panel, Power, Shine, Square, Star, Text, Wash, White,
        };
        let mut palette = Palette { colours: Vec::with_capacity(MOST), nearest: HashMap::new() };
        for ink in [
            Canvas,
            Panel,
            Text,
            Muted,
            Square,
            Other,
            Fresh,
            Accent,
            Alarm,
            Ending,
            EndingOther,
            Gone,
            Star,
            Haven,
            Shine,
            Ghost,
            Power,
            Barred,
            White,
        ] {
            palette.add(theme.rgb(ink));
        }
        for colour in COLOURS {
            for ink in [Body(colour), Deep(colour), Pale(colour), Wash(colour), OtherWash(colour), On(colour)]
            {
                palette.add(theme.rgb(ink));
            }
        }
        let mut ramp = |a: Ink, b: Ink, between: u8| {
            for step in 1..=between {
                palette.add(mix(theme.rgb(a), theme.rgb(b), f32::from(step) / f32::from(between + 1)));
            }
        };
        for (a, b, between) in [
            (Text, Canvas, 5),
            (Text, Panel, 5),
            (Muted, Canvas, 3),
            (White, Alarm, 3),
            (White, Gone, 3),
            (Alarm, Square, 2),
            (Alarm, Other, 2),
            (Accent, Fresh, 2),
            (Ghost, Square, 1),
            (Ghost, Other, 1),
            (Haven, Shine, 2),
            (Power, Square, 2),
            (Power, Other, 2),
        ] {
            ramp(a, b, between);
        }
        for colour in COLOURS {
            ramp(Body(colour), Deep(colour), 3);
            ramp(Pale(colour), Deep(colour), 2);
            ramp(Body(colour), Pale(colour), 2);
            ramp(Body(colour), On(colour), 2);
            ramp(Body(colour), Panel, 2);
            ramp(Deep(colour), Square, 2);
            ramp(Deep(colour), Other, 1);
        }
        palette
    }

    fn add(&mut self, rgb: Rgb) {
        if self.colours.len() < MOST && !self.colours.contains(&rgb) {
            self.colours.push(rgb);
        }
    }

    /// How many colours.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.colours.len()
    }

    /// The bytes of a PLTE chunk.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    /// Forgets the blends looked up so far.
    pub(crate) fn forget(&mut self) {
        self.nearest.clear();
    }

    /// The index of the colour nearest to `rgb`.
    pub(crate) fn index(&mut self, rgb: Rgb) -> u8 {
        let Palette { colours, nearest } = self;
        *nearest.entry(rgb).or_insert_with(|| {
            let best = colours.iter().enumerate().min_by_key(|(_, colour)| distance(**colour, rgb));
            best.map_or(0, |(index, _)| index as u8)
        })
    }
}

/// How different two colours look, weighted as eyes weigh the channels.
fn distance(a: Rgb, b: Rgb) -> i32 {
    let [red, green, blue]: [i32; 3] = std::array::from_fn(|i| i32::from(a[i]) - i32::from(b[i]));
    3 * red * red + 5 * green * green + 2 * blue * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_step_was_left_out_for_want_of_room() {
        for theme in Theme::ALL {
            let palette = Palette::new(theme);
            assert!(palette.len() < MOST, "{} colours in {}", palette.len(), theme.name());
        }
    }

    #[test]
    fn roles_keep_their_colours() {
        let mut palette = Palette::new(Theme::Dark);
        for colour in COLOURS {
            let rgb = Theme::Dark.rgb(Ink::Body(colour));
            let index = palette.index(rgb);
            assert_eq!(palette.colours[usize::from(index)], rgb);
        }
    }
}
