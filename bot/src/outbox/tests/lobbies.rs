//! The outbox looks after the messages of lobbies and notifies their hosts.

use clock::later;
use play::service::Invitee;

use super::*;

#[tokio::test]
async fn lobby_with_a_lost_response_is_posted() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[BOB]).await;
    chat.will(Fate::LosesAnswer);
    send_all(&world, &chat).await;
    let [shown] = chat.messages().try_into().unwrap();
    assert_eq!(shown.post.pings, [BOB.into()]);
    assert!(world.lobby(id).await.message.is_some());

    // From now on the outbox updates this message, whatever happens to the lobby.
    world.service.join(&world.by(BOB), id).await.unwrap();
    send_all(&world, &chat).await;
    let ready =
        chat.messages().into_iter().find(|shown| shown.post.content.contains("enough people are there"));
    assert_eq!(ready.unwrap().post.pings, [ANN.into()]);
    world.service.start(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    let lobby = &chat.messages()[0];
    assert!(lobby.post.content.contains("has started") && lobby.post.rows.is_empty(), "{lobby:?}");
}

#[tokio::test]
async fn deleted_lobby_is_replaced_without_pings() {
    for lost in [false, true] {
        let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
        let id = world.open("protozoa", &[BOB, CID]).await;
        send_all(&world, &chat).await;
        let mut nonces = vec![chat.messages().remove(0).nonce];
        for deleted in 1..=2 {
            chat.delete_all();
            match deleted {
                1 => world.service.leave(&world.by(CID), id).await.unwrap(),
                _ => world.service.join(&world.by(EVE), id).await.unwrap(),
            };
            if lost {
                // The edit is refused, and the response to the new post is lost.
                chat.fail(ChatError::Gone);
                chat.will(Fate::LosesAnswer);
            }
            send_all(&world, &chat).await;
            let [lobby] = chat.messages().try_into().unwrap();
            assert!(lobby.called.is_empty() && lobby.post.content.starts_with("<@2>: "), "{lobby:?}");
            assert!(
                !nonces.contains(&lobby.nonce),
                "with the same nonce Discord returns the deleted message"
            );
            nonces.push(lobby.nonce);
        }
        world.service.join(&world.by(BOB), id).await.unwrap();
        send_all(&world, &chat).await;
        let now = chat.messages().remove(0);
        assert!(
            now.edits > 0 && now.post.card.unwrap().fields[0].1.contains("✅ <@2>"),
            "the new message is kept up to date"
        );
    }
}

#[tokio::test]
async fn lobby_in_an_archived_thread_is_not_doubled() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[BOB]).await;
    send_all(&world, &chat).await;
    world.service.leave(&world.by(BOB), id).await.unwrap();
    // The lobby's thread is archived.
    chat.fail(ChatError::Gone);
    send_all(&world, &chat).await;
    assert_eq!(chat.messages().len(), 1);
}

#[tokio::test]
async fn sleeping_host_is_notified_on_waking() {
    let world = Fixture::new().await;
    let asleep = |host: u64| {
        let store = world.service.store().clone();
        let hour = world.service.now().as_millisecond().div_euclid(3_600_000).rem_euclid(24);
        async move {
            let mut person = store.read(move |tx| tx.person(host.into())).await.unwrap();
            person.hours =
                format!("UTC {:02}:00-{:02}:00", (hour + 23) % 24, (hour + 2) % 24).parse().unwrap();
            store.write(move |tx| tx.set_person(&person)).await.unwrap();
        }
    };
    asleep(ANN).await;
    for (others, leaves, notice) in
        [(vec![BOB, CID, EVE], vec![], Some("everybody is there")), (vec![BOB], vec![BOB], None)]
    {
        let chat = Arc::new(Memory::default());
        let id = world.open("protozoa", &[]).await;
        world.service.lobby_shown(id, 7.into()).await.unwrap();
        chat.messages.lock().unwrap().insert(7, Shown::new(CHANNEL.into(), &Post::default(), "lobby"));
        for &person in &others {
            world.service.join(&world.by(person), id).await.unwrap();
        }
        for person in leaves {
            world.service.leave(&world.by(person), id).await.unwrap();
        }
        let due = async |ahead: i64| {
            let (at, until) = (
                later(world.service.now(), SignedDuration::from_millis(ahead)),
                later(world.service.now(), SignedDuration::from_millis(ahead + 60_000)),
            );
            while let Some(due) =
                world.service.store().write(move |tx| tx.lease(at, until, &[])).await.unwrap()
            {
                desk(&world, &chat).deliver(due, PATIENCE).await;
            }
        };
        due(5_000).await;
        assert_eq!(chat.messages().len(), 1, "the host is asleep");
        world.service.clock().advance(SignedDuration::from_hours(3));
        due(0).await;
        let shown_posts: Vec<Shown> = chat.messages().into_iter().skip(1).collect();
        assert_eq!(shown_posts.len(), usize::from(notice.is_some()), "{shown_posts:?}");
        assert!(
            shown_posts.iter().all(|shown| notice.is_some_and(|notice| shown.post.content.contains(notice)))
        );
        world.service.clock().advance(SignedDuration::from_hours(21));
        for person in [EVE, CID, BOB, ANN] {
            let _ = world.service.leave(&world.by(person), id).await;
        }
        send_all(&world, &chat).await;
    }
}

#[tokio::test]
async fn closed_lobby_shows_the_reason() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[]).await;
    world.service.lobby_shown(id, 7.into()).await.unwrap();
    let shown = Shown::new(CHANNEL.into(), &Post::default(), "");
    chat.messages.lock().unwrap().insert(7, shown);
    world.service.leave(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    let content = chat.messages()[0].post.content.clone();
    assert!(content.contains("called the game off"), "{content}");
}

#[tokio::test]
async fn closed_lobby_without_message_is_not_posted() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa", &[]).await;
    world.service.leave(&world.by(ANN), id).await.unwrap();
    send_all(&world, &chat).await;
    assert!(chat.messages().is_empty());
}

#[tokio::test]
async fn late_invitation_is_posted_once() {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    let id = world.open("protozoa size=8", &[BOB]).await;
    send_all(&world, &chat).await;
    let guest = |person: u64| Invitee { person: person.into(), bot: false, here: true };
    world.service.invite(&world.by(ANN), id, vec![guest(CID), guest(EVE)]).await.unwrap();
    // Eve declines before she is notified.
    world.service.leave(&world.by(EVE), id).await.unwrap();
    chat.will(Fate::LosesAnswer);
    send_all(&world, &chat).await;
    let invitations: Vec<Shown> = chat
        .messages()
        .into_iter()
        .filter(|shown| shown.post.content.contains("invites you to a game of **Protozoa**, game"))
        .collect();
    let [only] = invitations.try_into().unwrap();
    assert_eq!(only.called, [PersonId::from(CID)]);
    let lobby = &chat.messages()[0];
    assert!(lobby.post.card.as_ref().unwrap().fields[0].1.contains("✉️ <@3> (invited)"), "{lobby:?}");
}
