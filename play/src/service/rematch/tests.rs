use data::{GuestStatus, Lobby, PersonId, Seating};
use rules::{DRAW, Kind, Options, RESIGN, Seat, SeatSet, Table};

use super::{super::returning::seats, *};
use crate::{
    fixture::{
        self, ANN, BOB, CID, EVE, Fixture, ephemeral, machine, open_lobby, rejection, replaced, started_game,
    },
    game::machines::next_level,
    rejected::{LobbyRejected, RematchRejected},
};

/// Returns the people in seats 1, 2 and so on.
async fn seated(world: &Fixture, id: GameId) -> Vec<u64> {
    world.game(id).await.players.iter().map(|player| player.person.get()).collect()
}

/// Begins a game and ends it by resignations.
async fn over(world: &Fixture, wish: &str, others: &[u64]) -> GameId {
    let id = world.begin(wish, others).await;
    for &person in others {
        // If partners lose together, not all of them have to resign.
        let _ = world.service.resign(&world.by(person), id).await;
    }
    assert_ne!(world.game(id).await.state, GameState::Running);
    id
}

/// Opens the rematch of a game on behalf of a person.
async fn opened(world: &Fixture, person: u64, of: GameId) -> (GameId, Lobby) {
    let (id, shown) = shown(world.service.rematch(&world.by(person), of).await);
    let lobby = open_lobby(shown);
    assert_eq!((lobby.id, lobby.rematch_of), (id, Some(of)));
    (id, lobby)
}

/// Returns the lobby of a response, and what its message shows.
#[track_caller]
fn shown(result: Result<Response, Error>) -> (GameId, Content) {
    match result.unwrap() {
        Response::Lobby(id, content) => (id, content),
        other => panic!("no lobby: {other:?}"),
    }
}

#[tokio::test]
async fn rematch_rotates_seats_once_all_have_joined() {
    let world = Fixture::new().await;
    for (wish, others) in
        [("protozoa size=6", [BOB].as_slice()), ("protozoa", &[BOB, CID]), ("parasites", &[BOB, CID, 4])]
    {
        let of = over(&world, wish, others).await;
        let mut want = seated(&world, of).await;
        want.rotate_left(1);
        let (id, lobby) = opened(&world, BOB, of).await;
        let invited = lobby.guests.iter().filter(|guest| guest.answer == GuestStatus::Invited).count();
        assert_eq!(invited, others.len(), "everyone else is invited: {lobby:?}");
        let everybody = [&[ANN], others].concat();
        for &person in everybody.iter().filter(|&&person| person != BOB) {
            assert_eq!(world.lobby(id).await.id, id, "the rematch waits for everyone");
            replaced(world.service.join(&world.by(person), id).await);
        }
        assert_eq!(seated(&world, id).await, want, "{wish}");
        assert_eq!(world.game(id).await.options, world.game(of).await.options);
        let twice = world.service.rematch(&world.by(ANN), of).await;
        assert_eq!(rejection(twice), RematchRejected::Begun.into());
        world.service.abort(&world.by(ANN), id).await.unwrap();
    }
}

#[tokio::test]
async fn next_game_is_against_another_level() {
    let world = Fixture::new().await;
    let of = world.alone("protozoa size=6", Level::Grazer).await;
    world.service.resign(&world.by(ANN), of).await.unwrap();
    let over = world.game(of).await;
    assert_eq!(next_level(&over), Some(Level::Drifter), "the one below after a loss");
    let ann = world.by(ANN);
    let (id, _) = shown(world.service.rematch_against(&ann, &Member::default(), of, Level::Drifter).await);
    let game = world.game(id).await;
    assert_eq!((game.state, game.options), (GameState::Running, over.options));
    let machines: Vec<PersonId> =
        game.players.iter().map(|player| player.person).filter(|person| person.is_machine()).collect();
    assert_eq!(machines, [machine(Level::Drifter).person()]);
}

#[test]
fn next_level_follows_the_result() {
    let game = |level: Level, others: &[PersonId], ends: &[(Seat, &str)]| {
        let count = 2 + others.len() as u8;
        let options = Options::new().with(PLAYERS, i64::from(count));
        let mut game = fixture::game(count, count.into(), Table::new(Kind::Protozoa, &options).unwrap());
        for (player, person) in
            game.players.iter_mut().skip(1).zip([machine(level).person()].iter().chain(others))
        {
            player.person = *person;
        }
        for (seat, entry) in ends {
            game.enter(*seat, entry).unwrap();
        }
        next_level(&game)
    };
    let (person, opponent) = (Seat::FIRST, Seat::new(2).unwrap());
    let (won, lost) = ([(opponent, RESIGN)], [(person, RESIGN)]);
    assert_eq!(game(Level::Spore, &[], &won), Some(Level::Drifter));
    assert_eq!(game(Level::Apex, &[], &won), None, "nobody is stronger");
    assert_eq!(game(Level::Apex, &[], &lost), Some(Level::Hunter));
    assert_eq!(game(Level::Spore, &[], &lost), None, "nobody is weaker");
    assert_eq!(game(Level::Grazer, &[], &[(person, DRAW)]), None, "nobody has won");
    assert_eq!(game(Level::Grazer, &[], &[]), None, "the game is not over");
    let third = Seat::new(3).unwrap();
    let two_left = [(third, RESIGN), (person, RESIGN)];
    assert_eq!(
        game(Level::Grazer, &[machine(Level::Hunter).person()], &two_left),
        Some(Level::Grazer),
        "the strongest counts"
    );
    assert_eq!(game(Level::Grazer, &[BOB.into()], &two_left), None, "somebody else played");
}

