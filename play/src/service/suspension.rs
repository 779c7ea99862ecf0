//! Suspended games: their channel is gone or the bot was removed. They resume in another channel, or are called off after a month.

use std::collections::BTreeSet;

use clock::{days, earlier};
use data::{ChannelId, Ending, GameId, GameState, GuildId, Listed, OfferPost, Payload, StoreError, Tx};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use rules::ABORT;

use super::{
    core::{Caller, Service, once},
    lookup::at_table,
};
use crate::{
    content::{Content, Response},
    error::Error,
    game::{
        clocks, machines,
        offers::voters_missing,
        record::enter,
        suspension::{resume, suspend},
        turn::is_undelivered,
    },
    rejected::SuspendedRejected,
};

/// How many games are called off side by side.
const AT_ONCE: usize = 64;
/// How many servers are looked at in one transaction. Others wait for it.
const MOST_GUILDS: usize = 50;
/// How long a game stays suspended: thirty days.
const LIFE: SignedDuration = days(30);
/// How long the settings and ratings of a server are kept after the bot has left it: ninety days.
const ABSENCE: SignedDuration = days(90);

impl Service {
    /// Suspends the game of a deleted channel or thread, or closes its lobby.
    pub async fn channel_gone(&self, channel: ChannelId) -> Result<(), Error> {
        let at = self.now();
        self.store
            .write(move |tx| match tx.game_in(channel)? {
                Some((game, _)) => Ok::<_, Error>(suspend(tx, game, at)?),
                None => Ok(()),
            })
            .await
    }

    /// Queues an edit in every game of a server after a channel was deleted. Discord does not report the threads that go with a
    /// channel, so the outbox finds out which are gone and suspends their games.
    pub async fn look_for_threads(&self, guild: GuildId) -> Result<(), Error> {
        let at = self.now();
        self.store
            .write(move |tx| -> Result<(), Error> {
                for (game, state) in tx.games_on(guild)? {
                    let post = if state == GameState::Lobby { Payload::Lobby } else { Payload::Refresh };
                    tx.queue(game, &post, at)?;
                }
                Ok(())
            })
            .await?;
        self.wake_outbox();
        Ok(())
    }

    /// Suspends all games of a server that the bot was removed from, and closes its lobbies.
    pub async fn guild_gone(&self, guild: GuildId) -> Result<(), Error> {
        let at = self.now();
        self.store
            .write(move |tx| -> Result<(), Error> {
                tx.note_absence(guild, at)?;
                for (game, _) in tx.games_on(guild)? {
                    suspend(tx, game, at)?;
                }
                Ok(())
            })
            .await
    }

    /// Queues the failed posts of a server again, because its channels or permissions have changed.
    pub async fn try_again(&self, guild: GuildId) -> Result<(), Error> {
        self.try_all_again(&[guild]).await
    }

    /// Does the same for several servers in one transaction.
    async fn try_all_again(&self, guilds: &[GuildId]) -> Result<(), Error> {
        let (at, guilds) = (self.now(), guilds.to_vec());
        self.act(move |tx| {
            for &guild in &guilds {
                for (game, _) in tx.games_on(guild)? {
                    post_again(tx, game, Offers::Unshown, at)?;
                }
            }
            Ok(())
        })
        .await
    }

    /// Resumes the suspended games of a server that the bot is on again. The outbox finds out which channels are gone.
    pub async fn back_on(&self, guild: GuildId) -> Result<(), Error> {
        let at = self.now();
        self.store.write(move |tx| tx.note_presence(guild)).await?;
        for id in self.store.read(move |tx| tx.suspended_on(guild)).await? {
            let done = self.act(move |tx| {
                resume(tx, &mut tx.open(id)?, at)?;
                Ok(revive(tx, id, at)?)
            });
            if let Err(error) = done.await {
                tracing::error!(game = %id, "resuming the game failed: {error:#}");
            }
        }
        Ok(())
    }

    /// Suspends the games of servers that the bot was removed from while it was away: those that `is_ours` accepts and that are
    /// not in `on`. On the other servers it queues failed posts again, since permissions may have changed meanwhile.
    pub async fn only_on(&self, on: &[GuildId], is_ours: impl Fn(GuildId) -> bool) -> Result<(), Error> {
        let on: BTreeSet<GuildId> = on.iter().copied().collect();
        let (mut stayed, mut last) = (Vec::new(), GuildId::from(0));
        while let Some(guild) = self.store.read(move |tx| tx.next_guild(last)).await? {
            match on.contains(&guild) {
                true => stayed.push(guild),
                false if is_ours(guild) => self.guild_gone(guild).await?,
                false => {}
            }
            last = guild;
        }
        for some in stayed.chunks(MOST_GUILDS) {
            self.try_all_again(some).await?;
        }
        self.note_presences(on, is_ours).await
    }

    /// Records which servers that have settings or ratings the bot has left, and that it is on the servers of `on`.
    async fn note_presences(
        &self,
        on: BTreeSet<GuildId>,
        is_ours: impl Fn(GuildId) -> bool,
    ) -> Result<(), Error> {
        let (at, mut gone, mut last) = (self.now(), Vec::new(), GuildId::from(0));
        while let Some(guild) = self.store.read(move |tx| tx.next_known_guild(last)).await? {
            gone.extend(Some(guild).filter(|guild| !on.contains(guild) && is_ours(*guild)));
            last = guild;
        }
        self.store
            .write(move |tx| {
                let back = tx.absent_since(Timestamp::MAX)?.into_iter().filter(|guild| on.contains(guild));
                for guild in back {
                    tx.note_presence(guild)?;
                }
                Ok(gone.iter().try_for_each(|&guild| tx.note_absence(guild, at))?)
            })
            .await
    }

