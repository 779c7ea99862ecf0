//! `/continue`: resumes a game whose channel is gone.

use messages::choices;
use poise::serenity_prelude::CreateAutocompleteResponse;

use super::context::{Context, Done, caller, completed, respond_or_post};

/// Resume one of your games here after its channel was deleted
#[poise::command(slash_command, guild_only, rename = "continue")]
pub(super) async fn resume(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_suspended"]
    game: String,
) -> Done {
    respond_or_post(ctx, ctx.data().service.resume_suspended(&caller(ctx), &game)).await
}

async fn complete_suspended(ctx: Context<'_>, _: &str) -> CreateAutocompleteResponse {
    let games = ctx.data().service.suspended(&caller(ctx)).await;
    completed("games", games.map(|games| choices::suspended(&games)))
}
