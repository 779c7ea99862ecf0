//! Lobbies: games that are still looking for players.

use clock::{Control, later};
use jiff::{SignedDuration, Timestamp};
use rules::{Kind, Options};
use rusqlite::{
    ToSql, named_params, params,
    types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef},
};

use crate::{
    columns::{control_from, kind_from, options_from, time_at},
    error::StoreError,
    game::{GameState, RULES_VERSION, Seating},
    ids::{ChannelId, GameId, GuildId, MessageId, Millis, PersonId},
    ledger::{Casual, Consent},
    look::BoardLook,
    options::options_to_json,
    payload::Payload,
    sql::{self, OptionalExtension as _, Statement},
    tx::Tx,
    words::words,
};

/// A lobby to be opened.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The kind of game.
    pub kind: Kind,
    /// The options, as given.
    pub options: Options,
    /// The server of the lobby.
    pub guild: GuildId,
    /// The channel or thread of the game.
    pub channel: ChannelId,
    /// The person who opens the lobby and joins it at once.
    pub host: PersonId,
    /// The people who are invited.
    pub invited: Vec<PersonId>,
    /// When the lobby is opened.
    pub at: Timestamp,
}

words! {
    /// A person's answer to an invitation to a lobby.
    GuestStatus {
        /// The person was invited and has not answered yet.
        Invited = "invited",
        /// The person joined the lobby.
        Joined = "joined",
        /// The person declined the invitation.
        Declined = "declined",
    }
}

/// A person who joined a lobby or was invited to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guest {
    /// The person in question.
    pub person: PersonId,
    /// The person's answer so far.
    pub answer: GuestStatus,
    /// The time that half of the person's latest turns did not exceed. The store leaves it out, and the use case that shows the
    /// lobby adds it.
    pub pace: Option<SignedDuration>,
}

/// Where a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The game or lobby.
    pub game: GameId,
    /// The server of the game.
    pub guild: GuildId,
    /// The channel or thread of the game.
    pub channel: ChannelId,
}

/// The pause between later messages to the host of a lobby where people come and go: ten minutes.
const HOST_PAUSE: SignedDuration = SignedDuration::from_mins(10);

/// How close a lobby is to starting. Each value is closer than the one before it.
///
/// ```
/// use data::Readiness;
///
/// assert!(Readiness::Waiting < Readiness::Enough && Readiness::Enough < Readiness::Full);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Readiness {
    /// The lobby waits for a person to join, to leave, or to answer.
    Waiting,
    /// The lobby can start, and more people can join.
    Enough,
    /// The lobby can start, and it has no room for more people.
    Full,
}

impl ToSql for Readiness {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok((*self as i64).into())
    }
}

impl FromSql for Readiness {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Ok(match value.as_i64()? {
            0 => Readiness::Waiting,
            1 => Readiness::Enough,
            _ => Readiness::Full,
        })
    }
}

