//! `/info`: explains a piece.

use messages::info;
use poise::serenity_prelude::CreateAutocompleteResponse;

use super::context::{Context, Done, caller, completed, respond_with};

/// Explain a piece and show where yours can go
#[poise::command(slash_command)]
pub(super) async fn info(
    ctx: Context<'_>,
    #[description = "Which piece, or a square of this channel's board such as e3"]
    #[autocomplete = "complete_piece"]
    piece: String,
) -> Done {
    let app = ctx.data();
    let work = async {
        let caller = caller(ctx);
        let at = app.service.channel_game(&caller).await?;
        app.writer_for(&caller).await?.piece(&at, &piece).await
    };
    respond_with(ctx, work).await
}

async fn complete_piece(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let at = ctx.data().service.channel_game(&caller(ctx)).await;
    completed("pieces", at.map(|at| info::complete(at.kind, typed)))
}
