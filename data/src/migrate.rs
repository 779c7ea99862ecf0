//! The versions of the schema, in order. A released migration is never edited; a change is a new file.

use std::cmp::Ordering;

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations, SchemaVersion};

use crate::{
    error::StoreError,
    sql::{self, session::Session},
};

static MIGRATIONS: [M<'static>; 26] = [
    M::up(include_str!("../../migrations/0001_games.sql")),
    M::up(include_str!("../../migrations/0002_correspondence.sql")),
    M::up(include_str!("../../migrations/0003_days.sql")),
    M::up(include_str!("../../migrations/0004_ids.sql")),
    M::up(include_str!("../../migrations/0005_reply.sql")),
    M::up(include_str!("../../migrations/0006_sound.sql")),
    M::up(include_str!("../../migrations/0007_lobbies.sql")),
    M::up(include_str!("../../migrations/0008_ended.sql")),
    M::up(include_str!("../../migrations/0009_threads.sql")),
    M::up(include_str!("../../migrations/0010_names.sql")),
    M::up(include_str!("../../migrations/0011_payloads.sql")),
    M::up(include_str!("../../migrations/0012_ratings.sql")),
    M::up(include_str!("../../migrations/0013_admin.sql")),
    M::up(include_str!("../../migrations/0014_privacy.sql")),
    M::up(include_str!("../../migrations/0015_boards.sql")),
    M::up(include_str!("../../migrations/0016_weekly.sql")),
    M::up(include_str!("../../migrations/0017_review.sql")),
    M::up(include_str!("../../migrations/0018_conduct.sql")),
    M::up(include_str!("../../migrations/0019_looks.sql")),
    M::up(include_str!("../../migrations/0020_sketch.sql")),
    M::up(include_str!("../../migrations/0021_wishes.sql")),
    M::up(include_str!("../../migrations/0022_lesson.sql")),
    M::up(include_str!("../../migrations/0023_puzzle.sql")),
    M::up(include_str!("../../migrations/0024_machines.sql")),
    M::up(include_str!("../../migrations/0025_looked.sql")),
    M::up(include_str!("../../migrations/0026_order.sql")),
];

/// Checks that the file is not from a later program. It changes nothing.
pub(crate) fn check_version(connection: &Connection) -> Result<(), StoreError> {
    let version = Migrations::from_slice(&MIGRATIONS).current_version(connection);
    match version.map_err(StoreError::Migration)? {
        SchemaVersion::Outside(found) => {
            Err(StoreError::TooNew { found: found.get(), known: MIGRATIONS.len() })
        }
        SchemaVersion::NoneSet | SchemaVersion::Inside(_) => Ok(()),
    }
}

/// Checks that the file has the schema of this program.
pub(crate) fn check_current(connection: &Connection) -> Result<(), StoreError> {
    check_version(connection)?;
    let version = Migrations::from_slice(&MIGRATIONS).current_version(connection);
    let (found, known) = (version.map_err(StoreError::Migration)?.into(), MIGRATIONS.len());
    if found < known { Err(StoreError::TooOld { found, known }) } else { Ok(()) }
}

/// Brings the file up to date in one transaction. If a migration fails, the file stays as it was.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    Migrations::from_slice(&MIGRATIONS).to_latest(connection).map_err(StoreError::Migration)
}

/// The migrations for PostgreSQL, each with the version of SQLite's schema that it leads to. The first one makes the tables.
pub(crate) const SERVER: [(i64, &str); 2] = [
    (25, include_str!("../../migrations/postgres/0025_start.sql")),
    (26, include_str!("../../migrations/postgres/0026_order.sql")),
];
const SERVER_VERSION: i64 = SERVER[SERVER.len() - 1].0;
/// The key of the lock that lets only one program at a time make the tables: "Ptmk".
const LOCK: i64 = 0x5074_6d6b;

