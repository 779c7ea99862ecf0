//! Machines that play: who they are, what they expect, and which of their thoughts are due.

use std::fmt;

use engine::Level;
use jiff::Timestamp;
use rules::Seat;
use rusqlite::params;

use crate::{
    columns::{seat_from, time_or_null},
    error::StoreError,
    game::{Game, Player},
    ids::{GameId, GuildId, Millis, PersonId},
    lobby::Place,
    sql::{self, OptionalExtension as _},
    tx::Tx,
};

/// How many numbers of people belong to each level.
const NUMBERS: u8 = 8;

/// A machine that plays: the `number`th of its level at a table. A seat, a lobby or a vote names it by its [`PersonId`].
///
/// ```
/// use data::Machine;
/// use engine::Level;
///
/// let second = Machine::new(Level::Hunter, 2).ok_or("no such number")?;
/// assert_eq!((Machine::of(second.person()), second.to_string().as_str()), (Some(second), "Hunter 2"));
/// assert_eq!(Machine::of(80_351_110_224_678_912.into()), None);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    level: Level,
    number: u8,
}

impl Machine {
    /// The most machines of one level at a table.
    pub const MOST: u8 = NUMBERS - 1;

    /// Returns the `number`th machine of a level, from 1 to [`Machine::MOST`].
    pub fn new(level: Level, number: u8) -> Option<Machine> {
        (1..=Machine::MOST).contains(&number).then_some(Machine { level, number })
    }

    /// Returns the machine with this id, or `None` for a person.
    pub fn of(person: PersonId) -> Option<Machine> {
        let id = person.machine_number()?;
        Machine::new(Level::from_number(id / NUMBERS + 1)?, id % NUMBERS)
    }

    /// Returns the level at which it plays.
    pub const fn level(self) -> Level {
        self.level
    }

    /// Returns the id by which seats name it.
    pub fn person(self) -> PersonId {
        PersonId::machine(NUMBERS * (self.level.number() - 1) + self.number)
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            1 => f.write_str(self.level.name()),
            number => write!(f, "{} {number}", self.level.name()),
        }
    }
}

/// A machine's expectation after its last turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Expectation {
    /// Its share of the win, per mille. `None` before its first turn.
    pub value: Option<u16>,
    /// Its turns in a row after which that was below 2 %.
    pub low: u32,
}

/// A seat of a machine that is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DueThought {
    /// The game.
    pub game: GameId,
    /// The seat of the machine.
    pub seat: Seat,
    /// The length of the record at which it is to move. Where all order at once, that at the beginning of the turn.
    pub ply: u32,
    /// How often no move came of it.
    pub failures: u32,
}

impl DueThought {
    /// After this many failures a thought waits for a person to look at it.
    pub const MOST_FAILURES: u32 = 3;
}

impl Game {
    /// Returns the machine in a seat, if a machine plays it.
    pub fn machine_in(&self, seat: Seat) -> Option<Machine> {
        self.person_in(seat).and_then(Machine::of)
    }

    /// Returns the players that are machines, ordered by seat.
    pub fn machines(&self) -> impl Iterator<Item = &Player> {
        self.players.iter().filter(|player| player.person.is_machine())
    }

    /// Returns whether a machine has a seat.
    pub fn has_machines(&self) -> bool {
        self.machines().next().is_some()
    }

    /// Returns whether all the others at the table of `person` are machines.
    pub fn is_alone_with_machines(&self, person: PersonId) -> bool {
        let mut others = self.people_in(self.table.here()).into_iter().filter(|&other| other != person);
        self.has_machines() && others.all(PersonId::is_machine)
    }
}

