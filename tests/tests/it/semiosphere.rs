//! A whole game of Semiosphere, whose turns have several moves.

use rules::{Kind, RESIGN, Seat};

use crate::{
    chat::Person,
    check::{self, Course},
    message::Message,
    table::{Match, agreed, best, says_played},
    world::{World, story},
};

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_has_one_message_and_one_ping() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let options = "preset=standard columns=4 rows=5 points=4";
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Semiosphere, options).await;
        let mut course = Course::default();
        course.show(world, game.first.clone()).await;
        let mut ways = [false; 3];
        while let Some((seat, mover)) = game.mover() {
            course.call(&mover);
            let turn = game.table.turn();
            if turn % 2 == 1 {
                all_at_once(world, &mut game, &mut course, seat).await;
                ways[0] = true;
                continue;
            }
            let receipt = step(world, &mut game, &mut course, seat).await;
            if game.table.turn() == turn && game.mover().is_some() {
                from_the_receipt(world, &mut game, &mut course, (seat, &mover), receipt).await;
                ways[1] = true;
            }
            if game.table.turn() == turn && game.mover().is_some() {
                end_turn(world, &mut game, &mut course, (seat, &mover)).await;
                ways[2] = true;
            }
        }
        assert_eq!(ways, [true; 3], "the game was too short for every way to play");
        one_message_a_turn(&game, &course);
        check::whole_game(world, &game, &course).await;
    })
    .await;
}

/// Types a whole turn in one message.
async fn all_at_once(world: &World, game: &mut Match, course: &mut Course, seat: Seat) {
    let (mut ahead, mut typed) = (game.table.clone(), Vec::new());
    while ahead.turn() == game.table.turn() && ahead.to_act().contains(seat) {
        let notation = best(&ahead, seat);
        ahead.play(seat, &notation).expect("a legal move");
        typed.push(notation);
    }
    let answer = game.type_move(world, &typed.join(" ")).await;
    says_played(&answer, &typed);
    assert!(answer.menu().is_none(), "nothing is left to choose in this turn:\n{answer}");
    course.moves.extend(typed.into_iter().map(|notation| (seat, notation)));
    shown(world, game, course).await;
}

async fn step(world: &World, game: &mut Match, course: &mut Course, seat: Seat) -> Message {
    let notation = best(&game.table, seat);
    let answer = game.type_move(world, &notation).await;
    says_played(&answer, &[&notation]);
    course.moves.push((seat, notation));
    shown(world, game, course).await;
    answer
}

/// Checks that the receipt of a move offers the next one.
async fn from_the_receipt(
    world: &World,
    game: &mut Match,
    course: &mut Course,
    (seat, mover): (Seat, &Person),
    receipt: Message,
) {
    let (turn, before) = (game.table.turn(), world.chat.messages(mover, &game.channel).await.len());
    let notation = best(&game.table, seat);
    game.choose_in(world, mover, seat, receipt, &notation).await;
    course.moves.push((seat, notation));
    shown(world, game, course).await;
    if game.table.turn() == turn && game.mover().is_some() {
        let messages = world.chat.messages(mover, &game.channel).await.len();
        assert_eq!(messages, before, "within a turn nothing is added to the channel");
    }
}

async fn end_turn(world: &World, game: &mut Match, course: &mut Course, (seat, mover): (Seat, &Person)) {
    let board = course.boards.last().expect("there is a board");
    assert_eq!(board.buttons(), ["Move", "Plan ahead", "End turn", "Rules", "More"]);
    let answer = world.chat.press(mover, board, "End turn").await.shown();
    says_played(&agreed(world, mover, answer).await, &["end"]);
    game.table.play(seat, "end").expect("a turn can be ended");
    course.moves.push((seat, "end".to_owned()));
    shown(world, game, course).await;
}

async fn shown(world: &World, game: &Match, course: &mut Course) {
    course.show(world, world.board(&game.channel, game.id, course.moves.len()).await).await;
}

/// Checks that the boards of one turn are a single edited message, and that a new turn and the end have new messages.
fn one_message_a_turn(game: &Match, course: &Course) {
    assert!(course.moves.iter().all(|(_, notation)| notation != RESIGN));
    let mut ids: Vec<&str> = course.boards.iter().map(|board| board.id()).collect();
    ids.dedup();
    // The last turn does not count as completed if the game ended within it.
    let ended_within = u32::from(course.calls.len() as u32 > game.table.turn());
    assert_eq!(ids.len() as u32, game.table.turn() + 1 + ended_within, "{ids:?}");
    let edited = course.boards.iter().filter(|board| !board.0["edited_timestamp"].is_null());
    assert!(edited.count() > 0);
}
