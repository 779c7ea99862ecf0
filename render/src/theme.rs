//! Roles of colours, and the themes that assign colours to them.

use rules::Colour;

/// A set of colours for pictures.
///
/// ```
/// use render::Theme;
///
/// assert_eq!(Theme::ALL.map(Theme::name), ["light", "dark"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Theme {
    /// Dark shapes on paper.
    Light,
    /// Bright shapes on slate.
    Dark,
}

impl Theme {
    /// Both themes, light first.
    pub const ALL: [Theme; 2] = [Theme::Light, Theme::Dark];

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
            (theme, Ink::Body(colour)) => body(theme, colour),
            (_, Ink::Deep(colour)) | (Theme::Light, Ink::Limb(colour)) => deep(colour),
            (theme @ Theme::Dark, Ink::Limb(colour)) => body(theme, colour),
            (_, Ink::Pale(colour)) => return mix(hex(body(Theme::Light, colour)), [255; 3], 0.78),
            (Theme::Light, Ink::Wash(colour)) => return mix(hex(body(Theme::Light, colour)), [255; 3], 0.80),
            (Theme::Dark, Ink::Wash(colour)) => {
                return mix(hex(body(Theme::Dark, colour)), self.rgb(Ink::Panel), 0.74);
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

/// Returns the colour of a seat's pieces. The colours differ in lightness as well as in hue, so that the first four seats look
/// different to colour-blind people. Eight seats are too many for that, and their pieces carry emblems.
const fn body(theme: Theme, colour: Colour) -> u32 {
    match (theme, colour) {
        (Theme::Light, Colour::Blue) => 0x29_79_d8,
        (Theme::Light, Colour::Orange) => 0xf5_92_1b,
        (Theme::Light, Colour::Green) => 0x0a_8a_5b,
        (Theme::Light, Colour::Purple) => 0x7b_1f_8f,
        (Theme::Light, Colour::Red) => 0xd8_33_33,
        (Theme::Light, Colour::Yellow) => 0xed_cb_1c,
        (Theme::Light, Colour::Teal) => 0x12_9f_b5,
        (Theme::Light, Colour::Pink) => 0xe8_72_b2,
        (Theme::Light, Colour::Grey) => 0xb2_b8_c2,
        (Theme::Dark, Colour::Blue) => 0x66_b5_ff,
        (Theme::Dark, Colour::Orange) => 0xff_a4_36,
        (Theme::Dark, Colour::Green) => 0x22_b9_80,
        (Theme::Dark, Colour::Purple) => 0xb2_3f_b8,
        (Theme::Dark, Colour::Red) => 0xf0_4f_4f,
        (Theme::Dark, Colour::Yellow) => 0xf5_d8_3e,
        (Theme::Dark, Colour::Teal) => 0x2b_bd_d3,
        (Theme::Dark, Colour::Pink) => 0xf2_8c_c4,
        (Theme::Dark, Colour::Grey) => 0xd3_d8_e0,
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

    #[test]
    fn marks_differ_for_all_eyes() {
        let inks = [Ink::Text, Ink::Power, Ink::Alarm, Ink::Accent];
        for (theme, eyes) in Theme::ALL.into_iter().flat_map(|theme| Eyes::ALL.map(|eyes| (theme, eyes))) {
            for (i, &one) in inks.iter().enumerate() {
                for &other in &inks[i + 1..] {
                    let apart = apart(theme.rgb(one), theme.rgb(other), eyes);
                    assert!(apart >= 14.9, "{} {eyes:?}: {one:?} and {other:?} {apart:.1}", theme.name());
                }
            }
        }
    }

    /// Returns the colour that people without one kind of cones see, as L*a*b*. The matrices are those of Machado, Oliveira and
    /// Fernandes (2009) at full strength.
    fn seen(rgb: Rgb, matrix: [[f32; 3]; 3]) -> [f32; 3] {
        let linear = rgb.map(|channel| (f32::from(channel) / 255.0).powf(2.2));
        let dot = |row: [f32; 3], v: [f32; 3]| row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
        let seen = matrix.map(|row| dot(row, linear).clamp(0.0, 1.0));
        let x = dot([0.4124, 0.3576, 0.1805], seen) / 0.9505;
        let y = dot([0.2126, 0.7152, 0.0722], seen);
        let z = dot([0.0193, 0.1192, 0.9505], seen) / 1.089;
        [116.0 * y.cbrt() - 16.0, 500.0 * (x.cbrt() - y.cbrt()), 200.0 * (y.cbrt() - z.cbrt())]
    }

    #[test]
    fn first_four_seats_differ_for_colour_blind_eyes() {
        let eyes = [
            ("deuteranope", [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
            ("protanope", [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
        ];
        for theme in Theme::ALL {
            for (who, matrix) in eyes {
                let seats = &Colour::SEATS[..4];
                for (i, &one) in seats.iter().enumerate() {
                    for &other in &seats[i + 1..] {
                        let [a, b] = [one, other].map(|colour| seen(theme.rgb(Ink::Body(colour)), matrix));
                        let apart = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt();
                        assert!(apart > 20.0, "{} {who}: {one:?} and {other:?} {apart:.0}", theme.name());
                    }
                }
            }
        }
    }
}
