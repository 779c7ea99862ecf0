//! Lobbies: who has joined, how seats are assigned, and when a game begins.

use clock::later;
use data::{GuestStatus, Lobby, Readiness};

use super::*;
use crate::{
    content::{Closed, LobbyState},
    fixture::{open_lobby, started_game},
    rejected::{LobbyPlace, LobbyRejected, MoveRejected, OptionsRejected, Rejected},
    seats,
};

/// Returns the people who were invited to a lobby and have not responded.
fn invited(lobby: &Lobby) -> Vec<PersonId> {
    let open = lobby.guests.iter().filter(|guest| guest.answer == GuestStatus::Invited);
    open.map(|guest| guest.person).collect()
}

#[tokio::test]
async fn lobby_from_opening_to_start() {
    let world = Fixture::new().await;
    let id = world.open("protozoa size=6", &[BOB, CID]).await;
    let lobby = world.lobby(id).await;
    assert_eq!(lobby.joined().collect::<Vec<_>>(), [ANN.into()], "only players who accepted have joined");
    assert_eq!(invited(&lobby), [BOB.into(), CID.into()]);

    let lobby = open_lobby(replaced(world.service.join(&world.by(BOB), id).await));
    assert_eq!(invited(&lobby), [CID.into()], "only users who have not responded");
    assert_eq!(lobby.joined().collect::<Vec<_>>(), [ANN.into(), BOB.into()]);
    replaced(world.service.leave(&world.by(CID), id).await);
    assert!(
        world.outbox().await.contains(&OutboxKind::Ready),
        "a declined invitation is a response, so the host is notified"
    );

    let started = started_game(replaced(world.service.start(&world.by(ANN), id).await));
    assert_eq!(started.id, id);
    let game = world.game(id).await;
    assert_eq!(game.players.iter().map(|player| player.person).collect::<BTreeSet<_>>(), people(&[ANN, BOB]));
    assert_eq!(game.options.get("players"), Some(&Value::Int(2)));
    assert_eq!(game.options.get("size"), Some(&Value::Int(6)));
    assert!(world.outbox().await.contains(&OutboxKind::Board));
}

#[tokio::test]
async fn host_is_notified_when_ready_and_when_full() {
    const MORE: Option<Readiness> = Some(Readiness::Enough);
    const FULL: Option<Readiness> = Some(Readiness::Full);
    for (wish, invited, course) in [
        ("protozoa", vec![], vec![("join", BOB, MORE), ("join", CID, None), ("join", DAN, FULL)]),
        ("stract players=4", vec![], vec![("join", BOB, MORE), ("join", CID, None), ("join", EVE, FULL)]),
        ("protozoa players=2", vec![], vec![("join", BOB, FULL), ("leave", BOB, None), ("join", CID, FULL)]),
        // One player has left and another has joined.
        ("protozoa", vec![], vec![("join", BOB, MORE), ("leave", BOB, None), ("join", CID, MORE)]),
        // Starting was possible all along.
        ("protozoa", vec![], vec![("join", BOB, MORE), ("join", CID, None), ("leave", BOB, None)]),
        // Three players are too many for two seats, and too few for four.
        ("stract", vec![], vec![("join", BOB, MORE), ("join", CID, None), ("leave", CID, MORE)]),
        // Everyone has responded, or no one else can join.
        ("protozoa", vec![CID], vec![("join", BOB, None), ("leave", CID, MORE)]),
        ("protozoa players=2", vec![CID], vec![("join", BOB, FULL), ("leave", CID, None)]),
        // The new host has not been notified of anything yet.
        ("protozoa", vec![], vec![("join", BOB, MORE), ("join", CID, None), ("leave", ANN, MORE)]),
        ("protozoa", vec![], vec![("join", BOB, MORE), ("leave", ANN, None), ("join", CID, MORE)]),
    ] {
        let world = Fixture::new().await;
        let id = world.open(wish, &invited).await;
        assert_eq!(world.outbox().await, [OutboxKind::Lobby]);
        for (index, (what, person, notified)) in course.into_iter().enumerate() {
            let by = world.by(person);
            match what {
                "join" => world.service.join(&by, id).await.unwrap(),
                _ => world.service.leave(&by, id).await.unwrap(),
            };
            let ready = readiness(&world.lobby(id).await);
            let count = world.outbox().await.iter().filter(|&&kind| kind == OutboxKind::Ready).count();
            assert_eq!(count, usize::from(notified.is_some()), "{wish} {index}");
            assert!(notified.is_none_or(|notified| ready == notified), "{wish} {index}: {ready:?}");
        }
    }
}

