use super::*;
use crate::calendar::tests::{at, calendar};
use crate::{HOUR, days};

fn control(text: &str) -> Control {
    text.parse().unwrap()
}

/// Awake from 08:00 to 23:00 in Berlin, weekends included.
fn berlin() -> Calendar {
    calendar("Europe/Berlin 23:00-08:00", false)
}

/// Returns a clock with this control, running since 12:00 in Berlin on Monday, 5 January 2026.
fn running(text: &str) -> Clock {
    let control = control(text);
    let mut clock = Clock::new(&control).unwrap();
    clock.start(at("2026-01-05 12:00+01"), &control);
    clock
}

#[test]
fn a_bank_gets_its_increment_up_to_the_cap() {
    for (text, stopped, left) in [
        ("72h+12h/120h", "2026-01-05 14:00+01", 82),
        ("72h+12h/73h", "2026-01-05 14:00+01", 73),
        ("72h+12h/73h", "2026-01-06 08:00+01", 73),
        ("72h+12h/120h", "2026-01-06 07:00+01", 73),
        ("5h+12h/120h", "2026-01-09 12:00+01", 12),
        ("5h+12h/6h", "2026-01-09 12:00+01", 6),
    ] {
        let mut clock = running(text);
        clock.stop(at(stopped), &berlin(), &control(text));
        assert_eq!(
            clock,
            Clock {
                left: SignedDuration::from_hours(left),
                since: None,
                full: SignedDuration::from_hours(left)
            },
            "{text}"
        );
    }
}

#[test]
fn turn_time_is_full_again_next_turn() {
    let control = control("1d/turn");
    let mut clock = running("1d/turn");
    clock.give(at("2026-01-05 13:00+01"), &berlin(), days(1));
    assert_eq!(clock.left, SignedDuration::from_hours(47));
    clock.stop(at("2026-01-05 15:00+01"), &berlin(), &control);
    assert_eq!((clock.left, clock.since), (days(1), None));
    // After a take-back, the turn begins with its full time.
    clock.start(at("2026-01-06 08:00+01"), &control);
    clock.hold(at("2026-01-06 10:00+01"), &berlin());
    assert_eq!(clock.left, SignedDuration::from_hours(22));
    clock.start(at("2026-01-06 12:00+01"), &control);
    assert_eq!(clock.left, days(1));
}

#[test]
fn pausing_refills_nothing() {
    for text in ["72h+12h/120h", "3d/turn"] {
        let mut clock = running(text);
        for _ in 0..5 {
            clock.hold(at("2026-01-05 13:00+01"), &berlin());
            clock.hold(at("2026-01-05 15:00+01"), &berlin());
            clock.resume(at("2026-01-05 16:00+01"));
            clock.resume(at("2026-01-05 18:00+01"));
        }
        assert_eq!(clock.left, SignedDuration::from_hours(71), "{text}");
        assert_eq!(
            clock.left_at(at("2026-01-05 17:00+01"), &berlin()),
            SignedDuration::from_hours(70),
            "{text}"
        );
        assert_eq!(clock.full, SignedDuration::from_hours(72), "{text}");
    }
}

#[test]
fn running_clock_is_not_started_again() {
    let mut clock = running("3d/turn");
    let before = clock;
    clock.start(at("2026-01-05 20:00+01"), &control("3d/turn"));
    assert_eq!(clock, before);
}

#[test]
fn given_time_counts_from_now_beyond_the_cap() {
    let mut clock = running("2h+1h/3h");
    let late = at("2026-01-05 20:00+01");
    assert!(clock.is_out(late, &berlin()));
    clock.give(late, &berlin(), days(1));
    assert_eq!(clock.left_at(late, &berlin()), days(1));
    assert!(!clock.is_out(late, &berlin()));
    clock.stop(late + HOUR, &berlin(), &control("2h+1h/3h"));
    assert_eq!(clock.left, SignedDuration::from_hours(23), "given time stays, and no increment is added");
}

