//! All words that people read, except those that belong to one game (they stand with its rules).
//!
//! Sentences are short, say what is possible, and never blame. People are named as mentions, which notify only those in a
//! post's `pings`; seats by colour.

use std::fmt::Write as _;

use data::{Answer as Said, Game, GameState, Listed, Lobby, PersonId, Player};
use rules::{
    Colour, Kind, Offer, Options, Outcome, PieceInfo, Played, Refusal, Seat, SeatSet, SetupError, Viewer,
};

use crate::{setup, view::cut};

/// How many days a lobby stays open.
pub const LOBBY_DAYS: i64 = 7;

/// Said where a command needs a server.
pub const ONLY_IN_SERVERS: &str = "Games are played in a server's channels. Try this there.";
/// Said by a lobby's button when the lobby is no more.
pub const LOBBY_CLOSED: &str =
    "That lobby is closed: its game has begun or was called off. `/play` opens a new one.";
/// Said to somebody who joins twice.
pub const ALREADY_IN: &str = "You are in already. The host starts the game when everybody is there.";
/// Said to somebody who leaves a lobby they are not in.
pub const NOT_IN: &str = "You are not in this lobby. Press **Join** if you want to play.";
/// Said where a second game would need a thread and the channel can have none.
pub const NO_THREADS: &str =
    "This channel has a game already and cannot have threads. Try it in another channel.";
/// Said where a game is needed and only a lobby is there.
pub const NOT_STARTED: &str =
    "This game has not begun: its host presses **Start** when everybody has joined.";
/// Said after resigning.
pub const RESIGNED: &str = "You have resigned.";
/// Said after not resigning.
pub const KEPT_PLAYING: &str = "Good. The game goes on.";
/// Said where a square is asked about and no game is being played.
pub const NO_BOARD_HERE: &str =
    "No game is being played in this channel, so there is nothing on a square. Ask for a piece by its name.";
/// Below what is said of a piece.
pub const PIECE_FOOTER: &str = "/info takes a piece or a square · /rules explains the whole game";
/// Said to a button of a version long gone.
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
`/board` shows you the board again.
`/games` lists your games everywhere, those that wait for you first.
`/rules` explains a game, page by page; `/info` a piece, and shows where yours can go.
`/resign` gives up your game in this channel.

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

// The terminal

