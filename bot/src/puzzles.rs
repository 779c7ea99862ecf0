//! The background task that looks for the positions of daily puzzles.
//!
//! The store says which servers need one. A search takes seconds of one core, so it runs on a thread of its own, one at a time. Each of its
//! thoughts takes a slot of its own, so that machines that are to move think in between. Nothing is lost when the program ends: the next one
//! searches again, and finds the same position.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use data::{ChannelId, GuildId};
use engine::{Request, Stop, Thought, think};
use play::{
    Error,
    game::riddle::Riddle,
    service::{PuzzleSearch, Service, machines_riddle},
};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::{aside::aside, discord::Discord, thinking::Thinking};

/// The sleep between two looks for servers that need a puzzle.
const SLEEP: Duration = Duration::from_secs(60);

/// Looks for puzzles until `stop`.
pub async fn run(service: Service, discord: Arc<Discord>, thinking: Thinking, stop: CancellationToken) {
    let mut jumps = service.clock().jumps();
    let mut finder = Finder { service, discord, thinking, made: None, without: BTreeSet::new() };
    let engine = Arc::new(Stop::new());
    loop {
        let sleep = tokio::select! {
            () = stop.cancelled() => break,
            found = finder.find_next(&engine) => match found {
                Ok(true) => Duration::ZERO,
                Ok(false) => SLEEP,
                Err(error) => {
                    tracing::error!("looking for a puzzle failed: {error:#}");
                    SLEEP
                }
            },
        };
        tokio::select! {
            () = stop.cancelled() => break,
            Ok(()) = jumps.changed() => {}
            () = tokio::time::sleep(sleep) => {}
        }
    }
    engine.stop();
}

struct Finder {
    service: Service,
    discord: Arc<Discord>,
    thinking: Thinking,
    /// The position that machines have played for a day. `None` if they found no puzzle.
    made: Option<(i64, Option<Riddle>)>,
    /// Days of servers without a puzzle, so that nobody searches again.
    without: BTreeSet<(GuildId, i64)>,
}

impl Finder {
    /// Finds and stores the next puzzle that a server needs. Returns whether there may be more to find.
    async fn find_next(&mut self, stop: &Arc<Stop>) -> Result<bool, Error> {
        let without = self.without.clone();
        let Some(search) = self.service.puzzle_to_find(without).await? else { return Ok(false) };
        let (guild, day) = (search.guild, search.day);
        let open = self.open_channels(guild, search.channels()).await;
        let search = search.only_in(&open);
        let (begun, thinks) = (std::time::Instant::now(), self.thinks(stop));
        let searched = aside("puzzle", move || (search.in_games(&thinks), search)).await;
        let Some((own, search)) = searched else { return Ok(false) };
        let found = match own {
            Some(puzzle) => Some(puzzle),
            None => self.made_for(&search, stop).await.map(|riddle| search.puzzle(riddle, false)),
        };
        if stop.is_stopped() {
            return Ok(false);
        }
        let took = begun.elapsed();
        match found {
            Some(puzzle) => {
                tracing::info!(%guild, day, kind = %puzzle.kind, played = puzzle.played, ?took, "found a puzzle");
                self.service.add_puzzle(puzzle).await?;
            }
            None => {
                tracing::warn!(%guild, day, ?took, "found no puzzle");
                self.without.retain(|(_, old)| *old >= day - 1);
                self.without.insert((guild, day));
            }
        }
        Ok(true)
    }

    /// Returns those of the channels that everyone on a server sees. A puzzle must not show the games of a private channel.
    async fn open_channels(&self, guild: GuildId, channels: BTreeSet<ChannelId>) -> BTreeSet<ChannelId> {
        let mut open = BTreeSet::new();
        for channel in channels {
            match self.discord.everyone_sees(guild, channel).await {
                Ok(true) => drop(open.insert(channel)),
                Ok(false) => {}
                Err(error) => tracing::warn!(%guild, %channel, "asking who sees a channel failed: {error}"),
            }
        }
        open
    }

    /// Returns how the thread of a search thinks: when a slot is free, and until `stop`.
    fn thinks(&self, stop: &Arc<Stop>) -> impl Fn(&Request) -> Option<Thought> + Send + 'static {
        let (thinking, stop, runtime) = (self.thinking.clone(), stop.clone(), Handle::current());
        move |request| {
            let _slot = runtime.block_on(thinking.slot())?;
            let thought = think(request, &stop);
            (!stop.is_stopped()).then_some(thought)
        }
    }

    /// Returns the position that machines play for the day of a search. It is the same for all servers.
    async fn made_for(&mut self, search: &PuzzleSearch, stop: &Arc<Stop>) -> Option<Riddle> {
        let day = search.day;
        if let Some((of, riddle)) = &self.made
            && *of == day
        {
            return riddle.clone();
        }
        let thinks = self.thinks(stop);
        let riddle = aside("puzzle", move || machines_riddle(day, &thinks)).await?;
        self.made = Some((day, riddle.clone()));
        riddle
    }
}
