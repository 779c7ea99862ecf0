//! Board posts.
//!
//! The nonce of a board post is the number of board posts before it. Before the worker sends a post, it records what the post
//! shows as the pending post. If no response comes, the next attempt knows what it may find in the channel. No turn gets two
//! posts, whatever players do before the next attempt.

use clock::MINUTE;
use data::{BoardPost, ChannelId, Due, Game, MessageId, Payload, PersonId, StoreError, Tx};
use jiff::{SignedDuration, Timestamp};
use messages::{
    Writer, posts, text,
    view::{Card, Post},
};
use play::{
    failpoint::Failpoint,
    game::{
        clocks::{unseen_since, wait_for_board},
        turn::is_undelivered,
    },
    service::{film_of, rated_end},
};
use rules::{ABORTED, Played, SUBSTITUTE, Viewer};

use super::{Desk, Failure, recipients};
use crate::chat::{Chat, ChatError};

/// How many steps one delivery may take: one to record a post that an earlier attempt made, one if the interaction response
/// fails, and one to show the board as it is now.
const ROUNDS: usize = 3;
/// If a turn's board is this late, its players get the time back.
const LATE: SignedDuration = MINUTE;

/// The next board to show.
struct Next {
    board: BoardPost,
    /// The post of the same turn, if an edit is enough.
    change: Option<MessageId>,
    /// Whether the board begins a turn, so that its players are notified.
    notifications: bool,
    /// Players who have taken over a seat since the last post and were not notified yet.
    new: Vec<PersonId>,
}

/// Returns the next board to show, or `None` if the newest post is up to date. Within a turn the worker edits the turn's post.
/// A new turn, the end of the game and entries other than moves get a new post, since an edit notifies nobody.
fn next(game: &Game) -> Option<Next> {
    let (ply, turn) = (game.table.ply(), game.table.turn());
    if game.board.is_some() && game.board_ply >= ply {
        return None;
    }
    let undelivered = game.record.get(game.board_ply as usize..).unwrap_or_default();
    let news = undelivered.iter().any(|played| !played.is_move()) || game.table.outcome().is_some();
    let same_turn = game.board.filter(|&(_, shown)| shown == turn);
    let change = same_turn.filter(|_| !news).map(|(message, _)| message);
    let since = match change {
        // The edited post is the only place that shows the earlier moves, so it keeps them.
        Some(_) => game.board_since as usize,
        None => turn_begins(&game.record, game.board_ply as usize),
    };
    Some(Next {
        board: BoardPost { turn, ply, since: since as u32, pings: Vec::new() },
        change,
        notifications: same_turn.is_none(),
        new: substitutes(game, undelivered),
    })
}

/// Returns the index at which the turn of entry `at` begins. A post shows its turn from the start, even if an earlier board has
/// shown a part of it.
fn turn_begins(record: &[Played], at: usize) -> usize {
    let Some(turn) = record.get(at).map(|played| played.turn) else { return record.len() };
    record[..at].iter().rposition(|played| played.turn != turn).map_or(0, |before| before + 1)
}

/// Returns the players who have taken over a seat in these entries.
fn substitutes(game: &Game, entries: &[Played]) -> Vec<PersonId> {
    let taken_over = entries.iter().filter(|played| played.notation == SUBSTITUTE);
    game.people_in(taken_over.map(|played| played.seat).collect())
}

impl<C: Chat> Desk<C> {
    /// Shows the board as it is now.
    pub(super) async fn send_board(&self, due: &Due) -> Result<(), Failure> {
        for _ in 0..ROUNDS {
            if self.show_board(due).await? {
                return Ok(());
            }
        }
        Err(anyhow::anyhow!("the board changes faster than it is shown").into())
    }

