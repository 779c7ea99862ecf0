//! Posts of a player's settings.

use clock::{Vacation, Zone};
use data::{BoardTheme, Days, Pings, Tx};
use jiff::SignedDuration;
use play::{
    fixture::{ANN, BOB, Fixture},
    service::Changes,
};

use crate::world::post;

fn typed(zone: Option<&str>, sleep: Option<&str>) -> Changes {
    Changes { zone: zone.map(str::to_owned), sleep: sleep.map(str::to_owned), ..Changes::default() }
}

/// Changes a player's settings, and returns what they read then.
async fn settings(world: &Fixture, by: u64, changes: Changes) -> String {
    post(world, world.service.settings(&world.by(by), changes).await).await.content
}

#[tokio::test]
async fn settings_are_listed_with_their_changes() {
    let world = Fixture::new().await;
    let show = async |changes| settings(&world, ANN, changes).await;
    let unset = show(Changes::default()).await;
    assert!(unset.contains("`UTC`") && unset.contains("80 %"), "{unset}");
    assert!(!unset.contains("next turn"), "nothing has changed: {unset}");

    let set = show(typed(Some("berlin"), Some("11pm-8am"))).await;
    assert!(set.contains("`Europe/Berlin`") && set.contains("`23:00-08:00`"), "{set}");
    assert!(set.contains("next turn"), "{set}");
    let dm = Changes { pings: Some(Pings::Dm), remind: Some(0), ..Changes::default() };
    let set = show(dm).await;
    assert!(set.contains("`Europe/Berlin`") && set.contains("direct message"), "{set}");
    assert_eq!(show(Changes::default()).await.lines().next(), set.lines().next());
    let set = show(typed(None, Some("None"))).await;
    assert!(set.contains("Sleep: none"), "{set}");
    let other = settings(&world, BOB, Changes::default()).await;
    assert!(other.contains("`UTC`"), "everyone has their own settings: {other}");
}

#[tokio::test]
async fn settings_name_the_look_of_pictures() {
    let world = Fixture::new().await;
    let line = async |changes| {
        let shown = settings(&world, ANN, changes).await;
        shown.lines().find(|line| line.contains("Pictures")).unwrap().to_owned()
    };
    assert!(line(Changes::default()).await.ends_with("my usual theme"));
    let theme = Some(Some(BoardTheme::Contrast));
    let look =
        Changes { theme, patterns: Some(true), flip: Some(true), big: Some(true), ..Changes::default() };
    let set = line(look).await;
    assert!(
        set.ends_with("theme `contrast`, patterns on the pieces, your side below and big boards"),
        "{set}"
    );
}

#[tokio::test]
async fn settings_name_the_remaining_vacation_days() {
    let world = Fixture::new().await;
    let show = async || {
        let shown = settings(&world, ANN, Changes::default()).await;
        shown.lines().find(|line| line.contains("Vacation")).unwrap().to_owned()
    };
    assert!(show().await.contains("21 of 21 days are left this year"), "{}", show().await);
    let at = world.service.now();
    for (used, says) in [(1, "20 of 21 days are left"), (20, "1 of 21 days is left"), (21, "none")] {
        let vacation = Vacation { used, ..Vacation::new(Vacation::ALLOWANCE, at, &Zone::utc()) };
        let spend = move |tx: &Tx<'_>| tx.set_vacation(ANN.into(), &Days { vacation, until: None });
        world.service.store().write(spend).await.unwrap();
        assert!(show().await.contains(says), "{}", show().await);
    }
    world.service.clock().advance(SignedDuration::from_hours(366 * 24));
    assert!(show().await.contains("21 of 21 days are left this year"), "{}", show().await);
}

#[tokio::test]
async fn settings_name_the_time_of_the_digest() {
    let world = Fixture::new().await;
    let show = async |digest: Option<&str>| {
        let changes = Changes { digest: digest.map(str::to_owned), ..Changes::default() };
        settings(&world, ANN, changes).await
    };
    assert!(show(None).await.contains("Daily digest: none"));
    assert!(show(Some("6:30 pm")).await.contains("at `18:30`"));
    assert!(show(Some("none")).await.contains("Daily digest: none"));
}

#[tokio::test]
async fn settings_report_closed_direct_messages() {
    let world = Fixture::new().await;
    let at = world.service.now();
    world.service.store().write(move |tx| tx.set_dm_closed(ANN.into(), at)).await.unwrap();
    let dm = Changes { pings: Some(Pings::Dm), ..Changes::default() };
    let set = settings(&world, ANN, dm).await;
    assert!(!set.contains("doesn't accept direct messages"), "{set}");
    world.service.store().write(move |tx| tx.set_dm_closed(ANN.into(), at)).await.unwrap();
    let shown = settings(&world, ANN, Changes::default()).await;
    assert!(shown.contains("doesn't accept direct messages"), "{shown}");
}
