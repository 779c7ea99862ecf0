//! Replays and steps of games as animated pictures.

use play::{
    content::{Replay, Steps},
    game::film::{Film, Moment},
};
use render::{
    Frame, Owner, Step,
    chart::{Chart, Scores, Series},
};
use rules::{Any, Kind, Seat, Table, Viewer};

use crate::text;

/// The width of a replay in pixels.
pub const WIDTH: u32 = 600;
/// The width of a replay whose file would be too large.
const NARROW: u32 = 450;
/// The largest file that a replay may have, in bytes, even if Discord accepts larger ones.
pub const LARGEST: usize = 8 << 20;
/// The largest file of a replay that is added to the post of a game's end, in bytes.
pub const LARGEST_ADDED: usize = 2 << 20;

/// How long the last frame of a replay stays, in milliseconds.
const LAST_MS: u32 = 4000;
/// The shortest and the longest time of every other frame.
const FRAME_MS: (u32, u32) = (250, 900);
/// The length of a replay, as far as the times of its frames allow.
const WHOLE_MS: u32 = 60_000;

/// Returns the frames of a replay as `to` may see them, one for each position.
pub fn replay(film: &Film, to: Viewer) -> Vec<Frame> {
    let scenes = film.moments.iter().map(|moment| render::scene(&moment.table, to, &moment.events));
    let frames = film.moments.iter().zip(scenes).map(|(moment, scene)| Frame {
        scene,
        label: text::turn_label(moment.number),
        millis: 0,
    });
    timed(frames.collect())
}

/// Gives frames their times, which depend on their number.
fn timed(mut frames: Vec<Frame>) -> Vec<Frame> {
    let millis = (WHOLE_MS / frames.len().max(1) as u32).clamp(FRAME_MS.0, FRAME_MS.1);
    frames.iter_mut().for_each(|frame| frame.millis = millis);
    if let Some(last) = frames.last_mut() {
        last.millis = LAST_MS;
    }
    frames
}

/// Returns the widths in which to try a replay, each with how many frames become one, until the file is small enough.
pub(crate) static TRIES: [(u32, usize); 5] = [(WIDTH, 1), (NARROW, 1), (NARROW, 2), (NARROW, 4), (NARROW, 8)];

/// Returns every `nth` frame counted from the last one, and the first one.
pub(crate) fn thinned(frames: &[Frame], nth: usize) -> Vec<Frame> {
    if nth == 1 {
        // The times are those of the caller.
        return frames.to_vec();
    }
    let last = frames.len().saturating_sub(1);
    let kept = frames.iter().enumerate().filter(|(at, _)| *at == 0 || (last - at).is_multiple_of(nth));
    timed(kept.map(|(_, frame)| frame.clone()).collect())
}

/// The most frames of steps, with the scene before them.
pub(crate) const MOST_STEPS: usize = 12;
/// The most pictures of a film that does not move. They fit one sheet.
pub(crate) const STILLS: usize = 6;
/// How long a frame of steps stays, and how long the last one does, in milliseconds.
const STEP_MS: (u32, u32) = (900, 3000);
/// How often steps start again.
pub(crate) const STEP_REPEATS: u16 = 3;

/// Returns the steps of a game and the frames of their film, at most `most`: the scene before them and one frame for each. Returns
/// `None` if there is no step.
pub fn steps(steps: &Steps, most: usize) -> Option<(Vec<Step>, Vec<Frame>)> {
    let (first, shown) = render::steps(&steps.before, steps.to, &steps.entries, most);
    let scenes = [&first].into_iter().chain(shown.iter().map(|step| &step.scene));
    let frames = scenes.enumerate().map(|(number, scene)| Frame {
        scene: scene.clone(),
        label: text::step_label(number, shown.len()),
        millis: if number == shown.len() { STEP_MS.1 } else { STEP_MS.0 },
    });
    let frames = frames.collect();
    if shown.is_empty() { None } else { Some((shown, frames)) }
}

/// Returns positions of a replay that fit one sheet: the first one, the last one, and some between them at equal distances.
pub(crate) fn stills(film: &Film) -> Vec<&Moment> {
    let last = film.moments.len().saturating_sub(1);
    let gaps = last.clamp(1, STILLS - 1);
    let mut places: Vec<usize> = (0..=gaps).map(|nth| nth * last / gaps).collect();
    places.dedup();
    places.into_iter().filter_map(|at| film.moments.get(at)).collect()
}

