//! The same torment as `cargo run --release -p tests --bin torture`, for a hundred games.

use crate::{
    torment::{Extent, torment},
    world::rough_story,
};

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_or_doubled_in_a_hundred_games() {
    rough_story(async |world| {
        let extent = Extent { games: 100, until: None, at_once: 10, seed: 1 };
        let counts = torment(world, &extent).await;
        println!("{counts}");
        assert!(counts.lost.is_empty() && counts.doubled.is_empty(), "{counts}");
        assert_eq!(counts.spared(), [""; 0], "the bot was killed at every step");
    })
    .await;
}
