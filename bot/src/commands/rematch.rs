//! `/rematch`: plays the same game again.

use super::context::{Context, Done, caller, member, respond};

/// Play this channel's last game again with rotated seats
#[poise::command(slash_command, guild_only)]
pub(super) async fn rematch(ctx: Context<'_>) -> Done {
    respond(ctx, ctx.data().service.rematch_here(&caller(ctx), &member(ctx))).await
}
