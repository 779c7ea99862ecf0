//! Games that have started: their record, and what follows from it.

use rules::{BACK, Kind, Options, Played, Ranking, Refusal, SKIP, SUBSTITUTE, Seat, SeatSet, Table};
use rusqlite::{CachedStatement, OptionalExtension as _, params, types::ValueRef};
use serde_json::Value as Json;

use crate::{
    ChannelId, Clocks, GameId, GuildId, InteractionId, MessageId, PersonId, RULES_VERSION, Replaced, Seating,
    StoreError, Time, Tx, derived::Derived, options_from_json, options_to_json, words::words,
};

words! {
    /// Where a game is in its life.
    GameState {
        /// People are still asked.
        Lobby = "lobby",
        /// Being played.
        Running = "running",
        /// Played to its end.
        Ended = "ended",
        /// Closed before it began, or called off without a result.
        Cancelled = "cancelled",
    }
}

/// Somebody in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// Who sits in it.
    pub person: PersonId,
}

/// One row of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its place in the record, from 1.
    pub ply: u32,
    /// Who acted.
    pub seat: Seat,
    /// The notation.
    pub notation: String,
    /// When.
    pub at: Time,
}

/// A game that has started, with its record replayed.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its id.
    pub id: GameId,
    /// The server.
    pub guild: GuildId,
    /// The channel or thread it is played in.
    pub channel: ChannelId,
    /// Running, ended, or called off.
    pub state: GameState,
    /// The version of the rules that it is played by.
    pub rules_version: u32,
    /// The options it was set up with, the number of players included.
    pub options: Options,
    /// Who plays, by rising seat; one person can sit in several.
    pub players: Vec<Player>,
    /// Who played before a substitute did, in the order in which they were replaced.
    pub replaced: Vec<Replaced>,
    /// How the seats were given.
    pub seating: Seating,
    /// The position and what happened at the table.
    pub table: Table,
    /// The record as it was carried out; entry `n` is ply `n + 1`.
    pub record: Vec<Played>,
    /// Of each entry that is not stored yet, in order: the hash of the position after it.
    pub hashes: Vec<u32>,
    /// The game that this is the rematch of.
    pub rematch_of: Option<GameId>,
    /// The lobby's message.
    pub lobby_message: Option<MessageId>,
    /// The newest board post and the turn it is about.
    pub board: Option<(MessageId, u32)>,
    /// When the last entry was made that is stored.
    pub last: Option<Time>,
    /// How many plies people have been told of.
    pub board_ply: u32,
    /// The entry of the record with which the newest board post begins to tell.
    pub board_since: u32,
    /// How many board posts there have been.
    pub board_count: u32,
    /// Its clocks.
    pub clocks: Clocks,
}

impl Game {
    /// After so many turns in a row that went by without its player, a seat counts as absent.
    pub const ABSENT: usize = 2;

    /// The seats of a person; empty for a stranger.
    #[must_use]
    pub fn seats_of(&self, person: PersonId) -> SeatSet {
        self.players.iter().filter(|player| player.person == person).map(|player| player.seat).collect()
    }

    /// Carries out a further entry of the record: a move, or an entry of the table such as [`rules::RESIGN`].
    ///
    /// # Errors
    /// A refused entry changes nothing.
    pub fn enter(&mut self, seat: Seat, notation: &str) -> Result<&Played, Refusal> {
        let played = self.table.enter(&self.record, seat, notation)?;
        self.hashes.push(position_hash(&self.table));
        Ok(self.record.push_mut(played))
    }

    /// Passes for players who can do nothing else, so that nobody is asked for a move that there is no choice in.
    pub fn pass_forced(&mut self) {
        self.table.pass_forced(|table, played| {
            self.hashes.push(position_hash(table));
            self.record.push(played);
        });
    }

    /// The game as it was after ply `ply`, with nothing of what came later; itself from its present ply on.
    ///
    /// # Errors
    /// [`StoreError::BrokenRecord`] when the rules refuse what they have carried out before.
    pub fn at_ply(&self, ply: u32) -> Result<Game, StoreError> {
        let broken =
            |ply: usize, why: String| StoreError::BrokenRecord { game: self.id, ply: ply as u32, why };
        let mut then = self.clone();
        then.record.clear();
        then.hashes.clear();
        then.table = Table::new(self.table.kind(), &self.options).map_err(|e| broken(0, e.to_string()))?;
        for entry in self.record.iter().take(ply as usize) {
            let played = then.table.enter(&then.record, entry.seat, &entry.notation);
            then.record.push(played.map_err(|e| broken(then.record.len() + 1, e.to_string()))?);
        }
        Ok(then)
    }

