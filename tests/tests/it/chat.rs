//! The playground through its people interface.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    message::{Message, Way},
    process::{PATIENCE, TOKEN},
};

/// How long one request waits for a response.
const LONG_POLL: Duration = Duration::from_secs(10);

/// A person, by id.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Person(pub(crate) String);

impl Person {
    pub(crate) fn mention(&self) -> String {
        format!("<@{}>", self.0)
    }
}

/// A channel or thread, by id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Channel(pub(crate) String);

/// The response to an interaction.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The final state: `answered` or `failed`.
    pub(crate) state: String,
    /// The error if it failed.
    pub(crate) error: Option<String>,
    /// The message of the response. For a press that edited its own message, that message.
    pub(crate) message: Option<Message>,
}

impl Answer {
    /// Returns the message of an interaction that was answered with one.
    #[track_caller]
    pub(crate) fn shown(self) -> Message {
        assert_eq!((self.state.as_str(), self.error), ("answered", None));
        self.message.expect("there is a message")
    }
}

/// One buzz of a phone.
#[derive(Debug)]
pub(crate) struct Notification {
    /// The id of the message.
    pub(crate) message: String,
    /// Whether it was a direct message.
    pub(crate) direct: bool,
    /// The text of the message.
    pub(crate) text: String,
}

/// The reason for which the playground rejected a request. Discord's own client would not have sent it.
#[derive(Debug)]
#[expect(dead_code, reason = "read in the message of a failed test")]
pub(crate) struct Refused(String);

/// A client of the playground's people interface.
#[derive(Clone)]
pub(crate) struct Chat {
    http: reqwest::Client,
    url: String,
    base: String,
}

impl Chat {
    pub(crate) fn new(url: &str) -> Chat {
        let http = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build().expect("a client");
        Chat { http, url: url.to_owned(), base: format!("{url}/playground/v1") }
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: Value) -> Result<Value, Refused> {
        let request = self.http.request(method, format!("{}{path}", self.base));
        let request = if body.is_null() { request } else { request.json(&body) };
        let response = request.send().await.expect("the playground answers");
        let refused = !response.status().is_success();
        let text = response.text().await.expect("an answer");
        if refused {
            return Err(Refused(text));
        }
        Ok(if text.is_empty() { Value::Null } else { serde_json::from_str(&text).expect("JSON") })
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.send(Method::GET, path, Value::Null).await.expect("the playground responds")
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        self.send(Method::POST, path, body).await.expect("the playground accepts the request")
    }

    /// Adds a person to the server.
    pub(crate) async fn person(&self, name: &str) -> Person {
        Person(text(&self.post("/people", json!({ "name": name })).await["id"]))
    }

    pub(crate) async fn channel(&self, name: &str) -> Channel {
        Channel(text(&self.post("/channels", json!({ "name": name })).await["id"]))
    }

    /// Returns everything that a person sees in a channel, oldest first.
    pub(crate) async fn messages(&self, by: &Person, channel: &Channel) -> Vec<Message> {
        self.after(by, channel, "0", 0).await
    }

    async fn after(&self, by: &Person, channel: &Channel, after: &str, wait_ms: u32) -> Vec<Message> {
        let path = format!("/channels/{}/messages?as={}&after={after}&wait_ms={wait_ms}", channel.0, by.0);
        let Value::Array(list) = self.get(&path).await else { panic!("a list of messages") };
        list.into_iter().map(Message).collect()
    }

    /// Waits until `found` finds something in the messages that a person sees in a channel. The playground's long poll does not
    /// report edits, so this polls repeatedly.
    pub(crate) async fn wait<T>(
        &self,
        by: &Person,
        channel: &Channel,
        what: &str,
        mut found: impl AsyncFnMut(&[Message]) -> Option<T>,
    ) -> T {
        let begun = Instant::now();
        loop {
            let messages = self.messages(by, channel).await;
            if let Some(found) = found(&messages).await {
                return found;
            }
            assert!(begun.elapsed() < PATIENCE, "timed out waiting for {what}");
            let last = messages.last().map_or("0", |message| message.id()).to_owned();
            self.after(by, channel, &last, 50).await;
        }
    }

    /// Starts a slash command. Returns the interaction.
    pub(crate) async fn begin_command(
        &self,
        by: &Person,
        channel: &Channel,
        name: &str,
        options: Value,
    ) -> Result<String, Refused> {
        let wish = json!({ "as": by.0, "channel_id": channel.0, "name": name, "options": options });
        Ok(text(&self.send(Method::POST, "/commands", wish).await?["interaction_id"]))
    }

    /// Presses a button, or chooses `values` of a menu. Returns the interaction.
    pub(crate) async fn begin_press(
        &self,
        by: &Person,
        message: &Message,
        custom_id: &str,
        values: Option<&[&str]>,
    ) -> Result<String, Refused> {
        let wish =
            json!({ "as": by.0, "message_id": message.id(), "custom_id": custom_id, "values": values });
        Ok(text(&self.send(Method::POST, "/components", wish).await?["interaction_id"]))
    }

