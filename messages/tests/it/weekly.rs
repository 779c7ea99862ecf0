//! The weekly post of leaderboards.

use clock::from_millis;
use data::{Pool, Shape};
use messages::{
    action::Action,
    posts,
    view::{Post, Row},
};
use play::{
    content::{BoardPage, BoardRow, Moved, Span, TopRows, WeeklyBoards},
    fixture::BIG,
};
use rules::Kind;

/// Returns a board of ten people with long ids.
fn board(id: i64, kind: Kind, moved: Moved) -> TopRows {
    let row = |n: u32| BoardRow {
        place: n,
        person: (BIG - u64::from(n)).into(),
        shown: 1712,
        plus_minus: Some(84),
        games: 17,
        moved,
        recent: Vec::new(),
    };
    let pool = Pool { id: id.into(), guild: Some(50.into()), kind, shape: Shape::Duel };
    TopRows { pool, rows: (1..=10).map(row).collect(), listed: 23 }
}

fn post(boards: Vec<TopRows>) -> Post {
    posts::weekly(&WeeklyBoards { week: 2943, at: from_millis(1_780_300_000_000), boards })
}

#[test]
fn weekly_post_lists_each_board() {
    let two = [board(7, Kind::Stract, Moved::Places(2)), board(8, Kind::Protozoa, Moved::Unknown)];
    let post = post(two.to_vec());
    let card = post.card.as_ref().unwrap();
    let names: Vec<&str> = card.fields.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Stract duels · 23\u{a0}players", "Protozoa duels · 23\u{a0}players"]);
    let first = card.fields[0].1.lines().next().unwrap();
    assert_eq!(first, format!("**1.** <@{}> **1712** ± 84 ▲ 2 (17)", BIG - 1));
    assert!(!card.fields[1].1.contains('▲'), "nothing to compare with");
    assert!(card.body.starts_with("As of <t:1780300000:f>."), "{}", card.body);
    assert_eq!(post.mark(), "week of 25 May 2026");
    assert!(post.content.is_empty() && post.pings.is_empty(), "it notifies nobody");
    let [Row::Buttons(buttons)] = &post.rows[..] else { panic!("{:?}", post.rows) };
    let open = Action::Leaderboard { pool: 7.into(), span: Span::All, page: BoardPage::Top };
    assert_eq!((buttons.len(), &buttons[0].action), (1, &open));
}

#[test]
fn boards_that_do_not_fit_are_named() {
    let moved = Moved::Places(-88);
    let boards: Vec<TopRows> =
        Kind::ALL.iter().cycle().zip(0..20).map(|(&kind, id)| board(id, kind, moved)).collect();
    let card = post(boards.clone()).card.unwrap();
    assert!((9..20).contains(&card.fields.len()), "{}", card.fields.len());
    let last = boards.last().unwrap().pool.kind.title();
    assert!(
        card.body.contains("More boards: ") && card.body.contains(&format!("and {last} duels.")),
        "{}",
        card.body
    );
}

#[test]
fn empty_boards_say_so() {
    let post = post(Vec::new());
    assert!(post.card.unwrap().body.starts_with("Nobody is listed at the moment"));
    assert!(post.rows.is_empty());
}
