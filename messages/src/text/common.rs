//! The parts that all texts share: names, lists, numbers, links, and sentences that several commands say.

pub(super) use std::fmt::Write as _;

pub(super) use data::{
    ChannelId, Game, GameId, GameState, GuestStatus, GuildId, Listed, Lobby, Machine, MessageId, PersonId,
    Seating,
};
pub(super) use rules::{
    Any, Colour, Kind, LegalMove, OptionSpec, Options, Outcome, PLAYERS, PRESET, Page, PieceInfo, Played,
    Preset, Refusal, Seat, SeatSet, SetupError, Viewer, listed,
};

pub(super) use play::{catalogue, seats};

pub(super) use crate::view::cut;

/// Rejects a command that needs a server.
pub const ONLY_IN_SERVERS: &str = "You can play only in a server's channels. Try it there.";
/// Rejects a press on a lobby that is closed.
pub const LOBBY_CLOSED: &str =
    "That lobby is closed: its game has started or was called off. Use `/play` to open a new one.";
/// Answers a player who joins a lobby twice.
pub const ALREADY_IN: &str =
    "You've already joined. The host presses **Start** when everyone is here; a rematch starts by itself.";
/// Rejects a player who leaves a lobby they are not in.
pub const NOT_IN: &str = "You're not in this lobby. Press **Join** if you want to play.";
/// Rejects a second game in a channel that cannot have threads.
pub const NO_THREADS: &str = "This channel already has a game and can't have threads. Try another channel.";
/// Rejects a command that needs a game in a channel that has only a lobby.
pub const NOT_STARTED: &str =
    "This game hasn't started yet. Its host presses **Start** when everyone has joined.";
/// Labels the suggestion for options that are complete as typed.
pub const AS_IT_IS: &str = "as typed";
/// Confirms a resignation.
pub const RESIGNED: &str = "You've resigned.";
/// Labels the button that opens the panel to choose a move.
pub const MOVE: &str = "Move";
/// Confirms that the caller did not resign, end or abort the game.
pub const KEPT_PLAYING: &str = "Good. The game continues.";
/// Rejects a question about a square in a channel without a running game.
pub const NO_BOARD_HERE: &str =
    "There's no game in this channel, so there's nothing on a square. Ask for a piece by its name.";
/// Ends the description of a piece.
pub const PIECE_ADVICE: &str = "\n\n`/info` takes a piece or a square. `/rules` explains the whole game.";
/// Rejects a command or an option that this version does not have.
pub const OUTDATED_COMMAND: &str =
    "My commands have changed. Reload Discord (on a phone, restart the app), then try again.";
/// Rejects a command in a direct message that only makes sense on a server.
pub const ONLY_ON_SERVERS: &str = "That works only on a server, because games are played in its channels.";
/// Rejects a button of a version that is long gone.
pub const UNKNOWN_BUTTON: &str = "That button is out of date. Use `/board` to see the game as it is now.";
/// Ends the list of all games.
pub const ALL_GAMES_ADVICE: &str = "\n\n`/play` opens a game. `/rules` explains one.";
/// Small print below the help.
pub const HELP_FOOTER: &str =
    "A game takes days. Move whenever you have a minute; I'll notify you when it's your turn.";

/// Lists the commands.
pub const HELP: &str = "\
- `/play` opens a game in this channel: choose one, invite players, and press **Start** when they've joined. \
Alone? `machine` gives you an opponent at once.
- `/move` plays a move. Start typing to see the legal moves and what they do. On a phone, the **Move** button under the board \
is quicker.
- `/plan` queues your reply to a move, or your next move whatever they play. Only you can see your plans.
- `/board` shows you the board again.
- `/history` pages through the turns; `/export` gives you the record as a file; `/replay` shows the game as a film.
- `/analyse` opens a board on which you try moves out for all seats, without a word to the others.
- `/learn` teaches a game in a few moves; `/hint` shows the best turns where that's allowed; `/puzzle` has a puzzle every day.
- `/catchup` shows what you missed since your last move; **What happened** under a board shows it event by event.
- `/games` lists all your games, those waiting for you first.
- `/leaderboard` shows who plays best here; its option `about` explains ratings.
- `/profile` shows your ratings and results, or someone else's; `/versus` compares two players.
- `/settings` shows and sets your time zone, when you sleep, how you're notified, and your daily digest.
- `/privacy` shows what I store about you, gives it to you as a file, and deletes it.
- `/rules` explains a game page by page; `/info` explains a piece and shows where yours can go.
- `/resign` gives up your game in this channel.
- `/offer` asks the others for a draw, a take-back or a pause, or to call the game off.
- `/substitute` asks for someone to take over your seat.
- `/rematch` plays the channel's last game again with rotated seats; `/continue` resumes a game whose channel is gone.
- `/status` shows how I'm doing; `/admin setup` shows what this server allows.

A channel has one game at a time. A second game gets its own thread.";

/// Returns a seat's mark and colour, such as `🔵 Blue`.
#[must_use]
pub fn seat(kind: Kind, seat: Seat) -> String {
    let colour = kind.colour(seat);
    format!("{} {}", emblem(colour), colour.name())
}

/// Names a side of several seats: `North`, or `Team 1` in a game whose sides have no names.
pub(super) fn team(kind: Kind, index: usize) -> String {
    kind.about().sides.get(index).map_or_else(|| format!("Team {}", index + 1), ToString::to_string)
}

pub(super) const fn emblem(colour: Colour) -> &'static str {
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

/// Names a person by a mention, and a machine by its name.
pub(super) fn mention(person: PersonId) -> String {
    match Machine::of(person) {
        Some(machine) => machine.to_string(),
        None if person.is_former() => "a former player".to_owned(),
        None => format!("<@{person}>"),
    }
}