#[test]
fn an_outage_does_not_count() {
    for (from, to, left) in [
        // Two hours of outage, then sleep: the clock has run one hour before and three after.
        ("2026-01-05 13:00+01", "2026-01-05 20:00+01", 68),
        // The player sleeps through the whole outage.
        ("2026-01-06 01:00+01", "2026-01-06 07:00+01", 61),
        // The player sleeps through half of it: 21:00 to 23:00 is given back.
        ("2026-01-05 21:00+01", "2026-01-06 02:00+01", 63),
        // Before the clock began, and across its beginning.
        ("2026-01-05 09:00+01", "2026-01-05 10:00+01", 61),
        ("2026-01-05 09:00+01", "2026-01-05 13:00+01", 62),
        // The end comes before the beginning.
        ("2026-01-05 20:00+01", "2026-01-05 13:00+01", 61),
    ] {
        let mut clock = running("72h+12h/120h");
        clock.forgive(at(from), at(to), &berlin());
        let once = clock;
        clock.forgive(at(from), at(to), &berlin());
        assert_eq!(clock, once, "{from}: the second call changed the clock");
        assert_eq!(
            clock.left_at(at("2026-01-06 08:00+01"), &berlin()),
            SignedDuration::from_hours(left),
            "{from} to {to}"
        );
    }
    let mut stopped = Clock::new(&control("1d/turn")).unwrap();
    let before = stopped;
    stopped.forgive(at("2026-01-05 13:00+01"), at("2026-01-06 13:00+01"), &berlin());
    assert_eq!(stopped, before);
}

#[test]
fn outage_counts_by_its_share_of_the_time_left() {
    let counts = |seconds: i64, left| counts_as_outage(SignedDuration::from_secs(seconds), left);
    for (left, shortest) in [
        (SignedDuration::ZERO, 5),
        (MINUTE, 5),
        (SignedDuration::from_mins(2), 6),
        (SignedDuration::from_mins(10), 30),
        (HOUR, 180),
        (SignedDuration::from_mins(200), 600),
        (days(60), 600),
    ] {
        assert!(!counts(shortest, left) && counts(shortest + 1, left), "{left}");
    }
}

#[test]
fn player_has_a_minute_after_an_outage() {
    let begin = at("2026-01-05 12:00+01");
    let after = |seconds: i64| begin + SignedDuration::from_secs(seconds);
    for (pace, from, to, left) in [
        ("1m/turn", 10, 90, 60),
        ("1m/turn", 59, 139, 60),
        // Their time had run out before.
        ("1m/turn", 61, 141, 0),
        ("10m/turn", 60, 140, 540),
        // A bank works like a fixed time, with or without an increment.
        ("2m+0m/2m", 90, 98, 60),
        ("5m+1m/6m", 20, 100, 280),
    ] {
        let mut clock = running(pace);
        let (from, to) = (after(from), after(to));
        assert!(clock.feels_outage(from, to, &Calendar::default()), "{pace}");
        clock.forgive_outage(from, to, &Calendar::default());
        let once = clock;
        clock.forgive_outage(from, to, &Calendar::default());
        assert_eq!(clock, once, "{pace}: once is enough");
        assert_eq!(clock.left_at(to, &Calendar::default()), SignedDuration::from_secs(left), "{pace}");
    }
    // After several outages in a row the player still has a minute, not one for each.
    let mut clock = running("1m/turn");
    for outage in 0..10 {
        clock.forgive_outage(after(outage * 60 + 50), after(outage * 60 + 60), &Calendar::default());
    }
    assert_eq!(clock.deadline(&Calendar::default()), Some(after(660)));
}

