//! The place of a store at its database.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU16, Ordering},
};

use tokio::sync::watch;

use super::starts::Starts;
use crate::slices::{Held, Slices};

/// The place of a store at its database, with the slices that it holds. The store's handles and threads share it.
#[derive(Clone)]
pub(crate) struct Place(Arc<Inner>);

struct Inner {
    held: watch::Sender<Held>,
    /// Whether other stores may use the database, too.
    is_shared: bool,
    /// Whether the people can reach the bot of this store.
    is_reachable: AtomicBool,
    /// The slices that the bot of this store has let go.
    let_go: AtomicU16,
    starts: Starts,
}

impl Place {
    /// Returns the place of a store that is alone.
    pub(crate) fn alone() -> Place {
        Place::new(Held::ALONE, false)
    }

    /// Returns the place of a store that shares its database, and holds nothing yet.
    pub(super) fn shared() -> Place {
        Place::new(Held { slices: Slices::NONE, leaving: Slices::NONE, sharers: 0 }, true)
    }

    fn new(held: Held, is_shared: bool) -> Place {
        Place(Arc::new(Inner {
            held: watch::Sender::new(held),
            is_shared,
            is_reachable: AtomicBool::new(false),
            let_go: AtomicU16::new(0),
            starts: Starts::default(),
        }))
    }

    pub(super) fn is_shared(&self) -> bool {
        self.0.is_shared
    }

    pub(super) fn watch(&self) -> watch::Receiver<Held> {
        self.0.held.subscribe()
    }

    pub(super) fn held(&self) -> Held {
        *self.0.held.borrow()
    }

    /// Tells those who watch what the store holds now.
    pub(super) fn set_held(&self, held: Held) {
        self.0.held.send_if_modified(|before| {
            *before != held && {
                *before = held;
                true
            }
        });
    }

    /// Returns the slices whose work a transaction that begins now may take.
    pub(crate) fn served(&self) -> Slices {
        self.held().served()
    }

    pub(super) fn is_reachable(&self) -> bool {
        self.0.is_reachable.load(Ordering::Acquire)
    }

    pub(super) fn set_reachable(&self, is_reachable: bool) {
        self.0.is_reachable.store(is_reachable, Ordering::Release);
    }

    pub(super) fn starts(&self) -> &Starts {
        &self.0.starts
    }

    pub(super) fn let_go(&self, slices: Slices) {
        self.0.let_go.fetch_or(slices.bits(), Ordering::AcqRel);
    }

    /// Returns the slices that were let go, once.
    pub(super) fn take_let_go(&self) -> Slices {
        Slices::from_bits(self.0.let_go.swap(0, Ordering::AcqRel))
    }
}
