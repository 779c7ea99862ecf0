//! The posts: lobbies, boards, panels and lists. Their words are in [`crate::text`].

use data::{ChannelId, Game, GameId, MessageId, Notification, PersonId};
use jiff::Timestamp;
use play::{
    content::{HistoryPage, NextGame, Page, RatedEnd},
    game::{machines, turn::can_plan},
};
use rules::{END, Played, Seat, Viewer};

use crate::{
    action::Action,
    missed::has_steps,
    text,
    view::{Button, Card, Link, Look, Picture, Post, Row, cut},
};

mod admin;
mod films;
mod hint;
mod leaderboards;
mod lesson;
mod lists;
mod lobby;
mod menus;
mod more;
mod offer;
mod panel;
mod plans;
mod privacy;
mod profiles;
mod puzzle;
mod settings;
mod sketch;
mod weekly;

pub use admin::*;
pub use films::*;
pub use hint::*;
pub use leaderboards::*;
pub use lesson::*;
pub use lists::*;
pub use lobby::*;
pub use menus::*;
pub use more::*;
pub(crate) use more::{Letters, letters};
pub use offer::*;
pub use panel::*;
pub use plans::*;
pub use privacy::*;
pub use profiles::*;
pub use puzzle::*;
pub use settings::*;
pub use sketch::*;
pub use weekly::*;

/// The most characters in the body of a card. Discord accepts a few more.
pub(crate) const MOST_IN_CARD: usize = 4000;

/// Returns the board as `to` may see it, with everything that happened since entry `since` of the record, the seats, and the
/// clocks as they are `now`. After a rated game, `rated` adds the ratings and a button that explains them.
#[must_use]
pub fn board(
    game: &Game,
    (to, since): (Viewer, usize),
    now: Timestamp,
    rated: Option<&RatedEnd>,
    picture: Option<Picture>,
) -> Post {
    let story = text::story(game, to, since);
    let status = game.table.status(to);
    let ratings = rated.map(text::rated_end).unwrap_or_default();
    let (seats, clocks) = (text::seats(game, now), text::clocks(game, now));
    let body = paragraphs([story, status, seats, clocks, ratings, text::next_begins(game)]);
    Post {
        content: text::notification(game),
        pings: game.awaited(),
        card: Some(Card {
            title: text::board_title(game),
            body: cut(&body, 4000),
            fields: Vec::new(),
            footer: text::board_footer(game, to),
            picture,
        }),
        rows: board_buttons(game, to, rated.is_some()),
        ..Post::default()
    }
}

/// Returns a board that a newer one has replaced, with everything that happened from entry `since` of the record. It notifies
/// nobody and has no buttons.
#[must_use]
pub fn past_board(game: &Game, since: usize) -> Post {
    let body = paragraphs([text::story(game, Viewer::Public, since), text::seats_then(game)]);
    Post {
        card: Some(Card { title: text::board_title(game), body: cut(&body, 4000), ..Card::default() }),
        ..Post::default()
    }
}

/// Joins the parts that are not empty, with blank lines between them.
fn paragraphs<const N: usize>(parts: [String; N]) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Returns the message that asks one player to move; the board is in message `board`.
#[must_use]
pub fn notification(game: &Game, person: PersonId, board: MessageId) -> Post {
    Post { content: text::ping(game, person, board), pings: vec![person], ..Post::default() }
}

/// Returns the message that reminds one player to move and says how much time they have. `number` counts the reminders of a move
/// from 0.
#[must_use]
pub fn reminder(
    game: &Game,
    notification: Notification,
    number: u32,
    person: PersonId,
    board: MessageId,
) -> Post {
    let seat = Seat::from_index(notification.seat.into()).unwrap_or(Seat::FIRST);
    Post {
        content: text::reminder(game, person, board),
        pings: vec![person],
        card: Some(Card {
            title: text::REMINDER_TITLE.to_owned(),
            body: text::time_for_move(game, seat),
            footer: text::reminder_footer(game, seat, notification.turn, number),
            ..Card::default()
        }),
        ..Post::default()
    }
}

