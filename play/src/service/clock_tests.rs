//! Clocks from the first turn to the last, through the use cases.

use std::sync::Arc;

use clock::{Control, MINUTE, Vacation, Why, earlier};
use data::{
    Game, GameId, GameState, Notice, OutboxKind, Payload, PersonId, SeatClock, StoreError, TimerKind, Tx,
};
use futures_util::FutureExt as _;
use jiff::{SignedDuration, Timestamp};
use rules::{ABORT, SKIP, Seat, TIMEOUT};

use crate::{
    content::Content,
    fixture::{ANN, BOB, CID, Fixture, ephemeral, rejection, replaced},
    game::{
        clocks::{self, pause, resume},
        record::commit,
    },
    rejected::{LobbyRejected, Rejected},
    service::{Caller, Changes, Service, core::Heartbeat},
    setup,
    time::Clock,
};

const HOUR: i64 = 60;
const DAY: i64 = 24 * HOUR;

async fn two(world: &Fixture, clock: &str) -> GameId {
    world.begin(&format!("protozoa | {clock}"), &[BOB]).await
}

/// Returns the clock of the first seat the game waits for.
async fn running(world: &Fixture, id: GameId) -> SeatClock {
    let game = world.game(id).await;
    let seat = game.table.to_act().first().unwrap();
    game.clocks.of(seat).unwrap().clone()
}

/// Returns why the clock of the first seat the game waits for is stopped at this hour, if it is.
async fn stopped(world: &Fixture, id: GameId) -> Option<Why> {
    let calendar = world.game(id).await.clocks.calendar(&running(world, id).await);
    calendar.stopped_until(world.service.now()).map(|(why, _)| why)
}

/// Returns what is left on a clock in minutes, rounded up, because the test itself takes some time.
async fn left(world: &Fixture, id: GameId, seat: Seat) -> i64 {
    let game = world.game(id).await;
    let clock = game.clocks.of(seat).unwrap();
    let left = clock.clock.left_at(world.service.now(), &game.clocks.calendar(clock));
    (left + MINUTE - SignedDuration::from_millis(1)).as_mins()
}

async fn last_entry(world: &Fixture, id: GameId) -> Option<String> {
    world.game(id).await.record.last().map(|entry| entry.notation.clone())
}

/// Changes a game in a transaction.
async fn change<T: Send + 'static>(
    world: &Fixture,
    id: GameId,
    work: impl Fn(&Tx<'_>, &mut Game, Timestamp) -> Result<T, StoreError> + Send + 'static,
) -> T {
    let at = world.service.now();
    let store = world.service.store();
    store.write(move |tx| work(tx, &mut tx.open(id)?, at)).await.unwrap()
}

/// Sets a player's hours.
async fn sleeps(world: &Fixture, person: u64, hours: &clock::Hours) {
    let hours = hours.clone();
    let set = move |tx: &Tx<'_>| {
        let person = tx.person(person.into())?;
        tx.set_person(&data::Person { hours: hours.clone(), ..person })
    };
    world.service.store().write(set).await.unwrap();
}

#[tokio::test]
async fn turn_costs_its_time_and_adds_the_increment() {
    let world = Fixture::new().await;
    let id = two(&world, "72h+12h/120h hard").await;
    let (_, first) = world.mover(id).await;
    world.pass(5 * HOUR).await;
    assert_eq!(left(&world, id, first).await, 67 * HOUR);
    world.play_any(id).await;
    let (_, second) = world.mover(id).await;
    assert_ne!(first, second);
    world.pass(2 * HOUR).await;
    assert_eq!(left(&world, id, first).await, 79 * HOUR, "the clock is stopped");
    assert_eq!(left(&world, id, second).await, 70 * HOUR);
}

#[tokio::test]
async fn turn_of_several_plies_is_timed_as_one() {
    let world = Fixture::new().await;
    let id = world.begin("semiosphere | 10h+1h/20h hard", &[BOB]).await;
    let (_, first) = world.mover(id).await;
    world.pass(2 * HOUR).await;
    world.play_any(id).await;
    while world.mover(id).await.1 == first {
        assert_eq!(left(&world, id, first).await, 8 * HOUR, "there is no increment within the turn");
        world.play_any(id).await;
    }
    assert_eq!(left(&world, id, first).await, 9 * HOUR);
}