/// A lobby with its guests.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (_dir, store, id) = world().await?;
/// use data::{GuestStatus, NewGame};
/// use clock::from_millis;
/// use rules::{Kind, Options};
///
/// let new = NewGame {
///     kind: Kind::Protozoa,
///     options: Options::new(),
///     guild: 1.into(),
///     channel: 7.into(),
///     host: 3.into(),
///     invited: vec![4.into()],
///     at: from_millis(0),
/// };
/// let lobby = store.write(move |tx| {
///     let id = tx.open_lobby(&new)?;
///     tx.set_guest_status(id, 4.into(), GuestStatus::Joined, from_millis(1))?;
///     tx.lobby(id)
/// }).await?;
/// assert!(lobby.joined().eq([3.into(), 4.into()]));
/// assert_eq!(lobby.status_of(5.into()), None);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Lobby {
    /// The id of the lobby, which its game keeps.
    pub id: GameId,
    /// The kind of game.
    pub kind: Kind,
    /// The options, as given.
    pub options: Options,
    /// The time control of the game.
    pub control: Control,
    /// The server of the lobby.
    pub guild: GuildId,
    /// The channel or thread of the game.
    pub channel: ChannelId,
    /// The person who opened the lobby or took it over.
    pub host: PersonId,
    /// When the lobby was opened.
    pub created: Timestamp,
    /// The message that shows the lobby.
    pub message: Option<MessageId>,
    /// The readiness that the host was last notified of, as far as it still holds.
    pub host_notified: Readiness,
    /// The game that this is a rematch of.
    pub rematch_of: Option<GameId>,
    /// How seats will be given.
    pub seating: Seating,
    /// The preset that its server has chosen for this kind of game.
    pub usual_preset: Option<&'static str>,
    /// The time control that its server has chosen for games whose host chooses none.
    pub usual_control: Option<Control>,
    /// How public boards look on its server.
    pub look: BoardLook,
    /// Whether a player chose that the game is not rated.
    pub casual: bool,
    /// Whether the host allowed hints. The game is then casual.
    pub hints: bool,
    /// The wishes of the server and of the people who joined about ratings.
    pub consent: Consent,
    /// People who joined, in order, the host first. After them come the other people who were invited.
    pub guests: Vec<Guest>,
}

impl Lobby {
    /// Returns the people who joined, in order, the host first.
    pub fn joined(&self) -> impl Iterator<Item = PersonId> {
        self.guests.iter().filter(|guest| guest.answer == GuestStatus::Joined).map(|guest| guest.person)
    }

    /// Returns the answer of `person`, or `None` for a person who was neither invited nor joined.
    pub fn status_of(&self, person: PersonId) -> Option<GuestStatus> {
        self.guests.iter().find(|guest| guest.person == person).map(|guest| guest.answer)
    }
}

