use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use clock::{from_millis, later};
use data::{GameState, OutboxId, OutboxKind, PersonId};
use messages::{
    pictures::Pictures,
    undelivered,
    view::{self, Row},
};
use play::{
    Caller,
    fixture::{ANN, BOB, CHANNEL, CID, EVE, Fixture},
};
use render::{Profile, Theme};

use super::*;
use crate::replies::Reply;

mod ended;
mod news;
mod notifications;
mod once;
mod replies;
mod threads;

/// The nonce of every interaction response in [`Memory`].
const REPLY: &str = "reply";

/// The outcome of one request.
enum Fate {
    /// Rejected, and nothing happens.
    Fails(ChatError),
    /// Carried out, but the response is lost.
    LosesAnswer,
    /// Never answered, so the request times out.
    Hangs,
}

/// A message as the channel shows it.
#[derive(Clone, Debug)]
struct Shown {
    channel: ChannelId,
    post: Post,
    /// The users whom it notified.
    called: Vec<PersonId>,
    edits: usize,
    nonce: String,
}

impl Shown {
    fn new(channel: ChannelId, post: &Post, nonce: &str) -> Shown {
        Shown { channel, post: post.clone(), called: post.pings.clone(), edits: 0, nonce: nonce.to_owned() }
    }

    fn says(&self, post: &Post) -> bool {
        let words = |post: &Post| (post.content.clone(), post.card.as_ref().map(|card| card.body.clone()));
        words(&self.post) == words(post)
    }

    fn buttons(&self) -> Vec<&str> {
        let rows = self.post.rows.iter().filter_map(|row| match row {
            Row::Buttons(buttons) => Some(buttons),
            Row::Menu(_) => None,
        });
        rows.flatten().map(|button| button.label.as_str()).collect()
    }

    fn body(&self) -> &str {
        self.post.card.as_ref().map_or("", |card| &card.body)
    }
}

/// A chat in memory. Like Discord, it never posts twice under one nonce. Tests set failures in advance.
#[derive(Default)]
struct Memory {
    messages: Mutex<BTreeMap<u64, Shown>>,
    fates: Mutex<VecDeque<Fate>>,
    asked: Notify,
    /// The number of messages ever posted.
    posted: AtomicU64,
    /// Whether nonces have expired.
    forgets: AtomicBool,
    /// Whether searches find nothing.
    unreadable: AtomicBool,
    /// The people who accept no direct messages.
    closed: Mutex<Vec<PersonId>>,
    /// The names that threads were given, in order.
    renamed: Mutex<Vec<(ChannelId, String)>>,
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

    fn closed(&self, channel: ChannelId) -> bool {
        self.closed.lock().unwrap().iter().any(|&person| dm_of(person) == channel)
    }

