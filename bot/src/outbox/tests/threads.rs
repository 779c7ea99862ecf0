//! The thread that was opened for a lobby is named after all players when the game starts.

use clock::from_millis;
use jiff::Timestamp;
use play::service::{Invitee, Member, NewThread, Opened, Wish, thread_name};

use super::*;

/// The fixture's players are in this channel, so that they can play there.
const THREAD: u64 = CHANNEL;

/// Ann opens a lobby in a thread of its own and invites these people, who are called as the second one of each pair says.
async fn lobby_in_thread(world: &Fixture, invited: &[(u64, &str)]) -> GameId {
    let ann = world.by(ANN);
    let wish = Wish {
        game: "protozoa".to_owned(),
        options: String::new(),
        clock: String::new(),
        machine: None,
        invited: invited
            .iter()
            .map(|&(person, _)| Invitee { person: person.into(), bot: false, here: true })
            .collect(),
    };
    let request = world.service.consider(&ann, &wish).await.unwrap();
    let Opened::New(lobby) = world.service.reserve_lobby(&ann, &Member::default(), &request).await.unwrap()
    else {
        panic!("no other lobby")
    };
    let people: Vec<(u64, &str)> = [(ANN, "Ann")].into_iter().chain(invited.iter().copied()).collect();
    let names: Vec<String> = people.iter().map(|(_, name)| name.to_string()).collect();
    let thread = NewThread {
        id: THREAD.into(),
        name: thread_name(lobby.kind, &names, lobby.id),
        people: people.iter().map(|&(person, name)| (person.into(), name.to_owned())).collect(),
    };
    world.service.place_lobby(&ann, lobby.id, thread).await.unwrap();
    lobby.id
}

/// These people join a lobby under these names, and Ann starts the game.
async fn start_with(world: &Fixture, id: GameId, people: &[(u64, &str)]) {
    for &(person, name) in people {
        world.service.join_as(&world.by(person), id, name).await.unwrap();
    }
    world.service.start(&world.by(ANN), id).await.unwrap();
}

/// The names that are recorded for the people of a lobby.
async fn names(world: &Fixture, id: GameId) -> Vec<Option<String>> {
    let people = [ANN, BOB, CID].map(PersonId::from);
    let names = world.service.store().read(move |tx| -> Result<_, StoreError> {
        people.into_iter().map(|person| tx.name(id, person)).collect()
    });
    names.await.unwrap()
}

#[tokio::test]
async fn a_thread_is_renamed_once_after_all_players() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = lobby_in_thread(&world, &[]).await;
    start_with(&world, id, &[(BOB, "Ben"), (CID, "Cid")]).await;
    send_all(&world, &chat).await;
    world.play_any(id).await;
    send_all(&world, &chat).await;
    let renamed = chat.renamed.lock().unwrap().clone();
    assert_eq!(renamed, [(THREAD.into(), format!("Protozoa: Ann, Ben and Cid, {id}"))]);
    assert_eq!(boards(&chat).len(), 2);
    assert_eq!(names(&world, id).await, [None, None, None], "nobody needs them any more");
}

#[tokio::test]
async fn a_thread_keeps_a_name_that_fits() {
    for (invited, joined, renamed) in [
        (vec![(BOB, "Ben")], vec![(BOB, "Ben")], None),
        (vec![(BOB, "Ben")], vec![(CID, "Cid")], Some("Protozoa: Ann and Cid")),
        (vec![(BOB, "Ben")], vec![(BOB, "Benjamin")], Some("Protozoa: Ann and Benjamin")),
    ] {
        let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
        let id = lobby_in_thread(&world, &invited).await;
        start_with(&world, id, &joined).await;
        send_all(&world, &chat).await;
        let found = chat.renamed.lock().unwrap().pop().map(|(_, name)| name);
        assert_eq!(found, renamed.map(|name| format!("{name}, {id}")));
    }
}

#[tokio::test]
async fn only_threads_of_the_bot_are_renamed() {
    let (world, chat, id) = begun("protozoa", &[BOB]).await;
    assert!(chat.renamed.lock().unwrap().is_empty());
    let thread = world.service.store().read(move |tx| tx.thread(id)).await.unwrap();
    assert_eq!(thread, None);
}

#[tokio::test]
async fn a_closed_lobby_forgets_names() {
    let world = Fixture::new().await;
    let id = lobby_in_thread(&world, &[(BOB, "Ben")]).await;
    assert_eq!(names(&world, id).await, [Some("Ann".to_owned()), Some("Ben".to_owned()), None]);
    world.service.leave(&world.by(ANN), id).await.unwrap();
    assert_eq!(names(&world, id).await, [None, None, None]);
}

#[tokio::test]
async fn a_refused_rename_costs_nothing_else() {
    for (error, tries) in [
        (ChatError::Forbidden, 1),
        (ChatError::Gone, 1),
        (ChatError::NoChannel, 1),
        (ChatError::Refused("too soon".to_owned()), 1),
        (ChatError::Limited { after: Duration::from_secs(600) }, 2),
        (ChatError::Unavailable("502".to_owned()), 2),
    ] {
        let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
        let id = lobby_in_thread(&world, &[]).await;
        start_with(&world, id, &[(BOB, "Ben")]).await;
        let due = world.lease_of(OutboxKind::Rename).await;
        let kind = error.to_string();
        chat.fail(error);
        desk(&world, &chat).deliver(due, PATIENCE).await;
        assert_eq!(world.game(id).await.state, GameState::Running, "{kind}");
        assert_eq!(
            world.service.store().read(|tx| tx.suspended_since(Timestamp::MAX)).await.unwrap(),
            [],
            "{kind}"
        );
        let status = world.service.store().read(|tx| tx.counts(from_millis(0))).await.unwrap();
        assert_eq!(status.failed, 0, "{kind}");
        send_all(&world, &chat).await;
        assert_eq!(chat.renamed.lock().unwrap().len(), tries - 1, "{kind}");
    }
}

#[tokio::test]
async fn a_rename_is_tried_three_times() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = lobby_in_thread(&world, &[]).await;
    start_with(&world, id, &[(BOB, "Ben")]).await;
    for _ in 0..3 {
        let due = world.lease_of(OutboxKind::Rename).await;
        chat.fail(ChatError::Unavailable("502".to_owned()));
        desk(&world, &chat).deliver(due, PATIENCE).await;
    }
    assert!(!world.outbox().await.contains(&OutboxKind::Rename));
    assert!(chat.renamed.lock().unwrap().is_empty());
}
