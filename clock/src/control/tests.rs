use super::*;

#[track_caller]
fn reads(typed: &str, stored: &str) {
    assert_eq!(typed.parse::<Control>().map(|control| control.to_string()), Ok(stored.to_owned()), "{typed}");
}

#[test]
fn what_people_type() {
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
fn what_is_refused() {
    use ControlError::*;
    let unknown = |text: &str| Unknown(text.to_owned());
    for (typed, why) in [
        ("", NotOne),
        ("hard", NotOne),
        ("3d/turn none", NotOne),
        ("3d", ForWhat("3d".to_owned())),
        ("1 d 12 h hard", ForWhat("1d12h".to_owned())),
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
fn refusals_say_what_is_possible_and_echo_little() {
    let why = "x".repeat(5000).parse::<Control>().unwrap_err().to_string();
    assert!(why.contains("3d/turn") && why.len() < 300, "{why}");
}

#[test]
fn only_whole_minutes_pass_the_check() {
    let odd = Control { pace: Pace::PerTurn(Ms(90_001)), ..Control::default() };
    assert_eq!(odd.check(), Err(ControlError::Turn));
    let negative =
        Control { pace: Pace::Bank { start: Ms::HOUR, increment: Ms(-60_000), cap: Ms::HOUR }, ..odd };
    assert_eq!(negative.check(), Err(ControlError::Increment));
}

#[test]
fn words_for_people() {
    for (typed, words) in [
        (
            "default weekends",
            "72 h for the game, 12 h more after each turn, 120 h at the most; soft, after up to 7 vacation days; weekends off",
        ),
        ("24h+0h hard", "24 h for the game; hard, after up to 7 vacation days"),
        (
            "10d+90m/20d pass",
            "10 days for the game, 90 min more after each turn, 20 days at the most; soft, after up to 7 vacation days; the others can let a turn out of time pass, where the rules allow it",
        ),
        (
            "3d/turn hard pass",
            "3 days for each turn; hard, after up to 7 vacation days; a turn out of time passes, where the rules allow it",
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
