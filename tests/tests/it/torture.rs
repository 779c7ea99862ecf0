//! A hundred games under torment. `cargo run --release -p tests --bin torture` plays as many as you like.

use data::fixture;
use tokio::process::Command;
use tokio_util::sync::CancellationToken;

use crate::{
    cluster,
    process::{PATIENCE, UNDER_TEST},
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

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_machines_die() {
    if fixture::server().is_none() {
        return;
    }
    let extent = cluster::Extent { bots: 3, losses: 20, at_once: 8, patience: PATIENCE, seed: 1 };
    let shown = cluster::lose_machines(&extent).await.unwrap();
    println!("{shown}");
    assert!(shown.all_is_well(), "{shown}");
}

#[tokio::test]
async fn torture_program_is_its_own_bot() {
    let mut torture = Command::new(env!("CARGO_BIN_EXE_torture"));
    let output = torture.arg("--version").env(UNDER_TEST, "1").output().await.expect("the program runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && printed.starts_with("petri "), "{printed}");
}
