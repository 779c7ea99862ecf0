//! Posts with films of games.

use play::{
    content::{CatchUp, Overview, Replay, Steps},
    game::film::Moment,
};
use render::Step;

use crate::{
    missed::Sheet,
    text,
    view::{Card, Picture, Post, cut},
};

/// Returns a film of a game, with a chart of its scores. `thinned` is how many frames became one to make the file smaller.
#[must_use]
pub fn replay(replay: &Replay, (film, thinned): (Picture, usize), chart: Option<Picture>) -> Post {
    Post {
        card: Some(Card {
            title: text::replay_title(&replay.game),
            body: text::replay_turns(replay, thinned),
            footer: text::REPLAY_FOOTER.to_owned(),
            picture: Some(film),
            ..Card::default()
        }),
        second: chart.map(picture),
        ..Post::default()
    }
}

/// Returns these positions of a game on one sheet, with a chart of its scores.
#[must_use]
pub fn still_replay(replay: &Replay, shown: &[&Moment], sheet: Picture, chart: Option<Picture>) -> Post {
    Post {
        card: Some(Card {
            title: text::replay_title(&replay.game),
            body: text::stills(shown),
            footer: text::REPLAY_FOOTER.to_owned(),
            picture: Some(sheet),
            ..Card::default()
        }),
        second: chart.map(picture),
        ..Post::default()
    }
}

/// Returns what happened in a game step by step, with a sheet that begins with the board before the first step.
#[must_use]
pub fn still_steps(steps: &Steps, shown: &[Step], sheet: Picture) -> Post {
    let mut post = self::steps(steps, shown, sheet);
    if let Some(card) = &mut post.card {
        card.body = cut(&format!("{}\n{}", text::STILL_STEPS, card.body), 4000);
    }
    post
}

/// Returns what happened in a game step by step, with a film of it.
#[must_use]
pub fn steps(steps: &Steps, shown: &[Step], film: Picture) -> Post {
    Post {
        card: Some(Card {
            title: text::steps_title(&steps.game),
            body: cut(&text::steps(shown, steps.moved_on), 4000),
            footer: text::STEPS_FOOTER.to_owned(),
            picture: Some(film),
            ..Card::default()
        }),
        ..Post::default()
    }
}

/// Returns the turns of a game since a player's last move, with a picture of the boards after them if there are any.
#[must_use]
pub fn catch_up(seen: &CatchUp, sheet: &Sheet<'_>, boards: Option<Picture>) -> Post {
    Post {
        card: Some(Card {
            title: text::catch_up_title(&seen.game),
            body: cut(&text::catch_up(seen, sheet), 4000),
            footer: text::CATCH_UP_FOOTER.to_owned(),
            picture: boards,
            ..Card::default()
        }),
        ..Post::default()
    }
}

/// Returns what happened in all games of a player since their last moves.
#[must_use]
pub fn overview(overview: &Overview) -> Post {
    Post {
        card: Some(Card {
            title: text::OVERVIEW_TITLE.to_owned(),
            body: cut(&text::overview(overview), 4000),
            footer: text::OVERVIEW_FOOTER.to_owned(),
            ..Card::default()
        }),
        ..Post::default()
    }
}

/// Returns a card with a picture alone.
#[must_use]
pub fn picture(picture: Picture) -> Card {
    Card { picture: Some(picture), ..Card::default() }
}
