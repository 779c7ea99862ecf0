//! Names of games and their options as people type them.

use clock::{Control, ControlError, Mode, OnTimeout, PRESETS, Pace};
use rules::{Kind, OptionSpec, Options, Takes, Value};

use crate::{
    text,
    view::{Choice, LONGEST_CHOICE, MOST_CHOICES, cut},
};

/// How many characters of options are read; nobody needs as many, and an answer quotes what it refuses.
const LONGEST: usize = 300;

/// The value in menus that stands for an option's default.
pub const DEFAULT: &str = "default";

/// What a game is played with if neither its host nor the server's administrators have said otherwise: 72 hours, 12 more
/// after each turn, 120 at the most; who runs out of time has lost.
#[must_use]
pub fn usual_control() -> Control {
    Control { mode: Mode::Hard, ..Control::default() }
}

/// The time controls worth offering: each preset soft, hard, and with turns that pass.
#[must_use]
pub fn clocks() -> Vec<Choice> {
    let mut choices = Vec::new();
    for preset in PRESETS {
        let hard = Control { mode: Mode::Hard, ..preset.control };
        let pass = Control { on_timeout: OnTimeout::Pass, ..hard };
        let variants: &[Control] =
            if preset.control.pace == Pace::None { &[preset.control] } else { &[hard, preset.control, pass] };
        choices.extend(variants.iter().map(|control| Choice {
            label: format!("{} ({control})", preset.name),
            value: control.to_string(),
            hint: text::when_time_is_up(control),
        }));
    }
    choices
}

/// Completes a time control as typed so far: itself, if it can be read, and those worth offering that contain all its words.
#[must_use]
pub fn complete_clock(typed: &str) -> Vec<Choice> {
    let typed = typed.to_lowercase();
    let mut choices = Vec::new();
    if let Ok(control) = typed.parse::<Control>() {
        let label = cut(&format!("{control} · {}", control.words()), LONGEST_CHOICE);
        choices.push(Choice { label, value: control.to_string(), hint: String::new() });
    }
    let fits = |choice: &Choice| {
        let text = format!("{} {}", choice.label, choice.hint).to_lowercase();
        typed.split_whitespace().all(|word| text.contains(word))
    };
    for choice in clocks().into_iter().filter(fits) {
        if choices.iter().all(|known| known.value != choice.value) {
            let label = cut(&format!("{} · {}", choice.label, choice.hint), LONGEST_CHOICE);
            choices.push(Choice { label, ..choice });
        }
    }
    choices.truncate(MOST_CHOICES);
    choices
}

/// A time control as typed; nothing typed is none chosen.
///
/// # Errors
/// What is wrong with it, and what would be right.
pub fn read_clock(typed: &str) -> Result<Option<Control>, String> {
    match typed.trim() {
        "" | DEFAULT => Ok(None),
        typed => typed.parse().map(Some).map_err(|error: ControlError| text::bad_clock(&error)),
    }
}

/// The game somebody means: its name as typed, in any case, or the beginning of just one name.
#[must_use]
pub fn find_game(typed: &str) -> Option<Kind> {
    let plain = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
    };
    let typed = plain(typed);
    let begins = |kind: &&Kind| plain(kind.title()).starts_with(&typed);
    let exact = Kind::ALL.iter().find(|kind| plain(kind.title()) == typed);
    let mut alike = Kind::ALL.iter().filter(begins);
    exact.or_else(|| alike.next().filter(|_| !typed.is_empty() && alike.next().is_none())).copied()
}

/// Completes the name of a game as typed so far: all whose names contain it.
#[must_use]
pub fn complete_game(typed: &str) -> Vec<Choice> {
    let typed = typed.to_lowercase();
    let fitting = Kind::ALL.iter().filter(|kind| kind.title().to_lowercase().contains(&typed));
    let choice = |kind: &Kind| Choice {
        label: cut(&format!("{} · {}", kind.title(), kind.about().goal), LONGEST_CHOICE),
        value: kind.slug().to_owned(),
        hint: String::new(),
    };
    fitting.take(MOST_CHOICES).map(choice).collect()
}

/// The option of a game with this name.
#[must_use]
pub fn find_option(kind: Kind, name: &str) -> Option<OptionSpec> {
    kind.about().all_options().find(|spec| spec.name == name)
}

/// The options of a game in which there is something to choose.
pub fn options(kind: Kind) -> impl Iterator<Item = OptionSpec> {
    kind.about().all_options().filter(|spec| !matches!(spec.takes, Takes::Seats([_])))
}

/// Whether an option has this value unless something else is said.
#[must_use]
pub fn is_default(spec: &OptionSpec, value: &str) -> bool {
    // `2 (balanced: 0)` is 2, but `10 for two players` is not always 10.
    spec.default.split(" (").next() == Some(value)
}

