//! Discord's notion of an emoji.

use std::ops::RangeInclusive;

use serde_json::Value;

use super::report::Report;
use crate::model::Id;

/// The characters that are emoji by themselves, as pairs of first and last. Flags and keycaps consist of other characters.
const PICTURES: &[u32] = &[
    0xa9, 0xa9, 0xae, 0xae, 0x203c, 0x203c, 0x2049, 0x2049, 0x2122, 0x2122, 0x2139, 0x2139, 0x2194, 0x2199,
    0x21a9, 0x21aa, 0x231a, 0x231b, 0x2328, 0x2328, 0x23cf, 0x23cf, 0x23e9, 0x23f3, 0x23f8, 0x23fa, 0x24c2,
    0x24c2, 0x25aa, 0x25ab, 0x25b6, 0x25b6, 0x25c0, 0x25c0, 0x25fb, 0x25fe, 0x2600, 0x2604, 0x260e, 0x260e,
    0x2611, 0x2611, 0x2614, 0x2615, 0x2618, 0x2618, 0x261d, 0x261d, 0x2620, 0x2620, 0x2622, 0x2623, 0x2626,
    0x2626, 0x262a, 0x262a, 0x262e, 0x262f, 0x2638, 0x263a, 0x2640, 0x2640, 0x2642, 0x2642, 0x2648, 0x2653,
    0x265f, 0x2660, 0x2663, 0x2663, 0x2665, 0x2666, 0x2668, 0x2668, 0x267b, 0x267b, 0x267e, 0x267f, 0x2692,
    0x2697, 0x2699, 0x2699, 0x269b, 0x269c, 0x26a0, 0x26a1, 0x26a7, 0x26a7, 0x26aa, 0x26ab, 0x26b0, 0x26b1,
    0x26bd, 0x26be, 0x26c4, 0x26c5, 0x26c8, 0x26c8, 0x26ce, 0x26cf, 0x26d1, 0x26d1, 0x26d3, 0x26d4, 0x26e9,
    0x26ea, 0x26f0, 0x26f5, 0x26f7, 0x26fa, 0x26fd, 0x26fd, 0x2702, 0x2702, 0x2705, 0x2705, 0x2708, 0x270d,
    0x270f, 0x270f, 0x2712, 0x2712, 0x2714, 0x2714, 0x2716, 0x2716, 0x271d, 0x271d, 0x2721, 0x2721, 0x2728,
    0x2728, 0x2733, 0x2734, 0x2744, 0x2744, 0x2747, 0x2747, 0x274c, 0x274c, 0x274e, 0x274e, 0x2753, 0x2755,
    0x2757, 0x2757, 0x2763, 0x2764, 0x2795, 0x2797, 0x27a1, 0x27a1, 0x27b0, 0x27b0, 0x27bf, 0x27bf, 0x2934,
    0x2935, 0x2b05, 0x2b07, 0x2b1b, 0x2b1c, 0x2b50, 0x2b50, 0x2b55, 0x2b55, 0x3030, 0x3030, 0x303d, 0x303d,
    0x3297, 0x3297, 0x3299, 0x3299, 0x1f004, 0x1f004, 0x1f0cf, 0x1f0cf, 0x1f170, 0x1f171, 0x1f17e, 0x1f17f,
    0x1f18e, 0x1f18e, 0x1f191, 0x1f19a, 0x1f201, 0x1f202, 0x1f21a, 0x1f21a, 0x1f22f, 0x1f22f, 0x1f232,
    0x1f23a, 0x1f250, 0x1f251, 0x1f300, 0x1f64f, 0x1f680, 0x1f6fc, 0x1f7e0, 0x1f7eb, 0x1f7f0, 0x1f7f0,
    0x1f90c, 0x1f9ff, 0x1fa70, 0x1faf8,
];
/// Letters that make a flag in pairs.
const FLAG_LETTERS: RangeInclusive<char> = '\u{1f1e6}'..='\u{1f1ff}';
/// Modifiers for skin tones and for flags of regions.
const SKINS: RangeInclusive<char> = '\u{1f3fb}'..='\u{1f3ff}';
const TAGS: RangeInclusive<char> = '\u{e0020}'..='\u{e007f}';
const AS_PICTURE: char = '\u{fe0f}';
const KEYCAP: char = '\u{20e3}';
const JOINER: char = '\u{200d}';

fn is_picture(letter: char) -> bool {
    PICTURES
        .chunks_exact(2)
        .any(|range| matches!(range, [first, last] if (*first..=*last).contains(&u32::from(letter))))
}

/// Returns whether a text is exactly one emoji: a character, a flag, a keycap, or several joined into one.
pub(crate) fn is_emoji(text: &str) -> bool {
    let mut letters = text.chars().peekable();
    loop {
        let Some(first) = letters.next() else { return false };
        if FLAG_LETTERS.contains(&first) {
            if !letters.next().is_some_and(|second| FLAG_LETTERS.contains(&second)) {
                return false;
            }
        } else if first.is_ascii_digit() || matches!(first, '#' | '*') {
            letters.next_if_eq(&AS_PICTURE);
            if letters.next() != Some(KEYCAP) {
                return false;
            }
        } else if !is_picture(first) {
            return false;
        }
        letters.next_if_eq(&AS_PICTURE);
        letters.next_if(|letter| SKINS.contains(letter));
        letters.next_if_eq(&AS_PICTURE);
        while letters.next_if(|letter| TAGS.contains(letter)).is_some() {}
        match letters.next() {
            None => return true,
            Some(JOINER) => {}
            Some(_) => return false,
        }
    }
}

/// Returns whether a part of a path names an emoji: the emoji itself, or `name:id` for a guild's own.
pub(crate) fn names_emoji(text: &str) -> bool {
    match text.split_once(':') {
        Some((name, id)) => {
            let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
            (2..=32).contains(&name.len()) && name.chars().all(fits) && id.parse::<Id>().is_ok()
        }
        None => is_emoji(text),
    }
}

/// Checks the emoji of a button or an option.
pub(super) fn emoji(report: &mut Report, path: &str, value: &Value) {
    if value.is_null() {
        return;
    }
    let mut refuse = |field: &str| {
        report.add(&format!("{path}.{field}"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
    };
    match &value["id"] {
        Value::Null if !value["name"].as_str().is_some_and(is_emoji) => refuse("name"),
        Value::Null => {}
        id if serde_json::from_value::<Id>(id.clone()).is_err() => refuse("id"),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoji_differ_from_other_text() {
        for emoji in ["👍", "👍🏽", "❤️", "1️⃣", "#⃣", "🇩🇪", "👨‍👩‍👧", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "♟️", "⬅️", "🏳️‍🌈"]
        {
            assert!(is_emoji(emoji), "{emoji}");
        }
        for other in ["", "no", "1", "é", "字", "✓", "👍👍", "👍 ", "🇩", "👍\u{200d}", "black_nib", "→"]
        {
            assert!(!is_emoji(other), "{other}");
        }
        assert!(names_emoji("petri:1234"));
        for other in ["petri:x", "p:1", "pe tri:1", ":1"] {
            assert!(!names_emoji(other), "{other}");
        }
    }
}
