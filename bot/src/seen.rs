//! Recognizes interactions that are delivered again, for example after a lost connection, so that each is handled once. Also
//! records when each began, because some arrive late.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::SignedDuration;
use tokio::time::Instant;

/// How many interactions are remembered. A repeated one is never much older than the newest.
const KEPT: usize = 4096;
/// How long an interaction shows how fast others can arrive. In this time clocks drift apart by milliseconds only.
const COMPARED: Duration = Duration::from_secs(3600);
/// The longest delay that is assumed. An interaction that is older accepts no response in any case.
const LONGEST_DELAY: Duration = Duration::from_secs(3);

/// Interactions that this process has accepted or received.
#[derive(Debug, Default)]
pub struct Seen(Mutex<Interactions>);

#[derive(Debug)]
struct Interactions {
    /// By their ids, which rise with time.
    times: BTreeMap<u64, Times>,
    /// The fastest of the last hour, and behind it those that arrived later and are the fastest once the ones before are forgotten.
    fastest: VecDeque<Arrival>,
    /// From where the arrivals count.
    start: Instant,
}

/// The arrival of an interaction.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    at: Instant,
    /// The time from its beginning by Discord's clock to its arrival by this machine's. The clocks count from different moments and may be
    /// wrong, so only the difference between two interactions says something.
    taken: SignedDuration,
}

/// The times of an interaction by this machine's clock.
#[derive(Clone, Copy, Debug)]
struct Times {
    arrived: Instant,
    begun: Instant,
}

impl Seen {
    /// Records an interaction. Returns `false` if it was recorded before.
    #[must_use]
    pub fn is_new(&self, interaction: u64) -> bool {
        let is_new = self.record(interaction, Instant::now());
        if !is_new {
            tracing::info!(interaction, "ignored an interaction that was delivered again");
        }
        is_new
    }

    /// Records an interaction. Returns whether it was recorded before, and how much longer it took to arrive than others then.
    #[must_use]
    pub fn note(&self, interaction: u64) -> (bool, Duration) {
        let is_new = self.record(interaction, Instant::now());
        let seen = self.seen();
        let late = seen.times.get(&interaction).map(|times| seen.delay(interaction, times.arrived));
        (!is_new, late.unwrap_or_default())
    }

    fn record(&self, interaction: u64, arrived: Instant) -> bool {
        let mut seen = self.seen();
        if seen.times.contains_key(&interaction) {
            return false;
        }
        seen.compare(interaction, arrived);
        let late = seen.delay(interaction, arrived).min(LONGEST_DELAY);
        let begun = arrived.checked_sub(late).unwrap_or(arrived);
        seen.times.insert(interaction, Times { arrived, begun });
        if seen.times.len() > KEPT {
            seen.times.pop_first();
        }
        true
    }

    /// Returns whether an interaction was recorded.
    #[must_use]
    pub fn has(&self, interaction: u64) -> bool {
        self.seen().times.contains_key(&interaction)
    }

    /// Returns when an interaction began, from where Discord counts its three seconds, or the current time if the interaction was
    /// never recorded. A resumed connection can deliver an interaction seconds later.
    #[must_use]
    pub fn begun(&self, interaction: u64) -> Instant {
        self.seen().times.get(&interaction).map_or_else(Instant::now, |times| times.begun)
    }

    fn seen(&self) -> MutexGuard<'_, Interactions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Interactions {
    fn default() -> Interactions {
        Interactions { times: BTreeMap::new(), fastest: VecDeque::new(), start: Instant::now() }
    }
}

impl Interactions {
    /// Returns the time from the beginning of an interaction to its arrival, to be compared with that of another one.
    fn taken(&self, interaction: u64, arrived: Instant) -> SignedDuration {
        let signed = |long: Duration| SignedDuration::try_from(long).unwrap_or(SignedDuration::MAX);
        let since_start = signed(arrived.saturating_duration_since(self.start))
            - signed(self.start.saturating_duration_since(arrived));
        since_start - SignedDuration::from_millis(i64::try_from(millis(interaction)).unwrap_or(i64::MAX))
    }

