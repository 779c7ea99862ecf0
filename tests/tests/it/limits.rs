//! One person opens, invites and presses more than is good for the others.

use data::GameId;
use reqwest::Method;
use rules::Kind;
use serde_json::{Value, json};

use crate::{
    chat::{Answer, Channel, Person, text},
    lobby::until,
    message::Message,
    table::{Match, game_of},
    threads::{noted, open_in_thread},
    world::{World, story},
};

/// Returns the names of the threads of a channel.
async fn threads(world: &World, channel: &Channel) -> Vec<String> {
    let channels = world.chat.get("/channels").await;
    let all = channels.as_array().expect("a list").clone();
    let of_games = all.into_iter().filter(|one| one["parent_id"] == channel.0);
    of_games.map(|thread| text(&thread["name"])).collect()
}

/// Types `/play` this often at once, each time with other options.
async fn play_at_once(
    world: &World,
    by: &Person,
    channel: &Channel,
    guest: &Person,
    times: u32,
) -> Vec<Message> {
    let wishes = (0..times).map(|number| {
        let options = format!("goal={}", 6 + number);
        json!({ "game": "protozoa", "invite": guest.0, "options": options })
    });
    let plays = wishes.map(|wish| world.chat.command(by, channel, "play", wish));
    futures_util::future::join_all(plays).await.into_iter().map(Answer::shown).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_floods_no_channel() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let replies = play_at_once(world, &ann, &channel, &bob, 12).await;
        let refused =
            replies.iter().filter(|reply| reply.private() && reply.content().contains("You've invited"));
        assert_eq!(refused.count(), 8, "{replies:?}");
        assert_eq!(threads(world, &channel).await.len(), 3, "a rejected lobby opens no thread");
        world.all_public_is_delivered().await;
        assert_eq!(world.chat.pings(&bob).await.len(), 4);

        // The invited person does not matter for the limit of lobbies.
        let cid = world.person("Cid").await;
        let replies = play_at_once(world, &ann, &channel, &cid, 3).await;
        let refused = replies
            .iter()
            .find(|reply| reply.content().contains("You already have 5 open lobbies"))
            .expect("one");
        assert!(refused.content().contains("https://"), "the refusal links the lobbies: {refused}");
        assert_eq!(threads(world, &channel).await.len(), 4);
        // Other people are not affected.
        let lobby = open_in_thread(world, &bob, &ann, &channel, "semiosphere").await.1;
        assert!(lobby.content().contains(&ann.mention()), "{lobby}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accepted_rematches_meet_no_limit() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        for _ in 0..6 {
            let question = chat.command(&bob, &game.channel, "resign", json!({})).await.shown();
            chat.press(&bob, &question, "Resign").await.shown();
            let over = world.board(&channel, game.id, 1).await;
            let lobby = chat.press(&ann, &over, "Rematch").await.shown();
            assert!(!lobby.private(), "an accepted invitation does not count: {lobby}");
            let id: GameId = game_of(&lobby.button("Join"));
            chat.press(&bob, &lobby, "Join").await.shown();
            world.board(&channel, id, 0).await;
            game.id = id;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn inviting_only_yourself_is_rejected() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let play = async |wish: Value| world.chat.command(&ann, &channel, "play", wish).await.shown();
        let reply = play(json!({ "game": "protozoa", "invite": ann.0 })).await;
        assert!(reply.private() && reply.content().contains("only yourself"), "{reply}");
        assert_eq!(world.messages(&channel).await, []);
        let lobby = play(json!({ "game": "protozoa", "invite": ann.0, "invite2": bob.0 })).await;
        assert!(!lobby.private() && lobby.content().contains(&bob.mention()), "{lobby}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_button_changes_nothing_public() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let verbs = [
            "join",
            "leave",
            "start",
            "options",
            "option",
            "value:goal",
            "clock",
            "lot",
            "order",
            "moves",
            "pick:0:1:",
            "plans",
            "myplans",
            "plan",
            "extend",
            "drop",
            "step:1.0:",
            "whatever:1.0",
            "view",
            "stay",
            "history:first",
            "history:1",
            "history:last",
            "say:1:accept",
            "withdraw:1",
        ];
        let mut ids: Vec<String> = verbs.iter().map(|verb| format!("v1:{}:{verb}", game.id)).collect();
        ids.extend(["about", "rules"].map(|verb| format!("v1:-:{verb}:protozoa:0")));
        ids.push(format!("v1:{}:resign", game.id));
        forge(world, &channel, &bob, &ids).await;

        let channel = world.channel("lobby").await;
        let lobby = chat.command(&ann, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        noted(world, &ann, &channel, &lobby).await;
        let verbs = ["option", "value:goal", "clock", "lot", "order", "options", "start", "leave"];
        let id = game_of(&lobby.button("Join"));
        let ids: Vec<String> = verbs.iter().map(|verb| format!("v1:{id}:{verb}")).collect();
        forge(world, &channel, &ann, &ids).await;
        until(world, &lobby, &channel, "called the game off").await;
    })
    .await;
}

