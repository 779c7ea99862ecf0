//! The kept state: one file, written beside itself and then put in place, so that it is always whole.
//!
//! A first line that names the format, a second with the length of the JSON that follows (the world and the lengths of
//! all uploaded files), then those files one after the other.

use std::io;
use std::path::{Path, PathBuf};

use axum::body::Bytes;
use serde::{Deserialize, Serialize};

use crate::model::{Id, World};
use crate::state::Shared;

const FORMAT: &str = "playground 1";

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

/// Reads the state; `None` when there is no file yet.
pub(crate) fn load(path: &Path) -> io::Result<Option<World>> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let broken = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let mut parts = bytes.splitn(3, |byte| *byte == b'\n');
    if parts.next() != Some(FORMAT.as_bytes()) {
        return Err(broken("it is not a playground's state, or one of another version"));
    }
    let length = parts.next().and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<usize>().ok());
    let rest = parts.next().unwrap_or_default();
    let (json, mut rest) =
        length.and_then(|length| rest.split_at_checked(length)).ok_or_else(|| broken("it is cut off"))?;
    let Read { mut world, files } = serde_json::from_slice(json)?;
    for (id, length) in files {
        let (file, others) = rest.split_at_checked(length).ok_or_else(|| broken("it is cut off"))?;
        world.files.insert(id, Bytes::copy_from_slice(file));
        rest = others;
    }
    Ok(Some(world))
}

/// The bytes of the file.
fn written(world: &World) -> io::Result<Vec<u8>> {
    let files = world.files.iter().map(|(id, bytes)| (*id, bytes.len())).collect();
    let json = serde_json::to_vec(&Written { world, files })?;
    let mut bytes = format!("{FORMAT}\n{}\n", json.len()).into_bytes();
    bytes.extend(json);
    for file in world.files.values() {
        bytes.extend(file);
    }
    Ok(bytes)
}

/// Saves the state.
pub(crate) async fn save(path: &Path, app: &Shared) -> io::Result<()> {
    let bytes = written(&app.lock().world)?;
    let path = path.to_owned();
    tokio::task::spawn_blocking(move || replace(&path, &bytes)).await.map_err(io::Error::other)?
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use std::io::Write;

    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let mut file = std::fs::File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state");
        assert!(load(&path).unwrap().is_none());
        let mut world = World::fresh(1_700_000_000_000);
        let id = world.next_id(1_700_000_000_000);
        world.keep_file(id, Bytes::from_static(b"a\nb"));
        replace(&path, &written(&world).unwrap()).unwrap();
        let mut again = load(&path).unwrap().unwrap();
        assert_eq!(again.files, world.files);
        assert_eq!(again.channels.len(), world.channels.len());
        assert!(again.next_id(0) > id);
    }

    #[test]
    fn broken_files_are_errors() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state");
        let whole = written(&World::fresh(1_700_000_000_000)).unwrap();
        for bytes in [
            &b"something else"[..],
            b"playground 1\n99999\n{}",
            b"playground 2\n2\n{}",
            &whole[..whole.len() - 1],
        ] {
            std::fs::write(&path, bytes).unwrap();
            assert!(load(&path).is_err());
            assert_eq!(std::fs::read(&path).unwrap(), bytes);
        }
    }
}
