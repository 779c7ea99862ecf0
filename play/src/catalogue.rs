//! The names of games, their options, presets and values, as players type them.

use rules::{Kind, OptionSpec, Options, PLAYERS, PRESET, Preset, Takes};

use crate::content::{MOST_CHOICES, cut};

/// How many characters of options are read. No real options are longer, and a rejection quotes them.
pub const LONGEST: usize = 300;

/// Round numbers, the most popular first.
const ROUND: [i64; 36] = [
    10, 20, 30, 50, 100, 5, 15, 40, 25, 60, 200, 12, 8, 300, 45, 80, 150, 6, 75, 90, 400, 3, 120, 2, 4, 500,
    250, 16, 18, 35, 1000, 70, 600, 180, 800, 1,
];

/// Returns the letters and digits of a name in lower case.
pub fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

/// Returns the edit distance between a typed text and a word; `None` if it is too large for a typing error.
pub fn mistyped(typed: &str, word: &str) -> Option<usize> {
    let distance = strsim::osa_distance(&plain(&cut(typed, LONGEST)), &plain(word));
    (distance * 3 <= plain(word).len()).then_some(distance)
}

/// Returns the word that a mistyped one most likely means, if it is close enough for a typing error.
pub fn nearest<'w>(typed: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let near = words.into_iter().filter_map(|word| Some((mistyped(typed, word)?, word)));
    near.min_by_key(|&(distance, _)| distance).map(|(_, word)| word)
}

/// Returns the game that a mistyped name most likely means. It compares the whole name and each of its words.
#[must_use]
pub fn nearest_game(typed: &str) -> Option<Kind> {
    let distance = |kind: Kind| {
        let names = kind.title().split(' ').chain([kind.title()]);
        names.filter_map(|name| mistyped(typed, name)).min()
    };
    let near = Kind::ALL.iter().filter_map(|&kind| Some((distance(kind)?, kind)));
    near.min_by_key(|&(distance, _)| distance).map(|(_, kind)| kind)
}

/// Returns the game with this name, in any case, or the only game whose name starts with it.
#[must_use]
pub fn find_game(typed: &str) -> Option<Kind> {
    let typed = plain(typed);
    let begins = |kind: &&Kind| plain(kind.title()).starts_with(&typed);
    let exact = Kind::ALL.iter().find(|kind| plain(kind.title()) == typed);
    let mut alike = Kind::ALL.iter().filter(begins);
    exact.or_else(|| alike.next().filter(|_| !typed.is_empty() && alike.next().is_none())).copied()
}

/// Returns the preset that these options choose; `None` if the game has no presets.
#[must_use]
pub fn preset(kind: Kind, options: &Options) -> Option<&'static Preset> {
    kind.about().preset(options)
}

/// Finds a preset of a game by its name.
pub fn find_preset(kind: Kind, name: &str) -> Option<&'static Preset> {
    kind.about().presets.iter().find(|preset| preset.name == name)
}

/// Returns the preset that plays best; `None` if the game has no presets.
#[must_use]
pub fn recommended(kind: Kind) -> Option<&'static Preset> {
    kind.about().presets.first()
}

/// Returns the preset of games whose host chooses none: the one that the server has chosen, or else the recommended one.
#[must_use]
pub fn usual(kind: Kind, server: Option<&str>) -> Option<&'static Preset> {
    server.and_then(|name| find_preset(kind, name)).or(recommended(kind))
}

/// Returns the games that have presets.
pub fn with_presets() -> impl Iterator<Item = Kind> {
    Kind::ALL.iter().copied().filter(|kind| !kind.about().presets.is_empty())
}

/// Returns the options with the usual preset, unless they choose another one. `server` is the preset that the server has chosen.
#[must_use]
pub fn with_usual(kind: Kind, options: Options, server: Option<&str>) -> Options {
    match usual(kind, server) {
        Some(preset) if options.get(PRESET).is_none() => options.with(PRESET, preset.name),
        _ => options,
    }
}

/// Returns the option of a game with this name.
#[must_use]
pub fn find_option(kind: Kind, name: &str) -> Option<OptionSpec> {
    kind.about().all_options().find(|spec| spec.name == name)
}

/// Returns the options of a game that leave a choice.
pub fn options(kind: Kind) -> impl Iterator<Item = OptionSpec> {
    kind.about().all_options().filter(|spec| !matches!(spec.takes, Takes::Seats([_])))
}

/// Returns the default of an option under a preset: its value, or a text if there is no single one.
#[must_use]
pub fn default_of(spec: &OptionSpec, preset: Option<&Preset>) -> String {
    spec.default_under(preset).to_string()
}

/// Returns the values that the bot suggests for an option, one fewer than a menu takes. A wide range gets its ends and round
/// numbers between them; players can type any other value.
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

/// Returns the suggested values of an option of a game: [`values`], or the presets, the recommended one first.
#[must_use]
pub fn offered(kind: Kind, spec: &OptionSpec) -> Vec<String> {
    match spec.name {
        PRESET => kind.about().presets.iter().map(|preset| preset.name.to_owned()).collect(),
        _ => values(spec.takes),
    }
}

/// Returns three neighbouring values of an option, with the default in the middle if it is one of them.
pub fn around_default(spec: &OptionSpec, preset: Option<&Preset>) -> Vec<String> {
    let values = values(spec.takes);
    let default = default_of(spec, preset);
    let at = values.iter().position(|value| *value == default).unwrap_or(0);
    let first = at.saturating_sub(1).min(values.len().saturating_sub(3));
    values.into_iter().skip(first).take(3).collect()
}

/// Returns the name and options to type for a game on its largest board with as many players as possible.
#[must_use]
pub fn largest(kind: Kind) -> String {
    const SIDES: [&str; 3] = ["columns", "rows", "size"];
    let mut typed = kind.slug().to_owned();
    for option in kind.about().options.iter().filter(|option| SIDES.contains(&option.name)) {
        let most = match option.takes {
            Takes::Int { max, .. } => Some(max),
            Takes::IntOf(values) => values.iter().copied().max(),
            _ => None,
        };
        if let Some(most) = most {
            typed = format!("{typed} {}={most}", option.name);
        }
    }
    format!("{typed} {PLAYERS}={}", kind.about().most())
}
