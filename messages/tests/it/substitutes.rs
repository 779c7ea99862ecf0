//! Seats that others take over: the post of the offer, and who and what boards show after that.

use data::{GameId, Offer, OfferKind, Vote};
use messages::{choices, posts, text, view::Post};
use play::{
    content::Page,
    fixture::{ANN, BOB, CID, EVE, Fixture},
};
use rules::{Kind, Viewer};

use crate::world::{buttons, post, writer};

/// Lets a player ask for a substitute, and returns the response with the offer.
async fn opened(world: &Fixture, id: GameId, by: u64, of: u64, gone: bool) -> (Post, Offer) {
    let reply = post(world, world.service.open_seat(&world.by(by), of.into(), gone).await).await;
    let open = world.open_offers(id).await;
    (reply, open.into_iter().find(|offer| offer.kind == OfferKind::Substitute).unwrap())
}

async fn press(world: &Fixture, by: u64, offer: &Offer) -> Post {
    post(world, world.service.vote(&world.by(by), offer.id, Vote::Accept).await).await
}

#[tokio::test]
async fn open_seat_names_its_player_and_pings_nobody() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let (reply, offer) = opened(&world, id, ANN, ANN, false).await;
    assert_eq!(reply.content, text::SEAT_OPENED);
    let open = posts::offer(&world.game(id).await, &offer);
    assert!(open.pings.is_empty() && open.content.contains("from <@1>"), "{}", open.content);
    assert_eq!(buttons(&open), ["Take over", "Withdraw"]);
    let (again, _) = opened(&world, id, ANN, ANN, false).await;
    assert_eq!(again.content, text::SEAT_IS_OPEN);

    let taken = press(&world, EVE, &offer).await;
    assert!(taken.content.contains("<@9> takes over") && taken.rows.is_empty(), "{}", taken.content);
    assert_eq!(press(&world, 8, &offer).await, taken, "the first one keeps the seat");
}

#[tokio::test]
async fn history_names_the_player_of_each_move() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (before, _) = world.mover(id).await;
    world.play(id, "p@f4").await;
    let (_, offer) = opened(&world, id, before.get(), before.get(), false).await;
    press(&world, EVE, &offer).await;
    world.play_any(id).await;
    world.play_any(id).await;
    let page = async |turn| {
        let page = world.service.history_page(&world.by(ANN), id, Page::At(turn)).await;
        post(&world, page).await.card.unwrap().body
    };
    let (old, new) = (format!("<@{before}>"), format!("<@{EVE}>"));
    assert!(page(0).await.contains(&old) && !page(0).await.contains(&new), "the start of the game");
    assert!(page(1).await.contains(&format!("{old}: `p@f4`")), "{}", page(1).await);
    assert!(page(3).await.contains(&new) && !page(3).await.contains(&old), "{}", page(3).await);
    let then = posts::past_board(&world.game(id).await.at_ply(1).unwrap(), 0).card.unwrap().body;
    assert!(then.contains(&old) && !then.contains(&new), "{then}");
}

#[tokio::test]
async fn offer_lapses_when_its_player_is_back() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (_, offer) = opened(&world, id, ANN, BOB, true).await;
    while world.mover(id).await.0 != BOB.into() {
        world.play_any(id).await;
    }
    world.play_any(id).await;
    let late = press(&world, EVE, &offer).await;
    assert!(late.content.contains("No longer open"), "{}", late.content);
}

#[tokio::test]
async fn seats_are_offered_by_colour_and_number() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    world.service.resign(&world.by(CID), id).await.unwrap();
    let (kind, seats) = world.service.seats_that_can_open(&world.by(ANN)).await.unwrap();
    let choices = choices::seats(kind, &seats);
    assert_eq!(choices.len(), 2, "{choices:?}");
    for (choice, &seat) in choices.iter().zip(&seats) {
        assert_eq!((&choice.label, &choice.value), (&text::seat(kind, seat), &seat.to_string()));
        let typed = Some(choice.value.clone());
        let person = world.service.seat_to_open(&world.by(ANN), typed).await.unwrap();
        assert_eq!(world.game(id).await.person_in(seat), Some(person));
    }
}

/// Hidden information belongs to the seat, not to the person.
#[tokio::test]
async fn board_shows_the_secrets_of_the_new_seat() {
    let world = Fixture::new().await;
    let id = world.begin("stract", &[BOB]).await;
    let game = world.game(id).await;
    let seat = game.seats_of(BOB.into()).first().unwrap();
    let order = game.table.legal(seat).into_iter().find(|order| order.starts_with('w')).unwrap();
    world.service.play_typed(&world.by(BOB), order).await.unwrap();
    world.service.play_typed(&world.by(ANN), "pass".to_owned()).await.unwrap();
    let (_, offer) = opened(&world, id, BOB, BOB, false).await;
    press(&world, EVE, &offer).await;
    let game = world.game(id).await;
    let seen = async |person: u64| {
        let board = post(&world, world.service.own_view(&world.by(person), id).await).await;
        board.card.unwrap().picture
    };
    let picture = async |to: Viewer| {
        let board = writer(&world).board(&game, to, 0, None).await.unwrap();
        board.card.unwrap().picture
    };
    assert_eq!(seen(EVE).await, picture(Viewer::Seat(seat)).await);
    assert_eq!(seen(BOB).await, picture(Viewer::Public).await);
    assert_ne!(picture(Viewer::Seat(seat)).await, picture(Viewer::Public).await);
}

#[tokio::test]
async fn all_seats_of_a_player_are_named() {
    let world = Fixture::new().await;
    let id = world.begin("stract players=4", &[BOB, CID]).await;
    let game = world.game(id).await;
    let twice = |player: &&data::Player| game.seats_of(player.person).len() == 2;
    let of = game.players.iter().find(twice).expect("four seats and three people").person;
    let by = if of == ANN.into() { BOB } else { ANN };
    let (_, offer) = opened(&world, id, by, of.get(), true).await;
    let question = posts::offer(&game, &offer).content;
    let taken = press(&world, EVE, &offer).await.content;
    for seat in game.seats_of(of).iter() {
        for words in [&question, &taken] {
            assert!(words.contains(&text::seat(Kind::Stract, seat)), "{words}");
        }
    }
}
