//! Lobbies: games that people are still asked into.

use clock::Control;
use rules::{Kind, Options};
use rusqlite::{
    OptionalExtension as _, ToSql, named_params, params,
    types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef},
};

use crate::{
    ChannelId, GameId, GuildId, MessageId, PersonId, StoreError, Time, Tx,
    clocks::control_from,
    game::{GameState, kind_from, options_from},
    options_to_json,
    outbox::OutboxKind,
    words::words,
};

/// The version of the rules that new games are played by. It rises when a record would be played differently.
pub const RULES_VERSION: u32 = 1;

/// A lobby to be opened.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Which game.
    pub kind: Kind,
    /// Its options as given.
    pub options: Options,
    /// The server.
    pub guild: GuildId,
    /// The channel or thread it is to be played in.
    pub channel: ChannelId,
    /// Who opens it; in it from the beginning.
    pub host: PersonId,
    /// Who is asked to join.
    pub invited: Vec<PersonId>,
    /// Now.
    pub at: Time,
}

words! {
    /// What somebody said to a lobby.
    GuestStatus {
        /// Asked, and silent so far.
        Invited = "invited",
        /// In.
        Joined = "joined",
        /// Asked, and does not want to.
        Declined = "declined",
    }
}

/// Somebody asked into a lobby or in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guest {
    /// Who.
    pub person: PersonId,
    /// What they said.
    pub answer: GuestStatus,
}

/// Where a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The game.
    pub game: GameId,
    /// The server.
    pub guild: GuildId,
    /// The channel or thread.
    pub channel: ChannelId,
}

words! {
    /// How the seats of a game are given to those who are in.
    #[derive(Default)]
    Seating {
        /// By lot, when the game starts; in a rematch they go round.
        #[default]
        Lot = "lot",
        /// In the order in which they came.
        Order = "order",
    }
}

/// How long the host of a lobby where people come and go is left in peace: ten minutes.
const HOST_PAUSE_MS: i64 = 10 * 60_000;

/// How far a lobby is on its way to a game; each is further than the one before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Readiness {
    /// It waits for somebody to come, to go, or to answer.
    Waiting,
    /// It can start, and more people can join.
    Enough,
    /// It can start, and nobody else can join.
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

/// A lobby as it stands.
#[derive(Clone, Debug)]
pub struct Lobby {
    /// Its id, which the game keeps.
    pub id: GameId,
    /// Which game.
    pub kind: Kind,
    /// Its options as given.
    pub options: Options,
    /// The time control.
    pub control: Control,
    /// The server.
    pub guild: GuildId,
    /// The channel or thread.
    pub channel: ChannelId,
    /// Who opened it.
    pub host: PersonId,
    /// When.
    pub created: Time,
    /// The message that shows it.
    pub message: Option<MessageId>,
    /// What the host was told last of how far it is, as far as that still holds.
    pub host_notified: Readiness,
    /// The game that this is the rematch of.
    pub rematch_of: Option<GameId>,
    /// How seats will be given.
    pub seating: Seating,
    /// Who is in, in the order in which they came, the host first; then who was asked and is not in.
    pub guests: Vec<Guest>,
}

impl Lobby {
    /// Those who are in, in the order in which they came.
    pub fn joined(&self) -> impl Iterator<Item = PersonId> {
        self.guests.iter().filter(|guest| guest.answer == GuestStatus::Joined).map(|guest| guest.person)
    }

    /// What `person` said, if asked or in.
    #[must_use]
    pub fn status_of(&self, person: PersonId) -> Option<GuestStatus> {
        self.guests.iter().find(|guest| guest.person == person).map(|guest| guest.answer)
    }
}

