//! Posts for people who manage a server, and the refusals that follow from their decisions.

use data::{OutboxKind, PersonId, Setting};
use messages::{
    action::Action,
    text,
    view::{Pick, PickOf, Post, Row},
};
use play::{
    content::{Listing, ReviewedPair},
    fixture::{ANN, BOB, CID, EVE, Fixture, ephemeral, rejection},
    service::Caller,
};

use crate::world::{buttons, menu, next_notice, post};

/// Eve manages the server. Returns the panel after she has set this.
async fn set(world: &Fixture, setting: Setting, values: &[&str]) -> Post {
    let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
    post(world, world.service.set_server_setting(&world.by(EVE), setting, &values).await).await
}

/// Returns everything that a post says.
fn words(post: &Post) -> String {
    let card = post.card.clone().unwrap_or_default();
    let fields = card.fields.iter().map(|(title, body)| format!("{title}\n{body}"));
    let fields: Vec<String> = fields.collect();
    [post.content.clone(), card.title, card.body, fields.join("\n"), card.footer].join("\n")
}

#[tokio::test]
async fn panel_shows_defaults_before_it_changes() {
    let world = Fixture::new().await;
    let panel = post(&world, world.service.server(&world.by(EVE)).await).await;
    let shown = words(&panel);
    for line in [
        "Channels for games: all",
        "Who opens games: everyone",
        "Default clock: `72h+12h/120h hard`",
        "Presets: Petri's own",
        "Public boards: my usual theme",
        "Ratings: on",
        "Channel for results: none",
        "Open lobbies per person: 5",
        "Games per person: no limit",
        "Lobbies per channel and hour: 15",
        "… by the same person: 8",
        "Invitations per person and hour: 30",
        "… to the same person: 4",
        "nobody",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
    }
    assert_eq!(panel.content, "", "nothing has changed");
    let lines: Vec<&str> = menu(&panel).into_iter().map(|(_, value)| value).collect();
    assert_eq!(lines, Setting::ALL.iter().map(|setting| setting.word()).collect::<Vec<_>>());
    // A phone shows some forty characters of a line.
    let fields = panel.card.unwrap().fields;
    let fits = |line: &str| line.chars().count() <= 45;
    assert!(fields.iter().flat_map(|(_, body)| body.lines()).all(fits), "{shown}");
}

#[tokio::test]
async fn changed_setting_is_named_and_bold() {
    let world = Fixture::new().await;
    let panel = set(&world, Setting::Channels, &["7", "8"]).await;
    assert_eq!(panel.content, "✅ Saved. Channels for games: <#7> and <#8>");
    assert!(words(&panel).contains("**Channels for games: <#7> and <#8>**"));
    let panel = set(&world, Setting::LobbiesFromPerson, &["3"]).await;
    assert_eq!(panel.content, "✅ Saved. Lobbies of one person per channel and hour: 3");
    let panel = set(&world, Setting::Openers, &["77"]).await;
    assert!(words(&panel).contains("**Who opens games: <@&77>**"));
    assert!(panel.pings.is_empty());
    let hints: Vec<&str> = panel.rows.iter().filter_map(hints_of).flatten().collect();
    assert!(hints.contains(&"Now: 2\u{a0}channels") && hints.contains(&"Now: a role"), "{hints:?}");
}

fn hints_of(row: &Row) -> Option<Vec<&str>> {
    match row {
        Row::Menu(menu) => Some(menu.choices.iter().map(|choice| choice.hint.as_str()).collect()),
        _ => None,
    }
}

