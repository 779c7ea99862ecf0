//! The lengths of uploaded files.

use std::collections::BTreeMap;

use super::id::Id;

/// The lengths of files in bytes, by id, with their sum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lengths {
    of: BTreeMap<Id, usize>,
    total: usize,
}

impl Lengths {
    pub(crate) fn insert(&mut self, id: Id, length: usize) {
        self.total += length;
        self.total -= self.of.insert(id, length).unwrap_or_default();
    }

    pub(crate) fn remove(&mut self, id: Id) {
        self.total -= self.of.remove(&id).unwrap_or_default();
    }

    /// Removes files, oldest first, until the rest has at most this many bytes. Returns their ids.
    pub(crate) fn shrink(&mut self, most: usize) -> Vec<Id> {
        let mut removed = Vec::new();
        while self.total > most
            && let Some((id, length)) = self.of.pop_first()
        {
            self.total -= length;
            removed.push(id);
        }
        removed
    }

    pub(crate) fn contains(&self, id: Id) -> bool {
        self.of.contains_key(&id)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Id, usize)> {
        self.of.iter().map(|(id, length)| (*id, *length))
    }
}
