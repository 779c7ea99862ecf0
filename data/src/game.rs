//! Games that have started: their records, and what follows from them.

use clock::later;
use jiff::{SignedDuration, Timestamp};
use rules::{BACK, Options, Played, Refusal, SKIP, SUBSTITUTE, Seat, SeatSet, Table};
use rusqlite::params;
use serde_json::Value as Json;

use crate::{
    clocks::{Clocks, SeatClock, clock_from},
    columns::{kind_from, options_from, seat_from, time_at},
    derived::Derived,
    error::StoreError,
    ids::{ChannelId, GameId, GuildId, InteractionId, MessageId, Millis, PersonId},
    ledger::Terms,
    options::options_to_json,
    sql::{self, OptionalExtension as _, Statement},
    tx::Tx,
    words::words,
};

/// The version of the rules for new games. A change that would replay some record differently raises it.
pub const RULES_VERSION: u32 = 1;

words! {
    /// The stage of a game's life.
    GameState {
        /// The game is looking for players.
        Lobby = "lobby",
        /// The game is being played.
        Running = "running",
        /// The game was played to its end.
        Ended = "ended",
        /// The lobby was closed, or the game was aborted without a result.
        Cancelled = "cancelled",
    }

    /// How seats are given to the people who joined.
    #[derive(Default)]
    Seating {
        /// By lot when the game starts. In a rematch the seats rotate.
        #[default]
        Lot = "lot",
        /// In the order in which people joined.
        Order = "order",
    }
}

/// A person whose seat was taken over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replaced {
    /// The seat that was taken over.
    pub seat: Seat,
    /// The ply from which the next person has played it.
    pub ply: u32,
    /// The person who had it before.
    pub person: PersonId,
    /// Whether that person had asked for a substitute. Otherwise the other players had.
    pub asked: bool,
}

/// A person in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// The seat in question.
    pub seat: Seat,
    /// The person who plays it.
    pub person: PersonId,
}

/// One row of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position in the record, from 1.
    pub ply: u32,
    /// The seat that acted.
    pub seat: Seat,
    /// The move or table entry in notation.
    pub notation: String,
    /// When it was entered.
    pub at: Timestamp,
}

/// A game that has started, with its record replayed.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (_dir, store, id) = world().await?;
/// let game = store.read(move |tx| tx.open(id)).await?;
/// assert_eq!(game.awaited(), [3.into()]);
/// assert_eq!(game.seats_of(4.into()).iter().count(), 1);
/// assert!(!game.is_away(3.into()) && !game.keeps_secrets());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// The id of the game.
    pub id: GameId,
    /// The server of the game.
    pub guild: GuildId,
    /// The channel or thread in which it is played.
    pub channel: ChannelId,
    /// Running, ended or cancelled.
    pub state: GameState,
    /// The version of its rules.
    pub rules_version: u32,
    /// The options it started with, including the number of players.
    pub options: Options,
    /// Whether a machine has failed to move so often that it no longer tries, so that the game waits.
    pub held: bool,
    /// The players, ordered by seat. One person can have several seats.
    pub players: Vec<Player>,
    /// The players who were replaced by substitutes, in order.
    pub replaced: Vec<Replaced>,
    /// How the seats were given.
    pub seating: Seating,
    /// The position and the state of the table.
    pub table: Table,
    /// The record as it was carried out. Entry `n` is ply `n + 1`.
    pub record: Vec<Played>,
    /// The position hashes after each entry that is not stored yet, in order.
    pub hashes: Vec<u32>,
    /// The game that this is a rematch of.
    pub rematch_of: Option<GameId>,
    /// The message of its lobby.
    pub lobby_message: Option<MessageId>,
    /// The newest board post and its turn.
    pub board: Option<(MessageId, u32)>,
    /// When the last stored entry was made.
    pub last: Option<Timestamp>,
    /// How many plies have been announced.
    pub board_ply: u32,
    /// The first entry of the record that the newest board post reports.
    pub board_since: u32,
    /// The number of board posts so far.
    pub board_count: u32,
    /// The clocks of its seats.
    pub clocks: Clocks,
    /// Whether it is rated.
    pub terms: Terms,
}

