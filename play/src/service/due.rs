//! Scheduled work: clocks that may have run out, reminders, digests, weekly posts, puzzles, and time to give back after outages.

use clock::{BETWEEN_REMINDERS, Hours, Minute, later};
use data::{
    GameId, GameState, Listed, Notification, NotificationKind, Outage, Payload, PersonId, StoreError, Timer,
    TimerKind, Tx,
};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};

use super::{core::Service, timeout};
use crate::{
    error::Error,
    game::{clocks, offers::voters_missing},
};

/// The most timers, digests, weekly posts and puzzles of one tick.
pub(super) const BATCH: u32 = 64;
/// How many games get lost time back in one tick.
const PAGE: u32 = 50;
/// When work is tried again that failed for a reason of its own.
pub(super) const AGAIN: SignedDuration = SignedDuration::from_mins(10);
/// When the scheduler tries again after nothing could be written.
const TROUBLED: SignedDuration = SignedDuration::from_secs(30);
/// Period over which boards that change at the same moment, such as the start of a night, are spread.
const SPREAD_MS: i64 = 5 * 60_000;

/// When the scheduler should call again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// At once, since more work is due.
    More,
    /// Soon, since games get lost time back a few at a time.
    Soon,
    /// At this time, or `None` if nothing is scheduled.
    At(Option<Timestamp>),
}

/// The outcome of giving lost time back to some games.
#[derive(Clone, Copy)]
struct Given {
    /// Whether boards need an update.
    boards: bool,
    /// Whether more games follow.
    more: bool,
}

impl Service {
    /// Does the work that is due. Its cost depends on the amount of work, not on the number of games. Work that fails for a
    /// reason of its own is logged and put off. If nothing can be written, the work stays due.
    pub async fn tick(&self) -> Result<Next, StoreError> {
        self.heartbeat().await?;
        // One bot does the work that belongs to no server.
        let given = if self.store.held().borrow().served().has_first() {
            self.erase_due().await?;
            self.give_back().await?
        } else {
            None
        };
        let at = self.now();
        let due = self.store.read(move |tx| tx.timers_due(at, BATCH)).await?;
        // They run at the same time, so that they share commits. Each is its own transaction.
        let mut done = join_all(due.iter().map(|timer| self.carry_out(*timer, at))).await;
        let digests = self.store.read(move |tx| tx.digests_due(at, BATCH)).await?;
        done.extend(join_all(digests.iter().map(|&person| self.carry_out_digest(person, at))).await);
        let weekly = self.queue_weekly(at).await?;
        let puzzles = self.queue_puzzles(at).await?;
        let most = due.len().max(digests.len()).max(weekly.len()).max(puzzles.len());
        done.extend(weekly);
        done.extend(puzzles);
        if given.is_some_and(|given| given.boards) || !done.is_empty() {
            self.wake_outbox();
        }
        let stuck: Vec<Error> = done.into_iter().filter_map(Result::err).collect();
        if let Some(error) = stuck.first() {
            tracing::error!(timers = stuck.len(), "due timers failed: {error:#}");
            return Ok(Next::At(Some(later(at, TROUBLED))));
        }
        if most == BATCH as usize {
            return Ok(Next::More);
        }
        if given.is_some_and(|given| given.more) {
            return Ok(Next::Soon);
        }
        let next = self.store.read(|tx| {
            let next = [tx.next_timer()?, tx.next_digest()?, tx.next_weekly()?, tx.next_puzzle()?];
            Ok::<_, StoreError>(next.into_iter().flatten().min())
        });
        Ok(Next::At(next.await?))
    }

    /// Does the work of a timer, or puts it off if that fails. Returns an error if the timer is still due.
    async fn carry_out(&self, timer: Timer, at: Timestamp) -> Result<(), Error> {
        match self.store.write(move |tx| carry_out(tx, &timer, at)).await {
            Err(error) if !error.may_pass() => {
                tracing::error!(game = %timer.game, "due timer failed: {error:#}");
                let again = Timer { due: later(at, AGAIN), ..timer };
                self.store.write(move |tx| Ok(tx.set_timer(&again)?)).await
            }
            done => done,
        }
    }

    /// Queues a player's digest, or puts it off if that fails, like [`Service::carry_out`].
    async fn carry_out_digest(&self, person: PersonId, at: Timestamp) -> Result<(), Error> {
        match self.store.write(move |tx| Ok(digest(tx, person, at)?)).await {
            Err(error) if !Error::may_pass(&error) => {
                tracing::error!(%person, "digest failed: {error:#}");
                let again = Some(later(at, AGAIN));
                self.store.write(move |tx| Ok(tx.set_digest_due(person, again)?)).await
            }
            done => done,
        }
    }

    /// Gives the time of an outage back to some games. Returns `None` if no outage is left to give back.
    ///
    /// Opening a game subtracts this time in any case. This method moves the timers of games that nobody opens, and updates
    /// their boards.
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
                // The other games still get their time back.
                Err(error) => {
                    tracing::error!(%game, "giving back the time of an outage failed: {error:#}");
                }
            }
        }
        let more = games.len() == PAGE as usize;
        let last = games.last().copied().filter(|_| more);
        self.store.write(move |tx| tx.set_given(outage, last)).await?;
        Ok(Some(Given { boards, more }))
    }
}

