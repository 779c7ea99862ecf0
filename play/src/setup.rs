//! Reads options of games and clocks as players type them.

use clock::{Control, ControlError, Mode};
use rules::{Kind, Options, SetupError, Takes, Value};

use crate::catalogue::{LONGEST, nearest};
pub use crate::catalogue::{
    default_of, find_game, find_option, largest, nearest_game, offered, options, preset, recommended,
    value_text, values, with_recommended,
};
use crate::rejected::OptionsRejected;

/// The menu value that resets an option to its default.
pub const DEFAULT: &str = "default";

/// Returns the clock of games whose host and server have chosen none: 72 hours, 12 more after each turn, at most 120. A
/// player who runs out of time loses.
#[must_use]
pub fn usual_control() -> Control {
    Control { mode: Mode::Hard, ..Control::default() }
}

/// Parses a typed time control. Returns `None` for an empty text or [`DEFAULT`].
///
/// # Errors
/// A text that is no time control.
pub fn read_clock(typed: &str) -> Result<Option<Control>, ControlError> {
    match typed.trim() {
        "" | DEFAULT => Ok(None),
        typed => typed.parse().map(Some),
    }
}

/// Parses typed options such as `size=6 goal=12` or `size 6, goal: 12`. A flag without a value is true.
///
/// # Errors
/// A text that is too long or no list of options, and options with which the game cannot be set up.
pub fn read(kind: Kind, typed: &str) -> Result<Options, OptionsRejected> {
    if typed.chars().count() > LONGEST {
        return Err(OptionsRejected::TooLong { kind });
    }
    let typed = typed.to_lowercase();
    let words: Vec<&str> =
        typed.split([' ', ',', ';', '=', ':', '\n', '\t']).filter(|word| !word.is_empty()).collect();
    let mut options = Options::new();
    let mut at = 0;
    while let Some(&name) = words.get(at) {
        at += 1;
        if find_option(kind, name).is_none() {
            return Err(OptionsRejected::Unknown { kind, typed: name.to_owned() });
        }
        let flag = find_option(kind, name).is_some_and(|spec| spec.takes == Takes::Flag);
        match words.get(at) {
            Some(value) if !flag || is_flag(value) => {
                options.set(name, read_value(kind, name, value));
                at += 1;
            }
            _ if flag => options.set(name, true),
            _ => return Err(OptionsRejected::WithoutValue { kind, name: name.to_owned() }),
        }
    }
    match kind.about().check(&options) {
        Ok(()) => Ok(options),
        Err(error) => {
            let meant = meant_value(kind, &options, &error);
            Err(OptionsRejected::Impossible { kind, error, meant })
        }
    }
}

/// Returns the option with the value that a mistyped one most likely means.
fn meant_value(kind: Kind, options: &Options, error: &SetupError) -> Option<String> {
    let SetupError::BadValue { name, .. } = error else { return None };
    let (Some(Value::Text(typed)), Takes::TextOf(texts)) =
        (options.get(name), find_option(kind, name)?.takes)
    else {
        return None;
    };
    Some(format!("{name}={}", nearest(typed, texts.iter().copied())?))
}

fn is_flag(word: &str) -> bool {
    matches!(word, "true" | "false" | "yes" | "no" | "on" | "off")
}

/// Reads a typed value of an option, in the option's own type if possible.
#[must_use]
pub fn read_value(kind: Kind, name: &str, typed: &str) -> Value {
    match find_option(kind, name).map(|spec| spec.takes) {
        Some(Takes::TextOf(_)) => Value::from(typed),
        Some(Takes::Flag) => match typed {
            "true" | "yes" | "on" => Value::Flag(true),
            "false" | "no" | "off" => Value::Flag(false),
            _ => Value::from(typed),
        },
        Some(Takes::Int { .. } | Takes::IntOf(_) | Takes::Seats(_)) | None => {
            typed.parse().map_or_else(|_| Value::from(typed), Value::Int)
        }
    }
}
