use clock::from_millis;
use data::{
    GameState, NewGame, OfferKind, Payload, Pool, RatingsWish, Seating, Setting, Shape, StoreError, Vote,
};
use rules::{ABORT, DRAW, Kind, Options, PLAYERS, RESIGN, SUBSTITUTE, Table};

use super::*;
use crate::{
    content::{Content, OwnPlace, Unlisted},
    fixture::{ANN, BOB, CID, DAN, EVE, Fixture, chance, ephemeral, open_lobby, rejection, replaced},
    game::{record::commit, terms::terms},
    service::BoardWish,
};

/// The server of the fixture.
const GUILD: u64 = 50;

/// A person's numbers in a pool: points, ±, games, opponents.
type Numbers = (i32, i32, u32, u32);

async fn read<T: Send + 'static>(
    world: &Fixture,
    work: impl Fn(&Tx<'_>) -> Result<T, StoreError> + Send + 'static,
) -> T {
    world.service.store().read(work).await.unwrap()
}

async fn pool(world: &Fixture, world_wide: bool, shape: Shape) -> Option<Pool> {
    let guild = (!world_wide).then_some(GUILD.into());
    read(world, move |tx| tx.ratings().find_pool(guild, Kind::Protozoa, shape)).await
}

/// Returns a person's numbers for Protozoa on the server.
async fn numbers(world: &Fixture, person: u64, shape: Shape) -> Option<Numbers> {
    let pool = pool(world, false, shape).await?.id;
    let standing = read(world, move |tx| tx.ratings().standing(pool, person.into())).await?;
    let rating = standing.rating;
    Some((rating.shown(), rating.plus_minus(), standing.games, standing.opponents))
}

/// Lifts the limits of lobbies for tests with many games.
async fn lift_limits(world: &Fixture) {
    let lift = |tx: &Tx<'_>| {
        let mut settings = tx.settings(GUILD.into())?;
        for limit in [
            Setting::OpenLobbies,
            Setting::LobbiesFromPerson,
            Setting::LobbiesFromChannel,
            Setting::Invitations,
            Setting::InvitationsToOne,
        ] {
            settings.limits.insert(limit, 1000);
            tx.set_setting(GUILD.into(), limit, &settings)?;
        }
        Ok::<_, StoreError>(())
    };
    world.service.store().write(lift).await.unwrap();
}

/// Begins a game in which everybody moves once.
async fn begun(world: &Fixture, others: &[u64]) -> GameId {
    lift_limits(world).await;
    let id = world.begin("protozoa", others).await;
    for _ in 0..=others.len() {
        world.play_any(id).await;
    }
    id
}

async fn resign(world: &Fixture, person: u64, id: GameId) {
    world.service.resign(&world.by(person), id).await.unwrap();
}

/// Lets Ann and Bob play a game that Bob resigns.
async fn ann_wins(world: &Fixture) -> GameId {
    let id = begun(world, &[BOB]).await;
    resign(world, BOB, id).await;
    id
}

/// Lets Ann win every other of twelve games, so that she is on the board and the others are not. Two of them play each other.
async fn ann_is_listed(world: &Fixture) {
    for (index, other) in [BOB, CID, DAN, EVE].repeat(3).into_iter().enumerate() {
        let id = begun(world, &[other]).await;
        resign(world, if index % 2 == 0 { other } else { ANN }, id).await;
    }
    world.won(CID, DAN).await;
}

async fn wish(world: &Fixture, person: u64, wish: RatingsWish, in_the_world: bool) {
    let set = move |tx: &Tx<'_>| tx.set_ratings_wish(person.into(), wish, in_the_world);
    world.service.store().write(set).await.unwrap();
}

/// Checks that all tables follow from the ledger.
async fn check_rebuild(world: &Fixture) -> u64 {
    let (rows, difference) = world.service.rebuild_ratings().await.unwrap();
    assert_eq!(difference, None);
    rows
}

