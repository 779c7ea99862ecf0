use std::{
    collections::{BTreeMap, VecDeque},
    sync::Mutex,
};

use data::{ChannelId, GameState, MessageId, PersonId};

use super::*;
use crate::{
    fixture::{ANN, BOB, CHANNEL, CID, Fixture},
    view::Post,
};

/// What happens to one request.
enum Fate {
    /// It is refused, and nothing is done.
    Fails(ChatError),
    /// It is done, and the answer is lost.
    LosesAnswer,
    /// It is never answered.
    Hangs,
}

/// A message as it stands in the channel.
#[derive(Clone, Debug)]
struct Shown {
    channel: ChannelId,
    post: Post,
    edits: usize,
    nonce: String,
}

/// A chat in memory that, like Discord, posts nothing twice under one nonce. What is to go wrong is told before.
#[derive(Default)]
struct Memory {
    messages: Mutex<BTreeMap<u64, Shown>>,
    fates: Mutex<VecDeque<Fate>>,
    asked: Notify,
}

impl Memory {
    fn will(&self, fate: Fate) {
        self.fates.lock().unwrap().push_back(fate);
    }

    fn fail(&self, error: ChatError) {
        self.will(Fate::Fails(error));
    }

    fn messages(&self) -> Vec<Shown> {
        self.messages.lock().unwrap().values().cloned().collect()
    }

    fn delete_all(&self) {
        self.messages.lock().unwrap().clear();
    }

    async fn answer<T>(&self, done: impl FnOnce() -> Result<T, ChatError>) -> Result<T, ChatError> {
        let fate = self.fates.lock().unwrap().pop_front();
        let answer = match fate {
            None => done(),
            Some(Fate::Fails(error)) => Err(error),
            Some(Fate::LosesAnswer) => done().and(Err(ChatError::Unavailable("reset".to_owned()))),
            Some(Fate::Hangs) => {
                self.asked.notify_one();
                std::future::pending().await
            }
        };
        self.asked.notify_one();
        answer
    }
}

impl Chat for Memory {
    async fn post(&self, channel: ChannelId, post: &Post, nonce: String) -> Result<MessageId, ChatError> {
        assert!((1..=25).contains(&nonce.len()), "{nonce}");
        self.answer(|| {
            let mut messages = self.messages.lock().unwrap();
            let known = messages.iter().find(|(_, shown)| shown.nonce == nonce).map(|(&id, _)| id);
            let id = known.unwrap_or(1000 + messages.len() as u64);
            messages.entry(id).or_insert(Shown { channel, post: post.clone(), edits: 0, nonce });
            Ok(id.into())
        })
        .await
    }

    async fn edit(&self, channel: ChannelId, message: MessageId, post: &Post) -> Result<(), ChatError> {
        self.answer(|| {
            let mut messages = self.messages.lock().unwrap();
            let shown = messages.get_mut(&message.get()).ok_or(ChatError::Gone)?;
            assert_eq!(shown.channel, channel);
            shown.post = post.clone();
            shown.edits += 1;
            Ok(())
        })
        .await
    }
}

/// Sends everything that waits, whenever it is due; what fails is tried again at once.
async fn send_all(world: &Fixture, chat: &Arc<Memory>) {
    for _ in 0..50 {
        let Some(due) = world.lease().await else { return };
        deliver(world.service.clone(), chat.clone(), due, PATIENCE).await;
    }
    panic!("the outbox never empties");
}

async fn begun(wish: &str, others: &[u64]) -> (Fixture, Arc<Memory>, GameId) {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.begin(wish, others).await;
    // The lobby is shown by an answer.
    world.service.lobby_shown(id, 7.into()).await.unwrap();
    chat.messages.lock().unwrap().insert(
        7,
        Shown { channel: CHANNEL.into(), post: Post::default(), edits: 0, nonce: "lobby".to_owned() },
    );
    send_all(&world, &chat).await;
    (world, chat, id)
}

