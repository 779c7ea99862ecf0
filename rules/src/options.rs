//! The options of a game, and how a game describes itself.

use std::{collections::BTreeMap, fmt};

use crate::{
    page::Page,
    seat::{Colour, Seat},
};

/// The value that a user gives for an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A whole number, such as 8.
    Int(i64),
    /// Either true or false.
    Flag(bool),
    /// A text, such as `drones`.
    Text(String),
    /// Something that no option accepts, such as a fraction, a list or nothing at all.
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

impl fmt::Display for Value {
    /// Writes the value as players type it, and nothing for one that no option accepts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(value) => value.fmt(f),
            Value::Flag(value) => value.fmt(f),
            Value::Text(value) => value.fmt(f),
            Value::Other => Ok(()),
        }
    }
}

/// The value of an option in a constant, which cannot hold the text of a [`Value`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// A whole number.
    Int(i64),
    /// A flag, on or off.
    Flag(bool),
    /// A text of any length.
    Text(&'static str),
}

impl From<Setting> for Value {
    fn from(setting: Setting) -> Self {
        match setting {
            Setting::Int(value) => value.into(),
            Setting::Flag(value) => value.into(),
            Setting::Text(value) => value.into(),
        }
    }
}

impl fmt::Display for Setting {
    /// Writes the value as players type it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Int(value) => value.fmt(f),
            Setting::Flag(value) => value.fmt(f),
            Setting::Text(value) => value.fmt(f),
        }
    }
}

/// The options given for a new game, by name. Every option that is not given has its default.
///
/// # Examples
///
/// ```
/// use rules::{Kind, Options};
///
/// let options = Options::new().with("players", 2).with("size", 6);
/// assert_eq!(options.int("size", 8), 6);
/// assert_eq!(options.text("start", "drones"), "drones", "the default");
/// assert!(Kind::Protozoa.new_game(&options).is_ok());
///
/// let error = Kind::Protozoa.new_game(&options.with("size", 7)).unwrap_err();
/// assert_eq!(error.to_string(), "the option `size` takes one of 6, 8, 10");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options(BTreeMap<String, Value>);

impl Options {
    /// Returns options of which none is given, so all have their defaults.
    pub fn new() -> Options {
        Options::default()
    }

    /// Returns options with these names and values. A game writes them as a constant.
    pub fn of(settings: &[(&str, Setting)]) -> Options {
        settings.iter().map(|&(name, setting)| (name.to_owned(), setting.into())).collect()
    }

    /// Returns these options with `name` set to `value`: `Options::new().with("players", 2)`.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Options {
        self.set(name, value);
        self
    }

    /// Sets `name` to `value` and replaces an earlier value.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// Returns the value given for `name`, if there is one.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Returns all given options, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns the whole number given for `name`. If there is none, or a value of another kind, it returns `default`.
    pub fn int(&self, name: &str, default: i64) -> i64 {
        match self.get(name) {
            Some(&Value::Int(value)) => value,
            _ => default,
        }
    }

    /// Returns the flag given for `name`, otherwise `default`: `options.flag("rotate", false)`.
    pub fn flag(&self, name: &str, default: bool) -> bool {
        match self.get(name) {
            Some(&Value::Flag(value)) => value,
            _ => default,
        }
    }

    /// Returns the text given for `name`, otherwise `default`: `options.text("preset", "standard")`.
    pub fn text<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        match self.get(name) {
            Some(Value::Text(value)) => value,
            _ => default,
        }
    }

    /// Returns the seat given for `name`, by default seat 1, in a game of `seats` seats.
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

/// The name of the option for the number of seats, which every game has.
pub const PLAYERS: &str = "players";

/// The name of the option that selects a [`Preset`], in games that have presets.
pub const PRESET: &str = "preset";

/// The values that an option accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A whole number from `min` to `max`, both included.
    Int {
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of these whole numbers.
    IntOf(&'static [i64]),
    /// One of these numbers of seats.
    Seats(&'static [u8]),
    /// One of these texts.
    TextOf(&'static [&'static str]),
    /// Either true or false.
    Flag,
}

/// One option of a game, for checks, completion and menus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// The name: lower case, at most 32 characters.
    pub name: &'static str,
    /// The values that it accepts.
    pub takes: Takes,
    /// The default, unless the chosen preset sets another one ([`OptionSpec::default_under`]).
    pub default: OptionDefault,
    /// The meaning of the option for players: one line, at most 100 characters.
    pub about: &'static str,
}