#[tokio::test]
async fn host_is_notified_again_after_other_options() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    let is_notified = async || world.outbox().await.contains(&OutboxKind::Ready);
    let set = async |value: &str| {
        let (name, value) = ("teams".to_owned(), value.to_owned());
        replaced(world.service.set_option(&world.by(ANN), id, name, value).await);
    };
    world.service.join(&world.by(BOB), id).await.unwrap();
    assert!(is_notified().await);
    set("own").await;
    world.service.join(&world.by(CID), id).await.unwrap();
    assert!(!is_notified().await, "teams need four players");
    world.service.join(&world.by(DAN), id).await.unwrap();
    assert!(is_notified().await);
    world.service.leave(&world.by(DAN), id).await.unwrap();
    set("default").await;
    assert!(!is_notified().await, "hosts are not notified of their own changes");
    world.service.join(&world.by(DAN), id).await.unwrap();
    assert!(is_notified().await);
}

#[tokio::test]
async fn only_members_of_the_server_can_be_invited() {
    let world = Fixture::new().await;
    let invited = vec![
        Invitee { person: BOB.into(), bot: false, here: true },
        Invitee { person: EVE.into(), bot: false, here: false },
    ];
    let wish = Wish {
        game: "protozoa".to_owned(),
        options: String::new(),
        clock: String::new(),
        machine: None,
        invited,
    };
    let not_there = LobbyRejected::NotOnServer { person: EVE.into() };
    assert_eq!(rejection(world.service.consider(&world.by(ANN), &wish).await), not_there.into());
}

#[tokio::test]
async fn second_request_finds_the_open_lobby() {
    let world = Fixture::new().await;
    let waiting = async || world.service.lobby_in(CHANNEL.into()).await.unwrap();
    assert!(waiting().await.is_none());
    let id = world.open("protozoa", &[]).await;
    let place =
        |message| LobbyPlace { kind: Kind::Protozoa, guild: 50.into(), channel: CHANNEL.into(), message };
    let found = waiting().await.unwrap();
    assert_eq!((found.id, LobbyPlace::from(&found)), (id, place(None)));
    world.service.lobby_shown(id, 8.into()).await.unwrap();
    assert_eq!(LobbyPlace::from(&waiting().await.unwrap()), place(Some(8.into())));
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.start(&world.by(ANN), id).await.unwrap();
    assert!(waiting().await.is_none(), "the lobby is a game now");
}

#[tokio::test]
async fn repeated_interaction_opens_one_lobby() {
    let world = Fixture::new().await;
    let by = world.by(ANN);
    let first = world.try_open(&by, "protozoa", &[]).await.unwrap();
    assert_eq!(world.try_open(&by, "protozoa", &[]).await.unwrap().id, first.id);
    let taken = rejection(world.try_open(&world.by(ANN), "semiosphere", &[]).await);
    assert_eq!(taken, LobbyRejected::ChannelTaken { waiting: None }.into());
    let elsewhere = Caller { channel: 101.into(), ..world.by(ANN) };
    world.try_open(&elsewhere, "protozoa", &[]).await.unwrap();
    let private = Caller { guild: None, channel: 102.into(), ..world.by(ANN) };
    assert_eq!(rejection(world.try_open(&private, "protozoa", &[]).await), Rejected::OutsideServers);
}

#[tokio::test]
async fn leaving_host_hands_over_or_closes_the_lobby() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[CID]).await;
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.leave(&world.by(ANN), id).await.unwrap();
    assert_eq!(world.lobby(id).await.host, BOB.into());
    let only_host = LobbyRejected::OnlyHost { host: BOB.into() };
    assert_eq!(rejection(world.service.start(&world.by(ANN), id).await), only_host.into());
    let closed = replaced(world.service.leave(&world.by(BOB), id).await);
    let Content::Lobby(LobbyState::Closed(lobby, Closed::HostLeft)) = closed else { panic!("{closed:?}") };
    assert_eq!((lobby.id, lobby.host), (id, BOB.into()));
    assert_eq!(rejection(world.service.join(&world.by(CID), id).await), LobbyRejected::Closed.into());
    world.open("semiosphere", &[]).await;
}

