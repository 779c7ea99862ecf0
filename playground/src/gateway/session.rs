//! Sessions: numbered events, kept for a while so that a bot that lost its connection can resume.

use std::collections::{HashMap, VecDeque};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::clock::Millis;
use crate::model::Id;

/// Events kept for a resume.
const KEPT_EVENTS: usize = 2_000;
/// Frames that may wait for a slow bot before it is cut off (it may resume).
const WAITING_FRAMES: usize = 2_048;
/// Sessions without a connection that are kept, and for how long.
const KEPT_DETACHED: usize = 64;
const DETACHED_LIFE: Millis = 10 * 60 * 1_000;

/// What a connection is told to send.
#[derive(Debug)]
pub(crate) enum Frame {
    Text(String),
    /// Reconnect (7) or, when not resumable, invalid session (9); then the connection is closed.
    Drop {
        resumable: bool,
    },
}

/// What a bot asks for when it identifies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Identity {
    pub(crate) bot: Id,
    pub(crate) intents: u64,
    /// Number of the shard, and of how many.
    pub(crate) shard: (u64, u64),
}

/// All sessions by their id.
#[derive(Default)]
pub(crate) struct Sessions {
    known: HashMap<String, Session>,
    lines: u64,
    /// Events by name of which the next so many are sent twice.
    repeats: HashMap<String, u32>,
}

/// The end of a session that its connection reads.
pub(crate) struct Line {
    pub(crate) frames: mpsc::Receiver<Frame>,
    /// Tells the connections of one session apart.
    pub(crate) number: u64,
}

struct Session {
    who: Identity,
    sent: u64,
    replay: VecDeque<(u64, String)>,
    line: Option<mpsc::Sender<Frame>>,
    line_number: u64,
    detached: Millis,
    /// How many events that the bot has seen are sent again when it resumes.
    again: u64,
}

impl Sessions {
    /// Opens a session.
    pub(crate) fn open(&mut self, id: &str, who: Identity) -> Line {
        let (line, frames) = mpsc::channel(WAITING_FRAMES);
        self.lines += 1;
        let session = Session {
            who,
            sent: 0,
            replay: VecDeque::new(),
            line: Some(line),
            line_number: self.lines,
            detached: Millis::default(),
            again: 0,
        };
        self.known.insert(id.to_owned(), session);
        Line { frames, number: self.lines }
    }

    /// Takes a session up again after event `seen`; the missed events wait in the channel. `None` when the session is
    /// not known, not this bot's, or too much was missed.
    pub(crate) fn resume(&mut self, id: &str, bot: Id, seen: u64) -> Option<Line> {
        let session = self.known.get_mut(id).filter(|session| session.who.bot == bot)?;
        let oldest = session.replay.front().map_or(session.sent + 1, |(number, _)| *number);
        if seen > session.sent || seen + 1 < oldest {
            self.known.remove(id);
            return None;
        }
        let (line, frames) = mpsc::channel(WAITING_FRAMES + KEPT_EVENTS);
        // Not the very first, which begins a session.
        let from = seen.saturating_sub(std::mem::take(&mut session.again)).max(1);
        for (_, text) in session.replay.iter().filter(|(number, _)| *number > from) {
            line.try_send(Frame::Text(text.clone())).ok()?;
        }
        self.lines += 1;
        session.line = Some(line);
        session.line_number = self.lines;
        session.push("RESUMED", &json!({}));
        Some(Line { frames, number: self.lines })
    }

    /// The number of the last event of a session of this bot.
    pub(crate) fn sent(&self, id: &str, bot: Id) -> Option<u64> {
        self.known.get(id).filter(|session| session.who.bot == bot).map(|session| session.sent)
    }

    /// Notes that a connection is gone; the session can be resumed for some time.
    pub(crate) fn detach(&mut self, id: &str, line: u64, now: Millis) {
        if let Some(session) = self.known.get_mut(id)
            && session.line_number == line
        {
            session.line = None;
            session.detached = now;
        }
        self.known.retain(|_, session| session.line.is_some() || session.detached + DETACHED_LIFE > now);
        while self.known.values().filter(|session| session.line.is_none()).count() > KEPT_DETACHED {
            let oldest = self.known.iter().filter(|(_, session)| session.line.is_none());
            let Some(oldest) = oldest.min_by_key(|(_, session)| session.detached).map(|(id, _)| id.clone())
            else {
                break;
            };
            self.known.remove(&oldest);
        }
    }

    /// Ends a session for good.
    pub(crate) fn end(&mut self, id: &str) {
        self.known.remove(id);
    }

    /// Whether a bot has a connection.
    pub(crate) fn online(&self, bot: Id) -> bool {
        self.known.values().any(|session| session.who.bot == bot && session.line.is_some())
    }

    /// Sends an event to the sessions of one shard each, where `data` has something for the bot with its intents.
    pub(crate) fn send(&mut self, event: &str, guild: Option<Id>, data: impl Fn(Id, u64) -> Option<Value>) {
        let twice = match self.repeats.get_mut(event) {
            Some(times) if *times > 0 => {
                *times -= 1;
                true
            }
            _ => false,
        };
        for session in self.known.values_mut() {
            let (shard, count) = session.who.shard;
            if guild.map_or(0, |guild| guild.shard(count)) == shard
                && let Some(data) = data(session.who.bot, session.who.intents)
            {
                session.push(event, &data);
                if twice {
                    session.push(event, &data);
                }
            }
        }
    }

    /// Lets the next so many events of this name be sent twice.
    pub(crate) fn repeat(&mut self, event: String, times: u32) {
        self.repeats.insert(event, times);
    }

    /// Sends an event to one session.
    pub(crate) fn send_to(&mut self, id: &str, event: &str, data: &Value) {
        if let Some(session) = self.known.get_mut(id) {
            session.push(event, data);
        }
    }

    /// Cuts connections: all, or those of one bot; who resumes gets the last `again` events once more.
    pub(crate) fn drop_lines(&mut self, bot: Option<Id>, resumable: bool, again: u64, now: Millis) {
        let lines = self.known.values_mut().filter(|session| bot.is_none_or(|bot| bot == session.who.bot));
        for session in lines {
            if let Some(line) = session.line.take() {
                // a full line is cut by being dropped
                let _ = line.try_send(Frame::Drop { resumable });
                session.detached = now;
                session.again = again;
            }
        }
        if !resumable {
            self.known.retain(|_, session| bot.is_some_and(|bot| bot != session.who.bot));
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
