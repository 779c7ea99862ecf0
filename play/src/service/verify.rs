//! Verifies that the rules still replay every stored game to its recorded positions.

use std::{
    collections::BTreeSet,
    sync::{MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use data::{GameId, Part, StoreError};
use tokio_util::sync::CancellationToken;

use super::core::Service;

/// The longest that one read may make others wait.
const READ: Duration = Duration::from_millis(20);
/// How long the store is free for others between two reads while the bot runs.
const REST: Duration = Duration::from_millis(200);

/// Where to continue. Running games come first.
#[derive(Clone, Copy, Debug)]
pub struct Unverified {
    part: Part,
    after: Option<GameId>,
}

impl Service {
    /// Replays stored games for about as long as `budget`. Logs the games that no longer replay correctly. Returns where to
    /// continue if games are left.
    pub async fn verify_for(&self, budget: Duration) -> Option<Unverified> {
        let (begun, mut games) = (Instant::now(), 0);
        let mut next = Some(Unverified { part: Part::Running, after: None });
        while let Some(from) = next.filter(|_| begun.elapsed() < budget) {
            next = broken_off(self.verify_some(from, &mut games).await, games)?;
        }
        let rest = if next.is_some() { "; the others follow" } else { "" };
        tracing::info!(games, "verified {games} games in {:.1?}{rest}", begun.elapsed());
        next
    }

    /// Replays the remaining games in small reads, until it is done or `stop`.
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
        tracing::info!(games, "verified the other {games} games");
    }

    /// Returns how many games are known not to replay correctly.
    pub(super) fn count_differing(&self) -> usize {
        self.differing_games().len()
    }

    fn differing_games(&self) -> MutexGuard<'_, BTreeSet<GameId>> {
        self.differing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replays games in one short read, and returns where to continue.
    async fn verify_some(&self, from: Unverified, games: &mut u32) -> Result<Option<Unverified>, StoreError> {
        let Unverified { part, after } = from;
        let read = self.store.read(move |tx| {
            let begun = Instant::now();
            tx.verify_some(part, after, || begun.elapsed() < READ)
        });
        let stretch = read.await?;
        *games += stretch.games;
        for (id, difference) in &stretch.differing {
            tracing::error!(game = %id, "game {id} no longer replays correctly: {difference}");
        }
        self.differing_games().extend(stretch.differing.iter().map(|(id, _)| *id));
        Ok(match (stretch.after, part) {
            (None, Part::Running) => Some(Unverified { part: Part::Over, after: None }),
            (None, Part::Over) => None,
            (after, part) => Some(Unverified { part, after }),
        })
    }
}

/// Logs that the store has failed during verification, and returns `None` then.
fn broken_off<T>(verified: Result<T, StoreError>, games: u32) -> Option<T> {
    verified
        .inspect_err(|error| tracing::error!(games, "verification failed after {games} games: {error}"))
        .ok()
}

#[cfg(test)]
mod tests {
    use clock::from_millis;
    use rules::Kind;

    use super::*;
    use crate::{
        content::Content,
        fixture::{ANN, BOB, Fixture, ephemeral},
        service::Next,
    };

    /// Imitates a change of the rules: gives the last position of a game another hash.
    async fn change_the_rules(world: &Fixture, id: GameId) {
        let play = move |tx: &data::Tx<'_>| {
            let mut game = tx.open(id)?;
            let seat = game.table.to_act().first().unwrap();
            let notation = game.table.legal(seat)[0].clone();
            game.enter(seat, &notation).unwrap();
            game.hashes[0] ^= 1;
            tx.append(&mut game, from_millis(1))
        };
        world.service.store().write(play).await.unwrap();
    }

    #[tokio::test]
    async fn game_that_does_not_replay_is_frozen() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa | 10m/turn hard", &[BOB]).await;
        world.outbox().await;
        let before = world.service.store().read(move |tx| tx.record(id)).await.unwrap();
        change_the_rules(&world, id).await;
        let service = &world.service;
        for person in [ANN, BOB] {
            for answer in [
                service.play_typed(&world.by(person), "p@a1".to_owned()).await,
                service.moves_panel(&world.by(person), id).await,
                service.resign(&world.by(person), id).await,
                service.board(&world.by(person)).await,
            ] {
                let error = answer.unwrap_err();
                assert!(error.is_broken_record(), "{error:?}");
            }
            let shown = ephemeral(service.games(&world.by(person)).await);
            let Content::Games { games, .. } = &shown else { panic!("{shown:?}") };
            assert!(games.iter().any(|listed| listed.kind == Kind::Protozoa), "{games:?}");
        }
        // The clock of a game that cannot be played must not run out, and the scheduler must not retry it endlessly.
        for _ in 0..3 {
            world.pass(60).await;
            let next = service.tick().await.unwrap();
            assert!(matches!(next, Next::At(Some(at)) if at > service.now()), "{next:?}");
        }
        let after = service.store().read(move |tx| tx.record(id)).await.unwrap();
        assert_eq!(after.len(), before.len() + 1);
        assert_eq!(world.outbox().await, []);

        let differing = async || service.status(&world.by(ANN), false).await.unwrap().differing;
        assert_eq!(differing().await, 0);
        assert!(service.verify_for(Duration::from_secs(60)).await.is_none());
        assert_eq!(differing().await, 1);
    }
}
