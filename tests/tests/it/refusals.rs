//! A refusal reaches only the caller, in friendly words, and changes nothing.

use rules::Kind;
use serde_json::{Value, json};

use crate::{
    chat::{Answer, Channel, Person},
    message::Message,
    table::{Match, best, game_of},
    world::{World, story},
};

/// Checks a refusal: private, short, with these words, and without anything that only programmers understand.
#[track_caller]
fn check(answer: Answer, says: &[&str]) {
    let message = answer.shown();
    let words = message.words();
    assert!(message.private(), "only the caller sees a refusal:\n{message}");
    assert!((10..=900).contains(&words.chars().count()), "{message}");
    for part in says {
        assert!(words.contains(part), "does not say {part:?}:\n{message}");
    }
    for technical in ["Error", "panicked", "unwrap", "Some(", ".rs:", "SQL", "went wrong on my side"] {
        assert!(!words.contains(technical), "says {technical:?}:\n{message}");
    }
}

struct Scene<'w> {
    world: &'w World,
    channel: Channel,
    ann: Person,
    bob: Person,
    stranger: Person,
}

impl<'w> Scene<'w> {
    async fn new(world: &'w World) -> Scene<'w> {
        Scene {
            world,
            channel: world.channel("games").await,
            ann: world.person("Ann").await,
            bob: world.person("Bob").await,
            stranger: world.person("Mallory").await,
        }
    }

    async fn command(&self, by: &Person, name: &str, options: Value) -> Answer {
        self.world.chat.command(by, &self.channel, name, options).await
    }

    async fn refused(&self, by: &Person, name: &str, options: Value, says: &[&str]) {
        check(self.command(by, name, options).await, says);
    }

    async fn begin(&self, kind: Kind, options: &str) -> Match {
        Match::begin(self.world, &self.channel, (&self.ann, &self.bob), kind, options).await
    }

    /// Presses a button that its board no longer has: the press was on its way, or the screen is an old one.
    async fn press_late(&self, by: &Person, board: &Message, label: &str) -> Answer {
        let chat = &self.world.chat;
        let custom_id = board.button(label);
        let message = chat.post_as_bot(&self.channel, &[&custom_id]).await;
        let begun = chat.begin_press(by, &message, &custom_id, None).await;
        chat.answer(by, &begun.expect("the playground takes the press")).await
    }

    async fn no_pings(&self, people: &[&Person]) {
        for person in people {
            assert_eq!(self.world.chat.pings(person).await, [""; 0], "a refusal pinged a player");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn impossible_options_are_rejected() {
    story(async |world| {
        let scene = Scene::new(world).await;
        let bot = world.chat.get("/bots").await[0]["id"].clone();
        let gone = world.person("Gil").await;
        world.chat.membership(&gone, false).await;
        let options = |typed: &str| json!({ "game": "protozoa", "options": typed });
        for (wish, says) in [
            (json!({ "game": "chess" }), ["There's no game called `chess`", "**Protozoa**"]),
            (json!({ "game": "" }), ["Which game?", "**Semiosphere**"]),
            (json!({ "game": "@everyone `<@1>`" }), ["There's no game called `@everyone <@1>`", ""]),
            (json!({ "game": "x".repeat(2000) }), ["There's no game called `xxx", "…`"]),
            (options(&"x".repeat(2000)), ["too long for me to read", "`size`"]),
            (options("colour=red"), ["no option `colour`", "`goal`"]),
            (options("size"), ["What should `size` be?", "6, 8, 10"]),
            (options("size=7"), ["can't be set up like that", "6, 8, 10"]),
            (options("players=9"), ["can't be set up like that", "2, 3, 4"]),
            (options("teams=own players=2"), ["can't be set up like that", ""]),
            (options("players=2 first=3"), ["can't be set up like that", ""]),
            (options("size=99999999999999999999"), ["can't be set up like that", "6, 8, 10"]),
            (json!({ "game": "protozoa", "invite": bot }), ["is a bot and can't play", ""]),
            (json!({ "game": "protozoa", "invite": gone.0 }), ["isn't on this server", ""]),
            (
                json!({ "game": "protozoa", "options": "players=2", "invite": scene.bob.0, "invite2": scene.stranger.0 }),
                ["at most 2 players", ""],
            ),
        ] {
            scene.refused(&scene.ann, "play", wish, &says).await;
        }
        assert!(world.messages(&scene.channel).await.is_empty(), "other people see nothing of this");
        scene.no_pings(&[&scene.ann, &scene.bob, &scene.stranger, &world.watcher]).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_without_a_game_are_rejected() {
    story(async |world| {
        let scene = Scene::new(world).await;
        for (name, options) in
            [("move", json!({ "move": "p@f4" })), ("resign", json!({})), ("board", json!({}))]
        {
            scene.refused(&scene.ann, name, options, &["There's no game in this channel", "</play:"]).await;
        }
        scene.refused(&scene.ann, "rules", json!({ "game": "go" }), &["There's no game called `go`"]).await;
        scene.no_pings(&[&scene.ann, &world.watcher]).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lobby_without_guests_cannot_start() {
    story(async |world| {
        let scene = Scene::new(world).await;
        let chat = &world.chat;
        let lobby = scene.command(&scene.ann, "play", json!({ "game": "proto" })).await.shown();
        assert!(!lobby.private() && lobby.content().contains("Who's in?"), "{lobby}");
        for (by, label, says) in [
            (&scene.ann, "Start", "You're alone so far"),
            (&scene.ann, "Join", "You've already joined"),
            (&scene.bob, "Start", "Only the host can do that"),
            (&scene.bob, "Options", "Only the host can do that"),
            (&scene.bob, "Leave", "You're not in this lobby"),
        ] {
            check(chat.press(by, &lobby, label).await, &[says]);
        }
        scene.refused(&scene.ann, "move", json!({ "move": "p@f4" }), &["hasn't started"]).await;
        scene.refused(&scene.ann, "resign", json!({}), &["hasn't started"]).await;

        let closed = chat.press(&scene.ann, &lobby, "Leave").await.shown();
        assert_eq!(closed.id(), lobby.id(), "the lobby's own message is edited");
        assert!(closed.content().contains("called the game off") && closed.buttons().is_empty(), "{closed}");
        scene.refused(&scene.ann, "move", json!({ "move": "p@f4" }), &["There's no game"]).await;

        let again = scene.command(&scene.bob, "play", json!({ "game": "proto" })).await.shown();
        assert!(!again.private(), "the channel is free again:\n{again}");
        scene.no_pings(&[&scene.ann, &scene.bob, &world.watcher]).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn full_lobby_rejects_further_players() {
    story(async |world| {
        let scene = Scene::new(world).await;
        let chat = &world.chat;
        let wish = json!({ "game": "protozoa", "options": "players=2", "invite": scene.bob.0 });
        let lobby = scene.command(&scene.ann, "play", wish).await.shown();
        chat.press(&scene.bob, &lobby, "Join").await.shown();
        check(chat.press(&scene.bob, &lobby, "Join").await, &["You've already joined"]);
        check(chat.press(&scene.stranger, &lobby, "Join").await, &["All 2 places are taken"]);
        scene.no_pings(&[&scene.stranger, &world.watcher]).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn illegal_moves_are_rejected() {
    story(async |world| {
        let scene = Scene::new(world).await;
        let chat = &world.chat;
        let game = scene.begin(Kind::Protozoa, "size=6").await;
        let (mover, other) = game.mover_and_other();
        let before = [chat.pings(&mover).await, chat.pings(&other).await];
        let typed = |text: &str| json!({ "move": text });
        let legal = best(&game.table, game.mover().expect("the game has begun").0);

        scene.refused(&scene.stranger, "move", typed("p@a1"), &["You're not playing in this game"]).await;
        scene.refused(&scene.stranger, "resign", json!({}), &["You're not playing in this game"]).await;
        check(chat.press(&scene.stranger, &game.first, "Move").await, &["You're not playing"]);
        let whom = format!("waiting for {}", mover.mention());
        scene.refused(&other, "move", typed(&legal), &["It's not your turn", &whom]).await;
        check(chat.press(&other, &game.first, "Move").await, &["It's not your turn", &whom]);
        for (text, says) in [
            ("hello", ["I can't read `hello` as a move", "Legal moves include"]),
            ("@everyone <@&1> [x](http://a.b)", ["I can't read `@everyone`", "Legal moves include"]),
            ("p@z99", ["`p@z99`", "Legal moves include"]),
            ("p@c3", ["`p@c3` isn't possible", "Legal moves include"]),
            ("a1+", ["`a1+` isn't possible", "Legal moves include"]),
            ("!resign", ["I can't read `!resign` as a move", "Legal moves include"]),
            ("   ", ["Which move?", "For example"]),
            ("\u{202e}q@a1", ["I can't read", "Legal moves include"]),
        ] {
            scene.refused(&mover, "move", typed(text), &says).await;
        }
        scene
            .refused(&mover, "move", typed(&"q".repeat(5000)), &["I can't read", "Legal moves include"])
            .await;
        scene
            .refused(
                &mover,
                "move",
                typed(&"p@a1 ".repeat(60)),
                &["more than 50 moves", "nothing was played"],
            )
            .await;
        let two = format!("{legal} p@a1");
        scene
            .refused(
                &mover,
                "move",
                typed(&two),
                &["Your turn would be over before `p@a1`", "nothing was played"],
            )
            .await;

        assert!(world.game(game.id).await.record.is_empty(), "nothing was played");
        assert_eq!([chat.pings(&mover).await, chat.pings(&other).await], before, "no player was pinged");
        scene.no_pings(&[&scene.stranger, &world.watcher]).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_moves_are_played_all_or_none() {
    story(async |world| {
        let scene = Scene::new(world).await;
        let mut game = scene.begin(Kind::Semiosphere, "columns=4 rows=5").await;
        for ply in 1..=2 {
            let (seat, _) = game.mover().expect("pieces are placed");
            let notation = best(&game.table, seat);
            game.type_move(world, &notation).await;
            world.board(&scene.channel, game.id, ply).await;
        }
        let (mover, _) = game.mover_and_other();
        for (text, says) in [
            ("+a3 +a3", "`+a3` isn't possible"),
            ("+a3 +b3 zz", "I can't read `zz`"),
            ("+a3 enter", "`enter` isn't possible"),
            ("end end", "Your turn would be over before `end`"),
        ] {
            let says = [says, "othing was played"];
            scene.refused(&mover, "move", json!({ "move": text }), &says).await;
        }
        assert_eq!(world.game(game.id).await.record.len(), 2, "no further move was played");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stale_and_forged_buttons_are_rejected() {
    story(async |world| {
        let scene = Scene::new(world).await;
        let chat = &world.chat;
        let mut game = scene.begin(Kind::Protozoa, "").await;
        let (mover, other) = game.mover_and_other();
        let (seat, _) = game.mover().expect("the game has begun");

        // Panels that were opened before the move was typed.
        let panel = chat.press(&mover, &game.first, "Move").await.shown();
        let later = chat.press(&mover, &game.first, "Move").await.shown();
        assert!(panel.private() && later.private());
        let notation = best(&game.table, seat);
        game.type_move(world, &notation).await;
        let board = world.board(&scene.channel, game.id, 1).await;
        let first_way = panel.ways().remove(0);
        check(chat.go(&mover, &panel, &first_way).await, &["That turn is over. The game is now waiting for"]);
        let reply = best(&game.table, game.mover().expect("the other player").0);
        game.type_move(world, &reply).await;
        world.board(&scene.channel, game.id, 2).await;
        let closed = chat.go(&mover, &later, &first_way).await.shown();
        assert!(closed.content().contains("Press **Move** to see the new board"), "{closed}");
        assert!(closed.private() && closed.ways().is_empty(), "no unseen turn is played:\n{closed}");
        let current = chat.press(&mover, &closed, "Move").await.shown();
        assert!(current.id() == closed.id() && current.buttons().contains(&"Close"), "{current}");
        let kept = chat.press(&mover, &current, "Close").await.shown();
        assert!(kept.content().contains("Nothing was played") && kept.buttons() == ["Move"], "{kept}");
        check(scene.press_late(&other, &board, "Move").await, &["It's not your turn"]);

        // Buttons that the bot never made, or made before a backup was restored.
        let id = game.id;
        let forged: Vec<(String, &str)> = vec![
            (format!("v1:{id}:play:0:{notation}"), "The game has moved on"),
            (format!("v1:{id}:play:2:zz"), "I can't read `zz`"),
            (format!("v1:{id}:play:4294967295:{notation}"), "The game has moved on"),
            (format!("v1:{id}:join"), "That lobby is closed"),
            (format!("v1:{id}:start"), "That lobby is closed"),
            (format!("v1:{id}:options"), "That lobby is closed"),
            ("v1:999999:moves".to_owned(), "I can't find that game"),
            ("v1:18446744073709551615:join".to_owned(), "I can't find that game"),
            ("v1:1:dance".to_owned(), "out of date"),
            ("v0:1:join".to_owned(), "out of date"),
            ("v1:-:rules:chess:0".to_owned(), "out of date"),
            ("garbage".to_owned(), "out of date"),
            ("🎲".to_owned(), "out of date"),
        ];
        for chunk in forged.chunks(5) {
            let ids: Vec<&str> = chunk.iter().map(|(id, _)| id.as_str()).collect();
            let message = chat.post_as_bot(&scene.channel, &ids).await;
            for (custom_id, says) in chunk {
                let begun = chat.begin_press(&mover, &message, custom_id, None).await;
                let answer = chat.answer(&mover, &begun.expect("the playground takes the press")).await;
                check(answer, &[says]);
            }
        }
        // A message that was left behind in another channel.
        let elsewhere = world.channel("elsewhere").await;
        let custom_id = board.button("Move");
        let message = chat.post_as_bot(&elsewhere, &[&custom_id]).await;
        let begun = chat.begin_press(&mover, &message, &custom_id, None).await;
        let answer = chat.answer(&mover, &begun.expect("the playground takes the press")).await;
        check(answer, &["isn't played in this channel", &format!("<#{}>", scene.channel.0)]);
        assert_eq!(world.game(id).await.record.len(), 2, "nothing was played");
        assert_eq!(game_of(&game.lobby.button("Join")), id);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_needs_confirmation() {
    story(async |world| {
        let scene = Scene::new(world).await;
        let chat = &world.chat;
        let game = scene.begin(Kind::Protozoa, "").await;
        let (mover, other) = game.mover_and_other();

        let question = scene.command(&other, "resign", json!({})).await.shown();
        assert!(question.private() && question.content().contains("really"), "{question}");
        let kept = chat.press(&other, &question, "Keep playing").await.shown();
        assert!(kept.content().contains("The game continues") && kept.buttons().is_empty(), "{kept}");
        assert!(world.game(game.id).await.record.is_empty());

        let question = scene.command(&other, "resign", json!({})).await.shown();
        let done = chat.press(&other, &question, "Resign").await.shown();
        assert!(done.content().contains("You've resigned") && done.buttons().is_empty(), "{done}");
        let last = world.board(&scene.channel, game.id, 1).await;
        assert_ne!(last.id(), game.first.id(), "the end has a message of its own");
        assert!(last.content().contains(&format!("{} wins", mover.mention())), "{last}");
        for name in ["resign", "move"] {
            let options = if name == "move" { json!({ "move": "p@f4" }) } else { json!({}) };
            scene.refused(&mover, name, options, &["This game is over", "</rematch:"]).await;
        }
        check(scene.press_late(&mover, &game.first, "Move").await, &["This game is over"]);
        assert_eq!(chat.pings(&world.watcher).await, [""; 0]);
    })
    .await;
}
