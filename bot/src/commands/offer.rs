//! `/offer`: asks the other players for something.

use data::OfferKind;

use super::context::{Context, Done, caller, respond_or_post};

/// Ask the others for a draw, a take-back or a pause, or to call the game off
#[poise::command(
    slash_command,
    guild_only,
    subcommands("draw", "takeback", "pause", "resume", "abort"),
    subcommand_required
)]
pub(super) async fn offer(_: Context<'_>) -> Done {
    Ok(())
}

/// Offer a draw in this channel's game
#[poise::command(slash_command, guild_only)]
async fn draw(ctx: Context<'_>) -> Done {
    make(ctx, OfferKind::Draw).await
}

/// Ask to take back your last turn and everything played since
#[poise::command(slash_command, guild_only)]
async fn takeback(ctx: Context<'_>) -> Done {
    make(ctx, OfferKind::TakeBack).await
}

/// Ask for a pause that stops all clocks
#[poise::command(slash_command, guild_only)]
async fn pause(ctx: Context<'_>) -> Done {
    make(ctx, OfferKind::Pause).await
}

/// End the pause: the clocks run again
#[poise::command(slash_command, guild_only)]
async fn resume(ctx: Context<'_>) -> Done {
    respond_or_post(ctx, ctx.data().service.resume_here(&caller(ctx))).await
}

/// Call off this channel's game, without a result
#[poise::command(slash_command, guild_only)]
async fn abort(ctx: Context<'_>) -> Done {
    make(ctx, OfferKind::Abort).await
}

async fn make(ctx: Context<'_>, kind: OfferKind) -> Done {
    respond_or_post(ctx, ctx.data().service.offer(&caller(ctx), kind)).await
}
