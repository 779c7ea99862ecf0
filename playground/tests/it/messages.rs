//! Messages of bots and people: files, nonces, mentions, replies, notifications.

use reqwest::Method;
use serde_json::{Value, json};

use crate::schema;
use crate::world::{Playground, text};

/// The header of a picture of 3 by 2 pixels.
const PICTURE: &[u8] =
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x06\x00\x00\x00";

#[tokio::test]
async fn uploads_in_any_order_keep_their_alt_text() {
    let world = Playground::start().await;
    let bot = world.bot("files").await;
    let path = format!("/channels/{}/messages", world.general);
    for json_first in [true, false] {
        let body =
            json!({"content": "two", "attachments": [{"id": 0, "description": "a board"}, {"id": "1"}]});
        let files = [("board one.png", PICTURE), ("notes.txt", &b"hello"[..])];
        let sent = bot.form(Method::POST, &path, body, &files, json_first).await.ok();
        let (board, notes) = (&sent["attachments"][0], &sent["attachments"][1]);
        assert_eq!(board["description"], "a board");
        assert_eq!((board["width"].clone(), board["height"].clone()), (json!(3), json!(2)));
        assert_eq!(board["filename"], "board_one.png");
        assert_eq!(notes.get("width"), None);
        let file = world.fetch(&text(&notes["url"])).await.unwrap();
        assert_eq!(file.bytes().await.unwrap().as_ref(), b"hello");
    }
}

#[tokio::test]
async fn embeds_show_uploaded_pictures() {
    let world = Playground::start().await;
    let bot = world.bot("files").await;
    let path = format!("/channels/{}/messages", world.general);
    let body = json!({"embeds": [{"title": "Board", "image": {"url": "attachment://board.png"}}],
        "attachments": [{"id": 0, "description": "empty board"}]});
    let sent = bot.form(Method::POST, &path, body, &[("board.png", PICTURE)], false).await.ok();
    assert_eq!(sent["attachments"], json!([]), "a picture in an embed is also listed as a file");
    let image = &sent["embeds"][0]["image"];
    assert_eq!((image["width"].clone(), image["description"].clone()), (json!(3), json!("empty board")));
    let response = world.fetch(&text(&image["url"])).await.unwrap();
    assert_eq!(response.headers()["content-type"], "image/png");
    // A new picture replaces the old one.
    let edit = format!("{path}/{}", text(&sent["id"]));
    let body = json!({"embeds": [{"image": {"url": "attachment://next.png"}}], "attachments": [{"id": 0}]});
    let edited = bot.form(Method::PATCH, &edit, body, &[("next.png", PICTURE)], false).await.ok();
    assert_eq!(edited["attachments"], json!([]));
    assert_ne!(edited["embeds"][0]["image"]["url"], image["url"]);
    assert_eq!(world.fetch(&text(&image["url"])).await.unwrap().status().as_u16(), 404);
}

#[tokio::test]
async fn an_edit_keeps_the_files_that_it_lists() {
    let world = Playground::start().await;
    let bot = world.bot("files").await;
    let path = format!("/channels/{}/messages", world.general);
    let files = [("a.txt", &b"a"[..]), ("b.txt", &b"b"[..])];
    let sent = bot.form(Method::POST, &path, json!({}), &files, false).await.ok();
    let names = |message: &Value| -> Vec<String> {
        message["attachments"].as_array().unwrap().iter().map(|file| text(&file["filename"])).collect()
    };
    let edit = format!("{path}/{}", text(&sent["id"]));
    assert_eq!(names(&bot.patch(&edit, json!({"content": "all"})).await.ok()), ["a.txt", "b.txt"]);
    let keep_b = json!({"attachments": [{"id": sent["attachments"][1]["id"]}, {"id": 0}]});
    let edited = bot.form(Method::PATCH, &edit, keep_b, &[("c.txt", b"c")], true).await.ok();
    assert_eq!(names(&edited), ["b.txt", "c.txt"]);
    let edited = bot.form(Method::PATCH, &edit, json!({"content": "x"}), &[("d.txt", b"d")], true).await.ok();
    assert_eq!(names(&edited), ["b.txt", "c.txt", "d.txt"]);
    assert_eq!(names(&bot.patch(&edit, json!({"attachments": []})).await.ok()), [""; 0]);
}

