//! Posts of what use cases return.

use data::{OutboxKind, Payload};
use messages::{
    Writer,
    pictures::Pictures,
    text,
    view::{Post, Row},
};
use play::{Error, Response, fixture::Fixture};
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
