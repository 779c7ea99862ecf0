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
            picture: Some(film),
            ..Card::default()
        }),
        second: chart.map(picture),
        ..Post::default()
    }
}

/// Returns the turns that a replay would show, and its scores in words, for a player who prefers letters.
#[must_use]
pub fn written_replay(replay: &Replay, scores: Option<String>) -> Post {
    let body = [text::replay_turns(replay, 1), scores.unwrap_or_default()].join("\n");
    Post {
        card: Some(Card {
            title: text::replay_title(&replay.game),
            body: cut(body.trim_end(), 2000),
            ..Card::default()
        }),
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
    let mut post = self::steps(steps, shown, Some(sheet));
    if let Some(card) = &mut post.card {
        card.body = cut(&format!("{}\n{}", text::READING_ORDER, card.body), 4000);
    }
    post
}

/// Returns what happened in a game step by step, with a film of it unless the player prefers letters.
#[must_use]
pub fn steps(steps: &Steps, shown: &[Step], film: Option<Picture>) -> Post {
    Post {
        card: Some(Card {
            title: text::steps_title(&steps.game),
            body: cut(&text::steps(shown, steps.since, steps.moved_on), 4000),
            picture: film,
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
