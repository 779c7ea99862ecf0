//! Helpers for the readers of all position texts and for the sentences of all games.

use std::borrow::Borrow;

use crate::{error::ParseError, grid::Square, seat::Seat};

/// Reads a number as position texts write it: digits only, no leading zero.
pub(crate) fn number(text: &str) -> Result<u32, ParseError> {
    let plain = !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten().ok_or_else(|| {
        ParseError::new(format!("`{}` is not a number as position texts write it", excerpt(text)))
    })
}

/// Reads a number that fits into a byte.
pub(crate) fn small(text: &str) -> Result<u8, ParseError> {
    number(text)?.try_into().map_err(|_| ParseError::new(format!("{text} is too much")))
}

/// Reads a seat of a game of `count` seats.
pub(crate) fn seat(text: &str, count: u8) -> Result<Seat, ParseError> {
    let number = number(text)?;
    let seat = u8::try_from(number).ok().and_then(Seat::new).filter(|seat| seat.number() <= count);
    seat.ok_or_else(|| ParseError::new(format!("there is no seat {number}, the last is {count}")))
}

/// Refuses a square that does not follow the square before it in a list of `what`. `last` holds the square before, and this
/// call updates it.
pub(crate) fn in_order(last: &mut Option<Square>, at: Square, what: &str) -> Result<(), ParseError> {
    if last.replace(at).is_some_and(|last| last >= at) {
        return Err(ParseError::new(format!("{what} go row by row from below, each square at most once")));
    }
    Ok(())
}

/// Splits a text into its `N` fields, which single spaces separate.
pub(crate) fn fields<const N: usize>(text: &str) -> Result<[&str; N], ParseError> {
    let fields: Vec<&str> = text.split(' ').collect();
    let count = fields.len();
    fields.try_into().map_err(|_| {
        ParseError::new(format!("a position has {N} fields with single spaces between, not {count}"))
    })
}

/// Splits a text at the first `mark` in it.
pub(crate) fn halves<'a>(text: &'a str, mark: char, form: &str) -> Result<(&'a str, &'a str), ParseError> {
    text.split_once(mark)
        .ok_or_else(|| ParseError::new(format!("`{}` is not of the form {form}", excerpt(text))))
}

/// Joins items as `a, b and c`. The text is empty for no items.
///
/// ```
/// assert_eq!(rules::listed(&["a", "b", "c"]), "a, b and c");
/// ```
#[must_use]
pub fn listed<S: Borrow<str>>(items: &[S]) -> String {
    match items {
        [most @ .., last] if !most.is_empty() => format!("{} and {}", most.join(", "), last.borrow()),
        items => items.concat(),
    }
}

/// Counts things whose name only gets an `s`.
///
/// ```
/// assert_eq!(rules::plural(1, "move"), "1 move");
/// assert_eq!(rules::plural(12, "move"), "12 moves");
/// ```
#[must_use]
pub fn plural(count: usize, thing: &str) -> String {
    counted(count, thing, &format!("{thing}s"))
}

/// Counts things: `1 round`, `12 colonies`.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Adds what else a move does: `pawn on f4: lives; organism grows to 5`.
pub(crate) fn with_effects(what: &str, effects: &[String]) -> String {
    if effects.is_empty() { what.to_owned() } else { format!("{what}: {}", effects.join("; ")) }
}

/// Returns the beginning of a user's text, short enough to repeat in an error. Control characters are replaced, so that it
/// stays on one line.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 20;
    let plain = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut excerpt: String = text.chars().take(LONGEST).map(plain).collect();
    if text.chars().nth(LONGEST).is_some() {
        excerpt.push('…');
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_plain_digits() {
        for good in ["0", "7", "60", "4294967295"] {
            assert_eq!(number(good).unwrap().to_string(), good);
        }
        for bad in ["", "00", "07", "+7", "-1", " 7", "7 ", "4294967296", "٣", "1e3"] {
            assert!(number(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn excerpts_are_short_and_on_one_line() {
        assert_eq!(excerpt("a1\r\n=q\0"), "a1\u{fffd}\u{fffd}=q\u{fffd}");
        assert_eq!(excerpt(&"é".repeat(20)), "é".repeat(20));
        assert_eq!(excerpt(&"é".repeat(21)), format!("{}…", "é".repeat(20)));
    }

    #[test]
    fn lists_and_counts_read_like_sentences() {
        let items = ["a", "b", "c"];
        assert_eq!([0, 1, 2, 3].map(|count| listed(&items[..count])), ["", "a", "a and b", "a, b and c"]);
        assert_eq!(
            [0, 1, 2].map(|count| counted(count, "colony", "colonies")),
            ["0 colonies", "1 colony", "2 colonies"]
        );
        assert_eq!(with_effects("pass", &[]), "pass");
    }

    #[test]
    fn fields_are_counted() {
        assert_eq!(fields::<2>("a b"), Ok(["a", "b"]));
        assert!(fields::<2>("a  b").is_err());
        assert!(fields::<2>("a").is_err());
    }
}
