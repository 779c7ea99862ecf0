//! Verifying that the rules still make of every stored game what was made of it.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use data::{Difference, GameId, Part};
use tokio_util::sync::CancellationToken;

use super::Service;

/// How long one read may keep others waiting.
const READ: Duration = Duration::from_millis(20);
/// How long others have the store for themselves between two reads, once the bot runs.
const REST: Duration = Duration::from_millis(200);

/// The games that were found to differ.
pub(super) type Differing = Arc<Mutex<Vec<(GameId, Difference)>>>;

/// Where verifying goes on: games that are played come first.
#[derive(Clone, Copy, Debug)]
pub struct Unverified {
    part: Part,
    after: Option<GameId>,
}

impl Service {
    /// The games that would come out differently by the rules of this program, as far as was found since it has started.
    #[must_use]
    pub fn differing_games(&self) -> Vec<(GameId, Difference)> {
        self.differing.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replays stored games for about so long; answers where to go on, if any are left.
    pub async fn verify_for(&self, budget: Duration) -> Option<Unverified> {
        let (begun, mut games) = (Instant::now(), 0);
        let mut next = Some(Unverified { part: Part::Running, after: None });
        while let Some(from) = next.filter(|_| begun.elapsed() < budget) {
            next = self.verify_some(from, &mut games).await;
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
            next = self.verify_some(from, &mut games).await;
        }
        tracing::info!(games, "the other {games} games were verified");
    }

    async fn verify_some(&self, from: Unverified, games: &mut u32) -> Option<Unverified> {
        let Unverified { part, after } = from;
        let read = self.store.read(move |tx| {
            let begun = Instant::now();
            tx.verify_some(part, after, || begun.elapsed() < READ)
        });
        let stretch = match read.await {
            Ok(stretch) => stretch,
            Err(error) => {
                tracing::error!("games could not be verified: {error}");
                return None;
            }
        };
        *games += stretch.games;
        for (id, difference) in &stretch.differing {
            tracing::error!(game.id = %id, "game {id} would come out differently: {difference}");
        }
        self.differing.lock().unwrap_or_else(PoisonError::into_inner).extend(stretch.differing);
        match (stretch.after, part) {
            (None, Part::Running) => Some(Unverified { part: Part::Over, after: None }),
            (None, Part::Over) => None,
            (after, part) => Some(Unverified { part, after }),
        }
    }
}
