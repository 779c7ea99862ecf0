//! `/info`: explains a piece.

use poise::serenity_prelude::CreateAutocompleteResponse;

use super::context::{Context, Done, caller, completed, respond};

/// Explain a piece and show where yours can go
#[poise::command(slash_command)]
pub(super) async fn info(
    ctx: Context<'_>,
    #[description = "Which piece, or a square of this channel's board such as e3"]
    #[autocomplete = "complete_piece"]
    piece: String,
) -> Done {
    respond(ctx, ctx.data().service.info(&caller(ctx), &piece)).await
}

async fn complete_piece(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    completed("pieces", ctx.data().service.complete_piece(&caller(ctx), typed).await)
}
