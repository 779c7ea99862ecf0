//! The clock of a seat.

use crate::{Calendar, Control, Instant, Ms, Pace};

/// An outage that is not longer than this is never given back. Every restart and every new connection is one, and they cost a
/// player less than a slow network does.
pub const SHORTEST_OUTAGE: Ms = Ms::SECOND.times(5);
/// An outage that is longer than this is given back to everybody, however much time they have.
const LONGEST_OUTAGE: Ms = Ms::minutes(10);
/// Between these two, an outage is given back if it takes more than one part in so many of the time that a player has left: five
/// percent. Nobody can lose by less, since what is left shrinks with the clock, and the boards of slow games need no edit for it.
const PARTS: i64 = 20;

/// Whether an outage of this length is given back to a player who has so much time left when it begins.
#[must_use]
pub fn counts_as_outage(length: Ms, left: Ms) -> bool {
    length > Ms(left.0 / PARTS).clamp(SHORTEST_OUTAGE, LONGEST_OUTAGE)
}

/// The clock of a seat in a game that has clocks: what is left, and since when it runs.
///
/// All three fields are for the store. Whoever changes when a clock runs (the player's hours, say) calls [`Clock::settle`]
/// with the old calendar first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// What was left at `since`, or is left of a clock that is stopped. Never less than nothing.
    pub left: Ms,
    /// Since when it runs; from when on it will run, if that is in the future; `None` while it is stopped.
    pub since: Option<Instant>,
    /// What the turn began with, and what was given in it: the whole that shares are told of.
    pub full: Ms,
}

impl Clock {
    /// The clock of a seat that has not had a turn, stopped; `None` if the game has no clocks.
    #[must_use]
    pub fn new(control: &Control) -> Option<Clock> {
        control.start().map(|left| Clock { left, since: None, full: left })
    }

    /// A turn of this seat begins. With a fixed time per turn there is all of it again. A clock that runs already just goes
    /// on.
    pub fn start(&mut self, at: Instant, control: &Control) {
        if self.since.is_some() {
            return;
        }
        if let Pace::PerTurn(turn) = control.pace {
            self.left = self.left.max(turn);
        }
        self.full = self.left;
        self.since = Some(at);
    }

    /// The turn has ended: the bank gets its increment, up to the cap; the next turn has its fixed time.
    pub fn stop(&mut self, at: Instant, calendar: &Calendar, control: &Control) {
        self.hold(at, calendar);
        match control.pace {
            // What somebody was given beyond the cap is not taken away.
            Pace::Bank { increment, cap, .. } => self.left = self.left.max(cap.min(self.left + increment)),
            Pace::PerTurn(turn) => self.left = turn,
            Pace::None => {}
        }
        self.full = self.left;
    }

    /// Stops the clock within a turn: nothing comes back but what is left. [`Clock::resume`] goes on from there.
    pub fn hold(&mut self, at: Instant, calendar: &Calendar) {
        self.left = self.left_at(at, calendar);
        self.since = None;
    }

    /// Goes on with a turn whose clock was held. A clock that runs already just goes on.
    pub fn resume(&mut self, at: Instant) {
        self.since = self.since.or(Some(at));
    }

    /// Counts what was spent up to now; nothing else changes, whether the clock runs or not.
    pub fn settle(&mut self, at: Instant, calendar: &Calendar) {
        self.left = self.left_at(at, calendar);
        self.since = self.since.map(|since| since.max(at));
    }

    /// Gives so much more, from now on: a clock that had run out has just this.
    pub fn give(&mut self, at: Instant, calendar: &Calendar, ms: Ms) {
        self.settle(at, calendar);
        self.left = self.left + ms.at_least_zero();
        self.full = self.full + ms.at_least_zero();
    }

    /// Does not count what a running clock spent between two instants (an outage). Doing so twice changes nothing more.
    pub fn forgive(&mut self, from: Instant, to: Instant, calendar: &Calendar) {
        if from < to && self.since.is_some_and(|since| since < to) {
            self.settle(from, calendar);
            self.since = Some(to);
        }
    }

