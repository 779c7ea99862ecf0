//! A test that every query finds its rows by an index.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{Mutex, PoisonError},
};

use clock::from_millis;
use jiff::Timestamp;
use meters::Meters;
use ratings::{Change, Forecast, Rating};
use rules::{Kind, Options, Seat, Table};
use rusqlite::trace::{TraceEvent, TraceEventCodes};

use crate::{
    Audit, AuditAction, AuditTarget, Blocked, BoardPost, Conduct, Ending, Erasure, ErasureKind, GameId,
    GuestStatus, GuildId, NewChange, NewGame, NewMeeting, NewOffer, NewPuzzle, NewResult, Notice,
    Notification, OfferKind, OneSided, Outage, Part, PassUntil, Payload, PersonId, Purpose, PuzzleAnswer,
    RatingsWish, Readiness, SeatClock, Seating, Setting, Shape, Sketch, Slices, Store, StoreError, Terms,
    Timer, TimerKind, Tx, Visibility, Vote, Weekly, fixture,
};

/// The statements that were run, as they were prepared.
static RUN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

fn note(event: TraceEvent<'_>) {
    if let TraceEvent::Stmt(_, sql) = event
        && ["SELECT", "INSERT", "UPDATE", "DELETE"].iter().any(|verb| sql.starts_with(verb))
    {
        RUN.lock().unwrap_or_else(PoisonError::into_inner).insert(sql.to_owned());
    }
}

