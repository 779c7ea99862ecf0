//! The weekly posts of servers' leaderboards.

use data::{ChannelId, Due, GuildId, Weekly};
use messages::posts;
use play::service::weekly_post;

use super::{Desk, Failure};
use crate::chat::{Chat, ChatError};

impl<C: Chat> Desk<C> {
    /// Updates a server's weekly post, or posts a new one if the channel has no message that can still be edited. Does nothing if
    /// the server no longer wants the post there.
    pub(super) async fn send_weekly(
        &self,
        due: &Due,
        (guild, channel): (GuildId, ChannelId),
        week: i64,
    ) -> Result<(), Failure> {
        let at = self.service.now();
        let found = self.service.store().read(move |tx| weekly_post(tx, (guild, channel), week, at)).await?;
        let Some((boards, shown)) = found else { return self.settle(due, None).await };
        let post = posts::weekly(&boards);
        let edited = match shown {
            Some(message) => match self.edit(channel, message, &post).await {
                Ok(()) => Some(message),
                Err(
                    ChatError::Gone | ChatError::NoChannel | ChatError::Forbidden | ChatError::Refused(_),
                ) => None,
                Err(error) => return Err(error.into()),
            },
            None => None,
        };
        let message = match edited {
            Some(message) => message,
            // The footer names the week, so a retry finds what an earlier attempt has posted.
            None => self.post(due, channel, &post, nonce(due, week), None).await?,
        };
        let (id, at) = (due.id, self.service.now());
        self.service
            .store()
            .write(move |tx| {
                if let Some(weekly) = tx.weekly(guild)? {
                    tx.set_weekly(&Weekly { shown: Some((channel, message)), ..weekly })?;
                }
                tx.settle(id, Some((channel, message)), at)
            })
            .await?;
        Ok(())
    }
}

/// Returns the nonce of a weekly post. The entry is the same every week.
fn nonce(due: &Due, week: i64) -> String {
    format!("week-{:x}-{week:x}", due.id.get())
}
