use data::{GameId, NewOffer, OfferKind};
use rules::Viewer;

use super::*;
use crate::{
    content::Page,
    fixture::{ANN, BOB, CID, EVE, Fixture, ephemeral, rejection, replaced, shown_offer},
    game::offers::voters_missing,
    rejected::{Rejected, SeatRejected},
};

async fn open_seat(world: &Fixture, by: u64, of: u64, gone: bool) -> Result<Response, Error> {
    world.service.open_seat(&world.by(by), of.into(), gone).await
}

/// Opens the seat of `of`, and returns the offer.
async fn opened(world: &Fixture, id: GameId, by: u64, of: u64, gone: bool) -> Offer {
    let response = ephemeral(open_seat(world, by, of, gone).await);
    assert!(matches!(response, Content::SeatOpened), "{response:?}");
    world.open_offers(id).await.into_iter().find(|offer| offer.kind == OfferKind::Substitute).unwrap()
}

async fn press(world: &Fixture, by: u64, offer: &Offer) -> Result<Response, Error> {
    world.service.vote(&world.by(by), offer.id, Vote::Accept).await
}

#[tokio::test]
async fn substitute_takes_a_seat_over_and_plays_on() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    world.play_any(id).await;
    let (of, seat) = world.mover(id).await;
    let of = of.get();
    let other = if of == ANN { BOB } else { ANN };
    world.service.offer(&world.by(other), OfferKind::Draw).await.unwrap();
    let offer = opened(&world, id, of, of, false).await;
    assert_eq!((offer.seat, offer.person), (Some(seat), of.into()));
    assert_eq!(voters_missing(&world.game(id).await, &offer), [], "nobody is asked");
    let again = ephemeral(open_seat(&world, of, of, false).await);
    assert!(matches!(again, Content::SeatAlreadyOpen), "{again:?}");
    for player in [ANN, BOB, CID] {
        assert_eq!(rejection(press(&world, player, &offer).await), SeatRejected::HadASeat.into());
    }
    let taken = shown_offer(replaced(press(&world, EVE, &offer).await));
    assert_eq!((taken.ending, &taken.votes), (Some(Ending::Accepted), &vec![(EVE.into(), Vote::Accept)]));
    let late = shown_offer(replaced(press(&world, 8, &offer).await));
    assert_eq!(late, taken, "the first one keeps the seat");

    let game = world.game(id).await;
    assert_eq!(game.person_in(seat), Some(EVE.into()));
    assert_eq!(game.record.last().unwrap().notation, SUBSTITUTE);
    assert_eq!(world.open_offers(id).await, [], "offers to the player who left have lapsed");
    assert_eq!(world.mover(id).await, (EVE.into(), seat));
    let former = rejection(world.service.play_typed(&world.by(of), "x".to_owned()).await);
    assert!(matches!(former, Rejected::NotPlaying { .. }), "{former:?}");
    world.play_any(id).await;

    // A player who has handed over a seat cannot take over another.
    let offer = opened(&world, id, other, other, false).await;
    assert_eq!(rejection(press(&world, of, &offer).await), SeatRejected::HadASeat.into());
}

#[tokio::test]
async fn earlier_moves_keep_their_player() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (before, seat) = world.mover(id).await;
    world.play(id, "p@f4").await;
    let offer = opened(&world, id, before.get(), before.get(), false).await;
    press(&world, EVE, &offer).await.unwrap();
    world.play_any(id).await;
    world.play_any(id).await;
    // The player of the seat on a page of the history, after its turn.
    let shown = async |turn| {
        let shown = replaced(world.service.history_page(&world.by(ANN), id, Page::At(turn)).await);
        let Content::History(page) = shown else { panic!("{shown:?}") };
        page.then.person_at(seat, page.entries.end)
    };
    assert_eq!(shown(0).await, Some(before), "the start of the game");
    assert_eq!(shown(1).await, Some(before));
    assert_eq!(shown(3).await, Some(EVE.into()));
    let game = world.game(id).await;
    let people: Vec<_> = (0..=game.record.len()).map(|ply| game.person_at(seat, ply).unwrap()).collect();
    assert_eq!(people, [before, before, EVE.into(), EVE.into(), EVE.into()]);
    assert_eq!(game.at_ply(1).unwrap().person_at(seat, 1), Some(before), "the board of that time");
}

#[tokio::test]
async fn substitute_starts_with_full_time() {
    let world = Fixture::new().await;
    let night = "UTC 01:00-02:00";
    let set = |tx: &Tx<'_>| {
        let eve = tx.person(EVE.into())?;
        tx.set_person(&data::Person { hours: night.parse().unwrap(), ..eve })
    };
    world.service.store().write(set).await.unwrap();
    let id = world.begin("protozoa | 10d+1h/20d hard", &[BOB]).await;
    let (of, seat) = world.mover(id).await;
    world.pass(9 * 24 * 60).await;
    let offer = opened(&world, id, of.get(), of.get(), false).await;
    replaced(press(&world, EVE, &offer).await);
    let game = world.game(id).await;
    let clock = game.clocks.of(seat).unwrap();
    assert_eq!(clock.clock.left, clock::days(10));
    assert!(clock.clock.since.is_some_and(|since| since <= world.service.now()), "the clock runs");
    assert_eq!(clock.hours.to_string(), night);
    world.pass(9 * 24 * 60).await;
    assert_eq!(world.game(id).await.table.outcome(), None, "the timers have moved, too");
}

