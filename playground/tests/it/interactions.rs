//! The life of an interaction: commands, responses, components, forms, autocomplete, expiry.

use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{Bot, Playground, callback, text};

async fn greeter(world: &Playground) -> Bot<'_> {
    let bot = world.bot("greeter").await;
    bot.register(json!([{
        "name": "hello",
        "description": "Greets",
        "options": [
            {"type": 6, "name": "who", "description": "Whom", "required": true},
            {"type": 4, "name": "game", "description": "Which", "choices": [{"name": "Tide", "value": 0}, {"name": "Veil", "value": 1}]},
            {"type": 3, "name": "word", "description": "Word", "autocomplete": true},
        ],
    }]))
    .await
    .ok();
    bot
}

/// Sends a command and returns its id and the event that the bot receives.
async fn send_command(world: &Playground, bot: &mut Bot<'_>) -> (String, Value) {
    let id = world.command(&world.ann, "hello", json!({"who": world.ben})).await;
    (id, bot.interaction().await)
}

#[tokio::test]
async fn people_can_wait_for_a_response() {
    let world = Playground::start().await;
    let mut bot = greeter(&world).await;
    let (id, event) = send_command(&world, &mut bot).await;
    let path = format!("/interactions/{id}?wait_ms=30000");
    let responds = async {
        bot.answer(&event, json!({"type": 5})).await.ok();
        let edit = json!({"content": "Hi"});
        bot.patch(&format!("{}/messages/@original", bot.webhook(&event)), edit).await.ok();
    };
    let (ended, ()) = tokio::join!(world.get(&path), responds);
    assert_eq!(ended["state"], "answered");
    let (id, _) = send_command(&world, &mut bot).await;
    let now = world.get(&format!("/interactions/{id}?wait_ms=1")).await;
    assert_eq!(now["state"], "pending");
    let path = format!("/interactions/{id}?wait_ms=30000");
    let (ended, ()) = tokio::join!(world.get(&path), world.advance(3_000));
    assert_eq!(ended["state"], "failed");
}

#[tokio::test]
async fn bots_respond_to_commands() {
    let world = Playground::start().await;
    let mut bot = greeter(&world).await;
    let id = world.command(&world.ann, "hello", json!({"who": world.ben, "game": "Veil"})).await;
    let got = bot.interaction().await;
    assert_eq!(got["id"], json!(id));
    assert_eq!(got["data"]["options"][0], json!({"name": "who", "type": 6, "value": world.ben}));
    assert_eq!(got["data"]["options"][1]["value"], 1);
    assert_eq!(got["data"]["resolved"]["users"][&world.ben]["global_name"], "Ben");
    for field in
        ["entitlements", "attachment_size_limit", "app_permissions", "guild_locale", "locale", "context"]
    {
        assert!(got.get(field).is_some(), "{field} is missing");
    }
    assert_eq!(world.interaction(&id).await["state"], "pending");
    let path = format!("{}?with_response=true", callback(&got));
    let body = json!({"type": 4, "data": {"content": format!("Hi <@{}>", world.ben)}});
    let shown = bot.post(&path, body).await.ok();
    assert_eq!(shown["resource"]["message"]["type"], 20);
    let state = world.interaction(&id).await;
    assert_eq!(
        (state["state"].clone(), state["message_id"].clone()),
        (json!("answered"), shown["resource"]["message"]["id"].clone())
    );
    assert_eq!(world.buzzes(&world.ben).await, ["mention"]);
    bot.answer(&got, json!({"type": 4, "data": {"content": "again"}})).await.refused(400, 40060);
    let original = bot.get(&format!("{}/messages/@original", bot.webhook(&got))).await.ok();
    assert_eq!(original["id"], state["message_id"]);
}