/// Moves the timers of a game by the time of an outage, and queues an update of its board. Returns whether any of its clocks
/// got time back.
fn give_back(tx: &Tx<'_>, game: GameId, outage: Outage, at: Timestamp) -> Result<bool, StoreError> {
    let clocks = tx.clocks(game, at)?;
    let mut given = false;
    for (index, clock) in clocks.seats.iter().enumerate() {
        // A clock that got the time back runs since the end of the outage. In slow games a short outage changes nothing, and no
        // board needs an edit.
        if clock.clock.since == Some(outage.until) {
            clocks::write(tx, game, &clocks, index, at)?;
            given = true;
        }
    }
    if given {
        tx.queue(game, &Payload::Refresh, at)?;
    }
    Ok(given)
}

/// Queues a player's digest if a game waits for them, and schedules the next one. Both happen in the same transaction, so that
/// no day has two.
fn digest(tx: &Tx<'_>, id: PersonId, at: Timestamp) -> Result<(), StoreError> {
    let person = tx.person(id)?;
    if person.digest_due.is_none_or(|due| due > at) {
        return Ok(());
    }
    // Machines can wait.
    let waits = |game: &Listed| game.waits && !game.against_machines;
    let waiting = tx.games_of(id, voters_missing)?.into_iter().find(waits);
    let day = person.hours.day(at);
    // The player may have moved the digest to a later time today.
    let had = person.digest_day.as_ref() == Some(&day);
    let wanted = person.dm_closed.is_none() && person.wants(NotificationKind::Digest);
    if let Some(game) = waiting.filter(|_| wanted && !had) {
        tx.queue(game.id, &Payload::Digest { person: id, day: day.clone() }, at)?;
        tx.set_digest_day(id, &day)?;
    }
    tx.set_digest_due(id, next_digest(&person.hours, person.digest, at))
}

/// Returns when a digest at this minute of the local day is due next.
pub(super) fn next_digest(hours: &Hours, minute: Option<u16>, at: Timestamp) -> Option<Timestamp> {
    let minute = minute.and_then(Minute::new)?;
    Some(hours.next(minute, at))
}

/// Checks again whether the work of a timer is due, and does it.
fn carry_out(tx: &Tx<'_>, timer: &Timer, at: Timestamp) -> Result<(), Error> {
    match timer.kind {
        TimerKind::Flag => timeout::flag(tx, timer, at),
        TimerKind::Remind => Ok(remind(tx, timer, at)?),
        TimerKind::Calendar => Ok(turn_over(tx, timer, at)?),
    }
}

/// Updates the board when a night or weekend stops a clock or lets it run again.
fn turn_over(tx: &Tx<'_>, timer: &Timer, at: Timestamp) -> Result<(), StoreError> {
    let game = tx.open(timer.game)?;
    tx.clear_timer(timer)?;
    let clock = timer.seat.and_then(|seat| game.clocks.of(seat));
    let Some(clock) = clock.filter(|_| game.state == GameState::Running) else { return Ok(()) };
    // The clocks of everyone in a time zone change at this moment, in all their games.
    let spread = later(at, SignedDuration::from_millis(rand::random_range(0..SPREAD_MS)));
    tx.queue(game.id, &Payload::Refresh, spread)?;
    clocks::set_calendar(tx, game.id, &game.clocks, clock, at)
}

/// Reminds the player of a seat if enough of the turn's time is used.
fn remind(tx: &Tx<'_>, timer: &Timer, at: Timestamp) -> Result<(), StoreError> {
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
    let player = tx.person(person)?;
    let reminders = &player.reminders;
    let is_due = |step| clocks::reminder(&game.clocks, clock, reminders, step).is_some_and(|due| due <= at);
    let mut next = timer.step;
    // Reminders that came due together are sent as one.
    while is_due(next) {
        next += 1;
    }
    // A player who has several seats to move gets one reminder, for the first of them.
    let first_seat = game.seats_of(person).iter().find(|&seat| game.table.to_act().contains(seat));
    let wanted = player.wants(NotificationKind::Reminder) && !game.is_away(person);
    if next > timer.step && first_seat == Some(clock.seat) && wanted {
        let notification = Notification { turn, seat: clock.seat.index() as u8 };
        tx.queue_reminder(&game, notification, at)?;
    }
    clocks::set_reminder(tx, game.id, &game.clocks, clock, reminders, next)?;
    // After a reminder that waited until the player woke, the next one may be due a moment later.
    let again = later(at, BETWEEN_REMINDERS);
    if next > timer.step {
        for timer in
            tx.timers(game.id, timer.seat, TimerKind::Remind)?.iter().filter(|timer| timer.due < again)
        {
            tx.set_timer(&Timer { due: again, ..*timer })?;
        }
    }
    Ok(())
}
