//! Tests that a deletion covers every column of every table.

use std::collections::BTreeSet;

use clock::from_millis;
use ratings::{Change, Forecast, Rating};
use rules::{Kind, Options, Table};
use rusqlite::types::Value;

use super::*;
use crate::{
    Conduct, Ending, GuestStatus, NewChange, NewGame, NewMeeting, NewOffer, NewPuzzle, NewResult, Notice,
    Notification, OfferKind, Payload, PlanStep, Purpose, PuzzleAnswer, RowDifference, Shape, Sketch, Store,
    Vote,
};

/// The columns whose rows a deletion deletes with the person in them.
const DELETED: [(&str, &str); 8] = [
    ("plan", "person"),
    ("vacation", "person"),
    ("conduct", "person"),
    ("sketch", "person"),
    ("puzzle_answer", "person"),
    ("puzzle_streak", "person"),
    ("person", "person"),
    ("erasure", "person"),
];

/// The other column that keeps a number in place of a person.
const OPPONENT: (&str, &str) = ("meeting", "opponent");

/// The columns of integers that hold no person. A new column must be here, or a deletion must cover it.
const NO_PERSON: &[(&str, &str)] = &[
    ("absent", "guild since"),
    ("audit", "id guild at"),
    ("blocked", "guild at"),
    ("board_week", "pool week place"),
    ("clock", "game seat left since full turn overdue late"),
    ("conduct", "week turns late finished left h0 h2 h4 h6 h8 h10 h12 h14 h16 h18 h20 h22"),
    ("done", "interaction game ply at"),
    ("erasure", "at asked"),
    (
        "forecast",
        "games chance lead lead_squares ordered ordered_squares log_loss log_loss_squares brier brier_squares",
    ),
    ("forecast_bin", "bin pairs expected scored squares"),
    ("forgotten", "guild seq done"),
    ("former", "one last"),
    (
        "game",
        "id rules_version guild channel created started ended ply lobby_message host_notified board_message board_turn \
         board_ply paused rematch_of suspended board_since board_count home world",
    ),
    ("guest", "game at"),
    ("heartbeat", "one at"),
    ("installation", "one"),
    ("least_id", "one game offer"),
    ("machine", "game seat value low"),
    ("meeting", "seq guild world day rated score"),
    ("move", "game ply seat at hash"),
    ("offer", "id game seat ply created closed message"),
    ("outage", "since until given"),
    ("outbox", "id game due tries sent channel message reply"),
    ("pending_post", "game turn ply since"),
    (
        "person",
        "digest digest_due hours_set vacation_year vacation_used vacation_until dm dm_closed dm_accepted dm_refused world \
         hide_profile hide_hours patterns flip big text still quick spends_vacation",
    ),
    ("plan", "id game draft created"),
    ("pool", "id guild week seq"),
    ("puzzle", "id guild day played posted"),
    ("puzzle_answer", "puzzle solved at"),
    ("puzzle_post", "guild due"),
    ("puzzle_streak", "guild last run best tried solved"),
    ("rank_bucket", "pool bucket people"),
    ("rating", "pool mu sigma shown games opponents day due listed"),
    ("rating_event", "pool seq place mu_before sigma_before mu sigma weight against"),
    ("result", "seq game model day rated voids"),
    ("season", "pool season games began shown ready"),
    ("seat", "game seat waiting looked"),
    ("substitution", "game seat at ply asked"),
    ("setting", "guild"),
    ("sketch", "id ply posted at puzzle"),
    ("thought", "game seat ply due tries failures"),
    ("timer", "game seat step due"),
    ("unlisted", "one day"),
    ("vacation", "game days until"),
    ("vote", "offer at"),
    ("weekly", "guild due game channel message"),
];

/// The columns of text that can name a person or hold an id. `statements` covers each of them.
const TEXT: &[(&str, &str)] = &[
    ("outbox", "payload"),
    ("outbox", "key"),
    ("pending_post", "pings"),
    ("game", "thread"),
    ("guest", "name"),
    ("audit", "target"),
];