#[tokio::test]
async fn a_repeated_nonce_returns_the_same_message() {
    let world = Playground::start().await;
    let bot = world.bot("nonce").await;
    let body =
        |nonce: &str, enforce: bool| json!({"content": "once", "nonce": nonce, "enforce_nonce": enforce});
    let first = bot.say(body("n1", true)).await.ok();
    assert_eq!(bot.say(body("n1", true)).await.ok()["id"], first["id"]);
    assert_ne!(bot.say(body("n1", false)).await.ok()["id"], first["id"]);
    assert_ne!(bot.say(body("n2", true)).await.ok()["id"], first["id"]);
    assert_ne!(world.bot("other").await.say(body("n1", true)).await.ok()["id"], first["id"]);
    world.advance(10 * 60_000).await;
    assert_ne!(bot.say(body("n1", true)).await.ok()["id"], first["id"], "the nonce was remembered too long");
}

#[tokio::test]
async fn only_allowed_mentions_in_new_messages_notify() {
    let world = Playground::start().await;
    let bot = world.bot("ping").await;
    let ben = format!("<@{}>", world.ben);
    let path = format!("/channels/{}/messages", world.general);
    bot.say(json!({"content": "nobody"})).await.ok();
    bot.say(json!({"content": ben, "allowed_mentions": {"parse": []}})).await.ok();
    bot.say(json!({"content": ben, "allowed_mentions": {"users": [world.ann]}})).await.ok();
    bot.say(json!({"content": ben, "flags": 4096})).await.ok();
    bot.say(json!({"embeds": [{"description": ben}]})).await.ok();
    let sent = bot.say(json!({"content": "later"})).await.ok();
    let edit = format!("{path}/{}", text(&sent["id"]));
    assert_eq!(bot.patch(&edit, json!({"content": ben})).await.ok()["mentions"][0]["id"], json!(world.ben));
    assert!(world.buzzes(&world.ben).await.is_empty());
    bot.say(json!({"content": ben, "allowed_mentions": {"users": [world.ben]}})).await.ok();
    let own = world.post(&path, json!({"as": world.ben, "content": ben})).await;
    bot.say(json!({"content": "yes", "message_reference": {"message_id": own["id"]}})).await.ok();
    bot.say(json!({"content": "quiet", "message_reference": {"message_id": own["id"]}, "allowed_mentions": {"parse": []}})).await.ok();
    bot.say(json!({"content": "@everyone"})).await.ok();
    assert_eq!(world.buzzes(&world.ben).await, ["mention", "reply", "mention"]);
    assert_eq!(world.buzzes(&world.ann).await, ["mention"]);
    let unread = world.get(&format!("/people/{}/unread", world.ben)).await;
    assert_eq!(unread[&world.general], json!({"unread": 10, "mentions": 4}));
    world.post(&format!("/channels/{}/read", world.general), json!({"as": world.ben})).await;
    assert_eq!(world.get(&format!("/people/{}/unread", world.ben)).await, json!({}));
}

#[tokio::test]
async fn direct_messages_notify_and_can_be_closed() {
    let world = Playground::start().await;
    let mut bot = world.bot("dm").await;
    let channel = bot.post("/users/@me/channels", json!({"recipient_id": world.ben})).await.ok();
    let path = format!("/channels/{}/messages", text(&channel["id"]));
    bot.post(&path, json!({"content": "psst"})).await.ok();
    assert_eq!(world.buzzes(&world.ben).await, ["dm"]);
    let toggle = format!("/people/{}/dms", world.ben);
    world.people(Method::PUT, &toggle, json!({"open": false})).await.ok();
    bot.post(&path, json!({"content": "psst"})).await.refused(403, 50007);
    world.people(Method::PUT, &toggle, json!({"open": true})).await.ok();
    bot.post(&path, json!({"content": "psst"})).await.ok();
    world.post(&path, json!({"as": world.ben, "content": "what?"})).await;
    assert_eq!(bot.socket.event("MESSAGE_CREATE").await["content"], "psst");
    let stranger = world.people(Method::GET, &format!("{path}?as={}", world.ann), Value::Null).await;
    stranger.refused(404, 10003);
    bot.post("/users/@me/channels", json!({"recipient_id": bot.id})).await.refused(400, 50033);
    // A notification keeps the message's text even after the message is deleted.
    let message = text(&bot.post(&path, json!({"content": "gone soon"})).await.ok()["id"]);
    bot.delete(&format!("{path}/{message}")).await.ok();
    let notes = world.get(&format!("/people/{}/notifications", world.ben)).await;
    let last = notes.as_array().unwrap().last().unwrap();
    assert_eq!((&last["message_id"], &last["text"]), (&json!(message), &json!("gone soon")));
    let membership = format!("/people/{}/membership", world.ben);
    world.people(Method::PUT, &membership, json!({"member": false})).await.ok();
    bot.post(&path, json!({"content": "psst"})).await.refused(403, 50278);
}

