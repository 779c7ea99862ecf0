//! Backs up the database, and restores backups.

use std::{
    fs::{self, File, OpenOptions},
    io,
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use data::{DatabaseFile, Part, StoreError, Unwritable};
use messages::text;
use play::time::Clock;

use super::{
    shared::{DataArgs, say},
    transfer, verify,
};
use crate::data_dir;

/// The suffix of a database's write-ahead log.
const LOG: &str = "-wal";
/// The suffixes of a database's files: the main file, and those that exist while it is in use or if it was not closed.
const ENDS: [&str; 3] = ["", LOG, "-shm"];

#[derive(clap::Args)]
pub(super) struct BackupArgs {
    #[command(flatten)]
    data: DataArgs,
    /// The file to write
    #[arg(value_name = "FILE")]
    to: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

#[derive(clap::Args)]
pub(super) struct RestoreArgs {
    #[command(flatten)]
    data: DataArgs,
    /// The backup to restore
    #[arg(value_name = "FILE")]
    from: PathBuf,
    /// Restore even if some games would no longer replay correctly
    #[arg(long)]
    force: bool,
}

/// Copies the database to a file, whether a bot runs or not. Either the whole file appears, or nothing.
///
/// # Errors
/// When there is no database, the target exists or belongs to the database, or the copy cannot be written.
pub(super) fn backup(args: &BackupArgs) -> anyhow::Result<()> {
    if let Some(address) = args.data.server()? {
        let copied = write_whole(args, |unfinished| transfer::copy(&address, unfinished))?;
        say(&text::copied(&args.to, copied.rows, copied.games));
        return Ok(());
    }
    let from = data_dir::database(args.data.folder()?);
    let file = DatabaseFile::open(&from).with_context(|| format!("opening {}", from.display()))?;
    for end in ENDS {
        if is_same(&beside(&from, end)?, &args.to) {
            bail!("{} belongs to the database itself; name another file", args.to.display());
        }
    }
    write_whole(args, |unfinished| file.copy_to(unfinished).context("copying the database"))?;
    let bytes = fs::metadata(&args.to).with_context(|| format!("reading {}", args.to.display()))?.len();
    say(&text::backed_up(&args.to, bytes));
    Ok(())
}

/// Lets `copy` write a file beside the backup, and makes it the backup when it is whole.
fn write_whole<T>(args: &BackupArgs, copy: impl FnOnce(&Path) -> anyhow::Result<T>) -> anyhow::Result<T> {
    if args.to.exists() && !args.force {
        bail!("{} already exists; --force overwrites it", args.to.display());
    }
    let unfinished = beside(&args.to, ".unfinished")?;
    remove_with_sides(&unfinished)?;
    let done = copy(&unfinished).and_then(|copied| replace(&unfinished, &args.to).map(|()| copied));
    if done.is_err() {
        // The first error explains more than a failed cleanup.
        let _ = remove_with_sides(&unfinished);
    }
    done
}

/// Checks a backup and replaces the database with it. The old database is kept beside it.
///
/// # Errors
/// When a bot runs, or the backup is damaged, of a later version, or has games that no longer replay correctly. The database
/// is then unchanged.
pub(super) fn restore(args: &RestoreArgs, clock: &Clock) -> anyhow::Result<()> {
    let folder = args.data.folder()?;
    if !args.from.is_file() {
        bail!("there is no backup {}", args.from.display());
    }
    let _claim = data_dir::claim(folder)?;
    let database = data_dir::database(folder);
    let fresh = beside(&database, ".restoring")?;
    remove_with_sides(&fresh)?;
    let checked = copy_with_log(&args.from, &fresh).and_then(|()| check(&fresh, args.force));
    if let Err(error) = checked {
        let _ = remove_with_sides(&fresh);
        return Err(error.context(format!("nothing was restored from {}", args.from.display())));
    }
    // Posts may name ids of the replaced database, so new games skip them if the file is still readable.
    let replaced = DatabaseFile::open(&database).and_then(|file| file.next_ids()).ok();
    DatabaseFile::skip_ids(&fresh, replaced).context("preparing the backup for new games")?;
    DatabaseFile::forget_boards(&fresh).context("preparing the backup for new boards")?;
    data_dir::belongs_like(&fresh, folder)?;
    let kept = keep_old(&database, clock).inspect_err(|_| {
        let _ = remove_with_sides(&fresh);
    })?;
    replace(&fresh, &database)?;
    say(&text::restored(&args.from, kept.as_deref()));
    Ok(())
}

/// Copies a database with its write-ahead log, which a plain copy of a running bot's folder needs.
fn copy_with_log(from: &Path, to: &Path) -> anyhow::Result<()> {
    copy(from, to)?;
    let log = beside(from, LOG)?;
    if log.exists() { copy(&log, &beside(to, LOG)?) } else { Ok(()) }
}

/// Copies a file to a new one that only its owner may read.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    let context = || format!("copying {} to {}", from.display(), to.display());
    let mut source = File::open(from).with_context(context)?;
    let mut target =
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(to).with_context(context)?;
    io::copy(&mut source, &mut target).with_context(context)?;
    Ok(())
}

/// Checks that a copy of a backup is sound, can be migrated, and that its games replay correctly.
fn check(copy: &Path, force: bool) -> anyhow::Result<()> {
    let damages = DatabaseFile::open(copy).and_then(|file| {
        // An empty file also passes as a sound database, but cannot list games.
        file.read(|tx| tx.verify_some(Part::Running, None, || false))?;
        file.damages()
    });
    if let Some(damage) = damages.context("this is no backup of Petri")?.first() {
        bail!("the backup is damaged: {damage}");
    }
    DatabaseFile::bring_up_to_date(copy).context("bringing the backup up to date")?;
    let file = DatabaseFile::open(copy)?;
    let found = verify::all(&file)?;
    say(&found.words());
    if !found.is_well() && !force {
        bail!("some of its games no longer replay correctly; --force restores them anyway");
    }
    Ok(())
}

/// Keeps the database, if there is one, under another name beside it, until another file replaces it. A leftover log is moved
/// away in any case, because SQLite would apply it to the new database.
fn keep_old(database: &Path, clock: &Clock) -> anyhow::Result<Option<PathBuf>> {
    let is_there = database.exists();
    // This folds the write-ahead log into the file. If the file is damaged, both are kept as they are.
    if is_there && let Err(error) = DatabaseFile::fold_log(database) {
        if matches!(error, StoreError::Busy) || error.unwritable() == Some(Unwritable::Locked) {
            bail!("another program holds the database, such as Litestream; stop it and try again");
        }
        say(&text::old_database_damaged(&error.to_string()));
    }
    let kept = beside(database, &format!(".before-restore-{}", clock.now().as_second()))?;
    for end in ENDS {
        let kept = beside(&kept, end)?;
        if kept.exists() {
            bail!("{} already exists; try again", kept.display());
        }
    }
    let context = || format!("keeping the database as {}", kept.display());
    if is_there {
        let linked = fs::hard_link(database, &kept).or_else(|_| fs::copy(database, &kept).map(drop));
        linked.with_context(context)?;
    }
    for end in ENDS.into_iter().filter(|end| !end.is_empty()) {
        let (from, to) = (beside(database, end)?, beside(&kept, end)?);
        if from.exists() {
            fs::rename(from, to).with_context(context)?;
        }
    }
    Ok(is_there.then_some(kept))
}

/// Moves a finished file to its place, atomically and durably.
fn replace(finished: &Path, place: &Path) -> anyhow::Result<()> {
    let context = || format!("writing {}", place.display());
    File::open(finished).and_then(|file| file.sync_all()).with_context(context)?;
    fs::rename(finished, place).with_context(context)?;
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all()).with_context(context)
}

