//! Roles of colours, and the themes that assign colours to them.

use rules::Colour;

/// A set of colours for pictures.
///
/// ```
/// use render::Theme;
///
/// assert_eq!(Theme::ALL.map(Theme::name), ["light", "dark", "contrast"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Theme {
    /// Dark shapes on paper.
    Light,
    /// Bright shapes on slate.
    Dark,
    /// Bright shapes on black, with white text and lines.
    Contrast,
}

impl Theme {
    /// All themes, light first.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Contrast];

    /// Returns the name in commands and file names.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Red, green and blue, each 0 to 255.
pub(crate) type Rgb = [u8; 3];

/// The role of a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ink {
    /// The background of the picture.
    Canvas,
    /// The background of cards.
    Panel,
    /// Text that matters most.
    Text,
    /// Text that matters less.
    Muted,
    /// The first shade of squares.
    Square,
    /// The second shade of squares.
    Other,
    /// A square that the last turn changed.
    Fresh,
    /// The frame of such a square.
    Accent,
    /// A danger or a loss.
    Alarm,
    /// A square about to be lost, first shade.
    Ending,
    /// A square about to be lost, second shade.
    EndingOther,
    /// A square that is lost.
    Gone,
    /// A light in a lost square.
    Star,
    /// The place beyond the board.
    Haven,
    /// The glow of that place.
    Shine,
    /// A piece that was lost.
    Ghost,
    /// The ring of a piece with its special power.
    Power,
    /// A square on which nothing can be placed.
    Barred,
    /// A thin line of a chart.
    Grid,
    /// The range of likely ratings in a chart.
    Range,
    /// The same range in the viewer's own row.
    OwnRange,
    /// The body of a seat's pieces.
    Body(Colour),
    /// The outline of a seat's pieces.
    Deep(Colour),
    /// The limbs of a seat's pieces, which lie on the ground.
    Limb(Colour),
    /// The light parts of a seat's pieces.
    Pale(Colour),
    /// The background of a seat's card, and the first shade of its squares.
    Wash(Colour),
    /// The second shade of a seat's squares.
    OtherWash(Colour),
    /// Text on the colour [`Ink::Body`].
    On(Colour),
}

impl Ink {
    /// The roles that only charts have.
    pub(crate) const OF_CHARTS: [Ink; 3] = [Ink::Grid, Ink::Range, Ink::OwnRange];

    /// Returns every role that boards have, once for each colour if it has one.
    pub(crate) fn all() -> impl Iterator<Item = Ink> {
        use Ink::{Body, Deep, Limb, On, OtherWash, Pale, Wash};
        let plain = [
            Ink::Canvas,
            Ink::Panel,
            Ink::Text,
            Ink::Muted,
            Ink::Square,
            Ink::Other,
            Ink::Fresh,
            Ink::Accent,
            Ink::Alarm,
            Ink::Ending,
            Ink::EndingOther,
            Ink::Gone,
            Ink::Star,
            Ink::Haven,
            Ink::Shine,
            Ink::Ghost,
            Ink::Power,
            Ink::Barred,
        ];
        let coloured: [fn(Colour) -> Ink; 7] = [Body, Deep, Limb, Pale, Wash, OtherWash, On];
        plain.into_iter().chain(COLOURS.into_iter().flat_map(move |colour| coloured.map(|ink| ink(colour))))
    }
}

/// All colours of seats.
pub(crate) const COLOURS: [Colour; 9] = [
    Colour::Blue,
    Colour::Orange,
    Colour::Green,
    Colour::Purple,
    Colour::Red,
    Colour::Yellow,
    Colour::Teal,
    Colour::Pink,
    Colour::Grey,
];

