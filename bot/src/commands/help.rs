//! `/help`: lists the commands.

use messages::{posts, view::Response};

use super::context::{Context, Done, respond_with};

/// Learn how to play here
#[poise::command(slash_command)]
pub(super) async fn help(ctx: Context<'_>) -> Done {
    respond_with(ctx, async { Ok(Response::Ephemeral(posts::help())) }).await
}
