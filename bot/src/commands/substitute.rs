//! `/substitute`: asks for someone to take over a seat.

use std::time::Duration;

use messages::choices;
use play::{Response, error::Error, rejected::SeatRejected};
use poise::serenity_prelude::CreateAutocompleteResponse;

use super::context::{Context, Done, caller, completed, respond_or_post};

/// How long Discord may take to say whether a player is on the server. The interaction needs a response within three seconds.
const PATIENCE: Duration = Duration::from_secs(2);

/// Ask who takes over your seat, or the seat of a player who left the server
#[poise::command(slash_command, guild_only)]
pub(super) async fn substitute(
    ctx: Context<'_>,
    #[description = "The seat of a machine, or of a player who left the server; leave empty for your own"]
    #[autocomplete = "complete_seat"]
    seat: Option<String>,
) -> Done {
    respond_or_post(ctx, open_seat(ctx, seat)).await
}

async fn open_seat(ctx: Context<'_>, seat: Option<String>) -> Result<Response, Error> {
    let (app, caller) = (ctx.data(), caller(ctx));
    let person = app.service.seat_to_open(&caller, seat).await?;
    let mut gone = false;
    if let Some(guild) = caller.guild.filter(|_| person != caller.person && !person.is_machine()) {
        let member = tokio::time::timeout(PATIENCE, app.discord.is_member(guild, person)).await;
        gone = !member.map_err(|_| Error::rejected(SeatRejected::CannotTell))?.map_err(|error| {
            tracing::warn!(%guild, %person, "looking up a member failed: {error}");
            Error::rejected(SeatRejected::CannotTell)
        })?;
    }
    app.service.open_seat(&caller, person, gone).await
}

async fn complete_seat(ctx: Context<'_>, _: &str) -> CreateAutocompleteResponse {
    let seats = ctx.data().service.seats_that_can_open(&caller(ctx)).await;
    completed("seats", seats.map(|(kind, seats)| choices::seats(kind, &seats)))
}
