//! Bots that share a database while their machines die, and the torture program.

use data::fixture;
use tokio::process::Command;

use crate::{
    cluster,
    process::{PATIENCE, UNDER_TEST},
};

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
