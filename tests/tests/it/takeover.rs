//! A second bot shares the servers with the first, and takes them all when that one ends or falls silent. Only a database on a server
//! has room for two.

use std::time::{Duration, Instant};

use data::Slices;
use futures_util::future::join_all;
use reqwest::Method;
use rules::Kind;
use rustix::process::Signal;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::{
    chat::{Channel, Person},
    process::{Bot, PATIENCE},
    table::{Match, best},
    world::{World, rough_story},
};

/// A world in which two bots can share the work, and a game of two people. It is `None` if the tests have no server.
struct Pair<'w> {
    world: &'w World,
    channel: Channel,
    game: Match,
    /// The people who ask the bot while it is replaced, each with a channel.
    askers: Vec<(Person, Channel)>,
}

impl<'w> Pair<'w> {
    async fn begin(world: &'w World) -> Option<Pair<'w>> {
        if !world.is_on_a_server() {
            return None;
        }
        let (ann, bob, channel) = world.two().await;
        let game = Match::begin(world, &channel, (&ann, &bob), Kind::Protozoa, "").await;
        let askers = [ann, bob].map(|person| (person, channel.clone())).into();
        Some(Pair { world, channel, game, askers })
    }

    /// Starts a second bot, and waits until it has its share of the servers.
    async fn spare(&self) -> Bot {
        self.has_its_share(Bot::launch(&self.world.launch(), &self.world.log)).await
    }

    async fn has_its_share(&self, mut spare: Bot) -> Bot {
        let shares = spare.logs(&self.world.log, "took slices of the servers").await;
        assert!(shares, "the second bot must share the work:\n{}", self.world.log.tail());
        spare
    }

    /// Lets people ask and move while a second bot begins and `end` ends the first one. Each of them must get a response. Returns the
    /// longest wait for one.
    async fn replace(&mut self, end: impl AsyncFn(Bot)) -> Duration {
        let (world, over) = (self.world, CancellationToken::new());
        let askers = self.askers.clone();
        let replaced = async {
            let mut spare = self.spare().await;
            end(world.take_bot()).await;
            self.game.play(world).await;
            has_all(&mut spare, world).await;
            over.cancel();
            spare
        };
        let asking = askers.iter().map(|(person, channel)| ask_until(world, person, channel, &over));
        let (waits, spare) = tokio::join!(join_all(asking), replaced);
        world.put_bot(spare);
        world.online().await;
        waits.into_iter().max().unwrap_or_default()
    }

    async fn end(self, plies: usize) {
        self.world.all_public_is_delivered().await;
        assert_eq!(self.world.game(self.game.id).await.record.len(), plies);
    }
}

/// Waits until a bot does the work of all servers.
async fn has_all(bot: &mut Bot, world: &World) {
    let all = format!("held={}", Slices::ALL);
    let has_all = tokio::time::timeout(PATIENCE, bot.logs(&world.log, &all)).await;
    assert_eq!(has_all, Ok(true), "{}", world.log.tail());
}

/// Asks the bot again and again.
async fn ask_until(world: &World, by: &Person, channel: &Channel, over: &CancellationToken) -> Duration {
    let mut longest = Duration::ZERO;
    while !over.is_cancelled() {
        let begun = Instant::now();
        world.chat.command(by, channel, "games", json!({})).await.shown();
        longest = longest.max(begun.elapsed());
    }
    longest
}

/// How often a bot is replaced in a story.
const TIMES: usize = 3;

/// Replaces the bot several times, and returns the longest wait for a response.
async fn replace_again_and_again(end: impl AsyncFn(Bot)) -> Duration {
    let mut longest = Duration::ZERO;
    rough_story(async |world| {
        let Some(mut pair) = Pair::begin(world).await else { return };
        for _ in 0..TIMES {
            longest = longest.max(pair.replace(&end).await);
        }
        pair.end(TIMES).await;
    })
    .await;
    longest
}

#[tokio::test(flavor = "multi_thread")]
async fn update_loses_no_interaction() {
    println!("nobody waited longer than {:.1?}", replace_again_and_again(Bot::terminate).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_bot_leaves_no_interaction_without_response() {
    println!("nobody waited longer than {:.1?}", replace_again_and_again(Bot::kill).await);
}

/// Discord says how many shards a bot needs when it starts. While a bot is replaced by one with another number, both are connected.
#[tokio::test(flavor = "multi_thread")]
async fn new_shard_count_loses_no_interaction() {
    rough_story(async |world| {
        let Some(mut pair) = Pair::begin(world).await else { return };
        let servers = world.servers(12).await;
        pair.askers.extend(servers.into_iter().map(|(_, channel)| (world.watcher.clone(), channel)));
        let counts = [4, 3, 16];
        for shards in counts {
            let limits = json!({
                "shards": shards, "total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16,
            });
            world.chat.send(Method::PUT, "/gateway/limits", limits).await.expect("the limits are set");
            let longest = pair.replace(Bot::terminate).await;
            println!("{shards} shards: nobody waited longer than {longest:.1?}");
        }
        pair.end(counts.len()).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_bot_loses_its_place() {
    rough_story(async |world| {
        let Some(mut pair) = Pair::begin(world).await else { return };
        let mut spare = pair.spare().await;
        let mut stopped = world.take_bot();
        stopped.signal(Signal::STOP);
        has_all(&mut spare, world).await;
        world.put_bot(spare);
        pair.game.play(world).await;
        stopped.signal(Signal::CONT);
        assert!(stopped.logs(&world.log, "lost its place at the database").await, "{}", world.log.tail());
        assert!(!stopped.ended().await.success());
        pair.game.play(world).await;
        pair.end(2).await;
    })
    .await;
}

/// A bot whose connection broke may get what another one has refused only once it has all servers.
#[tokio::test(flavor = "multi_thread")]
async fn refused_move_stays_refused_by_the_next_bot() {
    rough_story(async |world| {
        let Some(mut pair) = Pair::begin(world).await else { return };
        let mut spare = pair.spare().await;
        let (mover, other) = pair.game.mover_and_other();
        let mut ahead = pair.game.table.clone();
        let (seat, _) = pair.game.mover().expect("the game is running");
        ahead.play(seat, &best(&ahead, seat)).expect("a legal move");
        let seat = ahead.to_act().first().expect("the game is running");
        let another = ahead.legal(seat).into_iter().find(|notation| *notation != best(&ahead, seat));
        let too_early = json!({ "move": another.expect("a choice") });
        let refused = world.chat.command(&other, &pair.channel, "move", too_early).await.shown();
        assert!(refused.private() && refused.content().contains(&mover.0), "{refused}");
        pair.game.play(world).await;
        world.take_bot().kill().await;
        has_all(&mut spare, world).await;
        world.put_bot(spare);
        world.chat.post("/gateway/drop", json!({ "resumable": true, "replay": 2000 })).await;
        world.online().await;
        // The bot has read the repeated events when it responds to this.
        world.chat.command(&mover, &pair.channel, "games", json!({})).await.shown();
        assert_eq!(world.game(pair.game.id).await.record.len(), 1);
        pair.game.play(world).await;
        let record = world.game(pair.game.id).await.record;
        assert_eq!(record[1].notation, best(&ahead, seat));
        pair.end(2).await;
    })
    .await;
}

/// Discord lets a bot begin only one session in five seconds, and rejects the others. Each one counts for the limit of the day.
#[tokio::test(flavor = "multi_thread")]
async fn bots_that_start_together_all_connect() {
    rough_story(async |world| {
        let Some(mut pair) = Pair::begin(world).await else { return };
        let limits =
            json!({ "shards": 1, "total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1 });
        world.chat.send(Method::PUT, "/gateway/limits", limits).await.expect("the limits are set");
        let launch = || Bot::launch(&world.launch(), &world.log);
        let (one, two) = tokio::join!(pair.has_its_share(launch()), pair.has_its_share(launch()));
        for bot in world.chat.get("/gateway").await["bots"].as_array().expect("a list") {
            assert_eq!(bot["refused"], 0, "a refused session start is lost");
        }
        pair.game.play(world).await;
        one.terminate().await;
        two.terminate().await;
        pair.end(1).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_that_stops_leaves_its_share_to_the_other() {
    rough_story(async |world| {
        let Some(mut pair) = Pair::begin(world).await else { return };
        pair.spare().await.terminate().await;
        pair.game.play(world).await;
        pair.end(1).await;
    })
    .await;
}