impl Theme {
    /// Returns the colour of a role.
    pub(crate) fn rgb(self, ink: Ink) -> Rgb {
        let hex = match (self, ink) {
            (Theme::Light, Ink::Canvas) => 0xf1_ee_e6,
            (Theme::Light, Ink::Panel) => 0xff_ff_ff,
            (Theme::Light, Ink::Text) => 0x1b_21_2c,
            (Theme::Light, Ink::Muted) => 0x5d_65_72,
            (Theme::Light, Ink::Square) => 0xfc_fa_f5,
            (Theme::Light, Ink::Other) => 0xea_e5_d9,
            (Theme::Light, Ink::Fresh) => 0xff_e8_9c,
            (Theme::Light, Ink::Accent) => 0xc9_8a_00,
            (Theme::Light, Ink::Alarm) => 0xd0_1f_3c,
            (Theme::Light, Ink::Ending) => 0xff_d3_c6,
            (Theme::Light, Ink::EndingOther) => 0xf9_c2_b3,
            (Theme::Light, Ink::Gone) => 0x1a_1c_28,
            (Theme::Light, Ink::Star) => 0x8c_94_b0,
            (Theme::Light, Ink::Haven) => 0xc9_ee_e2,
            (Theme::Light, Ink::Shine) => 0x86_d8_c0,
            (Theme::Light, Ink::Ghost) => 0xb4_ae_a2,
            (Theme::Light, Ink::Power) => 0x00_b8_8a,
            (Theme::Light, Ink::Barred) => 0xc4_be_b2,
            (Theme::Light, Ink::Grid) => 0xe2_dd_d1,
            (Theme::Light, Ink::Range) => 0xa9_cb_f1,
            (Theme::Light, Ink::OwnRange) => 0xf8_bd_74,
            (Theme::Dark, Ink::Canvas) => 0x15_18_1f,
            (Theme::Dark, Ink::Panel) => 0x25_2a_36,
            (Theme::Dark, Ink::Text) => 0xf4_f6_fa,
            (Theme::Dark, Ink::Muted) => 0xa9_b2_c2,
            (Theme::Dark, Ink::Square) => 0x34_3b_4a,
            (Theme::Dark, Ink::Other) => 0x2a_30_3d,
            (Theme::Dark, Ink::Fresh) => 0x5c_4f_1e,
            (Theme::Dark, Ink::Accent) => 0xff_c8_4a,
            (Theme::Dark, Ink::Alarm) => 0xff_5d_68,
            (Theme::Dark, Ink::Ending) => 0x64_30_33,
            (Theme::Dark, Ink::EndingOther) => 0x56_28_2c,
            (Theme::Dark, Ink::Gone) => 0x05_06_09,
            (Theme::Dark, Ink::Star) => 0x6a_74_94,
            (Theme::Dark, Ink::Haven) => 0x14_4a_42,
            (Theme::Dark, Ink::Shine) => 0x2b_8a_77,
            (Theme::Dark, Ink::Ghost) => 0x5d_66_78,
            (Theme::Dark, Ink::Power) => 0x3a_f0_b2,
            (Theme::Dark, Ink::Barred) => 0x1c_20_29,
            (Theme::Dark, Ink::Grid) => 0x3c_44_54,
            (Theme::Dark, Ink::Range) => 0x40_66_92,
            (Theme::Dark, Ink::OwnRange) => 0x9a_6c_33,
            (Theme::Contrast, Ink::Canvas) => 0x00_00_00,
            (Theme::Contrast, Ink::Panel) => 0x161616,
            (Theme::Contrast, Ink::Text) => 0xff_ff_ff,
            (Theme::Contrast, Ink::Muted) => 0xdc_dc_dc,
            (Theme::Contrast, Ink::Square) => 0x161616,
            (Theme::Contrast, Ink::Other) => 0x00_00_00,
            (Theme::Contrast, Ink::Fresh) => 0x4a_3f_00,
            (Theme::Contrast, Ink::Accent) => 0xff_cf_3d,
            (Theme::Contrast, Ink::Alarm) => 0xff_5a_5a,
            (Theme::Contrast, Ink::Ending) => 0x5e_15_19,
            (Theme::Contrast, Ink::EndingOther) => 0x4a_0d_11,
            (Theme::Contrast, Ink::Gone) => 0x00_00_00,
            (Theme::Contrast, Ink::Star) => 0x8f_9a_c0,
            (Theme::Contrast, Ink::Haven) => 0x00_3d_33,
            (Theme::Contrast, Ink::Shine) => 0x1f_9d_83,
            (Theme::Contrast, Ink::Ghost) => 0x8d_93_a0,
            (Theme::Contrast, Ink::Power) => 0x38_ec_ac,
            (Theme::Contrast, Ink::Barred) => 0x3a_3a_3a,
            (Theme::Contrast, Ink::Grid) => 0x6a_6a_6a,
            (Theme::Contrast, Ink::Range) => 0x3f_60_92,
            (Theme::Contrast, Ink::OwnRange) => 0x8a_5a_17,
            (theme, Ink::Body(colour)) => body(theme, colour),
            (_, Ink::Deep(colour)) | (Theme::Light, Ink::Limb(colour)) => deep(colour),
            (theme, Ink::Limb(colour)) => body(theme, colour),
            (_, Ink::Pale(colour)) => return mix(hex(body(Theme::Light, colour)), [255; 3], 0.78),
            (Theme::Light, Ink::Wash(colour)) => return mix(hex(body(Theme::Light, colour)), [255; 3], 0.80),
            (Theme::Dark, Ink::Wash(colour)) => {
                return mix(hex(body(Theme::Dark, colour)), self.rgb(Ink::Panel), 0.74);
            }
            // White text needs darker grounds here.
            (Theme::Contrast, Ink::Wash(colour)) => {
                return mix(hex(body(Theme::Dark, colour)), [0; 3], 0.80);
            }
            (theme, Ink::OtherWash(colour)) => {
                return mix(self.rgb(Ink::Wash(colour)), hex(body(theme, colour)), 0.12);
            }
            (theme, Ink::On(colour)) => {
                return if luminance(hex(body(theme, colour))) > 0.22 {
                    [0x10, 0x12, 0x18]
                } else {
                    [255; 3]
                };
            }
        };
        self::hex(hex)
    }
}

