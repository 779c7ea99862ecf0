use super::*;
use crate::{MINUTE, days};

#[test]
fn sleep_is_read_as_people_type_it() {
    for (typed, stored) in [
        ("23:00-08:00", "23:00-08:00"),
        ("23-8", "23:00-08:00"),
        ("11pm-8am", "23:00-08:00"),
        ("11 PM – 8 AM", "23:00-08:00"),
        ("11pm to 8am", "23:00-08:00"),
        ("2330-0815", "23:30-08:15"),
        ("23.30 until 8.15", "23:30-08:15"),
        ("23h-8h", "23:00-08:00"),
        ("23h30-8h", "23:30-08:00"),
        ("12am-9am", "00:00-09:00"),
        ("12pm-1pm", "12:00-13:00"),
        ("15:00-24:00", "15:00-00:00"),
        ("24-7", "00:00-07:00"),
        ("8:59-9", "08:59-09:00"),
    ] {
        assert_eq!(typed.parse::<Sleep>().map(|sleep| sleep.to_string()), Ok(stored.to_owned()), "{typed}");
        assert_eq!(stored.parse::<Sleep>().map(|sleep| sleep.to_string()), Ok(stored.to_owned()));
    }
}

#[test]
fn wrong_sleep_is_rejected() {
    for typed in [
        "", "-", "8", "23-", "-8", "25-8", "23:60-8", "23:5-8", "13pm-8am", "0am-8am", "pm-am", "m-m",
        "23-8-9", "+1-8", "00023-8", "24:01-8", "ä-8", "2²-8",
    ] {
        assert!(matches!(typed.parse::<Sleep>(), Err(HoursError::NoTime(_))), "{typed}");
    }
}

#[test]
fn sleep_is_at_most_nine_hours() {
    for (typed, fits) in [("23-8", true), ("23-8:01", false), ("0-9", true), ("9-8", false), ("9-9", false)] {
        assert_eq!(typed.parse::<Sleep>().is_ok(), fits, "{typed}");
    }
    assert_eq!(
        "11-8am".parse::<Sleep>().unwrap_err().to_string(),
        "From 11:00 to 08:00 is 21 h, but you can sleep at most 9 h a night. Write it like `23:00-08:00`."
    );
}

#[test]
fn errors_are_sentences_with_an_example() {
    let hours = ["", "nowhere", "berlim", "lon", "berlin 23", "berlin 9-9", "utc `8`"];
    let whys = hours.map(|typed| typed.parse::<Hours>().unwrap_err().to_string());
    let noon = "noon".parse::<Minute>().unwrap_err().to_string();
    for why in whys.into_iter().chain([noon]) {
        assert!(why.starts_with(char::is_uppercase) && why.ends_with(['.', '?']), "{why}");
        assert!(!why.contains("?."), "{why}");
        let mut code = why.split('`').skip(1).step_by(2);
        let reads = |code: &str| {
            code.parse::<Hours>().is_ok() || code.parse::<Sleep>().is_ok() || code.parse::<Minute>().is_ok()
        };
        assert!(code.any(reads), "{why}");
    }
}

#[test]
fn zone_and_sleep_are_read_together() {
    for (typed, stored) in [
        ("Europe/Berlin 23:00-08:00", "Europe/Berlin 23:00-08:00"),
        ("new york, 11pm - 8am", "America/New_York 23:00-08:00"),
        ("Asia/Kolkata", "Asia/Kolkata"),
        ("utc+2 23-7", "Etc/GMT-2 23:00-07:00"),
        ("EST5EDT 1-2", "EST5EDT 01:00-02:00"),
    ] {
        assert_eq!(typed.parse::<Hours>().map(|hours| hours.to_string()), Ok(stored.to_owned()), "{typed}");
        assert_eq!(stored.parse::<Hours>().map(|hours| hours.to_string()), Ok(stored.to_owned()));
    }
    assert_eq!("23-8".parse::<Hours>(), Err(HoursError::NoZone));
    assert_eq!("berlin 23".parse::<Hours>(), Err(HoursError::NoTime("23".to_owned())));
}

#[test]
fn times_of_day_are_read_as_people_type_them() {
    for (typed, stored) in
        [("8", "08:00"), ("8 am", "08:00"), ("18:30", "18:30"), ("0630", "06:30"), ("24", "00:00")]
    {
        assert_eq!(
            typed.parse::<Minute>().map(|minute| minute.to_string()),
            Ok(stored.to_owned()),
            "{typed}"
        );
    }
    for typed in ["", "noon", "25", "8-9"] {
        assert!(matches!(typed.parse::<Minute>(), Err(HoursError::NoMinute(_))), "{typed}");
    }
}

#[test]
fn a_time_of_day_comes_once_a_day_in_its_zone() {
    let berlin: Hours = "Europe/Berlin".parse().unwrap();
    let minute = |text: &str| text.parse::<Minute>().unwrap();
    // 22:00 in Berlin on 2 January 2026. Summer time begins on 29 March at 02:00 and ends on 25 October at 03:00.
    let friday = "2026-01-02 22:00+01".parse::<Timestamp>().unwrap();
    assert_eq!(berlin.day(friday + SignedDuration::from_hours(2)), "2026-01-03");
    assert_eq!(berlin.next(minute("22:01"), friday), friday + MINUTE);
    assert_eq!(berlin.next(minute("22:00"), friday), friday + DAY);
    assert_eq!(berlin.next(minute("8:00"), friday), friday + SignedDuration::from_hours(10));
    for (minute, count) in [("2:30", 100), ("8:00", 100), ("2:30", 310), ("0:00", 310)] {
        let minute = minute.parse().unwrap();
        let mut at = friday;
        for _ in 0..count {
            let next = berlin.next(minute, at);
            assert!(
                next > at && next <= at + SignedDuration::from_hours(26),
                "{minute} after {at:?}: {next:?}"
            );
            at = next;
        }
        assert_eq!(
            berlin.next(minute, friday + days(count)),
            berlin.next(minute, at),
            "a day is left out or counted twice"
        );
    }
}
