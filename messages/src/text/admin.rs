//! Texts for people who manage a server, and about what they have decided.

use data::{Audit, AuditAction, AuditTarget, BoardTheme, RoleId, Setting, Settings, Underway};
use jiff::Timestamp;
use play::{content::Listing, server, setup};

use super::{
    clocks::{control, stamp},
    common::*,
};

/// Rejects a person who would block themselves.
pub const OWN_BLOCK: &str =
    "That's you, and you'd shut yourself out of the games here. Choose the person you mean.";
/// Answers `/admin games` on a server without games.
pub const NOTHING_UNDERWAY: &str = "No games or lobbies are open on this server. Use `/play` to open one.";
/// Answers `/admin log` before anything has happened.
pub const EMPTY_LOG: &str = "The log is empty. It lists changed settings, blocks, and games that someone who manages this server has ended.";

/// Names the default of a server's presets.
pub const OWN_PRESET: &str = "Petri's own";
/// Describes that default in a menu.
pub const OWN_PRESET_HINT: &str = "The recommended one, also after an update";

/// The most characters of a reason in a list.
const LONGEST_REASON: usize = 120;
/// The most channels or people in a list within a line.
const MOST_NAMED: usize = 5;

/// Returns what a setting is called.
#[must_use]
pub const fn setting_name(setting: Setting) -> &'static str {
    match setting {
        Setting::Channels => "Channels for games",
        Setting::Openers => "Who opens games",
        Setting::Clock => "Default clock",
        Setting::Presets => "Presets",
        Setting::Theme => "Public boards",
        Setting::Patterns => "Patterns on pieces",
        Setting::Ratings => "Ratings",
        Setting::Results => "Channel for results",
        Setting::Weekly => "Weekly leaderboards",
        Setting::Puzzles => "Channel for puzzles",
        Setting::OpenLobbies => "Open lobbies per person",
        Setting::GamesOfPerson => "Games per person",
        Setting::Games => "Games on this server",
        Setting::MachineGamesOfPerson => "Games with machines per person",
        Setting::MachineGames => "Games with machines here",
        Setting::MachineLobbies => "Lobbies with machines per person",
        Setting::LobbiesFromChannel => "Lobbies per channel and hour",
        Setting::LobbiesFromPerson => "… by the same person",
        Setting::Invitations => "Invitations per person and hour",
        Setting::InvitationsToOne => "… to the same person",
    }
}

/// Explains what a setting does.
const fn setting_note(setting: Setting) -> &'static str {
    match setting {
        Setting::Channels => {
            "`/play` opens games in these channels and their threads. Your choice replaces the present one."
        }
        Setting::Openers => {
            "Members with this role can open games, and so can you. Everyone can still join them."
        }
        Setting::Clock => {
            "Games start with this clock unless `/play` says otherwise. `/admin clock` takes any other clock."
        }
        Setting::Presets => {
            "Games start with these presets unless `/play` or the lobby says otherwise. Choose a game first."
        }
        Setting::Theme => "I draw the boards that I post in this theme.",
        Setting::Patterns => {
            "While this is on, the pieces of each seat have a pattern of their own on the boards that I post."
        }
        Setting::Results => "When a game ends with a result, I post it in this channel, too.",
        Setting::Weekly => {
            "Every Monday I post this server's leaderboards in the channel for results. After the first time I edit the same post."
        }
        Setting::Puzzles => {
            "Every day I post a puzzle in this channel: a position from a finished game of this server, or from a game between \
             machines. It notifies nobody."
        }
        Setting::Ratings => "Games that begin while this is on can count for ratings.",
        Setting::OpenLobbies => "One person can have this many lobbies waiting for players.",
        Setting::GamesOfPerson => "One person can be in this many games and lobbies at once.",
        Setting::Games => "This many games and lobbies can be open on the server at once.",
        Setting::MachineGamesOfPerson => {
            "One person can play this many games with machines on the server at once."
        }
        Setting::MachineGames => "This many games with machines can run on the server at once.",
        Setting::MachineLobbies => "One person can have this many lobbies with machines waiting for players.",
        Setting::LobbiesFromChannel => {
            "This many lobbies can be opened in a channel and its threads in an hour."
        }
        Setting::LobbiesFromPerson => {
            "One person can open this many of a channel's lobbies in an hour, so that others have room."
        }
        Setting::Invitations => {
            "One person can send this many invitations in an hour. Those that were accepted don't count."
        }
        Setting::InvitationsToOne => {
            "One person can invite the same player this often in an hour, as long as they don't join."
        }
    }
}