#[tokio::test]
async fn hard_clock_loses_only_at_zero() {
    let world = Fixture::new().await;
    let id = two(&world, "10m/turn hard").await;
    let (late, _) = world.mover(id).await;
    world.pass(9).await;
    assert_eq!(world.game(id).await.state, GameState::Running);
    world.outbox().await;
    world.pass(2).await;
    let game = world.game(id).await;
    assert_eq!((game.state, last_entry(&world, id).await.as_deref()), (GameState::Ended, Some(TIMEOUT)));
    let outcome = game.table.outcome().unwrap();
    assert_eq!(outcome.reason, rules::TIMED_OUT);
    assert_eq!(outcome.ranking.place(game.seats_of(late).first().unwrap()), Some(2));
    assert!(world.outbox().await.contains(&OutboxKind::Board), "the board is posted");
    world.pass(100).await;
    assert_eq!(world.game(id).await.record.len(), 1, "once");
    assert_eq!(world.service.store().read(|tx| tx.next_timer()).await.unwrap(), None);
}

#[tokio::test]
async fn timeout_leaves_a_game_of_three_running() {
    let world = Fixture::new().await;
    let id = world.begin("semiosphere | 10m/turn hard", &[BOB, CID]).await;
    let (_, late) = world.mover(id).await;
    world.pass(11).await;
    let game = world.game(id).await;
    assert_eq!(game.state, GameState::Running);
    assert!(game.table.left().contains(late) && !game.table.to_act().contains(late));
    assert!(running(&world, id).await.clock.since.is_some(), "the clock of the next player runs");
}

#[tokio::test]
async fn timeout_passes_the_turn_if_rules_allow() {
    let world = Fixture::new().await;
    // Where all players order at once, the turn is carried out without the late players.
    let id = world.begin("stract | 10m/turn hard pass", &[BOB]).await;
    let before = world.game(id).await.table.turn();
    world.pass(11).await;
    let game = world.game(id).await;
    assert_eq!((game.state, game.table.turn()), (GameState::Running, before + 1));
    assert!(game.record.iter().all(|entry| entry.notation == SKIP));
    assert!(game.clocks.seats.iter().all(|clock| clock.turn == Some(game.table.turn())));
    // Where the rules allow no pass, the seat leaves.
    world.service.resign(&world.by(ANN), id).await.unwrap();
    let id = two(&world, "10m/turn hard pass").await;
    world.pass(11).await;
    assert_eq!(last_entry(&world, id).await.as_deref(), Some(TIMEOUT));
}

#[tokio::test]
async fn absent_player_is_not_notified_until_they_move() {
    let world = Fixture::new().await;
    let id = world.begin("stract | 10m/turn hard pass", &[BOB]).await;
    let order = async |person: u64| {
        ephemeral(world.service.play_typed(&world.by(person), "pass".to_owned()).await);
    };
    for turn in 0..4 {
        order(ANN).await;
        let game = world.game(id).await;
        assert_eq!((game.is_away(BOB.into()), game.table.turn()), (turn >= 2, turn));
        world.outbox().await;
        world.pass(9).await;
        assert_eq!(world.outbox().await.contains(&OutboxKind::Remind), turn < 2, "turn {turn}");
        world.pass(2).await;
    }
    let game = world.game(id).await;
    assert_eq!(game.state, GameState::Running, "Ann is there");
    let is_absence = |(ply, entry): &(usize, &rules::Played)| {
        entry.notation == SKIP && game.skipped(entry.seat, *ply) == Game::ABSENT
    };
    assert_eq!((1..).zip(&game.record).filter(is_absence).count(), 1, "Bob's absence begins once");
    order(BOB).await;
    order(ANN).await;
    assert!(!world.game(id).await.is_away(BOB.into()), "Bob has moved");
}

#[tokio::test]
async fn game_with_nobody_there_is_called_off() {
    let world = Fixture::new().await;
    let id = world.begin("stract | 10m/turn hard pass", &[BOB]).await;
    world.pass(11).await;
    assert_eq!(world.game(id).await.state, GameState::Running);
    world.pass(11).await;
    let game = world.game(id).await;
    assert_eq!((game.state, game.table.outcome().unwrap().reason), (GameState::Cancelled, rules::ABORTED));
    assert_eq!((game.record.len(), last_entry(&world, id).await.as_deref()), (5, Some(ABORT)));
    assert!(game.is_abandoned(game.record.len()), "nobody has moved for two turns in a row");
    assert_eq!(world.service.store().read(move |tx| tx.verify(id)).await.unwrap(), None);
    assert_eq!(world.service.store().read(|tx| tx.next_timer()).await.unwrap(), None);
}

