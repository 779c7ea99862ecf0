//! Words about lobbies and opening a game.

use super::*;

/// Asks those who are invited, or everybody.
#[must_use]
pub fn lobby_call(lobby: &Lobby, invited: &[PersonId]) -> String {
    let (host, title) = (mention(lobby.host), lobby.kind.title());
    if lobby.rematch_of.is_some() && !invited.is_empty() {
        let invited = mentions(invited.iter().copied());
        format!(
            "{invited}: {host} asks for a rematch of **{title}**. Press **Join** to play, or **Leave** to say no. The seats go \
round, and it starts by itself when everybody has joined."
        )
    } else if !invited.is_empty() {
        let invited = mentions(invited.iter().copied());
        format!(
            "{invited}: {host} asks you to a game of **{title}**. Press **Join** to play, or **Leave** to say no."
        )
    } else if lobby.guests.len() == 1 {
        format!("{host} would like to play **{title}**. Who joins?")
    } else {
        format!("{host} opened a game of **{title}**.")
    }
}

/// The heading of the list of players.
#[must_use]
pub fn players_heading(lobby: &Lobby) -> String {
    let counts_possible = crate::service::playable_counts(lobby.kind, &lobby.options).unwrap_or_default();
    format!("Players: {} of {}", lobby.joined().count(), counts(&counts_possible))
}

/// The people of a lobby, a line each.
#[must_use]
pub fn guests(lobby: &Lobby) -> String {
    let mut lines = String::new();
    for guest in &lobby.guests {
        let (mark, note) = match guest.answer {
            Said::Joined if guest.person == lobby.host => ("✅", " (host)"),
            Said::Joined => ("✅", ""),
            Said::Invited => ("✉️", " is invited"),
            Said::Declined => ("✖️", " said no"),
        };
        let _ = writeln!(lines, "{mark} {}{note}", mention(guest.person));
    }
    cut(lines.trim_end(), 1000)
}

/// A game's options in words.
#[must_use]
pub fn options(kind: Kind, options: &Options) -> String {
    let set: Vec<String> = options
        .iter()
        .filter(|(name, _)| *name != "players" && *name != "seed")
        .map(|(name, value)| format!("`{name}` {}", setup::value_text(value)))
        .collect();
    if set.is_empty() {
        format!("The standard {}.", kind.title())
    } else {
        format!("{}; everything else as standard.", set.join(", "))
    }
}

/// Small print of a lobby. Its end is what the message is known by.
#[must_use]
pub fn lobby_footer(lobby: &Lobby) -> String {
    format!("The host starts it · open for {LOBBY_DAYS} days · game {}", lobby.id)
}

/// Why a lobby was closed when the last one left.
#[must_use]
pub fn lobby_left(person: PersonId) -> String {
    format!("{} called the game off.", mention(person))
}

/// Why a lobby was closed by itself.
#[must_use]
pub fn lobby_too_old(kind: Kind) -> String {
    format!(
        "Nobody started this game of **{}** in {LOBBY_DAYS} days, so it is closed. `/play` opens a new one.",
        kind.title()
    )
}

/// Said where only the host may do something.
#[must_use]
pub fn only_host(host: PersonId) -> String {
    format!("Only the host can do that: {}.", mention(host))
}

/// Said when a lobby has no place left.
#[must_use]
pub fn lobby_full(most: u8) -> String {
    format!("All {most} places are taken. `/play` in another channel opens a game of your own.")
}

/// Said when the game cannot start with so many.
#[must_use]
pub fn wrong_count(kind: Kind, joined: usize, possible: &[u8]) -> String {
    let (title, possible) = (kind.title(), counts(possible));
    if joined == 1 {
        return format!(
            "You are alone so far: {title} is for {possible} players. Ask somebody to press **Join**, then press **Start** again."
        );
    }
    format!(
        "That number does not fit: {title} with these options is for {possible} players, and {joined} have joined. Somebody has to join or leave; then press **Start** again."
    )
}

/// Tells a host that everybody has answered.
#[must_use]
pub fn ready(lobby: &Lobby) -> String {
    let lobby_link = match lobby.message {
        Some(message) => format!(": {}", link(lobby.guild, lobby.channel, message)),
        None => " above.".to_owned(),
    };
    format!(
        "{}: everybody is there for **{}**. Press **Start** when you are ready{lobby_link}",
        mention(lobby.host),
        lobby.kind.title()
    )
}