#[tokio::test]
async fn press_reveals_the_message_of_a_lobby() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    let by = Caller { pressed: Some(7.into()), ..world.by(BOB) };
    world.service.join(&by, id).await.unwrap();
    assert_eq!(world.lobby(id).await.message, Some(7.into()));
    // After the lobby was shown again, its newer message remains.
    world.service.lobby_shown(id, 8.into()).await.unwrap();
    world.service.leave(&Caller { pressed: Some(7.into()), ..world.by(BOB) }, id).await.unwrap();
    assert_eq!(world.lobby(id).await.message, Some(8.into()));
}

#[tokio::test]
async fn seats_are_drawn_by_lot() {
    let world = Fixture::new().await;
    let mut first = BTreeSet::new();
    for _ in 0..30 {
        // A channel accepts a limited number of lobbies per hour.
        world.service.clock().advance(SignedDuration::from_hours(1));
        let id = world.begin("protozoa", &[BOB]).await;
        first.insert(world.game(id).await.players[0].person);
        world.service.resign(&world.by(BOB), id).await.unwrap();
    }
    assert_eq!(first, people(&[ANN, BOB]));
}

#[tokio::test]
async fn start_needs_the_host_and_a_fitting_number() {
    let world = Fixture::new().await;
    let id = world.open("protozoa teams=own players=4", &[]).await;
    let start = async |person: u64| rejection(world.service.start(&world.by(person), id).await);
    let wrong_count = |joined: usize| LobbyRejected::WrongCount {
        kind: Kind::Protozoa,
        joined,
        possible: vec![4],
        shared: None,
        machines: true,
    };
    assert_eq!(start(ANN).await, wrong_count(1).into());
    let without = world.service.clone().with_machines(false);
    let alone = rejection(without.start(&world.by(ANN), id).await);
    let Rejected::Lobby(LobbyRejected::WrongCount { machines, .. }) = alone else { panic!("{alone:?}") };
    assert!(!machines, "nobody is offered a machine that does not play");
    for person in [BOB, CID] {
        world.service.join(&world.by(person), id).await.unwrap();
    }
    assert_eq!(start(BOB).await, LobbyRejected::OnlyHost { host: ANN.into() }.into());
    assert_eq!(start(ANN).await, wrong_count(3).into());
    world.service.join(&world.by(4), id).await.unwrap();
    let full = LobbyRejected::Full { most: 4 };
    assert_eq!(rejection(world.service.join(&world.by(5), id).await), full.into());
    world.service.start(&world.by(ANN), id).await.unwrap();
    assert_eq!(start(ANN).await, LobbyRejected::Closed.into());
    assert_eq!(world.game(id).await.players.len(), 4);
}

/// Returns the lobby whose options a panel shows.
#[track_caller]
fn options_panel(content: Content) -> Lobby {
    match content {
        Content::OptionsPanel(lobby) => lobby,
        other => panic!("no panel: {other:?}"),
    }
}

#[tokio::test]
async fn only_the_host_sets_options() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    let service = &world.service;
    let (name, value) = ("size".to_owned(), "6".to_owned());
    let only_host = LobbyRejected::OnlyHost { host: ANN.into() };
    for refused in [
        service.options_panel(&world.by(BOB), id).await,
        service.option_values(&world.by(BOB), id, name.clone()).await,
        service.set_option(&world.by(BOB), id, name.clone(), value.clone()).await,
    ] {
        assert_eq!(rejection(refused), only_host.clone().into());
    }
    let shown = options_panel(ephemeral(service.options_panel(&world.by(ANN), id).await));
    assert_eq!(shown.id, id);
    let values = replaced(service.option_values(&world.by(ANN), id, name.clone()).await);
    assert!(
        matches!(&values, Content::OptionValues { lobby, name: of } if lobby.id == id && *of == name),
        "{values:?}"
    );

    let shown = options_panel(replaced(service.set_option(&world.by(ANN), id, name.clone(), value).await));
    assert_eq!(shown.options.get("size"), Some(&Value::Int(6)));
    assert_eq!(world.lobby(id).await.options.get("size"), Some(&Value::Int(6)));
    for (name, value) in [("size", "7"), ("teams", "x"), ("colour", "red"), ("size", "")] {
        let refused = service.set_option(&world.by(ANN), id, name.to_owned(), value.to_owned()).await;
        let why = rejection(refused);
        let impossible = matches!(why, Rejected::Options(OptionsRejected::Impossible { meant: None, .. }));
        assert!(impossible, "{name}={value}: {why:?}");
    }
    replaced(service.set_option(&world.by(ANN), id, name, "default".to_owned()).await);
    assert_eq!(world.lobby(id).await.options.get("size"), None);

    for person in [BOB, CID, 4] {
        service.join(&world.by(person), id).await.unwrap();
    }
    let fewer = service.set_option(&world.by(ANN), id, "players".to_owned(), "2".to_owned()).await;
    assert_eq!(rejection(fewer), LobbyRejected::TooManyJoined { most: 2 }.into());
}