/// Returns the colour of a seat's pieces. The colours differ in lightness as well as in hue, so that they stay apart for
/// colour-blind people, the first four most of all. Emblems and patterns help where eight seats play.
const fn body(theme: Theme, colour: Colour) -> u32 {
    match (theme, colour) {
        (Theme::Light, Colour::Blue) => 0x02_7c_f3,
        (Theme::Light, Colour::Orange) => 0xdc_81_00,
        (Theme::Light, Colour::Green) => 0x00_7d_55,
        (Theme::Light, Colour::Purple) => 0x7f_1c_93,
        (Theme::Light, Colour::Red) => 0xd8_06_26,
        (Theme::Light, Colour::Yellow) => 0xec_c5_0c,
        (Theme::Light, Colour::Teal) => 0x1b_c1_da,
        (Theme::Light, Colour::Pink) => 0xbe_85_a6,
        (Theme::Light, Colour::Grey) => 0xaf_b8_c4,
        (Theme::Dark | Theme::Contrast, Colour::Blue) => 0x5e_98_fd,
        (Theme::Dark | Theme::Contrast, Colour::Orange) => 0xeb_94_10,
        (Theme::Dark | Theme::Contrast, Colour::Green) => 0x99_ce_92,
        (Theme::Dark | Theme::Contrast, Colour::Purple) => 0xa1_3e_a8,
        (Theme::Dark | Theme::Contrast, Colour::Red) => 0xe4_4f_4e,
        (Theme::Dark | Theme::Contrast, Colour::Yellow) => 0xfc_df_2c,
        (Theme::Dark | Theme::Contrast, Colour::Teal) => 0x1c_d9_f4,
        (Theme::Dark | Theme::Contrast, Colour::Pink) => 0xcf_97_bb,
        (Theme::Dark | Theme::Contrast, Colour::Grey) => 0xcf_d7_dd,
    }
}

const fn deep(colour: Colour) -> u32 {
    match colour {
        Colour::Blue => 0x0d_36_70,
        Colour::Orange => 0x7d_3d_00,
        Colour::Green => 0x05_49_30,
        Colour::Purple => 0x38_0a_44,
        Colour::Red => 0x6d_0c_0c,
        Colour::Yellow => 0x6b_58_00,
        Colour::Teal => 0x05_49_55,
        Colour::Pink => 0x78_1f_50,
        Colour::Grey => 0x33_38_40,
    }
}

const fn hex(hex: u32) -> Rgb {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red, green, blue]
}

/// Returns the colour at `part` (0 to 1) of the way from `a` to `b`.
pub(crate) fn mix(a: Rgb, b: Rgb, part: f32) -> Rgb {
    std::array::from_fn(|i| (f32::from(a[i]) + (f32::from(b[i]) - f32::from(a[i])) * part).round() as u8)
}

