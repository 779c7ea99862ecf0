//! A lesson in the page on a phone, and hints.
//!
//! With `PETRI_SCREENS=<folder>`, every screen is kept there as a picture.

use std::path::PathBuf;

use rules::Kind;
use serde_json::json;

use crate::{
    browser::{Device, Page, browsing},
    table::Match,
    world::story,
};

/// The buttons that lead through the lesson of Protozoa.
const TAPS: [&[&str]; 7] = [
    &["e4"],
    &["Drone 3", "e3"],
    &["Drone 2", "e4"],
    &["Promote", "d4"],
    &["Drone 2", "d5"],
    &["Drone 1", "b4"],
    &["Queen 4", "d3"],
];

/// Keeps the newest message of a page as a picture.
async fn keep(page: &Page<'_>, name: &str) {
    let Some(folder) = std::env::var_os("PETRI_SCREENS").map(PathBuf::from) else { return };
    page.ask(
        "[...document.querySelectorAll('[data-testid=message]')].pop().scrollIntoView({ block: 'end' })",
    )
    .await;
    let picture = page.client.screenshot().await.expect("the browser draws");
    std::fs::create_dir_all(folder.join("lesson")).expect("a folder");
    std::fs::write(folder.join("lesson").join(format!("{name}.png")), picture).expect("the picture is kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn lesson_is_played_on_a_phone() {
    browsing(Device::Phone, async |browser, world| {
        let ann = world.person("Ann").await;
        let channel = world.channel("lessons").await;
        let page = browser.page(world, &ann, &channel).await;
        world.chat.command(&ann, &channel, "learn", json!({ "game": "protozoa" })).await.shown();
        for (index, taps) in TAPS.iter().enumerate() {
            page.shows(&format!("step {} of 7", index + 1)).await;
            page.sees_boards(1).await;
            keep(&page, &format!("step-{}", index + 1)).await;
            for tap in *taps {
                page.press(tap).await;
            }
        }
        page.shows("won your first one").await;
        page.sees_boards(1).await;
        keep(&page, "end").await;
        page.press("Play Spore").await;
        page.shows("Spore (machine)").await;
        page.sees_boards(2).await;
        keep(&page, "whole-game").await;
        let wide = page.ask("return document.documentElement.scrollWidth <= innerWidth").await;
        assert_eq!(wide, true, "nothing is wider than the screen");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_follow_the_agreement_of_the_lobby() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let chat = &world.chat;
        let mut rated = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        for person in [&ann, &bob] {
            let refused = chat.command(person, &channel, "hint", json!({})).await.shown();
            assert!(refused.private() && !refused.words().contains("best turn"), "{refused}");
        }
        for notation in ["p@f4", "p@c5"] {
            rated.type_move(world, notation).await;
        }
        let public = world.messages(&channel).await.len();
        let panel = chat.command(&ann, &channel, "resign", json!({})).await.shown();
        chat.press(&ann, &panel, "Resign").await.shown();
        world.all_public_is_delivered().await;
        let hint = chat.command(&bob, &channel, "hint", json!({ "turn": 1 })).await.shown();
        assert!(hint.private() && hint.has_picture(), "{hint}");
        let words = hint.words();
        assert!(words.contains("🟠 Orange is to move. It's too early to say"), "{hint}");
        assert!(words.contains("1. `"), "{hint}");
        let page = chat.command(&bob, &channel, "history", json!({})).await.shown();
        let first = chat.press(&bob, &page, "First").await.shown();
        let again = chat.press(&bob, &first, "Hint").await.shown();
        assert!(again.private() && again.words().contains("after turn 0"), "{again}");
        assert!(world.messages(&channel).await.len() <= public + 2, "nobody else sees a hint");
    })
    .await;
}
