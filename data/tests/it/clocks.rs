//! Clocks, timers, outages and vacation days.

use clock::{Clock, Control, Hours, Reminders, from_millis};
use data::{Days, GameId, NotificationKind, Outage, SeatClock, Setting, Settings, Timer, TimerKind, Tx};
use jiff::SignedDuration;
use rules::Seat;

use crate::world::{GUEST, HOST, World, lobby, play, start};

const HOUR: i64 = 3_600_000;

fn control() -> Control {
    "72h+12h/120h hard".parse().unwrap()
}

fn clock(seat: u8, since: Option<i64>) -> SeatClock {
    let seat = Seat::new(seat).unwrap();
    let clock = Clock {
        left: SignedDuration::from_hours(72),
        since: since.map(from_millis),
        full: SignedDuration::from_hours(72),
    };
    SeatClock { seat, clock, turn: since.map(|_| 0), hours: Hours::default(), overdue: None, late: false }
}

fn outage(since: i64, until: i64) -> Outage {
    Outage { since: from_millis(since * HOUR), until: from_millis(until * HOUR) }
}

/// Starts a game of two with clocks. The clock of seat 1 runs from the beginning of 1970 on.
async fn timed_game(world: &World) -> GameId {
    world
        .write(|tx| {
            let id = tx.open_lobby(&lobby(7, 0))?;
            tx.set_control(id, &control())?;
            let options = rules::Options::new().with("players", 2);
            let table = rules::Table::new(rules::Kind::Protozoa, &options).unwrap();
            tx.start(id, &options, &[HOST.into(), GUEST.into()], &table, from_millis(0))?;
            tx.set_clock(id, &clock(1, Some(0)))?;
            tx.set_clock(id, &clock(2, None))?;
            Ok(id)
        })
        .await
}

#[tokio::test]
async fn clocks_round_trip() {
    let world = World::new().await;
    let id = timed_game(&world).await;
    let clocks = world.open(id).await.clocks;
    assert_eq!((clocks.control, clocks.away), (control(), SignedDuration::ZERO));
    assert_eq!(clocks.seats, [clock(1, Some(0)), clock(2, None)]);
    assert_eq!(clocks.deadline(Seat::FIRST), Some(from_millis(72 * HOUR)));

    let late = SeatClock {
        turn: None,
        hours: "Europe/Berlin 23:00-08:00".parse().unwrap(),
        overdue: Some(from_millis(5)),
        late: true,
        ..clock(2, Some(9))
    };
    let written = late.clone();
    world.write(move |tx| tx.set_clock(id, &written)).await;
    assert_eq!(world.open(id).await.clocks.seats, [clock(1, Some(0)), late]);
}

#[tokio::test]
async fn game_without_clock_rows_has_no_clocks() {
    let world = World::new().await;
    let id = world.game_of_two(7).await;
    assert!(world.open(id).await.clocks.seats.is_empty());
}

#[tokio::test]
async fn outages_cost_no_clock_time() {
    for (outages, left_of_72, away) in [
        (vec![outage(1, 4)], 65, 3),
        // The game began during the outage, according to the clock of another machine.
        (vec![outage(-5, 2)], 64, 2),
        (vec![outage(1, 2), outage(4, 6)], 65, 3),
        (vec![outage(-5, 0)], 62, 0),
        (vec![outage(1, 4), outage(1, 4)], 65, 3),
    ] {
        let world = World::new().await;
        let id = timed_game(&world).await;
        let added = outages.clone();
        world.write(move |tx| added.iter().try_for_each(|outage| tx.add_outage(*outage))).await;
        let clocks = world.open(id).await.clocks;
        let first = &clocks.seats[0];
        let left = first.clock.left_at(from_millis(10 * HOUR), &clocks.calendar(first));
        assert_eq!(
            (left, clocks.away),
            (SignedDuration::from_hours(left_of_72), SignedDuration::from_hours(away)),
            "{outages:?}"
        );
        // Clocks that are written back give the same result.
        let seats = clocks.seats.clone();
        world.write(move |tx| seats.iter().try_for_each(|clock| tx.set_clock(id, clock))).await;
        assert_eq!(world.open(id).await.clocks, clocks, "{outages:?}");
    }
}

