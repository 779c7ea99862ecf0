//! The end of a thought before its budget is used up.

use std::sync::atomic::{AtomicBool, Ordering};

/// The number of nodes between two looks at a [`Stop`]. It is a power of two.
const PATIENCE: u32 = 256;

/// A flag that ends a thought early. Another thread may set it.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

impl Stop {
    /// Returns a flag that is not set.
    pub const fn new() -> Stop {
        Stop(AtomicBool::new(false))
    }

    /// Asks the thought to return the best turn that it has found.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the thought was asked to return.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The nodes that a thought may still use. One node is one move played on a copy of the board.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    stop: &'a Stop,
    limit: u32,
    spent: u32,
    stopped: bool,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limit: u32, stop: &'a Stop) -> Budget<'a> {
        Budget { stop, limit, spent: 0, stopped: stop.is_stopped() }
    }

    /// Counts one node.
    pub(crate) fn spend(&mut self) {
        self.spent += 1;
        if self.spent.is_multiple_of(PATIENCE) && self.stop.is_stopped() {
            self.stopped = true;
        }
    }

    pub(crate) fn spent(&self) -> u32 {
        self.spent
    }

    pub(crate) fn left(&self) -> u32 {
        self.limit.saturating_sub(self.spent)
    }

    /// Whether the thought was asked to return early.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the thought has to come to an end.
    pub(crate) fn is_used_up(&self) -> bool {
        self.stopped || self.spent >= self.limit
    }
}