/// Options as typed: `size=6 goal=12`, also `size 6, goal: 12`; a flag alone means true.
///
/// # Errors
/// A friendly sentence that says what there is.
pub fn read(kind: Kind, typed: &str) -> Result<Options, String> {
    if typed.chars().count() > LONGEST {
        return Err(text::options_too_long(kind));
    }
    let typed = typed.to_lowercase();
    let words: Vec<&str> =
        typed.split([' ', ',', ';', '=', ':', '\n', '\t']).filter(|word| !word.is_empty()).collect();
    let mut options = Options::new();
    let mut at = 0;
    while let Some(&name) = words.get(at) {
        at += 1;
        if find_option(kind, name).is_none() {
            return Err(text::unknown_option(kind, name));
        }
        let flag = find_option(kind, name).is_some_and(|spec| spec.takes == Takes::Flag);
        match words.get(at) {
            Some(value) if !flag || is_flag(value) => {
                options.set(name, read_value(kind, name, value));
                at += 1;
            }
            _ if flag => options.set(name, true),
            _ => return Err(text::option_without_value(kind, name)),
        }
    }
    match kind.about().check(&options) {
        Ok(()) => Ok(options),
        Err(error) => Err(text::bad_options(kind, &error)),
    }
}

fn is_flag(word: &str) -> bool {
    matches!(word, "true" | "false" | "yes" | "no" | "on" | "off")
}

/// A value as typed for an option, of the kind that the option takes where it can be read so.
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

/// A value in words, as it is typed.
#[must_use]
pub fn value_text(value: &Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::Text(text) => text.clone(),
        Value::Other => String::new(),
    }
}

/// Numbers that people think in, those that are asked for most first.
const ROUND: [i64; 36] = [
    10, 20, 30, 50, 100, 5, 15, 40, 25, 60, 200, 12, 8, 300, 45, 80, 150, 6, 75, 90, 400, 3, 120, 2, 4, 500,
    250, 16, 18, 35, 1000, 70, 600, 180, 800, 1,
];