#[tokio::test]
async fn options_of_people_are_checked() {
    let world = Playground::start().await;
    let bot = greeter(&world).await;
    for options in [
        json!({}),
        json!({"who": "1"}),
        json!({"who": 5.5}),
        json!({"who": bot.id, "game": 7}),
        json!({"who": bot.id, "game": "Chess"}),
        json!({"who": bot.id, "word": 5}),
        json!({"who": bot.id, "other": 5}),
    ] {
        let body = json!({"as": world.ann, "channel_id": world.general, "name": "hello", "options": options});
        world.people(Method::POST, "/commands", body).await.refused(400, 50035);
    }
    let body = json!({"as": world.ann, "channel_id": world.general, "name": "nothing"});
    world.people(Method::POST, "/commands", body).await.refused(400, 50035);
}

#[tokio::test]
async fn interactions_fail_after_three_seconds() {
    let world = Playground::start().await;
    let mut bot = greeter(&world).await;
    let (id, got) = send_command(&world, &mut bot).await;
    world.advance(3_001).await;
    let state = world.interaction(&id).await;
    assert_eq!(
        (state["state"].clone(), state["error"].clone()),
        (json!("failed"), json!("The application did not respond"))
    );
    bot.answer(&got, json!({"type": 4, "data": {"content": "late"}})).await.refused(404, 10062);
    bot.post(&bot.webhook(&got), json!({"content": "late"})).await.refused(404, 10015);
    assert!(world.sees(&world.ann, &world.general).await.is_empty());
}

#[tokio::test]
async fn tokens_expire_after_fifteen_minutes() {
    let world = Playground::start().await;
    let mut bot = greeter(&world).await;
    let (_, got) = send_command(&world, &mut bot).await;
    let hook = bot.webhook(&got);
    bot.post(&hook, json!({"content": "early"})).await.refused(404, 10015);
    bot.answer(&got, json!({"type": 4, "data": {"content": "now"}})).await.ok();
    world.advance(14 * 60_000).await;
    bot.post(&hook, json!({"content": "more"})).await.ok();
    world.advance(61_000).await;
    bot.post(&hook, json!({"content": "late"})).await.refused(401, 50027);
}

#[tokio::test]
async fn the_first_follow_up_completes_a_deferral() {
    let world = Playground::start().await;
    let mut bot = greeter(&world).await;
    let (id, got) = send_command(&world, &mut bot).await;
    bot.answer(&got, json!({"type": 5})).await.ok();
    assert_eq!(world.interaction(&id).await["state"], "deferred");
    let loading = &world.sees(&world.ben, &world.general).await[0];
    assert_eq!(loading["flags"], 128);
    let hook = bot.webhook(&got);
    let done = bot.post(&hook, json!({"content": format!("<@{}> done", world.ben)})).await.ok();
    assert_eq!((done["id"].clone(), done["flags"].clone()), (loading["id"].clone(), json!(0)));
    assert_eq!(world.interaction(&id).await["state"], "answered");
    assert!(world.buzzes(&world.ben).await.is_empty(), "completing a deferred response notified someone");
    let more = bot.post(&hook, json!({"content": format!("<@{}> more", world.ben)})).await.ok();
    assert_ne!(more["id"], done["id"]);
    assert_eq!(world.buzzes(&world.ben).await, ["mention"]);
    bot.patch(&format!("{hook}/messages/@original"), json!({"content": "changed"})).await.ok();
    bot.delete(&format!("{hook}/messages/{}", text(&more["id"]))).await.ok();
    let left: Vec<Value> = world.sees(&world.ben, &world.general).await;
    assert_eq!(left.iter().map(|message| text(&message["content"])).collect::<Vec<_>>(), ["changed"]);
}