/// Returns the relative luminance, 0 to 1, from which contrast is computed.
pub(crate) fn luminance(rgb: Rgb) -> f32 {
    let [red, green, blue] = rgb.map(|channel| {
        let channel = f32::from(channel) / 255.0;
        if channel <= 0.04 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eyes::{Eyes, apart};

    #[track_caller]
    fn contrast(theme: Theme, a: Ink, b: Ink, least: f32) {
        let (a_light, b_light) = (luminance(theme.rgb(a)), luminance(theme.rgb(b)));
        let ratio = (a_light.max(b_light) + 0.05) / (a_light.min(b_light) + 0.05);
        assert!(ratio >= least, "{} {a:?} on {b:?}: {ratio:.2}, wanted {least}", theme.name());
    }

    #[test]
    fn text_and_pieces_have_enough_contrast() {
        for theme in Theme::ALL {
            for ground in [Ink::Canvas, Ink::Panel] {
                contrast(theme, Ink::Text, ground, 7.0);
                contrast(theme, Ink::Muted, ground, 4.5);
            }
            contrast(theme, Ink::Canvas, Ink::Alarm, 4.5);
            contrast(theme, Ink::Text, Ink::Haven, 7.0);
            for colour in COLOURS {
                contrast(theme, Ink::On(colour), Ink::Body(colour), 3.9);
                contrast(theme, Ink::Text, Ink::Wash(colour), 6.5);
                contrast(theme, Ink::Pale(colour), Ink::Deep(colour), 4.5);
                for ground in [Ink::Square, Ink::Other] {
                    contrast(theme, Ink::Body(colour), ground, 1.25);
                }
            }
            for (body, range, ground) in [
                (Colour::Blue, Ink::Range, Ink::Panel),
                (Colour::Orange, Ink::OwnRange, Ink::Wash(Colour::Orange)),
            ] {
                contrast(theme, Ink::Body(body), range, 1.3);
                contrast(theme, range, ground, 1.3);
            }
            // The two seats of Plankton Synapse must differ without colour, too.
            contrast(theme, Ink::Body(Colour::Blue), Ink::Body(Colour::Grey), 1.4);
        }
    }

    /// Returns the smallest distance between two of these inks, and the pair.
    fn nearest(theme: Theme, inks: &[Ink], eyes: Eyes) -> (f64, Ink, Ink) {
        let pairs = (0..inks.len()).flat_map(|one| (one + 1..inks.len()).map(move |other| (one, other)));
        let pairs = pairs.map(|(one, other)| {
            let (one, other) = (inks[one], inks[other]);
            (apart(theme.rgb(one), theme.rgb(other), eyes), one, other)
        });
        pairs.min_by(|(a, ..), (b, ..)| a.total_cmp(b)).unwrap()
    }

    #[track_caller]
    fn distinct(inks: &[Ink], normal: f64, simulated: f64) {
        for (theme, eyes) in Theme::ALL.into_iter().flat_map(|theme| Eyes::ALL.map(|eyes| (theme, eyes))) {
            let least = if eyes == Eyes::Normal { normal } else { simulated };
            let (apart, one, other) = nearest(theme, inks, eyes);
            assert!(apart >= least, "{} {eyes:?}: {one:?} and {other:?} {apart:.1}", theme.name());
        }
    }

    #[test]
    fn seats_differ_for_all_eyes() {
        let bodies = Colour::SEATS.map(Ink::Body);
        distinct(&bodies, 20.0, 12.0);
        distinct(&bodies[..4], 15.0, 15.0);
        distinct(&[Ink::Body(Colour::Blue), Ink::Body(Colour::Grey)], 18.0, 18.0);
    }

    #[test]
    fn territories_differ_for_all_eyes() {
        let washes = Colour::SEATS.map(Ink::Wash);
        distinct(&washes, 6.0, 2.3);
        distinct(&washes[..4], 13.0, 3.4);
    }

    #[test]
    fn marks_differ_for_all_eyes() {
        distinct(&[Ink::Text, Ink::Power, Ink::Alarm, Ink::Accent], 14.9, 14.9);
    }

    #[test]
    fn contrast_theme_has_strong_text_and_pieces() {
        let theme = Theme::Contrast;
        for ground in [Ink::Canvas, Ink::Panel, Ink::Square, Ink::Other, Ink::Haven] {
            contrast(theme, Ink::Text, ground, 12.0);
        }
        for ground in [Ink::Canvas, Ink::Panel] {
            contrast(theme, Ink::Muted, ground, 12.0);
        }
        for colour in COLOURS {
            contrast(theme, Ink::Text, Ink::Wash(colour), 12.0);
            for ground in [Ink::Square, Ink::Other] {
                contrast(theme, Ink::Body(colour), ground, 3.0);
            }
        }
    }
}