#[tokio::test]
async fn history_is_paged() {
    let world = Playground::start().await;
    let bot = world.bot("pages").await;
    let mut ids = Vec::new();
    for number in 0..5 {
        ids.push(text(&bot.say(json!({"content": number.to_string()})).await.ok()["id"]));
    }
    let page = async |query: String| -> String {
        let path = format!("/channels/{}/messages?{query}", world.general);
        let page = bot.get(&path).await.ok();
        page.as_array().unwrap().iter().map(|message| text(&message["content"])).collect()
    };
    assert_eq!(page(String::new()).await, "43210");
    assert_eq!(page("limit=2".to_owned()).await, "43");
    assert_eq!(page(format!("before={}&limit=2", ids[2])).await, "10");
    assert_eq!(page(format!("after={}&limit=2", ids[1])).await, "32");
    assert_eq!(page(format!("around={}&limit=3", ids[2])).await, "321");
    bot.get(&format!("/channels/{}/messages?limit=101", world.general)).await.refused(400, 50035);
}

#[tokio::test]
async fn only_some_may_edit_and_delete_messages() {
    let world = Playground::start().await;
    let mut bot = world.bot("mine").await;
    let path = format!("/channels/{}/messages", world.general);
    let of_ann = text(&world.post(&path, json!({"as": world.ann, "content": "hers"})).await["id"]);
    bot.patch(&format!("{path}/{of_ann}"), json!({"content": "x"})).await.refused(403, 50005);
    let deny = json!({"bot_id": bot.id, "deny": (1_u64 << 13).to_string()});
    world.people(Method::PUT, &format!("/channels/{}/permissions", world.general), deny).await.ok();
    bot.delete(&format!("{path}/{of_ann}")).await.refused(403, 50013);
    let mine = bot.say(json!({"content": "mine"})).await.ok();
    let edited = bot.patch(&format!("{path}/{}", text(&mine["id"])), json!({"content": "edited"})).await.ok();
    assert!(edited["edited_timestamp"].is_string());
    bot.patch(&format!("{path}/{}", text(&mine["id"])), json!({"content": ""})).await.refused(400, 50006);
    schema::component("MessageResponse", &bot.socket.event("MESSAGE_UPDATE").await);
    bot.delete(&format!("{path}/{}", text(&mine["id"]))).await.ok();
    assert_eq!(bot.socket.event("MESSAGE_DELETE").await["id"], mine["id"]);
    bot.get(&format!("{path}/{}", text(&mine["id"]))).await.refused(404, 10008);
}

#[tokio::test]
async fn reactions_and_pins_send_events() {
    let world = Playground::start().await;
    let mut bot = world.bot("react").await;
    let id = text(&bot.say(json!({"content": "vote"})).await.ok()["id"]);
    let message = format!("/channels/{}/messages/{id}", world.general);
    let thumb = format!("{message}/reactions/%F0%9F%91%8D");
    bot.rest(Method::PUT, &format!("{thumb}/@me"), Value::Null).await.ok();
    assert_eq!(bot.socket.event("MESSAGE_REACTION_ADD").await["emoji"]["name"], "👍");
    assert_eq!(bot.get(&message).await.ok()["reactions"][0]["count"], 1);
    assert_eq!(bot.get(&thumb).await.ok()[0]["id"], json!(bot.id));
    bot.delete(&format!("{thumb}/@me")).await.ok();
    bot.rest(Method::PUT, &format!("{message}/reactions/no/@me"), Value::Null).await.refused(400, 10014);
    let pin = format!("/channels/{}/messages/pins/{id}", world.general);
    bot.rest(Method::PUT, &pin, Value::Null).await.ok();
    let pins = bot.get(&format!("/channels/{}/messages/pins", world.general)).await.ok();
    assert_eq!(pins["items"][0]["message"]["id"], json!(id));
    assert_eq!(bot.get(&format!("/channels/{}/pins", world.general)).await.ok().as_array().unwrap().len(), 1);
    bot.delete(&pin).await.ok();
    assert_eq!(world.sees(&world.ann, &world.general).await.last().unwrap()["type"], 6);
}

