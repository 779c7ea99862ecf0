//! What a game can be set up with, and what it says about itself.

use std::collections::BTreeMap;

use crate::{Colour, Page, Seat};

/// The value of an option as somebody gave it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// True or false.
    Flag(bool),
    /// A text.
    Text(String),
    /// Something that no option takes: a fraction, a list, nothing at all.
    Other,
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Value::Int(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Flag(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value::Text(value.to_owned())
    }
}

/// The options given for a new game, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options(BTreeMap<String, Value>);

impl Options {
    /// No option given: all defaults.
    #[must_use]
    pub fn new() -> Options {
        Options::default()
    }

    /// The same with `name` set to `value`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Options {
        self.set(name, value);
        self
    }

    /// Sets `name` to `value`, in place of an earlier value.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// The value given for `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// All given options in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The whole number given for `name`, or `default`.
    #[must_use]
    pub fn int(&self, name: &str, default: i64) -> i64 {
        match self.get(name) {
            Some(&Value::Int(value)) => value,
            _ => default,
        }
    }

    /// The flag given for `name`, or `default`.
    #[must_use]
    pub fn flag(&self, name: &str, default: bool) -> bool {
        match self.get(name) {
            Some(&Value::Flag(value)) => value,
            _ => default,
        }
    }

    /// The text given for `name`, or `default`.
    #[must_use]
    pub fn text<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        match self.get(name) {
            Some(Value::Text(value)) => value,
            _ => default,
        }
    }

    /// The seat given for `name` in a game of so many seats, or seat 1.
    pub(crate) fn seat(&self, name: &str, seats: u8) -> Result<Seat, SetupError> {
        let number = self.int(name, Seat::FIRST.number().into());
        let seat = u8::try_from(number).ok().and_then(Seat::new).filter(|seat| seat.number() <= seats);
        seat.ok_or_else(|| SetupError::Clash(format!("`{name}` must be a seat from 1 to {seats}")))
    }
}

impl FromIterator<(String, Value)> for Options {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(values: I) -> Self {
        Options(values.into_iter().collect())
    }
}

/// The name of the option for the number of seats.
pub const PLAYERS: &str = "players";

/// The name of the option that chooses a [`Preset`], in the games that have some.
pub const PRESET: &str = "preset";

/// What an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A whole number in this range, ends included.
    Int {
        /// The smallest.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of these whole numbers.
    IntOf(&'static [i64]),
    /// One of these numbers of seats.
    Seats(&'static [u8]),
    /// One of these texts.
    TextOf(&'static [&'static str]),
    /// True or false.
    Flag,
}

/// One option of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name, lower case, at most 32 characters.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// Its default for players, at most 100 characters. Where it is one of the values, that value as it is typed, then perhaps
    /// more in brackets (menus mark the value by it): `8`, `7 (correspondence: 5)`. Otherwise in words: `by the number of people`.
    pub default: &'static str,
    /// What it means, one line for players, at most 100 characters.
    pub about: &'static str,
}

/// A named way to play a game: a value of its option [`PRESET`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The value, lower case.
    pub name: &'static str,
    /// How many people play and for how long: one sentence of at most 40 characters, such as `2 players play 120 turns.`
    pub about: &'static str,
}

/// What a player should know of a piece, or of another thing on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceInfo {
    /// Its name in lower case, at most 32 characters; no two things of a game share it.
    pub name: &'static str,
    /// What it does: a paragraph of at most 600 characters, plain text with Discord's markdown.
    pub text: &'static str,
}

/// A way in which a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The reason word of an outcome, as the game's rules have it.
    pub reason: &'static str,
    /// Why the game is over, for players: a clause of at most 60 characters, lower case, no final dot.
    pub words: &'static str,
}

/// What a game says about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// The name in commands, texts and the database, such as `plankton-synapse`: lower case letters and hyphens.
    pub slug: &'static str,
    /// The name for people, at most 32 characters.
    pub title: &'static str,
    /// The numbers of seats it can be played with, rising.
    pub seats: &'static [u8],
    /// Its aim in one line, at most 100 characters.
    pub goal: &'static str,
    /// How long a game takes, in one line, at most 100 characters.
    pub length: &'static str,
    /// One sentence with the number of players, what they do and for how long. With the title before it, it has at most 60
    /// characters.
    pub summary: &'static str,
    /// How moves are written, one line with examples, at most 150 characters.
    pub notation: &'static str,
    /// The colour of each seat in order, at least as many as the most seats; words and pictures name seats by them.
    pub colours: &'static [Colour],
    /// The names of its two sides, in the order of [`Game::sides`](crate::Game::sides); empty where they have no names.
    pub sides: &'static [&'static str],
    /// Whether one person may hold several seats of the same side.
    pub several_seats: bool,
    /// The word for moves that do not cost the piece ([`Game::dies`](crate::Game::dies)) where menus count them, such as `live`;
    /// `None` if no move of the game costs it.
    pub survive: Option<&'static str>,
    /// Its options besides `players`.
    pub options: &'static [OptionSpec],
    /// The values of its option [`PRESET`], the recommended one first; empty if it has no such option.
    pub presets: &'static [Preset],
    /// The ways in which it ends by itself, at least one.
    pub endings: &'static [Ending],
    /// The rules for players: 3 to 12 pages, all but at most two of them with a board.
    pub pages: &'static [Page],
    /// What stands on its boards, at least one thing.
    pub pieces: &'static [PieceInfo],
}