#[tokio::test]
async fn rematch_keeps_the_time_control() {
    let world = Fixture::new().await;
    for control in ["3d/turn hard weekends", "none"] {
        let of = over(&world, &format!("protozoa | {control}"), &[BOB]).await;
        let (id, _) = opened(&world, ANN, of).await;
        assert_eq!(world.lobby(id).await.control, world.game(of).await.clocks.control);
        replaced(world.service.join(&world.by(BOB), id).await);
        let clocks = world.game(id).await.clocks;
        assert_eq!(clocks.control.to_string(), control);
        let running = clocks.seats.iter().filter(|clock| clock.clock.since.is_some()).count();
        assert_eq!(running, usize::from(control != "none"), "the clock runs although no one pressed Start");
        world.service.abort(&world.by(ANN), id).await.unwrap();
    }
}

#[tokio::test]
async fn later_press_joins_the_existing_rematch() {
    let world = Fixture::new().await;
    let of = over(&world, "protozoa", &[BOB, CID]).await;
    let by = world.by(BOB);
    let (id, first) = shown(world.service.rematch(&by, of).await);
    let (again, repeated) = shown(world.service.rematch(&by, of).await);
    assert_eq!(again, id, "a repeated interaction opens nothing");
    assert_eq!(open_lobby(repeated).guests, open_lobby(first).guests);
    let pressed = Caller { pressed: Some(66.into()), ..world.by(ANN) };
    let joined = ephemeral(world.service.rematch(&pressed, of).await);
    assert!(matches!(joined, Content::RematchJoined), "{joined:?}");
    assert_eq!(world.lobby(id).await.message, None, "the pressed message is not the lobby");
    assert_eq!(world.lobby(id).await.joined().count(), 2);
    let twice = rejection(world.service.rematch(&world.by(ANN), of).await);
    assert_eq!(twice, LobbyRejected::AlreadyIn.into());
    ephemeral(world.service.rematch_here(&world.by(CID), &Member::default()).await);
    assert_eq!(world.game(id).await.state, GameState::Running);
}

#[tokio::test]
async fn rematch_can_begin_without_everyone() {
    let world = Fixture::new().await;
    let of = over(&world, "protozoa", &[BOB, CID]).await;
    let (id, _) = opened(&world, ANN, of).await;
    replaced(world.service.leave(&world.by(CID), id).await);
    replaced(world.service.join(&world.by(BOB), id).await);
    assert_eq!(world.lobby(id).await.joined().count(), 2, "it does not start by itself without Cid");
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
async fn impossible_rematches_are_rejected() {
    let world = Fixture::new().await;
    let here = async || rejection(world.service.rematch_here(&world.by(ANN), &Member::default()).await);
    assert_eq!(here().await, RematchRejected::NoLastGame.into());
    let running = world.begin("protozoa", &[BOB]).await;
    assert_eq!(here().await, RematchRejected::NotOver.into());
    world.service.resign(&world.by(BOB), running).await.unwrap();
    let rematch = async |person: u64| rejection(world.service.rematch(&world.by(person), running).await);
    assert_eq!(rematch(EVE).await, RematchRejected::NotTheirGame.into());
    let lobby = world.open("protozoa", &[]).await;
    assert_eq!(rematch(BOB).await, RematchRejected::ChannelTaken.into());
    world.service.leave(&world.by(ANN), lobby).await.unwrap();
    let (closed, _) = opened(&world, BOB, running).await;
    world.service.leave(&world.by(BOB), closed).await.unwrap();
    let (again, _) = opened(&world, BOB, running).await;
    assert_ne!(again, closed, "a closed lobby does not count as the rematch");
    let board = ephemeral(world.service.own_view(&world.by(ANN), running).await);
    let Content::Board { game, .. } = board else { panic!("{board:?}") };
    assert_eq!(game.state, GameState::Ended, "its board offers the rematch");
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
        assert!(old.iter().zip(&new).all(|(old, new)| old != new), "everyone changes seats");
    }
}

/// Begins a game of Stract in which Ann has the first and third seat, and Bob the others. Bob opens the rematch with this
/// seating, and these people join. Checks who gets each seat.
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
async fn rematch_keeps_several_seats_of_a_player() {
    check_shared(Seating::Lot, &[ANN], [BOB, ANN, BOB, ANN]).await;
    check_shared(Seating::Lot, &[CID], [BOB, CID, BOB, CID]).await;
    check_shared(Seating::Lot, &[CID, ANN], [BOB, ANN, CID, ANN]).await;
    check_shared(Seating::Order, &[CID, ANN], [BOB, CID, ANN, CID]).await;
}

#[tokio::test]
async fn rematch_for_more_players_waits_for_them() {
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
async fn repeated_press_shows_the_lobby_as_it_is_now() {
    let world = Fixture::new().await;
    let of = over(&world, "protozoa", &[BOB]).await;
    let ann = world.by(ANN);
    let (id, _) = shown(world.service.rematch(&ann, of).await);
    let bob = world.by(BOB);
    for _ in 0..2 {
        let begun = started_game(replaced(world.service.join(&bob, id).await));
        assert_eq!((begun.id, begun.state), (id, GameState::Running));
    }
    let (again, begun) = shown(world.service.rematch(&ann, of).await);
    assert_eq!((again, started_game(begun).id), (id, id));
}
