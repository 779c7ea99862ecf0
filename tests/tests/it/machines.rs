//! People who play with machines.

use data::GameId;
use play::game::turn::is_undelivered;
use rules::{END, Kind, Seat};
use serde_json::{Value, json};

use crate::{
    chat::{Channel, Person},
    message::Message,
    table::{best, game_of, previewed},
    world::{World, story},
};

/// Lets Ann, who is alone, start a game with a machine.
async fn alone(world: &World, wish: Value) -> (Person, Channel, GameId) {
    let (ann, channel) = (world.person("Ann").await, world.channel("games").await);
    let started = world.chat.command(&ann, &channel, "play", wish).await.shown();
    assert!(!started.private() && started.content().contains("The game has started"), "{started}");
    let id = world.begun(&channel).await;
    (ann, channel, id)
}

/// Lets the machines move until the game waits for Ann alone, or is over. Returns the board that shows it.
async fn answered(world: &World, channel: &Channel, id: GameId) -> Message {
    world.skip(1).await;
    let answered = async |messages: &[Message]| {
        let game = world.game(id).await;
        let (board, _) = game.board.filter(|_| !is_undelivered(&game))?;
        let is_answered = game.awaited().iter().all(|person| !person.is_machine());
        messages.iter().find(|message| is_answered && message.id() == board.to_string()).cloned()
    };
    world.chat.wait(&world.watcher, channel, "a machine's move", answered).await
}

/// Plays a turn of Ann by taps, from a board.
async fn tap_a_turn(world: &World, ann: &Person, board: &Message, id: GameId) {
    let turn = world.game(id).await.table.turn();
    let mut panel = world.chat.press(ann, board, "Move").await.shown();
    loop {
        let table = world.game(id).await.table;
        let seat = table.to_act().first().expect("the game is running");
        let legal = table.legal(seat);
        let ends = legal.iter().any(|notation| notation == END);
        let notation = if ends { END.to_owned() } else { best(&table, seat) };
        let preview = previewed(world, ann, (&table, seat), panel, &notation).await;
        let receipt = world.chat.press(ann, &preview, "Confirm").await.shown();
        let now = world.game(id).await;
        if now.table.turn() != turn || now.table.outcome().is_some() {
            return;
        }
        panel = receipt;
    }
}

async fn boards(world: &World, channel: &Channel) -> usize {
    world.messages(channel).await.iter().filter(|message| message.has_picture()).count()
}

/// Checks that no message mentions a machine, and that Ann was never notified.
async fn nobody_is_pinged(world: &World, ann: &Person, channel: &Channel) {
    for message in world.messages(channel).await {
        assert!(!message.0.to_string().contains("<@3000000"), "{message}");
    }
    assert_eq!(world.chat.pings(ann).await, [""; 0], "Ann has always just moved");
}

