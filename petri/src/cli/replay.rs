//! `petri replay`: checks an exported game record.

use std::{
    fs::{self, File},
    io::Read as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use data::RecordFile;
use messages::{films, pictures, text};
use play::game::film;
use render::{Painter, Profile, Theme};
use rules::{Table, Viewer};

use super::shared::{ThemeArg, say};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The record, as /export writes it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Show the position after this many plies, instead of the last one
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Draw that position into a PNG file, as spectators see it; a finished game hides nothing
    #[arg(long, value_name = "OUT.png")]
    picture: Option<PathBuf>,
    /// Write a film of the game into a GIF file, with a frame for each turn, as spectators see it
    #[arg(long, value_name = "OUT.gif")]
    film: Option<PathBuf>,
    /// The colour theme of the picture and the film
    #[arg(long, default_value = "dark")]
    theme: ThemeArg,
}

/// Checks a record move by move and prints a summary.
///
/// # Errors
/// When the file is no record or is shorter than the requested ply, and at the first move that is illegal or leads to another
/// position than recorded.
pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let file = RecordFile::read(&read(&args.file)?)?;
    let whole = file.replay()?;
    let shown = match args.ply {
        Some(ply) if ply > file.plies.len() => {
            bail!("the record has no ply {ply}; it ends at ply {}", file.plies.len())
        }
        Some(ply) => file.replay_to(ply)?,
        None => whole.clone(),
    };
    say(&text::replayed(&file, &whole, &shown));
    if let Some(to) = &args.picture {
        let last_turn = pictures::last_turn(&shown.table, &shown.record);
        let scene = render::scene(&shown.table, whole.table.viewer(Viewer::Public), &last_turn);
        let painter = Painter::new(Theme::from(args.theme));
        let png = painter.png(&scene, Profile::Post).context("drawing the position")?;
        fs::write(to, png).with_context(|| format!("writing {}", to.display()))?;
    }
    if let Some(to) = &args.film {
        let start = Table::new(file.kind, &file.options).context("setting up the game")?;
        let turns = film::turns(&shown.record);
        let film = film::film(&start, &shown.record, &turns, 0..=turns.len(), film::MOST_FRAMES)?;
        let frames = films::replay(&film, whole.table.viewer(Viewer::Public));
        let gif = Painter::new(Theme::from(args.theme)).film(&frames, films::WIDTH, None);
        let gif = gif.context("drawing the film")?;
        fs::write(to, gif).with_context(|| format!("writing {}", to.display()))?;
    }
    Ok(())
}

/// Reads a file, up to one byte more than a record may have.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file =
        File::open(path).and_then(|file| file.take(RecordFile::LARGEST as u64 + 1).read_to_end(&mut bytes));
    file.with_context(|| format!("reading {}", path.display()))?;
    Ok(bytes)
}
