//! Things that happen to a game apart from moves: offers and their results.

use rules::Kind;
use serde_json::json;

use crate::{
    chat::{Channel, Person},
    message::Message,
    table::{Match, best, game_of, newest},
    threads::open_in_thread,
    world::{World, story},
};

/// Uses `/offer`. Returns the offer, or the private response.
async fn offer(world: &World, by: &Person, channel: &Channel, what: &str) -> Message {
    let answer = world.chat.command(by, channel, &format!("offer {what}"), json!({})).await.shown();
    assert!(answer.private() || answer.buttons().contains(&"Withdraw"), "{answer}");
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn public_post_is_the_response() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game =
            Match::begin(world, &channel, (&ann, &bob), Kind::Semiosphere, "columns=4 rows=5").await;
        // Both place their pieces, and the first player steps up, so the bot does not ask whether the void is to come.
        for ply in 1..=3 {
            let (seat, _) = game.mover().expect("the game has begun");
            game.type_move(world, &best(&game.table.clone(), seat)).await;
            world.board(&channel, game.id, ply).await;
        }
        let (mover, other) = game.mover_and_other();
        let board = world.board(&channel, game.id, 3).await;
        let typed = json!({ "move": "end" });
        let next = world.chat.command(&mover, &channel, "move", typed).await.shown();
        assert!(!next.private() && next.has_picture() && next.id() != board.id(), "{next}");
        assert_eq!(world.chat.pings(&other).await.last().map(String::as_str), Some(next.id()));

        let offer = world.chat.command(&mover, &channel, "offer draw", json!({})).await.shown();
        assert!(!offer.private() && offer.content().contains("offers a draw"), "{offer}");
        assert_eq!(world.chat.pings(&other).await.last().map(String::as_str), Some(offer.id()));
        let seat = world.chat.command(&mover, &channel, "substitute", json!({})).await.shown();
        assert!(!seat.private() && seat.content().contains("Who takes over"), "{seat}");
        // Nothing else is posted.
        let before = world.messages(&channel).await.len();
        world.pass(2).await;
        assert_eq!(world.messages(&channel).await.len(), before);
    })
    .await;
}