    /// Whether something of it is hidden still: it has secrets, and is not over.
    #[must_use]
    pub fn keeps_secrets(&self) -> bool {
        self.table.kind().has_secrets() && self.table.outcome().is_none()
    }

    /// Who sits in a seat.
    #[must_use]
    pub fn person_in(&self, seat: Seat) -> Option<PersonId> {
        self.players.iter().find(|player| player.seat == seat).map(|player| player.person)
    }

    /// Who sat in a seat when the record had `ply` entries.
    #[must_use]
    pub fn person_at(&self, seat: Seat, ply: usize) -> Option<PersonId> {
        let before =
            self.replaced.iter().find(|replaced| replaced.seat == seat && replaced.ply as usize >= ply);
        before.map(|replaced| replaced.person).or_else(|| self.person_in(seat))
    }

    /// The people in these seats, by rising seat, everybody once.
    #[must_use]
    pub fn people_in(&self, seats: SeatSet) -> Vec<PersonId> {
        once(seats.iter().filter_map(|seat| self.person_in(seat)))
    }

    /// How many turns of a seat in a row went by without its player, when the record had `ply` entries.
    #[must_use]
    pub fn skipped(&self, seat: Seat, ply: usize) -> usize {
        let record = &self.record[..ply.min(self.record.len())];
        let acts = |entry: &Played| {
            let own =
                entry.seat == seat && (entry.notation == SUBSTITUTE || entry.is_move() && !entry.forced);
            // Everybody has agreed to take moves back, so everybody was there.
            own || entry.notation.starts_with(BACK)
        };
        let acted = record.iter().rposition(acts);
        let skipped = |entry: &&Played| {
            // A turn that the player has begun did not go by without them.
            let begun = acted.is_some_and(|acted| record[acted].turn == entry.turn);
            entry.seat == seat && entry.notation == SKIP && !begun
        };
        record[acted.map_or(0, |acted| acted + 1)..].iter().filter(skipped).count()
    }

    /// Whether a player was skipped so often, in all their seats that the game waits for, that they are not notified any more.
    #[must_use]
    pub fn is_away(&self, person: PersonId) -> bool {
        let seats = self.table.to_act().iter().filter(|&seat| self.person_in(seat) == Some(person));
        let mut skipped = seats.map(|seat| self.skipped(seat, self.record.len())).peekable();
        skipped.peek().is_some() && skipped.all(|skipped| skipped >= Game::ABSENT)
    }

    /// Whether all who are at the table were skipped so often, when the record had `ply` entries, that nobody seems to play.
    #[must_use]
    pub fn is_abandoned(&self, ply: usize) -> bool {
        self.table.here().iter().all(|seat| self.skipped(seat, ply) >= Game::ABSENT)
    }

    /// The people the game waits for, by rising seat, everybody once.
    #[must_use]
    pub fn awaited(&self) -> Vec<PersonId> {
        self.people_in(self.table.to_act())
    }
}

/// People in the order in which they come, everybody once.
pub(crate) fn once(people: impl IntoIterator<Item = PersonId>) -> Vec<PersonId> {
    let mut known: Vec<PersonId> = Vec::new();
    for person in people {
        if !known.contains(&person) {
            known.push(person);
        }
    }
    known
}

