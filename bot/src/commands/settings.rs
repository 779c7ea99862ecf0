//! `/settings`: what players choose for themselves.

use data::Pings;
use messages::view::Choice;
use play::service::Changes;
use poise::serenity_prelude::CreateAutocompleteResponse;

use super::context::{Context, Done, caller, completions, respond};

/// Where a player is notified.
#[derive(poise::ChoiceParameter)]
enum Where {
    #[name = "channel"]
    Channel,
    #[name = "dm"]
    Dm,
}

impl From<Where> for Pings {
    fn from(place: Where) -> Pings {
        match place {
            Where::Channel => Pings::Channel,
            Where::Dm => Pings::Dm,
        }
    }
}

/// Show or set your time zone, when you sleep, and how you're notified
#[poise::command(slash_command)]
pub(super) async fn settings(
    ctx: Context<'_>,
    #[description = "Your time zone, or a big city in it"]
    #[autocomplete = "complete_zone"]
    zone: Option<String>,
    #[description = "When you sleep, such as 23:00-08:00, at most 9 hours; or none"] sleep: Option<String>,
    #[description = "Where to notify you: in the game's channel, or by direct message"] pings: Option<Where>,
    #[description = "When to remind you: the percentage of your time used; 0 means never"]
    #[min = 0]
    #[max = 99]
    remind: Option<u8>,
    #[description = "When to send you a daily list of games waiting for you, such as 08:00; or none"]
    digest: Option<String>,
) -> Done {
    let changes = Changes { zone, sleep, pings: pings.map(Pings::from), remind, digest };
    respond(ctx, ctx.data().service.settings(&caller(ctx), changes)).await
}

async fn complete_zone(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let choices = clock::complete(typed).into_iter();
    completions(
        choices
            .map(|zone| Choice { label: zone.to_owned(), value: zone.to_owned(), hint: String::new() })
            .collect(),
    )
}