#[tokio::test]
async fn ephemeral_responses_reach_one_person() {
    let world = Playground::start().await;
    let mut bot = greeter(&world).await;
    let mut feed = world.socket(&format!("/playground/v1/events?as={}", world.ben)).await;
    feed.feed("ready").await;
    let (_, got) = send_command(&world, &mut bot).await;
    bot.answer(&got, json!({"type": 5, "data": {"flags": 64}})).await.ok();
    // The deferred response decides whether it is ephemeral.
    let response = bot.post(&bot.webhook(&got), json!({"content": format!("<@{}>", world.ben)})).await.ok();
    assert_eq!(response["flags"], 64);
    assert_eq!(world.sees(&world.ann, &world.general).await.len(), 1);
    assert!(world.sees(&world.ben, &world.general).await.is_empty());
    assert!(world.buzzes(&world.ben).await.is_empty());
    let (channel, id) = (&world.general, text(&response["id"]));
    bot.get(&format!("/channels/{channel}/messages/{id}")).await.refused(404, 10008);
    bot.patch(&format!("/channels/{channel}/messages/{id}"), json!({"content": "x"}))
        .await
        .refused(404, 10008);
    assert_eq!(bot.get(&format!("/channels/{channel}/messages")).await.ok(), json!([]));
    // Neither the bot nor Ben's page receives the ephemeral message: their next event is the public one.
    bot.say(json!({"content": "public"})).await.ok();
    assert_eq!(feed.feed("message_create").await["content"], "public");
    assert_eq!(bot.socket.event("MESSAGE_CREATE").await["content"], "public");
    world
        .people(Method::POST, &format!("/messages/{id}/dismiss"), json!({"as": world.ben}))
        .await
        .refused(404, 10008);
    world.people(Method::POST, &format!("/messages/{id}/dismiss"), json!({"as": world.ann})).await.ok();
    assert_eq!(world.sees(&world.ann, &world.general).await.len(), 1);
}

#[tokio::test]
async fn autocomplete_suggests_or_times_out() {
    let world = Playground::start().await;
    let mut bot = greeter(&world).await;
    let body = json!({"as": world.ann, "channel_id": world.general, "name": "hello", "options": {"word": "al"}, "focused": "word"});
    let (reply, ()) = tokio::join!(world.post("/autocomplete", body.clone()), async {
        let got = bot.interaction().await;
        assert_eq!(got["type"], 4);
        assert_eq!(
            got["data"]["options"][0],
            json!({"name": "word", "type": 3, "value": "al", "focused": true})
        );
        bot.answer(&got, json!({"type": 4, "data": {"content": "no"}})).await.refused(400, 50035);
        bot.answer(&got, json!({"type": 8, "data": {"choices": [{"name": "alpha", "value": "alpha"}]}}))
            .await
            .ok();
    });
    assert_eq!(reply, json!({"choices": [{"name": "alpha", "value": "alpha"}]}));
    let (reply, ()) = tokio::join!(world.post("/autocomplete", body.clone()), async {
        bot.interaction().await;
        world.advance(3_001).await;
    });
    assert_eq!(reply, json!({"choices": [], "timed_out": true}));
    let wrong = json!({"as": world.ann, "channel_id": world.general, "name": "hello", "options": {}, "focused": "game"});
    world.people(Method::POST, "/autocomplete", wrong).await.refused(400, 50035);
}

fn board() -> Value {
    json!({"content": "board", "components": [
        {"type": 1, "components": [
            {"type": 2, "style": 1, "label": "Go", "custom_id": "go"},
            {"type": 2, "style": 1, "label": "No", "custom_id": "no", "disabled": true},
        ]},
        {"type": 1, "components": [{"type": 3, "custom_id": "pick", "max_values": 2, "options": [
            {"label": "A", "value": "a"}, {"label": "B", "value": "b"}]}]},
    ]})
}