#[tokio::test]
async fn complete_order_stops_the_clock() {
    let world = Fixture::new().await;
    let id = world.begin("stract | 10m/turn hard", &[BOB]).await;
    let (person, seat) = world.mover(id).await;
    world.play_any(id).await;
    let game = world.game(id).await;
    assert_eq!(game.clocks.of(seat).unwrap().turn, None);
    world.pass(11).await;
    let outcome = world.game(id).await.table.outcome().unwrap();
    let seat = world.game(id).await.seats_of(person).first().unwrap();
    assert_eq!(outcome.ranking.place(seat), Some(1), "the player who was in time wins");
}

#[tokio::test]
async fn soft_clock_lets_the_late_player_move() {
    let world = Fixture::new().await;
    let id = two(&world, "10m/turn").await;
    let (_, late) = world.mover(id).await;
    world.outbox().await;
    world.pass(11).await;
    assert!(running(&world, id).await.overdue.is_some());
    let queued = world.outbox().await;
    assert!(
        queued.contains(&OutboxKind::Refresh) && queued.contains(&OutboxKind::Offer),
        "the board shows it and the others are asked"
    );
    world.play_any(id).await;
    let game = world.game(id).await;
    let clock = game.clocks.of(late).unwrap();
    assert_eq!((clock.overdue, clock.turn), (None, None));
    assert!(running(&world, id).await.clock.since.is_some());
}

#[tokio::test]
async fn others_can_wait_and_hand_the_seat_over() {
    let world = Fixture::new().await;
    let id = two(&world, "10m/turn").await;
    let (_, late) = world.mover(id).await;
    world.pass(11).await;
    change(&world, id, move |tx, game, at| clocks::wait_longer(tx, game, late, clock::DAY, at)).await;
    assert_eq!(left(&world, id, late).await, DAY);
    world.pass(DAY - 1).await;
    assert_eq!(running(&world, id).await.overdue, None);
    world.pass(2).await;
    assert!(running(&world, id).await.overdue.is_some(), "and is asked again");
    change(&world, id, move |tx, game, at| clocks::hand_over(tx, game, late, at)).await;
    assert_eq!((running(&world, id).await.overdue, left(&world, id, late).await), (None, 10));
}

#[tokio::test]
async fn vacation_is_spent_before_a_loss_on_time() {
    let world = Fixture::new().await;
    let id = two(&world, "1d/turn hard").await;
    let (late, _) = world.mover(id).await;
    world.pass(DAY - 1).await;
    assert_eq!(running(&world, id).await.clock.since.map(|since| since <= world.service.now()), Some(true));
    world.pass(2).await;
    let since = running(&world, id).await.clock.since;
    assert!(since.is_some_and(|since| since > world.service.now()), "the clock waits for a day");
    let payload = world.lease_of(OutboxKind::Notice).await.payload;
    let left = Vacation::ALLOWANCE - 1;
    let here = Vacation::MOST_IN_A_GAME - 1;
    assert!(
        matches!(payload, Payload::Notice { notice: Notice::Vacation { left: days, here: most, .. }, .. } if (days, most) == (left, here)),
        "{payload:?}"
    );
    let spent = world.service.store().read(move |tx| tx.vacation(late)).await.unwrap();
    assert_eq!(spent.vacation.used, 1);
    for _ in 1..Vacation::MOST_IN_A_GAME {
        world.pass(DAY).await;
        assert_eq!(world.game(id).await.state, GameState::Running);
    }
    world.pass(DAY).await;
    assert_eq!(last_entry(&world, id).await.as_deref(), Some(TIMEOUT));
}

#[tokio::test]
async fn vacation_is_kept_if_the_player_wishes() {
    let world = Fixture::new().await;
    let id = two(&world, "1d/turn hard").await;
    let (mover, _) = world.mover(id).await;
    let keep = Changes { vacation: Some(false), ..Changes::default() };
    ephemeral(world.service.settings(&world.by(mover), keep).await);
    world.pass(DAY + 1).await;
    assert_eq!(last_entry(&world, id).await.as_deref(), Some(TIMEOUT));
    assert_eq!(spent_in(&world, id, mover).await, None);
}