#[tokio::test]
async fn outage_is_shown_for_one_more_turn() {
    let world = World::new().await;
    let id = timed_game(&world).await;
    world.write(|tx| tx.add_outage(outage(1, 4))).await;
    for (ply, away) in [(0, 3), (1, 3), (2, 0)] {
        let game = world.open(id).await;
        assert_eq!(game.clocks.away, SignedDuration::from_hours(away), "after ply {ply}");
        let seat = game.table.to_act().first().unwrap();
        let notation = game.table.legal(seat).pop().unwrap();
        world
            .write(move |tx| play(tx, id, (seat, &notation), from_millis((5 + i64::from(ply)) * HOUR)))
            .await;
    }
}

#[tokio::test]
async fn outages_are_given_back_once_oldest_first() {
    let world = World::new().await;
    let next = |tx: &Tx<'_>| tx.outage_to_give();
    assert_eq!(world.read(next).await, None);
    world
        .write(|tx| {
            tx.add_outage(outage(5, 6))?;
            tx.add_outage(outage(1, 4))
        })
        .await;
    assert_eq!(world.read(next).await, Some((outage(1, 4), 0.into())));
    world.write(|tx| tx.set_given(outage(1, 4), Some(12.into()))).await;
    assert_eq!(world.read(next).await, Some((outage(1, 4), 12.into())));
    world.write(|tx| tx.set_given(outage(1, 4), None)).await;
    assert_eq!(world.read(next).await, Some((outage(5, 6), 0.into())));
    world.write(|tx| tx.set_given(outage(5, 6), None)).await;
    assert_eq!(world.read(next).await, None);
}

#[tokio::test]
async fn outages_that_touch_are_joined() {
    let world = World::new().await;
    world.write(|tx| (1..100).try_for_each(|hour| tx.add_outage(outage(hour, hour + 1)))).await;
    assert_eq!(world.read(|tx| tx.outages(from_millis(0))).await, [outage(1, 100)]);
    world.write(|tx| tx.set_given(outage(1, 100), None)).await;
    world.write(|tx| tx.add_outage(outage(100, 101))).await;
    assert_eq!(
        world.read(|tx| tx.outage_to_give()).await,
        Some((outage(1, 101), 0.into())),
        "all of it again"
    );
}

#[tokio::test]
async fn timers_are_found_when_due() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    let other = world.game_of_two(2).await;
    let timer = |game, seat, kind, step, due| Timer {
        game,
        seat: Seat::new(seat),
        kind,
        step,
        due: from_millis(due),
    };
    let flag = timer(id, 1, TimerKind::Flag, 0, 30);
    let first = timer(id, 1, TimerKind::Flag, 1, 20);
    let later = timer(other, 2, TimerKind::Flag, 0, 40);
    world.write(move |tx| [flag, first, later].iter().try_for_each(|timer| tx.set_timer(timer))).await;
    let due = |now, most| world.read(move |tx| tx.timers_due(from_millis(now), most));
    assert_eq!(due(19, 10).await, []);
    assert_eq!(due(40, 10).await, [first, flag, later]);
    assert_eq!(due(40, 1).await, [first]);
    assert_eq!(world.read(|tx| tx.next_timer()).await, Some(from_millis(20)));
    assert_eq!(world.read(|tx| tx.games_with_flags(0.into(), 10)).await, [id, other]);
    assert_eq!(world.read(move |tx| tx.games_with_flags(id, 10)).await, [other]);

    // A timer that was moved in the meantime stays.
    let moved = Timer { due: from_millis(50), ..flag };
    world
        .write(move |tx| {
            tx.set_timer(&moved)?;
            tx.clear_timer(&flag)?;
            tx.clear_timer(&first)
        })
        .await;
    assert_eq!(due(99, 10).await, [later, moved]);
    assert_eq!(world.read(move |tx| tx.timers(id, moved.seat, TimerKind::Flag)).await, [moved]);
    world.write(move |tx| tx.clear_timers(id, moved.seat, TimerKind::Flag)).await;
    assert_eq!(due(99, 10).await, [later]);
}