fn boards(chat: &Memory) -> Vec<Shown> {
    let has_picture = |shown: &Shown| shown.post.card.as_ref().is_some_and(|card| card.picture.is_some());
    chat.messages().into_iter().filter(has_picture).collect()
}

/// The pings of all boards in order.
fn pings(chat: &Memory) -> Vec<Vec<PersonId>> {
    boards(chat).into_iter().map(|shown| shown.post.pings).collect()
}

const SEMI: &str = "semiosphere columns=4 rows=5";

/// A game of Semiosphere in which both have placed their pieces.
async fn mid_game() -> (Fixture, Arc<Memory>, GameId) {
    let (world, chat, id) = begun(SEMI, &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
        send_all(&world, &chat).await;
    }
    (world, chat, id)
}

#[tokio::test]
async fn every_turn_has_a_post_that_pings_who_is_next() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    let mut want = Vec::new();
    for _ in 0..3 {
        want.push(vec![world.mover(id).await.0]);
        assert_eq!(pings(&chat), want);
        world.play_any(id).await;
        send_all(&world, &chat).await;
    }
    let game = world.game(id).await;
    assert_eq!((game.board_ply, boards(&chat).len()), (3, 4));
    assert!(boards(&chat).iter().all(|shown| shown.edits == 0 && shown.channel == CHANNEL.into()));
}

#[tokio::test]
async fn within_a_turn_its_post_is_changed() {
    let (world, chat, id) = mid_game().await;
    let before = boards(&chat);
    world.play(id, "+a3").await;
    send_all(&world, &chat).await;
    let after = boards(&chat);
    assert_eq!(after.len(), before.len());
    let last = after.last().unwrap();
    assert_eq!(last.edits, 1);
    let card = last.post.card.as_ref().unwrap();
    assert!(card.picture.is_some(), "an edit keeps a picture");
    assert_ne!(card.picture, before.last().unwrap().post.card.as_ref().unwrap().picture);
    assert!(card.body.contains("marks a3"), "{}", card.body);

    world.play(id, "+b3").await;
    send_all(&world, &chat).await;
    let body = boards(&chat).last().unwrap().post.card.clone().unwrap().body;
    assert!(body.contains("marks a3") && body.contains("marks b3"), "the whole turn is told: {body}");

    world.play(id, "end").await;
    send_all(&world, &chat).await;
    assert_eq!(boards(&chat).len(), before.len() + 1, "the next turn has a post of its own");
}

#[tokio::test]
async fn what_was_not_told_in_time_is_told_in_one_post() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    for _ in 0..3 {
        world.play_any(id).await;
    }
    send_all(&world, &chat).await;
    let boards = boards(&chat);
    assert_eq!(boards.len(), 2, "posts that are out of date are not made");
    assert_eq!(boards[1].post.pings, [world.mover(id).await.0]);
    let told = boards[1].post.card.as_ref().unwrap().body.matches("places a").count();
    assert_eq!(told, 3, "all that was played since");
}

#[tokio::test]
async fn a_deleted_post_is_made_again_without_a_second_ping() {
    let (world, chat, id) = mid_game().await;
    chat.delete_all();
    world.play(id, "+a3").await;
    send_all(&world, &chat).await;
    assert_eq!(pings(&chat), [Vec::<PersonId>::new()]);
    assert_eq!(world.game(id).await.board_ply, 3);
}

#[tokio::test]
async fn a_lost_answer_shows_nothing_twice() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    world.play_any(id).await;
    chat.will(Fate::LosesAnswer);
    chat.will(Fate::LosesAnswer);
    send_all(&world, &chat).await;
    assert_eq!(boards(&chat).len(), 2);
    assert_eq!(world.game(id).await.board_ply, 1);
}

