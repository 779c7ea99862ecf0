//! `/help`: lists the commands.

use super::context::{Context, Done, respond};
use crate::{posts, view::Response};

/// Learn how to play here
#[poise::command(slash_command)]
pub(super) async fn help(ctx: Context<'_>) -> Done {
    respond(ctx, async { Ok(Response::Ephemeral(posts::help())) }).await
}
