//! The disk: the playground writes each uploaded file once, and with a state's file also the state.
//!
//! The state is one file, written beside itself and then put in place, so that it is always whole: a first line that
//! names the format, then JSON: the world, and the numbers and lengths of the uploaded files. Those are in a folder
//! beside it. Without a state's file they are in a folder of their own, and nothing else is written.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::model::{Id, World};
use crate::state::App;

const FORMAT: &str = "playground 2";

#[derive(Serialize)]
struct Written<'a> {
    world: &'a World,
    files: Vec<(Id, usize)>,
}

#[derive(Deserialize)]
struct Read {
    world: World,
    files: Vec<(Id, usize)>,
}

/// Where things are put on the disk.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The file of the state, if it is kept.
    state: Option<PathBuf>,
    /// The folder of the uploaded files.
    files: PathBuf,
}

impl Place {
    /// The state's file, and a folder beside it.
    pub(crate) fn kept(state: PathBuf) -> Self {
        Self { files: beside(&state, ".files"), state: Some(state) }
    }

    /// A folder for the files alone.
    pub(crate) fn folder(files: PathBuf) -> Self {
        Self { state: None, files }
    }

    /// Returns the path that error messages name.
    pub(crate) fn path(&self) -> &Path {
        self.state.as_ref().unwrap_or(&self.files)
    }

    fn file(&self, id: Id) -> PathBuf {
        self.files.join(id.to_string())
    }

    /// Lists the uploaded files that are there.
    fn there(&self) -> BTreeSet<Id> {
        let there = std::fs::read_dir(&self.files).into_iter().flatten().flatten();
        there.filter_map(|file| file.file_name().to_str()?.parse().ok()).collect()
    }
}

/// Puts things on the disk.
pub(crate) struct Keep {
    place: Place,
    /// How many have asked for a saving.
    asked: AtomicU64,
    saved: Arc<Mutex<Saved>>,
}

/// What is on the disk.
#[derive(Default)]
struct Saved {
    /// How many had asked when that was the state.
    asked: u64,
    json: Vec<u8>,
    files: BTreeSet<Id>,
}

/// Everything that one saving puts on the disk.
struct Snapshot {
    /// The state, where it is kept.
    json: Option<Vec<u8>>,
    /// Files that are not there yet.
    fresh: BTreeMap<Id, Bytes>,
    /// Files that are no longer needed.
    gone: Vec<Id>,
}

