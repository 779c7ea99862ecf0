//! The posts for people who manage a server.

use play::content::ReviewedPair;

use super::*;

/// Returns a page in the middle of a long list.
fn page<T>(items: Vec<T>) -> Listing<T> {
    Listing { items, page: 1, last: u32::MAX - 1, all: u32::MAX }
}

#[test]
fn posts_for_managers_are_within_discords_limits() {
    let mut settings = Settings::default();
    for &setting in Setting::ALL {
        let ids: Vec<String> = (0..25).map(|_| BIG.to_string()).collect();
        let value = match setting {
            Setting::Channels => ids.join(","),
            Setting::Openers | Setting::Results | Setting::Puzzles => BIG.to_string(),
            Setting::Clock => "60d+30d/60d soft weekends pass".to_owned(),
            Setting::Presets => {
                "plankton-synapse=correspondence,semiosphere=balanced,stract=correspondence".to_owned()
            }
            Setting::Theme => "light".to_owned(),
            Setting::Patterns | Setting::Ratings | Setting::Weekly => "off".to_owned(),
            _ => u32::MAX.to_string(),
        };
        assert!(settings.set(setting, &value));
    }
    for settings in [Settings::default(), settings.clone()] {
        for changed in [None].into_iter().chain(Setting::ALL.iter().copied().map(Some)) {
            check(&posts::server(&Server { settings: settings.clone(), blocked: people(40), changed }));
        }
        Setting::ALL.iter().for_each(|&setting| check(&posts::server_setting(&settings, setting)));
        catalogue::with_presets().for_each(|kind| check(&posts::server_preset(&settings, kind)));
    }

    let game = |suspended| Underway {
        id: BIG.into(),
        kind: Kind::PlanktonSynapse,
        state: GameState::Running,
        channel: BIG.into(),
        message: Some(BIG.into()),
        people: people(8),
        to_act: people(8),
        last: NOW,
        suspended,
        paused: false,
    };
    check(&posts::underway(BIG.into(), &page(vec![game(false); ON_PAGE as usize])));
    check_choices(&choices::underway(&vec![game(true); 40]));

    let reason = "*x".repeat(100);
    let act = |action, target, before, after, reason| Audit {
        guild: BIG.into(),
        at: NOW,
        actor: Some(BIG.into()),
        action,
        target,
        before,
        after,
        reason,
    };
    for &setting in Setting::ALL {
        let value = settings.value(setting);
        let target = AuditTarget::Setting(setting);
        let acts = vec![act(AuditAction::Set, target, value.clone(), value, None); ON_PAGE as usize];
        check(&posts::audit_log(&page(acts)));
    }
    let block = act(AuditAction::Block, AuditTarget::Person(BIG.into()), None, None, Some(reason.clone()));
    check(&posts::audit_log(&page(vec![block; ON_PAGE as usize])));
    let pair = ReviewedPair {
        winner: BIG.into(),
        loser: BIG.into(),
        kind: Kind::PlanktonSynapse,
        games: u32::MAX,
        newest: vec![BIG.into(); 12],
        board: Some((BIG.into(), BIG.into())),
        resigned: 6,
        latest: u32::MAX,
        usual: Some(u32::MAX),
    };
    check(&posts::review(BIG.into(), &page(vec![pair; ON_PAGE as usize])));
    let said = [
        text::blocked(BIG.into(), &reason, false),
        text::blocked_notice(&reason),
        text::you_are_blocked(&reason),
        text::ended_by_manager(&reason),
        text::rejected(&LobbyRejected::OtherChannels { channels: vec![BIG.into(); 25] }.into()),
    ];
    said.iter().for_each(|said| words_at_most("a response", said, 1900));
}
