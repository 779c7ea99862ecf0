//! Power losses while the store writes. `cargo run --release -p tests --bin torture -- --power-loss 1000` cuts the power as often as
//! you like.

use crate::{
    power::{Counts, Extent, Fault, Syncs, lose_power, missing},
    process::skip,
};

/// Cuts the power on a disk that syncs like this, during so many moves. Returns `None` without `strace`, and a line says so.
async fn cut(syncs: Syncs, moves: u64) -> Option<Counts> {
    if let Some(why) = missing().await {
        skip("a power loss", "PETRI_STRACE", &why);
        return None;
    }
    Some(lose_power(&Extent { losses: 60, moves, seed: 1, syncs }).await)
}

#[tokio::test(flavor = "multi_thread")]
async fn power_loss_takes_nothing_that_was_acknowledged() {
    // With few moves, most losses fall into the first start.
    for moves in [90, 6] {
        let Some(counts) = cut(Syncs::Obeyed, moves).await else { return };
        assert!(counts.all_is_well(), "{counts}");
        assert!(counts.amid_changes > 0 && counts.acknowledged > 0, "{counts}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn disk_that_does_not_sync_loses_moves() {
    for syncs in [Syncs::Ignored, Syncs::Rare] {
        let Some(counts) = cut(syncs, 90).await else { return };
        assert!(counts.faults.contains_key(&Fault::LostMove), "{counts}");
    }
}
