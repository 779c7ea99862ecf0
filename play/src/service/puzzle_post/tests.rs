use clock::{days, later};
use data::OutboxKind;
use jiff::tz::TimeZone;
use rules::Options;

use super::*;
use crate::fixture::{ANN, BOB, Fixture, GUILD};

const PUZZLES: u64 = 310;

/// Returns a server with a channel for puzzles and a game.
async fn server() -> Fixture {
    let world = Fixture::new().await;
    world.begin("protozoa", &[BOB]).await;
    world.set(Setting::Puzzles, &PUZZLES.to_string()).await;
    world
}

/// Returns the puzzles that have been queued since the last call.
async fn queued(world: &Fixture) -> Vec<Payload> {
    let mut posts = Vec::new();
    while let Some(due) = world.lease().await {
        let (id, at) = (due.id, world.service.now());
        world.service.store().write(move |tx| tx.settle(id, None, at)).await.unwrap();
        posts.extend(Some(due.payload).filter(|payload| payload.kind() == OutboxKind::Puzzle));
    }
    posts
}

async fn tick(world: &Fixture) {
    while world.service.tick().await.unwrap() == super::super::Next::More {}
}

async fn to_find(world: &Fixture) -> Option<i64> {
    world.service.puzzle_to_find(BTreeSet::new()).await.unwrap().map(|search| search.day)
}

#[test]
fn posts_are_due_every_day_at_one_minute() {
    let at = Timestamp::constant(1_788_600_000, 0);
    let mut hours = [0; 24];
    for guild in (0..2400).map(|n| GuildId::from(1_162_110_224_678_912_000 + n)) {
        let due = next_due(guild, at);
        assert!((1..=86_400).contains(&due.duration_since(at).as_secs()), "{due}");
        assert_eq!(next_due(guild, due).duration_since(due), days(1), "the next one is a day later");
        assert_eq!(next_due(guild, later(due, SignedDuration::from_secs(-1))), due);
        hours[due.to_zoned(TimeZone::UTC).hour() as usize] += 1;
    }
    assert!(hours.iter().all(|&posts| (50..150).contains(&posts)), "{hours:?}");
}

#[tokio::test]
async fn puzzle_is_queued_once_a_day() {
    let world = server().await;
    tick(&world).await;
    assert_eq!(queued(&world).await, [], "it is not due yet");
    for _ in 0..2 {
        let puzzle = world.next_puzzle().await;
        let post = Payload::Puzzle { guild: GUILD.into(), channel: PUZZLES.into(), day: puzzle.is.day };
        assert_eq!(queued(&world).await, [post]);
        world.pass_unseen(60).await;
        assert_eq!(queued(&world).await, []);
        let due = world.puzzle_due().await.unwrap();
        assert!(due > world.service.now() && due <= later(world.service.now(), days(1)));
    }
}

#[tokio::test]
async fn post_waits_for_its_puzzle() {
    let world = server().await;
    world.until_puzzle().await;
    assert_eq!(queued(&world).await, [], "no puzzle was found in time");
    let again = world.puzzle_due().await.unwrap();
    assert!(again.duration_since(world.service.now()) <= WAIT);
    assert_eq!(to_find(&world).await, Some(day_of(again)));
    world.next_puzzle().await;
    assert_eq!((queued(&world).await.len(), to_find(&world).await), (1, None));
}

#[tokio::test]
async fn bot_that_was_away_posts_the_puzzle_of_today() {
    let mut world = server().await;
    world.prepare_puzzle().await;
    world.restart_after(5 * 24 * 60).await;
    assert_eq!(queued(&world).await, [], "the one that was prepared is of another day");
    let puzzle = world.next_puzzle().await;
    assert_eq!((queued(&world).await.len(), puzzle.is.day), (1, day_of(world.service.now())));
}

#[tokio::test]
async fn puzzles_need_a_channel_and_a_game() {
    let world = Fixture::new().await;
    world.set(Setting::Puzzles, &PUZZLES.to_string()).await;
    assert_eq!(to_find(&world).await, None);
    world.prepare_puzzle().await;
    world.until_puzzle().await;
    assert_eq!(queued(&world).await, [], "an outbox entry needs a game");
    world.begin("protozoa", &[BOB]).await;
    world.next_puzzle().await;
    assert_eq!(queued(&world).await.len(), 1);
    world.set(Setting::Puzzles, "default").await;
    assert_eq!((world.puzzle_due().await, to_find(&world).await), (None, None));
}