fn preset_of(options: &rules::Options) -> Option<&Value> {
    options.get("preset")
}

#[tokio::test]
async fn new_lobbies_have_the_recommended_preset() {
    for (wish, best) in [
        ("plankton-synapse", "correspondence"),
        ("semiosphere", "balanced"),
        ("semiosphere points=4", "balanced"),
        ("stract", "correspondence"),
    ] {
        let world = Fixture::new().await;
        let id = world.open(wish, &[]).await;
        let lobby = world.lobby(id).await;
        assert_eq!(preset_of(&lobby.options), Some(&Value::from(best)), "{wish}");

        let press = async |person: u64, name: &str| {
            world.service.set_preset(&world.by(person), id, name.to_owned()).await
        };
        let only_host = LobbyRejected::OnlyHost { host: ANN.into() };
        assert_eq!(rejection(press(BOB, "standard").await), only_host.into());
        let impossible = rejection(press(ANN, "fast").await);
        assert!(
            matches!(impossible, Rejected::Options(OptionsRejected::Impossible { .. })),
            "{impossible:?}"
        );
        for preset in ["standard", best] {
            let shown = open_lobby(replaced(press(ANN, preset).await));
            assert_eq!(preset_of(&shown.options), Some(&Value::from(preset)));
            assert_eq!(preset_of(&world.lobby(id).await.options), Some(&Value::from(preset)));
        }
    }
    let world = Fixture::new().await;
    let id = world.open("stract preset=standard", &[]).await;
    assert_eq!(preset_of(&world.lobby(id).await.options), Some(&Value::from("standard")));
}

/// Lobbies of earlier releases have no preset. Their games use the standard numbers.
#[tokio::test]
async fn lobbies_without_a_preset_stay_standard() {
    let world = Fixture::new().await;
    let old = NewGame {
        kind: Kind::Stract,
        options: rules::Options::new(),
        guild: 50.into(),
        channel: CHANNEL.into(),
        host: ANN.into(),
        invited: vec![],
        at: world.service.now(),
    };
    let id = world.service.store().write(move |tx| tx.open_lobby(&old)).await.unwrap();
    assert_eq!(preset_of(&world.lobby(id).await.options), None);
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.start(&world.by(ANN), id).await.unwrap();
    assert!(world.game(id).await.table.status(Viewer::Public).contains("of 45"));
    world.service.resign(&world.by(BOB), id).await.unwrap();
    world.service.rematch_here(&world.by(ANN), &crate::service::Member::default()).await.unwrap();
    let again = world.service.lobby_in(CHANNEL.into()).await.unwrap().unwrap();
    assert_eq!(preset_of(&again.options), None, "a rematch has the same options");
}

#[tokio::test]
async fn seats_can_be_given_in_order_of_joining() {
    let world = Fixture::new().await;
    let service = &world.service;
    for _ in 0..5 {
        let id = world.open("protozoa", &[]).await;
        assert_eq!(world.lobby(id).await.seating, Seating::Lot);
        let by_bob = service.set_seating(&world.by(BOB), id, Seating::Order).await;
        assert_eq!(rejection(by_bob), LobbyRejected::OnlyHost { host: ANN.into() }.into());
        let shown = options_panel(ephemeral(service.options_panel(&world.by(ANN), id).await));
        assert_eq!(shown.seating, Seating::Lot);
        let shown = options_panel(replaced(service.set_seating(&world.by(ANN), id, Seating::Order).await));
        assert_eq!(shown.seating, Seating::Order);
        assert_eq!(world.lobby(id).await.seating, Seating::Order);
        for person in [CID, BOB] {
            replaced(service.join(&world.by(person), id).await);
        }
        let joined: Vec<PersonId> = world.lobby(id).await.joined().collect();
        assert_eq!(joined, [ANN.into(), CID.into(), BOB.into()]);
        replaced(service.start(&world.by(ANN), id).await);
        let game = world.game(id).await;
        let seated: Vec<PersonId> = game.players.iter().map(|player| player.person).collect();
        assert_eq!(seated, [ANN.into(), CID.into(), BOB.into()]);
        assert_eq!(game.seating, Seating::Order);
        for person in [BOB, CID] {
            service.resign(&world.by(person), id).await.unwrap();
        }
    }
}

