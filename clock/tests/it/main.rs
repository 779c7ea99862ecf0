//! Properties of every calendar, every clock and every text.

#![allow(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod calendars;
mod clocks;
mod texts;

use clock::Calendar;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

/// Zones that cover the ways clocks change: by one hour, half an hour, two hours or a day, at midnight, in winter, twice more a
/// year, or never.
const ZONES: [&str; 12] = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kolkata",
    "Pacific/Apia",
    "Pacific/Kwajalein",
    "Australia/Lord_Howe",
    "Antarctica/Troll",
    "America/Havana",
    "Africa/Cairo",
    "Africa/Casablanca",
    "Europe/Dublin",
];

/// A millisecond, the unit in which times are stored.
const TICK: SignedDuration = SignedDuration::from_millis(1);

fn at_ms(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap()
}

/// Returns instants from 1990 to 2040, with extra weight around clock changes.
fn instants() -> impl Strategy<Value = Timestamp> {
    let near = |begin: &str| {
        let begin: Timestamp = begin.parse().unwrap();
        (Just(begin), -48 * 3_600_000..48 * 3_600_000i64)
            .prop_map(|(begin, ms)| begin + SignedDuration::from_millis(ms))
    };
    prop_oneof![
        4 => (631_152_000_000..2_208_988_800_000i64).prop_map(at_ms),
        1 => near("2026-03-29T01:00:00Z"),
        1 => near("2026-10-25T01:00:00Z"),
        1 => near("2026-03-08T05:00:00Z"),
        1 => near("2011-12-30T10:00:00Z"),
        1 => near("1993-08-21T12:00:00Z"),
    ]
}

/// Returns lengths of time: short ones, whole hours (which meet the ends of nights), and up to forty days.
fn lengths() -> impl Strategy<Value = SignedDuration> {
    prop_oneof![
        (0..7_200_000i64).prop_map(SignedDuration::from_millis),
        (0..240i64).prop_map(SignedDuration::from_hours),
        (0..40 * 86_400_000i64).prop_map(SignedDuration::from_millis),
    ]
}

fn calendars() -> impl Strategy<Value = Calendar> {
    let quarter = |quarters: u16| format!("{:02}:{:02}", quarters % 96 / 4, quarters % 4 * 15);
    let sleep = prop::option::of((0..96u16, 1..=36u16)).prop_map(move |sleep| {
        sleep.map_or(String::new(), |(from, length)| format!(" {}-{}", quarter(from), quarter(from + length)))
    });
    (prop::sample::select(&ZONES[..]), sleep, any::<bool>()).prop_map(|(zone, sleep, weekends_off)| {
        Calendar { hours: format!("{zone}{sleep}").parse().unwrap(), weekends_off }
    })
}