#[tokio::test]
async fn post_follows_its_channel_and_newer_puzzles() {
    let world = server().await;
    let first = world.next_puzzle().await;
    let content = async |channel: u64, day: i64| {
        let read = move |tx: &Tx<'_>| puzzle_post(tx, (GUILD.into(), channel.into()), day);
        world.service.store().read(read).await.unwrap()
    };
    let post = content(PUZZLES, first.is.day).await.expect("it is wanted here");
    assert_eq!((post.puzzle.id, post.before), (first.id, None));
    assert!(content(PUZZLES + 1, first.is.day).await.is_none());
    let second = world.next_puzzle().await;
    assert!(content(PUZZLES, first.is.day).await.is_none(), "a newer one is out");
    let (before, counts) =
        content(PUZZLES, second.is.day).await.unwrap().before.expect("there was one before");
    assert_eq!((before.id, counts), (first.id, (0, 0)));
}

#[tokio::test]
async fn search_takes_finished_games_without_secrets() {
    let world = Fixture::new().await;
    world.set(Setting::Puzzles, &PUZZLES.to_string()).await;
    for wish in ["stract turns=2", "protozoa rounds=2", "protozoa rounds=2", "protozoa rounds=2"] {
        let id = world.begin(wish, &[BOB]).await;
        world.service.resign(&world.by(ANN), id).await.unwrap();
    }
    world.begin("protozoa", &[BOB]).await;
    let due = world.puzzle_due().await.unwrap();
    world.service.clock().advance(due.duration_since(world.service.now()) - SignedDuration::from_hours(1));
    let search = world.service.puzzle_to_find(BTreeSet::new()).await.unwrap().expect("a puzzle is due soon");
    assert_eq!((search.guild, search.day, search.games.len()), (GUILD.into(), day_of(due), 3));
    assert!(search.games.iter().all(|(_, start, _)| start.kind() == Kind::Protozoa));
    assert_eq!(search.channels(), BTreeSet::from([crate::fixture::CHANNEL.into()]));
    let without = BTreeSet::from([(search.guild, search.day)]);
    assert!(world.service.puzzle_to_find(without).await.unwrap().is_none());
}

#[test]
fn search_leaves_out_games_that_only_some_could_see() {
    let game =
        |channel: u64| (channel.into(), Table::new(Kind::Protozoa, &Options::new()).unwrap(), Vec::new());
    let search = PuzzleSearch { guild: GUILD.into(), day: 3, games: (1..=9).map(game).collect(), seed: 1 };
    let open: BTreeSet<ChannelId> = [2, 4, 5, 6, 7, 8].map(ChannelId::from).into();
    let left: Vec<u64> = search.only_in(&open).games.iter().map(|(channel, ..)| channel.get()).collect();
    assert_eq!(left, [2, 4, 5, 6]);
}

#[test]
fn puzzle_has_the_server_and_day_of_its_search() {
    let start = Table::new(Kind::Protozoa, &Options::new()).unwrap();
    let search =
        PuzzleSearch { guild: GUILD.into(), day: 3, games: vec![(1.into(), start, Vec::new())], seed: 1 };
    assert_eq!(search.in_games(&|_| None), None, "a game without turns has no puzzle");
    let (position, solution) = (crate::fixture::WIN_IN_ONE.to_owned(), vec!["q@d6".to_owned()]);
    let riddle = Riddle { kind: Kind::Protozoa, position, solution };
    let puzzle = search.puzzle(riddle.clone(), false);
    assert_eq!((puzzle.guild, puzzle.day, puzzle.played), (GUILD.into(), 3, false));
    assert_eq!((puzzle.position, puzzle.solution), (riddle.position, riddle.solution));
}

#[test]
fn stopped_search_finds_nothing() {
    assert_eq!(machines_riddle(3, &|_| None), None);
}
