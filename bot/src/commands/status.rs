//! `/status`: shows the state of the bot.

use super::{
    admin::may_manage,
    context::{Context, Done, caller, respond},
};

/// How I am doing; for admins also what I could not post
#[poise::command(slash_command)]
pub(super) async fn status(ctx: Context<'_>) -> Done {
    let manages = may_manage(ctx);
    respond(ctx, ctx.data().service.status(&caller(ctx), manages)).await
}
