//! Posts of lobbies: the game, its players, and how the host changes both.

use data::{Casual, Game, Lobby, MessageId, PersonId, Seating, Vote};
use engine::Level;
use play::{balance::uneven, catalogue, content::Closed, game::terms::terms, seats, setup};
use rules::{OptionSpec, PRESET, Preset};

use crate::{
    action::Action,
    choices,
    posts::lists::IN_ROW,
    text,
    view::{Button, Card, Choice, Look, MOST_CHOICES, Menu, Pick, PickOf, Post, Row, cut},
};

/// Returns the post of a lobby: the game, who has joined, and how to join.
#[must_use]
pub fn lobby(lobby: &Lobby) -> Post {
    let invited: Vec<PersonId> = lobby
        .guests
        .iter()
        .filter(|guest| guest.answer == data::GuestStatus::Invited)
        .map(|guest| guest.person)
        .collect();
    let mut rows = vec![Row::Buttons(vec![
        Button::new("Join", Look::Yes, Action::Join(lobby.id)),
        Button::new("Leave", Look::Plain, Action::Leave(lobby.id)),
        Button::new("Start", Look::Main, Action::Start(lobby.id)),
        Button::new("Options", Look::Plain, Action::Options(lobby.id)),
        Button::new("Rules", Look::Plain, Action::ShowRules(lobby.kind)),
    ])];
    let people = Button::new("Players", Look::Plain, Action::People(lobby.id));
    let more = other_presets(lobby).into_iter().chain(to_other_terms(lobby)).chain([people]);
    let more: Vec<Button> = more.chain(machine_buttons(lobby)).collect();
    rows.extend(more.chunks(IN_ROW).map(|row| Row::Buttons(row.to_vec())));
    rows.extend(invite(lobby));
    rows.extend(add_machine(lobby));
    Post {
        content: text::lobby_notification(lobby, &invited),
        pings: invited,
        card: Some(lobby_card(lobby, text::lobby_footer(lobby))),
        rows,
        ..Post::default()
    }
}

/// Returns the number of places that nobody has and nobody is invited to, if there are any.
fn free_places(lobby: &Lobby) -> Option<usize> {
    let most = seats::people_counts(lobby.kind, &lobby.options).ok()?.last().copied()?;
    let expected = lobby.guests.iter().filter(|guest| guest.answer != data::GuestStatus::Declined).count();
    usize::from(most).checked_sub(expected).filter(|&free| free > 0)
}

/// Returns the buttons with which the host fills the free places with machines, and sends one away.
fn machine_buttons(lobby: &Lobby) -> Vec<Button> {
    let starts = lobby.guests.iter().all(|guest| guest.answer != data::GuestStatus::Invited);
    let fill = Button::new(&text::fill(starts), Look::Plain, Action::FillWithMachines(lobby.id));
    let remove = Button::new(text::REMOVE_MACHINE, Look::Plain, Action::RemoveMachine(lobby.id));
    let can_fill = lobby.kind.is_searchable() && free_places(lobby).is_some();
    let has_machine = lobby.joined().any(PersonId::is_machine);
    [(can_fill, fill), (has_machine, remove)]
        .into_iter()
        .filter_map(|(shows, button)| shows.then_some(button))
        .collect()
}

/// Returns the menu in which the host adds a machine, as long as there are free places.
fn add_machine(lobby: &Lobby) -> Option<Row> {
    free_places(lobby).filter(|_| lobby.kind.is_searchable())?;
    let choice = |level: Level| Choice {
        label: level.name().to_owned(),
        value: level.number().to_string(),
        hint: text::level_about(level).to_owned(),
    };
    menu_row(Menu {
        prompt: text::ADD_MACHINE.to_owned(),
        action: Action::AddMachine(lobby.id),
        choices: Level::ALL.map(choice).to_vec(),
    })
}

/// Returns a post without what adds machines.
#[must_use]
pub(crate) fn without_machines(mut post: Post) -> Post {
    let adds = |action: &Action| {
        matches!(
            action,
            Action::FillWithMachines(_) | Action::AddMachine(_) | Action::Vote { vote: Vote::Machine, .. }
        )
    };
    for row in &mut post.rows {
        if let Row::Buttons(buttons) = row {
            buttons.retain(|button| !adds(&button.action));
        }
    }
    post.rows.retain(|row| match row {
        Row::Buttons(buttons) => !buttons.is_empty(),
        Row::Menu(menu) => !adds(&menu.action),
        Row::Several(_) | Row::Pick(_) | Row::Link(_) => true,
    });
    post
}

