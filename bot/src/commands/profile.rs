//! `/profile`: what a person has played, and their ratings.

use poise::serenity_prelude::User;

use super::context::{Context, Done, caller, complete_game, respond};

/// See your ratings and results, or those of another player
#[poise::command(slash_command, guild_only)]
pub(super) async fn profile(
    ctx: Context<'_>,
    #[description = "Whose; leave empty for your own"] user: Option<User>,
    #[description = "Which game; leave empty for all"]
    #[autocomplete = "complete_game"]
    game: Option<String>,
) -> Done {
    let person = user.map(|user| user.id.get().into());
    respond(ctx, ctx.data().service.profile(&caller(ctx), person, game)).await
}
