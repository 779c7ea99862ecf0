//! Lobbies: their posts, their panels, and the messages about them.

use clock::later;
use data::{Lobby, NewGame, PersonId, Seating};
use jiff::SignedDuration;
use messages::{posts, text, view::Post};
use play::{
    fixture::{ANN, BOB, CHANNEL, CID, DAN, Fixture},
    service::{Caller, why_closed},
};
use rules::{Kind, Options, Value, Viewer};

use crate::world::{buttons, menu, next_notice, post};

fn field<'p>(post: &'p Post, wanted: &str) -> &'p str {
    let fields = &post.card.as_ref().unwrap().fields;
    &fields.iter().find(|(name, _)| name == wanted).unwrap().1
}

/// Returns the words of a lobby's post about the seats.
fn seats(lobby: &Lobby) -> String {
    field(&posts::lobby(lobby), "Seats").to_owned()
}

#[tokio::test]
async fn lobby_invites_until_its_game_has_started() {
    let world = Fixture::new().await;
    let id = world.open("protozoa size=6", &[BOB, CID]).await;
    let shown = posts::lobby(&world.lobby(id).await);
    assert_eq!(shown.pings, [BOB.into(), CID.into()]);
    let all = ["Join", "Leave", "Start", "Options", "Rules", "Play casual", "Players", "Fill with Grazer"];
    assert_eq!(buttons(&shown), all);

    let shown = post(&world, world.service.join(&world.by(BOB), id).await).await;
    assert_eq!(shown.pings, [CID.into()], "only users who have not responded");
    world.service.leave(&world.by(CID), id).await.unwrap();
    let started = post(&world, world.service.start(&world.by(ANN), id).await).await;
    assert!(started.rows.is_empty() && started.pings.is_empty());
}

#[tokio::test]
async fn lobby_says_that_a_game_is_uneven() {
    for (wish, words) in [
        ("semiosphere", None),
        (
            "semiosphere preset=standard",
            Some("it took 67 of 100 points. Equal players often tie: machines tied 55 of 100 such games."),
        ),
        ("plankton_synapse preset=standard", Some("machines tied 74 of 100 such games")),
        ("plankton_synapse", Some("has an edge: between equal machines it took 58 of 100 points")),
        ("semiosphere preset=standard rows=9", None),
        ("semiosphere preset=standard players=3", None),
        ("parasites", None),
        ("protozoa", None),
    ] {
        let world = Fixture::new().await;
        let id = world.open(wish, &[BOB]).await;
        let shown = posts::lobby(&world.lobby(id).await);
        let options = field(&shown, "Options");
        assert_eq!(options.contains("machine"), words.is_some(), "{wish}: {options}");
        assert!(words.is_none_or(|words| options.contains(words)), "{wish}: {options}");
    }
}

#[tokio::test]
async fn lobby_says_whether_the_game_is_rated() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[BOB]).await;
    let shown = async || posts::lobby(&world.lobby(id).await);
    assert_eq!(field(&shown().await, "Rating"), "Rated.");
    let casual = post(&world, world.service.set_casual(&world.by(BOB), id, true).await).await;
    assert_eq!(field(&casual, "Rating"), "Casual, because one of you chose so.");
    assert!(buttons(&casual).contains(&"Play rated"), "the host is still alone");
    world.service.join(&world.by(BOB), id).await.unwrap();
    let buttons_of_two = shown().await;
    assert!(!buttons(&buttons_of_two).iter().any(|label| ["Play casual", "Play rated"].contains(label)));
    let started = post(&world, world.service.start(&world.by(ANN), id).await).await;
    assert!(started.card.unwrap().body.ends_with("Casual, because one of you chose so."));
}

