//! The posts: what a lobby, a board, a panel or a list looks like. Their words are in [`crate::text`].

use data::{Call, ChannelId, Game, GameId, Listed, Lobby, MessageId, PersonId, Seating, Time};
use rules::{END, Kind, Offer, OptionSpec, Outcome, PieceInfo, Played, Seat, Viewer};

use crate::{
    action::{Action, Page},
    service::can_plan,
    setup, text,
    view::{Button, Card, Choice, Look, Menu, Picture, Post, Row, cut},
};

mod offer;
mod plans;

pub use offer::*;
pub use plans::*;

/// How many lines of a menu Discord shows.
const MENU: usize = 25;

/// A lobby: what is to be played, who is in, and how to join.
#[must_use]
pub fn lobby(lobby: &Lobby) -> Post {
    let invited: Vec<PersonId> = lobby
        .guests
        .iter()
        .filter(|guest| guest.answer == data::Answer::Invited)
        .map(|guest| guest.person)
        .collect();
    Post {
        content: text::lobby_call(lobby, &invited),
        pings: invited,
        card: Some(lobby_card(lobby, text::lobby_footer(lobby))),
        rows: vec![Row::Buttons(vec![
            Button::new("Join", Look::Yes, Action::Join(lobby.id)),
            Button::new("Leave", Look::Plain, Action::Leave(lobby.id)),
            Button::new("Start", Look::Main, Action::Start(lobby.id)),
            Button::new("Options", Look::Plain, Action::Options(lobby.id)),
            Button::new("Rules", Look::Plain, Action::ShowRules(lobby.kind)),
        ])],
        ..Post::default()
    }
}

/// A lobby that was closed, and why.
#[must_use]
pub fn closed_lobby(lobby: &Lobby, why: &str) -> Post {
    Post { content: why.to_owned(), card: Some(lobby_card(lobby, String::new())), ..Post::default() }
}

/// A lobby's message once the game has started, or once it was closed for its age.
#[must_use]
pub fn started_lobby(game: &Game) -> Post {
    Post {
        content: text::started(game),
        card: Some(Card {
            title: game.table.kind().title().to_owned(),
            body: format!(
                "{}\n\n{}\n{}\n{}",
                game.table.kind().about().goal,
                text::seats_drawn(game),
                text::options(game.table.kind(), &game.options),
                text::control(&game.clocks.control)
            ),
            ..Card::default()
        }),
        ..Post::default()
    }
}

fn lobby_card(lobby: &Lobby, footer: String) -> Card {
    let about = lobby.kind.about();
    // How long a game takes is said of the standard one.
    let standard = lobby.options.iter().next().is_none();
    Card {
        title: lobby.kind.title().to_owned(),
        body: if standard { format!("{}\n{}", about.goal, about.length) } else { about.goal.to_owned() },
        fields: vec![
            (text::players_heading(lobby), text::guests(lobby)),
            ("Seats".to_owned(), text::seating(lobby)),
            ("Options".to_owned(), text::options(lobby.kind, &lobby.options)),
            ("Clock".to_owned(), text::control(&lobby.control)),
        ],
        footer,
        picture: None,
    }
}

/// The panel from which the host chooses an option to change.
#[must_use]
pub fn options_panel(lobby: &Lobby) -> Post {
    let choice = |spec: OptionSpec| Choice {
        label: match lobby.options.get(spec.name) {
            Some(value) => format!("{} = {}", spec.name, setup::value_text(value)),
            None => format!("{} = {} (default)", spec.name, spec.default),
        },
        value: spec.name.to_owned(),
        hint: cut(spec.about, 100),
    };
    let seating = match lobby.seating {
        Seating::Lot => {
            Button::new("Seats in order of joining", Look::Plain, to_seating(lobby, Seating::Order))
        }
        Seating::Order => {
            let label = if lobby.rematch_of.is_some() { "Seats go round" } else { "Seats by lot" };
            Button::new(label, Look::Plain, to_seating(lobby, Seating::Lot))
        }
    };
    Post {
        content: text::options_panel(lobby),
        rows: vec![
            Row::Menu(Menu {
                prompt: "Choose an option to change".to_owned(),
                action: Action::OptionName(lobby.id),
                choices: setup::options(lobby.kind).take(MENU).map(choice).collect(),
            }),
            Row::Menu(Menu {
                prompt: "Choose a clock".to_owned(),
                action: Action::SetClock(lobby.id),
                choices: setup::clocks(),
            }),
            Row::Buttons(vec![seating]),
        ],
        ..Post::default()
    }
}

