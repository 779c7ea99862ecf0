//! The disk. The playground writes each uploaded file once, and its whole state if it is asked to keep it.
//!
//! The state is one file. It is written beside itself and then renamed, so that it is always complete. Its first line names the
//! format; the rest is JSON with the world and with the ids and lengths of the uploaded files. Those are in a folder beside it.
//! Without a state file they are in a temporary folder, and nothing else is written.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::model::{Id, World};

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

/// The paths on disk.
#[derive(Clone, Debug)]
pub(crate) struct Paths {
    /// The state file, if the state is kept.
    state: Option<PathBuf>,
    /// The folder of uploaded files.
    files: PathBuf,
}

impl Paths {
    /// Keeps the state in a file, and uploaded files in a folder beside it.
    pub(crate) fn kept(state: PathBuf) -> Self {
        Self { files: beside(&state, ".files"), state: Some(state) }
    }

    /// Keeps uploaded files only.
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

    /// Lists the uploaded files on disk.
    fn there(&self) -> BTreeSet<Id> {
        let there = std::fs::read_dir(&self.files).into_iter().flatten().flatten();
        there.filter_map(|file| file.file_name().to_str()?.parse().ok()).collect()
    }
}

/// Saves the state and uploaded files. One saving runs at a time.
pub(crate) struct Disk {
    paths: Paths,
    /// The number of calls that have asked for a saving.
    requested: AtomicU64,
    saved: Arc<Mutex<Saved>>,
}

/// The content of the disk after the last saving.
#[derive(Default)]
struct Saved {
    /// The value of [`Disk::requested`] that this saving covers.
    requested: u64,
    json: Vec<u8>,
    files: BTreeSet<Id>,
}

/// Everything that one saving writes or deletes.
pub(crate) struct Snapshot {
    /// The state, if it is kept. It is encoded later, since nobody can use the playground while this copy is made.
    world: Option<World>,
    /// The files that are not on disk yet.
    fresh: BTreeMap<Id, Bytes>,
    /// The files that are no longer needed.
    gone: Vec<Id>,
}

impl Disk {
    pub(crate) fn new(paths: Paths) -> Self {
        // Files that already lie there and belong to the state are not written again. The first saving deletes the rest.
        let saved = Saved { files: paths.there(), ..Saved::default() };
        Self { paths, requested: AtomicU64::new(0), saved: Arc::new(Mutex::new(saved)) }
    }

    pub(crate) fn paths(&self) -> &Paths {
        &self.paths
    }

    /// Reads an uploaded file from disk.
    pub(crate) async fn read(&self, id: Id) -> io::Result<Bytes> {
        tokio::fs::read(self.paths.file(id)).await.map(Bytes::from)
    }

    /// Waits for its turn to save. Returns `None` if another saving has already covered this call.
    pub(crate) async fn begin(&self) -> Option<Saving<'_>> {
        let requested = self.requested.fetch_add(1, Ordering::SeqCst) + 1;
        let saved = Arc::clone(&self.saved).lock_owned().await;
        if saved.requested >= requested {
            return None;
        }
        let requested = self.requested.load(Ordering::SeqCst);
        Some(Saving { paths: &self.paths, requested, saved })
    }
}

/// The turn of one saving. The next one waits until this is dropped or written.
pub(crate) struct Saving<'a> {
    paths: &'a Paths,
    requested: u64,
    saved: OwnedMutexGuard<Saved>,
}

impl Saving<'_> {
    /// Collects what this saving writes, and frees the bytes of files that have reached the disk.
    pub(crate) fn snapshot(&self, world: &mut World) -> Snapshot {
        snapshot(world, &self.saved, self.paths.state.is_some())
    }

    /// Writes what has changed since the last saving.
    pub(crate) async fn write(self, snapshot: Snapshot) -> io::Result<()> {
        let Self { paths, requested, saved } = self;
        // On a thread of its own the saving finishes even if the caller is cancelled.
        let paths = paths.clone();
        tokio::task::spawn_blocking(move || write(&paths, saved, requested, snapshot))
            .await
            .map_err(io::Error::other)?
    }
}

/// Reads the state, or `None` if there is no file yet. The bytes of uploaded files stay on disk.
pub(crate) fn load(paths: &Paths) -> io::Result<Option<World>> {
    let Some(path) = &paths.state else { return Ok(None) };
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let broken = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let json = bytes
        .strip_prefix(FORMAT.as_bytes())
        .and_then(|rest| rest.strip_prefix(b"\n"))
        .ok_or_else(|| broken("the file is not a playground state, or it has another version".to_owned()))?;
    let Read { mut world, files } = serde_json::from_slice(json)?;
    for (id, length) in files {
        let file = paths.file(id);
        if std::fs::metadata(&file)?.len() != length as u64 {
            return Err(broken(format!("{} is truncated", file.display())));
        }
        world.files.insert(id, length);
    }
    Ok(Some(world))
}

/// Collects what the next saving writes, and frees the bytes of files that have reached the disk.
fn snapshot(world: &mut World, saved: &Saved, with_state: bool) -> Snapshot {
    world.fresh.retain(|id, _| !saved.files.contains(id));
    let gone = saved.files.iter().copied().filter(|id| !world.files.contains(*id)).collect();
    Snapshot { world: with_state.then(|| world.kept()), fresh: world.fresh.clone(), gone }
}

