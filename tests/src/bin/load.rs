//! Plays thousands of games at once against the real bot, as fast as you like, and prints how long people wait and what the bot needs:
//! `cargo run --release -p tests --bin load -- --games 10000 --rate 200 --minutes 10`.
//!
//! Each game has a server and a channel of its own in a playground. With `--database` the games are on a PostgreSQL server, and two
//! bots share them. With `--minutes 0` nobody moves, and only the start is measured. The bot is this same program, started with
//! `PETRI_UNDER_TEST` in its environment.
#![allow(clippy::expect_used, clippy::print_stdout)] // It is a test that is run by hand.
#![allow(dead_code, reason = "the stories use the rest of these modules")]

use std::{
    collections::{BTreeMap, VecDeque},
    env,
    path::Path,
    process::{ExitCode, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use clap::Parser;
use data::{GameId, GuestStatus, GuildId, NewGame, Payload, Store, StoreError, Tx, fixture};
use jiff::Timestamp;
use meters::Meters;
use playground::Server;
use rand::{SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use reqwest::Method;
use rules::{Kind, Options, Table};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::Child,
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

use crate::{
    chat::{Channel, Chat, Person},
    process::{TOKEN, UNDER_TEST},
};

#[path = "../../tests/it/chat.rs"]
mod chat;
#[path = "../../tests/it/message.rs"]
mod message;
#[path = "../../tests/it/process.rs"]
mod process;
#[path = "../under_test.rs"]
mod under_test;

/// Plays many games at once, and prints how long people wait and what the bot needs
#[derive(Parser)]
struct Wish {
    /// How many games run
    #[arg(long, default_value_t = 10_000)]
    games: usize,
    /// How many moves people make in a second
    #[arg(long, default_value_t = 200)]
    rate: u32,
    /// How long they play, in minutes
    #[arg(long, default_value_t = 10)]
    minutes: u64,
    /// A PostgreSQL server for a new database, such as `host=/run/postgresql user=petri`; without it, the games are in a file
    #[arg(long)]
    database: Option<String>,
}

/// How many people play. Each has seats in many games.
const PEOPLE: usize = 500;
/// How many servers a shard serves.
const ON_A_SHARD: usize = 2_500;
/// How many games one transaction begins.
const AT_ONCE: usize = 500;
/// The pause between two looks for connected bots.
const LOOK: Duration = Duration::from_millis(5);
/// The pause between two counts of what is still to be posted.
const COUNT: Duration = Duration::from_millis(250);
/// The time from which ids count, as Unix time.
const EPOCH: Duration = Duration::from_millis(1_420_070_400_000);
/// How long people wait for a response before they give up.
const PATIENCE: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    if env::var_os(UNDER_TEST).is_some() {
        return under_test::main();
    }
    let runtime = tokio::runtime::Runtime::new().expect("the runtime starts");
    runtime.block_on(load(&Wish::parse()));
    ExitCode::SUCCESS
}

/// A game and the position in it.
struct Game {
    channel: Channel,
    seats: Vec<Person>,
    table: Table,
    random: StdRng,
}

/// The responses that people got.
#[derive(Default)]
struct Seen {
    waits: Vec<(Kind, Duration)>,
    refused: BTreeMap<String, usize>,
}

async fn load(wish: &Wish) {
    let folder = tempfile::tempdir().expect("a folder");
    let address = match wish.database.clone() {
        Some(server) => Some(fixture::database_on(server).await),
        None => None,
    };
    let server = Server::bind(playground::Options::default()).await.expect("a free port");
    let url = server.url();
    let stop = CancellationToken::new();
    let serving = tokio::spawn(server.run(stop.clone()));
    let chat = Chat::new(&url);

    let begun = Instant::now();
    let games = gather(&chat, wish, folder.path(), address.as_deref()).await;
    println!("{} games begun in {:.0} s", games.len(), begun.elapsed().as_secs_f64());

    let begun = Instant::now();
    let bot = Bot::start(&url, folder.path(), address.as_deref(), "connected as").await;
    println!("start: {:.1} s until the bot is connected", begun.elapsed().as_secs_f64());
    let _waiting = match address.as_deref() {
        Some(address) => Some(Bot::start(&url, folder.path(), Some(address), "took slices").await),
        None => None,
    };
    let (sessions, bots) = (shards(wish), if address.is_some() { 2 } else { 1 });
    while chat.get("/gateway").await["sessions"].as_array().map_or(0, Vec::len) < sessions * bots {
        tokio::time::sleep(LOOK).await;
    }
    println!("{:.1} s until all {sessions} shards are", begun.elapsed().as_secs_f64());
    println!("memory after the start: {} MB", bot.memory("VmRSS"));

    if wish.minutes > 0 {
        let store = match &address {
            Some(address) => fixture::observe(address, PATIENCE).await,
            None => Store::open(&folder.path().join("petri.sqlite")).await.expect("the file opens"),
        };
        let begun = Instant::now();
        all_posted(&store).await;
        println!("{:.1} s until all first boards are posted", begun.elapsed().as_secs_f64());
        let (begun, cpu) = (Instant::now(), bot.cpu());
        let seen = play(&chat, games, wish).await;
        let seconds = begun.elapsed().as_secs_f64();
        report(&seen, seconds);
        let cores = (bot.cpu() - cpu).as_secs_f64() / seconds;
        println!(
            "processor: {cores:.2} cores; memory: {} MB, {} MB at most",
            bot.memory("VmRSS"),
            bot.memory("VmHWM")
        );
        let begun = Instant::now();
        all_posted(&store).await;
        println!("all boards are posted {:.1} s later", begun.elapsed().as_secs_f64());
    }
    stop.cancel();
    serving.await.expect("the playground ends").expect("it served");
}

/// Waits until the bots have posted all that is due.
async fn all_posted(store: &Store) {
    let soon = || Timestamp::now() + PATIENCE;
    while store.read(move |tx| tx.counts(soon())).await.expect("it can be read").waiting > 0 {
        tokio::time::sleep(COUNT).await;
    }
}

/// Begins games among people of a playground, each on a server of its own.
async fn gather(chat: &Chat, wish: &Wish, folder: &Path, address: Option<&str>) -> Vec<Game> {
    let limits = json!({ "shards": shards(wish), "total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16 });
    chat.send(Method::PUT, "/gateway/limits", limits).await.expect("the limits are set");
    let mut people = Vec::new();
    for nth in 0..PEOPLE {
        people.push(chat.person(&format!("Player {nth}")).await);
    }
    let places = places(chat, wish).await;
    ids_in_time(&places).await;
    let store = match address {
        Some(address) => Store::connect(address, Meters::default()).await.expect("the database answers"),
        None => Store::open(&folder.join("petri.sqlite")).await.expect("a new file"),
    };
    let mut games = Vec::new();
    for some in places.chunks(AT_ONCE) {
        let first = games.len();
        let new: Vec<_> =
            (first..).zip(some).map(|(nth, place)| (nth, place.0, number(&place.1.0))).collect();
        let pair = move |nth: usize| [nth % PEOPLE, (nth * 7 + 1 + nth / PEOPLE) % PEOPLE];
        let ids: Vec<u64> = people.iter().map(|person| number(&person.0)).collect();
        let has_channels = wish.minutes > 0;
        let begin = move |tx: &Tx<'_>| {
            let mut seated = Vec::new();
            for &(nth, guild, channel) in &new {
                let (id, seats) = begin(tx, nth, (guild, channel), pair(nth).map(|one| ids[one]))?;
                if has_channels {
                    tx.queue(id, &Payload::board(0), Timestamp::now())?;
                }
                seated.push(seats);
            }
            Ok::<_, StoreError>(seated)
        };
        let begun = store.write(begin).await.expect("games begin");
        for (nth, (place, seats)) in (first..).zip(some.iter().zip(begun)) {
            let person = |id: u64| Person(id.to_string());
            let (kind, options) = kind_of(nth);
            games.push(Game {
                channel: place.1.clone(),
                seats: seats.into_iter().map(person).collect(),
                table: Table::new(kind, &options).expect("the usual options"),
                random: StdRng::seed_from_u64(nth as u64),
            });
        }
    }
    games
}

/// Returns a server and a channel for each game. If nobody moves, nobody posts there, so that all are on one server and their channels
/// need not exist.
async fn places(chat: &Chat, wish: &Wish) -> Vec<(u64, Channel)> {
    let mut places = Vec::new();
    while places.len() < servers(wish) {
        let count = (servers(wish) - places.len()).min(ON_A_SHARD);
        let added = chat.post("/guilds", json!({ "count": count })).await;
        places.extend(added.as_array().expect("a list").iter().map(|place| {
            let id = |name: &str| chat::text(&place[name]);
            (number(&id("id")), Channel(id("channel_id")))
        }));
    }
    let guild = places.first().map_or(0, |place| place.0);
    places.extend((places.len()..wish.games).map(|nth| (guild, Channel(nth.to_string()))));
    places
}

/// Waits until the clock has passed the ids of all servers. They are a millisecond apart, so those of ten thousand lie ten seconds ahead.
/// Until then all interactions would get ids of the same millisecond, and the bot would reject them as late.
async fn ids_in_time(places: &[(u64, Channel)]) {
    let newest = places.iter().map(|place| place.0).max().unwrap_or_default();
    let made = EPOCH + Duration::from_millis(newest >> 22);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    tokio::time::sleep(made.saturating_sub(now)).await;
}

fn servers(wish: &Wish) -> usize {
    if wish.minutes == 0 { 1 } else { wish.games }
}

fn shards(wish: &Wish) -> usize {
    servers(wish).div_ceil(ON_A_SHARD)
}

fn number(id: &str) -> u64 {
    id.parse().expect("an id")
}

fn kind_of(nth: usize) -> (Kind, Options) {
    let kind = Kind::ALL[nth % Kind::ALL.len()];
    (kind, Options::new().with("players", 2))
}

/// Begins a game, and returns it with the people on its seats.
fn begin(
    tx: &Tx<'_>,
    nth: usize,
    (guild, channel): (u64, u64),
    people: [u64; 2],
) -> Result<(GameId, Vec<u64>), StoreError> {
    let (kind, options) = kind_of(nth);
    let now = Timestamp::now();
    let lobby = NewGame {
        kind,
        options: options.clone(),
        guild: GuildId::from(guild),
        channel: channel.into(),
        host: people[0].into(),
        invited: Vec::new(),
        at: now,
    };
    let id: GameId = tx.open_lobby(&lobby)?;
    tx.set_guest_status(id, people[1].into(), GuestStatus::Joined, now)?;
    let table = Table::new(kind, &options).expect("the usual options");
    let seats: Vec<u64> = (0..table.game().seats()).map(|seat| people[usize::from(seat) % 2]).collect();
    let on_seats: Vec<_> = seats.iter().map(|&person| person.into()).collect();
    tx.start(id, &options, &on_seats, &table, now)?;
    Ok((id, seats))
}

/// Lets people move at a steady pace.
async fn play(chat: &Chat, games: Vec<Game>, wish: &Wish) -> Seen {
    let seen = Arc::new(Mutex::new(Seen::default()));
    let free = Arc::new(Mutex::new(VecDeque::from(games)));
    let end = Instant::now() + Duration::from_secs(60 * wish.minutes);
    let mut pace = tokio::time::interval(Duration::from_secs(1) / wish.rate);
    let mut moving = JoinSet::new();
    while Instant::now() < end {
        pace.tick().await;
        while moving.try_join_next().is_some() {}
        let game = free.lock().expect("nobody panics").pop_front();
        let Some(mut game) = game else { continue };
        let (chat, seen, free) = (chat.clone(), seen.clone(), free.clone());
        moving.spawn(async move {
            let begun = Instant::now();
            let moved = one_move(&chat, &mut game).await;
            {
                let mut seen = seen.lock().expect("nobody panics");
                match moved {
                    Ok(()) => seen.waits.push((game.table.kind(), begun.elapsed())),
                    Err(why) => *seen.refused.entry(why).or_default() += 1,
                }
            }
            // A game that is over needs no more moves.
            if game.table.outcome().is_none() {
                free.lock().expect("nobody panics").push_back(game);
            }
        });
    }
    moving.join_all().await;
    std::mem::take(&mut *seen.lock().expect("nobody panics"))
}

/// Types a legal move, and waits until the bot has responded.
async fn one_move(chat: &Chat, game: &mut Game) -> Result<(), String> {
    let seat = game.table.to_act().first().expect("the game goes on");
    let notation = game.table.legal(seat).choose(&mut game.random).expect("there is a legal move").clone();
    let by = &game.seats[seat.index()];
    let begun = chat.begin_command(by, &game.channel, "move", json!({ "move": notation })).await;
    let mut interaction = begun.map_err(|refused| format!("{refused:?}"))?;
    for _ in 0..2 {
        let shown = response(chat, &interaction).await?;
        let Some(message) = shown else { return Err("no message".to_owned()) };
        let messages = chat.messages(by, &game.channel).await;
        let Some(message) = messages.into_iter().find(|one| one.id() == message) else {
            return Err("the message is gone".to_owned());
        };
        if message.buttons().contains(&"Play it") {
            let press = chat.begin_press(by, &message, &message.button("Play it"), None).await;
            interaction = press.map_err(|refused| format!("{refused:?}"))?;
            continue;
        }
        if message.private() && !message.content().starts_with('✅') {
            return Err(message.content().lines().next().unwrap_or_default().to_owned());
        }
        break;
    }
    game.table.play(seat, &notation).map_err(|why| format!("{why:?}"))?;
    game.table.pass_forced(|_, _| {});
    Ok(())
}

/// Waits for the response to an interaction, and returns its message.
async fn response(chat: &Chat, interaction: &str) -> Result<Option<String>, String> {
    let ended = chat.response(interaction, PATIENCE).await;
    match ended["state"].as_str() {
        Some("answered") => Ok(ended["message_id"].as_str().map(str::to_owned)),
        _ => Err(ended["error"].as_str().unwrap_or("no response in time").to_owned()),
    }
}

fn report(seen: &Seen, seconds: f64) {
    let line = |name: &str, mut waits: Vec<Duration>| {
        waits.sort();
        let at = |percent: usize| {
            let nth = (waits.len() * percent).div_ceil(100).saturating_sub(1);
            waits.get(nth).copied().unwrap_or_default()
        };
        println!("{name:16} {:7} {:8.0?} {:8.0?} {:8.0?}", waits.len(), at(50), at(99), at(100));
    };
    println!("{:.0} moves a second", seen.waits.len() as f64 / seconds);
    println!("{:16} {:>7} {:>8} {:>8} {:>8}", "to the response", "moves", "median", "99th %", "most");
    for kind in Kind::ALL {
        let waits = seen.waits.iter().filter(|(of, _)| of == kind).map(|(_, wait)| *wait).collect();
        line(kind.slug(), waits);
    }
    line("all", seen.waits.iter().map(|(_, wait)| *wait).collect());
    let refused: usize = seen.refused.values().sum();
    println!("moves without success: {refused} {:?}", seen.refused);
}

/// A running bot.
struct Bot {
    child: Child,
}

impl Bot {
    /// Starts a bot, and waits until it logs these words.
    async fn start(url: &str, folder: &Path, address: Option<&str>, words: &str) -> Bot {
        let mut command = process::petri();
        if let Some(address) = address {
            command.env("PETRI_DATABASE", address);
        }
        let mut child = command
            .arg("run")
            .env("DISCORD_TOKEN", TOKEN)
            .env("PETRI_DISCORD_URL", url)
            .env("PETRI_DATA_DIR", folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            if line.contains(words) {
                break;
            }
        }
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                if line.contains(" ERROR ") {
                    println!("{line}");
                }
            }
        });
        Bot { child }
    }

    fn file(&self, name: &str) -> String {
        let id = self.child.id().expect("it runs");
        std::fs::read_to_string(format!("/proc/{id}/{name}")).expect("it can be read")
    }

    /// Returns a figure of its memory, in megabytes.
    fn memory(&self, figure: &str) -> u64 {
        let status = self.file("status");
        let line = status.lines().find_map(|line| line.strip_prefix(figure)).expect("the figure");
        let kb: u64 = line.trim_matches(|c: char| !c.is_ascii_digit()).parse().expect("a number");
        kb / 1024
    }

    /// Returns the time that processors have spent on it.
    fn cpu(&self) -> Duration {
        let stat = self.file("stat");
        let fields: Vec<&str> = stat.rsplit_once(')').expect("the name").1.split_whitespace().collect();
        let ticks: u64 = [11, 12].iter().map(|&nth| fields[nth].parse::<u64>().expect("a number")).sum();
        Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second())
    }
}
