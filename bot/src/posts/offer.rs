//! Posts about offers: what is asked, and what came of it.

use data::{Ending, Game, GameState, Offer, OfferKind, Voice};

use crate::{
    action::Action,
    service::still_asked,
    text,
    view::{Button, Look, Post, Row},
};

/// An offer as it stands. Who has not answered yet is notified when it is posted; an edit notifies nobody.
#[must_use]
pub fn offer(game: &Game, offer: &Offer) -> Post {
    if let Some(ending) = offer.ending {
        return Post { content: text::offer_ended(game, offer, ending), ..Post::default() };
    }
    let asked = still_asked(game, offer);
    let say = |label: &str, look: Look, voice: Voice| {
        Button::new(label, look, Action::Say { game: game.id, offer: offer.id, voice })
    };
    let mut buttons = match offer.kind {
        OfferKind::Substitute => vec![say("Take over", Look::Yes, Voice::Accept)],
        _ => vec![say("Accept", Look::Yes, Voice::Accept), say("Decline", Look::Danger, Voice::Decline)],
    };
    let withdraw = Action::Withdraw { game: game.id, offer: offer.id };
    buttons.push(Button::new("Withdraw", Look::Plain, withdraw));
    Post {
        content: text::offer(game, offer, &asked),
        pings: asked,
        rows: vec![Row::Buttons(buttons)],
        ..Post::default()
    }
}

/// What came of an offer, for who made it and would not notice the edit of its post; `None` if nobody has to be told (any
/// more).
#[must_use]
pub fn offer_news(game: &Game, offer: &Offer) -> Option<Post> {
    let declined = offer.ending == Some(Ending::Declined) && game.state == GameState::Running;
    declined.then(|| Post {
        content: text::declined(game, offer),
        pings: vec![offer.person],
        ..Post::default()
    })
}

/// Asks whether somebody really wants to call a game off.
#[must_use]
pub fn ask_abort(game: &Game) -> Post {
    Post {
        content: text::ask_abort(game),
        rows: vec![Row::Buttons(vec![
            Button::new("Call it off", Look::Danger, Action::Abort(game.id)),
            Button::new("Keep playing", Look::Plain, Action::KeepPlaying(game.id)),
        ])],
        ..Post::default()
    }
}
