//! The clock of one seat.

use crate::{
    calendar::Calendar,
    control::{Control, Pace},
    time::{Instant, Ms},
};

/// An outage of this length or less is never given back. Restarts and reconnections take about as long, and they cost a player
/// less than a slow network does.
pub const SHORTEST_OUTAGE: Ms = Ms::SECOND.times(5);
/// An outage longer than this is given back to every player, however much time they have left.
const LONGEST_OUTAGE: Ms = Ms::minutes(10);
/// In between, an outage is given back if it takes more than a twentieth (five percent) of the time that a player has left.
/// Shorter outages cannot decide a game, since the share shrinks with the clock. Boards of slow games then need no edit after a
/// short outage.
const PARTS: i64 = 20;

/// Returns whether an outage of this length is given back to a player who has `left` when it begins.
pub fn counts_as_outage(length: Ms, left: Ms) -> bool {
    length > Ms(left.0 / PARTS).clamp(SHORTEST_OUTAGE, LONGEST_OUTAGE)
}

/// The clock of one seat: the time left, and since when the clock runs.
///
/// The fields are public for the store. Call [`Clock::settle`] with the old calendar before you change when a clock runs, for
/// example the player's hours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// The time left at `since`, or the time left on a stopped clock. Never negative.
    pub left: Ms,
    /// Since when the clock runs, or from when it will run if that is in the future. `None` while it is stopped.
    pub since: Option<Instant>,
    /// The time at the beginning of the turn, plus time given during the turn. Shares are parts of this whole.
    pub full: Ms,
}

impl Clock {
    /// Returns the stopped clock of a seat that has not had a turn, or `None` if the game has no clocks.
    pub fn new(control: &Control) -> Option<Clock> {
        control.start().map(|left| Clock { left, since: None, full: left })
    }

    /// Starts the seat's turn. With a fixed time per turn, the clock is full again. A clock that already runs is unchanged.
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

    /// Ends the seat's turn. A bank gets its increment, up to the cap. A fixed time per turn is full again.
    pub fn stop(&mut self, at: Instant, calendar: &Calendar, control: &Control) {
        self.hold(at, calendar);
        match control.pace {
            // Time given beyond the cap is not taken away.
            Pace::Bank { increment, cap, .. } => self.left = self.left.max(cap.min(self.left + increment)),
            Pace::PerTurn(turn) => self.left = turn,
            Pace::None => {}
        }
        self.full = self.left;
    }

    /// Stops the clock within a turn, without an increment. [`Clock::resume`] continues the turn.
    pub fn hold(&mut self, at: Instant, calendar: &Calendar) {
        self.left = self.left_at(at, calendar);
        self.since = None;
    }

    /// Continues a turn whose clock was held. A clock that already runs is unchanged.
    pub fn resume(&mut self, at: Instant) {
        self.since = self.since.or(Some(at));
    }

    /// Subtracts the time spent so far. It does not start or stop the clock.
    pub fn settle(&mut self, at: Instant, calendar: &Calendar) {
        self.left = self.left_at(at, calendar);
        self.since = self.since.map(|since| since.max(at));
    }

    /// Adds time from now on. If the clock had run out, it has just this time.
    pub fn give(&mut self, at: Instant, calendar: &Calendar, ms: Ms) {
        self.settle(at, calendar);
        self.left = self.left + ms.at_least_zero();
        self.full = self.full + ms.at_least_zero();
    }

    /// Gives back what a running clock spent between two instants, as after an outage. A second call with the same instants
    /// changes nothing.
    pub fn forgive(&mut self, from: Instant, to: Instant, calendar: &Calendar) {
        if from < to && self.since.is_some_and(|since| since < to) {
            self.settle(from, calendar);
            self.since = Some(to);
        }
    }

    /// Returns whether an outage between two instants is given back to the player of this clock.
    pub fn feels_outage(&self, from: Instant, to: Instant, calendar: &Calendar) -> bool {
        // The rest of a vacation day counts as time left, too.
        let rest_of_day = self.since.map_or(Ms::ZERO, |since| (since - from).at_least_zero());
        counts_as_outage(to - from, self.left_at(from, calendar) + rest_of_day)
    }

    /// Works like [`Clock::forgive`] for an outage that is given back. A player who had time left when it began has at least a
    /// minute when it is over.
    pub fn forgive_outage(&mut self, from: Instant, to: Instant, calendar: &Calendar) {
        let applies = from < to && self.since.is_some_and(|since| since < to);
        let had_time = self.left_at(from, calendar) > Ms::ZERO;
        self.forgive(from, to, calendar);
        if applies && had_time {
            // A player cannot know to the second when the bot is back. Restarts cannot delay a game for ever: most are shorter
            // than a counted outage and add nothing. Even after many long ones, time runs out once the bot has stayed up for a
            // minute.
            let more = (Ms::MINUTE - self.left).at_least_zero();
            (self.left, self.full) = (self.left + more, self.full + more);
        }
    }

    /// Stops a running clock from `at` until `until`, for a vacation day.
    pub fn stop_until(&mut self, at: Instant, until: Instant, calendar: &Calendar) {
        self.forgive(at, until, calendar);
    }

    /// Works like [`Clock::forgive`] for a clock that a vacation day stops until `since`. The rest of the day at the beginning
    /// of the outage is added to the clock when the outage is over. If the day and the outage do not overlap, nothing changes.
    pub fn forgive_day(&mut self, from: Instant, to: Instant) {
        let Some(until) = self.since else { return };
        let rest = until - from.max(Instant(until.0.saturating_sub(Ms::DAY.0)));
        if from < to && until - to < Ms::DAY && rest > Ms::ZERO {
            self.left = self.left + rest;
            self.full = self.full + rest;
            self.since = Some(to);
        }
    }

    /// Returns the time left at this instant, never less than zero.
    pub fn left_at(&self, at: Instant, calendar: &Calendar) -> Ms {
        let spent = self.since.map_or(Ms::ZERO, |since| calendar.spent(since, at));
        (self.left - spent).at_least_zero()
    }

    /// Returns when the clock will run out if it keeps running, or `None` for a stopped clock.
    pub fn deadline(&self, calendar: &Calendar) -> Option<Instant> {
        Some(calendar.deadline(self.since?, self.left))
    }

    /// Returns whether the clock is running and has no time left at this instant.
    pub fn is_out(&self, at: Instant, calendar: &Calendar) -> bool {
        self.deadline(calendar).is_some_and(|deadline| deadline <= at)
    }

    /// Returns how much of the turn's time is used at this instant, in whole percent from 0 to 100.
    pub fn share_at(&self, at: Instant, calendar: &Calendar) -> u8 {
        let full = i128::from(self.full.0);
        let used = full - i128::from(self.left_at(at, calendar).0);
        if full <= 0 { 100 } else { u8::try_from((used * 100 / full).clamp(0, 100)).unwrap_or(100) }
    }

    /// Returns the first instant from `since` on at which `percent` of the turn's time is used, or `None` for a stopped clock.
    ///
    /// A reminder is due then. The player may be asleep at that instant: [`Calendar::next_wake`] says when to send it.
    pub fn instant_at_share(&self, percent: u8, calendar: &Calendar) -> Option<Instant> {
        let share = i128::from(self.full.0.max(0)) * i128::from(percent.min(100));
        // Rounded up, so that the share is really reached.
        let share = i64::try_from((share + 99) / 100).unwrap_or(i64::MAX);
        let used = self.full - self.left;
        Some(calendar.deadline(self.since?, Ms(share) - used))
    }
}

#[cfg(test)]
mod tests;
