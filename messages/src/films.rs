//! Replays of games as animated pictures.

use play::game::film::Film;
use render::Frame;
use rules::Viewer;

/// The most frames of a replay. A longer game shows every second turn, every third and so on.
pub const MOST_FRAMES: usize = 240;
/// The width of a replay in pixels.
pub const WIDTH: u32 = 600;

/// How long the last frame of a replay stays, in milliseconds.
const LAST_MS: u32 = 4000;
/// The shortest and the longest time of every other frame.
const FRAME_MS: (u32, u32) = (250, 900);
/// The length of a replay, as far as the times of its frames allow.
const WHOLE_MS: u32 = 60_000;

/// Returns the frames of a replay as `to` may see them, one for each position.
pub fn replay(film: &Film, to: Viewer) -> Vec<Frame> {
    let count = film.moments.len();
    let millis = (WHOLE_MS / count.max(1) as u32).clamp(FRAME_MS.0, FRAME_MS.1);
    let moments = film.moments.iter().enumerate();
    let frames = moments.map(|(nth, moment)| Frame {
        scene: render::scene(&moment.table, to, &moment.events),
        millis: if nth + 1 == count { LAST_MS } else { millis },
    });
    frames.collect()
}