/// Returns how many vacation days a player has spent in a game.
async fn spent_in(world: &Fixture, game: GameId, person: PersonId) -> Option<u16> {
    let spent = world.service.store().read(move |tx| tx.vacation_in(game, person)).await.unwrap();
    spent.map(|(days, _)| days)
}

#[tokio::test]
async fn day_counts_once_for_all_seats_of_a_player() {
    let world = Fixture::new().await;
    let id = world.begin("stract players=4 | 1d/turn hard", &[BOB]).await;
    world.pass(DAY + 1).await;
    for person in [ANN, BOB] {
        assert_eq!(spent_in(&world, id, person.into()).await, Some(1));
    }
}

#[tokio::test]
async fn vacation_day_counts_for_all_games() {
    let world = Fixture::new().await;
    let first = two(&world, "1d/turn hard").await;
    let elsewhere = Caller { channel: 101.into(), ..world.by(ANN) };
    let second = world.try_open(&elsewhere, "protozoa | 1d/turn hard", &[]).await.unwrap().id;
    world.service.join(&world.by(BOB), second).await.unwrap();
    world.service.start(&world.by(ANN), second).await.unwrap();
    let (late, _) = world.mover(first).await;
    let (other, seat) = world.mover(second).await;
    if other != late {
        let notation = world.game(second).await.table.legal(seat).pop().unwrap();
        let elsewhere = Caller { channel: 101.into(), ..world.by(other) };
        ephemeral(world.service.play_typed(&elsewhere, notation).await);
    }
    world.pass(DAY + 1).await;
    let used = world.service.store().read(move |tx| tx.vacation(late)).await.unwrap().vacation.used;
    assert_eq!(used, 1);
    // The players of both games have waited for the vacation day.
    assert_eq!(
        (spent_in(&world, first, late).await, spent_in(&world, second, late).await),
        (Some(1), Some(1))
    );
}

#[tokio::test]
async fn new_hours_stop_clocks_from_the_next_turn() {
    let world = Fixture::new().await;
    // Nine hours of sleep begin in an hour.
    let now = world.service.now();
    let minute =
        |hours: i64| clock::Minute::new(((now.as_second() / 60 + hours * HOUR) % DAY) as u16).unwrap();
    let sleep = clock::Sleep::new(minute(1), minute(10)).unwrap();
    let hours = clock::Hours { sleep: Some(sleep), ..clock::Hours::default() };
    for person in [ANN, BOB] {
        sleeps(&world, person, &hours).await;
    }
    let id = two(&world, "3h/turn hard").await;
    world.pass(9 * HOUR).await;
    let game = world.game(id).await;
    assert_eq!(stopped(&world, id).await, Some(Why::Sleep));
    let (_, seat) = world.mover(id).await;
    // Sleep begins at a whole minute.
    let asleep = left(&world, id, seat).await;
    assert!((2 * HOUR..=2 * HOUR + 1).contains(&asleep), "{asleep}");
    assert_eq!(game.state, GameState::Running);
    for person in [ANN, BOB] {
        sleeps(&world, person, &clock::Hours::default()).await;
    }
    assert_eq!(left(&world, id, seat).await, asleep);
    world.play_any(id).await;
    assert_eq!(running(&world, id).await.hours, clock::Hours::default());
    world.pass(3 * HOUR + 1).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
}

#[tokio::test]
async fn board_is_updated_when_nights_begin_and_end() {
    let world = Fixture::new().await;
    let now = world.service.now();
    let minute =
        |hours: i64| clock::Minute::new(((now.as_second() / 60 + hours * HOUR) % DAY) as u16).unwrap();
    let sleep = clock::Sleep::new(minute(2), minute(9)).unwrap();
    let hours = clock::Hours { sleep: Some(sleep), ..clock::Hours::default() };
    for person in [ANN, BOB] {
        sleeps(&world, person, &hours).await;
    }
    let id = two(&world, "10h/turn hard").await;
    world.outbox().await;
    for (hours, refreshed, why) in [
        (1, false, None),
        (1, true, Some(Why::Sleep)),
        (6, false, Some(Why::Sleep)),
        (1, true, None),
        // The next night begins after the time has run out.
        (7, false, None),
    ] {
        world.pass(hours * HOUR).await;
        assert_eq!(world.outbox().await.contains(&OutboxKind::Refresh), refreshed, "{hours} {why:?}");
        assert_eq!(stopped(&world, id).await, why, "{hours}");
        assert!(running(&world, id).await.clock.since.is_some());
    }
    world.pass(HOUR).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
    assert_eq!(world.service.store().read(|tx| tx.next_timer()).await.unwrap(), None);
}

