//! Which positions stood at the starts of turns (R38 of the rules).

use std::sync::Arc;

/// How many positions are kept in place. When they are full they go to the heap, so a copy is cheap and so is most of remembering.
const RECENT: usize = 8;

/// The positions at the starts of all turns so far, as fingerprints.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Past {
    /// Shared by all copies of the game; `None` as long as there is nothing.
    older: Option<Arc<[u64]>>,
    recent: [u64; RECENT],
    /// How many of `recent` count; the others are 0.
    count: u8,
}

impl Past {
    /// Adds a position; tells how often it stands there now.
    pub(super) fn add(&mut self, position: u64) -> usize {
        if usize::from(self.count) == RECENT {
            let older = self.older.as_deref().unwrap_or_default();
            self.older = Some([older, &self.recent].concat().into());
            self.recent = [0; RECENT];
            self.count = 0;
        }
        self.recent[usize::from(self.count)] = position;
        self.count += 1;
        let older = self.older.as_deref().unwrap_or_default();
        let recent = &self.recent[..usize::from(self.count)];
        older.iter().chain(recent).filter(|&&known| known == position).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_counted_however_long_ago() {
        let mut past = Past::default();
        for n in 0..100 {
            assert_eq!(past.add(n), 1);
        }
        let copy = past.clone();
        assert_eq!(past.add(3), 2);
        assert_ne!(past, copy);
        assert_eq!(past.add(99), 2);
        assert_eq!(past.add(3), 3);
        assert_eq!(copy.clone().add(3), 2, "a copy has its own past");
    }
}
