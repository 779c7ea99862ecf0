//! Settings of servers, blocked people, the audit log, and the list of games under way.

use clock::from_millis;
use data::{
    Audit, AuditAction, AuditTarget, Blocked, BoardTheme, GameState, GuestStatus, PersonId, Setting, Settings,
};
use rules::Kind;

use crate::world::{GUEST, HOST, World, lobby, play};

/// Returns settings in which every setting is chosen.
fn chosen() -> Settings {
    let mut settings = Settings {
        channels: vec![7.into(), u64::MAX.into()],
        openers: Some(8.into()),
        clock: Some("3d/turn soft".parse().unwrap()),
        presets: [(Kind::Semiosphere, "standard"), (Kind::Stract, "correspondence")].into(),
        theme: Some(BoardTheme::Light),
        patterns: Some(true),
        ratings: Some(false),
        results: Some(9.into()),
        puzzles: Some(13.into()),
        weekly: Some(false),
        ..Settings::default()
    };
    let limits = Setting::ALL.iter().filter(|setting| setting.is_limit());
    settings.limits = limits.zip(1..).map(|(&setting, most)| (setting, most)).collect();
    settings
}

#[tokio::test]
async fn every_setting_is_stored_and_reset() {
    let world = World::new().await;
    let guild = 1.into();
    for &setting in Setting::ALL {
        assert!(chosen().value(setting).is_some(), "{setting:?}");
        world.write(move |tx| tx.set_setting(guild, setting, &chosen())).await;
    }
    assert_eq!(world.read(move |tx| tx.settings(guild)).await, chosen());
    assert_eq!(world.read(|tx| tx.settings(2.into())).await, Settings::default());
    for &setting in Setting::ALL {
        let mut left = world.read(move |tx| tx.settings(guild)).await;
        left.unset(setting);
        assert_eq!(left.value(setting), None);
        world.write(move |tx| tx.set_setting(guild, setting, &left)).await;
    }
    assert_eq!(world.read(move |tx| tx.settings(guild)).await, Settings::default());
}

#[tokio::test]
async fn unreadable_setting_counts_as_unset() {
    let world = World::new().await;
    let rows = "INSERT INTO setting VALUES (1, 'theme', 'purple'), (1, 'games', '-3'), (1, 'colour', 'red'),
                                           (1, 'channels', ''), (1, 'ratings', 'off')";
    world.change(rows).await;
    let read = world.read(|tx| tx.settings(1.into())).await;
    assert_eq!(read, Settings { ratings: Some(false), ..Settings::default() });
}

#[tokio::test]
async fn unknown_presets_are_left_out() {
    let world = World::new().await;
    let rows = "INSERT INTO setting VALUES (1, 'presets', 'semiosphere=tiny,chess=blitz,stract=standard'),
                                           (2, 'presets', 'semiosphere')";
    world.change(rows).await;
    let read = async |guild: u64| world.read(move |tx| tx.settings(guild.into())).await;
    assert_eq!(read(1).await.presets, [(Kind::Stract, "standard")].into());
    assert_eq!(read(2).await, Settings::default());
}

#[tokio::test]
async fn block_counts_on_its_server() {
    let world = World::new().await;
    let block = |reason: &str| {
        let reason = reason.to_owned();
        Blocked { guild: 1.into(), person: GUEST.into(), actor: HOST.into(), at: from_millis(5), reason }
    };
    let reason =
        async |guild: u64, person: u64| world.read(move |tx| tx.blocked(guild.into(), person.into())).await;
    world.write(move |tx| tx.block(&block("spam"))).await;
    assert_eq!(reason(1, GUEST).await.as_deref(), Some("spam"));
    world.write(move |tx| tx.block(&block("more spam"))).await;
    assert_eq!(reason(1, GUEST).await.as_deref(), Some("more spam"));
    assert_eq!((reason(2, GUEST).await, reason(1, HOST).await), (None, None));
    assert_eq!(world.read(|tx| tx.all_blocked(1.into())).await, [PersonId::from(GUEST)]);
    world.write(|tx| tx.unblock(1.into(), GUEST.into())).await;
    assert_eq!(reason(1, GUEST).await, None);
}

