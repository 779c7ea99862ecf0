//! Leaderboards, and the ratings after a game.

use data::{RatingsWish, Shape, Tx};
use play::{
    content::{BoardPage, Span},
    fixture::{ANN, BOB, CID, EVE, Fixture},
    service::{BoardWish, rated_end},
};
use rules::Kind;

use crate::world::{buttons, menu, post, writer};

/// Returns the text of a leaderboard for a person.
async fn board(world: &Fixture, person: u64, wish: &BoardWish) -> String {
    post(world, world.service.leaderboard(&world.by(person), wish).await).await.card.unwrap().body
}

#[tokio::test]
async fn leaderboard_has_a_picture_and_the_same_facts() {
    let world = Fixture::new().await;
    world.ann_is_listed().await;
    let post = post(&world, world.service.leaderboard(&world.by(ANN), &BoardWish::default()).await).await;
    assert_eq!(buttons(&post), ["Top", "Up", "Down", "Me"]);
    assert!(menu(&post).is_empty() && post.pings.is_empty());
    let card = post.card.unwrap();
    assert_eq!(card.title, "Protozoa duels here");
    let row = card.body.lines().next().unwrap();
    assert!(row.starts_with("**1.** <@1> **1") && row.ends_with(" new (12) ◀ you"), "{row}");
    assert!(card.footer.starts_with("1\u{a0}player listed"), "{}", card.footer);
    let alt = card.picture.unwrap().alt;
    let points = row.split("**").nth(3).unwrap();
    assert!(
        alt.starts_with("Protozoa duels here, place 1. 1 (yours): ") && alt.contains(points),
        "{alt} {points}"
    );
    assert!(!alt.contains("<@"), "a picture names nobody");
}

#[tokio::test]
async fn own_line_says_what_is_missing() {
    let world = Fixture::new().await;
    world.ann_is_listed().await;
    let own = board(&world, BOB, &BoardWish::default()).await;
    assert!(
        own.contains("You: **") && own.contains("? ± ") && own.contains("after 3\u{a0}games. About "),
        "{own}"
    );
    assert!(own.ends_with("more games until you're listed."), "{own}");
    let none = board(&world, EVE, &BoardWish::default()).await;
    assert!(none.ends_with("your first rated game gives you one."), "{none}");
    let everyone = board(&world, BOB, &BoardWish { everyone: true, ..BoardWish::default() }).await;
    assert!(!everyone.contains("you"), "{everyone}");
    let season = BoardWish { since: Some("season".to_owned()), ..BoardWish::default() };
    let season = board(&world, ANN, &season).await;
    assert!(season.contains("<@1> **") && season.contains("** +"), "{season}");
}

#[tokio::test]
async fn own_line_waits_for_the_opponents() {
    let world = Fixture::new().await;
    world.ann_meets_four().await;
    let own = board(&world, ANN, &BoardWish::default()).await;
    assert!(own.ends_with("You're listed once your opponents have played others, too."), "{own}");
}

#[tokio::test]
async fn hidden_caller_reads_why_they_are_not_listed() {
    let world = Fixture::new().await;
    world.ann_is_listed().await;
    world
        .service
        .store()
        .write(|tx| tx.set_ratings_wish(ANN.into(), RatingsWish::Hidden, false))
        .await
        .unwrap();
    let own = board(&world, ANN, &BoardWish::default()).await;
    assert!(
        own.starts_with("Nobody is listed yet.") && own.ends_with("because you hide your ratings."),
        "{own}"
    );
}

#[tokio::test]
async fn menu_offers_the_other_leaderboards() {
    let world = Fixture::new().await;
    world.won(ANN, BOB).await;
    let id = world.begin("protozoa", &[BOB, CID]).await;
    for _ in 0..3 {
        world.play_any(id).await;
    }
    world.service.resign(&world.by(BOB), id).await.unwrap();
    world.service.resign(&world.by(CID), id).await.unwrap();
    let post = post(&world, world.service.leaderboard(&world.by(ANN), &BoardWish::default()).await).await;
    assert_eq!(post.card.as_ref().unwrap().title, "Protozoa tables here", "they were played last");
    let guild = world.by(ANN).guild;
    let find = move |tx: &Tx<'_>| tx.ratings().find_pool(guild, Kind::Protozoa, Shape::Duel);
    let duels = world.service.store().read(find).await.unwrap().unwrap().id;
    assert_eq!(menu(&post), [("Protozoa duels here", duels.get().to_string().as_str())]);
    let service = &world.service;
    let shown = service.leaderboard_page(&world.by(ANN), duels, Span::All, BoardPage::Me).await;
    let shown = crate::world::post(&world, shown).await.card.unwrap();
    assert!(shown.picture.is_none(), "there is nothing to draw");
    assert!(shown.body.starts_with("Nobody is listed yet. It takes about 8 duels"), "{}", shown.body);
}