#[tokio::test]
async fn pause_stops_all_clocks_and_refills_none() {
    let world = Fixture::new().await;
    let id = two(&world, "10h/turn hard").await;
    let (_, seat) = world.mover(id).await;
    world.pass(4 * HOUR).await;
    change(&world, id, pause).await;
    world.pass(30 * DAY).await;
    assert_eq!(left(&world, id, seat).await, 6 * HOUR);
    assert!(world.game(id).await.clocks.paused.is_some());
    // A move during the pause counts. The next clock waits for the end of the pause.
    world.play_any(id).await;
    let (_, other) = world.mover(id).await;
    world.pass(DAY).await;
    assert_eq!(left(&world, id, other).await, 10 * HOUR);
    change(&world, id, resume).await;
    world.pass(3 * HOUR).await;
    assert_eq!(left(&world, id, other).await, 7 * HOUR);
    world.pass(7 * HOUR + 1).await;
    assert_eq!(world.game(id).await.state, GameState::Ended);
}

#[tokio::test]
async fn take_back_keeps_used_time_used() {
    let world = Fixture::new().await;
    let id = two(&world, "10h+5h/30h hard").await;
    let (_, first) = world.mover(id).await;
    world.pass(2 * HOUR).await;
    world.play_any(id).await;
    let (_, second) = world.mover(id).await;
    world.pass(3 * HOUR).await;
    let at = world.service.now();
    let back = move |tx: &Tx<'_>| -> Result<(), crate::error::Error> {
        let mut game = tx.open(id)?;
        let stored = game.record.len();
        game.enter(first, "!back 0").map_err(anyhow::Error::from)?;
        commit(tx, &mut game, stored, at)
    };
    world.service.store().write(back).await.unwrap();
    assert_eq!(world.mover(id).await.1, first);
    assert_eq!(left(&world, id, second).await, 7 * HOUR, "the unfinished turn brings no increment");
    world.pass(HOUR).await;
    assert_eq!((left(&world, id, first).await, left(&world, id, second).await), (12 * HOUR, 7 * HOUR));
}

#[tokio::test]
async fn outage_is_given_back_to_clocks() {
    for (away, given) in [(9, 0), (3 * HOUR, 3 * HOUR), (30 * DAY, 30 * DAY)] {
        let mut world = Fixture::new().await;
        world.pass(0).await;
        let id = two(&world, "40d+0h/40d hard").await;
        let (_, seat) = world.mover(id).await;
        world.pass(HOUR).await;
        world.outbox().await;
        let flag = move |tx: &Tx<'_>| tx.timers(id, Some(seat), TimerKind::Flag);
        let before = world.service.store().read(flag).await.unwrap()[0].due;
        let woken = |world: &Fixture| world.wake.notified().now_or_never().is_some();
        while woken(&world) {}
        world.restart_after(away).await;
        assert_eq!(woken(&world), given > 0, "the outbox is woken for the boards");
        assert_eq!(left(&world, id, seat).await, 40 * DAY - HOUR - away + given, "{away}");
        let after = world.service.store().read(flag).await.unwrap()[0].due;
        assert_eq!(
            (after.as_millisecond() - before.as_millisecond() + 30_000) / 60_000,
            given,
            "the timers move, too"
        );
        assert_eq!(world.game(id).await.clocks.away > SignedDuration::ZERO, given > 0);
        assert_eq!(world.outbox().await.contains(&OutboxKind::Refresh), given > 0);
    }
}

