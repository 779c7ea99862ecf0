//! Menus of users, and of users and roles: what people may choose, and what the bot receives.

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{Bot, Playground, text};

/// Posts one menu, and returns the message's id.
async fn menu(bot: &Bot<'_>, menu: Value) -> String {
    let row = json!({"type": 1, "components": [menu]});
    text(&bot.say(json!({"content": "x", "components": [row]})).await.ok()["id"])
}

/// Makes the body with which Ann chooses these values.
fn choice(world: &Playground, message: &str, values: &[&str]) -> Value {
    json!({"as": world.ann, "message_id": message, "custom_id": "who", "values": values})
}

#[tokio::test]
async fn chosen_users_arrive_with_their_membership() {
    let world = Playground::start().await;
    let mut bot = world.bot("menus").await;
    let message = menu(&bot, json!({"type": 5, "custom_id": "who", "max_values": 2})).await;
    let gone = json!({"member": false});
    world.people(Method::PUT, &format!("/people/{}/membership", world.ben), gone).await.ok();
    world.post("/components", choice(&world, &message, &[&world.ben, &world.ann])).await;
    let got = bot.interaction().await;
    let (data, resolved) = (&got["data"], &got["data"]["resolved"]);
    assert_eq!(
        (data["component_type"].clone(), data["values"].clone()),
        (json!(5), json!([world.ben, world.ann]))
    );
    assert_eq!(resolved["users"][&world.ann]["global_name"], "Ann");
    assert_eq!(resolved["users"][&world.ben]["global_name"], "Ben");
    assert!(resolved["members"][&world.ann]["permissions"].is_string(), "{resolved}");
    assert!(resolved["members"][&world.ben].is_null(), "someone who left is no member: {resolved}");
}

#[tokio::test]
async fn menus_of_users_count_and_check_choices() {
    let world = Playground::start().await;
    let mut bot = world.bot("menus").await;
    let role = text(&world.post("/roles", json!({"name": "hosts"})).await["id"]);
    let two = json!({"type": 5, "custom_id": "who", "min_values": 2, "max_values": 2});
    let two = menu(&bot, two).await;
    let ann = world.ann.as_str();
    for values in [&[][..], &[ann], &[ann, ann], &[ann, &role], &[ann, "Ben"]] {
        world.people(Method::POST, "/components", choice(&world, &two, values)).await.refused(400, 50035);
    }
    let any = json!({"type": 5, "custom_id": "who", "min_values": 0,
        "default_values": [{"id": world.ben, "type": "user"}]});
    let any = menu(&bot, any).await;
    let shown = world.sees(&world.ann, &world.general).await;
    assert_eq!(shown[1]["components"][0]["components"][0]["default_values"][0]["id"], json!(world.ben));
    world.post("/components", choice(&world, &any, &[])).await;
    let got = bot.interaction().await;
    assert_eq!(
        (got["data"]["values"].clone(), got["data"]["resolved"].clone()),
        (json!([]), Value::Null),
        "a person may clear the menu"
    );
}

#[tokio::test]
async fn menus_of_mentionables_take_users_and_roles() {
    let world = Playground::start().await;
    let mut bot = world.bot("menus").await;
    let role = text(&world.post("/roles", json!({"name": "hosts"})).await["id"]);
    let message = menu(&bot, json!({"type": 7, "custom_id": "who", "max_values": 3})).await;
    let channel = choice(&world, &message, &[&world.general]);
    world.people(Method::POST, "/components", channel).await.refused(400, 50035);
    world.post("/components", choice(&world, &message, &[&role, &world.ben])).await;
    let got = bot.interaction().await;
    let resolved = &got["data"]["resolved"];
    assert_eq!(got["data"]["values"], json!([role, world.ben]));
    assert_eq!(resolved["roles"][&role]["name"], "hosts");
    assert_eq!(resolved["users"][&world.ben]["global_name"], "Ben");
    assert!(resolved["members"][&world.ben].is_object(), "{resolved}");
}
