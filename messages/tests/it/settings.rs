//! Posts of a player's settings.

use clock::{Vacation, Zone};
use data::{BoardLook, BoardTheme, Days, Pings, Tx};
use jiff::SignedDuration;
use messages::{action::Action, posts, view::Row};
use play::{
    Error,
    content::{Page, Preference},
    fixture::{ANN, BOB, Fixture},
    service::{Changes, ReplayWish},
};

use crate::world::{ids, post, writer};

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
    let dm = Changes { pings: Some(Pings::Dm), remind: Some("0".to_owned()), ..Changes::default() };
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
        shown.lines().find(|line| line.contains("Boards only you see")).unwrap().to_owned()
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

#[tokio::test]
async fn every_setting_can_be_changed_by_tap() {
    let world = Fixture::new().await;
    let panel = post(&world, world.service.settings(&world.by(ANN), Changes::default()).await).await;
    let Row::Menu(menu) = &panel.rows[0] else { panic!("{panel:?}") };
    assert_eq!(menu.choices.len(), Preference::ALL.len());
    let before = settings(&world, ANN, Changes::default()).await;
    for choice in &menu.choices {
        let preference = Preference::from_word(&choice.value).unwrap();
        let values = match preference.is_typed() {
            // Nothing is typed into a form that was never opened.
            true => {
                let form = posts::preference_form(preference);
                assert!(form.label.chars().count() <= 45 && form.title.chars().count() <= 45, "{form:?}");
                assert_eq!(form.action, Action::SetPreference(preference));
                vec![form.example]
            }
            false => {
                let page = post(&world, world.service.preference(&world.by(ANN), &choice.value).await).await;
                assert!(page.content.contains(':'), "{}", page.content);
                assert_eq!(ids(&page).len(), 2, "a menu and a way back");
                match &page.rows[0] {
                    Row::Menu(menu) => vec![menu.choices[1].value.clone()],
                    Row::Several(several) => {
                        assert_eq!(several.chosen.len(), several.menu.choices.len());
                        vec![several.chosen[0].clone()]
                    }
                    other => panic!("{other:?}"),
                }
            }
        };
        let set = world.service.set_preference(&world.by(ANN), preference, &values).await;
        let shown = post(&world, set).await.content;
        assert!(shown.contains("Time zone"), "{shown}");
    }
    let after = settings(&world, ANN, Changes::default()).await;
    let unchanged = before.lines().zip(after.lines()).filter(|(before, after)| before == after);
    // A switch that is on by default has been set to on or off.
    assert!(unchanged.count() <= 3, "{after}");
    let unknown = world.service.set_preference(&world.by(ANN), Preference::Text, &["maybe".to_owned()]).await;
    assert!(matches!(unknown, Err(Error::Rejected(_))));
}

