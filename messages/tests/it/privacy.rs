//! Panels about a person's data, and posts that name a former player.

use data::{ErasureKind, RatingsWish};
use play::{
    Content, Response,
    content::PrivacyPanel,
    fixture::{ANN, BOB, Fixture},
};

use crate::world::{buttons, menu, post, writer};

#[tokio::test]
async fn panel_says_what_each_switch_does() {
    let world = Fixture::new().await;
    let empty = post(&world, world.service.privacy(&world.by(ANN)).await).await;
    assert!(empty.content.contains("- nothing so far"), "{}", empty.content);
    assert_eq!(menu(&empty).iter().map(|(_, value)| *value).collect::<Vec<_>>(), ["on", "hidden", "off"]);
    assert_eq!(buttons(&empty), ["Count for the world", "Hide my profile", "Hide my hours"]);
    world.begin("protozoa", &[BOB]).await;
    let _ = world.service.set_world(&world.by(ANN), true).await.unwrap();
    let off = post(&world, world.service.set_ratings(&world.by(ANN), RatingsWish::Off).await).await;
    for part in
        ["1\u{a0}game with your seat and your moves, 1 of them running", "your settings", "**off**", "casual"]
    {
        assert!(off.content.contains(part), "{part}: {}", off.content);
    }
    let switches = ["Don't count for the world", "Hide my profile", "Hide my hours"];
    assert!(off.content.contains("World: **on**") && buttons(&off) == switches);
    assert!(off.content.contains("Profile: **shown**") && off.content.contains("Hours: **shown**"));
    let _ = world.service.set_profile_shown(&world.by(ANN), false).await.unwrap();
    let hidden = post(&world, world.service.set_hours_shown(&world.by(ANN), false).await).await;
    assert!(hidden.content.contains("Profile: **hidden**") && hidden.content.contains("Hours: **hidden**"));
    assert_eq!(buttons(&hidden)[1..], ["Show my profile", "Show my hours"]);
    assert!(off.content.contains("never changes a game that has started"), "{}", off.content);
}

#[tokio::test]
async fn deletion_is_asked_about_with_what_stays() {
    let world = Fixture::new().await;
    let idle = post(&world, world.service.ask_erasure(&world.by(ANN)).await).await;
    assert_eq!(buttons(&idle), ["Delete now"]);
    world.begin("protozoa", &[BOB]).await;
    let ask = post(&world, world.service.ask_erasure(&world.by(ANN)).await).await;
    assert_eq!(
        buttons(&ask),
        ["Delete now (resigns 1 game)", "Delete when my games are over (30 days at most)"]
    );
    for part in ["can't be undone", "a former player", "30 more days", "stay on Discord"] {
        assert!(ask.content.contains(part), "{part}: {}", ask.content);
    }
    let waits = post(&world, world.service.erase_later(&world.by(ANN)).await).await;
    assert!(waits.content.contains("when your game is over, and <t:"), "{}", waits.content);
    assert_eq!(buttons(&waits), ["Keep my data"]);
    let panel = post(&world, world.service.privacy(&world.by(ANN)).await).await;
    assert!(panel.content.contains("You've asked me to delete your data"), "{}", panel.content);
    let panel = PrivacyPanel {
        holdings: data::Holdings {
            lobbies: 2,
            ratings: 1,
            opponents: 3,
            plans: 2,
            votes: 1,
            sketches: 2,
            notices: 1,
            weeks: 2,
            ..data::Holdings::default()
        },
        ratings: RatingsWish::Hidden,
        world: false,
        visibility: data::Visibility::default(),
        pending: Some(data::Erasure {
            person: ANN.into(),
            kind: ErasureKind::Now,
            at: world.service.now(),
            asked: world.service.now(),
        }),
    };
    let shown = post(&world, Ok(Response::Ephemeral(Content::Privacy(panel)))).await.content;
    for part in [
        "2\u{a0}open lobbies",
        "1\u{a0}rating and your results against 3\u{a0}opponents",
        "2\u{a0}planned replies",
        "1 offer or vote",
        "2\u{a0}try-out boards",
        "1\u{a0}private notice",
        "how reliably you played, for 2\u{a0}weeks",
        "being deleted",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[tokio::test]
async fn board_names_a_former_player() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let done = post(&world, world.service.erase_now(&world.by(ANN)).await).await.content;
    assert!(done.starts_with("Your data is deleted. You've resigned 1\u{a0}game."), "{done}");
    let board = writer(&world).board(&world.game(id).await, rules::Viewer::Public, 0, None).await.unwrap();
    let said = format!("{} {:?}", board.content, board.card);
    assert!(said.contains("a former player") && !said.contains(&format!("<@{ANN}>")), "{said}");
    assert!(board.content.contains(&format!("<@{BOB}> wins")), "{}", board.content);
    assert!(board.pings.iter().all(|person| !person.is_former()), "{:?}", board.pings);
}