impl Game {
    /// A seat counts as absent after this many of its turns in a row were skipped.
    pub const ABSENT: usize = 2;

    /// Returns the seats of a person, or an empty set for a stranger.
    pub fn seats_of(&self, person: PersonId) -> SeatSet {
        self.players.iter().filter(|player| player.person == person).map(|player| player.seat).collect()
    }

    /// Carries out one more entry of the record: a move, or an entry of the table such as [`rules::RESIGN`].
    ///
    /// # Errors
    /// The refusal of the rules. A refused entry changes nothing.
    pub fn enter(&mut self, seat: Seat, notation: &str) -> Result<&Played, Refusal> {
        let played = self.table.enter(&self.record, seat, notation)?;
        self.hashes.push(position_hash(&self.table));
        Ok(self.record.push_mut(played))
    }

    /// Passes for players who can do nothing else, so that nobody is notified of a move without a choice.
    pub fn pass_forced(&mut self) {
        self.table.pass_forced(|table, played| {
            self.hashes.push(position_hash(table));
            self.record.push(played);
        });
    }

    /// Returns the game as it was after `ply`, without anything later. From the current ply on, that is the game itself.
    ///
    /// # Errors
    /// [`StoreError::BrokenRecord`] if the rules refuse an entry that they accepted before.
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

    /// Returns whether the game has hidden information and is not over.
    pub fn keeps_secrets(&self) -> bool {
        self.table.kind().has_secrets() && self.table.outcome().is_none()
    }

    /// Returns the person in a seat.
    pub fn person_in(&self, seat: Seat) -> Option<PersonId> {
        self.players.iter().find(|player| player.seat == seat).map(|player| player.person)
    }

    /// Returns the person who had a seat when the record had `ply` entries.
    pub fn person_at(&self, seat: Seat, ply: usize) -> Option<PersonId> {
        let before =
            self.replaced.iter().find(|replaced| replaced.seat == seat && replaced.ply as usize >= ply);
        before.map(|replaced| replaced.person).or_else(|| self.person_in(seat))
    }

    /// Returns the people in these seats, ordered by seat, without repeats.
    pub fn people_in(&self, seats: SeatSet) -> Vec<PersonId> {
        once(seats.iter().filter_map(|seat| self.person_in(seat)))
    }

    /// Returns everybody who has a seat, in the order of the seats and without repeats. People who deleted their data are in it
    /// as former people.
    pub fn people(&self) -> Vec<PersonId> {
        self.people_in(SeatSet::all(self.table.game().seats()))
    }

    /// Returns how many turns in a row of a seat had been skipped when the record had `ply` entries.
    pub fn skipped(&self, seat: Seat, ply: usize) -> usize {
        let record = &self.record[..ply.min(self.record.len())];
        let acts = |entry: &Played| {
            let own =
                entry.seat == seat && (entry.notation == SUBSTITUTE || entry.is_move() && !entry.forced);
            // All players agree to a take-back, so all of them were present.
            own || entry.notation.starts_with(BACK)
        };
        let acted = record.iter().rposition(acts);
        let skipped = |entry: &&Played| {
            // A turn that the player began and did not finish does not count as skipped.
            let begun = acted.is_some_and(|acted| record[acted].turn == entry.turn);
            entry.seat == seat && entry.notation == SKIP && !begun
        };
        record[acted.map_or(0, |acted| acted + 1)..].iter().filter(skipped).count()
    }

    /// Returns whether a player is no longer notified, because all their seats to act were skipped too often.
    pub fn is_away(&self, person: PersonId) -> bool {
        let seats = self.table.to_act().iter().filter(|&seat| self.person_in(seat) == Some(person));
        let mut skipped = seats.map(|seat| self.skipped(seat, self.record.len())).peekable();
        skipped.peek().is_some() && skipped.all(|skipped| skipped >= Game::ABSENT)
    }

    /// Returns whether all players at the table had been skipped so often, when the record had `ply` entries, that the game
    /// seems to be abandoned.
    pub fn is_abandoned(&self, ply: usize) -> bool {
        self.table.here().iter().all(|seat| self.skipped(seat, ply) >= Game::ABSENT)
    }

