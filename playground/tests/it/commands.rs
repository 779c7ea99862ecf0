//! Registering commands, and which of them each person can use.

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{Playground, text};

#[tokio::test]
async fn commands_can_be_created_edited_and_deleted() {
    let world = Playground::start().await;
    let bot = world.bot("first").await;
    let path = format!("/applications/{}/commands", bot.id);
    let guild = format!("/applications/{}/guilds/{}/commands", bot.id, world.guild);
    let made = bot.post(&path, json!({"name": "one", "description": "One"})).await;
    assert_eq!(made.status, 201);
    let id = text(&made.body["id"]);
    let again = bot.post(&path, json!({"name": "one", "description": "Uno"})).await;
    assert_eq!((again.status, text(&again.body["id"])), (200, id.clone()));
    let changed = bot.patch(&format!("{path}/{id}"), json!({"description": "Ein"})).await.ok();
    assert_eq!((changed["name"].clone(), changed["description"].clone()), (json!("one"), json!("Ein")));
    let two = bot.post(&path, json!({"name": "two", "description": "Two"})).await.ok();
    let rename = json!({"name": "one"});
    bot.patch(&format!("{path}/{}", text(&two["id"])), rename).await.refused(400, 50035);
    let all =
        bot.register(json!([{"name": "one", "description": "1"}, {"name": "Look", "type": 2}])).await.ok();
    assert_eq!(text(&all[0]["id"]), id, "the command got a new id");
    assert_eq!(bot.get(&path).await.ok().as_array().unwrap().len(), 2);
    bot.rest(Method::PUT, &guild, json!([{"name": "here", "description": "Here"}])).await.ok();
    assert_eq!(bot.get(&guild).await.ok()[0]["guild_id"], json!(world.guild));
    bot.delete(&format!("{path}/{id}")).await.ok();
    bot.get(&format!("{path}/{id}")).await.refused(404, 10063);
    let other = world.bot("second").await;
    other.get(&path).await.refused(403, 20012);
    other.get(&format!("/applications/{}/guilds/1/commands", other.id)).await.refused(404, 10004);
}

#[tokio::test]
async fn people_see_only_commands_they_may_use() {
    let world = Playground::start().await;
    let bot = world.bot("first").await;
    bot.register(json!([
        {"name": "all", "description": "x"},
        {"name": "admins", "description": "x", "default_member_permissions": "32"},
        {"name": "guilds", "description": "x", "contexts": [0]},
        {"name": "Look", "type": 2},
    ]))
    .await
    .ok();
    let direct = text(&world.post("/dms", json!({"as": world.ben, "bot_id": bot.id})).await["id"]);
    let offered = async |person: &str, channel: &str| -> Vec<String> {
        let list: Value = world.get(&format!("/commands?as={person}&channel_id={channel}")).await;
        list.as_array().unwrap().iter().map(|command| text(&command["name"])).collect()
    };
    assert_eq!(offered(&world.ann, &world.general).await, ["all", "admins", "guilds", "Look"]);
    assert_eq!(offered(&world.ben, &world.general).await, ["all", "guilds", "Look"]);
    assert_eq!(offered(&world.ben, &direct).await, ["all", "admins", "Look"]);
}

#[tokio::test]
async fn subcommands_are_found_by_their_full_name() {
    let world = Playground::start().await;
    let mut bot = world.bot("first").await;
    bot.register(json!([{"name": "admin", "description": "x", "options": [
        {"type": 1, "name": "settings", "description": "x", "options": [{"type": 5, "name": "on", "description": "x"}]},
        {"type": 2, "name": "role", "description": "x", "options": [{"type": 1, "name": "add", "description": "x"}]},
    ]}]))
    .await
    .ok();
    world.command(&world.ann, "admin settings", json!({"on": true})).await;
    let got = bot.interaction().await;
    let want =
        json!([{"name": "settings", "type": 1, "options": [{"name": "on", "type": 5, "value": true}]}]);
    assert_eq!(got["data"]["options"], want);
    world.command(&world.ann, "admin role add", json!({})).await;
    let got = bot.interaction().await;
    let want = json!([{"name": "role", "type": 2, "options": [{"name": "add", "type": 1, "options": []}]}]);
    assert_eq!(got["data"]["options"], want);
    let body = json!({"as": world.ann, "channel_id": world.general, "name": "admin"});
    world.people(Method::POST, "/commands", body).await.refused(400, 50035);
}

#[tokio::test]
async fn commands_have_no_permissions_of_their_own() {
    let world = Playground::start().await;
    let bot = world.bot("first").await;
    let made = bot.register(json!([{"name": "look", "description": "x"}])).await.ok();
    let path = format!("/applications/{}/guilds/{}/commands", bot.id, world.guild);
    assert_eq!(bot.get(&format!("{path}/permissions")).await.ok(), json!([]));
    let one = format!("{path}/{}/permissions", text(&made[0]["id"]));
    bot.get(&one).await.refused(404, 10066);
    bot.rest(Method::PUT, &one, json!({"permissions": []})).await.refused(403, 20001);
    bot.get(&format!("{path}/1/permissions")).await.refused(404, 10063);
}

#[tokio::test]
async fn options_lose_fields_without_a_value() {
    let world = Playground::start().await;
    let mut bot = world.bot("first").await;
    let choices = json!([{"name": "a", "value": "a", "name_localizations": null}]);
    let option = json!({
        "type": 3, "name": "word", "description": "x", "choices": choices,
        "autocomplete": null, "max_length": null, "required": false,
    });
    let made = bot.register(json!([{"name": "say", "description": "x", "options": [option]}])).await.ok();
    let want = json!({
        "type": 3, "name": "word", "description": "x", "choices": [{"name": "a", "value": "a"}],
        "required": false,
    });
    assert_eq!(made[0]["options"], json!([want]));
    let path = format!("/applications/{}/commands", bot.id);
    let bare = bot.post(&path, json!({"name": "bare", "description": "x", "options": null})).await.ok();
    assert!(bare.get("options").is_none(), "{bare}");
    world.command(&world.ann, "say", json!({"word": null})).await;
    assert!(bot.interaction().await["data"].get("options").is_none());
}