/// Calls every method of [`Tx`] once.
pub(crate) fn run_everything(tx: &Tx<'_>) -> Result<(), StoreError> {
    let (now, people) = (from_millis(0), [3.into(), 4.into()]);
    let lobby = NewGame {
        kind: Kind::Protozoa,
        options: Options::new(),
        guild: 1.into(),
        channel: 2.into(),
        host: people[0],
        invited: vec![people[1]],
        at: now,
    };
    let cancelled = tx.open_lobby(&lobby)?;
    tx.set_lobby_message(cancelled, 5.into())?;
    tx.lobby_message(cancelled)?;
    tx.set_host_notified(cancelled, Readiness::Enough)?;
    tx.host_notices(cancelled)?;
    tx.place(cancelled)?;
    tx.set_host(cancelled, people[1])?;
    tx.remove_guest(cancelled, people[0])?;
    tx.lobby(cancelled)?;
    tx.lobbies_before(now)?;
    tx.cancel_lobby(cancelled, now)?;
    let reserved = tx.reserve_lobby(&lobby)?;
    tx.set_home(reserved, lobby.channel)?;
    tx.home(reserved)?;
    tx.lobbies_of(people[0], lobby.guild, now, now)?;
    tx.newest_games_of(people[0], 1)?;
    tx.nth_lobby_from(lobby.channel, now, 1)?;
    tx.nth_lobby_of(people[0], lobby.channel, now, 1)?;
    tx.nth_invitation(people[0], None, now, 1)?;
    tx.place_lobby(reserved, lobby.channel)?;
    tx.set_thread(reserved, "test")?;
    tx.thread(reserved)?;
    tx.set_name(reserved, people[1], "test")?;
    tx.name(reserved, people[1])?;
    tx.forget_names(reserved)?;
    tx.cancel_lobby(reserved, now)?;
    tx.forget_reserved(reserved)?;

    let id = tx.open_lobby(&lobby)?;
    tx.set_guest_status(id, people[1], GuestStatus::Joined, now)?;
    let options = Options::new().with("players", 2);
    tx.set_options(id, &options)?;
    tx.set_seating(id, Seating::Order)?;
    tx.games_of(people[0], |_, _| Vec::new())?;
    tx.awaiting(people[0], |_, _| Vec::new())?;
    tx.underway(lobby.guild, 0, 1)?;
    let control = clock::Control::default();
    tx.set_control(id, &control)?;
    let table = Table::new(lobby.kind, &options).unwrap();
    tx.start(id, &options, &people, &table, now)?;
    tx.games_of(people[0], |_, _| Vec::new())?;

    tx.set_rematch_of(id, cancelled)?;
    tx.rematch(cancelled)?;
    tx.beginning(id)?;
    let mut game = tx.open(id)?;
    let seat = game.table.to_act().first().unwrap();
    let first = game.table.legal(seat)[0].clone();
    game.enter(seat, &first).unwrap();
    tx.append(&mut game, now)?;
    tx.verify_some(Part::Running, None, || true)?;
    tx.set_done(6.into(), id, 1, now)?;
    tx.done(6.into())?;
    tx.forget_done(now)?;
    let post = BoardPost { turn: 0, ply: 1, since: 0, pings: people.to_vec() };
    tx.set_pending_post(id, &post)?;
    tx.pending_post(id)?;
    tx.set_board(id, 7.into(), &post)?;
    tx.game_in(lobby.channel)?;
    tx.substitute(&mut game, seat, 9.into(), true, now)?;
    tx.open(id)?;
    tx.set_looked(game.id, 9.into(), 0)?;
    tx.looked(game.id, 9.into())?;
    tx.had_seat(id, people[0])?;
    tx.places(1)?;
    tx.kind_in(lobby.channel)?;
    tx.options_in(lobby.channel, lobby.kind)?;
    tx.last_game_in(lobby.channel)?;

    tx.games_on(lobby.guild)?;
    tx.next_guild(0.into())?;
    tx.suspend(id, now)?;
    tx.suspended_since(now)?;
    tx.has_day_until(id, seat, now)?;
    tx.suspended_on(lobby.guild)?;
    tx.go_on(id)?;
    tx.suspend(id, now)?;
    tx.resume_suspended(id, 9.into(), now)?;

    let offer = tx.open_offer(&NewOffer {
        game: id,
        kind: OfferKind::Draw,
        person: people[0],
        seat: None,
        ply: 1,
        at: now,
    })?;
    tx.cast_vote(offer, people[1], Vote::Accept, now)?;
    tx.open_offers(id)?;
    tx.set_offer_message(offer, 8.into())?;
    tx.close_offer(offer, Ending::Accepted, now)?;
    if let Some(offer) = tx.offer(offer)? {
        tx.offer_message_before(&offer)?;
    }
    tx.last_offer(id, OfferKind::Draw, people[0])?;
    tx.last_agreed(id, OfferKind::Draw)?;

    let board = Payload::board(1);
    tx.queue(id, &board, now)?;
    tx.reply_with(id, &board, 6.into())?;
    tx.hasten(id, &board, now)?;
    tx.set_ended_by(id, 1, people[0])?;
    tx.ended_by(id, 1)?;
    tx.can_lease(now, &[id])?;
    tx.lease(now, now, &[id])?;
    let due = tx.lease(now, now, &[])?.unwrap();
    tx.retry(due.id, now)?;
    tx.release(Slices::ALL, now)?;
    tx.settle_boards(id, 1, now)?;
    tx.settle(due.id, None, now)?;
    tx.postpone(due.id, now)?;
    tx.give_up(due.id, "test", now)?;
    tx.revive(id, now)?;
    tx.behind(id)?;
    tx.queue_again(id, &board, now)?;
    tx.counts(now)?;
    tx.failed_in(lobby.guild, now, 1)?;
    tx.undelivered(people[0], lobby.channel)?;
    tx.mark_delivered(&[due.id], now)?;
    tx.next_due()?;
    tx.queue_notice(id, people[0], Notice::NoDigest, now)?;
    tx.queue_ping(&game, Notification { turn: 0, seat: 0 }, 7.into(), now)?;
    tx.end_notifications(&game, 0, now)?;
    game.board = Some((7.into(), 0));
    tx.queue_reminder(&game, Notification { turn: 0, seat: 0 }, now)?;
    tx.drop_notifications(id, now)?;
    tx.forget_delivered(now, now)?;

    tx.person(people[0])?;
    tx.set_person(&tx.person(people[0])?)?;
    tx.set_look(people[0], tx.look(people[0])?)?;
    tx.digests_due(now, 1)?;
    tx.next_digest()?;
    tx.set_digest_due(people[0], None)?;
    tx.set_digest_day(people[0], "2026-01-31")?;
    tx.set_dm(people[0], 8.into())?;
    tx.set_dm_closed(people[0], now)?;
    tx.set_dm_accepted(people[0], now)?;

    let plan = tx.add_plan(id, people[1], &[], true, now)?;
    tx.set_plan(plan, &[], false)?;
    tx.add_passing_plan(id, people[1], PassUntil::Change, now)?;
    tx.plans(id)?;
    tx.drop_plan(plan)?;
    tx.drop_plans(id)?;
    run_ratings(tx, id, people)?;
    run_admin(tx, id, people[0], now)?;
    run_privacy(tx, now)?;
    run_weekly(tx, now)?;
    run_puzzles(tx, now)?;
    run_conduct(tx, now)?;
    run_sketches(tx, now)?;
    run_machines(tx, id, seat, now)?;
    run_clocks(tx, id, seat, now)
}

