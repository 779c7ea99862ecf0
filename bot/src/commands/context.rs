//! The parts that all commands share: the caller, responses, and common completions.

use messages::{
    choices,
    view::{self, Choice},
};
use play::{
    Error, Response,
    service::{Caller, Member},
};
use poise::serenity_prelude::{AutocompleteChoice, CommandInteraction, CreateAutocompleteResponse};

use crate::{app::App, discord};

pub(super) type Context<'a> = poise::ApplicationContext<'a, App, anyhow::Error>;
pub(super) type Done = Result<(), anyhow::Error>;

/// Returns the caller of a command.
pub(super) fn caller(ctx: Context<'_>) -> Caller {
    let CommandInteraction { id, user, guild_id, channel_id, .. } = ctx.interaction;
    discord::caller(user.id, *guild_id, *channel_id, *id, ctx.data().service.now())
}

/// Returns the roles and rights of the caller of a command.
pub(super) fn member(ctx: Context<'_>) -> Member {
    discord::member(ctx.interaction.member.as_deref())
}

/// Runs the use case of a command, and responds to the caller.
pub(super) async fn respond(ctx: Context<'_>, work: impl Future<Output = Result<Response, Error>>) -> Done {
    respond_with(ctx, async { ctx.data().write(&caller(ctx), work.await).await }).await
}

/// Responds to the caller of a command with a post.
pub(super) async fn respond_with(
    ctx: Context<'_>,
    work: impl Future<Output = Result<view::Response, Error>>,
) -> Done {
    let work = async { (caller(ctx), None, work.await) };
    ctx.data().serve(ctx.http(), ctx.interaction.id, &ctx.interaction.token, work).await
}

/// Defers the response to a command at once, because it takes long to draw. Then runs its use case and responds in private.
pub(super) async fn respond_slowly(
    ctx: Context<'_>,
    work: impl Future<Output = Result<Response, Error>>,
) -> Done {
    let (app, interaction) = (ctx.data(), ctx.interaction);
    let work = async { app.write(&caller(ctx), work.await).await };
    app.serve_slowly(ctx.http(), interaction.id, &interaction.token, &caller(ctx), work).await
}

/// Runs the use case of a command. If it queues a public post, that post is the response.
pub(super) async fn respond_or_post(
    ctx: Context<'_>,
    work: impl Future<Output = Result<Response, Error>>,
) -> Done {
    let (app, caller, token) = (ctx.data(), caller(ctx), &ctx.interaction.token);
    let work = async {
        let left = app.leave(&caller, token).await;
        let written = app.write(&caller, work.await).await;
        (caller, left, written)
    };
    app.serve(ctx.http(), ctx.interaction.id, token, work).await
}

/// Returns completions, or none if they failed. Internal errors are logged.
pub(super) fn completed(what: &str, choices: Result<Vec<Choice>, Error>) -> CreateAutocompleteResponse {
    if let Err(error @ Error::Internal(_)) = &choices {
        tracing::error!("{what} could not be completed: {error:#}");
    }
    completions(choices.unwrap_or_default())
}

pub(super) fn completions(choices: Vec<Choice>) -> CreateAutocompleteResponse {
    let choices = choices.into_iter().map(|choice| AutocompleteChoice::new(choice.label, choice.value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Completes a time control.
pub(super) async fn complete_clock(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    completions(choices::complete_clock(typed))
}

/// Completes the name of a game.
pub(super) async fn complete_game(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    completions(choices::complete_game(typed))
}