    /// Deletes the settings and ratings of servers that the bot left 90 days ago. Their games stay.
    pub(super) async fn forget_absent_guilds(&self) -> Result<(), Error> {
        let before = earlier(self.now(), ABSENCE);
        for guild in self.store.read(move |tx| tx.absent_since(before)).await? {
            self.store.write(move |tx| tx.forget_guild(guild)).await?;
            tracing::info!(%guild, "deleted the settings and ratings of a server that the bot left");
        }
        Ok(())
    }

    /// Resumes a suspended game, named by its number, in the caller's channel.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller has no such game on this server, or the channel has a game.
    pub async fn resume_suspended(&self, caller: &Caller, typed: &str) -> Result<Response, Error> {
        let caller = *caller;
        let typed = typed.trim().to_owned();
        self.act(move |tx| {
            once(
                tx,
                &caller,
                |_, _| Ok(Response::Ephemeral(Content::ResumedHere)),
                || {
                    let suspended = suspended_of(tx, &caller)?;
                    let named = suspended.iter().find(|listed| listed.id.to_string() == typed);
                    let Some(id) = named.map(|listed| listed.id) else {
                        return Err(Error::rejected(SuspendedRejected::NoneSuch { suspended }));
                    };
                    let mut game = tx.open(id)?;
                    at_table(&game, caller.person)?;
                    tx.resume_suspended(id, caller.channel, caller.at).map_err(|error| match error {
                        StoreError::ChannelTaken => Error::rejected(SuspendedRejected::ChannelTaken),
                        other => other.into(),
                    })?;
                    // The posts of offers are gone with the channel.
                    for offer in tx.open_offers(id)? {
                        tx.close_offer(offer.id, Ending::Lapsed, caller.at)?;
                    }
                    game.clocks.suspended = None;
                    clocks::restart_all(tx, &mut game, caller.at)?;
                    machines::follow(tx, &game, caller.at)?;
                    tx.queue(id, &Payload::board(game.table.ply()), caller.at)?;
                    tx.reply_with(id, &Payload::board(game.table.ply()), caller.interaction)?;
                    Ok((Response::Public(Content::ResumedHere), Some((id, game.table.ply()))))
                },
            )
        })
        .await
    }

    /// Returns the suspended games that the caller can resume in this channel.
    pub async fn suspended(&self, caller: &Caller) -> Result<Vec<Listed>, Error> {
        let caller = *caller;
        self.store.read(move |tx| suspended_of(tx, &caller)).await
    }

    /// Calls off games that were suspended for thirty days. If one fails, the log says so and the others continue.
    pub async fn abort_suspended(&self) -> Result<(), Error> {
        let at = self.now();
        let suspended = self.store.read(move |tx| tx.suspended_since(earlier(at, LIFE))).await?;
        for games in suspended.chunks(AT_ONCE) {
            // Each game is a transaction of its own; side by side they share commits.
            let done = games.iter().map(|&id| self.store.write(move |tx| call_off(tx, id, at)));
            for (id, done) in games.iter().zip(join_all(done).await) {
                if let Err(error) = done {
                    tracing::error!(game = %id, "aborting the suspended game failed: {error:#}");
                }
            }
        }
        Ok(())
    }
}

fn call_off(tx: &Tx<'_>, id: GameId, at: Timestamp) -> Result<(), Error> {
    let mut game = tx.open(id)?;
    // A player may have resumed it meanwhile.
    match game.table.here().first().filter(|_| game.clocks.suspended.is_some()) {
        Some(seat) => enter(tx, &mut game, seat, ABORT, at),
        None => Ok(()),
    }
}

/// Which offers are posted again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Offers {
    /// Offers that were never posted.
    Unshown,
    /// All open offers, since a post may have been deleted.
    All,
}

/// Queues the failed posts of a lobby or game again, and the posts of its open offers: players have no other place to vote.
pub(super) fn post_again(tx: &Tx<'_>, game: GameId, offers: Offers, at: Timestamp) -> Result<(), StoreError> {
    revive(tx, game, at)?;
    for offer in tx.open_offers(game)? {
        if offers == Offers::All || offer.message.is_none() {
            tx.queue_again(game, &OfferPost::Itself.of(offer.id), at)?;
        }
    }
    Ok(())
}

/// Requeues a game's failed posts, and its board if the last one is out of date, even if the failed entry was deleted long ago. A
/// changed secret order must not lead to a new board.
fn revive(tx: &Tx<'_>, id: GameId, at: Timestamp) -> Result<(), StoreError> {
    tx.revive(id, at)?;
    let Some(ply) = tx.behind(id)? else { return Ok(()) };
    let game = match tx.open(id) {
        // A game with a broken record has no board to show.
        Err(error) if error.is_broken_record() => return Ok(()),
        game => game?,
    };
    if is_undelivered(&game) { tx.queue(id, &Payload::board(ply), at) } else { Ok(()) }
}

/// Returns the caller's suspended games on their server.
fn suspended_of(tx: &Tx<'_>, caller: &Caller) -> Result<Vec<Listed>, Error> {
    let mut games = tx.games_of(caller.person, voters_missing)?;
    games.retain(|listed| {
        listed.suspended && listed.state == GameState::Running && Some(listed.guild) == caller.guild
    });
    Ok(games)
}

#[cfg(test)]
mod tests;
