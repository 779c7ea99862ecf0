//! How long players wait for a screen of the panel. The times are printed (`cargo test -p tests little_wait -- --nocapture`).

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use rules::Kind;

use crate::{
    chat::Person,
    message::Message,
    table::Match,
    world::{World, story},
};

/// The people who tap at the same time.
const PEOPLE: usize = 10;

/// The taps of each of them.
const TAPS: u32 = 15;

/// The time between two taps of a person.
const PACE: Duration = Duration::from_secs(1);

/// The time within which 99 of 100 screens are there.
const SOON: Duration = Duration::from_millis(300);

/// Presses a control of a panel. Returns the next screen, and how long the response took.
async fn timed_tap(
    world: &World,
    person: &Person,
    panel: &Message,
    (custom_id, value): (&str, Option<&str>),
) -> (Message, Duration) {
    let values = value.map(|value| [value]);
    let begun = Instant::now();
    let pressed =
        world.chat.begin_press(person, panel, custom_id, values.as_ref().map(<[&str; 1]>::as_slice)).await;
    let interaction = pressed.expect("the control can be used");
    while world.chat.get(&format!("/interactions/{interaction}")).await["state"] == "pending" {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let took = begun.elapsed();
    (world.chat.answer(person, &interaction).await.shown(), took)
}

/// Taps through the panel of a game, anywhere but on **Confirm** and **Close**. Returns how long each response took.
async fn tap_around(world: &World, game: &Match, number: usize) -> Vec<Duration> {
    let (_, person) = game.mover().expect("the game has begun");
    let begun = tokio::time::Instant::now() + PACE * number as u32 / PEOPLE as u32;
    let mut panel = world.chat.press(&person, &game.first, "Move").await.shown();
    let mut times = Vec::new();
    for tap in 0..TAPS {
        tokio::time::sleep_until(begun + PACE * (tap + 1)).await;
        let ways = panel.ways();
        let back = ["Back", "Undo", "Start over"].into_iter().find(|label| panel.buttons().contains(label));
        // Nearby taps lead to different screens, and every fourth one back.
        let way = ways.get((7 * tap as usize + 3 * number) % ways.len().max(1));
        let (custom_id, value) = match (way, back) {
            (_, Some(back)) if way.is_none() || tap % 4 == 3 => (panel.button(back), None),
            (Some(way), _) => (way.custom_id.clone(), way.value.clone()),
            (None, _) => panic!("nothing leads on:\n{panel}"),
        };
        let (next, took) = timed_tap(world, &person, &panel, (&custom_id, value.as_deref())).await;
        times.push(took);
        panel = next;
    }
    times
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_people_tap_with_little_wait() {
    story(async |world| {
        let mut games = Vec::new();
        for number in 0..PEOPLE {
            let kind = Kind::ALL[number % Kind::ALL.len()];
            let channel = world.channel(&format!("{}-{number}", kind.slug())).await;
            let pair =
                [world.person(&format!("Ann {number}")).await, world.person(&format!("Bob {number}")).await];
            games.push(Match::begin_with(world, &channel, &pair, kind, "").await);
        }
        let tapping = games.iter().enumerate().map(|(number, game)| tap_around(world, game, number));
        let mut times: Vec<Duration> = join_all(tapping).await.into_iter().flatten().collect();
        times.sort();
        let percentile = |percent: usize| times[(times.len() * percent).div_ceil(100) - 1];
        let (half, most) = (percentile(50), percentile(99));
        println!(
            "{} taps: 50th percentile {half:.0?}, 99th {most:.0?}, {:.0?} at most",
            times.len(),
            percentile(100)
        );
        assert!(half <= SOON, "{half:?}");
        // Tests that run beside this one take the processor from it.
        if std::env::var("PETRI_PACE").is_ok_and(|wish| wish == "required") {
            assert!(most <= SOON, "{most:?}");
        }
    })
    .await;
}