#[tokio::test]
async fn game_list_shows_the_own_deadline() {
    let world = World::new().await;
    let id = world.game_of_two(1).await;
    let timer = Timer { game: id, seat: Seat::new(2), kind: TimerKind::Flag, step: 0, due: from_millis(40) };
    world.write(move |tx| tx.set_timer(&timer)).await;
    let deadline = |person: u64| {
        let listed = world.read(move |tx| tx.games_of(person.into(), |_, _| Vec::new()));
        async move { listed.await.into_iter().map(|listed| listed.deadline).collect::<Vec<_>>() }
    };
    assert_eq!(deadline(GUEST).await, [Some(from_millis(40))]);
    assert_eq!(deadline(HOST).await, [None]);
}

#[tokio::test]
async fn settings_of_people_and_servers_are_kept() {
    let world = World::new().await;
    let nothing = world.read(|tx| tx.person(HOST.into())).await;
    assert_eq!((nothing.hours, nothing.reminders), (Hours::default(), Reminders::default()));
    let hours: Hours = "Europe/Berlin 23:00-08:00".parse().unwrap();
    let days = Days {
        vacation: clock::Vacation { allowance: clock::Vacation::ALLOWANCE, used: 3, year: 2026 },
        until: Some(from_millis(7)),
    };
    let set = hours.clone();
    world
        .write(move |tx| {
            tx.set_vacation(HOST.into(), &days)?;
            let person = tx.person(HOST.into())?;
            let muted = vec![NotificationKind::News];
            tx.set_person(&data::Person { hours: set.clone(), muted, ..person })?;
            let settings = |clock| Settings { clock: Some(clock), ..Settings::default() };
            tx.set_setting(1.into(), Setting::Clock, &settings("1d/turn".parse().unwrap()))?;
            tx.set_setting(1.into(), Setting::Clock, &settings(control()))
        })
        .await;
    let person = world.read(|tx| tx.person(HOST.into())).await;
    assert_eq!((person.hours, person.muted), (hours, vec![NotificationKind::News]));
    world.change("UPDATE person SET hours = 'somewhen'").await;
    world.change("UPDATE person SET reminders = 'soon', muted = 'turn,dance'").await;
    let unread = world.read(|tx| tx.person(HOST.into())).await;
    let unset = (Hours::default(), Reminders::default());
    assert_eq!((unread.hours, unread.reminders), unset, "what cannot be read counts as unset");
    assert_eq!(unread.muted, [NotificationKind::Turn]);
    assert_eq!(world.read(|tx| tx.vacation(HOST.into())).await, days);
    assert_eq!(world.read(|tx| tx.settings(1.into())).await.clock, Some(control()));
    assert_eq!(world.read(|tx| tx.settings(2.into())).await, Settings::default());
}

#[tokio::test]
async fn last_heartbeat_is_kept() {
    let world = World::new().await;
    assert_eq!(world.read(|tx| tx.heartbeat()).await, None);
    world.write(|tx| tx.set_heartbeat(from_millis(5))).await;
    world.write(|tx| tx.set_heartbeat(from_millis(9))).await;
    assert_eq!(world.read(|tx| tx.heartbeat()).await, Some(from_millis(9)));
}

#[tokio::test]
async fn control_of_a_running_game_cannot_change() {
    let world = World::new().await;
    let id = world.write(|tx| start(tx, rules::Kind::Protozoa, 7.into(), &[HOST.into(), GUEST.into()])).await;
    world.write(move |tx| tx.set_control(id, &control())).await;
    assert_eq!(world.open(id).await.clocks.control.start(), None);
}
