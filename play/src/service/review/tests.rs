//! The review list, and what keeps a pair off it.

use data::{Casual, GameId, NewGame, Terms};
use rules::{Options, PLAYERS, Table};

use super::*;
use crate::fixture::{ANN, BOB, CID, DAN, EVE, Fixture, GUILD, chance, ephemeral};

async fn review(world: &Fixture) -> Vec<ReviewedPair> {
    match ephemeral(world.service.review(&world.by(EVE), 0).await) {
        Content::Review { pairs, .. } => pairs.items,
        other => panic!("{other:?}"),
    }
}

/// Lets Ann win a rated game that Bob resigns after this many turns.
async fn resigned_after(world: &Fixture, turns: usize) -> GameId {
    let id = world.begin("protozoa", &[BOB]).await;
    for _ in 0..turns {
        world.play_any(id).await;
    }
    world.service.resign(&world.by(BOB), id).await.unwrap();
    id
}

/// Plays games of the same class on a server to their ends, by random moves. Returns their lengths.
async fn play_out(world: &Fixture, guild: u64, count: u64) -> Vec<u32> {
    let at = world.service.now();
    let play = move |tx: &Tx<'_>| {
        let mut pick = chance(guild);
        let mut lengths = Vec::new();
        for number in 0..count {
            let options = Options::new().with(PLAYERS, 2);
            let people = [DAN.into(), CID.into()];
            let id = tx.open_lobby(&NewGame {
                kind: Kind::Protozoa,
                options: options.clone(),
                guild: guild.into(),
                channel: (1000 * guild + number).into(),
                host: people[0],
                invited: Vec::new(),
                at,
            })?;
            tx.start(id, &options, &people, &Table::new(Kind::Protozoa, &options).unwrap(), at)?;
            let class = Kind::Protozoa.class(&options).map(str::to_owned);
            tx.set_terms(id, &Terms { class, casual: Some(Casual::Chosen), world: false })?;
            let mut game = tx.open(id)?;
            while let Some(seat) = game.table.to_act().first() {
                let legal = game.table.legal(seat);
                game.enter(seat, &legal[pick(legal.len())]).unwrap();
                game.pass_forced();
            }
            tx.append(&mut game, at)?;
            lengths.push(game.record.last().unwrap().turn + 1);
        }
        Ok::<_, StoreError>(lengths)
    };
    world.service.store().write(play).await.unwrap()
}

#[tokio::test]
async fn four_early_resignations_put_a_pair_on_the_list() {
    let world = Fixture::new().await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(world.won(ANN, BOB).await);
    }
    assert_eq!(review(&world).await, [], "three games are too few");
    games.push(world.won(ANN, BOB).await);
    games.reverse();
    let pair = ReviewedPair {
        winner: ANN.into(),
        loser: BOB.into(),
        kind: Kind::Protozoa,
        games: 4,
        newest: games.clone(),
        board: None,
        resigned: 4,
        latest: 3,
        usual: None,
    };
    assert_eq!(review(&world).await, [pair]);
    let abroad = Caller { guild: Some(51.into()), ..world.by(EVE) };
    let Content::Review { pairs, .. } = ephemeral(world.service.review(&abroad, 0).await) else { panic!() };
    assert_eq!((pairs.items.len(), pairs.all), (0, 0), "another server");

    world.service.void_result(games[0], "farming".to_owned()).await.unwrap();
    assert_eq!(review(&world).await, [], "a voided game does not count");
    world.won(ANN, BOB).await;
    assert_eq!(review(&world).await.len(), 1);
    world.won(BOB, ANN).await;
    assert_eq!(review(&world).await, [], "the other one has won a game, too");
}

#[tokio::test]
async fn old_games_leave_the_review_list() {
    let world = Fixture::new().await;
    for _ in 0..4 {
        world.won(ANN, BOB).await;
    }
    world.service.clock().advance(clock::days(29));
    assert_eq!(review(&world).await.len(), 1);
    world.service.clock().advance(clock::days(2));
    assert_eq!(review(&world).await, []);
}

#[tokio::test]
async fn early_time_outs_count_like_resignations() {
    let world = Fixture::new().await;
    for _ in 0..4 {
        let id = world.begin("protozoa | 1d/turn hard", &[BOB]).await;
        let (first, _) = world.mover(id).await;
        world.play_any(id).await;
        world.play_any(id).await;
        // The seats are drawn by lot, and it must be Bob's turn.
        if first == ANN.into() {
            world.play_any(id).await;
        }
        // Bob's vacation days come first.
        while world.game(id).await.table.outcome().is_none() {
            world.pass(24 * 60).await;
        }
    }
    let pairs = review(&world).await;
    let [pair] = pairs.as_slice() else { panic!("{pairs:?}") };
    assert_eq!((pair.winner, pair.games, pair.resigned), (ANN.into(), 4, 0));
}

#[tokio::test]
async fn first_quarter_is_that_of_games_played_out() {
    let world = Fixture::new().await;
    for _ in 0..4 {
        resigned_after(&world, 6).await;
    }
    assert_eq!(review(&world).await, [], "without other games, the fifth turn ends the first quarter");
    let mut lengths = play_out(&world, 51, 10).await;
    lengths.sort_unstable();
    assert!(lengths[5] > 24, "{lengths:?}");
    let found = review(&world).await;
    assert_eq!((found[0].latest, found[0].usual), (7, Some(lengths[5])), "those of other servers serve");
    let mut here = play_out(&world, GUILD, 11).await;
    here.sort_unstable();
    assert_eq!(review(&world).await[0].usual, Some(here[5]), "this server's own come first");
    resigned_after(&world, here[5] as usize / 4 + 1).await;
    assert_eq!(review(&world).await, [], "one game went on for longer");
}
