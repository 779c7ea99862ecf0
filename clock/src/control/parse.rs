//! Reads time controls as people type them.

use std::str::FromStr;

use super::{BANK, Control, Mode, OnTimeout, Pace};
use crate::Ms;

/// Why a text is no time control; the message says what would be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ControlError {
    /// A word, number or sign that has no meaning where it stands.
    #[error("`{0}` means nothing to me there; {POSSIBLE}")]
    Unknown(String),
    /// No amount of time, or more than one.
    #[error("one clock is needed; {POSSIBLE}")]
    NotOne,
    /// A time of which nobody can say whether it is for the game or for a turn.
    #[error("is {0} for each turn ({0}/turn) or for the whole game ({0}+0h)?")]
    ForWhat(String),
    /// What a bank starts with is out of range.
    #[error("a bank starts with whole minutes from 1m to 60d, for example 72h+12h/120h")]
    Start,
    /// What is added after each turn is out of range.
    #[error("after each turn whole minutes from 0m to 30d are added, for example 72h+12h/120h")]
    Increment,
    /// A bank's cap is out of range.
    #[error("a bank holds at least what it starts with and at most 60d, for example 72h+12h/120h")]
    Cap,
    /// The time for a turn is out of range.
    #[error("a turn takes whole minutes from 1m to 30d, for example 3d/turn")]
    Turn,
}

const POSSIBLE: &str = "possible are 72h+12h/120h (72 hours, 12 more after each turn, 120 at the most), 3d/turn, 90m/turn \
                        or none, and behind it: hard or soft, weekends (off), pass or forfeit";

/// The longest piece of somebody's text that is said back to them, in characters.
const ECHO: usize = 30;

#[derive(Clone, Copy)]
enum Token<'a> {
    Number(i64),
    Word(&'a str),
    Sign(&'a str),
}

/// Numbers, words and signs; what separates them is dropped.
fn tokens(text: &str) -> Vec<(Token<'_>, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same: fn(char) -> bool = match first {
            '0'..='9' => |c| c.is_ascii_digit(),
            c if c.is_alphabetic() => char::is_alphabetic,
            _ => |_| false,
        };
        let end = rest.find(|c| !same(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (piece, after) = rest.split_at(end);
        rest = after;
        let token = match first {
            // Too many digits for a number are too much time.
            '0'..='9' => Token::Number(piece.parse().unwrap_or(i64::MAX)),
            c if c.is_alphabetic() => Token::Word(piece),
            c if c.is_whitespace() || ",;:.()-".contains(c) => continue,
            _ => Token::Sign(piece),
        };
        found.push((token, piece));
    }
    found
}

fn unit(word: &str) -> Option<Ms> {
    Some(match word {
        "m" | "min" | "mins" | "minute" | "minutes" => Ms::MINUTE,
        "h" | "hr" | "hrs" | "hour" | "hours" => Ms::HOUR,
        "d" | "day" | "days" => Ms::DAY,
        "w" | "week" | "weeks" => Ms::days(7),
        _ => return None,
    })
}

struct Reader<'a> {
    tokens: Vec<(Token<'a>, &'a str)>,
    next: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.next).map(|&(token, _)| token)
    }

    /// Takes the next token if it is one of these words or signs.
    fn takes(&mut self, any: &[&str]) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(text) | Token::Sign(text)) if any.contains(&text));
        self.next += usize::from(found);
        found
    }

    /// What is said about a token that does not belong where it stands, or about an end that comes too early.
    fn unknown(&self) -> ControlError {
        match self.tokens.get(self.next).or(self.tokens.last()) {
            Some((_, piece)) => ControlError::Unknown(piece.chars().take(ECHO).collect()),
            None => ControlError::NotOne,
        }
    }

    /// A length of time: `72h`, `1d 12h`, `3 days`.
    fn length(&mut self) -> Result<Ms, ControlError> {
        let mut sum = None;
        while let Some(Token::Number(count)) = self.peek() {
            self.next += 1;
            let Some(Token::Word(word)) = self.peek() else { return Err(self.unknown()) };
            let Some(unit) = unit(word) else { return Err(self.unknown()) };
            self.next += 1;
            sum = Some(sum.unwrap_or(Ms::ZERO) + unit.times(count));
        }
        sum.ok_or_else(|| self.unknown())
    }

    /// A length of time and what it is for.
    fn timed(&mut self) -> Result<Pace, ControlError> {
        let begin = self.next;
        let start = self.length()?;
        let said = self.next;
        if self.takes(&["+"]) {
            let increment = self.length()?;
            let cap = if self.takes(&["/"]) {
                self.length()?
            } else {
                // As the default has it: four turns' worth above the start.
                (start + increment.times(4)).min(BANK.1)
            };
            return Ok(Pace::Bank { start, increment, cap });
        }
        let each = self.takes(&["/", "a", "per", "each", "every", "for"]);
        let _ = each && self.takes(&["each", "every", "a"]);
        match each && self.takes(&["turn", "turns", "move", "moves"]) {
            true => Ok(Pace::PerTurn(start)),
            false if each => Err(self.unknown()),
            false => {
                let said: String = self.tokens[begin..said].iter().map(|(_, piece)| *piece).collect();
                Err(ControlError::ForWhat(said.chars().take(ECHO).collect()))
            }
        }
    }

    fn control(&mut self) -> Result<Control, ControlError> {
        let mut pace = None;
        let mut control = Control::default();
        while let Some(token) = self.peek() {
            let before = self.next;
            let found = match token {
                Token::Number(_) => Some(self.timed()?),
                _ if self.takes(&["none", "unlimited"]) => Some(Pace::None),
                _ if self.takes(&["no", "without"]) => {
                    self.takes(&["a"]);
                    self.takes(&["clock", "clocks", "limit"]).then_some(Pace::None)
                }
                _ if self.takes(&["default", "standard"]) => Some(Pace::default()),
                _ => None,
            };
            if let Some(found) = found {
                if pace.replace(found).is_some() {
                    return Err(ControlError::NotOne);
                }
            } else if self.takes(&["hard"]) {
                control.mode = Mode::Hard;
            } else if self.takes(&["soft"]) {
                control.mode = Mode::Soft;
            } else if self.takes(&["weekend", "weekends"]) {
                control.weekends_off = !self.takes(&["on"]);
                self.takes(&["off"]);
            } else if self.takes(&["pass", "skip"]) {
                control.on_timeout = OnTimeout::Pass;
            } else if self.takes(&["forfeit", "lose"]) {
                control.on_timeout = OnTimeout::Forfeit;
            } else {
                self.next = before;
                return Err(self.unknown());
            }
        }
        control.pace = pace.ok_or(ControlError::NotOne)?;
        control.check()
    }
}

impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Self, ControlError> {
        let text = text.to_lowercase();
        Reader { tokens: tokens(&text), next: 0 }.control()
    }
}
