use super::*;
use crate::{HOUR, days};

pub(crate) fn calendar(hours: &str, weekends_off: bool) -> Calendar {
    Calendar { hours: hours.parse().unwrap(), weekends_off }
}

/// An instant with its offset: `2026-03-29 01:00+01`.
pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[track_caller]
fn stops(calendar: &Calendar, from: &str, why: Why, until: &str) {
    let until = at(until);
    assert_eq!(calendar.stopped_until(at(from)), Some((why, until)), "{from}");
    assert_eq!(calendar.next_wake(at(from)), until);
    assert!(!calendar.runs(at(from)) && calendar.runs(until), "{from}");
    assert_eq!(
        calendar.stopped_until(until + SignedDuration::from_millis(-1)).map(|(_, end)| end),
        Some(until),
        "it stands to the end"
    );
}

#[test]
fn a_night_includes_its_start_but_not_its_end() {
    let berlin = calendar("Europe/Berlin 23:00-08:00", false);
    assert!(berlin.runs(at("2026-01-05 22:59:59.999+01")));
    stops(&berlin, "2026-01-05 23:00+01", Why::Sleep, "2026-01-06 08:00+01");
    stops(&berlin, "2026-01-06 03:00+01", Why::Sleep, "2026-01-06 08:00+01");
    let noon = calendar("Asia/Kolkata 12:30-13:00", false);
    stops(&noon, "2026-01-05 12:45+05:30", Why::Sleep, "2026-01-05 13:00+05:30");
}

#[test]
fn weekends_and_the_nights_around_them() {
    // 2 January 2026 is a Friday.
    let berlin = calendar("Europe/Berlin 23:00-08:00", true);
    stops(&berlin, "2026-01-02 23:00+01", Why::Weekend, "2026-01-05 08:00+01");
    stops(&berlin, "2026-01-04 12:00+01", Why::Weekend, "2026-01-05 08:00+01");
    stops(&berlin, "2026-01-05 00:00+01", Why::Sleep, "2026-01-05 08:00+01");
    let york = calendar("America/New_York", true);
    assert!(york.runs(at("2026-01-02 23:59:59.999-05")));
    stops(&york, "2026-01-03 00:00-05", Why::Weekend, "2026-01-05 00:00-05");
    // At the same instant it is the weekend in Apia, but not yet in New York.
    assert!(york.runs(at("2026-01-02 20:00-05")));
    stops(&calendar("Pacific/Apia", true), "2026-01-02 20:00-05", Why::Weekend, "2026-01-05 00:00+13");
}

#[test]
fn next_change_is_the_next_stop_or_start() {
    let berlin = calendar("Europe/Berlin 23:00-08:00", true);
    for (from, change) in [
        ("2026-01-05 12:00+01", "2026-01-05 23:00+01"),
        ("2026-01-05 23:00+01", "2026-01-06 08:00+01"),
        ("2026-01-06 07:59:59.999+01", "2026-01-06 08:00+01"),
        ("2026-01-06 08:00+01", "2026-01-06 23:00+01"),
        ("2026-01-03 12:00+01", "2026-01-05 08:00+01"),
    ] {
        assert_eq!(berlin.next_change(at(from)), Some(at(change)), "{from}");
    }
    assert_eq!(calendar("Europe/Berlin", false).next_change(at("2026-01-05 12:00+01")), None);
}

#[track_caller]
fn runs_for(calendar: &Calendar, from: &str, to: &str, minutes: i64) {
    assert_eq!(calendar.spent(at(from), at(to)), SignedDuration::from_mins(minutes), "{from} to {to}");
}

#[test]
fn running_time() {
    let berlin = calendar("Europe/Berlin 23:00-08:00", true);
    runs_for(&berlin, "2026-01-05 00:00+01", "2026-01-12 00:00+01", 5 * 15 * 60);
    runs_for(&berlin, "2026-01-05 22:30+01", "2026-01-06 08:15+01", 45);
    runs_for(&berlin, "2026-01-06 01:00+01", "2026-01-06 07:00+01", 0);
    runs_for(&berlin, "2026-01-06 12:00+01", "2026-01-06 11:00+01", 0);
    runs_for(&calendar("UTC", false), "2026-01-05 00:00Z", "2026-01-12 00:00Z", 7 * 24 * 60);
}

#[test]
fn nights_with_a_clock_change() {
    // Clocks go forward at 02:00 on 29 March 2026 and back at 03:00 on 25 October, in Berlin.
    let berlin = calendar("Europe/Berlin 23:00-08:00", false);
    runs_for(&berlin, "2026-03-28 22:00+01", "2026-03-29 09:00+02", 120);
    stops(&berlin, "2026-03-28 23:00+01", Why::Sleep, "2026-03-29 08:00+02");
    runs_for(&berlin, "2026-03-29 00:00+01", "2026-03-30 00:00+02", 15 * 60);
    stops(&berlin, "2026-10-24 23:00+02", Why::Sleep, "2026-10-25 08:00+01");
    runs_for(&berlin, "2026-10-25 00:00+02", "2026-10-26 00:00+01", 15 * 60);
    // Without sleep, those days have 23 and 25 hours.
    let awake = calendar("Europe/Berlin", false);
    runs_for(&awake, "2026-03-29 00:00+01", "2026-03-30 00:00+02", 23 * 60);
    runs_for(&awake, "2026-10-25 00:00+02", "2026-10-26 00:00+01", 25 * 60);
    // In New York they go back at 02:00 on 1 November, a Sunday.
    let york = calendar("America/New_York", true);
    runs_for(&york, "2026-10-30 12:00-04", "2026-11-02 12:00-05", 24 * 60);
    stops(&york, "2026-10-31 00:00-04", Why::Weekend, "2026-11-02 00:00-05");
}

