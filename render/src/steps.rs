//! The steps of turns: what happened, event by event, as one viewer saw it.
//!
//! A step begins with the scene before it and applies the changes of events that the viewer may know. It never looks at a
//! position, so there is nothing that it could give away. Only the last step of each entry of the record is the real scene
//! of the viewer, which also has the new numbers and conditions of all pieces.

use rules::{AnyEvent, Table, Viewer};

use crate::{
    games::{beat, scene as scene_of},
    scene::Scene,
};

/// One step of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The scene after the step.
    pub scene: Scene,
    /// The events in sentences.
    pub caption: String,
    /// Whether something was captured or lost.
    pub takes: bool,
}

/// Returns the steps of one entry of a record, of which `to` may know these events. The last scene is the one that the changes
/// lead to; its pieces are those of the real scene, but not all of their numbers and conditions are.
pub fn changes(before: &Table, to: Viewer, events: &[AnyEvent]) -> Vec<Step> {
    let kind = before.kind();
    let who = |seat| kind.colour(seat).name().to_owned();
    let mut scene = scene_of(before, to, &[]);
    scene.settle();
    let mut steps: Vec<Step> = Vec::new();
    let mut group = 0;
    for event in events.iter().filter_map(|event| event.visible_to(to)) {
        let caption = event.describe(&who);
        let beat = beat(before, to, &scene, &event).filter(|beat| !beat.changes.is_empty());
        // An event that changes nothing, such as a score, belongs to the step before it.
        let joins = beat.as_ref().is_none_or(|beat| beat.group > 0 && beat.group == group);
        let Some(last) = steps.last_mut().filter(|_| joins) else {
            let Some(beat) = beat else { continue };
            scene.settle();
            beat.changes.into_iter().for_each(|change| scene.apply(change));
            group = beat.group;
            steps.push(Step { scene: scene.clone(), caption, takes: beat.takes });
            continue;
        };
        if let Some(beat) = beat {
            beat.changes.into_iter().for_each(|change| scene.apply(change));
            last.scene = scene.clone();
            last.takes |= beat.takes;
        }
        if !caption.is_empty() {
            last.caption = [last.caption.as_str(), caption.as_str()].join(" ").trim().to_owned();
        }
    }
    steps
}

/// Returns the scene `before` and the steps of these entries of a record, each given as the table after it and its events. Every
/// entry ends with the real scene. If there are more than `most` scenes, steps are merged, first those without a capture.
pub fn steps(
    before: &Table,
    to: Viewer,
    entries: &[(Table, Vec<AnyEvent>)],
    most: usize,
) -> (Scene, Vec<Step>) {
    let mut first = scene_of(before, to, &[]);
    first.settle();
    let mut all: Vec<Step> = Vec::new();
    let mut table = before;
    for (after, events) in entries {
        let mut steps = changes(table, to, events);
        if let Some(last) = steps.last_mut() {
            last.scene = scene_of(after, to, events);
        }
        all.extend(steps);
        table = after;
    }
    while all.len() + 1 > most.max(2) {
        let cost = |at: &usize| {
            let (one, other) = (&all[*at], &all[at + 1]);
            let takes = u8::from(one.takes) + u8::from(other.takes);
            // Shorter captions break a tie, so that a merged step is quick to read.
            (takes, one.caption.len() + other.caption.len())
        };
        let Some(at) = (0..all.len() - 1).min_by_key(cost) else { break };
        let one = all.remove(at);
        merge(&one, &mut all[at]);
    }
    (first, all)
}

/// Adds what a step shows to the step after it.
fn merge(one: &Step, next: &mut Step) {
    next.caption = [one.caption.as_str(), next.caption.as_str()].join(" ").trim().to_owned();
    next.takes |= one.takes;
    next.scene.overlay(&one.scene);
}