/// The default of an option, which holds if the option is not given.
///
/// ```
/// use rules::{Kind, OptionDefault, Setting};
///
/// let about = Kind::Stract.about();
/// let turns = about.options.iter().find(|spec| spec.name == "turns").ok_or("Stract has turns")?;
/// let correspondence = about.presets.iter().find(|preset| preset.name == "correspondence");
/// assert_eq!(turns.default, OptionDefault::Value(Setting::Int(45)));
/// assert_eq!(turns.default_under(correspondence).to_string(), "20");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionDefault {
    /// The same value for any number of players.
    Value(Setting),
    /// A value that depends on the number of players. The words describe it, in at most 100 characters.
    Depends(&'static str),
}

impl fmt::Display for OptionDefault {
    /// Writes the value as players type it, or the words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionDefault::Value(value) => value.fmt(f),
            OptionDefault::Depends(words) => words.fmt(f),
        }
    }
}

impl OptionSpec {
    /// Returns the default in a game with this preset: the value that the preset sets, otherwise [`OptionSpec::default`].
    pub fn default_under(&self, preset: Option<&Preset>) -> OptionDefault {
        let mut sets = preset.map_or(&[][..], |preset| preset.sets).iter();
        sets.find(|(name, _)| *name == self.name)
            .map_or(self.default, |&(_, setting)| OptionDefault::Value(setting))
    }
}

/// A named way to play a game, which is a value of its option [`PRESET`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The value of the option, in lower case.
    pub name: &'static str,
    /// The number of people and how long they play: one sentence of at most 40 characters, such as `2 players play 120 turns.`
    pub about: &'static str,
    /// The options whose defaults it changes, with their new defaults.
    pub sets: &'static [(&'static str, Setting)],
}

/// Explains a piece, or another thing on the board, to players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceInfo {
    /// The name in lower case, at most 32 characters, unique within the game.
    pub name: &'static str,
    /// Describes the piece: a paragraph of at most 600 characters with Discord's markdown.
    pub text: &'static str,
}

/// A way in which a game can end by its own rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The word of [`Outcome::reason`](crate::Outcome::reason), as the rules of the game define it.
    pub reason: &'static str,
    /// Why the game is over, for players: a clause of at most 60 characters, lower case, no final dot.
    pub words: &'static str,
    /// Whether the scores decide who wins, so that the result names them.
    pub scored: bool,
}

/// The description of a game: names, options, endings and rules for players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// The name in commands, texts and the database, such as `plankton-synapse`: lower-case letters and hyphens.
    pub slug: &'static str,
    /// The name for people, at most 32 characters.
    pub title: &'static str,
    /// The numbers of seats that it can be played with, in rising order.
    pub seats: &'static [u8],
    /// The aim of the game: one line, at most 100 characters.
    pub goal: &'static str,
    /// The length of a game: one line, at most 100 characters.
    pub length: &'static str,
    /// One sentence with the number of players, what they do and for how long. With the title before it, it has at most 60
    /// characters.
    pub summary: &'static str,
    /// An explanation of the notation: one line with examples, at most 150 characters.
    pub notation: &'static str,
    /// The colour of each seat, in order and at least one per seat. Sentences and pictures identify seats by colour.
    pub colours: &'static [Colour],
    /// The names of the two sides, in the order of [`Game::sides`](crate::Game::sides). Empty if the sides have no names.
    pub sides: &'static [&'static str],
    /// Whether one person may hold several seats of the same side.
    pub several_seats: bool,
    /// The word by which menus count moves that keep their piece ([`Game::dies`](crate::Game::dies)), such as `live`. `None` if
    /// no move of the game loses its piece.
    pub survive: Option<&'static str>,
    /// The options other than `players`.
    pub options: &'static [OptionSpec],
    /// The values of the option [`PRESET`], the recommended one first. Empty if the game has no such option.
    pub presets: &'static [Preset],
    /// The ways in which the game ends by its own rules; at least one.
    pub endings: &'static [Ending],
    /// The rules for players: 3 to 12 pages, of which at most two have no board.
    pub pages: &'static [Page],
    /// The pieces and other things on the board; at least one.
    pub pieces: &'static [PieceInfo],
}

