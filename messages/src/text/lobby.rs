//! Texts of lobbies and of opening a game.

use engine::Level;
use jiff::Timestamp;
use play::{
    balance::Uneven, content::Closed, game::LOBBY_DAYS, rejected::LobbyPlace, service::USUAL_LEVEL, setup,
};

use super::{
    clocks::{control, stamp},
    common::*,
    habits::pace,
};

/// Invites the players in `invited` or, if it is empty, everyone.
#[must_use]
pub fn lobby_notification(lobby: &Lobby, invited: &[PersonId]) -> String {
    let (host, title) = (mention(lobby.host), lobby.kind.title());
    let seated: Vec<PersonId> = lobby.joined().filter(|person| person.is_machine()).collect();
    let with = if seated.is_empty() { String::new() } else { format!(" with {}", machines(&seated)) };
    if lobby.rematch_of.is_some() && !invited.is_empty() {
        let invited = mentions(invited.iter().copied());
        let rotates = match lobby.seating {
            Seating::Lot => "Seats rotate, and the game",
            Seating::Order => "The game",
        };
        format!(
            "{invited}: {host} wants a rematch of **{title}**{with}. Press **Join** to play or **Leave** to decline. {rotates} \
starts when everyone has joined."
        )
    } else if !invited.is_empty() {
        let invited = mentions(invited.iter().copied());
        format!(
            "{invited}: {host} invites you to a game of **{title}**{with}. Press **Join** to play or **Leave** to decline."
        )
    } else if lobby.guests.len() == 1 {
        format!("{host} wants to play **{title}**. Who's in?")
    } else {
        format!("{host} opened a game of **{title}**{with}.")
    }
}

/// Invites one player to a lobby that was open before. The outbox finds the message again by its first line.
#[must_use]
pub fn invitation(lobby: &Lobby, person: PersonId, message: MessageId) -> String {
    let link = link(lobby.guild, lobby.channel, message);
    format!(
        "{}: {} invites you to a game of **{}**, game {}.\nPress **Join** there to play or **Leave** to decline: {link}",
        mention(person),
        mention(lobby.host),
        lobby.kind.title(),
        lobby.id
    )
}

/// Rejects an invitation of people who are in the lobby or were invited before.
pub const INVITED_BEFORE: &str = "They're in the lobby already, or were invited before. Pick someone else.";

/// Rejects more invitations than there are free places.
#[must_use]
pub fn too_few_places(free: u8) -> String {
    match free {
        0 => "Every place is taken or waits for someone who's invited. When somebody declines, you can invite someone else."
            .to_owned(),
        _ => format!("There's room for {} more. Invite as many, or change the options to make room.", free),
    }
}

/// Labels the menu of users to invite.
pub const INVITE: &str = "Invite players";
/// Says in the panel of options that the game allows hints.
const HINTS_ON: &str =
    "\n**Hints** are on: each player may ask for good moves with `/hint`. The game is casual.";
/// Labels the menu of machines to add.
pub const ADD_MACHINE: &str = "Add a machine";
/// Labels the button that fills the free seats with machines, and `starts` the game if nobody else is expected.
#[must_use]
pub fn fill(starts: bool) -> String {
    let level = USUAL_LEVEL.name();
    if starts { format!("Fill with {level} and start") } else { format!("Fill with {level}") }
}
/// Labels the button for the same game against machines of another level.
#[must_use]
pub fn against(level: Level, is_stronger: bool) -> String {
    let change = if is_stronger { "stronger" } else { "weaker" };
    format!("Rematch with {} ({change})", level.name())
}
/// Labels the button that sends the last machine away.
pub const REMOVE_MACHINE: &str = "Remove machine";
/// Rejects machines where the bot offers none.
pub const NO_MACHINES: &str = "I have no machines to play with here. Invite people instead.";
/// Rejects machines while they have too much to think.
pub const MACHINES_BUSY: &str = "The machines are busy right now. Try again in a minute.";

