//! The work that is under way in each slice of the servers.

use data::Slices;
use tokio::sync::watch;

/// Counts the work that is under way. Clones share the counts.
#[derive(Clone, Debug, Default)]
pub struct UnderWay(watch::Sender<Vec<Slices>>);

/// A piece of work that is under way until this is dropped.
#[derive(Debug)]
pub struct Piece {
    all: UnderWay,
    slices: Slices,
}

impl UnderWay {
    /// Begins a piece of work in one of these slices.
    #[must_use]
    pub fn begin(&self, slices: Slices) -> Piece {
        self.0.send_modify(|pieces| pieces.push(slices));
        Piece { all: self.clone(), slices }
    }

    /// Waits until nothing is under way in these slices.
    pub async fn none_in(&self, slices: Slices) {
        let mut pieces = self.0.subscribe();
        let none = |pieces: &Vec<Slices>| pieces.iter().all(|piece| piece.among(slices).is_empty());
        // The sender is in `self`, so waiting cannot fail.
        let _ = pieces.wait_for(none).await;
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        self.all.0.send_modify(|pieces| {
            if let Some(at) = pieces.iter().position(|piece| *piece == self.slices) {
                pieces.swap_remove(at);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn only_work_of_these_slices_is_waited_for() {
        let (work, slice) = (UnderWay::default(), Slices::of(None));
        let others = work.begin(Slices::ALL.without(slice));
        work.none_in(slice).await;
        let (one, two) = (work.begin(slice), work.begin(slice));
        drop(one);
        let mut none = pin!(work.none_in(slice));
        assert!(none.as_mut().now_or_never().is_none());
        drop(two);
        none.await;
        drop(others);
    }
}