    /// Takes one step towards the current board, and returns whether the channel shows it now.
    async fn show_board(&self, due: &Due) -> Result<bool, Failure> {
        let id = due.game;
        let (game, pending_post, look, rated) = self
            .service
            .store()
            .read(move |tx| {
                let game = tx.open(id)?;
                let look = tx.settings(game.guild)?.look();
                let rated = rated_end(tx, &game)?;
                Ok::<_, StoreError>((game, tx.pending_post(id)?, look, rated))
            })
            .await?;
        let mark = text::board_mark(&game);
        if let Some(pending_post) = pending_post.clone() {
            for mark in [&mark, &text::earlier_board_mark(&game)] {
                if let Some(message) = self.chat.find(game.channel, mark, None).await? {
                    // The earlier attempt got through, so the channel shows the pending post.
                    self.record_board(&game, message, pending_post).await?;
                    return Ok(false);
                }
            }
        }
        let Some(Next { board, change, notifications, new }) = next(&game) else {
            let (at, ply) = (self.service.now(), game.table.ply());
            self.service.store().write(move |tx| tx.settle_boards(id, ply, at)).await?;
            return Ok(true);
        };
        let game = if notifications { self.give_back(game).await? } else { game };
        let (writer, since) = (self.writer.in_look(look), board.since as usize);
        let mut post = writer.board(&game, Viewer::Public, since, rated.as_ref()).await?;
        self.pass(Failpoint::Drawn);
        if let Some(message) = change {
            if let Some(card) = &mut post.card {
                // An edited post keeps its own number.
                card.footer = text::marked(&card.footer, &text::board_mark_before(&game));
            }
            match self.edit(game.channel, message, &post).await {
                Ok(()) => {
                    self.record_board(&game, message, board).await?;
                    return Ok(true);
                }
                // Someone deleted the message, so the board gets a new one.
                Err(ChatError::Gone) => {}
                Err(error) => return Err(error.into()),
            }
        }
        if let Some(card) = &mut post.card {
            card.footer = text::marked(&card.footer, &mark);
        }
        // If an earlier attempt may have got through, its pings remain, except players whom the game no longer waits for. A
        // further post in a turn notifies only new players. The end of a game is news to everyone.
        let over = game.table.outcome().is_some();
        let earlier = match &pending_post {
            Some(pending_post) if over && pending_post.ply == board.ply => Some(pending_post.pings.clone()),
            Some(pending_post) if !over && pending_post.turn == board.turn => {
                let awaited = game.awaited();
                Some(pending_post.pings.iter().copied().filter(|person| awaited.contains(person)).collect())
            }
            _ => None,
        };
        let (drawn, at) = (game.clone(), self.service.now());
        let choose = move |tx: &Tx<'_>| {
            let mut board = board.clone();
            tx.expect_people_of(id)?;
            board.pings = match &earlier {
                Some(people) => people.clone(),
                None => {
                    let mut people = recipients::by_board(tx, &drawn, at)?;
                    people.retain(|person| over || notifications || new.contains(person));
                    people
                }
            };
            // Since the game was read, a player may have deleted their data, or have left it to a substitute.
            let people = tx.people_of(id)?;
            board.pings.retain(|person| people.contains(person));
            tx.set_pending_post(id, &board)?;
            Ok::<_, StoreError>(board)
        };
        let board = self.service.store().write(choose).await?;
        post.pings.clone_from(&board.pings);
        self.pass(Failpoint::Pending);
        // Only a nonce can prevent a second post, and responses carry none. A retry is therefore never a response.
        let reply = due.reply.filter(|_| pending_post.is_none());
        let posted = match self.post_new(reply, game.channel, &post, nonce(&game)).await {
            Ok(posted) => posted,
            Err(failure) => {
                let unanswered = matches!(failure, Failure::Unanswered);
                if unanswered || matches!(&failure, Failure::Chat(error) if error.nothing_done()) {
                    // Discord certainly has no such message, so the next attempt need not look for it.
                    self.service.store().write(move |tx| tx.clear_pending_post(id)).await?;
                }
                return if unanswered { Ok(false) } else { Err(failure) };
            }
        };
        // The nonce matched an earlier post, which shows the board as it was then.
        let (shown, is_now) = match pending_post {
            Some(pending_post) if !posted.as_sent && pending_post.ply != board.ply => (pending_post, false),
            _ => (board, true),
        };
        self.record_board(&game, posted.message, shown).await?;
        Ok(is_now)
    }

    /// Gives the players of this turn their time back if its board is long overdue. Returns the game as it is then.
    async fn give_back(&self, game: Game) -> Result<Game, StoreError> {
        let (id, at) = (game.id, self.service.now());
        if unseen_since(&game).is_none_or(|since| at.duration_since(since) < LATE) {
            return Ok(game);
        }
        let given = self.service.store().write(move |tx| {
            let mut game = tx.open(id)?;
            wait_for_board(tx, &mut game, at).map(|_| game)
        });
        // If players moved meanwhile, the next step handles that.
        Ok(Some(given.await?).filter(|now| now.record.len() == game.record.len()).unwrap_or(game))
    }

    /// Updates the newest board post. If undelivered entries exist, a new post is about to follow and this does nothing. The last
    /// board gets a film of the game and a chart of its scores.
    pub(super) async fn refresh_board(&self, due: &Due) -> Result<(), Failure> {
        let id = due.game;
        let open = move |tx: &Tx<'_>| {
            let game = tx.open(id)?;
            let (look, rated) = (tx.settings(game.guild)?.look(), rated_end(tx, &game)?);
            Ok::<_, StoreError>((game, look, rated))
        };
        let (game, look, rated) = self.service.store().read(open).await?;
        if let Some((message, _)) = game.board.filter(|_| !is_undelivered(&game)) {
            let (writer, since) = (self.writer.in_look(look), game.board_since as usize);
            let mut post = writer.board(&game, Viewer::Public, since, rated.as_ref()).await?;
            if let Some(card) = &mut post.card {
                card.footer = text::marked(&card.footer, &text::board_mark_before(&game));
            }
            let edited = match self.film(&game, &writer).await? {
                Some(cards) => self.add_cards(game.channel, message, post, cards).await,
                None => self.edit(game.channel, message, &post).await,
            };
            match edited {
                // Someone deleted the message. The next board is a new one.
                Ok(()) | Err(ChatError::Gone) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.settle(due, None).await
    }

    /// Adds the film and the chart of a game to its last board, one after the other.
    async fn add_cards(
        &self,
        channel: ChannelId,
        board: MessageId,
        mut post: Post,
        cards: Vec<Card>,
    ) -> Result<(), ChatError> {
        for card in cards {
            let place = if post.second.is_none() { &mut post.second } else { &mut post.third };
            *place = Some(card);
            self.add_picture(channel, board, &post).await?;
        }
        Ok(())
    }

    /// Returns cards with the film of a game that is over and with its scores, or `None` for a game that is not. A film whose file
    /// is too large for a post is left out.
    async fn film(&self, game: &Game, writer: &Writer) -> Result<Option<Vec<Card>>, Failure> {
        if !has_result(game) {
            return Ok(None);
        }
        let film = film_of(game, 0, usize::MAX).map_err(anyhow::Error::from)?;
        let cards = writer.end_film(game.table.kind(), &film).await?;
        Ok(Some(cards).filter(|cards| !cards.is_empty()))
    }

    /// Records which message shows the board, and queues what follows from a new one.
    async fn record_board(&self, game: &Game, message: MessageId, board: BoardPost) -> Result<(), Failure> {
        let (id, at) = (game.id, self.service.now());
        tracing::info!(game = %id, ply = board.ply, "board posted");
        self.service.store().write(move |tx| record_board(tx, &tx.open(id)?, message, &board, at)).await?;
        Ok(())
    }

    /// Removes the pings and buttons from a board that a newer one has replaced.
    pub(super) async fn retire_board(
        &self,
        due: &Due,
        (channel, board): (ChannelId, MessageId),
        (since, ply): (u32, u32),
    ) -> Result<(), Failure> {
        let id = due.game;
        let game = self.service.store().read(move |tx| tx.open(id)?.at_ply(ply)).await?;
        self.pass(Failpoint::Sending);
        match self.chat.edit_words(channel, board, &posts::past_board(&game, since as usize)).await {
            // The old board stays as it is, which does no harm.
            Ok(())
            | Err(ChatError::Gone | ChatError::NoChannel | ChatError::Forbidden | ChatError::Refused(_)) => {}
            Err(error) => return Err(error.into()),
        }
        self.pass(Failpoint::Sent);
        self.settle(due, None).await
    }
}

