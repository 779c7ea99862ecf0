//! Copies of the file, made while it is in use.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use clock::from_millis;
use data::{DatabaseFile, NewOffer, NextIds, OfferKind, Part, Store, StoreError};
use rules::{RESIGN, Seat};

use crate::world::{HOST, World, lobby, play, side_door};

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn copy_beside_the_running_store_is_complete() {
    let world = World::on_a_file().await;
    let id = world.game_of_two(1).await;
    world.write(move |tx| play(tx, id, (Seat::FIRST, "p@f4"), from_millis(5))).await;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.sqlite");
    let file = DatabaseFile::open(&world.path).unwrap();
    file.copy_to(&path).unwrap();
    // Later changes are not in the copy, and the store continues as before.
    world.write(move |tx| play(tx, id, (Seat::FIRST, RESIGN), from_millis(6))).await;

    assert_eq!(files(folder.path()), ["copy.sqlite"], "the copy has no side files");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let copy = DatabaseFile::open(&path).unwrap();
    copy.check_version().unwrap();
    assert!(copy.damages().unwrap().is_empty());
    let (stretch, record) =
        copy.read(|tx| Ok((tx.verify_some(Part::Running, None, || true)?, tx.record(id)?))).unwrap();
    assert_eq!((stretch.games, stretch.differing.len(), record.len()), (1, 0, 1));
    drop(copy);
    assert_eq!(Store::open(&path).await.unwrap().read(move |tx| tx.open(id)).await.unwrap().record.len(), 1);

    match file.copy_to(&path) {
        Err(StoreError::Copy { source, .. }) => assert_eq!(source.kind(), std::io::ErrorKind::AlreadyExists),
        other => panic!("{other:?}"),
    }
}

#[test]
fn missing_file_is_not_created() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("petri.sqlite");
    assert!(matches!(DatabaseFile::open(&path), Err(StoreError::NotThere(named)) if named == path));
    assert!(files(folder.path()).is_empty());
}

#[tokio::test]
async fn old_file_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.sqlite");
    let sql = side_door(&path);
    sql.execute_batch(include_str!("../../../migrations/0001_games.sql")).unwrap();
    sql.pragma_update(None, "user_version", 1).unwrap();
    sql.pragma_update(None, "journal_mode", "WAL").unwrap();
    drop(sql);
    let old = DatabaseFile::open(&path).unwrap();
    assert!(matches!(old.check_version(), Err(StoreError::TooOld { found: 1, .. })));
    drop(old);
    DatabaseFile::bring_up_to_date(&path).unwrap();
    assert_eq!(files(folder.path()), ["old.sqlite"]);
    DatabaseFile::open(&path).unwrap().check_version().unwrap();

    side_door(&path).pragma_update(None, "user_version", 999).unwrap();
    assert!(matches!(DatabaseFile::bring_up_to_date(&path), Err(StoreError::TooNew { found: 999, .. })));
}

#[tokio::test]
async fn damage_is_found() {
    let world = World::on_a_file().await;
    for channel in 1..40 {
        world.game_of_two(channel).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.sqlite");
    DatabaseFile::open(&world.path).unwrap().copy_to(&path).unwrap();

    let orphaned = folder.path().join("orphaned.sqlite");
    fs::copy(&path, &orphaned).unwrap();
    let sql = side_door(&orphaned);
    sql.execute_batch("PRAGMA foreign_keys = off; DELETE FROM game WHERE id = 3").unwrap();
    drop(sql);
    let damages = DatabaseFile::open(&orphaned).unwrap().damages().unwrap();
    assert!(damages.iter().any(|damage| damage == "a row of seat belongs to none of game"), "{damages:?}");

    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xaa);
    fs::write(&path, bytes).unwrap();
    // Either the check finds the damage, or it cannot be made at all.
    let damages = DatabaseFile::open(&path).and_then(|file| file.damages());
    assert!(damages.is_err() || damages.is_ok_and(|damages| !damages.is_empty()));
}

#[tokio::test]
async fn copy_can_skip_ids_of_the_original() {
    let world = World::on_a_file().await;
    let old = world.game_of_two(1).await;
    let ids = async |world: &World, channel: u64| {
        let game = world.game_of_two(channel).await;
        let new = NewOffer {
            game,
            kind: OfferKind::Draw,
            person: HOST.into(),
            seat: None,
            ply: 0,
            at: from_millis(1),
        };
        (game.get(), world.write(move |tx| tx.open_offer(&new)).await.get())
    };
    assert_eq!(ids(&world, 2).await, (old.get() + 1, 1), "ids usually rise by one");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.sqlite");
    DatabaseFile::open(&world.path).unwrap().copy_to(&path).unwrap();
    ids(&world, 3).await;
    let (game, offer) = ids(&world, 4).await;
    let others = DatabaseFile::open(&world.path).unwrap().next_ids().unwrap();
    assert_eq!(others, NextIds { game: (game + 1).into(), offer: (offer + 1).into() });
    DatabaseFile::skip_ids(&path, Some(others)).unwrap();
    let next = DatabaseFile::open(&path).unwrap().next_ids().unwrap();
    assert_eq!((next.game.get(), next.offer.get()), (game + 1_000_001, offer + 1_000_001));
    let store = Store::open(&path).await.unwrap();
    for id in [next.game.get(), next.game.get() + 1] {
        let new = lobby(id, 5);
        assert_eq!(store.write(move |tx| tx.open_lobby(&new)).await.unwrap().get(), id);
    }
    assert_eq!(store.read(move |tx| tx.open(old)).await.unwrap().id, old);
}

#[tokio::test]
async fn lock_of_another_program_is_noticed() {
    let world = World::on_a_file().await;
    let file = DatabaseFile::open(&world.path).unwrap();
    assert!(!file.is_locked().unwrap());
    let other = side_door(&world.path);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(file.is_locked().unwrap());
    other.execute_batch("ROLLBACK").unwrap();
    assert!(!file.is_locked().unwrap());
    world.game_of_two(1).await;
}

#[tokio::test]
async fn log_is_emptied_beside_the_store() {
    let world = World::on_a_file().await;
    let id = world.game_of_two(1).await;
    let log = world.path.with_file_name("petri.sqlite-wal");
    assert!(fs::metadata(&log).unwrap().len() > 0);
    DatabaseFile::empty_log(&world.path).unwrap();
    assert_eq!(fs::metadata(&log).unwrap().len(), 0);
    world.write(move |tx| play(tx, id, (Seat::FIRST, "p@f4"), from_millis(5))).await;
    assert_eq!(world.open(id).await.record.len(), 1);
}