/// Bots that share a database serve people while one of them is away.
#[tokio::test(flavor = "multi_thread")]
async fn only_the_absence_of_all_bots_is_an_outage() {
    let Some(url) = data::fixture::database().await else { return };
    let bot = async || Service::new(data::fixture::sharer(&url).await, Arc::default(), Clock::default());
    let (one, other) = (bot().await, bot().await);
    let hour = SignedDuration::from_hours(1);
    // The last sign of life of this bot is an hour old.
    let away = async |bot: &Service| {
        let machine = earlier(bot.clock().machine(), hour);
        *bot.heartbeat.lock().await = Some(Heartbeat { machine, written: earlier(bot.now(), hour) });
    };
    let outages = async || {
        let all = one.store().read(|tx| tx.outages(Timestamp::UNIX_EPOCH)).await.unwrap();
        all.into_iter().map(|outage| outage.until.duration_since(outage.since).as_secs()).sum::<i64>()
    };
    other.heartbeat().await.unwrap();
    away(&one).await;
    one.heartbeat().await.unwrap();
    assert_eq!(outages().await, 0);
    let long_ago = earlier(one.now(), hour);
    one.store().write(move |tx| tx.set_heartbeat(long_ago)).await.unwrap();
    for bot in [&one, &other] {
        away(bot).await;
        bot.heartbeat().await.unwrap();
    }
    let before = outages().await;
    assert!((3600..3610).contains(&before), "{before}");
    // A third bot starts after the others have served people for a while.
    for _ in 0..15 {
        for bot in [&one, &other] {
            bot.clock().advance(SignedDuration::from_secs(1));
            bot.heartbeat().await.unwrap();
        }
    }
    let third = bot().await;
    third.clock().advance(SignedDuration::from_secs(15));
    third.heartbeat().await.unwrap();
    assert_eq!(outages().await, before);
}

#[tokio::test]
async fn short_outage_costs_no_game() {
    let mut world = Fixture::new().await;
    world.pass(0).await;
    let id = two(&world, "1m/turn hard").await;
    let (_, seat) = world.mover(id).await;
    world.service.clock().advance(SignedDuration::from_secs(50));
    world.service.last_heartbeat().await.unwrap();
    world.outbox().await;
    world.restart_after_seconds(80).await;
    assert_eq!((world.game(id).await.state, left(&world, id, seat).await), (GameState::Running, 1));
    assert!(world.outbox().await.contains(&OutboxKind::Refresh), "the board shows the new deadline");
    // A usual restart gives nothing back. The clock runs out once the bot has been back for a minute.
    world.service.clock().advance(SignedDuration::from_secs(58));
    world.service.last_heartbeat().await.unwrap();
    world.restart_after_seconds(2).await;
    assert_eq!(last_entry(&world, id).await.as_deref(), Some(TIMEOUT));
}

#[tokio::test]
async fn short_outage_edits_no_board_of_a_slow_game() {
    let mut world = Fixture::new().await;
    world.pass(0).await;
    let id = two(&world, "3d/turn hard").await;
    world.outbox().await;
    while world.wake.notified().now_or_never().is_some() {}
    world.service.last_heartbeat().await.unwrap();
    world.restart_after_seconds(80).await;
    assert!(!world.outbox().await.contains(&OutboxKind::Refresh));
    assert!(world.wake.notified().now_or_never().is_none());
    assert_eq!(world.game(id).await.clocks.away, SignedDuration::ZERO);
}

#[tokio::test]
async fn first_move_after_an_outage_loses_no_time() {
    let mut world = Fixture::new().await;
    world.pass(0).await;
    let id = two(&world, "10h+0h/10h hard").await;
    let (_, first) = world.mover(id).await;
    world.restart_after(20 * HOUR).await;
    world.play_any(id).await;
    assert_eq!(left(&world, id, first).await, 10 * HOUR);
}

fn unreadable_clock() -> Rejected {
    "soon".parse::<clock::Control>().unwrap_err().into()
}

#[tokio::test]
async fn servers_clock_is_the_default_of_new_games() {
    let world = Fixture::new().await;
    assert_eq!(world.lobby(world.open("protozoa", &[]).await).await.control, setup::usual_control());
    ephemeral(world.service.set_usual_clock(&world.by(ANN), "3 days a turn, weekends off").await);
    let wrong = rejection(world.service.set_usual_clock(&world.by(ANN), "soon").await);
    assert_eq!(wrong, unreadable_clock());
    let elsewhere = Caller { channel: 101.into(), ..world.by(ANN) };
    let lobby = world.try_open(&elsewhere, "protozoa", &[]).await.unwrap();
    assert_eq!(lobby.control.to_string(), "3d/turn weekends");
    let elsewhere = Caller { channel: 102.into(), ..world.by(ANN) };
    let lobby = world.try_open(&elsewhere, "protozoa size=6 | none", &[]).await.unwrap();
    assert_eq!(lobby.control.start(), None);
    let wrong = rejection(world.try_open(&elsewhere, "protozoa | soon", &[]).await);
    assert_eq!(wrong, unreadable_clock());
}