/// Describes a level of machines.
#[must_use]
pub const fn level_about(level: Level) -> &'static str {
    match level {
        Level::Spore => "misjudges the board: for your first games",
        Level::Drifter => "easy, but takes a win in one move",
        Level::Grazer => "looks a few moves ahead",
        Level::Hunter => "strong",
        Level::Apex => "as strong as I can",
    }
}

/// Rejects machines in a game that they cannot play.
#[must_use]
pub fn no_machine_for(kind: Kind) -> String {
    format!("Machines can't play {} yet. Invite people instead.", kind.title())
}

/// Rejects a machine in a lobby that has no place for it.
#[must_use]
pub fn no_seat_for_machine(most: u8) -> String {
    format!("There's no seat for a machine: all {most} places are taken, or wait for someone who's invited.")
}

/// Rejects another game with machines of the caller or another player who is in `most` of them already.
#[must_use]
pub fn too_many_machine_games(person: Option<PersonId>, most: u32, games: &[LobbyPlace]) -> String {
    let games_at_once = plural(most as usize, "game");
    match person {
        None => format!(
            "You can play {games_at_once} with machines at once on this server. Finish one of these first: {}",
            places(games)
        ),
        Some(person) => format!(
            "{} already plays {games_at_once} with machines on this server, and that's the limit. One of these must end first: {}",
            mention(person),
            places(games)
        ),
    }
}

/// Rejects another game with machines on a server that has `most` of them already.
#[must_use]
pub fn too_many_machines_here(most: u32) -> String {
    format!(
        "This server has {} with machines, and that's the limit. Try again when one is over.",
        plural(most as usize, "game")
    )
}

/// Rejects machines in another lobby of a host who has `most` lobbies with machines already.
#[must_use]
pub fn too_many_machine_lobbies(most: u32, open: &[LobbyPlace]) -> String {
    format!(
        "You can have {} with machines open at once. Start or close this one first: {}",
        if most == 1 { "1 lobby".to_owned() } else { format!("{most} lobbies") },
        places(open)
    )
}

fn places(places: &[LobbyPlace]) -> String {
    let place = |place: &LobbyPlace| match place.message {
        Some(message) => {
            format!("**{}** {}", place.kind.title(), link(place.guild, place.channel, message))
        }
        None => format!("**{}** <#{}>", place.kind.title(), place.channel),
    };
    listed(&places.iter().map(place).collect::<Vec<_>>())
}

/// Returns the heading of the list of players.
#[must_use]
pub fn players_heading(lobby: &Lobby) -> String {
    let possible = seats::people_counts(lobby.kind, &lobby.options).unwrap_or_default();
    format!("Players: {} of {}", lobby.joined().count(), counts(&possible))
}

/// Lists the players of a lobby, one per line.
#[must_use]
pub fn guests(lobby: &Lobby) -> String {
    let mut lines = String::new();
    for guest in &lobby.guests {
        let (mark, note) = match guest.answer {
            GuestStatus::Joined if guest.person == lobby.host => ("✅", " (host)"),
            GuestStatus::Joined if guest.person.is_machine() => ("🤖", ""),
            GuestStatus::Joined => ("✅", ""),
            GuestStatus::Invited => ("✉️", " (invited)"),
            GuestStatus::Declined => ("✖️", " (declined)"),
        };
        let pace = guest.pace.map(|turn| format!(" · {}", pace(turn))).unwrap_or_default();
        let _ = writeln!(lines, "{mark} {}{note}{pace}", holder(guest.person));
    }
    cut(lines.trim_end(), 1000)
}

