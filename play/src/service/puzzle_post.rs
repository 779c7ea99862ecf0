//! The daily posts of puzzles, and the search for the positions.
//!
//! A server with a channel for puzzles has a row that says when its next post is due. Some hours before, a background task looks for a
//! position and stores it. When the time comes, one transaction queues the post and chooses the next time. A restart can therefore
//! neither lose a post nor make it twice.

use std::collections::BTreeSet;

use data::{ChannelId, GameId, GuildId, NewPuzzle, Payload, Setting, Settings, StoreError, Tx, day_of};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use rules::{Kind, Played, Table};

use super::{
    core::Service,
    due::{AGAIN, BATCH},
};
use crate::{
    content::PuzzlePost,
    error::Error,
    game::riddle::{self, Riddle, Thinks, mixed},
};

/// How long before its post a puzzle is looked for.
const AHEAD: SignedDuration = SignedDuration::from_hours(6);
/// How long a post waits for a puzzle that was not found in time.
const WAIT: SignedDuration = SignedDuration::from_mins(10);
/// The newest finished games of a server from which a puzzle can come.
const NEWEST: u32 = 60;
/// How many of them are considered, before it is known which channels everyone sees.
const CONSIDERED: usize = 12;
/// How many of them are searched for a puzzle.
const SEARCHED: usize = 4;

/// How many streaks the post of a puzzle lists.
const STREAKS: u32 = 3;

const DAY_MINUTES: u64 = 24 * 60;

/// A search for a server's puzzle of a day.
#[derive(Debug)]
pub struct PuzzleSearch {
    /// The server.
    pub guild: GuildId,
    /// The day of the post.
    pub day: i64,
    /// Finished games of the server, each with its channel and its first position.
    games: Vec<(ChannelId, Table, Vec<Played>)>,
    seed: u64,
}

impl PuzzleSearch {
    /// Returns the channels and threads of the games. The search must not show games that only some people could see
    /// ([`PuzzleSearch::only_in`]).
    #[must_use]
    pub fn channels(&self) -> BTreeSet<ChannelId> {
        self.games.iter().map(|(channel, ..)| *channel).collect()
    }

    /// Returns the search with those of its games that were played in `open` channels, which everyone on the server sees.
    #[must_use]
    pub fn only_in(mut self, open: &BTreeSet<ChannelId>) -> PuzzleSearch {
        self.games.retain(|(channel, ..)| open.contains(channel));
        self.games.truncate(SEARCHED);
        self
    }

    /// Looks for a position in the server's finished games. It takes seconds, so a thread of its own should do it.
    #[must_use]
    pub fn in_games(&self, thinks: Thinks<'_>) -> Option<NewPuzzle> {
        let found = self
            .games
            .iter()
            .find_map(|(_, start, record)| riddle::in_game(start, record, self.seed, thinks));
        found.map(|riddle| self.puzzle(riddle, true))
    }

    /// Returns the puzzle of this server and day with this position.
    #[must_use]
    pub fn puzzle(&self, riddle: Riddle, played: bool) -> NewPuzzle {
        let Riddle { kind, position, solution } = riddle;
        NewPuzzle { guild: self.guild, day: self.day, kind, position, solution, played }
    }
}

/// Looks for the position of a day that machines play. All servers without a position of their own share it.
#[must_use]
pub fn machines_riddle(day: i64, thinks: Thinks<'_>) -> Option<Riddle> {
    let kinds: Vec<Kind> = riddle::kinds().collect();
    let first = usize::try_from(day.rem_euclid(kinds.len().max(1) as i64)).unwrap_or_default();
    let in_turn = kinds.iter().cycle().skip(first).take(kinds.len());
    in_turn.into_iter().find_map(|&kind| riddle::by_machines(kind, mixed(day.cast_unsigned()), thinks))
}

impl Service {
    /// Queues the puzzles that are due. Returns the outcome of each.
    pub(super) async fn queue_puzzles(&self, at: Timestamp) -> Result<Vec<Result<(), Error>>, StoreError> {
        let due = self.store.read(move |tx| tx.puzzles_due(at, BATCH)).await?;
        Ok(join_all(due.iter().map(|&(guild, _)| self.queue_puzzle(guild, at))).await)
    }

    /// Queues a server's puzzle, or puts it off if that fails for a reason of its own.
    async fn queue_puzzle(&self, guild: GuildId, at: Timestamp) -> Result<(), Error> {
        match self.store.write(move |tx| Ok(queue(tx, guild, at)?)).await {
            Err(error) if !Error::may_pass(&error) => {
                tracing::error!(%guild, "puzzle failed: {error:#}");
                Ok(self.store.write(move |tx| tx.set_puzzle_due(guild, clock::later(at, AGAIN))).await?)
            }
            done => done,
        }
    }

