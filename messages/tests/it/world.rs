//! Posts of what use cases return.

use data::{OutboxKind, Payload, PersonId};
use messages::{
    Writer,
    action::Action,
    pictures::Pictures,
    posts::GROUP,
    text,
    view::{Post, Row, Several},
};
use play::{Error, Response, fixture::Fixture, service::Screen};
use render::{Profile, Theme};

/// Returns the post of a response.
pub(crate) async fn post(world: &Fixture, result: Result<Response, Error>) -> Post {
    match writer(world).write(result.unwrap()).await.unwrap() {
        Response::Ephemeral(post)
        | Response::Public(post)
        | Response::Update(post)
        | Response::Lobby(_, post)
        | Response::Shown(post) => post,
    }
}

pub(crate) fn writer(world: &Fixture) -> Writer {
    Writer::new(Pictures::new(Theme::Dark, Profile::Quick), world.service.clock().clone())
}

/// Returns the labels and values of a post's menus.
pub(crate) fn menu(post: &Post) -> Vec<(&str, &str)> {
    let menus = post.rows.iter().filter_map(|row| match row {
        Row::Menu(menu) => Some(&menu.choices),
        _ => None,
    });
    menus.flatten().map(|choice| (choice.label.as_str(), choice.value.as_str())).collect()
}

/// Returns the action of a button.
#[track_caller]
pub(crate) fn action(post: &Post, label: &str) -> Action {
    let buttons = post.rows.iter().filter_map(|row| match row {
        Row::Buttons(buttons) => Some(buttons),
        _ => None,
    });
    let found = buttons.flatten().find(|button| button.label == label);
    found.unwrap_or_else(|| panic!("no {label}: {post:?}")).action.clone()
}

/// Returns the custom ids of all buttons and menus.
pub(crate) fn ids(post: &Post) -> Vec<String> {
    let of_row = |row: &Row| match row {
        Row::Buttons(buttons) => buttons.iter().map(|button| button.action.to_string()).collect(),
        Row::Menu(menu) | Row::Several(Several { menu, .. }) => vec![menu.action.to_string()],
        Row::Pick(pick) => vec![pick.action.to_string()],
        Row::Link(_) => Vec::new(),
    };
    post.rows.iter().flat_map(of_row).collect()
}

/// Presses a button of a panel, as the bot does, and returns the panel that replaces it.
pub(crate) async fn press(world: &Fixture, by: PersonId, on: &Post, label: &str) -> Post {
    let (service, caller) = (&world.service, world.by(by));
    let response = match action(on, label) {
        Action::Screen { game, revision, seat, draft, path } => {
            service.screen(&caller, Screen { game, revision, seat, draft, path }).await
        }
        Action::Order { game, revision, seat, notation } => {
            service.play_picked(&caller, game, revision, seat, notation).await
        }
        Action::Confirm { game, revision, notations } => {
            service.play_confirmed(&caller, game, revision, notations).await
        }
        Action::StartOver { game, revision, seat } => {
            service.screen(&caller, Screen::first(game, revision, seat)).await
        }
        other => panic!("{other:?}"),
    };
    post(world, response).await
}

/// Chooses the line of a panel's menus that has this label.
pub(crate) async fn choose(world: &Fixture, by: PersonId, on: &Post, label: &str) -> Post {
    let menus = on.rows.iter().filter_map(|row| match row {
        Row::Menu(menu) => Some(menu),
        _ => None,
    });
    let lines = menus.flat_map(|menu| menu.choices.iter().map(move |line| (menu, line)));
    let found = lines.into_iter().find(|(_, line)| line.label == label);
    let (menu, line) = found.unwrap_or_else(|| panic!("no {label}: {on:?}"));
    let word = line.value.strip_prefix(GROUP).unwrap();
    let Action::Screen { game, revision, seat, draft, path } = menu.action.clone() else {
        panic!("{:?}", menu.action)
    };
    let screen = Screen { game, revision, seat, draft, path: format!("{path}.{word}") };
    post(world, world.service.screen(&world.by(by), screen).await).await
}

/// Returns the labels of a post's buttons.
pub(crate) fn buttons(post: &Post) -> Vec<&str> {
    let rows = post.rows.iter().filter_map(|row| match row {
        Row::Buttons(buttons) => Some(buttons),
        _ => None,
    });
    rows.flatten().map(|button| button.label.as_str()).collect()
}

/// Returns the sentence of the next private notice that waits in the outbox.
pub(crate) async fn next_notice(world: &Fixture) -> String {
    match world.lease_of(OutboxKind::Notice).await.payload {
        Payload::Notice { notice, .. } => text::notice(&notice, None).unwrap(),
        other => panic!("no notice: {other:?}"),
    }
}
