//! A post about a player's action is first tried as the response to that interaction.

use play::{
    Response,
    error::Error,
    fixture::ephemeral,
    service::{Caller, Wished},
};
use tokio::time::Instant;

use super::*;
use crate::replies::Left;

/// Returns a caller whose interaction is left to the outbox.
fn leaves(world: &Fixture, replies: &Replies, person: impl Into<PersonId>) -> (Caller, Left) {
    let caller = world.by(person);
    (caller, replies.leave(caller.interaction, "token", Instant::now() + Duration::from_secs(60)))
}

/// Lets the mover type this, and the outbox handle the board with their interaction. Returns the service's response, and
/// whether the outbox responded in its place.
async fn types(world: &Fixture, chat: &Arc<Memory>, id: GameId, typed: &str) -> (Response, bool) {
    let replies = Replies::default();
    let (caller, left) = leaves(world, &replies, world.mover(id).await.0);
    let answer = world.service.play_typed(&caller, typed.to_owned()).await.unwrap();
    while let Some(due) = world.lease().await {
        let is_board = due.payload.kind() == OutboxKind::Board;
        Desk { replies: replies.clone(), ..desk(world, chat) }.deliver(due, PATIENCE).await;
        if is_board {
            break;
        }
    }
    let given = matches!(answer, Response::Public(_)) && left.given().await;
    (answer, given)
}

/// Returns for each board whether it was a response.
fn answers(chat: &Memory) -> Vec<bool> {
    boards(chat).iter().map(|shown| shown.nonce == REPLY).collect()
}

#[tokio::test]
async fn board_is_the_response_to_its_move() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    for answered in 1..=2 {
        let legal = world.game(id).await.table.legal(world.mover(id).await.1);
        let (answer, given) = types(&world, &chat, id, legal.last().unwrap()).await;
        assert!(given && matches!(answer, Response::Public(_)), "{answer:?}");
        send_all(&world, &chat).await;
        assert_eq!(answers(&chat).len(), 1 + answered, "the board is not posted again");
    }
    assert_eq!(answers(&chat), [false, true, true]);
    let last = boards(&chat).pop().unwrap();
    assert_eq!(last.called, [world.mover(id).await.0], "the response pings the next player");
    // A turn in which pieces die has several steps.
    let mut buttons = last.buttons();
    buttons.retain(|label| *label != "What happened");
    assert_eq!(buttons, ["Move", "Plan ahead", "Rules", "More"]);
    assert_eq!(world.game(id).await.board_count, 3);
}

#[tokio::test]
async fn refused_response_is_posted_at_once() {
    for refused in [true, false] {
        let (world, chat, id) = begun("protozoa", &[BOB]).await;
        let replies = Replies::default();
        let caller = world.by(world.mover(id).await.0);
        let until = Instant::now() + Duration::from_secs(if refused { 60 } else { 0 });
        let left = replies.leave(caller.interaction, "token", until);
        let legal = world.game(id).await.table.legal(world.mover(id).await.1);
        ephemeral(world.service.play_typed(&caller, legal[0].clone()).await);
        let left = if refused {
            chat.fail(ChatError::Refused("unknown interaction".to_owned()));
            Some(left)
        } else {
            assert!(!left.given().await, "no worker has picked it up");
            None
        };
        let due = world.lease().await.unwrap();
        Desk { replies, ..desk(&world, &chat) }.deliver(due, PATIENCE).await;
        assert_eq!(answers(&chat), [false, false], "refused: {refused}");
        if let Some(left) = left {
            assert!(!left.given().await, "the caller gets another response");
        }
    }
}

#[tokio::test]
async fn lost_response_is_found() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    chat.forgets.store(true, Ordering::Relaxed);
    chat.will(Fate::LosesAnswer);
    let legal = world.game(id).await.table.legal(world.mover(id).await.1);
    let (_, given) = types(&world, &chat, id, &legal[0]).await;
    assert!(!given);
    send_all(&world, &chat).await;
    assert_eq!(answers(&chat), [false, true]);
    assert_eq!(world.game(id).await.board_count, 2);
}

#[tokio::test]
async fn retry_is_a_post_with_its_nonce() {
    let (world, chat, id) = lost_and_not_found().await;
    let legal = world.game(id).await.table.legal(world.mover(id).await.1);
    let replies = Replies::default();
    let (caller, left) = leaves(&world, &replies, world.mover(id).await.0);
    ephemeral(world.service.play_typed(&caller, legal.last().unwrap().clone()).await);
    while let Some(due) = world.lease().await {
        Desk { replies: replies.clone(), ..desk(&world, &chat) }.deliver(due, PATIENCE).await;
    }
    drop(left);
    let boards = boards(&chat);
    assert_eq!(
        (boards.len(), world.game(id).await.board_count),
        (3, 3),
        "the first, the lost and the newest post"
    );
    assert!(boards[1].buttons().is_empty(), "the lost post is found and retired");
}