/// Returns the people in the seats of a lobby that starts in the order of joining.
fn in_order(lobby: &Lobby) -> Vec<u64> {
    let joined: Vec<PersonId> = lobby.joined().collect();
    let game = seats::game_for(lobby.kind, &lobby.options, joined.len()).unwrap();
    seats::assign(&game, &joined).into_iter().map(PersonId::get).collect()
}

#[tokio::test]
async fn players_can_have_several_seats() {
    let world = Fixture::new().await;
    let service = &world.service;
    let id = world.open("stract", &[]).await;
    for person in [BOB, CID] {
        service.join(&world.by(person), id).await.unwrap();
    }
    let wrong_count = |joined: usize, possible: &[u8], shared: Option<u8>| LobbyRejected::WrongCount {
        kind: Kind::Stract,
        joined,
        possible: possible.to_vec(),
        shared,
        machines: true,
    };
    let three = rejection(service.start(&world.by(ANN), id).await);
    assert_eq!(three, wrong_count(3, &[2, 4, 6, 8], Some(4)).into());
    replaced(service.set_option(&world.by(ANN), id, "players".to_owned(), "4".to_owned()).await);
    assert_eq!(in_order(&world.lobby(id).await), [ANN, BOB, CID, BOB]);
    service.leave(&world.by(CID), id).await.unwrap();
    assert_eq!(in_order(&world.lobby(id).await), [ANN, BOB, ANN, BOB]);
    service.leave(&world.by(BOB), id).await.unwrap();
    let alone = rejection(service.start(&world.by(ANN), id).await);
    assert_eq!(alone, wrong_count(1, &[2, 3, 4], None).into());
}

/// Begins a game of Stract in which Ann has the first and third seat, and Bob the others.
async fn two_seats_each(world: &Fixture) -> GameId {
    let id = world.open("stract players=4 preset=correspondence", &[]).await;
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.set_seating(&world.by(ANN), id, Seating::Order).await.unwrap();
    world.service.start(&world.by(ANN), id).await.unwrap();
    id
}

fn ordered(game: &data::Game) -> Vec<(u8, &str)> {
    game.record.iter().map(|entry| (entry.seat.number(), entry.notation.as_str())).collect()
}

#[tokio::test]
async fn player_of_two_seats_orders_for_each() {
    let world = Fixture::new().await;
    let id = two_seats_each(&world).await;
    let service = &world.service;
    assert_eq!(world.game(id).await.awaited(), [ANN.into(), BOB.into()]);

    // The panel is for the first seat, and its receipt continues with the other seat.
    let first = ephemeral(service.moves_panel(&world.by(ANN), id).await);
    assert_eq!(panel(&first), (Seat::FIRST, "", false));
    let pick = async |seat: Seat, notation: &str| {
        service.play_picked(&world.by(ANN), id, 0, seat, notation.to_owned()).await
    };
    let third = Seat::new(3).unwrap();
    let played = replaced(pick(Seat::FIRST, "w+a6").await);
    assert_eq!((confirmed(&played), turn_continues(&played)), (vec!["w+a6"], true));
    assert!(receipt(&played).0.table.to_act().contains(third));
    let taken = rejection(pick(third, "w+a6").await);
    let Rejected::Move(MoveRejected::IllegalMove { notation, refusal, .. }) = taken else {
        panic!("{taken:?}")
    };
    assert!(matches!(refusal, Refusal::Illegal(_)), "a teammate spawns there: {refusal:?}");
    assert_eq!(notation, "w+a6");
    let played = replaced(pick(third, "f+b6").await);
    assert_eq!((confirmed(&played), turn_continues(&played)), (vec!["w+a6", "f+b6"], false));
    assert_eq!(world.game(id).await.awaited(), [BOB.into()]);

    // Orders of either seat can be changed.
    let again = replaced(service.screen(&world.by(ANN), screen(id, 0, third, "")).await);
    assert_eq!(panel(&again), (third, "", false));
    replaced(pick(third, "e+c6").await);
    assert_eq!(ordered(&world.game(id).await), [(1, "w+a6"), (3, "f+b6"), (3, "e+c6")]);
    let of_bob = rejection(pick(Seat::new(2).unwrap(), "pass").await);
    assert_eq!(of_bob, Rejected::NotYourTurn { to_act: vec![BOB.into()] });

    // Typed orders for both seats may come in one message or separately.
    let both = ephemeral(service.play_typed(&world.by(BOB), "w+a1 f+b1".to_owned()).await);
    assert_eq!(confirmed(&both), ["w+a1", "f+b1"]);
    let game = world.game(id).await;
    assert_eq!(game.table.turn(), 1);
    assert_eq!(ordered(&game)[3..], [(2, "w+a1"), (4, "f+b1")]);
}

