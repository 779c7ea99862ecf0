//! Stores that share a database.

use std::{
    collections::BTreeSet,
    pin::pin,
    time::{Duration, Instant},
};

use clock::from_millis;
use meters::Meters;
use rules::{Kind, Options};
use tokio::time::timeout;

use super::{World, break_connections};
use crate::{
    Held, NewGame, Payload, Slices, Store, StoreError,
    store::{
        Place,
        server::{Server, TEND, Writing, fair_share, open},
    },
};

impl World {
    /// Connects a store that shares the database, as that of a bot that people can reach if they may.
    async fn sharer(&self, is_reachable: bool) -> Store {
        let store = Store::share(&self.url, Meters::default(), || panic!("nobody is alone")).await.unwrap();
        store.set_reachable(is_reachable);
        store
    }
}

/// Waits until a store holds what is wanted. It lets all slices go that others wait for, as a bot without work does.
async fn until(store: &Store, wanted: impl Fn(Held) -> bool) -> Held {
    let mut held = store.held();
    loop {
        let now = *held.borrow_and_update();
        if wanted(now) {
            return now;
        }
        store.let_go(now.leaving);
        held.changed().await.unwrap();
    }
}

/// Waits until stores have divided all slices, of which each holds at most `most`.
async fn until_divided(stores: &[&Store], most: u32) {
    for store in stores {
        until(store, |held| held.slices.len() <= most && held.leaving.is_empty()).await;
    }
    let all = |stores: &[&Store]| {
        stores.iter().fold(Slices::NONE, |all, store| all.with(store.held().borrow().slices))
    };
    while all(stores) != Slices::ALL {
        for store in stores {
            until(store, |held| held.leaving.is_empty()).await;
        }
        tokio::task::yield_now().await;
    }
    let sum: u32 = stores.iter().map(|store| store.held().borrow().slices.len()).sum();
    assert_eq!(sum, 16, "no slice belongs to two stores");
}