    fn change(
        &self,
        channel: ChannelId,
        message: MessageId,
        change: impl FnOnce(&mut Shown),
    ) -> Result<(), ChatError> {
        let mut messages = self.messages.lock().unwrap();
        let shown = messages.get_mut(&message.get()).ok_or(ChatError::Gone)?;
        assert_eq!(shown.channel, channel);
        change(shown);
        shown.edits += 1;
        Ok(())
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
    async fn post(&self, channel: ChannelId, post: &Post, nonce: String) -> Result<Posted, ChatError> {
        assert!((1..=25).contains(&nonce.len()), "{nonce}");
        self.answer(|| {
            if self.closed(channel) {
                return Err(ChatError::Closed);
            }
            let mut messages = self.messages.lock().unwrap();
            let remembered = |shown: &Shown| shown.nonce == nonce && !self.forgets.load(Ordering::Relaxed);
            let known = messages.iter().find(|(_, shown)| remembered(shown)).map(|(&id, _)| id);
            let id = known.unwrap_or_else(|| 1000 + self.posted.fetch_add(1, Ordering::Relaxed));
            let shown = messages.entry(id).or_insert_with(|| Shown::new(channel, post, &nonce));
            Ok(Posted { message: id.into(), as_sent: shown.says(post) })
        })
        .await
    }

    async fn reply(&self, reply: Reply, post: &Post) -> Result<MessageId, ChatError> {
        let made = self.answer(|| {
            let id = 1000 + self.posted.fetch_add(1, Ordering::Relaxed);
            let shown = Shown::new(CHANNEL.into(), post, REPLY);
            self.messages.lock().unwrap().insert(id, shown);
            Ok(id.into())
        });
        let made = made.await?;
        reply.given();
        Ok(made)
    }

    async fn edit(&self, channel: ChannelId, message: MessageId, post: &Post) -> Result<(), ChatError> {
        self.answer(|| self.change(channel, message, |shown| shown.post = post.clone())).await
    }

    async fn edit_words(&self, channel: ChannelId, message: MessageId, post: &Post) -> Result<(), ChatError> {
        let change = |shown: &mut Shown| {
            let picture = shown.post.card.take().and_then(|card| card.picture);
            shown.post = post.clone();
            if let Some(card) = &mut shown.post.card {
                card.picture = picture;
            }
        };
        self.answer(|| self.change(channel, message, change)).await
    }

    async fn delete(&self, channel: ChannelId, message: MessageId) -> Result<(), ChatError> {
        self.answer(|| {
            self.change(channel, message, |_| {})?;
            self.messages.lock().unwrap().remove(&message.get());
            Ok(())
        })
        .await
    }

    async fn find(
        &self,
        channel: ChannelId,
        mark: &str,
        after: Option<MessageId>,
    ) -> Result<Option<MessageId>, ChatError> {
        if self.unreadable.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let messages = self.messages.lock().unwrap();
        let mut newest = messages.iter().rev().filter(|&(&id, _)| after.is_none_or(|after| id > after.get()));
        let found = newest.find(|(_, shown)| shown.channel == channel && shown.post.mark() == mark);
        Ok(found.map(|(&id, _)| id.into()))
    }

    async fn rename(&self, thread: ChannelId, name: &str) -> Result<(), ChatError> {
        self.answer(|| {
            self.renamed.lock().unwrap().push((thread, name.to_owned()));
            Ok(())
        })
        .await
    }

    async fn dm(&self, person: PersonId) -> Result<ChannelId, ChatError> {
        Ok(dm_of(person))
    }
}

/// Returns the channel of a player's direct messages.
fn dm_of(person: impl Into<PersonId>) -> ChannelId {
    (500 + person.into().get()).into()
}

fn desk(world: &Fixture, chat: &Arc<Memory>) -> Desk<Memory> {
    let pictures = Pictures::new(Theme::Dark, Profile::Quick);
    let writer = Writer::new(pictures, world.service.clock().clone());
    Desk { service: world.service.clone(), writer, chat: chat.clone(), replies: Replies::default() }
}

/// Adds what could not be delivered to a response to the caller. Returns the entries that were added, and the text.
async fn with_undelivered(world: &Fixture, caller: &Caller) -> (Vec<OutboxId>, String) {
    let mut response = view::ephemeral("Here you are.");
    let added = undelivered::add(&world.service.undelivered(caller).await, &mut response);
    (added, response.content().content.clone())
}

/// Delivers every entry whatever its due time, and retries failures at once.
async fn send_all(world: &Fixture, chat: &Arc<Memory>) {
    for _ in 0..50 {
        let Some(due) = world.lease().await else { return };
        desk(world, chat).deliver(due, PATIENCE).await;
    }
    panic!("the outbox does not become empty");
}

async fn begun(wish: &str, others: &[u64]) -> (Fixture, Arc<Memory>, GameId) {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.begin(wish, others).await;
    // A response has shown the lobby.
    world.service.lobby_shown(id, 7.into()).await.unwrap();
    let lobby = Shown::new(CHANNEL.into(), &Post::default(), "lobby");
    chat.messages.lock().unwrap().insert(7, lobby);
    send_all(&world, &chat).await;
    (world, chat, id)
}

fn boards(chat: &Memory) -> Vec<Shown> {
    let has_picture = |shown: &Shown| shown.post.card.as_ref().is_some_and(|card| card.picture.is_some());
    chat.messages().into_iter().filter(has_picture).collect()
}

/// Returns the pings of all boards in order.
fn pings(chat: &Memory) -> Vec<Vec<PersonId>> {
    boards(chat).into_iter().map(|shown| shown.called).collect()
}

const SEMI: &str = "semiosphere columns=4 rows=5";

/// Begins a game of Semiosphere in which both players have placed their pieces.
async fn mid_game() -> (Fixture, Arc<Memory>, GameId) {
    let (world, chat, id) = begun(SEMI, &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
        send_all(&world, &chat).await;
    }
    (world, chat, id)
}

/// Begins a game whose second board arrived, but its response was lost and the channel cannot be read.
async fn lost_and_not_found() -> (Fixture, Arc<Memory>, GameId) {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    chat.unreadable.store(true, Ordering::Relaxed);
    world.play_any(id).await;
    chat.will(Fate::LosesAnswer);
    let due = world.lease().await.unwrap();
    desk(&world, &chat).deliver(due, PATIENCE).await;
    (world, chat, id)
}

#[tokio::test]
async fn each_turn_has_a_post_that_pings_the_next() {
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
    assert!(boards(&chat).iter().all(|shown| shown.channel == CHANNEL.into()));
}

#[tokio::test]
async fn post_is_edited_within_its_turn() {
    let (world, chat, id) = mid_game().await;
    let before = boards(&chat);
    world.play(id, "+a3").await;
    send_all(&world, &chat).await;
    let after = boards(&chat);
    assert_eq!(after.len(), before.len());
    let last = after.last().unwrap();
    assert_eq!(last.edits, 1);
    let card = last.post.card.as_ref().unwrap();
    assert!(card.picture.is_some(), "an edit keeps the picture");
    assert_ne!(card.picture, before.last().unwrap().post.card.as_ref().unwrap().picture);
    assert!(card.body.contains("marks a3"), "{}", card.body);
    let told = before.last().unwrap().body().split("\n\n").next().unwrap();
    assert!(card.body.starts_with(told), "the earlier lines remain: {}", card.body);

    world.play(id, "+b3").await;
    send_all(&world, &chat).await;
    let body = boards(&chat).last().unwrap().post.card.clone().unwrap().body;
    assert!(body.contains("marks a3") && body.contains("marks b3"), "shows the whole turn: {body}");

    world.play(id, "end").await;
    send_all(&world, &chat).await;
    assert_eq!(boards(&chat).len(), before.len() + 1, "the next turn has its own post");
}

#[tokio::test]
async fn last_turn_is_shown_while_orders_come_in() {
    let (world, chat, id) = begun("stract preset=correspondence", &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    send_all(&world, &chat).await;
    let before = boards(&chat);
    let story = |shown: &Shown| shown.body().split("\n\n").next().unwrap().replace('\n', " ");
    let told = story(before.last().unwrap());
    world.play_any(id).await;
    send_all(&world, &chat).await;
    let after = boards(&chat);
    assert_eq!((after.len(), after.last().unwrap().edits), (before.len(), 1));
    let story = story(after.last().unwrap());
    assert!(!told.contains("has ordered"), "a complete turn does not mention it: {told}");
    let more = story.strip_prefix(&told).unwrap_or_else(|| panic!("{told} is lost in {story}"));
    assert!(more.contains("has ordered"), "{story}");
}

#[tokio::test]
async fn turn_without_its_board_costs_no_time() {
    for refused in [true, false] {
        let (world, chat, id) = begun("protozoa | 10m/turn hard", &[BOB]).await;
        world.play_any(id).await;
        let (next, seat) = world.mover(id).await;
        for _ in 0..30 {
            chat.fail(if refused { ChatError::Forbidden } else { ChatError::Unavailable("503".to_owned()) });
        }
        let due = world.lease_of(OutboxKind::Board).await;
        desk(&world, &chat).deliver(due, PATIENCE).await;
        for _ in 0..5 {
            world.pass_unseen(9).await;
        }
        // By then nothing remembers that the post failed.
        world.pass_unseen(8 * 24 * 60).await;
        world.service.tidy().await.unwrap();
        assert_eq!(world.game(id).await.state, GameState::Running, "nobody could see whose turn it was");
        chat.fates.lock().unwrap().clear();
        // A refused post is sent once it may be allowed. A failed one is retried without help.
        world.service.try_again(50.into()).await.unwrap();
        send_all(&world, &chat).await;
        assert_eq!(pings(&chat).last(), Some(&vec![next]));
        let game = world.game(id).await;
        let left =
            game.clocks.of(seat).unwrap().clock.left_at(world.service.now(), &clock::Calendar::default());
        assert!(left > SignedDuration::from_mins(9), "{left:?}");
        world.pass_unseen(11).await;
        assert_eq!(world.game(id).await.state, GameState::Ended, "the clock runs from here on");
    }
}

#[tokio::test]
async fn take_back_restores_no_time() {
    const HOUR: i64 = 60;
    let (world, chat, id) = begun("semiosphere columns=4 rows=5 | 10h+0h/10h hard", &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
        send_all(&world, &chat).await;
    }
    let (mover, seat) = world.mover(id).await;
    let other = if mover == ANN.into() { BOB } else { ANN };
    world.play(id, "+a3").await;
    send_all(&world, &chat).await;
    world.pass_unseen(3 * HOUR).await;
    world.service.offer(&world.by(mover), data::OfferKind::TakeBack).await.unwrap();
    let open = world.service.store().read(move |tx| tx.open_offers(id)).await.unwrap();
    world.service.vote(&world.by(other), open[0].id, data::Vote::Accept).await.unwrap();
    send_all(&world, &chat).await;
    let game = world.game(id).await;
    assert_eq!((world.mover(id).await, game.board.unwrap().1), ((mover, seat), game.table.turn()));
    let left = game.clocks.of(seat).unwrap().clock.left_at(world.service.now(), &clock::Calendar::default());
    assert!(left <= SignedDuration::from_hours(7), "used time is not given back: {left:?}");
}

#[tokio::test]
async fn board_command_repeats_a_deleted_question() {
    let (world, chat, id) = begun("protozoa | 10m/turn soft", &[BOB]).await;
    world.pass_unseen(11).await;
    send_all(&world, &chat).await;
    let asked = |chat: &Memory| {
        chat.messages().into_iter().filter(|shown| shown.buttons().contains(&"Claim the win")).count()
    };
    assert_eq!(asked(&chat), 1);
    chat.delete_all();
    let (late, _) = world.mover(id).await;
    let other = if late == ANN.into() { BOB } else { ANN };
    world.service.board(&world.by(other)).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(asked(&chat), 1);
    world.service.board(&world.by(other)).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(asked(&chat), 1, "an existing post is not repeated");
}

#[tokio::test]
async fn late_moves_share_one_post() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    for _ in 0..3 {
        world.play_any(id).await;
    }
    send_all(&world, &chat).await;
    let boards = boards(&chat);
    assert_eq!(boards.len(), 2, "outdated posts are skipped");
    assert_eq!(boards[1].called, [world.mover(id).await.0]);
    let body = &boards[1].post.card.as_ref().unwrap().body;
    assert_eq!(body.matches("places a").count(), 3, "every move since the last post: {body}");
}

#[tokio::test]
async fn deleted_post_is_replaced_without_a_ping() {
    let (world, chat, id) = mid_game().await;
    chat.delete_all();
    world.play(id, "+a3").await;
    send_all(&world, &chat).await;
    assert_eq!(pings(&chat), [Vec::<PersonId>::new()]);
    assert_eq!(world.game(id).await.board_ply, 3);
}

#[tokio::test]
async fn lost_response_shows_nothing_twice() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    world.play_any(id).await;
    chat.will(Fate::LosesAnswer);
    chat.will(Fate::LosesAnswer);
    send_all(&world, &chat).await;
    assert_eq!(boards(&chat).len(), 2);
    assert_eq!(world.game(id).await.board_ply, 1);
}

