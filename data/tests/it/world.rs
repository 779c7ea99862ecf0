//! A store in its own folder, and short names for what tests do with it.

use std::path::{Path, PathBuf};

use clock::from_millis;
use data::{ChannelId, Entry, Game, GameId, GuestStatus, NewGame, PersonId, Store, StoreError, Tx, fixture};
use jiff::Timestamp;
use rand::{Rng as _, rngs::StdRng, seq::IndexedRandom as _};
use rules::{Kind, Options, RESIGN, Seat, Table};
use tempfile::TempDir;

pub(crate) const HOST: u64 = 30;
pub(crate) const GUEST: u64 = 40;

pub(crate) struct World {
    pub(crate) store: Store,
    pub(crate) path: PathBuf,
    _dir: TempDir,
}

impl World {
    pub(crate) async fn new() -> World {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("petri.sqlite");
        World { store: fixture::store(dir.path()).await, path, _dir: dir }
    }

    /// Makes a world whose store is a file in any case.
    pub(crate) async fn on_a_file() -> World {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("petri.sqlite");
        World { store: Store::open(&path).await.unwrap(), path, _dir: dir }
    }

    /// Runs a statement that only a test would run, and returns how many rows it changed.
    pub(crate) async fn change(&self, statement: &str) -> usize {
        fixture::change(&self.store, statement).await
    }

    /// Returns the rows that a query finds, each value as a text.
    pub(crate) async fn rows(&self, query: &str) -> Vec<Vec<String>> {
        fixture::rows(&self.store, query).await
    }

    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&Tx<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> T {
        self.store.write(work).await.unwrap()
    }

    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl Fn(&Tx<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> T {
        self.store.read(work).await.unwrap()
    }

    /// Starts a game of two with [`HOST`] in seat 1 and [`GUEST`] in seat 2.
    pub(crate) async fn game_of_two(&self, channel: u64) -> GameId {
        self.write(move |tx| start(tx, Kind::Protozoa, channel.into(), &[HOST.into(), GUEST.into()])).await
    }

    pub(crate) async fn open(&self, id: GameId) -> Game {
        self.read(move |tx| tx.open(id)).await
    }

    /// Returns the stored record as `seat:notation`.
    pub(crate) async fn record(&self, id: GameId) -> Vec<String> {
        let line = |entry: &Entry| format!("{}:{}", entry.seat.number(), entry.notation);
        self.read(move |tx| tx.record(id)).await.iter().map(line).collect()
    }
}

/// Opens a connection to a file beside the store's, for statements that only a test would run.
pub(crate) fn side_door(path: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(path).unwrap()
}

pub(crate) fn lobby(channel: u64, at: i64) -> NewGame {
    NewGame {
        kind: Kind::Protozoa,
        options: Options::new(),
        guild: 1.into(),
        channel: channel.into(),
        host: HOST.into(),
        invited: vec![GUEST.into()],
        at: from_millis(at),
    }
}

/// Opens a lobby, lets everybody join, and starts the game.
pub(crate) fn start(
    tx: &Tx<'_>,
    kind: Kind,
    channel: ChannelId,
    people: &[PersonId],
) -> Result<GameId, StoreError> {
    let invited = people[1..].to_vec();
    let host = people[0];
    let new = NewGame {
        kind,
        options: Options::new(),
        guild: 1.into(),
        channel,
        host,
        invited,
        at: from_millis(100),
    };
    let id = tx.open_lobby(&new)?;
    for &person in people {
        tx.set_guest_status(id, person, GuestStatus::Joined, from_millis(101))?;
    }
    let options = Options::new().with("players", people.len() as i64);
    tx.start(id, &options, people, &Table::new(kind, &options).unwrap(), from_millis(102))?;
    Ok(id)
}

/// Plays one entry and stores it.
pub(crate) fn play(
    tx: &Tx<'_>,
    id: GameId,
    (seat, notation): (Seat, &str),
    at: Timestamp,
) -> Result<u32, StoreError> {
    let mut game = tx.open(id)?;
    game.enter(seat, notation).unwrap();
    tx.append(&mut game, at)?;
    Ok(game.table.ply())
}

/// Returns a random legal move of a seat to act, or rarely a resignation; `None` if the game is over.
pub(crate) fn random_entry(table: &Table, random: &mut StdRng) -> Option<(Seat, String)> {
    let seats: Vec<Seat> = table.to_act().iter().collect();
    let &seat = seats.choose(random)?;
    let notation = if random.random_ratio(1, 200) {
        RESIGN.to_owned()
    } else {
        table.legal(seat).choose(random)?.clone()
    };
    Some((seat, notation))
}
