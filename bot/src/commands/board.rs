//! `/board`: shows the board again.

use super::context::{Context, Done, caller, respond, respond_with};

/// Show the board of this channel's game, only to you
#[poise::command(slash_command, guild_only)]
pub(super) async fn board(
    ctx: Context<'_>,
    #[description = "Show it in letters instead of a picture"] text: Option<bool>,
) -> Done {
    let (app, caller) = (ctx.data(), caller(ctx));
    match text {
        Some(true) => respond(ctx, app.service.text_board_here(&caller)).await,
        Some(false) => {
            respond_with(ctx, async {
                let board = app.service.board(&caller).await?;
                app.writer_for(&caller).await?.with_pictures().write(board).await
            })
            .await
        }
        None => respond(ctx, app.service.board(&caller)).await,
    }
}
