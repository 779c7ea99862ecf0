//! The harm of a power loss to a database.

use std::{collections::BTreeSet, fmt, path::Path};

use data::{DatabaseFile, GameId, Payload, Store, StoreError, Tx};
use jiff::Timestamp;

use super::notes::{Note, interaction};

/// Something that must not happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fault {
    Closed,
    Damaged,
    LostGame,
    LostMove,
    HalfAMove,
    Differing,
    LostPost,
    DoubledPost,
}

impl Fault {
    pub(crate) const ALL: [Fault; 8] = [
        Fault::Closed,
        Fault::Damaged,
        Fault::LostGame,
        Fault::LostMove,
        Fault::HalfAMove,
        Fault::Differing,
        Fault::LostPost,
        Fault::DoubledPost,
    ];
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Closed => "databases that no longer open",
            Fault::Damaged => "damaged databases",
            Fault::LostGame => "acknowledged games that are gone",
            Fault::LostMove => "acknowledged moves that are gone",
            Fault::HalfAMove => "moves without their interaction",
            Fault::Differing => "games that no longer replay",
            Fault::LostPost => "moves whose board nobody would post",
            Fault::DoubledPost => "delivered boards that would be posted again",
        })
    }
}

/// The state of a database after a power loss.
#[derive(Default)]
pub(super) struct Found {
    /// The number of acknowledged moves that had to be there.
    pub(super) acknowledged: usize,
    /// The faults, each with its place.
    pub(super) faults: Vec<(Fault, String)>,
}

/// Opens the database as the program does, and compares it with the notes of the session up to the power loss.
pub(super) async fn examine(file: &Path, notes: impl Iterator<Item = &str>) -> Found {
    let notes: BTreeSet<Note> = notes.filter_map(Note::read).collect();
    let mut found = Found::default();
    let store = match Store::open(file).await {
        Ok(store) => store,
        Err(error) => {
            found.faults.push((Fault::Closed, error.to_string()));
            return found;
        }
    };
    let compared = store.write(move |tx| compare(tx, &notes)).await;
    match compared {
        Ok(compared) => found = compared,
        Err(error) => found.faults.push((Fault::Damaged, error.to_string())),
    }
    drop(store);
    match DatabaseFile::open(file).and_then(|file| file.damages()) {
        Ok(damages) => found.faults.extend(damages.into_iter().map(|words| (Fault::Damaged, words))),
        Err(error) => found.faults.push((Fault::Damaged, error.to_string())),
    }
    found
}

fn compare(tx: &Tx<'_>, notes: &BTreeSet<Note>) -> Result<Found, StoreError> {
    let mut found = Found::default();
    let pending = pending(tx)?;
    for note in notes {
        match *note {
            Note::Began { game } => compare_game(tx, game, notes, &pending, &mut found)?,
            Note::Moved { game, ply } => {
                found.acknowledged += 1;
                let game = GameId::from(game);
                if tx.done(interaction(game, ply))? != Some((game, ply)) {
                    found.faults.push((Fault::LostMove, format!("ply {ply} of game {game}")));
                }
            }
            Note::Sent { game, ply } if pending.contains(&(game, ply)) => {
                found.faults.push((Fault::DoubledPost, format!("ply {ply} of game {game}")));
            }
            Note::Sending { .. } | Note::Sent { .. } => {}
        }
    }
    Ok(found)
}

/// Checks one game: its record, the interaction of each of its moves, and its posts.
fn compare_game(
    tx: &Tx<'_>,
    number: u64,
    notes: &BTreeSet<Note>,
    pending: &BTreeSet<(u64, u32)>,
    found: &mut Found,
) -> Result<(), StoreError> {
    let id = GameId::from(number);
    if tx.beginning(id)?.is_none() {
        found.faults.push((Fault::LostGame, format!("game {id}")));
        return Ok(());
    }
    if let Some(difference) = tx.verify(id)? {
        found.faults.push((Fault::Differing, format!("game {id}: {difference}")));
        return Ok(());
    }
    for ply in 1..=tx.open(id)?.table.ply() {
        if tx.done(interaction(id, ply))? != Some((id, ply)) {
            found.faults.push((Fault::HalfAMove, format!("ply {ply} of game {id}")));
        }
        let sending = notes.contains(&Note::Sending { game: number, ply });
        if !sending && !pending.contains(&(number, ply)) {
            found.faults.push((Fault::LostPost, format!("ply {ply} of game {id}")));
        }
    }
    Ok(())
}

/// Returns the game and ply of all boards that a program would still post.
fn pending(tx: &Tx<'_>) -> Result<BTreeSet<(u64, u32)>, StoreError> {
    let (end, never) = (Timestamp::constant(1_900_000_000, 0), Timestamp::constant(2_000_000_000, 0));
    let mut pending = BTreeSet::new();
    while let Some(due) = tx.lease(end, never, &[])? {
        if let Payload::Board { ply, .. } = due.payload {
            pending.insert((due.game.get(), ply));
        }
    }
    Ok(pending)
}
