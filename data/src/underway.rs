//! The lobbies and running games of a server, as the people who manage it see them.

use jiff::Timestamp;
use rules::Kind;
use rusqlite::params;

use crate::{
    columns::{kind_from, time_at},
    error::StoreError,
    game::GameState,
    ids::{ChannelId, GameId, GuildId, MessageId, Millis, PersonId},
    sql,
    tx::Tx,
};

/// A lobby or running game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Underway {
    /// The lobby or game.
    pub id: GameId,
    /// The kind of game.
    pub kind: Kind,
    /// Lobby or running.
    pub state: GameState,
    /// The channel or thread of the game.
    pub channel: ChannelId,
    /// The newest board post, or the message of the lobby.
    pub message: Option<MessageId>,
    /// The players. In a lobby, those who have joined or are invited.
    pub people: Vec<PersonId>,
    /// The players whose turn it is.
    pub to_act: Vec<PersonId>,
    /// When the last entry of the record was made. Before the first, and in a lobby: when it began.
    pub last: Timestamp,
    /// Whether the game is suspended because its channel is gone.
    pub suspended: bool,
    /// Whether all clocks are stopped by agreement.
    pub paused: bool,
}

impl Tx<'_> {
    /// Returns at most `most` lobbies and running games of a server, oldest first, after the `skip` oldest.
    pub fn underway(&self, guild: GuildId, skip: u32, most: u32) -> Result<Vec<Underway>, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT id, kind, state, channel, coalesce(board_message, lobby_message), suspended IS NOT NULL,
                    paused IS NOT NULL,
                    coalesce((SELECT at FROM move WHERE move.game = game.id ORDER BY move.ply DESC LIMIT 1), started, created)
             FROM game WHERE guild = ? AND state IN ('lobby', 'running') ORDER BY id LIMIT ? OFFSET ?",
        )?;
        let mut rows = query.query(params![guild, most, skip])?;
        let mut games = Vec::new();
        while let Some(row) = rows.next()? {
            let (id, state) = (row.get(0)?, row.get(2)?);
            games.push(Underway {
                id,
                kind: kind_from(row.get_ref(1)?)?,
                state,
                channel: row.get(3)?,
                message: row.get(4)?,
                people: self.people(id, state)?,
                to_act: self.people_to_act(id)?,
                suspended: row.get(5)?,
                paused: row.get(6)?,
                last: time_at(&row, 7)?,
            });
        }
        Ok(games)
    }

    fn people_to_act(&self, game: GameId) -> Result<Vec<PersonId>, StoreError> {
        let mut people: Vec<PersonId> = self
            .sql
            .prepare_cached("SELECT person FROM seat WHERE game = ? AND waiting = 1 ORDER BY seat")?
            .query_map([game], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        people.dedup();
        Ok(people)
    }

    /// Ends a running game whose record cannot be replayed, without a result. Returns its players.
    pub fn cancel_broken(&self, game: GameId, at: Timestamp) -> Result<Vec<PersonId>, StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE game SET state = 'cancelled', ended = ? WHERE id = ? AND state = 'running'",
            )?
            .send(params![Millis(at), game])?;
        self.sql.prepare_cached("UPDATE seat SET waiting = 0 WHERE game = ?")?.send([game])?;
        self.sql.prepare_cached("DELETE FROM timer WHERE game = ?")?.send([game])?;
        self.people(game, GameState::Cancelled)
    }

    /// Returns the number of lobbies and running games of a server, suspended games included.
    pub fn count_underway(&self, guild: GuildId) -> Result<u32, StoreError> {
        let count = self
            .sql
            .prepare_cached("SELECT count(*) FROM game WHERE guild = ? AND state IN ('lobby', 'running')")?
            .query_row([guild], |row| row.get(0))?;
        Ok(count)
    }

    /// Returns the number of games on a server that a person plays, and of lobbies there that they have joined. Suspended games
    /// do not count.
    pub fn count_games_of(&self, person: PersonId, guild: GuildId) -> Result<u32, StoreError> {
        let count = self
            .sql
            .prepare_cached(
                "SELECT (SELECT count(DISTINCT seat.game) FROM seat CROSS JOIN game ON game.id = seat.game
                         WHERE seat.person = ?1 AND guild = ?2 AND state = 'running' AND suspended IS NULL)
                      + (SELECT count(*) FROM guest CROSS JOIN game ON game.id = guest.game
                         WHERE guest.person = ?1 AND answer = 'joined' AND guild = ?2 AND state = 'lobby')",
            )?
            .query_row(params![person, guild], |row| row.get(0))?;
        Ok(count)
    }
}
