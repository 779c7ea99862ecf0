//! Posts of leaderboards and of ratings after a game.

use data::Pool;
use play::content::{BoardPage, BoardRow, Leaderboard, Moved, OwnPlace};
use ratings::Report;
use render::chart::{self, Change, Chart, Ladder, Own};

use crate::{
    action::Action,
    text,
    view::{Button, Card, Choice, Look, Menu, Picture, Post, Row, cut},
};

/// Returns a leaderboard with buttons to its other pages and a menu of other leaderboards. `picture` is that of
/// [`ladder`].
#[must_use]
pub fn leaderboard(board: &Leaderboard, picture: Option<Picture>) -> Post {
    let (pool, span) = (board.pool.id, board.span);
    let button = |label, page, on| {
        Button::new(label, Look::Plain, Action::Leaderboard { pool, span, page }).only_if(on)
    };
    let (up, down) = (board.up.unwrap_or(0), board.down.unwrap_or(0));
    let mut rows = vec![Row::Buttons(vec![
        button("Top", BoardPage::Top, board.page != Some(0)),
        button("Up", BoardPage::At(up), board.up.is_some()),
        // A disabled button needs an id of its own, too.
        button("Down", BoardPage::At(down.max(up.saturating_add(1))), board.down.is_some()),
        button("Me", BoardPage::Me, true),
    ])];
    if !board.others.is_empty() {
        let choice = |pool: &Pool| Choice {
            label: text::pool_name(pool),
            value: pool.id.get().to_string(),
            hint: String::new(),
        };
        rows.push(Row::Menu(Menu {
            prompt: text::OTHER_BOARDS.to_owned(),
            action: Action::LeaderboardOf(span),
            choices: board.others.iter().map(choice).collect(),
        }));
    }
    Post {
        card: Some(Card {
            title: text::leaderboard_title(board),
            body: cut(&text::leaderboard(board), 4000),
            footer: text::leaderboard_footer(board),
            picture,
            ..Card::default()
        }),
        rows,
        ..Post::default()
    }
}

/// Returns the picture of a leaderboard with the same numbers; `None` if it has no rows.
#[must_use]
pub fn ladder(board: &Leaderboard) -> Option<Chart> {
    if board.rows.is_empty() {
        return None;
    }
    let own = match &board.own {
        Some(OwnPlace::Listed(own)) => match board.rows.iter().position(|row| row.person == own.person) {
            Some(index) => Some(Own::Listed(index)),
            None => Some(Own::Apart(chart_row(own))),
        },
        _ => None,
    };
    let rows = board.rows.iter().map(chart_row).collect();
    Some(Chart::Ladder(Ladder { title: text::leaderboard_title(board), rows, own }))
}

/// Returns a row of the picture. The board of a season has no deviations.
fn chart_row(row: &BoardRow) -> chart::Row {
    let change = match row.moved {
        Moved::Places(0) => Change::Same,
        Moved::Places(up @ 1..) => Change::Up(up.unsigned_abs()),
        Moved::Places(down) => Change::Down(down.unsigned_abs()),
        Moved::New => Change::New,
        Moved::Unknown => Change::Unknown,
        Moved::Points(points) => Change::Points(points),
    };
    let deviation = row.plus_minus.unwrap_or(0);
    chart::Row { place: row.place, rating: row.shown, deviation, recent: row.recent.clone(), change }
}

/// Returns the explanation of ratings.
#[must_use]
pub fn about_ratings(report: Option<&Report>) -> Post {
    Post {
        card: Some(Card {
            title: text::ABOUT_RATINGS_TITLE.to_owned(),
            body: text::about_ratings(report),
            ..Card::default()
        }),
        ..Post::default()
    }
}
