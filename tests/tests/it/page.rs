//! The page with messages of another bot: menus of people, private panels, pictures, and how they are reached by thumb, by keys
//! and by a screen reader.

use fantoccini::key::Key;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    apps::{TOKEN, register, second_bot},
    browser::{Device, browsing},
    chat::{Channel, text},
    phone::Typist,
    world::World,
};

/// Two pictures of 1 × 1 pixel on a canvas of 300 × 200, shown in turn.
const GIF: &[u8] = b"GIF89a\x2c\x01\xc8\x00\x80\x00\x00\xff\x00\x00\x00\x00\xff\
    \x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00\
    \x21\xf9\x04\x04\x32\x00\x00\x00\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00\
    \x21\xf9\x04\x04\x32\x00\x00\x00\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x4c\x01\x00\x3b";

/// Sends a message of the second bot, with these files and their descriptions.
async fn say(world: &World, channel: &Channel, mut message: Value, files: &[(&str, &[u8], &str)]) {
    message["allowed_mentions"] = json!({ "parse": [] });
    message["attachments"] = files
        .iter()
        .enumerate()
        .map(|(id, (name, _, words))| json!({ "id": id, "filename": name, "description": words }))
        .collect();
    let mut body = Vec::new();
    let mut part = |head: &str, bytes: &[u8]| {
        body.extend_from_slice(
            format!("--frontier\r\nContent-Disposition: form-data; {head}\r\n\r\n").as_bytes(),
        );
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    };
    part("name=\"payload_json\"\r\nContent-Type: application/json", message.to_string().as_bytes());
    for (id, (name, bytes, _)) in files.iter().enumerate() {
        let kind = if name.ends_with(".gif") { "image/gif" } else { "image/png" };
        part(&format!("name=\"files[{id}]\"; filename=\"{name}\"\r\nContent-Type: {kind}"), bytes);
    }
    body.extend_from_slice(b"--frontier--\r\n");
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let sent = http
        .request(Method::POST, format!("{}/api/v10/channels/{}/messages", world.url, channel.0))
        .header("authorization", format!("Bot {TOKEN}"))
        .header("content-type", "multipart/form-data; boundary=frontier")
        .body(body);
    sent.send().await.expect("an answer").error_for_status().expect("the message is sent");
}

/// Returns a picture of this size, in one colour.
fn png(width: u32, height: u32, colour: [u8; 3]) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(width, height, image::Rgb(colour));
    picture.write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
    bytes.into_inner()
}

/// Makes a row with a menu of people in which these are chosen.
fn invitation(chosen: &Value) -> Value {
    let chosen = chosen.as_array().expect("a list").iter();
    let chosen: Vec<Value> = chosen.map(|id| json!({ "id": id, "type": "user" })).collect();
    json!([{ "type": 1, "components": [{ "type": 5, "custom_id": "invite", "placeholder": "Invite players",
        "min_values": 0, "max_values": 3, "default_values": chosen }] }])
}

