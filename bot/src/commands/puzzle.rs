//! `/puzzle`: the newest puzzle of the server, and the streaks.

use super::context::{Context, Done, caller, respond};

/// Solve the puzzle of the day, and see how long you've kept at it
#[poise::command(slash_command, guild_only)]
pub(super) async fn puzzle(ctx: Context<'_>) -> Done {
    respond(ctx, ctx.data().service.puzzle(&caller(ctx))).await
}