#[tokio::test]
async fn a_turn_that_passes_while_an_answer_is_lost_is_told() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    world.play_any(id).await;
    chat.will(Fate::LosesAnswer);
    let due = world.lease().await.unwrap();
    deliver(world.service.clone(), chat.clone(), due, PATIENCE).await;
    // The worker has much to do, so that the next move is played before this row is tried again.
    world.service.store().write(move |tx| tx.retry(due.id, data::Time(0))).await.unwrap();
    world.play_any(id).await;
    send_all(&world, &chat).await;
    assert_eq!(pings(&chat).last(), Some(&vec![world.mover(id).await.0]), "who is next is pinged");
    assert_eq!(world.game(id).await.board_ply, 2);
}

#[tokio::test]
async fn what_can_be_tried_again_is_put_off() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    for (error, least, most) in [
        (ChatError::Limited { after: Duration::from_secs(30) }, 30_000, 30_000),
        (ChatError::Unavailable("502".to_owned()), 500, 1_000),
    ] {
        world.play_any(id).await;
        chat.fail(error);
        let due = lease(&world.service, Vec::new()).await.unwrap().unwrap();
        let before = world.service.now();
        deliver(world.service.clone(), chat.clone(), due, PATIENCE).await;
        let again = world.service.store().read(|tx| tx.next_due()).await.unwrap().unwrap();
        assert!(
            again >= before.plus_ms(least) && again <= world.service.now().plus_ms(most),
            "{before:?} {again:?}"
        );
        let shown = boards(&chat).len();
        send_all(&world, &chat).await;
        assert_eq!(boards(&chat).len(), shown + 1);
    }
}

#[tokio::test]
async fn what_cannot_be_posted_is_given_up_and_told_with_the_next() {
    for error in [ChatError::Forbidden, ChatError::Refused("too long".to_owned()), ChatError::Gone] {
        let (world, chat, id) = begun("protozoa", &[BOB]).await;
        world.play_any(id).await;
        chat.fail(error);
        send_all(&world, &chat).await;
        assert_eq!((boards(&chat).len(), world.game(id).await.board_ply), (1, 0));
        world.play_any(id).await;
        send_all(&world, &chat).await;
        assert_eq!((boards(&chat).len(), world.game(id).await.board_ply), (2, 2));
    }
}

#[test]
fn waits_grow_to_a_limit() {
    for (tries, most) in
        [(1, 1_000), (2, 2_000), (5, 16_000), (30, LONGEST_BACKOFF_MS), (u32::MAX, LONGEST_BACKOFF_MS)]
    {
        for _ in 0..100 {
            let wait = backoff_ms(tries);
            assert!((most / 2..=most).contains(&wait), "{tries}: {wait}");
        }
    }
}

#[test]
fn nonces_fit_and_differ() {
    let game = GameId::from(i64::MAX.cast_unsigned());
    let plies = [0, 1, 10, u32::MAX].map(|ply: u32| format!("{ply:x}"));
    let all: Vec<String> =
        plies.iter().map(String::as_str).chain(["lobby", "ready"]).map(|what| nonce(game, what)).collect();
    assert!(all.iter().all(|nonce| nonce.len() <= 25), "{all:?}");
    let mut different = all.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), all.len());
}

#[tokio::test]
async fn every_board_has_a_nonce_of_its_own() {
    let (world, chat, id) = mid_game().await;
    let mut before = public_step(&world.game(id).await);
    for typed in ["+a3", "+b3", "end"] {
        world.play(id, typed).await;
        let step = public_step(&world.game(id).await);
        assert!(step > before, "{typed}");
        before = step;
    }
    world.service.resign(&world.by(ANN), id).await.unwrap();
    assert!(public_step(&world.game(id).await) > before);
    send_all(&world, &chat).await;
    let mut nonces: Vec<String> = boards(&chat).into_iter().map(|shown| shown.nonce).collect();
    nonces.sort();
    nonces.dedup();
    assert_eq!(nonces.len(), boards(&chat).len());
}