/// The columns of text that never do.
const PLAIN_TEXT: &[(&str, &str)] = &[
    ("audit", "action before after reason"),
    ("blocked", "reason"),
    ("clock", "hours"),
    ("erasure", "kind"),
    ("forecast", "kind shape"),
    ("forecast_bin", "kind shape"),
    ("game", "kind options state ranking reason seating control class casual"),
    ("guest", "answer"),
    ("installation", "secret"),
    ("meeting", "kind shape"),
    ("move", "move"),
    ("offer", "kind ending"),
    ("outbox", "kind failed"),
    ("person", "hours pings digest_day ratings theme reminders muted"),
    ("plan", "steps pass"),
    ("pool", "kind shape"),
    ("puzzle", "kind position solution"),
    ("puzzle_answer", "turn"),
    ("setting", "name value"),
    ("sketch", "kind start moves purpose"),
    ("timer", "kind"),
    ("vote", "answer"),
];

async fn store() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("petri.sqlite")).await.unwrap();
    (dir, store)
}

/// Returns all columns of all tables, with their types.
fn columns(tx: &Tx<'_>) -> Vec<(String, String, String)> {
    let query = "SELECT list.name, info.name, info.type
                 FROM pragma_table_list AS list JOIN pragma_table_info(list.name) AS info
                 WHERE list.schema = 'main' AND list.type = 'table' AND list.name NOT LIKE 'sqlite%'";
    let mut query = tx.sql.prepare(query).unwrap();
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    rows.collect::<crate::sql::Result<_>>().unwrap()
}

fn split(list: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
    list.iter()
        .flat_map(|(table, columns)| columns.split_whitespace().map(|column| (*table, column)))
        .collect()
}

#[tokio::test]
async fn every_column_is_known_to_deletion() {
    let (_dir, store) = store().await;
    let columns = store.read(|tx| Ok::<_, StoreError>(columns(tx))).await.unwrap();
    let people: Vec<_> = RENAMED.iter().chain(&DELETED).chain([&OPPONENT]).copied().collect();
    for (kind, known) in [
        ("INTEGER", [people, split(NO_PERSON)].concat()),
        ("TEXT", [split(TEXT), split(PLAIN_TEXT)].concat()),
    ] {
        let found: BTreeSet<(&str, &str)> = columns
            .iter()
            .filter(|(.., of)| of == kind)
            .map(|(table, column, _)| (table.as_str(), column.as_str()))
            .collect();
        let listed: BTreeSet<(&str, &str)> = known.iter().copied().collect();
        assert_eq!(listed.len(), known.len(), "a column is listed twice");
        let new: Vec<_> = found.difference(&listed).collect();
        assert!(new.is_empty(), "does {new:?} hold a person? List it here, and cover it in `statements`.");
        let gone: Vec<_> = listed.difference(&found).collect();
        assert!(gone.is_empty(), "{gone:?} are no longer there");
    }
    assert!(columns.iter().all(|(.., kind)| ["INTEGER", "TEXT"].contains(&kind.as_str())));
}

const ANN: u64 = 80_351_110_224_678_912;
const BOB: u64 = 80_351_110_224_678_913;
/// Ann's direct messages. The secret of an installation is random digits, so a short number can be in it.
const DM: u64 = 80_351_110_224_678_914;

