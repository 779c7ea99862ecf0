//! One gateway connection: hello, identify or resume, heartbeats, events.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use flate2::write::ZlibEncoder;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until};

use super::session::{Frame, Identity, Line};
use crate::model::{Id, World};
use crate::state::Shared;

/// The most that a bot may send at once, in bytes.
const LONGEST_FRAME: usize = 4_096;
/// Frames that a bot may send in a minute.
const FRAMES_PER_MINUTE: u32 = 120;
/// Every intent there is.
const KNOWN_INTENTS: u64 = ((1 << 17) - 1) | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25;

/// Why the playground hangs up, with Discord's close code.
struct HangUp(u16, &'static str);

const ERROR: HangUp = HangUp(4000, "Unknown error");
const UNKNOWN_OPCODE: HangUp = HangUp(4001, "Unknown opcode");
const DECODE: HangUp = HangUp(4002, "Error while decoding payload");
const NOT_AUTHENTICATED: HangUp = HangUp(4003, "Not authenticated");
const FAILED_AUTHENTICATION: HangUp = HangUp(4004, "Authentication failed");
const ALREADY_AUTHENTICATED: HangUp = HangUp(4005, "Already authenticated");
const INVALID_SEQ: HangUp = HangUp(4007, "Invalid seq");
const RATE_LIMITED: HangUp = HangUp(4008, "Rate limited");
const TIMED_OUT: HangUp = HangUp(4009, "Session timed out");
const INVALID_SHARD: HangUp = HangUp(4010, "Invalid shard");
const INVALID_VERSION: HangUp = HangUp(4012, "Invalid API version");
// Libraries do not connect again after this code, and it is about the address.
const INVALID_ENCODING: HangUp = HangUp(4012, "The playground speaks JSON: connect with encoding=json");
const INVALID_INTENTS: HangUp = HangUp(4013, "Invalid intents");
const DISALLOWED_INTENTS: HangUp = HangUp(4014, "Disallowed intents");

/// What a bot said.
enum Heard {
    Heartbeat,
    Other,
}

/// The query of a connection's address.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    v: Option<String>,
    encoding: Option<String>,
    compress: Option<String>,
}

impl Wish {
    /// Returns why this cannot be had.
    fn refused(&self) -> Option<HangUp> {
        match (self.v.as_deref(), self.encoding.as_deref()) {
            (None | Some("9" | "10"), None | Some("json")) => None,
            (None | Some("9" | "10"), Some(_)) => Some(INVALID_ENCODING),
            _ => Some(INVALID_VERSION),
        }
    }
}

/// How fast a connection is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The interval of heartbeats.
    pub(crate) heartbeat: Duration,
    /// How long a heartbeat waits for its answer.
    pub(crate) latency: Duration,
}

struct Connection {
    app: Shared,
    socket: WebSocket,
    pace: Pace,
    /// The times at which heartbeats are answered.
    acks: VecDeque<Instant>,
    /// Compresses all that is sent as one stream.
    zlib: Option<ZlibEncoder<Vec<u8>>>,
    session: Option<(String, Line)>,
}

/// Serves one bot's connection until either side ends it or the playground stops.
pub(crate) async fn serve(app: Shared, socket: WebSocket, pace: Pace, wish: Wish) {
    // Any other compression that a library prefers is optional: it reads plain text, too.
    let zlib = (wish.compress.as_deref() == Some("zlib-stream"))
        .then(|| ZlibEncoder::new(Vec::new(), flate2::Compression::fast()));
    let mut connection = Connection { app, socket, pace, acks: VecDeque::new(), zlib, session: None };
    let end = match wish.refused() {
        None => connection.run().await,
        refused => refused,
    };
    if let Some((id, line)) = &connection.session {
        let mut state = connection.app.lock();
        let now = state.now();
        state.sessions.detach(id, line.number, now);
        if matches!(end, Some(HangUp(1000, _))) {
            state.sessions.end(id);
        }
        state.tell_bots_list();
    }
    if let Some(HangUp(code, reason)) = end {
        // the bot may already be gone
        let _ =
            connection.socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    }
}

