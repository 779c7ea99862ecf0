//! `/history` and `/export`: the turns of a game, and its record.

use super::context::{Context, Done, caller, respond};

/// Page through the turns of this channel's game, with a picture of each
#[poise::command(slash_command, guild_only)]
pub(super) async fn history(ctx: Context<'_>) -> Done {
    respond(ctx, ctx.data().service.history(&caller(ctx))).await
}

/// Get the record of this channel's game as a file
#[poise::command(slash_command, guild_only)]
pub(super) async fn export(ctx: Context<'_>) -> Done {
    respond(ctx, ctx.data().service.export(&caller(ctx))).await
}