/// Puts Ann into every column that can name a person. Returns her running game.
fn fill(tx: &Tx<'_>) -> Result<GameId, StoreError> {
    let (ann, bob, now) = (PersonId::from(ANN), PersonId::from(BOB), from_millis(1));
    let lobby = |channel: u64| NewGame {
        kind: Kind::Protozoa,
        options: Options::new(),
        guild: 1.into(),
        channel: channel.into(),
        host: ann,
        invited: vec![bob],
        at: now,
    };
    tx.reserve_lobby(&lobby(9))?;
    let open = tx.open_lobby(&NewGame { host: bob, invited: vec![ann], ..lobby(10) })?;
    tx.set_guest_status(open, ann, GuestStatus::Declined, now)?;
    let id = tx.open_lobby(&lobby(11))?;
    tx.set_guest_status(id, bob, GuestStatus::Joined, now)?;
    let options = Options::new().with("players", 2);
    tx.start(id, &options, &[ann, bob], &Table::new(Kind::Protozoa, &options).unwrap(), now)?;
    tx.set_thread(id, "Protozoa: Ann and Bob")?;
    tx.set_name(id, ann, "Ann")?;
    tx.set_dm(ann, DM.into())?;
    let mut game = tx.open(id)?;
    let seat = rules::Seat::FIRST;
    tx.substitute(&mut game, seat, bob, true, now)?;
    tx.substitute(&mut game, seat, ann, true, from_millis(2))?;
    for (kind, person, voter) in [(OfferKind::Draw, ann, bob), (OfferKind::Pause, bob, ann)] {
        let new = NewOffer { game: id, kind, person, seat: None, ply: 0, at: now };
        let offer = tx.open_offer(&new)?;
        tx.cast_vote(offer, voter, Vote::Accept, now)?;
        if kind == OfferKind::Draw {
            tx.close_offer(offer, Ending::Lapsed, now)?;
        }
    }
    let closed = tx.open_offer(&NewOffer {
        game: id,
        kind: OfferKind::Abort,
        person: bob,
        seat: None,
        ply: 0,
        at: now,
    })?;
    tx.cast_vote(closed, ann, Vote::Decline, now)?;
    tx.close_offer(closed, Ending::Declined, now)?;
    tx.add_plan(id, ann, &[PlanStep { condition: None, reply: vec!["p@a1".to_owned()] }], false, now)?;
    tx.spend_day_in(id, ann, now)?;
    tx.add_conduct(ann, now, &Conduct { turns: 1, ..Conduct::default() })?;
    let start = game.table.game().position();
    tx.add_sketch(
        &Sketch {
            person: ann,
            kind: Kind::Protozoa,
            start,
            moves: Vec::new(),
            ply: 0,
            posted: true,
            purpose: Purpose::Tryout,
        },
        now,
    )?;
    tx.add_puzzle(&NewPuzzle {
        guild: 1.into(),
        day: 20_000,
        kind: Kind::Protozoa,
        position: "any text".to_owned(),
        solution: vec!["p@f4".to_owned()],
        played: true,
    })?;
    if let Some(puzzle) = tx.puzzle_of(1.into(), 20_000)? {
        let answer = PuzzleAnswer { turn: vec!["p@f4".to_owned()], solved: true };
        tx.answer_puzzle(&puzzle, ann, &answer, None, now)?;
    }
    let notification = Notification { turn: 0, seat: 0 };
    for payload in [
        Payload::Board { ply: 3, ended_by: Some(ann) },
        Payload::Ping { notification, person: ann, board: 5.into() },
        Payload::Ended { person: ann, board: 5.into() },
        Payload::Digest { person: ann, day: "2026-01-31".to_owned() },
        Payload::Rename { channel: 11.into(), name: "Protozoa: Ann and Bob".to_owned() },
        Payload::Unping { channel: DM.into(), message: 6.into() },
        Payload::Ended { person: bob, board: 5.into() },
    ] {
        tx.queue(id, &payload, now)?;
    }
    tx.queue_notice(id, ann, Notice::NoDigest, now)?;
    tx.queue_notice(id, bob, Notice::Text(format!("<@{ANN}> has left.")), now)?;
    let post = crate::BoardPost { turn: 0, ply: 0, since: 0, pings: vec![ann, bob] };
    tx.set_pending_post(id, &post)?;
    tx.ask_erasure(&Erasure { person: ann, kind: ErasureKind::Now, at: now, asked: now })?;
    tx.sql.execute_batch(&format!(
        "INSERT INTO pool (id, guild, kind, shape, week) VALUES (1, 1, 'protozoa', 'duel', 0);
         INSERT INTO result (seq, game, model, day, rated) VALUES (1, {id}, 1, 0, 1);
         INSERT INTO rating VALUES (1, {ANN}, 25000000, 3000000, 1500, 9, 9, 0, 900, 1), (1, {BOB}, 25000000, 3000000, 1500, 9, 9, 0, 900, 1);
         INSERT INTO rank_bucket VALUES (1, 187, 2);
         INSERT INTO rating_event VALUES ({ANN}, 1, 1, 1, 25000000, 8333333, 25000000, 8333333, 1000000, 1500);
         INSERT INTO meeting VALUES ({ANN}, {BOB}, 1, 'protozoa', 'duel', 1, 0, 0, 1, 2), ({BOB}, {ANN}, 1, 'protozoa', 'duel', 1, 0, 0, 1, 0);
         INSERT INTO season VALUES (1, 7880, {ANN}, 3, 1500, 1500, 1);
         INSERT INTO board_week VALUES (1, 0, {ANN}, 1);
         INSERT INTO blocked (guild, person, actor, at, reason) VALUES (1, {ANN}, {BOB}, 1, 'spam'), (1, {BOB}, {ANN}, 1, 'spam');
         INSERT INTO audit (guild, at, actor, action, target) VALUES (1, 1, {ANN}, 'block', 'person:{BOB}'), (1, 1, {BOB}, 'block', 'person:{ANN}');"
    ))?;
    Ok(id)
}

