//! Machines in lobbies.

use super::*;

async fn act(world: &Fixture, person: u64, id: GameId, act: MachineAct) -> Result<Content, Error> {
    let response = world.service.change_machines(&world.by(person), id, act).await?;
    Ok(response.content().clone())
}

fn seated(lobby: &data::Lobby) -> Vec<String> {
    lobby.joined().filter_map(Machine::of).map(|machine| machine.to_string()).collect()
}

#[tokio::test]
async fn host_adds_and_removes_machines() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    for level in [Level::Hunter, Level::Hunter, Level::Spore] {
        act(&world, ANN, id, MachineAct::Add(level)).await.unwrap();
    }
    assert_eq!(seated(&world.lobby(id).await), ["Hunter", "Hunter 2", "Spore"]);
    let full = rejection(act(&world, ANN, id, MachineAct::Add(Level::Apex)).await);
    assert_eq!(full, MachineRejected::NoSeat { most: 4 }.into());
    world.service.join(&world.by(BOB), id).await.unwrap_err();
    let lobby = open_lobby(act(&world, ANN, id, MachineAct::Remove).await.unwrap());
    assert_eq!(seated(&lobby), ["Hunter", "Hunter 2"]);
    world.service.join(&world.by(BOB), id).await.unwrap();
    let only_host = LobbyRejected::OnlyHost { host: ANN.into() };
    assert_eq!(rejection(act(&world, BOB, id, MachineAct::Remove).await), only_host.into());
    let started = started_game(replaced(world.service.start(&world.by(ANN), id).await));
    assert_eq!(started.machines().count(), 2);
}

#[tokio::test]
async fn one_press_fills_a_lobby_and_starts_the_game() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    let game = started_game(act(&world, ANN, id, MachineAct::Fill).await.unwrap());
    let levels: Vec<Level> =
        game.machines().filter_map(|player| Some(Machine::of(player.person)?.level())).collect();
    assert_eq!(levels, [USUAL_LEVEL], "as few as can play");
}

#[tokio::test]
async fn filled_lobby_waits_for_invited_people() {
    let world = Fixture::new().await;
    let opened = world.try_with_machines(&world.by(ANN), "protozoa players=4", Level::Drifter, &[BOB]).await;
    let Opened::New(lobby) = opened.unwrap() else { panic!("Bob has not answered") };
    assert_eq!(seated(&lobby), ["Drifter", "Drifter 2"]);
    assert_eq!(lobby.status_of(BOB.into()), Some(GuestStatus::Invited));
    assert_eq!(crate::game::terms::terms(&lobby).casual, Some(Casual::Machines));
    world.service.join(&world.by(BOB), lobby.id).await.unwrap();
    let started = started_game(replaced(world.service.start(&world.by(ANN), lobby.id).await));
    assert_eq!(started.players.len(), 4);
}

#[tokio::test]
async fn lobby_of_machines_alone_closes() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[]).await;
    act(&world, ANN, id, MachineAct::Add(Level::Spore)).await.unwrap();
    let left = replaced(world.service.leave(&world.by(ANN), id).await);
    assert!(matches!(left, Content::Lobby(LobbyState::Closed(..))), "{left:?}");
}

