//! Games with a clock, and what their boards say about it.

use rules::Kind;
use serde_json::Value;

use crate::{
    chat::{Channel, Person},
    message::Message,
    table::Match,
    world::World,
};

pub(crate) const HOUR: i64 = 60;
pub(crate) const DAY: i64 = 24 * HOUR;

/// Begins a game with this clock between Ann and Bob, both with these settings. Returns the player to move and the other one.
pub(crate) async fn timed(
    world: &World,
    kind: Kind,
    clock: &str,
    settings: &Value,
) -> (Match, Person, Person) {
    let people = [world.person("Ann").await, world.person("Bob").await];
    let channel = world.channel("games").await;
    let game = begin(world, &channel, &people, kind, clock, settings).await;
    let (mover, other) = game.mover_and_other();
    (game, mover, other)
}

/// Begins a game with this clock in a channel between these people, all with these settings.
pub(crate) async fn begin(
    world: &World,
    channel: &Channel,
    people: &[Person],
    kind: Kind,
    clock: &str,
    settings: &Value,
) -> Match {
    for person in people {
        world.chat.command(person, channel, "settings", settings.clone()).await.shown();
    }
    Match::begin_by(world, channel, people, kind, clock).await
}

/// Returns the timestamps of a message in this style, in seconds since 1970.
pub(crate) fn moments(message: &Message, style: char) -> Vec<i64> {
    let words = message.words();
    let marks = words.split("<t:").skip(1).filter_map(|rest| rest.split_once('>'));
    marks.filter_map(|(mark, _)| mark.strip_suffix(&format!(":{style}"))?.parse().ok()).collect()
}

/// Returns the time until which the one running clock runs.
#[track_caller]
pub(crate) fn deadline(board: &Message) -> i64 {
    let far = moments(board, 'R');
    assert_eq!(far.len(), 1, "{board}");
    assert!(moments(board, 'f').contains(&far[0]), "the board shows the date, too: {board}");
    far[0]
}

/// Returns the minutes left on the running clock of a board, rounded up to a multiple of five, because clocks run during a story.
#[track_caller]
pub(crate) fn minutes_left(world: &World, board: &Message) -> i64 {
    (deadline(board) - world.now().as_second() + 299).div_euclid(300) * 5
}
