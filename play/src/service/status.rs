//! The state of the bot, and the posts that have failed.

use super::core::{Caller, Service};
use crate::{content::Status, error::Error};

/// The most failed posts to read, more than a message can show.
const MOST: u32 = 50;

impl Service {
    /// Returns the state of the bot. A caller who `manages` the server also gets the posts that have failed there.
    pub async fn status(&self, caller: &Caller, manages: bool) -> Result<Status, Error> {
        let (here, guild, offered) = (caller.guild, caller.guild.filter(|_| manages), self.offers_machines());
        let now = self.now();
        let (counts, held, without_machines, failed) = self
            .store
            .read(move |tx| -> Result<_, Error> {
                let failed = guild.map(|guild| tx.failed_in(guild, now, MOST)).transpose()?;
                let held = here.map(|guild| tx.held_games(guild, MOST)).transpose()?.unwrap_or_default();
                let machines = here.filter(|_| !offered).map(|guild| tx.count_machine_games(guild));
                Ok((tx.counts(now)?, held, machines.transpose()?.unwrap_or_default(), failed))
            })
            .await?;
        Ok(Status { counts, differing: self.count_differing(), held, without_machines, failed })
    }
}

#[cfg(test)]
mod tests {
    use clock::later;
    use data::{GuildId, Notice, OutboxKind, Payload};
    use jiff::SignedDuration;

    use super::*;
    use crate::fixture::{ANN, BOB, CHANNEL, Fixture};

    #[tokio::test]
    async fn status_omits_private_notices_and_future_posts() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa", &[BOB]).await;
        world.outbox().await;
        let status = async || world.service.status(&world.by(ANN), true).await.unwrap();
        let before = status().await;
        let at = world.service.now();
        let queue = move |tx: &data::Tx<'_>| {
            tx.queue(id, &Payload::board(9), later(at, SignedDuration::from_mins(1)))?;
            for _ in 0..2 {
                tx.queue_notice(id, BOB.into(), Notice::Text("Your plan was dropped.".to_owned()), at)?;
            }
            Ok::<_, data::StoreError>(())
        };
        world.service.store().write(queue).await.unwrap();
        let note = world.lease_of(OutboxKind::Notice).await;
        world.service.store().write(move |tx| tx.give_up(note.id, "test", at)).await.unwrap();
        assert_eq!(status().await, before);
    }

    #[tokio::test]
    async fn managers_see_the_failed_posts_and_reasons() {
        let world = Fixture::new().await;
        world.begin("protozoa", &[BOB]).await;
        let due = world.lease_of(OutboxKind::Board).await;
        let at = world.service.now();
        world.service.store().write(move |tx| tx.give_up(due.id, "no permission", at)).await.unwrap();

        let status = async |guild: u64, manages| {
            let caller = Caller { guild: Some(GuildId::from(guild)), ..world.by(ANN) };
            world.service.status(&caller, manages).await.unwrap()
        };
        let here = status(50, true).await;
        assert_eq!((here.counts.running, here.counts.failed, here.differing), (1, 1, 0));
        let failed = here.failed.unwrap();
        let [failed] = failed.as_slice() else { panic!("{failed:?}") };
        assert_eq!((failed.channel, failed.kind, failed.at), (CHANNEL.into(), OutboxKind::Board, at));
        assert_eq!(failed.why, "no permission");
        for (guild, manages, failed) in [(50, false, None), (51, true, Some(Vec::new()))] {
            let other = status(guild, manages).await;
            assert_eq!((other.counts.failed, other.failed), (1, failed));
        }
    }
}
