//! Roles of people, and menus of roles and channels.

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{Playground, text};

#[tokio::test]
async fn menus_of_roles_and_channels_give_what_was_chosen() {
    let world = Playground::start().await;
    let mut bot = world.bot("menus").await;
    let role = text(&world.post("/roles", json!({"name": "hosts"})).await["id"]);
    let message = text(
        &bot.say(json!({"content": "x", "components": [
            {"type": 1, "components": [{"type": 6, "custom_id": "role"}]},
            {"type": 1, "components": [{"type": 8, "custom_id": "where", "channel_types": [0], "max_values": 2}]},
        ]}))
        .await
        .ok()["id"],
    );
    let press = |custom_id: &str, values: Value| json!({"as": world.ben, "message_id": message, "custom_id": custom_id, "values": values});
    for (custom_id, values) in [
        ("role", json!([])),
        ("role", json!([world.general])),
        ("where", json!([role])),
        ("where", json!([world.general, world.general])),
    ] {
        world.people(Method::POST, "/components", press(custom_id, values)).await.refused(400, 50035);
    }
    world.post("/components", press("role", json!([role]))).await;
    let got = bot.interaction().await;
    assert_eq!(
        (got["data"]["component_type"].clone(), got["data"]["values"].clone()),
        (json!(6), json!([role]))
    );
    assert_eq!(got["data"]["resolved"]["roles"][&role]["name"], "hosts");
    bot.answer(&got, json!({"type": 6})).await.ok();
    world.post("/components", press("where", json!([world.general]))).await;
    let got = bot.interaction().await;
    assert_eq!(
        (got["data"]["component_type"].clone(), got["data"]["values"].clone()),
        (json!(8), json!([world.general]))
    );
    let channel = &got["data"]["resolved"]["channels"][&world.general];
    assert_eq!((channel["type"].clone(), channel["permissions"].is_string()), (json!(0), true));
}

#[tokio::test]
async fn people_have_the_permissions_of_their_roles() {
    const MANAGE_GUILD: u64 = 1 << 5;
    let world = Playground::start().await;
    let mut bot = world.bot("roles").await;
    bot.register(json!([{"name": "look", "description": "d"}])).await.ok();
    let new = json!({"name": "managers", "permissions": MANAGE_GUILD.to_string()});
    let role = text(&world.post("/roles", new).await["id"]);
    let roles = format!("/people/{}/roles", world.ben);
    let mut member = async || {
        let wish = json!({"as": world.ben, "channel_id": world.general, "name": "look", "options": {}});
        world.post("/commands", wish).await;
        let got = bot.interaction().await;
        let may: u64 = text(&got["member"]["permissions"]).parse().unwrap();
        (may & MANAGE_GUILD != 0, got["member"]["roles"].clone())
    };
    assert_eq!(member().await, (false, json!([])));
    world.people(Method::PUT, &roles, json!({"roles": [role]})).await.ok();
    assert_eq!(member().await, (true, json!([role])));
    assert_eq!(world.get("/people").await[1]["roles"], json!([role]));
    world.people(Method::PUT, &roles, json!({"roles": []})).await.ok();
    assert_eq!(member().await, (false, json!([])));
    world.people(Method::PUT, &roles, json!({"roles": ["77"]})).await.refused(404, 10011);
    world
        .people(Method::POST, "/roles", json!({"name": "x", "permissions": "all"}))
        .await
        .refused(400, 50035);
}

#[tokio::test]
async fn new_role_reaches_pages_and_bots() {
    let world = Playground::start().await;
    let mut bot = world.bot("events").await;
    let mut page = world.socket(&format!("/playground/v1/events?as={}", world.ann)).await;
    page.feed("ready").await;
    let role = text(&world.post("/roles", json!({"name": "hosts"})).await["id"]);
    let guilds = page.feed("guilds").await;
    let names: Vec<&Value> =
        guilds[0]["roles"].as_array().unwrap().iter().map(|role| &role["name"]).collect();
    assert!(names.contains(&&json!("hosts")), "{names:?}");
    let event = bot.socket.event("GUILD_ROLE_CREATE").await;
    assert_eq!((event["guild_id"].clone(), event["role"]["id"].clone()), (json!(world.guild), json!(role)));
}
