//! The bot is killed at awkward moments and started again.

use clock::from_millis;
use rules::{Kind, Seat};
use serde_json::{Value, json};

use crate::{
    chat::{Channel, Person},
    message::Message,
    table::{Match, best},
    world::{World, story},
};

/// Begins a game for two whose first move is about to be played.
async fn game(world: &World) -> (Match, Person, Person) {
    let (ann, bob, channel) = world.two().await;
    let game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
    let (mover, other) = game.mover_and_other();
    (game, mover, other)
}

/// Checks that the board after the first move has pinged the other player once, however the bot died.
async fn pinged_once(world: &World, channel: &Channel, game: &Match, other: &Person) {
    let board = world.board(channel, game.id, 1).await;
    let all: Vec<_> =
        world.messages(channel).await.into_iter().filter(|message| message.has_picture()).collect();
    assert_eq!(all.len(), 2, "the boards of plies 0 and 1 appear once each");
    let pings = world.chat.pings(other).await;
    assert_eq!(pings.iter().filter(|id| *id == board.id()).count(), 1);
    assert_eq!(pings.last().map(String::as_str), Some(board.id()), "no ping follows");
}

/// Checks that the game continues with its second move.
async fn continues(world: &World, game: Match) {
    goes_on_at(world, game, 1).await;
}

/// Checks that the game continues with the move after `ply`.
async fn goes_on_at(world: &World, mut game: Match, ply: usize) {
    let shown = world.chat.command(&game.host, &game.channel, "board", json!({})).await.shown();
    assert!(shown.private() && shown.has_picture(), "{shown}");
    let (seat, mover) = game.mover().expect("the game is running");
    assert!(shown.words().contains(&format!("{} ◀ to move", mover.mention())), "{shown}");
    let notation = best(&game.table, seat);
    game.type_move(world, &notation).await;
    let board = world.board(&game.channel, game.id, ply + 1).await;
    let (next, _) = game.mover_and_other();
    assert_eq!(world.chat.pings(&next).await.last().map(String::as_str), Some(board.id()));
}

/// Waits until the board after the first move is there, whether or not the bot knows of it.
async fn second_board(world: &World, game: &Match) {
    let there = async |messages: &[Message]| {
        (messages.iter().filter(|message| message.has_picture()).count() == 2).then_some(())
    };
    world.chat.wait(&world.watcher, &game.channel, "the second board", there).await;
}

