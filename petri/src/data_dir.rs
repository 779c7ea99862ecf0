//! The folder with the database. Only one bot at a time can use it.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, chown},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, anyhow, bail};
use data::{DatabaseFile, Store, StoreError};
use messages::text;
use meters::Meters;

/// Returns the path of the database in a folder.
#[must_use]
pub fn database(folder: &Path) -> PathBuf {
    folder.join("petri.sqlite")
}

/// Opens the database of a folder, or creates it.
///
/// # Errors
/// When it cannot be opened. If the file itself is the problem, the error includes advice.
pub async fn open(folder: &Path) -> anyhow::Result<Store> {
    open_measured(folder, Meters::default()).await
}

/// Opens the database of a folder like [`open`], and records its commits in these meters.
///
/// # Errors
/// As for [`open`].
pub async fn open_measured(folder: &Path, meters: Meters) -> anyhow::Result<Store> {
    let path = database(folder);
    Store::open_measured(&path, meters).await.map_err(|error| explained(error, &path))
}

/// Empties the database log of a folder after the bot has stopped. From an empty log, the next start knows that nothing was
/// interrupted.
pub fn close(folder: &Path) {
    if let Err(error) = DatabaseFile::empty_log(&database(folder)) {
        tracing::warn!("emptying the database log failed: {error}");
    }
}

/// Adds advice to the error of a database file that is itself the problem.
pub fn explained(error: StoreError, path: &Path) -> anyhow::Error {
    match (text::what_to_do(&error), &error) {
        // These errors already name the file.
        (
            Some(what_to_do),
            StoreError::NotOurs { .. } | StoreError::MovedAway(_) | StoreError::LogAlone(_),
        ) => {
            anyhow!("{error}. {what_to_do}")
        }
        (Some(what_to_do), StoreError::Damaged(damage)) => {
            anyhow!("{}. {what_to_do}", text::damaged_file(path, damage))
        }
        (Some(what_to_do), _) => anyhow!("{}. {what_to_do}", text::damaged_file(path, &error.to_string())),
        (None, _) => anyhow::Error::new(error).context(format!("opening {}", path.display())),
    }
}

/// The exclusive right to use a folder. It ends when this is dropped, or when the process ends in any way.
#[derive(Debug)]
pub struct Claim {
    _lock: File,
}

/// Claims the folder, and creates it if necessary.
///
/// # Errors
/// When another process has claimed the folder, or it is not writable.
pub fn claim(folder: &Path) -> anyhow::Result<Claim> {
    fs::create_dir_all(folder).with_context(|| format!("creating the folder {}", folder.display()))?;
    let path = folder.join("petri.lock");
    let lock = OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(&path);
    let lock = lock.with_context(|| format!("opening {}", path.display()))?;
    belongs_like(&path, folder)?;
    match lock.try_lock() {
        Ok(()) => Ok(Claim { _lock: lock }),
        Err(TryLockError::WouldBlock) => {
            bail!(
                "a bot is already running on {}; stop it first, or choose another --data-dir",
                folder.display()
            )
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("locking {}", path.display())),
    }
}

/// Gives a file that an administrator has created to the owner of its folder, since the bot may run as another user.
///
/// # Errors
/// If the file has another owner and that cannot be changed.
pub fn belongs_like(file: &Path, folder: &Path) -> anyhow::Result<()> {
    let (own, wanted) = (fs::metadata(file)?, fs::metadata(folder)?);
    if own.uid() == wanted.uid() {
        return Ok(());
    }
    chown(file, Some(wanted.uid()), Some(wanted.gid()))
        .with_context(|| format!("giving {} to the owner of its folder", file.display()))
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
        assert!(refused.starts_with("a bot is already running on"), "{refused}");
        drop(first);
        claim(&folder).unwrap();
    }
}
