//! Lessons and puzzles, through the chat.

use data::{GuildId, NewPuzzle, day_of};
use rules::Kind;
use serde_json::json;

use crate::{
    admin::{admin, choose, owner},
    chat::{Channel, Person},
    message::Message,
    table::Match,
    world::{World, story},
};

/// A position in which Blue wins with a queen on d6.
const WIN_IN_ONE: &str = "8 2 15 20/60 1 12@19,13@20 \
    e2=d2,f2=p2,d3=d2,e3=d1,d4=q1,e4=d2,c5=d1,d5=d2,f5=p2,b6=p1,c6=d1,e6=d2,d7=d1,e7=p2";

#[tokio::test(flavor = "multi_thread")]
async fn newcomer_learns_a_game_across_restarts() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let chat = &world.chat;
        let learn =
            async || chat.command(&ann, &channel, "learn", json!({ "game": "protozoa" })).await.shown();
        let first = learn().await;
        assert!(first.private() && first.has_picture() && first.content().contains("step 1 of 7"), "{first}");
        let rules = chat.press(&ann, &first, "Rules").await.shown();
        assert!(rules.id() != first.id() && rules.words().contains("Protozoa: The idea"), "{rules}");
        let stray = chat.press(&ann, &first, "e3").await.shown();
        assert!(stray.id() == first.id() && stray.content().contains("taken it back"), "{stray}");
        world.restart_bot().await;
        let second = chat.press(&ann, &stray, "e4").await.shown();
        assert!(
            second.content().contains("step 2 of 7") && second.content().contains("**Orange** places"),
            "{second}"
        );
        chat.press(&ann, &second, "Close").await.shown();
        world.restart_bot().await;

        let mut screen = learn().await;
        assert!(screen.content().contains("step 2 of 7"), "{screen}");
        for taps in [&["Drone 3", "e3"][..], &["Drone 2", "e4"], &["Promote", "d4"]] {
            for tap in taps {
                screen = chat.press(&ann, &screen, tap).await.shown();
            }
        }
        assert!(
            screen.content().contains("step 5 of 7") && screen.content().contains("A queen!"),
            "{screen}"
        );
        assert_eq!(world.messages(&channel).await.len(), 0, "nobody else sees a lesson");
        let other = chat.command(&bob, &channel, "learn", json!({ "game": "protozoa" })).await.shown();
        assert!(other.content().contains("step 1 of 7"), "{other}");

        for taps in [&["Drone 2", "d5"][..], &["Drone 1", "b4"], &["Queen 4", "d3"]] {
            for tap in taps {
                screen = chat.press(&ann, &screen, tap).await.shown();
            }
        }
        let game = chat.press(&ann, &screen, "Play Spore").await.shown();
        assert!(!game.private() && game.words().contains("Spore (machine)"), "{game}");
        let thread = chat.press(&ann, &screen, "Play Spore").await.shown();
        assert!(thread.private() && thread.content().contains("own thread"), "{thread}");
    })
    .await;
}

/// Returns the puzzles in a channel.
async fn puzzles(world: &World, channel: &Channel) -> Vec<Message> {
    world.all_public_is_delivered().await;
    let mut messages = world.messages(channel).await;
    messages.retain(|message| message.words().contains("Puzzle of the day"));
    messages
}

/// Chooses the channel for puzzles.
async fn choose_puzzles(world: &World, owner: &Person, channel: &Channel) {
    let panel = admin(world, owner, channel, "setup", json!({})).await;
    let page = world.chat.choose(owner, &panel, "puzzles").await.shown();
    let saved = choose(world, owner, &page, "v1:-:adm:puzzles", &[&channel.0]).await;
    assert!(saved.words().contains(&format!("Channel for puzzles: <#{}>", channel.0)), "{saved}");
}

/// Stores a puzzle for the day of the next post while the bot is stopped, and returns how many minutes pass until then.
async fn prepare(world: &World) -> i64 {
    world.kill_bot().await;
    let store = world.store_to_write().await;
    let work = |tx: &data::Tx<'_>| {
        let guild = tx.next_known_guild(GuildId::from(0))?.expect("a server with settings");
        let due = tx.puzzle_due_of(guild)?.expect("the server has a channel for puzzles");
        tx.add_puzzle(&NewPuzzle {
            guild,
            day: day_of(due),
            kind: Kind::Protozoa,
            position: WIN_IN_ONE.to_owned(),
            solution: vec!["q@d6".to_owned()],
            played: true,
        })?;
        Ok::<_, data::StoreError>(due)
    };
    let due = store.write(work).await.expect("it can be written");
    drop(store);
    world.start_bot().await;
    due.duration_since(world.now()).as_mins() + 1
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzle_is_posted_once_and_solved_in_private() {
    story(async |world| {
        let (ann, bob, games) = world.two().await;
        Match::begin(world, &games, (&ann, &bob), Kind::Protozoa, "").await;
        let (owner, channel) = (owner(world).await, world.channel("puzzles").await);
        choose_puzzles(world, &owner, &channel).await;
        let chat = &world.chat;
        let minutes = prepare(world).await;
        world.pass(minutes).await;
        let [posted] = puzzles(world, &channel).await.try_into().expect("one post");
        assert!(posted.has_picture() && posted.words().contains("🔵 Blue is to move"), "{posted}");
        assert!(!posted.words().contains("q@d6") && !posted.words().contains(&ann.mention()), "{posted}");
        assert_eq!(posted.buttons(), ["Solve"]);

        let mut board = chat.press(&ann, &posted, "Solve").await.shown();
        assert!(board.private() && board.content().contains("Find the best turn for 🔵 Blue"), "{board}");
        world.restart_bot().await;
        for tap in ["Queen 4", "d6", "Undo", "Queen 4", "d6"] {
            board = chat.press(&ann, &board, tap).await.shown();
        }
        let solved = chat.press(&ann, &board, "Answer").await.shown();
        assert!(
            solved.words().contains("That's it!") && solved.words().contains("1 puzzle in a row"),
            "{solved}"
        );
        let page = chat.command(&bob, &channel, "puzzle", json!({})).await.shown();
        assert!(page.private() && page.words().contains(&ann.mention()), "{page}");
        assert!(!page.words().contains("q@d6") && page.buttons() == ["Solve"], "{page}");

        for (days, step) in (2..).zip(["committed:1", "leased:1", "sending:1", "sent:1", "noted:1"]) {
            let minutes = prepare(world).await;
            world.restart_bot_until(step).await;
            world.skip(minutes).await;
            world.bot_died().await;
            let since = world.now();
            world.start_bot().await;
            world.rest(since).await;
            let all = puzzles(world, &channel).await;
            assert_eq!(all.len(), days, "{step}");
        }
        let all = puzzles(world, &channel).await;
        assert!(all.iter().any(|post| post.words().contains("1 of 1 found it")
            || post.words().contains("One of you tried it and found it")));
        assert_eq!(all[1..].iter().filter(|post| post.words().contains("`q@d6` queen on d6")).count(), 5);
    })
    .await;
}
