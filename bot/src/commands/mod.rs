//! The slash commands, one file each. Each reads what the caller typed, calls a use case, and responds.

mod admin;
mod analyse;
mod board;
mod context;
mod games;
mod help;
mod hint;
mod history;
mod info;
mod leaderboard;
mod learn;
mod moves;
mod offer;
mod plan;
mod play;
mod privacy;
mod profile;
mod puzzle;
mod rematch;
mod replay;
mod resign;
mod resume;
mod rules;
mod settings;
mod status;
mod substitute;
mod versus;

use poise::serenity_prelude::{ResolvedOption, ResolvedValue};

use crate::app::App;

/// Returns all commands, to register with Discord.
#[must_use]
pub fn all() -> Vec<poise::Command<App, anyhow::Error>> {
    vec![
        play::play(),
        moves::play_move(),
        plan::plan(),
        board::board(),
        history::history(),
        history::export(),
        replay::replay(),
        analyse::analyse(),
        replay::catchup(),
        games::games(),
        resume::resume(),
        learn::learn(),
        hint::hint(),
        puzzle::puzzle(),
        rules::rules(),
        info::info(),
        offer::offer(),
        rematch::rematch(),
        substitute::substitute(),
        resign::resign(),
        leaderboard::leaderboard(),
        profile::profile(),
        versus::versus(),
        settings::settings(),
        privacy::privacy(),
        status::status(),
        help::help(),
        admin::admin(),
    ]
}

/// Returns whether there is a command with these options. A user's Discord may still show the commands of another version.
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