fn run_ratings(tx: &Tx<'_>, game: GameId, [person, opponent]: [PersonId; 2]) -> Result<(), StoreError> {
    tx.set_terms(game, &Terms { class: Some("test".to_owned()), ..Terms::default() })?;
    let (guild, kind, shape) = (1.into(), Kind::Protozoa, Shape::Duel);
    let change =
        Change { before: Rating::START, after: Rating::new(25_000_000, 2_035_217).unwrap(), weight: 1 };
    let mut forecast = Forecast { games: 1, ..Forecast::default() };
    forecast.bins[0].pairs = 1;
    let met = [person, opponent, 9.into()];
    let meet = |person| {
        let others = met.into_iter().filter(move |opponent| *opponent != person);
        others.map(move |opponent| {
            let score = if person.get() < opponent.get() { 2 } else { 0 };
            NewMeeting { person, opponent, rated: true, score }
        })
    };
    let ratings = tx.ratings();
    ratings.record(&NewResult {
        game,
        guild,
        kind,
        shape,
        day: 10,
        rated: true,
        world: true,
        changes: met
            .map(|person| NewChange { world: false, person, place: 1, change, against: 1500 })
            .to_vec(),
        // With two opponents who have met each other, the person is listed.
        meetings: met.into_iter().flat_map(meet).collect(),
        forecast,
    })?;
    let pool = ratings.find_pool(Some(guild), kind, shape)?.unwrap().id;
    ratings.pool(pool)?;
    ratings.pools_on(None)?;
    ratings.pools_by_activity(None)?;
    ratings.snapshot_week(pool)?;
    ratings.week_before(pool, 5)?;
    ratings.games_in(pool)?;
    ratings.results_of(person, guild)?;
    ratings.finished_games(person, guild, 100)?;
    ratings.explained_changes(person, game)?;
    ratings.opponents_met(person, game)?;
    tx.set_ratings_wish(person, RatingsWish::On, true)?;
    tx.ratings_wish(person)?;
    ratings.board(pool, 0, 10)?;
    ratings.board_around(pool, person, 5, 5)?;
    ratings.listed(pool)?;
    ratings.place_in_week(pool, 0, person)?;
    ratings.snapshot(5)?;
    ratings.unlist(1_000_000, 500)?;
    ratings.season_board(pool, 0, 0, 10)?;
    ratings.season_of_person(pool, 0, person)?;
    ratings.season_listed(pool, 0)?;
    ratings.events(person, pool, 200)?;
    ratings.last_ratings(person, pool, 10)?;
    ratings.changes_of(game)?;
    ratings.is_voided(game)?;
    ratings.head_to_head(person, opponent, None)?;
    ratings.last_meetings(person, opponent, None, 5)?;
    ratings.meetings_since(person, opponent, (kind, shape), 0)?;
    ratings.forecast(kind, shape)?;
    let pair = OneSided { winner: person, loser: opponent, kind, games: 1 };
    assert_eq!(ratings.one_sided(guild, 0, 1, 1)?.len(), 1);
    ratings.games_won(&pair, guild, 0, 1)?;
    ratings.played_out(Some(guild), (kind, "size-8"), 1)?;
    ratings.played_out(None, (kind, "size-8"), 1)?;
    ratings.ledger(0, 10)?;
    ratings.placings(0, 10)?;
    let result = ratings.result_of(game)?.unwrap();
    ratings.void(&result, 11).map(drop)
}

fn run_admin(tx: &Tx<'_>, id: GameId, person: PersonId, now: Timestamp) -> Result<(), StoreError> {
    let guild = GuildId::from(1);
    let mut settings = tx.settings(guild)?;
    assert!(settings.set(Setting::Games, "200"));
    tx.set_setting(guild, Setting::Games, &settings)?;
    tx.set_setting(guild, Setting::Theme, &settings)?;

    tx.block(&Blocked { guild, person, actor: 9.into(), at: now, reason: "test".to_owned() })?;
    tx.blocked(guild, person)?;
    tx.newest_with(guild, person)?;
    tx.withdraw_block_notices(guild, person, now)?;
    tx.all_blocked(guild)?;
    tx.unblock(guild, person)?;

    let (action, target) = (AuditAction::End, AuditTarget::Game(id));
    let act = Audit {
        guild,
        at: now,
        actor: Some(person),
        action,
        target,
        before: None,
        after: None,
        reason: None,
    };
    tx.add_audit(&act)?;
    tx.audits(guild, 0, 1)?;
    tx.count_audits(guild)?;
    tx.was_ended(id)?;
    tx.forget_audits(now)?;

    tx.underway(guild, 0, 1)?;
    tx.cancel_broken(77.into(), now)?;
    tx.count_underway(guild)?;
    tx.count_games_of(person, guild).map(drop)
}