/// Returns a path with a suffix added to its file name.
fn beside(path: &Path, end: &str) -> anyhow::Result<PathBuf> {
    let mut name = path.file_name().with_context(|| format!("{} is no file", path.display()))?.to_owned();
    name.push(end);
    Ok(path.with_file_name(name))
}

fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("removing {}", path.display()))
        }
        _ => Ok(()),
    }
}

/// Removes a database with all of its files.
fn remove_with_sides(path: &Path) -> anyhow::Result<()> {
    ENDS.iter().try_for_each(|end| remove(&beside(path, end)?))
}

/// Returns whether two paths lead to the same existing file.
fn is_same(one: &Path, other: &Path) -> bool {
    let file = |path: &Path| fs::metadata(path).ok().map(|file| (file.dev(), file.ino()));
    file(one).is_some_and(|one| Some(one) == file(other))
}

#[cfg(test)]
mod tests {
    use clock::from_millis;
    use data::{NewGame, Store};
    use jiff::SignedDuration;
    use rules::{Kind, Options};
    use tempfile::TempDir;

    use super::*;

    fn lobby(channel: u64) -> NewGame {
        NewGame {
            kind: Kind::Protozoa,
            options: Options::new(),
            guild: 1.into(),
            channel: channel.into(),
            host: 1.into(),
            invited: Vec::new(),
            at: from_millis(0),
        }
    }

