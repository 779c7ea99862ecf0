//! Posts that show what there is: boards, lobbies, the caller's games, and rules.

use data::{OfferKind, PersonId, Seating, Vote};
use messages::{
    posts,
    view::{Link, Row},
};
use play::{
    Content, Response,
    content::NextGame,
    fixture::{ANN, BOB, CID, EVE, Fixture},
    service::{Caller, Wished},
};
use rules::Kind;

use crate::world::{buttons, post};

/// Returns a person's list of games.
async fn listed(world: &Fixture, person: impl Into<PersonId>) -> String {
    post(world, world.service.games(&world.by(person)).await).await.card.unwrap().body
}

#[tokio::test]
async fn board_command_shows_all_and_pings_nobody() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    world.play_any(id).await;
    for person in [ANN, BOB, EVE] {
        let board = post(&world, world.service.board(&world.by(person)).await).await;
        let card = board.card.unwrap();
        assert!(board.pings.is_empty() && card.picture.is_some_and(|picture| !picture.alt.is_empty()));
        assert!(card.body.contains("◀ to move"), "{}", card.body);
    }
    world.service.resign(&world.by(BOB), id).await.unwrap();
    let last = post(&world, world.service.board(&world.by(EVE)).await).await;
    assert!(
        last.content.contains("wins")
            && buttons(&last) == ["Rematch", "Replay", "Try moves", "Rules", "More"],
        "shows the last game of the channel"
    );
}

#[tokio::test]
async fn receipts_lead_to_the_next_game() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let (service, (mover, seat)) = (&world.service, world.mover(id).await);
    let notation = world.game(id).await.table.legal(seat).remove(0);
    let shown = async |result| post(&world, result).await;
    let moved = shown(service.play_typed(&world.by(mover), notation).await).await;
    let other = if mover == BOB.into() { CID } else { BOB };
    let plan = Wished { next: Some("p@a1".to_owned()), ..Wished::default() };
    let planned = shown(service.plan(&world.by(mover), plan).await).await;
    let offered = shown(service.offer(&world.by(mover), OfferKind::Draw).await).await;
    let offer = world.open_offers(id).await[0].id;
    let voted = shown(service.vote(&world.by(other), offer, Vote::Decline).await).await;
    let resigned = shown(service.resign(&world.by(other), id).await).await;
    for receipt in [&moved, &planned, &offered, &voted, &resigned] {
        assert!(receipt.leads_on, "{receipt:?}");
    }
    let board = shown(service.board(&world.by(mover)).await).await;
    assert!(!board.leads_on, "nothing is settled by looking");

    let next = NextGame { waiting: 3, guild: 7.into(), channel: 8.into(), message: Some(9.into()) };
    let mut receipt = resigned;
    let before = receipt.rows.len();
    posts::lead_on(&mut receipt, &next);
    let link =
        Link { label: "Next game (3)".to_owned(), url: "https://discord.com/channels/7/8/9".to_owned() };
    assert_eq!(receipt.rows[before..], [Row::Link(link)]);
    while receipt.rows.len() < 5 {
        posts::lead_on(&mut receipt, &next);
    }
    posts::lead_on(&mut receipt, &next);
    assert_eq!(receipt.rows.len(), 5, "a message has at most five rows");
}

#[tokio::test]
async fn lobby_is_shown_again_without_pings() {
    let world = Fixture::new().await;
    world.open("protozoa", &[BOB]).await;
    let shown = post(&world, world.service.board(&world.by(EVE)).await).await;
    assert!(shown.pings.is_empty() && buttons(&shown).contains(&"Join"));
}

#[tokio::test]
async fn board_announces_that_its_clock_stops_at_night() {
    let world = Fixture::new().await;
    let hour = world.service.now().as_millisecond().div_euclid(3_600_000).rem_euclid(24);
    for person in [ANN, BOB] {
        let mut settings = world.service.store().read(move |tx| tx.person(person.into())).await.unwrap();
        let hours = format!("UTC {:02}:00-{:02}:00", (hour + 10) % 24, (hour + 12) % 24);
        settings.hours = hours.parse().unwrap();
        world.service.store().write(move |tx| tx.set_person(&settings)).await.unwrap();
    }
    world.begin("protozoa | 3d/turn", &[BOB]).await;
    let board = post(&world, world.service.board(&world.by(EVE)).await).await.card.unwrap().body;
    assert!(board.contains("runs until") && board.contains("; it stops while they sleep."), "{board}");
}

#[tokio::test]
async fn player_of_two_seats_is_named_once() {
    let world = Fixture::new().await;
    let service = &world.service;
    let id = world.open("stract players=4 preset=correspondence", &[]).await;
    service.join(&world.by(BOB), id).await.unwrap();
    service.set_seating(&world.by(ANN), id, Seating::Order).await.unwrap();
    service.start(&world.by(ANN), id).await.unwrap();
    let started = posts::started_lobby(&world.game(id).await);
    assert_eq!(started.content, "The game has started: <@1> and <@2>.");
    let view = async |person: u64| {
        post(&world, service.own_view(&world.by(person), id).await).await.card.unwrap().body
    };
    let body = view(ANN).await;
    for line in ["**North**\n🔵 Blue <@1> ◀ to move", "\n🩵 Teal <@1> ◀ to move"] {
        assert!(body.contains(line), "{body}");
    }
    service.play_typed(&world.by(ANN), "w+a6 f+b6".to_owned()).await.unwrap();
    assert!(view(ANN).await.contains("ordered w+a6, can be changed · Teal ordered f+b6"));
    for other in [BOB, EVE] {
        assert!(!view(other).await.contains("a6"), "{}", view(other).await);
    }
    let list = listed(&world, BOB).await;
    assert_eq!(list.matches("<@1>").count(), 1, "{list}");
}