/// Returns the message that notifies one player of the end of a game, which message `board` shows.
#[must_use]
pub fn ended(game: &Game, person: PersonId, board: MessageId) -> Post {
    Post { content: text::ended(game, person, board), pings: vec![person], ..Post::default() }
}

/// Returns the post of a game's result in the channel for results. It notifies nobody.
#[must_use]
pub fn result(game: &Game, board: MessageId) -> Post {
    Post::text(text::reported(game, board))
}

/// Returns the message that notifies one player of an offer whose post did not notify them.
#[must_use]
pub fn offer_notice(person: PersonId, words: &str) -> Post {
    Post { content: cut(&text::offer_notice(person, words), 2000), pings: vec![person], ..Post::default() }
}

/// Returns the notification that a player has asked for, to see where it arrives.
#[must_use]
pub fn test_notice(person: PersonId, words: &str) -> Post {
    Post { content: text::test_notice(person, words), pings: vec![person], ..Post::default() }
}

/// Returns the `number`th notice about a game.
#[must_use]
pub fn notice(game: GameId, number: u32, channel: ChannelId, words: &str) -> Post {
    Post { content: cut(&text::numbered_notice(game, number, channel, words), 2000), ..Post::default() }
}

fn board_buttons(game: &Game, to: Viewer, is_rated: bool) -> Vec<Row> {
    let kind = game.table.kind();
    let mut buttons = Vec::new();
    if game.table.outcome().is_none() {
        buttons.push(Button::new(text::MOVE, Look::Main, Action::Moves(game.id)));
        if can_plan(kind) {
            buttons.push(Button::new("Plan ahead", Look::Plain, Action::Plans(game.id)));
        }
        if has_steps(game, to) {
            let steps = Action::Steps { game: game.id, revision: game.table.revision() };
            buttons.push(Button::new("What happened", Look::Plain, steps));
        }
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
        if let Some(level) = machines::next_level(game) {
            let against = Action::RematchAgainst(game.id, level);
            let is_stronger = machines::strongest(game) < Some(level);
            buttons.push(Button::new(&text::against(level, is_stronger), Look::Plain, against));
        }
        if is_rated {
            buttons.push(Button::new("My rating", Look::Plain, Action::RatingChange(game.id)));
        }
        buttons.push(Button::new("Replay", Look::Plain, Action::Replay(game.id)));
        buttons.push(Button::new(text::TRY_MOVES, Look::Plain, Action::TryOut(game.id)));
    }
    buttons.push(Button::new("Rules", Look::Plain, Action::ShowRules(kind)));
    buttons.push(Button::new("More", Look::Plain, Action::More(game.id)));
    buttons.chunks(lists::IN_ROW).map(|row| Row::Buttons(row.to_vec())).collect()
}

/// Returns the move that ends a turn in which the player could do more.
fn end_of_turn(game: &Game) -> Option<Action> {
    let to_act = game.table.to_act();
    let offered =
        to_act.len() == 1 && to_act.iter().any(|seat| game.table.legal(seat).iter().any(|mv| mv == END));
    offered.then(|| Action::Play { game: game.id, revision: game.table.revision(), notation: END.to_owned() })
}

/// Returns whether a player who has played up to `ply` can play more in the same turn. Their next turn does not count: they
/// should see its board first.
fn turn_continues(game: &Game, person: PersonId, ply: usize) -> bool {
    let same_turn = game.record.last().is_none_or(|last| last.turn == game.table.turn());
    ply >= game.record.len() && same_turn && game.awaited().contains(&person)
}

