use data::Seating;

use super::*;
use crate::{
    fixture::{ANN, BOB, CID, EVE, Fixture, buttons, ephemeral, refusal, replaced},
    view::Post,
};

/// Who sits in seats 1, 2 and so on.
async fn seated(world: &Fixture, id: GameId) -> Vec<u64> {
    world.game(id).await.players.iter().map(|player| player.person.get()).collect()
}

/// A game that is over, since all but one have resigned.
async fn over(world: &Fixture, wish: &str, others: &[u64]) -> GameId {
    let id = world.begin(wish, others).await;
    for &person in others {
        // Where partners lose together not everybody has to.
        let _ = world.service.resign(&world.by(person), id).await;
    }
    assert_ne!(world.game(id).await.state, GameState::Running);
    id
}

/// Somebody asks for the rematch that nobody has asked for yet.
async fn opened(world: &Fixture, person: u64, of: GameId) -> (GameId, Post) {
    match world.service.rematch(&world.by(person), of).await.unwrap() {
        Response::Lobby(id, post) => (id, post),
        other => panic!("no lobby: {other:?}"),
    }
}

#[tokio::test]
async fn a_rematch_starts_when_all_have_joined_with_the_seats_gone_round() {
    let world = Fixture::new().await;
    for (wish, others) in
        [("protozoa size=6", [BOB].as_slice()), ("protozoa", &[BOB, CID]), ("parasites", &[BOB, CID, 4])]
    {
        let of = over(&world, wish, others).await;
        let mut want = seated(&world, of).await;
        want.rotate_left(1);
        let (id, post) = opened(&world, BOB, of).await;
        let asked = post.pings.len();
        assert_eq!(asked, others.len(), "everybody else is asked: {post:?}");
        assert!(post.content.contains("asks for a rematch"), "{}", post.content);
        let everybody = [&[ANN], others].concat();
        for &person in everybody.iter().filter(|&&person| person != BOB) {
            assert_eq!(world.lobby(id).await.id, id, "it waits for everybody");
            replaced(world.service.join(&world.by(person), id).await);
        }
        assert_eq!(seated(&world, id).await, want, "{wish}");
        assert_eq!(world.game(id).await.options, world.game(of).await.options);
        let twice = world.service.rematch(&world.by(ANN), of).await;
        assert_eq!(refusal(twice), text::REMATCH_BEGUN);
        world.service.abort(&world.by(ANN), id).await.unwrap();
    }
}

#[tokio::test]
async fn a_rematch_is_played_with_the_same_time_control() {
    let world = Fixture::new().await;
    for control in ["3d/turn hard weekends", "none"] {
        let of = over(&world, &format!("protozoa | {control}"), &[BOB]).await;
        let (id, _) = opened(&world, ANN, of).await;
        assert_eq!(world.lobby(id).await.control, world.game(of).await.clocks.control);
        replaced(world.service.join(&world.by(BOB), id).await);
        let clocks = world.game(id).await.clocks;
        assert_eq!(clocks.control.to_string(), control);
        let running = clocks.seats.iter().filter(|clock| clock.clock.since.is_some()).count();
        assert_eq!(running, usize::from(control != "none"), "it runs though nobody pressed Start");
        world.service.abort(&world.by(ANN), id).await.unwrap();
    }
}

#[tokio::test]
async fn who_presses_later_joins_the_rematch_there_is() {
    let world = Fixture::new().await;
    let of = over(&world, "protozoa", &[BOB, CID]).await;
    let by = world.by(BOB);
    let first = world.service.rematch(&by, of).await.unwrap();
    assert_eq!(world.service.rematch(&by, of).await.unwrap(), first, "the same interaction");
    let Response::Lobby(id, _) = first else { panic!("no lobby: {first:?}") };
    let pressed = Caller { pressed: Some(66.into()), ..world.by(ANN) };
    assert_eq!(ephemeral(world.service.rematch(&pressed, of).await).content, text::REMATCH_JOINED);
    assert_eq!(world.lobby(id).await.message, None, "what was pressed is not the lobby");
    assert_eq!(world.lobby(id).await.joined().count(), 2);
    assert_eq!(refusal(world.service.rematch(&world.by(ANN), of).await), text::ALREADY_IN);
    ephemeral(world.service.rematch_here(&world.by(CID)).await);
    assert_eq!(world.game(id).await.state, GameState::Running);
}

#[tokio::test]
async fn a_rematch_can_begin_with_those_who_came() {
    let world = Fixture::new().await;
    let of = over(&world, "protozoa", &[BOB, CID]).await;
    let (id, _) = opened(&world, ANN, of).await;
    replaced(world.service.leave(&world.by(CID), id).await);
    replaced(world.service.join(&world.by(BOB), id).await);
    assert_eq!(world.lobby(id).await.joined().count(), 2, "it does not start without Cid by itself");
    replaced(world.service.join(&world.by(EVE), id).await);
    replaced(world.service.start(&world.by(ANN), id).await);
    let mut want = seated(&world, of).await;
    want.rotate_left(1);
    for person in &mut want {
        if *person == CID {
            *person = EVE;
        }
    }
    assert_eq!(seated(&world, id).await, want, "Eve has the place of Cid");
}