fn run_clocks(tx: &Tx<'_>, id: GameId, seat: Seat, now: Timestamp) -> Result<(), StoreError> {
    let clock = clock::Clock::new(&clock::Control::default()).unwrap();
    tx.set_clock(
        id,
        &SeatClock { seat, clock, turn: None, hours: clock::Hours::default(), overdue: None, late: false },
    )?;
    tx.clocks(id, now)?;
    tx.drop_clock(id, seat)?;
    tx.set_paused(id, None)?;

    let timer = Timer { game: id, seat: Some(seat), kind: TimerKind::Flag, step: 0, due: now };
    tx.set_timer(&timer)?;
    tx.timers(id, timer.seat, timer.kind)?;
    tx.timers_due(now, 1)?;
    tx.next_timer()?;
    tx.backlog(now)?;
    tx.prove_writable()?;
    tx.games_with_flags(id, 1)?;
    tx.clear_timer(&timer)?;
    tx.clear_timers(id, timer.seat, timer.kind)?;

    tx.heartbeat()?;
    tx.set_heartbeat(now)?;
    let outage = Outage { since: now, until: now };
    tx.add_outage(outage)?;
    tx.outages(now)?;
    tx.outage_to_give()?;
    tx.set_given(outage, None)?;

    let days = tx.vacation(3.into())?;
    tx.set_vacation(3.into(), &days)?;
    tx.spend_day_in(id, 3.into(), now)?;
    tx.vacation_in(id, 3.into()).map(drop)
}

fn run_conduct(tx: &Tx<'_>, now: Timestamp) -> Result<(), StoreError> {
    let person = 3.into();
    tx.add_conduct(person, now, &Conduct::default())?;
    tx.conduct(person, now)?;
    tx.forget_conduct(now)?;
    tx.set_visibility(person, Visibility::default())?;
    tx.visibility(person).map(drop)
}

fn run_machines(tx: &Tx<'_>, id: GameId, seat: Seat, now: Timestamp) -> Result<(), StoreError> {
    tx.seat_machine(id, seat)?;
    tx.set_expectation(id, seat, tx.expectation(id, seat)?)?;
    tx.set_thought(id, seat, 1, now)?;
    tx.thoughts(id)?;
    tx.games_with_thoughts()?;
    tx.next_thought()?;
    let thought = tx.claim_thought(now, now)?.unwrap();
    tx.release_thoughts(now)?;
    tx.fail_thought(&thought, now)?;
    tx.is_held(id)?;
    tx.held_games(1.into(), 1)?;
    tx.machine_games_of(3.into(), 1.into())?;
    tx.count_machine_games(1.into())?;
    tx.quiet_machine_games(now)?;
    tx.machine_lobbies_of(3.into(), 1.into(), now, id)?;
    tx.installation_secret()?;
    tx.unseat_machine(id, seat)?;
    tx.end_machines(id)
}

fn run_sketches(tx: &Tx<'_>, now: Timestamp) -> Result<(), StoreError> {
    let (person, kind) = (3.into(), Kind::Protozoa);
    let (start, purpose) = (String::new(), Purpose::Lesson);
    let sketch = Sketch { person, kind, start, moves: Vec::new(), ply: 0, posted: false, purpose };
    let id = tx.add_sketch(&sketch, now)?;
    tx.sketch(id)?;
    tx.lesson(person, kind)?;
    tx.set_sketch(id, &[], 0, now)?;
    tx.drop_sketch(id)?;
    tx.forget_sketches(now)
}

fn run_privacy(tx: &Tx<'_>, now: Timestamp) -> Result<(), StoreError> {
    let person = 3.into();
    tx.ask_erasure(&Erasure { person, kind: ErasureKind::Later, at: now, asked: now })?;
    tx.erasure(person)?;
    tx.erasures(0.into(), 1)?;
    tx.withdraw_erasure(person)?;
    tx.boards_naming(person, now)?;
    tx.next_former()?;
    tx.holdings(person)?;
    tx.note_absence(1.into(), now)?;
    tx.absent_since(now)?;
    tx.next_known_guild(0.into())?;
    tx.note_presence(1.into())
}