#[tokio::test]
async fn lobby_says_how_people_play() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[BOB]).await;
    let mut lobby = world.lobby(id).await;
    lobby.guests[0].pace = Some(SignedDuration::from_hours(6));
    let players = &posts::lobby(&lobby).card.unwrap().fields[0].1;
    assert_eq!(players, "✅ <@1> (host) · moves in about 6\u{a0}h\n✉️ <@2> (invited)");
    let people = post(&world, world.service.lobby_people(&world.by(BOB), id).await).await;
    let lines = "- <@1>: new here: 0\u{a0}turns so far\n- <@2>: new here: 0\u{a0}turns so far";
    assert!(people.content.contains(lines) && people.pings.is_empty(), "{}", people.content);
}

#[tokio::test]
async fn voided_result_is_explained_to_the_players() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    world.play_any(id).await;
    world.play_any(id).await;
    world.service.resign(&world.by(BOB), id).await.unwrap();
    world.service.void_result(id, "Bob let a friend play".to_owned()).await.unwrap();
    let said = next_notice(&world).await;
    assert!(
        said.contains("no longer counts") && said.ends_with("The reason: Bob let a friend play"),
        "{said}"
    );
}

#[tokio::test]
async fn host_reads_whether_more_can_join() {
    const MORE: &str = "or wait for more";
    const FULL: &str = "everybody is there";
    for (wish, joining, words) in [
        ("protozoa", vec![BOB], MORE),
        ("protozoa", vec![BOB, CID, DAN], FULL),
        ("protozoa players=2", vec![BOB], FULL),
        ("stract", vec![BOB], MORE),
        ("stract players=4", vec![BOB], MORE),
        ("stract players=4", vec![BOB, CID, DAN], FULL),
    ] {
        let world = Fixture::new().await;
        let id = world.open(wish, &[]).await;
        for person in joining {
            world.service.join(&world.by(person), id).await.unwrap();
        }
        let ready = posts::ready(&world.lobby(id).await);
        assert!(ready.content.contains(words), "{wish}: {}", ready.content);
        assert_eq!(ready.pings, [ANN.into()]);
    }
}

#[tokio::test]
async fn second_request_points_to_the_open_lobby() {
    let world = Fixture::new().await;
    let waiting = async || world.service.lobby_in(CHANNEL.into()).await.unwrap();
    let id = world.open("protozoa", &[]).await;
    let words = text::opened_thread(7.into(), Kind::Semiosphere, waiting().await.as_ref());
    assert!(words.contains("`/board` to see it") && words.ends_with("<#7>"), "{words}");
    world.service.lobby_shown(id, 8.into()).await.unwrap();
    for words in [
        text::opened_thread(7.into(), Kind::Semiosphere, waiting().await.as_ref()),
        text::thread_taken(waiting().await.as_ref().map(Into::into).as_ref()),
    ] {
        assert!(words.contains("**Protozoa** is waiting for players here: https://"), "{words}");
        assert!(words.contains("/50/100/8 "), "{words}");
    }
}

#[tokio::test]
async fn closed_lobby_says_why() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[CID]).await;
    let closed = post(&world, world.service.leave(&world.by(ANN), id).await).await;
    assert!(closed.content.contains("called the game off") && closed.rows.is_empty());

    let id = world.open("protozoa", &[]).await;
    let lobby = world.lobby(id).await;
    let after_a_week = later(lobby.created, SignedDuration::from_secs(7 * 24 * 3600 + 1));
    let closed = posts::closed_lobby(&lobby, why_closed(&lobby, after_a_week));
    assert!(closed.content.contains("in 7 days") && closed.rows.is_empty(), "{closed:?}");
}

