//! Every interaction gets a response: by a second attempt if the first fails, and even if the bot does not know the command.

use rules::Kind;
use serde_json::{Value, json};

use crate::{
    chat::{Channel, Person, text},
    process::TOKEN,
    table::Match,
    world::{World, panicking_story, story},
};

/// The ways in which a response fails.
fn faults() -> [Value; 4] {
    [
        json!({ "status": 500 }),
        json!({ "reset": true }),
        json!({ "lose_reply": true }),
        json!({ "lose_reply": true, "reset": true }),
    ]
}

/// Makes the next request to `route` fail.
async fn fail(world: &World, route: &str, fault: &Value) {
    let mut whole = json!({ "route": route, "times": 1 });
    whole.as_object_mut().expect("an object").extend(fault.as_object().expect("an object").clone());
    world.chat.fault(whole).await;
}

/// Registers a command with the bot's own token, as another version of the bot would have.
async fn register(world: &World, command: Value) {
    let bot = text(&world.chat.get("/bots").await[0]["id"]);
    let url = format!("{}/api/v10/applications/{bot}/commands", world.url);
    let request = reqwest::Client::new().post(url).header("authorization", format!("Bot {TOKEN}"));
    let response = request.json(&command).send().await.expect("the playground answers");
    response.error_for_status().expect("it is registered");
}

async fn is_outdated(world: &World, by: &Person, channel: &Channel, name: &str, options: Value) {
    let reply = world.chat.command(by, channel, name, options).await.shown();
    assert!(reply.private() && reply.content().contains("Reload Discord"), "{reply}");
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_private_answers_are_sent_again() {
    story(async |world| {
        let (ann, _, channel) = world.two().await;
        for (count, fault) in faults().iter().enumerate() {
            fail(world, "/callback", fault).await;
            let reply = world.chat.command(&ann, &channel, "status", json!({})).await.shown();
            assert!(reply.private() && reply.content().starts_with("Petri"), "{fault}: {reply}");
            let seen = world.chat.messages(&ann, &channel).await;
            assert_eq!(seen.iter().filter(|message| message.private()).count(), count + 1, "{fault}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_answers_about_a_thread_are_sent_again() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        world.chat.command(&ann, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        fail(world, "/callback", &json!({ "status": 500 })).await;
        let wish = json!({ "game": "protozoa", "options": "size=6" });
        let reply = world.chat.command(&bob, &channel, "play", wish).await.shown();
        assert!(reply.private() && reply.content().contains("<#"), "{reply}");
    })
    .await;
}

/// Holds up the next request to `route` until the playground's clock is moved.
async fn hold_up(world: &World, method: &str, route: &str) {
    let held_up = json!({ "route": route, "method": method, "times": 1, "delay_ms": 600_000 });
    world.chat.fault(held_up).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_command_is_deferred_and_completed() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        world.chat.command(&ann, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        hold_up(world, "POST", "/threads").await;
        fail(world, "/messages/@original", &json!({ "status": 500 })).await;
        let wish = json!({ "game": "protozoa", "options": "size=6" });
        let begun = world.chat.begin_command(&bob, &channel, "play", wish).await.expect("it can be used");
        world.chat.deferred(&bob, &channel, &begun).await;
        world.chat.post("/clock", json!({ "advance_ms": 600_000 })).await;
        let reply = world.chat.answer(&bob, &begun).await.shown();
        assert!(reply.private() && reply.content().contains("<#"), "{reply}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deferral_without_a_reply_is_completed() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        world.chat.command(&ann, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        hold_up(world, "POST", "/threads").await;
        // The person sees "thinking", but the bot never learns that.
        world.chat.fault(json!({ "route": "/callback", "times": 100, "lose_reply": true })).await;
        let wish = json!({ "game": "protozoa", "options": "size=6" });
        let begun = world.chat.begin_command(&bob, &channel, "play", wish).await.expect("it can be used");
        world.chat.deferred(&bob, &channel, &begun).await;
        world.chat.post("/clock", json!({ "advance_ms": 600_000 })).await;
        let reply = world.chat.answer(&bob, &begun).await.shown();
        assert!(reply.private() && reply.content().contains("<#"), "{reply}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_button_is_deferred_and_completed() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        // The bot asks Discord whether Eve sees the channel of the game.
        let eve = world.person("Eve").await;
        let elsewhere = world.channel("elsewhere").await;
        let id = format!("v1:{}:history:last", game.id);
        let message = world.chat.post_as_bot(&elsewhere, &[&id]).await;
        hold_up(world, "GET", &format!("/channels/{}", channel.0)).await;
        let begun = world.chat.begin_press(&eve, &message, &id, None).await.expect("it can be pressed");
        world.chat.deferred(&eve, &elsewhere, &begun).await;
        world.chat.post("/clock", json!({ "advance_ms": 600_000 })).await;
        let reply = world.chat.answer(&eve, &begun).await.shown();
        assert!(reply.private() && reply.words().contains("the beginning"), "{reply}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panicking_button_is_answered() {
    panicking_story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        world.rest(world.now()).await;
        world.restart_bot_until("committed:panic").await;
        let (_, mover) = game.mover().expect("the game goes on");
        let question = world.chat.command(&mover, &channel, "resign", json!({})).await.shown();
        let reply = world.chat.press(&mover, &question, "Resign").await.shown();
        assert!(reply.private() && reply.content().contains("Something went wrong on my side"), "{reply}");
        world.restart_bot().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_commands_and_options_are_answered() {
    story(async |world| {
        let (ann, _, channel) = world.two().await;
        let typed = |name: &str| json!({ "name": name, "description": "?", "type": 3 });
        let completed = json!({ "name": "colour", "description": "?", "type": 3, "autocomplete": true });
        register(world, json!({ "name": "dance", "description": "?", "options": [completed] })).await;
        is_outdated(world, &ann, &channel, "dance", json!({ "colour": "red" })).await;
        let none = world.chat.suggestions(&ann, &channel, "dance", "colour", json!({ "colour": "r" })).await;
        assert_eq!(none, [""; 0]);

        register(world, json!({ "name": "status", "description": "?", "options": [typed("colour")] })).await;
        is_outdated(world, &ann, &channel, "status", json!({ "colour": "red" })).await;
        let known = world.chat.command(&ann, &channel, "status", json!({})).await.shown();
        assert!(known.content().starts_with("Petri"), "{known}");

        // An option of the wrong kind, an unknown subcommand, and a missing one.
        let number = json!({ "name": "game", "description": "?", "type": 4 });
        register(world, json!({ "name": "rules", "description": "?", "options": [number] })).await;
        is_outdated(world, &ann, &channel, "rules", json!({ "game": 3 })).await;
        let part = json!({ "name": "tea", "description": "?", "type": 1 });
        register(world, json!({ "name": "offer", "description": "?", "options": [part] })).await;
        is_outdated(world, &ann, &channel, "offer tea", json!({})).await;
        register(world, json!({ "name": "offer", "description": "?", "options": [] })).await;
        is_outdated(world, &ann, &channel, "offer", json!({})).await;
    })
    .await;
}