impl Tx<'_> {
    /// Opens a lobby with its host in it.
    ///
    /// # Errors
    /// [`StoreError::ChannelTaken`] when a lobby or running game has the channel.
    pub fn open_lobby(&self, new: &NewGame) -> Result<GameId, StoreError> {
        self.insert_lobby(new, GameState::Lobby)
    }

    /// Gives a lobby its number before its thread is there. Until [`Tx::place_lobby`] it is a closed lobby that was never closed:
    /// one that is left so by a crash harms nobody.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn reserve_lobby(&self, new: &NewGame) -> Result<GameId, StoreError> {
        self.insert_lobby(new, GameState::Cancelled)
    }

    /// Opens a reserved lobby in its thread.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`] when it is not reserved; [`StoreError::ChannelTaken`] when a lobby or running game has the
    /// thread.
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

    /// Forgets a reserved lobby that gets no thread.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn forget_reserved(&self, game: GameId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "DELETE FROM game WHERE id = ? AND state = 'cancelled' AND started IS NULL AND ended IS NULL",
            )?
            .execute([game])?;
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
                    ":at": new.at,
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

    /// The lobby or running game of a channel.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn game_in(&self, channel: ChannelId) -> Result<Option<(GameId, GameState)>, StoreError> {
        let found = self
            .sql
            .prepare_cached("SELECT id, state FROM game WHERE channel = ? AND state IN ('lobby', 'running')")?
            .query_row([channel], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        Ok(found)
    }

    /// Where lobbies and running games are, by rising channel, so many at the most; those that were put aside are nowhere.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn places(&self, most: u32) -> Result<Vec<Place>, StoreError> {
        let places = self
            .sql
            .prepare_cached(
                "SELECT id, guild, channel FROM game
                 WHERE state IN ('lobby', 'running') AND channel > ? AND suspended IS NULL
                 ORDER BY channel LIMIT ?",
            )?
            .query_map((i64::MIN, most), |row| {
                Ok(Place { game: row.get(0)?, guild: row.get(1)?, channel: row.get(2)? })
            })?
            .collect::<rusqlite::Result<_>>()?;
        Ok(places)
    }

    /// Where a lobby or game is or was.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn place(&self, game: GameId) -> Result<Option<Place>, StoreError> {
        let place = self
            .sql
            .prepare_cached("SELECT guild, channel FROM game WHERE id = ?")?
            .query_row([game], |row| Ok(Place { game, guild: row.get(0)?, channel: row.get(1)? }))
            .optional()?;
        Ok(place)
    }

    /// Which game the channel's lobby, running game or, without these, last game is of.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn kind_in(&self, channel: ChannelId) -> Result<Option<Kind>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT kind FROM game WHERE channel = ? ORDER BY state IN ('lobby', 'running') DESC, id DESC LIMIT 1",
        )?;
        let mut rows = query.query([channel])?;
        rows.next()?.map(|row| kind_from(row.get_ref(0)?)).transpose()
    }

    /// The game that ended last in a channel.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn last_game_in(&self, channel: ChannelId) -> Result<Option<GameId>, StoreError> {
        let found = self
            .sql
            .prepare_cached(
                // One game at a time: the one that was opened last has ended last.
                "SELECT id FROM game WHERE channel = ? AND started IS NOT NULL AND state IN ('ended', 'cancelled')
                 ORDER BY id DESC LIMIT 1",
            )?
            .query_row([channel], |row| row.get(0))
            .optional()?;
        Ok(found)
    }

    /// A lobby as it stands.
    ///
    /// # Errors
    /// [`StoreError::LobbyClosed`] when it has started or was closed, [`StoreError::NoSuchGame`] when there never was one.
    pub fn lobby(&self, id: GameId) -> Result<Lobby, StoreError> {
        match self.lobby_or_closed(id)? {
            Some((lobby, true)) => Ok(lobby),
            None if self.place(id)?.is_none() => Err(StoreError::NoSuchGame(id)),
            _ => Err(StoreError::LobbyClosed(id)),
        }
    }

    /// A lobby that is open (`true`) or was closed before a game began (`false`); `None` for any other game.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn lobby_or_closed(&self, id: GameId) -> Result<Option<(Lobby, bool)>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT kind, options, guild, channel, host, created, lobby_message, host_notified, state = 'lobby',
                    control, rematch_of, seating
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
            created: row.get(5)?,
            message: row.get(6)?,
            host_notified: row.get(7)?,
            rematch_of: row.get(10)?,
            seating: row.get(11)?,
            guests: Vec::new(),
        };
        let open = row.get(8)?;
        lobby.guests = self
            .sql
            .prepare_cached(
                "SELECT person, answer FROM guest WHERE game = ? ORDER BY answer <> 'joined', at",
            )?
            .query_map([id], |row| Ok(Guest { person: row.get(0)?, answer: row.get(1)? }))?
            .collect::<rusqlite::Result<_>>()?;
        // A host who took the lobby over comes first, too.
        lobby.guests.sort_by_key(|guest| guest.person != lobby.host);
        Ok(Some((lobby, open)))
    }

    /// Notes what somebody said to a lobby.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_guest_status(
        &self,
        game: GameId,
        person: PersonId,
        answer: GuestStatus,
        at: Time,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                // Later than all before, so that their order is known also within a millisecond.
                "INSERT INTO guest (game, person, answer, at)
                 VALUES (?1, ?2, ?3, max(?4, (SELECT coalesce(max(at) + 1, 0) FROM guest WHERE game = ?1)))
                 ON CONFLICT DO UPDATE SET answer = excluded.answer, at = excluded.at",
            )?
            .execute(params![game, person, answer, at])?;
        Ok(())
    }

    /// Hands a lobby on to another host, who was told nothing of it so far.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_host(&self, game: GameId, host: PersonId) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE game SET host = ? WHERE id = ?")?.execute(params![host, game])?;
        self.set_host_notified(game, Readiness::Waiting)
    }

    /// Takes somebody out of a lobby.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn remove_guest(&self, game: GameId, person: PersonId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("DELETE FROM guest WHERE game = ? AND person = ?")?
            .execute(params![game, person])?;
        Ok(())
    }

    /// Sets the options of a lobby.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_options(&self, game: GameId, options: &Options) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE game SET options = ? WHERE id = ? AND state = 'lobby'")?
            .execute(params![serde_json::Value::from(options_to_json(options)).to_string(), game])?;
        Ok(())
    }

    /// Notes which game a lobby is the rematch of.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_rematch_of(&self, lobby: GameId, of: GameId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE game SET rematch_of = ? WHERE id = ?")?
            .execute(params![of, lobby])?;
        Ok(())
    }

    /// The rematch of a game, unless it was closed or called off.
    ///
    /// # Errors
    /// Only those of SQLite.
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
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_seating(&self, game: GameId, seating: Seating) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE game SET seating = ? WHERE id = ? AND state = 'lobby'")?
            .execute(params![seating, game])?;
        Ok(())
    }

    /// Returns the message that shows a lobby, or shows that its game has begun.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn lobby_message(&self, game: GameId) -> Result<Option<MessageId>, StoreError> {
        let message = self
            .sql
            .prepare_cached("SELECT lobby_message FROM game WHERE id = ?")?
            .query_row([game], |row| row.get(0))
            .optional()?;
        Ok(message.flatten())
    }

    /// Notes which message shows a lobby.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_lobby_message(&self, game: GameId, message: MessageId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE game SET lobby_message = ? WHERE id = ?")?
            .execute(params![message, game])?;
        Ok(())
    }

    /// Notes what still holds of what the host of a lobby was told.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_host_notified(&self, game: GameId, told: Readiness) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE game SET host_notified = ? WHERE id = ?")?
            .execute(params![told, game])?;
        Ok(())
    }

    /// Queues the word to the host of a lobby that it is as far as this. It takes the place of all words before it. After the
    /// first two it waits: somebody may come and go again and again.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn notify_host(&self, game: GameId, ready: Readiness, at: Time) -> Result<(), StoreError> {
        self.set_host_notified(game, ready)?;
        let (last, _) = self.host_notices(game)?;
        let due = if last < 2 { at } else { at.plus_ms(HOST_PAUSE_MS) };
        self.queue(game, last + 1, OutboxKind::Ready, due)
    }

    /// The words to the hosts of a lobby so far: the key of the last one, 0 if there was none, and the newest message that one of
    /// them was delivered as.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn host_notices(&self, game: GameId) -> Result<(i64, Option<MessageId>), StoreError> {
        let words = self
            .sql
            .prepare_cached(
                "SELECT coalesce(max(ref), 0), max(message) FROM outbox WHERE game = ? AND kind = 'ready'",
            )?
            .query_row([game], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(words)
    }

    /// Closes a lobby without a game. Nothing happens if it has started or was closed before.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn cancel_lobby(&self, game: GameId, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE game SET state = 'cancelled', ended = ? WHERE id = ? AND state = 'lobby'",
            )?
            .execute(params![at, game])?;
        Ok(())
    }

    /// Lobbies opened before `before`, the oldest first, a hundred at the most.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn lobbies_before(&self, before: Time) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT id FROM game WHERE state = 'lobby' AND created < ? ORDER BY created LIMIT 100",
            )?
            .query_map([before], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(games)
    }
}
