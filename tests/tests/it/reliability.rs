//! How reliably people play: the button of a lobby, and the switch that hides a profile.

use clock::later;
use data::Conduct;
use jiff::{SignedDuration, Timestamp};
use rules::Kind;
use serde_json::json;

use crate::{
    table::Match,
    world::{World, story},
};

/// Adds to what a person did a week ago, while the bot is stopped.
async fn add(world: &World, person: u64, more: Conduct) {
    let store = world.store_to_write().await;
    let at = later(Timestamp::now(), SignedDuration::from_hours(-7 * 24));
    let add = move |tx: &data::Tx<'_>| tx.add_conduct(person.into(), at, &more);
    store.write(add).await.expect("the counts");
}

#[tokio::test(flavor = "multi_thread")]
async fn players_button_shows_who_is_reliable() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        game.play(world).await;
        game.play(world).await;
        let question = world.chat.command(&bob, &channel, "resign", json!({})).await.shown();
        world.chat.press(&bob, &question, "Resign").await.shown();
        world.all_public_is_delivered().await;
        world.kill_bot().await;
        let earlier = Conduct { turns: 83, late: 2, finished: 10, left: 1, ..Conduct::default() };
        add(world, ann.0.parse().expect("an id"), earlier).await;
        world.start_bot().await;

        let wish = json!({ "game": "protozoa", "invite": bob.0 });
        let lobby = world.chat.command(&ann, &channel, "play", wish).await.shown();
        let people = world.chat.press(&bob, &lobby, "Players").await.shown();
        assert!(people.private(), "{people}");
        let anns =
            format!("{}: ran out of time in 2 of 84\u{a0}turns, left 1 of 12\u{a0}games", ann.mention());
        let bobs = format!("{}: new here: 1\u{a0}turn so far", bob.mention());
        assert!(people.content().contains(&anns) && people.content().contains(&bobs), "{people}");

        let joined = world.chat.press(&bob, &lobby, "Join").await.shown();
        assert!(!joined.private() && joined.words().contains("Players: 2 of"), "{joined}");
        let profile = world.chat.command(&bob, &channel, "profile", json!({ "user": ann.0 })).await.shown();
        assert!(profile.words().contains("Left 1 of 12\u{a0}games."), "{profile}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_profile_is_shown_to_nobody_else() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let profile = async |by, of: &crate::chat::Person| {
            let shown = world.chat.command(by, &channel, "profile", json!({ "user": of.0 })).await.shown();
            assert!(shown.private(), "{shown}");
            shown
        };
        let panel = world.chat.command(&ann, &channel, "privacy show", json!({})).await.shown();
        let panel = world.chat.press(&ann, &panel, "Hide my profile").await.shown();
        assert!(panel.content().contains("Profile: **hidden**"), "{panel}");
        let refused = profile(&bob, &ann).await;
        assert!(refused.content().contains("keeps their profile to themselves"), "{refused}");
        assert!(profile(&ann, &ann).await.words().contains("You have no rating yet"));
        world.kill_bot().await;
        world.start_bot().await;
        let panel = world.chat.press(&ann, &panel, "Show my profile").await.shown();
        assert!(panel.content().contains("Profile: **shown**"), "{panel}");
        assert!(profile(&bob, &ann).await.words().contains("There's no rating here yet"));
    })
    .await;
}
