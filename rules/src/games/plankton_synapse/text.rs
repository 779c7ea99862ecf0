//! Position texts (section 8 of the rules).

use std::{
    fmt::{self, Write},
    str::FromStr,
};

use crate::{
    ParseError, Seat, SeatSet,
    grid::Square,
    text::{excerpt, fields, halves, in_order, number, seat},
};

use super::{
    board::{Board, Cell, CellKind, SEATS},
    position::{Free, PlanktonSynapse, Rules},
    squares::{SIDE, Squares},
};

impl fmt::Display for PlanktonSynapse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.board, self.next)?;
        match self.free {
            None => f.write_str("- -")?,
            Some(free) => {
                match free {
                    Free::Neatom => f.write_str("n")?,
                    Free::Tetraphyte(at) => write!(f, "t:{at}")?,
                    Free::Pentaphyte { at, neatom } => write!(f, "s:{at}:{neatom}")?,
                }
                for (n, at) in self.marks.iter().enumerate() {
                    write!(f, "{}{at}", if n == 0 { ' ' } else { ',' })?;
                }
                if self.marks.is_empty() {
                    f.write_str(" -")?;
                }
            }
        }
        let Rules { limit, counts, first_loss } = self.rules;
        write!(f, " {}/{limit}", self.turn)?;
        f.write_str(match (counts, first_loss) {
            (false, false) => "",
            (true, false) => " cells",
            (false, true) => " first",
            (true, true) => " cells,first",
        })?;
        if first_loss && !self.fallen.is_empty() {
            f.write_str(":")?;
            self.fallen.iter().try_for_each(|seat| write!(f, "{seat}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..SIDE).rev() {
            let mut empty = 0;
            for at in (0..SIDE).map(|col| Square::new(col, row)) {
                let Some(cell) = self.cell(at) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                let letter = cell.kind.letter();
                f.write_char(if cell.owner == Seat::FIRST { letter.to_ascii_uppercase() } else { letter })?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if row > 0 {
                f.write_char('/')?;
            }
        }
        Ok(())
    }
}

impl FromStr for PlanktonSynapse {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        // With default options the sixth field is left out.
        let ([board, next, phase, marks, turns], variant) = match fields::<6>(text) {
            Ok([board, next, phase, marks, turns, variant]) => {
                ([board, next, phase, marks, turns], Some(variant))
            }
            Err(_) => (fields(text)?, None),
        };
        let board = Board::read(board)?;
        let next = seat(next, 2)?;
        let (turn, limit) = halves(turns, '/', "`turn/limit`")?;
        let (turn, limit) = (number(turn)?, number(limit)?);
        if !(20..=1000).contains(&limit) || !(1..=limit + 1).contains(&turn) {
            return Err(ParseError::new("the limit is 20 to 1000 turns, and the turn 1 to one more"));
        }
        let (counts, first_loss, named) = read_variant(variant)?;
        let rules = Rules { limit: limit as u16, counts, first_loss };
        let without_zoorb: SeatSet = SEATS.into_iter().filter(|&seat| board.zoorbs(seat) == 0).collect();
        if first_loss && !without_zoorb.without(named).is_empty() {
            return Err(ParseError::new("a seat without zoorbs has lost"));
        }
        let fallen = named.union(without_zoorb);
        let mut game = PlanktonSynapse::at_start_of_turn(board, rules, turn as u16, next, fallen);
        if phase == "-" && marks == "-" {
            return Ok(game);
        }
        if !fallen.is_empty() || turn > limit {
            return Err(ParseError::new("there is no free turn in a finished game"));
        }
        let free = game.read_phase(phase)?;
        let marks = game.read_marks(marks)?;
        game.resume(free, marks);
        Ok(game)
    }
}

/// Reads the sixth field: whether counts decide, whether the first loss decides, and which seats have lost by it.
fn read_variant(text: Option<&str>) -> Result<(bool, bool, SeatSet), ParseError> {
    let Some(text) = text else { return Ok((false, false, SeatSet::EMPTY)) };
    let (rules, named) = match text.split_once(':') {
        Some((rules, named)) => (rules, Some(named)),
        None => (text, None),
    };
    let bad = || ParseError::new(format!("`{}` is not of the form `cells,first:1`", excerpt(text)));
    let (counts, first_loss) = match rules {
        "cells" if named.is_none() => (true, false),
        "first" => (false, true),
        "cells,first" => (true, true),
        _ => return Err(bad()),
    };
    let named = match named {
        None => SeatSet::EMPTY,
        Some("1") => SeatSet::one(SEATS[0]),
        Some("2") => SeatSet::one(SEATS[1]),
        Some("12") => SeatSet::all(2),
        Some(_) => return Err(bad()),
    };
    Ok((counts, first_loss, named))
}

