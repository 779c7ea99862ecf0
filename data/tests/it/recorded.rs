//! Recorded games of every release replay position by position, and files with made-up content are rejected.

use std::{collections::BTreeSet, fs, path::Path};

use data::{RecordError, RecordFile};
use rules::{ABORT, ALL_LATE, BACK, DRAW, Kind, RESIGN, SKIP, SUBSTITUTE, TIMEOUT};

/// Returns the recorded games by release and file.
fn recorded() -> Vec<(String, String, Vec<u8>)> {
    let releases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games");
    let listed = |folder: &Path| -> Vec<_> {
        let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let mut games = Vec::new();
    for release in listed(&releases) {
        for game in listed(&release) {
            let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
            games.push((name(&release), name(&game), fs::read(&game).unwrap()));
        }
    }
    games
}

#[test]
fn recorded_games_never_change() {
    for (release, name, bytes) in recorded() {
        let file = RecordFile::read(&bytes).unwrap_or_else(|error| panic!("{release}/{name}: {error}"));
        let replayed = file.replay().unwrap_or_else(|error| panic!("{release}/{name}: {error}"));
        assert_eq!(replayed.compared as usize, file.plies.len(), "{release}/{name} has a hash for each ply");
        assert!(replayed.table.outcome().is_some(), "{release}/{name} is a whole game");
        assert_eq!(file.write().as_bytes(), bytes, "{release}/{name} is written as it was");
    }
}

#[test]
fn every_release_has_games_of_all_kinds() {
    let games = recorded();
    let releases: BTreeSet<&String> = games.iter().map(|(release, ..)| release).collect();
    assert!(releases.iter().any(|release| *release == env!("CARGO_PKG_VERSION")), "{releases:?}");
    for release in releases {
        let files: Vec<RecordFile> = games
            .iter()
            .filter(|(of, ..)| of == release)
            .map(|(.., bytes)| RecordFile::read(bytes).unwrap())
            .collect();
        // A kind of game that a later release adds is missing in earlier releases.
        let kinds: BTreeSet<Kind> = files.iter().map(|file| file.kind).collect();
        assert!(kinds.len() >= 5, "{release}");
        for kind in kinds {
            let players: BTreeSet<u8> = files
                .iter()
                .filter(|file| file.kind == kind)
                .map(|file| file.replay().unwrap().table.game().seats())
                .collect();
            let seats = kind.about().seats;
            assert!(players.contains(&seats[0]) && players.contains(&seats[seats.len() - 1]), "{kind}");
        }
        for entry in [RESIGN, TIMEOUT, SKIP, DRAW, ALL_LATE, BACK, SUBSTITUTE, ABORT] {
            let mut plies = files.iter().flat_map(|file| &file.plies);
            assert!(plies.any(|ply| ply.notation.starts_with(entry)), "{release} has no {entry}");
        }
    }
}

const WHOLE: &str = r#"{"petri_record": 1,
"game": "protozoa",
"rules_version": 1,
"options": {"players":2},
"seats": [
{"seat":1,"colour":"blue"},
{"seat":2,"colour":"orange"}],
"plies": [
{"ply":1,"seat":1,"move":"p@f4","at":5,"position_hash":"HASH"},
{"ply":2,"seat":2,"move":"!resign"}],
"outcome": {"ranking":[[1],[2]],"reason":"resigned"},
"final_position": "POSITION"}
"#;

/// Returns a complete and correct record.
fn whole() -> String {
    let text = WHOLE.replace(",\"position_hash\":\"HASH\"", "");
    let file = RecordFile::read(text.as_bytes()).unwrap();
    let table = file.replay_to(1).unwrap().table;
    let hash = format!("{:08x}", data::position_hash(&table));
    WHOLE.replace("HASH", &hash).replace("POSITION", &table.game().position())
}

#[test]
fn record_round_trips() {
    let file = RecordFile::read(whole().as_bytes()).unwrap();
    let replayed = file.replay().unwrap();
    assert_eq!((replayed.record.len(), replayed.compared), (2, 1));
    assert_eq!(file.write(), whole());
    let entries = file.plies.iter().map(|ply| (ply.seat, ply.notation.clone(), ply.at));
    let made = RecordFile::of(file.kind, file.rules_version, &file.options, entries).unwrap();
    assert_eq!((&made.outcome, &made.final_position), (&file.outcome, &file.final_position));
    assert_eq!(made.replay().unwrap().compared, 2);
}

