//! Tests of the weekly posts.

use clock::{days, later};
use data::{OutboxKind, RatingsWish, Shape};
use jiff::{SignedDuration, tz::TimeZone};
use rules::Kind;

use super::*;
use crate::{
    content::Moved,
    fixture::{ANN, BOB, CID, DAN, Fixture, GUILD},
};

const RESULTS: u64 = 300;

/// Returns a server with a channel for results and these people on a board, in order.
async fn server(people: &[u64]) -> Fixture {
    let world = Fixture::new().await;
    world.set(Setting::Results, &RESULTS.to_string()).await;
    for (&person, points) in people.iter().zip((1000..1700).rev().step_by(50)) {
        world.rate(person, points).await;
    }
    world
}

/// Returns the posts that have been queued since the last call.
async fn queued(world: &Fixture) -> Vec<Payload> {
    let mut posts = Vec::new();
    while let Some(due) = world.lease().await {
        let (id, at) = (due.id, world.service.now());
        world.service.store().write(move |tx| tx.settle(id, None, at)).await.unwrap();
        posts.extend(Some(due.payload).filter(|payload| payload.kind() == OutboxKind::Weekly));
    }
    posts
}

async fn content(world: &Fixture, week: i64) -> Option<WeeklyBoards> {
    let (at, place) = (world.service.now(), (GUILD.into(), RESULTS.into()));
    let read = move |tx: &Tx<'_>| weekly_post(tx, place, week, at);
    world.service.store().read(read).await.unwrap().map(|(boards, _)| boards)
}

async fn this_week(world: &Fixture) -> Option<WeeklyBoards> {
    content(world, week_of(day_of(world.service.now()))).await
}

#[test]
fn posts_are_due_on_monday_spread_over_the_day() {
    let at = Timestamp::constant(1_788_600_000, 0);
    let mut hours = [0; 24];
    for guild in (0..2400).map(|n| GuildId::from(1_162_110_224_678_912_000 + n)) {
        let due = next_due(guild, at);
        let local = due.to_zoned(TimeZone::UTC);
        assert_eq!(local.weekday(), jiff::civil::Weekday::Monday);
        assert!((1..=7 * 86_400).contains(&due.duration_since(at).as_secs()), "{due}");
        assert_eq!(next_due(guild, due).duration_since(due), days(7), "the next one is a week later");
        assert_eq!(next_due(guild, later(due, SignedDuration::from_secs(-1))), due);
        hours[local.hour() as usize] += 1;
    }
    assert!(hours.iter().all(|&posts| (50..150).contains(&posts)), "{hours:?}");
}

#[tokio::test]
async fn post_is_queued_once_a_week() {
    let world = server(&[ANN, BOB]).await;
    while world.service.tick().await.unwrap() == super::super::Next::More {}
    assert_eq!(queued(&world).await, [], "it is not due yet");
    for _ in 0..2 {
        world.until_weekly().await;
        let week = week_of(day_of(world.service.now()));
        let post = Payload::Weekly { guild: GUILD.into(), channel: RESULTS.into(), week };
        assert_eq!(queued(&world).await, [post]);
        world.pass_unseen(60).await;
        assert_eq!(queued(&world).await, []);
    }
}

#[tokio::test]
async fn bot_that_was_away_posts_once() {
    let mut world = server(&[ANN]).await;
    world.restart_after(5 * 7 * 24 * 60).await;
    assert_eq!(queued(&world).await.len(), 1);
    world.restart_after(1).await;
    assert_eq!(queued(&world).await, []);
    let due = world.weekly().await.unwrap().due;
    assert!(due > world.service.now() && due <= later(world.service.now(), days(7)));
}

#[tokio::test]
async fn post_needs_channel_ratings_and_switch() {
    let world = server(&[ANN]).await;
    for (setting, off, on) in [(Setting::Weekly, "off", "on"), (Setting::Ratings, "off", "on")] {
        world.set(setting, off).await;
        world.until_weekly().await;
        assert_eq!((queued(&world).await, this_week(&world).await), (vec![], None), "{setting:?}");
        world.set(setting, on).await;
        world.until_weekly().await;
        assert_eq!(queued(&world).await.len(), 1, "{setting:?}");
    }
    world.set(Setting::Results, "default").await;
    assert_eq!(world.weekly().await, None);
    world.service.clock().advance(days(8));
    while world.service.tick().await.unwrap() == super::super::Next::More {}
    assert_eq!((queued(&world).await, this_week(&world).await), (vec![], None));
}

#[tokio::test]
async fn server_without_rated_games_gets_no_post() {
    let world = server(&[]).await;
    world.until_weekly().await;
    assert_eq!((queued(&world).await, this_week(&world).await), (vec![], None));
}

