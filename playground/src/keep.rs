//! The kept state: one file, written beside itself and then put in place, so that it is always whole, and beside it a
//! folder with the uploaded files, of which each is written once.
//!
//! A first line that names the format, then JSON: the world, and the numbers and lengths of the uploaded files.

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

/// Where the state is kept, and how far that is.
pub(crate) struct Keep {
    path: PathBuf,
    /// How many have asked for the state to be saved.
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

impl Keep {
    pub(crate) fn new(path: PathBuf) -> Self {
        // What lies there and belongs to the state is not written again; the rest goes with the first saving.
        let there = std::fs::read_dir(folder(&path)).into_iter().flatten().flatten();
        let files = there.filter_map(|file| file.file_name().to_str()?.parse().ok()).collect();
        let saved = Saved { files, ..Saved::default() };
        Self { path, asked: AtomicU64::new(0), saved: Arc::new(Mutex::new(saved)) }
    }

    /// Where the state is kept.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns when what `app` is now is on the disk. Those who ask while it is being saved share the next saving.
    pub(crate) async fn save(&self, app: &App) -> io::Result<()> {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let saved = Arc::clone(&self.saved).lock_owned().await;
        if saved.asked >= asked {
            return Ok(());
        }
        let asked = self.asked.load(Ordering::SeqCst);
        let (json, files) = written(&app.lock().world)?;
        // In a thread of its own it comes to its end, also when whoever asked is gone.
        let path = self.path.clone();
        tokio::task::spawn_blocking(move || write(&path, saved, asked, json, files))
            .await
            .map_err(io::Error::other)?
    }
}

/// Reads the state; `None` when there is no file yet.
pub(crate) fn load(path: &Path) -> io::Result<Option<World>> {
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
        let file = file_path(path, id);
        let bytes = std::fs::read(&file)?;
        if bytes.len() != length {
            return Err(broken(format!("{} is cut off", file.display())));
        }
        world.files.insert(id, Bytes::from(bytes));
    }
    Ok(Some(world))
}

/// The bytes of the state's file, and the uploaded files that belong to it.
fn written(world: &World) -> io::Result<(Vec<u8>, BTreeMap<Id, Bytes>)> {
    let files = world.files.iter().map(|(id, bytes)| (*id, bytes.len())).collect();
    let mut bytes = format!("{FORMAT}\n").into_bytes();
    serde_json::to_writer(&mut bytes, &Written { world, files })?;
    Ok((bytes, world.files.clone()))
}

/// Writes what has changed: new files, then the state that names them, then away with those that it names no longer.
fn write(
    path: &Path,
    mut saved: OwnedMutexGuard<Saved>,
    asked: u64,
    json: Vec<u8>,
    files: BTreeMap<Id, Bytes>,
) -> io::Result<()> {
    for (id, bytes) in &files {
        if !saved.files.contains(id) {
            std::fs::create_dir_all(folder(path))?;
            replace(&file_path(path, *id), bytes)?;
            saved.files.insert(*id);
        }
    }
    if json != saved.json {
        replace(path, &json)?;
        saved.json = json;
    }
    let gone: Vec<Id> = saved.files.iter().filter(|id| !files.contains_key(id)).copied().collect();
    for id in gone {
        match std::fs::remove_file(file_path(path, id)) {
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

/// Where the uploaded files are.
fn folder(path: &Path) -> PathBuf {
    beside(path, ".files")
}

fn file_path(path: &Path, id: Id) -> PathBuf {
    folder(path).join(id.to_string())
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

    /// The state of a world, written by a playground that has just started.
    async fn save(path: &Path, world: &World) {
        let saved = Arc::clone(&Keep::new(path.to_owned()).saved).lock_owned().await;
        let (json, files) = written(world).unwrap();
        write(path, saved, 1, json, files).unwrap();
    }

    #[tokio::test]
    async fn what_is_written_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state");
        assert!(load(&path).unwrap().is_none());
        let mut world = World::fresh(1_700_000_000_000);
        let id = world.next_id(1_700_000_000_000);
        world.keep_file(id, Bytes::from_static(b"a\nb"));
        save(&path, &world).await;
        let mut again = load(&path).unwrap().unwrap();
        assert_eq!(again.files, world.files);
        assert_eq!(again.channels.len(), world.channels.len());
        assert!(again.next_id(0) > id);
    }

    #[tokio::test]
    async fn files_are_written_once_and_go_when_nothing_shows_them() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state");
        let mut world = World::fresh(1_700_000_000_000);
        let (first, second) = (world.next_id(1_700_000_000_000), world.next_id(1_700_000_000_000));
        world.keep_file(first, Bytes::from_static(b"first"));
        save(&path, &world).await;
        // What is there already is left alone.
        std::fs::write(file_path(&path, first), b"other").unwrap();
        world.keep_file(second, Bytes::from_static(b"second"));
        save(&path, &world).await;
        assert_eq!(std::fs::read(file_path(&path, first)).unwrap(), b"other");
        assert_eq!(std::fs::read(file_path(&path, second)).unwrap(), b"second");
        world.files.remove(&first);
        save(&path, &world).await;
        assert!(!file_path(&path, first).exists());
        assert_eq!(load(&path).unwrap().unwrap().files, world.files);
    }

    #[tokio::test]
    async fn broken_files_are_errors() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state");
        let mut world = World::fresh(1_700_000_000_000);
        let (whole, _) = written(&world).unwrap();
        for bytes in
            [&b"something else"[..], b"playground 1\n2\n{}", b"playground 2\n{}", &whole[..whole.len() - 1]]
        {
            std::fs::write(&path, bytes).unwrap();
            assert!(load(&path).is_err());
            assert_eq!(std::fs::read(&path).unwrap(), bytes);
        }
        let id = world.next_id(1_700_000_000_000);
        world.keep_file(id, Bytes::from_static(b"whole"));
        save(&path, &world).await;
        std::fs::write(file_path(&path, id), b"who").unwrap();
        assert!(load(&path).is_err());
    }
}
