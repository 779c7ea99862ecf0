//! Position texts (section 8 of the rules).

use std::{fmt, str::FromStr};

use crate::{
    Game, ParseError, SeatSet,
    grid::Square,
    text::{excerpt, fields, halves, in_order, number, seat},
};

use super::{
    board::Pieces,
    piece::{PIECES_OF_A_SIZE, Piece, Size},
    position::{Protozoa, Record, Teams},
};

/// The value of all pieces of two partners together.
const ALL_POINTS: u32 = 60;

impl fmt::Display for Protozoa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let teams = match self.teams {
            Teams::None => "",
            Teams::Own => "t",
            Teams::Mixed => "m",
        };
        let to_act = self.to_act.map_or(0, |seat| seat.number());
        write!(
            f,
            "{} {}{teams} {} {}/{} {to_act} ",
            self.size, self.seats, self.goal, self.played, self.limit
        )?;
        for (n, Record { value, turn }) in self.records().iter().enumerate() {
            write!(f, "{}{value}@{turn}", if n > 0 { "," } else { "" })?;
        }
        f.write_str(" ")?;
        if self.pieces.is_empty() {
            return f.write_str("-");
        }
        for (n, (at, Piece { owner, size })) in self.pieces.iter().enumerate() {
            write!(f, "{}{at}={}{owner}", if n > 0 { "," } else { "" }, size.letter())?;
        }
        Ok(())
    }
}

impl FromStr for Protozoa {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [size, players, goal, turns, to_act, records, pieces] = fields(text)?;
        let size = match size {
            "6" => 6,
            "8" => 8,
            "10" => 10,
            _ => return Err(ParseError::new("the board's size is 6, 8 or 10")),
        };
        let (seats, teams) = match players {
            "2" => (2, Teams::None),
            "3" => (3, Teams::None),
            "4" => (4, Teams::None),
            "4t" => (4, Teams::Own),
            "4m" => (4, Teams::Mixed),
            _ => return Err(ParseError::new("the players are 2, 3, 4, 4t or 4m")),
        };
        let (played, limit) = halves(turns, '/', "`played/limit`")?;
        let mut game = Protozoa {
            pieces: read_pieces(pieces, size, seats)?,
            records: [Record::default(); 4],
            goal: number(goal)?,
            played: number(played)?,
            limit: number(limit)?,
            size,
            seats,
            teams,
            to_act: if to_act == "0" { None } else { Some(seat(to_act, seats)?) },
        };
        game.read_records(records)?;
        game.check()?;
        Ok(game)
    }
}

impl Protozoa {
    fn read_records(&mut self, text: &str) -> Result<(), ParseError> {
        let sides = self.side_count();
        let records: Vec<&str> = text.split(',').collect();
        if records.len() != sides {
            return Err(ParseError::new(format!("there are {sides} sides, each with one record")));
        }
        for (record, text) in self.records.iter_mut().zip(records) {
            let (value, turn) = halves(text, '@', "`value@turn`")?;
            *record = Record { value: number(value)?, turn: number(turn)? };
        }
        Ok(())
    }

    /// Refuses positions that no game can reach.
    fn check(&self) -> Result<(), ParseError> {
        let refuse = |what: &str| Err(ParseError::new(what));
        let seats = u32::from(self.seats);
        if !(6..=30).contains(&self.goal) {
            return refuse("the goal is a number from 6 to 30");
        }
        if !self.limit.is_multiple_of(seats) || !(1..=500).contains(&(self.limit / seats)) {
            return refuse("the turn limit is 1 to 500 rounds");
        }
        if self.played > self.limit {
            return refuse("more turns were played than the limit allows");
        }
        for owner in SeatSet::all(self.seats).iter() {
            if Size::ALL.into_iter().any(|size| self.pieces.count(owner, size) > PIECES_OF_A_SIZE) {
                return refuse("a seat has at most five pieces of a size");
            }
        }
        for (side, record) in self.records().iter().enumerate() {
            if record.value > ALL_POINTS {
                return refuse("all pieces together are not worth so much");
            }
            if record.turn > self.played {
                return refuse("a record is from a turn that has not been played");
            }
            if record.value < self.organism_value(side) {
                return refuse("an organism is worth more than its side's record");
            }
        }
        if self.records().iter().filter(|record| record.value >= self.goal).count() > 1 {
            return refuse("only one side can have reached the goal");
        }
        match (self.to_act, Game::outcome(self)) {
            (Some(_), Some(_)) => refuse("the game is over, so no seat is to act"),
            (None, None) => refuse("the game is not over, so a seat must be to act"),
            _ => Ok(()),
        }
    }
}

fn read_pieces(text: &str, size: u8, seats: u8) -> Result<Pieces, ParseError> {
    let mut pieces = Pieces::default();
    if text == "-" {
        return Ok(pieces);
    }
    let mut last = None;
    for text in text.split(',') {
        let (at, piece) = halves(text, '=', "`square=piece`")?;
        let at: Square = at.parse()?;
        if at.col >= size || at.row >= size {
            return Err(ParseError::new(format!("{at} is not on the board")));
        }
        in_order(&mut last, at, "pieces")?;
        let bad = || ParseError::new(format!("`{}` isn't a piece: write `p1`, `d1` or `q1`", excerpt(piece)));
        let (letter, owner) = piece.split_at_checked(1).ok_or_else(bad)?;
        let size = Size::from_letter(letter).ok_or_else(bad)?;
        pieces.put(at, Piece { owner: seat(owner, seats)?, size });
    }
    Ok(pieces)
}