#[tokio::test]
async fn typed_order_finds_its_seat() {
    let world = Fixture::new().await;
    let id = two_seats_each(&world).await;
    let typed = async |order: &str| world.service.play_typed(&world.by(ANN), order.to_owned()).await;
    ephemeral(typed("w+a6").await);
    ephemeral(typed("w+b6").await);
    ephemeral(typed("teal f+b6").await);
    ephemeral(typed("f+a6").await);
    let orders = [(1, "w+a6"), (3, "w+b6"), (3, "f+b6"), (1, "f+a6")];
    assert_eq!(ordered(&world.game(id).await), orders, "Teal cannot spawn where Blue does");
    assert_eq!(unreadable(rejection(typed("red pass").await)), "red");
    let offered = world.service.complete_move(&world.by(ANN), "teal e+".to_owned()).await.unwrap();
    assert!(!offered.is_empty() && offered.iter().all(|choice| choice.value.starts_with("teal e+")));
    assert!(offered.iter().all(|choice| choice.value != "teal e+a6"), "Blue spawns there");
    let second = world.service.complete_move(&world.by(ANN), "w+c6 ".to_owned()).await.unwrap();
    assert!(
        second.iter().all(|choice| choice.value != "w+c6 e+c6"),
        "the second order is for the other seat"
    );
}

#[tokio::test]
async fn player_of_two_seats_counts_as_one() {
    let world = Fixture::new().await;
    let id = two_seats_each(&world).await;
    let service = &world.service;
    let game = world.game(id).await;
    assert_eq!(game.people_in(SeatSet::all(4)), [ANN.into(), BOB.into()]);
    assert_eq!(game.awaited(), [ANN.into(), BOB.into()]);
    ephemeral(service.play_typed(&world.by(ANN), "w+a6 f+b6".to_owned()).await);
    for (person, sees) in [(ANN, true), (BOB, false), (EVE, false)] {
        let view = ephemeral(service.own_view(&world.by(person), id).await);
        let Content::Board { game, to, .. } = view else { panic!("{view:?}") };
        assert_eq!(to, viewer(&game, person.into()));
        assert_eq!(game.table.status(to).contains("a6"), sees, "{person}: {}", game.table.status(to));
    }
    let listed = games_of(&world, BOB).await;
    assert_eq!(listed[0].people.iter().filter(|&&person| person == ANN.into()).count(), 1, "{listed:?}");
    replaced(service.resign(&world.by(BOB), id).await);
    let game = world.game(id).await;
    assert_eq!((game.state, game.record.len()), (GameState::Ended, 4), "both seats have left");
    let over = rejection(service.resign(&world.by(ANN), id).await);
    assert!(
        matches!(&over, Rejected::GameOver { ended: Some(ended), .. } if ended.first == [ANN.into()]),
        "{over:?}"
    );
}

#[tokio::test]
async fn unstarted_lobby_is_closed_after_a_week() {
    let world = Fixture::new().await;
    let old = NewGame {
        kind: Kind::Protozoa,
        options: rules::Options::new(),
        guild: 50.into(),
        channel: CHANNEL.into(),
        host: ANN.into(),
        invited: vec![BOB.into()],
        at: later(world.service.now(), SignedDuration::from_secs(-7 * 24 * 3600 - 1)),
    };
    let id = world.service.store().write(move |tx| tx.open_lobby(&old)).await.unwrap();
    let other = Caller { channel: 101.into(), ..world.by(ANN) };
    let young = world.try_open(&other, "protozoa", &[]).await.unwrap();
    world.service.tidy().await.unwrap();
    let (lobby, open) = world.service.store().read(move |tx| tx.lobby_or_closed(id)).await.unwrap().unwrap();
    assert!(!open);
    assert_eq!(why_closed(&lobby, world.service.now()), Closed::TooOld);
    assert_eq!(world.lobby(young.id).await.id, young.id);
    world.open("protozoa", &[]).await;
}
