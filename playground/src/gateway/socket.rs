//! One gateway connection: hello, identify or resume, heartbeats, events.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use flate2::write::ZlibEncoder;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until};

use super::close::{
    ALREADY_AUTHENTICATED, DECODE, ERROR, FAILED_AUTHENTICATION, HangUp, INVALID_ENCODING, INVALID_SEQ,
    INVALID_VERSION, NOT_AUTHENTICATED, RATE_LIMITED, TIMED_OUT, UNKNOWN_OPCODE,
};
use super::identify::identify;
use super::own::members_chunk;
use crate::state::{Frame, Line, Shared};

/// The longest frame that a bot may send, in bytes.
const LONGEST_FRAME: usize = 4_096;
/// The number of frames that a bot may send in a minute.
const FRAMES_PER_MINUTE: u32 = 120;
/// A frame that a bot sent.
enum Received {
    Heartbeat,
    Other,
}

/// The query of a connection's address.
#[derive(Debug, Deserialize)]
pub(crate) struct ConnectQuery {
    v: Option<String>,
    encoding: Option<String>,
    compress: Option<String>,
}

impl ConnectQuery {
    /// Returns why this connection cannot be served, if so.
    fn rejection(&self) -> Option<HangUp> {
        match (self.v.as_deref(), self.encoding.as_deref()) {
            (None | Some("9" | "10"), None | Some("json")) => None,
            (None | Some("9" | "10"), Some(_)) => Some(INVALID_ENCODING),
            _ => Some(INVALID_VERSION),
        }
    }
}

/// The timing of heartbeats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The interval at which bots must send heartbeats.
    pub(crate) heartbeat: Duration,
    /// How long the playground waits before it acknowledges a heartbeat.
    pub(crate) latency: Duration,
}

struct Connection {
    app: Shared,
    socket: WebSocket,
    pace: Pace,
    /// The times at which heartbeats are to be acknowledged.
    acks: VecDeque<Instant>,
    /// Compresses everything sent as one stream.
    zlib: Option<ZlibEncoder<Vec<u8>>>,
    session: Option<(String, Line)>,
    /// The node that the bot named in the address.
    node: Option<String>,
}

/// Serves one bot's connection until either side ends it or the playground stops.
pub(crate) async fn serve(
    app: Shared,
    socket: WebSocket,
    pace: Pace,
    query: ConnectQuery,
    node: Option<String>,
) {
    // Libraries also read plain text, so any other compression that they prefer can be ignored.
    let zlib = (query.compress.as_deref() == Some("zlib-stream"))
        .then(|| ZlibEncoder::new(Vec::new(), flate2::Compression::fast()));
    let mut connection = Connection { app, socket, pace, acks: VecDeque::new(), zlib, session: None, node };
    let end = match query.rejection() {
        None => connection.run().await,
        rejection => rejection,
    };
    if let Some((id, line)) = &connection.session {
        let mut state = connection.app.lock();
        let (now, ended) = (state.now(), matches!(end, Some(HangUp(1000, _))));
        state.sessions.detach(id, line.number, ended, now);
        state.send_bot_list();
    }
    if let Some(HangUp(code, reason)) = end {
        // Sending fails if the bot has already gone away, which is fine.
        let _ =
            connection.socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    }
}

