//! A short torment; `cargo run --release -p tests --bin torture` goes on for as long as one likes.

use crate::{
    torment::{Extent, torment},
    world::rough_story,
};

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_or_doubled() {
    rough_story(async |world| {
        let extent = Extent { games: 24, until: None, at_once: 8, seed: 1 };
        let counts = torment(world, &extent).await;
        println!("{counts}");
        assert!(counts.lost.is_empty() && counts.doubled.is_empty(), "{counts}");
    })
    .await;
}
