//! Examines the result of a tormented run: reads the channels as players would read them and compares them with what the players
//! did.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use data::{DatabaseFile, Game, GameId, LedgerEntry, Store, fixture};
use messages::text;
use play::failpoint::Failpoint;
use rules::{Seat, SeatSet, Table, Viewer};

use crate::{
    chat::{Channel, Person},
    message::Message,
    world::World,
};

/// Counts over all games of a run.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) games: usize,
    /// Moves on record, and how many of them the response confirmed to the player.
    pub(crate) moves: usize,
    pub(crate) acknowledged: usize,
    /// Replies that the bot promised to play.
    pub(crate) planned: usize,
    /// The number of kills at each failpoint.
    pub(crate) kills: BTreeMap<&'static str, usize>,
    pub(crate) faults: BTreeMap<&'static str, usize>,
    pub(crate) boards: usize,
    /// Notifications to move, and how many of them were direct messages.
    pub(crate) calls: usize,
    pub(crate) direct: usize,
    /// Notifications that a game has ended.
    pub(crate) endings: usize,
    /// Rated games with a result in the ledger.
    pub(crate) rated: usize,
    /// How often a player moved only after the notification.
    pub(crate) awaited: usize,
    /// Complaints that a player would have.
    pub(crate) lost: Vec<String>,
    pub(crate) doubled: Vec<String>,
    /// Messages that reached the wrong person or place.
    pub(crate) astray: Vec<String>,
    /// Damage in the database.
    pub(crate) unsound: Vec<String>,
}

impl Counts {
    /// Returns whether nobody has a reason to complain.
    pub(crate) fn all_is_well(&self) -> bool {
        [&self.lost, &self.doubled, &self.astray, &self.unsound].into_iter().all(Vec::is_empty)
    }

    /// Returns the failpoints at which the bot was never killed.
    pub(crate) fn not_killed_at(&self) -> Vec<&'static str> {
        let steps = Failpoint::ALL.iter().map(|step| step.name()).chain([ANYWHERE]);
        steps.filter(|place| !self.kills.contains_key(place)).collect()
    }
}

/// The key in [`Counts::kills`] for kills from outside.
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
        writeln!(
            f,
            "boards {}, calls {} ({} by direct message, {} waited for), endings {}, rated {}",
            self.boards, self.calls, self.direct, self.awaited, self.endings, self.rated
        )?;
        let complaints = [
            ("lost", &self.lost),
            ("doubled", &self.doubled),
            ("astray", &self.astray),
            ("unsound", &self.unsound),
        ];
        let counts = complaints.map(|(what, list)| format!("{what} {}", list.len()));
        write!(f, "{}", counts.join(", "))?;
        for (what, complaint) in
            complaints.into_iter().flat_map(|(what, list)| list.iter().map(move |one| (what, one)))
        {
            write!(f, "\n  {what}: {complaint}")?;
        }
        Ok(())
    }
}

/// How a player wants to be notified to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    /// In the channel, by the board.
    Channel,
    /// By a direct message.
    Direct,
    /// By a direct message, although the player accepts none.
    Closed,
    /// Not now: the player sleeps.
    Asleep,
}

/// A player of a game.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) person: Person,
    pub(crate) wish: Wish,
}

/// A game that was played, as its players know it.
pub(crate) struct Played {
    pub(crate) id: GameId,
    pub(crate) channel: Channel,
    pub(crate) players: Vec<Player>,
    /// The players in seats 1, 2 and so on.
    pub(crate) seats: Vec<Person>,
    /// The moves in order, each with whether the response acknowledged it.
    pub(crate) moves: Vec<(String, bool)>,
    /// The players who moved only after a notification, with the turn.
    pub(crate) awaited: Vec<(u32, Person)>,
}

/// Returns the game of a notification to move, if the text is one and not part of a board.
pub(crate) fn called_to(text: &str) -> Option<GameId> {
    let (_, rest) = text.split_once("your move in **")?;
    let (_, rest) = rest.split_once(", game ")?;
    let (id, _) = rest.split_once(':')?;
    id.parse::<u64>().ok().map(GameId::from)
}

/// Returns the game that has ended, if the text is a notification of it and not part of a board.
fn ended_in(text: &str) -> Option<GameId> {
    let (_, rest) = text.split_once("** is over, game ")?;
    let (id, _) = rest.split_once(':')?;
    id.parse::<u64>().ok().map(GameId::from)
}