/// Does the work of [`Desk::record_board`] inside its transaction.
fn record_board(
    tx: &Tx<'_>,
    game: &Game,
    message: MessageId,
    board: &BoardPost,
    at: Timestamp,
) -> Result<(), StoreError> {
    tx.set_board(game.id, message, board)?;
    if let Some((old, _)) = game.board.filter(|&(old, _)| old != message) {
        let (channel, since, ply) = (game.channel, game.board_since, game.board_ply);
        tx.queue(game.id, &Payload::Retire { channel, message: old, since, ply }, at)?;
    }
    if game.table.turn() == board.turn {
        let begins = game.board.is_none_or(|(_, turn)| turn != board.turn);
        let reported = game.record.get(game.board_ply as usize..board.ply as usize).unwrap_or_default();
        let new = substitutes(game, reported);
        let includes = |person: &PersonId| begins || new.contains(person);
        recipients::queue_others(tx, game, message, includes, &board.pings, at)?;
    }
    if game.table.outcome().is_some() && game.table.ply() == board.ply {
        recipients::queue_end(tx, game, message, &board.pings, at)?;
        report_result(tx, game, message, at)?;
    }
    tx.settle_boards(game.id, board.ply, at)?;
    if has_result(game) && game.table.ply() == board.ply {
        // An edit adds the film, which takes longer to draw than the players should wait for their post.
        tx.queue(game.id, &Payload::Refresh, at)?;
    }
    Ok(())
}

/// Returns whether a game is over and was not called off.
fn has_result(game: &Game) -> bool {
    game.table.outcome().is_some_and(|outcome| outcome.reason != ABORTED)
}

/// Queues the result of a game for the channel that its server has chosen, unless everyone there has just seen it.
fn report_result(tx: &Tx<'_>, game: &Game, board: MessageId, at: Timestamp) -> Result<(), StoreError> {
    let has_result = has_result(game);
    match tx.settings(game.guild)?.results.filter(|&channel| has_result && channel != game.channel) {
        Some(channel) => tx.queue(game.id, &Payload::Result { channel, board }, at),
        None => Ok(()),
    }
}

/// Returns the nonce of a board post: the number of posts before it. Players could read a nonce, and this one reveals nothing
/// that the channel does not show.
fn nonce(game: &Game) -> String {
    format!("{:x}-{:x}", game.id.get(), game.board_count)
}