#[tokio::test]
async fn rematches_that_cannot_be() {
    let world = Fixture::new().await;
    assert_eq!(refusal(world.service.rematch_here(&world.by(ANN)).await), text::NO_LAST_GAME);
    let running = world.begin("protozoa", &[BOB]).await;
    assert_eq!(refusal(world.service.rematch_here(&world.by(ANN)).await), text::NOT_OVER);
    world.service.resign(&world.by(BOB), running).await.unwrap();
    assert_eq!(refusal(world.service.rematch(&world.by(EVE), running).await), text::NOT_THEIR_GAME);
    let lobby = world.open("protozoa", &[]).await;
    assert_eq!(refusal(world.service.rematch(&world.by(BOB), running).await), text::CHANNEL_HAS_ANOTHER);
    world.service.leave(&world.by(ANN), lobby).await.unwrap();
    let (closed, _) = opened(&world, BOB, running).await;
    world.service.leave(&world.by(BOB), closed).await.unwrap();
    let (again, _) = opened(&world, BOB, running).await;
    assert_ne!(again, closed, "a lobby that was closed is no rematch");
    let board = ephemeral(world.service.own_view(&world.by(ANN), running).await);
    assert_eq!(buttons(&board), ["Rematch", "Rules"]);
}

#[tokio::test]
async fn partners_stay_partners() {
    let world = Fixture::new().await;
    let others = [BOB, CID, 4];
    for wish in ["protozoa teams=own", "protozoa teams=mixed", "stract"] {
        let of = over(&world, wish, &others).await;
        let before = world.game(of).await;
        let sides = before.table.game().sides();
        let people = |seats: &[PersonId]| -> Vec<Vec<PersonId>> {
            let side = |side: &SeatSet| {
                let mut people: Vec<PersonId> = side.iter().map(|seat| seats[seat.index()]).collect();
                people.sort_unstable();
                people
            };
            let mut sides: Vec<Vec<PersonId>> = sides.iter().map(side).collect();
            sides.sort();
            sides
        };
        let old: Vec<PersonId> = before.players.iter().map(|player| player.person).collect();
        let new = seats(&before, before.table.game(), &old);
        assert_eq!(people(&new), people(&old), "{wish}");
        assert!(old.iter().zip(&new).all(|(old, new)| old != new), "everybody moves");
    }
}

/// Ann had the first and third seat of a game of Stract, Bob the others; Bob asks for the rematch and has the seats given so,
/// these join it, and these sit in it.
async fn check_shared(seating: Seating, joining: &[u64], want: [u64; 4]) {
    let world = Fixture::new().await;
    let of = world.open("stract players=4", &[]).await;
    replaced(world.service.join(&world.by(BOB), of).await);
    replaced(world.service.set_seating(&world.by(ANN), of, Seating::Order).await);
    replaced(world.service.start(&world.by(ANN), of).await);
    assert_eq!(seated(&world, of).await, [ANN, BOB, ANN, BOB]);
    world.service.resign(&world.by(BOB), of).await.unwrap();
    let (id, _) = opened(&world, BOB, of).await;
    replaced(world.service.set_seating(&world.by(BOB), id, seating).await);
    for &person in joining {
        replaced(world.service.join(&world.by(person), id).await);
    }
    if joining != [ANN] {
        replaced(world.service.start(&world.by(BOB), id).await);
    }
    assert_eq!(seated(&world, id).await, want, "{seating:?} {joining:?}");
    assert_eq!(world.game(id).await.options, world.game(of).await.options);
}

#[tokio::test]
async fn who_had_several_seats_has_several_in_the_rematch() {
    check_shared(Seating::Lot, &[ANN], [BOB, ANN, BOB, ANN]).await;
    check_shared(Seating::Lot, &[CID], [BOB, CID, BOB, CID]).await;
    check_shared(Seating::Lot, &[CID, ANN], [BOB, ANN, CID, ANN]).await;
    check_shared(Seating::Order, &[CID, ANN], [BOB, CID, ANN, CID]).await;
}

#[tokio::test]
async fn a_rematch_for_more_waits_for_them() {
    let world = Fixture::new().await;
    let of = over(&world, "protozoa", &[BOB]).await;
    let (id, _) = opened(&world, ANN, of).await;
    let three = ("players".to_owned(), "3".to_owned());
    replaced(world.service.set_option(&world.by(ANN), id, three.0, three.1).await);
    replaced(world.service.join(&world.by(BOB), id).await);
    assert_eq!(world.lobby(id).await.joined().count(), 2, "Bob is in, and it has not begun");
    replaced(world.service.join(&world.by(CID), id).await);
    replaced(world.service.start(&world.by(ANN), id).await);
    assert_eq!(world.game(id).await.players.len(), 3);
}

#[tokio::test]
async fn the_same_press_twice_shows_what_has_become_of_the_lobby() {
    let world = Fixture::new().await;
    let of = over(&world, "protozoa", &[BOB]).await;
    let ann = world.by(ANN);
    let Response::Lobby(id, _) = world.service.rematch(&ann, of).await.unwrap() else { panic!("no lobby") };
    let bob = world.by(BOB);
    let begun = replaced(world.service.join(&bob, id).await);
    assert_eq!(replaced(world.service.join(&bob, id).await), begun);
    assert_eq!(world.service.rematch(&ann, of).await.unwrap(), Response::Lobby(id, begun));
}
