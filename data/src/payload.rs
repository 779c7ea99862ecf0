//! The content of outbox entries.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Serialize};

use crate::{
    ids::{ChannelId, GuildId, MessageId, OfferId, PersonId},
    notice::Notice,
    offer::OfferPost,
    words::words,
};

/// The move that a notification asks for: that of one seat in one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Notification {
    /// The turn, counted from 0.
    pub turn: u32,
    /// The index of the seat, counted from 0.
    pub seat: u8,
}

impl Notification {
    /// The most reminders of one move. A player who is given more time is reminded again.
    pub const REMINDERS: u32 = 256;
}

words! {
    /// The kind of an outbox entry.
    OutboxKind {
        /// See [`Payload::Board`].
        Board = "board",
        /// See [`Payload::Refresh`].
        Refresh = "refresh",
        /// See [`Payload::Lobby`].
        Lobby = "lobby",
        /// See [`Payload::Ready`].
        Ready = "ready",
        /// See [`Payload::Rename`].
        Rename = "rename",
        /// See [`Payload::Retire`].
        Retire = "retire",
        /// See [`Payload::Ping`].
        Ping = "ping",
        /// See [`Payload::Remind`].
        Remind = "remind",
        /// See [`Payload::Unping`].
        Unping = "unping",
        /// See [`Payload::Ended`].
        Ended = "ended",
        /// See [`Payload::Offer`].
        Offer = "offer",
        /// See [`Payload::Notice`].
        Notice = "notice",
        /// See [`Payload::Digest`].
        Digest = "digest",
        /// See [`Payload::Result`].
        Result = "result",
        /// See [`Payload::Weekly`].
        Weekly = "weekly",
        /// See [`Payload::Puzzle`].
        Puzzle = "puzzle",
    }
}

/// The content of an outbox entry. It says what to send; the worker makes the sentence when it delivers the entry.
///
/// The database stores it as JSON. The queries read some of its fields, so a change of their names needs a migration.
///
/// ```
/// use data::{OutboxKind, Payload};
///
/// let payload = Payload::Retire { channel: 5.into(), message: 6.into(), since: 12, ply: 15 };
/// assert_eq!((payload.kind(), payload.key().as_str()), (OutboxKind::Retire, "6"));
/// let json = r#"{"kind":"retire","channel":5,"message":6,"since":12,"ply":15}"#;
/// assert_eq!(serde_json::to_string(&payload).unwrap(), json);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Payload {
    /// The board after a turn or a ply.
    Board {
        /// The ply that the board shows at least.
        ply: u32,
        /// The player whose own action ended the game at this ply. They need no notification.
        ended_by: Option<PersonId>,
    },
    /// An edit of the newest board post, because its clocks have changed or the game is over and gets its film.
    Refresh,
    /// The message of the lobby in its current state.
    Lobby,
    /// A message to the host that the lobby can start.
    Ready {
        /// Counts these messages of a lobby from 1. Only the last one is sent.
        number: u32,
    },
    /// Another name for the game's thread.
    Rename {
        /// The thread.
        channel: ChannelId,
        /// Its new name.
        name: String,
    },
    /// An edit of a board post that a newer one has replaced: its mentions and buttons go.
    Retire {
        /// The channel of the post.
        channel: ChannelId,
        /// The post.
        message: MessageId,
        /// The first entry of the record that the post reports.
        since: u32,
        /// The ply that the post shows.
        ply: u32,
    },
    /// A notification to move that is not part of the board post.
    Ping {
        /// The move that it asks for.
        notification: Notification,
        /// The recipient.
        person: PersonId,
        /// The board post.
        board: MessageId,
    },
    /// A reminder to a player who is running out of time.
    Remind {
        /// The move that it asks for.
        notification: Notification,
        /// Counts the reminders of this move from 0.
        number: u32,
        /// The recipient.
        person: PersonId,
        /// The board post.
        board: MessageId,
    },
    /// The deletion of a notification whose move was made.
    Unping {
        /// The channel of the notification.
        channel: ChannelId,
        /// The notification.
        message: MessageId,
    },
    /// A notification that the game has ended, to a player whom the last board post does not mention.
    Ended {
        /// The recipient.
        person: PersonId,
        /// The post with the final board.
        board: MessageId,
    },
    /// A post of an offer.
    Offer {
        /// The offer.
        offer: OfferId,
        /// Which of its posts.
        post: OfferPost,
    },
    /// A private notice to one player.
    Notice {
        /// Counts the notices of a game from 1.
        number: u32,
        /// The recipient.
        person: PersonId,
        /// The notice.
        notice: Notice,
        /// The channel for the notice if the recipient prefers it to direct messages, or `None` if it must stay private.
        channel: Option<ChannelId>,
    },
    /// The digest of one person's waiting games. The entry belongs to one of them.
    Digest {
        /// The recipient.
        person: PersonId,
        /// The recipient's local day.
        day: String,
    },
    /// The result of the game, for the channel that its server has chosen for results.
    Result {
        /// That channel.
        channel: ChannelId,
        /// The post with the final board.
        board: MessageId,
    },
    /// The weekly post of a server's leaderboards. The entry belongs to one of the server's games.
    Weekly {
        /// The server.
        guild: GuildId,
        /// The channel that the server has chosen for results.
        channel: ChannelId,
        /// The week, as [`crate::week_of`] counts them.
        week: i64,
    },
    /// A server's puzzle of a day. The entry belongs to one of the server's games.
    Puzzle {
        /// The server.
        guild: GuildId,
        /// The channel that the server has chosen for puzzles.
        channel: ChannelId,
        /// The day, as [`crate::day_of`] counts them.
        day: i64,
    },
}

