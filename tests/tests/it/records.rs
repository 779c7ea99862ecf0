//! Finished moves: a game's history, its record as a file, backups, and the tools for them.

use std::{
    path::Path,
    process::{Output, Stdio},
};

use clock::from_millis;
use rules::{Kind, Options, Table};
use serde_json::json;

use crate::{
    chat::{Person, text},
    message::Message,
    process::{TOKEN, petri, printed},
    table::Match,
    world::{World, story, story_of_files},
};

/// Runs `petri` to its end. Returns its output, and whether it succeeded.
pub(crate) async fn tool(args: &[&str]) -> (bool, String) {
    let mut program = petri();
    program.args(args);
    printed(program).await
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a plain name")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_exported_and_checked_move_by_move() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        game.type_move(world, "p@f4").await;
        game.type_move(world, "p@a1").await;
        let shown = world.chat.command(&world.watcher, &channel, "export", json!({})).await.shown();
        assert!(shown.private(), "{shown}");
        let file = &shown.0["attachments"][0];
        assert_eq!(text(&file["filename"]), format!("protozoa-{}.json", game.id));
        let record = world.chat.download(&text(&file["url"])).await;
        for person in [&ann, &bob] {
            assert!(!String::from_utf8_lossy(&record).contains(&person.0), "people are not in it");
        }

        let folder = tempfile::tempdir().expect("a folder");
        let (path, picture) = (folder.path().join("game.json"), folder.path().join("board.png"));
        std::fs::write(&path, &record).expect("it can be written");
        let (well, printed) = tool(&["replay", name(&path), "--ply", "1", "--picture", name(&picture)]).await;
        assert!(well && printed.contains("every ply of 2 is legal"), "{printed}");
        assert!(printed.contains("ply 1 of 2: seat") && printed.contains("played p@f4"), "{printed}");
        assert_eq!(std::fs::read(&picture).expect("a picture")[..8], *b"\x89PNG\r\n\x1a\n");

        let spoiled = String::from_utf8_lossy(&record).replace("p@f4", "p@a1");
        std::fs::write(&path, spoiled).expect("it can be written");
        let (well, printed) = tool(&["replay", name(&path)]).await;
        assert!(!well && printed.contains("leads to another position"), "{printed}");
        let (well, printed) = tool(&["replay", name(&picture)]).await;
        assert!(!well && printed.contains("no game record"), "{printed}");
    })
    .await;
}

/// Returns the bytes of the picture in a message.
pub(crate) async fn picture(world: &World, message: &Message) -> Vec<u8> {
    let picture = message.picture().unwrap_or_else(|| panic!("no picture on:\n{message}"));
    world.chat.download(&text(&picture["url"])).await
}

#[tokio::test]
async fn a_program_ends_quietly_when_nobody_reads_on() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut arena = petri();
    arena.args(["arena", "random", "random", "--game", "stract", "--pairs", "20"]).stdout(writer);
    let arena = arena.stderr(Stdio::piped()).spawn().expect("the program starts");
    let Output { status, stderr, .. } = arena.wait_with_output().await.expect("it ends");
    assert!(!status.success(), "it cannot print its result");
    assert_eq!(String::from_utf8_lossy(&stderr), "");
}

