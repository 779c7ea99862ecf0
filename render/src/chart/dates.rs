//! Dates for the labels of a time axis.

use jiff::{Span, ToSpan, civil::Date};

/// The most labels.
const MOST: i64 = 6;

/// The distance between two labels.
#[derive(Clone, Copy)]
enum Step {
    Days(i64),
    Months(i16),
    Years(i16),
}

/// All distances, the smallest first.
const STEPS: [Step; 20] = [
    Step::Days(1),
    Step::Days(2),
    Step::Days(7),
    Step::Days(14),
    Step::Months(1),
    Step::Months(2),
    Step::Months(3),
    Step::Months(6),
    Step::Years(1),
    Step::Years(2),
    Step::Years(5),
    Step::Years(10),
    Step::Years(20),
    Step::Years(50),
    Step::Years(100),
    Step::Years(200),
    Step::Years(500),
    Step::Years(1000),
    Step::Years(2000),
    Step::Years(5000),
];

/// Returns the dates to write on an axis that reaches from one day to another, with their labels: every day, week, month or year,
/// or a round number of them, as close as `fit` allows.
///
/// A label names the year if the one before it does not belong to the same year.
pub(super) fn labels(
    first: Date,
    last: Date,
    fit: impl Fn(&[(Date, String)]) -> bool,
) -> Vec<(Date, String)> {
    let days = days_between(first, last);
    let mut steps = STEPS.into_iter().filter(|step| days / step.days() <= MOST);
    steps
        .find_map(|step| {
            let labels = step.labels(first, last);
            (!labels.is_empty() && labels.len() as i64 <= MOST && fit(&labels)).then_some(labels)
        })
        .unwrap_or_else(|| vec![(first, Step::Days(1).label(first, true))])
}

/// Returns the number of days from one date to another.
pub(super) fn days_between(first: Date, last: Date) -> i64 {
    first.duration_until(last).as_hours() / 24
}

impl Step {
    /// Returns about how many days the step has.
    fn days(self) -> i64 {
        match self {
            Step::Days(days) => days,
            Step::Months(months) => i64::from(months) * 30,
            Step::Years(years) => i64::from(years) * 365,
        }
    }

    fn span(self) -> Span {
        match self {
            Step::Days(days) => days.days(),
            Step::Months(months) => months.months(),
            Step::Years(years) => years.years(),
        }
    }

    /// Returns the first date for a label that is not before this day, or `None` after the year 9999. Weeks begin on Monday.
    fn first_from(self, day: Date) -> Option<Date> {
        let start = match self {
            Step::Days(days) if days < 7 => day,
            Step::Days(_) => {
                let since_monday = day.weekday().to_monday_zero_offset();
                day.checked_add(((7 - since_monday) % 7).days()).ok()?
            }
            Step::Months(months) => {
                let back = i16::from(day.month() - 1) % months;
                day.first_of_month().checked_sub(back.months()).ok()?
            }
            Step::Years(years) => Date::new(day.year() - day.year() % years, 1, 1).ok()?,
        };
        if start < day { start.checked_add(self.span()).ok() } else { Some(start) }
    }

    fn labels(self, first: Date, last: Date) -> Vec<(Date, String)> {
        let mut labels = Vec::new();
        let (mut next, mut year) = (self.first_from(first), None);
        while let Some(day) = next.filter(|day| *day <= last) {
            labels.push((day, self.label(day, year != Some(day.year()))));
            year = Some(day.year());
            next = day.checked_add(self.span()).ok();
        }
        labels
    }

    fn label(self, day: Date, with_year: bool) -> String {
        let format = match (self, with_year) {
            (Step::Days(_), false) => "%-d %b",
            (Step::Days(_), true) => "%-d %b %Y",
            (Step::Months(_), false) => "%b",
            (Step::Months(_), true) => "%b %Y",
            (Step::Years(_), _) => return day.year().to_string(),
        };
        day.strftime(format).to_string()
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[track_caller]
    fn check(first: Date, last: Date, expected: &str) {
        let labels: Vec<String> = labels(first, last, |_| true).into_iter().map(|(_, label)| label).collect();
        assert_eq!(labels.join(", "), expected);
    }

    #[test]
    fn steps_suit_the_span() {
        let day = date(2026, 5, 3);
        check(day, day, "3 May 2026");
        check(day, date(2026, 5, 6), "3 May 2026, 4 May, 5 May, 6 May");
        check(day, date(2026, 6, 4), "4 May 2026, 11 May, 18 May, 25 May, 1 Jun");
        check(date(2026, 12, 28), date(2027, 1, 1), "28 Dec 2026, 29 Dec, 30 Dec, 31 Dec, 1 Jan 2027");
        check(day, date(2026, 11, 9), "Jun 2026, Jul, Aug, Sep, Oct, Nov");
        check(day, date(2027, 6, 1), "Jul 2026, Sep, Nov, Jan 2027, Mar, May");
        check(day, date(2028, 1, 31), "Jul 2026, Jan 2027, Jul, Jan 2028");
        check(day, date(2030, 1, 1), "2027, 2028, 2029, 2030");
        check(Date::MIN, Date::MAX, "-5000, 0, 5000");
    }
}
