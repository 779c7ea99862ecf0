//! Scales: numbers to pixels.

/// The largest rating in a chart. The smallest one is 0.
pub const MAX_RATING: i32 = 9_999;
/// The largest deviation in a chart. The smallest one is 0.
pub const MAX_DEVIATION: i32 = 999;
/// The largest place in a chart, and the largest change of a place.
pub const MAX_PLACE: u32 = 9_999_999;

/// A straight map from numbers to pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// Two numbers and their pixels.
    low: (f32, f32),
    high: (f32, f32),
}

impl Scale {
    /// Returns the scale that maps the ends of a range to two pixels. The range must not be empty.
    pub(super) fn new((low, high): (f32, f32), (from, to): (f32, f32)) -> Scale {
        Scale { low: (low, from), high: (high, to) }
    }

    /// Returns the pixel for a number. Numbers outside the range get the pixel of its nearer end.
    pub(super) fn at(&self, number: f32) -> f32 {
        let part = ((number - self.low.0) / (self.high.0 - self.low.0)).clamp(0.0, 1.0);
        self.low.1 + (self.high.1 - self.low.1) * part
    }

    /// Returns the numbers to label: the multiples in the range of the smallest step that puts them at least this many pixels
    /// apart. Steps are 1, 2, 5, 10, 20 and so on.
    pub(super) fn rounds(&self, apart: f32) -> Vec<i32> {
        let pixels = (self.high.1 - self.low.1).abs() / (self.high.0 - self.low.0);
        let mut steps = (0..5).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i32.pow(power)));
        let step = steps.find(|&step| step as f32 * pixels >= apart).unwrap_or(MAX_RATING);
        let (low, high) = (self.low.0.ceil() as i32, self.high.0.floor() as i32);
        let first = low.div_euclid(step) * step;
        (first..=high).step_by(step as usize).filter(|&number| number >= low).collect()
    }
}

/// Returns a rating and a deviation as numbers in range.
pub(super) fn in_range(rating: i32, deviation: i32) -> (i32, i32) {
    (rating.clamp(0, MAX_RATING), deviation.clamp(0, MAX_DEVIATION))
}

/// Returns the least and the greatest of some numbers. If they are closer than `least`, the range grows on both sides, but not below
/// 0 unless a number is below it.
pub(super) fn span(numbers: impl Iterator<Item = i32> + Clone, least: i32) -> (f32, f32) {
    let low = numbers.clone().min().unwrap_or_default() as f32;
    let high = numbers.max().unwrap_or_default() as f32;
    let more = (least as f32 - (high - low)).max(0.0);
    let below = if low < 0.0 { more / 2.0 } else { (more / 2.0).min(low) };
    (low - below, high + more - below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_range_grows_but_not_below_zero() {
        for (numbers, expected) in [
            ([1500, 1504], (1499.0, 1505.0)),
            ([1, 2], (0.0, 6.0)),
            ([0, 0], (0.0, 6.0)),
            ([-1, 1], (-3.0, 3.0)),
            ([0, 9], (0.0, 9.0)),
        ] {
            assert_eq!(span(numbers.into_iter(), 6), expected, "{numbers:?}");
        }
    }

    #[test]
    fn labels_are_round_numbers_in_range() {
        for (range, apart, expected) in [
            ((1254.0, 1746.0), 20.0, vec![1300, 1400, 1500, 1600, 1700]),
            ((1254.0, 1746.0), 21.0, vec![1400, 1600]),
            ((154.0, 2846.0), 18.0, vec![500, 1000, 1500, 2000, 2500]),
            ((-50.0, 50.0), 20.0, vec![-40, -20, 0, 20, 40]),
            ((-999.0, 10_998.0), 40.0, vec![0, 5000, 10_000]),
        ] {
            assert_eq!(Scale::new(range, (0.0, 100.0)).rounds(apart), expected, "{range:?}");
        }
    }
}
