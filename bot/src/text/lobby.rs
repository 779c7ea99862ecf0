//! Words about lobbies and opening a game.

use data::Time;

use super::*;
use crate::{game::LOBBY_DAYS, rejected::LobbyPlace};

/// Asks those who are invited, or everybody.
#[must_use]
pub fn lobby_notification(lobby: &Lobby, invited: &[PersonId]) -> String {
    let (host, title) = (mention(lobby.host), lobby.kind.title());
    if lobby.rematch_of.is_some() && !invited.is_empty() {
        let invited = mentions(invited.iter().copied());
        let seats = match lobby.seating {
            Seating::Lot => "The seats go round, and it",
            Seating::Order => "It",
        };
        format!(
            "{invited}: {host} asks for a rematch of **{title}**. Press **Join** to play, or **Leave** to say no. {seats} \
starts by itself when everybody has joined."
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
    let possible = seats::people_counts(lobby.kind, &lobby.options).unwrap_or_default();
    format!("Players: {} of {}", lobby.joined().count(), counts(&possible))
}

/// The people of a lobby, a line each.
#[must_use]
pub fn guests(lobby: &Lobby) -> String {
    let mut lines = String::new();
    for guest in &lobby.guests {
        let (mark, note) = match guest.answer {
            GuestStatus::Joined if guest.person == lobby.host => ("✅", " (host)"),
            GuestStatus::Joined => ("✅", ""),
            GuestStatus::Invited => ("✉️", " is invited"),
            GuestStatus::Declined => ("✖️", " said no"),
        };
        let _ = writeln!(lines, "{mark} {}{note}", mention(guest.person));
    }
    cut(lines.trim_end(), 1000)
}

/// How the seats will be given, and who sits where as far as that is known.
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
                Some(_) => "They go round.",
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

/// How many people will hold several seats, where seats are drawn.
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

/// Who will hold several seats, and which.
fn shared_in_order(kind: Kind, sitting: &[PersonId]) -> String {
    let mut words = String::new();
    for (index, person) in sitting.iter().enumerate() {
        let seats = (0..sitting.len()).filter(|&other| sitting[other] == *person);
        let seats: Vec<String> =
            seats.filter_map(Seat::from_index).map(|one| kind.colour(one).name().to_owned()).collect();
        if seats.len() > 1 && !sitting[..index].contains(person) {
            let both = if seats.len() == 2 { "both " } else { "" };
            let _ = write!(words, "\n{} plays {both}{}.", mention(*person), listed(seats));
        }
    }
    words
}

/// Seats in lines; those of a side stand together under its name where sides have several.
pub(super) fn by_sides(game: &Any, line: impl Fn(Seat) -> String) -> String {
    let sides = game.sides();
    let lines = |seats: SeatSet| seats.iter().map(&line).collect::<Vec<_>>().join("\n");
    if sides.iter().all(|side| side.len() == 1) {
        return lines(SeatSet::all(game.seats()));
    }
    let names = game.kind().about().sides;
    let titled = sides.iter().enumerate().map(|(index, &side)| {
        let name = names.get(index).map_or_else(|| format!("Team {}", index + 1), ToString::to_string);
        format!("**{name}**\n{}", lines(side))
    });
    titled.collect::<Vec<_>>().join("\n")
}

/// Behind a value of an option in the list of completions.
#[must_use]
pub fn option_value(spec: &OptionSpec, usual: bool) -> String {
    if usual { format!("(usual) {}", spec.about) } else { spec.about.to_owned() }
}

/// A game in the list to choose one from.
#[must_use]
pub fn game_row(kind: Kind) -> String {
    format!("{}: {}", kind.title(), kind.about().summary)
}

/// A preset in the list of options.
#[must_use]
pub fn preset_row(kind: Kind, preset: &Preset) -> String {
    let recommended = if is_recommended(kind, preset) { ", recommended" } else { "" };
    format!("{}{recommended}: {}", capitalised(preset.name), preset.about)
}

/// A preset in a menu, whose small print says the rest.
#[must_use]
pub fn preset_name(kind: Kind, preset: &Preset) -> String {
    let recommended = if is_recommended(kind, preset) { " (recommended)" } else { "" };
    format!("{}{recommended}", preset.name)
}

fn is_recommended(kind: Kind, preset: &Preset) -> bool {
    setup::recommended(kind) == Some(preset)
}

/// On the button that sets a lobby's preset.
#[must_use]
pub fn play_preset(kind: Kind, preset: &Preset) -> String {
    format!("Play {}", preset_name(kind, preset))
}

/// A game's options in words.
#[must_use]
pub fn options(kind: Kind, options: &Options) -> String {
    let set: Vec<String> = options
        .iter()
        .filter(|(name, _)| ![PLAYERS, PRESET, "seed"].contains(name))
        .map(|(name, value)| format!("`{name}` {}", setup::value_text(value)))
        .collect();
    let set = set.join(", ");
    match (setup::preset(kind, options), setup::recommended(kind)) {
        (Some(preset), Some(best)) if set.is_empty() && preset != best => {
            format!("The preset **{}**. **{}** is recommended.", preset.name, best.name)
        }
        (Some(preset), _) if set.is_empty() => {
            format!("The preset **{}**, which is recommended.", preset.name)
        }
        (Some(preset), _) => {
            format!("{set}; everything else by the preset **{}**.", preset_name(kind, preset))
        }
        (None, _) if set.is_empty() => format!("The standard {}.", kind.title()),
        (None, _) => format!("{set}; everything else as standard."),
    }
}

/// The figures that a lobby's game would be played by if those play who have joined and are invited, or else as few as can.
#[must_use]
pub fn figures(lobby: &Lobby) -> String {
    let (kind, options) = (lobby.kind, &lobby.options);
    let coming = lobby.guests.iter().filter(|guest| guest.answer != GuestStatus::Declined).count();
    let mut people = [coming, lobby.joined().count()].into_iter();
    let fewest = || {
        let seats = *seats::seat_counts(kind, options).ok()?.first()?;
        kind.new_game(&options.clone().with(PLAYERS, i64::from(seats))).ok()
    };
    let game = people.find_map(|people| seats::game_for(kind, options, people)).or_else(fewest);
    game.map(|game| game.figures()).unwrap_or_default()
}

/// Asks whether something else was meant.
#[must_use]
pub fn did_you_mean(what: &str) -> String {
    format!("Did you mean {what}?")
}

/// Small print of a lobby. Its end is what the message is known by.
#[must_use]
pub fn lobby_footer(lobby: &Lobby) -> String {
    let declined = lobby.guests.iter().any(|guest| guest.answer == GuestStatus::Declined);
    let start = match lobby.rematch_of {
        Some(_) if !declined => "It starts by itself when everybody has joined",
        _ => "The host starts it",
    };
    format!("{start} · open for {LOBBY_DAYS} days · game {}", lobby.id)
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

/// GuestStatus where only the host may do something.
#[must_use]
pub fn only_host(host: PersonId) -> String {
    format!("Only the host can do that: {}.", mention(host))
}

/// GuestStatus when a lobby has no place left.
#[must_use]
pub fn lobby_full(most: u8) -> String {
    format!("All {most} places are taken. `/play` in another channel opens a game of your own.")
}

/// GuestStatus when the game cannot start with so many.
#[must_use]
pub fn wrong_count(kind: Kind, joined: usize, possible: &[u8], shared: Option<u8>) -> String {
    let (title, possible) = (kind.title(), counts(possible));
    if let Some(seats) = shared {
        return format!(
            "{joined} have joined, and {title} with these options has {possible} seats. Somebody can join or leave. Or set `{PLAYERS}` to {seats} under **Options**: then some of you play several seats of one team."
        );
    }
    if joined == 1 {
        return format!(
            "You are alone so far: {title} is for {possible} players. Ask somebody to press **Join**, then press **Start** again."
        );
    }
    format!(
        "That number does not fit: {title} with these options is for {possible} players, and {joined} have joined. Somebody has to join or leave; then press **Start** again."
    )
}

/// Tells a host that the lobby can start: that there are enough people, or as many as can play.
#[must_use]
pub fn ready(lobby: &Lobby) -> String {
    let lobby_link = match lobby.message {
        Some(message) => format!(": {}", link(lobby.guild, lobby.channel, message)),
        None => " above.".to_owned(),
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

/// In place of a lobby whose game has begun.
#[must_use]
pub fn started(game: &Game) -> String {
    let people = mentions(game.people_in(SeatSet::all(game.table.game().seats())));
    format!("The game has begun: {people}.")
}

/// Above the options panel.
#[must_use]
pub fn options_panel(lobby: &Lobby) -> String {
    let (options, clock) = (options(lobby.kind, &lobby.options), control(&lobby.control));
    format!("**{}**, {options}\n**Clock**: {clock}", lobby.kind.title())
}

/// GuestStatus when options would leave somebody out who is in.
#[must_use]
pub fn too_many_in(most: u8) -> String {
    format!("With that, only {most} people could play, but more have joined already.")
}

pub(super) fn all_titles() -> String {
    listed(Kind::ALL.iter().map(|kind| format!("**{}**", kind.title())).collect())
}

/// GuestStatus to a name that no game has.
#[must_use]
pub fn unknown_game(typed: &str) -> String {
    let name = if typed.trim().is_empty() {
        "without a name".to_owned()
    } else {
        format!("called {}", quoted(typed))
    };
    let meant = setup::nearest_game(typed).map(|kind| did_you_mean(&format!("**{}**", kind.title())) + " ");
    format!("I know no game {name}. {}There are {}.", meant.unwrap_or_default(), all_titles())
}

/// GuestStatus to an option that the game does not have.
#[must_use]
pub fn unknown_option(kind: Kind, typed: &str) -> String {
    let names = kind.about().all_options().map(|spec| spec.name);
    let meant = setup::nearest(typed, names).map(|name| did_you_mean(&format!("`{name}`")) + " ");
    let (title, meant) = (kind.title(), meant.unwrap_or_default());
    format!("{title} has no option {}. {meant}{}", quoted(typed), option_list(kind))
}

/// GuestStatus to an option without a value.
#[must_use]
pub fn option_without_value(kind: Kind, name: &str) -> String {
    let takes = setup::find_option(kind, name).map_or_else(String::new, |spec| spec.takes.in_words());
    format!("What should `{name}` be? It takes {takes}, such as `{name}={}`.", example(kind, name))
}

fn example(kind: Kind, name: &str) -> String {
    setup::find_option(kind, name)
        .and_then(|spec| setup::values(spec.takes).into_iter().next())
        .unwrap_or_else(|| kind.about().fewest().to_string())
}

/// GuestStatus to options that are longer than anybody needs.
#[must_use]
pub fn options_too_long(kind: Kind) -> String {
    format!("That is more than I can read. {}", option_list(kind))
}

fn option_list(kind: Kind) -> String {
    let names: Vec<String> = kind
        .about()
        .all_options()
        .map(|spec| format!("`{}` ({})", spec.name, spec.takes.in_words()))
        .collect();
    format!("Its options: {}. Write them like `{PLAYERS}={}`.", names.join(", "), kind.about().fewest())
}

/// GuestStatus to options that the rules refuse.
#[must_use]
pub fn bad_options(kind: Kind, error: &SetupError) -> String {
    format!("{} cannot be set up so: {error}.", kind.title())
}

/// GuestStatus when a bot is asked to play.
#[must_use]
pub fn bot_invited(bot: PersonId) -> String {
    format!("{} is a bot and plays no games. Invite people.", mention(bot))
}

/// GuestStatus when somebody is asked to play who is not on the server.
#[must_use]
pub fn not_here(person: PersonId) -> String {
    format!("{} is not on this server and could not join. Invite people who are here.", mention(person))
}

/// GuestStatus when more are invited than can play.
#[must_use]
pub fn too_many_invited(kind: Kind, most: u8) -> String {
    format!("{} has at most {most} places here, one of them yours. Invite fewer people.", kind.title())
}

/// GuestStatus in a thread that has a game, or a lobby that waits for players.
#[must_use]
pub fn thread_taken(waiting: Option<&LobbyPlace>) -> String {
    let taken = waiting.map_or_else(|| "This thread has its game already.".to_owned(), waits_here);
    format!("{taken} Open the next one in the channel above it.")
}

/// GuestStatus when a second game gets a thread; the channel has a game, or a lobby that waits for players.
#[must_use]
pub fn opened_thread(channel: ChannelId, kind: Kind, waiting: Option<&Lobby>) -> String {
    let title = kind.title();
    match waiting {
        None => format!("This channel has a game, so **{title}** gets a thread of its own: <#{channel}>"),
        Some(lobby) => {
            let waits = waits_here(&lobby.into());
            format!("{waits} Your game of **{title}** gets a thread of its own: <#{channel}>")
        }
    }
}

/// GuestStatus when the same wish has opened a lobby before.
#[must_use]
pub fn opened_before(lobby: &Lobby) -> String {
    let title = lobby.kind.title();
    match lobby.message {
        Some(message) => {
            let link = link(lobby.guild, lobby.channel, message);
            format!("Your game of **{title}** is open already: {link}")
        }
        None => format!(
            "Your game of **{title}** is open already. It appears in <#{}> within a few seconds.",
            lobby.channel
        ),
    }
}

/// Responds to a `/play` whose lobby was slow to be stored: the outbox posts it for everybody.
pub const LOBBY_FOLLOWS: &str = "Your lobby is open. It appears here in a moment.";

/// GuestStatus when the same wish is just about to open a lobby.
pub const OPENED_SOON: &str = "That game is just being opened. Its thread appears in a moment.";

/// GuestStatus to a person who invites only themselves.
pub const ONLY_YOURSELF: &str =
    "You have invited only yourself. Invite somebody else, or nobody: then everybody here can join.";

/// GuestStatus to a person with as many open lobbies on a server as anybody may have. The lobbies in `open` can be seen.
#[must_use]
pub fn too_many_lobbies(most: u32, open: &[LobbyPlace]) -> String {
    let place = |lobby: &LobbyPlace| {
        let place = match lobby.message {
            Some(message) => link(lobby.guild, lobby.channel, message),
            None => format!("<#{}>", lobby.channel),
        };
        format!("**{}** {place}", lobby.kind.title())
    };
    let open = listed(open.iter().map(place).collect());
    if open.is_empty() {
        return format!("You are opening {most} games at once. Wait a moment, then try again.");
    }
    format!(
        "You have {most} open lobbies on this server. Start one, or close it with **Leave**, first: {open}"
    )
}

/// GuestStatus where as many lobbies were opened in an hour as a channel takes.
#[must_use]
pub fn too_many_here(most: u32, again: Time) -> String {
    let again = stamp(again, 'R');
    format!(
        "{most} games were opened in this channel and its threads in the last hour, and it takes no more. Try again \
{again}, or play in another channel."
    )
}

/// GuestStatus to a person who has invited as many people in an hour as anybody may.
#[must_use]
pub fn too_many_invitations(most: u32, again: Time) -> String {
    let again = stamp(again, 'R');
    format!(
        "That would be more than {most} invitations in an hour, not counting those that were accepted. Try again {again}, \
or invite nobody: everybody here can press **Join**."
    )
}

/// GuestStatus to a person who has invited another one again and again.
#[must_use]
pub fn invited_too_often(person: PersonId, times: u32, again: Time) -> String {
    let (person, again) = (mention(person), stamp(again, 'R'));
    format!(
        "You have invited {person} {times} times in the last hour, and they have not joined. You can invite them again {again}. \
Until then open the game without them: they can still press **Join**."
    )
}

/// The name of a game's thread, such as `Protozoa: Ann and Ben, 7`. Names of people are other people's text: what could mark up,
/// mention or turn the text around is left out.
#[must_use]
pub fn thread_name(kind: Kind, names: &[String], game: GameId) -> String {
    /// The most characters of a thread's name.
    const LONGEST: usize = 100;
    /// How many people are named. If there are more, the first two are.
    const NAMED: usize = 3;
    let shown = if names.len() > NAMED { 2 } else { names.len() };
    let name_of = |people: Vec<String>| {
        let others = names.len() - shown;
        let others = (others > 0).then(|| format!("{others} others"));
        format!("{}: {}, {game}", kind.title(), listed(people.into_iter().chain(others).collect()))
    };
    let room = LONGEST.saturating_sub(name_of(vec![String::new(); shown]).chars().count());
    let each = room / shown.max(1);
    name_of(names[..shown].iter().map(|name| cut(&plain_name(name), each)).collect())
}

/// The name of a person, in one line and as text alone.
fn plain_name(name: &str) -> String {
    let is_plain = |c: &char| {
        let unseen = matches!(*c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}');
        !unseen && !"`*~|<>@#\\".contains(*c)
    };
    let plain: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(is_plain).collect();
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain.is_empty() { "somebody".to_owned() } else { plain }
}

/// Points to a lobby of this channel.
fn waits_here(lobby: &LobbyPlace) -> String {
    let title = lobby.kind.title();
    match lobby.message {
        Some(message) => {
            let link = link(lobby.guild, lobby.channel, message);
            format!("A game of **{title}** waits for players here: {link}")
        }
        None => format!("A game of **{title}** waits for players here; `/board` shows it."),
    }
}

/// GuestStatus when Discord lets no more threads be opened for a while.
pub const THREADS_LIMITED: &str = "This channel has a game already, and Discord lets me open no more threads just now. Try it again in \
some minutes, or in another channel.";

/// GuestStatus when Discord does not let a thread be opened, with its reason.
#[must_use]
pub fn no_thread(why: &str) -> String {
    format!(
        "This channel has a game already, and Discord does not let me open a thread for another one: {}. Try it in another channel.",
        quoted(why)
    )
}

/// GuestStatus when permissions are missing.
#[must_use]
pub fn missing_permissions(names: &[&str]) -> String {
    let names = listed(names.iter().map(|name| format!("**{name}**")).collect());
    format!("I cannot play here yet. Somebody who manages this server must allow me: {names}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], want: &str) {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        assert_eq!(thread_name(Kind::Protozoa, &names, 7.into()), want);
    }

    #[test]
    fn threads_are_named_by_game_people_and_number() {
        check(&["Ann"], "Protozoa: Ann, 7");
        check(&["Ann", "Ben"], "Protozoa: Ann and Ben, 7");
        check(&["Ann", "Ben", "Cid"], "Protozoa: Ann, Ben and Cid, 7");
        check(&["Ann", "Ben", "Cid", "Dan"], "Protozoa: Ann, Ben and 2 others, 7");
    }

    #[test]
    fn names_in_threads_are_plain_text() {
        check(&["@everyone", "**<@1>**"], "Protozoa: everyone and 1, 7");
        check(&[" A\nn\u{202e}n ", "@"], "Protozoa: A nn and somebody, 7");
        check(&["Ann_B 🐙", "Ännchen"], "Protozoa: Ann_B 🐙 and Ännchen, 7");
    }

    #[test]
    fn thread_names_fit_into_discords_limit() {
        for kind in Kind::ALL {
            for people in 1..=8 {
                let name = thread_name(*kind, &vec!["ä".repeat(32); people], u64::MAX.into());
                assert!(name.chars().count() <= 100 && name.ends_with(&u64::MAX.to_string()), "{name}");
            }
        }
    }
}
