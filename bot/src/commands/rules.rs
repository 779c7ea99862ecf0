//! `/rules`: explains a game.

use super::context::{Context, Done, caller, complete_game, respond};

/// Explain a game, page by page
#[poise::command(slash_command)]
pub(super) async fn rules(
    ctx: Context<'_>,
    #[description = "Which game; leave empty for the one in this channel"]
    #[autocomplete = "complete_game"]
    game: Option<String>,
) -> Done {
    respond(ctx, ctx.data().service.rules(&caller(ctx), game)).await
}
