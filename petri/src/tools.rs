//! Tools for developers of games: counting positions and drawing them.

use std::{fs, path::Path, time::Instant};

use anyhow::Context as _;
use messages::text;
use play::catalogue;
use render::{Painter, Profile, Theme};
use rules::{Any, Kind, Options, Table, Turn, Viewer};

/// Returns the game with this name.
///
/// # Errors
/// When no game has this name; the error lists all games.
pub(crate) fn game(name: &str) -> anyhow::Result<Kind> {
    catalogue::find_game(name).with_context(|| text::unknown_game(name).replace("**", ""))
}

/// Reads `position`, or returns the initial position with default options.
fn position(name: &str, position: Option<&str>) -> anyhow::Result<Any> {
    let kind = game(name)?;
    match position {
        Some(text) => kind.read(text).context("not a position of this game"),
        None => kind.new_game(&Options::new()).context("setting up the game"),
    }
}

/// Counts the sequences of `depth` legal moves and reports the speed.
///
/// # Errors
/// If the game or the position cannot be read.
pub fn perft(name: &str, depth: u32, at: Option<&str>, divide: bool) -> anyhow::Result<String> {
    let game = position(name, at)?;
    let begun = Instant::now();
    let mut report = String::new();
    if divide && depth > 0 {
        for seat in game.to_act().iter().take(1) {
            for notation in game.legal(seat) {
                let mut next = game.clone();
                let turn = next.play(seat, &notation, &mut |_| {})?;
                // In simultaneous games, depth counts turns.
                let turn_continues = game.kind().is_simultaneous() && turn == Turn::Open;
                let left = if turn_continues { depth } else { depth - 1 };
                report.push_str(&format!("{notation}: {}\n", next.perft(left)));
            }
        }
    }
    let nodes = game.perft(depth);
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    report.push_str(&format!(
        "{nodes} nodes in {seconds:.3} s, {:.2} million a second",
        nodes as f64 / seconds / 1e6
    ));
    Ok(report)
}

/// Draws a position as spectators see it into a PNG file. `width` is in pixels.
///
/// # Errors
/// If the game or the position cannot be read, the width is out of range, or the file cannot be written.
pub fn draw(name: &str, at: Option<&str>, theme: Theme, width: u32, to: &Path) -> anyhow::Result<()> {
    let table = Table::from(position(name, at)?);
    let scene = render::scene(&table, Viewer::Public, &[]);
    let png = Painter::new(theme).png_wide(&scene, width, Profile::Post).context("drawing the position")?;
    fs::write(to, png).with_context(|| format!("writing {}", to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perft_counts_and_divides() {
        let report = perft("protozoa", 1, None, true).unwrap();
        assert_eq!(report.lines().count(), 185);
        assert!(report.contains("\n184 nodes"), "{report}");
        // Each of the first seat's 22 orders has 22 of the second seat.
        let report = perft("stract", 1, None, true).unwrap();
        let parts = report.lines().filter_map(|line| line.split_once(": ")?.1.parse().ok());
        assert_eq!(parts.collect::<Vec<u64>>(), [22; 22]);
        assert!(report.contains("\n484 nodes"), "{report}");
        assert!(perft("chess", 1, None, false).unwrap_err().to_string().contains("Protozoa"));
        assert!(perft("protozoa", 1, Some("nonsense"), false).is_err());
    }

    #[test]
    fn position_is_drawn_into_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("board.png");
        draw("semiosphere", None, Theme::Light, 400, &file).unwrap();
        assert_eq!(fs::read(&file).unwrap()[..8], *b"\x89PNG\r\n\x1a\n");
        assert!(draw("semiosphere", None, Theme::Light, 10, &file).is_err());
    }
}