/// Returns the private receipt of what a player has played up to `ply`, and the screen for their next move if their turn
/// continues, in a `quick` panel if they wish. If others are to move, a button leads to plans. If it is their move again, one leads
/// to the panel.
#[must_use]
pub fn receipt(game: &Game, person: PersonId, ply: usize, quick: bool) -> Receipt {
    let played: &[Played] = &game.record[..ply.min(game.record.len())];
    let mut content = text::receipt(game, person, played);
    if !turn_continues(game, person, ply) {
        let waits = !game.table.to_act().is_empty() && !game.awaited().contains(&person);
        let is_newest = !waits && ply >= game.record.len();
        if is_newest {
            content = format!("{content}\n{}", text::turn_over(game, person));
        }
        let rows = next_turn(game, person).filter(|_| is_newest).into_iter().collect();
        let mut post = Post { content, rows, leads_on: true, ..Post::default() };
        if waits && can_plan(game.table.kind()) {
            let plan = Button::new("Plan ahead", Look::Plain, Action::Plans(game.id));
            post.rows = vec![Row::Buttons(vec![plan])];
        }
        return Receipt::Done(Box::new(post));
    }
    let own = game.seats_of(person);
    let next = game.table.to_act().iter().find(|&seat| own.contains(seat));
    let mut panel = moves_panel(game, next.or(own.first()).unwrap_or(Seat::FIRST), &[], "", quick);
    panel.post.content = format!("{content}\n{}", panel.post.content);
    Receipt::Continued(Box::new(panel))
}

/// The receipt of what a player has played.
#[derive(Debug)]
pub enum Receipt {
    /// Their turn is complete.
    Done(Box<Post>),
    /// Their turn continues on this screen.
    Continued(Box<Panel>),
}

/// Returns what replaces a private panel whose turn is over. It lists the player's moves in that turn. If the player has `chosen`
/// moves that they did not play then, it names them. If it is their move again, a button opens the current panel in its place.
#[must_use]
pub fn closed_panel(game: &Game, person: PersonId, turn: u32, chosen: &[String]) -> Post {
    let begin = game.record.partition_point(|entry| entry.turn < turn);
    let end = game.record.partition_point(|entry| entry.turn <= turn);
    let entries = &game.record[begin..end];
    let own = game.seats_of(person);
    let played: Vec<&str> = entries
        .iter()
        .filter(|entry| own.contains(entry.seat))
        .map(|entry| entry.notation.as_str())
        .collect();
    let not_played: Vec<&str> =
        chosen.iter().map(String::as_str).filter(|chosen| !played.contains(chosen)).collect();
    let stale = match played.is_empty() || not_played.is_empty() {
        true => String::new(),
        false => text::stale_choice(&not_played),
    };
    let receipt = text::receipt(game, person, entries);
    let content = format!("{stale}{receipt}\n{}", text::turn_over(game, person));
    Post { content, rows: next_turn(game, person).into_iter().collect(), leads_on: true, ..Post::default() }
}

/// Returns a button that shows the panel in the place of a private message, if it is the player's move.
fn next_turn(game: &Game, person: PersonId) -> Option<Row> {
    let own = game.seats_of(person);
    let seat = game.table.to_act().iter().find(|&seat| own.contains(seat))?;
    let first = Action::StartOver { game: game.id, revision: game.table.revision(), seat };
    let button = Button::new(text::MOVE, Look::Main, first);
    game.awaited().contains(&person).then(|| Row::Buttons(vec![button]))
}