/// Says how seats will be assigned, and to whom as far as that is known.
#[must_use]
pub fn seating(lobby: &Lobby) -> String {
    let joined: Vec<PersonId> = lobby.joined().collect();
    let begun = seats::game_for(lobby.kind, &lobby.options, joined.len());
    let sitting = begun.as_ref().map(|game| seats::assign(game, &joined));
    match lobby.seating {
        Seating::Lot => {
            let shared = sitting.map(|sitting| shared_by_lot(&sitting, joined.len())).unwrap_or_default();
            let how = match lobby.rematch_of {
                None => "Drawn by lot at the start.",
                Some(_) => "They rotate.",
            };
            format!("{how}{shared}")
        }
        Seating::Order => {
            let game = begun.or_else(|| {
                let counts = seats::seat_counts(lobby.kind, &lobby.options).ok()?;
                let enough = counts.into_iter().find(|&count| usize::from(count) >= joined.len())?;
                lobby.kind.new_game(&lobby.options.clone().with(PLAYERS, i64::from(enough))).ok()
            });
            let Some(game) = game else { return "In order of joining.".to_owned() };
            let sitting = sitting.unwrap_or(joined);
            let person =
                |seat: Seat| sitting.get(seat.index()).map_or("free".to_owned(), |&person| mention(person));
            let lines = by_sides(&game, |seat| format!("{} {}", self::seat(lobby.kind, seat), person(seat)));
            format!("In order of joining.\n{lines}{}", shared_in_order(lobby.kind, &sitting))
        }
    }
}

/// Says how many players will hold several seats when seats are drawn.
fn shared_by_lot(sitting: &[PersonId], people: usize) -> String {
    let of = |person: &PersonId| sitting.iter().filter(|other| *other == person).count();
    let several: Vec<usize> = sitting[..people.min(sitting.len())].iter().map(of).collect();
    match several.iter().filter(|&&seats| seats > 1).count() {
        0 => String::new(),
        some if some == people && several.iter().all(|&seats| seats == several[0]) => {
            format!(" Each of you plays {} seats of one team.", several[0])
        }
        1 => " One of you plays several seats of one team.".to_owned(),
        some => format!(" {some} of you play several seats of one team."),
    }
}

/// Names the players who will hold several seats, and these seats.
fn shared_in_order(kind: Kind, sitting: &[PersonId]) -> String {
    let mut words = String::new();
    for (index, person) in sitting.iter().enumerate() {
        let seats = (0..sitting.len()).filter(|&other| sitting[other] == *person);
        let seats: Vec<String> =
            seats.filter_map(Seat::from_index).map(|one| kind.colour(one).name().to_owned()).collect();
        if seats.len() > 1 && !sitting[..index].contains(person) {
            let both = if seats.len() == 2 { "both " } else { "" };
            let _ = write!(words, "\n{} plays {both}{}.", mention(*person), listed(&seats));
        }
    }
    words
}

/// Lists the seats in lines. If sides have several seats, each side gets its name as a heading.
pub(super) fn by_sides(game: &Any, line: impl Fn(Seat) -> String) -> String {
    let sides = game.sides();
    let lines = |seats: SeatSet| seats.iter().map(&line).collect::<Vec<_>>().join("\n");
    if sides.iter().all(|side| side.len() == 1) {
        return lines(SeatSet::all(game.seats()));
    }
    let titled = sides
        .iter()
        .enumerate()
        .map(|(index, &side)| format!("**{}**\n{}", team(game.kind(), index), lines(side)));
    titled.collect::<Vec<_>>().join("\n")
}

/// Labels a value of an option in completions.
#[must_use]
pub fn option_value(spec: &OptionSpec, usual: bool) -> String {
    if usual { format!("(default) {}", spec.about) } else { spec.about.to_owned() }
}

/// Labels a game in the list to choose from.
#[must_use]
pub fn game_row(kind: Kind) -> String {
    format!("{}: {}", kind.title(), kind.about().summary)
}

/// Labels a preset in the completions of options.
#[must_use]
pub fn preset_row(kind: Kind, preset: &Preset, server: Option<&str>) -> String {
    let note = preset_note(kind, preset, server).map(|note| format!(", {note}")).unwrap_or_default();
    format!("{}{note}: {}", capitalised(preset.name), preset.about)
}