impl Connection {
    /// Serves the connection. Returns why to close it, or `None` if the bot has gone away.
    async fn run(&mut self) -> Option<HangUp> {
        let hello = json!({"op": 10, "s": null, "t": null, "d": {"heartbeat_interval": self.pace.heartbeat.as_millis() as u64, "_trace": []}});
        self.send_json(&hello).await?;
        // A bot may miss one heartbeat before it is cut off.
        let mut due = Instant::now() + self.pace.heartbeat * 2;
        let (mut minute, mut frames) = (Instant::now(), 0);
        loop {
            tokio::select! {
                frame = next_frame(&mut self.session) => match frame {
                    Some(Frame::Text(text)) => self.send(text).await?,
                    Some(Frame::Drop { resumable: true }) => {
                        self.send_json(&json!({"op": 7, "d": null, "s": null, "t": null})).await?;
                        return Some(ERROR);
                    }
                    Some(Frame::Drop { resumable: false }) => {
                        self.send_json(&json!({"op": 9, "d": false, "s": null, "t": null})).await?;
                        return Some(TIMED_OUT);
                    }
                    // The session was resumed by another connection, or this one is too slow.
                    None => return Some(ERROR),
                },
                received = self.socket.recv() => {
                    let text = match received?.ok()? {
                        Message::Text(text) => text.to_string(),
                        Message::Binary(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
                        Message::Close(close) => {
                            // As with Discord, codes 1000 and 1001 end the session.
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
                    match self.receive(&text).await {
                        Ok(Received::Heartbeat) => {
                            due = Instant::now() + self.pace.heartbeat * 2;
                            self.acks.push_back(Instant::now() + self.pace.latency);
                        }
                        Ok(Received::Other) => {}
                        Err(end) => return end,
                    }
                }
                () = at(self.acks.front().copied()) => {
                    self.acks.pop_front();
                    self.send_json(&json!({"op": 11, "d": null, "s": null, "t": null})).await?;
                }
                () = sleep_until(due) => return Some(TIMED_OUT),
                () = self.app.stop.cancelled() => return Some(HangUp(1001, "")),
            }
        }
    }

    async fn send_json(&mut self, frame: &Value) -> Option<()> {
        self.send(frame.to_string()).await
    }

    async fn send(&mut self, text: String) -> Option<()> {
        let message = match &mut self.zlib {
            None => Message::text(text),
            Some(zlib) => Message::binary(compressed(zlib, &text).ok()?),
        };
        self.socket.send(message).await.ok()
    }

    async fn receive(&mut self, text: &str) -> Result<Received, Option<HangUp>> {
        if text.len() > LONGEST_FRAME {
            return Err(Some(DECODE));
        }
        let frame: Value = serde_json::from_str(text).map_err(|_| Some(DECODE))?;
        let data = &frame["d"];
        match (frame["op"].as_u64(), &self.session) {
            (Some(1), _) => return Ok(Received::Heartbeat),
            (Some(2 | 6), Some(_)) => return Err(Some(ALREADY_AUTHENTICATED)),
            (Some(2), None) => self.identify(data).await?,
            (Some(6), None) => self.resume(data).await?,
            (Some(3 | 4 | 8 | 31), None) => return Err(Some(NOT_AUTHENTICATED)),
            (Some(8), Some((id, _))) => {
                let mut state = self.app.lock();
                let chunk = members_chunk(&state.world, data);
                state.sessions.send_to(id, "GUILD_MEMBERS_CHUNK", &chunk);
            }
            // Presence, voice and soundboard requests have no effect here.
            (Some(3 | 4 | 31), Some(_)) => {}
            _ => return Err(Some(UNKNOWN_OPCODE)),
        }
        Ok(Received::Other)
    }

    async fn identify(&mut self, data: &Value) -> Result<(), Option<HangUp>> {
        self.session = identify(&self.app, self.node.as_deref(), data).map_err(Some)?;
        match self.session {
            Some(_) => Ok(()),
            None => self.refuse_session().await,
        }
    }

    /// Sends "invalid session" (9). The connection stays open, so the bot may identify on it.
    async fn refuse_session(&mut self) -> Result<(), Option<HangUp>> {
        self.send_json(&json!({"op": 9, "d": false, "s": null, "t": null})).await.ok_or(None)
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
            state.send_bot_list();
            line
        };
        match line {
            Some(line) => {
                self.session = Some((session.to_owned(), line));
                Ok(())
            }
            None => self.refuse_session().await,
        }
    }
}

/// Returns the next part of a stream, flushed so that a bot can read the whole text at once.
fn compressed(zlib: &mut ZlibEncoder<Vec<u8>>, text: &str) -> io::Result<Vec<u8>> {
    zlib.write_all(text.as_bytes())?;
    zlib.flush()?;
    Ok(std::mem::take(zlib.get_mut()))
}

/// Waits until this time, or forever without one.
async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// Waits for the next frame of a session, or forever without one.
async fn next_frame(session: &mut Option<(String, Line)>) -> Option<Frame> {
    match session {
        Some((_, line)) => line.frames.recv().await,
        None => std::future::pending().await,
    }
}
