//! Checks this machine: the folder and the database in it.

use std::{
    fs::{self, OpenOptions},
    io::{self, ErrorKind, Write as _},
    path::Path,
    time::{Duration, Instant},
};

use data::{DatabaseFile, Part, Place, StoreError, Stretch, Tx, Unwritable};
use jiff::Timestamp;
use messages::text;

use super::finding::Finding;
use crate::data_dir;

/// The least free space that the doctor accepts, in bytes.
const LEAST_FREE: u64 = 100 << 20;
/// How long the doctor replays games.
const VERIFYING: Duration = Duration::from_secs(2);
/// The doctor checks permissions in at most this many channels.
pub(super) const MOST_PLACES: usize = 100;

/// Checks whether the folder is writable and its disk has room.
pub(super) fn disk(folder: &Path) -> Finding {
    // A bot that has never run will create its folder, so the nearest existing parent counts.
    let there = folder.ancestors().find(|path| path.is_dir()).unwrap_or(Path::new("."));
    if let Err(error) = try_to_write(there) {
        return Finding::wrong("disk", text::not_writable(there, &error), disk_remedy(&error));
    }
    match rustix::fs::statvfs(there) {
        Ok(disk) => {
            let free = disk.f_bavail.saturating_mul(disk.f_frsize);
            let is = text::free_space(there, free);
            if free < LEAST_FREE {
                Finding::wrong("disk", is, text::FREE_SPACE)
            } else {
                Finding::well("disk", is)
            }
        }
        // The probe was just written, so the folder works.
        Err(error) => Finding::well("disk", text::free_space_unknown(there, &error.into())),
    }
}

/// Returns the advice for a folder that is not writable.
fn disk_remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => text::FREE_SPACE,
        _ => text::MAKE_WRITABLE,
    }
}

fn try_to_write(folder: &Path) -> io::Result<()> {
    let probe = folder.join(format!(".petri-doctor-{}", std::process::id()));
    let mut file = OpenOptions::new().write(true).create_new(true).open(&probe)?;
    let written = file.write_all(b"can this be written?").and_then(|()| file.sync_all());
    fs::remove_file(&probe)?;
    written
}

/// Checks whether the database is sound and its games replay correctly. Also returns where games are played, if it can be read.
pub(super) fn database(folder: &Path) -> (Finding, Option<Vec<Place>>) {
    let path = data_dir::database(folder);
    match look_into(&path) {
        Ok(found) => found,
        Err(StoreError::NotThere(_)) => {
            (Finding::well("database", text::no_database_yet(&path)), Some(Vec::new()))
        }
        Err(error @ StoreError::TooOld { .. }) => (Finding::well("database", error.to_string()), None),
        Err(error) => (Finding::wrong("database", error.to_string(), remedy(&error)), None),
    }
}

/// Returns the advice for a database that cannot be read. Only for a damaged one does it advise a backup, which would lose
/// everything played since.
pub(super) fn remedy(error: &StoreError) -> &'static str {
    if let Some(what_to_do) = text::what_to_do(error) {
        return what_to_do;
    }
    match (error, error.unwritable()) {
        (StoreError::TooNew { .. }, _) => text::START_THE_NEWER_PROGRAM,
        (_, Some(Unwritable::Disk)) => text::FREE_SPACE,
        (_, Some(Unwritable::Locked)) => text::LET_GO_OF_IT,
        (_, Some(Unwritable::ReadOnly)) => text::MAKE_FILE_WRITABLE,
        (_, Some(Unwritable::Unreachable)) => text::START_THE_SERVER,
        _ => text::KEEP_THE_FILES,
    }
}

fn look_into(path: &Path) -> Result<(Finding, Option<Vec<Place>>), StoreError> {
    let file = DatabaseFile::open(path)?;
    if file.is_read_only()? {
        let finding = Finding::wrong("database", text::read_only(path), text::MAKE_FILE_WRITABLE);
        return Ok((finding, None));
    }
    if file.is_locked()? {
        return Ok((Finding::wrong("database", text::LOCKED, text::LET_GO_OF_IT), None));
    }
    if let Some(damage) = file.damages()?.first() {
        return Ok((Finding::wrong("database", text::damaged(damage), text::RESTORE_A_BACKUP), None));
    }
    file.check_version()?;
    let (finding, places) = replayed(file.read(replay)?);
    Ok((finding, Some(places)))
}

/// Replays games for a while. Also returns where games are played.
pub(super) fn replay(tx: &Tx<'_>) -> Result<(Vec<Place>, Stretch, Stretch), StoreError> {
    let begun = Instant::now();
    let mut go_on = || begun.elapsed() < VERIFYING;
    let running = tx.verify_some(Part::Running, None, &mut go_on)?;
    let over = tx.verify_some(Part::Over, None, &mut go_on)?;
    // One extra place shows whether there are more.
    Ok((tx.places(MOST_PLACES as u32 + 1)?, running, over))
}

