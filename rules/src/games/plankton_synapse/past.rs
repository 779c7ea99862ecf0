//! The positions at the starts of turns, to find repetitions (R38 of the rules).

use std::sync::Arc;

/// The number of positions kept in place. When they are full, they move to a shared list on the heap, so copies stay cheap and
/// most additions allocate nothing.
const RECENT: usize = 8;

/// The positions at the starts of all turns so far, as fingerprints.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Past {
    /// The older positions, shared by all copies of the game. `None` as long as there are none.
    older: Option<Arc<[u64]>>,
    recent: [u64; RECENT],
    /// The number of used entries of `recent`; the others are 0.
    count: u8,
}

impl Past {
    /// Adds a position and returns how often it has occurred, this time included.
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
    fn repetitions_are_found_however_old() {
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
