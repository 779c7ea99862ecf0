//! Games that continue while everything goes wrong: the bot is killed at every failpoint between a commit and its delivery and in
//! between, requests fail, responses are lost, the gateway breaks.

use std::sync::Mutex;

use data::{Game, GameId, Store};
use play::failpoint::Failpoint;
use rules::{END, Kind, Table};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{
    aftermath::{self, ANYWHERE, Counts, Played, Player, Wish, called_to, person_in},
    chat::{Channel, Person},
    message::Message,
    process::{Bot, Launch, PATIENCE},
    table::{game_of, quick_options},
    world::World,
};

/// The extent of a run.
pub(crate) struct Extent {
    /// The largest number of games.
    pub(crate) games: usize,
    /// After this is cancelled, no further game begins.
    pub(crate) enough: CancellationToken,
    /// How many games run at once, each in a channel of its own.
    pub(crate) at_once: usize,
    /// The channels of the tables. If the list is empty, each table gets a new one.
    pub(crate) channels: Vec<Channel>,
    /// Seed of the faults. A run is not fully repeatable, since processes race.
    pub(crate) seed: u64,
    /// Whether requests fail, too.
    pub(crate) faults: bool,
}

/// The number of games at a table before its people leave and others come: the playground forgets old messages, and a channel
/// takes no more lobbies in an hour.
const GAMES_AT_A_TABLE: usize = 15;

/// The games at the tables, with the number of people, the options, and whether machines have the other seats: turns of one move and
/// of several.
const PLAYED: [(Kind, usize, &str, bool); 7] = [
    (Kind::Protozoa, 2, "", false),
    (Kind::Semiosphere, 2, "columns=4 rows=5", false),
    (Kind::Stract, 2, "preset=correspondence", false),
    (Kind::Protozoa, 3, "", false),
    (Kind::PlanktonSynapse, 2, "", false),
    (Kind::Parasites, 2, "", false),
    (Kind::Protozoa, 2, "players=4", true),
];

/// Returns the games that are played at the tables: the list above, and a quick game of every kind that it lacks.
fn played() -> Vec<(Kind, usize, String, bool)> {
    let listed =
        PLAYED.iter().map(|&(kind, people, options, machines)| (kind, people, options.to_owned(), machines));
    let others = Kind::ALL.iter().filter(|kind| PLAYED.iter().all(|(listed, ..)| listed != *kind));
    let quick = |&kind: &Kind| {
        let fewest = kind.about().fewest();
        (kind, usize::from(fewest), quick_options(kind, fewest), false)
    };
    listed.chain(others.map(quick)).collect()
}

/// How the people at the tables wish to be notified.
const WISHES: [Wish; 7] =
    [Wish::Direct, Wish::Channel, Wish::Direct, Wish::Closed, Wish::Channel, Wish::Direct, Wish::Asleep];

/// Random numbers that depend only on the seed (splitmix64).
struct Dice(Mutex<u64>);

impl Dice {
    fn roll(&self, sides: usize) -> usize {
        let mut state = self.0.lock().expect("no thread panics while it holds the lock");
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = *state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % sides as u64) as usize
    }
}

/// State that the players of all games share.
pub(crate) struct Torment<'w> {
    world: &'w World,
    store: Store,
    dice: Dice,
    counts: Mutex<Counts>,
    /// The number of moves played so far.
    played: watch::Sender<usize>,
    faults: bool,
}

/// Lets people play while the bot is tormented. Returns the counts after the bot has come to rest.
pub(crate) async fn torment(world: &World, extent: &Extent) -> Counts {
    let kill =
        async |torment: &Torment<'_>, over: &CancellationToken| torment.kill_again_and_again(over).await;
    torment_by(world, world.store().await, extent, kill).await
}

