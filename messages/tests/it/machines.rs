//! Games with machines: they are named, and nobody mentions them.

use data::{Machine, OfferKind, Vote};
use engine::Level;
use messages::{posts, text, view::Post};
use play::{
    fixture::{ANN, BOB, CHANNEL, Fixture, rejection},
    service::{Caller, MachineAct},
};
use rules::Viewer;

use crate::world::{buttons, post, writer};

/// Returns everything that a post says.
fn words(post: &Post) -> String {
    let card = post.card.clone().unwrap_or_default();
    let fields: Vec<String> =
        card.fields.into_iter().map(|(name, value)| format!("{name}\n{value}")).collect();
    [post.content.clone(), card.title, card.body, fields.join("\n"), card.footer].join("\n")
}

#[tokio::test]
async fn lobby_names_the_machines_in_it() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[BOB]).await;
    let mut shown = posts::lobby(&world.lobby(id).await);
    for level in [Level::Hunter, Level::Hunter] {
        let added = world.service.change_machines(&world.by(ANN), id, MachineAct::Add(level)).await;
        shown = post(&world, added).await;
    }
    let words = words(&shown);
    assert!(
        words.contains("invites you to a game of **Protozoa** with Hunter and Hunter 2 (machines)"),
        "{words}"
    );
    assert!(words.contains("🤖 Hunter (machine)\n🤖 Hunter 2 (machine)"), "{words}");
    assert!(words.contains("Casual, because games with machines are never rated."), "{words}");
    assert!(buttons(&shown).contains(&"Remove machine") && shown.pings == [BOB.into()]);
    assert!(buttons(&shown).iter().all(|label| !label.starts_with("Fill")), "no place is free");
}

#[tokio::test]
async fn board_says_that_a_machine_is_thinking() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa", Level::Drifter).await;
    if world.mover(id).await.0 == ANN.into() {
        world.play_any(id).await;
    }
    let game = world.game(id).await;
    assert_eq!(text::notification(&game), "Drifter (machine) is thinking.");
    let held = data::Game { held: true, ..game.clone() };
    assert!(text::notification(&held).contains("can't move here"), "{}", text::notification(&held));
    let off = writer(&world).with_machines(false);
    let waits = async |game| off.board(game, Viewer::Public, 0, None).await.unwrap().content;
    assert!(waits(&game).await.contains("Machines are switched off here"));
    let seats = text::seats(&game, world.service.now());
    assert!(seats.contains("Drifter (machine) ◀ to move"), "{seats}");
    let story = text::story(&game, Viewer::Public, 0);
    assert!(!format!("{seats}{story}").contains("<@3000000"), "{seats}{story}");
    assert!(text::seats_drawn(&game).contains("Drifter (machine)"));
}

#[tokio::test]
async fn lobby_shows_the_clock_that_its_game_will_have() {
    for (wish, alone, in_company) in
        [("protozoa", "No clock", "`72h+12h/120h hard`"), ("protozoa | 14d/turn", "`14d/turn`", "`14d/turn`")]
    {
        let world = Fixture::new().await;
        let id = world.open(wish, &[]).await;
        let clock = async || {
            let lobby = world.lobby(id).await;
            let fields = posts::lobby(&lobby).card.unwrap().fields;
            let shown = fields.into_iter().find(|(name, _)| name == "Clock").unwrap().1;
            assert!(text::options_panel(&lobby).contains(&shown), "{shown}");
            shown
        };
        let waiting = clock().await;
        assert!(waiting.contains(in_company), "{waiting}");
        world.service.change_machines(&world.by(ANN), id, MachineAct::Add(Level::Spore)).await.unwrap();
        let with_machine = clock().await;
        assert!(with_machine.contains(alone), "{with_machine}");
        world.service.join(&world.by(BOB), id).await.unwrap();
        assert_eq!(clock().await, waiting, "{wish}");
    }
}

#[tokio::test]
async fn machines_wait_for_nobody() {
    let world = Fixture::new().await;
    let id = world.alone("stract", Level::Spore).await;
    let mut game = world.game(id).await;
    let machine = game.machines().next().unwrap().seat;
    let order = game.table.legal(machine)[0].clone();
    game.table.play(machine, &order).unwrap();
    assert_eq!(game.awaited(), [ANN.into()]);
    let reminder = text::reminder(&game, ANN.into(), 1.into());
    assert!(reminder.contains("Stract") && !reminder.contains("the last one"), "{reminder}");
    let mut listed = games(&world).await;
    listed[0].alone = true;
    let list = text::games(ANN.into(), &listed);
    assert!(listed[0].is_last() && list.contains("**your move**"), "{list}");
    assert!(!list.contains("the last one"), "{list}");
}

