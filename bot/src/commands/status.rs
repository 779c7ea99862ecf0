//! `/status`: the state of the bot.

use super::{
    admin::may_manage,
    context::{Context, Done, caller, respond},
};

/// See how I'm doing; admins also see what I couldn't post
#[poise::command(slash_command)]
pub(super) async fn status(ctx: Context<'_>) -> Done {
    let manages = may_manage(ctx);
    respond(ctx, ctx.data().service.status(&caller(ctx), manages)).await
}