#[tokio::test]
async fn turn_during_a_lost_response_is_shown() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    world.play_any(id).await;
    chat.will(Fate::LosesAnswer);
    let due = world.lease().await.unwrap();
    desk(&world, &chat).deliver(due.clone(), PATIENCE).await;
    // The worker is busy, so the next move comes before this entry is retried.
    world.service.store().write(move |tx| tx.retry(due.id, from_millis(0))).await.unwrap();
    world.play_any(id).await;
    send_all(&world, &chat).await;
    assert_eq!(pings(&chat).last(), Some(&vec![world.mover(id).await.0]), "the next player is pinged");
    assert_eq!(world.game(id).await.board_ply, 2);
}

#[tokio::test]
async fn temporary_failure_puts_an_entry_off() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    for (error, least, most) in [
        (ChatError::Limited { after: Duration::from_secs(30) }, 30_000, 30_500),
        (ChatError::Unavailable("502".to_owned()), 500, 1_000),
    ] {
        world.play_any(id).await;
        chat.fail(error);
        let due = lease(&world.service, Vec::new()).await.unwrap().unwrap();
        let before = world.service.now();
        desk(&world, &chat).deliver(due, PATIENCE).await;
        let again = world.service.store().read(|tx| tx.next_due()).await.unwrap().unwrap();
        assert!(
            again >= later(before, SignedDuration::from_millis(least))
                && again <= later(world.service.now(), SignedDuration::from_millis(most)),
            "{before:?} {again:?}"
        );
        let shown = boards(&chat).len();
        send_all(&world, &chat).await;
        assert_eq!(boards(&chat).len(), shown + 1);
    }
}