/// Lets people play while `trouble` runs the bot, until the games are over. Returns the counts after the bot has come to rest. `store`
/// only reads.
pub(crate) async fn torment_by(
    world: &World,
    store: Store,
    extent: &Extent,
    trouble: impl AsyncFnOnce(&Torment<'_>, &CancellationToken),
) -> Counts {
    let torment = Torment {
        world,
        store,
        dice: Dice(Mutex::new(extent.seed)),
        counts: Mutex::default(),
        played: watch::Sender::new(0),
        faults: extent.faults,
    };
    world.kill_bot().await;
    let (over, begun) = (CancellationToken::new(), Mutex::new(0));
    let tables = futures_util::future::join_all(
        (0..extent.at_once).map(|place| torment.play_at(place, extent, &begun)),
    );
    let playing = async {
        let games: Vec<Vec<Played>> = tables.await.into_iter().flatten().collect();
        over.cancel();
        games
    };
    let (games, ()) = tokio::join!(playing, trouble(&torment, &over));
    world.chat.no_faults().await;
    // Players who slept wake up, and must not be notified of games that are over.
    world.skip(10 * 60).await;
    world.start_bot().await;
    torment.rest().await;
    let mut counts = torment.counts.into_inner().expect("no thread panicked while it held the lock");
    aftermath::examine(world, &torment.store, &games, &mut counts).await;
    counts
}

impl Torment<'_> {
    fn count(&self, note: impl FnOnce(&mut Counts)) {
        note(&mut self.counts.lock().expect("no thread panics while it holds the lock"));
    }

    /// Counts the loss of a machine.
    pub(crate) fn lost(&self, what: &'static str) {
        self.count(|counts| *counts.kills.entry(what).or_default() += 1);
    }

    /// Returns the number of moves, which rises.
    pub(crate) fn played(&self) -> watch::Receiver<usize> {
        self.played.subscribe()
    }

    /// Returns the failpoint and passage at which the bot dies next: one of those where it has died least often; `None` for
    /// anywhere.
    fn next_death(&self) -> Option<(Failpoint, usize)> {
        let counts = self.counts.lock().expect("no thread panics while it holds the lock");
        let deaths = |place: &str| counts.kills.get(place).copied().unwrap_or_default();
        let step = *Failpoint::ALL.iter().min_by_key(|step| deaths(step.name()))?;
        if deaths(ANYWHERE) < deaths(step.name()) {
            return None;
        }
        // Few responses show a lobby, and few tables have machines; every move passes all the other failpoints.
        let rare = [
            Failpoint::Shown,
            Failpoint::Claimed,
            Failpoint::Thinking,
            Failpoint::Thought,
            Failpoint::Entered,
        ];
        let passages = if rare.contains(&step) { 2 } else { 20 };
        Some((step, 1 + self.dice.roll(passages)))
    }

    /// Starts the bot, and starts it again when it is dead, until all games are over. The bot kills itself at each failpoint in
    /// turn, and in between it is killed anywhere.
    async fn kill_again_and_again(&self, over: &CancellationToken) {
        loop {
            let death = self.next_death();
            let step = death.map(|(step, _)| step);
            let wish = death.map(|(step, passage)| format!("{}:{passage}", step.name()));
            // The bot waits before it retries some work. Skip that time, which would hold up the games.
            self.world.skip(2).await;
            let launch = Launch { kill_at: wish.as_deref(), ..self.world.launch() };
            let mut bot = Bot::launch(&launch, &self.world.log);
            // The chosen failpoint may be a rare one.
            let enough = *self.played.borrow() + 2 + self.dice.roll(if step.is_some() { 40 } else { 10 });
            let mut played = self.played.subscribe();
            let killed_at = tokio::select! {
                () = bot.died(&self.world.log) => Some(step.expect("only a failpoint kills the bot here").name()),
                // The result of the wait holds a lock, so it is dropped at once.
                () = async { drop(played.wait_for(|&played| played >= enough).await) } => {
                    bot.kill().await;
                    Some(ANYWHERE)
                }
                // Everybody waits for work that the bot has postponed. It is due when the bot is back.
                () = self.nothing_is_played() => {
                    bot.kill().await;
                    Some(ANYWHERE)
                }
                () = over.cancelled() => {
                    bot.kill().await;
                    None
                }
            };
            self.world.check_requests().await;
            match killed_at {
                Some(place) => self.count(|counts| *counts.kills.entry(place).or_default() += 1),
                None => return,
            }
            // Discord waits three seconds for the response of a dead bot. The playground skips them.
            self.world.chat.post("/clock", json!({ "advance_ms": 3_000 })).await;
        }
    }

    /// Waits until no move has been played for a while, which is shorter than people wait.
    async fn nothing_is_played(&self) {
        let mut played = self.played.subscribe();
        while tokio::time::timeout(PATIENCE / 4, played.changed()).await.is_ok() {}
    }

    /// Plays games at one place. Returns those of each table that has been there.
    async fn play_at(&self, place: usize, extent: &Extent, begun: &Mutex<usize>) -> Vec<Vec<Played>> {
        let mut tables = Vec::new();
        for number in (place..).step_by(extent.at_once) {
            let games = self.play_games(number, extent, begun).await;
            let enough = games.len() < GAMES_AT_A_TABLE;
            tables.push(games);
            if enough {
                break;
            }
        }
        tables
    }

    /// Plays one game after the other in a channel of its own.
    async fn play_games(&self, number: usize, extent: &Extent, begun: &Mutex<usize>) -> Vec<Played> {
        let all = played();
        let (kind, people, options, machines) = all[number % all.len()].clone();
        let channel = match extent.channels.get(number % extent.channels.len().max(1)) {
            Some(channel) => channel.clone(),
            None => self.world.channel("games").await,
        };
        let mut players = Vec::new();
        for (index, name) in ["Ann", "Bob", "Cid"][..people].iter().enumerate() {
            let player = Player {
                person: self.world.person(name).await,
                wish: WISHES[(2 * number + index) % WISHES.len()],
            };
            self.wish(&channel, &player).await;
            players.push(player);
        }
        let mut games = Vec::new();
        while games.len() < GAMES_AT_A_TABLE {
            {
                let mut begun = begun.lock().expect("no thread panics while it holds the lock");
                if *begun >= extent.games || extent.enough.is_cancelled() {
                    break;
                }
                *begun += 1;
            }
            games.push(self.play_game(&channel, &players, kind, (&options, machines)).await);
        }
        games
    }

    /// Makes a person choose how to be notified.
    async fn wish(&self, channel: &Channel, player: &Player) {
        let Player { person, wish } = player;
        let settings = match wish {
            Wish::Channel => return,
            Wish::Direct => json!({ "pings": "dm" }),
            Wish::Closed => {
                self.world.chat.open_direct_messages(person, false).await;
                json!({ "pings": "dm" })
            }
            Wish::Asleep => {
                let hour = self.world.now().as_second() / 3600;
                let night = format!("{:02}:00-{:02}:00", (hour + 23) % 24, (hour + 8) % 24);
                json!({ "zone": "UTC", "sleep": night })
            }
        };
        let id: u64 = person.0.parse().expect("an id");
        let unset = self.store.read(|tx| tx.person(0.into())).await.expect("it can be read");
        let is_set = async || {
            let now = self.store.read(move |tx| tx.person(id.into())).await.expect("it can be read");
            (now.pings, &now.hours) != (unset.pings, &unset.hours)
        };
        self.insist(is_set, async || {
            self.command(person, channel, "settings", settings.clone()).await;
        })
        .await;
    }

    async fn play_game(
        &self,
        channel: &Channel,
        players: &[Player],
        kind: Kind,
        (options, machines): (&str, bool),
    ) -> Played {
        let (host, guests) = players.split_first().expect("the lobby has a host");
        let lobby = self.open_lobby(channel, players, kind, (options, machines)).await;
        let seated = usize::from(machines) * 2;
        let id = game_of(&lobby.button("Join"));
        let (join, start) = (lobby.button("Join"), lobby.button("Start"));
        for (index, guest) in guests.iter().enumerate() {
            self.insist(
                async || self.joined(id).await == index + 2 + seated,
                async || {
                    self.press(&guest.person, &lobby, &join).await;
                },
            )
            .await;
        }
        self.insist(
            async || self.joined(id).await == 0,
            async || {
                self.press(&host.person, &lobby, &start).await;
            },
        )
        .await;
        let begun = self.stored(id).await;
        let seats = begun.players.iter().map(|player| Person(player.person.to_string())).collect();
        let (channel, players) = (channel.clone(), players.to_vec());
        let mut game = Played { id, channel, players, seats, moves: Vec::new(), awaited: Vec::new() };
        // All but the host resign in the end; between two players who resign the game continues.
        for guest in guests {
            for _ in 0..(3 + self.dice.roll(4)) / guests.len() {
                self.play_move(&mut game).await;
            }
            self.resign(&game, &guest.person).await;
        }
        if machines {
            // The host would play on with the machines.
            self.resign(&game, &host.person).await;
        }
        game
    }

    /// Repeats something until it is done.
    async fn insist(&self, done: impl AsyncFn() -> bool, pending_post: impl AsyncFn()) {
        while !done().await {
            pending_post().await;
        }
    }

    async fn open_lobby(
        &self,
        channel: &Channel,
        players: &[Player],
        kind: Kind,
        (options, machines): (&str, bool),
    ) -> Message {
        let chat = &self.world.chat;
        let mut wish = json!({ "game": kind.slug(), "options": options });
        if machines {
            wish["machine"] = json!("Spore (easiest)");
        }
        for (option, guest) in ["invite", "invite2"].iter().zip(&players[1..]) {
            wish[option] = json!(guest.person.0);
        }
        loop {
            let here: u64 = channel.0.parse().expect("an id");
            let open = self.store.read(move |tx| tx.game_in(here.into())).await.expect("it can be read");
            let Some((id, _)) = open else {
                self.command(&players[0].person, channel, "play", wish.clone()).await;
                continue;
            };
            // If the response did not show it, the outbox will.
            let ours = format!("v1:{id}:join");
            let found = async |messages: &[Message]| {
                let shows = |message: &&Message| message.0["components"].to_string().contains(&ours);
                messages.iter().find(shows).cloned()
            };
            return chat.wait(&self.world.watcher, channel, "a lobby", found).await;
        }
    }

    /// Returns how many people are in a lobby; zero if it is no longer a lobby.
    async fn joined(&self, id: GameId) -> usize {
        self.store.read(move |tx| tx.lobby(id)).await.map_or(0, |lobby| lobby.joined().count())
    }

    /// Tries to use a slash command. Returns the message of the response, if there is one.
    async fn command(&self, by: &Person, channel: &Channel, name: &str, options: Value) -> Option<Message> {
        let begun = self.world.chat.begin_command(by, channel, name, options).await.ok()?;
        self.response(by, &begun).await
    }

    /// Returns the message of the response to an interaction, if there is one. A bot that dies leaves an interaction that it has
    /// deferred without one, so people give up after a while.
    async fn response(&self, by: &Person, interaction: &str) -> Option<Message> {
        let answer = tokio::time::timeout(PATIENCE / 4, self.world.chat.answer(by, interaction)).await;
        answer.ok()?.message
    }

    /// Tries to press a button. Returns the message of the response, if there is one.
    async fn press(&self, by: &Person, message: &Message, custom_id: &str) -> Option<Message> {
        let begun = self.world.chat.begin_press(by, message, custom_id, None).await.ok()?;
        self.response(by, &begun).await
    }

    async fn stored(&self, id: GameId) -> Game {
        self.store.read(move |tx| tx.open(id)).await.expect("the game is stored")
    }

    /// Plays a move, or several of a turn, until it is on record: sometimes only after a notification, sometimes by a double
    /// click, and sometimes with a reply that the other player has planned.
    async fn play_move(&self, game: &mut Played) {
        self.let_machines_move(game).await;
        let before = self.stored(game.id).await;
        // A player may have lost by the last move.
        let Some(seat) = before.table.to_act().first() else { return };
        let mover = person_in(&before, seat);
        if self.dice.roll(2) == 0 && self.is_called(game, &before, &mover).await {
            game.awaited.push((before.table.turn(), mover.clone()));
        }
        let notations = self.choose(&before);
        let ply = before.record.len();
        let planned = match self.dice.roll(4) {
            0 if before.table.kind() == Kind::Protozoa && !before.has_machines() => {
                self.plan_reply(game, &before, &notations[0]).await
            }
            _ => None,
        };
        // In a game with simultaneous orders, an order that is sent again would count for the next turn once all other orders are
        // in. A seat with two turns in a row can end both.
        let mut after = before.table.clone();
        let is_legal_again = notations.iter().all(|notation| after.play(seat, notation).is_ok())
            && after.legal(seat).contains(&notations[0]);
        let can_click_twice = match before.table.kind().is_simultaneous() {
            true => before.table.to_act().len() > 1,
            false => !is_legal_again,
        };
        let mut acknowledged = false;
        let is_played = |now: &Game| {
            now.record[ply..].iter().any(|entry| entry.seat == seat && entry.notation == notations[0])
        };
        loop {
            let now = self.stored(game.id).await;
            // Nobody else moves meanwhile. A move that nobody wanted is a complaint, and this one may never be legal again.
            if is_played(&now) || now.record.len() > ply {
                break;
            }
            self.upset().await;
            let once = || self.type_moves(game, &mover, &notations);
            acknowledged |= match self.dice.roll(5) {
                0 if can_click_twice => {
                    let (one, two) = tokio::join!(once(), once());
                    one || two
                }
                _ => once().await,
            };
        }
        self.played.send_modify(|played| *played += 1);
        let plies = ply + notations.len();
        game.moves.extend(notations.into_iter().map(|notation| (notation, acknowledged)));
        let replied = planned.is_some() && self.stored(game.id).await.record.len() > plies;
        game.moves.extend(planned.filter(|(_, acknowledged)| *acknowledged || replied));
    }

    /// Waits until a person is to move, and notes what the machines have played.
    async fn let_machines_move(&self, game: &mut Played) {
        let a_person_moves = async |_: &[Message]| {
            let now = self.stored(game.id).await;
            let waits = now.awaited().iter().any(|person| !person.is_machine());
            (waits || now.table.outcome().is_some()).then_some(now)
        };
        let chat = &self.world.chat;
        let now = chat.wait(&self.world.watcher, &game.channel, "a machine's move", a_person_moves).await;
        let moves =
            now.record.iter().skip(game.moves.len()).take_while(|entry| now.machine_in(entry.seat).is_some());
        game.moves.extend(moves.map(|entry| (entry.notation.clone(), false)));
    }

    /// Waits until a player has been notified in the current turn of a game. Returns `false` for sleeping players, and if a
    /// player has left in this turn, since the newest board is not the one that notified.
    async fn is_called(&self, game: &Played, before: &Game, mover: &Person) -> bool {
        let turn = before.table.turn();
        let sleeps = game.players.iter().any(|player| player.person == *mover && player.wish == Wish::Asleep);
        // Machines notify nobody who has just moved.
        if sleeps
            || before.has_machines()
            || before.record.iter().any(|entry| entry.turn == turn && !entry.is_move())
        {
            return false;
        }
        let chat = &self.world.chat;
        let called = async |_: &[Message]| {
            let (board, shown) = self.stored(game.id).await.board?;
            let board = board.to_string();
            let notices = chat.notifications(mover).await;
            let calls = notices.iter().any(|note| {
                note.message == board
                    || (called_to(&note.text) == Some(game.id) && note.text.contains(&board))
            });
            (shown == turn && calls).then_some(())
        };
        chat.wait(mover, &game.channel, "a notification to move", called).await;
        true
    }

    /// Chooses what to play next: one move, or part of a turn that has several.
    fn choose(&self, before: &Game) -> Vec<String> {
        let seat = before.table.to_act().first().expect("the game is running");
        // A player who repeats a move that was answered at once is asked to confirm.
        let last = before.record.iter().rev().find(|entry| entry.seat == seat);
        let mut ahead = before.table.clone();
        let continues = |ahead: &Table| {
            ahead.turn() == before.table.turn()
                && ahead.to_act().contains(seat)
                && ahead.kind() == Kind::Semiosphere
        };
        let mut notations = Vec::new();
        for _ in 0..=self.dice.roll(3) {
            let mut legal = ahead.legal(seat);
            legal.retain(|notation| last.is_none_or(|last| last.notation != *notation));
            let notation = self.pick(&legal);
            ahead.play(seat, &notation).expect("legal moves can be played");
            notations.push(notation);
            if !continues(&ahead) {
                return notations;
            }
        }
        // A message that is sent twice must not be played twice.
        let mut again = ahead.clone();
        if notations.iter().all(|notation| again.play(seat, notation).is_ok()) {
            ahead.play(seat, END).expect("an unfinished turn can be ended");
            notations.push(END.to_owned());
        }
        notations
    }

    /// Lets the other player plan a reply to the coming move. Returns the reply, and whether the bot has promised to play it.
    async fn plan_reply(&self, game: &Played, before: &Game, notation: &str) -> Option<(String, bool)> {
        let mut after = before.table.clone();
        after.play(after.to_act().first()?, notation).expect("legal moves can be played");
        let seat = after.to_act().first()?;
        let reply = self.pick(&after.legal(seat));
        self.upset().await;
        let wish = json!({ "if": notation, "then": reply });
        let answer = self.command(&person_in(before, seat), &game.channel, "plan", wish).await;
        let acknowledged = answer.is_some_and(|message| message.content().starts_with("✅ Planned"));
        self.count(|counts| counts.planned += usize::from(acknowledged));
        Some((reply, acknowledged))
    }

    /// Returns a move that does little: one of the last, usually a piece far from all others.
    fn pick(&self, legal: &[String]) -> String {
        legal[legal.len() - 1 - self.dice.roll(legal.len().min(8))].clone()
    }

    /// Types moves in one message, and confirms if the bot asks, but not if it asks whether to play them a second time. Returns
    /// whether the bot says that they are played.
    async fn type_moves(&self, game: &Played, mover: &Person, notations: &[String]) -> bool {
        const YES: &str = "Play it";
        let typed = json!({ "move": notations.join(" ") });
        let mut answer = self.command(mover, &game.channel, "move", typed).await;
        let asks_first = answer.as_ref().filter(|answer| answer.buttons().contains(&YES));
        if let Some(question) = asks_first.filter(|question| !question.content().contains(" again?")) {
            answer = self.press(mover, question, &question.button(YES)).await;
        }
        // The public board, or a receipt.
        answer.is_some_and(|message| !message.private() || message.content().starts_with('✅'))
    }

    async fn resign(&self, game: &Played, who: &Person) {
        let has_left = async || {
            let now = self.stored(game.id).await;
            let gone = now.table.left().iter().any(|seat| person_in(&now, seat) == *who);
            gone || now.table.outcome().is_some()
        };
        self.insist(has_left, async || {
            let question = self.command(who, &game.channel, "resign", json!({})).await;
            if let Some(question) = question.filter(|question| question.buttons().contains(&"Resign")) {
                self.press(who, &question, &question.button("Resign")).await;
            }
        })
        .await;
    }

    /// Lets something go wrong, now and then.
    async fn upset(&self) {
        if !self.faults {
            return;
        }
        let posts = |fault: Value| {
            let mut whole = json!({ "route": "/messages", "times": 1 });
            whole.as_object_mut().expect("an object").extend(fault.as_object().expect("an object").clone());
            whole
        };
        let slow_down = json!({ "message": "slow down", "retry_after": 0.05, "global": false });
        let (name, fault) = match self.dice.roll(28) {
            0 => ("500", posts(json!({ "status": 500 }))),
            1 => ("503 twice", posts(json!({ "status": 503, "times": 2 }))),
            2 => ("429", posts(json!({ "status": 429, "body": slow_down }))),
            3 | 4 => ("lost reply", posts(json!({ "lose_reply": true }))),
            5 => ("lost reply and reset", posts(json!({ "lose_reply": true, "reset": true }))),
            6 => ("reset", posts(json!({ "reset": true }))),
            7 => ("lost answer", json!({ "route": "/callback", "times": 1, "lose_reply": true })),
            8 => ("failed answer", json!({ "route": "/callback", "times": 1, "status": 500 })),
            16 => (
                "lost answer and reset",
                json!({ "route": "/callback", "times": 1, "lose_reply": true, "reset": true }),
            ),
            13 => (
                "failed deletion",
                json!({ "route": "/messages/*", "method": "DELETE", "times": 1, "status": 500 }),
            ),
            14 => (
                "lost deletion",
                json!({ "route": "/messages/*", "method": "DELETE", "times": 1, "lose_reply": true }),
            ),
            15 => (
                "no way to direct messages",
                json!({ "route": "/users/*/channels", "times": 1, "status": 500 }),
            ),
            9 => ("gateway drop", json!({ "resumable": true })),
            10 => ("invalid session", json!({ "resumable": false })),
            11 => ("events repeated", json!({ "resumable": true, "replay": 20 })),
            12 => ("delivered twice", json!({ "event": "INTERACTION_CREATE", "times": 1 })),
            _ => return,
        };
        if fault.get("resumable").is_some() {
            // At this moment nobody may be connected.
            let _ = self.world.chat.send(reqwest::Method::POST, "/gateway/drop", fault).await;
        } else if fault.get("event").is_some() {
            self.world.chat.post("/gateway/repeat", fault).await;
        } else {
            // Faults of a rare request would add up, and then hit one post again and again for longer than people wait.
            self.world.chat.no_faults().await;
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