/// Labels a preset in a menu, whose small print describes it.
#[must_use]
pub fn preset_name(kind: Kind, preset: &Preset, server: Option<&str>) -> String {
    let note = preset_note(kind, preset, server).map(|note| format!(" ({note})")).unwrap_or_default();
    format!("{}{note}", preset.name)
}

/// Says why a preset is the usual one. `server` is the preset that the server has chosen.
fn preset_note(kind: Kind, preset: &Preset, server: Option<&str>) -> Option<&'static str> {
    if server == Some(preset.name) {
        return Some("this server's choice");
    }
    (catalogue::recommended(kind) == Some(preset)).then_some("recommended")
}

/// Labels the button that sets a lobby's preset.
#[must_use]
pub fn play_preset(kind: Kind, preset: &Preset, server: Option<&str>) -> String {
    format!("Play {}", preset_name(kind, preset, server))
}

/// Describes a game's options. `server` is the preset that the server has chosen, to compare with.
#[must_use]
pub fn options(kind: Kind, options: &Options, server: Option<&str>) -> String {
    let set: Vec<String> = options
        .iter()
        .filter(|(name, _)| ![PLAYERS, PRESET, "seed"].contains(name))
        .map(|(name, value)| format!("`{name}` {value}"))
        .collect();
    let set = set.join(", ");
    match (catalogue::preset(kind, options), catalogue::usual(kind, server)) {
        (Some(preset), Some(usual)) if set.is_empty() && preset != usual && server.is_some() => {
            format!("Preset **{}**. This server usually plays **{}**.", preset.name, usual.name)
        }
        (Some(preset), Some(best)) if set.is_empty() && preset != best => {
            format!("Preset **{}**. **{}** is recommended.", preset.name, best.name)
        }
        (Some(preset), _) if set.is_empty() => {
            let note = if server.is_some() { "this server's choice" } else { "recommended" };
            format!("Preset **{}** ({note}).", preset.name)
        }
        (Some(preset), _) => {
            format!("{set}; everything else from preset **{}**.", preset_name(kind, preset, server))
        }
        (None, _) if set.is_empty() => format!("Standard {}.", kind.title()),
        (None, _) => format!("{set}; everything else is standard."),
    }
}

/// Says how a game is uneven between equal players.
#[must_use]
pub fn uneven(kind: Kind, uneven: Uneven) -> String {
    let ahead = uneven.ahead.map(|(ahead, of_100)| {
        let seat = seat(kind, ahead);
        format!("{seat} has an edge: between equal machines it took {of_100} of 100 points.")
    });
    let tied = uneven
        .tied
        .map(|of_100| format!("Equal players often tie: machines tied {of_100} of 100 such games."));
    ahead.into_iter().chain(tied).collect::<Vec<_>>().join(" ")
}

/// Describes the size and goals of a lobby's game, with the players that are expected.
#[must_use]
pub fn figures(lobby: &Lobby) -> String {
    let game = seats::expected(lobby).and_then(|options| lobby.kind.new_game(&options).ok());
    game.map(|game| game.figures()).unwrap_or_default()
}

/// Describes the picture of a lobby's game.
pub(crate) fn start_alt(position: &str) -> String {
    format!("The start: {position}")
}

/// Suggests what a user may have meant.
#[must_use]
pub fn did_you_mean(what: &str) -> String {
    format!("Did you mean {what}?")
}

/// Returns the small print of a lobby. The outbox finds the message again by its last part.
#[must_use]
pub fn lobby_footer(lobby: &Lobby) -> String {
    let declined = lobby.guests.iter().any(|guest| guest.answer == GuestStatus::Declined);
    let start = match lobby.rematch_of {
        Some(_) if !declined => "Starts when everyone has joined",
        _ => "The host starts the game",
    };
    format!("{start} · open for {LOBBY_DAYS} days · game {}", lobby.id)
}