#[tokio::test]
async fn servers_clock_is_shown() {
    let world = Fixture::new().await;
    let shown = async || {
        let shown = ephemeral(world.service.usual_clock(&world.by(ANN)).await);
        let Content::DefaultClock { control, is_usual } = shown else { panic!("{shown:?}") };
        (control, is_usual)
    };
    let set = async |typed| {
        let response = ephemeral(world.service.set_usual_clock(&world.by(ANN), typed).await);
        let Content::DefaultClockSet(control) = response else { panic!("{response:?}") };
        control
    };
    let (default, two_weeks): (Control, Control) = (setup::usual_control(), "14d/turn".parse().unwrap());
    assert_eq!(shown().await, (default, true));
    assert_eq!(set("2 weeks").await, two_weeks);
    assert_eq!(shown().await, (two_weeks, false));
    assert_eq!(set("default").await, default);
    assert_eq!(shown().await, (default, true));
}

#[tokio::test]
async fn host_changes_the_clock_in_the_lobby() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    let panel = ephemeral(world.service.options_panel(&world.by(ANN), id).await);
    assert!(matches!(&panel, Content::OptionsPanel(lobby) if lobby.id == id), "{panel:?}");
    let panel = replaced(world.service.set_clock(&world.by(ANN), id, "1d/turn hard".to_owned()).await);
    let Content::OptionsPanel(shown) = &panel else { panic!("{panel:?}") };
    let lobby = world.lobby(id).await;
    assert_eq!((lobby.control.to_string().as_str(), shown.control), ("1d/turn hard", lobby.control));
    let set = async |person: u64, clock: &str| {
        world.service.set_clock(&world.by(person), id, clock.to_owned()).await
    };
    assert_eq!(rejection(set(BOB, "none").await), LobbyRejected::OnlyHost { host: ANN.into() }.into());
    assert_eq!(rejection(set(ANN, "soon").await), unreadable_clock());
}

#[tokio::test]
async fn game_without_a_clock_never_runs_out() {
    let world = Fixture::new().await;
    let id = two(&world, "none").await;
    let game = world.game(id).await;
    assert!(game.clocks.seats.is_empty());
    world.pass(1000 * DAY).await;
    assert_eq!(world.game(id).await.state, GameState::Running);
}

#[tokio::test]
async fn paused_game_sends_no_reminder() {
    let world = Fixture::new().await;
    let id = two(&world, "10h+0h/10h hard").await;
    let due = async |world: &Fixture| {
        let (_, seat) = world.mover(id).await;
        let timers = world.service.store().read(move |tx| tx.timers(id, Some(seat), TimerKind::Remind));
        timers.await.unwrap().into_iter().map(|timer| (timer.step, timer.due)).collect::<Vec<_>>()
    };
    let [(0, first)] = due(&world).await[..] else { panic!("one reminder is queued") };
    world.pass(2 * HOUR).await;
    change(&world, id, pause).await;
    world.pass(20 * HOUR).await;
    change(&world, id, resume).await;
    let [(0, later)] = due(&world).await[..] else { panic!("the reminder remains queued") };
    let hours = (later.duration_since(first) + MINUTE / 2).as_hours();
    assert_eq!(hours, 20);
    world.play_any(id).await;
    let (_, next) = world.mover(id).await;
    let seats =
        world.game(id).await.players.into_iter().map(|player| player.seat).filter(|&seat| seat != next);
    for seat in seats {
        let timers = world.service.store().read(move |tx| tx.timers(id, Some(seat), TimerKind::Remind)).await;
        assert_eq!(timers.unwrap(), []);
    }
}

