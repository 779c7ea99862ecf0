//! The weekly post of leaderboards, while the clock moves over Mondays and the bot dies on the way.

use data::{GuildId, Weekly};
use serde_json::json;

use crate::{
    admin::{admin, choose, owner},
    chat::{Channel, Person},
    leaderboards::won,
    message::Message,
    world::{World, story},
};

/// Returns the weekly post of the only server that has one.
async fn weekly(world: &World) -> Weekly {
    let store = world.store().await;
    let read = |tx: &data::Tx<'_>| {
        let guild = tx.next_known_guild(GuildId::from(0))?.expect("a server with settings");
        tx.weekly(guild)
    };
    store.read(read).await.expect("it can be read").expect("the server has a channel for results")
}

/// Returns how many minutes pass until the next weekly post is due.
async fn until_monday(world: &World) -> i64 {
    weekly(world).await.due.duration_since(world.now()).as_mins() + 1
}

/// Chooses the channel for results.
async fn choose_results(world: &World, owner: &Person, channel: &Channel) {
    let panel = admin(world, owner, channel, "setup", json!({})).await;
    let page = world.chat.choose(owner, &panel, "results").await.shown();
    let saved = choose(world, owner, &page, "v1:-:adm:results", &[&channel.0]).await;
    assert!(saved.words().contains("Weekly leaderboards: on"), "{saved}");
}

/// Returns the messages with leaderboards in a channel.
async fn posts(world: &World, channel: &Channel) -> Vec<Message> {
    world.all_public_is_delivered().await;
    let mut messages = world.messages(channel).await;
    messages.retain(|message| message.words().contains("This server's leaderboards"));
    messages
}

#[tokio::test(flavor = "multi_thread")]
async fn weekly_post_appears_once_whenever_the_bot_dies() {
    story(async |world| {
        let (ann, bob, games) = world.two().await;
        let (owner, results) = (owner(world).await, world.channel("results").await);
        choose_results(world, &owner, &results).await;
        world.pass(until_monday(world).await).await;
        assert_eq!(posts(world, &results).await.len(), 0, "nobody is listed yet");
        let mut others = vec![bob.clone()];
        for name in ["Cid", "Dan", "Eve"] {
            others.push(world.person(name).await);
        }
        for (index, other) in others.iter().cycle().take(12).enumerate() {
            let pair = if index % 2 == 0 { (&ann, other) } else { (other, &ann) };
            won(world, &games, pair).await;
        }
        // An opponent counts only after meeting another person, too.
        for pair in [(&others[0], &others[1]), (&others[2], &others[3])] {
            won(world, &games, pair).await;
        }

        world.pass(until_monday(world).await).await;
        let [first] = posts(world, &results).await.try_into().expect("one post");
        assert!(first.words().contains(&format!("**1.** {}", ann.mention())), "{first}");
        assert!(!world.chat.pings(&ann).await.contains(&first.id().to_owned()), "it notifies nobody");
        let board = world.chat.press(&bob, &first, "Leaderboard").await.shown();
        assert!(board.private() && board.words().contains("Protozoa duels here"), "{board}");

        for step in ["committed:1", "leased:1", "sending:1", "sent:1", "noted:1"] {
            dies_at(world, step).await;
            let [edited] = posts(world, &results).await.try_into().expect("the same post");
            assert_eq!(edited.id(), first.id(), "{step}");
            assert_ne!(edited.words(), first.words(), "{step}");
        }
        for step in ["leased:1", "sending:1", "sent:1", "noted:1"] {
            let channel = world.channel(&step.replace(':', "-")).await;
            choose_results(world, &owner, &channel).await;
            dies_at(world, step).await;
            assert_eq!(posts(world, &channel).await.len(), 1, "{step}");
        }
        assert_eq!(posts(world, &results).await.len(), 1);
    })
    .await;
}

/// Lets Monday come, kills the bot at this failpoint of the weekly post, and starts it again.
async fn dies_at(world: &World, step: &str) {
    world.restart_bot_until(step).await;
    world.skip(until_monday(world).await).await;
    world.bot_died().await;
    let since = world.now();
    world.start_bot().await;
    world.rest(since).await;
}
