//! Personal settings, and their effect.

use play::time::Clock;
use rules::Kind;
use serde_json::{Value, json};

use crate::{
    chat::{Channel, Person},
    message::Message,
    table::Match,
    world::{World, story},
};

/// Sets something, or shows the settings. Returns the text of the private response.
async fn settings(world: &World, by: &Person, channel: &Channel, options: Value) -> String {
    let shown = world.chat.command(by, channel, "settings", options).await.shown();
    assert!(shown.private(), "{shown}");
    shown.content().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_zone_changes_no_settings() {
    story(async |world| {
        let (ann, channel) = (world.person("Ann").await, world.channel("games").await);
        let zones =
            world.chat.suggestions(&ann, &channel, "settings", "zone", json!({ "zone": "berl" })).await;
        assert_eq!(zones, ["Europe/Berlin"]);
        let wish = json!({ "zone": "Europe/Berlin", "sleep": "23:00-08:00", "pings": "dm", "remind": "70" });
        let set = settings(world, &ann, &channel, wish).await;
        for part in ["`Europe/Berlin`", "`23:00-08:00`", "direct message", "70 %", "next turn"] {
            assert!(set.contains(part), "{part}: {set}");
        }
        let refused = settings(world, &ann, &channel, json!({ "zone": "Atlantis", "remind": "0" })).await;
        assert!(refused.contains("the time zone `Atlantis`"), "{refused}");
        let shown = settings(world, &ann, &channel, json!({})).await;
        assert!(set.starts_with(&shown), "{shown}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_board_has_the_look_of_its_reader() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let board = async |by: &Person| {
            let shown = world.chat.command(by, &channel, "board", json!({})).await.shown();
            let picture = shown.picture().expect("a board has a picture");
            world.chat.download(picture["url"].as_str().expect("a picture has an address")).await
        };
        let usual = board(&ann).await;
        let set = settings(world, &ann, &channel, json!({ "theme": "high contrast", "big": true })).await;
        assert!(set.contains("theme `contrast` and big boards"), "{set}");
        assert_ne!(board(&ann).await, usual);
        assert_eq!(board(&bob).await, usual, "everyone has their own look");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_change_by_tap() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let (mover, _) = game.mover_and_other();
        let panel = world.chat.command(&mover, &channel, "settings", json!({})).await.shown();
        let set = world.chat.fill_in(&mover, &panel, "zone", "berlin").await.shown();
        assert!(set.id() == panel.id() && set.content().contains("`Europe/Berlin`"), "{set}");
        let refused = world.chat.fill_in(&mover, &set, "remind", "soon").await.shown();
        assert!(refused.content().contains("`50%, 8h, 1h`"), "{refused}");
        let page = world.chat.choose(&mover, &set, "preview").await.shown();
        let set = world.chat.choose(&mover, &page, "off").await.shown();
        assert!(set.content().contains("a single move is played at once"), "{set}");
        let tested = world.chat.press(&mover, &set, "Test my pings").await.shown();
        assert!(tested.content().contains("A test is on its way"), "{tested}");
        let arrived = async |messages: &[Message]| {
            messages.iter().find(|message| message.content().contains("the test you asked for")).cloned()
        };
        let test = world.chat.wait(&mover, &channel, "a test", arrived).await;
        assert!(world.chat.pings(&mover).await.contains(&test.id().to_owned()));

        // Without previews, the last tap plays.
        let panel = world.chat.press(&mover, &game.first, "Move").await.shown();
        let square = panel.button("f4");
        assert!(square.contains(":for:"), "{square}");
        let begun = world.chat.begin_press(&mover, &panel, &square, None).await.expect("a button");
        let receipt = world.chat.answer(&mover, &begun).await.shown();
        assert!(receipt.content().starts_with('✅'), "{receipt}");
        game.table.play(game.mover().expect("the game is running").0, "p@f4").expect("a legal move");
        world.board(&channel, game.id, 1).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn board_does_not_ping_sleeping_players() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let hour = Clock::default().now().as_second() / 3600 % 24;
        let night = format!("{:02}:00-{:02}:00", (hour + 23) % 24, (hour + 6) % 24);
        for person in [&ann, &bob] {
            settings(world, person, &channel, json!({ "zone": "UTC", "sleep": night })).await;
        }
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let (mover, other) = game.mover_and_other();
        assert!(!world.chat.pings(&mover).await.contains(&game.first.id().to_owned()));
        settings(world, &other, &channel, json!({ "sleep": "none" })).await;
        game.type_move(world, "p@f4").await;
        let board = world.board(&channel, game.id, 1).await;
        assert!(
            world.chat.pings(&other).await.contains(&board.id().to_owned()),
            "a player who is awake is pinged"
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notification_comes_by_direct_message() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        for person in [&ann, &bob] {
            settings(world, person, &channel, json!({ "pings": "dm" })).await;
        }
        let game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let (mover, _) = game.mover_and_other();
        let dm = world.chat.direct_messages(&mover).await;
        let called = world
            .chat
            .wait(&mover, &dm, "a notification", async |messages| {
                messages.iter().find(|message| message.content().contains("your move")).cloned()
            })
            .await;
        let pings = world.chat.pings(&mover).await;
        assert!(pings.contains(&called.id().to_owned()), "{called}");
        assert!(!pings.contains(&game.first.id().to_owned()), "the board does not call them, too");
    })
    .await;
}