/// Seats 1 and 3 are one team, seats 2 and 4 the other.
#[tokio::test]
async fn all_late_seats_leave_together() {
    for (in_time, wins) in [([].as_slice(), None), (&[1, 3], Some(1)), (&[4], Some(2)), (&[1, 2], None)] {
        let world = Fixture::new().await;
        let id = world.begin("stract players=4 | 10m/turn hard", &[BOB, CID, 4]).await;
        for seat in in_time.iter().filter_map(|&seat| Seat::new(seat)) {
            let person = world.game(id).await.person_in(seat).unwrap();
            ephemeral(world.service.play_typed(&world.by(person), "pass".to_owned()).await);
        }
        world.pass(11).await;
        let game = world.game(id).await;
        let late = game.record.iter().filter(|entry| !entry.is_move()).count();
        match (wins, in_time) {
            (Some(seat), _) => {
                let outcome = game.table.outcome().unwrap();
                assert_eq!((outcome.reason, outcome.is_draw()), (rules::TIMED_OUT, false), "{in_time:?}");
                assert_eq!(outcome.ranking.place(Seat::new(seat).unwrap()), Some(1), "{in_time:?}");
            }
            (None, []) => {
                let outcome = game.table.outcome().unwrap();
                assert_eq!((outcome.reason, outcome.is_draw(), late), (rules::LATE, true, 1));
            }
            (None, _) => {
                assert_eq!((game.state, late), (GameState::Running, 2), "each side plays on with one seat");
            }
        }
    }
}

#[tokio::test]
async fn new_time_or_player_restarts_reminders() {
    for substitute in [false, true] {
        let world = Fixture::new().await;
        let id = two(&world, "10h/turn").await;
        let (_, late) = world.mover(id).await;
        let post = data::BoardPost { turn: 0, ply: 0, since: 0, pings: Vec::new() };
        change(&world, id, move |tx, game, _| tx.set_board(game.id, 7.into(), &post)).await;
        world.pass(11 * HOUR).await;
        assert!(world.outbox().await.contains(&OutboxKind::Remind));
        change(&world, id, move |tx, game, at| match substitute {
            true => clocks::hand_over(tx, game, late, at),
            false => clocks::wait_longer(tx, game, late, clock::DAY, at),
        })
        .await;
        world.pass(7 * HOUR).await;
        assert!(!world.outbox().await.contains(&OutboxKind::Remind), "no reminder is due yet");
        // 80 % of 10 hours, or of 34 hours of which 10 are used.
        world.pass(if substitute { HOUR + 1 } else { 11 * HOUR }).await;
        assert!(world.outbox().await.contains(&OutboxKind::Remind), "{substitute}");
    }
}

#[tokio::test]
async fn outage_gives_a_vacation_day_back() {
    let mut world = Fixture::new().await;
    world.pass(0).await;
    let id = two(&world, "1d/turn hard").await;
    let (late, _) = world.mover(id).await;
    let used = async |world: &Fixture| {
        world.service.store().read(move |tx| tx.vacation(late)).await.unwrap().vacation.used
    };
    world.pass(DAY + 1).await;
    assert_eq!(used(&world).await, 1);
    let payload = world.lease_of(OutboxKind::Notice).await.payload;
    let is_left = matches!(payload, Payload::Notice { notice: Notice::Vacation { left: 20, .. }, .. });
    assert!(is_left, "{payload:?}");
    world.pass(HOUR).await;
    world.restart_after(2 * DAY).await;
    assert_eq!(used(&world).await, 1, "23 hours were left of the day");
    world.pass(22 * HOUR).await;
    assert_eq!(used(&world).await, 1);
    world.pass(2 * HOUR).await;
    assert_eq!(used(&world).await, 2);
}

#[tokio::test]
async fn pause_keeps_the_rest_of_a_vacation_day() {
    let world = Fixture::new().await;
    let id = two(&world, "1d/turn hard").await;
    let (late, _) = world.mover(id).await;
    let spent = async || {
        let days = world.service.store().read(move |tx| tx.vacation(late)).await.unwrap();
        days.vacation.used
    };
    world.pass(DAY + 1).await;
    assert_eq!(spent().await, 1);
    world.pass(HOUR).await;
    change(&world, id, pause).await;
    world.pass(3 * DAY).await;
    change(&world, id, resume).await;
    world.pass(22 * HOUR).await;
    assert_eq!(spent().await, 1, "23 hours of the day were left");
    world.pass(2 * HOUR).await;
    assert_eq!(spent().await, 2);
}
