//! Command options that take files.

use std::path::PathBuf;

use reqwest::Method;
use serde_json::{Value, json};

use crate::schema;
use crate::world::{Bot, Playground, text};

/// The header of a picture of 3 by 2 pixels.
const GIF: &[u8] = b"GIF89a\x03\x00\x02\x00\x00\x00\x00";

async fn scanner(world: &Playground) -> Bot<'_> {
    let bot = world.bot("scanner").await;
    bot.register(json!([{"name": "scan", "description": "Scans", "options": [
        {"type": 11, "name": "picture", "description": "Which", "required": true},
        {"type": 3, "name": "word", "description": "Word", "autocomplete": true},
        {"type": 11, "name": "notes", "description": "More"},
    ]}]))
    .await
    .ok();
    bot
}

fn scan(world: &Playground, options: Value) -> Value {
    json!({"as": world.ann, "channel_id": world.general, "name": "scan", "options": options})
}

#[tokio::test]
async fn commands_carry_files() {
    let world = Playground::start().await;
    let mut bot = scanner(&world).await;
    let wish = scan(&world, json!({"picture": 1, "notes": 0}));
    let files = [("my notes.txt", &b"words"[..]), ("board.gif", GIF)];
    world.people_form("/commands", wish, &files).await.ok();
    let data = &bot.interaction().await["data"];
    let picture = &data["options"][0];
    assert_eq!((&picture["name"], &picture["type"]), (&json!("picture"), &json!(11)));
    let file = &data["resolved"]["attachments"][text(&picture["value"])];
    schema::component("AttachmentResponse", file);
    assert_eq!(file["id"], picture["value"]);
    assert_eq!((&file["filename"], &file["content_type"]), (&json!("board.gif"), &json!("image/gif")));
    assert_eq!((&file["size"], &file["width"], &file["height"]), (&json!(GIF.len()), &json!(3), &json!(2)));
    assert_eq!((&file["proxy_url"], &file["ephemeral"]), (&file["url"], &json!(true)));
    let served = world.fetch(&text(&file["url"])).await.unwrap();
    assert_eq!(served.headers()["content-type"], "image/gif");
    assert_eq!(served.bytes().await.unwrap(), GIF);
    let notes = &data["resolved"]["attachments"][text(&data["options"][1]["value"])];
    assert_eq!((&notes["filename"], notes.get("width")), (&json!("my_notes.txt"), None));
}

#[tokio::test]
async fn unfitting_files_are_rejected() {
    let world = Playground::start().await;
    let bot = scanner(&world).await;
    for (options, files) in [
        (json!({}), &[][..]),
        (json!({"notes": 0}), &[("a.txt", &b"a"[..])]),
        (json!({"picture": 1}), &[("a.txt", &b"a"[..])]),
        (json!({"picture": "a.txt"}), &[("a.txt", &b"a"[..])]),
        (json!({"picture": 0}), &[("a.txt", &b"a"[..]), ("b.txt", b"b")]),
    ] {
        let wish = scan(&world, options);
        world.people_form("/commands", wish.clone(), files).await.refused(400, 50035);
    }
    let bare = scan(&world, json!({"picture": 0}));
    world.people(Method::POST, "/commands", bare).await.refused(400, 50035);
    let large = vec![0; 10 * 1024 * 1024 + 1];
    let wish = scan(&world, json!({"picture": 0}));
    world.people_form("/commands", wish, &[("a.bin", &large)]).await.refused(413, 40005);
    assert_eq!(bot.get("/users/@me").await.status, 200);
}

#[tokio::test]
async fn autocomplete_skips_files() {
    let world = Playground::start().await;
    let mut bot = scanner(&world).await;
    let mut wish = scan(&world, json!({"word": "al", "picture": 0}));
    wish["focused"] = json!("word");
    let (reply, ()) = tokio::join!(world.post("/autocomplete", wish), async {
        let got = bot.interaction().await;
        let want = json!([{"name": "word", "type": 3, "value": "al", "focused": true}]);
        assert_eq!(got["data"]["options"], want);
        bot.answer(&got, json!({"type": 8, "data": {"choices": []}})).await.ok();
    });
    assert_eq!(reply, json!({"choices": []}));
}

#[tokio::test]
async fn files_of_commands_survive_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let file: PathBuf = dir.path().join("state");
    let world = Playground::kept(file.clone()).await;
    let mut bot = scanner(&world).await;
    let wish = scan(&world, json!({"picture": 0}));
    world.people_form("/commands", wish, &[("a.txt", b"bytes")]).await.ok();
    let resolved = bot.interaction().await["data"]["resolved"]["attachments"].clone();
    let url = text(&resolved.as_object().unwrap().values().next().unwrap()["url"]);
    let path = url.strip_prefix(&world.url).unwrap().to_owned();
    drop(bot);
    world.stop().await;
    let world = Playground::kept(file).await;
    let served = world.fetch(&format!("{}{path}", world.url)).await.unwrap();
    assert_eq!(served.text().await.unwrap(), "bytes");
}