/// The values worth offering for an option, so many that one more fits beside them: of a wide range its ends and round numbers
/// between them. Any other can be typed.
#[must_use]
pub fn values(takes: Takes) -> Vec<String> {
    const MOST: i64 = MOST_CHOICES as i64 - 1;
    match takes {
        Takes::TextOf(texts) => texts.iter().map(|&text| text.to_owned()).collect(),
        Takes::IntOf(numbers) => numbers.iter().map(i64::to_string).collect(),
        Takes::Seats(counts) => counts.iter().map(u8::to_string).collect(),
        Takes::Flag => vec!["true".to_owned(), "false".to_owned()],
        Takes::Int { min, max } if max - min < MOST => (min..=max).map(|number| number.to_string()).collect(),
        Takes::Int { min, max } => {
            let mut numbers = vec![min, max];
            for number in ROUND.into_iter().filter(|number| (min..=max).contains(number)).chain(min..=max) {
                if (numbers.len() as i64) < MOST && !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
            numbers.sort_unstable();
            numbers.iter().map(i64::to_string).collect()
        }
    }
}

/// Three values of an option that stand beside each other, the default in their middle if it is one of them.
fn around_default(spec: &OptionSpec) -> Vec<String> {
    let values = values(spec.takes);
    let at = values.iter().position(|value| is_default(spec, value)).unwrap_or(0);
    let first = at.saturating_sub(1).min(values.len().saturating_sub(3));
    values.into_iter().skip(first).take(3).collect()
}

/// Completes options as typed so far: the names that go on from the last word, or the values of the last name.
#[must_use]
pub fn complete(kind: Kind, typed: &str) -> Vec<Choice> {
    let typed = typed.to_lowercase();
    let (before, last) = typed.rsplit_once([' ', ',']).unwrap_or(("", &typed));
    let before = if before.is_empty() { String::new() } else { format!("{} ", before.trim()) };
    let given = |name: &str| before.split([' ', '=']).any(|word| word == name);
    let mut choices = Vec::new();
    let with = |spec: &OptionSpec, value: &str| {
        (format!("{before}{}={value}", spec.name), text::option_value(spec, is_default(spec, value)))
    };
    if let Some((name, value)) = last.split_once('=') {
        if let Some(spec) = find_option(kind, name) {
            let mut fitting = values(spec.takes);
            fitting.retain(|known| known.starts_with(value));
            // Not all that can be taken can be offered.
            let typed = Options::new().with(name, read_value(kind, name, value));
            if !fitting.iter().any(|known| known == value) && kind.about().check(&typed).is_ok() {
                fitting.insert(0, value.to_owned());
            }
            choices.extend(fitting.iter().map(|known| with(&spec, known)));
        }
    } else {
        if !before.is_empty() && last.is_empty() {
            choices.push((before.trim().to_owned(), text::AS_IT_IS.to_owned()));
        }
        for spec in options(kind).filter(|spec| spec.name.starts_with(last) && !given(spec.name)) {
            choices.extend(around_default(&spec).iter().map(|value| with(&spec, value)));
        }
    }
    choices
        .into_iter()
        .filter(|(value, _)| value.chars().count() <= LONGEST_CHOICE)
        .take(MOST_CHOICES)
        .map(|(value, about)| Choice {
            label: cut(&format!("{value} · {about}"), LONGEST_CHOICE),
            value,
            hint: String::new(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[track_caller]
    fn check(typed: &str, want: Options) {
        assert_eq!(read(Kind::Protozoa, typed), Ok(want));
    }

    #[test]
    fn options_are_read_in_any_usual_writing() {
        check("", Options::new());
        check("size=6 goal=12", Options::new().with("size", 6).with("goal", 12));
        check("Size: 6, GOAL 12", Options::new().with("size", 6).with("goal", 12));
        check("teams=own players=4", Options::new().with("teams", "own").with("players", 4));
        let rotating =
            read(Kind::Semiosphere, "rotate points 4").map(|options| options.flag("rotate", false));
        assert_eq!(rotating, Ok(true));
    }

    #[test]
    fn what_is_wrong_with_options_is_said() {
        for (typed, says) in [
            ("colour=red", "no option"),
            ("size", "size"),
            ("size=7", "6, 8, 10"),
            ("size=six", "6, 8, 10"),
            ("players=9", "players"),
        ] {
            let refusal = read(Kind::Protozoa, typed).unwrap_err();
            assert!(refusal.contains(says), "{typed}: {refusal}");
        }
        let long = read(Kind::Protozoa, &"x".repeat(2000)).unwrap_err();
        assert!(long.chars().count() < 1000, "{long}");
    }

    #[test]
    fn clocks_are_read_as_they_are_offered() {
        assert_eq!(read_clock(" "), Ok(None));
        assert_eq!(read_clock("default"), Ok(None), "what holds on this server");
        assert_eq!(
            read_clock("1 day a turn, hard").map(|found| found.map(|c| c.to_string())),
            Ok(Some("1d/turn hard".to_owned()))
        );
        assert!(read_clock("soon").unwrap_err().contains("72h+12h/120h"));
        let all = clocks();
        assert!(all.len() <= MOST_CHOICES);
        assert_eq!(all[0].value, usual_control().to_string());
        for typed in ["", "hard", "3 days", "2d/turn", "no"] {
            let choices = complete_clock(typed);
            assert!(!choices.is_empty() && choices.len() <= MOST_CHOICES, "{typed}");
            for choice in choices {
                assert_eq!(
                    read_clock(&choice.value).map(|c| c.is_some()),
                    Ok(true),
                    "{typed}: {}",
                    choice.value
                );
            }
        }
        assert_eq!(complete_clock("2d/turn")[0].value, "2d/turn");
        let values: Vec<String> = complete_clock("3 days soft").into_iter().map(|c| c.value).collect();
        assert_eq!(values, ["3d/turn"]);
    }

    #[test]
    fn completions_are_options_that_can_be_read() {
        for kind in Kind::ALL {
            for spec in kind.about().all_options() {
                let value = &values(spec.takes)[0];
                for typed in
                    ["", &spec.name[..1], &format!("{}=", spec.name), &format!("{}={value} ", spec.name)]
                {
                    for choice in complete(*kind, typed) {
                        assert!(read(*kind, &choice.value).is_ok(), "{kind} {typed:?}: {}", choice.value);
                    }
                }
            }
        }
        assert!(complete(Kind::Protozoa, "si").iter().any(|choice| choice.value == "size=6"));
        assert!(complete(Kind::Stract, "pl").iter().any(|choice| choice.value == "players=4"));
        assert!(complete(Kind::PlanktonSynapse, "pl").is_empty(), "there is nothing to choose");
    }

    #[test]
    fn of_a_wide_range_round_numbers_are_offered_with_the_default_among_them() {
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
                let default: i64 = spec.default.split(' ').next().unwrap().parse().unwrap();
                assert!(numbers.contains(&default), "{kind} {}: {default} of {numbers:?}", spec.name);
            }
        }
    }

    #[test]
    fn any_value_in_range_is_completed_as_typed() {
        let complete = |typed: &str| -> Vec<String> {
            complete(Kind::Protozoa, typed).into_iter().map(|choice| choice.value).collect()
        };
        assert_eq!(complete("rounds=17"), ["rounds=17"]);
        assert_eq!(complete("rounds=2"), ["rounds=2", "rounds=20", "rounds=25", "rounds=200"]);
        assert_eq!(complete("rounds=501"), [""; 0]);
        assert_eq!(complete("size=7"), [""; 0]);
        assert_eq!(
            complete("rou"),
            ["rounds=25", "rounds=30", "rounds=40"],
            "the usual one and those beside it"
        );
    }

    #[test]
    fn completions_say_which_value_is_the_usual_one() {
        let usual = |kind: Kind, typed: &str| -> Vec<String> {
            let choices = complete(kind, typed).into_iter();
            choices.filter(|choice| choice.label.contains("(usual)")).map(|choice| choice.value).collect()
        };
        assert_eq!(usual(Kind::Protozoa, "size="), ["size=8"]);
        assert_eq!(usual(Kind::Semiosphere, "lost"), ["lost_bonus=2"]);
        assert_eq!(usual(Kind::Parasites, "size="), [""; 0], "it hangs on the number of players");
    }
}
