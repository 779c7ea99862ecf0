//! Games that go on while everything goes wrong: the bot is killed at every step between a commit and its delivery and in
//! between, requests fail, replies are lost, the gateway breaks.

use std::{sync::Mutex, time::Instant};

use bot::steps::Step;
use data::{Game, GameId, Store};
use rules::Kind;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{
    aftermath::{self, ANYWHERE, Counts, Played, person_in},
    chat::{Channel, Person},
    message::Message,
    process::{Bot, Launch},
    table::game_of,
    world::World,
};

/// How much of it.
pub(crate) struct Extent {
    /// How many games are played, at the most.
    pub(crate) games: usize,
    /// When no further game is begun.
    pub(crate) until: Option<Instant>,
    /// How many games go on at once, each in a channel of its own.
    pub(crate) at_once: usize,
    /// What happens when; not all of it, since processes race.
    pub(crate) seed: u64,
}

/// Random numbers that are the same for the same seed (splitmix64).
struct Dice(Mutex<u64>);

impl Dice {
    fn roll(&self, sides: usize) -> usize {
        let mut state = self.0.lock().expect("nobody fails while holding it");
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = *state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % sides as u64) as usize
    }
}

/// Everything that the players of all games share.
struct Torment<'w> {
    world: &'w World,
    store: Store,
    dice: Dice,
    counts: Mutex<Counts>,
    /// How many moves have been played.
    played: watch::Sender<usize>,
}

/// Lets people play while the bot is tormented; answers what became of it, after the bot has come to rest.
pub(crate) async fn torment(world: &World, extent: &Extent) -> Counts {
    let store = Store::open(&world.database()).await.expect("the database opens");
    let torment = Torment {
        world,
        store,
        dice: Dice(Mutex::new(extent.seed)),
        counts: Mutex::default(),
        played: watch::Sender::new(0),
    };
    world.kill_bot().await;
    let (over, begun) = (CancellationToken::new(), Mutex::new(0));
    let tables =
        futures_util::future::join_all((0..extent.at_once).map(|_| torment.play_games(extent, &begun)));
    let playing = async {
        let games = tables.await;
        over.cancel();
        games
    };
    let (games, ()) = tokio::join!(playing, torment.kill_again_and_again(&over));
    world.chat.no_faults().await;
    world.skip(2).await;
    world.start_bot().await;
    torment.rest().await;
    let mut counts = torment.counts.into_inner().expect("nobody failed while holding it");
    aftermath::examine(world, &torment.store, &games, &mut counts).await;
    counts
}