/// Reads the channels of all games, checks the database, and adds the findings to `counts`.
pub(crate) async fn examine(world: &World, store: &Store, tables: &[Vec<Played>], counts: &mut Counts) {
    for games in tables {
        let mut reader = Reader { world, counts };
        for game in games {
            let id = game.id;
            let stored = store.read(move |tx| tx.open(id)).await.expect("the game is stored");
            reader.read_back(game, &stored, store).await;
            let result = store.read(move |tx| tx.ratings().result_of(id)).await.expect("it can be read");
            reader.compare_result(&stored, result.as_ref());
        }
        if let Some(first) = games.first() {
            reader.read_lobbies(&first.channel, games.len()).await;
            reader.read_leftovers(first).await;
        }
    }
    Reader { world, counts }.examine_database().await;
}

/// A board as its channel shows it.
struct Board {
    message: String,
    /// The turn that it began, or whose news it shows.
    turn: u32,
    /// The plies that it shows together with earlier boards of the turn.
    until: usize,
    /// Whether it began the turn.
    begins: bool,
}

/// Reads everything that is public, and counts.
struct Reader<'w> {
    world: &'w World,
    counts: &'w mut Counts,
}

impl Reader<'_> {
    /// Lets SQLite check the database, `petri verify` all games, and `petri ratings rebuild --check` all ratings.
    async fn examine_database(self) {
        let mut wrong = Vec::new();
        if !self.world.is_on_a_server() {
            let file = DatabaseFile::open(&self.world.database()).expect("it opens");
            wrong.extend(file.damages().expect("it can be read"));
        }
        for command in [["verify"].as_slice(), &["ratings", "rebuild", "--check"]] {
            let (well, printed) = self.world.tool(command).await;
            wrong.extend((!well).then_some(printed));
        }
        self.counts.unsound.extend(wrong);
    }

    /// Reads a game's channel as its players would, and compares it with what they did.
    async fn read_back(&mut self, game: &Played, stored: &Game, store: &Store) {
        // Machines may have moved after the last move of a person.
        let by_people = game.moves.len();
        let on_record: Vec<&str> = standing(stored).map(|entry| entry.notation.as_str()).collect();
        let name = format!("game {}", game.id);
        for (ply, (notation, acknowledged)) in game.moves.iter().enumerate() {
            if on_record.get(ply) != Some(&notation.as_str()) {
                self.counts.lost.push(format!("{name}: ply {ply}, {notation}, {acknowledged}"));
            }
        }
        let machines = stored.machines().map(|player| player.seat).collect::<SeatSet>();
        let further = standing(stored).skip(by_people).any(|entry| !machines.contains(entry.seat));
        if further {
            let begun = self.begun(game.id, store).await;
            self.counts
                .doubled
                .push(format!("{name}: {on_record:?} of {:?}; begun at {begun:?}", game.moves));
        }
        self.counts.games += 1;
        self.counts.moves += on_record.len();
        self.counts.acknowledged += game.moves.iter().filter(|(_, acknowledged)| *acknowledged).count();
        self.counts.awaited += game.awaited.len();
        let tables = course(stored);
        let messages = self.world.messages(&game.channel).await;
        let boards = self.read_boards(stored, &tables, &messages);
        for player in &game.players {
            self.read_calls(game, stored, &tables, &boards, player).await;
        }
    }

    /// Returns the plies of a game after each interaction that changed it, with the second in which the interaction began.
    async fn begun(&self, id: GameId, store: &Store) -> Vec<String> {
        let done = format!("SELECT ply, interaction FROM done WHERE game = {id} ORDER BY ply, interaction");
        let when = |row: Vec<String>| {
            let ms = row[1].parse::<u64>().map_or(0, |interaction| (interaction >> 22) % 1_000_000);
            format!("{}: {}.{:03}", row[0], ms / 1_000, ms % 1_000)
        };
        fixture::rows(store, &done).await.into_iter().map(when).collect()
    }

    /// Checks that a rated game has a result in the ledger if two players moved. `examine_database` compares what it changed.
    fn compare_result(&mut self, stored: &Game, result: Option<&LedgerEntry>) {
        let is_simultaneous = stored.table.kind().is_simultaneous();
        let counts = |entry: &&rules::Played| {
            entry.is_move() && !entry.forced && (!is_simultaneous || entry.turn < stored.table.turn())
        };
        let moved: BTreeSet<Seat> = stored.record.iter().filter(counts).map(|entry| entry.seat).collect();
        let expected = stored.terms.is_rated() && stored.table.outcome().is_some() && moved.len() > 1;
        let found = result.is_some_and(|result| result.rated);
        self.counts.rated += usize::from(found);
        match (expected, found) {
            (true, false) => self.counts.lost.push(format!("game {}: its result", stored.id)),
            (false, true) => self.counts.unsound.push(format!("game {}: a result that counts", stored.id)),
            _ => {}
        }
    }

    /// Checks that every game of a channel had one lobby, which now says that the game has begun.
    async fn read_lobbies(&mut self, channel: &Channel, games: usize) {
        let messages = self.world.messages(channel).await;
        let lobbies = messages.iter().filter(|message| message.content().contains("has started")).count();
        let line = format!("{lobbies} lobbies of {games} games");
        match lobbies.cmp(&games) {
            Ordering::Less => self.counts.lost.push(line),
            Ordering::Equal => {}
            Ordering::Greater => self.counts.doubled.push(line),
        }
    }

    /// Checks that notifications are gone once the move is made. None of these games waits for a player any more.
    async fn read_leftovers(&mut self, game: &Played) {
        let mut left = self.world.messages(&game.channel).await;
        for player in &game.players {
            if let Some(direct) = self.world.chat.direct(&player.person).await {
                left.extend(self.world.chat.messages(&player.person, &direct).await);
            }
        }
        let calls = left.iter().filter(|message| called_to(message.content()).is_some());
        self.counts.astray.extend(calls.map(|call| format!("left behind: {call}")));
    }

    /// Reads a game's boards, oldest first. Together they show everything that happened exactly once, and each shows its turn
    /// from the beginning.
    fn read_boards(&mut self, stored: &Game, tables: &[Table], messages: &[Message]) -> Vec<Board> {
        let story_between = |from: usize, to: usize| {
            let mut part = stored.clone();
            part.record = stored.record[from..to].to_vec();
            part.table = tables[to].clone();
            text::story(&part, Viewer::Public, 0)
        };
        let begin = |turn: u32| stored.record.iter().position(|entry| entry.turn == turn);
        let (name, last) = (format!("game {}", stored.id), stored.record.len());
        let (mut at, mut boards) = (0, Vec::<Board>::new());
        for board in messages.iter().filter(|message| is_board(message, stored.id)) {
            let story = story_of(board);
            // The part of the turn that no board has shown yet, and the moves played since it was posted.
            let tells = |until: usize| {
                // A turn has one board, unless there is news in it.
                let news = tables[until].outcome().is_some()
                    || stored.record[at..until].iter().any(|entry| !entry.is_move());
                (news || boards.last().is_none_or(|before| before.turn < tables[until].turn()))
                    && begin(stored.record[at].turn).is_some_and(|since| story_between(since, until) == story)
            };
            let until = match boards.is_empty() && story.starts_with("The game begins") {
                true => Some(0),
                false => (at + 1..=last).find(|&until| tells(until)),
            };
            let Some(until) = until else {
                self.counts.doubled.push(format!("{name}: after ply {at} comes {story:?}"));
                return boards;
            };
            let turn = tables[until].turn();
            let begins = boards.last().is_none_or(|before| before.turn < turn);
            at = until;
            boards.push(Board { message: board.id().to_owned(), turn, until, begins });
        }
        if at < last {
            self.counts.lost.push(format!("{name}: boards after ply {at}"));
        }
        self.counts.boards += boards.len();
        boards
    }

    /// Checks all notifications to move that players of a game got, including deleted ones: at most one a turn, only to players
    /// who were to move, and in the way they wish. Then checks the notifications that the game has ended.
    async fn read_calls(
        &mut self,
        game: &Played,
        stored: &Game,
        tables: &[Table],
        boards: &[Board],
        player: &Player,
    ) {
        let Player { person, wish } = player;
        let name = format!("game {}: {wish:?}, {person:?}", game.id);
        let (mut calls, mut order, mut endings) = (BTreeMap::<u32, usize>::new(), Vec::new(), 0);
        for note in self.world.chat.notifications(person).await {
            let call = called_to(&note.text).or(ended_in(&note.text)) == Some(game.id);
            let is_of =
                |board: &Board| board.message == note.message || (call && note.text.contains(&board.message));
            let Some(place) = boards.iter().position(is_of) else {
                if call {
                    self.counts.astray.push(format!("{name}: belongs to no board: {note:?}"));
                }
                continue;
            };
            order.push(place);
            let turn = boards[place].turn;
            if note.direct != (*wish == Wish::Direct) {
                self.counts.astray.push(format!("{name}: not as they wish in turn {turn}: {note:?}"));
            }
            if tables[boards[place].until].outcome().is_some() {
                endings += 1;
                continue;
            }
            self.counts.calls += 1;
            self.counts.direct += usize::from(note.direct);
            *calls.entry(turn).or_default() += 1;
            let awaited = tables.iter().find(|table| table.turn() == turn).map(Table::to_act);
            if !awaited
                .is_some_and(|seats| seats.iter().any(|seat| game.seats.get(seat.index()) == Some(person)))
            {
                self.counts.astray.push(format!("{name}: not to move in turn {turn}: {note:?}"));
            }
        }
        self.counts.endings += endings;
        // A player who ends a game by their own action is not notified. The last move may have been a planned one.
        let last = stored.record.iter().rfind(|entry| !entry.forced);
        let (least, most) = match last.filter(|entry| person_in(stored, entry.seat) == *person) {
            // A player who has just moved sees how machines end the game.
            _ if stored.has_machines() => (0, 1),
            Some(entry) if entry.is_move() => (0, 1),
            Some(_) => (0, 0),
            None => (1, 1),
        };
        if endings < least {
            self.counts.lost.push(format!("{name}: the notification that the game has ended"));
        }
        if endings > most {
            self.counts.doubled.push(format!("{name}: {endings} notifications that the game has ended"));
        }
        if !order.is_sorted() {
            self.counts.doubled.push(format!("{name}: notifications out of order"));
        }
        for (turn, count) in calls.iter().filter(|(_, count)| **count > 1) {
            self.counts.doubled.push(format!("{name}: {count} notifications in turn {turn}"));
        }
        // A player who has moved meanwhile gets no notification, except by the board that shows the state before their move.
        let by_board = boards.iter().filter(|board| {
            let table = &tables[board.until];
            let waits = table.to_act().iter().any(|seat| game.seats.get(seat.index()) == Some(person));
            let notifies = !table.kind().is_simultaneous() && !stored.has_machines();
            *wish == Wish::Channel && board.begins && waits && notifies
        });
        let waited = game.awaited.iter().filter(|(_, waiting)| waiting == person).map(|(turn, _)| *turn);
        let certain: BTreeSet<u32> = by_board.map(|board| board.turn).chain(waited).collect();
        for turn in certain.into_iter().filter(|turn| !calls.contains_key(turn)) {
            self.counts.lost.push(format!("{name}: the notification of turn {turn}"));
        }
    }
}