#[tokio::test]
async fn components_update_their_message() {
    let world = Playground::start().await;
    let mut bot = world.bot("board").await;
    let message = text(&bot.say(board()).await.ok()["id"]);
    let press = |custom_id: &str, values: Value| json!({"as": world.ben, "message_id": message, "custom_id": custom_id, "values": values});
    for (custom_id, values) in [
        ("other", json!([])),
        ("no", json!([])),
        ("go", json!(["a"])),
        ("pick", json!([])),
        ("pick", json!(["c"])),
        ("pick", json!(["a", "a"])),
    ] {
        world.people(Method::POST, "/components", press(custom_id, values)).await.refused(400, 50035);
    }
    let id = text(&world.post("/components", press("pick", json!(["b", "a"]))).await["interaction_id"]);
    let got = bot.interaction().await;
    assert_eq!((got["type"].clone(), got["data"]["values"].clone()), (json!(3), json!(["b", "a"])));
    assert_eq!(got["message"]["id"], json!(message));
    bot.answer(
        &got,
        json!({"type": 7, "data": {"content": format!("moved <@{}>", world.ann), "components": []}}),
    )
    .await
    .ok();
    let seen = world.sees(&world.ann, &world.general).await;
    assert_eq!((seen.len(), seen[0]["components"].clone()), (1, json!([])));
    assert!(world.buzzes(&world.ann).await.is_empty(), "an edit notified someone");
    assert_eq!(world.interaction(&id).await["message_id"], json!(message));
}

#[tokio::test]
async fn only_the_owner_presses_ephemeral_buttons() {
    let world = Playground::start().await;
    let mut bot = greeter(&world).await;
    let (_, got) = send_command(&world, &mut bot).await;
    let mut data = board();
    data["flags"] = json!(64);
    bot.answer(&got, json!({"type": 4, "data": data})).await.ok();
    let message = world.sees(&world.ann, &world.general).await[0]["id"].clone();
    let press = |person: &str| json!({"as": person, "message_id": message, "custom_id": "go"});
    world.people(Method::POST, "/components", press(&world.ben)).await.refused(404, 10008);
    world.post("/components", press(&world.ann)).await;
    let pressed = bot.interaction().await;
    bot.answer(&pressed, json!({"type": 6})).await.ok();
    bot.patch(&format!("{}/messages/@original", bot.webhook(&pressed)), json!({"content": "pressed"}))
        .await
        .ok();
    assert_eq!(world.sees(&world.ann, &world.general).await[0]["content"], "pressed");
}

#[tokio::test]
async fn forms_are_shown_and_submitted() {
    let world = Playground::start().await;
    let mut bot = greeter(&world).await;
    let (id, got) = send_command(&world, &mut bot).await;
    let form = json!({"custom_id": "form", "title": "Name it", "components": [{"type": 1, "components": [
        {"type": 4, "custom_id": "name", "label": "Name", "style": 1, "max_length": 5}]}]});
    bot.answer(&got, json!({"type": 9, "data": form})).await.ok();
    let state = world.interaction(&id).await;
    assert_eq!((state["state"].clone(), state["modal"]["title"].clone()), (json!("modal"), json!("Name it")));
    for fields in [json!({}), json!({"name": "too long"}), json!({"name": "ok", "other": "x"})] {
        let body = json!({"as": world.ann, "interaction_id": id, "fields": fields});
        world.people(Method::POST, "/modals", body).await.refused(400, 50035);
    }
    let fields = json!({"name": "Tide"});
    world
        .people(Method::POST, "/modals", json!({"as": world.ben, "interaction_id": id, "fields": fields}))
        .await
        .refused(404, 10062);
    let next = text(
        &world.post("/modals", json!({"as": world.ann, "interaction_id": id, "fields": fields})).await["interaction_id"],
    );
    let back = bot.interaction().await;
    assert_eq!((back["type"].clone(), back["data"]["custom_id"].clone()), (json!(5), json!("form")));
    assert_eq!(back["data"]["components"][0]["components"][0]["value"], "Tide");
    bot.answer(&back, json!({"type": 9, "data": form})).await.refused(400, 50035);
    bot.answer(&back, json!({"type": 4, "data": {"content": "named"}})).await.ok();
    assert_eq!(world.interaction(&next).await["state"], "answered");
}

