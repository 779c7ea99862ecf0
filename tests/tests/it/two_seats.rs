//! Stract with more seats than people: everybody plays two seats of a team.

use rules::{Kind, Seat};
use serde_json::json;

use crate::{
    chat::{Person, text},
    lobby::until,
    message::Message,
    table::{Match, game_of},
    world::{World, story},
};

/// Begins a game of four seats that Ann and Bob hold in order of joining.
async fn begun(world: &World, (ann, bob): (&Person, &Person)) -> Match {
    let chat = &world.chat;
    let channel = world.channel("games").await;
    let options = "players=4 preset=correspondence";
    let wish = json!({ "game": Kind::Stract.slug(), "invite": bob.0, "options": options });
    let lobby = chat.command(ann, &channel, "play", wish).await.shown();
    assert!(lobby.words().contains("Players: 1 of 2, 3 or 4"), "{lobby}");
    assert!(lobby.words().contains("Drawn by lot"), "{lobby}");

    let refused = chat.press(bob, &lobby, "Options").await.shown();
    assert!(refused.private() && refused.content().contains("Only the host"), "{refused}");
    let panel = chat.press(ann, &lobby, "Options").await.shown();
    let ordered = chat.press(ann, &panel, "Seats in order of joining").await.shown();
    assert_eq!(ordered.id(), panel.id());
    until(world, &lobby, &channel, &format!("🔵 Blue {}\n🩵 Teal free", ann.mention())).await;

    let game = Match::start(world, &channel, (ann, bob), lobby).await;
    let shared = |person: &Person, seats: &str| format!("{} plays both {seats}.", person.mention());
    // The game has the seats that the lobby showed before the start.
    let words = game.ready_lobby.words();
    assert!(
        words.contains(&shared(ann, "Blue and Teal")) && words.contains(&shared(bob, "Orange and Red")),
        "{words}"
    );
    for (number, person) in [(1, ann), (2, bob), (3, ann), (4, bob)] {
        assert_eq!(game.person(Seat::new(number).expect("a seat")), person, "seat {number}");
    }
    assert_eq!(game_of(&game.lobby.button("Join")), game.id);
    game
}

async fn order(world: &World, game: &Match, by: &Person, typed: &str) -> Message {
    let receipt = world.chat.command(by, &game.channel, "move", json!({ "move": typed })).await.shown();
    assert!(receipt.private() && receipt.content().starts_with('✅'), "{receipt}");
    receipt
}

async fn view_of(world: &World, board: &Message, person: &Person) -> String {
    let view = world.chat.press(person, board, "My view").await.shown();
    assert!(view.private(), "{view}");
    text(&view.picture().expect("a picture")["description"])
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_four_seats() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob) = (world.person("Ann").await, world.person("Bob").await);
        let mut game = begun(world, (&ann, &bob)).await;
        for line in ["**North**\n🔵 Blue", "\n🩵 Teal"] {
            let line = format!("{line} {} ◀ to move", ann.mention());
            assert!(game.first.words().contains(&line), "{}", game.first);
        }
        for person in [&ann, &bob] {
            let buzzed = chat.pings(person).await;
            assert_eq!(
                buzzed.iter().filter(|id| *id == game.first.id()).count(),
                1,
                "two seats are one ping"
            );
        }

        // With the panel, one seat after the other.
        let panel = chat.press(&ann, &game.first, "Move").await.shown();
        assert!(panel.content().contains("for 🔵 Blue, one of your 2 seats"), "{panel}");
        let north = [Seat::FIRST, Seat::new(3).expect("a seat")];
        let next = game.choose_in(world, &ann, north[0], panel, "w+a6").await;
        assert!(next.content().contains("`w+a6`") && next.content().contains("for 🩵 Teal"), "{next}");
        let board = world.board(&game.channel, game.id, 1).await;
        assert!(board.words().contains("1 of 4 have ordered"), "{board}");
        let done = game.choose_in(world, &ann, north[1], next, "f+c6").await;
        assert!(done.content().starts_with("✅ `w+a6` `f+c6`") && done.ways().is_empty(), "{done}");
        let board = world.board(&game.channel, game.id, 2).await;
        assert!(!board.words().contains("a6") && !board.words().contains("c6"), "orders are secret: {board}");
        assert!(
            board.content().contains(&bob.mention()) && !board.content().contains(&ann.mention()),
            "{board}"
        );

        // The player who ordered sees both orders, and nobody else sees either.
        let own = view_of(world, &board, &ann).await;
        assert!(own.contains("w+a6") && own.contains("f+c6"), "{own}");
        for other in [&bob, &world.watcher] {
            let seen = view_of(world, &board, other).await;
            assert!(!seen.contains("a6") && !seen.contains("c6"), "{seen}");
        }

        // With one command for both.
        let both = order(world, &game, &bob, "w+a1 e+e1").await;
        assert!(both.content().starts_with("✅ `w+a1` `e+e1`"), "{both}");
        let board = world.board(&game.channel, game.id, 4).await;
        assert_ne!(board.id(), game.first.id(), "a new turn is a new post");
        assert!(board.words().contains("is spawned on a6"), "{board}");
        for person in [&ann, &bob] {
            let buzzed = chat.pings(person).await;
            assert_eq!(buzzed.iter().filter(|id| *id == board.id()).count(), 1, "once for the new turn");
        }

        // A further turn, with the seat named.
        order(world, &game, &ann, "teal a6-b5").await;
        order(world, &game, &ann, "c6-c4").await;
        order(world, &game, &bob, "pass pass").await;
        world.board(&game.channel, game.id, 8).await;
        let seats: Vec<(u8, String)> = world
            .game(game.id)
            .await
            .record
            .iter()
            .map(|entry| (entry.seat.number(), entry.notation.clone()))
            .collect();
        let played = [(3, "a6-b5"), (1, "c6-c4"), (2, "pass"), (4, "pass")];
        assert_eq!(seats[4..], played.map(|(seat, order)| (seat, order.to_owned())));

        // Both seats leave together.
        let question = chat.command(&ann, &game.channel, "resign", json!({})).await.shown();
        chat.press(&ann, &question, "Resign").await.shown();
        let last = world.board(&game.channel, game.id, 10).await;
        assert!(last.content().contains(&format!("{} wins", bob.mention())), "{last}");
    })
    .await;
}