    /// Waits for the bot's response to an interaction.
    pub(crate) async fn answer(&self, by: &Person, interaction: &str) -> Answer {
        let ended = self.ended(interaction).await;
        let (state, error) = (text(&ended["state"]), ended["error"].as_str().map(ToOwned::to_owned));
        let Some(id) = ended["message_id"].as_str() else { return Answer { state, error, message: None } };
        let channel = Channel(text(&ended["channel_id"]));
        let listed = async |messages: &[Message]| messages.iter().find(|message| message.id() == id).cloned();
        let message = Some(self.wait(by, &channel, "a response in its channel", listed).await);
        Answer { state, error, message }
    }

    /// Waits until an interaction has a response or has failed, and returns it. It doesn't read the channel, which may be long.
    pub(crate) async fn ended(&self, interaction: &str) -> Value {
        let begun = Instant::now();
        loop {
            let now = self.response(interaction, LONG_POLL).await;
            if !matches!(now["state"].as_str(), Some("pending" | "deferred")) {
                return now;
            }
            assert!(begun.elapsed() < PATIENCE, "timed out waiting for an answer");
        }
    }

    /// Waits until an interaction has a response or has failed, but no longer than this, and returns it.
    pub(crate) async fn response(&self, interaction: &str, at_most: Duration) -> Value {
        self.get(&format!("/interactions/{interaction}?wait_ms={}", at_most.as_millis())).await
    }

    /// Waits until the bot has deferred an interaction.
    pub(crate) async fn deferred(&self, by: &Person, channel: &Channel, interaction: &str) {
        self.wait(by, channel, "a deferral", async |_| {
            let now = self.response(interaction, Duration::ZERO).await;
            (text(&now["state"]) == "deferred").then_some(())
        })
        .await;
    }

    /// Uses a slash command and waits for the response.
    pub(crate) async fn command(&self, by: &Person, channel: &Channel, name: &str, options: Value) -> Answer {
        let begun = self.begin_command(by, channel, name, options).await;
        self.answer(by, &begun.expect("the command can be used")).await
    }

    /// Presses the button with this label and waits for the response.
    pub(crate) async fn press(&self, by: &Person, message: &Message, label: &str) -> Answer {
        let begun = self.begin_press(by, message, &message.button(label), None).await;
        self.answer(by, &begun.expect("the button can be pressed")).await
    }

    /// Chooses the line with this value of a message's menu and waits for the response.
    pub(crate) async fn choose(&self, by: &Person, message: &Message, value: &str) -> Answer {
        let menu = message.any_menu().expect("the message has a menu");
        let begun = self.begin_press(by, message, &menu, Some(&[value])).await;
        self.answer(by, &begun.expect("the menu has that line")).await
    }

    /// Chooses the line of a message's menu that opens a form, sends the form with this text, and waits for the response.
    pub(crate) async fn fill_in(&self, by: &Person, message: &Message, value: &str, typed: &str) -> Answer {
        let menu = message.any_menu().expect("the message has a menu");
        let opened = self.begin_press(by, message, &menu, Some(&[value])).await.expect("a line of the menu");
        self.answer(by, &opened).await;
        let form = json!({ "as": by.0, "interaction_id": opened, "fields": { "text": typed } });
        let sent = text(&self.post("/modals", form).await["interaction_id"]);
        self.answer(by, &sent).await
    }

    /// Makes a choice on a screen of the panel and waits for the response.
    pub(crate) async fn go(&self, by: &Person, panel: &Message, way: &Way) -> Answer {
        let values = way.value.as_deref().map(|value| [value]);
        let begun =
            self.begin_press(by, panel, &way.custom_id, values.as_ref().map(<[&str; 1]>::as_slice)).await;
        self.answer(by, &begun.expect("the choice can be made")).await
    }

    /// Returns the suggested values for what was typed so far.
    pub(crate) async fn suggestions(
        &self,
        by: &Person,
        channel: &Channel,
        command: &str,
        focused: &str,
        options: Value,
    ) -> Vec<String> {
        let wish = json!({ "as": by.0, "channel_id": channel.0, "name": command, "options": options, "focused": focused });
        let answer = self.post("/autocomplete", wish).await;
        assert!(answer["timed_out"].is_null(), "no suggestions in time");
        answer["choices"].as_array().expect("choices").iter().map(|choice| text(&choice["value"])).collect()
    }

    /// Returns everything that made a person's phone buzz, oldest first.
    pub(crate) async fn notifications(&self, of: &Person) -> Vec<Notification> {
        let notices = self.get(&format!("/people/{}/notifications", of.0)).await;
        let read = |note: &Value| Notification {
            message: text(&note["message_id"]),
            direct: note["kind"] == "dm",
            text: text(&note["text"]),
        };
        notices.as_array().expect("a list").iter().map(read).collect()
    }

