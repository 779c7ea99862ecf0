//! Properties of a seat's clock.

use clock::{Calendar, Clock, Control, DAY, Pace};
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

use crate::{TICK, calendars, instants, lengths};

const CONTROL: &str = "72h+12h/120h";

fn running(since: Timestamp) -> (Clock, Control) {
    let control: Control = CONTROL.parse().unwrap();
    let mut clock = Clock::new(&control).unwrap();
    clock.start(since, &control);
    (clock, control)
}

/// An operation on a clock.
#[derive(Clone, Copy, Debug)]
enum Step {
    Start,
    Stop,
    Hold,
    Resume,
    Settle,
    Forgive(SignedDuration),
    Vacation,
}

fn steps() -> impl Strategy<Value = Vec<(SignedDuration, Step)>> {
    let step = prop_oneof![
        Just(Step::Start),
        Just(Step::Stop),
        Just(Step::Hold),
        Just(Step::Resume),
        Just(Step::Settle),
        lengths().prop_map(Step::Forgive),
        Just(Step::Vacation),
    ];
    prop::collection::vec((lengths(), step), 1..30)
}

fn take(clock: &mut Clock, step: Step, at: Timestamp, calendar: &Calendar, control: &Control) {
    match step {
        Step::Start => clock.start(at, control),
        Step::Stop => clock.stop(at, calendar, control),
        Step::Hold => clock.hold(at, calendar),
        Step::Resume => clock.resume(at),
        Step::Settle => clock.settle(at, calendar),
        Step::Forgive(length) => clock.forgive(at - length, at, calendar),
        Step::Vacation => clock.stop_until(at, at + DAY, calendar),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn only_the_end_of_a_turn_adds_up_to_the_cap(
        calendar in calendars(), begin in instants(), steps in steps()
    ) {
        let (mut clock, control) = running(begin);
        let Pace::Bank { increment, cap, .. } = control.pace else { panic!("the control must have a bank") };
        let mut at = begin;
        for (later, step) in steps {
            at += later;
            let before = clock.left_at(at, &calendar);
            let whole = clock.left;
            take(&mut clock, step, at, &calendar, &control);
            let after = clock.left_at(at, &calendar);
            match step {
                Step::Stop => prop_assert_eq!(after, cap.min(before + increment)),
                Step::Forgive(_) => prop_assert!((before..=whole).contains(&after)),
                _ => prop_assert_eq!(after, before),
            }
            prop_assert!(SignedDuration::ZERO <= after && after <= clock.full && clock.full <= cap);
        }
    }

    #[test]
    fn settling_a_clock_changes_nothing(
        calendar in calendars(), since in instants(), first in lengths(), second in lengths()
    ) {
        let (mut clock, _) = running(since);
        let before = clock;
        let (now, later) = (since + first, since + first + second);
        clock.settle(now, &calendar);
        prop_assert_eq!(clock.left_at(later, &calendar), before.left_at(later, &calendar));
        prop_assert_eq!(clock.is_out(later, &calendar), before.is_out(later, &calendar));
        prop_assert_eq!(clock.share_at(later, &calendar), before.share_at(later, &calendar));
        clock.hold(now, &calendar);
        clock.resume(now);
        if !before.is_out(now, &calendar) {
            prop_assert_eq!(clock.deadline(&calendar), before.deadline(&calendar));
        }
    }

    #[test]
    fn clock_is_out_from_its_deadline_on(calendar in calendars(), since in instants()) {
        let (clock, _) = running(since);
        let deadline = clock.deadline(&calendar).unwrap();
        prop_assert!(clock.is_out(deadline, &calendar) && !clock.is_out(deadline - TICK, &calendar));
        prop_assert_eq!(clock.left_at(deadline, &calendar), SignedDuration::ZERO);
        prop_assert_eq!(clock.left_at(deadline - TICK, &calendar), TICK);
    }

    #[test]
    fn outage_costs_exactly_nothing(
        calendar in calendars(), since in instants(), before in lengths(), outage in lengths(), after in lengths()
    ) {
        let (mut clock, _) = running(since);
        let from = since + before;
        let to = from + outage;
        let now = to + after;
        let spent = calendar.spent(since, from) + calendar.spent(to, now);
        let left = (clock.left - spent).max(SignedDuration::ZERO);
        clock.forgive(from, to, &calendar);
        prop_assert_eq!(clock.left_at(now, &calendar), left);
    }

    #[test]
    fn reminder_is_due_when_its_time_is_used(
        calendar in calendars(), since in instants(), spent in lengths(), given in lengths(), used in lengths()
    ) {
        let (mut clock, _) = running(since);
        clock.give(since + spent, &calendar, given);
        let used = used.min(clock.full);
        let used_at = |at| clock.full - clock.left_at(at, &calendar);
        let due = clock.instant_at_use(used, &calendar).unwrap();
        prop_assert!(used_at(due) >= used);
        if due > since + spent {
            prop_assert!(used_at(due - TICK) < used);
        }
        prop_assert!(due <= clock.deadline(&calendar).unwrap());
    }
}