#[tokio::test]
async fn machine_that_agrees_is_named() {
    let world = Fixture::new().await;
    world.alone("protozoa | 10h/turn hard", Level::Grazer).await;
    let paused = post(&world, world.service.offer(&world.by(ANN), OfferKind::Pause).await).await;
    assert_eq!(paused.content, "The game is paused. Grazer agrees.");
}

#[tokio::test]
async fn games_with_machines_come_last_under_a_heading() {
    let world = Fixture::new().await;
    world.alone("protozoa", Level::Spore).await;
    let there = Caller { channel: 101.into(), ..world.by(ANN) };
    world.try_open(&there, "semiosphere", &[BOB]).await.unwrap();
    let list = post(&world, world.service.games(&world.by(ANN)).await).await.card.unwrap().body;
    let (people, machines) = list.split_once("**With machines**").expect("a heading");
    assert!(people.contains("Semiosphere") && machines.contains("Protozoa with Spore"), "{list}");
    let digest = posts::digest(ANN.into(), &games(&world).await, "2026-01-31");
    assert!(!words(&digest).contains("Protozoa"), "{digest:?}");
}

async fn games(world: &Fixture) -> Vec<data::Listed> {
    let missing = play::game::offers::voters_missing;
    world.service.store().read(move |tx| tx.games_of(ANN.into(), missing)).await.unwrap()
}

#[tokio::test]
async fn limit_names_the_games_in_the_way() {
    let world = Fixture::new().await;
    let there = |channel: u64| Caller { channel: channel.into(), ..world.by(ANN) };
    for channel in [1, 2] {
        world.try_with_machines(&there(channel), "protozoa", Level::Spore, &[]).await.unwrap();
    }
    let third = world.try_with_machines(&there(3), "protozoa", Level::Spore, &[]).await;
    let words = text::rejected(&rejection(third));
    assert!(words.contains("<#1>") && words.contains("<#2>") && words.contains("2\u{a0}games"), "{words}");
}

#[tokio::test]
async fn resignation_of_a_machine_notifies_nobody() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa", Level::Hunter).await;
    let (at, game) = (world.service.now(), world.game(id).await);
    let player = *game.machines().next().unwrap();
    let (kind, seat, ply) = (OfferKind::Resign, Some(player.seat), game.table.ply());
    let new = data::NewOffer { game: id, kind, person: player.person, seat, ply, at };
    world.service.store().write(move |tx| tx.open_offer(&new)).await.unwrap();
    let open = world.open_offers(id).await.remove(0);
    let shown = posts::offer(&game, &open);
    assert!(shown.content.contains("Hunter offers to resign"), "{}", shown.content);
    assert_eq!((buttons(&shown), shown.pings.is_empty()), (vec!["Accept", "Decline"], true));
    let accepted = post(&world, world.service.vote(&world.by(ANN), open.id, Vote::Accept).await).await;
    assert_eq!(accepted.content, "✅ Hunter has resigned.");
    let over = post(&world, world.service.own_view(&world.by(ANN), id).await).await;
    assert!(buttons(&over).contains(&"Rematch with Apex (stronger)"), "{:?}", buttons(&over));
}

#[tokio::test]
async fn record_has_the_levels_of_machines() {
    let world = Fixture::new().await;
    let id = world.alone("protozoa", Level::Apex).await;
    let here = Caller { channel: CHANNEL.into(), ..world.by(ANN) };
    let exported = post(&world, world.service.export(&here).await).await;
    let file = data::RecordFile::read(&exported.file.unwrap().bytes).unwrap();
    let game = world.game(id).await;
    let seat = game.machines().next().unwrap().seat;
    assert_eq!(file.machines.into_iter().collect::<Vec<_>>(), [(seat, Level::Apex)]);
    assert!(Machine::of(game.person_in(seat).unwrap()).is_some());
}

#[tokio::test]
async fn bot_without_machines_shows_no_buttons_for_them() {
    let world = Fixture::new().await;
    let lobby = world.lobby(world.open("protozoa", &[]).await).await;
    let machine_rows = |post: &Post| {
        let menus = post.rows.iter().filter(|row| matches!(row, messages::view::Row::Menu(_))).count();
        let fills = buttons(post).iter().filter(|label| label.contains("start")).count();
        (menus, fills)
    };
    let (on, off) = (writer(&world), writer(&world).with_machines(false));
    assert_eq!(machine_rows(&on.lobby(&lobby).await.unwrap()), (1, 1));
    assert_eq!(machine_rows(&off.lobby(&lobby).await.unwrap()), (0, 0));
    let world = Fixture::new().await;
    let (id, _, _, question) = world.late(&[BOB]).await;
    let game = world.game(id).await;
    let labels = |writer: &messages::Writer| buttons(&writer.offer(&game, &question)).len();
    assert_eq!((labels(&on), labels(&off)), (3, 2));
}
