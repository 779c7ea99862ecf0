//! Several games at once, in one channel and in many.

use data::GameId;
use rules::Kind;
use serde_json::{Value, json};

use crate::{
    chat::{Channel, Person, text},
    message::Message,
    table::{Match, best, game_of},
    world::{World, rough_story_of_files, story},
};

/// Opens a further game in a channel that has one. Returns its thread and its lobby there.
pub(crate) async fn open_in_thread(
    world: &World,
    host: &Person,
    guest: &Person,
    channel: &Channel,
    game: &str,
) -> (Channel, Message) {
    thread_for(world, host, channel, json!({ "game": game, "invite": guest.0 })).await
}

/// Opens a further game by a wish in a channel that has one. Returns its thread and its lobby there.
async fn thread_for(world: &World, host: &Person, channel: &Channel, wish: Value) -> (Channel, Message) {
    let reply = world.chat.command(host, channel, "play", wish).await.shown();
    assert!(reply.private() && reply.content().contains("gets its own thread"), "{reply}");
    let words = reply.content();
    let id =
        words.rsplit_once("<#").and_then(|(_, rest)| rest.split_once('>')).expect("a link to the thread").0;
    let thread = Channel(id.to_owned());
    let lobby = world
        .chat
        .wait(&world.watcher, &thread, "the lobby in the thread", async |messages| {
            messages.iter().find(|message| message.buttons().contains(&"Join")).cloned()
        })
        .await;
    (thread, lobby)
}

/// Waits until the bot has recorded which message shows a lobby of its host.
pub(crate) async fn noted(world: &World, host: &Person, channel: &Channel, lobby: &Message) {
    world
        .chat
        .wait(&world.watcher, channel, "the bot to record the lobby's message", async |_| {
            let list = world.chat.command(host, channel, "games", json!({})).await.shown();
            list.words().contains(lobby.id()).then_some(())
        })
        .await;
}

/// Plays one move in a game and waits for the board.
async fn play(world: &World, game: &mut Match) {
    let (seat, _) = game.mover().expect("the game is running");
    let notation = best(&game.table, seat);
    game.type_move(world, &notation).await;
    world.board(&game.channel, game.id, game.table.ply() as usize).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn second_game_gets_a_thread_of_its_own() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut first = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let (thread, lobby) = open_in_thread(world, &bob, &ann, &channel, "semiosphere").await;
        let requests = world.chat.requests(0).await;
        let path = format!("/api/v10/channels/{}/threads", channel.0);
        let opened = requests.iter().find(|request| request["path"] == path).expect("it was asked for");
        assert_eq!(opened["body"]["auto_archive_duration"], 10_080, "games are slow: {opened}");
        let name = format!("Semiosphere: Bob and Ann, {}", game_of(&lobby.button("Join")));
        assert_eq!(opened["body"]["name"], name);
        noted(world, &bob, &channel, &lobby).await;
        let taken = world.chat.command(&ann, &thread, "play", json!({ "game": "protozoa" })).await.shown();
        let leads = taken.content().contains("is waiting for players here: https://");
        assert!(taken.private() && leads && taken.content().contains(lobby.id()), "{taken}");
        assert_eq!(
            world.chat.pings(&ann).await.last().map(String::as_str),
            Some(lobby.id()),
            "the invitation pings her there"
        );
        let mut second = Match::start(world, &thread, (&bob, &ann), lobby).await;
        for _ in 0..2 {
            play(world, &mut first).await;
            play(world, &mut second).await;
        }
        let refused = world.chat.command(&ann, &thread, "play", json!({ "game": "protozoa" })).await.shown();
        assert!(refused.private() && refused.content().contains("already has a game"), "{refused}");
    })
    .await;
}

/// The name of a thread.
async fn name_of(world: &World, thread: &Channel) -> String {
    let channels = world.chat.get("/channels").await;
    let mut all = channels.as_array().expect("a list").iter();
    text(&all.find(|channel| channel["id"] == thread.0).expect("the thread")["name"])
}