fn to_seating(lobby: &Lobby, seating: Seating) -> Action {
    Action::Seating(lobby.id, seating)
}

/// The panel from which the host chooses the value of an option.
#[must_use]
pub fn option_values(lobby: &Lobby, name: &str) -> Post {
    let Some(spec) = setup::find_option(lobby.kind, name) else { return options_panel(lobby) };
    let default = Choice {
        label: format!("default ({})", spec.default),
        value: setup::DEFAULT.to_owned(),
        hint: String::new(),
    };
    let values = setup::values(spec.takes).into_iter().map(|value| Choice {
        label: value.clone(),
        value,
        hint: String::new(),
    });
    Post {
        content: format!("**{}**: {}", spec.name, spec.about),
        rows: vec![Row::Menu(Menu {
            prompt: format!("Choose {}", spec.takes.in_words()),
            action: Action::OptionValue(lobby.id, name.to_owned()),
            choices: [default].into_iter().chain(values).take(MENU).collect(),
        })],
        ..Post::default()
    }
}

/// Tells a host that everybody has answered.
#[must_use]
pub fn ready(lobby: &Lobby) -> Post {
    Post { content: text::ready(lobby), pings: vec![lobby.host], ..Post::default() }
}

/// The board as `to` may see it, what happened since entry `since` of the record, whose turn it is, and the clocks as they
/// are `now`.
#[must_use]
pub fn board(game: &Game, to: Viewer, since: usize, now: Time, picture: Picture) -> Post {
    let story = text::story(game, to, since);
    let status = game.table.status(to);
    let body = [story, status, text::seats(game, now), text::clocks(game, now)];
    let body: Vec<String> = body.into_iter().filter(|part| !part.is_empty()).collect();
    Post {
        content: text::call(game),
        pings: game.awaited(),
        card: Some(Card {
            title: text::board_title(game),
            body: cut(&body.join("\n\n"), 4000),
            fields: Vec::new(),
            footer: text::board_footer(game),
            picture: Some(picture),
        }),
        rows: board_buttons(game),
        ..Post::default()
    }
}

/// A board that a newer one has followed, as the game was then: what happened since entry `since` of the record. It calls
/// nobody and has nothing to press.
#[must_use]
pub fn past_board(game: &Game, since: usize) -> Post {
    let body = [text::story(game, Viewer::Public, since), text::seats_then(game)];
    let body: Vec<String> = body.into_iter().filter(|part| !part.is_empty()).collect();
    Post {
        card: Some(Card {
            title: text::board_title(game),
            body: cut(&body.join("\n\n"), 4000),
            ..Card::default()
        }),
        ..Post::default()
    }
}

/// Calls one person to move; the board is in message `board`.
#[must_use]
pub fn call(game: &Game, person: PersonId, board: Option<MessageId>) -> Post {
    Post { content: text::ping(game, person, board), pings: vec![person], ..Post::default() }
}

/// Reminds one person of a move, the `number`th time, counted from 0, and says until when there is time for it.
#[must_use]
pub fn reminder(game: &Game, call: Call, number: i64, person: PersonId, board: Option<MessageId>) -> Post {
    let seat = Seat::from_index(call.seat.into()).unwrap_or(Seat::FIRST);
    Post {
        content: text::reminder(game, person, board),
        pings: vec![person],
        card: Some(Card {
            title: text::REMINDER_TITLE.to_owned(),
            body: text::time_for_move(game, seat),
            footer: text::reminder_footer(game, seat, call.turn, number),
            ..Card::default()
        }),
        ..Post::default()
    }
}

/// A private line about a game.
#[must_use]
pub fn note(game: GameId, channel: ChannelId, words: &str) -> Post {
    Post { content: cut(&text::note(game, channel, words), 2000), ..Post::default() }
}

fn board_buttons(game: &Game) -> Vec<Row> {
    let kind = game.table.kind();
    let mut buttons = Vec::new();
    if game.table.outcome().is_none() {
        buttons.push(Button::new("Move", Look::Main, Action::Moves(game.id)));
        if kind.is_simultaneous() {
            buttons.push(Button::new("My view", Look::Plain, Action::View(game.id)));
        }
        if let Some(end) = end_of_turn(game) {
            buttons.push(Button::new("End turn", Look::Plain, end));
        }
        if game.clocks.paused.is_some() {
            buttons.push(Button::new("Resume", Look::Plain, Action::Resume(game.id)));
        }
    } else {
        buttons.push(Button::new("Rematch", Look::Main, Action::Rematch(game.id)));
    }
    buttons.push(Button::new("Rules", Look::Plain, Action::ShowRules(kind)));
    vec![Row::Buttons(buttons)]
}