/// Explains why a lobby was closed.
#[must_use]
pub fn closed_lobby(lobby: &Lobby, why: Closed) -> String {
    match why {
        Closed::HostLeft => format!("{} called the game off.", mention(lobby.host)),
        Closed::TooOld => format!(
            "Nobody started this game of **{}** within {LOBBY_DAYS} days, so it's closed. Use `/play` to open a new one.",
            lobby.kind.title()
        ),
        Closed::ByManager => "Someone who manages this server closed this game before it began.".to_owned(),
    }
}

/// Rejects a player who does what only the host may do.
#[must_use]
pub fn only_host(host: PersonId) -> String {
    format!("Only the host can do that: {}.", mention(host))
}

/// Rejects a player who joins a full lobby.
#[must_use]
pub fn lobby_full(most: u8) -> String {
    format!("All {most} places are taken. Use `/play` in another channel to open your own game.")
}

/// Rejects the start of a game with the wrong number of players.
#[must_use]
pub fn wrong_count(kind: Kind, joined: usize, possible: &[u8], shared: Option<u8>, machines: bool) -> String {
    let (title, possible) = (kind.title(), counts(possible));
    if let Some(seats) = shared {
        return format!(
            "{joined} have joined, but {title} with these options has {possible} seats. Someone needs to join or leave. Or set `{PLAYERS}` to {seats} under **Options**: then some of you play several seats of one team."
        );
    }
    if joined == 1 {
        let machine = if machines { " or add a machine" } else { "" };
        return format!(
            "You're alone so far, and {title} is for {possible} players. Ask someone to press **Join**{machine}, then press **Start** again."
        );
    }
    format!(
        "{title} with these options is for {possible} players, but {joined} have joined. Someone needs to join or leave. Then press **Start** again."
    )
}

/// Notifies a host that the lobby can start, because enough players or as many as possible have joined.
/// The outbox finds the message again by these words.
#[must_use]
pub fn ready(lobby: &Lobby) -> String {
    let lobby_link = match lobby.message {
        Some(message) => format!(": {}", link(lobby.guild, lobby.channel, message)),
        None => ".".to_owned(),
    };
    let (host, title) = (mention(lobby.host), lobby.kind.title());
    let (kind, options) = (lobby.kind, &lobby.options);
    if !seats::is_full(kind, options, lobby.joined().count()) {
        let seats = if seats::shares(kind, options) { ", some with several seats" } else { "" };
        return format!(
            "{host}: enough people are there for **{title}**{seats}. Press **Start**, or wait for more{lobby_link}"
        );
    }
    format!("{host}: everybody is there for **{title}**. Press **Start** when you are ready{lobby_link}")
}

/// Replaces a lobby's invitation when its game has started.
#[must_use]
pub fn started(game: &Game) -> String {
    let people = mentions(game.people());
    format!("The game has started: {people}.")
}

/// Heads the options panel.
#[must_use]
pub fn options_panel(lobby: &Lobby) -> String {
    let options = options(lobby.kind, &lobby.options, lobby.usual_preset);
    let clock = control(&setup::control_at_start(lobby));
    let hints = if lobby.hints { HINTS_ON } else { "" };
    format!("**{}**: {options}\n**Clock**: {clock}{hints}", lobby.kind.title())
}

/// Rejects options under which there would be too few seats for the players who have joined.
#[must_use]
pub fn too_many_in(most: u8) -> String {
    format!("Only {most} people could play with that, and more have already joined.")
}

pub(super) fn all_titles() -> String {
    listed(&Kind::ALL.iter().map(|kind| format!("**{}**", kind.title())).collect::<Vec<_>>())
}

