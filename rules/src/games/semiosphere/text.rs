//! Position texts (section 8 of the rules).

use std::{fmt, str::FromStr};

use crate::{
    ParseError, SeatSet,
    grid::Square,
    text::{excerpt, fields, halves, in_order, seat, small},
};

use super::{
    marks::{MAX_SEATS, Marks},
    position::{Planet, Player, Rules, Semiosphere, Whereabouts},
};

/// The largest number of points that a seat can have. It keeps every position writable, and no game comes near it.
pub(super) const MOST_POINTS: u8 = 99;

impl fmt::Display for Semiosphere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { columns, rows, points, lost_bonus, reach, rotate } = self.rules;
        let rotate = if rotate { 'r' } else { '-' };
        let to_act = self.to_act.map_or(0, |seat| seat.number());
        let touched = if self.touched { "*" } else { "" };
        write!(
            f,
            "{columns}x{rows} {points}/{lost_bonus}/{reach}/{rotate} {} {} {to_act}{touched} ",
            self.taken, self.lead
        )?;
        for (n, player) in self.players().enumerate() {
            write!(f, "{}{player}", if n > 0 { "," } else { "" })?;
        }
        let mut between = " ";
        for (at, owner) in self.marks() {
            write!(f, "{between}{at}={owner}")?;
            between = ",";
        }
        if between == " " { f.write_str(" -") } else { Ok(()) }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.piece {
            Whereabouts::Unplaced => f.write_str("-")?,
            Whereabouts::On(at) => at.fmt(f)?,
            Whereabouts::Inside => f.write_str("S")?,
            Whereabouts::Out { row } => write!(f, "x{}", row + 1)?,
        }
        match self.planet {
            Planet::Carried => f.write_str(":h")?,
            Planet::On(at) => write!(f, ":{at}")?,
            Planet::Taken => f.write_str(":v")?,
        }
        write!(f, ":{}", self.points)
    }
}

impl FromStr for Semiosphere {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [size, rules, taken, lead, to_act, players, marks] = fields(text)?;
        let rules = read_rules(size, rules)?;
        let players: Vec<&str> = players.split(',').collect();
        let seats = players.len() as u8;
        if !(2..=MAX_SEATS).contains(&players.len()) {
            return Err(ParseError::new("there are 2 to 4 seats"));
        }
        let (to_act, touched) = match to_act.strip_suffix('*') {
            Some(to_act) => (to_act, true),
            None => (to_act, false),
        };
        let mut game = Semiosphere {
            rules,
            seats,
            taken: small(taken)?,
            lead: seat(lead, seats)?,
            to_act: if to_act == "0" { None } else { Some(seat(to_act, seats)?) },
            touched,
            players: [Player::ABSENT; MAX_SEATS],
            marks: Marks::default(),
        };
        if game.taken > rules.rows {
            return Err(ParseError::new("more rows are taken than there are"));
        }
        for (player, text) in game.players.iter_mut().zip(players) {
            *player = read_player(text)?;
        }
        game.read_marks(marks)?;
        game.check_position()?;
        Ok(game)
    }
}

fn read_rules(size: &str, rules: &str) -> Result<Rules, ParseError> {
    let (columns, rows) = halves(size, 'x', "`columns`x`rows`")?;
    let bad = || {
        ParseError::new(format!("`{}` is not of the form `points/lost_bonus/reach/rotate`", excerpt(rules)))
    };
    let parts: Vec<&str> = rules.split('/').collect();
    let &[points, lost_bonus, reach, rotate] = parts.as_slice() else { return Err(bad()) };
    let rules = Rules {
        columns: small(columns)?,
        rows: small(rows)?,
        points: small(points)?,
        lost_bonus: small(lost_bonus)?,
        reach: small(reach)?,
        rotate: match rotate {
            "r" => true,
            "-" => false,
            _ => return Err(bad()),
        },
    };
    if rules.in_range() { Ok(rules) } else { Err(ParseError::new("an option is out of range")) }
}

fn read_player(text: &str) -> Result<Player, ParseError> {
    let parts: Vec<&str> = text.split(':').collect();
    let &[piece, planet, points] = parts.as_slice() else {
        return Err(ParseError::new(format!("`{}` is not of the form `where:planet:points`", excerpt(text))));
    };
    Ok(Player {
        piece: match piece {
            "-" => Whereabouts::Unplaced,
            "S" => Whereabouts::Inside,
            _ => match piece.strip_prefix('x') {
                Some(row) if row.bytes().all(|b| b.is_ascii_digit()) => {
                    let row = small(row)?.checked_sub(1);
                    Whereabouts::Out { row: row.ok_or_else(|| ParseError::new("rows count from 1"))? }
                }
                _ => Whereabouts::On(piece.parse()?),
            },
        },
        planet: match planet {
            "h" => Planet::Carried,
            "v" => Planet::Taken,
            _ => Planet::On(planet.parse()?),
        },
        points: small(points)?,
    })
}