#[tokio::test]
async fn finished_duel_changes_both_ratings() {
    let world = Fixture::new().await;
    let id = ann_wins(&world).await;
    assert_eq!(numbers(&world, ANN, Shape::Duel).await, Some((1578, 238, 1, 1)));
    assert_eq!(numbers(&world, BOB, Shape::Duel).await, Some((1422, 238, 1, 1)));
    let changes = read(&world, move |tx| tx.ratings().changes_of(id)).await;
    let shown: Vec<(u64, i32, i32)> = changes
        .iter()
        .map(|change| (change.person.get(), change.before.shown(), change.after.shown()))
        .collect();
    assert_eq!(shown, [(ANN, 1500, 1578), (BOB, 1500, 1422)]);
    let won = read(&world, |tx| tx.ratings().head_to_head(ANN.into(), BOB.into(), None)).await;
    assert_eq!(
        won.iter().map(|of| (of.rated, of.won, of.drawn, of.lost)).collect::<Vec<_>>(),
        [(true, 1, 0, 0)]
    );
    assert_eq!(check_rebuild(&world).await, 1);
}

#[tokio::test]
async fn game_needs_own_moves_of_two_sides() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    resign(&world, BOB, id).await;
    let id = world.begin("protozoa", &[BOB]).await;
    world.play_any(id).await;
    resign(&world, BOB, id).await;
    assert_eq!(numbers(&world, ANN, Shape::Duel).await, None);
    assert_eq!(check_rebuild(&world).await, 0);

    // Moves that were taken back do not count.
    let id = world.begin("protozoa", &[BOB]).await;
    world.play_any(id).await;
    let (second, _) = world.mover(id).await;
    world.play_any(id).await;
    let first = if second == ANN.into() { BOB } else { ANN };
    ephemeral(world.service.offer(&world.by(second), OfferKind::TakeBack).await);
    let offer = read(&world, move |tx| tx.open_offers(id)).await.remove(0).id;
    replaced(world.service.vote(&world.by(first), offer, Vote::Accept).await);
    resign(&world, BOB, id).await;
    assert_eq!(numbers(&world, ANN, Shape::Duel).await, None);
}

#[tokio::test]
async fn side_that_never_moved_takes_no_part() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    let (first, _) = world.mover(id).await;
    world.play_any(id).await;
    let (second, _) = world.mover(id).await;
    world.play_any(id).await;
    let (third, _) = world.mover(id).await;
    resign(&world, third.get(), id).await;
    resign(&world, second.get(), id).await;
    // A duel in the pool of tables.
    assert_eq!(numbers(&world, first.get(), Shape::Table).await, Some((1578, 238, 1, 1)));
    assert_eq!(numbers(&world, second.get(), Shape::Table).await, Some((1422, 238, 1, 1)));
    assert_eq!(numbers(&world, third.get(), Shape::Table).await, None);
    check_rebuild(&world).await;
}

#[tokio::test]
async fn agreed_draw_ties_those_who_stayed() {
    let world = Fixture::new().await;
    let id = begun(&world, &[BOB]).await;
    ephemeral(world.service.offer(&world.by(ANN), OfferKind::Draw).await);
    let offer = read(&world, move |tx| tx.open_offers(id)).await.remove(0).id;
    replaced(world.service.vote(&world.by(BOB), offer, Vote::Accept).await);
    assert_eq!(numbers(&world, ANN, Shape::Duel).await, Some((1500, 238, 1, 1)));
    assert_eq!(numbers(&world, BOB, Shape::Duel).await, Some((1500, 238, 1, 1)));
}

#[tokio::test]
async fn aborted_game_has_no_result() {
    let world = Fixture::new().await;
    let id = begun(&world, &[BOB]).await;
    let abort = move |tx: &Tx<'_>| {
        let mut game = tx.open(id)?;
        game.enter(rules::Seat::FIRST, ABORT).unwrap();
        commit(tx, &mut game, 2, from_millis(i64::MAX / 2))
    };
    world.service.store().write(abort).await.unwrap();
    assert_eq!(world.game(id).await.state, GameState::Cancelled);
    assert_eq!(numbers(&world, ANN, Shape::Duel).await, None);
    assert_eq!(read(&world, |tx| tx.ratings().ledger(0, 10)).await, []);
}