/// Returns the menu in which the host invites more players, as long as there are free places.
fn invite(lobby: &Lobby) -> Option<Row> {
    let free = free_places(lobby)?;
    Some(Row::Pick(Pick {
        prompt: text::INVITE.to_owned(),
        action: Action::Invite(lobby.id),
        of: PickOf::Users,
        most: free as u8,
    }))
}

/// Returns the message that one player gets who is invited to a lobby in message `shown`.
#[must_use]
pub fn invitation(lobby: &Lobby, person: PersonId, shown: MessageId) -> Post {
    Post { content: text::invitation(lobby, person, shown), pings: vec![person], ..Post::default() }
}

/// Returns the message that shows the host a lobby that the same request opened before. It has the lobby's buttons if it is in this
/// channel.
#[must_use]
pub fn opened_before(lobby: &Lobby, here: bool) -> Post {
    let post = if here { self::lobby(lobby) } else { Post::default() };
    Post { content: text::opened_before(lobby), pings: Vec::new(), ..post }
}

/// Returns a button for each preset that the lobby does not use, the recommended one first.
fn other_presets(lobby: &Lobby) -> Vec<Button> {
    let present = catalogue::preset(lobby.kind, &lobby.options);
    let others = lobby.kind.about().presets.iter().filter(|&preset| present != Some(preset));
    let button = |preset: &Preset| {
        let action = Action::Preset(lobby.id, preset.name.to_owned());
        Button::new(&text::play_preset(lobby.kind, preset, lobby.usual_preset), Look::Plain, action)
    };
    others.map(button).collect()
}

/// Returns the button that makes a rated game casual, or a casual one rated while its host is alone.
fn to_other_terms(lobby: &Lobby) -> Option<Button> {
    match terms(lobby).casual {
        None => Some(Button::new("Play casual", Look::Plain, Action::Casual(lobby.id))),
        Some(Casual::Chosen) if lobby.joined().count() == 1 => {
            Some(Button::new("Play rated", Look::Plain, Action::Rated(lobby.id)))
        }
        Some(_) => None,
    }
}

/// Returns what replaces the post of a lobby that was closed. It says why.
#[must_use]
pub fn closed_lobby(lobby: &Lobby, why: Closed) -> Post {
    Post {
        content: text::closed_lobby(lobby, why),
        card: Some(lobby_card(lobby, String::new())),
        ..Post::default()
    }
}

/// Returns what replaces the post of a lobby whose game has started.
#[must_use]
pub fn started_lobby(game: &Game) -> Post {
    Post {
        content: text::started(game),
        card: Some(Card {
            title: game.table.kind().title().to_owned(),
            body: format!(
                "{}\n{}\n\n{}\n{}\n{}\n{}",
                game.table.kind().about().goal,
                game.table.game().figures(),
                text::seats_drawn(game),
                text::options(game.table.kind(), &game.options, None),
                text::control(&game.clocks.control),
                text::rating(&game.terms)
            ),
            ..Card::default()
        }),
        ..Post::default()
    }
}

fn lobby_card(lobby: &Lobby, footer: String) -> Card {
    let about = lobby.kind.about();
    let mut body = format!("{}\n{}", about.goal, text::figures(lobby));
    // The length of a game is only known without options. With a preset, the figures already include it.
    if lobby.options.iter().next().is_none() && about.presets.is_empty() {
        body = format!("{body}\n{}", about.length);
    }
    let mut options = text::options(lobby.kind, &lobby.options, lobby.usual_preset);
    if let Some(uneven) = seats::expected(lobby).and_then(|expected| uneven(lobby.kind, &expected)) {
        options = format!("{options}\n{}", text::uneven(lobby.kind, uneven));
    }
    Card {
        title: lobby.kind.title().to_owned(),
        body,
        fields: vec![
            (text::players_heading(lobby), text::guests(lobby)),
            ("Seats".to_owned(), text::seating(lobby)),
            ("Options".to_owned(), options),
            ("Clock".to_owned(), text::control(&setup::control_at_start(lobby))),
            ("Rating".to_owned(), text::rating(&terms(lobby))),
        ],
        footer,
        picture: None,
    }
}

