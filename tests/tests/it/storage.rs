//! The bot cannot write: the disk is full, another program has locked the database, or the files are read-only.

use std::{
    fs::{self, OpenOptions},
    os::unix::fs::PermissionsExt as _,
    path::Path,
    sync::mpsc,
};

use data::{DatabaseFile, Store, StoreError};
use rules::Kind;
use serde_json::json;
use tokio::process::Command;

use crate::{
    message::Message,
    process::{Launch, TOKEN, WITHOUT_PRIVILEGES, petri, petri_under, skip},
    records::tool,
    table::{Match, best},
    world::{World, rough_story_of_files},
};

async fn begin(world: &World) -> Match {
    let (ann, bob, channel) = world.two().await;
    let mut game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
    game.play(world).await;
    game
}

/// Types a move that the bot cannot store, and checks what still works. Returns the response to the move.
async fn refused(world: &World, game: &Match) -> Message {
    let (seat, mover) = game.mover().expect("the game is running");
    let typed = json!({ "move": best(&game.table, seat) });
    let refusal = world.chat.command(&mover, &game.channel, "move", typed).await.shown();
    assert!(refusal.private() && refusal.content().contains("this wasn't done"), "{refusal}");
    assert!(refusal.content().contains("everything played before is safe"), "{refusal}");
    let shown = world.chat.command(&mover, &game.channel, "board", json!({})).await.shown();
    assert!(shown.words().contains(&format!("{} ◀ to move", mover.mention())), "{shown}");
    assert_eq!(world.game(game.id).await.record.len(), game.table.ply() as usize);
    refusal
}