impl Board {
    /// Reads the rows, the top one first.
    pub(super) fn read(text: &str) -> Result<Board, ParseError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(SIDE) {
            return Err(ParseError::new("a board has 8 rows with `/` between them"));
        }
        let mut letters = [[None; SIDE as usize]; SIDE as usize];
        for (letters, row) in letters.iter_mut().rev().zip(rows) {
            read_row(letters, row)?;
        }
        let mut board = Board::default();
        for at in (!Squares::NONE).iter() {
            let Some((owner, kind)) = letters[usize::from(at.row)][usize::from(at.col)] else { continue };
            if board.filled().contains(at) {
                // This square is part of a tetraphyte that has been read.
                continue;
            }
            let cell = Cell { owner, kind, at };
            let body = cell.body();
            let same = |at: Square| letters[usize::from(at.row)][usize::from(at.col)] == Some((owner, kind));
            let whole = kind != CellKind::Tetraphyte || body.len() == 4 && body.iter().all(same);
            if !whole || body.meets(board.filled()) {
                return Err(ParseError::new(format!("on {at} is only a part of a tetraphyte")));
            }
            board.put(cell);
        }
        Ok(board)
    }
}

/// Reads the cells of a row from a to h, with the numbers of empty squares between them.
fn read_row(letters: &mut [Option<(Seat, CellKind)>], row: &str) -> Result<(), ParseError> {
    let bad = || ParseError::new(format!("`{}` isn't a row of eight squares", excerpt(row)));
    let mut col = 0;
    let mut after_number = false;
    for letter in row.chars() {
        if let Some(empty) = letter.to_digit(10) {
            if after_number || empty == 0 {
                return Err(bad());
            }
            after_number = true;
            col += empty as usize;
        } else {
            let owner = if letter.is_ascii_uppercase() { SEATS[0] } else { SEATS[1] };
            let kind = CellKind::from_letter(letter.to_ascii_lowercase()).ok_or_else(bad)?;
            *letters.get_mut(col).ok_or_else(bad)? = Some((owner, kind));
            after_number = false;
            col += 1;
        }
    }
    if col == letters.len() { Ok(()) } else { Err(bad()) }
}

impl PlanktonSynapse {
    /// Reads the free turn. The cells that it names must be there.
    fn read_phase(&self, text: &str) -> Result<Free, ParseError> {
        let parts: Vec<&str> = text.split(':').collect();
        let named = |name: &str, kind: CellKind| {
            let at: Square = name.parse()?;
            let cell = self.cell(at).filter(|&cell| cell == Cell { owner: self.next, kind, at });
            cell.map(|cell| cell.at)
                .ok_or_else(|| ParseError::new(format!("there is no {} to act on {at}", kind.name())))
        };
        match *parts.as_slice() {
            ["n"] => Ok(Free::Neatom),
            ["t", at] => Ok(Free::Tetraphyte(named(at, CellKind::Tetraphyte)?)),
            ["s", at, neatom] => Ok(Free::Pentaphyte {
                at: named(at, CellKind::Pentaphyte)?,
                neatom: named(neatom, CellKind::Neatom)?,
            }),
            _ => Err(ParseError::new(format!(
                "`{}` isn't a phase: `-` without marks, `n`, `t:d4` or `s:f6:c1`",
                excerpt(text)
            ))),
        }
    }

    fn read_marks(&self, text: &str) -> Result<Squares, ParseError> {
        let mut marks = Squares::NONE;
        if text == "-" {
            return Ok(marks);
        }
        let mut last = None;
        for name in text.split(',') {
            let at: Square = name.parse()?;
            if self.cell(at).is_none_or(|cell| cell.at != at) {
                return Err(ParseError::new(format!("there is no cell to be marked on {at}")));
            }
            in_order(&mut last, at, "marks")?;
            marks |= Squares::one(at);
        }
        Ok(marks)
    }
}