/// Returns the value of a setting in words.
#[must_use]
pub fn setting_value(settings: &Settings, setting: Setting) -> String {
    match setting {
        Setting::Channels if settings.channels.is_empty() => "all".to_owned(),
        Setting::Channels => some(settings.channels.iter().map(|channel| format!("<#{channel}>"))),
        Setting::Openers => settings.openers.map_or("everyone".to_owned(), role),
        Setting::Clock => format!("`{}`", settings.clock.unwrap_or_else(setup::usual_control)),
        Setting::Presets if settings.presets.is_empty() => OWN_PRESET.to_owned(),
        Setting::Presets => {
            some(settings.presets.iter().map(|(kind, preset)| format!("{} {preset}", kind.title())))
        }
        Setting::Theme => match settings.theme {
            Some(BoardTheme::Dark) => "dark".to_owned(),
            Some(BoardTheme::Light) => "light".to_owned(),
            Some(BoardTheme::Contrast) => "high contrast".to_owned(),
            None => "my usual theme".to_owned(),
        },
        Setting::Results => settings.results.map_or("none".to_owned(), |channel| format!("<#{channel}>")),
        Setting::Puzzles => settings.puzzles.map_or("none".to_owned(), |channel| format!("<#{channel}>")),
        Setting::Patterns => if settings.patterns == Some(true) { "on" } else { "off" }.to_owned(),
        Setting::Ratings => if settings.ratings == Some(false) { "off" } else { "on" }.to_owned(),
        Setting::Weekly if settings.weekly == Some(false) => "off".to_owned(),
        Setting::Weekly if settings.results.is_none() => "on (needs a channel)".to_owned(),
        Setting::Weekly if settings.ratings == Some(false) => "on, once ratings are on".to_owned(),
        Setting::Weekly => "on".to_owned(),
        limit => server::limit(settings, limit).map_or("no limit".to_owned(), |most| most.to_string()),
    }
}

/// Returns the value of a setting for a menu, where Discord shows no mentions.
#[must_use]
pub fn setting_hint(settings: &Settings, setting: Setting) -> String {
    let value = match setting {
        Setting::Channels if !settings.channels.is_empty() => plural(settings.channels.len(), "channel"),
        Setting::Presets if !settings.presets.is_empty() => plural(settings.presets.len(), "game"),
        Setting::Openers if settings.openers.is_some() => "a role".to_owned(),
        Setting::Results if settings.results.is_some() => "a channel".to_owned(),
        Setting::Puzzles if settings.puzzles.is_some() => "a channel".to_owned(),
        setting => setting_value(settings, setting).replace('`', ""),
    };
    format!("Now: {value}")
}

/// Lists settings, one per line. Those that are not at their default are bold.
#[must_use]
pub fn setting_lines(settings: &Settings, of: &[Setting]) -> String {
    let line = |&setting: &Setting| {
        let line = format!("{}: {}", setting_name(setting), setting_value(settings, setting));
        if settings.value(setting).is_some() { format!("**{line}**") } else { line }
    };
    of.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Lists the people who are blocked on a server.
#[must_use]
pub fn blocked_people(people: &[PersonId]) -> String {
    match people {
        [] => "nobody".to_owned(),
        people => some(people.iter().copied().map(mention)),
    }
}

/// Returns what a server has chosen as the preset of a game, for a menu.
#[must_use]
pub fn preset_hint(settings: &Settings, kind: Kind) -> String {
    format!("Now: {}", settings.presets.get(&kind).unwrap_or(&OWN_PRESET))
}

/// Explains the page on which a server's preset of a game is changed.
#[must_use]
pub fn preset_page(settings: &Settings, kind: Kind) -> String {
    let now = settings.presets.get(&kind).unwrap_or(&OWN_PRESET);
    format!(
        "**Preset of {}**\nGames start with it unless `/play` or the lobby says otherwise. Games of some presets aren't rated; the \
lobby says so.\nNow: {now}",
        kind.title()
    )
}

/// Confirms a change of a setting.
#[must_use]
pub fn setting_saved(settings: &Settings, setting: Setting) -> String {
    format!("✅ Saved. {}: {}", setting_full_name(setting), setting_value(settings, setting))
}

/// Explains a setting and says what it is now.
#[must_use]
pub fn setting_page(settings: &Settings, setting: Setting) -> String {
    let value = match (setting, settings.clock) {
        (Setting::Clock, Some(clock)) => control(&clock),
        _ => setting_value(settings, setting),
    };
    let default = if settings.value(setting).is_some() { "" } else { " (the default)" };
    format!("**{}**\n{}\nNow: {value}{default}", setting_full_name(setting), setting_note(setting))
}

/// Returns what a setting is called where the one above it is out of sight.
#[must_use]
pub const fn setting_full_name(setting: Setting) -> &'static str {
    match setting {
        Setting::LobbiesFromPerson => "Lobbies of one person per channel and hour",
        Setting::InvitationsToOne => "Invitations to the same person per hour",
        setting => setting_name(setting),
    }
}

