//! How many requests this bot may send to Discord, of those that Discord allows all bots with its token.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use data::Held;
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

/// How many requests all bots with one token send in a second. Discord refuses more than 50, and the responses to interactions do not
/// count.
const A_SECOND: u32 = 45;
/// How many requests may come together after a pause.
const TOGETHER: u32 = 10;

/// Spreads requests over time. Bots that share a database share what Discord allows, too.
pub(crate) struct Budget {
    held: watch::Receiver<Held>,
    /// When the next request could be sent if none came together with others.
    next: Mutex<Instant>,
}

impl Budget {
    pub(crate) fn new(held: watch::Receiver<Held>) -> Budget {
        Budget { held, next: Mutex::new(Instant::now()) }
    }

    /// Waits until the next request may be sent.
    pub(crate) async fn turn(&self) {
        sleep_until(self.place(Instant::now())).await;
    }

    /// Takes the next place in the queue at this time, and returns when its turn comes.
    fn place(&self, now: Instant) -> Instant {
        let apart = Duration::from_secs(1) * self.held.borrow().sharers.max(1) / A_SECOND;
        let earliest = now.checked_sub(apart * (TOGETHER - 1)).unwrap_or(now);
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let place = (*next).max(earliest);
        *next = place + apart;
        place
    }
}

#[cfg(test)]
mod tests {
    use data::Slices;

    use super::*;

    #[test]
    fn bots_share_what_discord_allows() {
        for (sharers, a_second) in [(0, 45), (1, 45), (2, 22), (3, 15)] {
            let held = Held { slices: Slices::ALL, leaving: Slices::NONE, sharers };
            let (_sender, held) = watch::channel(held);
            let budget = Budget::new(held);
            let begun = Instant::now() + Duration::from_secs(60);
            let end = begun + Duration::from_secs(10);
            // The next request waits for the one before.
            let sent = std::iter::successors(Some(begun), |now| Some(budget.place(*now).max(*now)));
            let sent = sent.skip(1).take_while(|at| *at < end).count() as u32;
            assert!(
                (10 * a_second..=10 * (a_second + 1) + TOGETHER).contains(&sent),
                "{sharers} bots: {sent}"
            );
        }
    }
}
