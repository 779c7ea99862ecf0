//! People who want more than their share: of points, and of lobbies.

use data::{day_of, season_of};

use super::*;
use crate::{
    content::{BoardPage, Leaderboard, OwnPlace, Span, Unlisted},
    error::Error,
    fixture::GUILD,
    rejected::{LimitRejected, LookRejected, VoidRejected},
};

async fn board(world: &Fixture, person: u64) -> Leaderboard {
    match ephemeral(world.service.leaderboard(&world.by(person), &BoardWish::default()).await) {
        Content::Leaderboard(board) => *board,
        other => panic!("no leaderboard: {other:?}"),
    }
}

#[tokio::test]
async fn two_people_cannot_farm_each_other() {
    let world = Fixture::new().await;
    let mut weights = Vec::new();
    for round in 0..11 {
        // A channel takes fifteen lobbies an hour, and eight of one person.
        world.service.clock().advance(SignedDuration::from_mins(20));
        let (winner, loser) = if round % 2 == 0 { (ANN, BOB) } else { (BOB, ANN) };
        let id = world.won(winner, loser).await;
        let changes = world.service.store().read(move |tx| tx.ratings().changes_of(id)).await.unwrap();
        weights.push(changes.iter().map(|change| change.weight).max().unwrap());
    }
    assert_eq!(weights[9..], [0, 0], "from the tenth game in a month, the pair plays for nothing");
    let board = board(&world, ANN).await;
    assert_eq!((board.rows.len(), board.listed), (0, 0), "one opponent lists nobody");
    let Some(OwnPlace::Unlisted { rating, games, why }) = board.own else { panic!("{:?}", board.own) };
    assert_eq!((games, why), (11, Unlisted::Needs(Some(3))));
    assert!((1400..1600).contains(&rating.shown()), "{rating:?}");
}

#[tokio::test]
async fn void_reaches_a_season_that_is_over() {
    let world = Fixture::new().await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(world.won(ANN, BOB).await);
    }
    let season = season_of(day_of(world.service.now()));
    let pool = board(&world, EVE).await.pool.id;
    let rows = async || -> Vec<(u64, u32)> {
        let by = world.by(EVE);
        let page = world.service.leaderboard_page(&by, pool, Span::Season(season), BoardPage::Top).await;
        match replaced(page) {
            Content::Leaderboard(board) => {
                board.rows.iter().map(|row| (row.person.get(), row.games)).collect()
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(rows().await, [(ANN, 3), (BOB, 3)]);
    world.service.clock().advance(clock::days(100));
    world.service.tidy().await.unwrap();
    assert_eq!(rows().await, [(ANN, 3), (BOB, 3)], "the board of a season stays");
    let void =
        async |game: GameId| world.service.void_game(&world.by(EVE), &game.to_string(), "farming").await;
    ephemeral(void(games[0]).await);
    assert_eq!(rows().await, [], "two games are too few for it");
    assert_eq!(rejection(void(games[0]).await), VoidRejected::Before.into());
    let (_, difference) = world.service.rebuild_ratings().await.unwrap();
    assert_eq!(difference, None);
}

#[tokio::test]
async fn rating_without_games_counts_as_none() {
    let world = Fixture::new().await;
    let only = world.won(ANN, BOB).await;
    ephemeral(world.service.void_game(&world.by(EVE), &only.to_string(), "test").await);
    assert_eq!(board(&world, ANN).await.own, Some(OwnPlace::NoGames));
    let profile = ephemeral(world.service.profile(&world.by(ANN), None, None).await);
    let Content::Profile(profile) = profile else { panic!("{profile:?}") };
    assert_eq!((profile.ratings.len(), profile.tallies.len(), profile.chart), (0, 0, None));
    let versus = ephemeral(world.service.versus(&world.by(ANN), BOB.into(), None, None).await);
    let Content::Versus(versus) = versus else { panic!("{versus:?}") };
    assert!(versus.results.is_empty() && versus.last.is_empty() && versus.expected.is_empty());
    let abroad = Caller { guild: Some((GUILD + 1).into()), ..world.by(ANN) };
    let nobody = world.service.leaderboard(&abroad, &BoardWish::default()).await;
    let none = LookRejected::NoRatings { kind: None, world: false };
    assert_eq!(rejection(nobody), none.into(), "a server where nobody has played");
}

#[tokio::test]
async fn hasty_person_opens_five_of_25_lobbies() {
    let world = Fixture::new().await;
    let (mut opened, mut refused) = (0, 0);
    for channel in 1..=25 {
        world.service.clock().advance(SignedDuration::from_millis(400));
        let caller = Caller { channel: channel.into(), ..world.by(ANN) };
        match world.try_open(&caller, "protozoa", &[]).await {
            Ok(_) => opened += 1,
            Err(Error::Rejected(Rejected::Limit(LimitRejected::OpenLobbies { most: 5, open }))) => {
                assert_eq!(open.len(), 5, "each refusal says which to close");
                refused += 1;
            }
            Err(error) => panic!("{error:?}"),
        }
    }
    assert_eq!((opened, refused), (5, 20));
    let others = Caller { channel: 26.into(), ..world.by(BOB) };
    world.try_open(&others, "protozoa", &[]).await.unwrap();
}
