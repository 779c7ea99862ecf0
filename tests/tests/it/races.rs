//! Several things at the same instant.

use rules::Kind;
use serde_json::json;

use crate::{
    chat::Answer,
    message::Message,
    table::{Match, best, game_of, previewed, says_played},
    world::story,
};

/// Returns the one of two responses that says these words, and then the other one.
#[track_caller]
fn one_says(words: &str, answers: [Answer; 2]) -> (Message, Message) {
    one_of(|message| message.words().contains(words), words, answers)
}

/// Returns the one of two responses that passes this test, and then the other one.
#[track_caller]
fn one_of(is_it: impl Fn(&Message) -> bool, what: &str, answers: [Answer; 2]) -> (Message, Message) {
    let [a, b] = answers.map(Answer::shown);
    assert_ne!(is_it(&a), is_it(&b), "exactly one: {what}\n{a}\n{b}");
    if is_it(&a) { (a, b) } else { (b, a) }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_move_twice_is_played_once() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let (seat, mover) = game.mover().expect("the game has begun");
        let typed = json!({ "move": best(&game.table, seat) });
        let (one, two) = tokio::join!(
            chat.command(&mover, &channel, "move", typed.clone()),
            chat.command(&mover, &channel, "move", typed),
        );
        let (refused, played) = one_says("It's not your turn", [one, two]);
        assert!(refused.private(), "{refused}");
        says_played(&played, &[best(&game.table, seat)]);
        world.board(&channel, game.id, 1).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_devices_end_one_turn() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let mut game =
            Match::begin(world, &channel, (&ann, &bob), Kind::Semiosphere, "columns=4 rows=5").await;
        let mut board = game.first.clone();
        // Both place their pieces, and the first player steps up, so the bot does not ask whether the void is to come.
        for ply in 1..=3 {
            let (seat, _) = game.mover().expect("the game has begun");
            game.type_move(world, &best(&game.table.clone(), seat)).await;
            board = world.board(&channel, game.id, ply).await;
        }
        let (mover, other) = game.mover_and_other();
        // The other player presses too, just too early.
        let (one, two, early) = tokio::join!(
            chat.press(&mover, &board, "End turn"),
            chat.press(&mover, &board, "End turn"),
            chat.press(&other, &board, "Move"),
        );
        // Points are left, so both devices ask first.
        let asked = [one.shown(), two.shown()];
        for question in &asked {
            assert!(question.private() && question.words().contains("you give something up"), "{question}");
        }
        let (one, two) =
            tokio::join!(chat.press(&mover, &asked[0], "Play it"), chat.press(&mover, &asked[1], "Play it"),);
        for played in [one.shown(), two.shown()] {
            says_played(&played, &["end"]);
        }
        assert!(early.shown().private());
        world.board(&channel, game.id, 4).await;

        // The same confirmation, twice: one ply, and the turn continues.
        game.table.play(game.mover().expect("the game is running").0, "end").expect("the turn can be ended");
        let (seat, _) = game.mover().expect("the game is running");
        let panel = chat.press(&other, &world.board(&channel, game.id, 4).await, "Move").await.shown();
        let notation = best(&game.table, seat);
        let preview = previewed(world, &other, (&game.table, seat), panel, &notation).await;
        let (one, two) =
            tokio::join!(chat.press(&other, &preview, "Confirm"), chat.press(&other, &preview, "Confirm"));
        let plies = world.game(game.id).await.record.len();
        assert_eq!(plies, 5);
        for played in [one.shown(), two.shown()] {
            assert!(played.words().contains('✅'), "{played}");
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn last_place_and_start_are_taken_once() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, eve) =
            (world.person("Ann").await, world.person("Bob").await, world.person("Eve").await);
        let channel = world.channel("games").await;
        let wish = json!({ "game": "protozoa", "options": "players=2" });
        let lobby = chat.command(&ann, &channel, "play", wish).await.shown();
        let (one, two) = tokio::join!(chat.press(&bob, &lobby, "Join"), chat.press(&eve, &lobby, "Join"));
        let (refused, joined) = one_says("All 2 places are taken", [one, two]);
        assert!(refused.private());
        assert_eq!(joined.id(), lobby.id());

        let (one, two) = tokio::join!(chat.press(&ann, &lobby, "Start"), chat.press(&ann, &lobby, "Start"));
        let (refused, started) = one_says("That lobby is closed", [one, two]);
        assert!(refused.private() && started.content().contains("The game has started"), "{started}");
        let id = game_of(&lobby.button("Join"));
        world.board(&channel, id, 0).await;
        let boards =
            world.messages(&channel).await.into_iter().filter(|message| message.has_picture()).count();
        assert_eq!(boards, 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn second_lobby_at_once_gets_a_thread() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let wish = json!({ "game": "protozoa" });
        let (one, two) = tokio::join!(
            chat.command(&ann, &channel, "play", wish.clone()),
            chat.command(&bob, &channel, "play", wish),
        );
        let (threaded, lobby) = one_says("gets its own thread", [one, two]);
        assert!(threaded.private() && !lobby.private());
        assert!(lobby.content().contains("Who's in?"), "{lobby}");
    })
    .await;
}
