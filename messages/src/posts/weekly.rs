//! The weekly post of leaderboards.

use play::content::{BoardPage, Span, WeeklyBoards};

use crate::{
    action::Action,
    text,
    view::{Button, Card, Look, Post, Row, cut},
};

/// The most characters of a card. Discord accepts 6,000 in all parts together.
const LONGEST: usize = 5_900;
/// The most characters of a field.
const LONGEST_FIELD: usize = 1_024;

/// Returns the weekly post of a server's leaderboards. If not all of them fit, it names the last ones only.
#[must_use]
pub fn weekly(boards: &WeeklyBoards) -> Post {
    let all = &boards.boards;
    let field = |board| (text::weekly_board(board), cut(&text::weekly_rows(board), LONGEST_FIELD));
    let mut fields: Vec<(String, String)> = all.iter().map(field).collect();
    let footer = text::weekly_footer(boards.week);
    let mut body = text::weekly(boards, &[]);
    let length = |fields: &[(String, String)], body: &str| {
        let texts = fields.iter().flat_map(|(name, rows)| [name.as_str(), rows.as_str()]);
        let all = texts.chain([body, footer.as_str(), text::WEEKLY_TITLE]);
        all.map(|text| text.chars().count()).sum::<usize>()
    };
    while length(&fields, &body) > LONGEST && fields.pop().is_some() {
        body = text::weekly(boards, &all[fields.len()..]);
    }
    let open = |pool| Action::Leaderboard { pool, span: Span::All, page: BoardPage::Top };
    let button = all.first().map(|board| Button::new(text::OPEN_BOARDS, Look::Plain, open(board.pool.id)));
    Post {
        card: Some(Card { title: text::WEEKLY_TITLE.to_owned(), body, fields, footer, ..Card::default() }),
        rows: button.map(|button| Row::Buttons(vec![button])).into_iter().collect(),
        ..Post::default()
    }
}
