//! The slash commands, one file each: they read what was typed, ask the service, and answer.

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

use poise::serenity_prelude::{AutocompleteChoice, CommandInteraction, CreateAutocompleteResponse};

use crate::{
    app::App,
    discord,
    service::Asker,
    setup,
    steps::Step,
    text,
    trouble::Trouble,
    view::{Answer, Choice},
};

type Context<'a> = poise::ApplicationContext<'a, App, anyhow::Error>;
type Done = Result<(), anyhow::Error>;

/// All commands, as they are registered with Discord.
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

/// Who has called a command.
fn asker(ctx: Context<'_>) -> Asker {
    let CommandInteraction { id, user, guild_id, channel_id, .. } = ctx.interaction;
    discord::asker(user.id, *guild_id, *channel_id, *id, ctx.data().service.now())
}

/// Answers a command, and notes the message of a lobby that is shown by it.
pub(crate) async fn answer(ctx: Context<'_>, result: Result<Answer, Trouble>) -> Done {
    let mut answer = result.unwrap_or_else(|trouble| excuse(&trouble));
    let http = ctx.http();
    let service = &ctx.data().service;
    let added = service.add_untold(&asker(ctx), &mut answer).await;
    ctx.interaction.create_response(http, discord::response(&answer)).await.map_err(discord::failure)?;
    service.steps().pass(Step::Answered);
    service.told(added).await;
    if let Answer::Lobby(game, _) = answer {
        let message = ctx.interaction.get_response(http).await.map_err(discord::failure)?;
        service.lobby_shown(game, message.id.get().into()).await?;
        service.steps().pass(Step::Shown);
    }
    Ok(())
}

/// What somebody is told whose wish was not done.
pub(crate) fn excuse(trouble: &Trouble) -> Answer {
    Answer::whisper(apology(trouble))
}

/// The same in words. What went wrong on our side is logged with a reference.
fn apology(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Asker(words) => words.clone(),
        Trouble::ChannelTaken => text::thread_taken(),
        Trouble::Ours(error) => {
            let reference = format!("{:08x}", rand::random::<u32>());
            tracing::error!(reference, "a wish could not be done: {error:#}");
            match trouble.unwritable() {
                Some(why) => text::cannot_store(why, &reference),
                None => text::our_fault(&reference),
            }
        }
    }
}

/// What somebody who types is shown; nothing where there is nothing to choose from, and what went wrong is for the log.
fn completed(what: &str, choices: Result<Vec<Choice>, Trouble>) -> CreateAutocompleteResponse {
    if let Err(trouble @ Trouble::Ours(_)) = &choices {
        tracing::error!("{what} could not be completed: {trouble:#}");
    }
    completions(choices.unwrap_or_default())
}

fn completions(choices: Vec<Choice>) -> CreateAutocompleteResponse {
    let choices = choices.into_iter().map(|choice| AutocompleteChoice::new(choice.label, choice.value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}

/// The clocks that go on from what was typed.
async fn complete_clock(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    completions(setup::complete_clock(typed))
}

/// The games whose names contain what was typed.
async fn complete_game(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    completions(setup::complete_game(typed))
}
