//! `/analyse`: a board on which the caller tries moves out.

use messages::choices;
use play::{Error, catalogue, rejected::Rejected, service::SketchWish};
use poise::serenity_prelude::CreateAutocompleteResponse;

use super::{
    context::{Context, Done, caller, completed, respond},
    replay,
};

/// Try moves out for all seats, on a board that only you see
#[poise::command(slash_command, guild_only)]
pub(super) async fn analyse(
    ctx: Context<'_>,
    #[description = "Which game, or a new one of its kind; leave empty for the one in this channel"]
    #[autocomplete = "complete_game"]
    game: Option<String>,
    #[description = "A position as text, instead of a game's own"] position: Option<String>,
    #[description = "The turn after which to begin, or 0; leave empty for the newest"]
    #[min = 0]
    turn: Option<u32>,
) -> Done {
    respond(ctx, async {
        let mut wish = SketchWish { position, turn, ..SketchWish::default() };
        match game.as_deref().map(|typed| (typed, catalogue::find_game(typed))) {
            Some((_, Some(kind))) => wish.kind = Some(kind),
            Some((typed, None)) if !is_number(typed) => {
                return Err(Error::rejected(Rejected::UnknownKind { typed: typed.to_owned() }));
            }
            _ => wish.game = replay::named(ctx, game).await?,
        }
        ctx.data().service.analyse(&caller(ctx), wish).await
    })
    .await
}

/// Returns whether a text looks like the number of a game.
fn is_number(typed: &str) -> bool {
    typed.trim().trim_start_matches('#').starts_with(|first: char| first.is_ascii_digit())
}

async fn complete_game(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let games = ctx.data().service.own_games(&caller(ctx)).await;
    completed("games", games.map(|games| choices::sketches(&games, typed)))
}