#[tokio::test]
async fn failed_board_is_shown_with_the_next() {
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
fn pauses_grow_to_a_limit() {
    for (tries, most) in
        [(1, 1_000), (2, 2_000), (5, 16_000), (30, LONGEST_BACKOFF_MS), (u32::MAX, LONGEST_BACKOFF_MS)]
    {
        for _ in 0..100 {
            let wait = backoff_ms(tries);
            assert!((most / 2..=most).contains(&wait), "{tries}: {wait}");
        }
    }
}

#[tokio::test]
async fn each_board_has_its_own_nonce_and_mark() {
    let (world, chat, id) = mid_game().await;
    for typed in ["+a3", "+b3", "end"] {
        world.play(id, typed).await;
    }
    send_all(&world, &chat).await;
    world.service.resign(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    let mut nonces: Vec<String> = boards(&chat).into_iter().map(|shown| shown.nonce).collect();
    nonces.sort();
    nonces.dedup();
    assert_eq!(nonces.len(), boards(&chat).len());
    let last = boards(&chat).pop().unwrap();
    assert_eq!(last.post.mark(), format!("#{id}-{}", boards(&chat).len()));
}

#[tokio::test]
async fn end_has_a_post_that_pings_the_other() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let other: PersonId = if mover == ANN.into() { BOB } else { ANN }.into();
    world.service.resign(&world.by(mover), id).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
    let boards = boards(&chat);
    assert_eq!(boards.len(), 2);
    assert!(boards[1].post.content.contains("wins!"), "{}", boards[1].post.content);
    assert_eq!(boards[1].called, [other], "the player who resigned is not pinged");
}

#[tokio::test]
async fn resignation_out_of_turn_pings_nobody_twice() {
    let (world, chat, id) = begun("protozoa", &[BOB, CID]).await;
    let (mover, _) = world.mover(id).await;
    let other = [ANN, BOB, CID].into_iter().find(|&person| mover != person.into()).unwrap();
    world.service.resign(&world.by(other), id).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(pings(&chat), [vec![mover], vec![]]);

    world.service.resign(&world.by(mover), id).await.unwrap();
    send_all(&world, &chat).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
    let mut others = world.game(id).await.players;
    others.retain(|player| player.person != mover);
    let others: Vec<PersonId> = others.into_iter().map(|player| player.person).collect();
    assert_eq!(
        pings(&chat),
        [vec![mover], vec![], others],
        "the player who left earlier is notified of the end"
    );
}

#[tokio::test]
async fn resignation_in_turn_pings_the_next() {
    let (world, chat, id) = begun("protozoa", &[BOB, CID]).await;
    let (mover, _) = world.mover(id).await;
    world.service.resign(&world.by(mover), id).await.unwrap();
    send_all(&world, &chat).await;
    let (next, _) = world.mover(id).await;
    assert_ne!(next, mover);
    assert_eq!(pings(&chat), [vec![mover], vec![next]]);
}

#[tokio::test]
async fn lobby_with_a_lost_response_is_posted() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[BOB]).await;
    chat.will(Fate::LosesAnswer);
    send_all(&world, &chat).await;
    let [shown] = chat.messages().try_into().unwrap();
    assert_eq!(shown.post.pings, [BOB.into()]);
    assert!(world.lobby(id).await.message.is_some());

    // From now on the outbox updates this message, whatever happens to the lobby.
    world.service.join(&world.by(BOB), id).await.unwrap();
    send_all(&world, &chat).await;
    let ready =
        chat.messages().into_iter().find(|shown| shown.post.content.contains("enough people are there"));
    assert_eq!(ready.unwrap().post.pings, [ANN.into()]);
    world.service.start(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    let lobby = &chat.messages()[0];
    assert!(lobby.post.content.contains("has started") && lobby.post.rows.is_empty(), "{lobby:?}");
}

