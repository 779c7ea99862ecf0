//! The kept state across restarts.

use std::path::{Path, PathBuf};
use std::time::Duration;

use playground::{BindError, Options, Server};
use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{PATIENCE, Playground, text};

#[tokio::test]
async fn a_restart_restores_everything() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("state");
    let world = Playground::kept(file.clone()).await;
    let bot = world.bot("kept").await;
    bot.register(json!([{"name": "look", "description": "x"}])).await.ok();
    let path = format!("/channels/{}/messages", world.general);
    let sent =
        bot.form(Method::POST, &path, json!({"content": "kept"}), &[("a.txt", b"bytes")], true).await.ok();
    let cleo = text(&world.post("/people", json!({"name": "Cleo", "locale": "de"})).await["id"]);
    world.people(Method::PUT, &format!("/people/{cleo}/dms"), json!({"open": false})).await.ok();
    let (id, people) = (bot.id.clone(), world.get("/people").await);
    world.advance(365 * 86_400_000).await;
    let last = text(&bot.say(json!({"content": "in a year"})).await.ok()["id"]);
    drop(bot);
    world.stop().await;

    let world = Playground::kept(file).await;
    assert_eq!(world.get("/people").await[2]["name"], people[2]["name"]);
    let seen = world.sees(&cleo, &world.general).await;
    assert_eq!(seen[0]["id"], sent["id"]);
    let url = text(&seen[0]["attachments"][0]["url"]);
    assert!(url.starts_with(&world.url), "the address names another port: {url}");
    assert_eq!(world.fetch(&url).await.unwrap().text().await.unwrap(), "bytes");
    // The commands are there before the bot is back.
    let commands: Value = world.get(&format!("/commands?as={cleo}&channel_id={}", world.general)).await;
    assert_eq!(commands[0]["name"], "look");
    let bot = world.bot("kept").await;
    assert_eq!(bot.id, id);
    let next = text(&bot.say(json!({"content": "new"})).await.ok()["id"]);
    assert!(next.parse::<u64>().unwrap() > last.parse::<u64>().unwrap(), "an id was used twice");
}

#[tokio::test]
async fn a_broken_state_file_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("state");
    std::fs::write(&file, "not a state").unwrap();
    let bound = Server::bind(Options { keep: Some(file.clone()), ..Options::default() }).await;
    assert!(matches!(bound, Err(BindError::Keep { .. })));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "not a state");
}

#[tokio::test]
async fn a_killed_playground_comes_back_as_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("state");
    let world = Playground::kept(file.clone()).await;
    let saved = async {
        let mut look = tokio::time::interval(Duration::from_millis(20));
        while !file.exists() {
            look.tick().await;
        }
    };
    tokio::time::timeout(PATIENCE, saved).await.expect("the state was not saved at the start");
    // A kill would leave exactly what is on disk now.
    let left = dir.path().join("left");
    std::fs::copy(&file, &left).unwrap();
    let again = Playground::kept(left).await;
    assert_eq!((&again.ann, &again.guild, &again.general), (&world.ann, &world.guild, &world.general));
}

#[tokio::test]
async fn acknowledged_changes_survive_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("state");
    let world = Playground::kept(file.clone()).await;
    let bot = world.bot("kept").await;
    let path = format!("/channels/{}/messages", world.general);
    for round in 0..3 {
        let channel = world.post("/channels", json!({"name": format!("room-{round}")})).await;
        let bodies = ["a", "b", "c"];
        let (one, two, three, four) = tokio::join!(
            bot.say(json!({"content": bodies[0]})),
            bot.say(json!({"content": bodies[1]})),
            world.post(&path, json!({"as": world.ann, "content": bodies[2]})),
            bot.form(Method::POST, &path, json!({}), &[("a.txt", b"bytes")], true),
        );
        let sent = [one.ok(), two.ok(), three, four.ok()];
        // A kill would leave exactly what is on disk now.
        let left = dir.path().join(format!("left-{round}"));
        copy(&file, &left);
        let again = Playground::kept(left).await;
        let channels = again.get("/channels").await;
        assert!(channels.as_array().unwrap().iter().any(|known| known["id"] == channel["id"]));
        let seen = again.sees(&again.ann, &again.general).await;
        for message in &sent {
            assert!(seen.iter().any(|known| known["id"] == message["id"]), "{message}");
        }
        let file = seen.iter().find(|known| known["id"] == sent[3]["id"]).unwrap();
        let url = text(&file["attachments"][0]["url"]);
        assert_eq!(again.fetch(&url).await.unwrap().text().await.unwrap(), "bytes");
    }
}

/// Copies a kept state together with its uploaded files.
fn copy(from: &Path, to: &Path) {
    let files = |state: &Path| PathBuf::from(format!("{}.files", state.display()));
    std::fs::copy(from, to).unwrap();
    std::fs::create_dir(files(to)).unwrap();
    for file in std::fs::read_dir(files(from)).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), files(to).join(file.file_name())).unwrap();
    }
}

#[tokio::test]
async fn the_page_receives_the_welcome_lines() {
    let welcome = vec!["Type `/look`.".to_owned()];
    let world = Playground::start_with(Options { welcome, ..Options::default() }).await;
    assert_eq!(world.get("/welcome").await, json!({"lines": ["Type `/look`."]}));
    assert_eq!(Playground::start().await.get("/welcome").await, json!({"lines": []}));
}
