//! `/status`: the state of the bot.

use messages::{text, view};

use super::context::{Context, Done, caller, member, respond_with};

/// See how I'm doing; admins also see what I couldn't post
#[poise::command(slash_command)]
pub(super) async fn status(ctx: Context<'_>) -> Done {
    let manages = member(ctx).manages;
    let app = ctx.data();
    let work = async {
        let status = app.service.status(&caller(ctx), manages).await?;
        Ok(view::ephemeral(text::status(&status, app.link.failures())))
    };
    respond_with(ctx, work).await
}