impl OfferPost {
    /// Returns this post of an offer as an outbox entry.
    pub const fn of(self, offer: OfferId) -> Payload {
        Payload::Offer { offer, post: self }
    }
}

impl Payload {
    /// Returns the board after a ply that did not end the game by a player's own action.
    pub const fn board(ply: u32) -> Payload {
        Payload::Board { ply, ended_by: None }
    }

    /// Returns the kind of the entry.
    pub const fn kind(&self) -> OutboxKind {
        match self {
            Payload::Board { .. } => OutboxKind::Board,
            Payload::Refresh => OutboxKind::Refresh,
            Payload::Lobby => OutboxKind::Lobby,
            Payload::Ready { .. } => OutboxKind::Ready,
            Payload::Rename { .. } => OutboxKind::Rename,
            Payload::Retire { .. } => OutboxKind::Retire,
            Payload::Ping { .. } => OutboxKind::Ping,
            Payload::Remind { .. } => OutboxKind::Remind,
            Payload::Unping { .. } => OutboxKind::Unping,
            Payload::Ended { .. } => OutboxKind::Ended,
            Payload::Offer { .. } => OutboxKind::Offer,
            Payload::Notice { .. } => OutboxKind::Notice,
            Payload::Digest { .. } => OutboxKind::Digest,
            Payload::Result { .. } => OutboxKind::Result,
            Payload::Weekly { .. } => OutboxKind::Weekly,
            Payload::Puzzle { .. } => OutboxKind::Puzzle,
        }
    }

    /// Returns the key of the entry. A game has at most one entry of each kind with the same key.
    pub fn key(&self) -> String {
        match self {
            Payload::Refresh
            | Payload::Lobby
            | Payload::Rename { .. }
            | Payload::Result { .. }
            | Payload::Weekly { .. } => String::new(),
            Payload::Board { ply, .. } => ply.to_string(),
            Payload::Ready { number } | Payload::Notice { number, .. } => number.to_string(),
            Payload::Retire { message, .. } | Payload::Unping { message, .. } => message.to_string(),
            Payload::Ping { notification: Notification { turn, seat }, .. } => format!("{turn}.{seat}"),
            Payload::Remind { notification: Notification { turn, seat }, number, .. } => {
                format!("{turn}.{seat}.{number}")
            }
            Payload::Ended { person, .. } => person.to_string(),
            Payload::Offer { offer, post } => format!("{offer}.{}", *post as u8),
            Payload::Digest { person, day } => format!("{person}.{day}"),
            Payload::Puzzle { day, .. } => day.to_string(),
        }
    }