impl Semiosphere {
    fn read_marks(&mut self, text: &str) -> Result<(), ParseError> {
        if text == "-" {
            return Ok(());
        }
        let mut last = None;
        for text in text.split(',') {
            let (at, owner) = halves(text, '=', "`square=seat`")?;
            let at: Square = at.parse()?;
            if !self.on_board(at) {
                return Err(ParseError::new(format!("{at} is not on the board")));
            }
            in_order(&mut last, at, "marks")?;
            self.marks.put(at, seat(owner, self.seats)?);
        }
        Ok(())
    }

    /// Refuses positions that no game can reach.
    fn check_position(&self) -> Result<(), ParseError> {
        let refuse = |what: &str| Err(ParseError::new(what));
        self.check_squares()?;
        for player in self.players() {
            match player.piece {
                // A seat that left the game counts as taken with the row that the void takes next (R31).
                Whereabouts::Out { row } if row > self.taken || row >= self.rules.rows => {
                    return refuse("a seat was taken with a row that has not been taken");
                }
                Whereabouts::Out { .. } if player.points > 0 => {
                    return refuse("a seat that is out has points");
                }
                Whereabouts::Out { .. } if player.planet == Planet::Carried => {
                    return refuse("a seat that is out carries its planet");
                }
                _ => {}
            }
            if player.points > MOST_POINTS {
                return refuse("no turn has so many points");
            }
        }
        if self.players().filter(|player| player.is_inside() && player.planet == Planet::Carried).count() > 1
        {
            return refuse("two seats are inside with planets");
        }
        match (self.to_act, self.ended()) {
            (None, None) => return refuse("the game is not over, so a seat must be to act"),
            (Some(_), Some(_)) => return refuse("the game is over, so no seat is to act"),
            (None, Some(_)) if self.touched || self.players().any(|player| player.points > 0) => {
                return refuse("in a finished game nobody has points");
            }
            (Some(seat), None) if self.points(seat) == 0 => return refuse("the seat to act has no points"),
            _ => {}
        }
        if self.is_placing() { self.check_placing_phase() } else { Ok(()) }
    }

    fn check_placing_phase(&self) -> Result<(), ParseError> {
        let refuse = |what: &str| Err(ParseError::new(what));
        if self.to_act.is_some_and(|seat| self.whereabouts(seat) != Whereabouts::Unplaced) {
            return refuse("while pieces are being placed, a seat without piece is to act");
        }
        let in_row_one = |player: &Player| match player.piece {
            Whereabouts::On(at) => at.row == 0,
            Whereabouts::Inside => false,
            Whereabouts::Unplaced | Whereabouts::Out { .. } => true,
        };
        if self.taken > 0 || self.touched || self.marks().next().is_some() || !self.players().all(in_row_one)
        {
            return refuse("while pieces are being placed, there is nothing but pieces in row 1");
        }
        // The game can be over before round 1, if all seats but one have left.
        let points = if self.to_act.is_some() { self.rules.points } else { 0 };
        let ready = |player: &Player| player.planet == Planet::Carried && player.points == points;
        if !self.players().filter(|player| player.is_alive()).all(ready) {
            return refuse(
                "while pieces are being placed, all carry their planets and have the points of a turn",
            );
        }
        Ok(())
    }

    /// Checks that pieces and planets are on the board, on different squares, and not on marks of other seats.
    fn check_squares(&self) -> Result<(), ParseError> {
        let mut used: Vec<Square> = Vec::new();
        for owner in SeatSet::all(self.seats).iter() {
            let piece = match self.whereabouts(owner) {
                Whereabouts::On(at) => Some(at),
                _ => None,
            };
            let planet = match self.planet(owner) {
                Planet::On(at) => Some(at),
                _ => None,
            };
            for at in piece.into_iter().chain(planet) {
                if !self.on_board(at) {
                    return Err(ParseError::new(format!("{at} is not on the board")));
                }
                if used.contains(&at) {
                    return Err(ParseError::new(format!("there are two things on {at}")));
                }
                if self.mark(at).is_some_and(|mark| mark != owner) {
                    return Err(ParseError::new(format!("on {at} lies the mark of another seat")));
                }
                used.push(at);
            }
        }
        Ok(())
    }
}
