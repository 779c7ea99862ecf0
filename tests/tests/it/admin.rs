//! People who manage a server: the panel of settings, blocks, ended games, and limits under load.

use std::time::{Duration, Instant};

use data::GameId;
use reqwest::Method;
use rules::Kind;
use serde_json::{Value, json};

use crate::{
    browser::{Device, browsing},
    chat::{Answer, Channel, Person, text},
    lobby::until,
    message::Message,
    phone::Typist,
    table::{Match, game_of},
    world::{World, story},
};

/// Returns the person to whom the server belongs: the first one.
pub(crate) async fn owner(world: &World) -> Person {
    Person(text(&world.chat.get("/people").await[0]["id"]))
}

/// Uses a subcommand of `/admin`.
pub(crate) async fn admin(
    world: &World,
    by: &Person,
    channel: &Channel,
    name: &str,
    options: Value,
) -> Message {
    let said = world.chat.command(by, channel, &format!("admin {name}"), options).await.shown();
    assert!(said.private(), "{said}");
    said
}

/// Chooses values of a menu of a private panel, which then shows what has changed.
pub(crate) async fn choose(
    world: &World,
    by: &Person,
    panel: &Message,
    custom_id: &str,
    values: &[&str],
) -> Message {
    let begun = world.chat.begin_press(by, panel, custom_id, Some(values)).await.expect("the menu has them");
    let shown = world.chat.answer(by, &begun).await.shown();
    assert_eq!(shown.id(), panel.id(), "one message serves the whole panel");
    shown
}

async fn play(world: &World, by: &Person, channel: &Channel) -> Message {
    world.chat.command(by, channel, "play", json!({ "game": "protozoa" })).await.shown()
}

/// Creates a role with these permissions.
async fn role(world: &World, name: &str, permissions: u64) -> String {
    let wish = json!({ "name": name, "permissions": permissions.to_string() });
    text(&world.chat.post("/roles", wish).await["id"])
}

async fn give_roles(world: &World, to: &Person, roles: &[&str]) {
    let path = format!("/people/{}/roles", to.0);
    world.chat.send(Method::PUT, &path, json!({ "roles": roles })).await.expect("roles can be given");
}

