//! Discord's limits: which bodies are rejected, and where the tree of errors points.

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{Bot, Playground};

/// Returns the path and code of the first error in a tree.
fn first_error(tree: &Value) -> (String, String) {
    let mut path: Vec<&str> = Vec::new();
    let mut node = tree;
    loop {
        if let Some(errors) = node.get("_errors") {
            return (path.join("."), errors[0]["code"].as_str().unwrap().to_owned());
        }
        let (step, inside) = node.as_object().unwrap().iter().next().expect("the tree holds no error");
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
async fn message_limits_are_enforced() {
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
            json!({"embeds": [{"title": "t"}, {"description": long(4_097)}]}),
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
        (json!({"embeds": [{"color": 1}]}), "embeds.0.description", "BASE_TYPE_REQUIRED"),
        (json!({"embeds": [{"title": "t", "image": "x"}]}), "embeds.0.image", "MODEL_TYPE_CONVERT"),
        (json!({"content": "x", "poll": {}}), "poll", "BASE_TYPE_CHOICES"),
        (json!({"content": "x", "sticker_ids": ["1"]}), "sticker_ids", "BASE_TYPE_CHOICES"),
        (json!({"content": "x", "nonce": 1.5}), "nonce", "NONCE_TYPE_INVALID"),
        (json!({"content": "x", "attachments": [{"id": 0}]}), "attachments.0", "ATTACHMENT_NOT_FOUND"),
        (
            json!({"content": "x", "message_reference": {"message_id": "1", "type": 2}}),
            "message_reference.type",
            "BASE_TYPE_CHOICES",
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
    assert!(world.sees(&world.ann, &world.general).await.is_empty(), "a rejected message was posted");
    bot.say(json!({"content": long(2_000), "embeds": [{"description": long(4_096)}]})).await.ok();
    bot.say(json!({"flags": 1 << 15, "components": [{"type": 17, "components": [{"type": 10, "content": "text"}]}]})).await.ok();
}

async fn assert_command_rejected(bot: &Bot<'_>, commands: Value, path: &str, code: &str) {
    let refusal = bot.register(commands.clone()).await.refused(400, 50035);
    assert_eq!(first_error(&refusal["errors"]), (path.to_owned(), code.to_owned()), "{commands}");
}

#[tokio::test]
async fn command_limits_are_enforced() {
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
        assert_command_rejected(&bot, commands, path, code).await;
    }
    let many: Vec<Value> = (0..101).map(|n| json!({"name": format!("c{n}"), "description": "d"})).collect();
    bot.register(json!(many)).await.refused(400, 30032);
    assert_eq!(bot.register(json!([])).await.ok(), json!([]));
}

#[tokio::test]
async fn callback_limits_are_enforced() {
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
    // A rejected callback leaves the interaction open.
    bot.answer(&got, json!({"type": 4, "data": {"content": "fine"}})).await.ok();
}

#[tokio::test]
async fn malformed_requests_get_json_errors() {
    let world = Playground::start().await;
    let bot = world.bot("limits").await;
    for (path, field) in [
        ("/channels/abc".to_owned(), "channel_id"),
        (format!("/channels/{}/messages/abc", world.general), "message_id"),
        (format!("/channels/{}/messages/1/reactions/%E2%9C%85/abc", world.general), "user_id"),
        (format!("/channels/{}/messages?before=abc", world.general), "before"),
        (format!("/channels/{}/messages?after=abc", world.general), "after"),
        (format!("/channels/{}/messages?around=99999999999999999999", world.general), "around"),
        (format!("/guilds/{}/members?after=abc", world.guild), "after"),
        (format!("/guilds/{}/members/abc", world.guild), "user_id"),
        ("/webhooks/abc/token/messages/@original".to_owned(), "webhook_id"),
    ] {
        let method = if path.contains("reactions") { Method::DELETE } else { Method::GET };
        let refused = bot.rest(method, &path, Value::Null).await.refused(400, 50035);
        assert_eq!(first_error(&refused["errors"]), (field.to_owned(), "NUMBER_TYPE_COERCE".to_owned()));
    }
    bot.get("/channels/1").await.refused(404, 10003);
    bot.get("/no/such/route").await.refused(404, 0);
    bot.rest(Method::DELETE, "/users/@me", Value::Null).await.refused(405, 0);
    bot.say(json!([1, 2])).await.refused(400, 50035);
    bot.say(json!("text")).await.refused(400, 50035);
    let response = world.fetch(&format!("{}/api/v10/users/@me", world.url)).await.unwrap();
    assert_eq!(response.status().as_u16(), 401);
    let response = world.fetch(&format!("{}/api/v10/gateway", world.url)).await.unwrap();
    assert!(response.headers().contains_key("x-ratelimit-remaining"));
}

#[tokio::test]
async fn made_up_bodies_are_rejected() {
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

#[tokio::test]
async fn button_and_menu_limits_are_enforced() {
    let world = Playground::start().await;
    let bot = world.bot("limits").await;
    let option = |more: Value| {
        let mut option = json!({"label": "l", "value": "v"});
        option.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        option
    };
    let menu = |options: Value, more: Value| {
        let mut menu = json!({"type": 3, "custom_id": "m", "options": options});
        menu.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        row(menu)
    };
    let one = || json!([option(json!({}))]);
    let chosen = json!([option(json!({"default": true})), {"label": "l", "value": "w", "default": true}]);
    let users = |most: u64, defaults: Value| {
        row(json!({"type": 5, "custom_id": "m", "max_values": most, "default_values": defaults}))
    };
    let part = "components.0.components.0";
    for (body, path, code) in [
        (
            row(json!({"type": 2, "style": 1, "custom_id": "a", "emoji": {"name": "no"}})),
            "emoji.name",
            "BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        (
            row(json!({"type": 2, "style": 1, "custom_id": "a", "emoji": {"id": "x", "name": "no"}})),
            "emoji.id",
            "BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        (row(json!({"type": 2, "style": 5, "url": "https://example.com"})), "label", "BASE_TYPE_REQUIRED"),
        (
            row(
                json!({"type": 2, "style": 5, "label": "l", "url": format!("https://example.com/{}", "x".repeat(512))}),
            ),
            "url",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            row(json!({"type": 2, "style": 1, "label": "l", "custom_id": "a", "disabled": "no"})),
            "disabled",
            "BOOLEAN_TYPE_CONVERT",
        ),
        (row(json!({"type": 2, "style": 6})), "sku_id", "BASE_TYPE_REQUIRED"),
        (
            menu(json!([option(json!({"emoji": {"name": "✓"}}))]), json!({})),
            "options.0.emoji.name",
            "BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        (menu(one(), json!({"min_values": 26})), "min_values", "NUMBER_TYPE_MINMAX"),
        (menu(one(), json!({"max_values": 0})), "max_values", "NUMBER_TYPE_MINMAX"),
        (menu(one(), json!({"max_values": 2})), "options", "BASE_TYPE_BAD_LENGTH"),
        (menu(one(), json!({"min_values": 2})), "min_values", "NUMBER_TYPE_MAX"),
        (menu(chosen, json!({})), "options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS"),
        (users(1, json!([{"type": "role", "id": "1"}])), "default_values.0.type", "BASE_TYPE_CHOICES"),
        (users(1, json!([{"type": "user", "id": "x"}])), "default_values.0.id", "NUMBER_TYPE_COERCE"),
        (
            users(1, json!([{"type": "user", "id": "1"}, {"type": "user", "id": "2"}])),
            "default_values",
            "BASE_TYPE_BAD_LENGTH",
        ),
    ] {
        let refusal = bot.say(body.clone()).await.refused(400, 50035);
        assert_eq!(first_error(&refusal["errors"]), (format!("{part}.{path}"), code.to_owned()), "{body}");
    }
    bot.say(row(json!({"type": 2, "style": 1, "custom_id": "a", "emoji": {"name": "👍"}}))).await.ok();
    bot.say(menu(one(), json!({"min_values": 0}))).await.ok();
    bot.say(users(2, json!([{"type": "user", "id": world.ann}]))).await.ok();
}

#[tokio::test]
async fn layout_limits_are_enforced() {
    let world = Playground::start().await;
    let bot = world.bot("limits").await;
    let text = |content: &str| json!({"type": 10, "content": content});
    let section =
        |inside: Value, accessory: Value| json!({"type": 9, "components": inside, "accessory": accessory});
    let container = |inside: Value| json!({"type": 17, "components": inside});
    let gallery = |url: &str| json!({"type": 12, "items": [{"media": {"url": url}}]});
    let with_id = |id: u64| json!({"type": 10, "content": "t", "id": id});
    for (components, path, code) in [
        (
            json!([section(json!([gallery("https://x.y")]), button("a", "b"))]),
            "components.0.components.0.type",
            "BASE_TYPE_CHOICES",
        ),
        (json!([section(json!([text("a")]), Value::Null)]), "components.0.accessory", "BASE_TYPE_REQUIRED"),
        (json!([section(json!([text("a")]), text("b"))]), "components.0.accessory.type", "BASE_TYPE_CHOICES"),
        (
            json!([section(json!(vec![text("a"); 4]), button("a", "b"))]),
            "components.0.components",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            json!([container(json!([container(json!([text("a")]))]))]),
            "components.0.components.0.type",
            "BASE_TYPE_CHOICES",
        ),
        (json!([container(json!([]))]), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
        (
            json!([gallery("attachment://none.png")]),
            "components.0.items.0.media.url",
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
        ),
        (
            json!([{"type": 13, "file": {"url": "https://x.y"}}]),
            "components.0.file.url",
            "URL_TYPE_INVALID_SCHEME",
        ),
        (json!([{"type": 14, "spacing": 3}]), "components.0.spacing", "BASE_TYPE_CHOICES"),
        (json!([with_id(3), with_id(3)]), "components.1.id", "COMPONENT_ID_DUPLICATED"),
        (
            json!([text(&"x".repeat(2_001)), text(&"x".repeat(2_000))]),
            "components",
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
        ),
        (
            json!([container(json!(vec![text("a"); 39])), text("b")]),
            "components",
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
        ),
    ] {
        let body = json!({"flags": 1 << 15, "components": components});
        let refusal = bot.say(body.clone()).await.refused(400, 50035);
        assert_eq!(first_error(&refusal["errors"]), (path.to_owned(), code.to_owned()), "{body}");
    }
    let path = format!("/channels/{}/messages", world.general);
    bot.say(json!({"flags": 1 << 15})).await.refused(400, 50006);
    let body =
        json!({"flags": 1 << 15, "components": [gallery("attachment://a.png"), with_id(1), text("t")]});
    let sent = bot.form(Method::POST, &path, body, &[("a.png", b"a")], true).await.ok();
    let numbers: Vec<u64> =
        sent["components"].as_array().unwrap().iter().map(|part| part["id"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [2, 1, 3], "components do not have distinct numbers");
    let file = json!({"type": 13, "file": {"url": "attachment://a.txt"}});
    let body = json!({"flags": 1 << 15, "components": [file]});
    let sent = bot.form(Method::POST, &path, body, &[("a.txt", b"abc")], true).await.ok();
    let shown = &sent["components"][0];
    assert_eq!((&shown["name"], &shown["size"]), (&json!("a.txt"), &json!(3)));
}

#[tokio::test]
async fn command_fields_need_the_right_type() {
    let world = Playground::start().await;
    let bot = world.bot("limits").await;
    let command = |more: Value| {
        let mut command = json!({"name": "a", "description": "d"});
        command.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!([command])
    };
    let option = |kind: u64, more: Value| {
        let mut option = json!({"type": kind, "name": "o", "description": "d"});
        option.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        command(json!({"options": [option]}))
    };
    for (commands, path, code) in [
        (json!(["a"]), "0", "MODEL_TYPE_CONVERT"),
        (command(json!({"name": "a★"})), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        (
            command(json!({"default_member_permissions": "many"})),
            "0.default_member_permissions",
            "BITFIELD_TYPE_INVALID",
        ),
        (
            command(json!({"default_member_permissions": []})),
            "0.default_member_permissions",
            "BITFIELD_TYPE_INVALID",
        ),
        (command(json!({"dm_permission": 1})), "0.dm_permission", "BOOLEAN_TYPE_CONVERT"),
        (command(json!({"contexts": [3]})), "0.contexts.0", "BASE_TYPE_CHOICES"),
        (command(json!({"integration_types": []})), "0.integration_types", "BASE_TYPE_BAD_LENGTH"),
        (command(json!({"name_localizations": "de"})), "0.name_localizations", "MODEL_TYPE_CONVERT"),
        (
            command(json!({"type": 2, "name": "A", "description": "", "options": [{}]})),
            "0.options",
            "APPLICATION_COMMAND_INVALID_OPTIONS",
        ),
        (
            option(5, json!({"autocomplete": true})),
            "0.options.0.autocomplete",
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (option(3, json!({"required": "yes"})), "0.options.0.required", "BOOLEAN_TYPE_CONVERT"),
        (option(3, json!({"max_length": 6_001})), "0.options.0.max_length", "NUMBER_TYPE_MINMAX"),
        (option(3, json!({"min_length": 5, "max_length": 4})), "0.options.0.min_length", "NUMBER_TYPE_MAX"),
        (option(4, json!({"min_value": 1.5})), "0.options.0.min_value", "NUMBER_TYPE_COERCE"),
        (option(4, json!({"max_value": 1_u64 << 53})), "0.options.0.max_value", "NUMBER_TYPE_COERCE"),
        (option(7, json!({"channel_types": [99]})), "0.options.0.channel_types.0", "BASE_TYPE_CHOICES"),
        (
            option(3, json!({"choices": [{"name": "x", "value": "x", "name_localizations": {"de": ""}}]})),
            "0.options.0.choices.0.name_localizations.de",
            "BASE_TYPE_REQUIRED",
        ),
    ] {
        assert_command_rejected(&bot, commands, path, code).await;
    }
    for bits in [json!(8), json!("8")] {
        let made = bot.register(command(json!({"default_member_permissions": bits}))).await.ok();
        assert_eq!(made[0]["default_member_permissions"], "8", "permissions are not a string");
    }
    bot.register(option(4, json!({"min_value": 1.0, "max_value": (1_u64 << 53) - 1}))).await.ok();
    bot.register(command(json!({"name": "खेल", "name_localizations": {"he": "א", "ar": "ل"}}))).await.ok();
}

#[tokio::test]
async fn form_limits_are_enforced() {
    let world = Playground::start().await;
    let mut bot = world.bot("limits").await;
    bot.register(json!([{"name": "a", "description": "d"}])).await.ok();
    world.command(&world.ann, "a", json!({})).await;
    let got = bot.interaction().await;
    let form = |field: Value| {
        json!({"type": 9, "data": {"custom_id": "f", "title": "t", "components": [
        {"type": 18, "label": "l", "component": field}]}})
    };
    for (field, path, code) in [
        (json!({"type": 19, "custom_id": "f"}), "type", "BASE_TYPE_CHOICES"),
        (json!({"type": 2, "custom_id": "f"}), "type", "BASE_TYPE_CHOICES"),
        (json!({"type": 5, "custom_id": "f", "disabled": true}), "disabled", "COMPONENT_DISABLED_IN_MODAL"),
        (json!({"type": 5, "custom_id": "f", "required": 1}), "required", "BOOLEAN_TYPE_CONVERT"),
        (
            json!({"type": 4, "style": 1, "custom_id": "f", "min_length": 5, "max_length": 4}),
            "min_length",
            "NUMBER_TYPE_MAX",
        ),
    ] {
        let refusal = bot.answer(&got, form(field.clone())).await.refused(400, 50035);
        let want = (format!("data.components.0.component.{path}"), code.to_owned());
        assert_eq!(first_error(&refusal["errors"]), want, "{field}");
    }
}

#[tokio::test]
async fn requests_without_a_bot_token_are_rejected() {
    let world = Playground::start().await;
    for token in ["limits", "Bearer limits", "Bot ", "bot"] {
        let request = reqwest::Client::new().get(format!("{}/api/v10/users/@me", world.url));
        let answer = request.header("Authorization", token).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 401, "{token}");
        let body: Value = answer.json().await.unwrap();
        assert_eq!(body, json!({"message": "401: Unauthorized", "code": 0}));
    }
}

#[tokio::test]
async fn escaped_at_signs_reach_the_same_routes() {
    let world = Playground::start().await;
    let mut bot = world.bot("limits").await;
    let send = async |method: Method, path: String| {
        let request = reqwest::Client::new().request(method, format!("{}/api/v10{path}", world.url));
        request.header("Authorization", "Bot limits").send().await.unwrap().status().as_u16()
    };
    assert_eq!(send(Method::GET, "/users/%40me".to_owned()).await, 200);
    let id = bot.say(json!({"content": "x"})).await.ok()["id"].as_str().unwrap().to_owned();
    let thumb = format!("/channels/{}/messages/{id}/reactions/%F0%9F%91%8D/%40me", world.general);
    assert_eq!(send(Method::PUT, thumb.clone()).await, 204);
    assert_eq!(send(Method::DELETE, thumb).await, 204);
    bot.register(json!([{"name": "a", "description": "d"}])).await.ok();
    world.command(&world.ann, "a", json!({})).await;
    let got = bot.interaction().await;
    bot.answer(&got, json!({"type": 4, "data": {"content": "x"}})).await.ok();
    assert_eq!(send(Method::GET, format!("{}/messages/%40original", bot.webhook(&got))).await, 200);
}
