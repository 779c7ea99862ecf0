//! Stories about ratings: the last board, leaderboards, profiles and results against each other.

use data::Shape;
use rules::Kind;
use serde_json::json;

use crate::{
    chat::{Channel, Person},
    message::Message,
    table::Match,
    world::{World, story},
};

/// Lets two people play a rated duel that the second one resigns. Returns the last board.
pub(crate) async fn won(world: &World, channel: &Channel, (winner, loser): (&Person, &Person)) -> Message {
    let mut game = Match::begin(world, channel, (winner, loser), Kind::Protozoa, "").await;
    game.play(world).await;
    game.play(world).await;
    let question = world.chat.command(loser, channel, "resign", json!({})).await.shown();
    world.chat.press(loser, &question, "Resign").await.shown();
    let over = format!("game {}", game.id);
    world
        .chat
        .wait(&world.watcher, channel, "the last board", async |messages| {
            let is_last = |message: &&Message| {
                message.words().contains(&over) && message.words().contains("**Ratings**")
            };
            messages.iter().rev().find(is_last).cloned()
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_game_is_in_profiles_and_results() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let board = won(world, &channel, (&ann, &bob)).await;
        let own = world.chat.command(&ann, &channel, "profile", json!({})).await.shown();
        assert!(own.private() && own.has_picture(), "{own}");
        for words in [
            "**1578?** ± 238",
            "won\u{a0}1, drawn\u{a0}0, lost\u{a0}0",
            "About ",
            "more games until you're listed",
        ] {
            assert!(own.words().contains(words), "{words}: {own}");
        }
        let other = world.chat.command(&bob, &channel, "profile", json!({ "user": ann.0 })).await.shown();
        assert!(other.private() && other.words().contains(&ann.mention()), "{other}");
        let none = world.chat.command(&bob, &channel, "profile", json!({ "game": "stract" })).await.shown();
        assert!(none.words().contains("You have no rating in **Stract** yet"), "{none}");

        let versus = world.chat.command(&bob, &channel, "versus", json!({ "user": ann.0 })).await.shown();
        let link = format!("/{}/{}", channel.0, board.id());
        for words in ["won\u{a0}0, drawn\u{a0}0, lost\u{a0}1", &link, "By today's ratings"] {
            assert!(versus.private() && versus.words().contains(words), "{words}: {versus}");
        }
        let pair = json!({ "user": ann.0, "opponent": bob.0 });
        let watched = world.chat.command(&world.watcher, &channel, "versus", pair).await.shown();
        assert!(watched.words().contains("won\u{a0}1, drawn\u{a0}0, lost\u{a0}0"), "{watched}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_game_leads_to_the_leaderboard() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let refused = world.chat.command(&ann, &channel, "leaderboard", json!({})).await.shown();
        assert!(refused.private() && refused.content().contains("Use </play:"), "{refused}");

        let board = won(world, &channel, (&ann, &bob)).await;
        let ratings = format!("**Ratings** {} 1578? (+78) · {} 1422? (−78)", ann.mention(), bob.mention());
        let swapped = format!("**Ratings** {} 1422? (−78) · {} 1578? (+78)", bob.mention(), ann.mention());
        assert!(board.words().contains(&ratings) || board.words().contains(&swapped), "{board}");
        let own = world.chat.press(&bob, &board, "My rating").await.shown();
        assert!(own.private() && own.content().contains("1500 → 1422 (−78)"), "{own}");
        let none = world.chat.press(&world.watcher, &board, "My rating").await.shown();
        assert!(none.private() && none.content().contains("You didn't play"), "{none}");

        let nobody = world.chat.command(&ann, &channel, "leaderboard", json!({})).await.shown();
        assert!(nobody.private() && nobody.words().contains("Nobody is listed yet"), "{nobody}");
        assert!(nobody.words().contains("You: **1578? ± 238** after 1\u{a0}game."), "{nobody}");
        for _ in 0..2 {
            won(world, &channel, (&ann, &bob)).await;
        }
        let since =
            json!({ "since": "season", "show": "everyone", "game": "protozoa", "shape": Shape::Duel.word() });
        let public = world.chat.command(&ann, &channel, "leaderboard", since).await.shown();
        assert!(!public.private() && public.buttons() == ["Top", "Up", "Down", "Me"], "{public}");
        assert!(public.words().contains(&format!("**1.** {}", ann.mention())), "{public}");
        assert!(!public.words().contains("you"), "it is for everybody: {public}");
        world.restart_bot().await;
        let private = world.chat.press(&bob, &public, "Me").await.shown();
        assert!(private.private() && private.words().contains("◀ you"), "{private}");
        let same = world.messages(&channel).await.into_iter().find(|message| message.id() == public.id());
        assert_eq!(same.expect("it is still there").words(), public.words());
        let about = world.chat.command(&ann, &channel, "leaderboard", json!({ "about": true })).await.shown();
        assert!(about.private() && about.words().contains("Everyone begins at 1500"), "{about}");
    })
    .await;
}
