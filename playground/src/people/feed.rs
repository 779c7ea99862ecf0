//! The live feed: everything that one person may see, as it happens.

use axum::extract::ws::{Message, WebSocket};
use serde_json::{Value, json};

use super::{messages, places};
use crate::model::Id;
use crate::state::{Shared, State};

/// Serves one page until it closes or the playground stops.
pub(crate) async fn serve(app: Shared, person: Id, mut socket: WebSocket) {
    let mut frames = {
        let mut state = app.lock();
        let ready = ready(&state, person);
        let frames = state.feeds.open(person);
        state.feeds.send(person, "ready", &ready);
        frames
    };
    loop {
        tokio::select! {
            frame = frames.recv() => {
                let Some(frame) = frame else { break };
                if socket.send(Message::text(frame)).await.is_err() {
                    return;
                }
            }
            heard = socket.recv() => {
                if !matches!(heard, Some(Ok(_))) {
                    return;
                }
            }
            () = app.stop.cancelled() => break,
        }
    }
    // Sending fails if the page has already closed, which is fine.
    let _ = socket.send(Message::Close(None)).await;
}

/// Returns what a page needs when it connects.
fn ready(state: &State, person: Id) -> Value {
    let world = &state.world;
    json!({
        "person": world.people.get(&person).map(|person| person.json(&world.base)),
        "people": state.people_json(),
        "guilds": places::guilds_json(state),
        "channels": places::channels_json(state, Some(person)),
        "bots": state.bots_json(),
        "unread": messages::unread_json(state, person),
    })
}