#[tokio::test]
async fn games_are_listed_with_those_that_wait_first() {
    let world = Fixture::new().await;
    assert!(listed(&world, ANN).await.contains("You're not in a game yet"));
    let id = world.begin("protozoa", &[BOB]).await;
    let other = Caller { channel: 101.into(), ..world.by(EVE) };
    world.try_open(&other, "semiosphere", &[ANN]).await.unwrap();
    while world.mover(id).await.0 == ANN.into() {
        world.play_any(id).await;
    }
    let body = listed(&world, ANN).await;
    let lines: Vec<&str> = body.lines().collect();
    assert!(lines[0].contains("you're invited") && lines[0].contains("<#101>"), "{body}");
    assert!(lines[1].contains("waiting for the others") && lines[1].contains("<@2>"), "{body}");
    assert!(!body.contains("<@1>"), "the list leaves out the caller");
    assert!(!body.contains("your time"), "only the caller's own clock is shown: {body}");

    let body = listed(&world, BOB).await;
    let game = world.game(id).await;
    let deadline = game.clocks.deadline(world.mover(id).await.1).unwrap();
    assert!(body.contains(&format!("deadline <t:{}:R>", deadline.as_second())), "{body}");
}

#[tokio::test]
async fn open_offer_is_listed_to_missing_voters() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa | none", &[BOB, CID]).await;
    let (mover, _) = world.mover(id).await;
    world.service.offer(&world.by(ANN), OfferKind::Draw).await.unwrap();
    for person in [BOB, CID].map(PersonId::from) {
        let words = listed(&world, person).await;
        assert_eq!(words.contains("your move"), person == mover, "{words}");
        assert_eq!(words.contains("waiting for your answer"), person != mover, "{words}");
        assert!(words.ends_with(&format!("\n  - <@{ANN}> offers a draw · <#100>")), "{words}");
    }
    let offers = world.open_offers(id).await;
    let offer = offers[0].id;
    world.service.store().write(move |tx| tx.set_offer_message(offer, 8.into())).await.unwrap();
    let words = listed(&world, BOB).await;
    assert!(words.ends_with("offers a draw · https://discord.com/channels/50/100/8"), "{words}");

    world.service.vote(&world.by(BOB), offer, Vote::Accept).await.unwrap();
    assert!(!listed(&world, ANN).await.contains("\n  - "), "it is their own offer");
    assert!(listed(&world, EVE).await.contains("You're not in a game yet"));
}

#[tokio::test]
async fn list_shows_who_is_late_and_who_chooses() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa | 10m/turn soft", &[BOB, CID]).await;
    let (late, _) = world.mover(id).await;
    let words = listed(&world, late).await;
    assert!(words.contains("**your move**: Protozoa") && words.contains(" · deadline <t:"), "{words}");
    world.pass(11).await;
    let words = listed(&world, late).await;
    assert!(words.contains("your move") && words.contains("⌛ **your time is up**"), "{words}");
    for person in [ANN, BOB, CID].map(PersonId::from).into_iter().filter(|&person| person != late) {
        let words = listed(&world, person).await;
        assert!(
            words.contains(&format!("\n  - ⌛ <@{late}> is out of time: choose what happens")),
            "{words}"
        );
    }
}

#[tokio::test]
async fn paused_game_is_listed_as_paused() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa | 10m/turn soft", &[BOB]).await;
    world.service.offer(&world.by(ANN), OfferKind::Pause).await.unwrap();
    let offers = world.open_offers(id).await;
    world.service.vote(&world.by(BOB), offers[0].id, Vote::Accept).await.unwrap();
    for person in [ANN, BOB] {
        let words = listed(&world, person).await;
        assert!(words.contains(" · ⏸️ paused · ") && !words.contains("deadline"), "{words}");
    }
}

#[tokio::test]
async fn rules_begin_with_the_list_of_games() {
    let world = Fixture::new().await;
    let title = async |named: Option<&str>| {
        let rules = world.service.rules(&world.by(EVE), named.map(str::to_owned)).await;
        post(&world, rules).await.card.unwrap().title
    };
    assert_eq!(title(None).await, "The games");
    assert!(title(Some("semi")).await.starts_with("Semiosphere: "));
    world.open("protozoa", &[]).await;
    assert!(title(None).await.starts_with("Protozoa: "));
    let beyond = Content::Rules { kind: Kind::Protozoa, page: 255, here: None };
    let last = post(&world, Ok(Response::Update(beyond))).await;
    assert!(buttons(&last).iter().all(|&label| label == "Back"));
}