impl Torment<'_> {
    fn count(&self, note: impl FnOnce(&mut Counts)) {
        note(&mut self.counts.lock().expect("nobody fails while holding it"));
    }

    /// The step that the bot is to die at next, and at which passage: one of those where it has died least often; `None`
    /// for anywhere.
    fn next_death(&self) -> Option<(Step, usize)> {
        let counts = self.counts.lock().expect("nobody fails while holding it");
        let deaths = |place: &str| counts.kills.get(place).copied().unwrap_or_default();
        let step = *Step::ALL.iter().min_by_key(|step| deaths(step.word()))?;
        if deaths(ANYWHERE) < deaths(step.word()) {
            return None;
        }
        // Few answers show a lobby; all else happens with every move.
        let passages = if step == Step::Shown { 2 } else { 20 };
        Some((step, 1 + self.dice.roll(passages)))
    }

    /// Starts the bot, and again when it is dead, until all games are over: at each step in turn it kills itself, and in
    /// between it is killed wherever it is.
    async fn kill_again_and_again(&self, over: &CancellationToken) {
        loop {
            let death = self.next_death();
            let step = death.map(|(step, _)| step);
            let wish = death.map(|(step, passage)| format!("{}:{passage}", step.word()));
            // What waits for the bot's patience has waited long enough: it would keep the games up.
            self.world.skip(2).await;
            let launch = Launch { kill_at: wish.as_deref(), ..self.world.launch() };
            let mut bot = Bot::launch(&launch, &self.world.log);
            // A step may be one that is seldom taken.
            let enough = *self.played.borrow() + 2 + self.dice.roll(if step.is_some() { 40 } else { 10 });
            let mut played = self.played.subscribe();
            let killed_at = tokio::select! {
                _ = bot.ended() => step.map(|step| step.word()),
                // What is waited for holds a lock: it is dropped at once.
                () = async { drop(played.wait_for(|&played| played >= enough).await) } => {
                    bot.kill().await;
                    Some(ANYWHERE)
                }
                () = over.cancelled() => {
                    bot.kill().await;
                    None
                }
            };
            match killed_at {
                Some(place) => self.count(|counts| *counts.kills.entry(place).or_default() += 1),
                None if over.is_cancelled() => return,
                None => panic!("the bot has ended by itself; its log:\n{}", self.world.log.tail()),
            }
            // Nobody waits three seconds for the answer of a dead bot.
            self.world.chat.post("/clock", json!({ "advance_ms": 3_000 })).await;
        }
    }

    /// Plays one game after the other in a channel of its own.
    async fn play_games(&self, extent: &Extent, begun: &Mutex<usize>) -> Vec<Played> {
        let channel = self.world.channel("games").await;
        let people = [self.world.person("Ann").await, self.world.person("Bob").await];
        let mut games = Vec::new();
        loop {
            {
                let mut begun = begun.lock().expect("nobody fails while holding it");
                if *begun >= extent.games || extent.until.is_some_and(|until| Instant::now() >= until) {
                    return games;
                }
                *begun += 1;
            }
            games.push(self.play_game(&channel, &people).await);
        }
    }

    async fn play_game(&self, channel: &Channel, people: &[Person; 2]) -> Played {
        let [host, guest] = people.clone();
        let lobby = self.open_lobby(channel, &host, &guest).await;
        let id = game_of(&lobby.button("Join"));
        let (join, start) = (lobby.button("Join"), lobby.button("Start"));
        self.insist(
            async || self.joined(id).await == 2,
            async || {
                self.press(&guest, &lobby, &join).await;
            },
        )
        .await;
        self.insist(
            async || self.joined(id).await == 0,
            async || {
                self.press(&host, &lobby, &start).await;
            },
        )
        .await;
        let mut game = Played { id, channel: channel.clone(), host, guest, moves: Vec::new() };
        for _ in 0..3 + self.dice.roll(4) {
            self.play_move(&mut game).await;
        }
        self.resign(&game).await;
        game
    }

    /// Does something again until it is done.
    async fn insist(&self, done: impl AsyncFn() -> bool, attempt: impl AsyncFn()) {
        while !done().await {
            attempt().await;
        }
    }

    async fn open_lobby(&self, channel: &Channel, host: &Person, guest: &Person) -> Message {
        let chat = &self.world.chat;
        loop {
            let here: u64 = channel.0.parse().expect("an id");
            let open = self.store.read(move |tx| tx.game_in(here.into())).await.expect("it can be read");
            let Some((id, _)) = open else {
                let wish = json!({ "game": Kind::Protozoa.slug(), "invite": guest.0 });
                if let Ok(begun) = chat.begin_command(host, channel, "play", wish).await {
                    chat.answer(host, &begun).await;
                }
                continue;
            };
            // If the answer did not show it, the outbox will.
            let ours = format!("v1:{id}:join");
            let found = async |messages: &[Message]| {
                let shows = |message: &&Message| message.0["components"].to_string().contains(&ours);
                messages.iter().find(shows).cloned()
            };
            return chat.wait(&self.world.watcher, channel, "a lobby", found).await;
        }
    }

    /// How many people are in a lobby; none if it is none any more.
    async fn joined(&self, id: GameId) -> usize {
        self.store.read(move |tx| tx.lobby(id)).await.map_or(0, |lobby| lobby.joined().count())
    }

    async fn press(&self, by: &Person, message: &Message, custom_id: &str) {
        if let Ok(begun) = self.world.chat.begin_press(by, message, custom_id, None).await {
            self.world.chat.answer(by, &begun).await;
        }
    }

    async fn stored(&self, id: GameId) -> Game {
        self.store.read(move |tx| tx.open(id)).await.expect("the game is stored")
    }

    /// Plays a move, at times by a double click, until it is on record; at times with a reply that is planned for it.
    async fn play_move(&self, game: &mut Played) {
        let before = self.stored(game.id).await;
        let seat = before.table.to_act().first().expect("the game goes on");
        let mover = person_in(&before, seat);
        let mut legal = before.table.legal(seat);
        // Who plays the same once more, answered at once, is asked whether that is meant.
        let last = before.record.iter().rev().find(|entry| entry.seat == seat);
        legal.retain(|notation| last.is_none_or(|last| last.notation != *notation));
        let notation = self.pick(&legal);
        let ply = before.record.len();
        let planned = match self.dice.roll(4) {
            0 => self.plan_reply(game, &before, &notation).await,
            _ => None,
        };
        let mut acknowledged = false;
        while self.stored(game.id).await.record.len() == ply {
            self.upset().await;
            let once = || self.type_move(game, &mover, &notation);
            acknowledged |= match self.dice.roll(5) {
                0 => {
                    let (one, two) = tokio::join!(once(), once());
                    one || two
                }
                _ => once().await,
            };
        }
        self.played.send_modify(|played| *played += 1);
        game.moves.push((notation, acknowledged));
        let replied = self.stored(game.id).await.record.len() > ply + 1;
        game.moves.extend(planned.filter(|(_, acknowledged)| *acknowledged || replied));
    }

    /// Has the other player plan a reply to a move that is about to be played; answers which, and whether the bot has said
    /// that it will be played.
    async fn plan_reply(&self, game: &Played, before: &Game, notation: &str) -> Option<(String, bool)> {
        let mut after = before.table.clone();
        after.play(after.to_act().first()?, notation).expect("legal moves can be played");
        let seat = after.to_act().first()?;
        let reply = self.pick(&after.legal(seat));
        self.upset().await;
        let (chat, planner) = (&self.world.chat, person_in(before, seat));
        let wish = json!({ "if": notation, "then": reply });
        let begun = chat.begin_command(&planner, &game.channel, "plan", wish).await.ok()?;
        let answer = chat.answer(&planner, &begun).await.message;
        let acknowledged = answer.is_some_and(|message| message.content().starts_with("✅ Planned"));
        self.count(|counts| counts.planned += usize::from(acknowledged));
        Some((reply, acknowledged))
    }

    /// One of the moves that do little: the last ones, as a rule a piece far from all others.
    fn pick(&self, legal: &[String]) -> String {
        legal[legal.len() - 1 - self.dice.roll(legal.len().min(8))].clone()
    }

    /// Types a move; answers whether the bot has said that it is played.
    async fn type_move(&self, game: &Played, mover: &Person, notation: &str) -> bool {
        let chat = &self.world.chat;
        let Ok(begun) = chat.begin_command(mover, &game.channel, "move", json!({ "move": notation })).await
        else {
            return false;
        };
        let answer = chat.answer(mover, &begun).await;
        answer.message.is_some_and(|message| message.content().starts_with('✅'))
    }

    async fn resign(&self, game: &Played) {
        let chat = &self.world.chat;
        let over = async || self.stored(game.id).await.table.outcome().is_some();
        self.insist(over, async || {
            let Ok(begun) = chat.begin_command(&game.guest, &game.channel, "resign", json!({})).await else {
                return;
            };
            let question = chat.answer(&game.guest, &begun).await.message;
            if let Some(question) = question.filter(|question| question.buttons().contains(&"Resign")) {
                self.press(&game.guest, &question, &question.button("Resign")).await;
            }
        })
        .await;
    }

    /// Lets something go wrong, now and then.
    async fn upset(&self) {
        let posts = |fault: Value| {
            let mut whole = json!({ "route": "/messages", "times": 1 });
            whole.as_object_mut().expect("an object").extend(fault.as_object().expect("an object").clone());
            whole
        };
        let slow_down = json!({ "message": "slow down", "retry_after": 0.05, "global": false });
        let (name, fault) = match self.dice.roll(24) {
            0 => ("500", posts(json!({ "status": 500 }))),
            1 => ("503 twice", posts(json!({ "status": 503, "times": 2 }))),
            2 => ("429", posts(json!({ "status": 429, "body": slow_down }))),
            3 | 4 => ("lost reply", posts(json!({ "lose_reply": true }))),
            5 => ("lost reply and reset", posts(json!({ "lose_reply": true, "reset": true }))),
            6 => ("reset", posts(json!({ "reset": true }))),
            7 => ("lost answer", json!({ "route": "/callback", "times": 1, "lose_reply": true })),
            8 => ("failed answer", json!({ "route": "/callback", "times": 1, "status": 500 })),
            9 => ("gateway drop", json!({ "resumable": true })),
            10 => ("invalid session", json!({ "resumable": false })),
            11 => ("events repeated", json!({ "resumable": true, "replay": 20 })),
            12 => ("delivered twice", json!({ "event": "INTERACTION_CREATE", "times": 1 })),
            _ => return,
        };
        if fault.get("resumable").is_some() {
            // Nobody may be connected just now.
            let _ = self.world.chat.send(reqwest::Method::POST, "/gateway/drop", fault).await;
        } else if fault.get("event").is_some() {
            self.world.chat.post("/gateway/repeat", fault).await;
        } else {
            self.world.chat.fault(fault).await;
        }
        self.count(|counts| *counts.faults.entry(name).or_default() += 1);
    }

    /// Waits until the outbox has nothing left to send.
    async fn rest(&self) {
        let channel = self.world.channel("rest").await;
        let found = async |_: &[Message]| {
            let due = self.store.read(|tx| tx.next_due()).await.expect("it can be read");
            due.is_none().then_some(())
        };
        self.world.chat.wait(&self.world.watcher, &channel, "the outbox to be empty", found).await;
    }
}
