//! The session starts of bots that share a database. Discord lets a bot begin one session in each of its buckets in five seconds, whatever
//! process it runs in.

use std::{
    array, mem,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::sync::{Mutex, OwnedMutexGuard, mpsc, watch};

use super::{Order, Place};

/// How long after its beginning a session keeps the next one of its bucket waiting. Discord wants five seconds, and the next one may
/// connect faster.
pub const BETWEEN_SESSIONS: Duration = Duration::from_millis(5_500);
/// The number of buckets that have a lock of their own. Few bots have more than 16.
const BUCKETS: usize = u64::BITS as usize;

/// The buckets in which the bot of a store begins sessions, as bits.
pub(super) struct Starts {
    /// Whether one session begins already, in this process.
    begun: [Arc<Mutex<()>>; BUCKETS],
    wanted: AtomicU64,
    held: watch::Sender<u64>,
}

impl Default for Starts {
    fn default() -> Self {
        let begun = array::from_fn(|_| Arc::default());
        Starts { begun, wanted: AtomicU64::new(0), held: watch::Sender::new(0) }
    }
}

impl Starts {
    pub(super) fn want(&self, bit: u64) {
        self.wanted.fetch_or(bit, Ordering::AcqRel);
    }

    pub(super) fn want_no_longer(&self, bit: u64) {
        self.wanted.fetch_and(!bit, Ordering::AcqRel);
    }

    /// Returns the buckets that the bot wants.
    pub(super) fn wanted(&self) -> u64 {
        self.wanted.load(Ordering::Acquire)
    }

    pub(super) fn held(&self) -> u64 {
        *self.held.borrow()
    }

    pub(super) fn set_held(&self, held: u64) {
        self.held.send_if_modified(|before| mem::replace(before, held) != held);
    }
}

/// The right to begin a session in a bucket. No other bot on the database has it until this is dropped.
pub struct SessionStart {
    place: Place,
    bit: u64,
    _begun: OwnedMutexGuard<()>,
}

impl SessionStart {
    /// Waits until no other bot has the right.
    pub(super) async fn next(place: Place, bucket: u32, writer: &mpsc::Sender<Order>) -> SessionStart {
        let number = bucket as usize % BUCKETS;
        let begun = Arc::clone(&place.starts().begun[number]).lock_owned().await;
        let start = SessionStart { place, bit: 1 << number, _begun: begun };
        let (place, bit) = (&start.place, start.bit);
        if place.is_shared() {
            let mut held = place.starts().held.subscribe();
            place.starts().want(bit);
            // The writer looks soon in any case.
            let _ = writer.try_send(Order::Tend);
            // The sender lives as long as the place.
            let _ = held.wait_for(|held| held & bit != 0).await;
        }
        start
    }
}

impl Drop for SessionStart {
    fn drop(&mut self) {
        self.place.starts().want_no_longer(self.bit);
    }
}