#[tokio::test(flavor = "multi_thread")]
async fn history_pages_through_turns_in_private() {
    story(async |world| {
        let chat = &world.chat;
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let first_board = picture(world, &world.board(&channel, game.id, 0).await).await;
        let (_, mover) = game.mover().expect("the game is running");
        game.type_move(world, "p@f4").await;
        game.type_move(world, "p@a1").await;
        world.board(&channel, game.id, 2).await;
        let pings = chat.pings(&mover).await;

        let last = chat.command(&world.watcher, &channel, "history", json!({})).await.shown();
        assert!(last.private() && last.words().contains("turn 2 of 2"), "{last}");
        let one = chat.press(&world.watcher, &last, "Back").await.shown();
        assert_eq!(one.id(), last.id(), "pages turn in one message");
        assert!(one.words().contains(&format!("{}: `p@f4`", mover.mention())), "{one}");
        assert_eq!(
            one.0["attachments"],
            json!([]),
            "only the new picture is attached, and it is in the card"
        );
        let none = chat.press(&world.watcher, &one, "First").await.shown();
        assert!(none.words().contains("the beginning"), "{none}");
        assert_eq!(picture(world, &none).await, first_board);
        let back = none.button("Back");
        assert!(chat.begin_press(&world.watcher, &none, &back, None).await.is_err(), "it cannot be pressed");
        let again = chat.press(&world.watcher, &none, "Last").await.shown();
        assert!(again.words().contains("turn 2 of 2"), "{again}");
        assert_eq!(chat.pings(&mover).await, pings, "reading pings nobody");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_made_while_playing_is_restored() {
    story_of_files(async |world| {
        let (ann, bob, channel) = world.two().await;
        let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        game.type_move(world, "p@f4").await;
        world.board(&channel, game.id, 1).await;

        let elsewhere = tempfile::tempdir().expect("a folder");
        let backup = elsewhere.path().join("monday.sqlite");
        let (data, file) = (name(world.folder()), name(&backup));
        let (well, printed) = tool(&["backup", file, "--data-dir", data]).await;
        assert!(well, "{printed}");
        let (well, printed) = tool(&["backup", file, "--data-dir", data]).await;
        assert!(!well && printed.contains("--force"), "{printed}");
        let (well, printed) = tool(&["backup", file, "--data-dir", data, "--force"]).await;
        assert!(well, "{printed}");

        game.type_move(world, "p@a1").await;
        world.board(&channel, game.id, 2).await;
        let (well, printed) = tool(&["verify", "--data-dir", data]).await;
        assert!(well && printed.contains("1 running"), "{printed}");
        let (well, printed) = tool(&["restore", file, "--data-dir", data]).await;
        assert!(!well && printed.contains("a bot is already running on"), "{printed}");

        world.kill_bot().await;
        let broken = elsewhere.path().join("broken.sqlite");
        let mut bytes = std::fs::read(&backup).expect("the backup");
        let middle = bytes.len() / 2;
        bytes[middle..].fill(0x55);
        std::fs::write(&broken, bytes).expect("it can be written");
        let (well, printed) = tool(&["restore", name(&broken), "--data-dir", data]).await;
        assert!(!well && printed.contains("nothing was restored"), "{printed}");
        assert_eq!(world.game(game.id).await.record.len(), 2);
        let (well, printed) = tool(&["restore", file, "--data-dir", data]).await;
        assert!(well && printed.contains(".before-restore-"), "{printed}");
        assert_eq!(world.game(game.id).await.record.len(), 1);
        let kept = world
            .folder()
            .read_dir()
            .expect("the folder")
            .filter_map(Result::ok)
            .find(|entry| entry.file_name().to_string_lossy().contains("before-restore"));
        let kept = data::Store::open(&kept.expect("it is kept").path()).await.expect("a database");
        let id = game.id;
        assert_eq!(kept.read(move |tx| tx.open(id)).await.expect("the game").record.len(), 2);
        // The channel's last board shows moves that are lost, so the player to move is notified again.
        let shown = world.messages(&channel).await;
        let before = shown.iter().filter(|message| message.has_picture()).count();
        world.start_bot().await;
        let anew = async |messages: &[Message]| {
            let mut boards = messages.iter().filter(|message| message.has_picture());
            boards.nth(before).cloned()
        };
        let board = world.chat.wait(&world.watcher, &channel, "a new board", anew).await;
        let mover = Person(world.game(game.id).await.awaited()[0].to_string());
        assert!(board.content().contains(&mover.mention()), "{board}");
        assert_eq!(world.chat.pings(&mover).await.last().map(String::as_str), Some(board.id()));
        world.chat.command(&mover, &channel, "move", json!({ "move": "p@a1" })).await.shown();
        let known = world.board(&channel, game.id, 2).await;
        assert_ne!(known.id(), board.id());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn verify_finds_a_game_that_differs() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = name(folder.path());
    let (well, printed) = tool(&["verify", "--data-dir", data]).await;
    assert!(!well && printed.contains("there is no database at"), "{printed}");
    let store = data::Store::open(&folder.path().join("petri.sqlite")).await.expect("a database");
    let options = Options::new().with("players", 2);
    let begin = move |by: Options| {
        let channel = by.iter().count() as u64;
        let lobby = data::NewGame {
            kind: Kind::Protozoa,
            options: Options::new(),
            guild: 1.into(),
            channel: channel.into(),
            host: 3.into(),
            invited: Vec::new(),
            at: from_millis(0),
        };
        let table = Table::new(Kind::Protozoa, &Options::new().with("players", 2)).expect("a game");
        move |tx: &data::Tx<'_>| {
            let id = tx.open_lobby(&lobby)?;
            tx.start(id, &by, &[3.into(), 4.into()], &table, from_millis(1))
        }
    };
    store.write(begin(options.clone())).await.expect("a game");
    let (well, printed) = tool(&["verify", "--data-dir", data]).await;
    assert!(well && printed.contains("1 game replayed (1 running, 0 over); all"), "{printed}");
    // The stored game waits for seat 1; with these options the other seat begins.
    store.write(begin(options.with("first", 2))).await.expect("a game");
    let (well, printed) = tool(&["verify", "--data-dir", data]).await;
    assert!(!well && printed.contains("game 2: its column `waiting` is"), "{printed}");
    assert!(printed.contains("1 no longer replays correctly"), "{printed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn second_bot_on_a_folder_is_rejected() {
    story_of_files(async |world| {
        let second = petri()
            .arg("run")
            .env("DISCORD_TOKEN", TOKEN)
            .env("PETRI_DISCORD_URL", &world.url)
            .env("PETRI_DATA_DIR", world.folder())
            .output();
        let output = second.await.expect("the program runs");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && printed.contains("a bot is already running on"), "{printed}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn doctor_names_faults_and_remedies() {
    story_of_files(async |world| {
        let (ann, bob, channel) = world.two().await;
        Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let doctor = async |folder: &Path, url: &str, token: &str| {
            let mut command = petri();
            command.args(["doctor", "--data-dir", name(folder), "--discord-url", url]);
            let output = command.env("DISCORD_TOKEN", token).output().await.expect("the program runs");
            let printed = String::from_utf8(output.stdout).expect("words");
            let all = format!("{printed}{}", String::from_utf8_lossy(&output.stderr));
            assert!(token.is_empty() || !all.contains(token), "the token is in no finding: {all}");
            (output.status.success(), printed)
        };
        let (well, printed) = doctor(world.folder(), &world.url, TOKEN).await;
        assert!(well && !printed.contains("WRONG"), "{printed}");
        for examined in ["disk", "database", "clock", "token", "application", "gateway", "permissions"] {
            assert!(printed.contains(&format!("ok     {examined} ")), "{examined}: {printed}");
        }
        assert!(printed.contains("1 channel"), "{printed}");

        const ATTACH_FILES: u64 = 1 << 15;
        world.chat.deny(&channel, ATTACH_FILES).await;
        let (well, printed) = doctor(world.folder(), &world.url, TOKEN).await;
        assert!(!well && printed.contains("lacks Attach Files"), "{printed}");
        const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
        world.chat.deny(&channel, CREATE_PUBLIC_THREADS).await;
        let (well, printed) = doctor(world.folder(), &world.url, TOKEN).await;
        assert!(
            well && printed.contains("note   permissions "),
            "a missing permission for threads is only a note: {printed}"
        );
        assert!(printed.contains("lacks Create Public Threads"), "{printed}");
        world.chat.deny(&channel, 0).await;

        let empty = tempfile::tempdir().expect("a folder");
        let (well, printed) = doctor(empty.path(), &world.url, TOKEN).await;
        assert!(well && printed.contains("there is none yet"), "{printed}");
        let (well, printed) = doctor(empty.path(), "http://127.0.0.1:9", TOKEN).await;
        assert!(!well && printed.contains("does not answer"), "{printed}");
        let (well, printed) = doctor(empty.path(), &world.url, "").await;
        assert!(!well && printed.contains("no token") && printed.contains("Reset Token"), "{printed}");
    })
    .await;
}