/// Encodes the state file.
fn written(world: &World) -> io::Result<Vec<u8>> {
    let files = world.files.iter().collect();
    let mut bytes = format!("{FORMAT}\n").into_bytes();
    serde_json::to_writer(&mut bytes, &Written { world, files })?;
    Ok(bytes)
}

/// Writes new files, then the state that names them, and only then deletes files that it no longer names. A crash in between
/// loses nothing.
fn write(
    paths: &Paths,
    mut saved: OwnedMutexGuard<Saved>,
    requested: u64,
    snapshot: Snapshot,
) -> io::Result<()> {
    for (id, bytes) in &snapshot.fresh {
        if paths.state.is_some() {
            std::fs::create_dir_all(&paths.files)?;
            replace(&paths.file(*id), bytes)?;
        } else {
            // This folder is deleted with the playground, so it need not survive a power cut.
            std::fs::write(paths.file(*id), bytes)?;
        }
        saved.files.insert(*id);
    }
    if let (Some(path), Some(world)) = (&paths.state, snapshot.world) {
        let json = written(&world)?;
        if json != saved.json {
            replace(path, &json)?;
            saved.json = json;
        }
    }
    for id in snapshot.gone {
        match std::fs::remove_file(paths.file(id)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        saved.files.remove(&id);
    }
    saved.requested = requested;
    Ok(())
}

/// Appends `ending` to the last part of a path.
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

    /// Saves a world in the way of a playground that has just started.
    async fn save(paths: &Paths, world: &mut World) {
        let saved = Arc::clone(&Disk::new(paths.clone()).saved).lock_owned().await;
        let snapshot = snapshot(world, &saved, paths.state.is_some());
        write(paths, saved, 1, snapshot).unwrap();
    }

    #[tokio::test]
    async fn saved_worlds_load() {
        let dir = tempfile::tempdir().unwrap();
        let paths = Paths::kept(dir.path().join("state"));
        assert!(load(&paths).unwrap().is_none());
        let mut world = World::fresh(1_700_000_000_000);
        let id = world.next_id(1_700_000_000_000);
        world.keep_file(id, Bytes::from_static(b"a\nb"));
        save(&paths, &mut world).await;
        let mut again = load(&paths).unwrap().unwrap();
        assert_eq!(again.files, world.files);
        assert_eq!(Disk::new(paths).read(id).await.unwrap(), "a\nb");
        assert_eq!(again.channels.len(), world.channels.len());
        assert!(again.next_id(0) > id);
    }

    #[tokio::test]
    async fn written_files_leave_memory() {
        let dir = tempfile::tempdir().unwrap();
        let kept = Paths::kept(dir.path().join("state"));
        for paths in [kept, Paths::folder(dir.path().to_owned())] {
            let mut world = World::fresh(1_700_000_000_000);
            let first = world.next_id(1_700_000_000_000);
            world.keep_file(first, Bytes::from_static(b"first"));
            save(&paths, &mut world).await;
            let second = world.next_id(1_700_000_000_000);
            world.keep_file(second, Bytes::from_static(b"second"));
            save(&paths, &mut world).await;
            assert_eq!(world.fresh.keys().collect::<Vec<_>>(), [&second]);
            save(&paths, &mut world).await;
            assert!(world.fresh.is_empty());
            assert_eq!(Disk::new(paths).read(first).await.unwrap(), "first");
        }
    }

    #[tokio::test]
    async fn files_are_written_once_and_deleted_once() {
        let dir = tempfile::tempdir().unwrap();
        let paths = Paths::kept(dir.path().join("state"));
        let mut world = World::fresh(1_700_000_000_000);
        let (first, second) = (world.next_id(1_700_000_000_000), world.next_id(1_700_000_000_000));
        world.keep_file(first, Bytes::from_static(b"first"));
        save(&paths, &mut world).await;
        // A file that already lies there is not written again.
        std::fs::write(paths.file(first), b"other").unwrap();
        world.keep_file(second, Bytes::from_static(b"second"));
        save(&paths, &mut world).await;
        assert_eq!(std::fs::read(paths.file(first)).unwrap(), b"other");
        assert_eq!(std::fs::read(paths.file(second)).unwrap(), b"second");
        world.files.remove(first);
        save(&paths, &mut world).await;
        assert!(!paths.file(first).exists());
        assert_eq!(load(&paths).unwrap().unwrap().files, world.files);
    }

    #[tokio::test]
    async fn broken_files_fail_to_load() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state");
        let paths = Paths::kept(path.clone());
        let mut world = World::fresh(1_700_000_000_000);
        let whole = written(&world).unwrap();
        for bytes in
            [&b"something else"[..], b"playground 1\n2\n{}", b"playground 2\n{}", &whole[..whole.len() - 1]]
        {
            std::fs::write(&path, bytes).unwrap();
            assert!(load(&paths).is_err());
            assert_eq!(std::fs::read(&path).unwrap(), bytes);
        }
        let id = world.next_id(1_700_000_000_000);
        world.keep_file(id, Bytes::from_static(b"whole"));
        save(&paths, &mut world).await;
        std::fs::write(paths.file(id), b"who").unwrap();
        assert!(load(&paths).is_err());
    }
}
