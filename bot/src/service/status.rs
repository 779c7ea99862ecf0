//! How the bot is doing, and what it could not post.

use super::{Asker, Service};
use crate::{text, trouble::Trouble, view::Answer};

/// How many failed posts are read: more than a message shows.
const MOST: u32 = 50;

impl Service {
    /// How the bot is doing; for who may manage the server (`manages`) also what could not be posted there.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn status(&self, asker: &Asker, manages: bool) -> Result<Answer, Trouble> {
        let guild = asker.guild.filter(|_| manages);
        let (counts, failed) = self
            .store
            .read(move |tx| -> Result<_, Trouble> {
                let failed = guild.map(|guild| tx.failed_in(guild, MOST)).transpose()?;
                Ok((tx.counts()?, failed))
            })
            .await?;
        Ok(Answer::whisper(text::status(&counts, failed.as_deref())))
    }
}

#[cfg(test)]
mod tests {
    use data::{GuildId, Topic};

    use super::*;
    use crate::fixture::{ANN, BOB, CHANNEL, Fixture, whisper};

    #[tokio::test]
    async fn who_manages_the_server_sees_what_could_not_be_posted_there_and_why() {
        let world = Fixture::new().await;
        world.begin("protozoa", &[BOB]).await;
        let due = world.lease_of(Topic::Board).await;
        let at = world.service.now();
        let why = text::NO_PERMISSION;
        world.service.store().write(move |tx| tx.give_up(due.id, why, at)).await.unwrap();

        let status = async |guild: u64, manages| {
            let asker = Asker { guild: Some(GuildId::from(guild)), ..world.by(ANN) };
            whisper(world.service.status(&asker, manages).await).content
        };
        let here = status(50, true).await;
        assert!(here.contains(env!("CARGO_PKG_VERSION")), "{here}");
        assert!(here.contains("1 game running") && here.contains("1 post failed"), "{here}");
        assert!(here.contains(&format!("a board in <#{CHANNEL}>")) && here.contains(why), "{here}");
        for (guild, manages) in [(50, false), (51, true)] {
            let other = status(guild, manages).await;
            assert!(other.contains("1 post failed") && !other.contains("<#"), "{other}");
        }
    }
}
