use std::collections::BTreeSet;

use data::{GameId, GameState, NewGame, PersonId, Seating, Time, Topic};
use rules::{Kind, Seat, Value, Viewer};

use super::*;
use crate::{
    fixture::{ANN, BOB, CHANNEL, CID, EVE, Fixture, buttons, menu, refusal, replaced, whisper},
    posts::{GROUP, PLAY},
    text,
    trouble::Trouble,
};

const SEMI: &str = "semiosphere columns=4 rows=5";

fn people(ids: &[u64]) -> BTreeSet<PersonId> {
    ids.iter().map(|&id| id.into()).collect()
}

// Lobbies

#[tokio::test]
async fn a_lobby_from_the_first_word_to_the_start() {
    let world = Fixture::new().await;
    let id = world.open("protozoa size=6", &[BOB, CID]).await;
    let lobby = world.lobby(id).await;
    assert_eq!(lobby.joined().collect::<Vec<_>>(), [ANN.into()], "nobody is in without having said yes");
    let post = crate::posts::lobby(&lobby);
    assert_eq!(post.pings, [BOB.into(), CID.into()]);
    assert_eq!(buttons(&post), ["Join", "Leave", "Start", "Options", "Rules"]);

    let post = replaced(world.service.join(&world.by(BOB), id).await);
    assert_eq!(post.pings, [CID.into()], "who has not answered yet");
    replaced(world.service.leave(&world.by(CID), id).await);
    assert!(world.outbox().await.contains(&Topic::Ready), "a no is an answer: the host is told");

    let started = replaced(world.service.start(&world.by(ANN), id).await);
    assert!(started.rows.is_empty() && started.pings.is_empty());
    let game = world.game(id).await;
    assert_eq!(game.players.iter().map(|player| player.person).collect::<BTreeSet<_>>(), people(&[ANN, BOB]));
    assert_eq!(game.options.get("players"), Some(&Value::Int(2)));
    assert_eq!(game.options.get("size"), Some(&Value::Int(6)));
    assert!(world.outbox().await.contains(&Topic::Board));
}

#[tokio::test]
async fn a_host_is_told_once_and_only_by_others() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[BOB]).await;
    assert_eq!(world.outbox().await, [Topic::Lobby]);
    world.service.join(&world.by(BOB), id).await.unwrap();
    assert_eq!(world.outbox().await.iter().filter(|&&topic| topic == Topic::Ready).count(), 1);
    world.service.leave(&world.by(BOB), id).await.unwrap();
    world.service.join(&world.by(BOB), id).await.unwrap();
    assert_eq!(world.outbox().await, [Topic::Lobby], "and not again");
}

#[tokio::test]
async fn the_same_interaction_opens_one_lobby() {
    let world = Fixture::new().await;
    let by = world.by(ANN);
    let first = world.try_open(&by, "protozoa", &[]).await.unwrap();
    assert_eq!(world.try_open(&by, "protozoa", &[]).await.unwrap().id, first.id);
    assert!(matches!(world.try_open(&world.by(ANN), "protozoa", &[]).await, Err(Trouble::ChannelTaken)));
    let elsewhere = Asker { channel: 101.into(), ..world.by(ANN) };
    world.try_open(&elsewhere, "protozoa", &[]).await.unwrap();
    let private = Asker { guild: None, channel: 102.into(), ..world.by(ANN) };
    assert_eq!(refusal(world.try_open(&private, "protozoa", &[]).await), text::ONLY_IN_SERVERS);
}

#[tokio::test]
async fn a_host_who_leaves_hands_the_lobby_on_and_the_last_one_closes_it() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[CID]).await;
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.leave(&world.by(ANN), id).await.unwrap();
    assert_eq!(world.lobby(id).await.host, BOB.into());
    assert!(refusal(world.service.start(&world.by(ANN), id).await).contains("Only the host"));
    let closed = replaced(world.service.leave(&world.by(BOB), id).await);
    assert!(closed.content.contains("called the game off") && closed.rows.is_empty());
    assert_eq!(refusal(world.service.join(&world.by(CID), id).await), text::LOBBY_CLOSED);
    world.open("semiosphere", &[]).await;
}