#[tokio::test]
async fn the_page_follows_an_interaction() {
    let world = Playground::start().await;
    let mut bot = greeter(&world).await;
    let mut feed = world.socket(&format!("/playground/v1/events?as={}", world.ann)).await;
    let ready = feed.feed("ready").await;
    assert_eq!(ready["person"]["id"], json!(world.ann));
    assert_eq!(ready["channels"].as_array().unwrap().len(), 3);
    let (_, got) = send_command(&world, &mut bot).await;
    assert_eq!(feed.feed("interaction").await["state"], "pending");
    bot.answer(&got, json!({"type": 4, "data": {"content": "hi"}})).await.ok();
    assert_eq!(feed.feed("message_create").await["content"], "hi");
    assert_eq!(feed.feed("unread").await["unread"], 1);
    assert_eq!(feed.feed("interaction").await["state"], "answered");
}

/// Presses a button of a message and returns the event that the bot receives.
async fn press_button(world: &Playground, bot: &mut Bot<'_>, message: &str) -> Value {
    world.post("/components", json!({"as": world.ann, "message_id": message, "custom_id": "go"})).await;
    bot.interaction().await
}

/// Checks that an edit is rejected at `path`: as an update of the message, by its token, and by its channel.
async fn assert_edit_rejected(world: &Playground, bot: &mut Bot<'_>, message: &str, data: Value, path: &str) {
    let has = |refusal: Value, prefix: &str| {
        let at = format!("/errors/{prefix}{path}/_errors/0/code").replace('.', "/");
        assert!(refusal.pointer(&at).is_some(), "{data}: {refusal}");
    };
    let got = press_button(world, bot, message).await;
    has(bot.answer(&got, json!({"type": 7, "data": data})).await.refused(400, 50035), "data.");
    bot.answer(&got, json!({"type": 6})).await.ok();
    let by_token = format!("{}/messages/@original", bot.webhook(&got));
    has(bot.patch(&by_token, data.clone()).await.refused(400, 50035), "");
    let by_channel = format!("/channels/{}/messages/{message}", world.general);
    has(bot.patch(&by_channel, data.clone()).await.refused(400, 50035), "");
}

