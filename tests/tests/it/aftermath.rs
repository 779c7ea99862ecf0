//! What torment has left behind: the channels are read as players would read them, and compared with what they have done.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashMap},
    fmt,
};

use bot::{steps::Step, text};
use data::{DatabaseFile, Game, GameId, Store};
use rules::{Seat, Viewer};

use crate::{
    chat::{Channel, Person},
    message::Message,
    process::petri,
    world::World,
};

/// What happened.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) games: usize,
    /// Moves on record, and how many of them the player was told of by the answer.
    pub(crate) moves: usize,
    pub(crate) acknowledged: usize,
    /// Replies that the player was told will be played.
    pub(crate) planned: usize,
    /// By where the bot was killed.
    pub(crate) kills: BTreeMap<&'static str, usize>,
    pub(crate) faults: BTreeMap<&'static str, usize>,
    pub(crate) boards: usize,
    pub(crate) pings: usize,
    /// What players would complain about.
    pub(crate) lost: Vec<String>,
    pub(crate) doubled: Vec<String>,
    /// What is wrong with the database itself.
    pub(crate) unsound: Vec<String>,
}

impl Counts {
    /// Whether nobody has reason to complain.
    pub(crate) fn all_is_well(&self) -> bool {
        self.lost.is_empty() && self.doubled.is_empty() && self.unsound.is_empty()
    }

    /// The steps that the bot was never killed at.
    pub(crate) fn not_killed_at(&self) -> Vec<&'static str> {
        let steps = Step::ALL.iter().map(|step| step.word()).chain([ANYWHERE]);
        steps.filter(|place| !self.kills.contains_key(place)).collect()
    }
}

/// Where the bot is killed that does not kill itself.
pub(crate) const ANYWHERE: &str = "anywhere";

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |counts: &BTreeMap<&str, usize>| {
            counts.iter().map(|(what, count)| format!("{what} {count}")).collect::<Vec<_>>().join(", ")
        };
        writeln!(
            f,
            "games {}, moves {} ({} acknowledged, {} planned)",
            self.games, self.moves, self.acknowledged, self.planned
        )?;
        writeln!(f, "kills {}: {}", self.kills.values().sum::<usize>(), list(&self.kills))?;
        writeln!(f, "faults {}: {}", self.faults.values().sum::<usize>(), list(&self.faults))?;
        writeln!(f, "boards {}, pings {}", self.boards, self.pings)?;
        write!(
            f,
            "lost {}, doubled {}, unsound {}",
            self.lost.len(),
            self.doubled.len(),
            self.unsound.len()
        )?;
        for complaint in self.lost.iter().chain(&self.doubled).chain(&self.unsound) {
            write!(f, "\n  {complaint}")?;
        }
        Ok(())
    }
}

/// A game that was played, as its players know it.
pub(crate) struct Played {
    pub(crate) id: GameId,
    pub(crate) channel: Channel,
    pub(crate) host: Person,
    pub(crate) guest: Person,
    /// The moves in order, each with whether the answer acknowledged it.
    pub(crate) moves: Vec<(String, bool)>,
}

/// Reads the channels of all games, looks into the database, and adds to `counts` what was found.
pub(crate) async fn examine(world: &World, store: &Store, games: &[Vec<Played>], counts: &mut Counts) {
    for games in games {
        for game in games {
            let id = game.id;
            let stored = store.read(move |tx| tx.open(id)).await.expect("the game is stored");
            Reader { world, counts }.read_back(game, &stored).await;
        }
        Reader { world, counts }.read_lobbies(games).await;
    }
    Reader { world, counts }.examine_database().await;
}

/// Somebody who reads what everybody sees, and keeps count.
struct Reader<'w> {
    world: &'w World,
    counts: &'w mut Counts,
}