impl Connection {
    /// Why to hang up; `None` when the bot is gone.
    async fn run(&mut self) -> Option<HangUp> {
        let hello = json!({"op": 10, "s": null, "t": null, "d": {"heartbeat_interval": self.pace.heartbeat.as_millis() as u64, "_trace": []}});
        self.say(&hello).await?;
        let mut due = Instant::now() + self.pace.heartbeat * 2;
        let (mut minute, mut frames) = (Instant::now(), 0);
        loop {
            tokio::select! {
                frame = next_frame(&mut self.session) => match frame {
                    Some(Frame::Text(text)) => self.send(text).await?,
                    Some(Frame::Drop { resumable: true }) => {
                        self.say(&json!({"op": 7, "d": null, "s": null, "t": null})).await?;
                        return Some(ERROR);
                    }
                    Some(Frame::Drop { resumable: false }) => {
                        self.say(&json!({"op": 9, "d": false, "s": null, "t": null})).await?;
                        return Some(TIMED_OUT);
                    }
                    // resumed elsewhere, or too slow
                    None => return Some(ERROR),
                },
                heard = self.socket.recv() => {
                    let text = match heard?.ok()? {
                        Message::Text(text) => text.to_string(),
                        Message::Binary(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                        Message::Close(close) => {
                            // 1000 and 1001 end the session, as in Discord
                            let ends = close.is_some_and(|close| matches!(close.code, 1000 | 1001));
                            return ends.then_some(HangUp(1000, ""));
                        }
                        Message::Ping(_) | Message::Pong(_) => continue,
                    };
                    if minute.elapsed() > Duration::from_secs(60) {
                        (minute, frames) = (Instant::now(), 0);
                    }
                    frames += 1;
                    if frames > FRAMES_PER_MINUTE {
                        return Some(RATE_LIMITED);
                    }
                    match self.hear(&text).await {
                        Ok(Heard::Heartbeat) => {
                            due = Instant::now() + self.pace.heartbeat * 2;
                            self.acks.push_back(Instant::now() + self.pace.latency);
                        }
                        Ok(Heard::Other) => {}
                        Err(end) => return end,
                    }
                }
                () = at(self.acks.front().copied()) => {
                    self.acks.pop_front();
                    self.say(&json!({"op": 11, "d": null, "s": null, "t": null})).await?;
                }
                () = sleep_until(due) => return Some(TIMED_OUT),
                () = self.app.stop.cancelled() => return Some(HangUp(1001, "")),
            }
        }
    }

    async fn say(&mut self, frame: &Value) -> Option<()> {
        self.send(frame.to_string()).await
    }

    async fn send(&mut self, text: String) -> Option<()> {
        let message = match &mut self.zlib {
            None => Message::text(text),
            Some(zlib) => Message::binary(compressed(zlib, &text).ok()?),
        };
        self.socket.send(message).await.ok()
    }

    async fn hear(&mut self, text: &str) -> Result<Heard, Option<HangUp>> {
        if text.len() > LONGEST_FRAME {
            return Err(Some(DECODE));
        }
        let frame: Value = serde_json::from_str(text).map_err(|_| Some(DECODE))?;
        let data = &frame["d"];
        match (frame["op"].as_u64(), &self.session) {
            (Some(1), _) => return Ok(Heard::Heartbeat),
            (Some(2 | 6), Some(_)) => return Err(Some(ALREADY_AUTHENTICATED)),
            (Some(2), None) => self.identify(data)?,
            (Some(6), None) => self.resume(data).await?,
            (Some(3 | 4 | 8 | 31), None) => return Err(Some(NOT_AUTHENTICATED)),
            (Some(8), Some((id, _))) => {
                let mut state = self.app.lock();
                let chunk = members_chunk(&state.world, data);
                state.sessions.send_to(id, "GUILD_MEMBERS_CHUNK", &chunk);
            }
            // presence, voice and soundboard requests have no effect here
            (Some(3 | 4 | 31), Some(_)) => {}
            _ => return Err(Some(UNKNOWN_OPCODE)),
        }
        Ok(Heard::Other)
    }

    fn identify(&mut self, data: &Value) -> Result<(), Option<HangUp>> {
        let token = data["token"].as_str().filter(|token| !token.trim().is_empty());
        let token = token.ok_or(Some(FAILED_AUTHENTICATION))?;
        let intents = data["intents"].as_u64().filter(|bits| bits & !KNOWN_INTENTS == 0);
        let intents = intents.ok_or(Some(INVALID_INTENTS))?;
        let shard = match &data["shard"] {
            Value::Null => (0, 1),
            shard => match (shard[0].as_u64(), shard[1].as_u64()) {
                (Some(number), Some(count)) if number < count => (number, count),
                _ => return Err(Some(INVALID_SHARD)),
            },
        };
        let mut state = self.app.lock();
        let bot = state.sign_in(token);
        let flags = state.world.flags(bot);
        if super::PRIVILEGED.iter().any(|(intent, flag)| intents & intent != 0 && flags & flag == 0) {
            return Err(Some(DISALLOWED_INTENTS));
        }
        let id = format!("{:032x}", rand::random::<u128>());
        let line = state.sessions.open(&id, Identity { bot, intents, shard });
        let guilds: Vec<Id> = state.world.guilds.keys().copied().collect();
        let guilds: Vec<Id> = guilds.into_iter().filter(|guild| guild.shard(shard.1) == shard.0).collect();
        let ready = ready(&state.world, bot, &guilds, &id, shard);
        state.sessions.send_to(&id, "READY", &ready);
        if intents & super::GUILDS != 0 {
            for guild in guilds {
                let data = guild_create(&state.world, guild, bot, intents);
                state.sessions.send_to(&id, "GUILD_CREATE", &data);
            }
        }
        state.tell_bots_list();
        drop(state);
        self.session = Some((id, line));
        Ok(())
    }

    async fn resume(&mut self, data: &Value) -> Result<(), Option<HangUp>> {
        let token = data["token"].as_str().ok_or(Some(FAILED_AUTHENTICATION))?;
        let session = data["session_id"].as_str().ok_or(Some(DECODE))?;
        let seen = data["seq"].as_u64().ok_or(Some(DECODE))?;
        let line = {
            let mut state = self.app.lock();
            let bot = state.sign_in(token);
            if state.sessions.sent(session, bot).is_some_and(|sent| seen > sent) {
                return Err(Some(INVALID_SEQ));
            }
            let line = state.sessions.resume(session, bot, seen);
            state.tell_bots_list();
            line
        };
        match line {
            Some(line) => {
                self.session = Some((session.to_owned(), line));
                Ok(())
            }
            None => self.say(&json!({"op": 9, "d": false, "s": null, "t": null})).await.ok_or(None),
        }
    }
}

/// Returns the next part of a stream, flushed, so that a bot can read all of the text at once.
fn compressed(zlib: &mut ZlibEncoder<Vec<u8>>, text: &str) -> io::Result<Vec<u8>> {
    zlib.write_all(text.as_bytes())?;
    zlib.flush()?;
    Ok(std::mem::take(zlib.get_mut()))
}

/// Returns at this time; never without one.
async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// The next frame of a session; never without one.
async fn next_frame(session: &mut Option<(String, Line)>) -> Option<Frame> {
    match session {
        Some((_, line)) => line.frames.recv().await,
        None => std::future::pending().await,
    }
}

fn ready(world: &World, bot: Id, guilds: &[Id], session: &str, shard: (u64, u64)) -> Value {
    let mut user = world.user_json(bot);
    user["verified"] = json!(true);
    user["mfa_enabled"] = json!(false);
    user["email"] = Value::Null;
    json!({
        "v": 10,
        "user": user,
        "user_settings": {},
        "guilds": guilds.iter().map(|id| json!({"id": id, "unavailable": true})).collect::<Vec<_>>(),
        "private_channels": [],
        "relationships": [],
        "presences": [],
        "session_id": session,
        "session_type": "normal",
        "resume_gateway_url": crate::rest::gateway_url(&world.base),
        "shard": [shard.0, shard.1],
        "application": {"id": bot, "flags": world.flags(bot)},
        "geo_ordered_rtc_regions": [],
        "_trace": [],
    })
}

fn guild_create(world: &World, guild: Id, bot: Id, intents: u64) -> Value {
    let Some(known) = world.guilds.get(&guild) else { return json!({"id": guild, "unavailable": true}) };
    let mut data = known.json();
    let here = || world.channels.values().filter(|channel| channel.guild == Some(guild));
    let threads = here().filter(|channel| {
        channel.thread.as_ref().is_some_and(|thread| !thread.archived) && world.sees(bot, channel)
    });
    // without the members intent a bot gets only itself
    let members = world.member_ids().filter(|user| intents & super::GUILD_MEMBERS != 0 || *user == bot);
    data["channels"] =
        here().filter(|c| !c.is_thread()).map(|channel| world.channel_json(channel, Some(bot))).collect();
    data["threads"] = threads.map(|channel| world.channel_json(channel, Some(bot))).collect();
    data["members"] = members.map(|user| world.member_json(user)).collect();
    let joined = world.bots.get(&bot).map_or_else(|| guild.created(), |bot| bot.joined);
    data["joined_at"] = json!(crate::clock::iso(joined));
    data["member_count"] = json!(world.member_ids().count());
    data["large"] = json!(false);
    data["unavailable"] = json!(false);
    for empty in
        ["voice_states", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"]
    {
        data[empty] = json!([]);
    }
    data
}

/// The answer to a request for members.
fn members_chunk(world: &World, request: &Value) -> Value {
    let wanted: Option<Vec<Id>> = match &request["user_ids"] {
        Value::Null => None,
        Value::Array(ids) => {
            Some(ids.iter().filter_map(|id| serde_json::from_value(id.clone()).ok()).collect())
        }
        one => Some(serde_json::from_value(one.clone()).ok().into_iter().collect()),
    };
    let query = request["query"].as_str().unwrap_or_default().to_lowercase();
    let limit = match request["limit"].as_u64() {
        Some(0) | None => usize::MAX,
        Some(limit) => usize::try_from(limit).unwrap_or(usize::MAX),
    };
    let found = world.member_ids().filter(|user| match &wanted {
        Some(wanted) => wanted.contains(user),
        None => world.user_name(*user).is_some_and(|name| name.to_lowercase().starts_with(&query)),
    });
    let members: Vec<Value> = found.take(limit).map(|user| world.member_json(user)).collect();
    let unknown: Vec<Id> =
        wanted.into_iter().flatten().filter(|user| world.user_name(*user).is_none()).collect();
    json!({
        "guild_id": request["guild_id"],
        "members": members,
        "not_found": unknown,
        "chunk_index": 0,
        "chunk_count": 1,
        "presences": [],
        "nonce": request["nonce"],
    })
}
