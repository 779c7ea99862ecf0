//! The folder with the database, which one bot at a time works in.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, chown},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, anyhow, bail};
use data::{DatabaseFile, Store, StoreError};

use crate::text;

/// The database's file in its folder.
#[must_use]
pub fn database(folder: &Path) -> PathBuf {
    folder.join("petri.sqlite")
}

/// Opens the database of a folder, or makes a new one.
///
/// # Errors
/// When it cannot be opened; where the file itself is at fault, with what to do about it.
pub async fn open(folder: &Path) -> anyhow::Result<Store> {
    let path = database(folder);
    Store::open(&path).await.map_err(|error| explained(error, &path))
}

/// Empties the log of the database of a folder when the bot has ended, as the sign for the next start that nothing was cut off.
pub fn close(folder: &Path) {
    if let Err(error) = DatabaseFile::empty_log(&database(folder)) {
        tracing::warn!("the log of the database could not be emptied: {error}");
    }
}

/// Says what to do about a database file that is at fault itself.
pub fn explained(error: StoreError, path: &Path) -> anyhow::Error {
    match (text::what_to_do(&error), &error) {
        // These name the file themselves.
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

/// The right to work in a folder; it ends when this is dropped, and with the process however that ends.
#[derive(Debug)]
pub struct Claim {
    _lock: File,
}

/// Claims the folder, making it if there is none.
///
/// # Errors
/// When another process has claimed it, or it cannot be written to.
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

/// Gives a file that an administrator has made to whom its folder belongs: the bot may run as somebody else.
///
/// # Errors
/// When the file has another owner and that cannot be changed.
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
    fn a_folder_is_claimed_once_at_a_time() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("new/petri-data");
        let first = claim(&folder).unwrap();
        let refused = claim(&folder).unwrap_err().to_string();
        assert!(refused.starts_with("a bot is running on"), "{refused}");
        drop(first);
        claim(&folder).unwrap();
    }
}