/// Returns what replaces a question or a panel that the player has closed. `offered` are the labels and actions of that message. If
/// it offered moves, nothing was played, and a button leads back to the moves that were chosen.
#[must_use]
pub fn closed(game: GameId, offered: &[(String, Action)]) -> Post {
    let confirms = |label: &str| label == text::CONFIRM || label == text::PLAY_IT;
    let confirmed = offered.iter().find(|(label, _)| confirms(label)).map(|(_, action)| action);
    let place = offered.iter().find_map(|(_, action)| match action {
        Action::Screen { revision, seat, .. } | Action::Order { revision, seat, .. } => {
            Some((*revision, *seat))
        }
        _ => None,
    });
    let draft = match confirmed {
        Some(Action::Confirm { notations, .. }) => notations.clone(),
        Some(Action::Order { notation, .. }) => vec![notation.clone()],
        // Every way from a deeper screen leads on or back, and keeps the draft.
        _ => offered
            .iter()
            .find_map(|(_, action)| match action {
                Action::Screen { draft, .. } => Some(draft.clone()),
                _ => None,
            })
            .unwrap_or_default(),
    };
    let (begin, kept) = match (place, confirmed) {
        (Some((revision, seat)), _) => {
            let screen = Action::Screen { game, revision, seat, draft: draft.clone(), path: String::new() };
            (screen, draft)
        }
        // The question about a move does not know its seat.
        (None, Some(_)) => (Action::Moves(game), Vec::new()),
        (None, None) => return Post::text(text::KEPT_PLAYING),
    };
    Post {
        content: text::nothing_played(&kept),
        rows: vec![Row::Buttons(vec![Button::new(text::MOVE, Look::Main, begin)])],
        leads_on: true,
        ..Post::default()
    }
}

/// The most rows of a message.
const MOST_ROWS: usize = 5;

/// Adds a button that opens the game in which the player has the least time left, if there is room for it.
pub fn lead_on(post: &mut Post, next: &NextGame) {
    if post.rows.len() >= MOST_ROWS {
        return;
    }
    post.rows.push(Row::Link(Link { label: text::next_game(next.waiting), url: text::board_url(next) }));
}

/// Returns the message that asks a player to confirm some moves. `question` says why.
#[must_use]
pub fn ask(game: GameId, question: String, revision: u32, notations: &[String]) -> Post {
    let confirm = Action::Confirm { game, revision, notations: notations.to_vec() };
    Post {
        content: question,
        rows: vec![Row::Buttons(vec![
            Button::new(text::PLAY_IT, Look::Danger, confirm),
            Button::new("Cancel", Look::Plain, Action::KeepPlaying(game)),
        ])],
        ..Post::default()
    }
}

/// Returns the message that asks a player to confirm that they resign.
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

/// Returns the button for a hint on a page of a finished game, if a machine can say what to play there.
fn hint_of_page(page: &HistoryPage) -> Option<Button> {
    let is_over = page.game.table.outcome().is_some() && page.game.table.kind().is_searchable();
    let turn = Action::Hint(page.game.id, page.number as u32);
    (is_over && page.then.table.outcome().is_none()).then(|| Button::new(text::HINT, Look::Plain, turn))
}

/// Returns the buttons that do something with the position on a page.
fn beside_page(page: &HistoryPage) -> Vec<Button> {
    let turn = Action::TryTurn(page.game.id, page.number as u32);
    let try_out = (!page.game.keeps_secrets()).then(|| Button::new(text::TRY_MOVES, Look::Plain, turn));
    try_out.into_iter().chain(hint_of_page(page)).collect()
}

/// Returns a turn of a game with the board after it, and buttons to the other turns.
#[must_use]
pub fn history(page: &HistoryPage, picture: Option<Picture>) -> Post {
    let game = &page.game;
    let button = |label, at, on| Button::new(label, Look::Plain, Action::History(game.id, at)).only_if(on);
    let (number, back, next) = (page.number as u32, page.number > 0, page.number < page.last);
    let pages = [
        button("First", Page::First, back),
        // At the beginning the button is disabled, but its id must still differ from that of `First`.
        button("Back", Page::At(number.saturating_sub(1)), back),
        button("Next", Page::At(number + 1), next),
        button("Last", Page::Last, next),
    ];
    Post {
        card: Some(Card {
            title: text::history_title(page),
            body: cut(&text::history_page(page), 4000 - text::HISTORY_ADVICE.len()) + text::HISTORY_ADVICE,
            picture,
            ..Card::default()
        }),
        rows: [pages.to_vec(), beside_page(page)]
            .into_iter()
            .filter(|row| !row.is_empty())
            .map(Row::Buttons)
            .collect(),
        ..Post::default()
    }
}
