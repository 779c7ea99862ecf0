//! Gateway sessions. Their events are numbered and kept for a while, so that a bot can resume after losing its connection.

use std::collections::{BTreeMap, HashMap, VecDeque};

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::clock::Millis;
use crate::model::Id;

/// The number of events kept for a resume.
const KEPT_EVENTS: usize = 2_000;
/// The number of frames that may wait for a slow bot. Then it is cut off, and may resume.
const WAITING_FRAMES: usize = 4_096;
/// The number of sessions kept without a connection, and for how long.
const KEPT_DETACHED: usize = 64;
const DETACHED_LIFE: Millis = 10 * 60 * 1_000;

/// The next thing for a connection to send.
#[derive(Debug)]
pub(crate) enum Frame {
    Text(String),
    /// Send "reconnect" (7), or "invalid session" (9) if not resumable, then close the connection.
    Drop {
        resumable: bool,
    },
}

/// The identity that a bot states at the start.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    pub(crate) bot: Id,
    pub(crate) intents: u64,
    /// The number of its shard, and the number of shards.
    pub(crate) shard: (u64, u64),
    /// The node of the bot, if the address named one.
    pub(crate) node: Option<String>,
}

/// A choice of sessions: those that match every field that is set.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Choice {
    application_id: Option<Id>,
    session_id: Option<String>,
    shard: Option<(u64, u64)>,
    node: Option<String>,
}

impl Choice {
    fn fits(&self, id: &str, session: &Session) -> bool {
        let Identity { bot, shard, node, .. } = &session.identity;
        self.application_id.is_none_or(|wanted| wanted == *bot)
            && self.session_id.as_ref().is_none_or(|wanted| wanted == id)
            && self.shard.is_none_or(|wanted| wanted == *shard)
            && self.node.as_ref().is_none_or(|wanted| node.as_ref() == Some(wanted))
    }
}

/// All sessions by their id.
#[derive(Default)]
pub(crate) struct Sessions {
    known: HashMap<String, Session>,
    lines: u64,
    /// The number of coming events to send twice, by event name.
    repeats: HashMap<String, u32>,
}

/// A connection's end of a session.
pub(crate) struct Line {
    pub(crate) frames: mpsc::Receiver<Frame>,
    /// Tells apart the connections that a session has had.
    pub(crate) number: u64,
}

struct Session {
    identity: Identity,
    sent: u64,
    replay: VecDeque<(u64, String)>,
    line: Option<mpsc::Sender<Frame>>,
    line_number: u64,
    /// When the session lost its connection; `None` while it has one, even if that is about to be cut off.
    detached: Option<Millis>,
    /// The number of already confirmed events to send again at the next resume.
    again: u64,
}

impl Sessions {
    /// Opens a session with a first connection.
    pub(crate) fn open(&mut self, id: &str, identity: Identity) -> Line {
        let (line, frames) = mpsc::channel(WAITING_FRAMES);
        self.lines += 1;
        let session = Session {
            identity,
            sent: 0,
            replay: VecDeque::new(),
            line: Some(line),
            line_number: self.lines,
            detached: None,
            again: 0,
        };
        self.known.insert(id.to_owned(), session);
        Line { frames, number: self.lines }
    }

    /// Resumes a session after event `seen`; the missed events already wait in the returned line. Returns `None` if the session
    /// is unknown, belongs to another bot, or missed too much.
    pub(crate) fn resume(&mut self, id: &str, bot: Id, seen: u64) -> Option<Line> {
        let session = self.known.get_mut(id).filter(|session| session.identity.bot == bot)?;
        let oldest = session.replay.front().map_or(session.sent + 1, |(number, _)| *number);
        if seen > session.sent || seen + 1 < oldest {
            self.known.remove(id);
            return None;
        }
        let (line, frames) = mpsc::channel(WAITING_FRAMES + KEPT_EVENTS);
        // The very first event is never repeated, since `READY` begins a session.
        let from = seen.saturating_sub(std::mem::take(&mut session.again)).max(1);
        for (_, text) in session.replay.iter().filter(|(number, _)| *number > from) {
            line.try_send(Frame::Text(text.clone())).ok()?;
        }
        self.lines += 1;
        session.line = Some(line);
        session.line_number = self.lines;
        session.detached = None;
        session.push("RESUMED", &json!({}));
        Some(Line { frames, number: self.lines })
    }

    /// Returns the number of the last event of a session of this bot.
    pub(crate) fn sent(&self, id: &str, bot: Id) -> Option<u64> {
        self.known.get(id).filter(|session| session.identity.bot == bot).map(|session| session.sent)
    }

    /// Marks a connection as closed. The session can be resumed for some time, unless the bot has `ended` it. Changes nothing if
    /// another connection has resumed the session.
    pub(crate) fn detach(&mut self, id: &str, line: u64, ended: bool, now: Millis) {
        if let Some(session) = self.known.get_mut(id)
            && session.line_number == line
        {
            session.line = None;
            session.detached = Some(now);
            if ended {
                self.known.remove(id);
            }
        }
        self.known.retain(|_, session| session.detached.is_none_or(|since| since + DETACHED_LIFE > now));
        while self.known.values().filter(|session| session.detached.is_some()).count() > KEPT_DETACHED {
            let oldest = self.known.iter().filter(|(_, session)| session.detached.is_some());
            let Some(oldest) = oldest.min_by_key(|(_, session)| session.detached).map(|(id, _)| id.clone())
            else {
                break;
            };
            self.known.remove(&oldest);
        }
    }