/// Checks that the game continues, every board is there once, nobody was notified twice, and the database is intact.
async fn all_is_well(world: &World, game: &mut Match) {
    for _ in 0..2 {
        let (_, next) = game.mover_and_other();
        let board = game.play(world).await;
        let pings = world.chat.pings(&next).await;
        assert_eq!(pings.iter().filter(|ping| *ping == board.id()).count(), 1);
    }
    let plies = game.table.ply() as usize;
    let boards = world.messages(&game.channel).await.iter().filter(|message| message.has_picture()).count();
    assert_eq!(boards, plies + 1);
    let file = DatabaseFile::open(&world.database()).expect("it opens");
    assert!(file.damages().expect("it can be read").is_empty());
    let (well, printed) = world.tool(&["verify"]).await;
    assert!(well, "{printed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn full_disk_rejects_moves_and_loses_none() {
    rough_story_of_files(async |world| {
        let mut game = begin(world).await;
        world.fill_disk(true).await;
        for _ in 0..3 {
            let refusal = refused(world, &game).await;
            assert!(refusal.content().contains("my disk is full or failing"), "{refusal}");
        }
        world.fill_disk(false).await;
        all_is_well(world, &mut game).await;

        // The disk fills up between the response to a move and the note that its board was posted.
        let held_up = json!({ "route": "/messages", "method": "POST", "times": 1, "delay_ms": 600_000 });
        world.chat.fault(held_up).await;
        let (seat, _) = game.mover().expect("the game is running");
        let notation = best(&game.table, seat);
        let board = world.board(&game.channel, game.id, game.table.ply() as usize).await;
        game.choose_move(world, &board, &notation).await;
        world.post_under_way(&game.channel).await;
        world.fill_disk(true).await;
        world.chat.post("/clock", json!({ "advance_ms": 600_000 })).await;
        let plies = game.table.ply() as usize;
        world
            .chat
            .wait(&world.watcher, &game.channel, "the board", async |messages| {
                (messages.iter().filter(|message| message.has_picture()).count() == plies + 1).then_some(())
            })
            .await;
        refused(world, &game).await;
        world.fill_disk(false).await;
        world.pass(2).await;
        all_is_well(world, &mut game).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn locked_database_is_reported_in_time() {
    rough_story_of_files(async |world| {
        let mut game = begin(world).await;
        let other = Store::open(&world.database()).await.expect("the database opens");
        let (let_go, held) = mpsc::channel::<()>();
        let (begun, mut has_begun) = tokio::sync::mpsc::channel(1);
        let holding = tokio::spawn(async move {
            let hold = other.write(move |_| {
                // Both ends exist until the lock is released.
                let _ = begun.blocking_send(());
                let _ = held.recv();
                Ok::<_, StoreError>(())
            });
            hold.await.expect("it can be locked");
        });
        has_begun.recv().await.expect("it is locked");
        // The heartbeat is due, too.
        world.skip(2).await;
        for _ in 0..3 {
            let refusal = refused(world, &game).await;
            assert!(refusal.content().contains("something else is holding up my database"), "{refusal}");
        }
        let examined = petri()
            .args(["doctor", "--discord-url", &world.url, "--data-dir"])
            .arg(world.folder())
            .env("DISCORD_TOKEN", TOKEN)
            .output();
        let printed = String::from_utf8(examined.await.expect("the program runs").stdout).expect("words");
        assert!(printed.contains("another program holds it, so no move can be saved"), "{printed}");
        let_go.send(()).expect("it is still held");
        holding.await.expect("it is let go");
        all_is_well(world, &mut game).await;
    })
    .await;
}

/// Sets the mode of the database's files.
fn set_mode(folder: &Path, mode: u32) {
    for entry in fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry")) {
        if entry.file_name().to_string_lossy().starts_with("petri.sqlite") {
            fs::set_permissions(entry.path(), fs::Permissions::from_mode(mode))
                .expect("the files are our own");
        }
    }
}

/// Returns the program that starts a bot bound by file modes, since those do not bind the superuser. The error says what is
/// missing on this machine.
async fn bound_by_modes() -> Result<&'static [&'static str], String> {
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::set_permissions(file.path(), fs::Permissions::from_mode(0o400)).expect("the file is our own");
    if OpenOptions::new().append(true).open(file.path()).is_err() {
        return Ok(&[]);
    }
    let [program, arguments @ ..] = WITHOUT_PRIVILEGES else { return Ok(&[]) };
    match Command::new(program).args(arguments).arg("true").output().await {
        Ok(run) if run.status.success() => Ok(WITHOUT_PRIVILEGES),
        Ok(run) => Err(format!("{program}: {}", String::from_utf8_lossy(&run.stderr).trim())),
        Err(error) => Err(format!("{program}: {error}")),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn read_only_database_is_reported() {
    let starter = match bound_by_modes().await {
        Ok(starter) => starter,
        Err(missing) => return skip("a database that must not be written to", "PETRI_SETPRIV", &missing),
    };
    rough_story_of_files(async |world| {
        let mut game = begin(world).await;
        world.kill_bot().await;
        set_mode(world.folder(), 0o400);
        world.start_bot_by(&Launch { starter, ..world.launch() }).await;
        let refusal = refused(world, &game).await;
        assert!(refusal.content().contains("I'm not allowed to write to my database"), "{refusal}");
        let examined = petri_under(starter)
            .args(["doctor", "--discord-url", &world.url, "--data-dir"])
            .arg(world.folder())
            .env("DISCORD_TOKEN", TOKEN)
            .output();
        let printed = String::from_utf8(examined.await.expect("the program runs").stdout).expect("words");
        assert!(printed.contains("is readable but not writable"), "{printed}");
        world.kill_bot().await;
        set_mode(world.folder(), 0o600);
        world.start_bot().await;
        all_is_well(world, &mut game).await;
    })
    .await;
}

/// Starts a bot that must not start. Returns its error.
async fn refused_start(world: &World) -> String {
    let started = petri()
        .args(["run", "--discord-url", &world.url, "--data-dir"])
        .arg(world.folder())
        .env("DISCORD_TOKEN", TOKEN)
        .output();
    let run = started.await.expect("the program runs");
    assert!(!run.status.success(), "it starts");
    String::from_utf8(run.stderr).expect("words")
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_or_foreign_database_is_rejected() {
    const FLIPPED: usize = 40;
    rough_story_of_files(async |world| {
        let mut game = begin(world).await;
        let folder = world.folder().to_str().expect("a name");
        let backup = world.folder().join("backup.sqlite");
        let to = backup.to_str().expect("a name");
        assert!(tool(&["backup", to, "--data-dir", folder]).await.0);
        world.kill_bot().await;

        let path = world.database();
        for end in ["-wal", "-shm"] {
            fs::remove_file(path.with_file_name(format!("petri.sqlite{end}")))
                .expect("the database was in use");
        }
        let mut bytes = fs::read(&backup).expect("the file is our own");
        for bit in 0..FLIPPED {
            let byte = 4096 + bit * (bytes.len() - 4096) / FLIPPED;
            bytes[byte] ^= 1 << (bit % 8);
        }
        fs::write(&path, &bytes).expect("the file is our own");
        let refusal = refused_start(world).await;
        assert!(refusal.contains("is damaged") && refusal.contains("petri restore FILE"), "{refusal}");
        let (well, printed) = world.tool(&["verify"]).await;
        assert!(
            !well && printed.contains("is damaged") && printed.contains("petri restore FILE"),
            "{printed}"
        );

        for foreign in ["", "remember the milk"] {
            fs::write(&path, foreign).expect("the file is our own");
            let refusal = refused_start(world).await;
            assert!(
                refusal.contains("is not Petri's database") && refusal.contains("Move it away"),
                "{refusal}"
            );
            assert_eq!(
                fs::read(&path).expect("the file is our own"),
                foreign.as_bytes(),
                "the file is unchanged"
            );
        }

        let (well, printed) = tool(&["restore", to, "--data-dir", folder]).await;
        assert!(well, "{printed}");
        world.start_bot().await;
        world.rest(world.now()).await;
        let board = world.board(&game.channel, game.id, game.table.ply() as usize).await;
        assert!(board.has_picture(), "{board}");
        game.play(world).await;
    })
    .await;
}