/// Why a game cannot be set up so.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// No option has this name.
    #[error("there is no option `{name}`; the options are {known}")]
    UnknownOption {
        /// The name given.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The value is of the wrong kind or out of range.
    #[error("the option `{name}` takes {takes}")]
    BadValue {
        /// The option.
        name: &'static str,
        /// What it takes, in words.
        takes: String,
    },
    /// Each value is possible, but not together.
    #[error("{0}")]
    Clash(String),
}

impl Takes {
    fn accepts(self, value: &Value) -> bool {
        match (self, value) {
            (Takes::Int { min, max }, Value::Int(value)) => (min..=max).contains(value),
            (Takes::IntOf(values), Value::Int(value)) => values.contains(value),
            (Takes::Seats(counts), &Value::Int(value)) => {
                counts.iter().any(|&count| i64::from(count) == value)
            }
            (Takes::TextOf(values), Value::Text(value)) => values.contains(&value.as_str()),
            (Takes::Flag, Value::Flag(_)) => true,
            _ => false,
        }
    }

    /// What it takes, in words: `a whole number from 6 to 30`.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            Takes::Int { min, max } => format!("a whole number from {min} to {max}"),
            Takes::IntOf(values) => {
                format!("one of {}", values.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
            }
            Takes::Seats(counts) => {
                format!("one of {}", counts.iter().map(u8::to_string).collect::<Vec<_>>().join(", "))
            }
            Takes::TextOf(values) => format!("one of {}", values.join(", ")),
            Takes::Flag => "true or false".to_owned(),
        }
    }
}

impl About {
    /// Checks names, kinds and ranges of all given options; `players` must be one of [`About::seats`], and `seed` is let
    /// through whatever it is. A game's own setup has only to check what hangs together.
    ///
    /// # Errors
    /// The first option, in the order of names, that is unknown or has a value it does not take.
    pub fn check(&self, options: &Options) -> Result<(), SetupError> {
        for (name, value) in options.iter() {
            if name == "seed" {
                continue;
            }
            let spec = self.all_options().find(|spec| spec.name == name);
            let spec = spec.ok_or_else(|| SetupError::UnknownOption {
                name: name.to_owned(),
                known: self.all_options().map(|spec| spec.name).collect::<Vec<_>>().join(", "),
            })?;
            if !spec.takes.accepts(value) {
                return Err(SetupError::BadValue { name: spec.name, takes: spec.takes.in_words() });
            }
        }
        Ok(())
    }

    /// Why a game is over that ended for this reason, in words ([`Ending::words`]); `None` for a reason of the table's.
    #[must_use]
    pub fn ending(&self, reason: &str) -> Option<&'static str> {
        self.endings.iter().find(|ending| ending.reason == reason).map(|ending| ending.words)
    }

    /// All its options: [`PLAYERS`], which every game has, then its own.
    pub fn all_options(&self) -> impl Iterator<Item = OptionSpec> + use<> {
        let players = OptionSpec {
            name: PLAYERS,
            takes: Takes::Seats(self.seats),
            default: "by the number of people",
            about: match self.several_seats {
                true => {
                    "How many seats there are. Where people are fewer, some hold several seats of a side."
                }
                false => "How many seats there are, and so how many people play.",
            },
        };
        [players].into_iter().chain(self.options.iter().copied())
    }

    /// The colour of a seat.
    #[must_use]
    pub const fn colour(&self, seat: Seat) -> Colour {
        self.colours[seat.index() % self.colours.len()]
    }

    /// The fewest seats.
    #[must_use]
    pub fn fewest(&self) -> u8 {
        self.seats.first().copied().unwrap_or(2)
    }

    /// The most seats.
    #[must_use]
    pub fn most(&self) -> u8 {
        self.seats.last().copied().unwrap_or(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABOUT: About = About {
        slug: "toy",
        title: "Toy",
        seats: &[2, 4],
        goal: "",
        length: "",
        summary: "",
        notation: "",
        colours: &Colour::SEATS,
        sides: &[],
        several_seats: false,
        survive: None,
        options: &[
            OptionSpec { name: "size", takes: Takes::IntOf(&[6, 8]), default: "8", about: "" },
            OptionSpec { name: "limit", takes: Takes::Int { min: 1, max: 9 }, default: "9", about: "" },
            OptionSpec { name: "mode", takes: Takes::TextOf(&["a", "b"]), default: "a", about: "" },
            OptionSpec { name: "turn", takes: Takes::Flag, default: "false", about: "" },
        ],
        presets: &[],
        endings: &[],
        pages: &[],
        pieces: &[],
    };

    #[track_caller]
    fn check(name: &str, value: impl Into<Value>, refusal: &str) {
        let said = ABOUT.check(&Options::new().with(name, value)).err().map(|e| e.to_string());
        assert_eq!(said.as_deref().unwrap_or("fine"), refusal);
    }

    #[test]
    fn options_are_checked_for_name_kind_and_range() {
        check("size", 6, "fine");
        check("size", 7, "the option `size` takes one of 6, 8");
        check("size", "6", "the option `size` takes one of 6, 8");
        check("limit", 10, "the option `limit` takes a whole number from 1 to 9");
        check("limit", true, "the option `limit` takes a whole number from 1 to 9");
        check("mode", "b", "fine");
        check("mode", "B", "the option `mode` takes one of a, b");
        check("turn", 1, "the option `turn` takes true or false");
        check("players", 4, "fine");
        check("players", 3, "the option `players` takes one of 2, 4");
        check("players", Value::Other, "the option `players` takes one of 2, 4");
        check("seed", Value::Other, "fine");
        check("colour", 1, "there is no option `colour`; the options are players, size, limit, mode, turn");
    }
}