#[tokio::test]
async fn a_lobby_learns_its_message_from_a_press() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    let by = Asker { pressed: Some(7.into()), ..world.by(BOB) };
    world.service.join(&by, id).await.unwrap();
    assert_eq!(world.lobby(id).await.message, Some(7.into()));
    // One that was shown again keeps its newer message.
    world.service.lobby_shown(id, 8.into()).await.unwrap();
    world.service.leave(&Asker { pressed: Some(7.into()), ..world.by(BOB) }, id).await.unwrap();
    assert_eq!(world.lobby(id).await.message, Some(8.into()));
}

#[tokio::test]
async fn seats_are_drawn_by_lot() {
    let world = Fixture::new().await;
    let mut first = BTreeSet::new();
    for _ in 0..30 {
        let id = world.begin("protozoa", &[BOB]).await;
        first.insert(world.game(id).await.players[0].person);
        world.service.resign(&world.by(BOB), id).await.unwrap();
    }
    assert_eq!(first, people(&[ANN, BOB]));
}

#[tokio::test]
async fn a_start_needs_the_host_and_a_number_that_fits() {
    let world = Fixture::new().await;
    let id = world.open("protozoa teams=own players=4", &[]).await;
    assert!(refusal(world.service.start(&world.by(ANN), id).await).contains("You are alone so far"));
    for person in [BOB, CID] {
        world.service.join(&world.by(person), id).await.unwrap();
    }
    assert!(refusal(world.service.start(&world.by(BOB), id).await).contains("Only the host"));
    let said = refusal(world.service.start(&world.by(ANN), id).await);
    assert!(said.contains("for 4 players, and 3 have joined"), "{said}");
    world.service.join(&world.by(4), id).await.unwrap();
    assert!(refusal(world.service.join(&world.by(5), id).await).contains("All 4 places are taken"));
    world.service.start(&world.by(ANN), id).await.unwrap();
    assert_eq!(refusal(world.service.start(&world.by(ANN), id).await), text::LOBBY_CLOSED);
    assert_eq!(world.game(id).await.players.len(), 4);
}

#[tokio::test]
async fn options_are_the_hosts_to_set() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    let service = &world.service;
    let (name, value) = ("size".to_owned(), "6".to_owned());
    for refused in [
        service.options_panel(&world.by(BOB), id).await,
        service.option_values(&world.by(BOB), id, name.clone()).await,
        service.set_option(&world.by(BOB), id, name.clone(), value.clone()).await,
    ] {
        assert!(refusal(refused).contains("Only the host"));
    }
    let panel = whisper(service.options_panel(&world.by(ANN), id).await);
    let names: Vec<&str> = menu(&panel).into_iter().map(|(_, value)| value).collect();
    let clocks = crate::setup::clocks();
    let options = Kind::Protozoa.about().all_options().map(|spec| spec.name);
    let all = options.chain(clocks.iter().map(|choice| choice.value.as_str()));
    assert_eq!(names, all.collect::<Vec<_>>());
    let values = replaced(service.option_values(&world.by(ANN), id, name.clone()).await);
    assert_eq!(menu(&values).iter().map(|line| line.1).collect::<Vec<_>>(), ["default", "6", "8", "10"]);

    let panel = replaced(service.set_option(&world.by(ANN), id, name.clone(), value).await);
    assert!(menu(&panel).contains(&("size = 6", "size")), "{panel:?}");
    assert_eq!(world.lobby(id).await.options.get("size"), Some(&Value::Int(6)));
    for (name, value) in [("size", "7"), ("teams", "x"), ("colour", "red"), ("size", "")] {
        let refused = service.set_option(&world.by(ANN), id, name.to_owned(), value.to_owned()).await;
        assert!(refusal(refused).contains("cannot be set up so"), "{name}={value}");
    }
    replaced(service.set_option(&world.by(ANN), id, name, "default".to_owned()).await);
    assert_eq!(world.lobby(id).await.options.get("size"), None);

    for person in [BOB, CID, 4] {
        service.join(&world.by(person), id).await.unwrap();
    }
    let fewer = service.set_option(&world.by(ANN), id, "players".to_owned(), "2".to_owned()).await;
    assert!(refusal(fewer).contains("only 2 people could play"));
}

fn seats_field(post: &crate::view::Post) -> &str {
    let fields = &post.card.as_ref().unwrap().fields;
    &fields.iter().find(|(name, _)| name == "Seats").unwrap().1
}

