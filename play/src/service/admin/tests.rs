//! The use cases of people who manage a server, and their effects on everybody else.

use clock::DAY;
use data::{Notice, OutboxKind, StoreError};
use jiff::SignedDuration;

use super::*;
use crate::{
    content::{Closed, LobbyState},
    fixture::{ANN, BOB, CHANNEL, CID, DAN, EVE, Fixture, GUILD, ephemeral, rejection, replaced},
    rejected::{LimitRejected, VoidRejected},
    service::{Invitee, Member, Opened, Wish},
};

/// Eve plays no game and manages the server.
async fn set(world: &Fixture, setting: Setting, value: &str) -> Server {
    let values: Vec<String> = value.split(',').map(str::to_owned).collect();
    match replaced(world.service.set_server_setting(&world.by(EVE), setting, &values).await) {
        Content::Server(server) => *server,
        other => panic!("{other:?}"),
    }
}

async fn log(world: &Fixture) -> Vec<Audit> {
    match ephemeral(world.service.audit_log(&world.by(EVE), 0).await) {
        Content::AuditLog(acts) => acts.items,
        other => panic!("{other:?}"),
    }
}

/// Returns the people who wait in the outbox for a notice that their game was ended, with its reason.
async fn notices(world: &Fixture) -> Vec<(PersonId, String)> {
    let mut notices = Vec::new();
    while let Some(due) = world.lease().await {
        if let Payload::Notice { person, notice: Notice::EndedByManager { reason }, .. } = due.payload {
            notices.push((person, reason));
        }
    }
    notices.sort();
    notices
}

/// Ann tries to open a game as this member.
async fn open_as(world: &Fixture, member: Member) -> Result<Opened, Error> {
    let caller = world.by(ANN);
    let invited: Vec<Invitee> = Vec::new();
    let wish = Wish {
        game: "protozoa".to_owned(),
        options: String::new(),
        clock: String::new(),
        machine: None,
        invited,
    };
    let request = world.service.consider(&caller, &wish).await?;
    world.service.open_lobby(&caller, &member, &request, CHANNEL.into()).await
}

#[tokio::test]
async fn setting_is_shown_stored_and_logged() {
    let world = Fixture::new().await;
    let Content::Server(before) = ephemeral(world.service.server(&world.by(EVE)).await) else { panic!() };
    assert_eq!((before.settings, before.changed), (Settings::default(), None));
    let server = set(&world, Setting::OpenLobbies, "2").await;
    assert_eq!(server.settings.limits[&Setting::OpenLobbies], 2);
    assert_eq!(server.changed, Some(Setting::OpenLobbies));
    set(&world, Setting::OpenLobbies, "2").await;
    set(&world, Setting::Channels, "7,8").await;
    let back = world.service.unset_server_setting(&world.by(BOB), Setting::OpenLobbies).await;
    let Content::Server(server) = replaced(back) else { panic!("the panel") };
    assert_eq!(server.settings.value(Setting::OpenLobbies), None);

    let acts = log(&world).await;
    let short = |act: &Audit| (act.actor.unwrap().get(), act.before.clone(), act.after.clone());
    let text = |value: &str| Some(value.to_owned());
    assert_eq!(
        acts.iter().map(short).collect::<Vec<_>>(),
        [(BOB, text("2"), None), (EVE, None, text("7,8")), (EVE, None, text("2"))],
        "an act that changes nothing is not logged"
    );
    assert_eq!(acts[0].target, AuditTarget::Setting(Setting::OpenLobbies));
    assert_eq!(world.service.store().read(|tx| tx.settings(51.into())).await.unwrap(), Settings::default());
}

