//! `/replay` and `/catchup`: films and sheets of games.

use data::GameId;
use messages::choices;
use play::{
    Error,
    rejected::Rejected,
    service::{Press, ReplayWish, Target},
};
use poise::serenity_prelude::CreateAutocompleteResponse;

use super::context::{Context, Done, caller, completed, respond_slowly};

/// Watch a film of a game, turn by turn
#[poise::command(slash_command, guild_only)]
pub(super) async fn replay(
    ctx: Context<'_>,
    #[description = "Which game; leave empty for the one in this channel"]
    #[autocomplete = "complete_game"]
    game: Option<String>,
    #[description = "The first turn; leave empty for the beginning"]
    #[min = 1]
    from: Option<u32>,
    #[description = "The last turn; leave empty for the newest"]
    #[min = 1]
    to: Option<u32>,
) -> Done {
    let largest = ctx.interaction.attachment_size_limit as usize;
    respond_slowly(ctx, async {
        let game = named(ctx, game).await?;
        ctx.data().service.replay(&caller(ctx), ReplayWish { game, from, to, largest }).await
    })
    .await
}

/// See what you missed: one game in pictures, or all of your games in words
#[poise::command(slash_command, guild_only)]
pub(super) async fn catchup(
    ctx: Context<'_>,
    #[description = "Which game; leave empty for all of your games"]
    #[autocomplete = "complete_game"]
    game: Option<String>,
) -> Done {
    respond_slowly(ctx, async {
        match named(ctx, game).await? {
            Some(game) => ctx.data().service.catch_up(&caller(ctx), game).await,
            None => ctx.data().service.catch_up_everywhere(&caller(ctx)).await,
        }
    })
    .await
}

/// Reads the number of a game whose history the caller may see.
pub(super) async fn named(ctx: Context<'_>, typed: Option<String>) -> Result<Option<GameId>, Error> {
    let Some(typed) = typed else { return Ok(None) };
    let number = typed.trim().trim_start_matches('#').parse::<u64>();
    let game = GameId::from(number.map_err(|_| Error::rejected(Rejected::UnknownGame))?);
    let press = Press { game: Some(game), offer: None, target: Target::Nothing, is_history: true };
    let pass = ctx.data().service.check_press(&caller(ctx), press).await?;
    ctx.data().check_sight(ctx.interaction.member.as_deref(), pass.must_see).await?;
    Ok(Some(game))
}

async fn complete_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let games = ctx.data().service.own_games(&caller(ctx)).await;
    completed("games", games.map(|games| choices::own_games(&games, typed)))
}