#[tokio::test]
async fn log_is_paged_and_forgotten() {
    let world = World::new().await;
    let act = |at: i64, guild: u64, target| Audit {
        guild: guild.into(),
        at: from_millis(at),
        actor: Some(HOST.into()),
        action: AuditAction::Set,
        target,
        before: None,
        after: Some("on".to_owned()),
        reason: None,
    };
    let setting = AuditTarget::Setting(Setting::Ratings);
    world
        .write(move |tx| {
            for at in 0..5 {
                tx.add_audit(&act(at, 1, setting))?;
            }
            tx.add_audit(&act(9, 2, AuditTarget::Person(GUEST.into())))
        })
        .await;
    let page = async |skip| {
        let page = world.read(move |tx| tx.audits(1.into(), skip, 2)).await;
        page.iter().map(|act| act.at.as_millisecond()).collect::<Vec<_>>()
    };
    assert_eq!((page(0).await, page(2).await, page(4).await), (vec![4, 3], vec![2, 1], vec![0]));
    assert_eq!(world.read(|tx| tx.count_audits(1.into())).await, 5);
    let other = world.read(|tx| tx.audits(2.into(), 0, 9)).await;
    assert_eq!(other, [act(9, 2, AuditTarget::Person(GUEST.into()))]);
    world.write(|tx| tx.forget_audits(from_millis(3))).await;
    assert_eq!(page(0).await, [4, 3]);
    assert_eq!(world.read(|tx| tx.count_audits(1.into())).await, 2);
}

#[tokio::test]
async fn failed_act_leaves_no_trace() {
    let world = World::new().await;
    let failed = world.store.write(|tx| {
        tx.set_setting(1.into(), Setting::Games, &chosen())?;
        tx.add_audit(&Audit {
            guild: 1.into(),
            at: from_millis(1),
            actor: Some(HOST.into()),
            action: AuditAction::End,
            target: AuditTarget::Game(7.into()),
            before: None,
            after: None,
            reason: Some("stuck".to_owned()),
        })?;
        Err::<(), _>(data::StoreError::Busy)
    });
    assert!(failed.await.is_err());
    assert_eq!(world.read(|tx| tx.settings(1.into())).await, Settings::default());
    assert!(!world.read(|tx| tx.was_ended(7.into())).await);
    assert_eq!(world.read(|tx| tx.count_audits(1.into())).await, 0);
}

#[tokio::test]
async fn games_under_way_are_listed_and_counted() {
    let world = World::new().await;
    let count = async |person: u64| world.read(move |tx| tx.count_games_of(person.into(), 1.into())).await;
    let waiting = world.write(|tx| tx.open_lobby(&lobby(2, 50))).await;
    assert_eq!((count(HOST).await, count(GUEST).await), (1, 0), "an invitation does not count");
    world
        .write(move |tx| tx.set_guest_status(waiting, GUEST.into(), GuestStatus::Joined, from_millis(51)))
        .await;
    let running = world.game_of_two(3).await;
    assert_eq!((count(HOST).await, count(GUEST).await), (2, 2));
    assert_eq!(world.read(|tx| tx.count_games_of(HOST.into(), 2.into())).await, 0);

    let game = world.open(running).await;
    let seat = game.table.to_act().first().unwrap();
    let first = game.table.legal(seat)[0].clone();
    world.write(move |tx| play(tx, running, (seat, &first), from_millis(900))).await;
    let games = world.read(|tx| tx.underway(1.into(), 0, 9)).await;
    let [lobby, game] = games.as_slice() else { panic!("{games:?}") };
    assert_eq!((lobby.id, lobby.state, lobby.last), (waiting, GameState::Lobby, from_millis(50)));
    assert_eq!((game.id, game.state, game.last), (running, GameState::Running, from_millis(900)));
    assert_eq!(game.people, [HOST.into(), GUEST.into()]);
    assert_eq!(game.to_act, world.open(running).await.awaited());
    assert_eq!(world.read(|tx| tx.underway(1.into(), 1, 9)).await, games[1..]);
    assert_eq!(world.read(|tx| tx.count_underway(1.into())).await, 2);

    world.write(move |tx| tx.suspend(running, from_millis(1000))).await;
    assert_eq!(count(HOST).await, 1, "nobody can play a suspended game");
    assert!(world.read(|tx| tx.underway(1.into(), 1, 9)).await[0].suspended);
    world.write(move |tx| tx.cancel_lobby(waiting, from_millis(60))).await;
    assert_eq!(count(HOST).await, 0);
}

#[tokio::test]
async fn lobbies_of_a_person_are_counted_by_channel() {
    let world = World::new().await;
    world
        .write(|tx| {
            for (channel, home) in [(2, 2), (3, 2), (4, 4)] {
                let id = tx.open_lobby(&lobby(channel, channel.cast_signed()))?;
                tx.set_home(id, home.into())?;
            }
            Ok(())
        })
        .await;
    let nth = async |host: u64, home: u64, nth| {
        world.read(move |tx| tx.nth_lobby_of(host.into(), home.into(), from_millis(0), nth)).await
    };
    assert_eq!((nth(HOST, 2, 1).await, nth(HOST, 2, 2).await), (Some(from_millis(3)), Some(from_millis(2))));
    assert_eq!((nth(HOST, 2, 3).await, nth(GUEST, 2, 1).await), (None, None));
}
