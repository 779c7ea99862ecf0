//! Squares of a board by column and row, and their names (`a1` is the lower left one).

use std::{fmt, str::FromStr};

use crate::ParseError;

/// The longest side of any board.
pub const MAX_SIDE: u8 = 40;

/// A square: 0-based column from the left and row from the bottom, each below [`MAX_SIDE`].
///
/// Its name is the column in letters (`a` to `z`, then `aa` to `an`) and the row as a number from 1. Squares are ordered row
/// by row from below, in a row from left to right.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Square {
    /// Column, 0 for `a`.
    pub col: u8,
    /// Row, 0 for the lowest.
    pub row: u8,
}

impl Square {
    /// The square at this column and row.
    #[must_use]
    pub const fn new(col: u8, row: u8) -> Square {
        Square { col, row }
    }

    /// The square `cols` to the right and `rows` up on a board of `width` × `height`; `None` off the board.
    #[must_use]
    pub fn offset(self, cols: i8, rows: i8, width: u8, height: u8) -> Option<Square> {
        let col = self.col.checked_add_signed(cols).filter(|&col| col < width)?;
        let row = self.row.checked_add_signed(rows).filter(|&row| row < height)?;
        Some(Square { col, row })
    }

    /// The index row by row from below on a board `width` wide.
    #[must_use]
    pub const fn index(self, width: u8) -> usize {
        self.row as usize * width as usize + self.col as usize
    }

    /// The square at an index, as [`Square::index`] counts.
    #[must_use]
    pub const fn at(index: usize, width: u8) -> Square {
        Square { col: (index % width as usize) as u8, row: (index / width as usize) as u8 }
    }

    /// The letters of a column, as in square names.
    #[must_use]
    pub fn column_name(col: u8) -> String {
        let letter = |n: u8| char::from(b'a' + n % 26);
        if col < 26 { letter(col).to_string() } else { format!("{}{}", letter(col / 26 - 1), letter(col)) }
    }

    /// Reads a square's name at the beginning of `text`; gives it and the rest.
    #[must_use]
    pub fn read_prefix(text: &str) -> Option<(Square, &str)> {
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
        let (name, rest) = text.split_at(letters + digits);
        let (column, row) = name.split_at(letters);
        let col = match *column.as_bytes() {
            [a] => a - b'a',
            [a, b] => (a - b'a' + 1).checked_mul(26)?.checked_add(b - b'a')?,
            _ => return None,
        };
        let number = row.parse::<u8>().ok().filter(|_| !row.starts_with('0'))?;
        (col < MAX_SIDE && number <= MAX_SIDE).then(|| (Square { col, row: number - 1 }, rest))
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // As one number: boards sort squares a lot.
        let rank = |at: &Square| u16::from_be_bytes([at.row, at.col]);
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.col >= 26 {
            write!(f, "{}", char::from(b'a' + self.col / 26 - 1))?;
        }
        write!(f, "{}{}", char::from(b'a' + self.col % 26), self.row + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match Square::read_prefix(text) {
            Some((square, "")) => Ok(square),
            _ => Err(ParseError::new("a square is a column and a row, such as `e3`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for col in 0..MAX_SIDE {
            for row in 0..MAX_SIDE {
                let square = Square::new(col, row);
                assert_eq!(square.to_string().parse(), Ok(square));
                assert!(square.to_string().starts_with(&Square::column_name(col)));
            }
        }
        assert_eq!(Square::new(39, 39).to_string(), "an40");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in
            ["", "a", "1", "a0", "a01", "A1", "ao1", "zz1", "aaa1", "a41", "a256", "a1 ", " a1", "é1", "a٣"]
        {
            assert!(text.parse::<Square>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn offsets_stay_on_the_board() {
        let b2 = Square::new(1, 1);
        assert_eq!(b2.offset(-1, 1, 3, 3), Some(Square::new(0, 2)));
        assert_eq!(b2.offset(2, 0, 3, 3), None);
        assert_eq!(b2.offset(0, -2, 3, 3), None);
        assert_eq!(Square::at(b2.index(7), 7), b2);
    }
}