    /// Returns the shards of a bot that have a session, and whether one of its sessions has an open connection.
    pub(crate) fn shards(&self, bot: Id) -> BTreeMap<(u64, u64), bool> {
        let mut shards = BTreeMap::new();
        for session in self.known.values().filter(|session| session.identity.bot == bot) {
            *shards.entry(session.identity.shard).or_default() |= session.line.is_some();
        }
        shards
    }

    /// Returns all sessions as the people interface shows them.
    pub(crate) fn json(&self) -> Value {
        let session = |(id, session): (&String, &Session)| {
            json!({
                "session_id": id,
                "application_id": session.identity.bot,
                "shard": session.identity.shard,
                "node": session.identity.node,
                "online": session.line.is_some(),
            })
        };
        self.known.iter().map(session).collect()
    }

    /// Sends an event to the sessions on the guild's shard for which `data` returns something.
    pub(crate) fn send(&mut self, event: &str, guild: Option<Id>, data: impl Fn(Id, u64) -> Option<Value>) {
        let twice = match self.repeats.get_mut(event) {
            Some(times) if *times > 0 => {
                *times -= 1;
                true
            }
            _ => false,
        };
        for session in self.known.values_mut() {
            let (shard, count) = session.identity.shard;
            if guild.map_or(0, |guild| guild.shard(count)) == shard
                && let Some(data) = data(session.identity.bot, session.identity.intents)
            {
                session.push(event, &data);
                if twice {
                    session.push(event, &data);
                }
            }
        }
    }

    /// Sends the next `times` events of this name twice.
    pub(crate) fn repeat(&mut self, event: String, times: u32) {
        self.repeats.insert(event, times);
    }

    /// Sends an event to one session.
    pub(crate) fn send_to(&mut self, id: &str, event: &str, data: &Value) {
        if let Some(session) = self.known.get_mut(id) {
            session.push(event, data);
        }
    }

    /// Cuts the connections of the chosen sessions. A bot that resumes then gets the last `again` events a second time.
    pub(crate) fn drop_lines(&mut self, chosen: &Choice, resumable: bool, again: u64, now: Millis) {
        for (_, session) in self.known.iter_mut().filter(|(id, session)| chosen.fits(id, session)) {
            if let Some(line) = session.line.take() {
                // A line that is too full for this frame is cut by being dropped.
                let _ = line.try_send(Frame::Drop { resumable });
                session.detached = Some(now);
                session.again = again;
            }
        }
        if !resumable {
            self.known.retain(|id, session| !chosen.fits(id, session));
        }
    }
}

impl Session {
    fn push(&mut self, event: &str, data: &Value) {
        self.sent += 1;
        let text = json!({"op": 0, "t": event, "s": self.sent, "d": data}).to_string();
        if self.replay.len() == KEPT_EVENTS {
            self.replay.pop_front();
        }
        if let Some(line) = &self.line
            && line.try_send(Frame::Text(text.clone())).is_err()
        {
            self.line = None;
        }
        self.replay.push_back((self.sent, text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOT: Identity = Identity { bot: Id(7), intents: 0, shard: (0, 1), node: None };

    /// Returns the events that wait in a line, by number.
    fn waiting(line: &mut Line) -> Vec<u64> {
        let frames = std::iter::from_fn(|| line.frames.try_recv().ok());
        let number = |frame| match frame {
            Frame::Text(text) => serde_json::from_str::<Value>(&text).ok()?["s"].as_u64(),
            Frame::Drop { .. } => None,
        };
        frames.filter_map(number).collect()
    }

    #[test]
    fn slow_bot_can_resume_after_others_leave() {
        let mut sessions = Sessions::default();
        let mut slow = sessions.open("slow", BOT);
        let other = sessions.open("other", BOT);
        let all = WAITING_FRAMES as u64 + 3;
        for _ in 0..all {
            sessions.send_to("slow", "EVENT", &Value::Null);
        }
        // The playground cuts the slow bot off, but that connection has not ended yet.
        let hour = 60 * 60 * 1_000;
        sessions.detach("other", other.number, false, hour);
        let read = waiting(&mut slow);
        assert_eq!(read.len(), WAITING_FRAMES);
        let mut again = sessions.resume("slow", BOT.bot, WAITING_FRAMES as u64).expect("the session is kept");
        assert_eq!(waiting(&mut again), [all - 2, all - 1, all, all + 1], "three events and `RESUMED`");
    }

    #[test]
    fn closing_an_old_connection_ends_no_session() {
        let mut sessions = Sessions::default();
        let first = sessions.open("one", BOT);
        let second = sessions.resume("one", BOT.bot, 0).expect("the session is known");
        sessions.detach("one", first.number, true, 1);
        assert_eq!(sessions.shards(BOT.bot), BTreeMap::from([((0, 1), true)]));
        sessions.detach("one", second.number, true, 2);
        assert!(sessions.resume("one", BOT.bot, 0).is_none(), "the bot has ended it");
    }
}
