//! `/board`: shows the board again.

use super::context::{Context, Done, caller, respond};

/// Show the board of this channel's game, only to you
#[poise::command(slash_command, guild_only)]
pub(super) async fn board(ctx: Context<'_>) -> Done {
    respond(ctx, ctx.data().service.board(&caller(ctx))).await
}