pub(crate) fn person_in(game: &Game, seat: Seat) -> Person {
    Person(game.person_in(seat).expect("the seat has a player").to_string())
}

/// Returns the moves of a record that count. In a game with simultaneous orders a later order replaces an earlier one.
fn standing(game: &Game) -> impl Iterator<Item = &rules::Played> {
    let replaced = |ply: usize, entry: &rules::Played| {
        let later = &game.record[ply + 1..];
        later.iter().any(|later| later.is_move() && (later.turn, later.seat) == (entry.turn, entry.seat))
    };
    let simultaneous = game.table.kind().is_simultaneous();
    let entries = game.record.iter().enumerate();
    entries
        .filter(move |(ply, entry)| entry.is_move() && !(simultaneous && replaced(*ply, entry)))
        .map(|(_, entry)| entry)
}

/// Returns the table before the first entry of a record, and after each.
fn course(game: &Game) -> Vec<Table> {
    let mut table = Table::new(game.table.kind(), &game.options).expect("the options are good");
    let mut course = vec![table.clone()];
    for (ply, entry) in game.record.iter().enumerate() {
        table.enter(&game.record[..ply], entry.seat, &entry.notation).expect("the record is good");
        course.push(table.clone());
    }
    course
}

fn is_board(message: &Message, id: GameId) -> bool {
    let title = message.0["embeds"][0]["title"].as_str().unwrap_or_default();
    message.has_picture() && title.ends_with(&format!("game {id}"))
}

/// Returns the story on a board: the first paragraph of its card.
fn story_of(board: &Message) -> String {
    let card = board.0["embeds"][0]["description"].as_str().unwrap_or_default();
    card.split("\n\n").next().unwrap_or_default().to_owned()
}
