//! `/settings`: what players choose for themselves.

use data::{BoardTheme, Pings};
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

/// A theme of the pictures that only the player sees.
#[derive(poise::ChoiceParameter)]
enum Theme {
    #[name = "usual"]
    Usual,
    #[name = "light"]
    Light,
    #[name = "dark"]
    Dark,
    #[name = "high contrast"]
    Contrast,
}

impl From<Theme> for Option<BoardTheme> {
    fn from(theme: Theme) -> Option<BoardTheme> {
        match theme {
            Theme::Usual => None,
            Theme::Light => Some(BoardTheme::Light),
            Theme::Dark => Some(BoardTheme::Dark),
            Theme::Contrast => Some(BoardTheme::Contrast),
        }
    }
}

/// Show or set your time zone, when you sleep, how you're notified, and how your pictures look
#[poise::command(slash_command)]
#[allow(clippy::too_many_arguments)] // They are the command's options.
pub(super) async fn settings(
    ctx: Context<'_>,
    #[description = "Your time zone, or a big city in it"]
    #[autocomplete = "complete_zone"]
    zone: Option<String>,
    #[description = "When you sleep, such as 23:00-08:00, at most 9 hours; or none"] sleep: Option<String>,
    #[description = "Where to notify you: in the game's channel, or by direct message"] pings: Option<Where>,
    #[description = "When to remind you: shares of your time and times left, such as 50%, 8h, 1h; or none"]
    remind: Option<String>,
    #[description = "When to send you a daily list of games waiting for you, such as 08:00; or none"]
    digest: Option<String>,
    #[description = "The colours of pictures only you see"] theme: Option<Theme>,
    #[description = "Give each seat's pieces a pattern on pictures only you see"] patterns: Option<bool>,
    #[description = "Show your side below in Plankton Synapse and Stract"] flip: Option<bool>,
    #[description = "Show only the board, with larger pieces, on pictures only you see"] big: Option<bool>,
    #[description = "Show boards in letters instead of pictures, where only you see them"] text: Option<bool>,
    #[description = "Show replays and steps as films; otherwise as numbered pictures"] animation: Option<
        bool,
    >,
    #[description = "Show the board after your move before it's played; otherwise a tap plays at once"]
    preview: Option<bool>,
    #[description = "Spend a vacation day by itself when your time runs out"] vacation: Option<bool>,
) -> Done {
    let changes = Changes {
        zone,
        sleep,
        pings: pings.map(Pings::from),
        remind,
        digest,
        theme: theme.map(Option::from),
        patterns,
        flip,
        big,
        text,
        animation,
        preview,
        vacation,
        notifications: None,
    };
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
