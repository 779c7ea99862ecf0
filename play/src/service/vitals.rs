//! Signs of whether the program works: the store, and the work that waits.

use data::{Backlog, StoreError};

use super::core::Service;

/// The work that waits, and the faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vitals {
    /// The work that is due.
    pub backlog: Backlog,
    /// Games that no longer replay as they were played.
    pub differing: usize,
}

impl Service {
    /// Returns what waits and what is wrong, over all servers.
    pub async fn vitals(&self) -> Result<Vitals, StoreError> {
        let now = self.now();
        let backlog = self.store.read(move |tx| tx.backlog(now)).await?;
        Ok(Vitals { backlog, differing: self.count_differing() })
    }

    /// Commits a transaction that changes nothing and still reaches the disk. It is no heartbeat, since the bot may have no
    /// connection.
    pub async fn try_commit(&self) -> Result<(), StoreError> {
        self.store.write(|tx| tx.prove_writable()).await
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{BOB, Fixture};

    #[tokio::test]
    async fn vitals_count_what_is_due() {
        let world = Fixture::new().await;
        let before = world.service.vitals().await.unwrap();
        assert_eq!((before.backlog.outbox_due, before.differing), (0, 0));
        world.begin("protozoa", &[BOB]).await;
        let begun = world.service.vitals().await.unwrap().backlog;
        assert!(begun.outbox_due > 0 && begun.next_entry.is_some(), "{begun:?}");
        world.service.try_commit().await.unwrap();
        assert_eq!(world.service.vitals().await.unwrap().backlog, begun);
    }
}