#[tokio::test]
async fn letters_replace_pictures_if_wished() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, _) = world.mover(id).await;
    let look = BoardLook { text: true, ..BoardLook::default() };
    let writer = writer(&world).in_look(look);
    let shown = async |response: play::Response| writer.post(response.content()).await.unwrap();
    let board = shown(world.service.board(&world.by(mover)).await.unwrap()).await;
    let card = board.card.unwrap();
    assert!(card.picture.is_none() && card.body.starts_with("```\n8 "), "{}", card.body);
    let panel = shown(world.service.moves_panel(&world.by(mover), id).await.unwrap()).await;
    let card = panel.card.unwrap();
    assert!(card.picture.is_none() && card.body.contains("a new piece can go here: "), "{}", card.body);
    assert!(!panel.content.contains("dot: "), "a legend explains pictures: {}", panel.content);
    let semiosphere = Fixture::new().await;
    let other = semiosphere.begin("semiosphere", &[BOB]).await;
    for _ in 0..2 {
        semiosphere.play_any(other).await;
    }
    let (by, _) = semiosphere.mover(other).await;
    let steps = shown(semiosphere.service.moves_panel(&semiosphere.by(by), other).await.unwrap()).await;
    assert!(steps.content.ends_with("\nThe other squares are for **Mark · 1**."), "{}", steps.content);
    world.play_any(id).await;
    let page = shown(world.service.history_page(&world.by(mover), id, Page::Last).await.unwrap()).await;
    assert!(page.card.unwrap().body.starts_with("```\n8 "));

    // Films, sheets, pieces and hints do the same.
    world.play_any(id).await;
    let (service, by) = (&world.service, world.by(mover));
    for response in [
        service.steps(&by, id, 2).await,
        service.catch_up(&by, id).await,
        service.replay(&by, ReplayWish::default()).await,
    ] {
        let post = shown(response.unwrap()).await;
        let card = post.card.unwrap();
        assert!(card.picture.is_none() && post.second.is_none(), "{}", card.title);
        assert!(card.body.starts_with("```\n8 "), "{}", card.body);
    }
    let at = service.channel_game(&by).await.unwrap();
    let info = writer.piece(&at, "drone").await.unwrap();
    let card = info.content().card.clone().unwrap();
    assert!(card.picture.is_none() && card.body.starts_with("```\n8 "), "{}", card.body);

    let board = writer.with_pictures().post(service.board(&by).await.unwrap().content()).await.unwrap();
    assert!(board.card.unwrap().picture.is_some(), "a player can ask for a picture once");
}

#[tokio::test]
async fn key_of_letters_explains_capitals() {
    let world = Fixture::new().await;
    let id = world.begin("plankton-synapse", &[BOB]).await;
    let words = posts::text_board(&world.game(id).await, rules::Viewer::Public).content;
    assert!(words.contains("a capital letter: it glows"), "{words}");
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let words = posts::text_board(&world.game(id).await, rules::Viewer::Public).content;
    assert!(!words.contains("capital"), "{words}");
}

#[tokio::test]
async fn quick_panel_plays_a_single_move_at_once() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let (mover, seat) = world.mover(id).await;
    let game = world.game(id).await;
    let at_once = |quick| {
        let panel = posts::moves_panel(&game, seat, &[], "", quick);
        let orders = ids(&panel.post).into_iter().filter_map(|id| match id.parse() {
            Ok(Action::Order { notation, .. }) => Some(notation),
            _ => None,
        });
        orders.collect::<Vec<_>>()
    };
    assert_eq!(at_once(false), [""; 0]);
    let moves = at_once(true);
    assert!(moves.iter().all(|notation| game.table.legal(seat).contains(notation)), "{moves:?}");
    let living = moves.first().expect("a pawn can be placed at once").clone();
    let played = world.service.play_picked(&world.by(mover), id, 0, seat, living.clone()).await;
    assert!(post(&world, played).await.content.contains(&living));
    assert_eq!(world.game(id).await.record.len(), 1);
}

#[tokio::test]
async fn films_stand_still_if_wished() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    for _ in 0..9 {
        world.play_any(id).await;
    }
    let writer = writer(&world).in_look(BoardLook { still: true, ..BoardLook::default() });
    let replay = world.service.replay(&world.by(ANN), ReplayWish::default()).await.unwrap();
    let card = writer.post(replay.content()).await.unwrap().card.unwrap();
    let picture = card.picture.unwrap();
    assert!(!picture.is_film() && picture.alt.starts_with("A film of 9 turns"), "{}", picture.alt);
    assert!(
        card.body.contains("They show the start, turn 1, turn 3, turn 5, turn 7 and turn 9."),
        "{}",
        card.body
    );
    let steps = world.service.steps(&world.by(ANN), id, 9).await.unwrap();
    let card = writer.post(steps.content()).await.unwrap().card.unwrap();
    assert!(
        !card.picture.unwrap().is_film() && card.body.starts_with("The pictures are in rows of three"),
        "{}",
        card.body
    );
}