#[tokio::test]
async fn options_panel_lists_options_and_clocks() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    let service = &world.service;
    let panel = post(&world, service.options_panel(&world.by(ANN), id).await).await;
    let names: Vec<&str> = menu(&panel).into_iter().map(|(_, value)| value).collect();
    let clocks = messages::choices::clocks();
    let options = Kind::Protozoa.about().all_options().map(|spec| spec.name);
    let all = options.chain(clocks.iter().map(|choice| choice.value.as_str()));
    assert_eq!(names, all.collect::<Vec<_>>());
    let (name, value) = ("size".to_owned(), "6".to_owned());
    let values = post(&world, service.option_values(&world.by(ANN), id, name.clone()).await).await;
    assert_eq!(menu(&values).iter().map(|line| line.1).collect::<Vec<_>>(), ["default", "6", "8", "10"]);

    let panel = post(&world, service.set_option(&world.by(ANN), id, name, value).await).await;
    assert!(menu(&panel).contains(&("size = 6", "size")), "{panel:?}");
}

#[tokio::test]
async fn lobby_offers_its_other_presets() {
    for (wish, best) in [
        ("plankton-synapse", "correspondence"),
        ("semiosphere", "balanced"),
        ("semiosphere points=4", "balanced"),
        ("stract", "correspondence"),
    ] {
        let world = Fixture::new().await;
        let id = world.open(wish, &[]).await;
        let shown = posts::lobby(&world.lobby(id).await);
        let options = field(&shown, "Options");
        assert!(options.contains(&format!("**{best}")) && options.contains("recommended"), "{options}");
        assert!(buttons(&shown).contains(&"Play standard"), "{:?}", buttons(&shown));

        let press = async |name: &str| {
            post(&world, world.service.set_preset(&world.by(ANN), id, name.to_owned()).await).await
        };
        let shown = press("standard").await;
        let back = format!("Play {best} (recommended)");
        assert!(buttons(&shown).contains(&back.as_str()), "{:?}", buttons(&shown));
        assert!(buttons(&press(best).await).contains(&"Play standard"));
    }
}

/// Lobbies of earlier releases have no preset. Their games use the standard numbers.
#[tokio::test]
async fn lobby_without_a_preset_shows_the_standard() {
    let world = Fixture::new().await;
    let old = NewGame {
        kind: Kind::Stract,
        options: Options::new(),
        guild: 50.into(),
        channel: CHANNEL.into(),
        host: ANN.into(),
        invited: vec![],
        at: world.service.now(),
    };
    let id = world.service.store().write(move |tx| tx.open_lobby(&old)).await.unwrap();
    let shown = posts::lobby(&world.lobby(id).await);
    assert_eq!(field(&shown, "Options"), "Preset **standard**. **correspondence** is recommended.");
    assert!(shown.card.unwrap().body.contains("45 turns on 7 × 8 tiles"));
}

#[tokio::test]
async fn lobby_shows_the_numbers_of_its_game() {
    let world = Fixture::new().await;
    let id = world.open("protozoa goal=8 rounds=12", &[]).await;
    let body = async || posts::lobby(&world.lobby(id).await).card.unwrap().body;
    assert!(
        body().await.contains("8 points win. The game lasts at most 12 rounds (24 turns) on 8 × 8 squares.")
    );
    let (name, value) = ("goal".to_owned(), "20".to_owned());
    world.service.set_option(&world.by(ANN), id, name, value).await.unwrap();
    assert_eq!(world.lobby(id).await.options.get("goal"), Some(&Value::Int(20)));
    assert!(body().await.contains("20 points win."), "{}", body().await);
    world.service.join(&world.by(BOB), id).await.unwrap();
    let started = post(&world, world.service.start(&world.by(ANN), id).await).await;
    assert!(started.card.unwrap().body.contains("20 points win."));

    let elsewhere = |person: u64| Caller { channel: 101.into(), ..world.by(person) };
    let id = world.try_open(&elsewhere(ANN), "parasites", &[]).await.unwrap().id;
    let size = async || posts::lobby(&world.lobby(id).await).card.unwrap().body;
    assert!(size().await.contains("10 × 10 squares"), "{}", size().await);
    for person in [BOB, CID] {
        world.service.join(&elsewhere(person), id).await.unwrap();
    }
    assert!(size().await.contains("12 × 12 squares"), "{}", size().await);
}