/// Returns the panel in which the host chooses an option to change.
#[must_use]
pub fn options_panel(lobby: &Lobby) -> Post {
    let preset = catalogue::preset(lobby.kind, &lobby.options);
    let choice = |spec: OptionSpec| Choice {
        label: match lobby.options.get(spec.name) {
            Some(value) => format!("{} = {value}", spec.name),
            None => format!("{} = {} (default)", spec.name, catalogue::default_of(&spec, preset)),
        },
        value: spec.name.to_owned(),
        hint: cut(spec.about, 100),
    };
    let seating = match lobby.seating {
        Seating::Lot => {
            Button::new("Seats in order of joining", Look::Plain, to_seating(lobby, Seating::Order))
        }
        Seating::Order => {
            let label = if lobby.rematch_of.is_some() { "Rotate seats" } else { "Seats by lot" };
            Button::new(label, Look::Plain, to_seating(lobby, Seating::Lot))
        }
    };
    let options = Menu {
        prompt: "Choose an option to change".to_owned(),
        action: Action::OptionName(lobby.id),
        choices: catalogue::options(lobby.kind).take(MOST_CHOICES).map(choice).collect(),
    };
    let clocks = Menu {
        prompt: "Choose a clock".to_owned(),
        action: Action::SetClock(lobby.id),
        choices: choices::clocks(),
    };
    let menus = [options, clocks].into_iter().filter_map(menu_row);
    let hints = match lobby.hints {
        true => Button::new("No hints", Look::Plain, Action::Hints(lobby.id, false)),
        false => Button::new("Allow hints", Look::Plain, Action::Hints(lobby.id, true)),
    };
    let switches = [seating].into_iter().chain(lobby.kind.is_searchable().then_some(hints));
    Post {
        content: text::options_panel(lobby),
        rows: menus.chain([Row::Buttons(switches.collect())]).collect(),
        ..Post::default()
    }
}

/// Returns the row of a menu, or `None` for a menu without choices, which Discord would reject together with its message. Not
/// every game has options.
fn menu_row(menu: Menu) -> Option<Row> {
    (!menu.choices.is_empty()).then_some(Row::Menu(menu))
}

fn to_seating(lobby: &Lobby, seating: Seating) -> Action {
    Action::Seating(lobby.id, seating)
}

/// Returns the panel in which the host chooses the value of an option.
#[must_use]
pub fn option_values(lobby: &Lobby, name: &str) -> Post {
    let Some(spec) = catalogue::find_option(lobby.kind, name) else { return options_panel(lobby) };
    let default = || Choice {
        label: format!(
            "default ({})",
            catalogue::default_of(&spec, catalogue::preset(lobby.kind, &lobby.options))
        ),
        value: setup::DEFAULT.to_owned(),
        hint: String::new(),
    };
    let value = |value: String| Choice { label: value.clone(), value, hint: String::new() };
    let preset = |preset: &Preset| Choice {
        label: text::preset_name(lobby.kind, preset, lobby.usual_preset),
        value: preset.name.to_owned(),
        hint: preset.about.to_owned(),
    };
    let choices = match spec.name {
        PRESET => lobby.kind.about().presets.iter().map(preset).collect(),
        _ => {
            let values = catalogue::values(spec.takes).into_iter().map(value);
            [default()].into_iter().chain(values).take(MOST_CHOICES).collect()
        }
    };
    Post {
        content: format!("**{}**: {}", spec.name, spec.about),
        rows: vec![Row::Menu(Menu {
            prompt: format!("Choose {}", spec.takes.in_words()),
            action: Action::OptionValue(lobby.id, name.to_owned()),
            choices,
        })],
        ..Post::default()
    }
}

/// Returns the message that notifies a host that the lobby can start.
#[must_use]
pub fn ready(lobby: &Lobby) -> Post {
    Post { content: text::ready(lobby), pings: vec![lobby.host], ..Post::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn menu_without_choices_has_no_row() {
        let choice = Choice { label: "6".to_owned(), value: "6".to_owned(), hint: String::new() };
        let menu = |choices| Menu { prompt: String::new(), action: Action::OptionName(7.into()), choices };
        assert!(menu_row(menu(Vec::new())).is_none());
        assert!(menu_row(menu(vec![choice])).is_some());
    }
}