impl Tx<'_> {
    /// Opens a lobby and lets its host join.
    ///
    /// # Errors
    /// [`StoreError::ChannelTaken`] if the channel already has a lobby or a running game.
    pub fn open_lobby(&self, new: &NewGame) -> Result<GameId, StoreError> {
        self.insert_lobby(new, GameState::Lobby)
    }

    /// Reserves the id of a lobby whose thread does not exist yet. Until [`Tx::place_lobby`] the row is a cancelled lobby that
    /// was never open, so a crash in between does no harm.
    pub fn reserve_lobby(&self, new: &NewGame) -> Result<GameId, StoreError> {
        self.insert_lobby(new, GameState::Cancelled)
    }

    /// Opens a reserved lobby in its thread.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`] if the lobby is not reserved; [`StoreError::ChannelTaken`] if the thread already has a lobby
    /// or a running game.
    pub fn place_lobby(&self, game: GameId, thread: ChannelId) -> Result<(), StoreError> {
        let placed = self
            .sql
            .prepare_cached(
                "UPDATE game SET state = 'lobby', channel = ?
                 WHERE id = ? AND state = 'cancelled' AND started IS NULL AND ended IS NULL",
            )?
            .execute(params![thread, game]);
        match placed.map_err(StoreError::of_channel)? {
            0 => Err(StoreError::NoSuchGame(game)),
            _ => Ok(()),
        }
    }

    /// Deletes a reserved lobby that gets no thread.
    pub fn forget_reserved(&self, game: GameId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "DELETE FROM game WHERE id = ? AND state = 'cancelled' AND started IS NULL AND ended IS NULL",
            )?
            .send([game])?;
        Ok(())
    }

    fn insert_lobby(&self, new: &NewGame, state: GameState) -> Result<GameId, StoreError> {
        let inserted = self
            .sql
            .prepare_cached(
                "INSERT INTO game (id, kind, options, rules_version, state, guild, channel, host, created)
                 VALUES ((SELECT max(game, coalesce((SELECT max(id) + 1 FROM game), 1)) FROM least_id WHERE one = 1),
                         :kind, :options, :rules_version, :state, :guild, :channel, :host, :at)
                 RETURNING id",
            )?
            .query_row(
                named_params! {
                    ":kind": new.kind.slug(),
                    ":options": serde_json::Value::from(options_to_json(&new.options)).to_string(),
                    ":rules_version": RULES_VERSION,
                    ":state": state,
                    ":guild": new.guild,
                    ":channel": new.channel,
                    ":host": new.host,
                    ":at": Millis(new.at),
                },
                |row| row.get(0),
            );
        let game = inserted.map_err(StoreError::of_channel)?;
        self.set_guest_status(game, new.host, GuestStatus::Joined, new.at)?;
        for &person in new.invited.iter().filter(|&&person| person != new.host) {
            self.set_guest_status(game, person, GuestStatus::Invited, new.at)?;
        }
        Ok(game)
    }

    /// Prepares the query for the lobby or running game of a channel.
    fn game_of_channel(&self) -> sql::Result<Statement<'_>> {
        self.sql
            .prepare_cached("SELECT id, state FROM game WHERE channel = ? AND state IN ('lobby', 'running')")
    }

    /// Says that [`game_in`](Tx::game_in) follows soon.
    pub fn expect_game_in(&self, channel: ChannelId) -> Result<(), StoreError> {
        Ok(self.game_of_channel()?.expect([channel])?)
    }

    /// Returns the lobby or running game of a channel.
    pub fn game_in(&self, channel: ChannelId) -> Result<Option<(GameId, GameState)>, StoreError> {
        let found =
            self.game_of_channel()?.query_row([channel], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        Ok(found)
    }

    /// Returns at most `most` places of lobbies and running games, ordered by channel. Suspended games are left out.
    pub fn places(&self, most: u32) -> Result<Vec<Place>, StoreError> {
        let places = self
            .sql
            .prepare_cached(
                "SELECT id, guild, channel FROM game
                 WHERE state IN ('lobby', 'running') AND channel > ? AND suspended IS NULL
                 ORDER BY channel LIMIT ?",
            )?
            .query_map(params![i64::MIN, most], |row| {
                Ok(Place { game: row.get(0)?, guild: row.get(1)?, channel: row.get(2)? })
            })?
            .collect::<sql::Result<_>>()?;
        Ok(places)
    }

    /// Returns where a lobby or game is or was.
    pub fn place(&self, game: GameId) -> Result<Option<Place>, StoreError> {
        let place = self
            .sql
            .prepare_cached("SELECT guild, channel FROM game WHERE id = ?")?
            .query_row([game], |row| Ok(Place { game, guild: row.get(0)?, channel: row.get(1)? }))
            .optional()?;
        Ok(place)
    }

    /// Returns the kind of game in a channel: that of its lobby or running game, else that of its last game.
    pub fn kind_in(&self, channel: ChannelId) -> Result<Option<Kind>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT kind FROM game WHERE channel = ? ORDER BY state IN ('lobby', 'running') DESC, id DESC LIMIT 1",
        )?;
        let mut rows = query.query([channel])?;
        rows.next()?.map(|row| kind_from(row.get_ref(0)?)).transpose()
    }

    /// Returns the options of a channel's lobby or running game, if it is of this kind.
    pub fn options_in(&self, channel: ChannelId, kind: Kind) -> Result<Option<Options>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT options FROM game WHERE channel = ? AND kind = ? AND state IN ('lobby', 'running')",
        )?;
        let mut rows = query.query(params![channel, kind.slug()])?;
        rows.next()?.map(|row| options_from(row.get_ref(0)?)).transpose()
    }

    /// Returns the game that ended last in a channel.
    pub fn last_game_in(&self, channel: ChannelId) -> Result<Option<GameId>, StoreError> {
        let found = self
            .sql
            .prepare_cached(
                // A channel has one game at a time, so the game that was opened last ended last.
                "SELECT id FROM game WHERE channel = ? AND started IS NOT NULL AND state IN ('ended', 'cancelled')
                 ORDER BY id DESC LIMIT 1",
            )?
            .query_row([channel], |row| row.get(0))
            .optional()?;
        Ok(found)
    }

    /// Returns an open lobby.
    ///
    /// # Errors
    /// [`StoreError::LobbyClosed`] if its game has started or it was closed; [`StoreError::NoSuchGame`] if it never existed.
    pub fn lobby(&self, id: GameId) -> Result<Lobby, StoreError> {
        match self.lobby_or_closed(id)? {
            Some((lobby, true)) => Ok(lobby),
            None if self.place(id)?.is_none() => Err(StoreError::NoSuchGame(id)),
            _ => Err(StoreError::LobbyClosed(id)),
        }
    }

    /// Returns a lobby that is open (`true`) or was closed before its game began (`false`), or `None` for any other game.
    pub fn lobby_or_closed(&self, id: GameId) -> Result<Option<(Lobby, bool)>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT kind, options, guild, channel, host, created, lobby_message, host_notified, state = 'lobby',
                    control, rematch_of, seating, casual
             FROM game WHERE id = ? AND state IN ('lobby', 'cancelled') AND started IS NULL",
        )?;
        let mut rows = query.query([id])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let mut lobby = Lobby {
            id,
            kind: kind_from(row.get_ref(0)?)?,
            options: options_from(row.get_ref(1)?)?,
            control: control_from(row.get_ref(9)?)?,
            guild: row.get(2)?,
            channel: row.get(3)?,
            host: row.get(4)?,
            created: time_at(&row, 5)?,
            message: row.get(6)?,
            host_notified: row.get(7)?,
            rematch_of: row.get(10)?,
            seating: row.get(11)?,
            usual_preset: None,
            usual_control: None,
            look: BoardLook::default(),
            casual: row.get::<Option<Casual>>(12)?.is_some(),
            hints: row.get::<Option<Casual>>(12)? == Some(Casual::Hints),
            consent: Consent { server: true, people: true, world: true },
            guests: Vec::new(),
        };
        let open = row.get(8)?;
        lobby.guests = self
            .sql
            .prepare_cached(
                "SELECT person, answer FROM guest WHERE game = ? ORDER BY answer <> 'joined', at",
            )?
            .query_map([id], |row| Ok(Guest { person: row.get(0)?, answer: row.get(1)?, pace: None }))?
            .collect::<sql::Result<_>>()?;
        // A host who took the lobby over comes first, too.
        lobby.guests.sort_by_key(|guest| guest.person != lobby.host);
        let settings = self.settings(lobby.guild)?;
        lobby.usual_preset = settings.presets.get(&lobby.kind).copied();
        lobby.look = settings.look();
        lobby.usual_control = settings.clock;
        lobby.consent = self.consent(lobby.guild, lobby.joined())?;
        Ok(Some((lobby, open)))
    }

    /// Records a person's answer to a lobby.
    pub fn set_guest_status(
        &self,
        game: GameId,
        person: PersonId,
        answer: GuestStatus,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                // Later than all answers before, so that their order is known even within one millisecond.
                "INSERT INTO guest (game, person, answer, at)
                 VALUES (?1, ?2, ?3, max(?4, (SELECT coalesce(max(at) + 1, 0) FROM guest WHERE game = ?1)))
                 ON CONFLICT (game, person) DO UPDATE SET answer = excluded.answer, at = excluded.at",
            )?
            .send(params![game, person, answer, Millis(at)])?;
        Ok(())
    }

    /// Makes another person the host of a lobby. The new host counts as not notified yet.
    pub fn set_host(&self, game: GameId, host: PersonId) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE game SET host = ? WHERE id = ?")?.send(params![host, game])?;
        self.set_host_notified(game, Readiness::Waiting)
    }

    /// Removes a person from a lobby.
    pub fn remove_guest(&self, game: GameId, person: PersonId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("DELETE FROM guest WHERE game = ? AND person = ?")?
            .send(params![game, person])?;
        Ok(())
    }

    /// Sets the options of a lobby.
    pub fn set_options(&self, game: GameId, options: &Options) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE game SET options = ? WHERE id = ? AND state = 'lobby'")?
            .send(params![serde_json::Value::from(options_to_json(options)).to_string(), game])?;
        Ok(())
    }

    /// Records which game a lobby is a rematch of.
    pub fn set_rematch_of(&self, lobby: GameId, of: GameId) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE game SET rematch_of = ? WHERE id = ?")?.send(params![of, lobby])?;
        Ok(())
    }

    /// Returns the rematch of a game, unless it was closed or aborted.
    pub fn rematch(&self, of: GameId) -> Result<Option<(GameId, GameState)>, StoreError> {
        let found = self
            .sql
            .prepare_cached(
                "SELECT id, state FROM game WHERE rematch_of = ? AND state <> 'cancelled' ORDER BY id DESC LIMIT 1",
            )?
            .query_row([of], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        Ok(found)
    }

    /// Sets how the seats of a lobby will be given.
    pub fn set_seating(&self, game: GameId, seating: Seating) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE game SET seating = ? WHERE id = ? AND state = 'lobby'")?
            .send(params![seating, game])?;
        Ok(())
    }

    /// Returns the message of a lobby, which also shows that its game has begun.
    pub fn lobby_message(&self, game: GameId) -> Result<Option<MessageId>, StoreError> {
        let message = self
            .sql
            .prepare_cached("SELECT lobby_message FROM game WHERE id = ?")?
            .query_row([game], |row| row.get(0))
            .optional()?;
        Ok(message.flatten())
    }

    /// Records which message shows a lobby.
    pub fn set_lobby_message(&self, game: GameId, message: MessageId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE game SET lobby_message = ? WHERE id = ?")?
            .send(params![message, game])?;
        Ok(())
    }

    /// Records the readiness that the host of a lobby was last notified of, as far as it still holds.
    pub fn set_host_notified(&self, game: GameId, readiness: Readiness) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE game SET host_notified = ? WHERE id = ?")?
            .send(params![readiness, game])?;
        Ok(())
    }

    /// Queues a message that notifies the host of a lobby how ready it is. It replaces all such messages before it. From the
    /// third message on it waits ten minutes, since people may come and go again and again.
    pub fn notify_host(&self, game: GameId, ready: Readiness, at: Timestamp) -> Result<(), StoreError> {
        self.set_host_notified(game, ready)?;
        let (last, _) = self.host_notices(game)?;
        let due = if last < 2 { at } else { later(at, HOST_PAUSE) };
        self.queue(game, &Payload::Ready { number: last + 1 }, due)
    }

    /// Returns the number of the last such message to the hosts of a lobby (0 if there was none), and the newest delivered one.
    pub fn host_notices(&self, game: GameId) -> Result<(u32, Option<MessageId>), StoreError> {
        let words = self
            .sql
            .prepare_cached(
                "SELECT coalesce(max(json_extract(payload, '$.number')), 0), max(message) FROM outbox
                 WHERE game = ? AND kind = 'ready'",
            )?
            .query_row([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(words)
    }

    /// Closes a lobby without a game. If it has started or was closed before, nothing happens.
    pub fn cancel_lobby(&self, game: GameId, at: Timestamp) -> Result<(), StoreError> {
        self.forget_names(game)?;
        self.sql
            .prepare_cached(
                "UPDATE game SET state = 'cancelled', ended = ? WHERE id = ? AND state = 'lobby'",
            )?
            .send(params![Millis(at), game])?;
        Ok(())
    }

    /// Returns at most a hundred lobbies that were opened before `before`, oldest first.
    pub fn lobbies_before(&self, before: Timestamp) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT id FROM game WHERE state = 'lobby' AND created < ? ORDER BY created LIMIT 100",
            )?
            .query_map([Millis(before)], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }
}
