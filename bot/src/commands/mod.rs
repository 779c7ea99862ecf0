//! The slash commands, one file each. They parse the options, call the service, and respond.

mod admin;
mod board;
mod games;
mod go_on;
mod help;
mod history;
mod info;
mod moves;
mod offer;
mod plan;
mod play;
mod rematch;
mod resign;
mod rules;
mod settings;
mod status;
mod substitute;

use poise::serenity_prelude::{
    AutocompleteChoice, CommandInteraction, CreateAutocompleteResponse, ResolvedOption, ResolvedValue,
};

use crate::{
    app::App,
    discord,
    error::Error,
    service::Caller,
    setup,
    view::{Choice, Response},
};

type Context<'a> = poise::ApplicationContext<'a, App, anyhow::Error>;
type Done = Result<(), anyhow::Error>;

/// Returns all commands, as they are registered with Discord.
#[must_use]
pub fn all() -> Vec<poise::Command<App, anyhow::Error>> {
    vec![
        play::play(),
        moves::play_move(),
        plan::plan(),
        board::board(),
        history::history(),
        history::export(),
        games::games(),
        go_on::go_on(),
        rules::rules(),
        info::info(),
        offer::offer(),
        rematch::rematch(),
        substitute::substitute(),
        resign::resign(),
        settings::settings(),
        status::status(),
        help::help(),
        admin::admin(),
    ]
}

/// Returns whether the bot has a command with these options. A user's Discord may still show the commands of another version.
pub(crate) fn know(
    commands: &[poise::Command<App, anyhow::Error>],
    name: &str,
    options: &[ResolvedOption<'_>],
) -> bool {
    let Some(command) = commands.iter().find(|command| command.name == name) else { return false };
    match options {
        [ResolvedOption { name, value: ResolvedValue::SubCommand(inner), .. }]
        | [ResolvedOption { name, value: ResolvedValue::SubCommandGroup(inner), .. }] => {
            know(&command.subcommands, name, inner)
        }
        // A command with subcommands cannot be called by itself.
        _ if !command.subcommands.is_empty() => false,
        options => options.iter().all(|option| {
            let parameter = command.parameters.iter().find(|parameter| parameter.name == option.name);
            let completed = matches!(option.value, ResolvedValue::Autocomplete { .. });
            parameter.is_some_and(|known| !completed || known.autocomplete_callback.is_some())
        }),
    }
}

/// Returns the caller of a command.
fn caller(ctx: Context<'_>) -> Caller {
    let CommandInteraction { id, user, guild_id, channel_id, .. } = ctx.interaction;
    discord::caller(user.id, *guild_id, *channel_id, *id, ctx.data().service.now())
}

/// Runs the use case of a command, and responds to the caller.
async fn respond(ctx: Context<'_>, work: impl Future<Output = Result<Response, Error>>) -> Done {
    let work = async { (caller(ctx), None, work.await) };
    ctx.data().serve(ctx.http(), ctx.interaction.id, &ctx.interaction.token, work).await
}

/// Runs the use case of a command. If it queues a public post, that post is the response.
async fn respond_or_post(ctx: Context<'_>, work: impl Future<Output = Result<Response, Error>>) -> Done {
    let (app, caller, token) = (ctx.data(), caller(ctx), &ctx.interaction.token);
    let work = async {
        let left = app.leave(&caller, token).await;
        (caller, left, work.await)
    };
    app.serve(ctx.http(), ctx.interaction.id, token, work).await
}

/// Returns completions, or none if they failed. Internal errors are logged.
fn completed(what: &str, choices: Result<Vec<Choice>, Error>) -> CreateAutocompleteResponse {
    if let Err(error @ Error::Internal(_)) = &choices {
        tracing::error!("{what} could not be completed: {error:#}");
    }
    completions(choices.unwrap_or_default())
}

fn completions(choices: Vec<Choice>) -> CreateAutocompleteResponse {
    let choices = choices.into_iter().map(|choice| AutocompleteChoice::new(choice.label, choice.value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// Completes a time control.
async fn complete_clock(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    completions(setup::complete_clock(typed))
}

/// Completes the name of a game.
async fn complete_game(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    completions(setup::complete_game(typed))
}