    /// Returns a folder with the database of a running bot. Its lobbies are all still in the write-ahead log.
    async fn running(lobbies: u64) -> (TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&data_dir::database(folder.path())).await.unwrap();
        let open = move |tx: &data::Tx<'_>| {
            for channel in 0..lobbies {
                tx.open_lobby(&lobby(channel + 1))?;
            }
            Ok::<_, StoreError>(())
        };
        store.write(open).await.unwrap();
        (folder, store)
    }

    /// Copies the files of a database that have these suffixes.
    fn copy_files(from: &TempDir, to: &TempDir, ends: &[&str]) {
        for end in ends {
            let name = |folder: &TempDir| beside(&data_dir::database(folder.path()), end).unwrap();
            fs::copy(name(from), name(to)).unwrap();
        }
    }

    fn restore_from(backup: &Path, to: &TempDir) -> anyhow::Result<()> {
        restore_by(&Clock::default(), backup, to)
    }

    fn restore_by(clock: &Clock, backup: &Path, to: &TempDir) -> anyhow::Result<()> {
        let data = DataArgs::of(to.path());
        restore(&RestoreArgs { data, from: backup.to_owned(), force: false }, clock)
    }

    async fn lobbies(folder: &TempDir) -> usize {
        let store = Store::open(&data_dir::database(folder.path())).await.unwrap();
        let count = |tx: &data::Tx<'_>| {
            Ok::<_, StoreError>((1..10_u64).filter(|&id| tx.lobby(id.into()).is_ok()).count())
        };
        store.read(count).await.unwrap()
    }

    #[tokio::test]
    async fn backup_never_overwrites_the_database() {
        let (folder, _store) = running(1).await;
        let database = data_dir::database(folder.path());
        let link = folder.path().join("link.sqlite");
        std::os::unix::fs::symlink(&database, &link).unwrap();
        for to in [database.clone(), beside(&database, LOG).unwrap(), link] {
            let data = DataArgs::of(folder.path());
            let refused = backup(&BackupArgs { data, to: to.clone(), force: true }).unwrap_err();
            assert!(refused.to_string().contains("the database itself"), "{}: {refused}", to.display());
        }
        let to = folder.path().join("copy.sqlite");
        let data = DataArgs::of(folder.path());
        backup(&BackupArgs { data, to, force: false }).unwrap();
    }

    #[tokio::test]
    async fn log_of_a_backup_is_restored_with_it() {
        let (running, _store) = running(3).await;
        let (backup, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        copy_files(&running, &backup, &["", LOG]);
        restore_from(&data_dir::database(backup.path()), &folder).unwrap();
        assert_eq!(lobbies(&folder).await, 3);
        assert!(beside(&data_dir::database(backup.path()), LOG).unwrap().exists(), "the backup is unchanged");
    }

    #[tokio::test]
    async fn stray_log_is_not_applied_to_a_restored_file() {
        let (old, _store) = running(3).await;
        let (newer, _other_store) = running(1).await;
        let folder = tempfile::tempdir().unwrap();
        copy_files(&old, &folder, &[LOG]);
        let backup = data_dir::database(newer.path());
        restore_from(&backup, &folder).unwrap();
        let log = beside(&data_dir::database(folder.path()), LOG).unwrap();
        assert!(!log.exists(), "no log remains beside the restored database");
        assert_eq!(lobbies(&folder).await, 1);
        let kept = folder.path().read_dir().unwrap().filter_map(Result::ok);
        assert!(kept.map(|file| file.file_name()).any(|name| name.to_string_lossy().ends_with(LOG)));
    }

    #[tokio::test]
    async fn database_that_a_program_holds_is_not_replaced() {
        let (backup, _store) = running(3).await;
        let (folder, _holder) = running(1).await;
        let refused = restore_from(&data_dir::database(backup.path()), &folder).unwrap_err();
        assert!(refused.to_string().starts_with("another program holds the database"), "{refused}");
        assert_eq!(lobbies(&folder).await, 1);
        let left = folder.path().read_dir().unwrap().filter_map(Result::ok).map(|file| file.file_name());
        assert!(!left.map(|name| name.to_string_lossy().into_owned()).any(|name| name.contains("restor")));
    }

    #[tokio::test]
    async fn restored_database_skips_ids_in_use() {
        let (running, _store) = running(3).await;
        let (backup, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        copy_files(&running, &backup, &["", LOG]);
        let (backup, database) = (data_dir::database(backup.path()), data_dir::database(folder.path()));
        let (clock, mut game, mut offer) = (Clock::default(), 3, 0);
        // This also holds if the same backup is restored several times.
        for _ in 0..3 {
            clock.advance(SignedDuration::from_mins(1));
            restore_by(&clock, &backup, &folder).unwrap();
            let next = DatabaseFile::open(&database).unwrap().next_ids().unwrap();
            assert!(next.game.get() > game + 1_000_000 && next.offer.get() > offer + 1_000_000, "{next:?}");
            (game, offer) = (next.game.get() - 1, next.offer.get() - 1);
        }
        assert_eq!(lobbies(&folder).await, 3, "existing lobbies keep their ids");
    }
}
