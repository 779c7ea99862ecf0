//! `/rules`: explains a game.

use super::{Context, Done, answer, caller, complete_game};

/// Explain a game, page by page
#[poise::command(slash_command)]
pub(super) async fn rules(
    ctx: Context<'_>,
    #[description = "Which game; empty for the one in this channel"]
    #[autocomplete = "complete_game"]
    game: Option<String>,
) -> Done {
    answer(ctx, ctx.data().service.rules(&caller(ctx), game)).await
}