/// Rejects a name that no game has.
#[must_use]
pub fn unknown_game(typed: &str) -> String {
    let unknown = match typed.trim() {
        "" => "Which game?".to_owned(),
        _ => format!("There's no game called {}.", quoted(typed)),
    };
    let meant =
        catalogue::nearest_game(typed).map(|kind| did_you_mean(&format!("**{}**", kind.title())) + " ");
    format!("{unknown} {}You can play {}.", meant.unwrap_or_default(), all_titles())
}

/// Rejects an option that the game does not have.
#[must_use]
pub fn unknown_option(kind: Kind, typed: &str) -> String {
    let names = kind.about().all_options().map(|spec| spec.name);
    let meant = catalogue::nearest(typed, names).map(|name| did_you_mean(&format!("`{name}`")) + " ");
    let (title, meant) = (kind.title(), meant.unwrap_or_default());
    format!("{title} has no option {}. {meant}{}", quoted(typed), option_list(kind))
}

/// Rejects an option without a value.
#[must_use]
pub fn option_without_value(kind: Kind, name: &str) -> String {
    let takes = catalogue::find_option(kind, name).map_or_else(String::new, |spec| spec.takes.in_words());
    format!("What should `{name}` be? It takes {takes}, such as `{name}={}`.", example(kind, name))
}

/// Rejects an option that is named twice.
#[must_use]
pub fn option_twice(name: &str) -> String {
    format!("You've set `{name}` twice. Which value do you mean? Name each option once.")
}

fn example(kind: Kind, name: &str) -> String {
    catalogue::find_option(kind, name)
        .and_then(|spec| catalogue::values(spec.takes).into_iter().next())
        .unwrap_or_else(|| kind.about().fewest().to_string())
}

/// Rejects options that are longer than any real ones.
#[must_use]
pub fn options_too_long(kind: Kind) -> String {
    format!("That's too long for me to read. {}", option_list(kind))
}

fn option_list(kind: Kind) -> String {
    if catalogue::options(kind).next().is_none() {
        return "There are no options to choose.".to_owned();
    }
    let names: Vec<String> = kind
        .about()
        .all_options()
        .map(|spec| format!("`{}` ({})", spec.name, spec.takes.in_words()))
        .collect();
    format!("The options are {}. Write them like `{PLAYERS}={}`.", names.join(", "), kind.about().fewest())
}

/// Rejects options that the rules do not allow.
#[must_use]
pub fn bad_options(kind: Kind, error: &SetupError) -> String {
    format!("{} can't be set up like that: {error}.", kind.title())
}

/// Rejects an invitation of a bot.
#[must_use]
pub fn bot_invited(bot: PersonId) -> String {
    format!("{} is a bot and can't play. Invite people instead.", mention(bot))
}

/// Rejects an invitation of a person who is not on the server.
#[must_use]
pub fn not_here(person: PersonId) -> String {
    format!("{} isn't on this server and couldn't join. Invite people who are here.", mention(person))
}

/// Rejects more invitations than the game has seats.
#[must_use]
pub fn too_many_invited(kind: Kind, most: u8) -> String {
    format!("{} has room for at most {most} players, including you. Invite fewer people.", kind.title())
}

/// Rejects a new game in a thread that has a game, or a lobby that is waiting for players.
#[must_use]
pub fn thread_taken(waiting: Option<&LobbyPlace>) -> String {
    let taken = waiting.map_or_else(|| "This thread already has a game.".to_owned(), waits_here);
    format!("{taken} Open yours in the channel above it.")
}

/// Announces that a second game got a thread. The channel has a game, or a lobby that is waiting for players.
#[must_use]
pub fn opened_thread(channel: ChannelId, kind: Kind, waiting: Option<&Lobby>) -> String {
    let title = kind.title();
    match waiting {
        None => format!("This channel already has a game, so **{title}** gets its own thread: <#{channel}>"),
        Some(lobby) => {
            let waits = waits_here(&lobby.into());
            format!("{waits} Your game of **{title}** gets its own thread: <#{channel}>")
        }
    }
}