/// Returns the columns that contain a word or a number.
fn holding(tx: &Tx<'_>, wanted: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (table, column, _) in columns(tx) {
        let mut query = tx.sql.prepare(&format!("SELECT \"{column}\" FROM \"{table}\"")).unwrap();
        let values = query.query_map([], |row| row.get::<Value>(0)).unwrap();
        let holds = |value: &Value| match value {
            Value::Integer(number) => number.to_string() == wanted,
            Value::Text(text) => text.contains(wanted),
            _ => false,
        };
        if values.map(Result::unwrap).any(|value| holds(&value)) {
            found.push(format!("{table}.{column}"));
        }
    }
    found.sort();
    found
}

#[tokio::test]
async fn no_column_holds_the_person_afterwards() {
    let (_dir, store) = store().await;
    let id = store.write(fill).await.unwrap();
    let (before, after) = store
        .write(move |tx| {
            let before = holding(tx, &ANN.to_string());
            tx.erase(ANN.into())?;
            Ok::<_, StoreError>((
                before,
                [ANN.to_string().as_str(), "Ann", DM.to_string().as_str()].map(|word| holding(tx, word)),
            ))
        })
        .await
        .unwrap();
    // The fixture names the person in every column that can.
    let columns =
        RENAMED.iter().chain(&DELETED).chain([&OPPONENT]).map(|(table, column)| format!("{table}.{column}"));
    let mut all: Vec<String> = columns
        .chain(["outbox.payload", "outbox.key", "pending_post.pings", "audit.target"].map(str::to_owned))
        .collect();
    all.sort();
    assert_eq!(before, all);
    assert_eq!(after, [const { Vec::<String>::new() }; 3]);

    let read = move |tx: &Tx<'_>| {
        let former = PersonId::former(1);
        let game = tx.open(id)?;
        let board = tx.ended_by(id, 3)?;
        let standing = tx.ratings().standings_of(former)?;
        let listed: i64 = tx.sql.query_row("SELECT people FROM rank_bucket", [], |row| row.get(0))?;
        let ended: i64 =
            tx.sql.query_row("SELECT count(*) FROM outbox WHERE kind = 'ended'", [], |row| row.get(0))?;
        let votes: i64 = tx.sql.query_row("SELECT count(*) FROM vote", [], |row| row.get(0))?;
        let pings = tx.pending_post(id)?.unwrap().pings;
        let difference = tx.verify(id)?;
        Ok::<_, StoreError>((
            game,
            board,
            standing,
            (listed, ended, votes),
            pings,
            tx.ratings_wish(former)?,
            difference,
        ))
    };
    let (game, board, standings, counts, pings, wish, difference) = store.read(read).await.unwrap();
    let former = PersonId::former(1);
    assert!(former.is_former() && game.players[0].person == former && game.replaced[0].person == former);
    assert_eq!((board, pings, wish), (Some(former), vec![BOB.into()], (RatingsWish::Hidden, false)));
    assert!(standings[0].1.person == former && !standings[0].1.listed, "a number is on no board");
    assert_eq!(counts, (1, 1, 2), "Bob is still listed and notified; the vote on the open offer is gone");
    assert_eq!(difference, None);
}

#[tokio::test]
async fn each_deletion_takes_another_number() {
    let (_dir, store) = store().await;
    store.write(fill).await.unwrap();
    store.write(|tx| tx.erase(ANN.into())).await.unwrap();
    store.write(|tx| tx.erase(BOB.into())).await.unwrap();
    let game = store.read(|tx| tx.open(3.into())).await.unwrap();
    let people: Vec<PersonId> = game.players.iter().map(|player| player.person).collect();
    assert_eq!(people, [PersonId::former(1), PersonId::former(2)]);
    let asked = store.read(|tx| tx.erasures(0.into(), 10)).await.unwrap();
    assert_eq!(asked, []);
}

