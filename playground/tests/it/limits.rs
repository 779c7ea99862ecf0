//! Discord's limits: which bodies are refused, and where the tree of errors points.

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{Bot, Playground};

/// The first error in a tree: its path and code.
fn first_error(tree: &Value) -> (String, String) {
    let mut path: Vec<&str> = Vec::new();
    let mut node = tree;
    loop {
        if let Some(errors) = node.get("_errors") {
            return (path.join("."), errors[0]["code"].as_str().unwrap().to_owned());
        }
        let (step, inside) = node.as_object().unwrap().iter().next().expect("the tree has no error");
        path.push(step);
        node = inside;
    }
}

fn row(part: Value) -> Value {
    json!({"components": [{"type": 1, "components": [part]}]})
}

fn button(label: &str, custom_id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": label, "custom_id": custom_id})
}

#[tokio::test]
async fn messages_keep_to_the_limits() {
    let world = Playground::start().await;
    let bot = world.bot("limits").await;
    let long = |length: usize| "x".repeat(length);
    let fields = |count: usize| vec![json!({"name": "n", "value": "v"}); count];
    let options =
        |count: usize| (0..count).map(|n| json!({"label": "l", "value": n.to_string()})).collect::<Vec<_>>();
    let menu = |options: Vec<Value>| row(json!({"type": 3, "custom_id": "m", "options": options}));
    for (body, path, code) in [
        (json!({"content": long(2_001)}), "content", "BASE_TYPE_MAX_LENGTH"),
        (json!({"embeds": [{"title": long(257)}]}), "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
        (
            json!({"embeds": [{}, {"description": long(4_097)}]}),
            "embeds.1.description",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (json!({"embeds": [{"fields": fields(26)}]}), "embeds.0.fields", "BASE_TYPE_MAX_LENGTH"),
        (
            json!({"embeds": [{"fields": [{"name": "", "value": "v"}]}]}),
            "embeds.0.fields.0.name",
            "BASE_TYPE_REQUIRED",
        ),
        (
            json!({"embeds": [{"footer": {"text": long(2_049)}}]}),
            "embeds.0.footer.text",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            json!({"embeds": vec![json!({"description": long(3_001)}); 2]}),
            "embeds",
            "MAX_EMBED_SIZE_EXCEEDED",
        ),
        (json!({"embeds": vec![json!({"title": "t"}); 11]}), "embeds", "BASE_TYPE_MAX_LENGTH"),
        (json!({"embeds": [{"image": {"url": "ftp://x"}}]}), "embeds.0.image.url", "URL_TYPE_INVALID_SCHEME"),
        (
            json!({"components": vec![json!({"type": 1, "components": [button("a", "b")]}); 6]}),
            "components",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (row(button(&long(81), "id")), "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
        (row(button("a", &long(101))), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
        (
            row(json!({"type": 2, "style": 1, "label": "a"})),
            "components.0.components.0.custom_id",
            "BASE_TYPE_REQUIRED",
        ),
        (
            json!({"components": [{"type": 1, "components": [button("a", "same"), button("b", "same")]}]}),
            "components.0.components.1.custom_id",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (menu(options(26)), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
        (
            menu(vec![json!({"label": "a", "value": "v"}); 2]),
            "components.0.components.0.options.1.value",
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        (json!({"components": [{"type": 10, "content": "x"}]}), "components.0.type", "BASE_TYPE_CHOICES"),
        (
            json!({"content": "x", "flags": 1 << 15}),
            "content",
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        (
            json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
            "allowed_mentions",
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        (json!({"content": "x", "nonce": long(26)}), "nonce", "NONCE_TYPE_TOO_LONG"),
        (
            json!({"content": "x", "message_reference": {"message_id": "1"}}),
            "message_reference",
            "REPLIES_UNKNOWN_MESSAGE",
        ),
    ] {
        let refusal = bot.say(body.clone()).await.refused(400, 50035);
        assert_eq!(first_error(&refusal["errors"]), (path.to_owned(), code.to_owned()), "{body}");
    }
    bot.say(json!({"content": "  "})).await.refused(400, 50006);
    bot.say(json!({})).await.refused(400, 50006);
    assert!(world.sees(&world.ann, &world.general).await.is_empty(), "what is refused is not posted");
    bot.say(json!({"content": long(2_000), "embeds": [{"description": long(4_096)}]})).await.ok();
    bot.say(json!({"flags": 1 << 15, "components": [{"type": 17, "components": [{"type": 10, "content": "text"}]}]})).await.ok();
}

async fn refused_command(bot: &Bot<'_>, commands: Value, path: &str, code: &str) {
    let refusal = bot.register(commands.clone()).await.refused(400, 50035);
    assert_eq!(first_error(&refusal["errors"]), (path.to_owned(), code.to_owned()), "{commands}");
}

#[tokio::test]
async fn commands_keep_to_the_limits() {
    let world = Playground::start().await;
    let bot = world.bot("limits").await;
    let with = |options: Value| json!([{"name": "a", "description": "d", "options": options}]);
    let option = |name: &str, required: bool| json!({"type": 3, "name": name, "description": "d", "required": required});
    let texts: Vec<Value> = (0..25)
        .map(|n| json!({"name": format!("{n}{}", "x".repeat(90)), "value": "v".repeat(100)}))
        .collect();
    let huge = |name: &str| json!({"type": 3, "name": name, "description": "d", "choices": texts});
    for (commands, path, code) in [
        (json!([{"name": "Upper", "description": "d"}]), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        (json!([{"name": "two words", "description": "d"}]), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        (json!([{"name": "x".repeat(33), "description": "d"}]), "0.name", "BASE_TYPE_BAD_LENGTH"),
        (json!([{"name": "a"}]), "0.description", "BASE_TYPE_REQUIRED"),
        (json!([{"name": "a", "description": "x".repeat(101)}]), "0.description", "BASE_TYPE_BAD_LENGTH"),
        (
            json!([{"name": "a", "description": "d"}, {"name": "a", "description": "d"}]),
            "1.name",
            "APPLICATION_COMMANDS_DUPLICATE_NAME",
        ),
        (with(json!(vec![option("o", false); 26])), "0.options", "BASE_TYPE_MAX_LENGTH"),
        (
            with(json!([option("o", false), option("p", true)])),
            "0.options.1",
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            with(json!([option("o", false), option("o", false)])),
            "0.options.1.name",
            "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED",
        ),
        (
            with(
                json!([{"type": 4, "name": "n", "description": "d", "choices": [{"name": "x", "value": "1"}]}]),
            ),
            "0.options.0.choices.0.value",
            "NUMBER_TYPE_COERCE",
        ),
        (
            with(json!([{"type": 1, "name": "s", "description": "d"}, option("o", false)])),
            "0.options",
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (with(json!([huge("a"), huge("b")])), "0", "APPLICATION_COMMAND_TOO_LARGE"),
        (
            json!([{"name": "a", "description": "d", "description_localizations": {"de": "x".repeat(101)}}]),
            "0.description_localizations.de",
            "BASE_TYPE_BAD_LENGTH",
        ),
    ] {
        refused_command(&bot, commands, path, code).await;
    }
    let many: Vec<Value> = (0..101).map(|n| json!({"name": format!("c{n}"), "description": "d"})).collect();
    bot.register(json!(many)).await.refused(400, 30032);
    assert_eq!(bot.register(json!([])).await.ok(), json!([]));
}

#[tokio::test]
async fn callbacks_keep_to_the_limits() {
    let world = Playground::start().await;
    let mut bot = world.bot("limits").await;
    bot.register(json!([{"name": "a", "description": "d"}])).await.ok();
    world.command(&world.ann, "a", json!({})).await;
    let got = bot.interaction().await;
    let form = |title: &str, components: Value| json!({"type": 9, "data": {"custom_id": "f", "title": title, "components": components}});
    let input = json!({"type": 1, "components": [{"type": 4, "custom_id": "i", "label": "l", "style": 1}]});
    for (body, path, code) in [
        (json!({"type": 7, "data": {"content": "x"}}), "type", "BASE_TYPE_CHOICES"),
        (json!({"data": {}}), "type", "BASE_TYPE_CHOICES"),
        (json!({"type": 4, "data": {"content": "x".repeat(2_001)}}), "data.content", "BASE_TYPE_MAX_LENGTH"),
        (json!({"type": 5, "data": {"flags": 1 << 15}}), "data.flags", "BITFIELD_TYPE_INVALID"),
        (form(&"x".repeat(46), json!([input])), "data.title", "BASE_TYPE_BAD_LENGTH"),
        (form("t", json!(vec![input.clone(); 6])), "data.components", "BASE_TYPE_BAD_LENGTH"),
        (
            form("t", json!([input, input])),
            "data.components.1.components.0.custom_id",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
    ] {
        let refusal = bot.answer(&got, body.clone()).await.refused(400, 50035);
        assert_eq!(first_error(&refusal["errors"]), (path.to_owned(), code.to_owned()), "{body}");
    }
    bot.answer(&got, json!({"type": 4, "data": {}})).await.refused(400, 50006);
    // a refused callback leaves the interaction open
    bot.answer(&got, json!({"type": 4, "data": {"content": "fine"}})).await.ok();
}

#[tokio::test]
async fn requests_that_make_no_sense_are_refused_in_json() {
    let world = Playground::start().await;
    let bot = world.bot("limits").await;
    bot.get("/channels/abc").await.refused(400, 50035);
    bot.get("/channels/1").await.refused(404, 10003);
    bot.get("/no/such/route").await.refused(404, 0);
    bot.rest(Method::DELETE, "/users/@me", Value::Null).await.refused(404, 0);
    bot.say(json!([1, 2])).await.refused(400, 50035);
    bot.say(json!("text")).await.refused(400, 50035);
    let response = world.fetch(&format!("{}/api/v10/users/@me", world.url)).await.unwrap();
    assert_eq!(response.status().as_u16(), 401);
    let response = world.fetch(&format!("{}/api/v10/gateway", world.url)).await.unwrap();
    assert!(response.headers().contains_key("x-ratelimit-remaining"));
}

#[tokio::test]
async fn what_somebody_made_up_is_refused_and_breaks_nothing() {
    let world = Playground::start().await;
    let bot = world.bot("limits").await;
    let strange =
        json!([{"name": "a", "description": "d", "description_localizations": {"x": "", "x._errors.y": ""}}]);
    let refused = bot.register(strange).await.refused(400, 50035);
    assert_eq!(
        first_error(&refused["errors"]),
        ("0.description_localizations".to_owned(), "BASE_TYPE_CHOICES".to_owned())
    );
    bot.register(json!([{"name": "a", "description": "d", "description_localizations": {"de": "d"}}]))
        .await
        .ok();
    for time in [json!([]), json!(5), json!("2026-01-01T00:00:00Z[UTC]"), json!("soon")] {
        let refused =
            bot.say(json!({"embeds": [{"title": "x", "timestamp": time}]})).await.refused(400, 50035);
        let want = ("embeds.0.timestamp".to_owned(), "DATE_TIME_TYPE_PARSE".to_owned());
        assert_eq!(first_error(&refused["errors"]), want, "{time}");
    }
    bot.say(json!({"embeds": [{"title": "x", "timestamp": "2026-01-01T00:00:00Z"}]})).await.ok();
}