#[test]
fn fair_share_leaves_no_slice_over() {
    for (is_reachable, reachable, share) in [
        (false, 0, 16),
        (true, 1, 16),
        (true, 2, 8),
        (true, 3, 6),
        (true, 16, 1),
        (true, 40, 1),
        (false, 1, 0),
    ] {
        assert_eq!(fair_share(is_reachable, reachable), share, "{is_reachable} {reachable}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_divide_the_servers() {
    let Some(world) = World::new().await else { return };
    let first = world.sharer(false).await;
    assert_eq!(first.held().borrow().served(), Slices::ALL, "somebody must do the work");
    first.set_reachable(true);
    let second = world.sharer(false).await;
    assert_eq!(second.held().borrow().slices, Slices::NONE, "nobody can reach it");
    second.set_reachable(true);
    until_divided(&[&first, &second], 8).await;
    let third = world.sharer(true).await;
    until_divided(&[&first, &second, &third], 6).await;
    drop(first);
    until_divided(&[&second, &third], 8).await;
    second.set_reachable(false);
    until(&second, |held| held.slices.is_empty()).await;
    until(&third, |held| held.slices == Slices::ALL).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slice_is_kept_until_its_work_is_done() {
    let Some(world) = World::new().await else { return };
    let first = world.sharer(true).await;
    let second = world.sharer(true).await;
    let mut held = first.held();
    let leaving = held.wait_for(|held| !held.leaving.is_empty()).await.unwrap().leaving;
    assert_eq!((leaving.len(), first.held().borrow().slices), (8, Slices::ALL));
    assert!(second.held().borrow().slices.is_empty(), "the first one may still work on them");
    first.let_go(leaving);
    let taken = second.held().wait_for(|held| !held.slices.is_empty()).await.unwrap().slices;
    assert_eq!(taken, leaving);
    drop(second);
    until(&first, |held| held.slices == Slices::ALL).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn store_that_connects_again_keeps_its_slices() {
    let Some(world) = World::new().await else { return };
    let (first, second) = (world.sharer(true).await, world.sharer(true).await);
    until_divided(&[&first, &second], 8).await;
    let before = (first.held().borrow().slices, second.held().borrow().slices);
    world.beside(break_connections).await;
    for dm in 1..3_u64 {
        first.write(move |tx| tx.set_dm(3.into(), dm.into())).await.unwrap();
        second.write(move |tx| tx.set_dm(4.into(), dm.into())).await.unwrap();
    }
    assert_eq!((first.held().borrow().slices, second.held().borrow().slices), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn store_leases_entries_of_its_own_slices_only() {
    let Some(world) = World::new().await else { return };
    let (first, second) = (world.sharer(true).await, world.sharer(true).await);
    until_divided(&[&first, &second], 8).await;
    let lobby = |number: u64| NewGame {
        kind: Kind::Protozoa,
        options: Options::new(),
        guild: (number << 22).into(),
        channel: (number + 1).into(),
        host: 3.into(),
        invited: Vec::new(),
        at: from_millis(0),
    };
    let queue = move |tx: &crate::Tx<'_>| {
        for number in 0..16 {
            let id = tx.open_lobby(&lobby(number))?;
            tx.queue(id, &Payload::Lobby, from_millis(0))?;
        }
        Ok::<_, StoreError>(())
    };
    first.write(queue).await.unwrap();
    let mut leased = BTreeSet::new();
    for store in [&first, &second] {
        let slices = store.held().borrow().served();
        while store.read(|tx| tx.can_lease(from_millis(1), &[])).await.unwrap() {
            let due = store.write(|tx| tx.lease(from_millis(1), from_millis(9), &[])).await.unwrap().unwrap();
            assert!(slices.holds(Some(due.guild)), "{} {slices}", due.guild);
            assert!(leased.insert(due.guild), "{} was leased before", due.guild);
        }
        // The next bot that takes these slices begins with their entries.
        store.write(move |tx| tx.release(slices, from_millis(2))).await.unwrap();
        let again = store.write(|tx| tx.lease(from_millis(2), from_millis(9), &[])).await.unwrap();
        assert!(again.is_some_and(|again| slices.holds(Some(again.guild))));
    }
    assert_eq!(leased.len(), 16);
}

/// Connects a store that shares the database, without the threads that would look after it.
fn writer(url: &str) -> Writing {
    let server = Server::at(url, Duration::from_secs(60)).unwrap();
    open(&server, &Place::shared(), Meters::default(), || panic!("nobody is alone")).unwrap().0
}

/// Returns when a writer gives up connecting again.
fn limit() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

/// Connects two stores. The first has given half of the slices away, and the second has not taken them yet.
fn with_free_slices(url: &str) -> [Writing; 2] {
    let [mut first, mut second] = [writer(url), writer(url)];
    for store in [&mut first, &mut second] {
        store.place.set_reachable(true);
        store.divide().unwrap();
    }
    first.divide().unwrap();
    let leaving = first.place.held().leaving;
    assert_eq!(leaving.len(), 8);
    first.place.let_go(leaving);
    first.divide().unwrap();
    assert_eq!(first.place.held().slices, Slices::ALL.without(leaving));
    [first, second]
}

#[tokio::test(flavor = "multi_thread")]
async fn store_whose_slices_another_held_loses_its_place() {
    let Some(world) = World::new().await else { return };
    let url = world.url.clone();
    let stop_and_go = move || {
        let (mut stopped, mut other) = (writer(&url), writer(&url));
        assert_eq!(stopped.place.held().slices, Slices::ALL);
        let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
        break_connections(&mut client);
        assert!(other.recover(limit()).unwrap());
        // It sees that a store is gone, and leaves its slices alone for a while.
        other.divide().unwrap();
        other.leaves_others_until = None;
        other.divide().unwrap();
        assert_eq!(other.place.held().slices, Slices::ALL);
        // The other one ends, too, so the slices are free again.
        let process = format!("SELECT count(*) FROM pg_stat_activity WHERE {}", other.process);
        drop(other);
        while client.query_one(&process, &[]).unwrap().get::<_, i64>(0) > 0 {}
        assert!(!stopped.recover(limit()).unwrap());
        assert!(!stopped.has_place);
    };
    tokio::task::spawn_blocking(stop_and_go).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_begin_sessions_of_a_bucket_in_turn() {
    let Some(world) = World::new().await else { return };
    let (first, second) = (world.sharer(true).await, world.sharer(true).await);
    let begun = first.session_start(3).await;
    drop(second.session_start(4).await);
    {
        let mut next = pin!(second.session_start(3));
        assert!(timeout(4 * TEND, &mut next).await.is_err(), "another bot begins one");
        drop(begun);
        next.await;
    }
    // A bot that dies may have begun a session just before, and keeps others waiting for no longer than that.
    let _begun = first.session_start(3).await;
    drop(first);
    let mut next = pin!(second.session_start(3));
    assert!(timeout(4 * TEND, &mut next).await.is_err(), "the one that died may have begun one");
    next.await;
}

#[tokio::test(flavor = "multi_thread")]
async fn start_of_a_dying_bot_is_not_taken_at_once() {
    let Some(world) = World::new().await else { return };
    let url = world.url.clone();
    let die_between_looks = move || {
        const BUCKET: u64 = 1 << 3;
        let [mut dying, mut other] = with_free_slices(&url);
        dying.place.starts().want(BUCKET);
        for held in [0, BUCKET] {
            dying.divide().unwrap();
            assert_eq!(dying.place.starts().held(), held);
        }
        // The server frees its locks one by one, and the other bot looks in between.
        dying.place.starts().want_no_longer(BUCKET);
        dying.divide().unwrap();
        other.place.starts().want(BUCKET);
        other.divide().unwrap();
        assert_eq!((other.places, other.taken_starts), (2, BUCKET));
        let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
        let process = format!("SELECT count(*) FROM pg_stat_activity WHERE {}", dying.process);
        drop(dying);
        while client.query_one(&process, &[]).unwrap().get::<_, i64>(0) > 0 {}
        other.divide().unwrap();
        assert_eq!((other.place.starts().held(), other.taken_starts), (0, 0));
    };
    tokio::task::spawn_blocking(die_between_looks).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn slices_come_back_from_a_store_that_stopped() {
    let Some(world) = World::new().await else { return };
    let url = world.url.clone();
    let give_to_a_stopped_store = move || {
        let [mut first, mut stopped] = with_free_slices(&url);
        // The other one never looks again.
        while first.place.held().slices != Slices::ALL {
            first.divide().unwrap();
        }
        assert_eq!(first.place.held().sharers, 1);
        stopped.divide().unwrap();
        first.divide().unwrap();
        assert_eq!(first.place.held().leaving.len(), 8, "it is at work again");
        assert_eq!(first.place.held().sharers, 2, "they share what Discord allows");
    };
    tokio::task::spawn_blocking(give_to_a_stopped_store).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_that_are_all_back_wait_no_longer() {
    let Some(world) = World::new().await else { return };
    let url = world.url.clone();
    let break_while_slices_are_free = move || {
        let [mut first, mut second] = with_free_slices(&url);
        break_connections(&mut postgres::Client::connect(&url, postgres::NoTls).unwrap());
        assert!(first.recover(limit()).unwrap());
        first.divide().unwrap();
        assert!(first.leaves_others_until.is_some(), "the other one is not back");
        assert!(second.recover(limit()).unwrap());
        second.divide().unwrap();
        assert_eq!(second.place.held().slices.len(), 8);
        first.divide().unwrap();
        assert!(first.leaves_others_until.is_none());
    };
    tokio::task::spawn_blocking(break_while_slices_are_free).await.unwrap();
}
