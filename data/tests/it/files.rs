//! The database file: opening, rejection and damage.

use std::{fs, path::Path};

use data::{DatabaseFile, Readiness, Store, StoreError};

use crate::world::{World, lobby, side_door};

#[tokio::test]
async fn stored_rows_survive_reopening() {
    let world = World::on_a_file().await;
    let id = world.write(|tx| tx.open_lobby(&lobby(2, 0))).await;
    let again = Store::open(&world.path).await.unwrap();
    let lobby = again.read(move |tx| tx.lobby(id)).await.unwrap();
    assert_eq!(lobby.guests.len(), 2);
    // Two stores on one file see each other's commits.
    again.write(move |tx| tx.set_host_notified(id, Readiness::Full)).await.unwrap();
    assert_eq!(world.read(move |tx| tx.lobby(id)).await.host_notified, Readiness::Full);
}

#[tokio::test]
async fn file_of_a_later_version_is_left_unchanged() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("later.sqlite");
    // Like a backup: one file, in the journal mode of an ordinary database.
    let later = "CREATE TABLE later (x); PRAGMA user_version = 999; PRAGMA application_id = 1349808745";
    side_door(&path).execute_batch(later).unwrap();
    let before = std::fs::read(&path).unwrap();
    match Store::open(&path).await {
        Err(StoreError::TooNew { found: 999, known }) => assert!(known < 999),
        other => panic!("{:?}", other.map(drop)),
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(dir.path().read_dir().unwrap().count(), 1, "no other file");
}

#[tokio::test]
async fn other_files_are_rejected() {
    let dir = tempfile::tempdir().unwrap();
    let text = dir.path().join("notes.txt");
    std::fs::write(&text, "remember the milk, and that this is no database at all".repeat(100)).unwrap();
    let refused = Store::open(&text).await;
    assert!(matches!(refused, Err(StoreError::NotOurs { .. })), "{:?}", refused.err());
    let nowhere = Store::open(&dir.path().join("no such folder/petri.sqlite")).await;
    assert!(matches!(nowhere, Err(StoreError::SetUp(_))), "{:?}", nowhere.err());
    let folder = Store::open(dir.path()).await;
    assert!(matches!(folder, Err(StoreError::Database(_))), "{:?}", folder.err());
}

/// Returns the files of a folder with their contents.
fn contents(folder: &Path) -> Vec<(std::ffi::OsString, Vec<u8>)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<_> = files.map(|file| (file.file_name(), fs::read(file.path()).unwrap())).collect();
    files.sort();
    files
}

#[tokio::test]
async fn foreign_file_is_rejected_and_unchanged() {
    for (sql, says) in [
        (None, "is empty"),
        (Some("CREATE TABLE note (text); INSERT INTO note VALUES ('milk')"), "not one of Petri"),
        (Some("PRAGMA user_version = 3; CREATE TABLE game (x)"), "not one of Petri"),
        (Some("PRAGMA application_id = 7; CREATE TABLE game (x)"), "another program (application id 0x7)"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("petri.sqlite");
        match sql {
            Some(sql) => side_door(&path).execute_batch(sql).unwrap(),
            None => fs::write(&path, "").unwrap(),
        }
        let before = contents(dir.path());
        for refused in [
            Store::open(&path).await.err(),
            DatabaseFile::open(&path).err(),
            DatabaseFile::fold_log(&path).err(),
            DatabaseFile::bring_up_to_date(&path).err(),
        ] {
            let refused = refused.expect(says);
            assert!(
                matches!(refused, StoreError::NotOurs { .. }) && refused.to_string().contains(says),
                "{refused}"
            );
        }
        assert_eq!(contents(dir.path()), before, "{says}");
    }
}

#[tokio::test]
async fn log_without_its_database_is_rejected() {
    let world = World::on_a_file().await;
    world.write(|tx| tx.open_lobby(&lobby(2, 0))).await;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("petri.sqlite");
    fs::copy(world.path.with_file_name("petri.sqlite-wal"), dir.path().join("petri.sqlite-wal")).unwrap();
    let refused = Store::open(&path).await;
    assert!(matches!(refused, Err(StoreError::LogAlone(_))), "{:?}", refused.err());
    assert!(!path.exists());
}

#[tokio::test]
async fn database_has_an_application_id() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("petri.sqlite");
    // A start that was interrupted.
    fs::write(dir.path().join("petri.sqlite.new"), "half a file").unwrap();
    drop(Store::open(&path).await.unwrap());
    let id = |path: &Path| {
        side_door(path).pragma_query_value(None, "application_id", |row| row.get::<_, u32>(0)).unwrap()
    };
    assert_eq!(&id(&path).to_be_bytes(), b"Ptri");
    assert!(!dir.path().join("petri.sqlite.new").exists());
    // Earlier releases wrote no application id, and the content of some files is still in the log.
    let old = dir.path().join("old.sqlite");
    let sql = side_door(&old);
    sql.pragma_update(None, "journal_mode", "WAL").unwrap();
    sql.execute_batch(include_str!("../../../migrations/0001_games.sql")).unwrap();
    sql.pragma_update(None, "user_version", 1).unwrap();
    let store = Store::open(&old).await.unwrap();
    store.write(|tx| tx.open_lobby(&lobby(2, 0))).await.unwrap();
    assert_eq!(id(&old), id(&path));
    let copy = dir.path().join("copy.sqlite");
    DatabaseFile::open(&old).unwrap().copy_to(&copy).unwrap();
    assert_eq!(id(&copy), id(&path));
}

#[tokio::test]
async fn flipped_bits_are_found_before_any_write() {
    const FLIPPED: usize = 40;
    let world = World::on_a_file().await;
    for channel in 1..40 {
        world.game_of_two(channel).await;
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("petri.sqlite");
    DatabaseFile::open(&world.path).unwrap().copy_to(&path).unwrap();
    let sound = fs::read(&path).unwrap();
    // The application id is on the first page.
    for begin in [4096, 4100, 5000] {
        let mut bytes = sound.clone();
        for bit in 0..FLIPPED {
            let byte = begin + bit * (bytes.len() - begin) / FLIPPED;
            bytes[byte] ^= 1 << (bit % 8);
        }
        fs::write(&path, &bytes).unwrap();
        let refused = Store::open(&path).await.err().expect("a damaged file must be rejected");
        assert!(refused.is_damage(), "{refused}");
        let damages = DatabaseFile::open(&path).and_then(|file| file.damages());
        // Some damage keeps SQLite from checking the file at all.
        let found = damages.as_ref().map_or_else(StoreError::is_damage, |damages| !damages.is_empty());
        assert!(found, "{damages:?}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "the file was changed");
    }
    fs::write(&path, &sound).unwrap();
    drop(Store::open(&path).await.unwrap());
}
