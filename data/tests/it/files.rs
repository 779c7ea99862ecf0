//! The file itself.

use data::{Readiness, Store, StoreError};

use crate::world::{World, lobby, side_door};

#[tokio::test]
async fn what_was_stored_is_there_after_opening_again() {
    let world = World::new().await;
    let id = world.write(|tx| tx.open_lobby(&lobby(2, 0))).await;
    let again = Store::open(&world.path).await.unwrap();
    let lobby = again.read(move |tx| tx.lobby(id)).await.unwrap();
    assert_eq!(lobby.guests.len(), 2);
    // Two stores on one file see each other's commits.
    again.write(move |tx| tx.set_host_told(id, Readiness::Full)).await.unwrap();
    assert_eq!(world.read(move |tx| tx.lobby(id)).await.host_told, Readiness::Full);
}

#[tokio::test]
async fn a_file_of_a_later_program_is_refused_and_left_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("later.sqlite");
    // As a backup has it: one file, in the journal mode of an ordinary database.
    side_door(&path).execute_batch("CREATE TABLE later (x); PRAGMA user_version = 999").unwrap();
    let before = std::fs::read(&path).unwrap();
    match Store::open(&path).await {
        Err(StoreError::TooNew { found: 999, known }) => assert!(known < 999),
        other => panic!("{:?}", other.map(drop)),
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(dir.path().read_dir().unwrap().count(), 1, "no further file");
}

#[tokio::test]
async fn what_is_no_database_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let text = dir.path().join("notes.txt");
    std::fs::write(&text, "remember the milk, and that this is no database at all".repeat(100)).unwrap();
    let refused = Store::open(&text).await;
    assert!(matches!(refused, Err(StoreError::Migration(_) | StoreError::Sqlite(_))), "{:?}", refused.err());
    let nowhere = Store::open(&dir.path().join("no such folder/petri.sqlite")).await;
    assert!(matches!(nowhere, Err(StoreError::SetUp(_))), "{:?}", nowhere.err());
    let folder = Store::open(dir.path()).await;
    assert!(matches!(folder, Err(StoreError::Sqlite(_))), "{:?}", folder.err());
}