#[tokio::test]
async fn values_that_no_menu_has_are_rejected() {
    let world = Fixture::new().await;
    for (setting, value) in [
        (Setting::OpenLobbies, "0"),
        (Setting::Games, "many"),
        (Setting::Theme, "purple"),
        (Setting::Channels, "general"),
        (Setting::Ratings, ""),
    ] {
        let refused = world.service.set_server_setting(&world.by(EVE), setting, &[value.to_owned()]).await;
        assert_eq!(rejection(refused), Rejected::UnknownButton, "{setting:?} {value}");
    }
    let page = async |name: &str| world.service.server_setting(&world.by(EVE), name).await;
    assert_eq!(rejection(page("colour").await), Rejected::UnknownButton);
    for setting in Setting::ALL {
        let Content::ServerSetting { setting: shown, .. } = replaced(page(setting.word()).await) else {
            panic!()
        };
        assert_eq!(shown, *setting);
    }
    assert_eq!(log(&world).await, []);
    let private = Caller { guild: None, ..world.by(EVE) };
    assert_eq!(rejection(world.service.server(&private).await), Rejected::OutsideServers);
}

#[tokio::test]
async fn default_clock_is_logged_like_other_settings() {
    let world = Fixture::new().await;
    ephemeral(world.service.set_usual_clock(&world.by(EVE), "3d/turn soft").await);
    ephemeral(world.service.set_usual_clock(&world.by(EVE), "default").await);
    let acts = log(&world).await;
    assert_eq!((acts[1].before.as_deref(), acts[1].after.as_deref()), (None, Some("3d/turn")));
    assert_eq!((acts[0].before.as_deref(), acts[0].after.as_deref()), (Some("3d/turn"), None));
    set(&world, Setting::Clock, "2d/turn hard").await;
    let id = world.open("protozoa", &[]).await;
    assert_eq!(world.lobby(id).await.control.to_string(), "2d/turn hard");
}

#[tokio::test]
async fn server_preset_is_for_hosts_who_name_none() {
    let world = Fixture::new().await;
    let choose =
        async |value: &str| world.service.set_server_preset(&world.by(EVE), Kind::Semiosphere, value).await;
    let preset_of = async |guild: u64, channel: u64, wish: &str| {
        let caller = Caller { guild: Some(guild.into()), channel: channel.into(), ..world.by(ANN) };
        let lobby = world.try_open(&caller, wish, &[]).await.unwrap();
        (catalogue::preset(lobby.kind, &lobby.options).unwrap().name, lobby.usual_preset)
    };
    assert_eq!(preset_of(GUILD, 1, "semiosphere").await, ("balanced", None));
    replaced(choose("standard").await);
    let usual = Some("standard");
    assert_eq!(preset_of(GUILD, 2, "semiosphere").await, ("standard", usual));
    assert_eq!(preset_of(GUILD, 3, "semiosphere points=4").await, ("standard", usual));
    assert_eq!(preset_of(GUILD, 4, "semiosphere preset=balanced").await, ("balanced", usual));
    assert_eq!(preset_of(GUILD, 5, "stract").await, ("correspondence", None), "another game");
    assert_eq!(preset_of(51, 6, "semiosphere").await, ("balanced", None), "another server");
    replaced(choose("default").await);
    let lobbies = world.service.store().read(|tx| tx.game_in(2.into())).await.unwrap();
    let lobby = world.lobby(lobbies.unwrap().0).await;
    assert_eq!(catalogue::preset(lobby.kind, &lobby.options).unwrap().name, "standard", "it stays as it is");

    let acts = log(&world).await;
    let values: Vec<_> = acts.iter().map(|act| (act.before.as_deref(), act.after.as_deref())).collect();
    let stored = Some("semiosphere=standard");
    assert_eq!(values, [(stored, None), (None, stored)]);
    assert_eq!(rejection(choose("tiny").await), Rejected::UnknownButton);
    let forged = ["semiosphere=standard".to_owned()];
    let forged = world.service.set_server_setting(&world.by(EVE), Setting::Presets, &forged).await;
    assert_eq!(rejection(forged), Rejected::UnknownButton);
    for name in ["protozoa", "chess", ""] {
        let page = world.service.server_preset(&world.by(EVE), name).await;
        assert_eq!(rejection(page), Rejected::UnknownButton, "{name:?} has no presets");
    }
}

#[tokio::test]
async fn games_open_in_chosen_channels_only() {
    let world = Fixture::new().await;
    set(&world, Setting::Channels, "200,201").await;
    let refused = rejection(world.try_open(&world.by(ANN), "protozoa", &[]).await);
    let channels = vec![200.into(), 201.into()];
    assert_eq!(refused, LobbyRejected::OtherChannels { channels }.into());
    let there = Caller { channel: 201.into(), ..world.by(ANN) };
    world.try_open(&there, "protozoa", &[]).await.unwrap();
    set(&world, Setting::Channels, "default").await;
    world.open("protozoa", &[]).await;
}

