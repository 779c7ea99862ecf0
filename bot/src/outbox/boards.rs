//! Board posts.
//!
//! A board is posted under the number of board posts before it. Before the request goes out, what it shows is noted as an
//! attempt; when no answer comes, the next try knows what it may find. So no turn gets two posts, whatever is played before
//! the next try.

use data::{BoardPost, Due, Game, MessageId, PersonId, StoreError, Time, Tx};
use rules::{Played, SUBSTITUTE, Viewer};

use super::{Desk, Failure, notifications};
use crate::{
    chat::{Chat, ChatError},
    game::{
        clocks::{unseen_since, wait_for_board},
        turn::is_undelivered,
    },
    posts,
    steps::Step,
    text,
};

/// How often the board is looked at in one go: once for what may have been posted before or could not be an answer, and once for
/// now.
const ROUNDS: usize = 3;
/// How long a turn's board may be under way before its players get the time back.
const LATE_MS: i64 = 60_000;

/// What has to be shown next.
struct Next {
    board: BoardPost,
    /// The post of the same turn that can be changed for it.
    change: Option<MessageId>,
    /// Whether it begins a turn, so that the players are called.
    notifications: bool,
    /// Who has taken over a seat since the last post, and was not called to move.
    new: Vec<PersonId>,
}

/// `None` when everything has been told. Within a turn the turn's post is changed; a new turn, the end and what happens at
/// the table get a post of their own, since a change notifies nobody.
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
        // It goes on telling what it told: that stands nowhere else.
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

/// Where the turn of entry `at` begins in the record: a turn is told as a whole, also where a board has shown a part of it
/// already.
fn turn_begins(record: &[Played], at: usize) -> usize {
    let Some(turn) = record.get(at).map(|played| played.turn) else { return record.len() };
    record[..at].iter().rposition(|played| played.turn != turn).map_or(0, |before| before + 1)
}

