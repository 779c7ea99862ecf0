//! Position texts (section 8.1 of the rules).

use std::{fmt, str::FromStr};

use crate::{
    ParseError,
    grid::Square,
    text::{excerpt, fields, halves, number, seat, small},
};

use super::{
    moves::Move,
    piece::{Element, Piece, Sight, Team},
    position::{MOST_OF_A_KIND, MOST_POINTS, Stract},
    queue::Orders,
    resolve::{MOST_SIDE, Tiles},
};

/// Writes the rows from the top row down.
pub(super) fn write_board(
    f: &mut fmt::Formatter<'_>,
    columns: u8,
    rows: u8,
    piece: impl Fn(Square) -> Option<Sight>,
) -> fmt::Result {
    for row in (0..rows).rev() {
        let mut empty = 0;
        for col in 0..columns {
            match piece(Square::new(col, row)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                    }
                    empty = 0;
                    write!(f, "{piece}")?;
                }
            }
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if row > 0 {
            f.write_str("/")?;
        }
    }
    Ok(())
}

impl fmt::Display for Stract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, self.columns, self.rows, |at| self.piece(at).map(Piece::open))?;
        let [north, south] = self.points;
        write!(f, " {}/{} {} {north}:{south} ", self.done, self.turns, self.seats)?;
        let [[nw, nf, ne], [sw, sf, se]] = self.pools;
        write!(f, "{nw},{nf},{ne}:{sw},{sf},{se} ")?;
        for (n, (seat, order)) in self.orders.as_slice().iter().enumerate() {
            write!(f, "{}{seat}:{order}", if n > 0 { "," } else { "" })?;
        }
        if self.orders.as_slice().is_empty() { f.write_str("-") } else { Ok(()) }
    }
}

impl FromStr for Stract {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [board, turns, players, points, pools, orders] = fields(text)?;
        let (done, turns) = halves(turns, '/', "`done/turns`")?;
        let (north_points, south_points) = halves(points, ':', "`North:South`")?;
        let (north_pool, south_pool) = halves(pools, ':', "`North:South`")?;
        let mut game = Stract {
            columns: 0,
            rows: 0,
            seats: small(players)?,
            done: small(done)?,
            turns: small(turns)?,
            points: [read_points(north_points)?, read_points(south_points)?],
            pools: [read_pool(north_pool)?, read_pool(south_pool)?],
            alive: [0; 2],
            lost: [[0; 3]; 2],
            unseen: [[0; 3]; 2],
            tiles: Tiles::EMPTY,
            orders: Orders::NONE,
            last: None,
        };
        game.read_board(board)?;
        game.check_position()?;
        game.read_orders(orders)?;
        Ok(game)
    }
}

fn refuse<T>(what: impl Into<String>) -> Result<T, ParseError> {
    Err(ParseError::new(what))
}

fn read_points(text: &str) -> Result<i32, ParseError> {
    let (digits, sign) = text.strip_prefix('-').map_or((text, 1), |digits| (digits, -1));
    let points = i32::try_from(number(digits)?).ok().filter(|&points| points <= MOST_POINTS);
    match points {
        None => refuse("points have at most 5 digits"),
        Some(0) if sign < 0 => refuse("no points are written `0`"),
        Some(points) => Ok(sign * points),
    }
}

fn read_pool(text: &str) -> Result<[u8; 3], ParseError> {
    let parts: Vec<&str> = text.split(',').collect();
    let &[water, fire, earth] = parts.as_slice() else {
        return refuse(format!("`{}` is not of the form `water,fire,earth`", excerpt(text)));
    };
    Ok([small(water)?, small(fire)?, small(earth)?])
}

/// Reads one piece at the beginning of a row. Returns the piece and the rest of the row.
fn read_piece(text: &str) -> Option<(Piece, &str)> {
    let (letters, rest) = (text.get(..2)?, text.get(2..)?);
    let team = Team::BOTH.into_iter().find(|team| letters.starts_with(team.letter()))?;
    let element = Element::from_letter(&letters[1..].to_ascii_lowercase())?;
    let known = letters.bytes().all(|letter| letter.is_ascii_uppercase());
    Some((Piece::new(team, element, known), rest))
}

impl Stract {
    fn read_board(&mut self, text: &str) -> Result<(), ParseError> {
        let rows: Vec<&str> = text.split('/').collect();
        if !(4..=usize::from(MOST_SIDE)).contains(&rows.len()) {
            return refuse("a board has 4 to 12 rows");
        }
        self.rows = rows.len() as u8;
        for (row, text) in rows.into_iter().rev().enumerate() {
            let width = self.read_row(row as u8, text)?;
            if !(3..=MOST_SIDE).contains(&width) {
                return refuse("a board has 3 to 12 columns");
            }
            if row > 0 && width != self.columns {
                return refuse("all rows are equally long");
            }
            self.columns = width;
        }
        Ok(())
    }

    /// Puts the pieces of a row on the board and returns the length of the row.
    fn read_row(&mut self, row: u8, text: &str) -> Result<u8, ParseError> {
        let mut rest = text;
        let mut col = 0u8;
        let mut after_empty = false;
        while !rest.is_empty() {
            if col >= MOST_SIDE {
                return refuse("a board has 3 to 12 columns");
            }
            if let Some((piece, behind)) = read_piece(rest) {
                self.tiles[Square::new(col, row)] = Some(piece);
                (col, rest, after_empty) = (col + 1, behind, false);
                continue;
            }
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (empty, behind) = rest.split_at(digits);
            if digits == 0 || after_empty || empty == "0" {
                return refuse(format!("`{}` isn't a row of a board", excerpt(text)));
            }
            (col, rest, after_empty) = (col.saturating_add(small(empty)?), behind, true);
        }
        Ok(col)
    }

    /// Counts the pieces, and refuses positions that no game can reach.
    fn check_position(&mut self) -> Result<(), ParseError> {
        if !matches!(self.seats, 2 | 4 | 6 | 8) {
            return refuse("there are 2, 4, 6 or 8 seats");
        }
        if !(1..=99).contains(&self.turns) || self.done > self.turns {
            return refuse("a game has 1 to 99 turns, and no more are carried out");
        }
        let mut all = self.pools.map(|pool| pool.map(u32::from));
        for (at, piece) in self.pieces() {
            if at.row == piece.team().goal_row(self.rows) {
                return refuse(format!("a piece of {} on {at} would have scored", piece.team().name()));
            }
            all[piece.team().index()][piece.element().index()] += 1;
        }
        if all.as_flattened().iter().any(|&count| count > MOST_OF_A_KIND) {
            return refuse(format!("a team has at most {MOST_OF_A_KIND} pieces of an element"));
        }
        self.alive = all.map(|pieces| pieces.iter().sum::<u32>() as u8);
        Ok(())
    }

    fn read_orders(&mut self, text: &str) -> Result<(), ParseError> {
        if text == "-" {
            return Ok(());
        }
        if self.is_over() {
            return refuse("the game is over, so there are no orders");
        }
        for text in text.split(',') {
            let (number, order) = halves(text, ':', "`seat:order`")?;
            let seat = seat(number, self.seats)?;
            let order: Move = order.parse()?;
            if self.orders.of(seat).is_some() {
                return refuse(format!("seat {seat} has two orders"));
            }
            self.may_order(seat, order).map_err(|why| ParseError::new(format!("seat {seat}: {why}")))?;
            self.orders.put(seat, order);
        }
        if self.waiting().is_empty() { refuse("all orders are given, so the turn is over") } else { Ok(()) }
    }
}