    /// Returns the move that a notification or reminder asks for, and its recipient.
    pub(crate) const fn notification(&self) -> Option<(Notification, PersonId)> {
        match self {
            Payload::Ping { notification, person, .. } | Payload::Remind { notification, person, .. } => {
                Some((*notification, *person))
            }
            _ => None,
        }
    }
}

impl ToSql for Payload {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let json = serde_json::to_string(self);
        json.map(ToSqlOutput::from).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
    }
}

impl FromSql for Payload {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        serde_json::from_str(value.as_str()?).map_err(FromSqlError::other)
    }
}

#[cfg(test)]
mod tests {
    use clock::from_millis;

    use super::*;
    use crate::{PassUntil, PlanNews};

    #[test]
    fn payloads_round_trip_with_their_kind() {
        let reply = || vec!["p@e3".to_owned(), "end".to_owned()];
        let (person, channel) = (PersonId::from(3), ChannelId::from(5));
        let (message, notification) = (MessageId::from(u64::MAX), Notification { turn: 7, seat: 1 });
        let notice = |notice| Payload::Notice { number: 1, person, notice, channel: None };
        for payload in [
            Payload::Board { ply: 3, ended_by: None },
            Payload::Board { ply: 3, ended_by: Some(person) },
            Payload::Refresh,
            Payload::Lobby,
            Payload::Ready { number: 1 },
            Payload::Rename { channel, name: "\"quoted\" and {curly}".to_owned() },
            Payload::Retire { channel, message, since: 12, ply: 15 },
            Payload::Ping { notification, person, board: message },
            Payload::Remind { notification, number: 2, person, board: message },
            Payload::Unping { channel, message },
            Payload::Ended { person, board: message },
            Payload::Offer { offer: 9.into(), post: OfferPost::Resumed },
            notice(Notice::Text("\"quoted\" and {curly}".to_owned())),
            notice(Notice::Vacation { until: from_millis(1_788_600_000_000), left: 3, here: 1 }),
            notice(Notice::Plans { news: vec![PlanNews::Played(reply()), PlanNews::TakenBack], ply: 7 }),
            notice(Notice::Plans { news: vec![PlanNews::Illegal(reply()), PlanNews::Unforeseen], ply: 0 }),
            notice(Notice::Plans { news: vec![PlanNews::Ends(reply())], ply: 0 }),
            notice(Notice::Plans { news: vec![PlanNews::Happened(PassUntil::Change)], ply: 0 }),
            notice(Notice::NoDigest),
            notice(Notice::NoDirect),
            Payload::Notice { number: 3, person, notice: Notice::Test, channel: Some(channel) },
            notice(Notice::Invited),
            notice(Notice::Ended),
            notice(Notice::OfferNews { offer: 9.into(), post: OfferPost::News, channel, message }),
            notice(Notice::Voided { reason: "\"quoted\"".to_owned() }),
            notice(Notice::Blocked { reason: "\"quoted\"".to_owned() }),
            Payload::Notice {
                number: 2,
                person,
                notice: Notice::Offer(OfferId::from(u64::MAX)),
                channel: Some(channel),
            },
            Payload::Digest { person, day: "2026-01-31".to_owned() },
            Payload::Result { channel, board: message },
            Payload::Weekly { guild: u64::MAX.into(), channel, week: 2969 },
            Payload::Puzzle { guild: u64::MAX.into(), channel, day: 20_783 },
        ] {
            let json = serde_json::to_value(&payload).unwrap();
            assert_eq!(json["kind"], payload.kind().word());
            let stored = json.to_string();
            assert_eq!(serde_json::from_str::<Payload>(&stored).unwrap(), payload, "{stored}");
        }
    }
}
