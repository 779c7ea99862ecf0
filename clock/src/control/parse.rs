//! Reads time controls as people type them.

use std::str::FromStr;

use jiff::SignedDuration;

use super::{BANK, Control, ControlError, Mode, OnTimeout, Pace};
use crate::time::{DAY, HOUR, MINUTE, days};

/// The longest piece of a player's text that an error message repeats, in characters.
const ECHO: usize = 30;

#[derive(Clone, Copy)]
enum Token<'a> {
    Number(i64),
    Word(&'a str),
    Sign(&'a str),
}

/// Splits a text into numbers, words and signs, and drops what separates them.
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
            // A number with too many digits becomes a time that is out of range.
            '0'..='9' => Token::Number(piece.parse().unwrap_or(i64::MAX)),
            c if c.is_alphabetic() => Token::Word(piece),
            c if c.is_whitespace() || ",;:.()-`".contains(c) => continue,
            _ => Token::Sign(piece),
        };
        found.push((token, piece));
    }
    found
}

pub(crate) fn unit(word: &str) -> Option<SignedDuration> {
    Some(match word {
        "m" | "min" | "mins" | "minute" | "minutes" => MINUTE,
        "h" | "hr" | "hrs" | "hour" | "hours" => HOUR,
        "d" | "day" | "days" => DAY,
        "w" | "week" | "weeks" => days(7),
        _ => return None,
    })
}

/// Returns whether a unit is written out, as in "2 weeks". People who write "2 weeks" mean a turn, as on most sites where games
/// last days. "2w" may also be the first half of a bank.
fn is_written_out(word: &str) -> bool {
    ["minute", "hour", "day", "week"].contains(&word.trim_end_matches('s'))
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

    /// Returns the error for a token at the wrong place, or for a text that ends too early.
    fn unknown(&self) -> ControlError {
        match self.tokens.get(self.next).or(self.tokens.last()) {
            Some((_, piece)) => ControlError::Unknown(piece.chars().take(ECHO).collect()),
            None => ControlError::NotOne,
        }
    }

    /// Reads a length of time: `72h`, `1d 12h`, `3 days`.
    fn length(&mut self) -> Result<SignedDuration, ControlError> {
        let mut sum = None;
        while let Some(Token::Number(count)) = self.peek() {
            self.next += 1;
            let Some(Token::Word(word)) = self.peek() else { return Err(self.unknown()) };
            let Some(unit) = unit(word) else { return Err(self.unknown()) };
            self.next += 1;
            // Nobody types a duration that these limits reach, and anybody can type any number.
            let length = SignedDuration::from_secs(unit.as_secs().saturating_mul(count));
            sum = Some(sum.unwrap_or(SignedDuration::ZERO).saturating_add(length));
        }
        sum.ok_or_else(|| self.unknown())
    }

    /// Takes "in all", "for the whole game" and the like. If the text says something else, nothing is taken.
    fn takes_in_all(&mut self) -> bool {
        let before = self.next;
        let found = self.takes(&["total"])
            || self.takes(&["in"]) && self.takes(&["all", "total"])
            || self.takes(&["for", "per", "/"]) && {
                self.takes(&["the", "a", "each"]);
                self.takes(&["whole", "entire"]);
                self.takes(&["game"])
            };
        if !found {
            self.next = before;
        }
        found
    }

    /// Reads a length of time and what it is for. The flag is false if the text left open whether it is for a turn or for the
    /// game.
    fn timed(&mut self) -> Result<(Pace, bool), ControlError> {
        let begin = self.next;
        let start = self.length()?;
        let end = self.next;
        if self.takes_in_all() {
            return Ok((Pace::Bank { start, increment: SignedDuration::ZERO, cap: start }, true));
        }
        if self.takes(&["+"]) {
            let increment = self.length()?;
            let cap = if self.takes(&["/"]) {
                self.length()?
            } else {
                // Like the default control: room for four increments above the start.
                start.saturating_add(increment.saturating_mul(4)).min(BANK.1)
            };
            return Ok((Pace::Bank { start, increment, cap }, true));
        }
        let each = self.takes(&["/", "a", "per", "each", "every", "for"]);
        let _ = each && self.takes(&["each", "every", "a"]);
        match each && self.takes(&["turn", "turns", "move", "moves"]) {
            false if each => Err(self.unknown()),
            by_turn => {
                let short =
                    |token: &(Token<'_>, &str)| matches!(token.0, Token::Word(unit) if !is_written_out(unit));
                let clear = by_turn || !self.tokens[begin..end].iter().any(short);
                Ok((Pace::PerTurn(start), clear))
            }
        }
    }

    fn control(&mut self) -> Result<Control, ControlError> {
        let mut pace = None;
        let mut clear = true;
        let mut control = Control::default();
        while let Some(token) = self.peek() {
            let before = self.next;
            let found = match token {
                Token::Number(_) => {
                    let (pace, is_clear) = self.timed()?;
                    clear = is_clear;
                    Some(pace)
                }
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
        let control = control.check()?;
        if clear { Ok(control) } else { Err(ControlError::ForWhat(control)) }
    }
}

impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Self, ControlError> {
        let text = text.to_lowercase();
        Reader { tokens: tokens(&text), next: 0 }.control()
    }
}
