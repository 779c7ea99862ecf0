//! One test's playground, with bots and people in it.

use std::path::PathBuf;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use playground::{Options, ServeError, Server};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tokio_util::sync::CancellationToken;

use crate::schema;

/// All intents that are not privileged, and message content.
pub(crate) const INTENTS: u64 = 1 | 1 << 1 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12 | 1 << 14 | 1 << 15;

/// The longest that a test waits for anything.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Playground {
    pub(crate) url: String,
    http: reqwest::Client,
    stop: CancellationToken,
    task: JoinHandle<Result<(), ServeError>>,
    pub(crate) ann: String,
    pub(crate) ben: String,
    pub(crate) general: String,
    pub(crate) guild: String,
}

/// The default options of a test: bots may have every intent.
pub(crate) fn options() -> Options {
    Options { privileged_intents: true, ..Options::default() }
}

/// A status and a body; the body is `Null` if it is empty.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

impl Reply {
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        self.body
    }

    #[track_caller]
    pub(crate) fn refused(self, status: u16, code: u64) -> Value {
        assert_eq!((self.status, self.body["code"].as_u64()), (status, Some(code)), "{self:?}");
        self.body
    }
}

impl Playground {
    pub(crate) async fn start() -> Self {
        Self::start_with(options()).await
    }

    pub(crate) async fn kept(file: PathBuf) -> Self {
        Self::start_with(Options { keep: Some(file), ..options() }).await
    }

    pub(crate) async fn start_with(options: Options) -> Self {
        let server = Server::bind(options).await.unwrap();
        let url = server.url();
        let stop = CancellationToken::new();
        let task = tokio::spawn(server.run(stop.clone()));
        let mut world = Self {
            url,
            http: reqwest::Client::builder().no_proxy().timeout(PATIENCE).build().unwrap(),
            stop,
            task,
            ann: String::new(),
            ben: String::new(),
            general: String::new(),
            guild: String::new(),
        };
        let people = world.get("/people").await;
        world.ann = text(&people[0]["id"]);
        world.ben = text(&people[1]["id"]);
        world.general = text(&world.get("/channels").await[0]["id"]);
        world.guild = text(&world.get("/guilds").await[0]["id"]);
        world
    }

    /// Stops the playground and waits for its end.
    pub(crate) async fn stop(self) {
        self.stop.cancel();
        tokio::time::timeout(PATIENCE, self.task).await.unwrap().unwrap().unwrap();
    }

    /// Sends a request to the people interface.
    pub(crate) async fn people(&self, method: Method, path: &str, body: Value) -> Reply {
        let request = self.http.request(method, format!("{}/playground/v1{path}", self.url));
        let request = if body.is_null() { request } else { request.json(&body) };
        reply(request.send().await.unwrap()).await
    }

    /// Sends a request with files to the people interface.
    pub(crate) async fn people_form(&self, path: &str, json: Value, files: &[(&str, &[u8])]) -> Reply {
        let request = self.http.post(format!("{}/playground/v1{path}", self.url));
        let request = request.header("Content-Type", "multipart/form-data; boundary=frontier");
        reply(request.body(form(&json, files, true)).send().await.unwrap()).await
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.people(Method::GET, path, Value::Null).await.ok()
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        self.people(Method::POST, path, body).await.ok()
    }

    pub(crate) async fn advance(&self, ms: u64) {
        self.post("/clock", json!({"advance_ms": ms})).await;
    }

    /// Returns the messages that a person sees in a channel.
    pub(crate) async fn sees(&self, person: &str, channel: &str) -> Vec<Value> {
        let seen = self.get(&format!("/channels/{channel}/messages?as={person}")).await;
        seen.as_array().unwrap().clone()
    }

    /// Returns the kinds of a person's notifications.
    pub(crate) async fn buzzes(&self, person: &str) -> Vec<String> {
        let notes = self.get(&format!("/people/{person}/notifications")).await;
        notes.as_array().unwrap().iter().map(|note| text(&note["kind"])).collect()
    }

    /// Uses a command as a person and returns the interaction's id.
    pub(crate) async fn command(&self, person: &str, name: &str, options: Value) -> String {
        let body = json!({"as": person, "channel_id": self.general, "name": name, "options": options});
        text(&self.post("/commands", body).await["interaction_id"])
    }

    /// Returns an interaction as its person sees it.
    pub(crate) async fn interaction(&self, id: &str) -> Value {
        self.get(&format!("/interactions/{id}")).await
    }

