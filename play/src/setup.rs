//! Reads options of games and clocks as players type them.

use clock::{Control, ControlError, Mode};
use data::{Clocks, Lobby};
use rules::{Kind, Options, SetupError, Takes, Value};

use crate::{
    catalogue::{LONGEST, find_option, nearest},
    rejected::OptionsRejected,
};

/// The menu value that resets an option to its default.
pub const DEFAULT: &str = "default";

/// Returns the clock of games whose host and server have chosen none: 72 hours, 12 more after each turn, at most 120. A
/// player who runs out of time loses.
#[must_use]
pub fn usual_control() -> Control {
    Control { mode: Mode::Hard, ..Control::default() }
}

/// Returns the time control that the game of a lobby would start with now. One person with machines alone takes all the time they
/// need, unless the host chose a clock. A clock that differs from the server's was chosen.
#[must_use]
pub fn control_at_start(lobby: &Lobby) -> Control {
    let machines = lobby.joined().filter(|person| person.is_machine()).count();
    let is_alone = machines > 0 && lobby.joined().count() == machines + 1;
    match is_alone && lobby.control == lobby.usual_control.unwrap_or_else(usual_control) {
        true => Clocks::default().control,
        false => lobby.control,
    }
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
        if options.get(name).is_some() {
            return Err(OptionsRejected::Twice { name: name.to_owned() });
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

#[cfg(test)]
mod tests {
    use rules::{OptionSpec, PRESET};

    use super::*;
    use crate::{
        catalogue::{default_of, find_game, nearest_game, options, values, with_usual},
        content::MOST_CHOICES,
    };

    #[test]
    fn games_are_found_by_any_unique_beginning() {
        for kind in Kind::ALL {
            assert_eq!(find_game(kind.slug()), Some(*kind));
            assert_eq!(find_game(&kind.title().to_uppercase()), Some(*kind));
        }
        assert_eq!(find_game("proto"), Some(Kind::Protozoa));
        for nonsense in ["", "chess", "protozoan", "🎲"] {
            assert_eq!(find_game(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn mistyped_game_is_found() {
        for (typed, meant) in [
            ("protozoan", Kind::Protozoa),
            ("Protzooa", Kind::Protozoa),
            ("semisphere", Kind::Semiosphere),
            ("plancton", Kind::PlanktonSynapse),
            ("Plankton Sinapse", Kind::PlanktonSynapse),
            ("strakt", Kind::Stract),
            ("parasytes", Kind::Parasites),
        ] {
            assert_eq!(nearest_game(typed), Some(meant), "{typed}");
        }
        for nonsense in ["", "chess", "go", "🎲", &"x".repeat(6000)] {
            assert_eq!(nearest_game(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn mistyped_option_is_rejected_with_a_guess() {
        for (kind, typed, unknown) in [(Kind::Protozoa, "siez=6", "siez"), (Kind::Protozoa, "gaol 8", "gaol")]
        {
            let typed_name = unknown.to_owned();
            assert_eq!(read(kind, typed), Err(OptionsRejected::Unknown { kind, typed: typed_name }));
        }
        for (kind, typed, likely) in [
            (Kind::Semiosphere, "preset=balancd", "preset=balanced"),
            (Kind::Stract, "preset correspondance", "preset=correspondence"),
        ] {
            let Err(OptionsRejected::Impossible { meant: Some(meant), .. }) = read(kind, typed) else {
                panic!("{typed}: {:?}", read(kind, typed));
            };
            assert_eq!(meant, likely);
        }
    }

    #[test]
    fn recommended_preset_is_the_default() {
        for (kind, best) in [
            (Kind::PlanktonSynapse, "correspondence"),
            (Kind::Semiosphere, "balanced"),
            (Kind::Stract, "correspondence"),
        ] {
            assert_eq!(with_usual(kind, Options::new(), None), Options::new().with(PRESET, best));
            let standard = Options::new().with(PRESET, "standard");
            assert_eq!(with_usual(kind, standard.clone(), None), standard);
            assert_eq!(with_usual(kind, Options::new(), Some("standard")), standard);
            let best = Options::new().with(PRESET, best);
            assert_eq!(with_usual(kind, best.clone(), Some("standard")), best);
        }
        assert_eq!(with_usual(Kind::Protozoa, Options::new(), None), Options::new());
    }

    #[track_caller]
    fn check(typed: &str, want: Options) {
        assert_eq!(read(Kind::Protozoa, typed), Ok(want));
    }

    #[test]
    fn options_are_read_in_any_common_form() {
        check("", Options::new());
        check("size=6 goal=12", Options::new().with("size", 6).with("goal", 12));
        check("Size: 6, GOAL 12", Options::new().with("size", 6).with("goal", 12));
        check("teams=own players=4", Options::new().with("teams", "own").with("players", 4));
        let rotating =
            read(Kind::Semiosphere, "rotate points 4").map(|options| options.flag("rotate", false));
        assert_eq!(rotating, Ok(true));
    }

    #[test]
    fn unfit_options_are_rejected_with_the_reason() {
        let kind = Kind::Protozoa;
        let unknown = OptionsRejected::Unknown { kind, typed: "colour".to_owned() };
        assert_eq!(read(kind, "colour=red"), Err(unknown));
        for twice in ["size=6 size=8", "goal=9 size 6 size 6"] {
            assert_eq!(read(kind, twice), Err(OptionsRejected::Twice { name: "size".to_owned() }));
        }
        let without_value = OptionsRejected::WithoutValue { kind, name: "size".to_owned() };
        assert_eq!(read(kind, "size"), Err(without_value));
        for (typed, option) in [("size=7", "size"), ("size=six", "size"), ("players=9", "players")] {
            let refusal = read(kind, typed).unwrap_err();
            let OptionsRejected::Impossible { error: SetupError::BadValue { name, takes }, .. } = refusal
            else {
                panic!("{typed}: {refusal:?}");
            };
            assert_eq!(name, option);
            assert!(option != "size" || takes.contains("6, 8, 10"), "{takes}");
        }
        assert_eq!(read(kind, &"x".repeat(2000)), Err(OptionsRejected::TooLong { kind }));
    }

    #[test]
    fn clocks_are_read_in_any_common_form() {
        assert_eq!(read_clock(" "), Ok(None));
        assert_eq!(read_clock("default"), Ok(None), "the default of the server");
        assert_eq!(
            read_clock("1 day a turn, hard").map(|found| found.map(|c| c.to_string())),
            Ok(Some("1d/turn hard".to_owned()))
        );
        assert!(read_clock("soon").is_err());
    }

    #[test]
    fn wide_range_offers_default_and_round_numbers() {
        let rounds = find_option(Kind::Protozoa, "rounds").unwrap();
        let offered = values(rounds.takes);
        for number in ["1", "5", "10", "15", "20", "25", "30", "40", "50", "100", "200", "500"] {
            assert!(offered.iter().any(|known| known == number), "{number}: {offered:?}");
        }
        let wide = |spec: &OptionSpec| matches!(spec.takes, Takes::Int { min, max } if max - min >= 24);
        for kind in Kind::ALL {
            for spec in options(*kind).filter(wide) {
                let numbers: Vec<i64> =
                    values(spec.takes).iter().map(|value| value.parse().unwrap()).collect();
                assert_eq!(numbers.len(), MOST_CHOICES - 1, "{kind} {}: {numbers:?}", spec.name);
                assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
                let default: i64 = default_of(&spec, None).split(' ').next().unwrap().parse().unwrap();
                assert!(numbers.contains(&default), "{kind} {}: {default} of {numbers:?}", spec.name);
            }
        }
    }
}
