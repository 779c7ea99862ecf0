//! Ratings: games that change them, however the bot dies, and the commands of the program.

use data::{NewGame, NewResult, Shape, StoreError, Tx};
use rules::{Kind, Options};
use serde_json::json;

use crate::{
    chat::{Channel, Person, text},
    table::{Match, newest},
    world::{World, story},
};

/// Returns the points of these people in duels of Protozoa on their server, and the number of rated games of each.
async fn points(world: &World, people: &[&Person]) -> Vec<Option<(i32, u32)>> {
    let store = world.store().await;
    let ids: Vec<u64> = people.iter().map(|person| person.0.parse().expect("an id")).collect();
    let read = move |tx: &data::Tx<'_>| {
        let mut points = Vec::new();
        for &id in &ids {
            let standings = tx.ratings().standings_of(id.into())?;
            let duel =
                standings.iter().find(|(pool, _)| (pool.kind, pool.shape) == (Kind::Protozoa, Shape::Duel));
            points.push(duel.map(|(_, standing)| (standing.rating.shown(), standing.games)));
        }
        Ok::<_, data::StoreError>(points)
    };
    store.read(read).await.expect("ratings")
}

/// Begins a game in which both people move once.
async fn begun(world: &World, channel: &Channel, people: (&Person, &Person)) -> Match {
    let mut game = Match::begin(world, channel, people, Kind::Protozoa, "").await;
    game.play(world).await;
    game.play(world).await;
    game
}

