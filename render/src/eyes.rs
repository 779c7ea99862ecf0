//! How people see colours: distances by CIEDE2000, and the three kinds of colour blindness as Machado, Oliveira and Fernandes
//! simulate them (2009, full strength). Tests of themes measure with it.

use crate::theme::Rgb;

/// The eyes that look at a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Eyes {
    /// Eyes with three kinds of cones.
    Normal,
    /// Eyes without cones for long waves.
    Protan,
    /// Eyes without cones for middle waves.
    Deutan,
    /// Eyes without cones for short waves.
    Tritan,
}

impl Eyes {
    pub(crate) const ALL: [Eyes; 4] = [Eyes::Normal, Eyes::Protan, Eyes::Deutan, Eyes::Tritan];

    /// Returns the matrix that is applied to linear red, green and blue.
    const fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Eyes::Normal => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Eyes::Protan => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Eyes::Deutan => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Eyes::Tritan => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }
}

/// A colour as L*, a* and b*.
pub(crate) type Lab = [f64; 3];

/// Returns the colour that these eyes see.
pub(crate) fn seen(rgb: Rgb, eyes: Eyes) -> Lab {
    let linear = rgb.map(|channel| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    });
    let dot = |row: [f64; 3], v: [f64; 3]| row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
    let seen = eyes.matrix().map(|row| dot(row, linear).clamp(0.0, 1.0));
    let curve = |t: f64| {
        if t > (6.0_f64 / 29.0).powi(3) {
            t.cbrt()
        } else {
            t / (3.0 * (6.0_f64 / 29.0).powi(2)) + 4.0 / 29.0
        }
    };
    let x = curve(dot([0.412_456_4, 0.357_576_1, 0.180_437_5], seen) / 0.950_47);
    let y = curve(dot([0.212_672_9, 0.715_152_2, 0.072_175_0], seen));
    let z = curve(dot([0.019_333_9, 0.119_192_0, 0.950_304_1], seen) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns how far apart these eyes see two colours.
pub(crate) fn apart(one: Rgb, other: Rgb, eyes: Eyes) -> f64 {
    difference(seen(one, eyes), seen(other, eyes))
}

/// Returns the difference of two colours by CIEDE2000, with all weights 1.
pub(crate) fn difference(one: Lab, other: Lab) -> f64 {
    let chroma = |[_, a, b]: Lab| a.hypot(b);
    let faded = |mean: f64| (mean.powi(7) / (mean.powi(7) + 25.0_f64.powi(7))).sqrt();
    // Greys get more red or green, as the standard asks.
    let stretch = 1.0 + 0.5 * (1.0 - faded(f64::midpoint(chroma(one), chroma(other))));
    let [one, other] = [one, other].map(|[light, a, b]| [light, a * stretch, b]);
    let [c1, c2] = [one, other].map(chroma);
    let hue =
        |[_, a, b]: Lab| if a == 0.0 && b == 0.0 { 0.0 } else { b.atan2(a).to_degrees().rem_euclid(360.0) };
    let (h1, h2) = (hue(one), hue(other));
    let grey = c1 * c2 == 0.0;
    let turn = match h2 - h1 {
        _ if grey => 0.0,
        turn if turn > 180.0 => turn - 360.0,
        turn if turn < -180.0 => turn + 360.0,
        turn => turn,
    };
    let mean_hue = match h1 + h2 {
        sum if grey => sum,
        sum if (h1 - h2).abs() <= 180.0 => sum / 2.0,
        sum if sum < 360.0 => f64::midpoint(sum, 360.0),
        sum => (sum - 360.0) / 2.0,
    };
    let (light, mean_chroma) = (f64::midpoint(one[0], other[0]), f64::midpoint(c1, c2));
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(mean_hue - 30.0) + 0.24 * cos(2.0 * mean_hue) + 0.32 * cos(3.0 * mean_hue + 6.0)
        - 0.20 * cos(4.0 * mean_hue - 63.0);
    let off = (light - 50.0).powi(2);
    let by_light = (other[0] - one[0]) / (1.0 + 0.015 * off / (20.0 + off).sqrt());
    let by_chroma = (c2 - c1) / (1.0 + 0.045 * mean_chroma);
    let by_hue = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin() / (1.0 + 0.015 * mean_chroma * t);
    let bend = 30.0 * (-((mean_hue - 275.0) / 25.0).powi(2)).exp();
    let rotation = -(2.0 * bend).to_radians().sin() * 2.0 * faded(mean_chroma);
    (by_light.powi(2) + by_chroma.powi(2) + by_hue.powi(2) + rotation * by_chroma * by_hue).sqrt()
}

/// Pairs that Sharma, Wu and Dalal published with their article on CIEDE2000 (2005).
#[test]
fn differences_are_the_published_ones() {
    for (one, other, published) in [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, -1.3802, -84.2814], [50.0, 0.0, -82.7485], 1.0),
        ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
        ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0009], 7.1792),
        ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0011], 7.2195),
        ([50.0, -0.001, 2.49], [50.0, 0.0009, -2.49], 4.8045),
        ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
        ([50.0, 2.5, 0.0], [61.0, -5.0, 29.0], 22.8977),
        ([50.0, 2.5, 0.0], [56.0, -27.0, -3.0], 31.9030),
        ([50.0, 2.5, 0.0], [58.0, 24.0, 15.0], 19.4535),
        ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
        ([63.0109, -31.0961, -5.8663], [62.8187, -29.7946, -4.0864], 1.2630),
        ([35.0831, -44.1164, 3.7933], [35.0232, -40.0716, 1.5901], 1.8645),
        ([22.7233, 20.0904, -46.6940], [23.0331, 14.9730, -42.5619], 2.0373),
        ([90.8027, -2.0831, 1.4410], [91.1528, -1.6435, 0.0447], 1.4441),
        ([6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286], 0.6377),
        ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
    ] {
        for found in [difference(one, other), difference(other, one)] {
            assert!((found - published).abs() < 0.0001, "{one:?} and {other:?}: {found}, not {published}");
        }
    }
}

#[test]
fn greys_look_the_same_to_all_eyes() {
    for level in [0, 60, 128, 255] {
        for eyes in Eyes::ALL {
            let moved = difference(seen([level; 3], eyes), seen([level; 3], Eyes::Normal));
            assert!(moved < 0.01, "{level} moves by {moved} for {eyes:?}");
        }
    }
}