/// Kills the bot, starts it without faults, and checks that `other`, whose move it is, is notified once.
async fn dies_and_goes_on(world: &World, game: Match, other: &Person) {
    world.kill_bot().await;
    world.chat.no_faults().await;
    world.start_bot().await;
    pinged_once(world, &game.channel, &game, other).await;
    continues(world, game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn held_up_post_survives_a_kill() {
    story(async |world| {
        let (mut game, _, other) = game(world).await;
        // The post is held up, so that the bot dies while it is on its way.
        world
            .chat
            .fault(json!({ "route": "/messages", "method": "POST", "times": 1, "delay_ms": 600_000 }))
            .await;
        let notation = best(&game.table, game.mover().expect("the game has begun").0);
        game.choose_move(world, &game.first.clone(), &notation).await;
        world.post_under_way(&game.channel).await;
        dies_and_goes_on(world, game, &other).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn post_with_lost_response_is_not_doubled() {
    story(async |world| {
        let (mut game, _, other) = game(world).await;
        // The post arrives, but the bot sees a failure, and dies before it can try again.
        world
            .chat
            .fault(json!({ "route": "/messages", "method": "POST", "times": 3, "lose_reply": true }))
            .await;
        let notation = best(&game.table, game.mover().expect("the game has begun").0);
        game.choose_move(world, &game.first.clone(), &notation).await;
        second_board(world, &game).await;
        dies_and_goes_on(world, game, &other).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn board_response_with_lost_result_is_found() {
    for fault in [json!({ "lose_reply": true }), json!({ "lose_reply": true, "reset": true })] {
        story(async |world| {
            let (mut game, mover, other) = game(world).await;
            let mut lost = json!({ "route": "/callback", "method": "POST", "times": 1 });
            lost.as_object_mut().expect("an object").extend(fault.as_object().expect("an object").clone());
            world.chat.fault(lost).await;
            let (seat, _) = game.mover().expect("the game has begun");
            let notation = best(&game.table, seat);
            let typed = json!({ "move": notation });
            let answer = world.chat.command(&mover, &game.channel, "move", typed).await.shown();
            assert!(!answer.private() && answer.has_picture(), "{answer}");
            game.table.play(seat, &notation).expect("a legal move");
            dies_and_goes_on(world, game, &other).await;
        })
        .await;
    }
}

/// Plays a move whose response fails with this fault. The board appears once, and the game continues.
async fn answer_fails(fault: Value, may_read: bool) {
    const READ_MESSAGE_HISTORY: u64 = 1 << 16;
    story(async |world| {
        let (mut game, mover, other) = game(world).await;
        let denied = if may_read { 0 } else { READ_MESSAGE_HISTORY };
        world.chat.deny(&game.channel, denied).await;
        world.chat.fault(fault.clone()).await;
        let (seat, _) = game.mover().expect("the game has begun");
        let notation = best(&game.table, seat);
        let typed = json!({ "move": notation });
        world
            .chat
            .begin_command(&mover, &game.channel, "move", typed)
            .await
            .expect("the playground takes the command");
        game.table.play(seat, &notation).expect("a legal move");
        second_board(world, &game).await;
        // The bot records that the board is there.
        world.all_public_is_delivered().await;
        world.chat.no_faults().await;
        pinged_once(world, &game.channel, &game, &other).await;
        continues(world, game).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rejected_response_is_posted() {
    // Discord no longer waits for a response.
    let unknown = json!({ "message": "Unknown interaction", "code": 10_062 });
    let fault = json!({ "route": "/callback", "method": "POST", "times": 2, "status": 404, "body": unknown });
    answer_fails(fault, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hanging_response_is_given_up_and_posted() {
    let fault = json!({ "route": "/callback", "method": "POST", "times": 1, "delay_ms": 600_000 });
    answer_fails(fault, true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_result_is_found_without_history() {
    let fault = json!({ "route": "/callback", "method": "POST", "times": 1, "lose_reply": true });
    answer_fails(fault, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_after_delivery_repeats_nothing() {
    story(async |world| {
        let (mut game, _, other) = game(world).await;
        let notation = best(&game.table, game.mover().expect("the game has begun").0);
        game.type_move(world, &notation).await;
        world.board(&game.channel, game.id, 1).await;
        dies_and_goes_on(world, game, &other).await;
    })
    .await;
}

/// Kills the bot at a failpoint of the first move, which is on disk by then: it counts, and is shown once.
async fn dies_at(step: &str) {
    story(async |world| {
        let (mut game, mover, other) = game(world).await;
        let (seat, _) = game.mover().expect("the game has begun");
        let notation = best(&game.table, seat);
        world.restart_bot_until(step).await;
        let typed = json!({ "move": notation });
        world
            .chat
            .begin_command(&mover, &game.channel, "move", typed)
            .await
            .expect("the playground takes the command");
        world.bot_died().await;
        assert_eq!(world.game(game.id).await.record.len(), 1);
        world.start_bot().await;
        game.table.play(seat, &notation).expect("a legal move");
        pinged_once(world, &game.channel, &game, &other).await;
        continues(world, game).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_before_the_board_response_loses_nothing() {
    dies_at("sending:1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_after_the_response_loses_nothing() {
    dies_at("answered:1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_after_the_post_doubles_nothing() {
    dies_at("sent:1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lobby_survives_a_kill() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let wish = json!({ "game": "protozoa", "invite": bob.0 });
        let lobby = world.chat.command(&ann, &channel, "play", wish).await.shown();
        world.kill_bot().await;
        world.start_bot().await;
        let game = Match::start(world, &channel, (&ann, &bob), lobby).await;
        assert_eq!(world.chat.pings(&bob).await[0], game.lobby.id());
        assert!(game.first.has_picture());
    })
    .await;
}

/// Returns how many direct messages of a person contain these words.
async fn told_directly(world: &World, person: &Person, words: &str) -> usize {
    let channel = world.chat.direct_messages(person).await;
    let messages = world.chat.messages(person, &channel).await;
    messages.iter().filter(|message| message.words().contains(words)).count()
}

/// Checks that a direct message is not sent again after the bot died between sending and recording it.
async fn told_once(world: &World, person: &Person, words: &str) {
    world.bot_died().await;
    assert_eq!(told_directly(world, person, words).await, 1, "the bot died after sending the message");
    let since = world.now();
    world.start_bot().await;
    world.rest(since).await;
    assert_eq!(told_directly(world, person, words).await, 1, "once");
    world.restart_bot().await;
    assert_eq!(told_directly(world, person, words).await, 1, "the delivery was recorded");
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_after_a_digest_doubles_nothing() {
    story(async |world| {
        let (game, mover, _) = game(world).await;
        let minute = world.now().as_second() / 60 + 30;
        let wish = json!({ "zone": "UTC", "digest": format!("{:02}:{:02}", minute / 60 % 24, minute % 60) });
        world.chat.command(&mover, &game.channel, "settings", wish).await.shown();
        world.rest(from_millis(0)).await;
        world.restart_bot_until("sent:1").await;
        world.skip(31).await;
        told_once(world, &mover, "What's waiting for you").await;
        goes_on_at(world, game, 0).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_after_a_private_notice_doubles_nothing() {
    story(async |world| {
        let (mut game, _, planner) = game(world).await;
        let [condition, reply] = ["p@f4", "p@a1"];
        let wish = json!({ "if": condition, "then": reply });
        world.chat.command(&planner, &game.channel, "plan", wish).await.shown();
        // This notice comes last, when everything else is delivered and recorded.
        let held =
            json!({ "route": "/users/@me/channels", "method": "POST", "times": 100_000, "status": 503 });
        world.chat.fault(held).await;
        game.type_move(world, condition).await;
        game.table.play(Seat::new(2).expect("a seat"), reply).expect("a legal move");
        world.board(&game.channel, game.id, 2).await;
        world.all_public_is_delivered().await;
        world.kill_bot_at("sent:1").await;
        world.chat.no_faults().await;
        told_once(world, &planner, &format!("I've played `{reply}` for you")).await;
        goes_on_at(world, game, 2).await;
    })
    .await;
}

/// Lets the mover resign, kills the bot at a failpoint of announcing it, and checks that the other player is notified once, by a
/// message with these words.
async fn ends_once(step: &str, settings: Value, words: &str) {
    story(async |world| {
        let (game, mover, other) = game(world).await;
        if !settings.is_null() {
            world.chat.command(&other, &game.channel, "settings", settings.clone()).await.shown();
        }
        let question = world.chat.command(&mover, &game.channel, "resign", json!({})).await.shown();
        world.all_public_is_delivered().await;
        world.restart_bot_until(step).await;
        let yes = question.button("Resign");
        world.chat.begin_press(&mover, &question, &yes, None).await.expect("the playground takes the press");
        world.bot_died().await;
        let ends = async |of: &Person| {
            let notices = world.chat.notifications(of).await;
            notices.iter().filter(|note| note.text.contains(words)).count()
        };
        let since = world.now();
        world.start_bot().await;
        world.rest(since).await;
        assert_eq!((ends(&other).await, ends(&mover).await), (1, 0), "{step}");
        world.restart_bot().await;
        assert_eq!((ends(&other).await, ends(&mover).await), (1, 0), "{step}, and it was noted");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_before_the_last_board_loses_no_ending() {
    ends_once("pending:1", json!(null), "The game is over").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_after_the_last_board_doubles_no_ending() {
    ends_once("sent:1", json!(null), "The game is over").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_after_an_end_notice_doubles_nothing() {
    // The board comes first, and the board before it is cleaned up.
    ends_once("sent:3", json!({ "pings": "dm" }), "is over, game").await;
}