#[tokio::test]
async fn each_setting_has_a_menu_of_its_values() {
    let world = Fixture::new().await;
    for &setting in Setting::ALL {
        let page = post(&world, world.service.server_setting(&world.by(EVE), setting.word()).await).await;
        assert_eq!(buttons(&page), ["Back", "Use the default"]);
        match (setting, &page.rows[0]) {
            (Setting::Channels, Row::Pick(Pick { action, of: PickOf::Channels, most: 25, .. }))
            | (
                Setting::Results | Setting::Puzzles,
                Row::Pick(Pick { action, of: PickOf::Channels, most: 1, .. }),
            )
            | (Setting::Openers, Row::Pick(Pick { action, of: PickOf::Roles, most: 1, .. })) => {
                assert_eq!(*action, Action::SetServer(setting));
            }
            (Setting::Presets, Row::Menu(games)) => {
                assert_eq!(games.action, Action::ServerPreset);
                for game in &games.choices {
                    let page = world.service.server_preset(&world.by(EVE), &game.value).await;
                    let page = post(&world, page).await;
                    assert_eq!(buttons(&page), ["Back"]);
                    let kind = rules::Kind::from_slug(&game.value).unwrap();
                    for (label, value) in menu(&page) {
                        let panel = world.service.set_server_preset(&world.by(EVE), kind, value).await;
                        let panel = post(&world, panel).await;
                        assert!(panel.content.starts_with('✅'), "{label}: {}", panel.content);
                    }
                }
            }
            (_, Row::Menu(values)) => {
                assert_eq!(values.action, Action::SetServer(setting));
                for choice in &values.choices {
                    let panel = set(&world, setting, &[&choice.value]).await;
                    assert!(
                        panel.content.starts_with('✅'),
                        "{setting:?} {}: {}",
                        choice.value,
                        panel.content
                    );
                }
            }
            (_, row) => panic!("{setting:?}: {row:?}"),
        }
    }
}

#[tokio::test]
async fn preset_of_the_server_is_named() {
    let world = Fixture::new().await;
    let kind = rules::Kind::Semiosphere;
    let page = post(&world, world.service.server_preset(&world.by(EVE), "semiosphere").await).await;
    assert!(
        page.content.starts_with("**Preset of Semiosphere**") && page.content.ends_with("Now: Petri's own")
    );
    let labels: Vec<&str> = menu(&page).into_iter().map(|(label, _)| label).collect();
    assert_eq!(labels, ["balanced (recommended)", "standard", "Petri's own"]);
    let panel = world.service.set_server_preset(&world.by(EVE), kind, "standard").await;
    let panel = post(&world, panel).await;
    assert_eq!(panel.content, "✅ Saved. Presets: Semiosphere standard");
    let games = post(&world, world.service.server_setting(&world.by(EVE), "presets").await).await;
    let hints: Vec<&str> = games.rows.iter().filter_map(hints_of).flatten().collect();
    assert_eq!(hints, ["Now: Petri's own", "Now: standard", "Now: Petri's own"]);

    let lobby = |wish: &'static str| {
        let world = &world;
        async move {
            let channel = if wish.contains('=') { 8 } else { 7 };
            let caller = Caller { channel: u64::into(channel), ..world.by(ANN) };
            messages::posts::lobby(&world.try_open(&caller, wish, &[]).await.unwrap())
        }
    };
    let usual = lobby("semiosphere").await;
    assert!(words(&usual).contains("\nPreset **standard** (this server's choice)."), "{}", words(&usual));
    assert!(buttons(&usual).contains(&"Play balanced (recommended)"), "{:?}", buttons(&usual));
    let other = lobby("semiosphere preset=balanced").await;
    assert!(words(&other).contains("Preset **balanced**. This server usually plays **standard**."));
    assert!(buttons(&other).contains(&"Play standard (this server's choice)"), "{:?}", buttons(&other));
}