/// Presses buttons of a message that the bot does not know, and checks that nobody else sees anything of it.
async fn forge(world: &World, channel: &Channel, by: &Person, ids: &[String]) {
    let chat = &world.chat;
    for row in ids.chunks(5) {
        let row: Vec<&str> = row.iter().map(String::as_str).collect();
        let forged = chat.post_as_bot(channel, &row).await;
        for id in row {
            let begun =
                chat.begin_press(by, &forged, id, None).await.expect("the playground takes the press");
            let answer = chat.answer(by, &begun).await.shown();
            assert!(answer.private() && answer.id() != forged.id(), "{id}: {answer}");
        }
        let now = world.messages(channel).await;
        let now = now.iter().find(|message| message.id() == forged.id()).expect("the message exists");
        assert_eq!(now.content(), "…");
    }
}

/// Creates a thread that only these people and the bot can see.
async fn private_thread(world: &World, channel: &Channel, people: &[&Person]) -> Channel {
    let path = format!("/channels/{}/threads", channel.0);
    let wish = json!({ "name": "secret", "type": 12 });
    let thread = Channel(text(&world.chat.as_bot(Method::POST, &path, wish).await["id"]));
    for person in people {
        let path = format!("/channels/{}/thread-members/{}", thread.0, person.0);
        world.chat.as_bot(Method::PUT, &path, Value::Null).await;
    }
    thread
}

#[tokio::test(flavor = "multi_thread")]
async fn history_needs_a_right_to_read_it() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let eve = world.person("Eve").await;
        let open = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let thread = private_thread(world, &channel, &[&ann, &bob, &world.watcher]).await;
        let hidden = Match::begin(world, &thread, (&ann, &bob), Kind::Protozoa, "").await;

        let elsewhere = world.channel("elsewhere").await;
        let read = async |by: &Person, game: GameId| {
            let id = format!("v1:{game}:history:last");
            let forged = chat.post_as_bot(&elsewhere, &[&id]).await;
            let begun =
                chat.begin_press(by, &forged, &id, None).await.expect("the playground takes the press");
            chat.answer(by, &begun).await.shown()
        };
        let nothing = read(&eve, 999.into()).await;
        assert!(nothing.private() && nothing.content().contains("I can't find that game"), "{nothing}");
        assert_eq!(
            read(&eve, hidden.id).await.content(),
            nothing.content(),
            "the refusal does not reveal that the game exists"
        );
        for (by, game) in [(&eve, open.id), (&ann, hidden.id), (&world.watcher, hidden.id)] {
            let page = read(by, game).await;
            assert!(page.private() && page.words().contains("the beginning"), "{page}");
        }
        let here = chat.command(&eve, &channel, "history", json!({})).await.shown();
        assert!(here.words().contains("the beginning"), "{here}");
    })
    .await;
}