/// Small print below the settings.
pub const SETTINGS_FOOTER: &str = "Bold: not the default";
/// Names what else a manager can do, above the settings of a server.
pub const SETTINGS_ADVICE: &str = "`/admin games`, `/admin ratings` and `/admin log` show more. `/admin block` keeps people out, \
`/admin end` closes a game, and `/admin void` takes back its ratings.";

/// Confirms a block.
#[must_use]
pub fn blocked(person: PersonId, reason: &str, notified: bool) -> String {
    let person = mention(person);
    let how = match notified {
        true => "I'm sending them your reason",
        false => "They haven't played here yet, so they read your reason when they try",
    };
    format!(
        "{person} can no longer open or join games on this server. They stay in the games and lobbies they've joined. {how}: {}\n\
`/admin unblock` lets them play again.",
        said(reason)
    )
}

/// Notifies a person that they were blocked on the server of a game.
#[must_use]
pub fn blocked_notice(reason: &str) -> String {
    format!(
        "someone who manages this game's server has blocked you there. You can play on in your games and lobbies, but you can't open \
or join others on that server. Their reason: {}",
        said(reason)
    )
}

/// Confirms that a person is no longer blocked.
#[must_use]
pub fn unblocked(person: PersonId) -> String {
    format!("{} can open and join games on this server again.", mention(person))
}

/// Rejects a blocked person.
#[must_use]
pub fn you_are_blocked(reason: &str) -> String {
    format!(
        "You can't open or join games on this server at the moment. The people who manage it gave this reason: {}\n\
         You can play on in the games you're in. If you think it's a mistake, talk to them.",
        said(reason)
    )
}

/// Rejects the block of a bot.
#[must_use]
pub fn bot_blocked(bot: PersonId) -> String {
    format!("{} is a bot. Bots don't play, so there's nothing to block.", mention(bot))
}

/// Rejects the end of a block that does not exist.
#[must_use]
pub fn not_blocked(person: PersonId) -> String {
    format!("{} isn't blocked. They can open and join games on this server already.", mention(person))
}

/// Rejects a game in a channel where none may be opened.
#[must_use]
pub fn other_channels(channels: &[ChannelId]) -> String {
    let channels = some(channels.iter().map(|channel| format!("<#{channel}>")));
    format!("This server keeps its games in other channels: {channels}. Use `/play` there.")
}

/// Rejects a person who lacks the role of those who open games.
#[must_use]
pub fn only_role(of: RoleId) -> String {
    format!(
        "On this server {} members open the games. Ask one of them to open yours, and then join it.",
        role(of)
    )
}

/// Rejects a person who is in as many games as anyone may be.
#[must_use]
pub fn too_many_games(most: u32) -> String {
    let games = plural(most as usize, "game");
    format!(
        "You're in {games} on this server already, lobbies included, and that's the limit. Finish or leave one first."
    )
}

/// Rejects a game on a server that has as many as it may.
#[must_use]
pub fn server_is_full(most: u32) -> String {
    let games = plural(most as usize, "game");
    format!(
        "{games} can be open on this server at once, lobbies included, and that many are. Try again when one is over, or join \
one that waits for players."
    )
}

/// Rejects a person who has opened their share of a channel's lobbies.
#[must_use]
pub fn too_many_by_you(most: u32, again: Timestamp) -> String {
    let (games, again) = (plural(most as usize, "game"), stamp(again, 'R'));
    format!(
        "You've opened {games} in this channel and its threads in the last hour. Leave some room for the others: try again \
{again}, or play in another channel."
    )
}

/// Confirms that a game was ended or a lobby closed.
#[must_use]
pub fn game_ended(game: GameId) -> String {
    format!("Game {game} is closed and has no result. I'm sending your reason to its other players.")
}

/// Notifies a player that a person who manages the server has ended their game.
#[must_use]
pub fn ended_by_manager(reason: &str) -> String {
    format!("someone who manages the server has ended it, without a result. Their reason: {}", said(reason))
}

/// Lists lobbies and running games, one per paragraph.
#[must_use]
pub fn underway(guild: GuildId, games: &[Underway]) -> String {
    games.iter().map(|game| underway_line(guild, game)).collect::<Vec<_>>().join("\n\n")
}

fn underway_line(guild: GuildId, game: &Underway) -> String {
    let last = stamp(game.last, 'R');
    let state = match game.state {
        _ if game.suspended => "📦 its channel is gone".to_owned(),
        GameState::Lobby => format!("lobby, opened {last}"),
        _ if game.paused => format!("⏸️ paused, last move {last}"),
        _ => format!("waits for {} since {last}", some(game.to_act.iter().copied().map(mention))),
    };
    let place = match game.message {
        Some(message) if !game.suspended => link(guild, game.channel, message),
        _ => format!("<#{}>", game.channel),
    };
    let people = mentions(game.people.iter().copied());
    format!("**{}** {} · {people}\n{state} · {place}", game.id, game.kind.title())
}