#[tokio::test]
async fn seats_can_be_given_in_order_of_joining() {
    let world = Fixture::new().await;
    let service = &world.service;
    for _ in 0..5 {
        let id = world.open("protozoa", &[]).await;
        assert_eq!(seats_field(&crate::posts::lobby(&world.lobby(id).await)), "Drawn by lot at the start.");
        assert!(
            refusal(service.set_seating(&world.by(BOB), id, Seating::Order).await).contains("Only the host")
        );
        let panel = whisper(service.options_panel(&world.by(ANN), id).await);
        assert_eq!(buttons(&panel), ["Seats in order of joining"]);
        let panel = replaced(service.set_seating(&world.by(ANN), id, Seating::Order).await);
        assert_eq!(buttons(&panel), ["Seats by lot"]);
        let alone = "In order of joining.\n🔵 Blue <@1>\n🟠 Orange free";
        assert_eq!(seats_field(&crate::posts::lobby(&world.lobby(id).await)), alone);
        for person in [CID, BOB] {
            replaced(service.join(&world.by(person), id).await);
        }
        let all = "In order of joining.\n🔵 Blue <@1>\n🟠 Orange <@3>\n🟢 Green <@2>";
        assert_eq!(seats_field(&crate::posts::lobby(&world.lobby(id).await)), all);
        replaced(service.start(&world.by(ANN), id).await);
        let game = world.game(id).await;
        let seated: Vec<PersonId> = game.players.iter().map(|player| player.person).collect();
        assert_eq!(seated, [ANN.into(), CID.into(), BOB.into()]);
        assert!(text::story(&game, Viewer::Public, 0).contains("in order of joining"));
        for person in [BOB, CID] {
            service.resign(&world.by(person), id).await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_lobby_says_who_will_hold_several_seats() {
    let world = Fixture::new().await;
    let service = &world.service;
    let id = world.open("stract", &[]).await;
    let shown = async || seats_field(&crate::posts::lobby(&world.lobby(id).await)).to_owned();
    for person in [BOB, CID] {
        service.join(&world.by(person), id).await.unwrap();
    }
    let said = refusal(service.start(&world.by(ANN), id).await);
    assert!(said.contains("set `players` to 4"), "{said}");
    replaced(service.set_option(&world.by(ANN), id, "players".to_owned(), "4".to_owned()).await);
    assert_eq!(shown().await, "Drawn by lot at the start. One of you plays several seats of one team.");
    replaced(service.set_seating(&world.by(ANN), id, Seating::Order).await);
    let three = "In order of joining.\n**North**\n🔵 Blue <@1>\n🩵 Teal <@3>\n**South**\n🟠 Orange <@2>\n🔴 Red <@2>\n\
                 <@2> plays both Orange and Red.";
    assert_eq!(shown().await, three);
    service.leave(&world.by(CID), id).await.unwrap();
    assert!(shown().await.ends_with("<@1> plays both Blue and Teal.\n<@2> plays both Orange and Red."));
    replaced(service.set_seating(&world.by(ANN), id, Seating::Lot).await);
    assert_eq!(shown().await, "Drawn by lot at the start. Each of you plays 2 seats of one team.");
    service.leave(&world.by(BOB), id).await.unwrap();
    assert!(refusal(service.start(&world.by(ANN), id).await).contains("You are alone so far"));
}

/// Ann holds the first and third seat of a game of Stract, Bob the others.
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
async fn somebody_with_two_seats_orders_for_each_in_turn() {
    let world = Fixture::new().await;
    let id = two_seats_each(&world).await;
    let service = &world.service;
    assert_eq!(world.game(id).await.awaited(), [ANN.into(), BOB.into()]);

    // In the panel: it says for which seat, and the receipt goes on with the other one.
    let panel = whisper(service.moves_panel(&world.by(ANN), id).await);
    assert!(panel.content.contains("for 🔵 Blue, one of your 2 seats"), "{}", panel.content);
    assert_eq!(buttons(&panel), ["Order for 🩵 Teal"]);
    let pick = async |seat: Seat, notation: &str| {
        service.play_picked(&world.by(ANN), id, 0, seat, notation.to_owned()).await
    };
    let third = Seat::new(3).unwrap();
    let receipt = replaced(pick(Seat::FIRST, "w+a6").await);
    assert!(receipt.content.starts_with("✅ `w+a6`"), "{}", receipt.content);
    assert!(receipt.content.contains("for 🩵 Teal") && !menu(&receipt).is_empty(), "{}", receipt.content);
    assert!(refusal(pick(third, "w+a6").await).contains("`w+a6` is not possible"), "a teammate spawns there");
    let receipt = replaced(pick(third, "f+b6").await);
    assert!(
        receipt.content.starts_with("✅ `w+a6` `f+b6`") && menu(&receipt).is_empty(),
        "{}",
        receipt.content
    );
    assert_eq!(world.game(id).await.awaited(), [BOB.into()]);

    // Orders can be changed for either seat.
    let panel = replaced(service.pick(&world.by(ANN), id, 0, third, vec![]).await);
    assert!(panel.content.contains("for 🩵 Teal"), "{}", panel.content);
    replaced(pick(third, "e+c6").await);
    assert_eq!(ordered(&world.game(id).await), [(1, "w+a6"), (3, "f+b6"), (3, "e+c6")]);
    assert!(refusal(pick(Seat::new(2).unwrap(), "pass").await).contains("not your turn"), "Bob's seat");

    // Typed: both orders in one message, or one after the other.
    let both = whisper(service.play_typed(&world.by(BOB), "w+a1 f+b1".to_owned()).await);
    assert!(both.content.starts_with("✅ `w+a1` `f+b1`"), "{}", both.content);
    let game = world.game(id).await;
    assert_eq!(game.table.turn(), 1);
    assert_eq!(ordered(&game)[3..], [(2, "w+a1"), (4, "f+b1")]);
}

#[tokio::test]
async fn a_typed_order_finds_the_seat_it_is_for() {
    let world = Fixture::new().await;
    let id = two_seats_each(&world).await;
    let typed = async |order: &str| world.service.play_typed(&world.by(ANN), order.to_owned()).await;
    whisper(typed("w+a6").await);
    whisper(typed("w+b6").await);
    whisper(typed("teal f+b6").await);
    whisper(typed("f+a6").await);
    let orders = [(1, "w+a6"), (3, "w+b6"), (3, "f+b6"), (1, "f+a6")];
    assert_eq!(ordered(&world.game(id).await), orders, "Teal cannot spawn where Blue does");
    assert!(refusal(typed("red pass").await).contains("I cannot read `red`"));
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
async fn somebody_with_two_seats_is_one_player() {
    let world = Fixture::new().await;
    let id = two_seats_each(&world).await;
    let service = &world.service;
    let started = crate::posts::started_lobby(&world.game(id).await);
    assert_eq!(started.content, "The game has begun: <@1> and <@2>.");
    let view = whisper(service.own_view(&world.by(ANN), id).await);
    let body = view.card.unwrap().body;
    for line in ["**North**\n🔵 Blue <@1> ◀ to move", "\n🩵 Teal <@1> ◀ to move"] {
        assert!(body.contains(line), "{body}");
    }
    whisper(service.play_typed(&world.by(ANN), "w+a6 f+b6".to_owned()).await);
    let view = async |person: u64| whisper(service.own_view(&world.by(person), id).await).card.unwrap().body;
    assert!(view(ANN).await.contains("ordered w+a6, can be changed · Teal ordered f+b6"));
    for other in [BOB, EVE] {
        assert!(!view(other).await.contains("a6"), "{}", view(other).await);
    }
    let listed = whisper(service.games(&world.by(BOB)).await).card.unwrap().body;
    assert_eq!(listed.matches("<@1>").count(), 1, "{listed}");
    replaced(service.resign(&world.by(BOB), id).await);
    let game = world.game(id).await;
    assert_eq!((game.state, game.record.len()), (GameState::Ended, 4), "both seats have left");
    assert!(refusal(service.resign(&world.by(ANN), id).await).contains("<@1> wins!"));
}

#[tokio::test]
async fn a_lobby_that_nobody_starts_is_closed_after_a_week() {
    let world = Fixture::new().await;
    let old = NewGame {
        kind: Kind::Protozoa,
        options: rules::Options::new(),
        guild: 50.into(),
        channel: CHANNEL.into(),
        host: ANN.into(),
        invited: vec![BOB.into()],
        at: world.service.now().plus_ms(-7 * 24 * 3600 * 1000 - 1000),
    };
    let id = world.service.store().write(move |tx| tx.open_lobby(&old)).await.unwrap();
    let other = Asker { channel: 101.into(), ..world.by(ANN) };
    let young = world.try_open(&other, "protozoa", &[]).await.unwrap();
    world.service.tidy().await.unwrap();
    let (lobby, open) = world.service.store().read(move |tx| tx.lobby_or_closed(id)).await.unwrap().unwrap();
    assert!(!open && why_closed(&lobby, world.service.now()).contains("in 7 days"));
    assert_eq!(world.lobby(young.id).await.id, young.id);
    world.open("protozoa", &[]).await;
}

// Moves

#[tokio::test]
async fn a_move_is_played_told_and_played_once() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let by = world.by(mover);
    let receipt = whisper(world.service.play_typed(&by, " P@F4 ".to_owned()).await);
    assert!(receipt.content.starts_with("✅ `p@f4`"), "{}", receipt.content);
    assert_eq!(buttons(&receipt), ["Plan ahead"], "the turn is over");
    let again = whisper(world.service.play_typed(&by, "p@f4".to_owned()).await);
    assert_eq!(again, receipt, "the same interaction is the same move");
    let game = world.game(id).await;
    assert_eq!(game.record.len(), 1);
    assert_eq!((game.record[0].seat, game.record[0].notation.as_str()), (seat, "p@f4"));
    assert!(world.outbox().await.contains(&Topic::Board));

    world.play_any(id).await;
    let later = whisper(world.service.play_typed(&by, "p@f4".to_owned()).await);
    assert!(later.content.starts_with("✅ `p@f4`"), "also when the game has gone on");
}

#[tokio::test]
async fn what_cannot_be_played_changes_nothing() {
    let world = Fixture::new().await;
    assert!(
        refusal(world.service.play_typed(&world.by(ANN), "x".to_owned()).await).contains("No game is being")
    );
    let id = world.open("protozoa", &[]).await;
    assert_eq!(refusal(world.service.play_typed(&world.by(ANN), "x".to_owned()).await), text::NOT_STARTED);
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.start(&world.by(ANN), id).await.unwrap();
    let (mover, _) = world.mover(id).await;
    let other: PersonId = if mover == ANN.into() { BOB.into() } else { ANN.into() };
    world.outbox().await;
    for (person, typed, says) in [
        (EVE.into(), "p@f4", "You are not playing"),
        (other, "p@f4", "It is not your turn"),
        (mover, "", "Which move?"),
        (mover, "p@f4 p@g4", "Your turn would be over before `p@g4`"),
        (mover, "nonsense", "I cannot read `nonsense`"),
        (mover, "p@d4", "`p@d4` is not possible"),
        (mover, "!resign", "I cannot read `!resign`"),
    ] {
        let said = refusal(world.service.play_typed(&world.by(person), typed.to_owned()).await);
        assert!(said.contains(says), "{typed}: {said}");
    }
    assert!(world.game(id).await.record.is_empty());
    assert!(world.outbox().await.is_empty(), "and tells nobody");
}

#[tokio::test]
async fn several_moves_in_one_message_are_all_or_none() {
    let world = Fixture::new().await;
    let id = world.begin(SEMI, &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let (mover, _) = world.mover(id).await;
    let refused = world.service.play_typed(&world.by(mover), "+a3 +a3".to_owned()).await;
    assert!(refusal(refused).contains("Nothing was played"));
    assert_eq!(world.game(id).await.record.len(), 2);

    let receipt = world.play(id, "+a3, +b3").await;
    assert!(receipt.content.starts_with("✅ `+a3` `+b3`"), "{}", receipt.content);
    assert!(!menu(&receipt).is_empty(), "the turn goes on from the receipt");
    assert_eq!(world.game(id).await.record.len(), 4);
    let receipt = world.play(id, "end").await;
    assert!(
        receipt.content.contains("`+a3` `+b3` `end`") && menu(&receipt).is_empty(),
        "{}",
        receipt.content
    );
}

#[tokio::test]
async fn an_offer_is_good_until_somebody_moves() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let table = world.game(id).await.table;
    let (moment, notation) = (table.moment(), table.legal(seat).pop().unwrap());
    let offered =
        async || world.service.play_picked(&world.by(mover), id, moment, seat, notation.clone()).await;
    replaced(offered().await);
    assert!(refusal(offered().await).contains("It is not your turn"));
    world.play_any(id).await;
    assert!(refusal(offered().await).contains("The game has moved on"));
    assert_eq!(world.game(id).await.record.len(), 2);
    let unknown = world.service.play_offered(&world.by(mover), 77.into(), 0, notation.clone()).await;
    assert_eq!(refusal(unknown), text::LOBBY_CLOSED);
}

// Ends that nobody wants by mistake

/// A game of one round whose last player has a move that ends it without winning it; that move.
async fn last_move(world: &Fixture, wish: &str) -> (GameId, PersonId, u32, String) {
    let id = world.begin(wish, &[BOB]).await;
    world.play_any(id).await;
    let (mover, seat) = world.mover(id).await;
    let table = world.game(id).await.table;
    let ends_badly = |notation: &String| {
        let mut after = table.clone();
        after.play(seat, notation).unwrap();
        after.outcome().unwrap().ranking.groups()[0] != rules::SeatSet::one(seat)
    };
    let notation = table.legal(seat).into_iter().find(ends_badly).unwrap();
    (id, mover, table.moment(), notation)
}

#[tokio::test]
async fn a_move_that_ends_the_game_without_winning_it_is_asked_for_once_more() {
    let world = Fixture::new().await;
    let (id, mover, moment, notation) = last_move(&world, "protozoa rounds=1").await;
    world.outbox().await;
    let service = &world.service;
    let by = world.by(mover);
    let typed = whisper(service.play_typed(&by, notation.clone()).await);
    let seat = world.mover(id).await.1;
    let pressed = whisper(service.play_offered(&world.by(mover), id, moment, notation.clone()).await);
    let chosen = replaced(service.play_picked(&world.by(mover), id, moment, seat, notation.clone()).await);
    for question in [&typed, &pressed, &chosen] {
        assert_eq!(buttons(question), ["Play it", "Rather not"]);
        assert!(question.content.contains("the game would be over: "), "{}", question.content);
        assert!(question.pings.is_empty());
    }
    assert_eq!(world.game(id).await.record.len(), 1, "asking is not playing");
    assert!(world.outbox().await.is_empty(), "and tells nobody");

    let early = service.play_confirmed(&world.by(mover), id, moment - 1, vec![notation.clone()]).await;
    assert!(refusal(early).contains("The game has moved on"));
    let stranger = service.play_confirmed(&world.by(EVE), id, moment, vec![notation.clone()]).await;
    assert!(refusal(stranger).contains("You are not playing"));
    let yes = world.by(mover);
    let confirmed = async || service.play_confirmed(&yes, id, moment, vec![notation.clone()]).await;
    let receipt = replaced(confirmed().await);
    assert!(receipt.content.starts_with(&format!("✅ `{notation}`")), "{}", receipt.content);
    assert_eq!(replaced(confirmed().await), receipt, "the same press is the same move");
    let game = world.game(id).await;
    assert_eq!((game.state, game.record.len()), (GameState::Ended, 2));
    assert!(refusal(service.play_typed(&by, notation.clone()).await).contains("No game is being played"));
}

#[tokio::test]
async fn a_move_that_wins_is_played_at_once() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa goal=6", &[BOB]).await;
    while world.game(id).await.state == GameState::Running {
        let (_, seat) = world.mover(id).await;
        let table = world.game(id).await.table;
        let score = |notation: &String| {
            let mut after = table.clone();
            after.play(seat, notation).unwrap();
            after.game().scores()[seat.index()]
        };
        let best = table.legal(seat).into_iter().max_by_key(score).unwrap();
        let receipt = world.play(id, &best).await;
        assert!(receipt.content.starts_with('✅'), "{}", receipt.content);
    }
    assert_eq!(world.game(id).await.table.outcome().unwrap().reason, "organism");
}

// Resigning

#[tokio::test]
async fn with_two_a_resignation_ends_the_game() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let asked = whisper(world.service.ask_resign(&world.by(BOB)).await);
    assert_eq!(buttons(&asked), ["Resign", "Keep playing"]);
    assert!(world.game(id).await.record.is_empty(), "asking is not resigning");
    assert!(refusal(world.service.ask_resign(&world.by(EVE)).await).contains("You are not playing"));
    assert!(refusal(world.service.resign(&world.by(EVE), id).await).contains("You are not playing"));

    let by = world.by(BOB);
    for _ in 0..2 {
        assert_eq!(replaced(world.service.resign(&by, id).await).content, text::RESIGNED);
    }
    let game = world.game(id).await;
    assert_eq!((game.state, game.record.len()), (GameState::Ended, 1));
    let said = refusal(world.service.resign(&world.by(ANN), id).await);
    assert!(said.contains("This game is over: <@1> wins!"), "{said}");
    assert!(refusal(world.service.moves_panel(&world.by(ANN), id).await).contains("This game is over"));
}

#[tokio::test]
async fn with_three_the_others_play_on() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let (mover, seat) = world.mover(id).await;
    world.service.resign(&world.by(mover), id).await.unwrap();
    let game = world.game(id).await;
    assert_eq!(game.state, GameState::Running);
    assert!(game.table.left().contains(seat));
    let (next, _) = world.mover(id).await;
    assert_ne!(next, mover);
    for gone in
        [world.service.resign(&world.by(mover), id).await, world.service.ask_resign(&world.by(mover)).await]
    {
        assert!(refusal(gone).contains("You are not playing"));
    }
    for _ in 0..4 {
        assert_ne!(world.mover(id).await.0, mover, "who has left is never waited for");
        world.play_any(id).await;
    }
    world.service.resign(&world.by(next), id).await.unwrap();
    let outcome = world.game(id).await.table.outcome().unwrap();
    assert_eq!(outcome.ranking.groups().len(), 3);
    assert_eq!(outcome.ranking.place(seat), Some(3), "who left first is last");
}

