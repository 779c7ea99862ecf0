//! The daily posts of puzzles.

use data::{ChannelId, Due, GuildId};
use messages::posts;
use play::service::puzzle_post;

use super::{Desk, Failure};
use crate::chat::Chat;

impl<C: Chat> Desk<C> {
    /// Posts a server's puzzle of a day. Does nothing if the server no longer wants it there, or a newer puzzle is out.
    pub(super) async fn send_puzzle(
        &self,
        due: &Due,
        (guild, channel): (GuildId, ChannelId),
        day: i64,
    ) -> Result<(), Failure> {
        let found = self.service.store().read(move |tx| puzzle_post(tx, (guild, channel), day)).await?;
        let Some(puzzle) = found else { return self.settle(due, None).await };
        // A position that this version no longer reads can never be posted.
        let Some(picture) = self.writer.puzzle_picture(&puzzle.puzzle).await? else {
            return self.settle(due, None).await;
        };
        let post = posts::puzzle(&puzzle, picture);
        // The footer names the day, so a retry finds what an earlier attempt has posted.
        let message = self.post(due, channel, &post, nonce(due), None).await?;
        self.settle(due, Some((channel, message))).await
    }
}

/// Returns the nonce of a puzzle's post, the same for each attempt.
fn nonce(due: &Due) -> String {
    format!("puzzle-{:x}", due.id.get())
}