#[tokio::test(flavor = "multi_thread")]
async fn panel_sets_who_opens_games_and_where() {
    story(async |world| {
        let (owner, ann, games) =
            (owner(world).await, world.person("Ann").await, world.channel("games").await);
        let office = world.channel("office").await;
        let hosts = role(world, "hosts", 0).await;
        let panel = admin(world, &owner, &office, "setup", json!({})).await;
        assert!(panel.words().contains("Who opens games: everyone"), "{panel}");

        let page = world.chat.choose(&owner, &panel, "openers").await.shown();
        assert!(page.content().contains("Now: everyone (the default)"), "{page}");
        let panel = choose(world, &owner, &page, "v1:-:adm:openers", &[&hosts]).await;
        assert!(panel.words().contains(&format!("**Who opens games: <@&{hosts}>**")), "{panel}");
        let refused = play(world, &ann, &games).await;
        assert!(refused.private() && refused.content().contains(&format!("<@&{hosts}>")), "{refused}");
        give_roles(world, &ann, &[&hosts]).await;

        // The panel outlives a crash.
        world.restart_bot().await;
        world.online().await;
        let page = world.chat.choose(&owner, &panel, "channels").await.shown();
        let panel = choose(world, &owner, &page, "v1:-:adm:channels", &[&games.0]).await;
        assert!(panel.content().contains(&format!("<#{}>", games.0)), "{panel}");
        let refused = play(world, &ann, &office).await;
        assert!(refused.private() && refused.content().contains(&format!("<#{}>", games.0)), "{refused}");
        let lobby = play(world, &ann, &games).await;
        assert!(lobby.buttons().contains(&"Join"), "{lobby}");

        let page = world.chat.choose(&owner, &panel, "openers").await.shown();
        let panel = world.chat.press(&owner, &page, "Use the default").await.shown();
        assert!(panel.words().contains("Who opens games: everyone"), "{panel}");
        let page = world.chat.choose(&owner, &panel, "games").await.shown();
        let panel = world.chat.press(&owner, &page, "Back").await.shown();
        assert!(panel.content().is_empty() && panel.words().contains("Channels for games"), "{panel}");
        let log = admin(world, &owner, &office, "log", json!({})).await;
        assert_eq!(log.words().matches("Who opens games").count(), 2, "{log}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn panel_asks_for_the_permission_at_each_press() {
    const MANAGE_GUILD: u64 = 1 << 5;
    story(async |world| {
        let (ann, bob) = (world.person("Ann").await, world.person("Bob").await);
        let office = world.channel("office").await;
        let managers = role(world, "managers", MANAGE_GUILD).await;
        give_roles(world, &ann, &[&managers]).await;
        let panel = admin(world, &ann, &office, "setup", json!({})).await;
        let page = world.chat.choose(&ann, &panel, "ratings").await.shown();
        give_roles(world, &ann, &[]).await;
        for id in [
            "v1:-:admin",
            "v1:-:setting",
            "v1:-:adm:ratings",
            "v1:-:unset:ratings",
            "v1:-:underway:0",
            "v1:-:log:0",
            "v1:-:review:0",
            "v1:-:presets",
            "v1:-:usual:semiosphere",
        ] {
            let forged = world.chat.post_as_bot(&office, &[id]).await;
            let begun = world
                .chat
                .begin_press(&bob, &forged, id, None)
                .await
                .expect("the playground takes the press");
            let refused = world.chat.answer(&bob, &begun).await.shown();
            assert!(
                refused.private() && refused.content().contains("Only people who manage"),
                "{id}: {refused}"
            );
        }
        let begun = world.chat.begin_press(&ann, &page, "v1:-:adm:ratings", Some(&["off"])).await;
        let refused = world.chat.answer(&ann, &begun.expect("the menu is there")).await.shown();
        assert!(refused.content().contains("Only people who manage"), "{refused}");
        let log = admin(world, &owner(world).await, &office, "log", json!({})).await;
        assert!(log.content().contains("The log is empty"), "{log}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_chooses_the_preset_of_a_game() {
    story(async |world| {
        let (ann, owner) = (world.person("Ann").await, owner(world).await);
        let (games, office) = (world.channel("games").await, world.channel("office").await);
        let panel = admin(world, &owner, &office, "setup", json!({})).await;
        let page = world.chat.choose(&owner, &panel, "presets").await.shown();
        let page = choose(world, &owner, &page, "v1:-:presets", &["semiosphere"]).await;
        assert!(page.content().contains("Now: Petri's own"), "{page}");
        let panel = choose(world, &owner, &page, "v1:-:usual:semiosphere", &["standard"]).await;
        assert!(panel.words().contains("**Presets: Semiosphere standard**"), "{panel}");
        let wish = json!({ "game": "semiosphere", "options": "" });
        let offered = world.chat.suggestions(&ann, &games, "play", "options", wish).await;
        assert_eq!(offered[..2], ["preset=standard", "preset=balanced"]);
        let lobby = world.chat.command(&ann, &games, "play", json!({ "game": "semiosphere" })).await.shown();
        assert!(lobby.words().contains("Preset **standard** (this server's choice)."), "{lobby}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pair_that_resigns_early_is_listed_for_review() {
    story(async |world| {
        let (ann, bob, games) = world.two().await;
        let owner = owner(world).await;
        let empty = admin(world, &owner, &games, "ratings", json!({})).await;
        assert!(empty.content().starts_with("Nothing to review."), "{empty}");
        let mut ids = Vec::new();
        for _ in 0..4 {
            let mut game = Match::begin(world, &games, (&ann, &bob), Kind::Protozoa, "").await;
            for _ in 0..2 {
                game.play(world).await;
            }
            let question = world.chat.command(&bob, &games, "resign", json!({})).await.shown();
            world.chat.press(&bob, &question, "Resign").await.shown();
            world.all_public_is_delivered().await;
            ids.push(game.id);
        }
        let list = admin(world, &owner, &games, "ratings", json!({})).await;
        let words = list.words();
        assert!(words.contains(&format!("{} won all 4 against {}", ann.mention(), bob.mention())), "{list}");
        assert!(
            words.contains(&format!("Games {}, ", ids[3])) && words.contains("The newest: https"),
            "{list}"
        );
        let wish = json!({ "game": ids[0].to_string(), "reason": "farming" });
        admin(world, &owner, &games, "void", wish).await;
        let list = admin(world, &owner, &games, "ratings", json!({})).await;
        assert!(list.content().starts_with("Nothing to review."), "{list}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn blocked_person_is_told_why() {
    story(async |world| {
        let (ann, bob, games) = world.two().await;
        let (owner, office) = (owner(world).await, world.channel("office").await);
        let lobby = play(world, &ann, &games).await;
        let own = admin(world, &owner, &office, "block", json!({ "user": owner.0, "reason": "oops" })).await;
        assert!(own.content().contains("That's you"), "{own}");
        let wish = json!({ "user": bob.0, "reason": "three games left unfinished" });
        let blocked = admin(world, &owner, &office, "block", wish).await;
        assert!(blocked.content().contains(&bob.mention()), "{blocked}");
        assert!(world.chat.pings(&bob).await.is_empty());
        for refused in
            [world.chat.press(&bob, &lobby, "Join").await.shown(), play(world, &bob, &office).await]
        {
            assert!(
                refused.private() && refused.content().contains("three games left unfinished"),
                "{refused}"
            );
        }
        admin(world, &owner, &office, "unblock", json!({ "user": bob.0 })).await;
        world.chat.press(&bob, &lobby, "Join").await.shown();
        until(world, &lobby, &games, &format!("✅ {}", bob.mention())).await;

        // Now Bob has played here, so he gets a private notice at once.
        let wish = json!({ "user": bob.0, "reason": "insults" });
        let blocked = admin(world, &owner, &office, "block", wish).await;
        assert!(blocked.content().contains("I'm sending them your reason"), "{blocked}");
        let direct = world.chat.direct_messages(&bob).await;
        let notice = async |messages: &[Message]| {
            messages.iter().any(|message| message.content().contains("“insults”")).then_some(())
        };
        world.chat.wait(&bob, &direct, "the notice", notice).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ended_game_frees_its_channel() {
    story(async |world| {
        let (ann, bob, games) = world.two().await;
        let (owner, office) = (owner(world).await, world.channel("office").await);
        let game = Match::begin(world, &games, (&ann, &bob), Kind::Protozoa, "").await;
        let list = admin(world, &owner, &office, "games", json!({})).await;
        assert!(list.words().contains(&format!("**{}** Protozoa", game.id)), "{list}");
        let wish = json!({ "game": "", "reason": "" });
        let offered = world.chat.suggestions(&owner, &office, "admin end", "game", wish).await;
        assert_eq!(offered, [game.id.to_string()]);

        let wish = json!({ "game": game.id.to_string(), "reason": "nobody has moved for weeks" });
        let ended = admin(world, &owner, &office, "end", wish.clone()).await;
        assert!(ended.content().contains("has no result"), "{ended}");
        world.board(&games, game.id, 1).await;
        for player in [&ann, &bob] {
            let direct = world.chat.direct_messages(player).await;
            world
                .chat
                .wait(player, &direct, "the reason", async |messages| {
                    messages
                        .iter()
                        .any(|message| message.content().contains("nobody has moved for weeks"))
                        .then_some(())
                })
                .await;
        }
        let again = admin(world, &owner, &office, "end", wish).await;
        assert!(again.content().contains("called off"), "{again}");

        let lobby = play(world, &ann, &games).await;
        let id: GameId = game_of(&lobby.button("Join"));
        let wish = json!({ "game": format!("#{id}"), "reason": "wrong channel" });
        admin(world, &owner, &office, "end", wish).await;
        until(world, &lobby, &games, "closed this game before it began").await;
        let log = admin(world, &owner, &office, "log", json!({ "page": 1 })).await;
        assert!(log.words().contains(&format!("ended game {id}: “wrong channel”")), "{log}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_five_lobbies_leave_room_for_others() {
    story(async |world| {
        let (ann, bob, games) = world.two().await;
        let (owner, office) = (owner(world).await, world.channel("office").await);
        let panel = admin(world, &owner, &office, "setup", json!({})).await;
        let page = world.chat.choose(&owner, &panel, "open_lobbies").await.shown();
        choose(world, &owner, &page, "v1:-:adm:open_lobbies", &["30"]).await;

        let begun = Instant::now();
        let wishes = (1..=25).map(|days| json!({ "game": "protozoa", "clock": format!("{days}d/turn") }));
        let plays = wishes.map(|wish| world.chat.command(&ann, &games, "play", wish));
        let said: Vec<Message> =
            futures_util::future::join_all(plays).await.into_iter().map(Answer::shown).collect();
        let took = begun.elapsed();
        assert!(took < Duration::from_secs(10), "{took:?}");
        let refused = |said: &&Message| {
            said.private() && said.content().contains("You've opened 8\u{a0}games in this channel")
        };
        assert_eq!(said.iter().filter(refused).count(), 17, "{said:?}");
        let others = play(world, &bob, &games).await;
        assert!(others.content().contains("<#"), "Bob's game is in a thread: {others}");
        let list = admin(world, &owner, &office, "games", json!({})).await;
        assert!(list.words().contains("9 games and lobbies"), "{list}");
        let next = world.chat.press(&owner, &list, "Next").await.shown();
        assert!(next.id() == list.id() && next.words().contains("Page 2 of 2"), "{next}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn results_have_a_channel_of_their_own() {
    story(async |world| {
        let (ann, bob, games) = world.two().await;
        let (owner, results) = (owner(world).await, world.channel("results").await);
        let panel = admin(world, &owner, &results, "setup", json!({})).await;
        let page = world.chat.choose(&owner, &panel, "results").await.shown();
        choose(world, &owner, &page, "v1:-:adm:results", &[&results.0]).await;
        let game = Match::begin(world, &games, (&ann, &bob), Kind::Protozoa, "").await;
        let question = world.chat.command(&bob, &games, "resign", json!({})).await.shown();
        world.chat.press(&bob, &question, "Resign").await.shown();
        let result = world
            .chat
            .wait(&world.watcher, &results, "the result", async |messages| messages.first().cloned())
            .await;
        assert!(result.content().contains(&format!("game {}", game.id)), "{result}");
        assert!(result.content().contains(&format!("{} wins", ann.mention())), "{result}");
        assert!(!world.chat.pings(&ann).await.contains(&result.id().to_owned()), "it notifies nobody");
        world.all_public_is_delivered().await;
        assert_eq!(world.messages(&results).await.len(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn panel_fits_a_phone() {
    browsing(Device::Phone, async |browser, world| {
        let (owner, office) = (owner(world).await, world.channel("office").await);
        let hosts = role(world, "hosts", 0).await;
        let typist = Typist(browser.page(world, &owner, &office).await);
        typist.0.front().await;
        let panel = admin(world, &owner, &office, "setup", json!({})).await;
        typist.0.shows("Settings of this server").await;
        typist.looks_well("the panel").await;

        let menu = |custom_id: &str| format!("[data-testid=select][data-custom-id='{custom_id}']");
        let line = |value: &str| format!(".select-row[role=option][data-value='{value}']");
        typist.0.click(&menu("v1:-:setting")).await;
        typist.0.find(&line("openers")).await;
        typist.looks_well("the menu of settings").await;
        typist.0.click(&line("openers")).await;
        typist.0.click(&menu("v1:-:adm:openers")).await;
        typist.0.find(&line(&hosts)).await;
        typist.looks_well("the menu of roles").await;
        typist.0.click(&line(&hosts)).await;
        typist.0.shows("@hosts").await;

        typist.0.click(&menu("v1:-:setting")).await;
        typist.0.click(&line("channels")).await;
        typist.0.click(&menu("v1:-:adm:channels")).await;
        typist.0.click(&line(&office.0)).await;
        typist.0.click(".select-foot .button").await;
        typist.0.shows("Saved. Channels").await;
        typist.looks_well("a saved setting").await;
        let shown = world.chat.messages(&owner, &office).await;
        let now = shown.iter().find(|message| message.id() == panel.id()).expect("the panel is there");
        assert!(now.words().contains(&format!("**Channels for games: <#{}>**", office.0)), "{now}");

        play(world, &owner, &office).await;
        admin(world, &owner, &office, "games", json!({})).await;
        typist.0.shows("Games on this server").await;
        typist.looks_well("the list of games").await;
        admin(world, &owner, &office, "log", json!({})).await;
        typist.0.shows("Log of this server").await;
        typist.looks_well("the log").await;
    })
    .await;
}
