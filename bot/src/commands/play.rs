//! `/play`: opens a lobby.

use std::collections::BTreeMap;

use engine::Level;
use messages::choices;
use play::{
    catalogue,
    service::{Invitee, Wish},
};
use poise::serenity_prelude::{CreateAutocompleteResponse, ResolvedValue, User};

use super::context::{
    Context, Done, caller, complete_clock, complete_game, completed, completions, member, respond_with,
};
use crate::opening::{Place, open};

/// The strengths of machines, weakest first.
#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Strength {
    #[name = "Spore (easiest)"]
    Spore,
    #[name = "Drifter (easy)"]
    Drifter,
    #[name = "Grazer (medium)"]
    Grazer,
    #[name = "Hunter (strong)"]
    Hunter,
    #[name = "Apex (hardest)"]
    Apex,
}

impl Strength {
    const fn level(self) -> Level {
        match self {
            Strength::Spore => Level::Spore,
            Strength::Drifter => Level::Drifter,
            Strength::Grazer => Level::Grazer,
            Strength::Hunter => Level::Hunter,
            Strength::Apex => Level::Apex,
        }
    }
}

/// Open a game in this channel and invite people to it
#[poise::command(slash_command, guild_only)]
#[allow(clippy::too_many_arguments)] // They are the command's options.
pub(super) async fn play(
    ctx: Context<'_>,
    #[description = "Which game"]
    #[autocomplete = "complete_game"]
    game: String,
    #[description = "A player to invite"] invite: Option<User>,
    #[description = "Options, such as size=8; leave empty for the recommended game"]
    #[autocomplete = "complete_options"]
    options: Option<String>,
    #[description = "The clock, such as 72h+12h/120h, 3d/turn or none, hard or soft; leave empty for the default"]
    #[autocomplete = "complete_clock"]
    clock: Option<String>,
    #[description = "Fill the free seats with machines of this strength; alone, you start at once"]
    machine: Option<Strength>,
    #[description = "Another player to invite"] invite2: Option<User>,
    #[description = "Another player to invite"] invite3: Option<User>,
    #[description = "Another player to invite"] invite4: Option<User>,
    #[description = "Another player to invite"] invite5: Option<User>,
    #[description = "Another player to invite"] invite6: Option<User>,
    #[description = "Another player to invite"] invite7: Option<User>,
) -> Done {
    let invited = [invite, invite2, invite3, invite4, invite5, invite6, invite7];
    let members = &ctx.interaction.data.resolved.members;
    let mut names = BTreeMap::from([(ctx.interaction.user.id.get().into(), host_name(ctx))]);
    let invited = invited.into_iter().flatten().map(|user| {
        let (person, member) = (user.id.get().into(), members.get(&user.id));
        let nick = member.and_then(|member| member.nick.clone());
        names.insert(person, nick.unwrap_or_else(|| user.display_name().to_owned()));
        Invitee { person, bot: user.bot, here: member.is_some() }
    });
    let wish = Wish {
        options: choices::plain_options(&game, &options.unwrap_or_default()),
        game,
        clock: clock.unwrap_or_default(),
        machine: machine.map(Strength::level),
        invited: invited.collect(),
    };
    let place = Place {
        caller: caller(ctx),
        member: member(ctx),
        channel: ctx.interaction.channel.as_ref(),
        permissions: ctx.interaction.app_permissions,
    };
    respond_with(ctx, open(ctx.data(), place, wish, names)).await
}

/// Returns the caller's name on this server.
fn host_name(ctx: Context<'_>) -> String {
    let member = ctx.interaction.member.as_ref();
    let name = member.map_or_else(|| ctx.interaction.user.display_name(), |member| member.display_name());
    name.to_owned()
}

async fn complete_options(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let named =
        ctx.interaction.data.options().into_iter().find_map(|option| match (option.name, option.value) {
            ("game", ResolvedValue::String(name)) => Some(name),
            _ => None,
        });
    let kind = named.and_then(catalogue::find_game);
    let Some(kind) = kind else { return completions(Vec::new()) };
    let usual = ctx.data().service.usual_preset(&caller(ctx), kind).await;
    completed("options", usual.map(|usual| choices::complete(kind, typed, usual)))
}
