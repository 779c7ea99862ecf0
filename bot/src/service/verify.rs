//! Verifying that the rules still make of every stored game what was made of it.

use std::time::{Duration, Instant};

use data::{GameId, Part, StoreError};
use tokio_util::sync::CancellationToken;

use super::Service;

/// How long one read may keep others waiting.
const READ: Duration = Duration::from_millis(20);
/// How long others have the store for themselves between two reads, once the bot runs.
const REST: Duration = Duration::from_millis(200);

/// Where verifying goes on: games that are played come first.
#[derive(Clone, Copy, Debug)]
pub struct Unverified {
    part: Part,
    after: Option<GameId>,
}

impl Service {
    /// Replays stored games for about so long; answers where to go on, if any are left. Games that would come out differently
    /// are logged.
    pub async fn verify_for(&self, budget: Duration) -> Option<Unverified> {
        let (begun, mut games) = (Instant::now(), 0);
        let mut next = Some(Unverified { part: Part::Running, after: None });
        while let Some(from) = next.filter(|_| begun.elapsed() < budget) {
            next = broken_off(self.verify_some(from, &mut games).await, games)?;
        }
        let rest = if next.is_some() { "; the others follow" } else { "" };
        tracing::info!(games, "{games} games were verified in {:.1?}{rest}", begun.elapsed());
        next
    }

    /// Replays all games that are left in small reads, until it is done or `stop`.
    pub async fn verify_rest(self, rest: Unverified, stop: CancellationToken) {
        let (mut games, mut next) = (0, Some(rest));
        while let Some(from) = next {
            tokio::select! {
                () = tokio::time::sleep(REST) => {}
                () = stop.cancelled() => return,
            }
            let Some(then) = broken_off(self.verify_some(from, &mut games).await, games) else { return };
            next = then;
        }
        tracing::info!(games, "the other {games} games were verified");
    }

    /// Replays games in one short read; where to go on.
    async fn verify_some(&self, from: Unverified, games: &mut u32) -> Result<Option<Unverified>, StoreError> {
        let Unverified { part, after } = from;
        let read = self.store.read(move |tx| {
            let begun = Instant::now();
            tx.verify_some(part, after, || begun.elapsed() < READ)
        });
        let stretch = read.await?;
        *games += stretch.games;
        for (id, difference) in &stretch.differing {
            tracing::error!(game.id = %id, "game {id} would come out differently: {difference}");
        }
        Ok(match (stretch.after, part) {
            (None, Part::Running) => Some(Unverified { part: Part::Over, after: None }),
            (None, Part::Over) => None,
            (after, part) => Some(Unverified { part, after }),
        })
    }
}

/// Says so when the store fails in the middle; `None` then.
fn broken_off<T>(verified: Result<T, StoreError>, games: u32) -> Option<T> {
    verified
        .inspect_err(|error| tracing::error!(games, "verifying broke off after {games} games: {error}"))
        .ok()
}
