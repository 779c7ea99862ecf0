//! Commands that only show something: help, rules, the board.

use std::collections::BTreeSet;

use rules::{About, Kind};
use serde_json::json;

use crate::{chat::text, check::picture, table::Match, world::story};

#[tokio::test(flavor = "multi_thread")]
async fn rules_are_read_page_by_page_in_private() {
    story(async |world| {
        let chat = &world.chat;
        let ann = world.person("Ann").await;
        let channel = world.channel("games").await;
        let help = chat.command(&ann, &channel, "help", json!({})).await.shown();
        assert!(help.private() && help.words().contains("</play:"), "{help}");
        let all = chat.command(&ann, &channel, "rules", json!({})).await.shown();
        assert!(all.private());
        for kind in Kind::ALL {
            let About { title, pages, .. } = kind.about();
            assert!(all.words().contains(title) && all.buttons().contains(title), "{all}");
            let offered =
                chat.suggestions(&ann, &channel, "rules", "game", json!({ "game": &title[..3] })).await;
            assert!(offered.contains(&kind.slug().to_owned()), "{offered:?}");
            let mut page =
                chat.command(&ann, &channel, "rules", json!({ "game": kind.slug() })).await.shown();
            let mut boards = BTreeSet::new();
            for (index, wanted) in pages.iter().enumerate() {
                assert!(page.private() && page.words_without_mentions().contains(wanted.text), "{page}");
                assert_eq!(
                    page.has_picture(),
                    wanted.board.is_some(),
                    "each page has its own board or none: {page}"
                );
                assert_eq!(page.0["attachments"], json!([]), "the page before is gone: {page}");
                if let Some(diagram) = &wanted.board {
                    picture(world, &page).await;
                    let shown = page.picture().expect("a picture");
                    assert!(text(&shown["description"]).starts_with(diagram.caption), "{page}");
                    boards.insert(chat.download(&text(&shown["url"])).await);
                }
                if index + 1 < pages.len() {
                    let next = chat.press(&ann, &page, "Next").await.shown();
                    assert_eq!(next.id(), page.id(), "pages turn in one message");
                    page = next;
                }
            }
            assert!(!page.buttons().contains(&"Next"));
            assert_eq!(boards.len(), pages.iter().filter(|page| page.board.is_some()).count());
            let back = chat.choose(&ann, &page, "0").await.shown();
            assert!(back.id() == page.id() && back.words().contains(pages[0].text), "{back}");
        }
        assert!(world.messages(&channel).await.is_empty(), "nobody else sees the responses");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn board_command_shows_it_to_the_caller_alone() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, eve) =
            (world.person("Ann").await, world.person("Bob").await, world.person("Eve").await);
        let channel = world.channel("games").await;
        let game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let (mover, _) = game.mover_and_other();
        let before = chat.pings(&mover).await;
        for caller in [&ann, &bob, &eve] {
            let shown = chat.command(caller, &channel, "board", json!({})).await.shown();
            assert!(shown.private() && shown.has_picture(), "{shown}");
            assert!(shown.content().contains(&mover.mention()), "{shown}");
        }
        let rules = chat.press(&eve, &game.first, "Rules").await.shown();
        assert!(rules.private() && rules.words().contains("Protozoa"), "{rules}");
        assert_eq!(chat.pings(&mover).await, before, "reading pings nobody");
    })
    .await;
}
