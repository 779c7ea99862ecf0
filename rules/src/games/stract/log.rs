//! The log of the last turn, line by line (section 8.3 of the rules).

use std::cmp::Ordering;

use crate::Viewer;

use super::event::Event;

/// Returns the lines that `to` may read about the events of a turn.
pub(super) fn lines(events: &[Event], to: Viewer) -> Vec<String> {
    let mut lines: Vec<(u8, String)> = events.iter().filter_map(|event| line(&event.seen_by(to)?)).collect();
    // Switches stay in order of arrival. Other lines are sorted as the viewer reads them, so their order cannot reveal
    // anything.
    lines.sort_by(|a, b| {
        a.0.cmp(&b.0).then_with(|| if a.0 == SWITCHES { Ordering::Equal } else { a.1.cmp(&b.1) })
    });
    lines.into_iter().map(|(_, line)| line).collect()
}

/// The number of the block of switches.
const SWITCHES: u8 = 4;

/// Returns the line of an event as a viewer sees it, with the number of the block it belongs to.
fn line(event: &Event) -> Option<(u8, String)> {
    Some(match event {
        Event::Ordered { .. } => return None,
        Event::TurnBegan { turn } => (1, format!("turn {turn}")),
        Event::Spawned { piece, at } => (2, format!("spawn {piece} {at}")),
        Event::Moved { piece, from, to } => (3, format!("move {piece} {from}-{to}")),
        Event::Switched { piece, from, to } => (SWITCHES, format!("switch {piece} {from}={to}")),
        Event::Missed { piece, from, to, .. } => (SWITCHES, format!("miss {piece} {from}={to}")),
        Event::Clashed { at, heap, survivor, .. } => {
            let pieces: Vec<String> = heap
                .iter()
                .flat_map(|(piece, count)| std::iter::repeat_n(piece.to_string(), count.into()))
                .collect();
            let survivor = survivor.map_or_else(|| "-".to_owned(), |piece| piece.to_string());
            (5, format!("clash {at} {} -> {survivor}", pieces.join(",")))
        }
        Event::Scored { piece, at } => (6, format!("goal {piece} {at}")),
        Event::TurnEnded { points: [north, south], .. } => (7, format!("score {north}:{south}")),
    })
}
