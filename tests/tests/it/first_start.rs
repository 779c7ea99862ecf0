//! A newcomer starts Petri without a token.

use std::{path::Path, process::Stdio};

use data::Store;
use rustix::process::Signal;
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::Child,
};

use crate::{
    chat::{Channel, Chat, Person},
    message::Message,
    process::{petri, signal},
    table::{game_of, says_played},
};

/// Starts bot and playground in one process. Returns its address.
async fn start(data: &Path, port: &str) -> (Child, String) {
    let mut command = petri();
    command.arg("--data-dir").arg(data).args(["--port", port]).env_remove("DISCORD_TOKEN");
    let mut child = command.stdout(Stdio::piped()).kill_on_drop(true).spawn().expect("the program starts");
    let line = BufReader::new(child.stdout.take().expect("stdout is piped")).lines().next_line().await;
    let line = line.expect("it can be read").expect("the program prints the address");
    let address = line.split_whitespace().find(|word| word.starts_with("http://")).expect("an address");
    (child, address.to_owned())
}

async fn stop(mut child: Child) {
    signal(&child, Signal::INT);
    assert!(child.wait().await.expect("it ends").success(), "Ctrl-C is no failure");
}

#[tokio::test(flavor = "multi_thread")]
async fn start_without_token_serves_a_lasting_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let (child, address) = start(folder.path(), "0").await;
    let page = reqwest::get(&address).await.expect("an answer").text().await.expect("a page");
    assert!(page.contains("<html"), "{page}");
    let welcome = format!("{address}/playground/v1/welcome");
    let lines: serde_json::Value =
        reqwest::get(&welcome).await.expect("an answer").json().await.expect("what to type");
    assert_eq!(lines["lines"].as_array().map(Vec::len), Some(4), "{lines}");
    assert!(lines["lines"][0].as_str().is_some_and(|line| line.contains("/play")), "{lines}");

    // No second program can have that port, and the error says what to do.
    let port = address.rsplit(':').next().expect("a port").to_owned();
    let other = tempfile::tempdir().expect("a folder");
    let refused = petri().arg("--data-dir").arg(other.path()).args(["--port", &port]).output().await;
    let refused = refused.expect("the program runs");
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && why.contains("--port"), "{why}");

    let people = format!("{address}/playground/v1/people");
    let made = reqwest::Client::new().post(&people).json(&serde_json::json!({ "name": "Cleo" })).send().await;
    assert!(made.expect("an answer").status().is_success());
    stop(child).await;
    assert!(folder.path().join("petri.sqlite").exists());
    let log = std::fs::metadata(folder.path().join("petri.sqlite-wal")).map_or(0, |log| log.len());
    assert_eq!(log, 0, "the write-ahead log is empty after a clean stop");
    let (child, address) = start(folder.path(), &port).await;
    let people = format!("{address}/playground/v1/people");
    let people = reqwest::get(&people).await.expect("an answer").text().await.expect("people");
    assert!(people.contains("Cleo"), "the playground keeps its people: {people}");
    stop(child).await;
}

/// Waits until the bot knows `/play`. Returns the lobby that it opens for Ann.
async fn first_lobby(chat: &Chat, ann: &Person, bob: &Person, channel: &Channel) -> Message {
    let wish = json!({ "game": "protozoa", "invite": bob.0 });
    let begun = chat
        .wait(ann, channel, "the bot's commands", async |_| {
            chat.begin_command(ann, channel, "play", wish.clone()).await.ok()
        })
        .await;
    chat.answer(ann, &begun).await.shown()
}

/// Waits until the channel shows that many boards, and returns them.
async fn boards(chat: &Chat, by: &Person, channel: &Channel, count: usize) -> Vec<Message> {
    chat.wait(by, channel, "a board", async |messages| {
        let is_board = |message: &&Message| message.has_picture() && !message.private();
        let boards: Vec<Message> = messages.iter().filter(is_board).cloned().collect();
        assert!(boards.len() <= count, "a board too many: {boards:?}");
        (boards.len() == count).then_some(boards)
    })
    .await
}

/// Types a move, and waits for the board that follows, the `count`th; it notifies `next` once.
async fn play(chat: &Chat, (mover, next): (&Person, &Person), channel: &Channel, typed: &str, count: usize) {
    let answer = chat.command(mover, channel, "move", json!({ "move": typed })).await.shown();
    says_played(&answer, &[typed]);
    check_board(chat, next, channel, count).await;
}

/// Waits for the `count`th board of a channel, which notifies `next` once.
async fn check_board(chat: &Chat, next: &Person, channel: &Channel, count: usize) {
    let boards = boards(chat, next, channel, count).await;
    let board = &boards[count - 1];
    assert_eq!(board.content(), format!("{}, your move.", next.mention()));
    let picture = board.picture().and_then(|picture| picture["url"].as_str()).expect("a picture");
    assert!(chat.download(picture).await.starts_with(b"\x89PNG"), "{picture}");
    let pings = chat.pings(next).await;
    assert_eq!(pings.iter().filter(|ping| *ping == board.id()).count(), 1, "{pings:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn page_and_game_survive_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut child, address) = start(folder.path(), "0").await;
    let port = address.rsplit(':').next().expect("a port").to_owned();
    let chat = Chat::new(&address);
    let (ann, bob, channel) =
        (chat.person("Ann").await, chat.person("Bob").await, chat.channel("table").await);
    let lobby = first_lobby(&chat, &ann, &bob, &channel).await;
    assert_eq!(chat.pings(&bob).await, [lobby.id()], "the invited player is notified");
    chat.press(&bob, &lobby, "Join").await.shown();
    chat.press(&ann, &lobby, "Start").await.shown();
    let first = boards(&chat, &ann, &channel, 1).await.remove(0);
    let anns = first.content().starts_with(&ann.mention());
    let (one, two) = if anns { (&ann, &bob) } else { (&bob, &ann) };
    check_board(&chat, one, &channel, 1).await;
    play(&chat, (one, two), &channel, "p@f4", 2).await;
    // The bot does not post again what it knows to be posted.
    let (store, id) =
        (Store::open(&folder.path().join("petri.sqlite")).await, game_of(&lobby.button("Join")));
    let store = store.expect("the database opens");
    chat.wait(two, &channel, "the bot to know that its board was posted", async |_| {
        let game = store.read(move |tx| tx.open(id)).await.expect("the game is stored");
        (game.board_ply == 1).then_some(())
    })
    .await;
    drop(store);
    let ids = |messages: Vec<Message>| -> Vec<String> {
        messages.iter().filter(|message| !message.private()).map(|message| message.id().to_owned()).collect()
    };
    let shown = ids(chat.messages(two, &channel).await);
    child.kill().await.expect("it can be killed");

    let (child, address) = start(folder.path(), &port).await;
    let chat = Chat::new(&address);
    let kept = ids(chat.messages(two, &channel).await);
    assert_eq!(kept, shown, "every message is still there");
    check_board(&chat, two, &channel, 2).await;
    let board = chat
        .wait(two, &channel, "the bot", async |_| {
            let begun = chat.begin_command(two, &channel, "board", json!({})).await.ok()?;
            Some(chat.answer(two, &begun).await).filter(|answer| answer.state == "answered")
        })
        .await;
    assert!(board.shown().words().contains(&format!("{} ◀ to move", two.mention())));
    play(&chat, (two, one), &channel, "p@a1", 3).await;
    stop(child).await;
}
