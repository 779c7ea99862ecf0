//! A process that is killed loses nothing that it has acknowledged.

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
};

use clock::from_millis;
use data::{Store, StoreError};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use rules::Kind;
use tokio::task::JoinSet;

use crate::world::{World, play, random_entry, side_door, start};

/// The environment variable with the path of the child's file.
const FILE: &str = "PETRI_TEST_FILE";
const PLAYERS: u64 = 8;
const ROUNDS: u64 = 6;

/// The child: it plays several games at once and prints a line for each acknowledged ply, until it is killed.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "the child of the test below, which kills it"]
async fn plays_until_it_is_killed() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let store = Store::open(path.as_ref()).await.unwrap();
    let mut players = JoinSet::new();
    for player in 0..PLAYERS {
        let store = store.clone();
        players.spawn(async move {
            let mut random = StdRng::from_os_rng();
            loop {
                let people = [player.into(), (player + PLAYERS).into()];
                let channel = random.random::<u64>().into();
                let id = store.write(move |tx| start(tx, Kind::Protozoa, channel, &people)).await.unwrap();
                loop {
                    let seed = random.random();
                    let played = store.write(move |tx| {
                        let mut seed = StdRng::seed_from_u64(seed);
                        let Some((seat, notation)) = random_entry(&tx.open(id)?.table, &mut seed) else {
                            return Ok::<_, StoreError>(None);
                        };
                        play(tx, id, (seat, &notation), from_millis(1)).map(|ply| Some((ply, notation)))
                    });
                    let Some((ply, notation)) = played.await.unwrap() else { break };
                    writeln!(std::io::stdout(), "acknowledged {id} {ply} {notation}").unwrap();
                }
            }
        });
    }
    players.join_all().await;
}

#[tokio::test]
async fn killed_process_keeps_acknowledged_writes() {
    let world = World::on_a_file().await;
    let mut random = StdRng::seed_from_u64(3);
    let mut acknowledged: BTreeMap<(u64, u32), String> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "crash::plays_until_it_is_killed", "--nocapture"])
            .env(FILE, &world.path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let before = acknowledged.len();
        let enough = random.random_range(1..300);
        let mut note = |line: String| {
            let mut words = line.split(' ');
            if words.next() == Some("acknowledged") {
                let (game, ply) =
                    (words.next().unwrap().parse().unwrap(), words.next().unwrap().parse().unwrap());
                acknowledged.insert((game, ply), words.next().unwrap().to_owned());
            }
            acknowledged.len() - before
        };
        for line in lines.by_ref() {
            if note(line) >= enough {
                break;
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // Lines that it printed before it died.
        lines.for_each(|line| {
            note(line);
        });
        assert!(acknowledged.len() - before >= enough, "the child ended by itself");

        let health: String =
            side_door(&world.path).query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(health, "ok");
        let store = Store::open(&world.path).await.unwrap();
        let games: std::collections::BTreeSet<u64> = acknowledged.keys().map(|&(game, _)| game).collect();
        for game in games {
            let record = store.read(move |tx| tx.open(game.into())).await.unwrap().record;
            for ((_, ply), notation) in acknowledged.range((game, 0)..=(game, u32::MAX)) {
                assert_eq!(&record[*ply as usize - 1].notation, notation, "game {game} ply {ply}");
            }
        }
    }
}