#[tokio::test]
async fn updates_are_checked_against_their_message() {
    let world = Playground::start().await;
    let mut bot = world.bot("board").await;
    let row = json!({"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]});
    let words = json!({"type": 10, "content": "words"});
    let plain = text(&bot.say(json!({"content": "plain", "components": [row]})).await.ok()["id"]);
    let body = json!({"flags": 1 << 15, "components": [words, row]});
    let layout = text(&bot.say(body).await.ok()["id"]);

    for (message, data, path) in [
        (&plain, json!({"components": [words]}), "components.0.type"),
        (&plain, json!({"flags": 1 << 15, "components": [words]}), "content"),
        (&plain, json!({"attachments": [{"id": "1"}]}), "attachments.0"),
        (&layout, json!({"content": "x"}), "content"),
        (&layout, json!({"embeds": [{"title": "x"}]}), "embeds"),
        (&layout, json!({"flags": 0}), "flags"),
    ] {
        assert_edit_rejected(&world, &mut bot, message, data, path).await;
    }
    for (message, data) in
        [(&plain, json!({"content": "", "components": []})), (&layout, json!({"components": []}))]
    {
        let got = press_button(&world, &mut bot, message).await;
        bot.answer(&got, json!({"type": 7, "data": data})).await.refused(400, 50006);
        bot.answer(&got, json!({"type": 6})).await.ok();
        bot.patch(&format!("{}/messages/@original", bot.webhook(&got)), data).await.refused(400, 50006);
    }
    let got = press_button(&world, &mut bot, &layout).await;
    bot.answer(&got, json!({"type": 7, "data": {"components": [words, row]}})).await.ok();
    let got = press_button(&world, &mut bot, &plain).await;
    let data = json!({"flags": 1 << 15, "content": null, "components": [words]});
    bot.answer(&got, json!({"type": 7, "data": data})).await.ok();
    let seen = world.sees(&world.ann, &world.general).await;
    assert_eq!((&seen[0]["content"], &seen[0]["flags"]), (&json!(""), &json!(1 << 15)));
}

#[tokio::test]
async fn tokens_reach_only_their_own_messages() {
    let world = Playground::start().await;
    let mut bot = greeter(&world).await;
    let (_, first) = send_command(&world, &mut bot).await;
    let path = format!("{}?with_response=true", callback(&first));
    let shown = bot.post(&path, json!({"type": 4, "data": {"content": "first"}})).await.ok();
    let message = text(&shown["resource"]["message"]["id"]);
    let (_, second) = send_command(&world, &mut bot).await;
    bot.answer(&second, json!({"type": 4, "data": {"content": "second"}})).await.ok();
    let foreign = format!("{}/messages/{message}", bot.webhook(&second));
    bot.patch(&foreign, json!({"content": "x"})).await.refused(404, 10008);
    let strange = bot.get(&format!("{}/messages/abc", bot.webhook(&second))).await.refused(400, 50035);
    assert_eq!(strange["errors"]["message_id"]["_errors"][0]["code"], "NUMBER_TYPE_COERCE");
    bot.patch(&format!("{}/messages/{message}", bot.webhook(&first)), json!({"content": "x"})).await.ok();
}

#[tokio::test]
async fn forms_can_contain_select_menus() {
    let world = Playground::start().await;
    let mut bot = greeter(&world).await;
    let (id, got) = send_command(&world, &mut bot).await;
    let label = |field: Value| json!({"type": 18, "label": "l", "component": field});
    let form = json!({"custom_id": "form", "title": "Choose", "components": [
        {"type": 10, "content": "Read **this**"},
        label(json!({"type": 3, "custom_id": "size", "options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]})),
        label(json!({"type": 5, "custom_id": "who", "required": false, "max_values": 2})),
        label(json!({"type": 6, "custom_id": "role", "required": false})),
    ]});
    bot.answer(&got, json!({"type": 9, "data": form})).await.ok();
    let send = |fields: Value| json!({"as": world.ann, "interaction_id": id, "fields": fields});
    for fields in
        [json!({}), json!({"size": ["c"]}), json!({"size": ["a", "b"]}), json!({"size": ["a"], "who": ["1"]})]
    {
        world.people(Method::POST, "/modals", send(fields)).await.refused(400, 50035);
    }
    let role = world.get("/guilds").await[0]["roles"][0]["id"].clone();
    world.post("/modals", send(json!({"size": ["b"], "who": [world.ben], "role": [role]}))).await;
    let back = bot.interaction().await;
    let parts = &back["data"]["components"];
    assert_eq!(parts[1]["component"]["values"], json!(["b"]));
    assert_eq!(parts[2]["component"]["values"], json!([world.ben]));
    assert_eq!(back["data"]["resolved"]["users"][&world.ben]["global_name"], "Ben");
    assert_eq!(back["data"]["resolved"]["roles"][text(&role)]["name"], "@everyone");
}

#[tokio::test]
async fn suggestions_need_the_type_of_their_option() {
    let world = Playground::start().await;
    let mut bot = world.bot("numbers").await;
    bot.register(json!([{"name": "count", "description": "d", "options": [
        {"type": 4, "name": "n", "description": "d", "autocomplete": true}]}]))
        .await
        .ok();
    let body = json!({"as": world.ann, "channel_id": world.general, "name": "count", "options": {"n": "1"}, "focused": "n"});
    let (reply, ()) = tokio::join!(world.post("/autocomplete", body), async {
        let got = bot.interaction().await;
        let choices =
            |value: Value| json!({"type": 8, "data": {"choices": [{"name": "one", "value": value}]}});
        bot.answer(&got, choices(json!("1"))).await.refused(400, 50035);
        bot.answer(&got, choices(json!(1))).await.ok();
    });
    assert_eq!(reply["choices"][0]["value"], 1);
}
