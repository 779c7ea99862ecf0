//! `/move`: plays one or more moves.

use messages::choices;
use poise::serenity_prelude::CreateAutocompleteResponse;

use super::context::{Context, Done, caller, completed, respond_or_post};

/// Play a move; start typing to see the legal moves
#[poise::command(slash_command, guild_only, rename = "move")]
pub(super) async fn play_move(
    ctx: Context<'_>,
    #[description = "Your move, or several with spaces between"]
    #[rename = "move"]
    #[autocomplete = "complete_move"]
    typed: String,
) -> Done {
    respond_or_post(ctx, ctx.data().service.play_typed(&caller(ctx), typed)).await
}

async fn complete_move(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let moves = ctx.data().service.complete_move(&caller(ctx), typed.to_owned()).await;
    completed("moves", moves.map(choices::all))
}