    /// Sends a bot's request and returns the response with its headers.
    pub(crate) async fn raw(
        &self,
        token: &str,
        method: Method,
        path: &str,
        body: Value,
    ) -> reqwest::Response {
        let request = self.http.request(method, format!("{}/api/v10{path}", self.url));
        let request = request.header("Authorization", format!("Bot {token}"));
        request.json(&body).send().await.unwrap()
    }

    /// Sends a bot's request as [`raw`](Self::raw) does, from one of the bot's nodes.
    pub(crate) async fn raw_from(
        &self,
        node: &str,
        token: &str,
        method: Method,
        path: &str,
        body: Value,
    ) -> reqwest::Response {
        let request = self.http.request(method, format!("{}/node/{node}/api/v10{path}", self.url));
        let request = request.header("Authorization", format!("Bot {token}"));
        request.json(&body).send().await.unwrap()
    }

    /// Adds guilds with spread ids. Returns the id of each and of its channel.
    pub(crate) async fn servers(&self, count: u64) -> Vec<(String, String)> {
        let added = self.post("/guilds", json!({"count": count})).await;
        let added = added.as_array().unwrap().iter();
        added.map(|guild| (text(&guild["id"]), text(&guild["channel_id"]))).collect()
    }

    /// Sends a plain request for any address of the playground.
    pub(crate) async fn fetch(&self, url: &str) -> Result<reqwest::Response, reqwest::Error> {
        self.http.get(url).send().await
    }

    /// Opens a WebSocket to the playground.
    pub(crate) async fn socket(&self, path: &str) -> Socket {
        let url = format!("{}{path}", self.url.replacen("http", "ws", 1));
        Socket(tokio_tungstenite::connect_async(url).await.unwrap().0)
    }

    /// Connects a bot and waits until it has seen its guild.
    pub(crate) async fn bot(&self, token: &str) -> Bot<'_> {
        self.bot_with(token, json!({"intents": INTENTS})).await
    }

    /// Opens a connection on which a bot has just identified.
    pub(crate) async fn identify(&self, token: &str, identify: Value) -> Socket {
        let mut socket = self.socket("/gateway?v=10&encoding=json").await;
        assert_eq!(socket.next().await["op"], 10);
        let mut data = json!({"token": token, "properties": {"os": "", "browser": "", "device": ""}});
        for (key, value) in identify.as_object().unwrap() {
            data[key] = value.clone();
        }
        socket.send(json!({"op": 2, "d": data})).await;
        socket
    }

    pub(crate) async fn bot_with(&self, token: &str, identify: Value) -> Bot<'_> {
        let mut socket = self.identify(token, identify).await;
        let ready = socket.event("READY").await;
        Bot {
            world: self,
            token: token.to_owned(),
            id: text(&ready["user"]["id"]),
            session: text(&ready["session_id"]),
            socket,
        }
    }
}

/// A WebSocket with JSON in its text frames.
pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Returns the next frame, or `{"close": code}` for a closed connection.
    pub(crate) async fn next(&mut self) -> Value {
        loop {
            let frame =
                tokio::time::timeout(PATIENCE, self.0.next()).await.expect("no frame arrived in time");
            match frame {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap(),
                Some(Ok(Message::Close(close))) => {
                    return json!({"close": close.map(|close| u16::from(close.code))});
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return json!({"close": null}),
            }
        }
    }

    /// Returns the bytes of the next binary frame.
    pub(crate) async fn bytes(&mut self) -> Vec<u8> {
        loop {
            match tokio::time::timeout(PATIENCE, self.0.next()).await.expect("no frame arrived in time") {
                Some(Ok(Message::Binary(bytes))) => return bytes.to_vec(),
                Some(Ok(_)) => {}
                ended => panic!("the connection was closed: {ended:?}"),
            }
        }
    }

    pub(crate) async fn send(&mut self, frame: Value) {
        self.0.send(Message::text(frame.to_string())).await.unwrap();
    }

    /// Returns the data of the next gateway event of this name and skips all others.
    pub(crate) async fn event(&mut self, name: &str) -> Value {
        loop {
            let frame = self.next().await;
            assert!(frame.get("close").is_none(), "closed while waiting for {name}: {frame}");
            if frame["t"] == name {
                return frame["d"].clone();
            }
        }
    }

    /// Returns the data of the next frame of this type from the live feed.
    pub(crate) async fn feed(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await;
            assert!(frame.get("close").is_none(), "closed while waiting for {kind}: {frame}");
            if frame["type"] == kind {
                return frame["data"].clone();
            }
        }
    }
}

