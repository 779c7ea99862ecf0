//! The daily puzzles of servers, the answers of people, and their streaks.

use std::fmt;

use jiff::Timestamp;
use rules::Kind;
use rusqlite::params;

use crate::{
    columns::{kind_from, time_at, time_or_null},
    error::StoreError,
    ids::{GameId, GuildId, Millis, PersonId},
    slices::in_slices,
    sql::{self, OptionalExtension as _, Row},
    tx::Tx,
};

/// The id of a puzzle. It is never used again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PuzzleId(u64);

impl From<u64> for PuzzleId {
    fn from(id: u64) -> Self {
        PuzzleId(id)
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PuzzleId {
    /// Returns the number.
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// A puzzle before it is stored: a position with one clearly best turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewPuzzle {
    /// The server that it is for.
    pub guild: GuildId,
    /// The day on which it is posted, as [`day_of`](crate::day_of) counts them.
    pub day: i64,
    /// The game.
    pub kind: Kind,
    /// The position text. One seat is to act.
    pub position: String,
    /// The moves of the best turn.
    pub solution: Vec<String>,
    /// Whether people played it on the server. Otherwise machines played it.
    pub played: bool,
}

/// A puzzle of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The id.
    pub id: PuzzleId,
    /// Everything else.
    pub is: NewPuzzle,
    /// Whether its post is queued.
    pub posted: bool,
}

/// The first full answer of a person to a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleAnswer {
    /// The moves.
    pub turn: Vec<String>,
    /// Whether they solve the puzzle.
    pub solved: bool,
}

/// How a person does with the puzzles of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleStreak {
    /// The person.
    pub person: PersonId,
    /// The day of the last puzzle that they answered.
    pub last: i64,
    /// How many puzzles in a row they have solved, up to that one.
    pub run: u32,
    /// The longest such run.
    pub best: u32,
    /// How many puzzles they have answered.
    pub tried: u32,
    /// How many of these they have solved.
    pub solved: u32,
}

impl Puzzle {
    /// How many days puzzles and answers are kept. Streaks stay.
    pub const DAYS: i64 = 60;
}

const PUZZLE: &str = "SELECT id, guild, day, kind, position, solution, played, posted FROM puzzle";