#[tokio::test]
async fn time_out_counts_as_a_loss() {
    let world = Fixture::new().await;
    let id = begun(&world, &[BOB]).await;
    let (late, _) = world.mover(id).await;
    for _ in 0..200 {
        world.pass(24 * 60).await;
    }
    assert_eq!(world.game(id).await.state, GameState::Ended);
    let numbers = numbers(&world, late.get(), Shape::Duel).await.unwrap();
    assert_eq!((numbers.0, numbers.2), (1422, 1));
}

#[tokio::test]
async fn lobby_says_why_a_game_is_casual() {
    let world = Fixture::new().await;
    lift_limits(&world).await;
    wish(&world, DAN, RatingsWish::Off, false).await;
    for (wish, others, casual) in [
        ("protozoa", [BOB].as_slice(), None),
        ("protozoa size=6", &[BOB, CID], None),
        ("protozoa goal=12", &[BOB], Some(Casual::Options)),
        ("protozoa | none", &[BOB], Some(Casual::NoClock)),
        ("protozoa", &[DAN], Some(Casual::Person)),
        ("protozoa goal=12", &[DAN], Some(Casual::Person)),
        ("stract players=4", &[BOB], Some(Casual::SeveralSeats)),
        ("semiosphere", &[BOB], None),
        ("parasites size=10", &[BOB], None),
        ("parasites size=10", &[BOB, CID], Some(Casual::Options)),
    ] {
        let id = world.open(wish, &[]).await;
        for &person in others {
            replaced(world.service.join(&world.by(person), id).await);
        }
        assert_eq!(terms(&world.lobby(id).await).casual, casual, "the lobby of {wish} with {others:?}");
        replaced(world.service.start(&world.by(ANN), id).await);
        let game = world.game(id).await;
        assert_eq!(game.terms.casual, casual, "{wish} with {others:?}");
        assert_eq!(game.terms.is_rated(), casual.is_none());
        for &person in others {
            let _ = world.service.resign(&world.by(person), id).await;
        }
    }
    let id = world.open("protozoa", &[]).await;
    world.service.set_seating(&world.by(ANN), id, Seating::Order).await.unwrap();
    assert_eq!(terms(&world.lobby(id).await).casual, Some(Casual::Order));
}

#[tokio::test]
async fn casual_game_counts_for_nobody() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa goal=12", &[BOB]).await;
    world.play_any(id).await;
    world.play_any(id).await;
    resign(&world, BOB, id).await;
    assert_eq!(numbers(&world, ANN, Shape::Duel).await, None);
    let met = read(&world, |tx| tx.ratings().last_meetings(BOB.into(), ANN.into(), None, 5)).await;
    assert_eq!(met.iter().map(|met| (met.game, met.rated, met.score)).collect::<Vec<_>>(), [(id, false, 0)]);
    assert_eq!(check_rebuild(&world).await, 1);
}

#[tokio::test]
async fn anyone_in_the_lobby_can_make_it_casual() {
    let world = Fixture::new().await;
    let service = &world.service;
    let id = world.open("protozoa", &[BOB]).await;
    assert_eq!(rejection(service.set_casual(&world.by(EVE), id, true).await), LobbyRejected::NotIn.into());
    let Content::Lobby(LobbyState::Open(lobby)) =
        replaced(service.set_casual(&world.by(BOB), id, true).await)
    else {
        panic!("the lobby is open");
    };
    assert_eq!(terms(&lobby).casual, Some(Casual::Chosen), "an invited player may choose");
    assert_eq!(terms(&world.lobby(id).await).casual, Some(Casual::Chosen));
    // The host is still alone.
    replaced(service.set_casual(&world.by(ANN), id, false).await);
    assert_eq!(terms(&world.lobby(id).await).casual, None);
    replaced(service.set_casual(&world.by(ANN), id, true).await);
    replaced(service.join(&world.by(BOB), id).await);
    for person in [ANN, BOB] {
        let stays = rejection(service.set_casual(&world.by(person), id, false).await);
        assert_eq!(stays, LobbyRejected::StaysCasual.into());
    }
    replaced(service.start(&world.by(ANN), id).await);
    assert_eq!(world.game(id).await.terms.casual, Some(Casual::Chosen));
    assert_eq!(rejection(service.set_casual(&world.by(ANN), id, false).await), LobbyRejected::Closed.into());

    // The rematch stays casual.
    resign(&world, BOB, id).await;
    let again = service.rematch(&world.by(ANN), id).await.unwrap();
    let rematch = open_lobby(again.content().clone());
    assert_eq!(terms(&rematch).casual, Some(Casual::Chosen));
}

