//! Commands on users and on messages.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    schema,
    world::{Bot, Playground, Reply, text},
};

async fn with_commands(world: &Playground) -> Bot<'_> {
    let bot = world.bot("targets").await;
    bot.register(json!([
        {"name": "Look at", "type": 2},
        {"name": "Look at", "type": 3},
        {"name": "Moderate", "type": 3, "default_member_permissions": "32"},
        {"name": "look", "type": 1, "description": "Looks"},
    ]))
    .await
    .ok();
    bot
}

async fn uses(world: &Playground, person: &str, name: &str, target: &str) -> Reply {
    let body = json!({"as": person, "channel_id": world.general, "name": name, "target_id": target});
    world.people(Method::POST, "/commands", body).await
}

#[tokio::test]
async fn user_commands_carry_the_user() {
    let world = Playground::start().await;
    let mut bot = with_commands(&world).await;
    let id = text(&uses(&world, &world.ann, "Look at", &world.ben).await.ok()["interaction_id"]);
    let got = bot.interaction().await;
    let data = &got["data"];
    assert_eq!((&got["type"], &data["type"], &data["name"]), (&json!(2), &json!(2), &json!("Look at")));
    assert_eq!(data["target_id"], json!(world.ben));
    assert!(data.get("options").is_none(), "{data}");
    assert_eq!(data["resolved"]["users"][&world.ben]["global_name"], "Ben");
    let member = &data["resolved"]["members"][&world.ben];
    assert!(member["permissions"].is_string() && member.get("user").is_none(), "{member}");
    assert_eq!(world.interaction(&id).await["target_id"], json!(world.ben));

    bot.answer(&got, json!({"type": 4, "data": {"content": "seen"}})).await.ok();
    let answer = world.sees(&world.ann, &world.general).await.remove(0);
    assert_eq!(answer["type"], 23);
    let metadata = &answer["interaction_metadata"];
    assert_eq!((&metadata["name"], &metadata["target_user"]["id"]), (&json!("Look at"), &json!(world.ben)));
    schema::component("ApplicationCommandInteractionMetadataResponse", metadata);
}

#[tokio::test]
async fn message_commands_carry_the_message() {
    let world = Playground::start().await;
    let mut bot = with_commands(&world).await;
    let path = format!("/channels/{}/messages", world.general);
    let message_id = text(&world.post(&path, json!({"as": world.ben, "content": "look here"})).await["id"]);
    uses(&world, &world.ann, "Look at", &message_id).await.ok();
    let got = bot.interaction().await;
    let data = &got["data"];
    assert_eq!((&data["type"], &data["target_id"]), (&json!(3), &json!(message_id)));
    let message = &data["resolved"]["messages"][&message_id];
    assert_eq!((&message["content"], &message["author"]["id"]), (&json!("look here"), &json!(world.ben)));
    schema::component("MessageResponse", message);

    bot.answer(&got, json!({"type": 4, "data": {"content": "for you", "flags": 64}})).await.ok();
    let seen = world.sees(&world.ann, &world.general).await;
    let response = seen.last().unwrap();
    assert_eq!((&response["type"], &response["content"]), (&json!(23), &json!("for you")));
    assert_eq!(response["interaction_metadata"]["target_message_id"], json!(message_id));
    // Commands do not work on an ephemeral message.
    uses(&world, &world.ann, "Look at", &text(&response["id"])).await.refused(400, 50035);
}

#[tokio::test]
async fn the_target_must_match_the_command_type() {
    let world = Playground::start().await;
    let _bot = with_commands(&world).await;
    let path = format!("/channels/{}/messages", world.general);
    let message_id = text(&world.post(&path, json!({"as": world.ben, "content": "x"})).await["id"]);
    for (person, name, target) in [
        (&world.ann, "Look at", "5"),
        (&world.ann, "look", world.ben.as_str()),
        (&world.ann, "Moderate", world.ben.as_str()),
        (&world.ann, "look at", message_id.as_str()),
        (&world.ben, "Moderate", message_id.as_str()),
    ] {
        uses(&world, person, name, target).await.refused(400, 50035);
    }
    uses(&world, &world.ann, "Moderate", &message_id).await.ok();
    let typed = json!({"as": world.ann, "channel_id": world.general, "name": "Look at"});
    world.people(Method::POST, "/commands", typed).await.refused(400, 50035);
}

#[tokio::test]
async fn direct_messages_have_no_members() {
    let world = Playground::start().await;
    let mut bot = with_commands(&world).await;
    let direct = world.post("/dms", json!({"as": world.ann, "bot_id": bot.id})).await;
    let body = json!({"as": world.ann, "channel_id": direct["id"], "name": "Look at", "target_id": bot.id});
    world.post("/commands", body).await;
    let got = bot.interaction().await;
    let resolved: &Value = &got["data"]["resolved"];
    assert_eq!(resolved["users"][&bot.id]["id"], json!(bot.id));
    assert!(resolved.get("members").is_none(), "{resolved}");
}
