//! `/leaderboard`: the people with the best ratings.

use data::{Shape, day_of};
use messages::choices;
use play::service::BoardWish;
use poise::serenity_prelude::CreateAutocompleteResponse;

use super::context::{Context, Done, caller, complete_game, completions, respond};

/// The shape of games.
#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Of {
    #[name = "duel"]
    Duel,
    #[name = "table"]
    Table,
    #[name = "team"]
    Team,
}

impl From<Of> for Shape {
    fn from(of: Of) -> Shape {
        match of {
            Of::Duel => Shape::Duel,
            Of::Table => Shape::Table,
            Of::Team => Shape::Team,
        }
    }
}

/// The people among whom the leaderboard ranks.
#[derive(Clone, Copy, PartialEq, Eq, poise::ChoiceParameter)]
enum Among {
    #[name = "here"]
    Here,
    #[name = "world"]
    World,
}

/// The people who see the response.
#[derive(Clone, Copy, PartialEq, Eq, poise::ChoiceParameter)]
enum Readers {
    #[name = "me"]
    Me,
    #[name = "everyone"]
    Everyone,
}

/// See who plays best
#[poise::command(slash_command, guild_only)]
#[allow(clippy::too_many_arguments)] // They are the command's options.
pub(super) async fn leaderboard(
    ctx: Context<'_>,
    #[description = "Which game; leave empty for the one that was rated last"]
    #[autocomplete = "complete_game"]
    game: Option<String>,
    #[description = "Duels of two, tables of three or more, or teams"] shape: Option<Of>,
    #[description = "All games, this season, or a quarter such as 2026-Q3"]
    #[autocomplete = "complete_since"]
    since: Option<String>,
    #[description = "This server, or the world"]
    #[rename = "where"]
    among: Option<Among>,
    #[description = "Who sees it: only you, or everyone in the channel"] show: Option<Readers>,
    #[description = "Read how ratings work instead"] about: Option<bool>,
) -> Done {
    let service = &ctx.data().service;
    if about == Some(true) {
        return respond(ctx, service.about_ratings()).await;
    }
    let wish = BoardWish {
        game,
        shape: shape.map(Shape::from),
        since,
        world: among == Some(Among::World),
        everyone: show == Some(Readers::Everyone),
    };
    respond(ctx, service.leaderboard(&caller(ctx), &wish)).await
}

async fn complete_since(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    completions(choices::complete_span(typed, day_of(ctx.data().service.now())))
}