// Menus

#[tokio::test]
async fn menus_lead_to_a_move() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let mut panel = whisper(world.service.moves_panel(&world.by(mover), id).await);
    let moment = world.game(id).await.table.moment();
    let mut path = Vec::new();
    let notation = loop {
        let &(_, value) = menu(&panel).last().unwrap();
        if let Some(notation) = value.strip_prefix(PLAY) {
            break notation.to_owned();
        }
        path.push(value.strip_prefix(GROUP).unwrap().parse().unwrap());
        panel = replaced(world.service.pick(&world.by(mover), id, moment, seat, path.clone()).await);
        assert_eq!(buttons(&panel), ["Start over"]);
    };
    assert!(world.game(id).await.table.legal(seat).contains(&notation));
    let receipt =
        replaced(world.service.play_picked(&world.by(mover), id, moment, seat, notation.clone()).await);
    assert!(receipt.content.contains(&format!("`{notation}`")));

    world.play_any(id).await;
    let anew = replaced(world.service.pick(&world.by(mover), id, moment, seat, path).await);
    assert!(anew.content.contains("The game has moved on") && buttons(&anew).is_empty(), "{anew:?}");
}

#[tokio::test]
async fn choices_that_were_never_offered_lead_nowhere_bad() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let moment = world.game(id).await.table.moment();
    let panel = replaced(world.service.pick(&world.by(mover), id, moment, seat, vec![255; 9]).await);
    assert!(!menu(&panel).is_empty());
    for (person, says) in
        [(EVE, "You are not playing"), (if mover == ANN.into() { BOB } else { ANN }, "not your turn")]
    {
        assert!(refusal(world.service.moves_panel(&world.by(person), id).await).contains(says));
        let picked = world.service.pick(&world.by(person), id, moment, seat, vec![]).await;
        assert!(refusal(picked).contains(says));
    }
}