#[tokio::test]
async fn the_end_has_a_post_and_pings_nobody() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    world.service.resign(&world.by(mover), id).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
    let boards = boards(&chat);
    assert_eq!(boards.len(), 2);
    assert!(boards[1].post.content.contains("wins!") && boards[1].post.pings.is_empty());
}

#[tokio::test]
async fn a_resignation_out_of_turn_is_told_without_a_second_ping() {
    let (world, chat, id) = begun("protozoa", &[BOB, CID]).await;
    let (mover, _) = world.mover(id).await;
    let other = [ANN, BOB, CID].into_iter().find(|&person| mover != person.into()).unwrap();
    world.service.resign(&world.by(other), id).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(pings(&chat), [vec![mover], vec![]]);

    world.service.resign(&world.by(mover), id).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
    assert_eq!(pings(&chat), [vec![mover], vec![], vec![]]);
}

#[tokio::test]
async fn a_resignation_of_the_mover_pings_the_next() {
    let (world, chat, id) = begun("protozoa", &[BOB, CID]).await;
    let (mover, _) = world.mover(id).await;
    world.service.resign(&world.by(mover), id).await.unwrap();
    send_all(&world, &chat).await;
    let (next, _) = world.mover(id).await;
    assert_ne!(next, mover);
    assert_eq!(pings(&chat), [vec![mover], vec![next]]);
}

#[tokio::test]
async fn a_lobby_whose_answer_was_lost_is_posted() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[BOB]).await;
    chat.will(Fate::LosesAnswer);
    send_all(&world, &chat).await;
    let [shown] = chat.messages().try_into().unwrap();
    assert_eq!(shown.post.pings, [BOB.into()]);
    assert!(world.lobby(id).await.message.is_some());

    // It is this message that is brought up to date from now on, whatever becomes of the lobby.
    world.service.join(&world.by(BOB), id).await.unwrap();
    send_all(&world, &chat).await;
    let ready = chat.messages().into_iter().find(|shown| shown.post.content.contains("everybody is there"));
    assert_eq!(ready.unwrap().post.pings, [ANN.into()]);
    world.service.start(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    let lobby = &chat.messages()[0];
    assert!(lobby.post.content.contains("has begun") && lobby.post.rows.is_empty(), "{lobby:?}");
}

#[tokio::test]
async fn a_closed_lobby_says_why() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[]).await;
    world.service.lobby_shown(id, 7.into()).await.unwrap();
    let shown = Shown { channel: CHANNEL.into(), post: Post::default(), edits: 0, nonce: String::new() };
    chat.messages.lock().unwrap().insert(7, shown);
    world.service.leave(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    let content = chat.messages()[0].post.content.clone();
    assert!(content.contains("called the game off"), "{content}");
}

#[tokio::test]
async fn a_lobby_that_nobody_sees_and_that_is_closed_is_not_posted() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[]).await;
    world.service.leave(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    assert!(chat.messages().is_empty());
}

#[tokio::test]
async fn the_worker_sends_what_it_is_woken_for_and_ends_when_told() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    let stop = CancellationToken::new();
    let worker = tokio::spawn(run(world.service.clone(), chat.clone(), world.wake.clone(), stop.clone()));
    for boards_then in 2..5 {
        world.play_any(id).await;
        while boards(&chat).len() < boards_then {
            chat.asked.notified().await;
        }
    }
    stop.cancel();
    worker.await.unwrap();
}

#[tokio::test]
async fn a_request_that_hangs_is_given_up_and_tried_again() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    world.play_any(id).await;
    chat.will(Fate::Hangs);
    let due = world.lease().await.unwrap();
    deliver(world.service.clone(), chat.clone(), due, Duration::from_millis(50)).await;
    let again = world.service.store().read(|tx| tx.next_due()).await.unwrap();
    assert!(
        again.is_some_and(|again| again <= world.service.now().plus_ms(LONGEST_BACKOFF_MS)),
        "no longer leased"
    );
    send_all(&world, &chat).await;
    assert_eq!(boards(&chat).len(), 2);
}