#[tokio::test]
async fn people_can_wait_for_new_messages() {
    let world = Playground::start().await;
    let bot = world.bot("news").await;
    let path = format!("/channels/{}/messages?as={}&after=0&wait_ms=30000", world.general, world.ann);
    let (news, _) = tokio::join!(world.get(&path), bot.say(json!({"content": "news"})));
    assert_eq!(news[0]["content"], "news");
    let mut feed = world.socket(&format!("/playground/v1/events?as={}", world.ann)).await;
    feed.feed("ready").await;
    bot.post(&format!("/channels/{}/typing", world.general), Value::Null).await.ok();
    assert_eq!(feed.feed("typing").await["user_id"], json!(bot.id));
}

#[tokio::test]
async fn guild_routes_match_discord() {
    let world = Playground::start().await;
    let bot = world.bot("guild").await;
    let guild = format!("/guilds/{}", world.guild);
    for path in
        ["", "/channels", "/roles", "/members?limit=10", "/members/search?query=an", "/threads/active"]
    {
        bot.get(&format!("{guild}{path}")).await.ok();
    }
    bot.get(&format!("{guild}/members/{}", world.ann)).await.ok();
    bot.get("/guilds/1").await.refused(404, 10004);
    assert_eq!(bot.get("/users/@me/guilds").await.ok()[0]["id"], json!(world.guild));
    let made = bot.post(&format!("{guild}/channels"), json!({"name": "New Channel"})).await.ok();
    assert_eq!(made["name"], "new-channel");
    let below = json!({"name": "below", "parent_id": made["id"]});
    bot.post(&format!("{guild}/channels"), below).await.refused(400, 50035);
    let path = format!("/channels/{}", text(&made["id"]));
    assert_eq!(bot.patch(&path, json!({"topic": "about"})).await.ok()["topic"], "about");
    bot.delete(&path).await.ok();
    bot.get(&path).await.refused(404, 10003);
}

#[tokio::test]
async fn people_who_left_the_guild_see_none_of_it() {
    let world = Playground::start().await;
    let bot = world.bot("guild").await;
    let member = format!("/guilds/{}/members/{}", world.guild, world.ben);
    let seen = format!("/channels/{}/messages?as={}&after=0", world.general, world.ben);
    let membership = format!("/people/{}/membership", world.ben);
    for _ in 0..2 {
        bot.get(&member).await.ok();
        world.get(&seen).await;
        world.people(Method::PUT, &membership, json!({"member": false})).await.ok();
        bot.get(&member).await.refused(404, 10007);
        world.people(Method::GET, &seen, Value::Null).await.refused(404, 10003);
        let buzzes = world.get(&format!("/people/{}/notifications", world.ben)).await;
        bot.say(json!({"content": format!("<@{}>", world.ben)})).await.ok();
        assert_eq!(world.get(&format!("/people/{}/notifications", world.ben)).await, buzzes);
        world.people(Method::PUT, &membership, json!({"member": true})).await.ok();
    }
}

#[tokio::test]
async fn bulk_deletion_removes_several_messages() {
    let world = Playground::start().await;
    let mut bot = world.bot("broom").await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(text(&bot.say(json!({"content": "x"})).await.ok()["id"]));
    }
    let path = format!("/channels/{}/messages/bulk-delete", world.general);
    for messages in [json!([ids[0]]), json!([ids[0], ids[0]]), json!([ids[0], "x"])] {
        bot.post(&path, json!({"messages": messages})).await.refused(400, 50035);
    }
    bot.post(&path, json!({"messages": [ids[0], ids[1]]})).await.ok();
    assert_eq!(bot.socket.event("MESSAGE_DELETE_BULK").await["ids"], json!([ids[0], ids[1]]));
    assert_eq!(world.sees(&world.ann, &world.general).await.len(), 1);
    world.advance(15 * 86_400_000).await;
    bot.post(&path, json!({"messages": [ids[1], ids[2]]})).await.refused(400, 50034);
}

#[tokio::test]
async fn replies_to_system_messages_are_rejected() {
    let world = Playground::start().await;
    let bot = world.bot("reply").await;
    let id = text(&bot.say(json!({"content": "pinned"})).await.ok()["id"]);
    bot.rest(Method::PUT, &format!("/channels/{}/messages/pins/{id}", world.general), Value::Null).await.ok();
    let note = world.sees(&world.ann, &world.general).await[1]["id"].clone();
    let reply = |id: Value| json!({"content": "x", "message_reference": {"message_id": id}});
    bot.say(reply(note)).await.refused(400, 50035);
    let deny = json!({"bot_id": bot.id, "deny": (1_u64 << 16).to_string()});
    world.people(Method::PUT, &format!("/channels/{}/permissions", world.general), deny).await.ok();
    bot.say(reply(json!(id))).await.refused(400, 160_002);
}