/// A bot under the control of a test.
pub(crate) struct Bot<'a> {
    pub(crate) world: &'a Playground,
    pub(crate) token: String,
    pub(crate) id: String,
    pub(crate) session: String,
    pub(crate) socket: Socket,
}

impl Bot<'_> {
    /// Sends a REST request. A successful response must match Discord's document.
    pub(crate) async fn rest(&self, method: Method, path: &str, body: Value) -> Reply {
        let url = format!("{}/api/v10{path}", self.world.url);
        let request = self.world.http.request(method.clone(), url);
        let request = request.header("Authorization", format!("Bot {}", self.token));
        let request = if body.is_null() { request } else { request.json(&body) };
        let got = reply(request.send().await.unwrap()).await;
        if got.status < 300 {
            schema::answer(method.as_str(), path, got.status, &got.body);
        }
        got
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.rest(Method::GET, path, Value::Null).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        self.rest(Method::POST, path, body).await
    }

    pub(crate) async fn patch(&self, path: &str, body: Value) -> Reply {
        self.rest(Method::PATCH, path, body).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        self.rest(Method::DELETE, path, Value::Null).await
    }

    /// Sends a form with files. The JSON comes first or, as serenity sends it, last.
    pub(crate) async fn form(
        &self,
        method: Method,
        path: &str,
        json: Value,
        files: &[(&str, &[u8])],
        json_first: bool,
    ) -> Reply {
        let request = self
            .world
            .http
            .request(method.clone(), format!("{}/api/v10{path}", self.world.url))
            .header("Authorization", format!("Bot {}", self.token))
            .header("Content-Type", "multipart/form-data; boundary=frontier")
            .body(form(&json, files, json_first));
        let got = reply(request.send().await.unwrap()).await;
        if got.status < 300 {
            schema::answer(method.as_str(), path, got.status, &got.body);
        }
        got
    }

    /// Registers commands, replacing all earlier ones.
    pub(crate) async fn register(&self, commands: Value) -> Reply {
        self.rest(Method::PUT, &format!("/applications/{}/commands", self.id), commands).await
    }

    /// Returns the next interaction that arrives.
    pub(crate) async fn interaction(&mut self) -> Value {
        self.socket.event("INTERACTION_CREATE").await
    }

    /// Sends the callback to an interaction.
    pub(crate) async fn answer(&self, to: &Value, body: Value) -> Reply {
        self.post(&callback(to), body).await
    }

    /// Returns the webhook path of an interaction.
    pub(crate) fn webhook(&self, of: &Value) -> String {
        format!("/webhooks/{}/{}", self.id, of["token"].as_str().unwrap())
    }

    /// Sends a message to the first channel.
    pub(crate) async fn say(&self, body: Value) -> Reply {
        self.post(&format!("/channels/{}/messages", self.world.general), body).await
    }
}

pub(crate) fn callback(to: &Value) -> String {
    format!("/interactions/{}/{}/callback", to["id"].as_str().unwrap(), to["token"].as_str().unwrap())
}

/// Builds the body of a form with files.
fn form(json: &Value, files: &[(&str, &[u8])], json_first: bool) -> Vec<u8> {
    let mut parts: Vec<Vec<u8>> = files
        .iter()
        .enumerate()
        .map(|(index, (name, bytes))| {
            let head = format!(
                "Content-Disposition: form-data; name=\"files[{index}]\"; filename=\"{name}\"\r\n\r\n"
            );
            [head.as_bytes(), bytes].concat()
        })
        .collect();
    let part = format!(
        "Content-Disposition: form-data; name=\"payload_json\"\r\nContent-Type: application/json\r\n\r\n{json}"
    );
    parts.insert(if json_first { 0 } else { parts.len() }, part.into_bytes());
    let mut body = Vec::new();
    for part in parts {
        body.extend(b"--frontier\r\n");
        body.extend(part);
        body.extend(b"\r\n");
    }
    body.extend(b"--frontier--\r\n");
    body
}

pub(crate) async fn reply(response: reqwest::Response) -> Reply {
    let status = response.status().as_u16();
    let kind = response.headers().get("content-type").map(|kind| kind.to_str().unwrap().to_owned());
    let bytes = response.bytes().await.unwrap();
    if bytes.is_empty() {
        return Reply { status, body: Value::Null };
    }
    // The type must be exactly this: discord.py takes anything else for text.
    assert_eq!(kind.as_deref(), Some("application/json"));
    Reply { status, body: serde_json::from_slice(&bytes).unwrap() }
}

#[track_caller]
pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a string")).to_owned()
}
