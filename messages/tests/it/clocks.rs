//! The words of boards, lobbies and notices about clocks.

use clock::{Hours, Minute, Sleep};
use data::{GameId, Tx};
use messages::{posts, text};
use play::{
    fixture::{ANN, BOB, Fixture},
    game::clocks::pause,
};
use rules::Viewer;

use crate::world::{menu, next_notice, post};

const HOUR: i64 = 60;
const DAY: i64 = 24 * HOUR;

async fn two(world: &Fixture, clock: &str) -> GameId {
    world.begin(&format!("protozoa | {clock}"), &[BOB]).await
}

/// Returns what a board says now about the clocks of a game.
async fn clock_lines(world: &Fixture, id: GameId) -> String {
    text::clocks(&world.game(id).await, world.service.now())
}

#[tokio::test]
async fn absence_is_announced_once() {
    let world = Fixture::new().await;
    let id = world.begin("stract | 10m/turn hard pass", &[BOB]).await;
    for _ in 0..4 {
        world.service.play_typed(&world.by(ANN), "pass".to_owned()).await.unwrap();
        world.pass(11).await;
    }
    let story = text::story(&world.game(id).await, Viewer::Public, 0);
    assert_eq!(story.matches("won't notify them again until they move").count(), 1, "{story}");
}

#[tokio::test]
async fn abandoned_game_says_why_it_was_called_off() {
    let world = Fixture::new().await;
    let id = world.begin("stract | 10m/turn hard pass", &[BOB]).await;
    world.pass(11).await;
    world.pass(11).await;
    let story = text::story(&world.game(id).await, Viewer::Public, 2);
    assert!(
        story.contains("Nobody has moved for two turns in a row, so I've called the game off."),
        "{story}"
    );
}

#[tokio::test]
async fn board_shows_who_ran_out_of_time() {
    let world = Fixture::new().await;
    let id = two(&world, "10m/turn").await;
    world.pass(11).await;
    assert!(clock_lines(&world, id).await.contains("ran out of time"));
}

#[tokio::test]
async fn vacation_days_are_shown_and_counted() {
    let world = Fixture::new().await;
    let id = two(&world, "1d/turn hard").await;
    world.pass(DAY + 1).await;
    assert!(clock_lines(&world, id).await.contains("vacation day"));
    let notice = next_notice(&world).await;
    assert!(notice.contains("20\u{a0}vacation days left"), "{notice}");
    let last = text::vacation_day(world.service.now(), 14, 0);
    assert!(last.contains("14\u{a0}vacation days left this year, none of them for this game"), "{last}");
}

#[tokio::test]
async fn board_says_when_it_is_night() {
    let world = Fixture::new().await;
    let now = world.service.now();
    let minute = |hours: i64| Minute::new(((now.as_second() / 60 + hours * HOUR) % DAY) as u16).unwrap();
    let sleep = Sleep::new(minute(2), minute(9)).unwrap();
    for person in [ANN, BOB] {
        let set = move |tx: &Tx<'_>| {
            let hours = Hours { sleep: Some(sleep), ..Hours::default() };
            let person = tx.person(person.into())?;
            tx.set_person(&data::Person { hours, ..person })
        };
        world.service.store().write(set).await.unwrap();
    }
    let id = two(&world, "10h/turn hard").await;
    for (hours, says) in [
        (1, "runs until"),
        (1, "It's night"),
        (6, "It's night"),
        (1, "runs until"),
        // The next night begins after the time has run out.
        (7, "runs until"),
    ] {
        world.pass(hours * HOUR).await;
        assert!(clock_lines(&world, id).await.contains(says), "{says}: {}", clock_lines(&world, id).await);
    }
}

#[tokio::test]
async fn board_says_that_the_game_is_paused() {
    let world = Fixture::new().await;
    let id = two(&world, "10h/turn hard").await;
    let at = world.service.now();
    world.service.store().write(move |tx| pause(tx, &mut tx.open(id)?, at)).await.unwrap();
    assert!(clock_lines(&world, id).await.contains("paused"));
}

#[tokio::test]
async fn board_mentions_only_long_outages() {
    for (away, mentioned) in [(9, false), (3 * HOUR, true), (30 * DAY, true)] {
        let mut world = Fixture::new().await;
        world.pass(0).await;
        let id = two(&world, "40d+0h/40d hard").await;
        world.pass(HOUR).await;
        world.restart_after(away).await;
        assert_eq!(
            clock_lines(&world, id).await.contains("I was offline"),
            mentioned,
            "{}",
            clock_lines(&world, id).await
        );
    }
    let mut world = Fixture::new().await;
    world.pass(0).await;
    let id = two(&world, "3d/turn hard").await;
    world.service.last_heartbeat().await.unwrap();
    world.restart_after_seconds(80).await;
    assert!(!clock_lines(&world, id).await.contains("I was offline"), "{}", clock_lines(&world, id).await);
}

#[tokio::test]
async fn servers_clock_is_shown() {
    let world = Fixture::new().await;
    let shown = async || post(&world, world.service.usual_clock(&world.by(ANN)).await).await.content;
    let default = shown().await;
    assert!(
        default.contains("72\u{a0}h for the game") && default.contains("This is the default."),
        "{default}"
    );
    world.service.set_usual_clock(&world.by(ANN), "2 weeks").await.unwrap();
    let chosen = shown().await;
    assert!(
        chosen.contains("14\u{a0}days for each turn; soft, after up to 7\u{a0}vacation days (`14d/turn`)"),
        "{chosen}"
    );
    assert!(!chosen.contains("This is the default."), "{chosen}");
    world.service.set_usual_clock(&world.by(ANN), "default").await.unwrap();
    assert_eq!(shown().await, default);
}

#[tokio::test]
async fn host_chooses_a_clock_from_the_menu() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    let panel = post(&world, world.service.options_panel(&world.by(ANN), id).await).await;
    let (_, chosen) = menu(&panel).into_iter().find(|(label, _)| label.contains("1 day")).unwrap();
    assert_eq!(chosen, "1d/turn hard");
    let panel = post(&world, world.service.set_clock(&world.by(ANN), id, chosen.to_owned()).await).await;
    assert!(panel.content.contains("1\u{a0}day for each turn"), "{}", panel.content);
    let card = posts::lobby(&world.lobby(id).await).card.unwrap();
    assert!(card.fields.iter().any(|(name, value)| name == "Clock" && value.contains("1d/turn hard")));
}

#[tokio::test]
async fn game_without_a_clock_shows_no_time() {
    let world = Fixture::new().await;
    let id = two(&world, "none").await;
    assert_eq!(clock_lines(&world, id).await, "");
    assert!(!text::seats(&world.game(id).await, world.service.now()).contains('·'));
}