/// Waits until a message has no buttons any more, and returns it.
async fn settled(world: &World, channel: &Channel, message: &Message) -> Message {
    world
        .chat
        .wait(&world.watcher, channel, "the post to be settled", async |messages| {
            let now = messages.iter().find(|known| known.id() == message.id())?;
            now.buttons().is_empty().then(|| now.clone())
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn draw_offer_survives_a_restart() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        offer(world, &ann, &channel, "draw").await;
        let post = newest(world, &channel, "offers a draw").await;
        assert_eq!(world.chat.pings(&bob).await.last().map(String::as_str), Some(post.id()));
        let own = world.chat.press(&ann, &post, "Accept").await.shown();
        assert!(own.private() && own.content().contains("your own offer"), "{own}");
        let declined = world.chat.press(&bob, &post, "Decline").await.shown();
        assert!(declined.buttons().is_empty() && declined.id() == post.id(), "{declined}");
        let news = newest(world, &channel, "said no").await;
        assert_eq!(world.chat.pings(&ann).await.last().map(String::as_str), Some(news.id()));

        for _ in 0..2 {
            game.play(world).await;
        }
        offer(world, &ann, &channel, "draw").await;
        let post = newest(world, &channel, "offers a draw").await;
        world.kill_bot().await;
        world.start_bot().await;
        let agreed = world.chat.press(&bob, &post, "Accept").await.shown();
        assert!(agreed.content().contains("everyone accepted"), "{agreed}");
        let board = world.board(&channel, game.id, 3).await;
        assert!(board.content().contains("a draw"), "{board}");
        assert!(!board.buttons().contains(&"Move"), "{board}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn take_back_needs_everybody() {
    story(async |world| {
        let mut people = Vec::new();
        for name in ["Ann", "Bob", "Cid"] {
            people.push(world.person(name).await);
        }
        let channel = world.channel("games").await;
        let mut game = Match::begin_with(world, &channel, &people, Kind::Protozoa, "").await;
        let (_, first) = game.mover().expect("the game has begun");
        let before = game.table.clone();
        for _ in 0..2 {
            game.play(world).await;
        }
        offer(world, &first, &channel, "takeback").await;
        let post = newest(world, &channel, "take the last turn back").await;
        let others: Vec<&Person> = people.iter().filter(|&person| *person != first).collect();
        let waits = world.chat.press(others[0], &post, "Accept").await.shown();
        assert!(
            waits.buttons().contains(&"Accept") && waits.content().contains(&others[1].mention()),
            "{waits}"
        );
        world.kill_bot().await;
        world.start_bot().await;
        world.chat.press(others[1], &post, "Accept").await.shown();
        let board = world.board(&channel, game.id, 3).await;
        assert!(board.words().contains(&format!("{} ◀ to move", first.mention())), "{board}");
        game.table = before;
        game.play(world).await;

        // A player who moves without answering declines, and the post shows it.
        offer(world, &first, &channel, "takeback").await;
        let post = newest(world, &channel, "take the last turn back").await;
        let (_, second) = game.mover().expect("the game is running");
        game.play(world).await;
        let declined = settled(world, &channel, &post).await;
        assert!(declined.content().contains(&format!("Declined by {}", second.mention())), "{declined}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn calling_off_later_needs_everybody() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let question = offer(world, &bob, &channel, "abort").await;
        world.chat.press(&bob, &question, "Call it off").await.shown();
        let board = world.board(&channel, game.id, 1).await;
        assert!(board.content().contains("called off and has no result"), "{board}");
        let shown = world.chat.command(&ann, &channel, "board", json!({})).await.shown();
        assert!(shown.content().contains("called off"), "{shown}");

        // The channel is free again.
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        for _ in 0..2 {
            game.play(world).await;
        }
        offer(world, &ann, &channel, "abort").await;
        let post = newest(world, &channel, "asks to call the game off").await;
        world.chat.press(&bob, &post, "Accept").await.shown();
        let board = world.board(&channel, game.id, 3).await;
        assert!(board.content().contains("called off and has no result"), "{board}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rematch_starts_after_restart_when_all_joined() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "size=6").await;
        let board = game.play(world).await;
        let refused = world.chat.command(&ann, &channel, "rematch", json!({})).await.shown();
        assert!(refused.private() && refused.content().contains("isn't over yet"), "{refused}");
        let question = world.chat.command(&bob, &channel, "resign", json!({})).await.shown();
        world.chat.press(&bob, &question, "Resign").await.shown();
        let over = world.board(&channel, game.id, 2).await;
        assert_ne!(over.id(), board.id());
        let lobby = world.chat.press(&bob, &over, "Rematch").await.shown();
        assert!(lobby.content().contains("wants a rematch") && !lobby.private(), "{lobby}");
        assert_eq!(world.chat.pings(&ann).await.last().map(String::as_str), Some(lobby.id()));
        world.kill_bot().await;
        world.start_bot().await;
        world.chat.press(&ann, &lobby, "Join").await.shown();
        let id = game_of(&lobby.button("Join"));
        let first = world.board(&channel, id, 0).await;
        assert!(first.words().contains("The seats have rotated."), "{first}");
        let (before, after) = (world.game(game.id).await, world.game(id).await);
        let people = |game: &data::Game| game.players.iter().map(|player| player.person).collect::<Vec<_>>();
        assert_eq!(people(&after), people(&before).into_iter().rev().collect::<Vec<_>>());
        assert_eq!(after.options, before.options);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn substitute_replaces_player_off_the_server() {
    story(async |world| {
        let mut people = Vec::new();
        for name in ["Ann", "Bob", "Cid"] {
            people.push(world.person(name).await);
        }
        let dan = world.person("Dan").await;
        let channel = world.channel("games").await;
        let mut game = Match::begin_with(world, &channel, &people, Kind::Protozoa, "").await;
        let (seat, gone) = game.mover().expect("the game has begun");
        let asks = people.iter().find(|&person| *person != gone).expect("another player").clone();
        let wish = json!({ "seat": seat.number().to_string() });
        let offered =
            world.chat.suggestions(&asks, &channel, "substitute", "seat", json!({ "seat": "" })).await;
        assert_eq!(offered, ["1", "2", "3"]);
        let refused = world.chat.command(&asks, &channel, "substitute", wish.clone()).await.shown();
        assert!(refused.content().contains("is still on this server"), "{refused}");
        world.chat.membership(&gone, false).await;
        world.chat.command(&asks, &channel, "substitute", wish).await.shown();
        let post = newest(world, &channel, "Who takes over").await;
        world.kill_bot().await;
        world.start_bot().await;
        let own = world.chat.press(&asks, &post, "Take over").await.shown();
        assert!(own.private() && own.content().contains("You have or had a seat"), "{own}");
        let taken = world.chat.press(&dan, &post, "Take over").await.shown();
        assert!(taken.content().contains(&format!("{} takes over", dan.mention())), "{taken}");
        let board = world.board(&channel, game.id, 1).await;
        assert!(board.content().contains(&format!("{}, your move.", dan.mention())), "{board}");
        assert_eq!(world.chat.pings(&dan).await.last().map(String::as_str), Some(board.id()));
        game.take_seat(seat, &dan);
        game.play(world).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_resumes_in_another_channel() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let says_gone = async |at: &Channel| {
            world
                .chat
                .wait(&world.watcher, at, "the game to be suspended", async |_| {
                    let list = world.chat.command(&ann, at, "games", json!({})).await.shown();
                    list.words().contains("its channel is gone").then_some(())
                })
                .await;
        };
        // The bot learns it from Discord's response to a post that it could not make before.
        world
            .chat
            .fault(json!({ "route": "/messages", "method": "POST", "times": 1, "delay_ms": 600_000 }))
            .await;
        let (seat, _) = game.mover().expect("the game has begun");
        let notation = best(&game.table, seat);
        game.choose_move(world, &game.first.clone(), &notation).await;
        world.post_under_way(&channel).await;
        world.kill_bot().await;
        world.chat.no_faults().await;
        let (second, third) = (world.channel("second").await, world.channel("third").await);
        world.chat.remove_channel(&channel).await;
        // More time than anybody has, but the bot is away.
        world.skip(80 * 60).await;
        world.start_bot().await;
        says_gone(&second).await;
        let games = world.chat.suggestions(&bob, &second, "continue", "game", json!({ "game": "" })).await;
        assert_eq!(games, [game.id.to_string()]);
        world.chat.command(&bob, &second, "continue", json!({ "game": games[0] })).await.shown();
        let board = world.board(&second, game.id, 1).await;
        let (_, mover) = game.mover().expect("the game is running");
        assert_eq!(world.chat.pings(&mover).await.last().map(String::as_str), Some(board.id()));
        game.channel = second.clone();
        game.play(world).await;

        // Or Discord reports it.
        world.chat.remove_channel(&second).await;
        says_gone(&third).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thread_game_is_suspended_with_its_parent() {
    story(async |world| {
        let (ann, bob) = (world.person("Ann").await, world.person("Bob").await);
        let (channel, other) = (world.channel("games").await, world.channel("other").await);
        Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let (thread, lobby) = open_in_thread(world, &bob, &ann, &channel, "semiosphere").await;
        Match::start(world, &thread, (&bob, &ann), lobby).await;
        Match::begin(world, &other, (&ann, &bob), Kind::Parasites, "").await;
        world.chat.remove_channel(&channel).await;
        world
            .chat
            .wait(&world.watcher, &other, "both games to be suspended", async |_| {
                let list = world.chat.command(&ann, &other, "games", json!({})).await.shown();
                (list.words().matches("its channel is gone").count() == 2).then_some(())
            })
            .await;
    })
    .await;
}