fn run_weekly(tx: &Tx<'_>, now: Timestamp) -> Result<(), StoreError> {
    let guild = 1.into();
    tx.set_weekly(&Weekly { guild, due: now, game: None, shown: None })?;
    tx.weekly(guild)?;
    tx.weekly_due(now, 1)?;
    tx.next_weekly()?;
    tx.last_rated_game(guild)?;
    tx.clear_weekly(guild)
}

fn run_puzzles(tx: &Tx<'_>, now: Timestamp) -> Result<(), StoreError> {
    let (guild, person, day) = (1.into(), 3.into(), 20_000);
    let (position, solution) = (String::new(), Vec::new());
    tx.add_puzzle(&NewPuzzle { guild, day, kind: Kind::Protozoa, position, solution, played: true })?;
    if let Some(puzzle) = tx.puzzle_of(guild, day)? {
        tx.puzzle(puzzle.id)?;
        tx.set_puzzle_posted(puzzle.id)?;
        tx.puzzle_before(guild, day + 1)?;
        tx.answer_puzzle(&puzzle, person, &PuzzleAnswer { turn: Vec::new(), solved: true }, None, now)?;
        tx.puzzle_answer(puzzle.id, person)?;
        tx.puzzle_counts(puzzle.id)?;
        tx.puzzle_board(person, puzzle.id)?;
    }
    tx.best_puzzle_streaks(guild, 5)?;
    tx.set_puzzle_due(guild, now)?;
    tx.puzzle_due_of(guild)?;
    tx.puzzles_due(now, 1)?;
    tx.next_puzzle()?;
    tx.clear_puzzle_due(guild)?;
    tx.any_game_on(guild)?;
    tx.finished_on(guild, 1)?;
    tx.forget_puzzles(day)
}

/// The beginnings of statements that may walk an index from end to end. A count has to, and outages are few.
const WALKS: [&str; 2] = ["SELECT count(*) FROM game", "SELECT since, until, given FROM outage"];

/// Returns how many statements the source of this crate prepares.
fn prepared_in_source() -> usize {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = [source.clone(), source.join("ledger")].map(|folder| folder.read_dir().unwrap());
    files
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file() && !path.ends_with("query_plans.rs"))
        .map(|path| std::fs::read_to_string(path).unwrap().matches(".prepare_cached(").count())
        .sum()
}

/// Both engines run the same statements.
#[tokio::test]
async fn every_query_runs_on_a_server() {
    let Some(url) = fixture::database().await else { return };
    let store = Store::connect(&url, Meters::default()).await.unwrap();
    store.write(run_everything).await.unwrap();
}

#[tokio::test]
async fn every_query_uses_an_index() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("petri.sqlite")).await.unwrap();
    store
        .write(|tx| {
            tx.sql.sqlite().trace_v2(TraceEventCodes::SQLITE_TRACE_STMT, Some(note));
            run_everything(tx)?;
            tx.sql.sqlite().trace_v2(TraceEventCodes::empty(), None);

            let run = RUN.lock().unwrap_or_else(PoisonError::into_inner);
            assert_eq!(
                run.len(),
                prepared_in_source(),
                "`run_everything` must run every statement: {run:#?}"
            );
            for sql in run.iter() {
                let mut explain = tx.sql.sqlite().prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
                // The parameters stay NULL, since a plan does not depend on them.
                let steps: Vec<String> =
                    explain.raw_query().mapped(|row| row.get("detail")).collect::<rusqlite::Result<_>>()?;
                let scans = |step: &String| step.starts_with("SCAN") && step != "SCAN CONSTANT ROW";
                assert!(!steps.iter().any(scans), "{sql}\n{steps:#?}");
                // A page of a board reads the index alone.
                let covered = steps.iter().all(|step| step.contains("COVERING INDEX"));
                assert!(
                    !sql.contains("listed = 1 AND shown") && !sql.contains("ready = 1") || covered,
                    "{sql}\n{steps:#?}"
                );
                // With a condition that all rows meet, SQLite names an index but still walks the whole table.
                let walks = sql.contains(">= 0") && !WALKS.iter().any(|begin| sql.starts_with(begin));
                assert!(!walks, "{sql}");
            }
            Ok::<_, StoreError>(())
        })
        .await
        .unwrap();
}
