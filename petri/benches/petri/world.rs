//! A service on its own store, and games in it.

use std::sync::Arc;

use clock::Control;
use data::{GameId, GuestStatus, NewGame, PersonId, Store, StoreError, Tx};
use jiff::Timestamp;
use play::{Service, time::Clock};
use rules::{Kind, Options, PLAYERS, Table};
use tempfile::TempDir;
use tokio::{runtime::Runtime, sync::Notify};

pub(crate) struct World {
    pub(crate) runtime: Runtime,
    pub(crate) service: Service,
    store: Store,
    _folder: TempDir,
}

impl World {
    pub(crate) fn new() -> World {
        let runtime = Runtime::new().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let store = runtime.block_on(Store::open(&folder.path().join("petri.sqlite"))).unwrap();
        let service = Service::new(store.clone(), Arc::new(Notify::new()), Clock::default());
        World { runtime, service, store, _folder: folder }
    }

    /// Runs `work` in one transaction.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&Tx<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> T {
        self.runtime.block_on(self.store.write(work)).unwrap()
    }
}

/// Begins a game with one seat for each of these people.
pub(crate) fn begin(
    tx: &Tx<'_>,
    kind: Kind,
    options: &Options,
    people: &[PersonId],
    channel: u64,
    at: Timestamp,
) -> Result<GameId, StoreError> {
    let lobby = NewGame {
        kind,
        options: options.clone(),
        guild: 1.into(),
        channel: channel.into(),
        host: people[0],
        invited: Vec::new(),
        at,
    };
    let id = tx.open_lobby(&lobby)?;
    for &person in &people[1..] {
        tx.set_guest_status(id, person, GuestStatus::Joined, at)?;
    }
    tx.set_control(id, &Control::default())?;
    let options = options.clone().with(PLAYERS, people.len() as i64);
    tx.start(id, &options, people, &Table::new(kind, &options).unwrap(), at)?;
    Ok(id)
}