/// Describes a replay in words: the number of turns, and its last position.
pub(crate) fn replay_alt(film: &Film, to: Viewer) -> String {
    let last = film.moments.last().map(|last| render::scene(&last.table, to, &last.events).alt());
    text::replay_alt(film.turns, &last.unwrap_or_default())
}

/// Returns the chart of the scores in a replay, if it shows at least two positions. In Parasites it begins once all queens are placed,
/// because before that the first queen owns the whole board.
pub fn scores(kind: Kind, film: &Film) -> Option<Chart> {
    let seats = film.scores.first().map_or(0, |(_, scores)| scores.len());
    let is_placing = |table: &Table| matches!(table.game(), Any::Parasites(game) if game.is_placing());
    let begins_placing = film.moments.first().is_some_and(|first| is_placing(&first.table));
    // A queen owns at least her own square.
    let skipped = film.scores.iter().take_while(|(_, scores)| begins_placing && scores.contains(&0)).count();
    let shown = &film.scores[skipped..];
    let series = (0..seats).filter_map(|index| {
        let values = shown.iter().filter_map(|(_, scores)| scores.get(index).copied()).collect();
        Some(Series { owner: Owner::of(kind, Seat::from_index(index)?), values })
    });
    let turns = shown.iter().map(|(number, _)| *number as u32).collect();
    let title = text::course(kind);
    (shown.len() > 1).then(|| Chart::Scores(Scores { title, turns, series: series.collect() }))
}

/// Returns the largest file that this replay may have, in bytes.
pub(crate) fn largest(replay: &Replay) -> usize {
    replay.largest.min(LARGEST)
}

#[cfg(test)]
mod tests {
    use rules::Options;

    use super::*;

    fn frames(count: usize) -> Vec<Frame> {
        let table = Table::new(Kind::Protozoa, &Options::new()).unwrap();
        let scene = render::scene(&table, Viewer::Public, &[]);
        vec![Frame { scene, label: String::new(), millis: 0 }; count]
    }

    #[test]
    fn replay_lasts_a_minute_within_bounds() {
        for (count, millis) in [(2, 900), (66, 900), (67, 895), (100, 600), (240, 250), (300, 250)] {
            let frames = timed(frames(count));
            let (last, others) = frames.split_last().unwrap();
            assert_eq!(last.millis, LAST_MS);
            assert!(others.iter().all(|frame| frame.millis == millis), "{count}: {}", others[0].millis);
        }
    }

    #[test]
    fn chart_of_parasites_begins_with_all_queens() {
        let shown = |position: &str, scores: &[[i32; 2]]| {
            let table = Table::from(Kind::Parasites.read(position).unwrap());
            let scores = scores.iter().map(|scores| scores.to_vec()).enumerate().collect();
            let moments = vec![Moment { number: 0, table, events: Vec::new() }];
            match super::scores(Kind::Parasites, &Film { moments, every: 1, turns: 1, scores }) {
                Some(Chart::Scores(chart)) => chart.turns,
                _ => Vec::new(),
            }
        };
        let [placing, later] = [
            "10/10/10/10/10/10/10/10/10/10 2 1 2 - 0 -",
            "10/10/3,Q1,6/10/10/10/10/10/7,Q2,2/10 2 1 2 - 0 -",
        ];
        assert_eq!(shown(placing, &[[0, 0], [100, 0], [48, 52], [60, 40]]), [2, 3]);
        // The first queen was placed twice.
        assert_eq!(shown(placing, &[[0, 0], [100, 0], [0, 0], [100, 0], [48, 52], [60, 40]]), [4, 5]);
        assert_eq!(shown(placing, &[[0, 0], [100, 0]]), [0; 0]);
        assert_eq!(shown(later, &[[48, 52], [90, 0]]), [0, 1], "a seat can lose all of its squares later");
    }

    #[test]
    fn thinned_replay_keeps_its_ends() {
        let mut all = frames(10);
        for (nth, frame) in all.iter_mut().enumerate() {
            frame.scene.facts = vec![nth.to_string()];
        }
        let shown = |nth: usize| -> Vec<String> {
            thinned(&all, nth).into_iter().map(|frame| frame.scene.facts.concat()).collect()
        };
        assert_eq!(shown(1).len(), 10);
        assert_eq!(shown(2), ["0", "1", "3", "5", "7", "9"]);
        assert_eq!(shown(4), ["0", "1", "5", "9"]);
        assert_eq!(shown(8), ["0", "1", "9"]);
    }
}
