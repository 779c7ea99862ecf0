//! Position texts (section 8 of the rules).

use std::{
    fmt::{self, Write},
    str::FromStr,
};

use crate::{
    ParseError, Seat, SeatSet,
    grid::{MAX_SIDE, Square},
    text::{excerpt, fields, halves, in_order, seat, small},
};

use super::{
    board::{Board, Cell, Parasite},
    caste::{CHEAPEST, Caste},
    play::steps_apart,
    position::{DEVELOPMENT, Parasites, QUEENS_APART, Used},
    setup::most_players,
};

/// Each position has exactly one text (R34).
impl fmt::Display for Parasites {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, row) in self.board.rows().rev().enumerate() {
            if n > 0 {
                f.write_str("/")?;
            }
            write_row(f, row)?;
        }
        let to_act = self.to_act.map_or(0, |seat| seat.number());
        write!(f, " {} {to_act} {} ", self.seats, self.development)?;
        for (n, (at, points)) in self.used().enumerate() {
            write!(f, "{}{at}:{points}", if n > 0 { "," } else { "" })?;
        }
        write!(f, "{} {} ", if self.has_begun() { "" } else { "-" }, self.passes)?;
        for group in 1..=self.groups_fallen() {
            for (n, seat) in self.fallen_in(group).iter().enumerate() {
                let between = if n > 0 {
                    ","
                } else if group > 1 {
                    "/"
                } else {
                    ""
                };
                write!(f, "{between}{seat}")?;
            }
        }
        if self.groups_fallen() == 0 { f.write_str("-") } else { Ok(()) }
    }
}

const fn capital(caste: Caste) -> u8 {
    (caste.letter() as u8).to_ascii_uppercase()
}

fn write_row(f: &mut fmt::Formatter<'_>, row: &[Cell]) -> fmt::Result {
    let mut between = "";
    for run in row.chunk_by(|a, b| a.is_empty() && b.is_empty()) {
        match run[0].parasite() {
            None => write!(f, "{between}{}", run.len())?,
            Some(Parasite { owner, caste }) => {
                f.write_str(between)?;
                f.write_char(capital(caste).into())?;
                f.write_char((b'0' + owner.number()).into())?;
            }
        }
        between = ",";
    }
    Ok(())
}

impl FromStr for Parasites {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [board, players, to_act, development, used, passes, fallen] = fields(text)?;
        let rows: Vec<&str> = board.split('/').collect();
        let size = u8::try_from(rows.len()).unwrap_or(u8::MAX);
        if !(8..=MAX_SIDE).contains(&size) {
            return Err(ParseError::new("a board has 8 to 40 rows"));
        }
        let seats = small(players)?;
        if !(2..=most_players(size)).contains(&seats) {
            let most = most_players(size);
            return Err(ParseError::new(format!("a board of {size} rows has room for 2 to {most} players")));
        }
        let mut game = Parasites {
            board: Board::new(size),
            seats,
            to_act: if to_act == "0" { None } else { Some(seat(to_act, seats)?) },
            development: small(development)?,
            passes: small(passes)?,
            used: [None; 2],
            queens: [None; Seat::MAX as usize],
            fallen: read_fallen(fallen, seats)?,
        };
        for (row, text) in (0..size).rev().zip(rows) {
            game.read_row(row, text)?;
        }
        game.read_used(used)?;
        game.check_seats()?;
        game.check_turn()?;
        Ok(game)
    }
}

fn read_fallen(text: &str, seats: u8) -> Result<[u8; Seat::MAX as usize], ParseError> {
    let mut fallen = [0; Seat::MAX as usize];
    if text == "-" {
        return Ok(fallen);
    }
    for (group, text) in (1..).zip(text.split('/')) {
        let mut last = None;
        for text in text.split(',') {
            let seat = seat(text, seats)?;
            if fallen[seat.index()] > 0 || last.is_some_and(|last| last > seat) {
                return Err(ParseError::new("the seats of a group go up, and each is out once"));
            }
            fallen[seat.index()] = group;
            last = Some(seat);
        }
    }
    Ok(fallen)
}

impl Parasites {
    fn read_row(&mut self, row: u8, text: &str) -> Result<(), ParseError> {
        let size = self.board.size();
        let wrong = || ParseError::new(format!("row {} does not have {size} squares", row + 1));
        let mut col = 0;
        let mut after_run = false;
        for token in text.split(',') {
            let width = if token.starts_with(|first: char| first.is_ascii_digit()) {
                let run = small(token)?;
                if run == 0 || after_run {
                    return Err(ParseError::new("runs of empty squares are as long as possible"));
                }
                after_run = true;
                run
            } else {
                after_run = false;
                let at = Square::new(col, row);
                if col >= size {
                    return Err(wrong());
                }
                let parasite = self.read_parasite(token)?;
                self.board.set(self.board.spot(at), Cell::new(parasite.owner, parasite.caste));
                if parasite.caste == Caste::Queen && self.queens[parasite.owner.index()].replace(at).is_some()
                {
                    return Err(ParseError::new(format!("seat {} has two queens", parasite.owner)));
                }
                1
            };
            col = col.checked_add(width).filter(|&col| col <= size).ok_or_else(wrong)?;
        }
        if col == size { Ok(()) } else { Err(wrong()) }
    }