#[tokio::test]
async fn default_is_offered_where_another_value_is_set() {
    let world = Fixture::new().await;
    let page = async || post(&world, world.service.server_setting(&world.by(EVE), "games").await).await;
    let is_on = |page: &Post| match &page.rows[1] {
        Row::Buttons(buttons) => buttons.iter().map(|button| button.on).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let unset = page().await;
    assert!(unset.content.ends_with("Now: no limit (the default)"), "{}", unset.content);
    assert_eq!(is_on(&unset), [true, false]);
    assert!(menu(&unset).contains(&("No limit", "default")));
    set(&world, Setting::Games, &["200"]).await;
    let chosen = page().await;
    assert!(chosen.content.ends_with("Now: 200"), "{}", chosen.content);
    assert_eq!(is_on(&chosen), [true, true]);
}

#[tokio::test]
async fn refusals_say_where_and_with_whom() {
    let world = Fixture::new().await;
    let refused = async |world: &Fixture| {
        text::rejected(&rejection(world.try_open(&world.by(ANN), "protozoa", &[]).await))
    };
    set(&world, Setting::Channels, &["7"]).await;
    assert_eq!(
        refused(&world).await,
        "This server keeps its games in other channels: <#7>. Use `/play` there."
    );
    set(&world, Setting::Channels, &["default"]).await;
    set(&world, Setting::Openers, &["77"]).await;
    let role = refused(&world).await;
    assert!(role.contains("<@&77>") && role.contains("join"), "{role}");
    set(&world, Setting::Openers, &["default"]).await;
    world.open("protozoa", &[]).await;
    let elsewhere = |channel: u64| Caller { channel: channel.into(), ..world.by(ANN) };
    set(&world, Setting::GamesOfPerson, &["1"]).await;
    let games = text::rejected(&rejection(world.try_open(&elsewhere(7), "protozoa", &[]).await));
    assert!(games.starts_with("You're in 1\u{a0}game on this server"), "{games}");
    set(&world, Setting::GamesOfPerson, &["default"]).await;
    set(&world, Setting::Games, &["1"]).await;
    let full = text::rejected(&rejection(world.try_open(&elsewhere(7), "protozoa", &[]).await));
    assert!(full.starts_with("1\u{a0}game can be open on this server at once"), "{full}");
    set(&world, Setting::Games, &["default"]).await;
    set(&world, Setting::LobbiesFromPerson, &["1"]).await;
    let lobby = world.try_open(&elsewhere(8), "protozoa", &[]).await.unwrap();
    world.service.leave(&elsewhere(8), lobby.id).await.unwrap();
    let share = text::rejected(&rejection(world.try_open(&elsewhere(8), "protozoa", &[]).await));
    assert!(
        share.starts_with("You've opened 1\u{a0}game in this channel") && share.contains("<t:"),
        "{share}"
    );
}

#[tokio::test]
async fn blocked_person_reads_the_reason() {
    let world = Fixture::new().await;
    let blocked = world.service.block(&world.by(EVE), BOB.into(), false, "`too` loud").await;
    let said = post(&world, blocked).await;
    assert!(said.content.starts_with("<@2> can no longer open or join games"), "{}", said.content);
    assert!(said.pings.is_empty() && said.content.contains("“too loud”"), "{}", said.content);
    assert!(said.content.contains("They haven't played here yet"), "{}", said.content);
    let id = world.open("protozoa", &[BOB]).await;
    let again =
        post(&world, world.service.block(&world.by(EVE), BOB.into(), false, "too `loud`").await).await;
    assert!(again.content.contains("I'm sending them your reason: “too loud”"), "{}", again.content);
    ephemeral(world.service.block(&world.by(EVE), BOB.into(), false, "far too loud").await);
    assert_eq!(
        next_notice(&world).await,
        "someone who manages this game's server has blocked you there. You can play on in your games and lobbies, but you can't \
         open or join others on that server. Their reason: “far too loud”"
    );
    ephemeral(world.service.block(&world.by(EVE), BOB.into(), false, "too loud").await);
    let refused = text::rejected(&rejection(world.service.join(&world.by(BOB), id).await));
    assert!(refused.contains("“too loud”") && refused.contains("talk to them"), "{refused}");
    let panel = post(&world, world.service.server(&world.by(EVE)).await).await;
    assert!(words(&panel).contains("Blocked\n<@2>"));
    let unblocked = post(&world, world.service.unblock(&world.by(EVE), BOB.into()).await).await;
    assert_eq!(unblocked.content, "<@2> can open and join games on this server again.");
    let again = text::rejected(&rejection(world.service.unblock(&world.by(EVE), BOB.into()).await));
    assert!(again.starts_with("<@2> isn't blocked"), "{again}");
    let own = text::rejected(&rejection(world.service.block(&world.by(EVE), EVE.into(), false, "x").await));
    assert!(own.starts_with("That's you"), "{own}");
}

#[tokio::test]
async fn games_are_listed_with_state_and_place() {
    let world = Fixture::new().await;
    let none = post(&world, world.service.games_underway(&world.by(EVE), 0).await).await;
    assert_eq!(none.content, text::NOTHING_UNDERWAY);
    let running = world.begin("protozoa", &[BOB]).await;
    let (mover, _) = world.mover(running).await;
    let caller = Caller { channel: 7.into(), ..world.by(CID) };
    let lobby = world.try_open(&caller, "semiosphere", &[]).await.unwrap().id;
    world.service.lobby_shown(lobby, 71.into()).await.unwrap();
    let list = post(&world, world.service.games_underway(&world.by(EVE), 0).await).await;
    let shown = words(&list);
    let game = world.game(running).await;
    let [one, two] = game.players.as_slice() else { panic!("two players") };
    let line = format!(
        "**{running}** Protozoa · <@{}> and <@{}>\nwaits for <@{mover}> since <t:",
        one.person, two.person
    );
    assert!(shown.contains(&line), "{shown}");
    assert!(shown.contains(&format!("**{lobby}** Semiosphere · <@3>\nlobby, opened <t:")), "{shown}");
    assert!(shown.contains("https://discord.com/channels/50/7/71") && shown.contains("<#100>"), "{shown}");
    assert!(shown.contains("2 games and lobbies") && shown.contains("`/admin end` closes one."), "{shown}");
    assert!(list.rows.is_empty(), "one page needs no buttons");
    world.service.channel_gone(100.into()).await.unwrap();
    let suspended = words(&post(&world, world.service.games_underway(&world.by(EVE), 0).await).await);
    assert!(suspended.contains("its channel is gone · <#100>"), "{suspended}");
}

#[tokio::test]
async fn ended_game_is_explained_to_its_players() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let ended =
        post(&world, world.service.end_game(&world.by(EVE), &id.to_string(), "stuck\nfor weeks").await).await;
    assert_eq!(
        ended.content,
        format!("Game {id} is closed and has no result. I'm sending your reason to its other players.")
    );
    let notice = next_notice(&world).await;
    assert_eq!(
        notice,
        "someone who manages the server has ended it, without a result. Their reason: “stuck for weeks”"
    );
    assert!(text::notification(&world.game(id).await).contains("it was called off"));

    let lobby = world.open("protozoa", &[BOB]).await;
    let closed = world.lobby(lobby).await;
    post(&world, world.service.end_game(&world.by(EVE), &lobby.to_string(), "wrong place").await).await;
    let shown = messages::posts::closed_lobby(&closed, play::content::Closed::ByManager);
    assert_eq!(shown.content, "Someone who manages this server closed this game before it began.");
    assert!(world.outbox().await.contains(&OutboxKind::Notice));
}