#[tokio::test]
async fn deletion_finds_its_rows_by_indexes() {
    let (_dir, store) = store().await;
    let explain = |tx: &Tx<'_>| {
        for sql in statements() {
            let mut explain = tx.sql.sqlite().prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
            let steps: Vec<String> =
                explain.raw_query().mapped(|row| row.get("detail")).collect::<rusqlite::Result<_>>()?;
            let scans = |step: &String| step.starts_with("SCAN") && !step.contains("json_each");
            assert!(!steps.iter().any(scans), "{sql}\n{steps:#?}");
        }
        Ok::<_, StoreError>(())
    };
    store.read(explain).await.unwrap();
}

#[tokio::test]
async fn file_has_only_the_persons_own_moves() {
    let (_dir, store) = store().await;
    let id = store.write(fill).await.unwrap();
    store
        .write(move |tx| {
            for _ in 0..2 {
                let mut game = tx.open(id)?;
                let seat = game.table.to_act().first().unwrap();
                let entry = game.table.legal(seat).last().unwrap().clone();
                game.enter(seat, &entry).unwrap();
                tx.append(&mut game, from_millis(5))?;
            }
            Ok::<_, StoreError>(())
        })
        .await
        .unwrap();
    let file = store.read(|tx| tx.personal_file(ANN.into(), from_millis(9))).await.unwrap().write();
    assert!(file.contains(&ANN.to_string()) && !file.contains(&BOB.to_string()), "{file}");
    let json: serde_json::Value = serde_json::from_str(&file).unwrap();
    let game = json["games"].as_array().unwrap().iter().find(|game| game["game"] == id.get()).unwrap();
    assert_eq!(game["others"], serde_json::json!({ "2": 1 }));
    let moves = game["moves"].as_array().unwrap();
    assert!(moves.len() == 1 && moves[0]["seat"] == 1, "{moves:?}");
    for (part, count) in [
        ("ratings", 1),
        ("meetings", 1),
        ("offers", 1),
        ("votes", 2),
        ("plans", 1),
        ("try_out_boards", 1),
        ("notices", 1),
        ("vacation", 1),
        ("blocks", 1),
        ("acts", 2),
    ] {
        assert_eq!(json[part].as_array().unwrap().len(), count, "{part}: {file}");
    }
    assert_eq!(json["meetings"][0]["person"], 1, "the same person has the same number");
    let held = store.read(|tx| tx.holdings(ANN.into())).await.unwrap();
    assert_eq!((held.games, held.running, held.ratings, held.opponents, held.plans), (1, 1, 1, 1, 1));
    assert_eq!((held.votes, held.notices, held.settings), (3, 1, true));
}

#[tokio::test]
async fn forgotten_server_loses_ratings_not_games() {
    let (_dir, store) = store().await;
    let id = store.write(fill).await.unwrap();
    let forget = move |tx: &Tx<'_>| {
        tx.note_absence(1.into(), from_millis(10))?;
        tx.note_absence(1.into(), from_millis(20))?;
        assert_eq!(tx.absent_since(from_millis(15))?, [1.into()], "the first time counts");
        assert_eq!(tx.next_known_guild(0.into())?, Some(1.into()));
        tx.forget_guild(1.into())?;
        assert_eq!((tx.next_known_guild(0.into())?, tx.absent_since(from_millis(15))?), (None, vec![]));
        let left = ["rating", "rating_event", "season", "board_week", "rank_bucket", "meeting", "result"];
        let left = left.map(|table| {
            tx.sql.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<i64>(0)).unwrap()
        });
        assert_eq!(left, [0, 0, 0, 0, 0, 2, 1]);
        let puzzles = ["puzzle", "puzzle_answer", "puzzle_streak", "puzzle_post"].map(|table| {
            tx.sql.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<i64>(0)).unwrap()
        });
        assert_eq!(puzzles, [0; 4]);
        tx.verify(id)
    };
    assert_eq!(store.write(forget).await.unwrap(), None);
}

/// A rated game between two people, which the first one wins: the row of the ledger, the game, and the people.
type Rated = (i64, GameId, [PersonId; 2]);