#[tokio::test]
async fn deleted_lobby_is_replaced_without_pings() {
    for lost in [false, true] {
        let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
        let id = world.open("protozoa", &[BOB, CID]).await;
        send_all(&world, &chat).await;
        let mut nonces = vec![chat.messages().remove(0).nonce];
        for deleted in 1..=2 {
            chat.delete_all();
            match deleted {
                1 => world.service.leave(&world.by(CID), id).await.unwrap(),
                _ => world.service.join(&world.by(EVE), id).await.unwrap(),
            };
            if lost {
                // The edit is refused, and the response to the new post is lost.
                chat.fail(ChatError::Gone);
                chat.will(Fate::LosesAnswer);
            }
            send_all(&world, &chat).await;
            let [lobby] = chat.messages().try_into().unwrap();
            assert!(lobby.called.is_empty() && lobby.post.content.starts_with("<@2>: "), "{lobby:?}");
            assert!(
                !nonces.contains(&lobby.nonce),
                "with the same nonce Discord returns the deleted message"
            );
            nonces.push(lobby.nonce);
        }
        world.service.join(&world.by(BOB), id).await.unwrap();
        send_all(&world, &chat).await;
        let now = chat.messages().remove(0);
        assert!(
            now.edits > 0 && now.post.card.unwrap().fields[0].1.contains("✅ <@2>"),
            "the new message is kept up to date"
        );
    }
}

