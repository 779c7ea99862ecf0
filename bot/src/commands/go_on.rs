//! `/continue`: goes on with a game whose channel is gone.

use poise::serenity_prelude::CreateAutocompleteResponse;

use super::{Context, Done, asker, completed, do_and_tell};

/// Go on here with a game of yours whose channel was deleted
#[poise::command(slash_command, guild_only, rename = "continue")]
pub(super) async fn go_on(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_aside"]
    game: String,
) -> Done {
    do_and_tell(ctx, ctx.data().service.take_up(&asker(ctx), &game)).await
}

async fn complete_aside(ctx: Context<'_>, _: &str) -> CreateAutocompleteResponse {
    completed("games", ctx.data().service.complete_aside(&asker(ctx)).await)
}