/// Returns the result of a game, given the ratings as they are now.
fn result(tx: &Tx<'_>, (_, game, people): Rated) -> Result<NewResult, StoreError> {
    let (guild, kind, shape, ledger) = (1.into(), Kind::Protozoa, Shape::Duel, tx.ratings());
    let pool = ledger.find_pool(Some(guild), kind, shape)?;
    let mut changes = Vec::new();
    for (place, &person) in (1..).zip(&people) {
        let standing = pool.map(|pool| ledger.standing(pool.id, person)).transpose()?.flatten();
        let before = standing.map_or(Rating::START, |standing| standing.rating);
        let gained = if place == 1 { 500_000 } else { -500_000 };
        let after = Rating::new(before.mu() + gained, 3_000_000).unwrap();
        let change = Change { before, after, weight: 1_000_000 };
        changes.push(NewChange { world: false, person, place, change, against: 1500 });
    }
    changes.sort_by_key(|change| change.person);
    let meeting = |person, opponent, score| NewMeeting { person, opponent, rated: true, score };
    let meetings = vec![meeting(people[0], people[1], 2), meeting(people[1], people[0], 0)];
    let forecast = Forecast::default();
    Ok(NewResult {
        game,
        guild,
        kind,
        shape,
        day: 10,
        rated: true,
        world: false,
        changes,
        meetings,
        forecast,
    })
}

/// Records games of Ann, Bob and Cid, in which everybody meets everybody.
fn season(tx: &Tx<'_>, first: i64) -> Result<Vec<Rated>, StoreError> {
    let [ann, bob, cid] = [ANN, BOB, BOB + 1].map(PersonId::from);
    let mut games = Vec::new();
    for (seq, people) in (first..).zip([[ann, bob], [cid, ann], [bob, cid]]) {
        let channel = (1000 + seq.unsigned_abs()).into();
        let (guild, host, at) = (1.into(), people[0], from_millis(0));
        let new = NewGame {
            kind: Kind::Protozoa,
            options: Options::new(),
            guild,
            channel,
            host,
            invited: vec![],
            at,
        };
        let rated = (seq, tx.open_lobby(&new)?, people);
        tx.ratings().record(&result(tx, rated)?)?;
        games.push(rated);
    }
    Ok(games)
}

/// Rebuilds the ratings from these games. Returns the first row that is different then.
fn rebuild(tx: &Tx<'_>, games: &[Rated]) -> Result<Option<RowDifference>, StoreError> {
    tx.ratings().set_aside()?;
    for &rated in games {
        tx.ratings().derive(rated.0, &result(tx, rated)?)?;
    }
    tx.ratings().first_difference()
}

#[tokio::test]
async fn ratings_rebuild_after_a_deletion() {
    let (_dir, store) = store().await;
    let work = |tx: &Tx<'_>| {
        let mut games = season(tx, 1)?;
        let pool = tx.ratings().pools_on(Some(1.into()))?[0].id;
        assert_eq!(tx.ratings().listed(pool)?, 3);
        assert_eq!(rebuild(tx, &games)?, None);
        tx.erase(ANN.into())?;
        let former = PersonId::former(1);
        let people = games.iter_mut().flat_map(|(.., people)| people);
        people.filter(|person| **person == ANN.into()).for_each(|person| *person = former);
        assert_eq!(tx.ratings().listed(pool)?, 2, "a number is on no board");
        assert_eq!(tx.ratings().standing(pool, former)?.unwrap().games, 2);
        rebuild(tx, &games)
    };
    assert_eq!(store.write(work).await.unwrap(), None);
}

#[tokio::test]
async fn ratings_rebuild_without_a_forgotten_server() {
    let (_dir, store) = store().await;
    let work = |tx: &Tx<'_>| {
        let mut games = season(tx, 1)?;
        tx.forget_guild(1.into())?;
        assert_eq!(rebuild(tx, &games)?, None);
        assert_eq!(tx.ratings().pools_on(Some(1.into()))?, []);
        // The bot returns, and people begin again.
        games.extend(season(tx, 4)?);
        let pool = tx.ratings().pools_on(Some(1.into()))?[0].id;
        assert_eq!(tx.ratings().standing(pool, ANN.into())?.unwrap().games, 2);
        let difference = rebuild(tx, &games)?;
        assert_eq!(tx.ratings().pools_on(Some(1.into()))?[0].id, pool);
        Ok::<_, StoreError>(difference)
    };
    assert_eq!(store.write(work).await.unwrap(), None);
}