#[tokio::test]
async fn lobby_in_an_archived_thread_is_not_doubled() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[BOB]).await;
    send_all(&world, &chat).await;
    world.service.leave(&world.by(BOB), id).await.unwrap();
    // The lobby's thread is archived.
    chat.fail(ChatError::Gone);
    send_all(&world, &chat).await;
    assert_eq!(chat.messages().len(), 1);
}

#[tokio::test]
async fn sleeping_host_is_notified_on_waking() {
    let world = Fixture::new().await;
    let asleep = |host: u64| {
        let store = world.service.store().clone();
        let hour = world.service.now().as_millisecond().div_euclid(3_600_000).rem_euclid(24);
        async move {
            let mut person = store.read(move |tx| tx.person(host.into())).await.unwrap();
            person.hours =
                format!("UTC {:02}:00-{:02}:00", (hour + 23) % 24, (hour + 2) % 24).parse().unwrap();
            store.write(move |tx| tx.set_person(&person)).await.unwrap();
        }
    };
    asleep(ANN).await;
    for (others, leaves, told) in
        [(vec![BOB, CID, EVE], vec![], Some("everybody is there")), (vec![BOB], vec![BOB], None)]
    {
        let chat = Arc::new(Memory::default());
        let id = world.open("protozoa", &[]).await;
        world.service.lobby_shown(id, 7.into()).await.unwrap();
        chat.messages.lock().unwrap().insert(7, Shown::new(CHANNEL.into(), &Post::default(), "lobby"));
        for &person in &others {
            world.service.join(&world.by(person), id).await.unwrap();
        }
        for person in leaves {
            world.service.leave(&world.by(person), id).await.unwrap();
        }
        let due = async |ahead: i64| {
            let (at, until) = (
                later(world.service.now(), SignedDuration::from_millis(ahead)),
                later(world.service.now(), SignedDuration::from_millis(ahead + 60_000)),
            );
            while let Some(due) =
                world.service.store().write(move |tx| tx.lease(at, until, &[])).await.unwrap()
            {
                desk(&world, &chat).deliver(due, PATIENCE).await;
            }
        };
        due(5_000).await;
        assert_eq!(chat.messages().len(), 1, "the host is asleep");
        world.service.clock().advance(SignedDuration::from_hours(3));
        due(0).await;
        let said: Vec<Shown> = chat.messages().into_iter().skip(1).collect();
        assert_eq!(said.len(), usize::from(told.is_some()), "{said:?}");
        assert!(said.iter().all(|shown| told.is_some_and(|told| shown.post.content.contains(told))));
        world.service.clock().advance(SignedDuration::from_hours(21));
        for person in [EVE, CID, BOB, ANN] {
            let _ = world.service.leave(&world.by(person), id).await;
        }
        send_all(&world, &chat).await;
    }
}

