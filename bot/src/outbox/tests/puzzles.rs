//! The daily posts of puzzles: one message each.

use std::collections::BTreeSet;

use data::Setting;

use super::*;

const PUZZLES: u64 = 310;

/// Returns a server with a channel for puzzles and a game.
async fn server() -> (Fixture, Arc<Memory>) {
    let (world, chat) = (Fixture::new().await, Arc::new(Memory::default()));
    world.begin("protozoa", &[BOB]).await;
    send_all(&world, &chat).await;
    world.set(Setting::Puzzles, &PUZZLES.to_string()).await;
    (world, chat)
}

/// Returns the messages in the channel for puzzles.
fn posts(chat: &Memory) -> Vec<Shown> {
    chat.messages().into_iter().filter(|shown| shown.channel == PUZZLES.into()).collect()
}

#[tokio::test]
async fn each_day_has_a_post_of_its_own() {
    let (world, chat) = server().await;
    for day in 1..=3 {
        world.next_puzzle().await;
        send_all(&world, &chat).await;
        let all = posts(&chat);
        assert_eq!(all.len(), day);
        let last = all.last().unwrap();
        assert_eq!((last.called.len(), last.buttons(), last.edits), (0, vec!["Solve"], 0));
    }
    let all = posts(&chat);
    let marks: BTreeSet<&str> = all.iter().map(|shown| shown.post.mark()).collect();
    assert_eq!(marks.len(), 3, "the footer tells days apart");
}

#[tokio::test]
async fn lost_puzzle_is_found_by_its_day() {
    for forgets in [false, true] {
        let (world, chat) = server().await;
        chat.forgets.store(forgets, Ordering::Relaxed);
        for day in 1..=2 {
            world.next_puzzle().await;
            chat.will(Fate::LosesAnswer);
            send_all(&world, &chat).await;
            assert_eq!(posts(&chat).len(), day, "forgets: {forgets}");
        }
    }
}

#[tokio::test]
async fn puzzle_that_nobody_wants_any_more_is_dropped() {
    let (world, chat) = server().await;
    world.next_puzzle().await;
    world.set(Setting::Puzzles, "311").await;
    send_all(&world, &chat).await;
    assert_eq!((posts(&chat).len(), world.lease().await), (0, None));
    world.next_puzzle().await;
    send_all(&world, &chat).await;
    assert_eq!(chat.messages().iter().filter(|shown| shown.channel == 311.into()).count(), 1);
}