/// Checks that all ratings follow from the ledger.
pub(crate) async fn check_rebuild(world: &World) {
    let (well, printed) = world.tool(&["ratings", "rebuild", "--check"]).await;
    assert!(well && printed.contains("all ratings follow"), "{printed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn result_is_voided_while_the_bot_is_stopped() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let game = begun(world, &channel, (&ann, &bob)).await;
        let question = world.chat.command(&bob, &channel, "resign", json!({})).await.shown();
        world.chat.press(&bob, &question, "Resign").await.shown();
        assert_eq!(points(world, &[&ann, &bob]).await, [Some((1578, 1)), Some((1422, 1))]);
        check_rebuild(world).await;

        let id = game.id.to_string();
        let void = ["ratings", "void", &id, "--reason", "Bob let a friend play"];
        let (well, printed) = world.tool(&void).await;
        let refusal =
            if world.is_on_a_server() { "a bot uses the database" } else { "a bot is already running" };
        assert!(!well && printed.contains(refusal), "{printed}");
        world.kill_bot().await;
        let (well, printed) = world.tool(&void).await;
        assert!(well && printed.contains("2\u{a0}players get a notice"), "{printed}");
        let (well, printed) = world.tool(&void).await;
        assert!(!well && printed.contains("was voided before"), "{printed}");
        let (well, printed) = world.tool(&["ratings", "rebuild"]).await;
        assert!(well && printed.contains("2\u{a0}results"), "{printed}");
        for command in ["report", "seats"] {
            let (well, printed) = world.tool(&["ratings", command]).await;
            assert!(well && printed.contains("too few rated games"), "{printed}");
        }
        world.start_bot().await;
        for person in [&ann, &bob] {
            let direct = world.chat.direct_messages(person).await;
            let explained = async |messages: &[crate::message::Message]| {
                messages.iter().any(|message| message.words().contains("Bob let a friend play")).then_some(())
            };
            world.chat.wait(person, &direct, "the notice", explained).await;
        }
        newest(world, &channel, "The result was voided").await;
        let owner = Person(text(&world.chat.get("/people").await[0]["id"]));
        let log = world.chat.command(&owner, &channel, "admin log", json!({})).await.shown();
        assert!(log.words().contains("the operator of this bot voided"), "{log}");
        assert_eq!(points(world, &[&ann, &bob]).await, [Some((1500, 0)), Some((1500, 0))]);
        check_rebuild(world).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn game_is_rated_once_wherever_the_bot_dies() {
    for step in ["pending:1", "sending:1", "sent:1"] {
        story(async |world| {
            let (ann, bob, channel) = world.two().await;
            begun(world, &channel, (&ann, &bob)).await;
            let question = world.chat.command(&bob, &channel, "resign", json!({})).await.shown();
            world.all_public_is_delivered().await;
            world.restart_bot_until(step).await;
            let yes = question.button("Resign");
            world
                .chat
                .begin_press(&bob, &question, &yes, None)
                .await
                .expect("the playground takes the press");
            world.bot_died().await;
            world.start_bot().await;
            assert_eq!(points(world, &[&ann, &bob]).await, [Some((1578, 1)), Some((1422, 1))]);
            check_rebuild(world).await;
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invited_player_makes_a_game_casual() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let wish = json!({ "game": "protozoa", "invite": bob.0 });
        let lobby = world.chat.command(&ann, &channel, "play", wish).await.shown();
        assert!(lobby.words().contains("Rated."), "{lobby}");
        let casual = world.chat.press(&bob, &lobby, "Play casual").await.shown();
        assert!(casual.words().contains("Casual, because one of you chose so."), "{casual}");
        let rated = world.chat.press(&ann, &casual, "Play rated").await.shown();
        assert!(rated.words().contains("Rated."), "{rated}");
        let casual = world.chat.press(&bob, &rated, "Play casual").await.shown();
        let mut game = Match::start(world, &channel, (&ann, &bob), casual).await;
        game.play(world).await;
        game.play(world).await;
        let question = world.chat.command(&bob, &channel, "resign", json!({})).await.shown();
        world.chat.press(&bob, &question, "Resign").await.shown();
        assert_eq!(points(world, &[&ann, &bob]).await, [None, None]);
        check_rebuild(world).await;
    })
    .await;
}

/// Adds so many results to the ledger. Each has what the ratings predicted in all games so far.
async fn repeat_forecast(world: &World, times: u64) {
    let at = world.now();
    let repeat = move |tx: &Tx<'_>| {
        let (kind, shape) = (Kind::Protozoa, Shape::Duel);
        let forecast = tx.ratings().forecast(kind, shape)?;
        let first = tx.ratings().ledger(0, 1)?[0].game;
        let guild = tx.open(first)?.guild;
        for channel in 1..=times {
            let (options, channel, host) = (Options::new(), channel.into(), 1.into());
            let lobby = NewGame { kind, options, guild, channel, host, invited: Vec::new(), at };
            let (changes, meetings, forecast) = (Vec::new(), Vec::new(), forecast.clone());
            let (game, day, rated, world) = (tx.reserve_lobby(&lobby)?, 20_000, true, false);
            let result =
                NewResult { game, guild, kind, shape, day, rated, world, changes, meetings, forecast };
            tx.ratings().record(&result)?;
        }
        Ok::<_, StoreError>(())
    };
    let store = world.store_to_write().await;
    store.write(repeat).await.expect("it can be written");
}

#[tokio::test(flavor = "multi_thread")]
async fn forecast_is_shown_from_200_games_on() {
    story(async |world| {
        let (ann, bob, channel) = world.two().await;
        let resigned = async || {
            begun(world, &channel, (&ann, &bob)).await;
            let question = world.chat.command(&bob, &channel, "resign", json!({})).await.shown();
            world.chat.press(&bob, &question, "Resign").await.shown();
            world.all_public_is_delivered().await;
        };
        let about = async || {
            let about = json!({ "about": true });
            world.chat.command(&ann, &channel, "leaderboard", about).await.shown().words()
        };
        resigned().await;
        world.kill_bot().await;
        // The second game is between people of different strength, so the forecast has several bins.
        repeat_forecast(world, 1).await;
        world.start_bot().await;
        resigned().await;
        world.kill_bot().await;
        repeat_forecast(world, 65).await;
        world.start_bot().await;
        assert!(!about().await.contains("I'd have named"), "198 games are too few");
        resigned().await;
        assert!(!about().await.contains("I'd have named"), "199 games are too few");
        resigned().await;
        let words = about().await;
        assert!(words.contains("Over 200\u{a0}games, I'd have named the winner in "), "{words}");

        let (well, printed) = world.tool(&["ratings", "report"]).await;
        assert!(well && printed.starts_with("Protozoa, duel: 200\u{a0}games"), "{printed}");
        for line in [
            "  winner predicted: ",
            "  pairs in the right order: ",
            "  log loss: ",
            "  Brier score: ",
            "  favourites from 0.50 to 0.55: expected 0.500, scored ",
            "  favourites from 0.60 to 0.65: ",
        ] {
            let found = printed.lines().find(|printed| printed.starts_with(line));
            let found = found.unwrap_or_else(|| panic!("{line}: {printed}"));
            assert!(
                found.contains(" ± ") && (found.contains("chance: ") || found.contains("pair")),
                "{found}"
            );
        }
        assert!(!printed.contains("NaN") && !printed.contains("inf"), "{printed}");
    })
    .await;
}
