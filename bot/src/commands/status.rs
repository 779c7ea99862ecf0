//! `/status`: the state of the bot.

use messages::{text, view};

use super::{
    admin::may_manage,
    context::{Context, Done, caller, respond_with},
};

/// See how I'm doing; admins also see what I couldn't post
#[poise::command(slash_command)]
pub(super) async fn status(ctx: Context<'_>) -> Done {
    let manages = may_manage(ctx);
    let app = ctx.data();
    let work = async {
        let status = app.service.status(&caller(ctx), manages).await?;
        Ok(view::ephemeral(text::status(&status, app.link.failures())))
    };
    respond_with(ctx, work).await
}
