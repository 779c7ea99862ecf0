//! Recognizes interactions that are delivered again, for example after a lost connection, so that each is handled once.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::time::Instant;

/// How many interactions are remembered. A repeated one is never much older than the newest.
const KEPT: usize = 4096;

/// The interactions that this process has accepted and when they arrived, by their ids, which rise with time.
#[derive(Debug, Default)]
pub struct Seen(Mutex<BTreeMap<u64, Instant>>);

impl Seen {
    /// Records an interaction. Returns `false` if it was recorded before.
    #[must_use]
    pub fn is_new(&self, interaction: u64) -> bool {
        let mut seen = self.seen();
        if seen.contains_key(&interaction) {
            tracing::info!(interaction, "ignored an interaction that was delivered again");
            return false;
        }
        seen.insert(interaction, Instant::now());
        if seen.len() > KEPT {
            seen.pop_first();
        }
        true
    }

    /// Returns when an interaction arrived, or the current time if it was never recorded.
    #[must_use]
    pub fn arrival(&self, interaction: u64) -> Instant {
        self.seen().get(&interaction).copied().unwrap_or_else(Instant::now)
    }

    fn seen(&self) -> MutexGuard<'_, BTreeMap<u64, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_interactions_are_known_for_a_while() {
        let seen = Seen::default();
        assert!(seen.is_new(5) && seen.is_new(3) && !seen.is_new(5) && !seen.is_new(3));
        for id in 10..10 + KEPT as u64 {
            assert!(seen.is_new(id));
        }
        assert!(!seen.is_new(10) && seen.0.lock().unwrap().len() == KEPT);
    }
}
