//! Backing the database up, and putting a backup back.

use std::{
    fs::{self, File, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use data::{DatabaseFile, Part};

use super::{DataArgs, say, verify};
use crate::{data_dir, text, time::Clock};

#[derive(clap::Args)]
pub(super) struct BackupArgs {
    #[command(flatten)]
    data: DataArgs,
    /// The file to write
    #[arg(value_name = "FILE")]
    to: PathBuf,
    /// Write over a file that is there
    #[arg(long)]
    force: bool,
}

#[derive(clap::Args)]
pub(super) struct RestoreArgs {
    #[command(flatten)]
    data: DataArgs,
    /// The backup
    #[arg(value_name = "FILE")]
    from: PathBuf,
    /// Restore also where this program's rules would play some of its games differently
    #[arg(long)]
    force: bool,
}

/// Copies the database to a file, whether a bot runs or not. The file is there in whole or not at all.
///
/// # Errors
/// When there is no database, or a file already, or the copy cannot be written.
pub(super) fn backup(args: &BackupArgs) -> anyhow::Result<()> {
    let from = data_dir::database(&args.data.data_dir);
    let file = DatabaseFile::open(&from).with_context(|| format!("opening {}", from.display()))?;
    if args.to.exists() && !args.force {
        bail!("{} is there already; --force writes over it", args.to.display());
    }
    let unfinished = beside(&args.to, ".unfinished")?;
    remove(&unfinished)?;
    let copied = file.copy_to(&unfinished).context("copying the database");
    let done = copied.and_then(|()| replace(&unfinished, &args.to));
    if done.is_err() {
        // The reason why it failed is worth more than why it could not be tidied up.
        let _ = remove(&unfinished);
    }
    done?;
    let bytes = fs::metadata(&args.to).with_context(|| format!("reading {}", args.to.display()))?.len();
    say(&text::backed_up(&args.to, bytes));
    Ok(())
}

/// Checks a backup and puts it in the place of the database, which is kept beside it.
///
/// # Errors
/// When a bot runs, when the backup is damaged, of a later version, or has games that would be played differently. The
/// database is as it was then.
pub(super) fn restore(args: &RestoreArgs, clock: &Clock) -> anyhow::Result<()> {
    let folder = &args.data.data_dir;
    if !args.from.is_file() {
        bail!("there is no backup {}", args.from.display());
    }
    let _claim = data_dir::claim(folder)?;
    let database = data_dir::database(folder);
    let fresh = beside(&database, ".restoring")?;
    remove(&fresh)?;
    let checked = copy(&args.from, &fresh).and_then(|()| check(&fresh, args.force));
    if let Err(error) = checked {
        let _ = remove(&fresh);
        return Err(error.context(format!("nothing was restored from {}", args.from.display())));
    }
    data_dir::belongs_like(&fresh, folder)?;
    let kept = if database.exists() { Some(put_aside(&database, clock)?) } else { None };
    replace(&fresh, &database)?;
    say(&text::restored(&args.from, kept.as_deref()));
    Ok(())
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

/// Makes sure that a copy of a backup is sound, can be brought up to date, and that its games are played as they were.
fn check(copy: &Path, force: bool) -> anyhow::Result<()> {
    let damages = DatabaseFile::open(copy).and_then(|file| {
        // Any database is sound that has nothing in it; one of ours has games.
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
        bail!("some of its games would be played differently; --force restores them all the same");
    }
    Ok(())
}

/// Keeps the database under another name beside it; it stays under its own, too, until another file takes that.
fn put_aside(database: &Path, clock: &Clock) -> anyhow::Result<PathBuf> {
    // What the write-ahead log holds goes into the file; from a damaged one it cannot, and is kept as it is.
    if let Err(error) = DatabaseFile::fold_log(database) {
        say(&text::old_database_damaged(&error.to_string()));
    }
    let kept = beside(database, &format!(".before-restore-{}", clock.now().seconds()))?;
    if kept.exists() {
        bail!("{} is there already; try it again", kept.display());
    }
    let context = || format!("keeping the database as {}", kept.display());
    fs::hard_link(database, &kept).or_else(|_| fs::copy(database, &kept).map(drop)).with_context(context)?;
    for side in ["-wal", "-shm"] {
        let (from, to) = (beside(database, side)?, beside(&kept, side)?);
        if from.exists() {
            fs::rename(from, to).with_context(context)?;
        }
    }
    Ok(kept)
}

/// Puts a finished file in the place of another, at once and for good.
fn replace(finished: &Path, place: &Path) -> anyhow::Result<()> {
    let context = || format!("writing {}", place.display());
    File::open(finished).and_then(|file| file.sync_all()).with_context(context)?;
    fs::rename(finished, place).with_context(context)?;
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all()).with_context(context)
}

/// A file name with something more at its end.
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
