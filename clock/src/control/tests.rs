use super::*;

#[track_caller]
fn reads(typed: &str, stored: &str) {
    assert_eq!(typed.parse::<Control>().map(|control| control.to_string()), Ok(stored.to_owned()), "{typed}");
}

#[test]
fn common_texts_are_read() {
    for (typed, stored) in [
        ("72h+12h/120h", "72h+12h/120h"),
        (" 72 H + 12 hours / 5 days", "72h+12h/120h"),
        ("default", "72h+12h/120h"),
        ("72h+12h", "72h+12h/120h"),
        ("60d+30d", "60d+30d/60d"),
        ("24h+0h", "24h+0h/24h"),
        ("1d12h+90m/2d", "36h+90m/48h"),
        ("10d+1d/20d", "10d+24h/20d"),
        ("3d/turn", "3d/turn"),
        ("3 days per turn", "3d/turn"),
        ("1 day for each turn", "1d/turn"),
        ("1 week a move", "7d/turn"),
        ("2 weeks", "14d/turn"),
        ("3 days", "3d/turn"),
        ("36 hours, hard", "36h/turn hard"),
        ("1 day 12 hours", "36h/turn"),
        ("2 weeks in all", "14d+0h/14d"),
        ("5d for the whole game", "120h+0h/120h"),
        ("10d per game hard", "10d+0h/10d hard"),
        ("`3d/turn`", "3d/turn"),
        ("36h/turn", "36h/turn"),
        ("90m/turn", "90m/turn"),
        ("120 min/turn", "2h/turn"),
        ("none", "none"),
        ("no clock", "none"),
        ("without a limit", "none"),
        ("3d/turn hard weekends pass", "3d/turn hard weekends pass"),
        ("pass; weekends off, hard: 3d/turn", "3d/turn hard weekends pass"),
        ("3d/turn soft weekends on forfeit", "3d/turn"),
        ("72h+12h/120h weekends-off skip", "72h+12h/120h weekends pass"),
        ("none weekends", "none weekends"),
    ] {
        reads(typed, stored);
        reads(stored, stored);
    }
}

#[test]
fn wrong_texts_are_rejected() {
    use ControlError::*;
    let unknown = |text: &str| Unknown(text.to_owned());
    let per_turn = |text: &str| text.parse().unwrap();
    for (typed, why) in [
        ("", NotOne),
        ("hard", NotOne),
        ("3d/turn none", NotOne),
        ("3d", ForWhat(per_turn("3d/turn"))),
        ("1 d 12 h hard", ForWhat(per_turn("36h/turn hard"))),
        ("45d", Turn),
        ("45 days", Turn),
        ("fast", unknown("fast")),
        ("72+12/120", unknown("+")),
        ("72", unknown("72")),
        ("72h+", unknown("+")),
        ("72h+12h/", unknown("/")),
        ("3d/trun", unknown("trun")),
        ("3d a", unknown("a")),
        ("3 fortnights a turn", unknown("fortnights")),
        ("1.5d/turn", unknown("5")),
        ("-3d/turn €", unknown("€")),
        ("no", unknown("no")),
        ("0m+1h/2h", Start),
        ("61d+0h", Start),
        ("99999999999999999999d+1h", Start),
        ("1h+31d/60d", Increment),
        ("72h+12h/71h", Cap),
        ("72h+12h/61d", Cap),
        ("0m/turn", Turn),
        ("31d/turn", Turn),
    ] {
        assert_eq!(typed.parse::<Control>(), Err(why), "{typed}");
    }
}

#[test]
fn errors_repeat_little_of_the_text() {
    let why = "x".repeat(5000).parse::<Control>().unwrap_err().to_string();
    assert!(why.contains("3d/turn") && why.len() < 300, "{why}");
}

#[test]
fn errors_are_sentences_with_an_example() {
    for typed in [
        "",
        "fast",
        "3d none",
        "3d",
        "2h hard weekends pass",
        "`",
        "3d/turn 61d+0h",
        "0m+1h/2h",
        "1h+31d/60d",
        "72h+12h/71h",
        "31d/turn",
    ] {
        let why = typed.parse::<Control>().unwrap_err().to_string();
        assert!(why.starts_with(char::is_uppercase) && why.ends_with(['.', '?']), "{why}");
        assert!(!why.contains("?."), "{why}");
        let code = why.split('`').skip(1).step_by(2);
        let works = code.filter(|code| code.parse::<Control>().is_ok()).count();
        assert!(works >= 1, "{typed}: {why}");
    }
}

#[test]
fn short_time_alone_is_ambiguous() {
    let ask = |typed: &str| typed.parse::<Control>().unwrap_err().to_string();
    assert_eq!(ask("1d"), "Is that 1 day for each turn or for the whole game? Write `1d/turn` or `1d+0h`.");
    assert_eq!(
        ask("90 min hard"),
        "Is that 90 min for each turn or for the whole game? Write `90m/turn hard` or `90m+0h hard`."
    );
    reads("1d/turn", "1d/turn");
    reads("1d+0h", "24h+0h/24h");
    reads("90m+0h hard", "90m+0h/90m hard");
}

#[test]
fn only_whole_minutes_pass_the_check() {
    let odd = Control { pace: Pace::PerTurn(SignedDuration::from_millis(90_001)), ..Control::default() };
    assert_eq!(odd.check(), Err(ControlError::Turn));
    let negative = Control {
        pace: Pace::Bank { start: HOUR, increment: SignedDuration::from_millis(-60_000), cap: HOUR },
        ..odd
    };
    assert_eq!(negative.check(), Err(ControlError::Increment));
}

#[test]
fn controls_are_described_in_words() {
    for (typed, words) in [
        (
            "default weekends",
            "72 h for the game, 12 h more after each turn, at most 120 h; soft, after up to 7 vacation days; weekends off",
        ),
        ("24h+0h hard", "24 h for the game; hard, after up to 7 vacation days"),
        (
            "10d+90m/20d pass",
            "10 days for the game, 90 min more after each turn, at most 20 days; soft, after up to 7 vacation days; the others can let a late turn pass if the rules allow it",
        ),
        (
            "3d/turn hard pass",
            "3 days for each turn; hard, after up to 7 vacation days; a late turn passes if the rules allow it",
        ),
        ("1d/turn", "1 day for each turn; soft, after up to 7 vacation days"),
        ("none hard", "no clock"),
    ] {
        assert_eq!(typed.parse::<Control>().unwrap().words(), words);
    }
}

#[test]
fn presets_are_valid_and_differ() {
    assert_eq!(PRESETS[0].control, Control::default());
    for (at, preset) in PRESETS.iter().enumerate() {
        assert_eq!(preset.control.to_string().parse(), Ok(preset.control), "{}", preset.name);
        let earlier = &PRESETS[..at];
        assert!(!earlier.iter().any(|other| other.name == preset.name || other.control == preset.control));
    }
}