#[tokio::test]
async fn edit_of_a_board_is_not_a_response() {
    let (world, chat, id) = mid_game().await;
    let before = boards(&chat).len();
    let (answer, _) = types(&world, &chat, id, "+a3").await;
    assert!(matches!(answer, Response::Ephemeral(_)), "{answer:?}");
    assert_eq!(boards(&chat).len(), before);
}

#[tokio::test]
async fn next_board_is_the_response_to_a_press() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    let (replies, game) = (Replies::default(), world.game(id).await);
    let (mover, seat) = world.mover(id).await;
    let (caller, left) = leaves(&world, &replies, mover);
    // A button for a move that kills its own piece would ask first.
    let safe = game.table.legal_moves(seat).into_iter().find(|legal_move| !legal_move.dies);
    let notation = safe.unwrap().notation;
    let played = world.service.play_shown(&caller, id, game.table.revision(), notation).await;
    assert!(matches!(played, Ok(Response::Public(_))), "{played:?}");
    let due = world.lease().await.unwrap();
    Desk { replies, ..desk(&world, &chat) }.deliver(due, PATIENCE).await;
    assert!(left.given().await);
    assert_eq!(answers(&chat), [false, true]);
}

#[tokio::test]
async fn secret_order_gets_a_private_response() {
    let (world, _, id) = begun("stract", &[BOB]).await;
    for person in [ANN, BOB] {
        let game = world.game(id).await;
        let seat = game.seats_of(person.into()).first().unwrap();
        let order = game.table.legal(seat)[0].clone();
        let answer = world.service.play_typed(&world.by(person), order).await.unwrap();
        assert!(
            matches!(answer, Response::Ephemeral(_)),
            "a public response would show the typed text: {answer:?}"
        );
    }
}

#[tokio::test]
async fn offer_is_the_response_to_its_maker() {
    for (draw, words, called) in [(true, "a draw", vec![BOB.into()]), (false, "Who takes over", vec![])] {
        let (world, chat, id) = begun("protozoa", &[BOB]).await;
        let replies = Replies::default();
        let (caller, left) = leaves(&world, &replies, ANN);
        let answer: Result<Response, Error> = match draw {
            true => world.service.offer(&caller, data::OfferKind::Draw).await,
            false => world.service.open_seat(&caller, ANN.into(), false).await,
        };
        assert!(matches!(answer, Ok(Response::Public(_))), "{answer:?}");
        let due = world.lease().await.unwrap();
        Desk { replies, ..desk(&world, &chat) }.deliver(due, PATIENCE).await;
        assert!(left.given().await);
        send_all(&world, &chat).await;
        let offers: Vec<Shown> =
            chat.messages().into_iter().filter(|shown| shown.post.content.contains(words)).collect();
        assert_eq!(offers.len(), 1, "{:?}", chat.messages());
        assert_eq!((offers[0].nonce.as_str(), &offers[0].called), (REPLY, &called));
        let open = world.open_offers(id).await;
        assert!(open[0].message.is_some(), "the message of the offer is recorded");
    }
}

#[tokio::test]
async fn planned_reply_shows_on_the_same_board() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let other = if mover == ANN.into() { BOB } else { ANN };
    let [theirs, mine] = ["p@f4", "p@a1"].map(|notation| Some(notation.to_owned()));
    let wished = Wished { condition: theirs, reply: mine, next: None, pass: None };
    ephemeral(world.service.plan(&world.by(other), wished).await);
    let (_, given) = types(&world, &chat, id, "p@f4").await;
    assert!(given);
    assert_eq!((world.mover(id).await.0, answers(&chat)), (mover, vec![false, true]));
    assert_eq!(boards(&chat)[1].called, [mover], "the player is to move again");
}

#[tokio::test]
async fn replies_are_handed_back_when_the_worker_ends() {
    let (world, chat, _) = begun("protozoa", &[BOB]).await;
    let (replies, stop) = (Replies::default(), CancellationToken::new());
    let (_, left) = leaves(&world, &replies, ANN);
    stop.cancel();
    run(Desk { replies, ..desk(&world, &chat) }, world.wake.clone(), stop).await;
    assert!(!left.given().await);
}