/// Answers a request whose lobby is already open.
#[must_use]
pub fn opened_before(lobby: &Lobby) -> String {
    let title = lobby.kind.title();
    match lobby.message {
        Some(message) => {
            let link = link(lobby.guild, lobby.channel, message);
            format!("Your game of **{title}** is already open: {link}")
        }
        None => format!(
            "Your game of **{title}** is already open. It'll appear in <#{}> within a few seconds.",
            lobby.channel
        ),
    }
}

/// Answers a `/play` whose lobby was slow to be stored. The outbox posts it for everyone.
pub const LOBBY_FOLLOWS: &str = "Your lobby is open. It'll appear here in a moment.";

/// Answers a request whose lobby is about to be opened.
pub const OPENED_SOON: &str = "That game is just being opened. Its thread will appear in a moment.";

/// Rejects a player who invites only themselves.
pub const ONLY_YOURSELF: &str =
    "You've invited only yourself. Invite someone else, or nobody: then everyone here can join.";

/// Rejects a player who already has `most` open lobbies on a server. The caller can see the lobbies in `open`.
#[must_use]
pub fn too_many_lobbies(most: u32, open: &[LobbyPlace]) -> String {
    let open = places(open);
    if open.is_empty() {
        return format!("You're opening {most} games at once. Wait a moment, then try again.");
    }
    format!(
        "You already have {most} open lobbies on this server. Start one or close it with **Leave** first: {open}"
    )
}

/// Rejects a lobby in a channel where `most` lobbies were opened in the last hour.
#[must_use]
pub fn too_many_here(most: u32, again: Timestamp) -> String {
    let again = stamp(again, 'R');
    format!(
        "{most} games were opened in this channel and its threads in the last hour, and that's the limit. Try again \
{again}, or play in another channel."
    )
}

/// Rejects a player who has sent as many invitations in an hour as anyone may.
#[must_use]
pub fn too_many_invitations(most: u32, again: Timestamp) -> String {
    let again = stamp(again, 'R');
    format!(
        "You can send at most {most} invitations in an hour, not counting those that were accepted. Try again {again}, \
or invite nobody: everyone here can press **Join**."
    )
}

/// Rejects a player who keeps inviting the same person.
#[must_use]
pub fn invited_too_often(person: PersonId, times: u32, again: Timestamp) -> String {
    let (person, again) = (mention(person), stamp(again, 'R'));
    format!(
        "You've invited {person} {times} times in the last hour, and they haven't joined. You can invite them again {again}. \
Until then, open the game without them. They can still press **Join**."
    )
}

/// Points to a lobby in this channel.
fn waits_here(lobby: &LobbyPlace) -> String {
    let title = lobby.kind.title();
    match lobby.message {
        Some(message) => {
            let link = link(lobby.guild, lobby.channel, message);
            format!("A game of **{title}** is waiting for players here: {link}")
        }
        None => format!("A game of **{title}** is waiting for players here. Use `/board` to see it."),
    }
}

/// Rejects a second game in a channel while Discord limits new threads.
pub const THREADS_LIMITED: &str = "This channel already has a game, and Discord won't let me open more threads right now. Try again in a few \
minutes, or use another channel.";

/// Rejects a second game in a channel because Discord refused to open a thread, with its reason.
#[must_use]
pub fn no_thread(why: &str) -> String {
    format!(
        "This channel already has a game, and Discord won't let me open a thread for another: {}. Try another channel.",
        quoted(why)
    )
}

/// Rejects a game in a channel where the bot lacks permissions.
#[must_use]
pub fn missing_permissions(names: &[&str]) -> String {
    let names = listed(&names.iter().map(|name| format!("**{name}**")).collect::<Vec<_>>());
    format!("I can't run games here yet. Someone who manages this server needs to allow me: {names}.")
}