#[tokio::test]
async fn player_who_asked_for_a_substitute_bears_a_share() {
    for (asked, loser_is_substitute) in [(true, true), (true, false), (false, true), (false, false)] {
        let world = Fixture::new().await;
        let id = begun(&world, &[BOB]).await;
        let open = if asked { BOB } else { ANN };
        ephemeral(world.service.open_seat(&world.by(open), BOB.into(), true).await);
        let offer = read(&world, move |tx| tx.open_offers(id)).await.remove(0).id;
        replaced(world.service.vote(&world.by(EVE), offer, Vote::Accept).await);
        // Both seats move a second time, so Bob has made half of the turns.
        world.play_any(id).await;
        world.play_any(id).await;
        let game = world.game(id).await;
        assert_eq!(game.replaced.iter().map(|former| former.asked).collect::<Vec<_>>(), [asked]);
        resign(&world, if loser_is_substitute { EVE } else { ANN }, id).await;

        assert_eq!(numbers(&world, EVE, Shape::Duel).await, None, "a substitute's rating stays");
        let ann = numbers(&world, ANN, Shape::Duel).await.unwrap();
        assert_eq!((ann.0, ann.3), (if loser_is_substitute { 1578 } else { 1422 }, 1));
        let bob = numbers(&world, BOB, Shape::Duel).await.map(|bob| bob.0);
        let want = match (asked, loser_is_substitute) {
            (true, true) => Some(1461),
            (true, false) => None,
            (false, _) => Some(1422),
        };
        assert_eq!(bob, want, "asked {asked}, the substitute lost {loser_is_substitute}");
        check_rebuild(&world).await;
        // All of it can be given back.
        world.service.void_result(id, "test".to_owned()).await.unwrap();
        assert_eq!(numbers(&world, ANN, Shape::Duel).await, Some((1500, 246, 0, 0)));
        assert_eq!(numbers(&world, BOB, Shape::Duel).await.map(|bob| bob.0), want.map(|_| 1500));
        check_rebuild(&world).await;
    }
}

#[tokio::test]
async fn later_games_of_a_pair_count_less() {
    let world = Fixture::new().await;
    let mut weights = Vec::new();
    for _ in 0..11 {
        let id = ann_wins(&world).await;
        let changes = read(&world, move |tx| tx.ratings().changes_of(id)).await;
        assert_eq!(changes[0].weight, changes[1].weight);
        weights.push(changes[0].weight);
    }
    let (full, half, quarter) = (1_000_000, 500_000, 250_000);
    assert_eq!(weights, [full, full, full, half, half, half, quarter, quarter, quarter, 0, 0]);
    // A month later the pair is new again.
    world.service.clock().advance(clock::days(31));
    let id = ann_wins(&world).await;
    let changes = read(&world, move |tx| tx.ratings().changes_of(id)).await;
    assert_eq!(changes[0].weight, full);
    check_rebuild(&world).await;
}

#[tokio::test]
async fn game_counts_for_the_world_if_all_agree() {
    let world = Fixture::new().await;
    wish(&world, ANN, RatingsWish::On, true).await;
    ann_wins(&world).await;
    assert_eq!(pool(&world, true, Shape::Duel).await, None);
    wish(&world, BOB, RatingsWish::On, true).await;
    ann_wins(&world).await;
    let id = pool(&world, true, Shape::Duel).await.unwrap().id;
    let ann = read(&world, move |tx| tx.ratings().standing(id, ANN.into())).await.unwrap();
    assert_eq!((ann.rating.shown(), ann.games, ann.opponents), (1578, 1, 1));
    assert_eq!(numbers(&world, ANN, Shape::Duel).await.unwrap().2, 2);
    check_rebuild(&world).await;
}

