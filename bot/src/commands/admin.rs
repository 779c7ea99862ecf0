//! `/admin`: the settings of a server.

use play::error::Error;
use play::rejected::Rejected;
use poise::serenity_prelude::Permissions;

use super::context::{Context, Done, caller, complete_clock, respond};

/// Change this server's settings
#[poise::command(
    slash_command,
    guild_only,
    subcommands("clock"),
    subcommand_required,
    default_member_permissions = "MANAGE_GUILD"
)]
pub(super) async fn admin(_: Context<'_>) -> Done {
    Ok(())
}

/// Show or set the default clock for games on this server
#[poise::command(slash_command, guild_only)]
async fn clock(
    ctx: Context<'_>,
    #[description = "Such as 72h+12h/120h hard, 3d/turn soft weekends, or none; leave empty to see the current one"]
    #[autocomplete = "complete_clock"]
    clock: Option<String>,
) -> Done {
    let (service, caller) = (&ctx.data().service, caller(ctx));
    let work = async {
        match (may_manage(ctx), clock) {
            (false, _) => Err(Error::rejected(Rejected::NotAdmin)),
            (true, Some(clock)) => service.set_usual_clock(&caller, &clock).await,
            (true, None) => service.usual_clock(&caller).await,
        }
    };
    respond(ctx, work).await
}

/// Returns whether the caller may manage the server. Discord hides the command from everyone else, unless the server has
/// changed that.
pub(super) fn may_manage(ctx: Context<'_>) -> bool {
    let member = ctx.interaction.member.as_ref();
    member.and_then(|member| member.permissions).is_some_and(|may| may.contains(Permissions::MANAGE_GUILD))
}