    /// Returns the people to act, ordered by seat, without repeats.
    pub fn awaited(&self) -> Vec<PersonId> {
        self.people_in(self.table.to_act())
    }
}

/// Returns the people in order, without repeats.
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
    /// Starts the game of a lobby. `seats` are the people in seats 1, 2, and so on. `options` include their number.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`] if there is no such lobby, or no longer.
    pub fn start(
        &self,
        id: GameId,
        options: &Options,
        seats: &[PersonId],
        table: &Table,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let changed = self
            .sql
            .prepare_cached(
                "UPDATE game SET state = 'running', options = ?, started = ? WHERE id = ? AND state = 'lobby'",
            )?
            .execute(params![Json::from(options_to_json(options)).to_string(), Millis(at), id])?;
        if changed == 0 {
            return Err(StoreError::NoSuchGame(id));
        }
        let mut insert = self.sql.prepare_cached("INSERT INTO seat (game, seat, person) VALUES (?, ?, ?)")?;
        for (seat, person) in (1u8..).zip(seats) {
            insert.send(params![id, seat, person])?;
        }
        self.summarise(id, table, at)
    }

    /// Returns when a game has started, and the host of its lobby.
    pub fn beginning(&self, id: GameId) -> Result<Option<(Timestamp, PersonId)>, StoreError> {
        let found = self
            .sql
            .prepare_cached("SELECT started, host FROM game WHERE id = ? AND started IS NOT NULL")?
            .query_row([id], |row| Ok((time_at(row, 0)?, row.get(1)?)))
            .optional()?;
        Ok(found)
    }

    /// Says that [`open`](Tx::open) follows soon. A server can then look for the game while it does what comes before.
    pub fn expect_open(&self, id: GameId) -> Result<(), StoreError> {
        for mut query in [self.begun_game()?, self.seats()?, self.entries()?] {
            query.expect([id])?;
        }
        Ok(())
    }

    /// Says that [`people_of`](Tx::people_of) follows soon.
    pub fn expect_people_of(&self, id: GameId) -> Result<(), StoreError> {
        Ok(self.seats()?.expect([id])?)
    }

    /// Says that the plans, the open offers and the notifications since turn `since` of a game are needed soon. A server can then look for them
    /// together.
    pub fn expect_reactions(&self, id: GameId, since: u32) -> Result<(), StoreError> {
        self.plans_of_game()?.expect([id])?;
        self.notifications_of_game()?.expect(params![id, since])?;
        Ok(self.offers_of_game()?.expect([id])?)
    }

    /// Returns the people in the seats of a game, ordered by seat, without repeats.
    pub fn people_of(&self, id: GameId) -> Result<Vec<PersonId>, StoreError> {
        Ok(once(self.seated(id)?.into_iter().map(|(player, _)| player.person)))
    }

    /// Opens a game that has started and replays its record.
    ///
    /// # Errors
    /// [`StoreError::NoSuchGame`] if the game does not exist or has not started; [`StoreError::BrokenRecord`] if the rules refuse the
    /// stored record, or if it leads to another position than before.
    pub fn open(&self, id: GameId) -> Result<Game, StoreError> {
        let broken = |ply: usize, why: String| StoreError::BrokenRecord { game: id, ply: ply as u32, why };
        self.expect_open(id)?;
        let mut query = self.begun_game()?;
        let mut rows = query.query([id])?;
        let row = rows.next()?.ok_or(StoreError::NoSuchGame(id))?;
        let rules: u32 = row.get(11)?;
        if rules > RULES_VERSION {
            return Err(broken(0, format!("it is played by rules of version {rules}; use a newer program")));
        }
        // When the last turn began, and when its last entry was made.
        let (mut began, mut ended): (Timestamp, Timestamp) = (time_at(&row, 12)?, time_at(&row, 12)?);
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
            held: false,
            players: Vec::new(),
            replaced: if row.get(18)? { self.replaced(id)? } else { Vec::new() },
            seating: row.get(14)?,
            table,
            record: Vec::new(),
            hashes: Vec::new(),
            rematch_of: row.get(13)?,
            lobby_message: row.get(5)?,
            board: row.get::<Option<MessageId>>(6)?.zip(row.get(7)?),
            last: None,
            board_ply: row.get(8)?,
            board_since: row.get(9)?,
            board_count: row.get(10)?,
            clocks: Clocks::without_seats(&row, 19)?,
            terms: Terms { class: row.get(15)?, casual: row.get(16)?, world: row.get(17)? },
        };
        let seated = self.seated(id)?;
        game.players = seated.iter().map(|(player, _)| *player).collect();
        game.clocks.add_seats(seated);
        game.held = game.state == GameState::Running && game.has_machines() && self.is_held(id)?;
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
        // Games are opened often, so only the last position is compared. That is enough: nobody continues from a position that
        // was not shown.
        let found = position_hash(&game.table);
        if let Some(recorded) = last_hash.filter(|&recorded| recorded != i64::from(found)) {
            let why =
                format!("it leads to another position (hash {found:08x}) than it did (hash {recorded:08x})");
            return Err(broken(game.record.len(), why));
        }
        self.give_outages_back(id, &mut game.clocks, began)?;
        Ok(game)
    }

    /// Returns the stored record of a game.
    pub fn record(&self, id: GameId) -> Result<Vec<Entry>, StoreError> {
        let mut entries = Vec::new();
        self.each_entry(id, |ply, seat, notation, at, _| {
            entries.push(Entry { ply, seat, notation: notation.to_owned(), at });
            Ok(())
        })?;
        Ok(entries)
    }

    /// Prepares the query for a game that has started.
    fn begun_game(&self) -> sql::Result<Statement<'_>> {
        self.sql.prepare_cached(
            "SELECT kind, options, guild, channel, state, lobby_message, board_message, board_turn, board_ply,
                    board_since, board_count, rules_version, started, rematch_of, seating, class, casual, world,
                    EXISTS (SELECT 1 FROM substitution WHERE game = game.id), control, paused, suspended
             FROM game WHERE id = ? AND started IS NOT NULL",
        )
    }

    /// Prepares the query for the seats of a game, each with its clock, if it has one, and its person.
    fn seats(&self) -> sql::Result<Statement<'_>> {
        self.sql.prepare_cached(
            "SELECT seat, \"left\", since, \"full\", turn, hours, overdue, late, person
             FROM seat LEFT JOIN clock USING (game, seat) WHERE game = ? ORDER BY seat",
        )
    }

    /// Returns the people in the seats of a game, each with the clock, if there is one.
    pub(crate) fn seated(&self, id: GameId) -> Result<Vec<(Player, Option<SeatClock>)>, StoreError> {
        let mut query = self.seats()?;
        let mut rows = query.query([id])?;
        let mut seated = Vec::new();
        while let Some(row) = rows.next()? {
            let player = Player { seat: seat_from(row.get(0)?)?, person: row.get(8)? };
            let timed = row.get::<Option<i64>>(1)?.is_some();
            seated.push((player, if timed { Some(clock_from(&row)?) } else { None }));
        }
        Ok(seated)
    }

    /// Prepares the query for the entries of a game, first to last.
    pub(crate) fn entries(&self) -> sql::Result<Statement<'_>> {
        self.sql.prepare_cached("SELECT ply, seat, move, at, hash FROM move WHERE game = ? ORDER BY ply")
    }

    /// Visits the entries of a record, with the hash that was stored with each.
    fn each_entry(
        &self,
        id: GameId,
        mut with: impl FnMut(u32, Seat, &str, Timestamp, Option<i64>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut query = self.entries()?;
        let mut rows = query.query([id])?;
        while let Some(row) = rows.next()? {
            let notation = row.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?;
            with(row.get(0)?, seat_from(row.get(1)?)?, notation, time_at(&row, 3)?, row.get(4)?)?;
        }
        Ok(())
    }

    /// Writes the entries that were added to `game` since it was opened or last appended, and what follows from them. Entries
    /// that are written together get one timestamp, which is later than all before.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, id) = world().await?;
    /// use clock::from_millis;
    ///
    /// let record = store.write(move |tx| {
    ///     let mut game = tx.open(id)?;
    ///     let first = game.table.legal(rules::Seat::FIRST)[0].clone();
    ///     game.enter(rules::Seat::FIRST, &first).expect("a legal move");
    ///     tx.append(&mut game, from_millis(2))?;
    ///     tx.record(id)
    /// }).await?;
    /// assert_eq!((record.len(), record[0].ply), (1, 1));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A constraint violation in [`StoreError::Database`] if a ply is stored already, so a record never forks. A server may report it with
    /// a later statement, or as [`StoreError::NotCommitted`] with the commit.
    pub fn append(&self, game: &mut Game, at: Timestamp) -> Result<(), StoreError> {
        let hashes = std::mem::take(&mut game.hashes);
        if hashes.is_empty() {
            return Ok(());
        }
        let at = game.last.map_or(at, |last| at.max(later(last, SignedDuration::from_millis(1))));
        game.last = Some(at);
        let mut insert = self
            .sql
            .prepare_cached("INSERT INTO move (game, ply, seat, move, at, hash) VALUES (?, ?, ?, ?, ?, ?)")?;
        let stored = game.record.len() - hashes.len();
        for ((ply, played), hash) in (stored as u32 + 1..).zip(&game.record[stored..]).zip(hashes) {
            insert.send(params![game.id, ply, played.seat.number(), played.notation, Millis(at), hash])?;
        }
        self.summarise(game.id, &game.table, at)
    }

    /// Returns the game and ply at which an interaction was carried out, if Discord has delivered it before.
    pub fn done(&self, interaction: InteractionId) -> Result<Option<(GameId, u32)>, StoreError> {
        let done = self
            .sql
            .prepare_cached("SELECT game, ply FROM done WHERE interaction = ?")?
            .query_row([interaction], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        Ok(done)
    }

    /// Records that an interaction was carried out.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, id) = world().await?;
    /// use clock::from_millis;
    ///
    /// // Discord may deliver an interaction twice. The second delivery finds the first.
    /// store.write(move |tx| tx.set_done(9.into(), id, 1, from_millis(2))).await?;
    /// assert_eq!(store.read(|tx| tx.done(9.into())).await?, Some((id, 1)));
    /// # Ok(())
    /// # }
    /// ```
    pub fn set_done(
        &self,
        interaction: InteractionId,
        game: GameId,
        ply: u32,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("INSERT INTO done (interaction, game, ply, at) VALUES (?, ?, ?, ?)")?
            .send(params![interaction, game, ply, Millis(at)])?;
        Ok(())
    }

    /// Deletes interactions that were carried out before `before`. Discord does not deliver them again after that long.
    pub fn forget_done(&self, before: Timestamp) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM done WHERE at < ?")?.send([Millis(before)])?;
        Ok(())
    }

    /// Writes the columns that follow from the table after the last entry, which was made at `at`.
    fn summarise(&self, id: GameId, table: &Table, at: Timestamp) -> Result<(), StoreError> {
        let Derived { ply, state, ended, ranking, reason, waiting } = Derived::of(table, Some(at));
        self.sql
            .prepare_cached(
                "UPDATE game SET ply = ?, state = ?, ended = ?, ranking = ?, reason = ? WHERE id = ?",
            )?
            .send(params![ply, state, ended.map(Millis), ranking, reason, id])?;
        self.sql
            .prepare_cached("UPDATE seat SET waiting = (CAST(? AS BIGINT) >> CAST(seat - 1 AS INTEGER)) & 1 WHERE game = ?")?
            .send(params![waiting, id])?;
        Ok(())
    }
}

/// Returns the CRC-32 of the position as text, including hidden information. The store keeps it for each ply, so that rules
/// which would replay a record differently are noticed.
///
/// ```
/// use rules::{Kind, Options, Table};
///
/// let table = Table::new(Kind::Protozoa, &Options::new())?;
/// let mut next = table.clone();
/// next.play(rules::Seat::FIRST, &table.legal(rules::Seat::FIRST)[0])?;
/// assert_ne!(data::position_hash(&table), data::position_hash(&next));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn position_hash(table: &Table) -> u32 {
    crc32fast::hash(table.game().position().as_bytes())
}