#[tokio::test]
async fn only_members_with_the_role_open_games() {
    let world = Fixture::new().await;
    set(&world, Setting::Openers, "77").await;
    let only_role = Rejected::from(LobbyRejected::OnlyRole { role: 77.into() });
    let member =
        |roles: &[u64], manages| Member { roles: roles.iter().map(|&role| role.into()).collect(), manages };
    assert_eq!(rejection(open_as(&world, member(&[76], false)).await), only_role);
    open_as(&world, member(&[76, 77], false)).await.unwrap();
    let id = world.service.store().read(|tx| tx.game_in(CHANNEL.into())).await.unwrap().unwrap().0;
    world.service.join(&world.by(BOB), id).await.unwrap();
    world.service.leave(&world.by(ANN), id).await.unwrap();
    world.service.leave(&world.by(BOB), id).await.unwrap();
    open_as(&world, member(&[], true)).await.unwrap();
    // The role that everyone has is named like the server.
    let server = set(&world, Setting::Openers, &GUILD.to_string()).await;
    assert_eq!(server.settings.openers, None);
}

#[tokio::test]
async fn member_without_the_role_joins_a_rematch() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    world.service.resign(&world.by(BOB), id).await.unwrap();
    set(&world, Setting::Openers, "77").await;
    let only_role = Rejected::from(LobbyRejected::OnlyRole { role: 77.into() });
    assert_eq!(rejection(world.service.rematch(&world.by(BOB), id).await), only_role);
    let member = Member { roles: vec![77.into()], manages: false };
    world.service.rematch_as(&world.by(ANN), &member, id).await.unwrap();
    ephemeral(world.service.rematch(&world.by(BOB), id).await);
}

#[tokio::test]
async fn limits_of_the_server_replace_the_defaults() {
    let world = Fixture::new().await;
    let open = async |person: u64, channel: u64| {
        let caller = Caller { channel: channel.into(), ..world.by(person) };
        world.try_open(&caller, "protozoa", &[]).await
    };
    set(&world, Setting::OpenLobbies, "1").await;
    let first = open(ANN, 1).await.unwrap();
    let refused = rejection(open(ANN, 2).await);
    assert!(matches!(refused, Rejected::Limit(LimitRejected::OpenLobbies { most: 1, .. })), "{refused:?}");
    set(&world, Setting::OpenLobbies, "30").await;

    set(&world, Setting::GamesOfPerson, "2").await;
    let second = open(ANN, 2).await.unwrap();
    let too_many = Rejected::from(LimitRejected::Games { most: 2 });
    assert_eq!(rejection(open(ANN, 3).await), too_many);
    let third = open(BOB, 3).await.unwrap();
    assert_eq!(rejection(world.service.join(&world.by(ANN), third.id).await), too_many);
    world.service.leave(&world.by(ANN), first.id).await.unwrap();
    world.service.join(&world.by(ANN), third.id).await.unwrap();

    set(&world, Setting::Games, "2").await;
    let full = Rejected::from(LimitRejected::GamesOnServer { most: 2 });
    assert_eq!(rejection(open(CID, 4).await), full);
    let abroad = Caller { guild: Some(51.into()), channel: 4.into(), ..world.by(CID) };
    world.try_open(&abroad, "protozoa", &[]).await.unwrap();
    world.service.leave(&world.by(ANN), second.id).await.unwrap();
    open(CID, 5).await.unwrap();
}

#[tokio::test]
async fn one_person_leaves_room_in_a_channel() {
    let world = Fixture::new().await;
    let open = async |person: u64| {
        let lobby = world.try_open(&world.by(person), "protozoa", &[]).await?;
        world.service.leave(&world.by(person), lobby.id).await
    };
    for _ in 0..8 {
        open(ANN).await.unwrap();
    }
    let refused = rejection(open(ANN).await);
    assert!(
        matches!(refused, Rejected::Limit(LimitRejected::LobbiesFromPerson { most: 8, .. })),
        "{refused:?}"
    );
    for _ in 0..7 {
        open(BOB).await.unwrap();
    }
    let refused = rejection(open(CID).await);
    assert!(
        matches!(refused, Rejected::Limit(LimitRejected::LobbiesFromChannel { most: 15, .. })),
        "{refused:?}"
    );
    world.service.clock().advance(SignedDuration::from_secs(3601));
    open(ANN).await.unwrap();
}