    /// Returns the next search for a puzzle whose post is due within some hours, or `None` if all of them have one. The days of servers
    /// in `without` are left out, because there is no puzzle for them.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn puzzle_to_find(
        &self,
        without: BTreeSet<(GuildId, i64)>,
    ) -> Result<Option<PuzzleSearch>, Error> {
        let until = clock::later(self.now(), AHEAD);
        let search = move |tx: &Tx<'_>| {
            for (guild, due) in tx.puzzles_due(until, u32::MAX)? {
                let day = day_of(due);
                let lacks = !without.contains(&(guild, day)) && tx.puzzle_of(guild, day)?.is_none();
                if lacks && tx.any_game_on(guild)?.is_some() {
                    return Ok(Some(search(tx, guild, day)?));
                }
            }
            Ok(None)
        };
        self.store.read(search).await
    }

    /// Stores a puzzle that was found.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn add_puzzle(&self, puzzle: NewPuzzle) -> Result<(), Error> {
        Ok(self.store.write(move |tx| tx.add_puzzle(&puzzle)).await.map(drop)?)
    }
}

/// Returns a search with some finished games of the server, which the day chooses.
fn search(tx: &Tx<'_>, guild: GuildId, day: i64) -> Result<PuzzleSearch, Error> {
    let seed = mixed(guild.get() ^ mixed(day.cast_unsigned()));
    let mut ids: Vec<GameId> = tx.finished_on(guild, NEWEST)?;
    ids.sort_by_key(|id| mixed(id.get() ^ seed));
    let mut games = Vec::new();
    for id in ids {
        // A game that no longer replays is no reason to have no puzzle.
        let Ok(game) = tx.open(id) else { continue };
        if riddle::kinds().any(|kind| kind == game.table.kind())
            && let Ok(start) = Table::new(game.table.kind(), &game.options)
        {
            games.push((game.channel, start, game.record));
        }
        if games.len() == CONSIDERED {
            break;
        }
    }
    Ok(PuzzleSearch { guild, day, games, seed })
}

/// Queues a server's puzzle if it is due, wanted and found, and chooses the time of the next one.
fn queue(tx: &Tx<'_>, guild: GuildId, at: Timestamp) -> Result<(), StoreError> {
    let Some(due) = tx.puzzle_due_of(guild)?.filter(|due| *due <= at) else { return Ok(()) };
    let Some(channel) = tx.settings(guild)?.puzzles else { return tx.clear_puzzle_due(guild) };
    // A bot that was away for days posts the puzzle of today.
    let day = day_of(at);
    match (tx.puzzle_of(guild, day)?, tx.any_game_on(guild)?) {
        (Some(puzzle), Some(game)) => {
            if !puzzle.posted {
                tx.set_puzzle_posted(puzzle.id)?;
                tx.queue(game, &Payload::Puzzle { guild, channel, day }, at)?;
            }
            tx.set_puzzle_due(guild, next_due(guild, at))
        }
        // Until it is found, its search follows from the day of the row.
        _ => tx.set_puzzle_due(guild, clock::later(at.max(due), WAIT)),
    }
}

/// Starts or ends the puzzles of a server after a setting has changed.
pub(super) fn follow(
    tx: &Tx<'_>,
    guild: GuildId,
    (setting, settings): (Setting, &Settings),
    at: Timestamp,
) -> Result<(), StoreError> {
    match (setting, settings.puzzles) {
        (Setting::Puzzles, None) => tx.clear_puzzle_due(guild),
        (Setting::Puzzles, Some(_)) if tx.puzzle_due_of(guild)?.is_none() => {
            tx.set_puzzle_due(guild, next_due(guild, at))
        }
        _ => Ok(()),
    }
}

/// Returns when a server's puzzle is posted after `at`: every day at a minute that follows from the server's id. The posts of all
/// servers are so spread over the day.
fn next_due(guild: GuildId, at: Timestamp) -> Timestamp {
    let minute = mixed(guild.get()) % DAY_MINUTES;
    let on_day = |day: i64| {
        let minutes = day.saturating_mul(DAY_MINUTES as i64).saturating_add(minute as i64);
        Timestamp::from_second(minutes.saturating_mul(60)).unwrap_or(Timestamp::MAX)
    };
    let day = day_of(at);
    Some(on_day(day)).filter(|&due| due > at).unwrap_or_else(|| on_day(day + 1))
}

/// Returns the content of a server's puzzle of a day for `channel`. Returns `None` if the server no longer wants it there, or a newer
/// one is out.
///
/// # Errors
/// If the store fails.
pub fn puzzle_post(
    tx: &Tx<'_>,
    (guild, channel): (GuildId, ChannelId),
    day: i64,
) -> Result<Option<PuzzlePost>, StoreError> {
    let is_wanted = tx.settings(guild)?.puzzles == Some(channel);
    let newest = tx.puzzle_before(guild, i64::MAX)?.filter(|puzzle| is_wanted && puzzle.is.day == day);
    let Some(puzzle) = newest else { return Ok(None) };
    let before = match tx.puzzle_before(guild, day)? {
        Some(before) => Some((before.clone(), tx.puzzle_counts(before.id)?)),
        None => None,
    };
    let best = tx.best_puzzle_streaks(guild, STREAKS)?;
    Ok(Some(PuzzlePost { puzzle, before, best }))
}

#[cfg(test)]
mod tests;
