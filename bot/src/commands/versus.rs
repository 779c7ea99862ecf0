//! `/versus`: the results of two people against each other.

use poise::serenity_prelude::User;

use super::context::{Context, Done, caller, complete_game, respond};

/// See how you fare against another player, or two others against each other
#[poise::command(slash_command, guild_only)]
pub(super) async fn versus(
    ctx: Context<'_>,
    #[description = "The player"] user: User,
    #[description = "Their opponent; leave empty to see your own results"] opponent: Option<User>,
    #[description = "Which game; leave empty for all"]
    #[autocomplete = "complete_game"]
    game: Option<String>,
) -> Done {
    let opponent = opponent.map(|user| user.id.get().into());
    let caller = caller(ctx);
    let work = ctx.data().service.versus(&caller, user.id.get().into(), opponent, game);
    respond(ctx, work).await
}
