//! Plans: replies that players queue in private. The bot plays them as soon as they fit.

use rules::{Kind, Seat};
use serde_json::{Value, json};

use crate::{
    chat::{Person, text},
    message::{Message, timeless, without_ids},
    table::Match,
    world::{World, story},
};

/// The line that the plans follow, move by move.
const MOVES: [&str; 5] = ["p@f4", "p@a1", "p@b2", "p@c7", "p@c3"];

async fn plan(world: &World, game: &Match, by: &Person, options: Value) -> Message {
    let answer = world.chat.command(by, &game.channel, "plan", options).await.shown();
    assert!(answer.private(), "{answer}");
    answer
}

async fn a_game(world: &World) -> (Match, Person, Person) {
    let (ann, bob) = (world.person("Player").await, world.person("Player").await);
    let channel = world.channel("games").await;
    let game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
    let (mover, other) = game.mover_and_other();
    (game, mover, other)
}

/// Waits for a direct message that says this.
async fn notice_with(world: &World, person: &Person, words: &str) -> Message {
    let dm = world.chat.direct_messages(person).await;
    let found = world.chat.wait(person, &dm, "a private notice", async |messages| {
        messages.iter().find(|message| message.content().contains(words)).cloned()
    });
    found.await
}

/// Returns the boards that have notified a player.
async fn boards_notifying(world: &World, game: &Match, person: &Person) -> Vec<String> {
    let boards = world.messages(&game.channel).await;
    let pings = world.chat.pings(person).await;
    boards.iter().map(|board| board.id().to_owned()).filter(|board| pings.contains(board)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn plan_survives_restart_and_plays_in_one_post() {
    story(async |world| {
        let (mut game, mover, planner) = a_game(world).await;
        let [a, b, c, d, e] = MOVES;
        let deep = json!({ "if": a, "then": format!("{b}, if {c} then {d}") });
        let shown = plan(world, &game, &planner, deep).await;
        assert!(shown.content().contains(&format!("if `{a}` then `{b}`, if `{c}` then `{d}`")), "{shown}");
        let before = boards_notifying(world, &game, &planner).await;

        world.kill_bot().await;
        world.start_bot().await;
        game.type_move(world, a).await;
        game.table.play(Seat::new(2).expect("a seat"), b).expect("a legal move");
        let board = world.board(&game.channel, game.id, 2).await;
        assert!(board.words().contains(&format!("{} ◀ to move", mover.mention())), "{board}");
        assert_eq!(boards_notifying(world, &game, &mover).await.last().map(String::as_str), Some(board.id()));
        let boards = world.messages(&game.channel).await;
        assert_eq!(
            boards.iter().filter(|message| message.has_picture()).count(),
            2,
            "one board shows both moves"
        );
        notice_with(world, &planner, &format!("I've played `{b}` for you")).await;

        world.kill_bot().await;
        world.start_bot().await;
        game.type_move(world, c).await;
        game.table.play(Seat::new(2).expect("a seat"), d).expect("a legal move");
        world.board(&game.channel, game.id, 4).await;
        notice_with(world, &planner, &format!("I've played `{d}` for you")).await;
        let called = boards_notifying(world, &game, &planner).await;
        assert_eq!(called, before, "a planned move pings nobody");

        plan(world, &game, &planner, json!({ "next": e })).await;
        game.type_move(world, e).await;
        let board = world.board(&game.channel, game.id, 5).await;
        let called = boards_notifying(world, &game, &planner).await;
        assert_eq!(called.last().map(String::as_str), Some(board.id()));
        notice_with(world, &planner, "I've dropped your plans").await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_reads_moves_as_they_are_described() {
    story(async |world| {
        let (mut game, _, planner) = a_game(world).await;
        let unclear = plan(world, &game, &planner, json!({ "if": "e3", "then": "p@a1" })).await;
        let words = unclear.content();
        assert!(words.contains("can mean several moves, so nothing was planned."), "{unclear}");
        assert!(["d@e3", "p@e3", "q@e3"].iter().all(|mv| words.contains(&format!("`{mv}`"))), "{unclear}");
        let [a, b, c, d, _] = MOVES;
        let described =
            json!({ "if": "pawn on f4", "then": "place a pawn on a1, if pawn on b2 then pawn on c7" });
        let shown = plan(world, &game, &planner, described).await;
        assert!(shown.content().contains(&format!("if `{a}` then `{b}`, if `{c}` then `{d}`")), "{shown}");
        assert!(!shown.content().contains("e3"), "{shown}");
        game.type_move(world, a).await;
        game.table.play(Seat::new(2).expect("a seat"), b).expect("a legal move");
        world.board(&game.channel, game.id, 2).await;
        notice_with(world, &planner, &format!("I've played `{b}` for you")).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_keeps_move_and_planned_reply() {
    story(async |world| {
        let (game, mover, planner) = a_game(world).await;
        let [a, b, ..] = MOVES;
        plan(world, &game, &planner, json!({ "if": a, "then": b })).await;
        // The board is posted, and the bot dies before it has recorded that.
        world.restart_bot_until("sent:1").await;
        let typed = json!({ "move": a });
        world
            .chat
            .begin_command(&mover, &game.channel, "move", typed)
            .await
            .expect("the playground takes the command");
        world.bot_died().await;
        assert_eq!(world.game(game.id).await.record.len(), 2, "the move and its reply");
        world.start_bot().await;
        let board = world.board(&game.channel, game.id, 2).await;
        assert_eq!(boards_notifying(world, &game, &mover).await.last().map(String::as_str), Some(board.id()));
        let boards = world.messages(&game.channel).await;
        assert_eq!(
            boards.iter().filter(|message| message.has_picture()).count(),
            2,
            "one board shows both moves"
        );
        let note = notice_with(world, &planner, &format!("I've played `{b}` for you")).await;
        let dm = world.chat.direct_messages(&planner).await;
        let notices = world.chat.messages(&planner, &dm).await;
        assert_eq!(notices.iter().filter(|shown| shown.content() == note.content()).count(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn plan_is_made_from_board_or_receipt() {
    story(async |world| {
        let (mut game, mover, other) = a_game(world).await;
        let [a, b, c, ..] = MOVES;
        let receipt = game.choose_move(world, &game.first.clone(), a).await;
        let board = world.board(&game.channel, game.id, 1).await;
        let own = world.chat.command(&mover, &game.channel, "board", json!({})).await.shown();
        for pressed in [&receipt, &own, &board] {
            let panel = world.chat.press(&mover, pressed, "Plan ahead").await.shown();
            assert!(panel.private() && panel.content().contains("You have no plans"), "{panel}");
            assert_ne!(panel.id(), pressed.id(), "the pressed message is unchanged");
        }
        let stranger = world.person("Eve").await;
        let refused = world.chat.press(&stranger, &board, "Plan ahead").await.shown();
        assert!(refused.private() && refused.content().contains("not playing"), "{refused}");
        let panel = world.chat.press(&mover, &board, "Plan ahead").await.shown();
        let picker = world.chat.press(&mover, &panel, "New plan").await.shown();
        let picker = world.chat.press(&mover, &picker, "Whatever they play").await.shown();
        let mut shown = picker;
        while !shown.content().contains("✅") {
            if shown.buttons().contains(&"Confirm") {
                assert!(shown.has_picture() && shown.content().contains("Nothing is planned"), "{shown}");
                shown = world.chat.press(&mover, &shown, "Confirm").await.shown();
                continue;
            }
            // The first choice that is not one of several kinds.
            let way = shown.ways().into_iter().find(|way| !way.word.starts_with('='));
            let way = way.unwrap_or_else(|| panic!("no choice on:\n{shown}"));
            shown = world.chat.go(&mover, &shown, &way).await.shown();
        }
        assert!(shown.private() && shown.content().contains("whatever then"), "{shown}");
        let menus = shown.menu().expect("a menu to remove it");
        let removed = world.chat.choose(&mover, &shown, &menus.lines[0].1).await.shown();
        assert!(removed.content().contains("You have no plans"), "{removed}");

        let options = json!({ "next": c });
        plan(world, &game, &mover, options).await;
        let offered = world
            .chat
            .suggestions(&mover, &game.channel, "plan", "then", json!({ "if": b, "then": c }))
            .await;
        assert_eq!(offered, [c]);
        let offered =
            world.chat.suggestions(&other, &game.channel, "plan", "next", json!({ "next": c })).await;
        assert_eq!(offered, [""; 0], "it is their move");
        game.type_move(world, b).await;
        world.board(&game.channel, game.id, 3).await;
        notice_with(world, &mover, &format!("I've played `{c}` for you")).await;
    })
    .await;
}

/// Two games that differ only in a plan look the same to everybody else until the plan is played.
#[tokio::test(flavor = "multi_thread")]
async fn plan_is_invisible_to_others() {
    let (mut without, mut with) = (Vec::new(), Vec::new());
    story(async |world| without = seen(world, &[]).await).await;
    let [a, b, c, d, _] = MOVES;
    let plans = [
        json!({ "if": "p@e3", "then": b }),
        json!({ "if": a, "then": format!("{d}, if {c} then {b}") }),
        json!({ "next": b }),
        json!({ "if": "p@d3" }),
        json!({ "if": "p@z9", "then": "nonsense" }),
        json!({}),
    ];
    story(async |world| with = seen(world, &plans).await).await;
    assert_eq!(without.len(), with.len());
    for (without, with) in without.iter().zip(&with) {
        assert_eq!(without, with);
    }
}

/// Returns everything that the mover and a spectator can find out before a move, with names in place of ids.
async fn seen(world: &World, plans: &[Value]) -> Vec<String> {
    let (game, mover, planner) = a_game(world).await;
    for options in plans {
        plan(world, &game, &planner, options.clone()).await;
    }
    let mut all = Vec::new();
    for by in [&mover, &world.watcher] {
        look(world, &game, by, &mut all).await;
    }
    let names = [
        (&world.url, "<playground>"),
        (&mover.0, "<mover>"),
        (&planner.0, "<planner>"),
        (&world.watcher.0, "<watcher>"),
        (&game.channel.0, "<channel>"),
    ];
    for words in &mut all {
        for (id, name) in names {
            *words = words.replace(id, name);
        }
        *words = without_ids(words);
    }
    let logged = world.log.lines().into_iter().filter(|line| MOVES.iter().any(|mv| line.contains(mv)));
    assert_eq!(logged.collect::<Vec<_>>(), [""; 0], "the log reveals a plan");
    all
}

/// Makes a person try everything that may reveal something, and records all they see.
async fn look(world: &World, game: &Match, by: &Person, all: &mut Vec<String>) {
    let chat = &world.chat;
    let board = world.board(&game.channel, game.id, 0).await;
    for button in ["Move", "Rules"] {
        all.push(chat.press(by, &board, button).await.shown().to_string());
    }
    for (name, options) in [
        ("board", json!({})),
        ("games", json!({})),
        ("plan", json!({})),
        ("plan", json!({ "if": "p@f4", "then": "p@a1" })),
        ("plan", json!({ "next": "p@a1" })),
        ("move", json!({ "move": "nonsense" })),
        ("info", json!({ "piece": "drone" })),
        ("history", json!({})),
        ("export", json!({})),
        ("status", json!({})),
    ] {
        let shown = chat.command(by, &game.channel, name, options).await.shown();
        assert!(shown.private(), "{shown}");
        all.push(shown.to_string());
    }
    for (command, field) in [("move", "move"), ("plan", "if"), ("plan", "then"), ("plan", "next")] {
        let mut options = json!({});
        options[field] = json!("p@");
        let offered = chat.suggestions(by, &game.channel, command, field, options).await;
        all.push(format!("{command} {field}: {offered:?}"));
    }
    all.push(format!("{} pings", chat.pings(by).await.len()));
    let messages = chat.messages(by, &game.channel).await;
    // The host may have either seat.
    let begun = messages.iter().position(|message| message.id() == game.first.id()).expect("a first board");
    let shown = messages[begun..].iter().filter(|message| !message.private());
    for message in shown {
        let mut json = message.0.clone();
        timeless(&mut json);
        all.push(json.to_string());
        if let Some(picture) = message.picture() {
            all.push(format!("{:?}", chat.download(&text(&picture["url"])).await));
        }
    }
}
