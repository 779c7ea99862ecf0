//! Properties of running time.

use clock::{Calendar, Why, days};
use jiff::SignedDuration;
use jiff::{
    Timestamp, ToSpan,
    civil::Weekday,
    tz::{TimeZone, TimeZoneDatabase},
};
use proptest::prelude::*;

use crate::{TICK, at_ms, calendars, instants, lengths};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn spent_adds_up(calendar in calendars(), from in instants(), first in lengths(), second in lengths()) {
        let between = from + first;
        let to = between + second;
        prop_assert_eq!(calendar.spent(from, to), calendar.spent(from, between) + calendar.spent(between, to));
        prop_assert!(calendar.spent(from, to) <= to.duration_since(from));
    }

    #[test]
    fn deadline_is_when_all_time_is_spent(
        calendar in calendars(), from in instants(), left in lengths()
    ) {
        let deadline = calendar.deadline(from, left);
        prop_assert!(deadline >= from);
        prop_assert_eq!(calendar.spent(from, deadline), left);
        if left > SignedDuration::ZERO {
            prop_assert_eq!(calendar.spent(from, deadline - TICK), left - TICK);
        }
    }

    #[test]
    fn later_start_never_advances_the_deadline(
        calendar in calendars(), from in instants(), left in lengths(), more in lengths()
    ) {
        let deadline = calendar.deadline(from, left);
        prop_assert!(calendar.deadline(from, left + more) >= deadline + more);
        prop_assert!(calendar.deadline(from + more, left) >= deadline);
        prop_assert!(calendar.deadline(from + more, left) >= from + more + left);
    }

    #[test]
    fn stopped_clock_stays_stopped_until_its_wake(calendar in calendars(), at in instants()) {
        let wake = calendar.next_wake(at);
        prop_assert_eq!(calendar.runs(at), wake == at);
        prop_assert_eq!(calendar.next_wake(wake), wake);
        prop_assert_eq!(calendar.spent(at, wake), SignedDuration::ZERO);
        prop_assert_eq!(calendar.spent(wake, wake + TICK), TICK);
        match calendar.stopped_until(at) {
            None => prop_assert_eq!(wake, at),
            // Clocks go back by at most two hours.
            Some((Why::Sleep, _)) => prop_assert!(wake.duration_since(at) <= SignedDuration::from_hours(9 + 2)),
            Some((Why::Weekend, _)) => {
                prop_assert!(calendar.weekends_off);
                prop_assert!(wake.duration_since(at) <= SignedDuration::from_hours(48 + 2 * 9 + 2));
            }
        }
    }

    #[test]
    fn nothing_changes_before_the_next_change(calendar in calendars(), at in instants(), steps in 1..200i32) {
        let change = calendar.next_change(at);
        let end = change.unwrap_or(at + days(30));
        prop_assert!(end > at);
        prop_assert!(change.is_none() || calendar.runs(end) != calendar.runs(at));
        for step in 0..steps {
            let between = at + (end - TICK).duration_since(at) / steps * step;
            prop_assert_eq!(calendar.runs(between), calendar.runs(at), "{:?}", between);
        }
    }

    #[test]
    fn sleep_is_at_most_nine_hours_a_day(calendar in calendars(), from in instants(), count in 1..60i64) {
        let calendar = Calendar { weekends_off: false, ..calendar };
        let slept = days(count) - calendar.spent(from, from + days(count));
        // The first and the last day share one night, and clocks may go back once or twice.
        prop_assert!(slept <= SignedDuration::from_hours(9 * (count + 1) + 2), "{slept:?} in {count} days");
    }

    #[test]
    fn running_agrees_with_the_wall_clock(calendar in calendars(), from in instants(), steps in 1..400i64) {
        let zone = TimeZoneDatabase::bundled().get(calendar.hours.zone.name()).unwrap();
        let begin = from.as_millisecond() / 900_000 * 900_000;
        for step in 0..steps {
            let at = at_ms(begin + step * 900_000);
            if goes_back(&zone, at) {
                break;
            }
            prop_assert_eq!(calendar.runs(at), awake_by_the_wall(&calendar, &zone, at), "{:?}", at);
        }
    }
}

/// Returns whether clocks go back within a day and a half of this instant. A time of day then comes twice, so the wall clock
/// alone cannot decide.
fn goes_back(zone: &TimeZone, at: Timestamp) -> bool {
    let begin = at - 36.hours();
    let mut offset = zone.to_offset(begin);
    zone.following(begin).take_while(|change| change.timestamp() <= at + 36.hours()).any(|change| {
        let before = std::mem::replace(&mut offset, change.offset());
        change.offset() < before
    })
}

/// The slow and simple model: what a player would read off a clock and a calendar on the wall.
fn awake_by_the_wall(calendar: &Calendar, zone: &TimeZone, at: Timestamp) -> bool {
    let local = zone.to_datetime(at);
    let minute = local.hour() as u16 * 60 + local.minute() as u16;
    let asleep = calendar.hours.sleep.is_some_and(|sleep| {
        let (from, to) = (sleep.begins().minutes(), sleep.ends().minutes());
        if from < to { (from..to).contains(&minute) } else { minute >= from || minute < to }
    });
    let weekend = matches!(local.date().weekday(), Weekday::Saturday | Weekday::Sunday);
    !(asleep || weekend && calendar.weekends_off)
}