/// The move that ends a turn in which more could be done.
fn end_of_turn(game: &Game) -> Option<Action> {
    let to_act = game.table.to_act();
    let offered =
        to_act.len() == 1 && to_act.iter().any(|seat| game.table.legal(seat).iter().any(|mv| mv == END));
    offered.then(|| Action::Play { game: game.id, moment: game.table.moment(), notation: END.to_owned() })
}

/// Where the newest turn in which something was played begins in the record. While secret orders are coming in, the turn
/// before begins there: it is what they answer to.
#[must_use]
pub fn last_turn_begins(game: &Game) -> usize {
    let Some(last) = game.record.last().map(|played| played.turn) else { return 0 };
    let coming_in = game.table.kind().is_simultaneous() && last == game.table.turn();
    let first = if coming_in { last.saturating_sub(1) } else { last };
    game.record.iter().rposition(|played| played.turn < first).map_or(0, |at| at + 1)
}

/// The private receipt for what was played up to `ply` in one go, with the menus for what comes next if the turn goes on,
/// and the way to plan for the next one if it is over.
#[must_use]
pub fn receipt(game: &Game, person: PersonId, ply: usize) -> Post {
    let played: &[Played] = &game.record[..ply.min(game.record.len())];
    let content = text::receipt(game, person, played);
    let goes_on = played.len() == game.record.len() && game.awaited().contains(&person);
    if !goes_on {
        let mut post = Post { content, ..Post::default() };
        let waits = !game.table.to_act().is_empty() && !game.awaited().contains(&person);
        if waits && can_plan(game.table.kind()) {
            let plan = Button::new("Plan ahead", Look::Plain, Action::Plans(game.id));
            post.rows = vec![Row::Buttons(vec![plan])];
        }
        return post;
    }
    let own = game.seats_of(person);
    let next = game.table.to_act().iter().find(|&seat| own.contains(seat));
    let mut panel = moves_panel(game, next.or(own.first()).unwrap_or(Seat::FIRST), &[]);
    panel.content = format!("{content}\n{}", panel.content);
    panel
}

/// The panel to choose a move for `seat` from: the choices at `path` of the tree that the game's moves form. Whoever has
/// several seats that can act can go over to another one.
#[must_use]
pub fn moves_panel(game: &Game, seat: Seat, path: &[u8]) -> Post {
    let offers = game.table.offers(seat);
    let moment = game.table.moment();
    let (trail, choices) = menu_of(&offers, path);
    let mut rows = Vec::new();
    if !choices.is_empty() {
        rows.push(Row::Menu(Menu {
            prompt: text::choose(&trail),
            action: Action::Pick { game: game.id, moment, seat, path: path.to_vec() },
            choices,
        }));
    }
    let begin = |seat| Action::Pick { game: game.id, moment, seat, path: Vec::new() };
    let mut buttons = Vec::new();
    if !path.is_empty() {
        buttons.push(Button::new("Start over", Look::Plain, begin(seat)));
    }
    let own = game.person_in(seat).map(|person| game.seats_of(person)).unwrap_or_default();
    for other in own.iter().filter(|&other| other != seat && !game.table.legal(other).is_empty()) {
        buttons.push(Button::new(&text::for_seat(game.table.kind(), other), Look::Plain, begin(other)));
    }
    if !buttons.is_empty() {
        rows.push(Row::Buttons(buttons));
    }
    Post { content: text::panel(game, seat, &trail), rows, ..Post::default() }
}

/// The lines of the menu at `path` of the tree that moves form, and what was chosen on the way there.
fn menu_of(offers: &[Offer], path: &[u8]) -> (Vec<String>, Vec<Choice>) {
    let mut level: Vec<&Offer> = offers.iter().collect();
    let mut trail = Vec::new();
    let mut depth = 0;
    let mut groups = grouped(&level, depth);
    for &step in path {
        let Some(group) = groups.get(usize::from(step)) else { break };
        trail.push(group.label.clone());
        level.clone_from(&group.offers);
        depth = group.depth;
        groups = grouped(&level, depth);
    }
    let choices = groups.iter().enumerate().map(|(index, group)| match group.offers.as_slice() {
        [only] => Choice {
            label: only.notation.clone(),
            value: format!("{PLAY}{}", only.notation),
            hint: cut(&only.words, 100),
        },
        several => Choice {
            label: cut(&group.label, 100),
            value: format!("{GROUP}{index}"),
            hint: text::moves_in_group(several.len()),
        },
    });
    (trail, choices.collect())
}

