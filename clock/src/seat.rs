//! The clock of one seat.

use jiff::{SignedDuration, Timestamp};

use crate::{
    calendar::Calendar,
    control::{Control, Pace},
    time::{DAY, MINUTE, at_least_zero, later},
};

/// An outage of this length or less is never given back. Restarts and reconnections take about as long, and they cost a player
/// less than a slow network does.
pub const SHORTEST_OUTAGE: SignedDuration = SignedDuration::from_secs(5);
/// An outage longer than this is given back to every player, however much time they have left.
const LONGEST_OUTAGE: SignedDuration = SignedDuration::from_mins(10);
/// In between, an outage is given back if it takes more than a twentieth (five percent) of the time that a player has left.
/// Shorter outages cannot decide a game, since the share shrinks with the clock. Boards of slow games then need no edit after a
/// short outage.
const PARTS: i32 = 20;

/// Returns whether an outage of this length is given back to a player who has `left` when it begins.
pub fn counts_as_outage(length: SignedDuration, left: SignedDuration) -> bool {
    length > (left / PARTS).clamp(SHORTEST_OUTAGE, LONGEST_OUTAGE)
}

/// The clock of one seat: the time left, and since when the clock runs.
///
/// The fields are public for the store. Call [`Clock::settle`] with the old calendar before you change when a clock runs, for
/// example the player's hours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// The time left at `since`, or the time left on a stopped clock. Never negative.
    pub left: SignedDuration,
    /// Since when the clock runs, or from when it will run if that is in the future. `None` while it is stopped.
    pub since: Option<Timestamp>,
    /// The time at the beginning of the turn, plus time given during the turn. Shares are parts of this whole.
    pub full: SignedDuration,
}

impl Clock {
    /// Returns the stopped clock of a seat that has not had a turn, or `None` if the game has no clocks.
    pub fn new(control: &Control) -> Option<Clock> {
        control.start().map(|left| Clock { left, since: None, full: left })
    }

    /// Starts the seat's turn. With a fixed time per turn, the clock is full again. A clock that already runs is unchanged.
    pub fn start(&mut self, at: Timestamp, control: &Control) {
        if self.since.is_some() {
            return;
        }
        if let Pace::PerTurn(turn) = control.pace {
            self.left = self.left.max(turn);
        }
        self.full = self.left;
        self.since = Some(at);
    }

    /// Ends the seat's turn. A bank gets its increment, up to the cap. A fixed time per turn is full again.
    pub fn stop(&mut self, at: Timestamp, calendar: &Calendar, control: &Control) {
        self.hold(at, calendar);
        match control.pace {
            // Time given beyond the cap is not taken away.
            Pace::Bank { increment, cap, .. } => {
                self.left = self.left.max(cap.min(self.left.saturating_add(increment)))
            }
            Pace::PerTurn(turn) => self.left = turn,
            Pace::None => {}
        }
        self.full = self.left;
    }

    /// Stops the clock within a turn, without an increment. [`Clock::resume`] continues the turn.
    pub fn hold(&mut self, at: Timestamp, calendar: &Calendar) {
        self.left = self.left_at(at, calendar);
        self.since = None;
    }

    /// Continues a turn whose clock was held. A clock that already runs is unchanged.
    pub fn resume(&mut self, at: Timestamp) {
        self.since = self.since.or(Some(at));
    }

    /// Subtracts the time spent so far. It does not start or stop the clock.
    pub fn settle(&mut self, at: Timestamp, calendar: &Calendar) {
        self.left = self.left_at(at, calendar);
        self.since = self.since.map(|since| since.max(at));
    }

    /// Adds time from now on. If the clock had run out, it has just this time.
    pub fn give(&mut self, at: Timestamp, calendar: &Calendar, more: SignedDuration) {
        self.settle(at, calendar);
        self.add(at_least_zero(more));
    }

    /// Gives back what a running clock spent between two instants, as after an outage. A second call with the same instants
    /// changes nothing.
    pub fn forgive(&mut self, from: Timestamp, to: Timestamp, calendar: &Calendar) {
        if from < to && self.since.is_some_and(|since| since < to) {
            self.settle(from, calendar);
            self.since = Some(to);
        }
    }

