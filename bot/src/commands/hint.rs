//! `/hint`: the best turns that a machine sees.

use messages::choices;
use play::service::HintWish;
use poise::serenity_prelude::CreateAutocompleteResponse;

use super::{
    context::{Context, Done, caller, completed, respond_slowly},
    replay,
};

/// See the best turns, in a game against machines, in one that allows hints, or after the end
#[poise::command(slash_command, guild_only)]
pub(super) async fn hint(
    ctx: Context<'_>,
    #[description = "Which game; leave empty for the one in this channel"]
    #[autocomplete = "complete_game"]
    game: Option<String>,
    #[description = "In a finished game, the turn after which to look; leave empty for the last decision"]
    #[min = 0]
    turn: Option<u32>,
) -> Done {
    respond_slowly(ctx, async {
        let game = replay::named(ctx, game).await?;
        ctx.data().hint(&caller(ctx), HintWish { game, turn }).await
    })
    .await
}

async fn complete_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let games = ctx.data().service.own_games(&caller(ctx)).await;
    completed("games", games.map(|games| choices::own_games(&games, typed)))
}