impl Tx<'_> {
    /// Turns a lobby into a game: `seats` are the people in seats 1, 2, and so on, `options` name their number.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`] when it is no lobby (any more).
    pub fn start(
        &self,
        id: GameId,
        options: &Options,
        seats: &[PersonId],
        table: &Table,
        at: Time,
    ) -> Result<(), StoreError> {
        let changed = self
            .sql
            .prepare_cached(
                "UPDATE game SET state = 'running', options = ?, started = ? WHERE id = ? AND state = 'lobby'",
            )?
            .execute(params![Json::from(options_to_json(options)).to_string(), at, id])?;
        if changed == 0 {
            return Err(StoreError::NoSuchGame(id));
        }
        let mut insert = self.sql.prepare_cached("INSERT INTO seat (game, seat, person) VALUES (?, ?, ?)")?;
        for (seat, person) in (1u8..).zip(seats) {
            insert.execute(params![id, seat, person])?;
        }
        self.summarise(id, table, at)
    }

    /// A game that has started, with its record replayed.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`] when there is none or it has not started; [`StoreError::BrokenRecord`] when the rules
    /// refuse what is stored, or it leads to another position than it did.
    pub fn open(&self, id: GameId) -> Result<Game, StoreError> {
        let broken = |ply: usize, why: String| StoreError::BrokenRecord { game: id, ply: ply as u32, why };
        let mut query = self.sql.prepare_cached(
            "SELECT kind, options, guild, channel, state, lobby_message, board_message, board_turn, board_ply,
                    board_since, board_count, rules_version, started, rematch_of, seating
             FROM game WHERE id = ? AND started IS NOT NULL",
        )?;
        let mut rows = query.query([id])?;
        let row = rows.next()?.ok_or(StoreError::NoSuchGame(id))?;
        let rules: u32 = row.get(11)?;
        if rules > RULES_VERSION {
            return Err(broken(0, format!("it is played by rules of version {rules}; use a newer program")));
        }
        // When the turn began that was played last, and when its last entry was made.
        let (mut began, mut ended): (Time, Time) = (row.get(12)?, row.get(12)?);
        let options = options_from(row.get_ref(1)?)?;
        let table =
            Table::new(kind_from(row.get_ref(0)?)?, &options).map_err(|e| broken(0, e.to_string()))?;
        let mut game = Game {
            id,
            guild: row.get(2)?,
            channel: row.get(3)?,
            state: row.get(4)?,
            rules_version: rules,
            options,
            players: Vec::new(),
            replaced: self.replaced(id)?,
            seating: row.get(14)?,
            table,
            record: Vec::new(),
            hashes: Vec::new(),
            rematch_of: row.get(13)?,
            lobby_message: row.get(5)?,
            board: row.get::<_, Option<MessageId>>(6)?.zip(row.get(7)?),
            last: None,
            board_ply: row.get(8)?,
            board_since: row.get(9)?,
            board_count: row.get(10)?,
            clocks: Clocks::default(),
        };
        game.players = self
            .sql
            .prepare_cached("SELECT seat, person FROM seat WHERE game = ? ORDER BY seat")?
            .query_map([id], |row| Ok(Player { seat: seat_from(row.get(0)?)?, person: row.get(1)? }))?
            .collect::<rusqlite::Result<_>>()?;
        let mut last_hash = None;
        self.each_entry(id, |ply, seat, notation, at, hash| {
            let next = game.record.len() + 1;
            if ply as usize != next {
                return Err(broken(next, "this entry is missing".to_owned()));
            }
            let played = game.table.enter(&game.record, seat, notation);
            let played = played.map_err(|e| broken(next, e.to_string()))?;
            if game.record.last().is_some_and(|last| last.turn != played.turn) {
                began = ended;
            }
            ended = at;
            game.last = Some(at);
            game.record.push(played);
            last_hash = hash;
            Ok(())
        })?;
        // Of the last position alone, since games are opened often: nobody plays on from another one than was shown.
        let found = position_hash(&game.table);
        if let Some(recorded) = last_hash.filter(|&recorded| recorded != i64::from(found)) {
            let why =
                format!("it leads to another position (hash {found:08x}) than it did (hash {recorded:08x})");
            return Err(broken(game.record.len(), why));
        }
        game.clocks = self.clocks(id, began)?;
        Ok(game)
    }

    /// The stored record of a game.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn record(&self, id: GameId) -> Result<Vec<Entry>, StoreError> {
        let mut entries = Vec::new();
        self.each_entry(id, |ply, seat, notation, at, _| {
            entries.push(Entry { ply, seat, notation: notation.to_owned(), at });
            Ok(())
        })?;
        Ok(entries)
    }

    /// The query for the entries of a game, first to last.
    pub(crate) fn entries(&self) -> rusqlite::Result<CachedStatement<'_>> {
        self.sql.prepare_cached("SELECT ply, seat, move, at, hash FROM move WHERE game = ? ORDER BY ply")
    }

    /// Goes through a record: the ply, seat, notation and time of each entry, and the hash that was kept with it.
    fn each_entry(
        &self,
        id: GameId,
        mut with: impl FnMut(u32, Seat, &str, Time, Option<i64>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut query = self.entries()?;
        let mut rows = query.query([id])?;
        while let Some(row) = rows.next()? {
            let notation = row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?;
            with(row.get(0)?, seat_from(row.get(1)?)?, notation, row.get(3)?, row.get(4)?)?;
        }
        Ok(())
    }

    /// Writes what was entered into the record of `game` since it was opened or last appended, and what follows from it;
    /// nothing at all when that is nothing. What is written at once has the same time, and a later one than all before.
    ///
    /// # Errors
    /// Only those of SQLite; a ply that stands already is a constraint violation, so a record never forks.
    pub fn append(&self, game: &mut Game, at: Time) -> Result<(), StoreError> {
        let hashes = std::mem::take(&mut game.hashes);
        if hashes.is_empty() {
            return Ok(());
        }
        let at = game.last.map_or(at, |last| at.max(last.plus_ms(1)));
        game.last = Some(at);
        let mut insert = self
            .sql
            .prepare_cached("INSERT INTO move (game, ply, seat, move, at, hash) VALUES (?, ?, ?, ?, ?, ?)")?;
        let stored = game.record.len() - hashes.len();
        for ((ply, played), hash) in (stored as u32 + 1..).zip(&game.record[stored..]).zip(hashes) {
            insert.execute(params![game.id, ply, played.seat.number(), played.notation, at, hash])?;
        }
        self.summarise(game.id, &game.table, at)
    }

    /// The ply after which an interaction had been carried out, if it was: the same one has come before.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn done(&self, interaction: InteractionId) -> Result<Option<(GameId, u32)>, StoreError> {
        let done = self
            .sql
            .prepare_cached("SELECT game, ply FROM done WHERE interaction = ?")?
            .query_row([interaction], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        Ok(done)
    }

    /// Notes that an interaction was carried out.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_done(
        &self,
        interaction: InteractionId,
        game: GameId,
        ply: u32,
        at: Time,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("INSERT INTO done (interaction, game, ply, at) VALUES (?, ?, ?, ?)")?
            .execute(params![interaction, game, ply, at])?;
        Ok(())
    }

    /// Forgets interactions carried out before `before`; Discord does not deliver one again after so long.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn forget_done(&self, before: Time) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM done WHERE at < ?")?.execute([before])?;
        Ok(())
    }

    /// Writes what follows from the table after the last entry, which was made at `at`.
    fn summarise(&self, id: GameId, table: &Table, at: Time) -> Result<(), StoreError> {
        let Derived { ply, state, ended, ranking, reason, waiting } = Derived::of(table, Some(at));
        self.sql
            .prepare_cached(
                "UPDATE game SET ply = ?, state = ?, ended = ?, ranking = ?, reason = ? WHERE id = ?",
            )?
            .execute(params![ply, state, ended, ranking, reason, id])?;
        self.sql
            .prepare_cached("UPDATE seat SET waiting = (? >> (seat - 1)) & 1 WHERE game = ?")?
            .execute(params![waiting, id])?;
        Ok(())
    }
}

/// What is kept of the position after each ply, so that rules which would play a record otherwise are noticed: the CRC-32 of
/// its text, hidden things included.
#[must_use]
pub fn position_hash(table: &Table) -> u32 {
    crc32fast::hash(table.game().position().as_bytes())
}

/// A ranking as lists of seat numbers, best first.
pub(crate) fn ranking_groups(ranking: &Ranking) -> Vec<Vec<u8>> {
    ranking.groups().iter().map(|group| group.iter().map(Seat::number).collect()).collect()
}

pub(crate) fn seat_from(number: u8) -> rusqlite::Result<Seat> {
    Seat::new(number).ok_or(rusqlite::Error::IntegralValueOutOfRange(0, i64::from(number)))
}

pub(crate) fn kind_from(value: ValueRef<'_>) -> Result<Kind, StoreError> {
    value.as_str().ok().and_then(Kind::from_slug).ok_or(StoreError::Unreadable("game name"))
}

pub(crate) fn options_from(value: ValueRef<'_>) -> Result<Options, StoreError> {
    value
        .as_str()
        .ok()
        .and_then(|text| serde_json::from_str(text).ok())
        .map(|object| options_from_json(&object))
        .ok_or(StoreError::Unreadable("set of options"))
}