/// Brings a PostgreSQL database up to date in one transaction. If a migration fails, it stays as it was.
pub(crate) fn server(session: &mut Session) -> Result<(), StoreError> {
    session.batch(&format!("BEGIN; SELECT pg_advisory_xact_lock({LOCK})"))?;
    let before = server_version(session)?;
    if before.is_some_and(|before| before < SERVER_VERSION) {
        // Writers lock this table before all others, and so must a migration that runs beside them.
        session.batch("LOCK TABLE version IN EXCLUSIVE MODE")?;
    }
    for (version, script) in SERVER {
        if before.is_none_or(|before| before < version) {
            session.batch(script)?;
        }
    }
    match before {
        None => session.batch(&format!("INSERT INTO version (one, number) VALUES (1, {SERVER_VERSION})"))?,
        Some(before) if before < SERVER_VERSION => {
            session.batch(&format!("UPDATE version SET number = {SERVER_VERSION}"))?;
        }
        Some(_) => {}
    }
    check_server(session)?;
    Ok(session.batch("COMMIT")?)
}

/// Returns the version of a PostgreSQL database, or `None` if it has no tables yet.
fn server_version(session: &mut Session) -> sql::Result<Option<i64>> {
    let has_tables = session.number("SELECT CAST(count(to_regclass('version')) AS BIGINT)")? > 0;
    has_tables.then(|| session.number("SELECT number FROM version")).transpose()
}