/// Names the holder of a seat, and says of a machine that it is one.
pub(super) fn holder(person: PersonId) -> String {
    let machine = if person.is_machine() { " (machine)" } else { "" };
    format!("{}{machine}", mention(person))
}

/// Names machines, as in `Hunter and Grazer (machines)`.
pub(super) fn machines(machines: &[PersonId]) -> String {
    let kind = if machines.len() == 1 { "machine" } else { "machines" };
    format!("{} ({kind})", mentions(machines.iter().copied()))
}

pub(super) fn mentions(people: impl IntoIterator<Item = PersonId>) -> String {
    listed(&people.into_iter().map(mention).collect::<Vec<_>>())
}

/// Returns the URL of a message.
pub(super) fn link(guild: GuildId, channel: ChannelId, message: MessageId) -> String {
    format!("https://discord.com/channels/{guild}/{channel}/{message}")
}

pub(super) fn code_list(words: &[String]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" ")
}

/// Returns the moves of a turn as `/move` takes them, and what they do.
pub(super) fn turn_in_words(moves: &[LegalMove]) -> String {
    let notations: Vec<&str> = moves.iter().map(|mv| mv.notation.as_str()).collect();
    let words: Vec<&str> = moves.iter().map(|mv| mv.words.as_str()).collect();
    format!("`{}` {}", notations.join(" "), words.join("; then "))
}

/// Joins words as code, as many as fit into `most` characters, and counts the rest. A word cut in half would mark up what
/// follows it.
pub(super) fn code_list_within(words: &[String], most: usize) -> String {
    // The last word has no space after it.
    let mut room = most + 1;
    let fits = |word: &&String| {
        // Two backticks and a space.
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

/// Returns a count with its noun, as `12 moves`, between which no line breaks.
pub(super) fn plural(count: usize, thing: &str) -> String {
    together(&rules::plural(count, thing))
}

/// Keeps each number of a text in one line with its unit, for phones. Text that players type back must not go through this.
pub(super) fn together(words: &str) -> String {
    let mut last = ' ';
    let join = |letter: char| {
        let joined = if letter == ' ' && last.is_ascii_digit() { '\u{a0}' } else { letter };
        last = letter;
        joined
    };
    words.chars().map(join).collect()
}

/// Returns the words with an upper-case first letter.
pub(super) fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Returns what a move does as a sentence with the move's notation, unless its last word is the notation anyway.
pub(super) fn with_notation(words: &str, notation: &str) -> String {
    let sentence = capitalised(words);
    if words.ends_with(&format!(" {notation}")) { sentence } else { format!("{sentence} · `{notation}`") }
}

/// Returns what a user typed, shortened and unable to mark up or mention anything.
pub(super) fn quoted(typed: &str) -> String {
    let plain: String = typed.chars().filter(|c| !c.is_control() && *c != '`').collect();
    format!("`{}`", cut(plain.trim(), 60))
}

/// Joins numbers for a sentence: `2`, `2 or 4`, `2, 3 or 4`.
pub(super) fn counts(numbers: &[u8]) -> String {
    let mut words: Vec<String> = numbers.iter().map(u8::to_string).collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} or {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Greets visitors on the playground's page in an empty channel.
pub const WELCOME: [&str; 4] = [
    "Type `/play` and choose a game.",
    "To play alone, add **machine** and choose an opponent, from Spore (easiest) to Apex (hardest). To play together, add **invite** \
and choose a player.",
    "Together? Press your name below the channels (on a phone, behind ☰) to become the other player, and press **Join**. Then \
switch back and press **Start**.",
    "Move with `/move` or the **Move** button under the board. `/help` explains the rest.",
];

/// Announces that playground and bot have started together.
#[must_use]
pub fn playground_started(url: &str) -> String {
    format!(
        "Petri is ready: open {url} in a browser and type /play there. Press Ctrl-C to stop; your games are saved."
    )
}

/// Announces that the playground has started without a bot.
#[must_use]
pub fn playground_alone(url: &str) -> String {
    format!("The playground is open at {url}. Point your bot at {url} instead of https://discord.com.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_like_sentences() {
        assert_eq!([counts(&[2]), counts(&[2, 4]), counts(&[2, 3, 4])], ["2", "2 or 4", "2, 3 or 4"]);
    }

    #[test]
    fn numbers_stay_with_their_units() {
        assert_eq!(together("2 days 5 h"), "2\u{a0}days 5\u{a0}h");
        assert_eq!([plural(1, "move"), plural(2, "move")], ["1\u{a0}move", "2\u{a0}moves"]);
    }

    #[test]
    fn notation_is_not_repeated() {
        assert_eq!(with_notation("place your piece on d1", "d1"), "Place your piece on d1");
        assert_eq!(with_notation("pass", "pass"), "Pass · `pass`");
        assert_eq!(with_notation("mark d1 (1 point)", "+d1"), "Mark d1 (1 point) · `+d1`");
    }

    #[test]
    fn lists_of_code_are_cut_between_words() {
        let words = ["e4", "d5", "p@f4"].map(str::to_owned);
        assert_eq!(code_list_within(&words, 16), "`e4` `d5` `p@f4`");
        assert_eq!(code_list_within(&words, 15), "`e4` `d5` … and 1 more");
    }

    #[test]
    fn quoted_input_is_short_and_harmless() {
        assert_eq!(quoted(" e9 "), "`e9`");
        assert_eq!(quoted("`@everyone`\n<@1>"), "`@everyone<@1>`");
        assert!(quoted(&"x".repeat(5000)).chars().count() < 70);
    }
}