#[tokio::test]
async fn repeated_request_finds_the_started_game() {
    let world = Fixture::new().await;
    let caller = world.by(ANN);
    let mut games = Vec::new();
    for _ in 0..2 {
        match world.try_with_machines(&caller, "protozoa", Level::Spore, &[]).await.unwrap() {
            Opened::Started(game) => games.push(game.id),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(games[0], games[1]);
}

#[tokio::test]
async fn limits_name_the_games_in_the_way() {
    let world = Fixture::new().await;
    let there = |channel: u64| Caller { channel: channel.into(), ..world.by(ANN) };
    let ask = async |channel: u64, invited: &[u64]| {
        world.try_with_machines(&there(channel), "protozoa players=4", Level::Spore, invited).await
    };
    ask(1, &[]).await.unwrap();
    ask(2, &[]).await.unwrap();
    let Rejected::Machine(MachineRejected::GamesOfPerson { person, most, games }) =
        rejection(ask(3, &[]).await)
    else {
        panic!("a third game is too many")
    };
    let channels: Vec<u64> = games.iter().map(|place| place.channel.get()).collect();
    assert_eq!((person, most, channels), (None, 2, vec![1, 2]));
    // The rejected request left no lobby behind.
    assert!(world.service.lobby_in(3.into()).await.unwrap().is_none());

    let by = |channel: u64| Caller { channel: channel.into(), ..world.by(BOB) };
    world.try_with_machines(&by(4), "protozoa players=4", Level::Spore, &[CID]).await.unwrap();
    let second = world.try_with_machines(&by(5), "protozoa players=4", Level::Spore, &[CID]).await;
    let Rejected::Machine(MachineRejected::Lobbies { most: 1, open }) = rejection(second) else {
        panic!("a second lobby is too many")
    };
    assert_eq!(open[0].channel, 4.into());
}

#[tokio::test]
async fn bot_without_thinkers_offers_no_machines() {
    let mut world = Fixture::new().await;
    world.service = world.service.clone().with_machines(false);
    let asked = world.try_with_machines(&world.by(ANN), "protozoa", Level::Spore, &[]).await;
    assert_eq!(rejection(asked), MachineRejected::NotOffered.into());
}

#[tokio::test]
async fn busy_machines_begin_no_further_game() {
    let world = Fixture::new().await;
    machine_to_move(&world, "protozoa").await;
    world.service.clock().advance(SignedDuration::from_mins(2));
    let elsewhere = Caller { channel: 7.into(), ..world.by(BOB) };
    let asked = world.try_with_machines(&elsewhere, "protozoa", Level::Spore, &[]).await;
    assert_eq!(rejection(asked), MachineRejected::Busy.into());
}

#[tokio::test]
async fn rematch_with_machines_starts_at_once() {
    let world = Fixture::new().await;
    let of = world.alone("protozoa", Level::Drifter).await;
    let before = world.game(of).await.players;
    world.service.resign(&world.by(ANN), of).await.unwrap();
    let response = world.service.rematch(&world.by(ANN), of).await.unwrap();
    let Response::Lobby(_, content) = response else { panic!("{response:?}") };
    let again = started_game(content);
    let mut people: Vec<PersonId> = before.iter().map(|player| player.person).collect();
    people.rotate_left(1);
    let now: Vec<PersonId> = again.players.iter().map(|player| player.person).collect();
    assert_eq!(now, people, "the seats have rotated");
}

#[tokio::test]
async fn player_alone_with_machines_starts_without_clock() {
    for fills in [true, false] {
        let world = Fixture::new().await;
        let begin = async |channel: u64, wish: &str| {
            let by = || Caller { channel: channel.into(), ..world.by(ANN) };
            let id = world.try_open(&by(), wish, &[]).await.unwrap().id;
            let started = if fills {
                world.service.change_machines(&by(), id, MachineAct::Fill).await
            } else {
                world.service.change_machines(&by(), id, MachineAct::Add(Level::Spore)).await.unwrap();
                world.service.start(&by(), id).await
            };
            started_game(replaced(started))
        };
        let usual = begin(1, "protozoa").await;
        assert!(usual.clocks.seats.is_empty(), "nobody has chosen the usual clock");
        let chosen = begin(2, "protozoa | 14d/turn").await;
        assert_eq!(chosen.clocks.seats.len(), 1, "the host has chosen this one");
    }
}

#[tokio::test]
async fn two_people_and_a_machine_keep_the_usual_clock() {
    let world = Fixture::new().await;
    let id = world.open("protozoa players=3", &[]).await;
    world.service.join(&world.by(BOB), id).await.unwrap();
    let game = started_game(act(&world, ANN, id, MachineAct::Fill).await.unwrap());
    assert_eq!(game.clocks.seats.len(), 2);
}

#[tokio::test]
async fn request_with_other_machines_is_another_request() {
    let world = Fixture::new().await;
    let ask = async |level| {
        let opened = world.try_with_machines(&world.by(ANN), "protozoa players=4", level, &[BOB]).await;
        opened.map(|opened| matches!(opened, Opened::New(_) | Opened::Before(_)))
    };
    assert!(ask(Level::Spore).await.unwrap());
    assert!(ask(Level::Spore).await.unwrap(), "the same request");
    let other = rejection(ask(Level::Apex).await);
    assert_eq!(other, LobbyRejected::ChannelTaken { waiting: None }.into());
    let without = rejection(world.try_open(&world.by(ANN), "protozoa players=4", &[BOB]).await);
    assert_eq!(without, LobbyRejected::ChannelTaken { waiting: None }.into());
}

#[tokio::test]
async fn suspended_games_leave_room_for_others() {
    let world = Fixture::new().await;
    let there = |channel: u64| Caller { channel: channel.into(), ..world.by(ANN) };
    let ask =
        async |channel: u64| world.try_with_machines(&there(channel), "protozoa", Level::Spore, &[]).await;
    ask(1).await.unwrap();
    ask(2).await.unwrap();
    assert!(matches!(rejection(ask(3).await), Rejected::Machine(MachineRejected::GamesOfPerson { .. })));
    world.service.channel_gone(1.into()).await.unwrap();
    ask(3).await.unwrap();
    let guild = crate::fixture::GUILD.into();
    let count = world.service.store().read(move |tx| tx.count_machine_games(guild)).await.unwrap();
    assert_eq!(count, 2);
}

#[tokio::test]
async fn bot_without_thinkers_starts_no_game_with_machines() {
    let mut world = Fixture::new().await;
    let of = world.alone("protozoa", Level::Drifter).await;
    world.service.resign(&world.by(ANN), of).await.unwrap();
    let there = |world: &Fixture| Caller { channel: 7.into(), ..world.by(ANN) };
    let lobby = world.try_open(&there(&world), "protozoa", &[]).await.unwrap().id;
    act(&world, ANN, lobby, MachineAct::Add(Level::Spore)).await.unwrap();
    world.service = world.service.clone().with_machines(false);
    let refused = MachineRejected::NotOffered;
    assert_eq!(rejection(world.service.rematch(&world.by(ANN), of).await), refused.clone().into());
    assert_eq!(rejection(world.service.start(&there(&world), lobby).await), refused.into());
    world.service = world.service.clone().with_machines(true);
    replaced(world.service.start(&there(&world), lobby).await);
    world.service.rematch(&world.by(ANN), of).await.unwrap();
}

#[tokio::test]
async fn lobby_does_not_start_while_machines_are_busy() {
    let world = Fixture::new().await;
    let lobby =
        world.try_open(&Caller { channel: 7.into(), ..world.by(BOB) }, "protozoa", &[]).await.unwrap().id;
    act(&world, BOB, lobby, MachineAct::Add(Level::Spore)).await.unwrap();
    machine_to_move(&world, "protozoa").await;
    world.service.clock().advance(SignedDuration::from_mins(2));
    assert_eq!(rejection(world.service.start(&world.by(BOB), lobby).await), MachineRejected::Busy.into());
    world.let_machines_move().await;
    replaced(world.service.start(&world.by(BOB), lobby).await);
}
