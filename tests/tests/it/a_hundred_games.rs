//! A hundred games under torment. `cargo run --release -p tests --bin torture` plays as many as you like.
//!
//! This test takes longest. Tests begin in the order of their names, so this one begins first and the others run beside it.

use data::fixture;
use tokio_util::sync::CancellationToken;

use crate::{
    torment::{Extent, torment},
    world::rough_story,
};

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_or_doubled() {
    // On a server fewer games are enough, because a file has the same failpoints.
    let is_on_server = fixture::server().is_some();
    rough_story(async |world| {
        let extent = Extent {
            games: if is_on_server { 40 } else { 100 },
            enough: CancellationToken::new(),
            at_once: 25,
            channels: Vec::new(),
            seed: 1,
            faults: true,
        };
        let counts = torment(world, &extent).await;
        println!("{counts}");
        assert!(counts.all_is_well(), "{counts}");
        assert!(is_on_server || counts.not_killed_at().is_empty(), "{counts}");
        assert!(
            counts.direct > 0 && counts.awaited > 0 && counts.endings > 0 && counts.rated > 0,
            "{counts}"
        );
    })
    .await;
}