#[tokio::test]
async fn lobby_shows_seats_in_order_of_joining() {
    let world = Fixture::new().await;
    let service = &world.service;
    let id = world.open("protozoa", &[]).await;
    assert_eq!(seats(&world.lobby(id).await), "Drawn by lot at the start.");
    let panel = post(&world, service.options_panel(&world.by(ANN), id).await).await;
    assert_eq!(buttons(&panel), ["Seats in order of joining", "Allow hints"]);
    let panel = post(&world, service.set_seating(&world.by(ANN), id, Seating::Order).await).await;
    assert_eq!(buttons(&panel), ["Seats by lot", "Allow hints"]);
    let alone = "In order of joining.\n🔵 Blue <@1>\n🟠 Orange free";
    assert_eq!(seats(&world.lobby(id).await), alone);
    for person in [CID, BOB] {
        service.join(&world.by(person), id).await.unwrap();
    }
    let all = "In order of joining.\n🔵 Blue <@1>\n🟠 Orange <@3>\n🟢 Green <@2>";
    assert_eq!(seats(&world.lobby(id).await), all);
    service.start(&world.by(ANN), id).await.unwrap();
    let game = world.game(id).await;
    assert!(text::story(&game, Viewer::Public, 0).contains("the order of joining"));
}

#[tokio::test]
async fn lobby_names_players_with_several_seats() {
    let world = Fixture::new().await;
    let service = &world.service;
    let id = world.open("stract", &[]).await;
    let shown = async || seats(&world.lobby(id).await);
    for person in [BOB, CID] {
        service.join(&world.by(person), id).await.unwrap();
    }
    service.set_option(&world.by(ANN), id, "players".to_owned(), "4".to_owned()).await.unwrap();
    assert_eq!(shown().await, "Drawn by lot at the start. One of you plays several seats of one team.");
    service.set_seating(&world.by(ANN), id, Seating::Order).await.unwrap();
    let three = "In order of joining.\n**North**\n🔵 Blue <@1>\n🩵 Teal <@3>\n**South**\n🟠 Orange <@2>\n🔴 Red <@2>\n\
                 <@2> plays both Orange and Red.";
    assert_eq!(shown().await, three);
    service.leave(&world.by(CID), id).await.unwrap();
    assert!(shown().await.ends_with("<@1> plays both Blue and Teal.\n<@2> plays both Orange and Red."));
    service.set_seating(&world.by(ANN), id, Seating::Lot).await.unwrap();
    assert_eq!(shown().await, "Drawn by lot at the start. Each of you plays 2 seats of one team.");
}

#[tokio::test]
async fn rematch_asks_everyone_else() {
    for (wish, others) in
        [("protozoa size=6", [BOB].as_slice()), ("protozoa", &[BOB, CID]), ("parasites", &[BOB, CID, DAN])]
    {
        let world = Fixture::new().await;
        let of = world.begin(wish, others).await;
        for &person in others {
            // If partners lose together, not all of them have to resign.
            let _ = world.service.resign(&world.by(person), of).await;
        }
        let board = post(&world, world.service.own_view(&world.by(ANN), of).await).await;
        assert_eq!(buttons(&board), ["Rematch", "Replay", "Try moves", "Rules", "More"]);
        let lobby = post(&world, world.service.rematch(&world.by(BOB), of).await).await;
        let everyone_else: Vec<PersonId> = [&[ANN], others]
            .concat()
            .into_iter()
            .filter(|&person| person != BOB)
            .map(PersonId::from)
            .collect();
        let mut pinged = lobby.pings.clone();
        pinged.sort_unstable();
        assert_eq!(pinged, everyone_else, "everyone else is invited: {lobby:?}");
        assert!(lobby.content.contains("wants a rematch"), "{}", lobby.content);
        let joined = post(&world, world.service.rematch(&world.by(ANN), of).await).await;
        assert_eq!(joined.content, text::REMATCH_JOINED);
    }
}