#[tokio::test]
async fn retry_ignores_older_notices_with_equal_text() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[]).await;
    world.service.lobby_shown(id, 7.into()).await.unwrap();
    chat.messages.lock().unwrap().insert(7, Shown::new(CHANNEL.into(), &Post::default(), ""));
    for said in 1..=2 {
        world.service.join(&world.by(BOB), id).await.unwrap();
        while let Some(due) = world.lease().await {
            if due.payload.kind() == OutboxKind::Ready && due.tries == 1 {
                chat.fail(ChatError::Unavailable("502".to_owned()));
            }
            desk(&world, &chat).deliver(due, PATIENCE).await;
        }
        assert_eq!(chat.messages().iter().filter(|shown| shown.called == [ANN.into()]).count(), said);
        world.service.leave(&world.by(BOB), id).await.unwrap();
    }
}

#[tokio::test]
async fn closed_lobby_shows_the_reason() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[]).await;
    world.service.lobby_shown(id, 7.into()).await.unwrap();
    let shown = Shown::new(CHANNEL.into(), &Post::default(), "");
    chat.messages.lock().unwrap().insert(7, shown);
    world.service.leave(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    let content = chat.messages()[0].post.content.clone();
    assert!(content.contains("called the game off"), "{content}");
}

#[tokio::test]
async fn closed_lobby_without_message_is_not_posted() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[]).await;
    world.service.leave(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    assert!(chat.messages().is_empty());
}

#[tokio::test]
async fn worker_sends_when_woken_and_ends_on_stop() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    let stop = CancellationToken::new();
    let worker = tokio::spawn(run(desk(&world, &chat), world.wake.clone(), stop.clone()));
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
async fn hanging_request_is_retried() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    world.play_any(id).await;
    chat.will(Fate::Hangs);
    let due = world.lease().await.unwrap();
    desk(&world, &chat).deliver(due, Duration::from_millis(50)).await;
    let again = world.service.store().read(|tx| tx.next_due()).await.unwrap();
    assert!(
        again.is_some_and(
            |again| again <= later(world.service.now(), SignedDuration::from_millis(LONGEST_BACKOFF_MS))
        ),
        "no longer leased"
    );
    send_all(&world, &chat).await;
    assert_eq!(boards(&chat).len(), 2);
}
