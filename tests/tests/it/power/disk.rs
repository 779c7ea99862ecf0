//! A disk, and what a power loss leaves of it.

use std::{collections::BTreeMap, fs, path::Path};

use rand::{Rng as _, rngs::StdRng};

use super::trace::Event;

/// The smallest piece that a disk writes.
const SECTOR: usize = 512;

/// The disk's behaviour when a program asks it to sync.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syncs {
    /// It syncs.
    Obeyed,
    /// It answers that it did, as if the store did not ask (`synchronous = OFF`).
    Ignored,
    /// It syncs the log only when the log begins again, as if the store asked for less (`synchronous = NORMAL`).
    Rare,
}

/// A folder on a disk, with the changes that were not synced yet.
pub(crate) struct Disk {
    syncs: Syncs,
    /// Every file that ever was. A file that lost its name stays here.
    files: Vec<Content>,
    names: BTreeMap<String, usize>,
    synced_names: BTreeMap<String, usize>,
    unsynced_names: Vec<Naming>,
}

#[derive(Default)]
struct Content {
    synced: Vec<u8>,
    unsynced: Vec<Change>,
}

enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Truncate { len: usize },
}

enum Naming {
    Named { name: String, file: usize },
    Removed { name: String },
}

/// How much a power loss leaves of what was not synced.
#[derive(Clone, Copy)]
enum Harm {
    LosesAll,
    LosesNothing,
    LosesWrites,
    TearsSectors,
}

impl Disk {
    pub(crate) fn new(syncs: Syncs) -> Disk {
        Disk {
            syncs,
            files: Vec::new(),
            names: BTreeMap::new(),
            synced_names: BTreeMap::new(),
            unsynced_names: Vec::new(),
        }
    }

    /// Whether a power loss could harm anything now.
    pub(crate) fn has_unsynced(&self) -> bool {
        !self.unsynced_names.is_empty()
            || self.names.values().any(|&file| !self.files[file].unsynced.is_empty())
    }

    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::Create { name } => self.create(name),
            Event::Write { name, at, bytes } => {
                let begins_again = self.syncs == Syncs::Rare && *at == 0 && name.ends_with("-wal");
                let content = self.content(name);
                if begins_again {
                    content.sync();
                }
                content.unsynced.push(Change::Write { at: *at, bytes: bytes.clone() });
            }
            Event::Truncate { name, len } => {
                self.content(name).unsynced.push(Change::Truncate { len: *len });
            }
            Event::Sync { name } => {
                if self.syncs == Syncs::Obeyed || self.syncs == Syncs::Rare && !name.ends_with("-wal") {
                    self.content(name).sync();
                }
            }
            Event::SyncFolder => {
                if self.syncs != Syncs::Ignored {
                    self.unsynced_names.clear();
                    self.synced_names = self.names.clone();
                }
            }
            Event::Rename { from, to } => {
                let file = self.names.remove(from).expect("a file is renamed that is there");
                self.names.insert(to.clone(), file);
                // A journal of the file system does both at once. In this order a loss in between keeps the file.
                self.unsynced_names.push(Naming::Named { name: to.clone(), file });
                self.unsynced_names.push(Naming::Removed { name: from.clone() });
            }
            Event::Remove { name } => {
                self.names.remove(name);
                self.unsynced_names.push(Naming::Removed { name: name.clone() });
            }
            Event::Note(_) => {}
        }
    }

    fn create(&mut self, name: &str) {
        if self.names.contains_key(name) {
            return;
        }
        let file = self.files.len();
        self.files.push(Content::default());
        self.names.insert(name.to_owned(), file);
        self.unsynced_names.push(Naming::Named { name: name.to_owned(), file });
    }

    fn content(&mut self, name: &str) -> &mut Content {
        &mut self.files[*self.names.get(name).expect("a file is changed that is there")]
    }

    /// Returns what programs read before the power is lost.
    pub(crate) fn as_programs_see_it(&self) -> Image {
        let read = |(name, &file): (&String, &usize)| {
            let Content { synced, unsynced } = &self.files[file];
            let mut bytes = synced.clone();
            unsynced.iter().for_each(|change| change.apply(&mut bytes));
            (name.clone(), bytes)
        };
        Image(self.names.iter().map(read).collect())
    }

    /// Returns what is left after a power loss. Files and names are harmed independently of each other.
    pub(crate) fn after_power_loss(&self, random: &mut StdRng) -> Image {
        let mut names = self.synced_names.clone();
        // File systems keep a journal of names, so these survive in their order.
        let kept = random.random_range(0..=self.unsynced_names.len());
        for naming in &self.unsynced_names[..kept] {
            match naming {
                Naming::Named { name, file } => names.insert(name.clone(), *file),
                Naming::Removed { name } => names.remove(name),
            };
        }
        let harmed = names.into_iter().map(|(name, file)| (name, self.files[file].harmed(random)));
        Image(harmed.collect())
    }
}

impl Content {
    fn sync(&mut self) {
        for change in self.unsynced.drain(..) {
            change.apply(&mut self.synced);
        }
    }

    fn harmed(&self, random: &mut StdRng) -> Vec<u8> {
        let mut bytes = self.synced.clone();
        let harm = [Harm::LosesAll, Harm::LosesNothing, Harm::LosesWrites, Harm::TearsSectors]
            [random.random_range(0..4)];
        for change in &self.unsynced {
            match (harm, change) {
                (Harm::LosesAll, _) => {}
                (Harm::LosesNothing, _) => change.apply(&mut bytes),
                (Harm::TearsSectors, Change::Write { at, bytes: written }) => {
                    tear(&mut bytes, *at, written, random);
                }
                (Harm::LosesWrites | Harm::TearsSectors, _) => {
                    if random.random() {
                        change.apply(&mut bytes);
                    }
                }
            }
        }
        bytes
    }
}

impl Change {
    fn apply(&self, to: &mut Vec<u8>) {
        match self {
            Change::Write { at, bytes } => put(to, *at, bytes),
            Change::Truncate { len } => to.resize(*len, 0),
        }
    }
}

/// Writes over a file, which grows if it has to.
fn put(to: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    if to.len() < at + bytes.len() {
        to.resize(at + bytes.len(), 0);
    }
    to[at..at + bytes.len()].copy_from_slice(bytes);
}

/// Writes a part of the sectors, and of some of these only the beginning.
fn tear(to: &mut Vec<u8>, at: usize, bytes: &[u8], random: &mut StdRng) {
    let mut from = 0;
    while from < bytes.len() {
        let end = (from + SECTOR - (at + from) % SECTOR).min(bytes.len());
        match random.random_range(0..5) {
            0 | 1 => {}
            2 => put(to, at + from, &bytes[from..random.random_range(from..end)]),
            _ => put(to, at + from, &bytes[from..end]),
        }
        from = end;
    }
}

/// The files of a folder.
pub(crate) struct Image(BTreeMap<String, Vec<u8>>);

impl Image {
    pub(crate) fn write_to(&self, folder: &Path) {
        for (name, bytes) in &self.0 {
            fs::write(folder.join(name), bytes).expect("the files fit on the disk");
        }
    }

    #[track_caller]
    pub(crate) fn assert_is(&self, folder: &Path) {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let name = entry.expect("it can be read").file_name().into_string().expect("names are text");
            assert!(name.ends_with("-shm") || self.0.contains_key(&name), "{name} was made unseen");
        }
        for (name, bytes) in &self.0 {
            let real = fs::read(folder.join(name)).expect("a recorded file is there");
            assert!(*bytes == real, "{name} is not as it was recorded");
        }
    }
}