/// What the playground's page says in an empty channel.
pub const WELCOME: [&str; 3] = [
    "Type `/play`, choose a game and somebody to ask: that opens a lobby here.",
    "Switch to the other person at the bottom left and press **Join**; switch back and press **Start**.",
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

// Lobbies

/// Asks those who are invited, or everybody.
#[must_use]
pub fn lobby_call(lobby: &Lobby, invited: &[PersonId]) -> String {
    let (host, title) = (mention(lobby.host), lobby.kind.title());
    if !invited.is_empty() {
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

/// Small print of a lobby.
#[must_use]
pub fn lobby_footer(lobby: &Lobby) -> String {
    format!("Game {} · the host starts it · open for {LOBBY_DAYS} days", lobby.id)
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
    format!(
        "{}: everybody is there for **{}**. Press **Start** above when you are ready.",
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
    format!("**{}**, {}", lobby.kind.title(), options(lobby.kind, &lobby.options))
}

/// Said when options would leave somebody out who is in.
#[must_use]
pub fn too_many_in(most: u8) -> String {
    format!("With that, only {most} people could play, but more have joined already.")
}

// Opening a game

fn all_titles() -> String {
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

// Boards

/// Asks those who are to act; at the end says how it ended.
#[must_use]
pub fn call(game: &Game) -> String {
    let Some(outcome) = game.table.outcome() else {
        let awaited = game.awaited();
        return match awaited.len() {
            1 => format!("{}, your move.", mentions(awaited)),
            _ => format!("{}, your moves.", mentions(awaited)),
        };
    };
    format!("The game is over: {}", result(game, &outcome))
}

/// Who has won, and why.
fn result(game: &Game, outcome: &Outcome) -> String {
    let people = |group: SeatSet| mentions(group.iter().filter_map(|seat| game.person_in(seat)));
    let result = match outcome.ranking.groups() {
        [] | [_] => "a draw".to_owned(),
        [first, ..] if first.len() == 1 => format!("{} wins!", people(*first)),
        [first, ..] => format!("{} win!", people(*first)),
    };
    format!("{result} ({})", reason(outcome.reason))
}

/// Why a game ended, in words.
fn reason(word: &str) -> &str {
    match word {
        rules::RESIGNED => "everybody else has resigned",
        "organism" => "an organism has reached the goal",
        "extinct" => "nothing is left alive",
        "limit" => "the turns are used up",
        "entered" => "a planet is in the Semiosphere",
        "survivor" => "nobody else is left",
        "void" => "the void has taken the rest",
        "tie" => "all are inside, and no planet is left",
        "zoorbs" => "it was decided by the zoorbs",
        "repetition" => "the same position stood three times",
        "nomove" => "no legal move was left",
        "turns" => "the turns are used up",
        "spent" => "neither side has anything left to play",
        "last_player" => "no other queen is left",
        "territory" => "everybody passed",
        other => other,
    }
}

/// The heading of a board.
#[must_use]
pub fn board_title(game: &Game) -> String {
    format!("{} · game {}", game.table.kind().title(), game.id)
}

/// Small print of a board.
#[must_use]
pub fn board_footer(game: &Game) -> String {
    if game.table.outcome().is_some() {
        return format!("{} · /play opens the next game", plural(game.record.len(), "move"));
    }
    format!("/move · {}", plain(game.table.kind().about().notation))
}

/// Small print knows no markdown.
fn plain(markdown: &str) -> String {
    markdown.replace('`', "")
}

/// Who plays what, and whose turn it is.
#[must_use]
pub fn seats(game: &Game) -> String {
    let to_act = game.table.to_act();
    let outcome = game.table.outcome();
    seat_lines(game, |seat| match &outcome {
        Some(outcome) => match outcome.ranking.place(seat) {
            Some(1) if !outcome.ranking.is_draw() => " 🏆".to_owned(),
            Some(place) if !outcome.ranking.is_draw() => format!(" · place {place}"),
            _ => String::new(),
        },
        None if game.table.left().contains(seat) => " has left".to_owned(),
        None if to_act.contains(seat) => " ◀ to move".to_owned(),
        None => String::new(),
    })
}

/// Who plays what, as it was drawn.
#[must_use]
pub fn seats_drawn(game: &Game) -> String {
    seat_lines(game, |_| String::new())
}

fn seat_lines(game: &Game, note: impl Fn(Seat) -> String) -> String {
    let kind = game.table.kind();
    let line = |player: &Player| {
        format!("{} {}{}", seat(kind, player.seat), mention(player.person), note(player.seat))
    };
    game.players.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What happened since entry `since` of the record, as `to` may know it.
#[must_use]
pub fn story(game: &Game, to: Viewer, since: usize) -> String {
    if game.record.is_empty() {
        return "The game begins. Seats were drawn by lot.".to_owned();
    }
    tell(game, to, game.record.get(since..).unwrap_or_default())
}

fn tell(game: &Game, to: Viewer, record: &[Played]) -> String {
    let kind = game.table.kind();
    let who = |by: Seat| format!("**{}**", kind.colour(by).name());
    let mut sentences = Vec::new();
    for played in record {
        if played.notation == rules::RESIGN {
            let person = game.person_in(played.seat).map(mention).unwrap_or_default();
            sentences.push(format!("{} ({person}) has resigned.", who(played.seat)));
        }
        let events = played.events.iter().filter_map(|event| event.witness(to));
        sentences.extend(events.map(|event| event.say(&who)).filter(|sentence| !sentence.is_empty()));
        if played.forced {
            sentences.push("Nothing else was possible.".to_owned());
        }
    }
    sentences.join(" ")
}

/// The private answer to a move: what was played and what it did.
#[must_use]
pub fn receipt(game: &Game, person: PersonId, played: &[Played]) -> String {
    let mine = game.seats_of(person);
    let own_move = |entry: &Played| mine.contains(entry.seat) && !entry.forced;
    let Some(end) = played.iter().rposition(own_move) else { return "Nothing was played.".to_owned() };
    let last = &played[end];
    let others = |entry: &Played| entry.turn != last.turn || entry.seat != last.seat;
    // A secret order takes the place of the one before; a turn of several moves is told as a whole.
    let begin = match game.table.kind().is_simultaneous() {
        true => end,
        false => played[..end].iter().rposition(others).map_or(0, |at| at + 1),
    };
    let own = &played[begin..=end];
    let to = game.seats_of(person).first().map_or(Viewer::Public, Viewer::Seat);
    let notations: Vec<String> = own.iter().map(|entry| entry.notation.clone()).collect();
    let story = tell(game, to, own);
    cut(&format!("✅ {} {story}", code_list(&notations)), 1500)
}

/// Above the menus that a move is chosen from.
#[must_use]
pub fn panel(game: &Game, by: Seat, trail: &[String]) -> String {
    let kind = game.table.kind();
    let status = game.table.status(Viewer::Seat(by));
    let mut text = format!("**{}**, you are {}. {status}", kind.title(), seat(kind, by));
    if !trail.is_empty() {
        let _ = write!(text, "\n{} …", trail.join(" › "));
    }
    text.trim_end().to_owned()
}

/// Written on the menu of moves.
#[must_use]
pub fn choose(trail: &[String]) -> String {
    if trail.is_empty() { "What do you do?".to_owned() } else { "And then?".to_owned() }
}

/// Small print of a menu line that leads on.
#[must_use]
pub fn moves_in_group(count: usize) -> String {
    plural(count, "move")
}

// Refusals

/// Said where a game is needed and none is there.
#[must_use]
pub fn no_game_here(own: &[Listed]) -> String {
    let running: Vec<String> = own
        .iter()
        .filter(|listed| listed.state == GameState::Running)
        .take(5)
        .map(|listed| format!("<#{}> ({})", listed.channel, listed.kind.title()))
        .collect();
    if running.is_empty() {
        "No game is being played in this channel. `/play` opens one.".to_owned()
    } else {
        format!("No game is being played in this channel. Yours are in {}.", listed(running))
    }
}

/// Said to somebody who does not play in the game.
#[must_use]
pub fn stranger(game: &Game) -> String {
    let people =
        mentions(game.players.iter().filter(|p| !game.table.left().contains(p.seat)).map(|p| p.person));
    format!("You are not playing in this game; {people} are. `/board` shows it to you.")
}

/// Said to a player whose turn it is not.
#[must_use]
pub fn not_your_turn(game: &Game) -> String {
    format!("It is not your turn: the game waits for {}.", mentions(game.awaited()))
}

/// Said to a move in a game that is over.
#[must_use]
pub fn over(game: &Game) -> String {
    match game.table.outcome() {
        Some(outcome) => format!("This game is over: {}", result(game, &outcome)),
        None => "This game is over.".to_owned(),
    }
}

/// Said when a move was offered for a position that is no more.
#[must_use]
pub fn moved_on(game: &Game) -> String {
    let now = match game.table.outcome() {
        Some(_) => over(game),
        None => format!("It waits for {} now.", mentions(game.awaited())),
    };
    format!("The game has moved on since that was offered. {now}")
}

/// Said to a message without a move.
#[must_use]
pub fn no_move(game: &Game, suggestions: &[String]) -> String {
    format!("Which move? {} For example: {}", notation_hint(game.table.kind()), code_list(suggestions))
}

/// Said to a message with more moves than anybody plays.
#[must_use]
pub fn too_many_moves(most: usize) -> String {
    format!("That is more than {most} moves at once. Nothing was played.")
}

fn notation_hint(kind: Kind) -> String {
    format!("{}.", kind.about().notation.trim_end_matches('.'))
}

/// Said to a move that comes after the end of the turn.
#[must_use]
pub fn turn_over_before(notation: &str) -> String {
    format!("Your turn would be over before {}, so nothing was played. Leave it out.", quoted(notation))
}

/// Said to a move that is not legal.
#[must_use]
pub fn refused(
    kind: Kind,
    notation: &str,
    refusal: &Refusal,
    suggestions: &[String],
    after_others: bool,
) -> String {
    let nothing = if after_others { " Nothing was played." } else { "" };
    let why = match refusal {
        Refusal::Notation(_) => {
            format!("I cannot read {} as a move. {}", quoted(notation), notation_hint(kind))
        }
        other => format!("{} is not possible: {other}.", quoted(notation)),
    };
    format!("{why}{nothing} Possible now, among others: {}", code_list(suggestions))
}

/// Asks whether somebody really wants to play moves that end the game; `over` is the game after them.
#[must_use]
pub fn ask_end(over: &Game, outcome: &Outcome, notations: &[&str]) -> String {
    let notations: Vec<String> = notations.iter().map(|&notation| notation.to_owned()).collect();
    format!(
        "With {} the game would be over: {}. Nothing has been played yet.",
        code_list(&notations),
        result(over, outcome)
    )
}

/// Asks whether somebody really wants to resign.
#[must_use]
pub fn ask_resign(game: &Game) -> String {
    format!(
        "Do you really want to resign this game of **{}**? It cannot be undone.",
        game.table.kind().title()
    )
}

/// An apology, with what to look for in the log.
#[must_use]
pub fn our_fault(reference: &str) -> String {
    format!(
        "That went wrong on my side; nothing was changed. Try it again. If that does not help, tell whoever runs this bot: `{reference}`."
    )
}

// Lists

/// Somebody's games and invitations, a line each.
#[must_use]
pub fn games(person: PersonId, games: &[Listed]) -> String {
    if games.is_empty() {
        return "You are in no game. `/play` opens one, or join one that is waiting in a channel.".to_owned();
    }
    /// As much as fits into a card.
    const LONGEST: usize = 3800;
    let mut lines = String::new();
    for (index, listed) in games.iter().enumerate() {
        let others = mentions(listed.people.iter().copied().filter(|&other| other != person));
        let with = if others.is_empty() { String::new() } else { format!(" with {others}") };
        let state = match (listed.state, listed.waits) {
            (GameState::Running, true) => "🔔 **your move**",
            (GameState::Running, false) => "waiting for the others",
            (_, true) => "✉️ **you are asked to join**",
            (_, false) => "not started yet",
        };
        let link = match listed.message {
            Some(message) => {
                format!("https://discord.com/channels/{}/{}/{message}", listed.guild, listed.channel)
            }
            None => format!("<#{}>", listed.channel),
        };
        let line = format!("{state}: {}{with} · {link}\n", listed.kind.title());
        if lines.len() + line.len() > LONGEST {
            let _ = write!(lines, "… and {} more", games.len() - index);
            break;
        }
        lines.push_str(&line);
    }
    lines.trim_end().to_owned()
}

/// All games, a paragraph each.
#[must_use]
pub fn all_games() -> String {
    let about = Kind::ALL.iter().map(|kind| {
        let about = kind.about();
        format!("**{}** ({} players)\n{}\n{}", about.title, counts(about.seats), about.goal, about.length)
    });
    about.collect::<Vec<_>>().join("\n\n")
}

/// The heading above what is said of a piece.
#[must_use]
pub fn piece_title(kind: Kind, info: &PieceInfo) -> String {
    let mut letters = info.name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    format!("{}{} · {}", first.map(String::from).unwrap_or_default(), letters.as_str(), kind.title())
}

/// What can be done with a piece now, a line each.
#[must_use]
pub fn piece_moves(offers: &[Offer]) -> String {
    /// More than that nobody reads.
    const MOST: usize = 15;
    if offers.is_empty() {
        return "You have no move with it now.".to_owned();
    }
    let mut lines: Vec<String> =
        offers.iter().take(MOST).map(|offer| format!("`{}` {}", offer.notation, offer.words)).collect();
    if offers.len() > MOST {
        lines.push(format!("… and {} more", offers.len() - MOST));
    }
    format!("**Now**\n{}", lines.join("\n"))
}

/// Said to a name that no piece has.
#[must_use]
pub fn unknown_piece(typed: &str) -> String {
    format!("I know no piece called {}. Start typing, and the list shows what there is.", quoted(typed))
}

/// Said of a square that is empty or not there.
#[must_use]
pub fn nothing_on(square: &str) -> String {
    format!("You see nothing on {}.", quoted(square))
}

/// Small print of a page of rules.
#[must_use]
pub fn rules_footer(kind: Kind, index: usize, pages: usize) -> String {
    format!("Page {} of {pages} · {}", index + 1, plain(kind.about().notation))
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
    fn what_people_type_comes_back_short_and_harmless() {
        assert_eq!(quoted(" e9 "), "`e9`");
        assert_eq!(quoted("`@everyone`\n<@1>"), "`@everyone<@1>`");
        assert!(quoted(&"x".repeat(5000)).chars().count() < 70);
    }
}