#[test]
fn sleep_that_begins_or_ends_in_a_clock_change() {
    // 02:00 to 03:00 does not exist: the night is only the part that does.
    let missing = |hours: &str| calendar(&format!("Europe/Berlin {hours}"), false);
    stops(&missing("22:00-02:30"), "2026-03-28 22:00+01", Why::Sleep, "2026-03-29 03:00+02");
    stops(&missing("02:30-08:00"), "2026-03-29 03:00+02", Why::Sleep, "2026-03-29 08:00+02");
    assert!(missing("02:30-08:00").runs(at("2026-03-29 01:59:59.999+01")));
    runs_for(&missing("02:10-02:50"), "2026-03-29 00:00+01", "2026-03-29 12:00+02", 11 * 60);
    // 02:00 to 03:00 comes twice: the sleep uses the first time and is not split.
    stops(&missing("22:00-02:30"), "2026-10-24 22:00+02", Why::Sleep, "2026-10-25 02:30+02");
    assert!(missing("22:00-02:30").runs(at("2026-10-25 02:15+01")));
    stops(&missing("02:30-08:00"), "2026-10-25 02:15+01", Why::Sleep, "2026-10-25 08:00+01");
    runs_for(&missing("02:10-02:50"), "2026-10-25 00:00+02", "2026-10-25 12:00+01", 13 * 60 - 40);
}

#[test]
fn skipped_midnights_and_skipped_days() {
    // On 8 March 2026, Havana jumps from Sunday 00:00 to 01:00.
    let havana = calendar("America/Havana 00:00-07:00", false);
    stops(&havana, "2026-03-08 01:00-04", Why::Sleep, "2026-03-08 07:00-04");
    assert!(havana.runs(at("2026-03-07 23:59:59.999-05")));
    // Apia skipped Friday, 30 December 2011: Thursday ended where Saturday began.
    let apia = calendar("Pacific/Apia", true);
    assert!(apia.runs(at("2011-12-29 23:59:59.999-10")));
    stops(&apia, "2011-12-31 00:00+14", Why::Weekend, "2012-01-02 00:00+14");
    let nights = calendar("Pacific/Apia 23:00-08:00", false);
    stops(&nights, "2011-12-29 23:00-10", Why::Sleep, "2011-12-31 08:00+14");
    runs_for(&nights, "2011-12-29 12:00-10", "2011-12-31 12:00+14", 15 * 60);
    // Kwajalein skipped Saturday, 21 August 1993.
    let kwajalein = calendar("Pacific/Kwajalein", true);
    stops(&kwajalein, "1993-08-22 00:00+12", Why::Weekend, "1993-08-23 00:00+12");
    runs_for(&kwajalein, "1993-08-20 12:00-12", "1993-08-23 12:00+12", 24 * 60);
}

#[track_caller]
fn due(calendar: &Calendar, from: &str, left: SignedDuration, deadline: &str) {
    assert_eq!(calendar.deadline(at(from), left), at(deadline), "{from} and {left:?}");
}

#[test]
fn deadlines() {
    let berlin = calendar("Europe/Berlin 23:00-08:00", true);
    due(&berlin, "2026-01-02 22:00+01", SignedDuration::from_mins(30), "2026-01-02 22:30+01");
    due(&berlin, "2026-01-02 22:00+01", SignedDuration::from_hours(1), "2026-01-02 23:00+01");
    due(
        &berlin,
        "2026-01-02 22:00+01",
        SignedDuration::from_hours(1) + SignedDuration::from_millis(1),
        "2026-01-05 08:00:00.001+01",
    );
    due(&berlin, "2026-01-03 12:00+01", SignedDuration::from_millis(1), "2026-01-05 08:00:00.001+01");
    due(&berlin, "2026-01-03 12:00+01", SignedDuration::ZERO, "2026-01-03 12:00+01");
    due(&berlin, "2026-01-03 12:00+01", SignedDuration::from_millis(-7), "2026-01-03 12:00+01");
    // 30 days of running time take 48 days of 15 hours each, which is nine weeks and three days.
    due(&berlin, "2026-01-05 00:00+01", days(30), "2026-03-11 23:00+01");
    due(
        &calendar("Asia/Kolkata 22:30-07:30", false),
        "2026-01-05 12:00Z",
        SignedDuration::from_hours(6),
        "2026-01-06 03:00Z",
    );
}

#[test]
fn far_instants_saturate() {
    for hours in ["UTC", "Europe/Berlin 23:00-08:00", "Pacific/Apia 0-9", "America/New_York"] {
        let calendar = calendar(hours, hours != "UTC");
        let (epoch, first, last) = (Timestamp::UNIX_EPOCH, Timestamp::MIN, Timestamp::MAX);
        assert_eq!(calendar.deadline(epoch, SignedDuration::MAX), last);
        assert_eq!(calendar.deadline(last, HOUR), last);
        assert_eq!(calendar.deadline(first, HOUR), first + HOUR);
        assert!(calendar.spent(first, last) > SignedDuration::ZERO);
        assert!(calendar.runs(first) && calendar.runs(last));
        assert_eq!(
            calendar.spent(last + SignedDuration::from_millis(-9), last),
            SignedDuration::from_millis(9)
        );
        // No night or weekend counts before 1970 or after 2199, and those in between count wherever the query begins.
        let (begin, now) = (at("-002000-01-01 00:00Z"), at("2026-01-05 12:00Z"));
        assert_eq!(calendar.spent(begin, now), calendar.spent(begin, epoch) + calendar.spent(epoch, now));
        let end = at("2300-01-01 12:00Z");
        assert_eq!(calendar.spent(end, end + days(7)), days(7));
    }
}