#[tokio::test]
async fn void_gives_everybody_back_what_it_took() {
    let world = Fixture::new().await;
    let first = ann_wins(&world).await;
    let id = ann_wins(&world).await;
    world.outbox().await;
    let people = world.service.void_result(first, "they agreed on it".to_owned()).await.unwrap();
    assert_eq!(people, [ANN.into(), BOB.into()]);
    let after = numbers(&world, ANN, Shape::Duel).await.unwrap();
    assert_eq!((after.2, after.3), (1, 1));
    for person in people {
        let due = world.lease().await.unwrap();
        let Payload::Notice { person: to, notice, .. } = due.payload else { panic!("{due:?}") };
        assert_eq!((due.game, to), (first, person));
        assert_eq!(notice, Notice::Voided { reason: "they agreed on it".to_owned() });
    }
    let acts = read(&world, |tx| tx.audits(GUILD.into(), 0, 9)).await;
    let [act] = acts.as_slice() else { panic!("{acts:?}") };
    assert_eq!((act.actor, act.action, act.target), (None, AuditAction::Void, AuditTarget::Game(first)));
    assert_eq!(act.reason.as_deref(), Some("they agreed on it"));
    let won = read(&world, |tx| tx.ratings().head_to_head(ANN.into(), BOB.into(), None)).await;
    assert_eq!(won[0].won, 1);
    let duels = pool(&world, false, Shape::Duel).await.unwrap().id;
    let events = read(&world, move |tx| tx.ratings().events(ANN.into(), duels, 10)).await;
    assert_eq!(events.iter().map(|event| event.game).collect::<Vec<_>>(), [first, id, first]);
    assert!(events.is_sorted_by(|one, next| one.after == next.before), "{events:?}");
    assert_eq!(events[2].place, None);
    let gain = |event: &data::RatingEvent| event.after.mu() - event.before.mu();
    assert_eq!(gain(&events[0]), -gain(&events[2]));
    assert!(events[2].after.sigma() > events[1].after.sigma(), "what the game taught is gone, too");

    let again = rejection(world.service.void_result(first, String::new()).await);
    assert_eq!(again, VoidRejected::Before.into());
    let unknown = rejection(world.service.void_result(77.into(), String::new()).await);
    assert_eq!(unknown, Rejected::UnknownGame);
    let casual = world.begin("protozoa goal=12", &[BOB]).await;
    world.play_any(casual).await;
    world.play_any(casual).await;
    resign(&world, BOB, casual).await;
    let unrated = rejection(world.service.void_result(casual, String::new()).await);
    assert_eq!(unrated, VoidRejected::Unrated.into());
    assert_eq!(check_rebuild(&world).await, 4);
}

#[tokio::test]
async fn server_can_switch_ratings_off() {
    let world = Fixture::new().await;
    let off = |tx: &Tx<'_>| {
        let mut settings = tx.settings(GUILD.into())?;
        settings.ratings = Some(false);
        tx.set_setting(GUILD.into(), Setting::Ratings, &settings)
    };
    world.service.store().write(off).await.unwrap();
    let id = ann_wins(&world).await;
    assert_eq!(world.game(id).await.terms.casual, Some(Casual::Server));
    assert_eq!(numbers(&world, ANN, Shape::Duel).await, None);
}

#[tokio::test]
async fn hidden_people_are_on_no_board() {
    let world = Fixture::new().await;
    ann_is_listed(&world).await;
    let duels = pool(&world, false, Shape::Duel).await.unwrap().id;
    let board = async || read(&world, move |tx| tx.ratings().board(duels, 0, 10)).await;
    assert_eq!(board().await.iter().map(|row| (row.place, row.person.get())).collect::<Vec<_>>(), [(1, ANN)]);
    wish(&world, ANN, RatingsWish::Hidden, false).await;
    assert_eq!(board().await, []);
    let season = data::season_of(day_of(world.service.now()));
    let rows = async || read(&world, move |tx| tx.ratings().season_board(duels, season, 0, 10)).await.len();
    assert_eq!(rows().await, 4);
    check_rebuild(&world).await;
    wish(&world, ANN, RatingsWish::On, false).await;
    assert_eq!((board().await.len(), rows().await), (1, 5));
    check_rebuild(&world).await;
}

