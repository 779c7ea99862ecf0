//! Tests of what lobbies and profiles show of how people play.

use data::{Conduct, Visibility};

use super::*;
use crate::{
    content::PlayerProfile,
    fixture::{ANN, BOB, CID, DAN, EVE, Fixture, ephemeral, open_lobby, rejection, replaced},
    rejected::LobbyRejected,
};

/// Lets Ann and Bob play a game in which everybody takes the same time for every turn.
async fn steady(world: &Fixture, turns: usize, minutes: i64) {
    let id = world.begin("protozoa | none", &[BOB]).await;
    for _ in 0..turns {
        world.pass(minutes).await;
        world.play_any(id).await;
    }
    world.service.resign(&world.by(ANN), id).await.unwrap();
}

async fn add(world: &Fixture, person: u64, more: Conduct) {
    let at = world.service.now();
    world.service.store().write(move |tx| tx.add_conduct(person.into(), at, &more)).await.unwrap();
}

async fn set(world: &Fixture, person: u64, visibility: Visibility) {
    world.service.store().write(move |tx| tx.set_visibility(person.into(), visibility)).await.unwrap();
}

fn paces(lobby: &Lobby) -> Vec<(u64, Option<i64>)> {
    let pace = |pace: SignedDuration| pace.as_mins();
    lobby.guests.iter().map(|guest| (guest.person.get(), guest.pace.map(pace))).collect()
}

async fn profile(world: &Fixture, by: u64, of: u64) -> PlayerProfile {
    match ephemeral(world.service.profile(&world.by(by), Some(of.into()), None).await) {
        Content::Profile(profile) => *profile,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn lobby_shows_paces_from_twenty_turns_on() {
    let world = Fixture::new().await;
    steady(&world, 20, 30).await;
    steady(&world, 18, 30).await;
    let id = world.open("protozoa", &[]).await;
    let lobby = open_lobby(replaced(world.service.join(&world.by(BOB), id).await));
    // The first turn of a game is not timed, so each of them has 17 to 19 timed turns.
    assert!(paces(&lobby).iter().all(|(_, pace)| pace.is_none()), "{:?}", paces(&lobby));
    world.service.leave(&world.by(BOB), id).await.unwrap();
    world.service.leave(&world.by(ANN), id).await.unwrap();

    steady(&world, 10, 30).await;
    let id = world.open("protozoa", &[CID]).await;
    let lobby = open_lobby(replaced(world.service.join(&world.by(BOB), id).await));
    assert_eq!(paces(&lobby), [(ANN, Some(30)), (BOB, Some(30)), (CID, None)]);
    let shown = open_lobby(ephemeral(world.service.board(&world.by(EVE)).await));
    assert_eq!(paces(&shown), paces(&lobby), "the board command shows the same");
    set(&world, ANN, Visibility { hours: false, ..Visibility::default() }).await;
    let lobby = open_lobby(replaced(world.service.join(&world.by(DAN), id).await));
    assert_eq!(paces(&lobby), [(ANN, None), (BOB, Some(30)), (DAN, None), (CID, None)]);
}

#[tokio::test]
async fn pace_is_that_of_the_latest_turns() {
    let world = Fixture::new().await;
    // All turns together would say 10 minutes.
    for (games, minutes) in [(6, 10), (4, 30)] {
        for _ in 0..games {
            steady(&world, 32, minutes).await;
        }
    }
    let id = world.open("protozoa", &[]).await;
    let lobby = open_lobby(replaced(world.service.join(&world.by(BOB), id).await));
    assert_eq!(paces(&lobby), [(ANN, Some(30)), (BOB, Some(30))]);
    let kept = |person: u64| {
        let kept = world.service.paces.0.lock().unwrap();
        kept.keys().filter(|(_, of)| *of == person.into()).count()
    };
    assert!(kept(ANN) > 0 && kept(BOB) > 0);
    world.service.erase_now(&world.by(BOB)).await.unwrap();
    assert!(kept(ANN) > 0 && kept(BOB) == 0, "nothing is kept of a person whose data is deleted");
}

#[tokio::test]
async fn people_of_a_lobby_are_counted() {
    let world = Fixture::new().await;
    let bobs = Conduct { turns: 84, late: 2, finished: 11, left: 1, ..Conduct::default() };
    add(&world, BOB, bobs).await;
    let id = world.open("protozoa", &[CID, DAN]).await;
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.leave(&world.by(DAN), id).await.unwrap();
    let shown = ephemeral(world.service.lobby_people(&world.by(EVE), id).await);
    let Content::People(people) = shown else { panic!("{shown:?}") };
    let nothing = Conduct::default();
    assert_eq!(people, [(ANN.into(), nothing), (BOB.into(), bobs), (CID.into(), nothing)]);
    world.service.start(&world.by(ANN), id).await.unwrap();
    let late = world.service.lobby_people(&world.by(EVE), id).await;
    assert_eq!(rejection(late), LobbyRejected::Closed.into());
}

#[tokio::test]
async fn hidden_hours_are_for_their_person_only() {
    let world = Fixture::new().await;
    steady(&world, 4, 30).await;
    let mut hours = [0; 12];
    (hours[9], hours[10]) = (15, 15);
    add(&world, ANN, Conduct { turns: 30, hours, ..Conduct::default() }).await;
    let shown = profile(&world, BOB, ANN).await.habits;
    let (from, to) = shown.hours.unwrap();
    let hour_of = |at: Timestamp| at.as_second().rem_euclid(DAY.as_secs()) / HOUR.as_secs();
    assert_eq!((hour_of(from), hour_of(to)), (18, 22));
    assert!(shown.turn.is_some());
    set(&world, ANN, Visibility { hours: false, ..Visibility::default() }).await;
    let hidden = profile(&world, BOB, ANN).await.habits;
    assert_eq!((hidden.hours, hidden.turn, hidden.conduct.turns), (None, None, 30));
    assert_eq!(profile(&world, ANN, ANN).await.habits, shown);
}

#[test]
fn main_hours_are_the_shortest_with_most_moves() {
    let hours = |counts: &[(usize, u32)]| {
        let mut hours = [0; 12];
        counts.iter().for_each(|&(slot, count)| hours[slot] = count);
        main_hours(&hours)
    };
    assert_eq!(hours(&[(9, 29)]), None, "too few");
    assert_eq!(hours(&[(9, 30)]), Some((9, 1)));
    assert_eq!(hours(&[(9, 15), (10, 15)]), Some((9, 2)));
    assert_eq!(hours(&[(11, 20), (0, 20), (5, 10)]), Some((11, 2)), "over midnight");
    assert_eq!(hours(&[(1, 10), (4, 10), (7, 10), (10, 10)]), None, "all day long");
    assert_eq!(main_hours(&[9; 12]), None);
}