#[tokio::test]
async fn log_names_people_settings_and_reasons() {
    let world = Fixture::new().await;
    let empty = post(&world, world.service.audit_log(&world.by(EVE), 0).await).await;
    assert_eq!(empty.content, text::EMPTY_LOG);
    set(&world, Setting::OpenLobbies, &["2"]).await;
    set(&world, Setting::OpenLobbies, &["default"]).await;
    set(&world, Setting::Channels, &["100"]).await;
    world.service.block(&world.by(EVE), PersonId::from(BOB), false, &"loud ".repeat(40)).await.unwrap();
    world.service.unblock(&world.by(ANN), BOB.into()).await.unwrap();
    let id = world.open("protozoa", &[]).await;
    world.service.end_game(&world.by(EVE), &id.to_string(), "test").await.unwrap();
    let log = post(&world, world.service.audit_log(&world.by(EVE), 0).await).await;
    let shown = words(&log);
    let lines: Vec<&str> = log.card.as_ref().unwrap().body.lines().collect();
    let says = [
        format!("<@9> ended game {id}: “test”"),
        "<@1> unblocked <@2>".to_owned(),
        "<@9> blocked <@2>: “loud loud".to_owned(),
        "<@9> set **Channels for games** from all to <#100>".to_owned(),
        "<@9> set **Open lobbies per person** from 2 to 5".to_owned(),
        "<@9> set **Open lobbies per person** from 5 to 2".to_owned(),
    ];
    assert_eq!(lines.len(), says.len());
    for (line, says) in lines.iter().zip(says) {
        assert!(line.starts_with(&format!("- {says}")) && line.contains(" · <t:"), "{says}: {shown}");
    }
    assert!(shown.contains("6 acts · kept for 400 days"), "{shown}");
    for _ in 0..4 {
        set(&world, Setting::Ratings, &["off"]).await;
        set(&world, Setting::Ratings, &["on"]).await;
    }
    let log = post(&world, world.service.audit_log(&world.by(EVE), 1).await).await;
    assert!(words(&log).contains("Page 2 of 2 · 14 acts"));
    assert_eq!(buttons(&log), ["Back", "Next"]);
}