#[tokio::test]
async fn last_board_shows_ratings_and_explains_them() {
    let world = Fixture::new().await;
    let id = world.won(ANN, BOB).await;
    let shown = async || {
        let read = move |tx: &Tx<'_>| {
            let game = tx.open(id)?;
            let rated = rated_end(tx, &game)?;
            Ok::<_, data::StoreError>((game, rated))
        };
        let (game, rated) = world.service.store().read(read).await.unwrap();
        writer(&world).board(&game, rules::Viewer::Public, 0, rated.as_ref()).await.unwrap()
    };
    let board = shown().await;
    assert_eq!(buttons(&board), ["Rematch", "My rating", "Replay", "Try moves", "Rules", "More"]);
    let body = board.card.unwrap().body;
    let ratings = "**Ratings** <@1> 1578? (+78) · <@2> 1422? (−78)";
    assert!(body.ends_with(&format!("{ratings}\n\n`/rematch` or `/play` starts the next game.")), "{body}");

    let explained = async |person: u64| {
        post(&world, world.service.rating_change(&world.by(person), id).await).await.content
    };
    assert_eq!(
        explained(ANN).await,
        "**Protozoa duels: 1500 → 1578 (+78)**, and ± 246 → 238.\nYou finished ahead of <@2>, rated 1500."
    );
    assert!(explained(BOB).await.contains("You finished behind <@1>, rated 1500."));
    assert!(explained(EVE).await.contains("You didn't play in this game"));

    world.service.void_result(id, "test".to_owned()).await.unwrap();
    let voided = shown().await.card.unwrap().body;
    assert!(
        voided.contains("so everyone's rating is back without it.") && !voided.contains("1578"),
        "{voided}"
    );
    assert!(
        explained(ANN).await.ends_with("Later the result was voided, so your rating is back without it.")
    );
}

#[tokio::test]
async fn fourth_game_of_a_pair_says_that_it_counts_half() {
    let world = Fixture::new().await;
    let mut last = world.won(ANN, BOB).await;
    for _ in 0..3 {
        last = world.won(ANN, BOB).await;
    }
    let words = post(&world, world.service.rating_change(&world.by(BOB), last).await).await.content;
    assert!(words.ends_with("\nIt counts ½: fourth game with <@1> in 30 days."), "{words}");
}

#[tokio::test]
async fn casual_game_says_nothing_about_ratings() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa goal=12", &[BOB]).await;
    world.play_any(id).await;
    world.play_any(id).await;
    world.service.resign(&world.by(BOB), id).await.unwrap();
    let board = post(&world, world.service.board(&world.by(ANN)).await).await;
    assert_eq!(buttons(&board), ["Rematch", "Replay", "Try moves", "Rules", "More"]);
    assert!(!board.card.unwrap().body.contains("Ratings"));
}

#[tokio::test]
async fn ratings_are_explained_in_six_sentences() {
    let world = Fixture::new().await;
    let about = post(&world, world.service.about_ratings().await).await.card.unwrap();
    assert_eq!(about.body.lines().count(), 6);
}

/// Returns the text of a profile as a person sees it.
async fn profile(world: &Fixture, by: u64, of: u64) -> String {
    let shown = world.service.profile(&world.by(by), Some(of.into()), None).await;
    post(world, shown).await.card.unwrap().body
}

#[tokio::test]
async fn profile_has_ratings_results_and_a_chart() {
    let world = Fixture::new().await;
    for (winner, loser) in [(BOB, ANN), (ANN, BOB), (ANN, CID)] {
        world.won(winner, loser).await;
    }
    let own = post(&world, world.service.profile(&world.by(ANN), None, None).await).await;
    assert!(own.rows.is_empty() && own.pings.is_empty(), "there is one rating");
    let card = own.card.unwrap();
    let rating = card.body.lines().nth(2).unwrap();
    for part in [
        "Protozoa duels here: **1",
        "?** ± ",
        "3\u{a0}games · +",
        " over the last 3\u{a0}games · opponents 1",
    ] {
        assert!(rating.contains(part), "{part}: {rating}");
    }
    assert!(card.body.starts_with("<@1>\n\n") && card.body.contains("more games until you're listed."));
    assert!(
        card.body
            .contains("**Results here**\nProtozoa: won\u{a0}2, drawn\u{a0}0, lost\u{a0}1\n2 wins in a row"),
        "{}",
        card.body
    );
    assert!(
        card.body.contains("Ran out of time in 0 of 3\u{a0}turns.\nLeft 0 of 3\u{a0}games."),
        "{}",
        card.body
    );
    let alt = card.picture.unwrap().alt;
    assert!(alt.starts_with("Protozoa duels here. Rating from 1500 on ") && alt.contains("highest"), "{alt}");
    let other = profile(&world, BOB, ANN).await;
    assert!(!other.contains("until you're listed"), "{other}");
}