/// In place of a lobby whose game has begun.
#[must_use]
pub fn started(game: &Game) -> String {
    let people = mentions(game.players.iter().map(|player| player.person));
    format!("The game has begun: {people}.")
}

/// Above the options panel.
#[must_use]
pub fn options_panel(lobby: &Lobby) -> String {
    let (options, clock) = (options(lobby.kind, &lobby.options), control(&lobby.control));
    format!("**{}**, {options}\n**Clock**: {clock}", lobby.kind.title())
}

/// Said when options would leave somebody out who is in.
#[must_use]
pub fn too_many_in(most: u8) -> String {
    format!("With that, only {most} people could play, but more have joined already.")
}

pub(super) fn all_titles() -> String {
    listed(Kind::ALL.iter().map(|kind| format!("**{}**", kind.title())).collect())
}

/// Said to a name that no game has.
#[must_use]
pub fn unknown_game(typed: &str) -> String {
    let name = if typed.trim().is_empty() {
        "without a name".to_owned()
    } else {
        format!("called {}", quoted(typed))
    };
    format!("I know no game {name}. There are {}.", all_titles())
}

/// Said to an option that the game does not have.
#[must_use]
pub fn unknown_option(kind: Kind, typed: &str) -> String {
    format!("{} has no option {}. {}", kind.title(), quoted(typed), option_list(kind))
}

/// Said to an option without a value.
#[must_use]
pub fn option_without_value(kind: Kind, name: &str) -> String {
    let takes = setup::find_option(kind, name)
        .map_or_else(|| counts(kind.about().seats), |spec| spec.takes.in_words());
    format!("What should `{name}` be? It takes {takes}, such as `{name}={}`.", example(kind, name))
}

fn example(kind: Kind, name: &str) -> String {
    setup::find_option(kind, name)
        .and_then(|spec| setup::values(spec.takes).into_iter().next())
        .unwrap_or_else(|| kind.about().fewest().to_string())
}

/// Said to options that are longer than anybody needs.
#[must_use]
pub fn options_too_long(kind: Kind) -> String {
    format!("That is more than I can read. {}", option_list(kind))
}

fn option_list(kind: Kind) -> String {
    let names: Vec<String> = kind
        .about()
        .options
        .iter()
        .map(|spec| format!("`{}` ({})", spec.name, spec.takes.in_words()))
        .collect();
    format!("Its options: {}. Write them like `{}={}`.", names.join(", "), "players", kind.about().fewest())
}

/// Said to options that the rules refuse.
#[must_use]
pub fn bad_options(kind: Kind, error: &SetupError) -> String {
    format!("{} cannot be set up so: {error}.", kind.title())
}

/// Said when a bot is asked to play.
#[must_use]
pub fn bot_invited(bot: PersonId) -> String {
    format!("{} is a bot and plays no games. Invite people.", mention(bot))
}

/// Said when more are invited than can play.
#[must_use]
pub fn too_many_invited(kind: Kind, most: u8) -> String {
    format!("{} has at most {most} places here, one of them yours. Invite fewer people.", kind.title())
}

/// Said in a thread that has a game.
#[must_use]
pub fn thread_taken() -> String {
    "This thread has its game already. Open the next one in the channel above it.".to_owned()
}

/// Said when a second game gets a thread.
#[must_use]
pub fn opened_thread(channel: data::ChannelId, kind: Kind) -> String {
    format!("This channel has a game, so **{}** gets a thread of its own: <#{channel}>", kind.title())
}

/// Said when Discord does not let a thread be opened, with its reason.
#[must_use]
pub fn no_thread(why: &str) -> String {
    format!(
        "This channel has a game already, and Discord does not let me open a thread for another one: {}. Try it in another channel.",
        quoted(why)
    )
}

/// Said when permissions are missing.
#[must_use]
pub fn missing_permissions(names: &[&str]) -> String {
    let names = listed(names.iter().map(|name| format!("**{name}**")).collect());
    format!("I cannot play here yet. Somebody who manages this server must allow me: {names}.")
}