/// Judges replayed games.
pub(super) fn replayed((places, running, over): (Vec<Place>, Stretch, Stretch)) -> (Finding, Vec<Place>) {
    let whole = running.after.is_none() && over.after.is_none();
    let differing: Vec<_> = running.differing.into_iter().chain(over.differing).collect();
    let finding = match differing.first() {
        None => Finding::well("database", text::sound(running.games + over.games, whole)),
        Some((game, difference)) => Finding::wrong(
            "database",
            text::game_differs(*game, difference, differing.len() - 1),
            text::VERIFY_ALL,
        ),
    };
    (finding, places)
}

/// Checks whether every post reached its channel. Returns `None` if the database cannot be read, which is a finding of its
/// own.
pub(super) fn outbox(folder: &Path, now: Timestamp) -> Option<Finding> {
    let file = DatabaseFile::open(&data_dir::database(folder)).ok()?;
    file.check_version().ok()?;
    Some(undelivered(file.read(|tx| tx.counts(now)).ok()?.failed))
}

/// Judges the number of posts that failed for good.
pub(super) fn undelivered(failed: u32) -> Finding {
    match failed {
        0 => Finding::well("outbox", text::ALL_DELIVERED),
        failed => Finding::limited("outbox", text::posts_failed(failed), text::FIND_OUT_WHY),
    }
}

#[cfg(test)]
mod tests {
    use clock::from_millis;

    use super::*;

    #[test]
    fn missing_folder_is_well() {
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("not/yet");
        assert!(disk(&new).is_well(), "{}", disk(&new));
        let (database, places) = database(&new);
        assert!(database.is_well() && places.is_some_and(|places| places.is_empty()));
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "the doctor must leave nothing behind");
    }

    #[test]
    fn other_file_in_the_databases_place_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(data_dir::database(folder.path()), "not a database, ".repeat(1000)).unwrap();
        let (database, places) = database(folder.path());
        assert_eq!(places, None, "nobody knows where games are played");
        assert!(!database.is_well() && database.to_string().contains("petri restore"), "{database}");
    }

    #[tokio::test]
    async fn database_of_a_newer_program_is_kept() {
        /// The bytes of a database file that hold its version.
        const VERSION: std::ops::Range<usize> = 60..64;
        let folder = tempfile::tempdir().unwrap();
        let original = folder.path().join("original.sqlite");
        let _store = data::Store::open(&original).await.unwrap();
        let newer = data_dir::database(folder.path());
        DatabaseFile::open(&original).unwrap().copy_to(&newer).unwrap();
        let mut bytes = fs::read(&newer).unwrap();
        bytes[VERSION].copy_from_slice(&9999_u32.to_be_bytes());
        fs::write(&newer, bytes).unwrap();
        let words = database(folder.path()).0.to_string();
        assert!(words.contains("version 9999") && words.contains("newer"), "{words}");
        assert!(!words.contains("restore"), "{words}");
    }

    #[test]
    fn full_disk_needs_space_not_permissions() {
        let remedy = |kind: ErrorKind| disk_remedy(&kind.into());
        assert_eq!(remedy(ErrorKind::StorageFull), text::FREE_SPACE);
        assert_eq!(remedy(ErrorKind::QuotaExceeded), text::FREE_SPACE);
        assert_eq!(remedy(ErrorKind::PermissionDenied), text::MAKE_WRITABLE);
    }

    #[tokio::test]
    async fn failed_posts_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let now = from_millis(1_788_600_000_000);
        assert_eq!(outbox(folder.path(), now), None);
        let store = data::Store::open(&data_dir::database(folder.path())).await.unwrap();
        let lobby = data::NewGame {
            kind: rules::Kind::Protozoa,
            options: rules::Options::new(),
            guild: 1.into(),
            channel: 2.into(),
            host: 3.into(),
            invited: Vec::new(),
            at: now,
        };
        let id = store.write(move |tx| tx.open_lobby(&lobby)).await.unwrap();
        let finding = || outbox(folder.path(), now).unwrap();
        assert_eq!(finding().verdict, crate::doctor::Verdict::Well, "{}", finding());
        let fail = move |tx: &data::Tx<'_>| {
            tx.queue(id, &data::Payload::Lobby, now)?;
            let due = tx.lease(now, now, &[])?.unwrap();
            tx.give_up(due.id, "the channel is gone", now)
        };
        store.write(fail).await.unwrap();
        assert!(finding().is.contains("1 post could not be delivered"), "{}", finding());
        assert!(finding().is_well(), "failed posts are not the machine's fault");
    }

    #[test]
    fn only_damage_calls_for_a_backup() {
        let not_committed = |why| StoreError::NotCommitted { why: String::new(), unwritable: Some(why) };
        for (error, what) in [
            (StoreError::Damaged(String::new()), text::RESTORE_A_BACKUP),
            (StoreError::TooNew { found: 2, known: 1 }, text::START_THE_NEWER_PROGRAM),
            (not_committed(Unwritable::Disk), text::FREE_SPACE),
            (not_committed(Unwritable::Locked), text::LET_GO_OF_IT),
            (not_committed(Unwritable::ReadOnly), text::MAKE_FILE_WRITABLE),
            (StoreError::Unreadable("text"), text::KEEP_THE_FILES),
        ] {
            assert_eq!(remedy(&error), what, "{error}");
        }
    }
}