#[tokio::test]
async fn blocked_person_neither_opens_nor_joins() {
    let world = Fixture::new().await;
    let running = world.begin("protozoa", &[BOB]).await;
    let block = async |reason: &str| world.service.block(&world.by(EVE), BOB.into(), false, reason).await;
    let Content::Blocked { person, reason, .. } = ephemeral(block(" too loud ").await) else { panic!() };
    assert_eq!((person, reason.as_str()), (BOB.into(), "too loud"));
    ephemeral(block("too loud").await);
    ephemeral(block("much too loud").await);

    let blocked = Rejected::Blocked { reason: "much too loud".to_owned() };
    let elsewhere = |person: u64| Caller { channel: 101.into(), ..world.by(person) };
    assert_eq!(rejection(world.try_open(&elsewhere(BOB), "protozoa", &[]).await), blocked);
    let lobby = world.try_open(&elsewhere(CID), "protozoa", &[BOB]).await.unwrap();
    assert_eq!(rejection(world.service.join(&world.by(BOB), lobby.id).await), blocked);
    let substitute = rejection({
        ephemeral(world.service.open_seat(&world.by(ANN), ANN.into(), false).await);
        let open = world.service.store().read(move |tx| tx.open_offers(running)).await.unwrap();
        let dan_may = world.service.block(&world.by(EVE), DAN.into(), false, "later").await;
        ephemeral(dan_may);
        world.service.vote(&world.by(DAN), open[0].id, data::Vote::Accept).await
    });
    assert_eq!(substitute, Rejected::Blocked { reason: "later".to_owned() });

    // The game that was running continues.
    world.play_any(running).await;
    world.play_any(running).await;
    let abroad = Caller { guild: Some(51.into()), ..elsewhere(BOB) };
    let abroad = Caller { channel: 300.into(), ..abroad };
    world.try_open(&abroad, "protozoa", &[]).await.unwrap();

    ephemeral(world.service.unblock(&world.by(EVE), BOB.into()).await);
    world.service.join(&world.by(BOB), lobby.id).await.unwrap();
    let not_blocked = AdminRejected::NotBlocked { person: BOB.into() };
    assert_eq!(rejection(world.service.unblock(&world.by(EVE), BOB.into()).await), not_blocked.into());
    let actions: Vec<AuditAction> = log(&world).await.iter().map(|act| act.action).collect();
    use AuditAction::{Block, Unblock};
    assert_eq!(actions, [Unblock, Block, Block, Block]);
}

#[tokio::test]
async fn blocked_person_gets_a_notice_once_per_reason() {
    let world = Fixture::new().await;
    let notices = async || {
        let mut reasons = Vec::new();
        while let Some(due) = world.lease().await {
            if let Payload::Notice { person, notice: Notice::Blocked { reason }, .. } = due.payload {
                assert_eq!(person, BOB.into());
                reasons.push(reason);
            }
        }
        reasons
    };
    let block = async |person: u64, reason: &str| match ephemeral(
        world.service.block(&world.by(EVE), person.into(), false, reason).await,
    ) {
        Content::Blocked { notified, .. } => notified,
        other => panic!("{other:?}"),
    };
    world.open("protozoa", &[BOB]).await;
    assert!(!block(CID, "never played here").await);
    assert!(block(BOB, "loud").await && block(BOB, "loud").await);
    assert_eq!(notices().await, ["loud"]);
    assert!(block(BOB, "louder").await);
    assert!(block(BOB, "loudest").await);
    assert_eq!(notices().await, ["loudest"], "a reason that is out of date is not sent");
    ephemeral(world.service.unblock(&world.by(EVE), BOB.into()).await);
    assert_eq!(notices().await, [""; 0]);
    assert!(block(BOB, "loudest").await);
    ephemeral(world.service.unblock(&world.by(EVE), BOB.into()).await);
    assert_eq!(notices().await, [""; 0], "the block ended before its notice was sent");
    assert!(block(BOB, "loudest").await);
    assert_eq!(notices().await, ["loudest"], "a new block has a notice of its own");
}

