//! Posts of a game's history and of its record.

use data::PersonId;
use messages::{
    action::Action,
    view::{Button, Post, Row},
};
use play::{
    content::Page,
    fixture::{ANN, BOB, EVE, Fixture},
};
use rules::Seat;

use crate::world::{action, buttons, post};

/// Returns whether each button of a page is enabled. No button leads beyond the last page.
fn pressable(post: &Post) -> Vec<bool> {
    let buttons = post.rows.iter().flat_map(|row| match row {
        Row::Buttons(buttons) => buttons.as_slice(),
        _ => &[],
    });
    let on = |button: &Button| {
        assert!(!matches!(button.action, Action::History(_, Page::At(99..))));
        button.on
    };
    buttons.map(on).collect()
}

#[tokio::test]
async fn buttons_page_through_the_turns() {
    let fixture = Fixture::new().await;
    let caller = fixture.by(EVE);
    let id = fixture.begin("semiosphere", &[BOB]).await;
    let first = post(&fixture, fixture.service.history(&caller).await).await;
    let title = |post: &Post| post.card.as_ref().unwrap().title.clone();
    assert_eq!(title(&first), format!("Semiosphere · game {id} · the beginning"));
    for _ in 0..3 {
        fixture.play_any(id).await;
    }
    let last = post(&fixture, fixture.service.history(&fixture.by(ANN)).await).await;
    assert_eq!(title(&last), format!("Semiosphere · game {id} · turn 3 of 3"));
    assert_eq!(buttons(&last), ["First", "Back", "Next", "Last", "Try moves"]);
    assert_eq!(action(&last, "Try moves"), Action::TryTurn(id, 3));
    for (page, want) in [
        (Page::First, "the beginning"),
        (Page::At(1), "turn 1 of 3"),
        (Page::At(99), "turn 3 of 3"),
        (Page::Last, "turn 3 of 3"),
    ] {
        let shown = post(&fixture, fixture.service.history_page(&caller, id, page).await).await;
        assert!(title(&shown).ends_with(want), "{page:?}: {}", title(&shown));
        let back = page != Page::First;
        assert_eq!(pressable(&shown)[..4], [back, back, !want.contains("3 of 3"), !want.contains("3 of 3")]);
        assert!(shown.pings.is_empty() && shown.card.unwrap().picture.is_some());
    }
}

#[tokio::test]
async fn page_shows_player_move_and_time() {
    let fixture = Fixture::new().await;
    let id = fixture.begin("protozoa", &[BOB]).await;
    let (person, _) = fixture.mover(id).await;
    fixture.play(id, "p@f4").await;
    let body = post(&fixture, fixture.service.history(&fixture.by(EVE)).await).await.card.unwrap().body;
    let record = fixture.service.store().read(move |tx| tx.record(id)).await.unwrap();
    let (who, at) = (format!("<@{person}>: `p@f4`"), record[0].at.as_second());
    assert!(body.contains(&who) && body.contains(&format!("<t:{at}:f>")), "{body}");
}

#[tokio::test]
async fn secret_orders_are_shown_to_their_player_only() {
    let fixture = Fixture::new().await;
    let id = fixture.begin("stract preset=standard turns=2", &[BOB]).await;
    let game = fixture.game(id).await;
    let people = [1, 2].map(|seat| game.person_in(Seat::new(seat).unwrap()).unwrap());
    let orders = [(0, "f+c8"), (0, "w+c8"), (1, "e+c1")];
    for (person, order) in orders {
        let by = fixture.by(people[person]);
        fixture.service.play_typed(&by, order.to_owned()).await.unwrap();
    }
    let body = async |by: PersonId| {
        post(&fixture, fixture.service.history(&fixture.by(by)).await).await.card.unwrap().body
    };
    let own = body(people[0]).await;
    assert!(own.contains("`w+c8`") && !own.contains("e+c1") && !own.contains("earth"), "{own}");
    for other in [people[1], EVE.into()] {
        let seen = body(other).await;
        assert!(!seen.contains("+c8") && !seen.contains("water") && !seen.contains("fire"), "{seen}");
    }
    // Orders of an unfinished turn are on no page, not even for their player.
    fixture.service.play_typed(&fixture.by(people[0]), "pass".to_owned()).await.unwrap();
    assert_eq!(body(people[0]).await, own);
    fixture.service.play_typed(&fixture.by(people[1]), "pass".to_owned()).await.unwrap();
    let page = post(&fixture, fixture.service.history_page(&fixture.by(EVE), id, Page::At(1)).await).await;
    let story = page.card.unwrap().body;
    assert!(story.contains("`f+c8` `w+c8`") && story.contains("`e+c1`"), "the game is over: {story}");
}

#[tokio::test]
async fn boards_of_a_resigned_game_hide_nothing() {
    let fixture = Fixture::new().await;
    let id = fixture.begin("stract preset=standard", &[BOB]).await;
    let people = fixture.game(id).await.players;
    for (turn, order) in [(0, "w+c8"), (1, "f+d1"), (0, "pass"), (1, "pass"), (0, "e+a8")] {
        fixture.service.play_typed(&fixture.by(people[turn].person), order.to_owned()).await.unwrap();
    }
    let alt = |post: Post| post.card.unwrap().picture.unwrap().alt;
    let page = async |page| {
        alt(post(&fixture, fixture.service.history_page(&fixture.by(EVE), id, page).await).await)
    };
    let board =
        async |person: u64| alt(post(&fixture, fixture.service.board(&fixture.by(person)).await).await);
    for shown in [page(Page::At(1)).await, page(Page::Last).await, board(EVE).await] {
        assert!(shown.contains("North: unknown c8. South: unknown d1."), "{shown}");
    }
    fixture.service.resign(&fixture.by(ANN), id).await.unwrap();
    let mut all = vec![page(Page::At(1)).await, page(Page::Last).await];
    for person in [ANN, BOB, EVE] {
        all.push(board(person).await);
    }
    for shown in all {
        assert!(shown.contains("North: water c8. South: fire d1."), "{shown}");
    }
    let story = post(&fixture, fixture.service.board(&fixture.by(EVE)).await).await.card.unwrap().body;
    assert!(story.contains("orders: spawn earth on a8"), "shows the pending order, too: {story}");
}

#[tokio::test]
async fn exported_record_is_a_file_of_its_game() {
    let fixture = Fixture::new().await;
    let id = fixture.begin("stract", &[BOB]).await;
    fixture.service.resign(&fixture.by(ANN), id).await.unwrap();
    let file = post(&fixture, fixture.service.export(&fixture.by(EVE)).await).await.file.unwrap();
    assert_eq!(file.name, format!("stract-{id}.json"));
    assert_eq!(data::RecordFile::read(&file.bytes).unwrap().replay().unwrap().record.len(), 1);
}