/// Checks that a record is rejected with a message that contains `want` after one text is replaced.
#[track_caller]
fn check(from: &str, to: &str, want: &str) {
    let text = whole();
    assert!(text.contains(from), "{from}");
    let refused = RecordFile::read(text.replacen(from, to, 1).as_bytes()).and_then(|file| file.replay());
    let words = refused.map(drop).unwrap_err().to_string();
    assert!(words.contains(want), "{to}: {words}");
}

#[test]
fn faults_are_named() {
    check("\"petri_record\": 1,", "", "no game record: missing field `petri_record`");
    check("\"petri_record\": 1", "\"petri_record\": 2", "version 2");
    check("\"petri_record\": 1", "\"petri_record\": -1", "no game record");
    check("\"rules_version\": 1", "\"rules_version\": 9", "rules of version 9");
    check("\"protozoa\"", "\"chess\"", "no game called \"chess\"");
    check("{\"players\":2}", "{\"players\":9}", "the options are refused");
    check("{\"players\":2}", "{\"players\":[]}", "the options are refused");
    check("{\"players\":2}", "{\"mode\":1}", "the options are refused");
    check("{\"players\":2}", "{\"players\":3}", "the seats 1 to 3");
    check("{\"seat\":1,\"colour\"", "{\"seat\":2,\"colour\"", "the seats 1 to 2");
    check("\"ply\":2", "\"ply\":3", "ply 2 is missing");
    check("\"seat\":2,\"move\"", "\"seat\":0,\"move\"", "the seat of ply 2");
    check("\"seat\":2,\"move\"", "\"seat\":3,\"move\"", "of seat 3, is refused");
    check("p@f4", "p@z9", "ply 1, \"p@z9\" of seat 1, is refused");
    check("p@f4", "p@f5", "leads to another position");
    check("!resign", "!back 99999999999999999999", "ply 2, \"!back 99999999999999999999\"");
    check("!resign", "\\u001b[2J", "ply 2, \"\\u{1b}[2J\"");
    check("\"position_hash\":\"", "\"position_hash\":\"+", "the position_hash of ply 1");
    check("[[1],[2]]", "[[2],[1]]", "ended otherwise than recorded: places [[1], [2]] (resigned)");
    check("\"reason\":\"resigned\"", "\"reason\":\"spent\"", "ended otherwise");
    check("\"final_position\": \"", "\"final_position\": \"x", "the last position is not the recorded one");
    check("]", "", "no game record");
}

#[test]
fn made_up_files_are_rejected() {
    let deep = "[".repeat(1 << 20);
    let long = format!("{{\"petri_record\": 1, \"plies\": [{}]}}", "0,".repeat(1 << 20));
    for text in ["", "{}", "null", "7", "\"", "{\"petri_record\":1}", &deep, &long] {
        let refused = RecordFile::read(text.as_bytes());
        assert!(matches!(refused, Err(RecordError::Form(_))), "{refused:?}");
    }
    assert!(matches!(RecordFile::read(b"\xff\xfe{"), Err(RecordError::Form(_))));
    assert_eq!(RecordFile::read(&vec![b' '; 17 << 20]), Err(RecordError::TooLarge));

    let ply = |ply: u32| format!("{{\"ply\":{ply},\"seat\":1,\"move\":\"p@f4\"}}");
    let plies: Vec<String> = (1..=20_001).map(ply).collect();
    let text = whole();
    let (before, rest) = text.split_once("\"plies\": [").unwrap();
    let (_, after) = rest.split_once("],\n\"outcome\"").unwrap();
    let text = format!("{before}\"plies\": [{}],\n\"outcome\"{after}", plies.join(","));
    assert_eq!(RecordFile::read(text.as_bytes()), Err(RecordError::TooLong));
}

#[test]
fn spoiled_files_cause_no_panic() {
    let text = whole().into_bytes();
    for at in 0..text.len() {
        let mut cut = text.clone();
        cut.truncate(at);
        let _ = RecordFile::read(&cut);
        for byte in [b'0', b'9', b'"', b'-', 0xff] {
            let mut spoiled = text.clone();
            spoiled[at] = byte;
            if let Ok(file) = RecordFile::read(&spoiled) {
                let _ = file.replay();
            }
        }
    }
}
