//! `/resign`: resigns a game after a confirmation.

use super::context::{Context, Done, caller, respond};

/// Give up your game in this channel
#[poise::command(slash_command, guild_only)]
pub(super) async fn resign(ctx: Context<'_>) -> Done {
    respond(ctx, ctx.data().service.ask_resign(&caller(ctx))).await
}