impl Keep {
    pub(crate) fn new(place: Place) -> Self {
        // What lies there and belongs to the state is not written again; the rest goes with the first saving.
        let saved = Saved { files: place.there(), ..Saved::default() };
        Self { place, asked: AtomicU64::new(0), saved: Arc::new(Mutex::new(saved)) }
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// Returns the bytes of an uploaded file that is on the disk.
    pub(crate) async fn read(&self, id: Id) -> io::Result<Bytes> {
        tokio::fs::read(self.place.file(id)).await.map(Bytes::from)
    }

    /// Returns when what `app` is now is on the disk. Those who ask while it is being saved share the next saving.
    pub(crate) async fn save(&self, app: &App) -> io::Result<()> {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let saved = Arc::clone(&self.saved).lock_owned().await;
        if saved.asked >= asked {
            return Ok(());
        }
        let asked = self.asked.load(Ordering::SeqCst);
        let snapshot = snapshot(&mut app.lock().world, &saved, self.place.state.is_some())?;
        // In a thread of its own it comes to its end, also when whoever asked is gone.
        let place = self.place.clone();
        tokio::task::spawn_blocking(move || write(&place, saved, asked, snapshot))
            .await
            .map_err(io::Error::other)?
    }
}

/// Reads the state; `None` when there is no file yet. The uploaded files stay on the disk.
pub(crate) fn load(place: &Place) -> io::Result<Option<World>> {
    let Some(path) = &place.state else { return Ok(None) };
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let broken = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let json = bytes
        .strip_prefix(FORMAT.as_bytes())
        .and_then(|rest| rest.strip_prefix(b"\n"))
        .ok_or_else(|| broken("it is not a playground's state, or one of another version".to_owned()))?;
    let Read { mut world, files } = serde_json::from_slice(json)?;
    for (id, length) in files {
        let file = place.file(id);
        if std::fs::metadata(&file)?.len() != length as u64 {
            return Err(broken(format!("{} is cut off", file.display())));
        }
        world.files.insert(id, length);
    }
    Ok(Some(world))
}

/// Returns what the next saving writes, and drops bytes that are on the disk by now from the memory.
fn snapshot(world: &mut World, saved: &Saved, with_state: bool) -> io::Result<Snapshot> {
    world.fresh.retain(|id, _| !saved.files.contains(id));
    let json = if with_state { Some(written(world)?) } else { None };
    let gone = saved.files.iter().filter(|id| !world.files.contains_key(id)).copied().collect();
    Ok(Snapshot { json, fresh: world.fresh.clone(), gone })
}

/// The bytes of the state's file.
fn written(world: &World) -> io::Result<Vec<u8>> {
    let files = world.files.iter().map(|(id, length)| (*id, *length)).collect();
    let mut bytes = format!("{FORMAT}\n").into_bytes();
    serde_json::to_writer(&mut bytes, &Written { world, files })?;
    Ok(bytes)
}

/// Writes what has changed: new files, then the state that names them, then away with those that it names no longer.
fn write(place: &Place, mut saved: OwnedMutexGuard<Saved>, asked: u64, snapshot: Snapshot) -> io::Result<()> {
    for (id, bytes) in &snapshot.fresh {
        if place.state.is_some() {
            std::fs::create_dir_all(&place.files)?;
            replace(&place.file(*id), bytes)?;
        } else {
            // This folder goes with the playground, so it need not survive a power cut.
            std::fs::write(place.file(*id), bytes)?;
        }
        saved.files.insert(*id);
    }
    if let (Some(path), Some(json)) = (&place.state, snapshot.json)
        && json != saved.json
    {
        replace(path, &json)?;
        saved.json = json;
    }
    for id in snapshot.gone {
        match std::fs::remove_file(place.file(id)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        saved.files.remove(&id);
    }
    saved.asked = asked;
    Ok(())
}

/// The path with something added to its name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(ending);
    PathBuf::from(beside)
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = beside(path, ".new");
    let mut file = std::fs::File::create(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&new, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Saves a world as a playground does that has just started.
    async fn save(place: &Place, world: &mut World) {
        let saved = Arc::clone(&Keep::new(place.clone()).saved).lock_owned().await;
        let snapshot = snapshot(world, &saved, place.state.is_some()).unwrap();
        write(place, saved, 1, snapshot).unwrap();
    }

    #[tokio::test]
    async fn what_is_written_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let place = Place::kept(dir.path().join("state"));
        assert!(load(&place).unwrap().is_none());
        let mut world = World::fresh(1_700_000_000_000);
        let id = world.next_id(1_700_000_000_000);
        world.keep_file(id, Bytes::from_static(b"a\nb"));
        save(&place, &mut world).await;
        let mut again = load(&place).unwrap().unwrap();
        assert_eq!(again.files, world.files);
        assert_eq!(Keep::new(place).read(id).await.unwrap(), "a\nb");
        assert_eq!(again.channels.len(), world.channels.len());
        assert!(again.next_id(0) > id);
    }

    #[tokio::test]
    async fn files_leave_the_memory_once_written() {
        let dir = tempfile::tempdir().unwrap();
        let kept = Place::kept(dir.path().join("state"));
        for place in [kept, Place::folder(dir.path().to_owned())] {
            let mut world = World::fresh(1_700_000_000_000);
            let first = world.next_id(1_700_000_000_000);
            world.keep_file(first, Bytes::from_static(b"first"));
            save(&place, &mut world).await;
            let second = world.next_id(1_700_000_000_000);
            world.keep_file(second, Bytes::from_static(b"second"));
            save(&place, &mut world).await;
            assert_eq!(world.fresh.keys().collect::<Vec<_>>(), [&second]);
            save(&place, &mut world).await;
            assert!(world.fresh.is_empty());
            assert_eq!(Keep::new(place).read(first).await.unwrap(), "first");
        }
    }

    #[tokio::test]
    async fn files_are_written_once_and_go_when_nothing_shows_them() {
        let dir = tempfile::tempdir().unwrap();
        let place = Place::kept(dir.path().join("state"));
        let mut world = World::fresh(1_700_000_000_000);
        let (first, second) = (world.next_id(1_700_000_000_000), world.next_id(1_700_000_000_000));
        world.keep_file(first, Bytes::from_static(b"first"));
        save(&place, &mut world).await;
        // What is there already is left alone.
        std::fs::write(place.file(first), b"other").unwrap();
        world.keep_file(second, Bytes::from_static(b"second"));
        save(&place, &mut world).await;
        assert_eq!(std::fs::read(place.file(first)).unwrap(), b"other");
        assert_eq!(std::fs::read(place.file(second)).unwrap(), b"second");
        world.files.remove(&first);
        save(&place, &mut world).await;
        assert!(!place.file(first).exists());
        assert_eq!(load(&place).unwrap().unwrap().files, world.files);
    }

    #[tokio::test]
    async fn broken_files_are_errors() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state");
        let place = Place::kept(path.clone());
        let mut world = World::fresh(1_700_000_000_000);
        let whole = written(&world).unwrap();
        for bytes in
            [&b"something else"[..], b"playground 1\n2\n{}", b"playground 2\n{}", &whole[..whole.len() - 1]]
        {
            std::fs::write(&path, bytes).unwrap();
            assert!(load(&place).is_err());
            assert_eq!(std::fs::read(&path).unwrap(), bytes);
        }
        let id = world.next_id(1_700_000_000_000);
        world.keep_file(id, Bytes::from_static(b"whole"));
        save(&place, &mut world).await;
        std::fs::write(place.file(id), b"who").unwrap();
        assert!(load(&place).is_err());
    }
}
