//! `/status`: the state of the bot in words.

use data::{GuildId, OutboxKind};
use messages::text::{self, Failures};
use play::{
    fixture::{ANN, BOB, CHANNEL, Fixture},
    service::Caller,
};

/// Returns what Ann reads on a server.
async fn status(world: &Fixture, guild: u64, manages: bool, lost: Option<Failures>) -> String {
    let caller = Caller { guild: Some(GuildId::from(guild)), ..world.by(ANN) };
    text::status(&world.service.status(&caller, manages).await.unwrap(), lost)
}

#[tokio::test]
async fn status_counts_failed_connections() {
    let world = Fixture::new().await;
    assert!(!status(&world, 50, false, None).await.contains("connection"));
    let at = world.service.now();
    let words = status(&world, 50, false, Some(Failures { count: 2, last: at })).await;
    assert!(
        words.contains(&format!("failed 2\u{a0}times, most recently {}", text::stamp(at, 'R'))),
        "{words}"
    );
}

#[tokio::test]
async fn managers_see_the_failed_posts_and_reasons() {
    let world = Fixture::new().await;
    world.begin("protozoa", &[BOB]).await;
    let due = world.lease_of(OutboxKind::Board).await;
    let at = world.service.now();
    let why = text::NO_PERMISSION;
    world.service.store().write(move |tx| tx.give_up(due.id, why, at)).await.unwrap();

    let here = status(&world, 50, true, None).await;
    assert!(here.contains(env!("CARGO_PKG_VERSION")), "{here}");
    assert!(here.contains("1\u{a0}game running") && here.contains("1\u{a0}post failed"), "{here}");
    assert!(here.contains(&format!("a board in <#{CHANNEL}>")) && here.contains(why), "{here}");
    for (guild, manages) in [(50, false), (51, true)] {
        let other = status(&world, guild, manages, None).await;
        assert!(other.contains("1\u{a0}post failed") && !other.contains("<#"), "{other}");
    }
}
