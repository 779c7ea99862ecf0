//! `/games`: lists one's games everywhere.

use super::{Context, Done, answer, caller};

/// List your games on all servers, those that wait for you first
#[poise::command(slash_command)]
pub(super) async fn games(ctx: Context<'_>) -> Done {
    answer(ctx, ctx.data().service.games(&caller(ctx))).await
}
