//! `/games`: lists one's games everywhere.

use super::{Context, Done, answer, asker};

/// List your games on all servers, those that wait for you first
#[poise::command(slash_command)]
pub(super) async fn games(ctx: Context<'_>) -> Done {
    answer(ctx, ctx.data().service.games(&asker(ctx))).await
}