#[tokio::test]
async fn completion_offers_legal_moves_to_who_is_to_act() {
    let world = Fixture::new().await;
    let complete = async |person: PersonId, typed: &str| {
        world.service.complete_move(&world.by(person), typed.to_owned()).await.unwrap()
    };
    assert!(complete(ANN.into(), "").await.is_empty(), "no game");
    let id = world.begin(SEMI, &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let (mover, seat) = world.mover(id).await;
    let legal = world.game(id).await.table.legal(seat);
    let offered = complete(mover, "+A").await;
    assert!(offered.iter().all(|choice| legal.contains(&choice.value)), "{offered:?}");
    assert!(offered[0].value.starts_with("+a"));
    let second = complete(mover, "+a3 ").await;
    assert!(second.iter().all(|choice| choice.value.starts_with("+a3 ") && choice.value != "+a3 +a3"));
    assert!(!second.is_empty());
    assert!(complete(mover, "zz ").await.is_empty());
    assert!(complete(EVE.into(), "").await.is_empty());
}

// Looking

#[tokio::test]
async fn a_board_is_shown_to_everybody_and_pings_nobody() {
    let world = Fixture::new().await;
    assert!(refusal(world.service.board(&world.by(ANN)).await).contains("No game is being played"));
    let id = world.begin("protozoa", &[BOB]).await;
    world.play_any(id).await;
    for person in [ANN, BOB, EVE] {
        let post = whisper(world.service.board(&world.by(person)).await);
        let card = post.card.unwrap();
        assert!(post.pings.is_empty() && card.picture.is_some_and(|picture| !picture.alt.is_empty()));
        assert!(card.body.contains("◀ to move"), "{}", card.body);
    }
    let game = world.game(id).await;
    assert_eq!(viewer(&game, EVE.into()), Viewer::Public);
    for player in &game.players {
        assert_eq!(viewer(&game, player.person), Viewer::Seat(player.seat));
    }
    world.service.resign(&world.by(BOB), id).await.unwrap();
    let last = whisper(world.service.board(&world.by(EVE)).await);
    assert!(
        last.content.contains("wins!") && buttons(&last) == ["Rematch", "Rules"],
        "the last game of the channel"
    );
}

#[tokio::test]
async fn a_lobby_is_shown_again_without_asking_again() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[BOB]).await;
    match world.service.board(&world.by(EVE)).await.unwrap() {
        Answer::Lobby(shown, post) => {
            assert_eq!(shown, id);
            assert!(post.pings.is_empty() && buttons(&post).contains(&"Join"));
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn games_are_listed_with_those_that_wait_first() {
    let world = Fixture::new().await;
    let none = whisper(world.service.games(&world.by(ANN)).await).card.unwrap().body;
    assert!(none.contains("You are in no game"));
    let id = world.begin("protozoa", &[BOB]).await;
    let other = Asker { channel: 101.into(), ..world.by(EVE) };
    world.try_open(&other, "semiosphere", &[ANN]).await.unwrap();
    while world.mover(id).await.0 == ANN.into() {
        world.play_any(id).await;
    }
    let body = whisper(world.service.games(&world.by(ANN)).await).card.unwrap().body;
    let lines: Vec<&str> = body.lines().collect();
    assert!(lines[0].contains("asked to join") && lines[0].contains("<#101>"), "{body}");
    assert!(lines[1].contains("waiting for the others") && lines[1].contains("<@2>"), "{body}");
    assert!(!body.contains("<@1>"), "one knows oneself");
    assert!(!body.contains("your time"), "only one's own clock counts: {body}");

    let body = whisper(world.service.games(&world.by(BOB)).await).card.unwrap().body;
    let game = world.game(id).await;
    let deadline = game.clocks.deadline(world.mover(id).await.1).unwrap();
    assert!(body.contains(&format!("your time is up <t:{}:R>", deadline.seconds())), "{body}");
}

#[tokio::test]
async fn rules_are_those_named_or_those_of_the_channel() {
    let world = Fixture::new().await;
    let title = async |named: Option<&str>| {
        let rules = world.service.rules(&world.by(EVE), named.map(str::to_owned)).await;
        whisper(rules).card.unwrap().title
    };
    assert_eq!(title(None).await, "The games");
    assert!(title(Some("semi")).await.starts_with("Semiosphere: "));
    world.open("protozoa", &[]).await;
    assert!(title(None).await.starts_with("Protozoa: "));
    let unknown = world.service.rules(&world.by(EVE), Some("chess".to_owned())).await;
    assert!(refusal(unknown).contains("no game called `chess`"));
    let last = replaced(world.service.rules_page(Kind::Protozoa, 255).await);
    assert!(buttons(&last).iter().all(|&label| label == "Back"));
}

#[tokio::test]
async fn interactions_are_forgotten_after_a_day() {
    let world = Fixture::new().await;
    world.service.store().write(|tx| tx.set_done(5000.into(), 1.into(), 0, Time(0))).await.unwrap();
    let by = world.by(ANN);
    world.try_open(&by, "protozoa", &[]).await.unwrap();
    world.service.tidy().await.unwrap();
    let done = |id| world.service.store().read(move |tx| tx.done(id));
    assert_eq!(done(5000.into()).await.unwrap(), None);
    assert!(done(by.interaction).await.unwrap().is_some());
}