    /// Returns the messages that made a person's phone buzz, oldest first.
    pub(crate) async fn pings(&self, of: &Person) -> Vec<String> {
        self.notifications(of).await.into_iter().map(|note| note.message).collect()
    }

    /// Returns the channel of a person's direct messages with the bot; `None` before the first.
    pub(crate) async fn direct(&self, with: &Person) -> Option<Channel> {
        let channels = self.get(&format!("/channels?as={}", with.0)).await;
        let direct = channels.as_array()?.iter().find(|channel| channel["type"] == 1)?;
        Some(Channel(text(&direct["id"])))
    }

    /// Waits until a person has a channel of direct messages with the bot.
    pub(crate) async fn direct_messages(&self, of: &Person) -> Channel {
        let anywhere = self.channel("nowhere").await;
        self.wait(of, &anywhere, "direct messages", async |_| self.direct(of).await).await
    }

    /// Opens or closes a person's direct messages.
    pub(crate) async fn open_direct_messages(&self, of: &Person, open: bool) {
        let path = format!("/people/{}/dms", of.0);
        self.send(Method::PUT, &path, json!({ "open": open }))
            .await
            .expect("direct messages can be opened and closed");
    }

    /// Returns the bots' requests after the one with this number.
    pub(crate) async fn requests(&self, after: u64) -> Vec<Value> {
        let Value::Array(list) = self.get(&format!("/requests?after={after}")).await else {
            panic!("a list of requests")
        };
        list
    }

    /// Makes a person leave the server or return to it.
    pub(crate) async fn membership(&self, of: &Person, member: bool) {
        let path = format!("/people/{}/membership", of.0);
        self.send(Method::PUT, &path, json!({ "member": member })).await.expect("membership can be changed");
    }

    pub(crate) async fn remove_channel(&self, channel: &Channel) {
        let path = format!("/channels/{}", channel.0);
        self.send(Method::DELETE, &path, Value::Null).await.expect("the message exists");
    }

    /// Makes a request fail.
    pub(crate) async fn fault(&self, fault: Value) {
        self.post("/faults", fault).await;
    }

    /// Delivers the next interaction twice.
    pub(crate) async fn deliver_twice(&self) {
        self.post("/gateway/repeat", json!({ "event": "INTERACTION_CREATE", "times": 1 })).await;
    }

    /// Makes every request succeed again.
    pub(crate) async fn no_faults(&self) {
        self.send(Method::DELETE, "/faults", Value::Null).await.expect("faults can be forgotten");
    }

    /// Denies the bot permissions in a channel.
    pub(crate) async fn deny(&self, channel: &Channel, bits: u64) {
        let bot = text(&self.get("/bots").await[0]["id"]);
        let path = format!("/channels/{}/permissions", channel.0);
        let wish = json!({ "bot_id": bot, "deny": bits.to_string() });
        self.send(Method::PUT, &path, wish).await.expect("permissions can be set");
    }

    /// Posts a message with the bot's own token whose buttons have these custom ids. The bot may have made such buttons long ago,
    /// or never.
    pub(crate) async fn post_as_bot(&self, channel: &Channel, custom_ids: &[&str]) -> Message {
        let buttons: Vec<Value> = custom_ids
            .iter()
            .map(|id| json!({ "type": 2, "style": 2, "label": "?", "custom_id": id }))
            .collect();
        let row = json!({ "type": 1, "components": buttons });
        let message = json!({ "content": "…", "allowed_mentions": { "parse": [] }, "components": [row] });
        let path = format!("/channels/{}/messages", channel.0);
        Message(self.as_bot(Method::POST, &path, message).await)
    }

    /// Sends the playground a request with the bot's own token.
    pub(crate) async fn as_bot(&self, method: Method, path: &str, body: Value) -> Value {
        let request = self.http.request(method, format!("{}/api/v10{path}", self.url));
        let request = request.header("authorization", format!("Bot {TOKEN}"));
        let request = if body.is_null() { request } else { request.json(&body) };
        let response = request.send().await.expect("the playground answers");
        let text =
            response.error_for_status().expect("the request succeeds").text().await.expect("an answer");
        if text.is_empty() { Value::Null } else { serde_json::from_str(&text).expect("JSON") }
    }

    /// Deletes a message with the bot's own token, as a moderator may in Discord.
    pub(crate) async fn delete_as_bot(&self, channel: &Channel, message: &Message) {
        let url = format!("{}/api/v10/channels/{}/messages/{}", self.url, channel.0, message.id());
        let request = self.http.delete(url).header("authorization", format!("Bot {TOKEN}"));
        let response = request.send().await.expect("the playground answers");
        response.error_for_status().expect("the message is deleted");
    }

    pub(crate) async fn download(&self, url: &str) -> Vec<u8> {
        let response = self.http.get(url).send().await.expect("the file is there");
        assert!(response.status().is_success(), "{url}: {}", response.status());
        response.bytes().await.expect("the file").to_vec()
    }
}

/// Returns the text of a JSON string.
#[track_caller]
pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}")).to_owned()
}
