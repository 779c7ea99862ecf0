//! People use commands and buttons while the session with the gateway breaks, is resumed, or is replaced by a new one.
//!
//! A session that is resumed loses nothing: the gateway repeats what the bot has not seen. An interaction that begins while the
//! bot has no session, or none that it will resume, is lost. Discord then shows "The application did not respond".

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{
    chat::{Channel, Person},
    connection::{Gate, Hold, behind_gate},
    message::Message,
    world::{World, story},
};

/// How many channels there are, and how many people in each.
const CHANNELS: usize = 4;
const PEOPLE: usize = 2;
/// How often the session breaks while people act.
const BREAKS: usize = 24;

/// A person in a channel with a lobby.
struct Member {
    person: Person,
    channel: Channel,
    lobby: Message,
}

/// Lets people gather in several channels.
async fn gather(world: &World) -> Vec<Member> {
    let mut members = Vec::new();
    for place in 0..CHANNELS {
        let channel = world.channel(&format!("games-{place}")).await;
        let host = world.person("Ann").await;
        let lobby = world.chat.command(&host, &channel, "play", json!({ "game": "protozoa" })).await.shown();
        members.push(Member { person: host, channel: channel.clone(), lobby: lobby.clone() });
        for _ in 1..PEOPLE {
            let person = world.person("Bob").await;
            members.push(Member { person, channel: channel.clone(), lobby: lobby.clone() });
        }
    }
    members
}

impl Member {
    /// Begins an interaction, a different one in each turn. The bot responds to each in private.
    async fn begin(&self, world: &World, turn: usize) -> String {
        let commands: [(&str, Value); 8] = [
            ("status", json!({})),
            ("board", json!({})),
            ("rules", json!({ "game": "stract" })),
            ("move", json!({ "move": "zzz" })),
            ("games", json!({})),
            ("settings", json!({})),
            ("info", json!({ "piece": "pawn" })),
            ("help", json!({})),
        ];
        let begun = match commands.get(turn % (commands.len() + 1)) {
            Some((name, options)) => {
                world.chat.begin_command(&self.person, &self.channel, name, options.clone()).await
            }
            None => {
                let rules = self.lobby.button("Rules");
                world.chat.begin_press(&self.person, &self.lobby, &rules, None).await
            }
        };
        begun.expect("the playground takes the interaction")
    }

    /// Waits until the bot has responded to an interaction.
    async fn is_answered(&self, world: &World, id: &str) {
        let answer = world.chat.answer(&self.person, id).await;
        assert_eq!((answer.state.as_str(), answer.error), ("answered", None), "interaction {id}");
    }

    /// Returns how many messages respond to an interaction.
    async fn responses(&self, world: &World, id: &str) -> usize {
        let seen = world.chat.messages(&self.person, &self.channel).await;
        seen.iter().filter(|message| message.0["interaction_metadata"]["id"] == id).count()
    }

    /// Begins one interaction after the other until `over`, and waits for the response to each. Returns them.
    async fn act(
        &self,
        world: &World,
        number: usize,
        begun: &watch::Sender<usize>,
        over: &CancellationToken,
    ) -> Vec<String> {
        let mut ids = Vec::new();
        while !over.is_cancelled() {
            let id = self.begin(world, number + ids.len()).await;
            begun.send_modify(|begun| *begun += 1);
            self.is_answered(world, &id).await;
            ids.push(id);
        }
        ids
    }
}

/// Begins an interaction of each member.
async fn all_begin(world: &World, members: &[Member]) -> Vec<String> {
    join_all(members.iter().enumerate().map(|(turn, member)| member.begin(world, turn))).await
}

/// Waits until the bot has responded to an interaction of each member, and checks that it did so once.
async fn all_are_answered(world: &World, members: &[Member], ids: &[String]) {
    join_all(members.iter().zip(ids).map(async |(member, id)| {
        member.is_answered(world, id).await;
        assert_eq!(member.responses(world, id).await, 1, "interaction {id}");
    }))
    .await;
}

/// Checks that an interaction of each member was lost: the bot never responds, and Discord gives up after three seconds.
async fn all_are_lost(world: &World, members: &[Member], ids: &[String]) {
    world.chat.post("/clock", json!({ "advance_ms": 3_000 })).await;
    for (member, id) in members.iter().zip(ids) {
        let answer = world.chat.answer(&member.person, id).await;
        assert_eq!(answer.error.as_deref(), Some("The application did not respond"), "interaction {id}");
    }
    let requests = world.chat.requests(0).await;
    let tried = |id: &String| requests.iter().any(|request| request["path"].to_string().contains(id));
    assert!(!ids.iter().any(tried), "the bot has heard of none of them");
}

/// Breaks the session in one of the ways that leave it resumable. Returns the interactions of `member` that began meanwhile.
async fn break_session(world: &World, gate: &Gate, member: &Member, way: usize) -> Vec<String> {
    let mut ids = Vec::new();
    match way % 5 {
        // The gateway asks the bot to connect again.
        0 => drop(world.chat.post("/gateway/drop", json!({ "resumable": true })).await),
        // It also repeats events that the bot has already seen.
        1 => drop(world.chat.post("/gateway/drop", json!({ "resumable": true, "replay": 50 })).await),
        // The network fails.
        2 => gate.cut(),
        // The network fails with events on their way, which the bot never sees on this connection.
        3 => {
            gate.hold(Hold::All);
            for turn in 0..3 {
                ids.push(member.begin(world, way + turn).await);
            }
            gate.cut();
            gate.hold(Hold::Nothing);
        }
        // Events wait while the bot connects again.
        _ => {
            gate.hold(Hold::New);
            world.chat.post("/gateway/drop", json!({ "resumable": true })).await;
            for turn in 0..3 {
                ids.push(member.begin(world, way + turn).await);
            }
            gate.hold(Hold::Nothing);
        }
    }
    ids
}