impl Tx<'_> {
    /// Records that a machine plays a seat.
    pub fn seat_machine(&self, game: GameId, seat: Seat) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO machine (game, seat, value, low) VALUES (?, ?, NULL, 0)
                 ON CONFLICT (game, seat) DO UPDATE SET value = NULL, low = 0",
            )?
            .send(params![game, seat.number()])?;
        Ok(())
    }

    /// Forgets the machine of a seat that a person has taken over.
    pub fn unseat_machine(&self, game: GameId, seat: Seat) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("DELETE FROM machine WHERE game = ? AND seat = ?")?
            .send(params![game, seat.number()])?;
        self.drop_thought(game, seat)
    }

    /// Forgets the machines of a game that is over.
    pub fn end_machines(&self, game: GameId) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM machine WHERE game = ?")?.send([game])?;
        self.drop_thoughts(game)
    }

    /// Returns what the machine of a seat expected after its last turn.
    pub fn expectation(&self, game: GameId, seat: Seat) -> Result<Expectation, StoreError> {
        let found = self
            .sql
            .prepare_cached("SELECT value, low FROM machine WHERE game = ? AND seat = ?")?
            .query_row(params![game, seat.number()], |row| {
                Ok(Expectation { value: row.get(0)?, low: row.get(1)? })
            })
            .optional()?;
        Ok(found.unwrap_or_default())
    }

    /// Records what the machine of a seat expects after a turn.
    pub fn set_expectation(
        &self,
        game: GameId,
        seat: Seat,
        expectation: Expectation,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE machine SET value = ?, low = ? WHERE game = ? AND seat = ?")?
            .send(params![expectation.value, expectation.low, game, seat.number()])?;
        Ok(())
    }

    /// Records that the machine of a seat is to move. A thought that was recorded for the same moment stays as it is.
    pub fn set_thought(&self, game: GameId, seat: Seat, ply: u32, due: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO thought (game, seat, ply, due) VALUES (?, ?, ?, ?)
                 ON CONFLICT (game, seat) DO UPDATE SET ply = excluded.ply, due = excluded.due, tries = 0, failures = 0
                 WHERE thought.ply <> excluded.ply",
            )?
            .send(params![game, seat.number(), ply, Millis(due)])?;
        Ok(())
    }

    /// Forgets the thought of a seat.
    pub fn drop_thought(&self, game: GameId, seat: Seat) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("DELETE FROM thought WHERE game = ? AND seat = ?")?
            .send(params![game, seat.number()])?;
        Ok(())
    }

    /// Forgets all thoughts of a game.
    pub fn drop_thoughts(&self, game: GameId) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM thought WHERE game = ?")?.send([game])?;
        Ok(())
    }

    /// Returns the seats of a game with a thought, and the ply of each.
    pub fn thoughts(&self, game: GameId) -> Result<Vec<(Seat, u32)>, StoreError> {
        let thoughts = self
            .sql
            .prepare_cached("SELECT seat, ply FROM thought WHERE game = ? ORDER BY seat")?
            .query_map([game], |row| Ok((seat_from(row.get(0)?)?, row.get(1)?)))?
            .collect::<sql::Result<_>>()?;
        Ok(thoughts)
    }

    /// Returns the games in which a machine is to move.
    pub fn games_with_thoughts(&self) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached("SELECT DISTINCT game FROM thought WHERE game > 0 ORDER BY game")?
            .query_map([], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }

    /// Claims the thought that has been due longest until `until`: nobody else gets it before that time.
    pub fn claim_thought(&self, now: Timestamp, until: Timestamp) -> Result<Option<DueThought>, StoreError> {
        let due = self
            .sql
            .prepare_cached(
                "SELECT game, seat, ply, failures FROM thought
                 WHERE due <= ? AND failures < 3 AND tries < 20 ORDER BY due LIMIT 1",
            )?
            .query_row([Millis(now)], |row| {
                let seat = seat_from(row.get(1)?)?;
                Ok(DueThought { game: row.get(0)?, seat, ply: row.get(2)?, failures: row.get(3)? })
            })
            .optional()?;
        if let Some(thought) = due {
            self.sql
                .prepare_cached("UPDATE thought SET due = ?, tries = tries + 1 WHERE game = ? AND seat = ?")?
                .send(params![Millis(until), thought.game, thought.seat.number()])?;
        }
        Ok(due)
    }

    /// Makes the thoughts due that an earlier process has claimed.
    pub fn release_thoughts(&self, now: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE thought SET due = ?1 WHERE due > ?1 AND tries > 0 AND failures < 3 AND tries < 20",
            )?
            .send([Millis(now)])?;
        Ok(())
    }

    /// Records that no move came of a thought, which is due again at `due`. If its moment has passed, nothing happens.
    pub fn fail_thought(&self, thought: &DueThought, due: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "UPDATE thought SET failures = failures + 1, due = ? WHERE game = ? AND seat = ? AND ply = ?",
            )?
            .send(params![Millis(due), thought.game, thought.seat.number(), thought.ply])?;
        Ok(())
    }

    /// Returns when the next thought is due, or `None` if no machine is to move.
    pub fn next_thought(&self) -> Result<Option<Timestamp>, StoreError> {
        let due = self
            .sql
            .prepare_cached("SELECT min(due) FROM thought WHERE failures < 3 AND tries < 20")?
            .query_row([], |row| time_or_null(row, 0))?;
        Ok(due)
    }

    /// Returns whether a machine of a game has failed to move so often that it no longer tries.
    pub fn is_held(&self, game: GameId) -> Result<bool, StoreError> {
        let held = self
            .sql
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM thought WHERE game = ? AND (failures >= 3 OR tries >= 20))",
            )?
            .query_row([game], |row| row.get(0))?;
        Ok(held)
    }

    /// Returns at most `most` games of a server in which a machine no longer tries to move.
    pub fn held_games(&self, guild: GuildId, most: u32) -> Result<Vec<Place>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT DISTINCT game.id, channel FROM thought CROSS JOIN game ON game.id = thought.game
                 WHERE (failures >= 3 OR tries >= 20) AND game > 0 AND guild = ? ORDER BY game.id LIMIT ?",
            )?
            .query_map(params![guild, most], |row| {
                Ok(Place { game: row.get(0)?, guild, channel: row.get(1)? })
            })?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }

    /// Returns the running games of a person on a server in which a machine has a seat, oldest first, without suspended ones.
    pub fn machine_games_of(&self, person: PersonId, guild: GuildId) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT DISTINCT seat.game FROM seat CROSS JOIN game ON game.id = seat.game
                 WHERE seat.person = ? AND guild = ? AND state = 'running' AND suspended IS NULL
                   AND EXISTS (SELECT 1 FROM machine WHERE machine.game = game.id)
                 ORDER BY seat.game",
            )?
            .query_map(params![person, guild], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }

    /// Returns the number of running games of a server in which a machine has a seat, without suspended ones.
    pub fn count_machine_games(&self, guild: GuildId) -> Result<u32, StoreError> {
        let count = self
            .sql
            .prepare_cached(
                "SELECT count(*) FROM game WHERE guild = ? AND state IN ('lobby', 'running') AND suspended IS NULL
                   AND EXISTS (SELECT 1 FROM machine WHERE machine.game = game.id)",
            )?
            .query_row([guild], |row| row.get(0))?;
        Ok(count)
    }

    /// Returns running games in which a machine has a seat and nothing has happened since `before`, without suspended ones.
    pub fn quiet_machine_games(&self, before: Timestamp) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT DISTINCT game.id FROM machine CROSS JOIN game ON game.id = machine.game
                 WHERE machine.game > 0 AND state = 'running' AND suspended IS NULL AND started < ?1
                   AND coalesce((SELECT at FROM move WHERE move.game = game.id ORDER BY move.ply DESC LIMIT 1), 0) < ?1
                 ORDER BY game.id",
            )?
            .query_map([Millis(before)], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }

    /// Returns the open lobbies of a host on a server in which a machine has a place, without `except`. They were opened since
    /// `since`.
    pub fn machine_lobbies_of(
        &self,
        host: PersonId,
        guild: GuildId,
        since: Timestamp,
        except: GameId,
    ) -> Result<Vec<GameId>, StoreError> {
        let (first, last) = PersonId::MACHINES;
        let lobbies = self
            .sql
            .prepare_cached(
                "SELECT id FROM game
                 WHERE host = ?1 AND created > ?2 AND guild = ?3 AND state = 'lobby' AND id <> ?4
                   AND EXISTS (SELECT 1 FROM guest WHERE guest.game = game.id AND guest.person BETWEEN ?5 AND ?6)
                 ORDER BY created",
            )?
            .query_map(params![host, Millis(since), guild, except, first, last], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(lobbies)
    }

    /// Returns what only this installation knows, in hexadecimal digits.
    pub fn installation_secret(&self) -> Result<String, StoreError> {
        let secret = self
            .sql
            .prepare_cached("SELECT secret FROM installation WHERE one = 1")?
            .query_row([], |row| row.get(0))?;
        Ok(secret)
    }
}
