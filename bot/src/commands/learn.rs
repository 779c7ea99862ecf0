//! `/learn`: a guided first game.

use super::context::{Context, Done, caller, complete_game, respond};

/// Learn a game by playing: a guided first game of a few moves, in private
#[poise::command(slash_command)]
pub(super) async fn learn(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_game"]
    game: String,
) -> Done {
    respond(ctx, ctx.data().service.learn(&caller(ctx), game)).await
}