/// Labels a lobby or game in a list of suggestions.
#[must_use]
pub fn underway_choice(game: &Underway) -> String {
    let state = match game.state {
        _ if game.suspended => "its channel is gone",
        GameState::Lobby => "lobby",
        _ => "running",
    };
    format!("{} · {} · {}, {state}", game.id, game.kind.title(), plural(game.people.len(), "player"))
}

/// Ends the list of a server's lobbies and running games.
pub const UNDERWAY_ADVICE: &str = "\n\n`/admin end` closes one.";

/// Small print below the list of games.
#[must_use]
pub fn underway_footer<T>(games: &Listing<T>) -> String {
    page_of(games, "game or lobby", "games and lobbies")
}

/// Small print below the audit log.
#[must_use]
pub fn log_footer<T>(acts: &Listing<T>) -> String {
    format!("{} · kept for 400 days", page_of(acts, "act", "acts"))
}

pub(super) fn page_of<T>(listing: &Listing<T>, one: &str, many: &str) -> String {
    let Listing { page, last, all, .. } = listing;
    let all = if *all == 1 { format!("1 {one}") } else { format!("{all} {many}") };
    if *last == 0 { all } else { format!("Page {} of {} · {all}", page + 1, last + 1) }
}

/// Lists acts from the audit log, one per line.
#[must_use]
pub fn audit_log(acts: &[Audit]) -> String {
    acts.iter().map(audit_line).collect::<Vec<_>>().join("\n")
}

fn audit_line(act: &Audit) -> String {
    let who = act.actor.map_or_else(|| "the operator of this bot".to_owned(), mention);
    let when = stamp(act.at, 'f');
    let reason = match &act.reason {
        Some(reason) => format!(": {}", said(&cut(reason, LONGEST_REASON))),
        None => String::new(),
    };
    let what = match (act.action, act.target) {
        (AuditAction::Set, AuditTarget::Setting(setting)) => {
            let value =
                |text: &Option<String>| setting_value(&settings_with(setting, text.as_deref()), setting);
            format!(
                "set **{}** from {} to {}",
                setting_full_name(setting),
                value(&act.before),
                value(&act.after)
            )
        }
        (AuditAction::Block, AuditTarget::Person(person)) => format!("blocked {}", mention(person)),
        (AuditAction::Unblock, AuditTarget::Person(person)) => format!("unblocked {}", mention(person)),
        (AuditAction::End, AuditTarget::Game(game)) => format!("ended game {game}"),
        (AuditAction::Void, AuditTarget::Game(game)) => format!("voided the result of game {game}"),
        (action, _) => action.word().to_owned(),
    };
    format!("- {who} {what}{reason} · {when}")
}

/// Returns settings in which only this one is chosen.
fn settings_with(setting: Setting, value: Option<&str>) -> Settings {
    let mut settings = Settings::default();
    // A value of another release reads like the default.
    let _ = value.is_some_and(|value| settings.set(setting, value));
    settings
}

/// Lists the first few names, and counts the rest.
fn some(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(MOST_NAMED);
    let mut names: Vec<String> = names.take(MOST_NAMED).collect();
    if more > 0 {
        names.push(format!("{more} more"));
    }
    listed(&names)
}

fn role(role: RoleId) -> String {
    format!("<@&{role}>")
}

/// Quotes what a person who manages the server has written, on one line and without markdown.
fn said(reason: &str) -> String {
    let plain: String = reason.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("“{}”", plain.replace(['*', '_', '`', '~', '|', '\\'], ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_off_their_default_are_bold() {
        let mut settings = Settings::default();
        assert!(settings.set(Setting::Games, "20"));
        let lines = setting_lines(&settings, &[Setting::Games, Setting::OpenLobbies, Setting::GamesOfPerson]);
        assert_eq!(
            lines,
            "**Games on this server: 20**\nOpen lobbies per person: 5\nGames per person: no limit"
        );
    }

    #[test]
    fn reasons_cannot_mark_anything_up() {
        assert_eq!(said("**a**\n`b` ||c||"), "“a b c”");
    }

    #[test]
    fn long_lists_of_channels_are_counted() {
        let mut settings =
            Settings { channels: (1..=2).map(data::ChannelId::from).collect(), ..Settings::default() };
        assert_eq!(setting_value(&settings, Setting::Channels), "<#1> and <#2>");
        settings.channels = (1..=25).map(data::ChannelId::from).collect();
        let many = setting_value(&settings, Setting::Channels);
        assert!(many.starts_with("<#1>") && many.ends_with("<#5> and 20 more"), "{many}");
        assert_eq!(setting_hint(&settings, Setting::Channels), "Now: 25\u{a0}channels");
    }
}