    /// Returns whether an outage between two instants is given back to the player of this clock.
    pub fn feels_outage(&self, from: Timestamp, to: Timestamp, calendar: &Calendar) -> bool {
        // The rest of a vacation day counts as time left, too.
        let rest_of_day =
            self.since.map_or(SignedDuration::ZERO, |since| at_least_zero(since.duration_since(from)));
        counts_as_outage(to.duration_since(from), self.left_at(from, calendar).saturating_add(rest_of_day))
    }

    /// Works like [`Clock::forgive`] for an outage that is given back. A player who had time left when it began has at least a
    /// minute when it is over.
    pub fn forgive_outage(&mut self, from: Timestamp, to: Timestamp, calendar: &Calendar) {
        let applies = from < to && self.since.is_some_and(|since| since < to);
        let had_time = self.left_at(from, calendar) > SignedDuration::ZERO;
        self.forgive(from, to, calendar);
        if applies && had_time {
            // A player cannot know to the second when the bot is back. Restarts cannot delay a game for ever: most are shorter
            // than a counted outage and add nothing. Even after many long ones, time runs out once the bot has stayed up for a
            // minute.
            self.add(at_least_zero(MINUTE.saturating_sub(self.left)));
        }
    }

    /// Stops a running clock from `at` until `until`, for a vacation day.
    pub fn stop_until(&mut self, at: Timestamp, until: Timestamp, calendar: &Calendar) {
        self.forgive(at, until, calendar);
    }

    /// Works like [`Clock::forgive`] for a clock that a vacation day stops until `since`. The rest of the day at the beginning
    /// of the outage is added to the clock when the outage is over. If the day and the outage do not overlap, nothing changes.
    pub fn forgive_day(&mut self, from: Timestamp, to: Timestamp) {
        let Some(until) = self.since else { return };
        let rest = until.duration_since(from.max(later(until, -DAY)));
        if from < to && until.duration_since(to) < DAY && rest > SignedDuration::ZERO {
            self.add(rest);
            self.since = Some(to);
        }
    }

    fn add(&mut self, more: SignedDuration) {
        self.left = self.left.saturating_add(more);
        self.full = self.full.saturating_add(more);
    }

    /// Returns the time left at this instant, never less than zero.
    pub fn left_at(&self, at: Timestamp, calendar: &Calendar) -> SignedDuration {
        let spent = self.since.map_or(SignedDuration::ZERO, |since| calendar.spent(since, at));
        at_least_zero(self.left.saturating_sub(spent))
    }

    /// Returns when the clock will run out if it keeps running, or `None` for a stopped clock.
    pub fn deadline(&self, calendar: &Calendar) -> Option<Timestamp> {
        Some(calendar.deadline(self.since?, self.left))
    }

    /// Returns whether the clock is running and has no time left at this instant.
    pub fn is_out(&self, at: Timestamp, calendar: &Calendar) -> bool {
        self.deadline(calendar).is_some_and(|deadline| deadline <= at)
    }

    /// Returns how much of the turn's time is used at this instant, in whole percent from 0 to 100.
    pub fn share_at(&self, at: Timestamp, calendar: &Calendar) -> u8 {
        let full = self.full.as_millis();
        let used = full - self.left_at(at, calendar).as_millis();
        if full <= 0 { 100 } else { u8::try_from((used * 100 / full).clamp(0, 100)).unwrap_or(100) }
    }

    /// Returns the first instant from `since` on at which so much of the turn's time is used, or `None` for a stopped clock.
    ///
    /// A reminder is due then. The player may be asleep at that instant: [`Calendar::next_wake`] says when to send it.
    pub fn instant_at_use(&self, used: SignedDuration, calendar: &Calendar) -> Option<Timestamp> {
        let already = self.full.saturating_sub(self.left);
        // More than the turn's time is used at its end.
        Some(calendar.deadline(self.since?, used.min(self.full).saturating_sub(already)))
    }
}

#[cfg(test)]
mod tests;