#[tokio::test]
async fn profile_without_games_says_what_to_do() {
    let world = Fixture::new().await;
    let own = profile(&world, ANN, ANN).await;
    assert_eq!(own, "<@1>\n\nYou have no rating yet: your first rated game gives you one. `/play` opens it.");
    let other = profile(&world, ANN, BOB).await;
    assert_eq!(other, "<@2>\n\nThere's no rating here yet. How about a game? `/play` invites them.");
}

#[tokio::test]
async fn profile_names_the_hours_of_play() {
    let world = Fixture::new().await;
    let at = world.service.now();
    let mut hours = [0; 12];
    hours[9] = 30;
    let conduct = data::Conduct { turns: 30, late: 3, left: 1, hours, ..data::Conduct::default() };
    world.service.store().write(move |tx| tx.add_conduct(BOB.into(), at, &conduct)).await.unwrap();
    let shown = profile(&world, ANN, BOB).await;
    let (_, habits) = shown.split_once("**Reliability**").unwrap();
    assert!(habits.contains("Ran out of time in 3 of 30\u{a0}turns.\nLeft 1 of 1\u{a0}game."), "{shown}");
    assert!(habits.contains("**Pace**\nMostly moves between <t:") && shown.ends_with(":t>."), "{shown}");
}

#[tokio::test]
async fn menu_picks_the_chart_of_a_profile() {
    let world = Fixture::new().await;
    let allow = |tx: &Tx<'_>| {
        [ANN, BOB].iter().try_for_each(|&person| tx.set_ratings_wish(person.into(), RatingsWish::On, true))
    };
    world.service.store().write(allow).await.unwrap();
    world.won(ANN, BOB).await;
    let own = post(&world, world.service.profile(&world.by(ANN), None, None).await).await;
    let [("Protozoa duels in the world", pool)] = menu(&own)[..] else { panic!("{:?}", menu(&own)) };
    let pool: i64 = pool.parse().unwrap();
    let chart = world.service.profile_chart(&world.by(ANN), ANN.into(), pool.into()).await;
    let chart = post(&world, chart).await;
    assert!(
        chart
            .card
            .as_ref()
            .unwrap()
            .picture
            .as_ref()
            .unwrap()
            .alt
            .starts_with("Protozoa duels in the world.")
    );
    assert!(matches!(menu(&chart)[..], [("Protozoa duels here", _)]));
}

#[tokio::test]
async fn versus_lists_results_and_the_last_games() {
    let world = Fixture::new().await;
    let versus = async |by: u64, user: u64, opponent: Option<u64>| {
        let shown = world.service.versus(&world.by(by), user.into(), opponent.map(Into::into), None).await;
        post(&world, shown).await.card.unwrap().body
    };
    let none = versus(ANN, BOB, None).await;
    assert_eq!(none, "You and <@2> haven't finished a game against each other here yet.");
    for (winner, loser) in [(ANN, BOB), (ANN, BOB), (BOB, ANN)] {
        world.won(winner, loser).await;
    }
    let own = versus(ANN, BOB, None).await;
    assert!(
        own.starts_with(
            "You against <@2>\n- Protozoa duels: won\u{a0}2, drawn\u{a0}0, lost\u{a0}1\n\n**Last games**\n- lost · "
        ),
        "{own}"
    );
    assert_eq!(own.lines().filter(|line| line.contains("Protozoa duel · <t:")).count(), 3, "{own}");
    assert!(
        own.contains("\n\nBy today's ratings, ten duels would bring you ")
            && own.ends_with(" points in **Protozoa**."),
        "{own}"
    );
    let others = versus(EVE, BOB, Some(ANN)).await;
    assert!(
        others.starts_with("<@2> against <@1>\n- Protozoa duels: won\u{a0}1, drawn\u{a0}0, lost\u{a0}2"),
        "{others}"
    );
    assert!(others.contains("ten duels would bring <@2> "), "{others}");
}
