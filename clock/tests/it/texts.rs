//! Properties of texts: what is written parses back to the same value, and no typed text causes a panic.

use clock::{Control, Hours, Mode, OnTimeout, Pace, Sleep, Zone, complete, days};
use jiff::SignedDuration;
use proptest::prelude::*;

fn paces() -> impl Strategy<Value = Pace> {
    let minutes = |most: i64| {
        prop_oneof![
            (1..=most * 1440).prop_map(SignedDuration::from_mins),
            (1..=most * 24).prop_map(SignedDuration::from_hours),
            (1..=most).prop_map(days),
        ]
    };
    let bank =
        (minutes(60), minutes(60), minutes(30), any::<bool>()).prop_map(|(one, other, increment, none)| {
            let increment = if none { SignedDuration::ZERO } else { increment };
            Pace::Bank { start: one.min(other), increment, cap: one.max(other) }
        });
    prop_oneof![bank, minutes(30).prop_map(Pace::PerTurn), Just(Pace::None)]
}

fn controls() -> impl Strategy<Value = Control> {
    (paces(), any::<[bool; 3]>()).prop_map(|(pace, [hard, weekends_off, pass])| Control {
        pace,
        mode: if hard { Mode::Hard } else { Mode::Soft },
        weekends_off,
        on_timeout: if pass { OnTimeout::Pass } else { OnTimeout::Forfeit },
    })
}

/// Returns pieces of what people type in any order, or arbitrary text.
fn typed() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(
        &[
            "72h",
            "12",
            "h",
            "+",
            "/",
            "/turn",
            "3d",
            " ",
            "none",
            "hard",
            "weekends",
            "off",
            "no",
            "per",
            "a",
            "99999999999999999999",
            "-",
            "23:00",
            "8am",
            "Berlin",
            "utc+",
            "Europe/",
            "ß",
            "²",
            "\u{130}",
            "24",
        ][..],
    );
    prop_oneof![prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat()), ".{0,40}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn controls_round_trip(control in controls()) {
        prop_assert_eq!(control.check(), Ok(control));
        prop_assert_eq!(control.to_string().parse(), Ok(control));
    }

    #[test]
    fn hours_round_trip(zone in prop::sample::select(complete("a")), from in 0..1440u16, length in 1..=540u16) {
        let [from, to] = [from, (from + length) % 1440].map(|minutes| clock::Minute::new(minutes).unwrap());
        let sleep = Sleep::new(from, to).unwrap();
        prop_assert_eq!(sleep.length(), SignedDuration::from_mins(length.into()));
        let hours = Hours { zone: zone.parse().unwrap(), sleep: Some(sleep) };
        prop_assert_eq!(hours.to_string().parse(), Ok(hours));
    }

    #[test]
    fn typed_text_is_rejected_or_round_trips(text in typed()) {
        if let Ok(control) = text.parse::<Control>() {
            prop_assert_eq!(control.check(), Ok(control));
            prop_assert_eq!(control.to_string().parse(), Ok(control));
        }
        if let Ok(hours) = text.parse::<Hours>() {
            prop_assert_eq!(hours.to_string().parse(), Ok(hours));
        }
        if let Ok(sleep) = text.parse::<Sleep>() {
            prop_assert_eq!(sleep.to_string().parse(), Ok(sleep));
        }
        if let Ok(zone) = text.parse::<Zone>() {
            prop_assert_eq!(complete(zone.name()).first().copied(), Some(zone.name()));
        }
        prop_assert!(complete(&text).len() <= 25);
    }
}