    /// Lets later interactions be compared with this one.
    fn compare(&mut self, interaction: u64, arrived: Instant) {
        let taken = self.taken(interaction, arrived);
        while self.fastest.front().is_some_and(|first| first.at + COMPARED <= arrived) {
            self.fastest.pop_front();
        }
        while self.fastest.back().is_some_and(|last| last.taken >= taken) {
            self.fastest.pop_back();
        }
        self.fastest.push_back(Arrival { at: arrived, taken });
        if self.fastest.len() > KEPT {
            self.fastest.pop_back();
        }
    }

    /// Returns how much longer an interaction took to arrive than the fastest of the others.
    fn delay(&self, interaction: u64, arrived: Instant) -> Duration {
        let longer = |fastest: &Arrival| self.taken(interaction, arrived).saturating_sub(fastest.taken);
        self.fastest.front().and_then(|fastest| Duration::try_from(longer(fastest)).ok()).unwrap_or_default()
    }
}

/// Returns the milliseconds between Discord's epoch and the beginning of an interaction.
fn millis(interaction: u64) -> u64 {
    interaction >> 22
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the id of an interaction that begins this many milliseconds after a minute of Discord's clock.
    fn at(ms: u64) -> u64 {
        (60_000 + ms) << 22
    }

    #[test]
    fn repeated_interactions_are_known_for_a_while() {
        let seen = Seen::default();
        assert!(seen.is_new(5) && seen.is_new(3) && !seen.is_new(5) && !seen.is_new(3));
        assert!(seen.has(5) && !seen.has(4));
        for id in 10..10 + KEPT as u64 {
            assert!(seen.is_new(id));
        }
        assert!(!seen.is_new(10) && seen.0.lock().unwrap().times.len() == KEPT);
    }

    #[test]
    fn late_interaction_began_before_it_arrived() {
        let (seen, start) = (Seen::default(), Instant::now());
        // Records an interaction that arrives so many milliseconds after the start. Returns when it began.
        let begun = |began: u64, arrives: u64| {
            assert!(seen.record(at(began), start + Duration::from_millis(arrives)));
            u64::try_from(seen.begun(at(began)).duration_since(start).as_millis()).unwrap()
        };
        // Nothing shows yet whether the first one is late.
        assert_eq!(begun(0, 0), 0);
        assert_eq!(begun(1_000, 1_000), 1_000);
        // The connection was away for a while.
        assert_eq!(begun(1_200, 2_700), 1_200);
        assert_eq!(begun(1_100, 2_700), 1_100);
        assert_eq!(begun(2_700, 2_700), 2_700);
        // A faster one shows that all before it were late.
        assert_eq!(begun(2_900, 2_700), 2_700);
        assert_eq!(begun(3_700, 3_700), 3_500);
        // A clock that jumps makes nothing older than it can be, and only for a while.
        assert_eq!(begun(4_000, 60_000), 57_000);
        let later = 60_000 + u64::try_from(COMPARED.as_millis()).unwrap();
        assert_eq!(begun(4_100, later), later);
    }

    #[test]
    fn late_interaction_is_known_by_others() {
        let (seen, now) = (Seen::default(), Instant::now());
        assert!(seen.record(at(1_000), now.checked_sub(Duration::from_secs(9)).unwrap()));
        assert_eq!(seen.note(at(1_000)), (true, Duration::ZERO));
        // It began five seconds later, and has just arrived.
        let (repeated, late) = seen.note(at(6_000));
        assert!(!repeated && late >= Duration::from_secs(4), "{late:?}");
        assert_eq!(seen.note(at(6_000)), (true, late));
        assert_eq!(seen.note(at(60_000)), (false, Duration::ZERO));
    }

    #[test]
    fn unknown_interaction_begins_now() {
        let now = Instant::now();
        assert!(Seen::default().begun(7) >= now);
    }
}
