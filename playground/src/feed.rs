//! The live feed of the page: what one person may see, as it happens.

use axum::extract::ws::{Message, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::model::Id;
use crate::state::Shared;

/// Frames that may wait for a slow page before it is cut off (and connects again).
const WAITING_FRAMES: usize = 1_024;

/// The pages that are open.
#[derive(Default)]
pub(crate) struct Feeds(Vec<(Id, mpsc::Sender<String>)>);

impl Feeds {
    fn open(&mut self, person: Id) -> mpsc::Receiver<String> {
        let (sender, receiver) = mpsc::channel(WAITING_FRAMES);
        self.0.push((person, sender));
        receiver
    }

    /// Sends a frame to every page of a person; pages that are gone or hang are forgotten.
    pub(crate) fn send(&mut self, person: Id, kind: &str, data: &Value) {
        if !self.0.iter().any(|(owner, _)| *owner == person) {
            return;
        }
        let frame = json!({"type": kind, "data": data}).to_string();
        self.0.retain(|(owner, page)| *owner != person || page.try_send(frame.clone()).is_ok());
    }
}

/// Serves one page until it closes or the playground stops.
pub(crate) async fn serve(app: Shared, person: Id, mut socket: WebSocket) {
    let mut frames = {
        let mut state = app.lock();
        let ready = crate::people::ready(&state, person);
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
    // the page may already be gone
    let _ = socket.send(Message::Close(None)).await;
}