async fn lone_player_plays_by_taps(kind: Kind) {
    const ROUNDS: usize = 4;
    story(async |world| {
        let (ann, channel, id) =
            alone(world, json!({ "game": kind.slug(), "machine": "Spore (easiest)" })).await;
        let mut board = answered(world, &channel, id).await;
        for _ in 0..ROUNDS {
            let before = boards(world, &channel).await;
            if world.game(id).await.table.outcome().is_some() {
                break;
            }
            tap_a_turn(world, &ann, &board, id).await;
            board = answered(world, &channel, id).await;
            let posts = boards(world, &channel).await - before;
            assert!((1..=2).contains(&posts), "{posts} posts in a round of {kind}");
        }
        if world.game(id).await.table.outcome().is_none() {
            let question = world.chat.command(&ann, &channel, "resign", json!({})).await.shown();
            world.chat.press(&ann, &question, "Resign").await.shown();
        }
        let game = world.game(id).await;
        world.board(&channel, id, game.record.len()).await;
        let said = game.machines().any(|player| game.record.iter().any(|entry| entry.seat == player.seat));
        assert!(said && game.table.outcome().is_some(), "{kind}");
        nobody_is_pinged(world, &ann, &channel).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lone_player_plays_each_game_by_taps() {
    let kinds = Kind::ALL.iter().copied().filter(|kind| kind.is_searchable());
    futures_util::future::join_all(kinds.map(lone_player_plays_by_taps)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn next_game_is_against_an_easier_machine() {
    story(async |world| {
        let wish = json!({ "game": "protozoa", "options": "size=6", "machine": "Grazer (medium)" });
        let (ann, channel, id) = alone(world, wish).await;
        let question = world.chat.command(&ann, &channel, "resign", json!({})).await.shown();
        world.chat.press(&ann, &question, "Resign").await.shown();
        let over = world.board(&channel, id, world.game(id).await.record.len()).await;
        let started = world.chat.press(&ann, &over, "Rematch with Drifter (weaker)").await.shown();
        assert!(started.content().contains("The game has started"), "{started}");
        let begun = async |messages: &[Message]| {
            let boards = messages.iter().filter(|message| message.buttons().contains(&"Move"));
            boards.map(|board| game_of(&board.button("Move"))).find(|&game| game != id)
        };
        let next = world.chat.wait(&world.watcher, &channel, "the first board", begun).await;
        let (before, game) = (world.game(id).await, world.game(next).await);
        assert_eq!((game.rematch_of, &game.options), (Some(id), &before.options));
        let board = answered(world, &channel, next).await;
        assert!(board.words().contains("Drifter (machine)"), "{board}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn machines_agree_on_a_draw_when_left_alone() {
    story(async |world| {
        let wish = json!({ "game": "protozoa", "options": "players=4", "machine": "Drifter (easy)" });
        let (ann, channel, id) = alone(world, wish).await;
        let board = answered(world, &channel, id).await;
        tap_a_turn(world, &ann, &board, id).await;
        answered(world, &channel, id).await;
        let question = world.chat.command(&ann, &channel, "resign", json!({})).await.shown();
        world.chat.press(&ann, &question, "Resign").await.shown();
        let game = world.game(id).await;
        let last = world.board(&channel, id, game.record.len()).await;
        assert!(last.content().contains("The game is over"), "{last}");
        assert!(last.words().contains("Drifter 3 (machine)"), "{last}");
        nobody_is_pinged(world, &ann, &channel).await;
    })
    .await;
}

/// Kills the bot at a failpoint of a machine's turn. The machine moves once, and one board shows it.
async fn machine_dies_at(step: &str) {
    story(async |world| {
        let (ann, channel, id) =
            alone(world, json!({ "game": "protozoa", "machine": "Grazer (medium)" })).await;
        answered(world, &channel, id).await;
        let game = world.game(id).await;
        let seat = game.table.to_act().first().unwrap_or(Seat::FIRST);
        let typed = json!({ "move": best(&game.table, seat) });
        world.chat.command(&ann, &channel, "move", typed).await.shown();
        world.all_public_is_delivered().await;
        let (ply, before) = (world.game(id).await.record.len(), boards(world, &channel).await);
        world.kill_bot_at(step).await;
        world.skip(1).await;
        world.bot_died().await;
        world.start_bot().await;
        answered(world, &channel, id).await;
        assert_eq!(world.game(id).await.record.len(), ply + 1, "{step}: one move");
        assert_eq!(boards(world, &channel).await, before + 1, "{step}: one board");
        world.restart_bot().await;
        assert_eq!(boards(world, &channel).await, before + 1, "{step}: nothing is left to do");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_before_a_machine_thinks_loses_nothing() {
    machine_dies_at("claimed:1").await;
    machine_dies_at("thinking:1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_after_a_machine_thought_doubles_nothing() {
    machine_dies_at("thought:1").await;
    machine_dies_at("entered:1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn host_seats_machines_in_a_lobby() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let lobby = chat.command(&ann, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        let menu = lobby.button("Join").replace(":join", ":machine");
        let add = async |by: &Person| {
            let begun = chat.begin_press(by, &lobby, &menu, Some(&["4"])).await;
            chat.answer(by, &begun.expect("the menu has that line")).await.shown()
        };
        let refused = add(&bob).await;
        assert!(refused.private() && refused.content().contains("Only the host"), "{refused}");
        let one = add(&ann).await;
        assert!(one.words().contains("🤖 Hunter (machine)"), "{one}");
        assert!(one.words().contains("games with machines are never rated"), "{one}");
        let none = chat.press(&ann, &one, "Remove machine").await.shown();
        assert!(!none.words().contains("machine)"), "{none}");
        let started = chat.press(&ann, &none, "Fill with Grazer and start").await.shown();
        assert!(started.content().contains("The game has started"), "{started}");
        let id = game_of(&lobby.button("Join"));
        answered(world, &channel, id).await;
        let games = chat.command(&ann, &channel, "games", json!({})).await.shown();
        assert!(games.words().contains("**With machines**"), "{games}");
        nobody_is_pinged(world, &ann, &channel).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn player_who_went_away_is_notified_later() {
    story(async |world| {
        let (ann, channel, id) =
            alone(world, json!({ "game": "protozoa", "machine": "Spore (easiest)" })).await;
        let board = answered(world, &channel, id).await;
        tap_a_turn(world, &ann, &board, id).await;
        answered(world, &channel, id).await;
        world.pass(1).await;
        assert_eq!(world.chat.notifications(&ann).await.len(), 0);
        world.pass(10).await;
        let notes = world.chat.notifications(&ann).await;
        assert!(notes.len() == 1 && notes[0].text.contains("your move in **Protozoa**"), "{notes:?}");
    })
    .await;
}