/// Begins the value of a menu line that is a move.
pub const PLAY: &str = "play ";
/// Begins the value of a menu line that leads on.
pub const GROUP: &str = "go ";

struct Group<'o> {
    label: String,
    offers: Vec<&'o Offer>,
    depth: usize,
}

/// Splits moves by the game's next step, or by runs of the list where the game has no more steps and they are too many.
fn grouped<'o>(offers: &[&'o Offer], depth: usize) -> Vec<Group<'o>> {
    if offers.len() <= MENU && offers.iter().all(|offer| offer.steps.len() <= depth) {
        return singles(offers, depth);
    }
    let mut groups: Vec<Group<'o>> = Vec::new();
    for &offer in offers {
        // A move without a further step stands for itself.
        let label = offer.steps.get(depth).cloned().unwrap_or_else(|| offer.notation.clone());
        match groups.iter_mut().find(|group| group.label == label) {
            Some(group) => group.offers.push(offer),
            None => groups.push(Group { label, offers: vec![offer], depth: depth + 1 }),
        }
    }
    if groups.len() > MENU {
        runs(offers, depth)
    } else if groups.len() == 1 && offers.len() > 1 {
        grouped(offers, depth + 1)
    } else {
        groups
    }
}

fn singles<'o>(offers: &[&'o Offer], depth: usize) -> Vec<Group<'o>> {
    offers.iter().map(|&offer| Group { label: offer.notation.clone(), offers: vec![offer], depth }).collect()
}

fn runs<'o>(offers: &[&'o Offer], depth: usize) -> Vec<Group<'o>> {
    offers
        .chunks(offers.len().div_ceil(MENU))
        .map(|run| Group {
            label: match run {
                [first, .., last] => format!("{} to {}", first.notation, last.notation),
                _ => String::new(),
            },
            offers: run.to_vec(),
            depth,
        })
        .collect()
}

/// Asks whether somebody really wants to play moves that end the game, which then is as `over`; `None` if they are too many
/// for the buttons of a question.
#[must_use]
pub fn ask_end(over: &Game, outcome: &Outcome, moment: u32, notations: &[&str]) -> Option<Post> {
    ask(over.id, text::ask_end(over, outcome, notations), moment, notations)
}

/// Asks whether somebody really wants to play once more what they have just played and was answered at once; `None` as for
/// [`ask_end`].
#[must_use]
pub fn ask_again(game: GameId, moment: u32, notations: &[&str]) -> Option<Post> {
    ask(game, text::ask_again(notations), moment, notations)
}

fn ask(game: GameId, question: String, moment: u32, notations: &[&str]) -> Option<Post> {
    let notated = notations.iter().map(|&notation| notation.to_owned()).collect();
    let confirm = Action::Confirm { game, moment, notations: notated };
    confirm.fits().then(|| Post {
        content: question,
        rows: vec![Row::Buttons(vec![
            Button::new("Play it", Look::Danger, confirm),
            Button::new("Rather not", Look::Plain, Action::KeepPlaying(game)),
        ])],
        ..Post::default()
    })
}

/// Asks whether somebody really wants to resign.
#[must_use]
pub fn ask_resign(game: &Game) -> Post {
    Post {
        content: text::ask_resign(game),
        rows: vec![Row::Buttons(vec![
            Button::new("Resign", Look::Danger, Action::Resign(game.id)),
            Button::new("Keep playing", Look::Plain, Action::KeepPlaying(game.id)),
        ])],
        ..Post::default()
    }
}