/// How often the bot has asked for another name of a thread.
async fn renames(world: &World, thread: &Channel) -> usize {
    let path = format!("/api/v10/channels/{}", thread.0);
    let requests = world.chat.requests(0).await;
    requests.iter().filter(|request| request["path"] == path && request["method"] == "PATCH").count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_renamed_when_its_game_starts() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let wish = json!({ "game": "protozoa" });
        let (thread, lobby) = thread_for(world, &ann, &channel, wish).await;
        let id = game_of(&lobby.button("Join"));
        assert_eq!(name_of(world, &thread).await, format!("Protozoa: Ann, {id}"));
        for words in ["`72h+12h/120h hard`", "Rated."] {
            assert!(lobby.words().contains(words), "{lobby}");
        }
        let joined = world.now();
        world.chat.press(&bob, &lobby, "Join").await.shown();
        world.rest(joined).await;
        // The bot dies between the start and the new name: the first board is sent before it.
        world.restart_bot_until("sending:1").await;
        let start = lobby.button("Start");
        world.chat.begin_press(&ann, &lobby, &start, None).await.expect("it can be sent");
        world.bot_died().await;
        assert_eq!(renames(world, &thread).await, 0);
        world.start_bot().await;
        let both = format!("Protozoa: Ann and Bob, {id}");
        let renamed = async |_: &[_]| (name_of(world, &thread).await == both).then_some(());
        world.chat.wait(&world.watcher, &thread, "the new name", renamed).await;
        world.board(&thread, id, 0).await;
        world.restart_bot().await;
        assert_eq!(renames(world, &thread).await, 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_thread_name_leaves_the_game() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let wish = json!({ "game": "protozoa" });
        let (thread, lobby) = thread_for(world, &ann, &channel, wish).await;
        let route = format!("/channels/{}", thread.0);
        world.chat.fault(json!({ "route": route, "method": "PATCH", "status": 403, "times": 9 })).await;
        let mut game = Match::start(world, &thread, (&ann, &bob), lobby).await;
        let refused = async |_: &[_]| (renames(world, &thread).await > 0).then_some(());
        world.chat.wait(&world.watcher, &thread, "the refusal", refused).await;
        for _ in 0..2 {
            play(world, &mut game).await;
        }
        assert_eq!(renames(world, &thread).await, 1, "it is not tried again");
        assert_eq!(name_of(world, &thread).await, format!("Protozoa: Ann, {}", game.id));
        let reply = world.chat.command(&ann, &thread, "status", json!({})).await.shown();
        assert!(!reply.words().contains("thread"), "{reply}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn announcement_channel_gets_its_own_threads() {
    story(async |world| {
        let (ann, bob) = (world.person("Ann").await, world.person("Bob").await);
        let news = world.chat.post("/channels", json!({ "name": "news", "type": 5 })).await;
        let news = Channel(text(&news["id"]));
        Match::begin(world, &news, (&ann, &bob), Kind::Protozoa, "").await;
        let (thread, lobby) = open_in_thread(world, &bob, &ann, &news, "semiosphere").await;
        let mut game = Match::start(world, &thread, (&bob, &ann), lobby).await;
        play(world, &mut game).await;
        let channels = world.chat.get(&format!("/channels?as={}", ann.0)).await;
        let opened = channels.as_array().expect("a list").iter().find(|channel| channel["id"] == thread.0);
        assert_eq!(opened.expect("she sees it")["type"], 10);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_lists_those_that_wait_first() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut games = vec![Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await];
        for game in ["semiosphere", "protozoa", "semiosphere"] {
            let (thread, lobby) = open_in_thread(world, &ann, &bob, &channel, game).await;
            games.push(Match::start(world, &thread, (&ann, &bob), lobby).await);
        }
        // Games 0 and 3 wait for Ann, 1 and 2 for Bob, and Ann is invited to a fifth one.
        for (index, game) in games.iter_mut().enumerate() {
            let waits_for = if matches!(index, 0 | 3) { &ann } else { &bob };
            while game.mover().is_some_and(|(_, mover)| mover != *waits_for) {
                play(world, game).await;
            }
        }
        let (_, fifth) = open_in_thread(world, &bob, &ann, &channel, "protozoa").await;

        // The bot records the newest lobby's message after it was posted.
        let lists = async |_: &[_]| {
            let list = world.chat.command(&ann, &channel, "games", json!({})).await.shown();
            list.words().contains(fifth.id()).then_some(list)
        };
        let list = world.chat.wait(&world.watcher, &channel, "the link to the lobby", lists).await;
        assert!(list.private());
        let words = list.words();
        let lines: Vec<&str> = words.lines().filter(|line| line.contains(&bob.mention())).collect();
        let marks = ["your move", "you're invited", "waiting for the others"];
        let found: Vec<Option<usize>> =
            lines.iter().map(|line| marks.iter().position(|mark| line.contains(mark))).collect();
        assert_eq!(found, [Some(0), Some(0), Some(1), Some(2), Some(2)], "{list}");
        // Every line links to the right message.
        let newest = |id: GameId| async move { world.game(id).await.board.expect("a board").0.to_string() };
        let mut targets = Vec::new();
        for index in [0, 3, 1, 2] {
            targets.push(newest(games[index].id).await);
        }
        targets.insert(2, fifth.id().to_owned());
        for (line, target) in lines.iter().zip(targets) {
            assert!(line.ends_with(&format!("/{target}")), "{line} does not link to {target}");
        }
        let bobs = world.chat.command(&bob, &channel, "games", json!({})).await.shown();
        assert_eq!(bobs.words().matches("your move").count(), 2, "{bobs}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn second_play_links_to_the_open_lobby() {
    story(async |world| {
        let (ann, bob) = (world.person("Ann").await, world.person("Bob").await);
        let channel = world.channel("games").await;
        let first = world.chat.command(&ann, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        noted(world, &ann, &channel, &first).await;
        let reply = world.chat.command(&bob, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        assert!(
            reply.private() && reply.content().contains("is waiting for players here: https://"),
            "{reply}"
        );
        assert!(reply.content().contains(&format!("/{}/{} ", channel.0, first.id())), "{reply}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_thread_is_opened_without_a_game() {
    rough_story_of_files(async |world| {
        let (ann, bob) = (world.person("Ann").await, world.person("Bob").await);
        let channel = world.channel("games").await;
        Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let threads = async || {
            let channels = world.chat.get("/channels").await;
            let all = channels.as_array().expect("a list").clone();
            all.into_iter().filter(|one| one["parent_id"] == channel.0).count()
        };
        world.fill_disk(true).await;
        let reply = world.chat.command(&bob, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        assert!(reply.private() && reply.content().contains("my disk is full"), "{reply}");
        assert_eq!(threads().await, 0);
        world.fill_disk(false).await;
        open_in_thread(world, &bob, &ann, &channel, "protozoa").await;
        assert_eq!(threads().await, 1);
    })
    .await;
}
