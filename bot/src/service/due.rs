//! Work that is due: clocks that may have run out, reminders, and time that is to be given back.

use clock::{Hours, Instant, Minute};
use data::{
    GameId, GameState, Notification, Outage, OutboxKind, PersonId, StoreError, Time, Timer, TimerKind, Tx,
};
use futures_util::future::join_all;

use super::{Service, timeout};
use crate::{
    error::Error,
    game::{clocks, offers::voters_missing},
};

/// How much is done in one go.
const BATCH: u32 = 64;
/// How many games get lost time back in one go.
const PAGE: u32 = 50;
/// How long until work is tried again that has failed by itself.
const AGAIN_MS: i64 = 10 * 60_000;
/// How long until anything is tried again when nothing could be written.
const TROUBLED_MS: i64 = 30_000;
/// Over how long the boards are spread that change at the same moment, as at the beginning of a night.
const SPREAD_MS: i64 = 5 * 60_000;

/// When to look again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// At once: there is more.
    More,
    /// Soon: games are getting lost time back, a few at a time.
    Soon,
    /// Then; `None` when nothing waits.
    At(Option<Time>),
}

/// The outcome of giving lost time back to some games.
#[derive(Clone, Copy)]
struct Given {
    /// Whether boards have to say so.
    boards: bool,
    /// Whether there are more games.
    more: bool,
}

impl Service {
    /// Does what is due. Its cost depends on how much that is, not on how many games there are.
    ///
    /// # Errors
    /// When the store fails. Work that fails by itself is put off, and logged; where nothing can be written, it stays due.
    pub async fn tick(&self) -> Result<Next, StoreError> {
        self.heartbeat().await?;
        let given = self.give_back().await?;
        let at = self.now();
        let due = self.store.read(move |tx| tx.timers_due(at, BATCH)).await?;
        // Side by side, so that they share commits; each is a transaction of its own.
        let mut done = join_all(due.iter().map(|timer| self.carry_out(*timer, at))).await;
        let digests = self.store.read(move |tx| tx.digests_due(at, BATCH)).await?;
        done.extend(join_all(digests.iter().map(|&person| self.carry_out_digest(person, at))).await);
        if given.is_some_and(|given| given.boards) || !done.is_empty() {
            self.wake_outbox();
        }
        let stuck: Vec<Error> = done.into_iter().filter_map(Result::err).collect();
        if let Some(error) = stuck.first() {
            tracing::error!("what is due cannot be done now, {} times: {error:#}", stuck.len());
            return Ok(Next::At(Some(at.plus_ms(TROUBLED_MS))));
        }
        if due.len().max(digests.len()) == BATCH as usize {
            return Ok(Next::More);
        }
        if given.is_some_and(|given| given.more) {
            return Ok(Next::Soon);
        }
        let next = self.store.read(|tx| {
            Ok::<_, StoreError>([tx.next_timer()?, tx.next_digest()?].into_iter().flatten().min())
        });
        Ok(Next::At(next.await?))
    }

    /// Does what a timer is for, or puts it off if that fails; an error if the timer is due still.
    async fn carry_out(&self, timer: Timer, at: Time) -> Result<(), Error> {
        match self.store.write(move |tx| carry_out(tx, &timer, at)).await {
            Err(error) if !error.may_pass() => {
                tracing::error!(game.id = %timer.game, "what was due in game {} could not be done: {error:#}", timer.game);
                let again = Timer { due: at.plus_ms(AGAIN_MS), ..timer };
                self.store.write(move |tx| Ok(tx.set_timer(&again)?)).await
            }
            done => done,
        }
    }

    /// As [`Service::carry_out`], of somebody's digest.
    async fn carry_out_digest(&self, person: PersonId, at: Time) -> Result<(), Error> {
        match self.store.write(move |tx| Ok(digest(tx, person, at)?)).await {
            Err(error) if !Error::may_pass(&error) => {
                tracing::error!("a digest could not be made: {error:#}");
                let again = Some(at.plus_ms(AGAIN_MS));
                self.store.write(move |tx| Ok(tx.set_digest_due(person, again)?)).await
            }
            done => done,
        }
    }

    /// Gives some games the time back in which the bot was away; `None` if there is none to be given.
    ///
    /// Whoever opens a game counts no such time anyway. This moves what is due in games that nobody opens, and lets their
    /// boards say so.
    async fn give_back(&self) -> Result<Option<Given>, StoreError> {
        let Some((outage, done)) = self.store.read(|tx| tx.outage_to_give()).await? else {
            return Ok(None);
        };
        let at = self.now();
        let games = self.store.read(move |tx| tx.games_with_flags(done, PAGE)).await?;
        let given = games.iter().map(|&game| self.store.write(move |tx| give_back(tx, game, outage, at)));
        let mut boards = false;
        for (game, given) in games.iter().zip(join_all(given).await) {
            match given {
                Ok(given) => boards |= given,
                Err(error) if error.may_pass() => return Err(error),
                // It does not keep the others from getting theirs.
                Err(error) => {
                    tracing::error!(game.id = %game, "game {game} did not get its time back: {error:#}");
                }
            }
        }
        let more = games.len() == PAGE as usize;
        let last = games.last().copied().filter(|_| more);
        self.store.write(move |tx| tx.set_given(outage, last)).await?;
        Ok(Some(Given { boards, more }))
    }
}