#[tokio::test]
async fn opponents_count_who_met_somebody_else() {
    let world = Fixture::new().await;
    world.ann_meets_four().await;
    let own = async || {
        let board = world.service.leaderboard(&world.by(ANN), &BoardWish::default()).await;
        let Content::Leaderboard(board) = ephemeral(board) else { panic!("a leaderboard") };
        board.own.unwrap()
    };
    let waits = |own: &OwnPlace| matches!(own, OwnPlace::Unlisted { why: Unlisted::Opponents, .. });
    assert!(waits(&own().await), "{:?}", own().await);
    check_rebuild(&world).await;
    let id = world.won(CID, DAN).await;
    assert!(matches!(own().await, OwnPlace::Listed(_)), "{:?}", own().await);
    check_rebuild(&world).await;
    world.service.void_result(id, "test".to_owned()).await.unwrap();
    assert!(waits(&own().await), "{:?}", own().await);
    check_rebuild(&world).await;
}

#[tokio::test]
async fn absent_people_leave_the_board() {
    let world = Fixture::new().await;
    ann_is_listed(&world).await;
    let duels = pool(&world, false, Shape::Duel).await.unwrap().id;
    let ann = async || read(&world, move |tx| tx.ratings().standing(duels, ANN.into())).await.unwrap();
    let left = ann().await.due - day_of(world.service.now());
    assert!(left > 0 && ann().await.listed);
    world.service.clock().advance(clock::days(left - 1));
    world.service.keep_boards().await.unwrap();
    assert!(ann().await.listed);
    let week = week_of(day_of(world.service.now()));
    let place = read(&world, move |tx| tx.ratings().place_in_week(duels, week, ANN.into())).await;
    assert_eq!(place, Some(1), "the snapshot of this week");
    world.service.clock().advance(clock::days(1));
    world.service.keep_boards().await.unwrap();
    assert!(!ann().await.listed);
    assert_eq!(read(&world, move |tx| tx.ratings().listed(duels)).await, 0);
    check_rebuild(&world).await;
}

/// The people of a random community.
const PEOPLE: usize = 24;

/// Plays a random game to its end on this day. Returns its id.
fn play_random(
    tx: &Tx<'_>,
    pick: &mut impl FnMut(usize) -> usize,
    number: u64,
    day: i64,
) -> Result<GameId, Error> {
    let at = from_millis(day * 86_400_000 + (number % 86_400_000) as i64);
    let (kind, options, counts): (Kind, Options, &[usize]) = match pick(8) {
        0 => (Kind::Protozoa, Options::new().with("teams", "own"), &[4]),
        1 => (Kind::Protozoa, Options::new().with("goal", 12), &[2]),
        2 => (Kind::Parasites, Options::new(), &[2, 3, 5, 8]),
        3 => (Kind::Stract, Options::new().with("preset", "correspondence"), &[2, 4, 6]),
        4 => (Kind::Semiosphere, Options::new().with("preset", "balanced"), &[2, 3, 4]),
        5 => (Kind::PlanktonSynapse, Options::new(), &[2]),
        _ => (Kind::Protozoa, Options::new(), &[2, 3, 4]),
    };
    let seats = counts[pick(counts.len())];
    let mut people: Vec<PersonId> = Vec::new();
    while people.len() < seats {
        let person = PersonId::from(1 + pick(PEOPLE) as u64);
        if !people.contains(&person) {
            people.push(person);
        }
    }
    let options = options.with(PLAYERS, seats as i64);
    let new = NewGame {
        kind,
        options: options.clone(),
        guild: (1 + pick(3) as u64).into(),
        channel: (1_000 + number).into(),
        host: people[0],
        invited: Vec::new(),
        at,
    };
    let id = tx.open_lobby(&new)?;
    tx.start(id, &options, &people, &Table::new(kind, &options).unwrap(), at)?;
    let casual = (pick(10) == 0).then_some(Casual::Chosen);
    let class = kind.class(&options).map(str::to_owned);
    tx.set_terms(
        id,
        &Terms { casual: casual.or(class.is_none().then_some(Casual::Options)), class, world: pick(2) == 0 },
    )?;
    let mut game = tx.open(id)?;
    let replaced = pick(6) == 0;
    for turn in 0..seats + pick(2 * seats) {
        let Some(seat) = game.table.to_act().first() else { break };
        let legal = game.table.legal(seat);
        game.enter(seat, &legal[pick(legal.len())]).unwrap();
        game.pass_forced();
        if replaced && turn == seats / 2 && game.table.outcome().is_none() {
            let seat = game.table.here().first().unwrap();
            tx.substitute(&mut game, seat, (100 + number).into(), pick(2) == 0, at)?;
            game.enter(seat, SUBSTITUTE).unwrap();
        }
    }
    while game.table.outcome().is_none() {
        let here: Vec<rules::Seat> = game.table.here().iter().collect();
        let seat = here[pick(here.len())];
        let end = if pick(20) == 0 {
            ABORT
        } else if pick(4) == 0 {
            DRAW
        } else {
            RESIGN
        };
        game.enter(seat, end).unwrap();
    }
    commit(tx, &mut game, 0, at)?;
    Ok(id)
}