#[tokio::test]
async fn only_absent_players_are_replaced_unasked() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let still_here = SeatRejected::StillHere { person: BOB.into() };
    assert_eq!(rejection(open_seat(&world, ANN, BOB, false).await), still_here.into());
    let stranger = rejection(open_seat(&world, EVE, BOB, true).await);
    assert!(matches!(stranger, Rejected::NotPlaying { .. }), "{stranger:?}");
    let offer = opened(&world, id, ANN, BOB, true).await;
    while world.mover(id).await.0 != BOB.into() {
        world.play_any(id).await;
    }
    assert_eq!(world.open_offers(id).await.len(), 1, "moves of other players change nothing");
    world.play_any(id).await;
    let late = shown_offer(replaced(press(&world, EVE, &offer).await));
    assert_eq!(late.ending, Some(Ending::Lapsed), "Bob is back");

    let offer = opened(&world, id, BOB, BOB, false).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    assert_eq!(world.open_offers(id).await, [offer], "the player who asked plays on until then");
    world.service.resign(&world.by(BOB), id).await.unwrap();
    assert_eq!(world.open_offers(id).await, []);
}

#[tokio::test]
async fn seats_are_chosen_by_number() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    world.service.resign(&world.by(CID), id).await.unwrap();
    let (kind, choices) = world.service.seats_that_can_open(&world.by(ANN)).await.unwrap();
    assert_eq!((kind, choices.len()), (Kind::Protozoa, 2), "{choices:?}");
    let seat = async |typed: Option<&str>| {
        world.service.seat_to_open(&world.by(ANN), typed.map(ToOwned::to_owned)).await
    };
    assert_eq!(seat(None).await.unwrap(), ANN.into());
    let mut people = Vec::new();
    for choice in &choices {
        people.push(seat(Some(&choice.to_string())).await.unwrap());
    }
    people.sort_unstable();
    assert_eq!(people, [ANN.into(), BOB.into()]);
    for typed in ["", "9", "blue"] {
        assert_eq!(rejection(seat(Some(typed)).await), SeatRejected::NoSuchSeat.into());
    }
}

/// Hidden information belongs to the seat, not to the person.
#[tokio::test]
async fn hidden_information_moves_with_the_seat() {
    let world = Fixture::new().await;
    let id = world.begin("stract", &[BOB]).await;
    let game = world.game(id).await;
    let seat = game.seats_of(BOB.into()).first().unwrap();
    let order = game.table.legal(seat).into_iter().find(|order| order.starts_with('w')).unwrap();
    ephemeral(world.service.play_typed(&world.by(BOB), order).await);
    ephemeral(world.service.play_typed(&world.by(ANN), "pass".to_owned()).await);
    let offer = opened(&world, id, BOB, BOB, false).await;
    replaced(press(&world, EVE, &offer).await);
    let seen = async |person: u64| {
        let board = ephemeral(world.service.own_view(&world.by(person), id).await);
        let Content::Board { to, .. } = board else { panic!("{board:?}") };
        to
    };
    assert_eq!(seen(EVE).await, Viewer::Seat(seat));
    assert_eq!(seen(BOB).await, Viewer::Public);
}

/// Begins a game in which one player has two seats. Returns that player and the seats.
async fn with_two_seats(world: &Fixture) -> (GameId, PersonId, Vec<Seat>) {
    let id = world.begin("stract players=4", &[BOB, CID]).await;
    let game = world.game(id).await;
    let twice = |player: &&data::Player| game.seats_of(player.person).len() == 2;
    let person = game.players.iter().find(twice).expect("four seats and three people").person;
    (id, person, game.seats_of(person).iter().collect())
}

#[tokio::test]
async fn all_seats_of_a_player_are_one_offer() {
    let world = Fixture::new().await;
    let (id, of, seats) = with_two_seats(&world).await;
    let by = if of == ANN.into() { BOB } else { ANN };
    let offer = opened(&world, id, by, of.get(), true).await;
    for &seat in &seats {
        let at = world.service.now();
        let again = world.service.store().write(move |tx| open(tx, &tx.open(id)?, by.into(), seat, at)).await;
        assert_eq!(again.unwrap(), None, "the offer is open already");
    }
    replaced(press(&world, EVE, &offer).await);
    let game = world.game(id).await;
    assert_eq!(game.seats_of(EVE.into()).iter().collect::<Vec<_>>(), seats);
}

#[tokio::test]
async fn older_offer_does_not_replace_a_substitute() {
    let world = Fixture::new().await;
    let (id, of, seats) = with_two_seats(&world).await;
    let by = if of == ANN.into() { BOB } else { ANN };
    let offer = opened(&world, id, by, of.get(), true).await;
    // Two posts about two seats, as from a release that did not yet ask for both in one.
    let other = seats.iter().copied().find(|&seat| Some(seat) != offer.seat);
    let new = NewOffer {
        game: id,
        kind: OfferKind::Substitute,
        person: by.into(),
        seat: other,
        ply: 0,
        at: world.service.now(),
    };
    world.service.store().write(move |tx| tx.open_offer(&new)).await.unwrap();
    replaced(press(&world, EVE, &offer).await);
    assert_eq!(world.open_offers(id).await, []);
    assert_eq!(world.game(id).await.seats_of(EVE.into()).len(), 2);
}
