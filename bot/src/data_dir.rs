//! The data folder with the database, in which one bot at a time works.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, chown},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, anyhow, bail};
use data::{DatabaseFile, Store, StoreError};

use crate::text;

/// Returns the path of the database in a data folder.
#[must_use]
pub fn database(folder: &Path) -> PathBuf {
    folder.join("petri.sqlite")
}

/// Opens the database of a folder, or creates it.
///
/// # Errors
/// If it cannot be opened. For a damaged file the message says what to do.
pub async fn open(folder: &Path) -> anyhow::Result<Store> {
    let path = database(folder);
    Store::open(&path).await.map_err(|error| explained(error, &path))
}

/// Empties the write-ahead log of the database after the bot has ended. The next start then knows that nothing was cut off.
pub fn close(folder: &Path) {
    if let Err(error) = DatabaseFile::empty_log(&database(folder)) {
        tracing::warn!("the log of the database could not be emptied: {error}");
    }
}

/// Adds advice to an error if the database file is damaged or not ours.
pub fn explained(error: StoreError, path: &Path) -> anyhow::Error {
    match (text::what_to_do(&error), &error) {
        // These two errors name the file themselves.
        (Some(what_to_do), StoreError::NotOurs { .. } | StoreError::LogAlone(_)) => {
            anyhow!("{error}. {what_to_do}")
        }
        (Some(what_to_do), StoreError::Damaged(damage)) => {
            anyhow!("{}. {what_to_do}", text::damaged_file(path, damage))
        }
        (Some(what_to_do), _) => anyhow!("{}. {what_to_do}", text::damaged_file(path, &error.to_string())),
        (None, _) => anyhow::Error::new(error).context(format!("opening {}", path.display())),
    }
}

/// The exclusive right to work in a data folder. It ends when it is dropped or the process ends in any way.
#[derive(Debug)]
pub struct Claim {
    _lock: File,
}

/// Claims a data folder, and creates it if necessary.
///
/// # Errors
/// If another process has claimed it, or it cannot be written to.
pub fn claim(folder: &Path) -> anyhow::Result<Claim> {
    fs::create_dir_all(folder).with_context(|| format!("making the folder {}", folder.display()))?;
    let path = folder.join("petri.lock");
    let lock = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path);
    let lock = lock.with_context(|| format!("opening {}", path.display()))?;
    belongs_like(&path, folder)?;
    match lock.try_lock() {
        Ok(()) => Ok(Claim { _lock: lock }),
        Err(TryLockError::WouldBlock) => {
            bail!("a bot is running on {}; stop it first, or choose another --data-dir", folder.display())
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("locking {}", path.display())),
    }
}

/// Gives a file to the owner of its folder. An administrator may have created it while the bot runs as another user.
///
/// # Errors
/// If the file has another owner and that cannot be changed.
pub fn belongs_like(file: &Path, folder: &Path) -> anyhow::Result<()> {
    let (own, wanted) = (fs::metadata(file)?, fs::metadata(folder)?);
    if own.uid() == wanted.uid() {
        return Ok(());
    }
    chown(file, Some(wanted.uid()), Some(wanted.gid()))
        .with_context(|| format!("giving {} to whom its folder belongs", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_is_claimed_once_at_a_time() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("new/petri-data");
        let first = claim(&folder).unwrap();
        let refused = claim(&folder).unwrap_err().to_string();
        assert!(refused.starts_with("a bot is running on"), "{refused}");
        drop(first);
        claim(&folder).unwrap();
    }
}
