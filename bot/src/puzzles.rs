//! The background task that looks for the positions of daily puzzles.
//!
//! The store says which servers need one. A search takes seconds of one core, so it runs on a thread of its own, one at a time. Nothing is lost when
//! the program ends: the next one searches again, and finds the same position.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use data::GuildId;
use engine::Stop;
use play::{
    Error,
    game::riddle::Riddle,
    service::{PuzzleSearch, Service, machines_riddle},
};
use tokio_util::sync::CancellationToken;

use crate::aside::aside;

/// The sleep between two looks for servers that need a puzzle.
const SLEEP: Duration = Duration::from_secs(60);

/// Looks for puzzles until `stop`.
pub async fn run(service: Service, stop: CancellationToken) {
    let mut jumps = service.clock().jumps();
    let mut finder = Finder { service, made: None, without: BTreeSet::new() };
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
        let (flag, begun) = (stop.clone(), std::time::Instant::now());
        let searched = aside("puzzle", move || (search.in_games(&flag), search)).await;
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

    /// Returns the position that machines play for the day of a search. It is the same for all servers.
    async fn made_for(&mut self, search: &PuzzleSearch, stop: &Arc<Stop>) -> Option<Riddle> {
        let day = search.day;
        if let Some((of, riddle)) = &self.made
            && *of == day
        {
            return riddle.clone();
        }
        let flag = stop.clone();
        let riddle = aside("puzzle", move || machines_riddle(day, &flag)).await?;
        self.made = Some((day, riddle.clone()));
        riddle
    }
}