fn in_theme(theme: data::BoardTheme) -> data::BoardLook {
    data::BoardLook { theme: Some(theme), ..data::BoardLook::default() }
}

#[tokio::test]
async fn log_names_the_operator() {
    let world = Fixture::new().await;
    let id = world.won(ANN, BOB).await;
    world.service.void_result(id, "two accounts".to_owned()).await.unwrap();
    let log = post(&world, world.service.audit_log(&world.by(EVE), 0).await).await;
    let shown = words(&log);
    let says = format!("- the operator of this bot voided the result of game {id}: “two accounts” · <t:");
    assert!(shown.contains(&says), "{shown}");
}

#[tokio::test]
async fn public_boards_can_have_another_theme() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    let game = world.game(id).await;
    let writer = crate::world::writer(&world);
    let png = async |writer: messages::Writer| {
        let post = writer.board(&game, rules::Viewer::Public, 0, None).await.unwrap();
        post.card.unwrap().picture.unwrap().png
    };
    let usual = png(writer.clone()).await;
    assert_eq!(png(writer.in_look(data::BoardLook::default())).await, usual);
    assert_eq!(
        png(writer.in_look(in_theme(data::BoardTheme::Dark))).await,
        usual,
        "the writer of this test is dark"
    );
    for theme in [data::BoardTheme::Light, data::BoardTheme::Contrast] {
        assert_ne!(png(writer.in_look(in_theme(theme))).await, usual);
    }
    let patterns = data::BoardLook { patterns: true, ..data::BoardLook::default() };
    assert_ne!(png(writer.in_look(patterns)).await, usual);
}

#[tokio::test]
async fn review_list_names_pairs_and_their_games() {
    let world = Fixture::new().await;
    let empty = post(&world, world.service.review(&world.by(EVE), 0).await).await;
    assert_eq!(empty.content, text::NOTHING_TO_REVIEW);
    let mut games = Vec::new();
    for _ in 0..4 {
        games.insert(0, world.won(ANN, BOB).await);
    }
    let list = post(&world, world.service.review(&world.by(EVE), 0).await).await;
    let shown = words(&list);
    let [one, two, three, four] = games.as_slice() else { panic!("four games") };
    let pair = format!(
        "\n\n**Protozoa** · <@1> won all 4 against <@2>\n4\u{a0}resignations, none after turn\u{a0}3\nGames {one}, {two}, {three} and {four}\n"
    );
    assert!(shown.contains(&pair), "{shown}");
    assert!(shown.contains("`/admin void`") && shown.contains("1 pair · "), "{shown}");
    assert!(list.rows.is_empty() && list.pings.is_empty(), "one page needs no buttons");

    let pair = ReviewedPair {
        winner: ANN.into(),
        loser: BOB.into(),
        kind: rules::Kind::Stract,
        games: 5,
        newest: vec![8.into(), 7.into()],
        board: Some((100.into(), 71.into())),
        resigned: 1,
        latest: 2,
        usual: Some(14),
    };
    let pairs = Listing { items: vec![pair], page: 1, last: 2, all: 17 };
    let page = messages::posts::review(50.into(), &pairs);
    let shown = words(&page);
    for part in [
        "1\u{a0}resignation and 1\u{a0}time-out, none after turn\u{a0}2, of some 14 that such games last",
        "Games 8, 7 and 3\u{a0}more\nThe newest: https://discord.com/channels/50/100/71",
        "Page 2 of 3 · 17 pairs",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert_eq!(buttons(&page), ["Back", "Next"]);
}
