//! Posts of offers, and the news about them.

use data::{Ending, Game, Offer, OfferKind, Vote};
use play::game::{offers::voters_missing, overdue::choices};

use crate::{
    action::Action,
    text,
    view::{Button, Look, Post, Row},
};

/// Returns the post of an offer as it is now. The first post notifies the players who have not voted; an edit notifies
/// nobody.
#[must_use]
pub fn offer(game: &Game, offer: &Offer) -> Post {
    if let Some(ending) = offer.ending {
        return Post { content: text::offer_ended(game, offer, ending), ..Post::default() };
    }
    let missing = voters_missing(game, offer);
    let say = |label: &str, look: Look, vote: Vote| {
        Button::new(label, look, Action::Vote { game: game.id, offer: offer.id, vote })
    };
    if offer.kind == OfferKind::Overdue {
        let choices = choices(game, offer);
        let several = choices.contains(&Vote::Open);
        let choice = |&vote: &Vote| {
            let look = if vote == Vote::Claim { Look::Danger } else { Look::Plain };
            say(text::overdue_choice(vote, several), look, vote)
        };
        return Post {
            content: text::overdue(game, offer),
            pings: missing.into_iter().chain([offer.person]).collect(),
            rows: vec![Row::Buttons(choices.iter().map(choice).collect())],
            ..Post::default()
        };
    }
    let mut buttons = match offer.kind {
        OfferKind::Substitute if offer.seat.and_then(|seat| game.machine_in(seat)).is_some() => {
            vec![say("Take over", Look::Yes, Vote::Accept), say("Decline", Look::Danger, Vote::Decline)]
        }
        OfferKind::Substitute => vec![say("Take over", Look::Yes, Vote::Accept)],
        _ => vec![say("Accept", Look::Yes, Vote::Accept), say("Decline", Look::Danger, Vote::Decline)],
    };
    // The others voted to open this seat, so no single player can withdraw that. A machine presses no button.
    if offer.voters(Vote::Open).next().is_none() && !offer.person.is_machine() {
        let withdraw = Action::Withdraw { game: game.id, offer: offer.id };
        buttons.push(Button::new("Withdraw", Look::Plain, withdraw));
    }
    Post {
        content: text::offer(game, offer, &missing),
        // Machines notify nobody.
        pings: if offer.person.is_machine() { Vec::new() } else { missing },
        rows: vec![Row::Buttons(buttons)],
        ..Post::default()
    }
}

/// Returns the news about an offer, for players who would not notice the edit of its post; `None` if nobody needs it (any
/// more).
#[must_use]
pub fn offer_news(game: &Game, offer: &Offer) -> Option<Post> {
    let content = text::offer_news(game, offer)?;
    if offer.ending == Some(Ending::Declined) {
        return Some(Post { content, pings: vec![offer.person], ..Post::default() });
    }
    let resume = Button::new("Resume", Look::Main, Action::Resume(game.id));
    Some(Post {
        content,
        pings: game.people_in(game.table.here()),
        rows: vec![Row::Buttons(vec![resume])],
        ..Post::default()
    })
}

/// Returns the message that announces the end of the pause that an offer asked for to everyone except the player who ended it;
/// `None` if the game is paused again.
#[must_use]
pub fn resumed(game: &Game, offer: &Offer) -> Option<Post> {
    let content = text::resumed_news(game, offer)?;
    Some(Post { content, pings: text::resumed_for(game, offer), ..Post::default() })
}

/// Returns the message that asks a player to confirm that they call a game off.
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
