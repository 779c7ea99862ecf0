//! `/games`: lists the caller's games on all servers.

use super::context::{Context, Done, caller, respond};

/// List your games on all servers, those waiting for you first
#[poise::command(slash_command)]
pub(super) async fn games(ctx: Context<'_>) -> Done {
    respond(ctx, ctx.data().service.games(&caller(ctx))).await
}