/// A turn of a game with the board after it, and the way to the others.
#[must_use]
pub fn history(game: &Game, to: Viewer, turn: &text::Turn<'_>, picture: Picture) -> Post {
    let button =
        |label, page, on| Button::new(label, Look::Plain, Action::History(game.id, page)).only_if(on);
    let (number, back, next) = (turn.number as u32, turn.number > 0, turn.number < turn.last);
    Post {
        card: Some(Card {
            title: text::history_title(game, turn),
            body: cut(&text::history_page(game, to, turn), 4000),
            footer: text::HISTORY_FOOTER.to_owned(),
            picture: Some(picture),
            ..Card::default()
        }),
        rows: vec![Row::Buttons(vec![
            button("First", Page::First, back),
            // Beyond the ends, where they cannot be pressed, these only have to differ.
            button("Back", Page::At(number.wrapping_sub(1)), back),
            button("Next", Page::At(number + 1), next),
            button("Last", Page::Last, next),
        ])],
        ..Post::default()
    }
}

/// Somebody's games.
#[must_use]
pub fn games(person: PersonId, games: &[Listed]) -> Post {
    Post {
        card: Some(Card {
            title: "Your games".to_owned(),
            body: cut(&text::games(person, games), 4000),
            ..Card::default()
        }),
        ..Post::default()
    }
}

/// Somebody's digest of a day: the games that wait for them, and how many others there are.
#[must_use]
pub fn digest(person: PersonId, games: &[Listed], day: &str) -> Post {
    let (waiting, others): (Vec<Listed>, Vec<Listed>) = games.iter().cloned().partition(|game| game.waits);
    Post {
        content: text::digest(waiting.len(), others.len()),
        card: Some(Card {
            title: "What waits for you".to_owned(),
            body: cut(&text::games(person, &waiting), 4000),
            footer: text::digest_footer(day),
            ..Card::default()
        }),
        ..Post::default()
    }
}

/// All games there are.
#[must_use]
pub fn all_games() -> Post {
    Post {
        card: Some(Card {
            title: "The games".to_owned(),
            body: text::all_games(),
            footer: text::ALL_GAMES_FOOTER.to_owned(),
            ..Card::default()
        }),
        rows: vec![Row::Buttons(
            Kind::ALL
                .iter()
                .take(5)
                .map(|&kind| Button::new(kind.title(), Look::Plain, Action::Rules(kind, 0)))
                .collect(),
        )],
        ..Post::default()
    }
}

/// Page `index` of a game's rules with its board, and the ways to the others.
#[must_use]
pub fn rules(kind: Kind, index: usize, picture: Option<Picture>) -> Post {
    let pages = kind.about().pages;
    let shown = pages.get(index);
    let to = |index: usize| Action::Rules(kind, index as u8);
    let mut buttons = Vec::new();
    if index > 0 {
        buttons.push(Button::new("Back", Look::Plain, to(index - 1)));
    }
    if index + 1 < pages.len() {
        buttons.push(Button::new("Next", Look::Main, to(index + 1)));
    }
    let contents = pages.iter().take(MENU).enumerate().map(|(page, shown)| Choice {
        label: text::in_contents(page, shown),
        value: page.to_string(),
        hint: String::new(),
    });
    let contents = Menu {
        prompt: "Go to a page".to_owned(),
        action: Action::Contents(kind),
        choices: contents.collect(),
    };
    Post {
        card: Some(Card {
            title: format!("{}: {}", kind.title(), shown.map_or("", |page| page.title)),
            body: shown.map(text::rules_page).unwrap_or_default(),
            footer: text::rules_footer(kind, index, pages.len()),
            picture,
            ..Card::default()
        }),
        rows: vec![Row::Buttons(buttons), Row::Menu(contents)],
        ..Post::default()
    }
}

/// What a piece does; with its moves and the board on which they are marked where it stands on one.
#[must_use]
pub fn piece(kind: Kind, info: &PieceInfo, on_board: Option<(&[Offer], Picture)>) -> Post {
    let (moves, picture) = match on_board {
        Some((offers, picture)) => (text::piece_moves(offers), Some(picture)),
        None => (String::new(), None),
    };
    Post {
        card: Some(Card {
            title: text::piece_title(kind, info),
            body: cut(format!("{}\n\n{moves}", info.text).trim_end(), 4000),
            footer: text::PIECE_FOOTER.to_owned(),
            picture,
            ..Card::default()
        }),
        rows: vec![Row::Buttons(vec![Button::new("Rules", Look::Plain, Action::ShowRules(kind))])],
        ..Post::default()
    }
}

/// What there is to type.
#[must_use]
pub fn help() -> Post {
    Post {
        card: Some(Card {
            title: "Slow games, played here".to_owned(),
            body: text::HELP.to_owned(),
            footer: text::HELP_FOOTER.to_owned(),
            ..Card::default()
        }),
        ..Post::default()
    }
}
