//! What people do in the playground, through its people interface.

use std::time::Instant;

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    message::Message,
    process::{PATIENCE, TOKEN},
};

/// Somebody, by id.
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

/// How an interaction was answered.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// `answered` or `failed`.
    pub(crate) state: String,
    /// Why it failed.
    pub(crate) error: Option<String>,
    /// The answer's message; of a press that changed the message pressed on, that message.
    pub(crate) message: Option<Message>,
}

impl Answer {
    /// The message of an interaction that was answered by one.
    #[track_caller]
    pub(crate) fn shown(self) -> Message {
        assert_eq!((self.state.as_str(), self.error), ("answered", None));
        self.message.expect("there is a message")
    }
}

/// One buzz of a phone.
#[derive(Debug)]
pub(crate) struct Notification {
    /// The message's id.
    pub(crate) message: String,
    /// Whether it was a direct message.
    pub(crate) direct: bool,
    /// What it said.
    pub(crate) text: String,
}

/// Why the playground itself refused a request: Discord's own program would not have sent it.
#[derive(Debug)]
#[expect(dead_code, reason = "read in the message of a failed test")]
pub(crate) struct Refused(String);

/// The people interface.
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
        self.send(Method::GET, path, Value::Null).await.expect("the playground has it")
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        self.send(Method::POST, path, body).await.expect("the playground does it")
    }

    /// Somebody new.
    pub(crate) async fn person(&self, name: &str) -> Person {
        Person(text(&self.post("/people", json!({ "name": name })).await["id"]))
    }

    /// A new channel.
    pub(crate) async fn channel(&self, name: &str) -> Channel {
        Channel(text(&self.post("/channels", json!({ "name": name })).await["id"]))
    }

    /// Everything that a person sees in a channel, oldest first.
    pub(crate) async fn messages(&self, by: &Person, channel: &Channel) -> Vec<Message> {
        self.after(by, channel, "0", 0).await
    }

    async fn after(&self, by: &Person, channel: &Channel, after: &str, wait_ms: u32) -> Vec<Message> {
        let path = format!("/channels/{}/messages?as={}&after={after}&wait_ms={wait_ms}", channel.0, by.0);
        let Value::Array(list) = self.get(&path).await else { panic!("a list of messages") };
        list.into_iter().map(Message).collect()
    }

    /// Waits until `found` finds something in the messages that a person sees in a channel. Edits are no news to the
    /// playground's long poll, so it is asked anew every now and then.
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
            assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}");
            let last = messages.last().map_or("0", |message| message.id()).to_owned();
            self.after(by, channel, &last, 50).await;
        }
    }

    /// Begins to use a slash command; answers the interaction.
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

    /// Begins to press a button, or to choose `values` of a menu; answers the interaction.
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

    /// Waits for the bot's answer to an interaction.
    pub(crate) async fn answer(&self, by: &Person, interaction: &str) -> Answer {
        let now = || self.get_interaction(interaction);
        let channel = Channel(text(&now().await["channel_id"]));
        self.wait(by, &channel, "an answer", async |messages| {
            let now = now().await;
            let state = text(&now["state"]);
            if state == "pending" || state == "deferred" {
                return None;
            }
            let error = now["error"].as_str().map(ToOwned::to_owned);
            let Some(id) = now["message_id"].as_str() else {
                return Some(Answer { state, error, message: None });
            };
            // The list may be older than the answer.
            let listed = messages.iter().find(|message| message.id() == id);
            let message = match listed {
                Some(_) => self.messages(by, &channel).await.into_iter().find(|message| message.id() == id),
                None => return None,
            };
            Some(Answer { state, error, message })
        })
        .await
    }

    /// Waits until the bot has deferred an interaction.
    pub(crate) async fn deferred(&self, by: &Person, channel: &Channel, interaction: &str) {
        self.wait(by, channel, "a deferral", async |_| {
            let now = self.get_interaction(interaction).await;
            (text(&now["state"]) == "deferred").then_some(())
        })
        .await;
    }

    async fn get_interaction(&self, id: &str) -> Value {
        self.get(&format!("/interactions/{id}")).await
    }

    /// Uses a slash command and waits for its answer.
    pub(crate) async fn command(&self, by: &Person, channel: &Channel, name: &str, options: Value) -> Answer {
        let begun = self.begin_command(by, channel, name, options).await;
        self.answer(by, &begun.expect("the command can be used")).await
    }

    /// Presses the button with this label and waits for its answer.
    pub(crate) async fn press(&self, by: &Person, message: &Message, label: &str) -> Answer {
        let begun = self.begin_press(by, message, &message.button(label), None).await;
        self.answer(by, &begun.expect("the button can be pressed")).await
    }

    /// Chooses the line with this value of a message's menu and waits for its answer.
    pub(crate) async fn choose(&self, by: &Person, message: &Message, value: &str) -> Answer {
        let menu = message.menu().expect("the message has a menu").custom_id;
        let begun = self.begin_press(by, message, &menu, Some(&[value])).await;
        self.answer(by, &begun.expect("the menu has that line")).await
    }

    /// The values that are suggested for what was typed so far.
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

    /// What made a person's phone buzz, oldest first.
    pub(crate) async fn notifications(&self, of: &Person) -> Vec<Notification> {
        let notices = self.get(&format!("/people/{}/notifications", of.0)).await;
        let read = |note: &Value| Notification {
            message: text(&note["message_id"]),
            direct: note["kind"] == "dm",
            text: text(&note["text"]),
        };
        notices.as_array().expect("a list").iter().map(read).collect()
    }

    /// The messages that made a person's phone buzz, oldest first.
    pub(crate) async fn pings(&self, of: &Person) -> Vec<String> {
        self.notifications(of).await.into_iter().map(|note| note.message).collect()
    }

    /// The channel of somebody's direct messages with the bot; `None` before the first.
    pub(crate) async fn direct(&self, with: &Person) -> Option<Channel> {
        let channels = self.get(&format!("/channels?as={}", with.0)).await;
        let direct = channels.as_array()?.iter().find(|channel| channel["type"] == 1)?;
        Some(Channel(text(&direct["id"])))
    }

    /// Waits until somebody has a channel of direct messages with the bot.
    pub(crate) async fn direct_messages(&self, of: &Person) -> Channel {
        let anywhere = self.channel("nowhere").await;
        self.wait(of, &anywhere, "direct messages", async |_| self.direct(of).await).await
    }

    /// Lets somebody take direct messages, or none.
    pub(crate) async fn open_direct_messages(&self, of: &Person, open: bool) {
        let path = format!("/people/{}/dms", of.0);
        self.send(Method::PUT, &path, json!({ "open": open })).await.expect("they can be opened and closed");
    }

    /// The bots' requests after the one with this number.
    pub(crate) async fn requests(&self, after: u64) -> Vec<Value> {
        let Value::Array(list) = self.get(&format!("/requests?after={after}")).await else {
            panic!("a list of requests")
        };
        list
    }

    /// Lets somebody leave the server, or come back.
    pub(crate) async fn membership(&self, of: &Person, member: bool) {
        let path = format!("/people/{}/membership", of.0);
        self.send(Method::PUT, &path, json!({ "member": member })).await.expect("people come and go");
    }

    /// Deletes a channel.
    pub(crate) async fn remove_channel(&self, channel: &Channel) {
        let path = format!("/channels/{}", channel.0);
        self.send(Method::DELETE, &path, Value::Null).await.expect("it is there");
    }

    /// Lets something go wrong.
    pub(crate) async fn fault(&self, fault: Value) {
        self.post("/faults", fault).await;
    }

    /// Lets the next interaction be delivered twice.
    pub(crate) async fn deliver_twice(&self) {
        self.post("/gateway/repeat", json!({ "event": "INTERACTION_CREATE", "times": 1 })).await;
    }

    /// Lets nothing go wrong any more.
    pub(crate) async fn no_faults(&self) {
        self.send(Method::DELETE, "/faults", Value::Null).await.expect("faults can be forgotten");
    }

    /// Forbids the bot things in a channel.
    pub(crate) async fn deny(&self, channel: &Channel, bits: u64) {
        let bot = text(&self.get("/bots").await[0]["id"]);
        let path = format!("/channels/{}/permissions", channel.0);
        let wish = json!({ "bot_id": bot, "deny": bits.to_string() });
        self.send(Method::PUT, &path, wish).await.expect("permissions can be set");
    }

    /// Posts a message with the bot's own token whose buttons have these custom ids: buttons that the bot may have made
    /// long ago, or never.
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

    /// Asks the playground for something with the bot's own token.
    pub(crate) async fn as_bot(&self, method: Method, path: &str, body: Value) -> Value {
        let request = self.http.request(method, format!("{}/api/v10{path}", self.url));
        let request = request.header("authorization", format!("Bot {TOKEN}"));
        let request = if body.is_null() { request } else { request.json(&body) };
        let response = request.send().await.expect("the playground answers");
        let text = response.error_for_status().expect("it is done").text().await.expect("an answer");
        if text.is_empty() { Value::Null } else { serde_json::from_str(&text).expect("JSON") }
    }

    /// Deletes a message with the bot's own token, as a moderator may in Discord.
    pub(crate) async fn delete_as_bot(&self, channel: &Channel, message: &Message) {
        let url = format!("{}/api/v10/channels/{}/messages/{}", self.url, channel.0, message.id());
        let request = self.http.delete(url).header("authorization", format!("Bot {TOKEN}"));
        let response = request.send().await.expect("the playground answers");
        response.error_for_status().expect("it is deleted");
    }

    pub(crate) async fn download(&self, url: &str) -> Vec<u8> {
        let response = self.http.get(url).send().await.expect("the file is there");
        assert!(response.status().is_success(), "{url}: {}", response.status());
        response.bytes().await.expect("the file").to_vec()
    }
}

/// The text of a JSON string.
#[track_caller]
pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}")).to_owned()
}