    fn read_parasite(&self, token: &str) -> Result<Parasite, ParseError> {
        let bad =
            || ParseError::new(format!("`{}` isn't a parasite: write `Q1`, `A1` and so on", excerpt(token)));
        let (letter, owner) = token.split_at_checked(1).ok_or_else(bad)?;
        let of_letter = |caste: &Caste| letter.as_bytes() == [capital(*caste)];
        let caste = Caste::ALL.into_iter().find(of_letter).ok_or_else(bad)?;
        Ok(Parasite { owner: seat(owner, self.seats)?, caste })
    }

    fn read_used(&mut self, text: &str) -> Result<(), ParseError> {
        if text == "-" {
            return Ok(());
        }
        let entries: Vec<&str> = text.split(',').collect();
        if entries.len() > self.used.len() {
            return Err(ParseError::new("at most two parasites are used in a turn"));
        }
        let mut last = None;
        for (n, entry) in entries.into_iter().enumerate() {
            let (at, points) = halves(entry, ':', "`square:points`")?;
            let at: Square = at.parse()?;
            let points = small(points)?;
            in_order(&mut last, at, "parasites used")?;
            let own = self.parasite(at).filter(|parasite| Some(parasite.owner) == self.to_act);
            // A used parasite has spent at least the price of the cheapest creation.
            if own.is_none_or(|parasite| points > parasite.caste.points() - CHEAPEST) {
                return Err(ParseError::new(format!("{at} cannot have been used so in this turn")));
            }
            self.used[n] = Some(Used { at: self.board.spot(at), points });
        }
        Ok(())
    }

    /// Refuses seats with something that they cannot have.
    fn check_seats(&self) -> Result<(), ParseError> {
        let living = self.living();
        if living.is_empty() {
            return Err(ParseError::new("at least one seat is in the game"));
        }
        if let Some((at, _)) = self.parasites().find(|(_, parasite)| !living.contains(parasite.owner)) {
            return Err(ParseError::new(format!("there is a parasite of an eliminated seat on {at}")));
        }
        let placed: SeatSet = living.iter().filter(|seat| self.queens[seat.index()].is_some()).collect();
        if placed == living { Ok(()) } else { self.check_placing(placed) }
    }

    /// Checks a position before the first normal turn. It has only queens, placed by the rules and by one seat after the other.
    fn check_placing(&self, placed: SeatSet) -> Result<(), ParseError> {
        let refuse = |what: &str| Err(ParseError::new(what));
        if self.groups_fallen() > 0 || self.has_begun() || self.passes > 0 {
            return refuse("while queens are being placed, nothing else has happened");
        }
        if self.parasites().any(|(_, parasite)| parasite.caste != Caste::Queen) {
            return refuse("while queens are being placed, there is nothing else on the board");
        }
        let Some(first) = self.to_act else { return refuse("a seat without a queen is to act") };
        // Exactly the seats from the one to act on have no queen yet.
        let still_to_come = std::iter::successors(Some(first), |seat| Some(seat.next(self.seats)));
        let in_turn = still_to_come.take(usize::from(self.seats) - placed.len());
        if !in_turn.into_iter().all(|seat| !placed.contains(seat)) {
            return refuse("queens are placed by one seat after the other");
        }
        let queens: Vec<Square> = self.queens.into_iter().flatten().collect();
        for (n, &queen) in queens.iter().enumerate() {
            let apart = queens[..n].iter().all(|&other| steps_apart(other, queen) >= QUEENS_APART);
            if !apart || !self.is_in_strip(queen) {
                return Err(ParseError::new(format!("no queen can have been placed on {queen}")));
            }
        }
        Ok(())
    }

    /// Refuses a turn that contradicts the rest of the position.
    fn check_turn(&self) -> Result<(), ParseError> {
        let refuse = |what: &str| Err(ParseError::new(what));
        let living = self.living();
        let ended = living.len() == 1 || usize::from(self.passes) >= living.len();
        let Some(to_act) = self.to_act else {
            let passes = if living.len() == 1 { 0 } else { living.len() };
            return if !ended {
                refuse("the game is not over, so a seat must be to act")
            } else if self.development > 0 || self.has_begun() {
                refuse("in a finished game no development points are left")
            } else if usize::from(self.passes) != passes {
                refuse("the game ended before so many turns were passed in a row")
            } else {
                Ok(())
            };
        };
        if ended {
            return refuse("the game is over, so no seat is to act");
        }
        if !living.contains(to_act) {
            return refuse("a seat that is out is not to act");
        }
        let used = self.used.iter().flatten().filter_map(|used| self.board.parasite(used.at));
        let spent: u8 = used.map(|parasite| parasite.caste.use_cost()).sum();
        if self.development.checked_add(spent) != Some(DEVELOPMENT) {
            return refuse("the development points left and those spent are not two together");
        }
        match self.used[0] {
            Some(_) if self.passes > 0 => refuse("a creation breaks the row of passed turns"),
            Some(used) if !self.can_go_on(to_act, used.at) => {
                refuse("nothing can be created any more, so the turn is over")
            }
            _ => Ok(()),
        }
    }
}