#[tokio::test(flavor = "multi_thread")]
async fn resumed_sessions_lose_no_interaction() {
    story(async |world| {
        let gate = behind_gate(world).await;
        let members = gather(world).await;
        let (breaker, members) = members.split_last().expect("somebody is there");
        let (begun, over) = (watch::Sender::new(0), CancellationToken::new());
        let acting = join_all(
            members.iter().enumerate().map(|(number, member)| member.act(world, number, &begun, &over)),
        );
        let breaking = async {
            let mut ids = Vec::new();
            for number in 0..BREAKS {
                let enough = *begun.borrow() + members.len();
                begun.subscribe().wait_for(|&begun| begun >= enough).await.expect("people act");
                let meanwhile = break_session(world, &gate, breaker, number).await;
                gate.resumes(number + 1).await;
                for id in &meanwhile {
                    breaker.is_answered(world, id).await;
                }
                ids.extend(meanwhile);
            }
            over.cancel();
            ids
        };
        let (acted, meanwhile) = tokio::join!(acting, breaking);
        let all = members.iter().chain([breaker]).zip(acted.iter().chain([&meanwhile]));
        let mut count = 0;
        for (member, ids) in all {
            for id in ids {
                assert_eq!(member.responses(world, id).await, 1, "interaction {id}");
                count += 1;
            }
        }
        println!("{count} interactions across {BREAKS} resumed sessions, all answered once");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_session_loses_only_later_interactions() {
    story(async |world| {
        let gate = behind_gate(world).await;
        let members = gather(world).await;
        gate.hold(Hold::New);
        let before = all_begin(world, &members).await;
        // The bot receives these before it learns that its session is invalid.
        world.chat.post("/gateway/drop", json!({ "resumable": false })).await;
        let between = all_begin(world, &members).await;
        all_are_answered(world, &members, &before).await;
        all_are_lost(world, &members, &between).await;
        gate.hold(Hold::Nothing);
        world.online().await;
        let after = all_begin(world, &members).await;
        all_are_answered(world, &members, &after).await;
    })
    .await;
}

/// Discord lets a bot begin only one session in five seconds, and counts those that it refuses, too.
#[tokio::test(flavor = "multi_thread")]
async fn shards_whose_sessions_end_begin_new_ones_in_turn() {
    const SHARDS: u64 = 3;
    story(async |world| {
        let limits = json!({
            "shards": SHARDS, "total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1,
        });
        world.chat.send(Method::PUT, "/gateway/limits", limits).await.expect("the limits are set");
        let begun = async || world.chat.get("/gateway").await["bots"][0]["identifies"].as_u64();
        world.kill_bot().await;
        let before = begun().await.expect("the bot was connected");
        world.start_bot().await;
        let anywhere = world.channel("nowhere").await;
        for round in 1..=2 {
            let all = async |_: &[Message]| (begun().await? == before + round * SHARDS).then_some(());
            world.chat.wait(&world.watcher, &anywhere, "all shards to begin", all).await;
            assert_eq!(world.chat.get("/gateway").await["bots"][0]["refused"], 0, "a refused start is lost");
            world.chat.post("/gateway/drop", json!({ "resumable": round > 1 })).await;
        }
        world.online().await;
        let members = gather(world).await;
        let asked = all_begin(world, &members).await;
        all_are_answered(world, &members, &asked).await;
        assert_eq!(begun().await, Some(before + 2 * SHARDS), "resumed sessions need no start");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_resume_loses_only_the_gap() {
    story(async |world| {
        let gate = behind_gate(world).await;
        let members = gather(world).await;
        gate.hold(Hold::New);
        gate.cut();
        // The session is forgotten before the bot can resume it.
        world.chat.post("/gateway/drop", json!({ "resumable": false })).await;
        let between = all_begin(world, &members).await;
        all_are_lost(world, &members, &between).await;
        gate.hold(Hold::Nothing);
        world.online().await;
        let after = all_begin(world, &members).await;
        all_are_answered(world, &members, &after).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_reconnect_loses_only_the_gap() {
    story(async |world| {
        let gate = behind_gate(world).await;
        let members = gather(world).await;
        gate.close();
        world.offline().await;
        // The bot gives a session up if it cannot connect at once, and begins a new one.
        gate.rejects().await;
        let between = all_begin(world, &members).await;
        all_are_lost(world, &members, &between).await;
        gate.open();
        world.online().await;
        let after = all_begin(world, &members).await;
        all_are_answered(world, &members, &after).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_bot_answers_what_it_accepted() {
    story(async |world| {
        let members = gather(world).await;
        let member = &members[0];
        let held_up = json!({ "route": "/threads", "method": "POST", "times": 1, "delay_ms": 600_000 });
        world.chat.fault(held_up).await;
        let wish = json!({ "game": "protozoa", "options": "size=6" });
        let begun = world.chat.begin_command(&member.person, &member.channel, "play", wish).await;
        let id = begun.expect("the playground takes the interaction");
        world.chat.deferred(&member.person, &member.channel, &id).await;
        let release = async {
            world.offline().await;
            world.chat.post("/clock", json!({ "advance_ms": 600_000 })).await;
        };
        tokio::join!(world.stop_bot(), release);
        all_are_answered(world, std::slice::from_ref(member), &[id]).await;
        let lost = all_begin(world, &members).await;
        all_are_lost(world, &members, &lost).await;
        world.start_bot().await;
        let after = all_begin(world, &members).await;
        all_are_answered(world, &members, &after).await;
    })
    .await;
}