#[tokio::test]
async fn upgraded_server_waits_for_its_monday() {
    let world = server(&[ANN]).await;
    let weekly = Weekly { due: Timestamp::UNIX_EPOCH, ..world.weekly().await.unwrap() };
    world.service.store().write(move |tx| tx.set_weekly(&weekly)).await.unwrap();
    world.pass_unseen(1).await;
    assert_eq!(queued(&world).await, []);
    world.until_weekly().await;
    assert_eq!(queued(&world).await.len(), 1);
}

#[tokio::test]
async fn new_channel_gets_the_next_post() {
    let world = server(&[ANN]).await;
    world.until_weekly().await;
    let shown = Some((RESULTS.into(), 8.into()));
    let weekly = Weekly { shown, ..world.weekly().await.unwrap() };
    world.service.store().write(move |tx| tx.set_weekly(&weekly)).await.unwrap();
    let old = weekly.due;
    world.set(Setting::Results, "301").await;
    assert_eq!(world.weekly().await.unwrap(), weekly, "neither sooner nor later");
    assert_eq!(this_week(&world).await, None, "an entry for the old channel posts nothing");
    let at = world.service.now();
    let read = move |tx: &Tx<'_>| weekly_post(tx, (GUILD.into(), 301.into()), 3000, at);
    let (_, message) = world.service.store().read(read).await.unwrap().unwrap();
    assert_eq!((message, world.weekly().await.unwrap().due), (None, old));
}

#[tokio::test]
async fn rows_show_movement_since_the_monday_before() {
    let world = server(&[ANN, BOB, CID]).await;
    let moved = |boards: &WeeklyBoards| -> Vec<_> {
        boards.boards[0].rows.iter().map(|row| (row.person.get(), row.moved)).collect()
    };
    world.until_weekly().await;
    let first = this_week(&world).await.unwrap();
    assert_eq!(
        moved(&first),
        [ANN, BOB, CID].map(|person| (person, Moved::Unknown)),
        "there is no Monday before"
    );
    // A pool that is new on a Monday has its first snapshot a week later.
    world.until_weekly().await;
    let first = this_week(&world).await.unwrap();
    world.rate(CID, 1800).await;
    world.rate(DAN, 1000).await;
    world.until_weekly().await;
    let second = this_week(&world).await.unwrap();
    assert_eq!(
        moved(&second),
        [(CID, Moved::Places(2)), (ANN, Moved::Places(-1)), (BOB, Moved::Places(-1)), (DAN, Moved::New)],
        "the snapshot of this Monday does not count"
    );
    assert_eq!(second.week, first.week + 1);
    assert!(second.at <= world.service.now());
}

#[tokio::test]
async fn boards_with_most_games_come_first() {
    let world = server(&[ANN]).await;
    let teams = (Kind::Stract, Shape::Team);
    for (person, points) in [(ANN, 1600), (ANN, 1610), (BOB, 1700)] {
        world.rate_in(teams, person, points).await;
    }
    world.rate_in((Kind::Semiosphere, Shape::Duel), ANN, 1500).await;
    for person in 20..40 {
        world.rate_in((Kind::Parasites, Shape::Table), person, 1400).await;
    }
    let boards = this_week(&world).await.unwrap().boards;
    let short = |board: &TopRows| (board.pool.kind, board.rows.len(), board.listed);
    assert_eq!(
        boards.iter().map(short).collect::<Vec<_>>(),
        [(Kind::Parasites, 10, 20), (Kind::Stract, 2, 2), (Kind::Semiosphere, 1, 1), (Kind::Protozoa, 1, 1)]
    );
}

#[tokio::test]
async fn hidden_and_deleted_people_are_left_out() {
    let world = server(&[ANN, BOB, CID]).await;
    let store = world.service.store();
    store.write(|tx| tx.set_ratings_wish(ANN.into(), RatingsWish::Hidden, false)).await.unwrap();
    store.write(|tx| tx.erase(BOB.into())).await.unwrap();
    let people = |boards: WeeklyBoards| -> Vec<u64> {
        boards.boards.iter().flat_map(|board| &board.rows).map(|row| row.person.get()).collect()
    };
    assert_eq!(people(this_week(&world).await.unwrap()), [CID]);
    store.write(|tx| tx.set_ratings_wish(CID.into(), RatingsWish::Off, false)).await.unwrap();
    assert_eq!(this_week(&world).await, None, "nobody is left");
    let weekly = Weekly { shown: Some((RESULTS.into(), 8.into())), ..world.weekly().await.unwrap() };
    store.write(move |tx| tx.set_weekly(&weekly)).await.unwrap();
    let emptied = this_week(&world).await.expect("the message that is there must not show them");
    assert_eq!(emptied.boards, []);
}

#[tokio::test]
async fn forgotten_server_has_no_weekly_post() {
    let world = server(&[ANN]).await;
    world.until_weekly().await;
    world.service.store().write(|tx| tx.forget_guild(GUILD.into())).await.unwrap();
    assert_eq!((world.weekly().await, this_week(&world).await), (None, None));
}
