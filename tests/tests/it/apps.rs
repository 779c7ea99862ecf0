//! The page by keyboard alone, with commands of another bot for users, messages and files.

use fantoccini::key::Key;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message as Frame;

use crate::{
    browser::{Device, browsing},
    chat::text,
    phone::Typist,
    world::World,
};

pub(crate) const TOKEN: &str = "a-bot-that-repeats";
/// The content of the file that a person sends.
const NOTE: &[u8] = b"Meet me at d4.";

/// Connects a bot that answers every command with the target of the command.
async fn repeating_bot(world: &World) {
    second_bot(world, |interaction| {
        let message =
            json!({ "content": repeated(&interaction["data"]), "allowed_mentions": { "parse": [] } });
        json!({ "type": 4, "data": message })
    })
    .await;
}

/// Connects another bot, which responds to each interaction with what `answer` makes of it. It lives as long as its connection.
pub(crate) async fn second_bot(world: &World, answer: fn(&Value) -> Value) {
    let gateway = format!("{}/gateway?v=10&encoding=json", world.url.replacen("http", "ws", 1));
    let (socket, _) = tokio_tungstenite::connect_async(gateway).await.expect("the gateway");
    let (mut say, mut hear) = socket.split();
    let login = json!({ "op": 2, "d": { "token": TOKEN, "intents": 1, "properties": {} } });
    say.send(Frame::text(login.to_string())).await.expect("the gateway listens");
    let base = format!("{}/api/v10", world.url);
    tokio::spawn(async move {
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        while let Some(Ok(frame)) = hear.next().await {
            let Ok(frame) = serde_json::from_str::<Value>(frame.to_text().unwrap_or_default()) else {
                continue;
            };
            if frame["t"] == "INTERACTION_CREATE" {
                let (id, token) = (text(&frame["d"]["id"]), text(&frame["d"]["token"]));
                let callback = http.post(format!("{base}/interactions/{id}/{token}/callback"));
                callback.json(&answer(&frame["d"])).send().await.expect("the playground takes the answer");
            }
        }
        drop(say);
    });
}

/// Describes the target of a command.
fn repeated(data: &Value) -> String {
    let target = data["target_id"].as_str().unwrap_or_default();
    match data["type"].as_u64() {
        Some(2) => format!("Saw the user {}", data["resolved"]["users"][target]["global_name"]),
        Some(3) => format!("Saw the message {}", data["resolved"]["messages"][target]["content"]),
        _ => {
            let files = data["resolved"]["attachments"].as_object().expect("a file was sent");
            let file = files.values().next().expect("there is one file");
            format!("Saw the file {} of {} bytes", file["filename"], file["size"])
        }
    }
}

/// Registers commands for the second bot.
pub(crate) async fn register(world: &World, commands: Value) {
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let whoami = http.get(format!("{}/api/v10/applications/@me", world.url));
    let whoami = whoami.header("Authorization", format!("Bot {TOKEN}")).send().await.expect("an answer");
    let id = text(&whoami.json::<Value>().await.expect("JSON")["id"]);
    let put = http.put(format!("{}/api/v10/applications/{id}/commands", world.url));
    let done = put.header("Authorization", format!("Bot {TOKEN}")).json(&commands).send().await;
    assert!(done.expect("an answer").status().is_success());
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_reach_commands_of_users_and_messages() {
    browsing(Device::Phone, async |browser, world| {
        let (ann, bob, games) = world.two().await;
        let words = json!({ "as": bob.0, "content": "look here" });
        let sent = world.chat.post(&format!("/channels/{}/messages", games.0), words).await;
        let sent = text(&sent["id"]);
        repeating_bot(world).await;
        let typist = Typist(browser.page(world, &ann, &games).await);
        typist.0.shows("look here").await;
        let menus = "return document.querySelectorAll('[data-testid=author], [data-testid=more]').length";
        assert_eq!(typist.0.ask(menus).await, 0, "nothing is registered, so there is no menu");

        register(world, json!([{ "name": "Look at", "type": 2 }, { "name": "Quote", "type": 3 }])).await;
        let more = format!("at.id === 'more-{sent}'");
        let button = format!("[id='more-{sent}']");
        typist.0.find(&button).await;
        let size = format!("const box = document.querySelector(\"{button}\").getBoundingClientRect(); return Math.min(box.width, box.height) >= 44");
        typist.0.until("a button that a thumb hits", &size).await;
        typist.looks_well("messages with menus").await;
        typist.tab_to(&more).await;
        typist.press(Key::Enter).await;
        typist.focus_is("at.role === 'menuitem' && at.closest('[role=menu]')").await;
        typist.looks_well("the menu of a message").await;
        typist.press(Key::Escape).await;
        typist.focus_is(&more).await;
        typist.press(Key::Enter).await;
        typist.focus_is("at.textContent.includes('Quote')").await;
        typist.press(Key::Enter).await;
        typist.was_told("Saw the message \"look here\"").await;
        typist.focus_is(&more).await;

        // The menu of a person also opens from the name above a message.
        typist.tab_to(&format!("at.id === 'name-{sent}'")).await;
        typist.press(Key::Enter).await;
        typist.focus_is("at.textContent === 'Become Bob'").await;
        typist.press(Key::Up).await;
        typist.focus_is("at.textContent.includes('Look at')").await;
        typist.press(Key::Enter).await;
        typist.was_told("Saw the user \"Bob\"").await;

        register(world, json!([])).await;
        typist.0.until("the menus to go", &format!("{menus} === 0")).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_choose_remove_and_send_a_file() {
    browsing(Device::Phone, async |browser, world| {
        let (ann, _, games) = world.two().await;
        repeating_bot(world).await;
        let option =
            json!({ "name": "note", "description": "What to look at", "type": 11, "required": true });
        register(
            world,
            json!([{ "name": "scan", "description": "Look at a file", "type": 1, "options": [option] }]),
        )
        .await;
        let file = world.folder().join("note.txt");
        std::fs::write(&file, NOTE).expect("a file");
        let path = file.to_str().expect("a path in Unicode");

        let typist = Typist(browser.page(world, &ann, &games).await);
        typist.tab_to("at.id === 'composer'").await;
        typist.write("/scan").await;
        typist.0.find("#picker-list [role=option][data-value$='/scan']").await;
        typist.press(Key::Enter).await;
        typist.focus_is("at.matches('input[type=file][data-option=note]')").await;
        let chooser = "input[data-option=note]";
        typist.0.find(chooser).await.send_keys(path).await.expect("the field takes a file");
        typist
            .0
            .until(
                "the name and size",
                "return document.querySelector('.chip-file').innerText.includes('14 B')",
            )
            .await;
        typist.looks_well("a chosen file").await;
        typist.tab_to("at.dataset.testid === 'file-remove'").await;
        typist.press(Key::Enter).await;
        typist.focus_is("at.matches('input[type=file]') && !at.files.length").await;
        typist.looks_well("no file").await;

        typist.0.find(chooser).await.send_keys(path).await.expect("the field takes a file");
        typist.focus_is("at.files?.length === 1").await;
        typist.press(Key::Enter).await;
        typist.was_told("Saw the file \"note.txt\" of 14 bytes").await;
    })
    .await;
}