impl Tx<'_> {
    /// Stores a puzzle, unless the server has one for that day. Returns whether it was stored.
    pub fn add_puzzle(&self, puzzle: &NewPuzzle) -> Result<bool, StoreError> {
        let NewPuzzle { guild, day, kind, position, solution, played } = puzzle;
        let added = self
            .sql
            .prepare_cached(
                "INSERT INTO puzzle (guild, day, kind, position, solution, played) VALUES (?, ?, ?, ?, ?, ?)
                 ON CONFLICT DO NOTHING",
            )?
            .execute(params![guild, day, kind.slug(), position, moves_to_json(solution), played])?;
        Ok(added == 1)
    }

    /// Returns a puzzle, or `None` if it was deleted.
    pub fn puzzle(&self, id: PuzzleId) -> Result<Option<Puzzle>, StoreError> {
        let mut query = self.sql.prepare_cached(&format!("{PUZZLE} WHERE id = ?"))?;
        let mut rows = query.query([id.0.cast_signed()])?;
        rows.next()?.map(|row| puzzle_from(&row)).transpose()
    }

    /// Returns a server's puzzle of a day, posted or not.
    pub fn puzzle_of(&self, guild: GuildId, day: i64) -> Result<Option<Puzzle>, StoreError> {
        let mut query = self.sql.prepare_cached(&format!("{PUZZLE} WHERE guild = ? AND day = ?"))?;
        let mut rows = query.query(params![guild, day])?;
        rows.next()?.map(|row| puzzle_from(&row)).transpose()
    }

    /// Returns the newest puzzle of a server that was posted before a day.
    pub fn puzzle_before(&self, guild: GuildId, day: i64) -> Result<Option<Puzzle>, StoreError> {
        let mut query = self.sql.prepare_cached(&format!(
            "{PUZZLE} WHERE guild = ? AND day < ? AND posted = 1 ORDER BY day DESC LIMIT 1"
        ))?;
        let mut rows = query.query(params![guild, day])?;
        rows.next()?.map(|row| puzzle_from(&row)).transpose()
    }

    /// Records that the post of a puzzle is queued.
    pub fn set_puzzle_posted(&self, id: PuzzleId) -> Result<(), StoreError> {
        self.sql.prepare_cached("UPDATE puzzle SET posted = 1 WHERE id = ?")?.send([id.0.cast_signed()])?;
        Ok(())
    }

    /// Deletes the puzzles before a day, with the answers to them.
    pub fn forget_puzzles(&self, day: i64) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM puzzle WHERE day < ?")?.send([day])?;
        Ok(())
    }

    /// Returns when a server's next puzzle is posted, or `None` if it wants none.
    pub fn puzzle_due_of(&self, guild: GuildId) -> Result<Option<Timestamp>, StoreError> {
        let due = self
            .sql
            .prepare_cached("SELECT due FROM puzzle_post WHERE guild = ?")?
            .query_row([guild], |row| time_at(row, 0))
            .optional()?;
        Ok(due)
    }

    /// Sets when a server's next puzzle is posted.
    pub fn set_puzzle_due(&self, guild: GuildId, due: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO puzzle_post (guild, due) VALUES (?, ?) ON CONFLICT (guild) DO UPDATE SET due = excluded.due",
            )?
            .send(params![guild, Millis(due)])?;
        Ok(())
    }

    /// Ends the puzzles of a server.
    pub fn clear_puzzle_due(&self, guild: GuildId) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM puzzle_post WHERE guild = ?")?.send([guild])?;
        Ok(())
    }

    /// Returns at most `most` servers whose next puzzle is posted by `at`, with that time, the earliest first.
    pub fn puzzles_due(&self, at: Timestamp, most: u32) -> Result<Vec<(GuildId, Timestamp)>, StoreError> {
        let guilds = self
            .sql
            .prepare_cached(concat!(
                "SELECT guild, due FROM puzzle_post WHERE due <= ?1 AND ",
                in_slices!("guild", "?2"),
                " ORDER BY due LIMIT ?3"
            ))?
            .query_map(params![Millis(at), self.slices.bits(), most], |row| {
                Ok((row.get(0)?, time_at(row, 1)?))
            })?
            .collect::<sql::Result<_>>()?;
        Ok(guilds)
    }

    /// Returns when the next puzzle of any server is posted.
    pub fn next_puzzle(&self) -> Result<Option<Timestamp>, StoreError> {
        let due = self
            .sql
            .prepare_cached("SELECT min(due) FROM puzzle_post")?
            .query_row([], |row| time_or_null(row, 0))?;
        Ok(due)
    }

    /// Stores the answer of a person to a puzzle, unless they have answered it before, and continues or ends their streak. `before`
    /// is the day of the puzzle that the server posted before it. Returns whether the answer was stored.
    pub fn answer_puzzle(
        &self,
        puzzle: &Puzzle,
        person: PersonId,
        answer: &PuzzleAnswer,
        before: Option<i64>,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let added = self
            .sql
            .prepare_cached(
                "INSERT INTO puzzle_answer (puzzle, person, turn, solved, at) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT DO NOTHING",
            )?
            .execute(params![
                puzzle.id.0.cast_signed(),
                person,
                moves_to_json(&answer.turn),
                answer.solved,
                Millis(at),
            ])?;
        if added == 0 {
            return Ok(false);
        }
        let (guild, day) = (puzzle.is.guild, puzzle.is.day);
        let old = self.puzzle_streak(guild, person)?;
        // An answer to an older puzzle, of which the solution is not out yet, cannot come after one to a newer puzzle.
        let continues = old.is_some_and(|old| Some(old.last) == before);
        let run = match (answer.solved, old) {
            (true, Some(old)) if continues => old.run + 1,
            (solved, _) => u32::from(solved),
        };
        let (best, tried, solved) = old.map_or((0, 0, 0), |old| (old.best, old.tried, old.solved));
        self.sql
            .prepare_cached(
                "INSERT INTO puzzle_streak (guild, person, last, run, best, tried, solved) VALUES (?, ?, ?, ?, ?, ?, ?)
                 ON CONFLICT (guild, person) DO UPDATE SET last = excluded.last, run = excluded.run, best = excluded.best,
                                           tried = excluded.tried, solved = excluded.solved",
            )?
            .send(params![
                guild,
                person,
                day,
                run,
                best.max(run),
                tried + 1,
                solved + u32::from(answer.solved),
            ])?;
        Ok(true)
    }

    /// Returns the answer of a person to a puzzle.
    pub fn puzzle_answer(&self, id: PuzzleId, person: PersonId) -> Result<Option<PuzzleAnswer>, StoreError> {
        let mut query = self
            .sql
            .prepare_cached("SELECT turn, solved FROM puzzle_answer WHERE puzzle = ? AND person = ?")?;
        let mut rows = query.query(params![id.0.cast_signed(), person])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        Ok(Some(PuzzleAnswer { turn: moves_at(&row, 0)?, solved: row.get(1)? }))
    }

    /// Returns how many people have answered a puzzle, and how many have solved it.
    pub fn puzzle_counts(&self, id: PuzzleId) -> Result<(u32, u32), StoreError> {
        let counts = self
            .sql
            .prepare_cached("SELECT count(*), CAST(coalesce(sum(solved), 0) AS BIGINT) FROM puzzle_answer WHERE puzzle = ?")?
            .query_row([id.0.cast_signed()], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(counts)
    }

    /// Returns how a person does with the puzzles of a server.
    pub fn puzzle_streak(
        &self,
        guild: GuildId,
        person: PersonId,
    ) -> Result<Option<PuzzleStreak>, StoreError> {
        let streak = self
            .sql
            .prepare_cached(
                "SELECT person, last, run, best, tried, solved FROM puzzle_streak WHERE guild = ? AND person = ?",
            )?
            .query_row(params![guild, person], streak_from)
            .optional()?;
        Ok(streak)
    }

    /// Returns at most `most` people of a server with the longest streaks. People who hide their profile are left out.
    pub fn best_puzzle_streaks(&self, guild: GuildId, most: u32) -> Result<Vec<PuzzleStreak>, StoreError> {
        let streaks = self
            .sql
            .prepare_cached(
                "SELECT person, last, run, best, tried, solved FROM puzzle_streak AS streak
                 WHERE guild = ? AND best > 0
                 AND NOT EXISTS (SELECT 1 FROM person WHERE person.person = streak.person AND hide_profile = 1)
                 ORDER BY best DESC, person LIMIT ?",
            )?
            .query_map(params![guild, most], streak_from)?
            .collect::<sql::Result<_>>()?;
        Ok(streaks)
    }

    /// Returns a game of a server, to which the outbox entries of its puzzles belong, since each entry belongs to one: the first one
    /// that ended, or else any that is under way.
    pub fn any_game_on(&self, guild: GuildId) -> Result<Option<GameId>, StoreError> {
        let game = self
            .sql
            .prepare_cached(
                "SELECT coalesce((SELECT min(id) FROM game WHERE guild = ?1 AND state = 'ended'),
                                 (SELECT min(id) FROM game WHERE guild = ?1 AND state IN ('lobby', 'running')))",
            )?
            .query_row([guild], |row| row.get(0))?;
        Ok(game)
    }

    /// Returns the newest finished games of a server, at most `most`.
    pub fn finished_on(&self, guild: GuildId, most: u32) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .sql
            .prepare_cached(
                "SELECT id FROM game WHERE guild = ? AND state = 'ended' ORDER BY id DESC LIMIT ?",
            )?
            .query_map(params![guild, most], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(games)
    }
}

fn puzzle_from(row: &Row<'_>) -> Result<Puzzle, StoreError> {
    Ok(Puzzle {
        id: PuzzleId(row.get::<i64>(0)?.cast_unsigned()),
        is: NewPuzzle {
            guild: row.get(1)?,
            day: row.get(2)?,
            kind: kind_from(row.get_ref(3)?)?,
            position: row.get(4)?,
            solution: moves_at(row, 5)?,
            played: row.get(6)?,
        },
        posted: row.get(7)?,
    })
}

fn streak_from(row: &Row<'_>) -> sql::Result<PuzzleStreak> {
    Ok(PuzzleStreak {
        person: row.get(0)?,
        last: row.get(1)?,
        run: row.get(2)?,
        best: row.get(3)?,
        tried: row.get(4)?,
        solved: row.get(5)?,
    })
}

fn moves_to_json(moves: &[String]) -> String {
    serde_json::json!(moves).to_string()
}

fn moves_at(row: &Row<'_>, column: usize) -> Result<Vec<String>, StoreError> {
    let moves = row.get_ref(column)?.as_str().ok().and_then(|text| serde_json::from_str(text).ok());
    moves.ok_or(StoreError::Unreadable("puzzle"))
}

#[cfg(test)]
mod tests;