/// Moves what is due in a game by the time of an outage, and lets its board say so, if any of its clocks was given that back.
/// Tells whether one was.
fn give_back(tx: &Tx<'_>, game: GameId, outage: Outage, at: Time) -> Result<bool, StoreError> {
    let clocks = tx.clocks(game, at)?;
    let mut given = false;
    for (index, clock) in clocks.seats.iter().enumerate() {
        // A clock that was given it back runs since then. In slow games a short outage changes nothing, and no board needs an edit.
        if clock.clock.since == Some(outage.until.into()) {
            clocks::write(tx, game, &clocks, index, at)?;
            given = true;
        }
    }
    if given {
        tx.queue(game, 0, OutboxKind::Refresh, at)?;
    }
    Ok(given)
}

/// Queues somebody's digest if a game waits for them, and says when the next one is due: in the same transaction, so that
/// no day has two.
fn digest(tx: &Tx<'_>, id: PersonId, at: Time) -> Result<(), StoreError> {
    let person = tx.person(id)?;
    if person.digest_due.is_none_or(|due| due > at) {
        return Ok(());
    }
    let waiting = tx.games_of(id, voters_missing)?.into_iter().find(|game| game.waits);
    let day = person.hours.day(Instant(at.0));
    // Another time may have been set since today's.
    let had = person.digest_day.as_ref() == Some(&day);
    if let Some(game) = waiting.filter(|_| person.dm_closed.is_none() && !had) {
        tx.queue_digest(game.id, id, &day, at)?;
        tx.set_digest_day(id, &day)?;
    }
    tx.set_digest_due(id, next_digest(&person.hours, person.digest, at))
}

/// When a digest at this minute of the local day is due next.
pub(super) fn next_digest(hours: &Hours, minute: Option<u16>, at: Time) -> Option<Time> {
    let minute = minute.and_then(Minute::new)?;
    Some(Time(hours.next(minute, Instant(at.0)).0))
}

/// Looks again at what a timer is for, and does it.
fn carry_out(tx: &Tx<'_>, timer: &Timer, at: Time) -> Result<(), Error> {
    match timer.kind {
        TimerKind::Flag => timeout::flag(tx, timer, at),
        TimerKind::Remind => Ok(remind(tx, timer, at)?),
        TimerKind::Calendar => Ok(turn_over(tx, timer, at)?),
    }
}

/// Lets the board say that a clock stands now, or runs again.
fn turn_over(tx: &Tx<'_>, timer: &Timer, at: Time) -> Result<(), StoreError> {
    let game = tx.open(timer.game)?;
    tx.clear_timer(timer)?;
    let clock = timer.seat.and_then(|seat| game.clocks.of(seat));
    let Some(clock) = clock.filter(|_| game.state == GameState::Running) else { return Ok(()) };
    // For all in a time zone, and in all their games, this is at the same moment.
    let spread = at.plus_ms(rand::random_range(0..SPREAD_MS));
    tx.queue(game.id, 0, OutboxKind::Refresh, spread)?;
    clocks::set_calendar(tx, game.id, &game.clocks, clock, at)
}

/// Reminds the player of a seat, if so much of the turn's time is used.
fn remind(tx: &Tx<'_>, timer: &Timer, at: Time) -> Result<(), StoreError> {
    let mut game = tx.open(timer.game)?;
    if game.state == GameState::Running && clocks::wait_for_board(tx, &mut game, at)? {
        return Ok(());
    }
    tx.clear_timer(timer)?;
    let clock = timer.seat.and_then(|seat| game.clocks.of(seat));
    let Some((clock, turn)) = clock.and_then(|clock| Some((clock, clock.turn?))) else { return Ok(()) };
    let Some(person) = game.person_in(clock.seat).filter(|_| game.state == GameState::Running) else {
        return Ok(());
    };
    let first = tx.person(person)?.remind;
    let is_due = |step| clocks::reminder(&game.clocks, clock, first, step).is_some_and(|due| due <= at);
    let mut next = timer.step;
    // What has come due together is one reminder.
    while is_due(next) {
        next += 1;
    }
    // Who has several seats to move for is reminded for the first of them.
    let first_seat = game.seats_of(person).iter().find(|&seat| game.table.to_act().contains(seat));
    if next > timer.step && first_seat == Some(clock.seat) && !game.is_away(person) {
        let call = Notification { turn, seat: clock.seat.index() as u8 };
        tx.queue_reminder(&game, call, at)?;
    }
    clocks::set_reminder(tx, game.id, &game.clocks, clock, first, next)
}
