//! Squares of a board, and their names such as `a1` for the lower left one.

use std::{fmt, str::FromStr};

use crate::error::ParseError;

/// The largest number of columns or rows of any board.
pub const MAX_SIDE: u8 = 40;

/// A square of a board: a column counted from the left and a row counted from the bottom, both from 0 and below [`MAX_SIDE`].
///
/// Its name is the column in letters (`a` to `z`, then `aa` to `an`) and the row as a number from 1. Squares are ordered row by
/// row from below, and from left to right within a row.
///
/// # Examples
///
/// ```
/// use rules::grid::Square;
///
/// let e3: Square = "e3".parse()?;
/// assert_eq!((e3.col, e3.row), (4, 2));
/// assert_eq!(e3.offset(1, 1, 8, 8), Some(Square::new(5, 3)));
/// assert_eq!(Square::at(e3.index(8), 8), e3);
/// assert_eq!(Square::new(26, 9).to_string(), "aa10");
/// # Ok::<(), rules::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Square {
    /// The column, 0 for `a`.
    pub col: u8,
    /// The row, 0 for the lowest one.
    pub row: u8,
}

impl Square {
    /// Returns the square at this column and row: `Square::new(4, 2)` is `e3`.
    pub const fn new(col: u8, row: u8) -> Square {
        Square { col, row }
    }

    /// Returns the square `cols` to the right and `rows` up on a board of `width` × `height` squares, or `None` if it is off
    /// the board.
    pub fn offset(self, cols: i8, rows: i8, width: u8, height: u8) -> Option<Square> {
        let col = self.col.checked_add_signed(cols).filter(|&col| col < width)?;
        let row = self.row.checked_add_signed(rows).filter(|&row| row < height)?;
        Some(Square { col, row })
    }

    /// Returns the position of the square if a board of this width is counted row by row from below: `a2` has index 8 on a
    /// board 8 wide.
    pub const fn index(self, width: u8) -> usize {
        self.row as usize * width as usize + self.col as usize
    }

    /// Returns the square at an index of [`Square::index`]: `Square::at(8, 8)` is `a2`.
    pub const fn at(index: usize, width: u8) -> Square {
        Square { col: (index % width as usize) as u8, row: (index / width as usize) as u8 }
    }

    /// Returns the letters of a column as in square names: `Square::column_name(26)` is `aa`.
    pub fn column_name(col: u8) -> String {
        let letter = |n: u8| char::from(b'a' + n % 26);
        if col < 26 { letter(col).to_string() } else { format!("{}{}", letter(col / 26 - 1), letter(col)) }
    }

    /// Reads the name of a square at the beginning of `text`. Returns the square and the rest of the text:
    /// `Square::read_prefix("e3+")` gives `e3` and `+`.
    pub fn read_prefix(text: &str) -> Option<(Square, &str)> {
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
        let (name, rest) = text.split_at(letters + digits);
        let (column, row) = name.split_at(letters);
        let col = match *column.as_bytes() {
            [a] => a - b'a',
            // Names far beyond `an` overflow the byte; the check of `MAX_SIDE` rejects the rest.
            [a, b] => (a - b'a' + 1).checked_mul(26)?.checked_add(b - b'a')?,
            _ => return None,
        };
        let number = row.parse::<u8>().ok().filter(|_| !row.starts_with('0'))?;
        (col < MAX_SIDE && number <= MAX_SIDE).then(|| (Square { col, row: number - 1 }, rest))
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // One comparison of a number is faster than two of fields, and boards sort squares a lot.
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