/// Who has taken over a seat by these entries of the record.
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

    /// Goes one step towards the board as it is now; tells whether it is shown.
    async fn show_board(&self, due: &Due) -> Result<bool, Failure> {
        let id = due.game;
        let (game, pending_post) = self
            .service
            .store()
            .read(move |tx| Ok::<_, StoreError>((tx.open(id)?, tx.pending_post(id)?)))
            .await?;
        let mark = text::board_mark(&game);
        if let Some(pending_post) = &pending_post
            && let Some(message) = self.chat.find(game.channel, &mark, None).await?
        {
            self.record_board(&game, message, pending_post.clone()).await?;
            return Ok(false);
        }
        let Some(Next { mut board, change, notifications, new }) = next(&game) else {
            let (at, ply) = (self.service.now(), game.table.ply());
            self.service.store().write(move |tx| tx.settle_boards(id, ply, at)).await?;
            return Ok(true);
        };
        let game = if notifications { self.give_back(game).await? } else { game };
        let mut post = self.service.board_post(&game, Viewer::Public, board.since as usize).await?;
        self.pass(Step::Drawn);
        if let Some(message) = change {
            if let Some(card) = &mut post.card {
                // The number stays that of the post.
                card.footer = text::marked(&card.footer, &text::board_mark_before(&game));
            }
            match self.edit(game.channel, message, &post).await {
                Ok(()) => {
                    self.record_board(&game, message, board).await?;
                    return Ok(true);
                }
                // Somebody deleted the message: the board gets a new one.
                Err(ChatError::Gone) => {}
                Err(error) => return Err(error.into()),
            }
        }
        if let Some(card) = &mut post.card {
            card.footer = text::marked(&card.footer, &mark);
        }
        // Whom a post calls that may have been made is settled, unless the game waits for them no longer. Within a turn they
        // were called already, except who is new. That the game has ended is news to everybody.
        let over = game.table.outcome().is_some();
        board.pings = match &pending_post {
            Some(pending_post) if over && pending_post.ply == board.ply => pending_post.pings.clone(),
            Some(pending_post) if !over && pending_post.turn == board.turn => {
                let awaited = game.awaited();
                pending_post.pings.iter().copied().filter(|person| awaited.contains(person)).collect()
            }
            _ => {
                let (game, at) = (game.clone(), self.service.now());
                let mut people =
                    self.service.store().read(move |tx| notifications::by_board(tx, &game, at)).await?;
                people.retain(|person| over || notifications || new.contains(person));
                people
            }
        };
        post.pings.clone_from(&board.pings);
        let begun = board.clone();
        self.service.store().write(move |tx| tx.set_pending_post(id, &begun)).await?;
        self.pass(Step::Pending);
        // Only a nonce keeps apart what may have been posted before.
        let reply = due.reply.filter(|_| pending_post.is_none());
        let posted = match self.post_new(reply, game.channel, &post, nonce(&game)).await {
            Ok(posted) => posted,
            Err(failure) => {
                let unanswered = matches!(failure, Failure::Unanswered);
                if unanswered || matches!(&failure, Failure::Chat(error) if error.nothing_done()) {
                    self.service.store().write(move |tx| tx.clear_pending_post(id)).await?;
                }
                return if unanswered { Ok(false) } else { Err(failure) };
            }
        };
        // Under the same nonce an earlier try has come through, and shows what was to be shown then.
        let (shown, is_now) = match pending_post {
            Some(pending_post) if !posted.as_sent && pending_post.ply != board.ply => (pending_post, false),
            _ => (board, true),
        };
        self.record_board(&game, posted.message, shown).await?;
        Ok(is_now)
    }

    /// Gives the players of a turn the time back in which its board could not be posted, if that was long; the game as it is then.
    async fn give_back(&self, game: Game) -> Result<Game, StoreError> {
        let (id, at) = (game.id, self.service.now());
        if unseen_since(&game).is_none_or(|since| at.0 - since.0 < LATE_MS) {
            return Ok(game);
        }
        let given = self.service.store().write(move |tx| {
            let mut game = tx.open(id)?;
            wait_for_board(tx, &mut game, at).map(|_| game)
        });
        // What was played meanwhile is for the next look.
        Ok(Some(given.await?).filter(|now| now.record.len() == game.record.len()).unwrap_or(game))
    }

    /// Brings the newest board post up to date. One that does not tell everything yet is about to be followed by another.
    pub(super) async fn refresh_board(&self, due: &Due) -> Result<(), Failure> {
        let id = due.game;
        let game = self.service.store().read(move |tx| tx.open(id)).await?;
        if let Some((message, _)) = game.board.filter(|_| !is_undelivered(&game)) {
            let mut post = self.service.board_post(&game, Viewer::Public, game.board_since as usize).await?;
            if let Some(card) = &mut post.card {
                card.footer = text::marked(&card.footer, &text::board_mark_before(&game));
            }
            match self.edit(game.channel, message, &post).await {
                // Somebody deleted the message: the next board is a new one.
                Ok(()) | Err(ChatError::Gone) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.settle(due, None).await
    }

    /// Notes which message shows the board, and queues what follows from a new one.
    async fn record_board(&self, game: &Game, message: MessageId, board: BoardPost) -> Result<(), Failure> {
        let (id, at) = (game.id, self.service.now());
        tracing::info!(game.id = %id, ply = board.ply, "showed the board of game {id} at ply {}", board.ply);
        self.service.store().write(move |tx| record_board(tx, &tx.open(id)?, message, &board, at)).await?;
        Ok(())
    }

    /// Changes a board that a newer one has followed: it calls nobody, and has no buttons to press any more.
    pub(super) async fn retire_board(&self, due: &Due) -> Result<(), Failure> {
        let id = due.game;
        let board = MessageId::from(due.key.cast_unsigned());
        let tells = due.text.as_deref().and_then(|text| {
            let (since, ply) = text.split_once("..")?;
            Some((since.parse().ok()?, ply.parse().ok()?))
        });
        if let (Some((since, ply)), Some(channel)) = (tells, due.channel) {
            let game = self.service.store().read(move |tx| tx.open(id)?.at_ply(ply)).await?;
            self.pass(Step::Sending);
            match self.chat.edit_words(channel, board, &posts::past_board(&game, since)).await {
                // It stays as it is; nobody needs to know.
                Ok(())
                | Err(
                    ChatError::Gone | ChatError::NoChannel | ChatError::Forbidden | ChatError::Refused(_),
                ) => {}
                Err(error) => return Err(error.into()),
            }
            self.pass(Step::Sent);
        }
        self.settle(due, None).await
    }
}

/// The part of [`Desk::record_board`] that is one transaction.
fn record_board(
    tx: &Tx<'_>,
    game: &Game,
    message: MessageId,
    board: &BoardPost,
    at: Time,
) -> Result<(), StoreError> {
    tx.set_board(game.id, message, board)?;
    if let Some((old, _)) = game.board
        && old != message
    {
        let tells = format!("{}..{}", game.board_since, game.board_ply);
        tx.queue_retire(game.id, (game.channel, old), &tells, at)?;
    }
    if game.table.turn() == board.turn {
        let begins = game.board.is_none_or(|(_, turn)| turn != board.turn);
        let told = game.record.get(game.board_ply as usize..board.ply as usize).unwrap_or_default();
        let new = substitutes(game, told);
        let called = |person: &PersonId| begins || new.contains(person);
        notifications::queue_others(tx, game, message, called, &board.pings, at)?;
    }
    if game.table.outcome().is_some() && game.table.ply() == board.ply {
        notifications::queue_end(tx, game, message, &board.pings, at)?;
    }
    tx.settle_boards(game.id, board.ply, at)
}

/// What a board post is known by when it is posted again: the number of posts before it. Everybody can read it, and it tells
/// nothing that the channel does not show.
fn nonce(game: &Game) -> String {
    format!("{:x}-{:x}", game.id.get(), game.board_count)
}