/// Names the chosen people, and shows them in the menu.
fn invited(interaction: &Value) -> Value {
    let (values, users) = (&interaction["data"]["values"], &interaction["data"]["resolved"]["users"]);
    let names = values.as_array().expect("a list").iter().map(|id| text(&users[text(id)]["global_name"]));
    let content = format!("Invited: {}", names.collect::<Vec<_>>().join(", "));
    let data =
        json!({ "content": content, "components": invitation(values), "allowed_mentions": { "parse": [] } });
    json!({ "type": 7, "data": data })
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_picked_by_thumb_and_by_keys() {
    browsing(Device::Phone, async |browser, world| {
        let (ann, bob, games) = world.two().await;
        let cleo = world.person("Cleo Marsh").await;
        second_bot(world, invited).await;
        let message = json!({ "content": "Who plays?", "components": invitation(&json!([bob.0])) });
        say(world, &games, message, &[]).await;
        let typist = Typist(browser.page(world, &ann, &games).await);
        let page = &typist.0;
        let menu = "[data-custom-id=invite]";

        page.click(menu).await;
        typist.focus_is("at.matches('[role=listbox]')").await;
        typist.looks_well("an open menu of people").await;
        let rows = "[...document.querySelectorAll('.select-row')]";
        let easy = format!(
            "return {rows}.every((row) => row.getBoundingClientRect().height >= 44) && {rows}[0].innerText.includes('Bob')"
        );
        page.until("the chosen first, in rows that a thumb hits", &easy).await;
        page.click(&format!(".select-row[data-value='{}']", ann.0)).await;
        page.click("[data-testid=select-done]").await;
        page.shows("Invited: Bob, Ann").await;
        typist.focus_is(&format!("at.matches('{menu}') && at.innerText.includes('Ann')")).await;

        typist.press(Key::Enter).await;
        typist.focus_is("at.matches('[data-testid=select-search]')").await;
        typist.write("mar").await;
        page.until("the one who is searched", &format!("return {rows}.length === 1")).await;
        typist.looks_well("a search for people").await;
        typist.press(Key::Enter).await;
        typist.write("nobody").await;
        page.until("no match", &format!("return {rows}.length === 0")).await;
        typist.tab_to("at.matches('[data-testid=select-done]')").await;
        typist.press(Key::Enter).await;
        page.shows("Invited: Bob, Ann, Cleo Marsh").await;
        typist.focus_is(&format!("at.matches('{menu}')")).await;

        // The fourth is not taken, and Escape changes nothing.
        page.click(menu).await;
        page.click(&format!(".select-row[data-value='{}']", world.watcher.0)).await;
        let chosen = format!("return {rows}.filter((row) => row.ariaSelected === 'true').map((row) => row.dataset.value)");
        assert_eq!(page.ask(&chosen).await, json!([bob.0, ann.0, cleo.0]));
        typist.press(Key::Escape).await;
        typist.focus_is(&format!("at.matches('{menu}')")).await;
    })
    .await;
}

/// Shows a private panel, turns it to its second page, and closes it.
fn paged(interaction: &Value) -> Value {
    let button = |label: &str| json!({ "type": 2, "style": 2, "label": label, "custom_id": label });
    let data = |content: &str, buttons: &[&str]| {
        let buttons: Vec<Value> = buttons.iter().map(|label| button(label)).collect();
        let rows = if buttons.is_empty() { json!([]) } else { json!([{ "type": 1, "components": buttons }]) };
        json!({ "content": content, "flags": 64, "components": rows, "allowed_mentions": { "parse": [] } })
    };
    match interaction["data"]["custom_id"].as_str() {
        None => json!({ "type": 4, "data": data("First page. It has more.", &["Again", "Next", "Close"]) }),
        Some("Next") => json!({ "type": 7, "data": data("Second page. It is long.", &["Again", "Close"]) }),
        Some(_) => json!({ "type": 7, "data": data("All is read. Good night.", &[]) }),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn panels_keep_the_focus_and_are_read_once() {
    browsing(Device::Phone, async |browser, world| {
        let (ann, _, games) = world.two().await;
        second_bot(world, paged).await;
        register(world, json!([{ "name": "read", "description": "Read pages", "type": 1 }])).await;
        let typist = Typist(browser.page(world, &ann, &games).await);
        let page = &typist.0;
        typist.tab_to("at.id === 'composer'").await;
        typist.write("/read").await;
        page.find("#picker-list [role=option][data-value$='/read']").await;
        typist.press(Key::Enter).await;
        typist.focus_is("at.matches('.command-name')").await;
        typist.press(Key::Enter).await;
        typist.was_told("First page. It has more.").await;

        typist.tab_to("at.dataset.customId === 'Next'").await;
        typist.press(Key::Enter).await;
        typist.was_told(": Second page.").await;
        typist.focus_is("at.dataset.customId === 'Close'").await;
        typist.press(Key::Enter).await;
        typist.was_told(": All is read.").await;
        typist.focus_is("at.matches('[data-testid=message]') && at.innerText.includes('All is read')").await;
        let read = page.ask("return [...document.querySelectorAll('#announcer p')].map((one) => one.textContent.replace(/^[^:]*: /, ''))").await;
        assert_eq!(read, json!(["First page. It has more.", "Second page.", "All is read."]));
        let headings = page.ask("return [...document.querySelectorAll('[data-testid=message]')].every((one) => one.querySelector('h3 time'))").await;
        assert_eq!(headings, true, "each message has a heading with its time");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_begin_from_welcome_and_mentions() {
    browsing(Device::Phone, async |browser, world| {
        let (ann, _, games) = world.two().await;
        let listed = world.chat.get(&format!("/commands?as={}&channel_id={}", ann.0, games.0)).await;
        let of = |name: &str| {
            let command = listed.as_array().expect("a list").iter().find(|command| command["name"] == name);
            text(&command.expect("a command of the bot")["id"])
        };
        let words = format!("Try </play:{}> or </move:{}>.", of("play"), of("move"));
        say(world, &games, json!({ "content": words }), &[]).await;
        let typist = Typist(browser.page(world, &ann, &games).await);
        let page = &typist.0;
        typist.looks_well("a welcome").await;
        page.click("[data-testid=welcome] [data-testid=begin]").await;
        typist.focus_is("at.dataset.option === 'game'").await;
        page.find("#picker-list [role=option][data-value=protozoa]").await;
        typist.looks_well("a command from the welcome").await;
        let mention = |name: &str| format!("//button[contains(@class, 'command-mention')][.='/{name}']");
        for (name, option) in [("move", "move"), ("play", "game")] {
            // The list of games or moves covers the message until it is closed.
            typist.press(Key::Escape).await;
            page.click_path(&mention(name)).await;
            typist.focus_is(&format!("at.dataset.option === '{option}'")).await;
        }
        // The first Escape closes the list, the second one leaves the command.
        typist.press(Key::Escape).await;
        typist.press(Key::Escape).await;
        page.keys("#composer", "/rules ").await;
        typist.focus_is("at.classList.contains('command-name')").await;
        page.keys(".command-name", "pr").await;
        let typed = "return document.querySelector('[data-option=game]')?.value === 'pr'";
        page.until("the letters are in the option", typed).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_stop_open_and_are_described() {
    browsing(Device::Desk, async |browser, world| {
        let (ann, _, games) = world.two().await;
        let replay = json!({ "embeds": [{ "title": "Replay", "image": { "url": "attachment://replay.gif" } }] });
        say(world, &games, replay, &[("replay.gif", GIF, "Blue moves to e3.")]).await;
        let (before, after) = (png(300, 320, [200, 90, 60]), png(300, 320, [60, 90, 200]));
        let both: [(&str, &[u8], &str); 2] =
            [("before.png", &before, "The board before."), ("after.png", &after, "The board after.")];
        say(world, &games, json!({ "content": "Before and after" }), &both).await;
        let typist = Typist(browser.page(world, &ann, &games).await);
        let page = &typist.0;
        page.until("three pictures", "const all = [...document.querySelectorAll('[data-testid=picture]')]; return all.length === 3 && all.every((one) => one.complete)").await;
        let boxes = page.ask("return [...document.querySelectorAll('[data-testid=picture]')].map((one) => one.getBoundingClientRect()).map((box) => [box.width, box.height, box.top])").await;
        assert_eq!((&boxes[0][0], &boxes[0][1]), (&json!(300), &json!(200)), "an animation keeps its size");
        assert_eq!((&boxes[1][0], &boxes[1][2]), (&boxes[2][0], &boxes[2][2]), "two pictures are side by side");

        let motion = "[data-testid=motion]";
        let label = format!("return document.querySelector('{motion}').ariaLabel");
        assert_eq!(page.ask(&label).await, "Stop the animation");
        page.click(motion).await;
        assert_eq!(page.ask(&label).await, "Play the animation");
        page.click("[data-testid=alt]").await;
        typist.focus_is("at.dataset.testid === 'alt-text' && at.innerText === 'Blue moves to e3.'").await;
        typist.press(Key::Escape).await;
        typist.focus_is("at.dataset.testid === 'alt'").await;

        // Alt and P lead to the newest picture from anywhere, and the arrows from one picture of a message to the next.
        typist.tab_to("at.id === 'composer'").await;
        typist.together(Key::Alt, 'p').await;
        typist.focus_is("at.matches('[data-testid=message]') && at.innerText.includes('Before and after')").await;
        typist.tab_to("at.matches('.open-picture')").await;
        typist.press(Key::Enter).await;
        typist.focus_is("at.ariaLabel === 'Picture 1 of 2: The board before.'").await;
        typist.press(Key::Right).await;
        typist.focus_is("at.ariaLabel === 'Picture 2 of 2: The board after.'").await;
        typist.press(Key::Escape).await;
        typist.focus_is("at.matches('.open-picture')").await;
        typist.together(Key::Control, '/').await;
        typist.focus_is("at.closest('[data-testid=keys]')?.innerText.includes('newest board')").await;
        typist.press(Key::Escape).await;

        let calm = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
        browser.devtools("Emulation.setEmulatedMedia", calm).await;
        page.client.refresh().await.expect("the page reloads");
        page.find(motion).await;
        assert_eq!(page.ask(&label).await, "Play the animation", "reduced motion begins with a still");
    })
    .await;
}
