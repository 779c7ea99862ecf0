//! The weekly posts of servers' leaderboards.
//!
//! A server with a channel for results has a row that says when its next post is due. When that time comes, one transaction queues
//! the post and chooses the next time. A restart can therefore neither lose a post nor make it twice, and a bot that was away on
//! Monday posts when it is back. The worker makes the post when it delivers it.

use data::{
    ChannelId, GuildId, MessageId, Payload, Setting, Settings, StoreError, Tx, Weekly, day_of, week_of,
};
use futures_util::future::join_all;
use jiff::Timestamp;

use super::{
    core::Service,
    due::{AGAIN, BATCH},
    leaderboard::{PAGE_ROWS, row_since},
};
use crate::{
    content::{TopRows, WeeklyBoards},
    error::Error,
};

const DAY_MINUTES: u64 = 24 * 60;

impl Service {
    /// Queues the weekly posts that are due. Returns the outcome of each.
    pub(super) async fn queue_weekly(&self, at: Timestamp) -> Result<Vec<Result<(), Error>>, StoreError> {
        let due = self.store.read(move |tx| tx.weekly_due(at, BATCH)).await?;
        if due.is_empty() {
            return Ok(Vec::new());
        }
        // The first post of a week must not come before the snapshot of its Monday: later boards count from there, too.
        if let Err(error) = self.keep_boards().await {
            tracing::error!("weekly posts wait for the snapshot of the boards: {error:#}");
            return Ok(vec![Err(error)]);
        }
        Ok(join_all(due.iter().map(|&guild| self.queue_weekly_of(guild, at))).await)
    }

    /// Queues a server's weekly post, or puts it off if that fails for a reason of its own.
    async fn queue_weekly_of(&self, guild: GuildId, at: Timestamp) -> Result<(), Error> {
        match self.store.write(move |tx| Ok(queue(tx, guild, at)?)).await {
            Err(error) if !Error::may_pass(&error) => {
                tracing::error!(%guild, "weekly post failed: {error:#}");
                let put_off = move |tx: &Tx<'_>| match tx.weekly(guild)? {
                    Some(weekly) => tx.set_weekly(&Weekly { due: clock::later(at, AGAIN), ..weekly }),
                    None => Ok(()),
                };
                Ok(self.store.write(put_off).await?)
            }
            done => done,
        }
    }
}

/// Queues a server's weekly post if it is due and wanted, and chooses the time of the next one.
fn queue(tx: &Tx<'_>, guild: GuildId, at: Timestamp) -> Result<(), StoreError> {
    let Some(weekly) = tx.weekly(guild)?.filter(|weekly| weekly.due <= at) else { return Ok(()) };
    let mut next = Weekly { due: next_due(guild, at), ..weekly };
    let channel = wanted(&tx.settings(guild)?).filter(|_| weekly.due > Timestamp::UNIX_EPOCH);
    let game = match weekly.game {
        Some(game) => Some(game),
        None => tx.last_rated_game(guild)?,
    };
    // Without a rated game all boards are empty.
    if let (Some(channel), Some(game)) = (channel, game) {
        tx.queue(game, &Payload::Weekly { guild, channel, week: week_of(day_of(at)) }, at)?;
        next.game = Some(game);
    }
    tx.set_weekly(&next)
}

/// Starts or ends the weekly posts of a server after a setting has changed.
pub(super) fn follow(
    tx: &Tx<'_>,
    guild: GuildId,
    (setting, settings): (Setting, &Settings),
    at: Timestamp,
) -> Result<(), StoreError> {
    match (setting, settings.results) {
        (Setting::Results, None) => tx.clear_weekly(guild),
        (Setting::Results, Some(_)) if tx.weekly(guild)?.is_none() => {
            tx.set_weekly(&Weekly { guild, due: next_due(guild, at), game: None, shown: None })
        }
        _ => Ok(()),
    }
}

/// Returns the channel for the weekly post, or `None` if the server wants none.
fn wanted(settings: &Settings) -> Option<ChannelId> {
    settings.results.filter(|_| settings.weekly != Some(false) && settings.ratings != Some(false))
}

/// Returns when a server's weekly post is due after `at`: on a Monday in UTC, at a minute that follows from the server's id. The
/// posts of all servers are so spread over the day.
fn next_due(guild: GuildId, at: Timestamp) -> Timestamp {
    // The multiplier spreads ids that are close to each other.
    let minute = (guild.get().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) % DAY_MINUTES;
    let in_week = |week: i64| {
        let second = ((7 * week - 3) * DAY_MINUTES as i64 + minute as i64) * 60;
        Timestamp::from_second(second).unwrap_or(Timestamp::MAX)
    };
    let week = week_of(day_of(at));
    Some(in_week(week)).filter(|&due| due > at).unwrap_or_else(|| in_week(week + 1))
}

/// Returns the content of a server's weekly post for `channel`, and the message to edit if one is there. Returns `None` if the
/// server no longer wants the post there, or if there is nothing to show and no message to edit.
///
/// # Errors
/// If the store fails.
pub fn weekly_post(
    tx: &Tx<'_>,
    (guild, channel): (GuildId, ChannelId),
    week: i64,
    at: Timestamp,
) -> Result<Option<(WeeklyBoards, Option<MessageId>)>, StoreError> {
    let is_wanted = wanted(&tx.settings(guild)?) == Some(channel);
    let Some(weekly) = tx.weekly(guild)?.filter(|_| is_wanted) else { return Ok(None) };
    let shown = weekly.shown.filter(|&(there, _)| there == channel).map(|(_, message)| message);
    let boards = boards(tx, guild, week, at)?;
    Ok((!boards.is_empty() || shown.is_some()).then_some((WeeklyBoards { week, at, boards }, shown)))
}

/// Returns the first rows of a server's boards, those with the most games first.
fn boards(tx: &Tx<'_>, guild: GuildId, week: i64, at: Timestamp) -> Result<Vec<TopRows>, StoreError> {
    let (ratings, today) = (tx.ratings(), day_of(at));
    let mut boards = Vec::new();
    for pool in ratings.pools_by_activity(Some(guild))? {
        let before = ratings.week_before(pool.id, week)?;
        let rows = ratings.board(pool.id, 0, PAGE_ROWS)?;
        let rows = rows.iter().map(|row| row_since(tx, &pool, row, (before, today)));
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        if !rows.is_empty() {
            let listed = ratings.listed(pool.id)?;
            boards.push((ratings.games_in(pool.id)?, TopRows { pool, listed, rows }));
        }
    }
    // A stable sort: of two boards with as many games, the one that was played for last stays first.
    boards.sort_by_key(|&(games, _)| std::cmp::Reverse(games));
    Ok(boards.into_iter().map(|(_, board)| board).collect())
}

#[cfg(test)]
mod tests;