/// Checks that a PostgreSQL database has the schema of this program. One without tables counts as too old.
pub(crate) fn check_server(session: &mut Session) -> Result<(), StoreError> {
    let found = server_version(session)?;
    if found.is_some() && session.number("SELECT moved FROM version")? != 0 {
        return Err(StoreError::Unfit("the games of this database were moved to another one".to_owned()));
    }
    let number = |version: i64| usize::try_from(version).unwrap_or_default();
    let (found, known) = (found.unwrap_or_default(), SERVER_VERSION);
    match found.cmp(&known) {
        Ordering::Greater => Err(StoreError::TooNew { found: number(found), known: number(known) }),
        Ordering::Less => Err(StoreError::TooOld { found: number(found), known: number(known) }),
        Ordering::Equal => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use clock::from_millis;
    use meters::Meters;
    use rusqlite::types::Value;

    use super::*;
    use crate::{
        MessageId, Notice, Notification, OfferPost, OutboxKind, Payload, PersonId, PlanNews, Store, Tx,
        fixture, store,
    };

    /// Rows for a file of version 1, 2 and so on: at least one for each table that a later version changes or copies, with the
    /// rows it refers to.
    const ROWS: [&str; 26] = [
        "INSERT INTO game (id, kind, options, rules_version, state, guild, channel, host, created, started, board_message, board_turn)
         VALUES (7, 'protozoa', '{\"players\":2}', 1, 'running', 50, 100, 3, 10, 20, 8, 1);
         INSERT INTO guest (game, person, answer, at) VALUES (7, 4, 'joined', 11);
         INSERT INTO seat (game, seat, person, waiting) VALUES (7, 1, 3, 0), (7, 2, 4, 1);
         INSERT INTO move (game, ply, seat, move, at) VALUES (7, 1, 1, 'p@f4', 30);
         INSERT INTO done (interaction, game, ply, at) VALUES (9, 7, 1, 30);
         INSERT INTO outbox (id, game, ply, kind, due, tries, sent, failed)
         VALUES (5, 7, 1, 'board', 30, 2, 31, NULL), (6, 7, 2, 'ready', 40, 1, NULL, 'no permission');",
        "INSERT INTO clock (game, seat, left, since, full, turn, hours) VALUES (7, 2, 60, 30, 90, 1, 'Europe/Berlin 23:00-08:00');
         INSERT INTO timer (game, seat, kind, due, step) VALUES (7, 2, 'flag', 90, 0), (7, 2, 'remind', 80, 1), (7, 0, 'offer', 70, 1);
         INSERT INTO offer (id, game, kind, person, seat, ply, created) VALUES (2, 7, 'draw', 3, 0, 1, 35);
         INSERT INTO vote (offer, person, answer, at) VALUES (2, 4, 'accept', 36);
         INSERT INTO substitution (game, seat, ply, before, after, at) VALUES (7, 1, 1, 2, 3, 32);
         INSERT INTO plan (id, game, person, steps, draft, created) VALUES (1, 7, 3, '[]', 0, 33);
         INSERT INTO person (person, hours, pings, digest, digest_due) VALUES (3, 'UTC', 'dm', 480, 99);
         INSERT INTO guild (guild, control) VALUES (50, '3d/turn');
         INSERT INTO pulse (one, at) VALUES (1, 40);
         INSERT INTO outage (since, until) VALUES (12, 14);
         INSERT INTO attempt (game, turn, ply, since, pings) VALUES (7, 1, 1, 0, '[4]');
         INSERT INTO outbox (id, game, kind, ref, person, text, due, channel, message)
         VALUES (15, 7, 'ping', 9, 4, '8', 50, 100, 16);",
        "INSERT INTO timer (game, seat, kind, due, step) VALUES (7, 2, 'calendar', 85, 0);
         UPDATE person SET digest_day = '2026-01-31';",
        "UPDATE least_id SET game = 1000008, offer = 1000003;",
        "UPDATE outbox SET reply = 9 WHERE kind = 'ping';",
        "INSERT INTO vacation (game, person, days, until) VALUES (7, 4, 2, 95);",
        "UPDATE game SET home = 100;",
        "INSERT INTO outbox (id, game, kind, ref, person, text, due) VALUES (16, 7, 'ended', 4, 4, '8', 50);",
        "UPDATE game SET thread = 'Protozoa: Ann, 7';
         UPDATE guest SET name = 'Ben';
         INSERT INTO outbox (id, game, kind, ref, text, channel, due) VALUES (17, 7, 'rename', 0, 'Protozoa: Ann and Ben, 7', 100, 50);",
        "UPDATE game SET host_notified = 1;",
        r#"INSERT INTO outbox (id, game, kind, key, payload, due)
           VALUES (18, 7, 'digest', '4.2026-01-31', '{"kind":"digest","person":4,"day":"2026-01-31"}', 50);"#,
        "UPDATE game SET class = 'size-8', casual = 'chosen', world = 1;
         UPDATE substitution SET asked = 1;
         UPDATE person SET ratings = 'hidden', world = 1;
         INSERT INTO pool (id, guild, kind, shape, week) VALUES (1, 50, 'protozoa', 'duel', 2900);
         INSERT INTO result (seq, game, model, day, rated) VALUES (1, 7, 1, 20000, 1);
         INSERT INTO rating VALUES (1, 4, 25000000, 8333333, 1500, 1, 1, 20000, 20000, 0);
         INSERT INTO rating_event VALUES (4, 1, 1, 1, 25000000, 8333333, 25000000, 8333333, 1000000, 1500);
         INSERT INTO meeting VALUES (4, 3, 1, 'protozoa', 'duel', 50, 0, 20000, 1, 2);
         INSERT INTO rank_bucket VALUES (1, 187, 1);
         INSERT INTO season VALUES (1, 8096, 4, 1, 1500, 1500, 0);
         INSERT INTO board_week VALUES (1, 2900, 4, 1);
         INSERT INTO forecast VALUES ('protozoa', 'duel', 1, 500000, 0, 0, 0, 0, 0, 0, 0, 0);
         INSERT INTO forecast_bin VALUES ('protozoa', 'duel', 0, 1, 500000, 500000, 0);",
        "INSERT INTO setting (guild, name, value) VALUES (51, 'games', '200');
         INSERT INTO blocked (guild, person, actor, at, reason) VALUES (50, 5, 3, 60, 'spam');
         INSERT INTO audit (id, guild, at, actor, action, target, reason) VALUES (1, 50, 60, 3, 'block', 'person:5', 'spam');",
        "INSERT INTO erasure (person, kind, at, asked) VALUES (4, 'later', 90, 80);
         UPDATE former SET last = 1;
         INSERT INTO absent (guild, since) VALUES (50, 80);
         INSERT INTO forgotten (guild, seq, done) VALUES (51, 1, 1);",
        "UPDATE pool SET seq = 1;
         INSERT INTO setting (guild, name, value) VALUES (50, 'results', '100');",
        "UPDATE weekly SET due = 90, game = 7, channel = 100, message = 19 WHERE guild = 50;",
        "INSERT INTO audit (id, guild, at, actor, action, target, reason) VALUES (2, 50, 61, NULL, 'void', 'game:7', 'farming');",
        "INSERT INTO conduct VALUES (4, 2900, 9, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0);
         UPDATE clock SET late = 1;
         UPDATE person SET hide_profile = 1, hide_hours = 1;",
        "UPDATE person SET theme = 'contrast', patterns = 1, flip = 1, big = 1;",
        "INSERT INTO sketch VALUES (1, 4, 'protozoa', '8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1', '[[1,\"p@f4\"]]', 1, 0, 90);",
        "UPDATE person SET muted = 'digest,news', spends_vacation = 0, dm_accepted = 91, dm_refused = 92, text = 1, still = 1, quick = 1;
         INSERT INTO plan (id, game, person, steps, draft, created, pass) VALUES (2, 7, 3, '[]', 0, 33, 'change');",
        "UPDATE sketch SET purpose = 'lesson';",
        r#"INSERT INTO puzzle VALUES (1, 50, 20000, 'protozoa', '8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1', '["p@f4"]', 1, 1);
         INSERT INTO puzzle_post VALUES (50, 90);
         INSERT INTO puzzle_answer VALUES (1, 4, '["p@f4"]', 1, 91);
         INSERT INTO puzzle_streak VALUES (50, 4, 20000, 1, 1, 1, 1);"#,
        "INSERT INTO machine (game, seat, value, low) VALUES (7, 2, 480, 0);
         INSERT INTO thought (game, seat, ply, due) VALUES (7, 2, 1, 60);",
        "UPDATE seat SET looked = 1 WHERE seat = 1;",
        "UPDATE outbox SET due = 51 WHERE id = 18;",
    ];

    type Row = BTreeMap<String, Value>;

    /// Returns a file of this version with rows in it.
    fn file_of(version: usize) -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "foreign_keys", true).unwrap();
        for (step, rows) in ROWS.iter().enumerate().take(version) {
            Migrations::from_slice(&MIGRATIONS).to_version(&mut connection, step + 1).unwrap();
            connection.execute_batch(rows).unwrap();
        }
        connection
    }

    /// Returns all rows of a file, by table.
    fn rows(connection: &Connection) -> BTreeMap<String, Vec<Row>> {
        let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
        let mut tables = connection.prepare(tables).unwrap();
        let tables: Vec<String> =
            tables.query_map([], |row| row.get(0)).unwrap().collect::<rusqlite::Result<_>>().unwrap();
        let all = |table: &String| {
            let mut query = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
            let columns: Vec<String> = query.column_names().into_iter().map(str::to_owned).collect();
            let row = |row: &rusqlite::Row<'_>| {
                columns.iter().map(|column| Ok((column.clone(), row.get(column.as_str())?))).collect()
            };
            query.query_map([], row).unwrap().collect::<rusqlite::Result<Vec<Row>>>().unwrap()
        };
        tables.iter().map(|table| (table.clone(), all(table))).collect()
    }

    /// Returns the present name of a table.
    fn renamed(table: &str) -> &str {
        match table {
            "attempt" => "pending_post",
            "pulse" => "heartbeat",
            "guild" => "setting",
            table => table,
        }
    }

    /// Returns what a row of this version looks like after all migrations, or `None` if they drop it.
    fn today(version: usize, table: &str, mut row: Row) -> Option<Row> {
        if table == "outbox" && version == 1 {
            let ply = row.remove("ply").unwrap();
            row.insert("ref".to_owned(), ply);
        }
        // Migration 11 makes a payload of these.
        if table == "outbox" && version < 11 {
            row.retain(|column, _| !["ref", "person", "text"].contains(&column.as_str()));
        }
        // Migration 10 renames columns.
        if version < 10 {
            for (from, to) in
                [("archived", "suspended"), ("host_told", "host_notified"), ("result", "ending")]
            {
                if let Some(value) = row.remove(from) {
                    row.insert(to.to_owned(), value);
                }
            }
        }
        // Migration 21 writes reminders as a list.
        if table == "person" && row.remove("remind").is_some() {
            row.insert("reminders".to_owned(), Value::Text("80%, 85%, 95%".to_owned()));
        }
        // Migration 13 makes the default clock one setting among others.
        if table == "guild"
            && let Some(control) = row.remove("control")
        {
            row.insert("name".to_owned(), Value::Text("clock".to_owned()));
            row.insert("value".to_owned(), control);
        }
        (row.get("kind") != Some(&Value::Text("offer".to_owned())) || table != "timer").then_some(row)
    }

    #[test]
    fn every_past_version_migrates_with_all_its_rows() {
        let empty = |rows: &BTreeMap<String, Vec<Row>>| {
            rows.iter().find(|(_, rows)| rows.is_empty()).map(|(table, _)| table.clone())
        };
        for version in 0..=MIGRATIONS.len() {
            let mut connection = file_of(version);
            let before = rows(&connection);
            assert_eq!(empty(&before), None, "a table of version {version}");
            migrate(&mut connection).unwrap();
            check_current(&connection).unwrap();
            let after = rows(&connection);
            for (table, old) in before {
                let old: Vec<Row> = old.into_iter().filter_map(|row| today(version, &table, row)).collect();
                let new = &after[renamed(&table)];
                assert_eq!(new.len(), old.len(), "{table} from version {version}");
                for row in old {
                    let same = |new: &&Row| row.iter().all(|(column, value)| new.get(column) == Some(value));
                    assert!(
                        new.iter().any(|new| same(&new)),
                        "{table} from version {version}: {row:?} in {new:?}"
                    );
                }
            }
            let mut broken = connection.prepare("PRAGMA foreign_key_check").unwrap();
            assert!(broken.query([]).unwrap().next().unwrap().is_none(), "from version {version}");
        }
    }

    #[tokio::test]
    async fn older_database_of_a_server_migrates() {
        let Some(address) = fixture::database().await else { return };
        let url = address.clone();
        let make = move || {
            let (version, tables) = SERVER[0];
            let mut session = store::session(&url, true).unwrap();
            session.batch(tables).unwrap();
            session.batch(&format!("INSERT INTO version (one, number) VALUES (1, {version})")).unwrap();
        };
        tokio::task::spawn_blocking(make).await.unwrap();
        let store = Store::connect(&address, Meters::default()).await.unwrap();
        let versions = fixture::rows(&store, "SELECT number FROM version").await;
        assert_eq!(versions, [[SERVER_VERSION.to_string()]]);
        // What the newest migration changes.
        let index = "SELECT pg_get_indexdef(CAST('outbox_due' AS regclass))";
        let index = fixture::rows(&store, index).await.remove(0).remove(0);
        assert!(index.contains("(due, id)"), "{index}");
    }

    /// Entries that version 10 queued are delivered by this program, each once.
    #[tokio::test]
    async fn entries_of_version_10_become_payloads() {
        let (person, channel, board, at) =
            (PersonId::from(4), 100.into(), MessageId::from(8), from_millis(50));
        let notification = Notification { turn: 40, seat: 7 };
        let reply = || vec!["p@e3".to_owned(), "end".to_owned()];
        let offer = |post| Payload::Offer { offer: 1_000_003.into(), post };
        let notice = |number, notice| Payload::Notice { number, person, notice, channel: None };
        let text_notice = |number, text: &str| notice(number, Notice::Text(text.to_owned()));
        let plans = |number, news, ply| notice(number, Notice::Plans { news, ply });
        let digest = Payload::Digest { person, day: "2026-01-31".to_owned() };
        let entries = [
            ("'board', 3, NULL, NULL, NULL", Payload::Board { ply: 3, ended_by: None }),
            ("'board', 4, 4, NULL, NULL", Payload::Board { ply: 4, ended_by: Some(person) }),
            ("'refresh', 0, NULL, NULL, NULL", Payload::Refresh),
            ("'lobby', 0, NULL, NULL, NULL", Payload::Lobby),
            ("'ready', 3, NULL, NULL, NULL", Payload::Ready { number: 3 }),
            (
                "'rename', 0, NULL, 'Ann''s \"7\"', 100",
                Payload::Rename { channel, name: "Ann's \"7\"".to_owned() },
            ),
            (
                "'retire', 8, NULL, '12..15', 100",
                Payload::Retire { channel, message: board, since: 12, ply: 15 },
            ),
            ("'ping', 327, 4, '8', NULL", Payload::Ping { notification, person, board }),
            ("'remind', 83713, 4, '8', NULL", Payload::Remind { notification, number: 1, person, board }),
            ("'remind', 83967, 4, '8', NULL", Payload::Remind { notification, number: 255, person, board }),
            ("'unping', 8, NULL, NULL, 100", Payload::Unping { channel, message: board }),
            ("'ended', 4, 4, '8', NULL", Payload::Ended { person, board }),
            ("'offer', 4000012, NULL, NULL, NULL", offer(OfferPost::Itself)),
            ("'offer', 4000013, NULL, NULL, NULL", offer(OfferPost::News)),
            ("'offer', 4000014, NULL, NULL, NULL", offer(OfferPost::Resumed)),
            ("'note', 1, 4, 'Your \"plan\" is off.', NULL", text_notice(1, "Your \"plan\" is off.")),
            ("'note', 2, 4, '', NULL", text_notice(2, "")),
            ("'note', 3, 4, '{\"plans\": 3}', NULL", text_notice(3, "{\"plans\": 3}")),
            ("'note', 4, 4, '7', NULL", text_notice(4, "7")),
            ("'note', 5, 4, '{\"text\":\"{curly}\"}', NULL", text_notice(5, "{curly}")),
            (
                "'note', 6, 4, '{\"vacation\":{\"until\":60,\"left\":3,\"here\":1}}', NULL",
                notice(6, Notice::Vacation { until: from_millis(60), left: 3, here: 1 }),
            ),
            (
                "'note', 7, 4, '{\"plans\":{\"news\":[{\"played\":[\"p@e3\",\"end\"]},\"taken_back\"],\"ply\":7}}', NULL",
                plans(7, vec![PlanNews::Played(reply()), PlanNews::TakenBack], 7),
            ),
            ("'note', 8, 4, '\"no_digest\"', NULL", notice(8, Notice::NoDigest)),
            (
                "'note', 9, 4, '{\"offer\":1000003}', 100",
                Payload::Notice {
                    number: 9,
                    person,
                    notice: Notice::Offer(1_000_003.into()),
                    channel: Some(channel),
                },
            ),
            ("'digest', 1, 4, '2026-01-31', NULL", digest.clone()),
            ("'digest', 2, 4, '2026-01-31', NULL", digest),
        ];
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("petri.sqlite");
        file_of(10).execute("VACUUM INTO ?", [path.to_str().unwrap()]).unwrap();
        let old = Connection::open(&path).unwrap();
        old.execute_batch("DELETE FROM outbox").unwrap();
        for (index, (columns, _)) in entries.iter().enumerate() {
            // The first half was under way when the earlier program ended.
            let tries = u8::from(index < entries.len() / 2);
            let entry = format!(
                "INSERT INTO outbox (id, game, due, reply, kind, ref, person, text, channel, tries)
                                 VALUES ({}, 7, 50, 9, {columns}, {tries})",
                100 + index
            );
            old.execute(&entry, []).unwrap();
        }
        drop(old);

        let store = Store::open(&path).await.unwrap();
        let due = async || store.write(move |tx| tx.lease(at, at, &[])).await.unwrap();
        let (mut left, first) = (Vec::new(), entries.len() / 2);
        for (index, (_, payload)) in entries.into_iter().enumerate() {
            left.push((100 + index as i64, payload, u32::from(index < first) + 1));
        }
        while let Some(entry) = due().await {
            let found = left.iter().position(|(id, ..)| *id == entry.id.get()).expect("each is leased once");
            let (_, payload, tries) = left.swap_remove(found);
            assert_eq!((entry.game.get(), &entry.payload, entry.tries), (7, &payload, tries));
            assert_eq!(entry.reply, (tries == 1).then(|| 9.into()));
            let again = move |tx: &Tx<'_>| {
                tx.settle(entry.id, None, at)?;
                // These become due again, and no day has two digests anyway.
                let repeats = [OutboxKind::Refresh, OutboxKind::Lobby, OutboxKind::Offer, OutboxKind::Digest];
                if !repeats.contains(&entry.payload.kind()) {
                    tx.queue(entry.game, &entry.payload, at)?;
                }
                Ok::<_, StoreError>(())
            };
            store.write(again).await.unwrap();
        }
        assert_eq!(left, []);
    }

    /// SQLite 3.40 reads a column as NULL if it is stored after the column that is declared last: see migration 6.
    #[test]
    fn last_declared_column_is_stored_last() {
        let connection = file_of(MIGRATIONS.len());
        let mut tables = connection
            .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND wr")
            .unwrap();
        let tables: Vec<String> =
            tables.query_map([], |row| row.get(0)).unwrap().collect::<rusqlite::Result<_>>().unwrap();
        assert!(tables.contains(&"timer".to_owned()), "{tables:?}");
        for table in tables {
            // The key columns first, in their order, and then the others as they are declared.
            let stored = "SELECT cid FROM pragma_table_xinfo(?) ORDER BY pk = 0, pk, cid";
            let stored: Vec<u32> = connection
                .prepare(stored)
                .unwrap()
                .query_map([&table], |row| row.get(0))
                .unwrap()
                .collect::<rusqlite::Result<_>>()
                .unwrap();
            assert_eq!(stored.last(), stored.iter().max(), "{table}");
        }
    }
}
