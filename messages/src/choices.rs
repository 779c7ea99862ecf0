//! Completes the names of games, their options, and clocks as players type them.

use clock::{Control, ControlError, Mode, OnTimeout, PRESETS, Pace};
use data::{GameId, Listed, Underway};
use play::{
    Completion,
    catalogue::{
        around_default, default_of, find_game, find_option, find_preset, nearest_game, offered, options,
        usual,
    },
    content::Span,
    service::seasons,
    setup::read_value,
};
use rules::{Kind, OptionSpec, Options, PRESET, Seat};

use crate::{
    text,
    view::{Choice, LONGEST_CHOICE, MOST_CHOICES, cut},
};

/// Separates a value from its description.
const BETWEEN: &str = " · ";

/// Returns the clocks that the bot suggests: each preset hard, soft, and with turns that pass.
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

/// Completes a clock as typed so far: the clock itself if it can be read, and all suggested ones that contain every word.
#[must_use]
pub fn complete_clock(typed: &str) -> Vec<Choice> {
    let typed = typed.to_lowercase();
    let read = match typed.parse::<Control>() {
        Ok(control) => vec![control],
        Err(ControlError::ForWhat(turn)) => vec![turn, turn.for_whole_game()],
        Err(_) => Vec::new(),
    };
    let as_typed = |control: Control| Choice {
        label: cut(&format!("{control} · {}", control.words()), LONGEST_CHOICE),
        value: control.to_string(),
        hint: String::new(),
    };
    let mut choices: Vec<Choice> = read.into_iter().map(as_typed).collect();
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

/// Completes the time of a leaderboard on a day: all suggested ones that contain the text.
#[must_use]
pub fn complete_span(typed: &str, day: i64) -> Vec<Choice> {
    let choice =
        |span: Span| Choice { label: text::span_name(span), value: span.to_string(), hint: String::new() };
    let typed = typed.to_lowercase();
    seasons(day).map(choice).filter(|choice| choice.label.to_lowercase().contains(&typed)).collect()
}

/// Completes the name of a game: all games whose names contain the text, or else the one most likely meant.
#[must_use]
pub fn complete_game(typed: &str) -> Vec<Choice> {
    let lower = typed.to_lowercase();
    let mut fitting: Vec<Kind> =
        Kind::ALL.iter().copied().filter(|kind| kind.title().to_lowercase().contains(&lower)).collect();
    if fitting.is_empty() {
        fitting.extend(nearest_game(typed));
    }
    let choice = |kind: Kind| Choice {
        label: text::game_row(kind),
        value: kind.slug().to_owned(),
        hint: String::new(),
    };
    fitting.into_iter().take(MOST_CHOICES).map(choice).collect()
}

/// Removes the descriptions of suggestions from the typed options of a game, if there is such a game. Discord puts a
/// suggestion's label into the field, and a player may type on after it.
#[must_use]
pub fn plain_options(game: &str, typed: &str) -> String {
    match find_game(game) {
        Some(kind) => without_labels(kind, &typed.to_lowercase()),
        None => typed.to_owned(),
    }
}

/// Removes the descriptions of suggestions from typed options. Discord puts a suggestion's label into the field, and a player
/// may type on after it.
fn without_labels(kind: Kind, typed: &str) -> String {
    let presets = || kind.about().presets.iter();
    // The labels depend on what the server has chosen, which may have changed since.
    let servers: Vec<Option<&str>> =
        [None].into_iter().chain(presets().map(|preset| Some(preset.name))).collect();
    for (server, preset) in servers.iter().flat_map(|server| presets().map(move |preset| (*server, preset))) {
        let row = text::preset_row(kind, preset, server);
        if let Some(rest) = typed.strip_prefix(&row.to_lowercase()) {
            return format!("{PRESET}={}{rest}", preset.name);
        }
    }
    let mut typed = typed.to_owned();
    while let Some((value, _)) = typed.split_once(BETWEEN) {
        let next = format!("{value} ");
        let all =
            servers.iter().flat_map(|server| [value, &next].map(|typed| complete(kind, typed, *server)));
        let mut labels = all.flatten().filter(|choice| choice.value == value);
        let rest =
            labels.find_map(|choice| typed.strip_prefix(&choice.label.to_lowercase()).map(str::to_owned));
        let Some(rest) = rest else { break };
        typed = format!("{value}{rest}");
    }
    typed
}

/// Completes options as typed so far: the names that start with the last word, presets first, or the values of the last name.
/// `server` is the preset that the server has chosen.
#[must_use]
pub fn complete(kind: Kind, typed: &str, server: Option<&str>) -> Vec<Choice> {
    let typed = without_labels(kind, &typed.to_lowercase());
    let (before, last) = typed.rsplit_once([' ', ',']).unwrap_or(("", &typed));
    let before = if before.is_empty() { String::new() } else { format!("{} ", before.trim()) };
    let given = |name: &str| before.split([' ', '=']).any(|word| word == name);
    let chosen = before.split([' ', '=']).skip_while(|&word| word != PRESET).nth(1);
    let preset = chosen.and_then(|name| find_preset(kind, name)).or(usual(kind, server));
    let mut choices = Vec::new();
    let with = |spec: &OptionSpec, value: &str| {
        let about = match find_preset(kind, value) {
            Some(preset) if spec.name == PRESET => text::preset_row(kind, preset, server),
            _ => text::option_value(spec, default_of(spec, preset) == value),
        };
        (format!("{before}{}={value}", spec.name), about)
    };
    if let Some((name, value)) = last.split_once('=') {
        if let Some(spec) = find_option(kind, name) {
            let mut fitting = offered(kind, &spec);
            fitting.retain(|known| known.starts_with(value));
            // A menu cannot list every valid value, so a valid typed one is added.
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
        let mut specs: Vec<OptionSpec> =
            options(kind).filter(|spec| spec.name.starts_with(last) && !given(spec.name)).collect();
        specs.sort_by_key(|spec| spec.name != PRESET);
        for spec in specs {
            let mut values =
                if spec.name == PRESET { offered(kind, &spec) } else { around_default(&spec, preset) };
            values.sort_by_key(|value| spec.name == PRESET && server.is_some_and(|server| server != value));
            choices.extend(values.iter().map(|value| with(&spec, value)));
        }
    }
    // A preset's row is a complete sentence, so it needs no value in front.
    let alone = |value: &str| before.is_empty() && value.starts_with(PRESET);
    choices
        .into_iter()
        .filter(|(value, _)| value.chars().count() <= LONGEST_CHOICE)
        .take(MOST_CHOICES)
        .map(|(value, about)| Choice {
            label: if alone(&value) {
                about
            } else {
                cut(&format!("{value}{BETWEEN}{about}"), LONGEST_CHOICE)
            },
            value,
            hint: String::new(),
        })
        .collect()
}

/// Returns completions of moves and plans as choices.
#[must_use]
pub fn all(completions: Vec<Completion>) -> Vec<Choice> {
    let choice = |Completion { label, value }: Completion| Choice { label, value, hint: String::new() };
    completions.into_iter().map(choice).collect()
}

/// Offers seats of a game, each by its colour.
#[must_use]
pub fn seats(kind: Kind, seats: &[Seat]) -> Vec<Choice> {
    let choice =
        |&seat: &Seat| Choice { label: text::seat(kind, seat), value: seat.to_string(), hint: String::new() };
    seats.iter().map(choice).collect()
}

/// Offers suspended games, each by its number.
#[must_use]
pub fn suspended(games: &[Listed]) -> Vec<Choice> {
    let choice = |listed: &Listed| Choice {
        label: format!("{} · game {}", listed.kind.title(), listed.id),
        value: listed.id.to_string(),
        hint: String::new(),
    };
    games.iter().take(MOST_CHOICES).map(choice).collect()
}

/// Offers games that a person has played, each by its number, if their names or numbers contain what was typed.
#[must_use]
pub fn own_games(games: &[(GameId, Kind)], typed: &str) -> Vec<Choice> {
    let typed = typed.trim().to_lowercase();
    let choices = games.iter().map(|(id, kind)| Choice {
        label: format!("{} · game {id}", kind.title()),
        value: id.to_string(),
        hint: String::new(),
    });
    choices.filter(|choice| choice.label.to_lowercase().contains(&typed)).take(MOST_CHOICES).collect()
}

/// Offers what a try-out board can begin with: the games that a person has played, and a new one of each kind.
#[must_use]
pub fn sketches(games: &[(GameId, Kind)], typed: &str) -> Vec<Choice> {
    let mut choices = own_games(games, typed);
    choices.truncate(MOST_CHOICES - Kind::ALL.len());
    choices.extend(complete_game(typed));
    choices
}

/// Offers lobbies and games of a server, each by its number.
#[must_use]
pub fn underway(games: &[Underway]) -> Vec<Choice> {
    let choice = |game: &Underway| Choice {
        label: text::underway_choice(game),
        value: game.id.to_string(),
        hint: String::new(),
    };
    games.iter().take(MOST_CHOICES).map(choice).collect()
}

#[cfg(test)]
mod tests {
    use play::{
        catalogue::values,
        setup::{read, read_clock, usual_control},
    };

    use super::*;

    #[test]
    fn mistyped_game_is_understood() {
        for (typed, meant) in [
            ("protozoan", Kind::Protozoa),
            ("Protzooa", Kind::Protozoa),
            ("semisphere", Kind::Semiosphere),
            ("plancton", Kind::PlanktonSynapse),
            ("Plankton Sinapse", Kind::PlanktonSynapse),
            ("strakt", Kind::Stract),
            ("parasytes", Kind::Parasites),
        ] {
            assert!(text::unknown_game(typed).contains(&format!("Did you mean **{}**?", meant.title())));
            assert_eq!(complete_game(typed)[0].value, meant.slug());
        }
        for nonsense in ["", "chess", "go", "🎲", &"x".repeat(6000)] {
            assert!(!text::unknown_game(nonsense).contains("Did you mean"), "{nonsense}");
        }
    }

    #[test]
    fn mistyped_option_is_understood() {
        for (kind, typed, meant) in [
            (Kind::Protozoa, "siez=6", "`size`"),
            (Kind::Protozoa, "gaol 8", "`goal`"),
            (Kind::Semiosphere, "preset=balancd", "`preset=balanced`"),
            (Kind::Stract, "preset correspondance", "`preset=correspondence`"),
        ] {
            let refusal = text::rejected(&read(kind, typed).unwrap_err().into());
            assert!(refusal.contains(&format!("Did you mean {meant}?")), "{refusal}");
        }
        let other = text::rejected(&read(Kind::Protozoa, "colour=red").unwrap_err().into());
        assert!(!other.contains("Did you mean"), "{other}");
    }

    #[test]
    fn rows_for_games_and_presets_fit_a_phone() {
        let mut rows = complete_game("");
        assert_eq!(rows.len(), Kind::ALL.len());
        for &kind in Kind::ALL {
            rows.extend(complete(kind, PRESET, None));
        }
        for row in rows {
            assert!(row.label.chars().count() <= 60 && row.label.ends_with('.'), "{}", row.label);
        }
    }

    #[test]
    fn the_recommended_preset_is_offered_first() {
        for (kind, best) in [
            (Kind::PlanktonSynapse, "correspondence"),
            (Kind::Semiosphere, "balanced"),
            (Kind::Stract, "correspondence"),
        ] {
            let rows = complete(kind, "", None);
            assert_eq!(rows[0].value, format!("preset={best}"));
            assert!(rows[0].label.contains(", recommended: "), "{}", rows[0].label);
            assert_eq!(rows[1].value, "preset=standard");
            assert!(!rows[1].label.contains(best), "{}", rows[1].label);
        }
    }

    #[test]
    fn preset_of_the_server_is_offered_first() {
        let rows = complete(Kind::Semiosphere, "", Some("standard"));
        assert_eq!((&*rows[0].value, &*rows[1].value), ("preset=standard", "preset=balanced"));
        assert!(rows[0].label.starts_with("Standard, this server's choice: "), "{}", rows[0].label);
        let points = complete(Kind::Semiosphere, "lost_bonus=", Some("standard"));
        let usual = points.iter().find(|row| row.label.contains("(default)")).unwrap();
        assert_eq!(usual.value, "lost_bonus=2", "under that preset");
        for picked in [&rows[0], &rows[1], usual] {
            let plain = plain_options("semiosphere", &format!("{} reach=1", picked.label));
            assert_eq!(plain, format!("{} reach=1", picked.value));
        }
    }

    /// Discord puts the label of a suggestion into the field, so a player who types on sends label and text.
    #[test]
    fn completion_of_options_can_be_continued() {
        for (kind, first, second) in [
            (Kind::Stract, "", "turns=9"),
            (Kind::Stract, "tur", "fire=3"),
            (Kind::Protozoa, "siz", "goal=8"),
            (Kind::Semiosphere, "points=4 ", "reach=1"),
        ] {
            for picked in complete(kind, first, None) {
                let typed = format!("{} {second}", picked.label);
                let plain = plain_options(kind.slug(), &typed);
                assert_eq!(read(kind, &plain), read(kind, &format!("{} {second}", picked.value)), "{typed}");
            }
        }
    }

    #[test]
    fn suggested_clocks_can_be_read() {
        assert!(read_clock("soon").unwrap_err().to_string().contains("72h+12h/120h"));
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
        let both: Vec<String> = complete_clock("5d hard").into_iter().map(|choice| choice.value).collect();
        assert_eq!(both, ["5d/turn hard", "120h+0h/120h hard"], "it may be for a turn or for the game");
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
                    for choice in complete(*kind, typed, None) {
                        assert!(read(*kind, &choice.value).is_ok(), "{kind} {typed:?}: {}", choice.value);
                    }
                }
            }
        }
        assert!(complete(Kind::Protozoa, "si", None).iter().any(|choice| choice.value == "size=6"));
        assert!(complete(Kind::Stract, "pl", None).iter().any(|choice| choice.value == "players=4"));
        assert!(
            complete(Kind::PlanktonSynapse, "pl", None).is_empty(),
            "an option with one value leaves no choice"
        );
    }

    #[test]
    fn any_value_in_range_is_completed_as_typed() {
        let complete = |typed: &str| -> Vec<String> {
            complete(Kind::Protozoa, typed, None).into_iter().map(|choice| choice.value).collect()
        };
        assert_eq!(complete("rounds=17"), ["rounds=17"]);
        assert_eq!(complete("rounds=2"), ["rounds=2", "rounds=20", "rounds=25", "rounds=200"]);
        assert_eq!(complete("rounds=501"), [""; 0]);
        assert_eq!(complete("size=7"), [""; 0]);
        assert_eq!(
            complete("rou"),
            ["rounds=25", "rounds=30", "rounds=40"],
            "the default and its neighbours"
        );
    }

    #[test]
    fn completions_name_the_usual_value() {
        let usual = |kind: Kind, typed: &str| -> Vec<String> {
            let choices = complete(kind, typed, None).into_iter();
            choices.filter(|choice| choice.label.contains("(default)")).map(|choice| choice.value).collect()
        };
        assert_eq!(usual(Kind::Protozoa, "size="), ["size=8"]);
        assert_eq!(usual(Kind::Semiosphere, "lost"), ["lost_bonus=0"], "the recommended preset sets it");
        let standard = "preset=standard lost_bonus=2";
        assert_eq!(usual(Kind::Semiosphere, "preset=standard lost"), [standard]);
        assert_eq!(usual(Kind::Parasites, "size="), [""; 0], "the default depends on the number of players");
    }
}
