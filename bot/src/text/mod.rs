//! All words that people read, except those that belong to one game (they stand with its rules).
//!
//! Sentences are short, say what is possible, and never blame. People are named as mentions, which notify only those in a
//! post's `pings`; seats by colour.

mod board;
mod clocks;
mod doctor;
mod life;
mod lists;
mod lobby;
mod plans;
mod records;
mod refusals;
mod rejected;
mod settings;
mod status;

use std::fmt::Write as _;

use data::{
    ChannelId, Game, GameId, GameState, GuestStatus, GuildId, Listed, Lobby, MessageId, PersonId, Seating,
};
use rules::{
    Any, Colour, Kind, LegalMove, OptionSpec, Options, Outcome, PLAYERS, PRESET, Page, PieceInfo, Played,
    Preset, Refusal, Seat, SeatSet, SetupError, Viewer,
};

pub use self::{
    board::*, clocks::*, doctor::*, life::*, lists::*, lobby::*, plans::*, records::*, refusals::*,
    rejected::*, settings::*, status::*,
};
use crate::{seats, setup, view::cut};

/// GuestStatus where a command needs a server.
pub const ONLY_IN_SERVERS: &str = "Games are played in a server's channels. Try this there.";
/// GuestStatus by a lobby's button when the lobby is no more.
pub const LOBBY_CLOSED: &str =
    "That lobby is closed: its game has begun or was called off. `/play` opens a new one.";
/// GuestStatus to somebody who joins twice.
pub const ALREADY_IN: &str = "You are in already. The game starts when everybody is there.";
/// GuestStatus to somebody who leaves a lobby they are not in.
pub const NOT_IN: &str = "You are not in this lobby. Press **Join** if you want to play.";
/// GuestStatus where a second game would need a thread and the channel can have none.
pub const NO_THREADS: &str =
    "This channel has a game already and cannot have threads. Try it in another channel.";
/// GuestStatus where a game is needed and only a lobby is there.
pub const NOT_STARTED: &str =
    "This game has not begun: its host presses **Start** when everybody has joined.";
/// Offered for options that are complete as typed.
pub const AS_IT_IS: &str = "as it is";
/// GuestStatus after resigning.
pub const RESIGNED: &str = "You have resigned.";
/// GuestStatus after not resigning.
pub const KEPT_PLAYING: &str = "Good. The game goes on.";
/// GuestStatus where a square is asked about and no game is being played.
pub const NO_BOARD_HERE: &str =
    "No game is being played in this channel, so there is nothing on a square. Ask for a piece by its name.";
/// Below what is said of a piece.
pub const PIECE_FOOTER: &str = "/info takes a piece or a square · /rules explains the whole game";
/// GuestStatus to a command or an option that this version does not have.
pub const OUTDATED_COMMAND: &str =
    "My commands have changed. Reload Discord (on a phone: restart the app), then try again.";
/// GuestStatus to a command in a direct message that only makes sense on a server.
pub const ONLY_ON_SERVERS: &str = "That works only on a server: games are played in its channels.";
/// GuestStatus to a button of a version long gone.
pub const UNKNOWN_BUTTON: &str = "That button is too old for me. `/board` shows the game as it is now.";
/// Below the list of all games.
pub const ALL_GAMES_FOOTER: &str = "/play opens a game · /rules explains one";
/// Below the help.
pub const HELP_FOOTER: &str =
    "A game takes days: move whenever you have a minute. I ping you when it is your turn.";

/// What there is to type.
pub const HELP: &str = "\
`/play` opens a game in this channel: choose it, invite people, press **Start** when they have joined.
`/move` plays a move: start typing, and the list shows what is legal and what it does. On a phone the **Move** button under \
the board is quicker.
`/plan` queues replies to what they may play next, or your next move whatever they play; only you see them.
`/board` shows you the board again.
`/history` pages through its turns; `/export` gives its record as a file.
`/games` lists your games everywhere, those that wait for you first.
`/settings` shows and sets your time zone, when you sleep, how I call you, and your daily digest.
`/rules` explains a game, page by page; `/info` a piece, and shows where yours can go.
`/resign` gives up your game in this channel; `/offer` asks the others for a draw, to take a turn back, for a \
pause, or to call it off;
`/substitute` asks who takes over your seat.
`/rematch` plays the channel's last game once more, with the seats gone round; `/continue` goes on with a game whose channel \
is gone.
`/status` says how I am doing; `/admin clock` sets the clock that this server plays with.

