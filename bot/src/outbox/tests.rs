//! The worker in a chat in memory.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

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

mod boards;
mod ended;
mod failures;
mod lobbies;
mod news;
mod notifications;
mod once;
mod puzzles;
mod replies;
mod threads;
mod weekly;

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
            _ => None,
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
    requested: Notify,
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
                self.requested.notify_one();
                std::future::pending().await
            }
        };
        self.requested.notify_one();
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

    async fn add_picture(
        &self,
        channel: ChannelId,
        message: MessageId,
        post: &Post,
    ) -> Result<(), ChatError> {
        let change = |shown: &mut Shown| {
            let before = shown.post.clone();
            shown.post = post.clone();
            let (had, now) = (before.cards(), &mut shown.post);
            let cards = [&mut now.card, &mut now.second, &mut now.third].into_iter().flatten();
            for (card, had) in cards.zip(had) {
                card.picture = had.picture.clone();
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
    Desk {
        service: world.service.clone(),
        writer,
        chat: chat.clone(),
        replies: Replies::default(),
        delivering: UnderWay::default(),
        meters: Meters::default(),
    }
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