/// The reason why a game cannot be set up with these options.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// No option has this name.
    #[error("there is no option `{name}`; the options are {known}")]
    UnknownOption {
        /// The name that was given.
        name: String,
        /// The names of all options, separated by commas.
        known: String,
    },
    /// The value has the wrong kind or is out of range.
    #[error("the option `{name}` takes {takes}")]
    BadValue {
        /// The name of the option.
        name: &'static str,
        /// The values that it accepts, in words.
        takes: String,
    },
    /// Each value is accepted on its own, but they do not fit together.
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

    /// Describes the accepted values: `Takes::Int { min: 6, max: 30 }.in_words()` is `a whole number from 6 to 30`.
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
    /// Checks the names, kinds and ranges of all given options. `players` must be one of [`About::seats`]. The option `seed` is
    /// reserved, so every value of it passes. A game's own setup only has to check how options fit together.
    ///
    /// # Errors
    ///
    /// [`SetupError::UnknownOption`] or [`SetupError::BadValue`] for the first wrong option in the order of names.
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

    /// Returns the options in which a game differs from one with the first preset, which the pages of rules describe. Each comes with its
    /// value as players type it. The number of players is left out.
    ///
    /// ```
    /// use rules::{Kind, Options};
    ///
    /// let about = Kind::Semiosphere.about();
    /// let unusual = about.unusual(&Options::new().with("preset", "standard").with("rows", 11));
    /// let named: Vec<_> = unusual.iter().map(|(spec, value)| (spec.name, value.as_str())).collect();
    /// assert_eq!(named, [("lost_bonus", "2"), ("reach", "0"), ("rotate", "false")]);
    /// ```
    pub fn unusual(&self, options: &Options) -> Vec<(OptionSpec, String)> {
        let (preset, described) = (self.preset(options), self.presets.first());
        let value = |spec: &OptionSpec| match options.get(spec.name) {
            Some(value) => value.to_string(),
            None => spec.default_under(preset).to_string(),
        };
        let own = self.options.iter().filter(|spec| spec.name != PRESET).copied();
        own.map(|spec| (spec, value(&spec)))
            .filter(|(spec, value)| *value != spec.default_under(described).to_string())
            .collect()
    }

    /// Returns the words for a reason of this game's endings: `Kind::Stract.about().ending("turns")` gives
    /// `the turns are used up`. It returns `None` for reasons of the table, such as a resignation.
    pub fn ending(&self, reason: &str) -> Option<&'static str> {
        self.endings.iter().find(|ending| ending.reason == reason).map(|ending| ending.words)
    }

    /// Returns whether the scores decide who wins when a game ends for this reason: true for
    /// `Kind::Stract.about().is_scored("turns")`, and false for a resignation.
    pub fn is_scored(&self, reason: &str) -> bool {
        self.endings.iter().any(|ending| ending.reason == reason && ending.scored)
    }

    /// Returns all options: [`PLAYERS`], which every game has, and then the game's own.
    pub fn all_options(&self) -> impl Iterator<Item = OptionSpec> + use<> {
        let players = OptionSpec {
            name: PLAYERS,
            takes: Takes::Seats(self.seats),
            default: OptionDefault::Depends("by the number of people"),
            about: match self.several_seats {
                true => {
                    "How many seats there are. If there are fewer people, some hold several seats of a side."
                }
                false => "How many seats there are, and so how many people play.",
            },
        };
        [players].into_iter().chain(self.options.iter().copied())
    }

    /// Returns the preset that these options choose, or `None` if the game has no presets.
    pub fn preset(&self, options: &Options) -> Option<&'static Preset> {
        let spec = self.options.iter().find(|spec| spec.name == PRESET)?;
        let OptionDefault::Value(Setting::Text(default)) = spec.default else { return None };
        let chosen = options.text(PRESET, default);
        self.presets.iter().find(|preset| preset.name == chosen)
    }

    /// Returns the default of one of the game's own options under the preset that `options` choose.
    fn default_of(&self, options: &Options, name: &str) -> Option<Setting> {
        let spec = self.options.iter().find(|spec| spec.name == name)?;
        match spec.default_under(self.preset(options)) {
            OptionDefault::Value(setting) => Some(setting),
            OptionDefault::Depends(_) => None,
        }
    }

    /// Whether every option of the game has its default under the chosen preset, given or not. The options in `free` may have
    /// any value.
    pub(crate) fn is_unchanged(&self, options: &Options, free: &[&str]) -> bool {
        let mut own = self.options.iter().filter(|spec| spec.name != PRESET && !free.contains(&spec.name));
        own.all(|spec| {
            let given = options.get(spec.name);
            given.is_none_or(|value| {
                self.default_of(options, spec.name).is_some_and(|by| Value::from(by) == *value)
            })
        })
    }

    /// Returns the chosen preset if it is one of `rated` and no option of the game but `first` differs from it.
    pub(crate) fn class_of_preset(&self, options: &Options, rated: &[&'static str]) -> Option<&'static str> {
        let preset = self.text(options, PRESET);
        let class = rated.iter().copied().find(|class| *class == preset);
        class.filter(|_| self.is_unchanged(options, &["first"]))
    }

    /// Returns the number of players: the given one, or the smallest.
    pub(crate) fn players(&self, options: &Options) -> u8 {
        options.int(PLAYERS, self.fewest().into()) as u8
    }

    /// Returns the whole number of an option of the game, given or by default. An option of another kind is 0.
    pub(crate) fn int(&self, options: &Options, name: &str) -> i64 {
        match self.default_of(options, name) {
            Some(Setting::Int(default)) => options.int(name, default),
            _ => 0,
        }
    }

    /// Returns the flag of an option of the game, given or by default. An option of another kind is off.
    pub(crate) fn flag(&self, options: &Options, name: &str) -> bool {
        match self.default_of(options, name) {
            Some(Setting::Flag(default)) => options.flag(name, default),
            _ => false,
        }
    }

    /// Returns the text of an option of the game, given or by default. An option of another kind is empty.
    pub(crate) fn text<'a>(&self, options: &'a Options, name: &str) -> &'a str {
        match self.default_of(options, name) {
            Some(Setting::Text(default)) => options.text(name, default),
            _ => "",
        }
    }

    /// Returns the colour of a seat.
    pub const fn colour(&self, seat: Seat) -> Colour {
        self.colours[seat.index() % self.colours.len()]
    }

    /// Returns the smallest number of seats: `Kind::Protozoa.about().fewest()` is 2.
    pub fn fewest(&self) -> u8 {
        self.seats.first().copied().unwrap_or(2)
    }

    /// Returns the largest number of seats: `Kind::Protozoa.about().most()` is 4.
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
            OptionSpec {
                name: "size",
                takes: Takes::IntOf(&[6, 8]),
                default: OptionDefault::Value(Setting::Int(8)),
                about: "",
            },
            OptionSpec {
                name: "limit",
                takes: Takes::Int { min: 1, max: 9 },
                default: OptionDefault::Value(Setting::Int(9)),
                about: "",
            },
            OptionSpec {
                name: "mode",
                takes: Takes::TextOf(&["a", "b"]),
                default: OptionDefault::Value(Setting::Text("a")),
                about: "",
            },
            OptionSpec {
                name: "turn",
                takes: Takes::Flag,
                default: OptionDefault::Value(Setting::Flag(false)),
                about: "",
            },
        ],
        presets: &[],
        endings: &[],
        pages: &[],
        pieces: &[],
    };

    #[track_caller]
    fn check(name: &str, value: impl Into<Value>, refusal: &str) {
        let words = ABOUT.check(&Options::new().with(name, value)).err().map(|e| e.to_string());
        assert_eq!(words.as_deref().unwrap_or("fine"), refusal);
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
