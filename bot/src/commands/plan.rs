//! `/plan`: queues replies in private.

use data::PassUntil;
use messages::choices;
use play::service::{Field, Wished};
use poise::serenity_prelude::{CreateAutocompleteResponse, ResolvedValue};

use super::context::{Context, Done, caller, completed, respond};

/// The event that ends a plan of passes.
#[derive(poise::ChoiceParameter)]
enum Until {
    #[name = "until-capture"]
    Capture,
    #[name = "until-change"]
    Change,
}

impl From<Until> for PassUntil {
    fn from(until: Until) -> PassUntil {
        match until {
            Until::Capture => PassUntil::Capture,
            Until::Change => PassUntil::Change,
        }
    }
}

/// Plan your replies in private, or see your plans
#[poise::command(slash_command, guild_only)]
pub(super) async fn plan(
    ctx: Context<'_>,
    #[description = "If they play this: the whole turn, several moves with spaces between"]
    #[rename = "if"]
    #[autocomplete = "complete_condition"]
    condition: Option<String>,
    #[description = "I reply with this; add steps like this: d5, if e5 then d6"]
    #[rename = "then"]
    #[autocomplete = "complete_reply"]
    reply: Option<String>,
    #[description = "Or: whatever they play, I play this next"]
    #[autocomplete = "complete_next"]
    next: Option<String>,
    #[description = "Or, in Parasites: pass in every turn until this happens"] pass: Option<Until>,
) -> Done {
    let wished = Wished { condition, reply, next, pass: pass.map(PassUntil::from) };
    respond(ctx, ctx.data().service.plan(&caller(ctx), wished)).await
}

async fn complete_condition(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete(ctx, Field::Condition, Wished { condition: Some(typed.to_owned()), ..Wished::default() }).await
}

async fn complete_reply(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let condition =
        ctx.interaction.data.options().into_iter().find_map(|option| match (option.name, option.value) {
            ("if", ResolvedValue::String(condition)) => Some(condition.to_owned()),
            _ => None,
        });
    complete(ctx, Field::Reply, Wished { condition, reply: Some(typed.to_owned()), ..Wished::default() })
        .await
}

async fn complete_next(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    complete(ctx, Field::Next, Wished { next: Some(typed.to_owned()), ..Wished::default() }).await
}

async fn complete(ctx: Context<'_>, field: Field, wished: Wished) -> CreateAutocompleteResponse {
    let plans = ctx.data().service.complete_plan(&caller(ctx), field, wished).await;
    completed("plans", plans.map(choices::all))
}