/// The number of random games, or as many as the environment variable says.
fn random_games() -> u64 {
    std::env::var("PETRI_LEDGER_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(400)
}

#[tokio::test]
async fn rebuild_gives_identical_tables() {
    let world = Fixture::new().await;
    let games = random_games();
    let play = move |tx: &Tx<'_>| {
        let mut pick = chance(7);
        let (mut day, mut ids, mut voids, mut erasures) = (20_000, Vec::new(), 0, 0);
        for number in 0..games {
            day += [0, 0, 0, 1, 1, 3][pick(6)];
            ids.push(play_random(tx, &mut pick, number, day)?);
            if pick(30) == 0 {
                let id = ids[pick(ids.len())];
                match void(tx, id, "test", from_millis(day * 86_400_000)) {
                    Ok(_) => voids += 1,
                    Err(Error::Rejected(Rejected::Void(_))) => {}
                    Err(error) => return Err(error),
                }
            }
            if pick(40) == 0 {
                tx.ratings().unlist(day, UNLISTED)?;
            }
            if pick(50) == 0 {
                let wishes = [RatingsWish::On, RatingsWish::On, RatingsWish::Hidden, RatingsWish::Off];
                tx.set_ratings_wish((1 + pick(PEOPLE) as u64).into(), wishes[pick(4)], pick(2) == 0)?;
            }
            if pick(60) == 0 {
                // A person who comes back afterwards is a new one.
                tx.erase((1 + pick(PEOPLE) as u64).into())?;
                erasures += 1;
            }
        }
        Ok::<_, Error>((voids, erasures))
    };
    let (voids, erasures) = world.service.store().write(play).await.unwrap();
    assert!(voids > 0 && erasures > 0);
    let begun = std::time::Instant::now();
    let rows = check_rebuild(&world).await;
    println!(
        "{rows} results with {voids} voided ones and {erasures} deleted people were rebuilt in {:?}",
        begun.elapsed()
    );
    assert!(rows > games / 2);
    check_rebuild(&world).await;

    // Pages and places agree with the single rows.
    let check = |tx: &Tx<'_>| {
        let ratings = tx.ratings();
        for guild in [Some(1), Some(2), None] {
            for pool in ratings.pools_on(guild.map(Into::into))? {
                let board = ratings.board(pool.id, 0, 100)?;
                assert_eq!(board.len() as u32, ratings.listed(pool.id)?, "{pool:?}");
                for (index, row) in board.iter().enumerate() {
                    let better =
                        board.iter().filter(|other| other.rating.shown() > row.rating.shown()).count();
                    assert_eq!(row.place as usize, better + 1);
                    assert_eq!(ratings.place(pool.id, row.rating.shown())?, row.place);
                    let from = index.saturating_sub(2);
                    let around = ratings.board_around(pool.id, row.person, 2, 3)?;
                    assert_eq!(around, board[from..board.len().min(index + 4)]);
                    assert_eq!(ratings.board(pool.id, index as u32, 1)?, [*row]);
                    let events = ratings.events(row.person, pool.id, 200)?;
                    assert_eq!(events.last().unwrap().after, row.rating);
                    assert!(events.is_sorted_by(|one, next| one.after == next.before));
                    let newest = events.iter().map(|event| event.after).rev().take(10);
                    let mut newest: Vec<_> = newest.collect();
                    newest.reverse();
                    assert_eq!(ratings.last_ratings(row.person, pool.id, 10)?, newest);
                }
            }
        }
        Ok(())
    };
    read(&world, check).await;
}