One game at a time in a channel; a second one gets a thread of its own.";

/// A seat's mark and colour, such as `🔵 Blue`.
#[must_use]
pub fn seat(kind: Kind, seat: Seat) -> String {
    let colour = kind.colour(seat);
    format!("{} {}", emblem(colour), colour.name())
}

const fn emblem(colour: Colour) -> &'static str {
    match colour {
        Colour::Blue => "🔵",
        Colour::Orange => "🟠",
        Colour::Green => "🟢",
        Colour::Purple => "🟣",
        Colour::Red => "🔴",
        Colour::Yellow => "🟡",
        Colour::Teal => "🩵",
        Colour::Pink => "🩷",
        Colour::Grey => "⚪",
    }
}

fn mention(person: PersonId) -> String {
    format!("<@{person}>")
}

fn mentions(people: impl IntoIterator<Item = PersonId>) -> String {
    listed(people.into_iter().map(mention).collect())
}

/// The address of a message.
fn link(guild: GuildId, channel: ChannelId, message: MessageId) -> String {
    format!("https://discord.com/channels/{guild}/{channel}/{message}")
}

/// `a`, `a and b`, `a, b and c`.
fn listed(mut words: Vec<String>) -> String {
    match words.pop() {
        None => String::new(),
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} and {last}", words.join(", ")),
    }
}

fn code_list(words: &[String]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" ")
}

/// As many of these words as fit into so many characters, and how many there are besides: a word that is cut would mark up what
/// follows.
fn code_list_within(words: &[String], most: usize) -> String {
    // There is no space behind the last one.
    let mut room = most + 1;
    let fits = |word: &&String| {
        // With its marks and a space.
        let left = room.checked_sub(word.chars().count() + 3);
        room = left.unwrap_or_default();
        left.is_some()
    };
    let shown = words.iter().take_while(fits).count();
    match words.len() - shown {
        0 => code_list(words),
        more => format!("{} … and {more} more", code_list(&words[..shown])),
    }
}

/// With its first letter in upper case.
fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn plural(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// What a person typed, short and unable to mark up or mention anything.
fn quoted(typed: &str) -> String {
    let plain: String = typed.chars().filter(|c| !c.is_control() && *c != '`').collect();
    format!("`{}`", cut(plain.trim(), 60))
}

/// Numbers in words for a list: `2`, `2 or 4`, `2, 3 or 4`.
fn counts(numbers: &[u8]) -> String {
    let mut words: Vec<String> = numbers.iter().map(u8::to_string).collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} or {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// What the playground's page says in an empty channel.
pub const WELCOME: [&str; 3] = [
    "Type `/play` and choose a game. Then add **invite**, choose a player, and send it: a lobby opens here.",
    "Press your name below the channels (on a phone behind ☰) to be the other person, and press **Join**; then be yourself \
again, and press **Start**.",
    "Move with `/move` or the **Move** button under the board. `/help` says the rest.",
];

/// Printed when playground and bot have started together.
#[must_use]
pub fn playground_started(url: &str) -> String {
    format!("Petri is ready: open {url} in a browser and type /play there. Ctrl-C ends it; games are kept.")
}

/// Printed when the playground has started alone.
#[must_use]
pub fn playground_alone(url: &str) -> String {
    format!("The playground is open at {url}. Bots connect to it with {url} in place of https://discord.com.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_sentences() {
        let words = |n: usize| listed(["a", "b", "c"][..n].iter().map(ToString::to_string).collect());
        assert_eq!([words(0), words(1), words(2), words(3)], ["", "a", "a and b", "a, b and c"]);
        assert_eq!([counts(&[2]), counts(&[2, 4]), counts(&[2, 3, 4])], ["2", "2 or 4", "2, 3 or 4"]);
    }

    #[test]
    fn lists_of_code_are_cut_between_words() {
        let words = ["e4", "d5", "p@f4"].map(str::to_owned);
        assert_eq!(code_list_within(&words, 16), "`e4` `d5` `p@f4`");
        assert_eq!(code_list_within(&words, 15), "`e4` `d5` … and 1 more");
    }

    #[test]
    fn what_people_type_comes_back_short_and_harmless() {
        assert_eq!(quoted(" e9 "), "`e9`");
        assert_eq!(quoted("`@everyone`\n<@1>"), "`@everyone<@1>`");
        assert!(quoted(&"x".repeat(5000)).chars().count() < 70);
    }
}
