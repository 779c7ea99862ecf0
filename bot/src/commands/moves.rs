//! `/move`: plays one or several moves.

use poise::serenity_prelude::CreateAutocompleteResponse;

use super::{Context, Done, asker, completed, do_and_tell};

/// Play a move; start typing to see what is legal
#[poise::command(slash_command, guild_only, rename = "move")]
pub(super) async fn play_move(
    ctx: Context<'_>,
    #[description = "Your move, or several with spaces between"]
    #[rename = "move"]
    #[autocomplete = "complete_move"]
    typed: String,
) -> Done {
    do_and_tell(ctx, ctx.data().service.play_typed(&asker(ctx), typed)).await
}

async fn complete_move(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    completed("moves", ctx.data().service.complete_move(&asker(ctx), typed.to_owned()).await)
}