#[tokio::test]
async fn nobody_blocks_themselves_or_a_bot() {
    let world = Fixture::new().await;
    let own = world.service.block(&world.by(EVE), EVE.into(), false, "oops").await;
    assert_eq!(rejection(own), AdminRejected::OwnBlock.into());
    let bot = world.service.block(&world.by(EVE), 99.into(), true, "oops").await;
    assert_eq!(rejection(bot), AdminRejected::BotBlocked { bot: 99.into() }.into());
    assert_eq!(log(&world).await, []);
}

#[tokio::test]
async fn ended_game_has_no_result_and_notifies() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let end = async |by: &Caller, typed: &str| world.service.end_game(by, typed, "nobody moves").await;
    let abroad = Caller { guild: Some(51.into()), ..world.by(EVE) };
    assert_eq!(rejection(end(&abroad, &id.to_string()).await), Rejected::UnknownGame);
    for typed in ["77", "first", ""] {
        assert_eq!(rejection(end(&world.by(EVE), typed).await), Rejected::UnknownGame);
    }
    let by = world.by(EVE);
    for _ in 0..2 {
        // Discord may deliver the interaction twice.
        let Content::EndedByManager(ended) = ephemeral(end(&by, &format!("#{id}")).await) else { panic!() };
        assert_eq!(ended, id);
    }
    let game = world.game(id).await;
    assert_eq!((game.state, game.table.outcome().unwrap().ranking.groups().len()), (GameState::Cancelled, 0));
    let reason = || "nobody moves".to_owned();
    assert_eq!(notices(&world).await, [(ANN.into(), reason()), (BOB.into(), reason())]);
    let acts = log(&world).await;
    let [act] = acts.as_slice() else { panic!("{acts:?}") };
    assert_eq!((act.action, act.target), (AuditAction::End, AuditTarget::Game(id)));
    assert_eq!(act.reason, Some(reason()));
    let over = rejection(end(&world.by(EVE), &id.to_string()).await);
    assert!(matches!(over, Rejected::GameOver { .. }), "{over:?}");
}

#[tokio::test]
async fn voided_result_is_logged_and_given_back() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    for _ in 0..2 {
        world.play_any(id).await;
    }
    let void = async |by: &Caller, typed: &str| world.service.void_game(by, typed, "two names").await;
    assert_eq!(rejection(void(&world.by(EVE), &id.to_string()).await), VoidRejected::Unrated.into());
    world.service.resign(&world.by(BOB), id).await.unwrap();
    let abroad = Caller { guild: Some(51.into()), ..world.by(EVE) };
    assert_eq!(rejection(void(&abroad, &id.to_string()).await), Rejected::UnknownGame);
    let by = world.by(EVE);
    for _ in 0..2 {
        // Discord may deliver the interaction twice.
        let Content::Voided(voided) = ephemeral(void(&by, &format!("#{id}")).await) else { panic!() };
        assert_eq!(voided, id);
    }
    assert_eq!(rejection(void(&world.by(EVE), &id.to_string()).await), VoidRejected::Before.into());
    let acts = log(&world).await;
    let [act] = acts.as_slice() else { panic!("{acts:?}") };
    assert_eq!((act.action, act.target), (AuditAction::Void, AuditTarget::Game(id)));
    assert_eq!(act.reason.as_deref(), Some("two names"));
}

#[tokio::test]
async fn manager_gets_no_notice_of_their_own_act() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    ephemeral(world.service.end_game(&world.by(BOB), &id.to_string(), "test").await);
    assert_eq!(notices(&world).await, [(ANN.into(), "test".to_owned())]);
    let ended_by = world.service.store().read(move |tx| tx.ended_by(id, tx.open(id)?.table.ply())).await;
    assert_eq!(ended_by.unwrap(), Some(BOB.into()));
}