    /// Whether an outage between two instants is given back to the player of this clock.
    #[must_use]
    pub fn feels_outage(&self, from: Instant, to: Instant, calendar: &Calendar) -> bool {
        // The rest of a vacation day is time that the player has, too.
        let rest_of_day = self.since.map_or(Ms::ZERO, |since| (since - from).at_least_zero());
        counts_as_outage(to - from, self.left_at(from, calendar) + rest_of_day)
    }

    /// As [`Clock::forgive`], of an outage that is given back. A player whose time was not up when it began has at least a minute
    /// when it is over.
    pub fn forgive_outage(&mut self, from: Instant, to: Instant, calendar: &Calendar) {
        let applies = from < to && self.since.is_some_and(|since| since < to);
        let had_time = self.left_at(from, calendar) > Ms::ZERO;
        self.forgive(from, to, calendar);
        if applies && had_time {
            // A player cannot know to the second when the bot is back. Restarts cannot keep a game waiting: a usual one is shorter
            // than an outage and brings nothing, and whatever the others bring, time is up once the bot has stayed for a minute.
            let more = (Ms::MINUTE - self.left).at_least_zero();
            (self.left, self.full) = (self.left + more, self.full + more);
        }
    }

    /// Lets a running clock stand from now until then (a vacation day).
    pub fn stop_until(&mut self, at: Instant, until: Instant, calendar: &Calendar) {
        self.forgive(at, until, calendar);
    }

    /// As [`Clock::forgive`], of a clock that stands until `since` for a vacation day: what is left of the day when the outage
    /// begins is left on the clock when it is over. Nothing changes where they do not overlap.
    pub fn forgive_day(&mut self, from: Instant, to: Instant) {
        let Some(until) = self.since else { return };
        let rest = until - from.max(Instant(until.0.saturating_sub(Ms::DAY.0)));
        if from < to && until - to < Ms::DAY && rest > Ms::ZERO {
            self.left = self.left + rest;
            self.full = self.full + rest;
            self.since = Some(to);
        }
    }

    /// What is left at this instant, never less than nothing.
    #[must_use]
    pub fn left_at(&self, at: Instant, calendar: &Calendar) -> Ms {
        let spent = self.since.map_or(Ms::ZERO, |since| calendar.spent(since, at));
        (self.left - spent).at_least_zero()
    }

    /// When nothing will be left, if the clock runs on; `None` for a clock that is stopped.
    #[must_use]
    pub fn deadline(&self, calendar: &Calendar) -> Option<Instant> {
        Some(calendar.deadline(self.since?, self.left))
    }

    /// Whether the clock runs and nothing is left at this instant.
    #[must_use]
    pub fn is_out(&self, at: Instant, calendar: &Calendar) -> bool {
        self.deadline(calendar).is_some_and(|deadline| deadline <= at)
    }

    /// How much of the turn's time is used at this instant, in whole percent from 0 to 100.
    #[must_use]
    pub fn share_at(&self, at: Instant, calendar: &Calendar) -> u8 {
        let full = i128::from(self.full.0);
        let used = full - i128::from(self.left_at(at, calendar).0);
        if full <= 0 { 100 } else { u8::try_from((used * 100 / full).clamp(0, 100)).unwrap_or(100) }
    }

    /// The first instant from `since` on at which so many percent of the turn's time are used; `None` for a clock that is
    /// stopped.
    ///
    /// A reminder is due then. That may be the instant at which a night begins: ask [`Calendar::next_wake`] when to send it.
    #[must_use]
    pub fn instant_at_share(&self, percent: u8, calendar: &Calendar) -> Option<Instant> {
        let share = i128::from(self.full.0.max(0)) * i128::from(percent.min(100));
        // Rounded up, so that the share is reached then.
        let share = i64::try_from((share + 99) / 100).unwrap_or(i64::MAX);
        let used = self.full - self.left;
        Some(calendar.deadline(self.since?, Ms(share) - used))
    }
}

#[cfg(test)]
mod tests;
