//! `/board`: shows the board again.

use super::context::{Context, Done, caller, respond};

/// Show the board of this channel's game, only to you
#[poise::command(slash_command, guild_only)]
pub(super) async fn board(
    ctx: Context<'_>,
    #[description = "Show it in letters instead of a picture"] text: Option<bool>,
) -> Done {
    let service = &ctx.data().service;
    match text {
        Some(true) => respond(ctx, service.text_board_here(&caller(ctx))).await,
        _ => respond(ctx, service.board(&caller(ctx))).await,
    }
}