#[tokio::test]
async fn ended_lobby_is_closed_with_a_notice() {
    let world = Fixture::new().await;
    let id = world.open("protozoa", &[BOB, CID]).await;
    world.service.leave(&world.by(CID), id).await.unwrap();
    ephemeral(world.service.end_game(&world.by(EVE), &id.to_string(), "wrong channel").await);
    let people: Vec<PersonId> = notices(&world).await.into_iter().map(|(person, _)| person).collect();
    assert_eq!(people, [ANN.into(), BOB.into()], "not those who have declined");
    let shown = world.service.store().read(move |tx| {
        let (lobby, open) = tx.lobby_or_closed(id)?.unwrap();
        Ok::<_, StoreError>((crate::service::closed(tx, &lobby, lobby.created)?, open))
    });
    assert_eq!(shown.await.unwrap(), (Closed::ByManager, false));
    assert_eq!(rejection(world.service.join(&world.by(CID), id).await), LobbyRejected::Closed.into());
    let again = world.service.end_game(&world.by(EVE), &id.to_string(), "again").await;
    assert_eq!(rejection(again), LobbyRejected::Closed.into());
    let lobby = world.open("protozoa", &[]).await;
    let closed = replaced(world.service.leave(&world.by(ANN), lobby).await);
    assert!(matches!(closed, Content::Lobby(LobbyState::Closed(_, Closed::HostLeft))), "{closed:?}");
}

#[tokio::test]
async fn game_with_a_broken_record_can_be_ended() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa | 3d/turn", &[BOB]).await;
    world.play_any(id).await;
    let at = world.service.now();
    let break_off = move |tx: &Tx<'_>| {
        let mut game = tx.open(id)?;
        game.enter(rules::Seat::FIRST, rules::SUBSTITUTE).unwrap();
        game.record.last_mut().unwrap().notation = "nonsense".to_owned();
        tx.append(&mut game, at)
    };
    world.service.store().write(break_off).await.unwrap();
    ephemeral(world.service.end_game(&world.by(EVE), &id.to_string(), "broken").await);
    let people: Vec<PersonId> = notices(&world).await.into_iter().map(|(person, _)| person).collect();
    assert_eq!(people.len(), 2);
    let games = ephemeral(world.service.games_underway(&world.by(EVE), 0).await);
    assert!(matches!(games, Content::Underway { games, .. } if games.items.is_empty()));
    assert_eq!(world.service.store().read(|tx| tx.next_timer()).await.unwrap(), None);
    world.open("protozoa", &[]).await;
}

#[tokio::test]
async fn games_under_way_fill_pages() {
    let world = Fixture::new().await;
    for channel in 1..=u64::from(ON_PAGE) + 1 {
        let caller = Caller { channel: channel.into(), ..world.by(1000 + channel) };
        world.try_open(&caller, "protozoa", &[]).await.unwrap();
    }
    let page = async |page| match ephemeral(world.service.games_underway(&world.by(EVE), page).await) {
        Content::Underway { games, .. } => games,
        other => panic!("{other:?}"),
    };
    let first = page(0).await;
    assert_eq!((first.items.len(), first.page, first.last, first.all), (ON_PAGE as usize, 0, 1, ON_PAGE + 1));
    let last = page(99).await;
    assert_eq!((last.items.len(), last.page), (1, 1), "a page beyond the last one is the last one");
    let completed = world.service.complete_underway(&world.by(EVE), " 1").await.unwrap();
    assert!(completed.iter().all(|game| game.id.to_string().starts_with('1')));
    let abroad = Caller { guild: Some(51.into()), ..world.by(EVE) };
    assert!(world.service.complete_underway(&abroad, "").await.unwrap().is_empty());
}

#[tokio::test]
async fn log_is_kept_for_400_days() {
    let world = Fixture::new().await;
    set(&world, Setting::Ratings, "off").await;
    world.service.clock().advance(DAY * 399);
    set(&world, Setting::Ratings, "on").await;
    world.service.tidy().await.unwrap();
    assert_eq!(log(&world).await.len(), 2);
    world.service.clock().advance(DAY * 2);
    world.service.tidy().await.unwrap();
    assert_eq!(log(&world).await.len(), 1);
    assert!(!world.outbox().await.contains(&OutboxKind::Notice));
}
