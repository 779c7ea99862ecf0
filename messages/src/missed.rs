//! Finds out whether a board has steps to show, and chooses the turns for a sheet.

use data::Game;
use play::{
    content::{CatchUp, Turn},
    game::missed::missed_by,
};
use render::Scene;
use rules::{Played, SKIP, Viewer, are_in_effect};

use crate::text;

/// Returns whether more than one thing has changed on the board since the last move of `to`, or of those who are to move, as far as
/// `to` may know. A game that is over has a replay instead.
pub(crate) fn has_steps(game: &Game, to: Viewer) -> bool {
    let since = missed_by(game, to);
    let in_effect = are_in_effect(&game.record);
    let entries = game.record.iter().zip(in_effect).skip(since).filter(|(_, counts)| *counts);
    entries.flat_map(|(entry, _)| seen_steps(entry, game.table.viewer(to))).nth(1).is_some()
}

/// Returns the events of an entry that change something on the board and that `to` may know.
fn seen_steps(entry: &Played, to: Viewer) -> impl Iterator<Item = ()> {
    let seen = entry.events.iter().filter_map(move |event| event.visible_to(to));
    seen.filter(render::is_step).map(|_| ())
}

/// The most turns on a sheet.
const SHEET: usize = 6;

/// The turns of a game for a sheet.
pub struct Sheet<'a> {
    /// The newest turns in which something happened that the viewer may know, oldest first.
    pub turns: Vec<&'a Turn>,
    /// The number of such turns before these.
    pub earlier: usize,
    /// The number of turns in which nothing happened, such as those in which everybody passed.
    pub quiet: usize,
}

/// Chooses the turns for a sheet. It goes by what the viewer sees, not by the orders: a secret order that came to nothing
/// looks like a pass.
pub fn sheet(seen: &CatchUp) -> Sheet<'_> {
    let record = &seen.game.record;
    let happened = |entry: &Played| {
        let is_news = !entry.is_move() && entry.notation != SKIP;
        is_news || seen_steps(entry, seen.game.table.viewer(seen.to)).next().is_some()
    };
    let (mut turns, quiet): (Vec<&Turn>, Vec<&Turn>) =
        seen.turns.iter().partition(|turn| record[turn.entries.clone()].iter().any(happened));
    let earlier = turns.len().saturating_sub(SHEET);
    turns.drain(..earlier);
    Sheet { turns, earlier, quiet: quiet.len() }
}

/// Returns the scenes after the turns of a sheet, with each turn marked, and their labels.
pub fn scenes(seen: &CatchUp, sheet: &Sheet<'_>) -> Vec<(String, Scene)> {
    let record = &seen.game.record;
    let scenes = sheet.turns.iter().map(|turn| {
        let events = record[turn.entries.clone()].iter().flat_map(|entry| entry.events.iter().cloned());
        let scene = render::scene(&turn.table, seen.to, &events.collect::<Vec<_>>());
        (text::turn_label(turn.number), scene)
    });
    scenes.collect()
}