#[test]
fn an_outage_costs_no_vacation_day() {
    let begin = at("2026-01-05 14:00+01");
    for (from, to, left) in [
        // The day ends a day after the outage begins, so all but an hour of it is left.
        (begin + HOUR, begin + days(1) + HOUR, Some(23)),
        // The outage lies within the day.
        (begin + SignedDuration::from_hours(2), begin + SignedDuration::from_hours(5), Some(22)),
        // The outage begins before the day.
        (begin + -3 * HOUR, begin + SignedDuration::from_hours(2), Some(24)),
        // The outage lies before the day, and after it.
        (begin + -3 * HOUR, begin + -HOUR, None),
        (begin + days(1), begin + days(2), None),
    ] {
        let mut clock = running("2h+1h/3h");
        clock.stop_until(begin, begin + DAY, &berlin());
        let before = clock;
        clock.forgive_day(from, to);
        match left {
            Some(left) => {
                assert_eq!((clock.left, clock.since), (SignedDuration::from_hours(left), Some(to)));
                assert_eq!(clock.full, before.full + SignedDuration::from_hours(left));
            }
            None => assert_eq!(clock, before),
        }
    }
}

#[test]
fn moves_on_a_vacation_day_cost_nothing() {
    let mut clock = running("5h+1h/6h");
    let begin = at("2026-01-05 14:00+01");
    clock.stop_until(begin, begin + DAY, &berlin());
    assert_eq!(clock.since, Some(begin + DAY));
    assert_eq!(
        clock.left_at(begin + SignedDuration::from_hours(23), &berlin()),
        SignedDuration::from_hours(3)
    );
    assert_eq!(clock.deadline(&berlin()), Some(at("2026-01-06 17:00+01")));
    clock.settle(begin + HOUR, &berlin());
    assert_eq!(clock.since, Some(begin + DAY), "settling does not end the day");
    clock.stop(begin + SignedDuration::from_hours(2), &berlin(), &control("5h+1h/6h"));
    assert_eq!((clock.left, clock.since), (SignedDuration::from_hours(4), None));
}

#[test]
fn shares_follow_the_time_of_the_turn() {
    let mut clock = running("10h+0h/10h");
    let share = |clock: &Clock, text: &str| clock.share_at(at(text), &berlin());
    assert_eq!(share(&clock, "2026-01-05 12:00+01"), 0);
    assert_eq!(share(&clock, "2026-01-05 19:59:59.999+01"), 79);
    assert_eq!(share(&clock, "2026-01-05 20:00+01"), 80);
    assert_eq!(share(&clock, "2026-01-07 20:00+01"), 100);
    assert_eq!(clock.instant_at_use(HOUR * 8, &berlin()), Some(at("2026-01-05 20:00+01")));
    // A pause moves the reminder by its own length.
    clock.hold(at("2026-01-05 19:00+01"), &berlin());
    assert_eq!(clock.instant_at_use(HOUR * 8, &berlin()), None);
    clock.resume(at("2026-01-05 22:30+01"));
    assert_eq!(clock.instant_at_use(HOUR * 8, &berlin()), Some(at("2026-01-06 08:30+01")));
    assert_eq!(clock.instant_at_use(HOUR * 10, &berlin()), clock.deadline(&berlin()));
    // A point in the past is due at once.
    assert_eq!(clock.instant_at_use(HOUR * 5, &berlin()), clock.since);
    // Given time is part of the whole: one of 20 hours is used.
    let mut given = running("10h+0h/10h");
    given.give(at("2026-01-05 13:00+01"), &berlin(), SignedDuration::from_hours(10));
    assert_eq!(share(&given, "2026-01-05 13:00+01"), 5);
    assert_eq!(given.instant_at_use(HOUR * 10, &berlin()), Some(at("2026-01-05 22:00+01")));
    let empty = Clock {
        left: SignedDuration::ZERO,
        since: Some(at("2026-01-05 12:00+01")),
        full: SignedDuration::ZERO,
    };
    assert_eq!(
        (
            empty.share_at(at("2026-01-05 12:00+01"), &berlin()),
            empty.instant_at_use(SignedDuration::ZERO, &berlin())
        ),
        (100, empty.since)
    );
}

#[test]
fn game_without_a_clock_has_none() {
    assert_eq!(Clock::new(&control("none")), None);
}