impl Reader<'_> {
    /// Lets SQLite check the database, and `petri verify` all games.
    async fn examine_database(self) {
        let file = DatabaseFile::open(&self.world.database()).expect("it opens");
        let mut wrong = file.damages().expect("it can be read");
        let verified = petri().arg("verify").arg("--data-dir").arg(self.world.folder()).output().await;
        let verified = verified.expect("the program runs");
        if !verified.status.success() {
            wrong.push(String::from_utf8_lossy(&verified.stdout).into_owned());
        }
        self.counts.unsound = wrong;
    }

    /// Reads a game's channel as its players would, and compares it with what they have done.
    async fn read_back(mut self, game: &Played, stored: &Game) {
        let on_record: Vec<&str> = stored
            .record
            .iter()
            .filter(|entry| entry.is_move())
            .map(|entry| entry.notation.as_str())
            .collect();
        let name = format!("game {}", game.id);
        for (ply, (notation, acknowledged)) in game.moves.iter().enumerate() {
            if on_record.get(ply) != Some(&notation.as_str()) {
                self.counts.lost.push(format!("{name}: ply {ply}, {notation}, {acknowledged}"));
            }
        }
        if on_record.len() > game.moves.len() {
            self.counts.doubled.push(format!("{name}: {on_record:?} of {:?}", game.moves));
        }
        self.counts.games += 1;
        self.counts.moves += on_record.len();
        self.counts.acknowledged += game.moves.iter().filter(|(_, acknowledged)| *acknowledged).count();
        let messages = self.world.messages(&game.channel).await;
        self.read_boards(game, stored, &messages).await;
    }

    /// Every game of a channel has had one lobby, which says now that the game has begun.
    async fn read_lobbies(self, games: &[Played]) {
        let Some(first) = games.first() else { return };
        let messages = self.world.messages(&first.channel).await;
        let lobbies = messages.iter().filter(|message| message.content().contains("has begun")).count();
        let told = format!("{lobbies} lobbies of {} games", games.len());
        match lobbies.cmp(&games.len()) {
            Ordering::Less => self.counts.lost.push(told),
            Ordering::Equal => {}
            Ordering::Greater => self.counts.doubled.push(told),
        }
    }

    async fn read_boards(&mut self, game: &Played, stored: &Game, messages: &[Message]) {
        let mut pinged: HashMap<String, Vec<Person>> = HashMap::new();
        let boards: Vec<&str> =
            messages.iter().filter(|message| is_board(message, game.id)).map(Message::id).collect();
        for person in [&game.host, &game.guest] {
            let mut pings = self.world.chat.pings(person).await;
            pings.retain(|ping| boards.contains(&ping.as_str()));
            if !pings.is_sorted_by_key(|ping| boards.iter().position(|board| board == ping)) {
                self.counts.doubled.push(format!("game {}: pings out of order", game.id));
            }
            for message in pings {
                pinged.entry(message).or_default().push(person.clone());
            }
        }
        let told = |from: usize, to: usize| {
            let mut part = stored.clone();
            part.record = stored.record[from..to].to_vec();
            text::story(&part, Viewer::Public, 0)
        };
        let (mut at, mut seen) = (0, 0);
        for board in messages.iter().filter(|message| is_board(message, game.id)) {
            seen += 1;
            let story = story_of(board);
            let begins = at == 0 && seen == 1 && story.starts_with("The game begins");
            let until = (at + 1..=stored.record.len()).find(|&until| told(at, until) == story);
            at = match until {
                _ if begins => 0,
                Some(until) => until,
                None => {
                    self.counts.doubled.push(format!("game {}: after ply {at} comes {story:?}", game.id));
                    return;
                }
            };
            let want: Vec<Person> = mover_after(stored, at).into_iter().collect();
            let got = pinged.remove(board.id()).unwrap_or_default();
            self.counts.boards += 1;
            self.counts.pings += got.len();
            if got.len() < want.len() {
                self.counts.lost.push(format!("game {}: the ping after ply {at}", game.id));
            } else if got != want {
                self.counts.doubled.push(format!("game {}: pings {got:?} after ply {at}", game.id));
            }
        }
        if at < stored.record.len() {
            self.counts.lost.push(format!("game {}: boards after ply {at}", game.id));
        }
    }
}

pub(crate) fn person_in(game: &Game, seat: Seat) -> Person {
    Person(game.person_in(seat).expect("somebody sits there").to_string())
}

/// Who is to move after so many entries of a record.
fn mover_after(game: &Game, plies: usize) -> Option<Person> {
    let mut table = rules::Table::new(game.table.kind(), &game.options).expect("the options are good");
    for (ply, entry) in game.record[..plies].iter().enumerate() {
        table.enter(&game.record[..ply], entry.seat, &entry.notation).expect("the record is good");
    }
    table.to_act().first().map(|seat| person_in(game, seat))
}

fn is_board(message: &Message, id: GameId) -> bool {
    let title = message.0["embeds"][0]["title"].as_str().unwrap_or_default();
    message.has_picture() && title.ends_with(&format!("game {id}"))
}

/// What a board tells: the first paragraph of its card.
fn story_of(board: &Message) -> String {
    let card = board.0["embeds"][0]["description"].as_str().unwrap_or_default();
    card.split("\n\n").next().unwrap_or_default().to_owned()
}
