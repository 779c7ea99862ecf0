//! The weekly post of leaderboards: one message, edited every week.

use data::{Setting, Slices};

use super::*;

const RESULTS: u64 = 300;

/// Returns a server with a channel for results and people on a board.
async fn server() -> (Fixture, Arc<Memory>) {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    world.set(Setting::Results, &RESULTS.to_string()).await;
    for (person, points) in [(ANN, 1700), (BOB, 1600)] {
        world.rate(person, points).await;
    }
    (world, chat)
}

/// Lets a week pass and delivers its post.
async fn week(world: &Fixture, chat: &Arc<Memory>) {
    world.until_weekly().await;
    send_all(world, chat).await;
}

/// Returns the messages in a channel.
fn posts(chat: &Memory, channel: u64) -> Vec<Shown> {
    chat.messages().into_iter().filter(|shown| shown.channel == channel.into()).collect()
}

fn rows(shown: &Shown) -> String {
    let fields = shown.post.card.iter().flat_map(|card| &card.fields);
    fields.map(|(name, rows)| format!("{name}\n{rows}\n")).collect()
}

#[tokio::test]
async fn weekly_post_is_edited_in_place() {
    let (world, chat) = server().await;
    week(&world, &chat).await;
    let [first] = posts(&chat, RESULTS).try_into().unwrap();
    assert!(rows(&first).contains("**1.** <@1>") && rows(&first).contains("**2.** <@2>"), "{first:?}");
    assert_eq!((first.called.len(), first.buttons()), (0, vec!["Leaderboard"]));
    // A pool that is new on a Monday has its first snapshot a week later.
    week(&world, &chat).await;
    world.rate(CID, 1800).await;
    week(&world, &chat).await;
    let [second] = posts(&chat, RESULTS).try_into().unwrap();
    assert!(rows(&second).contains("**1.** <@3>") && rows(&second).contains("▼"), "{second:?}");
    assert_eq!((second.edits, second.post.pings.len()), (2, 0));
    assert_ne!(first.post.mark(), second.post.mark());
}

#[tokio::test]
async fn deleted_weekly_post_is_replaced() {
    let (world, chat) = server().await;
    week(&world, &chat).await;
    for refusal in [None, Some(ChatError::Forbidden), Some(ChatError::Refused("archived".to_owned()))] {
        chat.delete_all();
        if let Some(refusal) = refusal {
            chat.fail(refusal);
        }
        week(&world, &chat).await;
        assert_eq!(posts(&chat, RESULTS).len(), 1);
    }
    week(&world, &chat).await;
    assert_eq!(posts(&chat, RESULTS)[0].edits, 1, "the new message is edited from then on");
}

#[tokio::test]
async fn channel_that_refuses_is_tried_next_week() {
    for refusal in [|| ChatError::NoChannel, || ChatError::Forbidden] {
        let (world, chat) = server().await;
        chat.fail(refusal());
        week(&world, &chat).await;
        assert_eq!(chat.messages().len(), 0);
        let id = world.weekly().await.unwrap().game.unwrap();
        let failed = async || {
            let at = world.service.now();
            world.service.store().read(move |tx| tx.failed_in(50.into(), at, 9)).await.unwrap()
        };
        assert_eq!((failed().await.len(), failed().await[0].channel), (1, RESULTS.into()), "game {id}");
        week(&world, &chat).await;
        assert_eq!((posts(&chat, RESULTS).len(), failed().await.len()), (1, 0));
    }
}

#[tokio::test]
async fn new_channel_gets_a_new_weekly_post() {
    let (world, chat) = server().await;
    week(&world, &chat).await;
    world.set(Setting::Results, "301").await;
    week(&world, &chat).await;
    week(&world, &chat).await;
    let [old, new] = [RESULTS, 301].map(|channel| posts(&chat, channel));
    assert_eq!((old.len(), old[0].edits, new.len(), new[0].edits), (1, 0, 1, 1));
}

#[tokio::test]
async fn lost_weekly_post_is_found_by_its_week() {
    for forgets in [false, true] {
        let (world, chat) = server().await;
        world.until_weekly().await;
        chat.forgets.store(forgets, Ordering::Relaxed);
        chat.will(Fate::LosesAnswer);
        send_all(&world, &chat).await;
        assert_eq!(posts(&chat, RESULTS).len(), 1, "forgets: {forgets}");
        chat.will(Fate::LosesAnswer);
        week(&world, &chat).await;
        let [post] = posts(&chat, RESULTS).try_into().unwrap();
        assert_eq!(post.edits, 2, "the edit is repeated");
    }
}

#[tokio::test]
async fn worker_killed_at_any_point_posts_once() {
    let (world, chat) = server().await;
    world.until_weekly().await;
    // Each worker dies after its lease or its request, and the next one takes the entry over.
    let take_over = async || {
        let at = world.service.now();
        world.service.store().write(move |tx| tx.release(Slices::ALL, at)).await.unwrap();
        world.lease().await.unwrap()
    };
    world.lease().await.unwrap();
    let due = take_over().await;
    chat.will(Fate::LosesAnswer);
    assert!(desk(&world, &chat).send(&due).await.is_err(), "the post is there, and nothing is recorded");
    let due = take_over().await;
    assert!(desk(&world, &chat).send(&due).await.is_ok());
    send_all(&world, &chat).await;
    assert_eq!((posts(&chat, RESULTS).len(), world.lease().await), (1, None));
}

#[tokio::test]
async fn emptied_board_does_not_keep_its_rows() {
    let (world, chat) = server().await;
    week(&world, &chat).await;
    for person in [ANN, BOB] {
        world.service.store().write(move |tx| tx.erase(person.into())).await.unwrap();
    }
    week(&world, &chat).await;
    let [post] = posts(&chat, RESULTS).try_into().unwrap();
    assert!(post.body().contains("Nobody is listed") && rows(&post).is_empty(), "{post:?}");
}
