//! A game that people have opened, joined and started, and the ways to play a move in it.

use data::GameId;
use rules::{Kind, Seat, Table, grid::Square};
use serde_json::{Value, json};

use crate::{
    chat::{Channel, Person},
    message::{Message, Way},
    world::World,
};

/// A game that has begun.
pub(crate) struct Match {
    pub(crate) channel: Channel,
    pub(crate) id: GameId,
    /// The host, and the first person who was invited.
    pub(crate) host: Person,
    pub(crate) guest: Person,
    /// The lobby's message, as it was opened.
    pub(crate) lobby: Message,
    /// The message that notified the host that the game can start; `None` if the host slept then.
    pub(crate) ready: Option<Message>,
    /// The lobby's message once everybody had joined.
    pub(crate) ready_lobby: Message,
    /// The first board of the game.
    pub(crate) first: Message,
    /// The players in seats 1, 2 and so on.
    seats: Vec<Person>,
    /// The position, as the tests know it.
    pub(crate) table: Table,
}

/// Returns options that keep a game for so many seats short, in the form in which they are typed.
pub(crate) fn quick_options(kind: Kind, seats: u8) -> String {
    let options = kind.quick(seats);
    options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// Returns the game that a button of a message acts on.
pub(crate) fn game_of(custom_id: &str) -> GameId {
    custom_id.split(':').nth(1).and_then(|id| id.parse::<u64>().ok()).expect("a game's id").into()
}

impl Match {
    /// Opens a lobby, lets the guest join, waits until the host is notified, starts, and waits for the board.
    pub(crate) async fn begin(
        world: &World,
        channel: &Channel,
        (host, guest): (&Person, &Person),
        kind: Kind,
        options: &str,
    ) -> Match {
        let chat = &world.chat;
        let wish = json!({ "game": kind.slug(), "invite": guest.0, "options": options });
        let lobby = chat.command(host, channel, "play", wish).await.shown();
        Match::start(world, channel, (host, guest), lobby).await
    }

    /// Continues from a lobby.
    pub(crate) async fn start(
        world: &World,
        channel: &Channel,
        (host, guest): (&Person, &Person),
        lobby: Message,
    ) -> Match {
        Match::gather(world, channel, host, std::slice::from_ref(guest), lobby).await
    }

    /// Opens a lobby that several people join.
    pub(crate) async fn begin_with(
        world: &World,
        channel: &Channel,
        people: &[Person],
        kind: Kind,
        options: &str,
    ) -> Match {
        Match::open(world, channel, people, json!({ "game": kind.slug(), "options": options })).await
    }

    /// The same with a clock.
    pub(crate) async fn begin_by(
        world: &World,
        channel: &Channel,
        people: &[Person],
        kind: Kind,
        clock: &str,
    ) -> Match {
        Match::open(world, channel, people, json!({ "game": kind.slug(), "clock": clock })).await
    }

    async fn open(world: &World, channel: &Channel, people: &[Person], mut wish: Value) -> Match {
        let (host, guests) = people.split_first().expect("the lobby has a host");
        for (index, guest) in guests.iter().enumerate() {
            let name = if index == 0 { "invite".to_owned() } else { format!("invite{}", index + 1) };
            wish[name] = json!(guest.0);
        }
        let lobby = world.chat.command(host, channel, "play", wish).await.shown();
        Match::gather(world, channel, host, guests, lobby).await
    }

    /// Continues from a lobby that several people join.
    pub(crate) async fn gather(
        world: &World,
        channel: &Channel,
        host: &Person,
        guests: &[Person],
        lobby: Message,
    ) -> Match {
        let chat = &world.chat;
        let id = game_of(&lobby.button("Join"));
        let mut ready_lobby = lobby.clone();
        for guest in guests {
            ready_lobby = chat.press(guest, &lobby, "Join").await.shown();
        }
        let has_notified = async || {
            chat.wait(&world.watcher, channel, "the notification that the game can start", async |messages| {
                let after = messages.iter().position(|message| message.id() == lobby.id())? + 1;
                messages[after..].iter().find(|message| message.content().contains(" there for **")).cloned()
            })
            .await
        };
        let ready = if world.is_awake(host).await { Some(has_notified().await) } else { None };
        chat.press(host, &lobby, "Start").await.shown();
        let first = world.board(channel, id, 0).await;
        let game = world.game(id).await;
        let seats: Vec<Person> =
            game.players.iter().map(|player| Person(player.person.to_string())).collect();
        Match {
            channel: channel.clone(),
            id,
            host: host.clone(),
            guest: guests.first().expect("a guest was invited").clone(),
            lobby,
            ready,
            ready_lobby,
            first,
            seats,
            table: game.table,
        }
    }

    pub(crate) fn person(&self, seat: Seat) -> &Person {
        &self.seats[seat.index()]
    }

    /// Notes that another person has taken over a seat.
    pub(crate) fn take_seat(&mut self, seat: Seat, person: &Person) {
        self.seats[seat.index()] = person.clone();
    }

    /// Returns the seat to act and its player; `None` when the game is over.
    pub(crate) fn mover(&self) -> Option<(Seat, Person)> {
        let seat = self.table.to_act().first()?;
        Some((seat, self.person(seat).clone()))
    }

    /// Returns the player to act, and the other one.
    pub(crate) fn mover_and_other(&self) -> (Person, Person) {
        let (_, mover) = self.mover().expect("the game is running");
        let other = self.seats.iter().find(|&person| *person != mover).expect("two people").clone();
        (mover, other)
    }

    /// Plays the best move for the player to act, and waits for the board.
    pub(crate) async fn play(&mut self, world: &World) -> Message {
        let (seat, _) = self.mover().expect("the game is running");
        self.type_move(world, &best(&self.table, seat)).await;
        let ply = world.game(self.id).await.record.len();
        world.board(&self.channel, self.id, ply).await
    }

    /// Plays a move by `/move`. Returns the response: a receipt, or the new board.
    pub(crate) async fn type_move(&mut self, world: &World, typed: &str) -> Message {
        let (seat, mover) = self.mover().expect("the game is running");
        for notation in typed.split(' ') {
            self.table.play(seat, notation).expect("a legal move");
        }
        let answer =
            world.chat.command(&mover, &self.channel, "move", json!({ "move": typed })).await.shown();
        agreed(world, &mover, answer).await
    }

    /// Plays a move through the **Move** button of a board and the panel behind it. Returns the receipt.
    pub(crate) async fn choose_move(&mut self, world: &World, board: &Message, notation: &str) -> Message {
        let (seat, mover) = self.mover().expect("the game is running");
        let panel = world.chat.press(&mover, board, "Move").await.shown();
        self.choose_in(world, &mover, seat, panel, notation).await
    }

    /// Continues from an open panel.
    pub(crate) async fn choose_in(
        &mut self,
        world: &World,
        mover: &Person,
        seat: Seat,
        panel: Message,
        notation: &str,
    ) -> Message {
        let preview = previewed(world, mover, (&self.table, seat), panel, notation).await;
        self.table.play(seat, notation).expect("a legal move");
        world.chat.press(mover, &preview, "Confirm").await.shown()
    }
}

/// Chooses a move in an open panel, by taps alone. Returns the panel that shows the move before it is confirmed.
pub(crate) async fn previewed(
    world: &World,
    mover: &Person,
    at: (&Table, Seat),
    panel: Message,
    notation: &str,
) -> Message {
    previewed_after(world, mover, at, panel, notation, async || {}).await
}

/// Does the same, with something that happens before every tap.
pub(crate) async fn previewed_after(
    world: &World,
    mover: &Person,
    at: (&Table, Seat),
    panel: Message,
    notation: &str,
    before: impl AsyncFn(),
) -> Message {
    previewed_by(at, panel, notation, async |panel, way| {
        before().await;
        world.chat.go(mover, &panel, &way).await.shown()
    })
    .await
}

/// Does the same with another way to tap: `tap` makes a choice on a screen of the panel and returns the next screen.
pub(crate) async fn previewed_by(
    (table, seat): (&Table, Seat),
    mut panel: Message,
    notation: &str,
    mut tap: impl AsyncFnMut(Message, Way) -> Message,
) -> Message {
    let legal_move = table.legal_move(seat, notation).expect("the move is legal");
    let steps: Vec<String> = legal_move.path.iter().map(|choice| choice.step.to_string()).collect();
    let mut done = 0;
    loop {
        let plays = |id: &str| id.ends_with(&format!(":{notation}")) || id.ends_with(&format!(",{notation}"));
        if panel.buttons().contains(&"Confirm") && plays(&panel.button("Confirm")) {
            return panel;
        }
        let mut ways = panel.ways();
        let word = |index: usize| ways.iter().position(|way| way.word == steps[index]);
        // Before the first choice, buttons for kinds behind a square change the move before.
        let is_next = |index: &usize| done > 0 || *index == 0 || !steps[*index].starts_with('=');
        let step = (done..steps.len()).filter(is_next).find_map(|index| Some((index, word(index)?)));
        let way = match step {
            Some((index, way)) => {
                done = index + 1;
                way
            }
            None => {
                let square = steps[done..].iter().find_map(|step| step.parse::<Square>().ok());
                let narrow = square.and_then(|at| ways.iter().position(|way| narrows(&way.word, at)));
                narrow.or_else(|| ways.iter().position(|way| way.word == "*")).unwrap_or_else(|| {
                    panic!("nothing leads to {notation} after {done} of {steps:?}:\n{panel}")
                })
            }
        };
        panel = tap(panel, ways.swap_remove(way)).await;
    }
}

/// Returns whether a word of the panel names columns or rows with this square in them.
fn narrows(word: &str, at: Square) -> bool {
    if word.parse::<Square>().is_ok() {
        return false;
    }
    let (first, last) = word.split_once('-').unwrap_or((word, word));
    let column = |name: &str| format!("{name}1").parse::<Square>().map(|square| square.col);
    let row = |name: &str| format!("a{name}").parse::<Square>().map(|square| square.row);
    match (column(first), column(last), row(first), row(last)) {
        (Ok(first), Ok(last), ..) => (first..=last).contains(&at.col),
        (.., Ok(first), Ok(last)) => (first..=last).contains(&at.row),
        _ => false,
    }
}

/// Checks that the response to `/move` or a board's button shows that moves were played: as the new board for everybody, or as a
/// receipt for exactly these moves.
#[track_caller]
pub(crate) fn says_played(answer: &Message, notations: &[impl AsRef<str>]) {
    if !answer.private() {
        assert!(answer.has_picture(), "no board:\n{answer}");
        return;
    }
    assert!(answer.content().starts_with('✅'), "{answer}");
    for notation in notations.iter().map(AsRef::as_ref) {
        assert!(answer.content().contains(&format!("`{notation}`")), "{notation}:\n{answer}");
    }
}

/// Returns the response to a move. If the bot asks for confirmation, confirms and returns that response.
pub(crate) async fn agreed(world: &World, mover: &Person, answer: Message) -> Message {
    const YES: &str = "Play it";
    if !answer.buttons().contains(&YES) {
        return answer;
    }
    assert!(answer.private(), "only the caller sees the question");
    world.chat.press(mover, &answer, YES).await.shown()
}

/// Returns the legal move after which the seat has the best position; the first of these in the order of the list.
pub(crate) fn best(table: &Table, seat: Seat) -> String {
    let worth = |notation: &String| {
        let mut after = table.clone();
        after.play(seat, notation).expect("legal moves can be played");
        let scores = after.game().scores();
        let others: i32 = scores.iter().sum::<i32>() - scores[seat.index()];
        2 * scores[seat.index()] - others
    };
    let legal = table.legal(seat);
    let most = legal.iter().map(worth).max().expect("the seat to act has a move");
    legal.iter().find(|notation| worth(notation) == most).expect("one of them").clone()
}

/// Waits for the newest message of a channel that contains these words.
pub(crate) async fn newest(world: &World, channel: &Channel, words: &str) -> Message {
    world
        .chat
        .wait(&world.watcher, channel, words, async |messages| {
            messages.iter().rev().find(|message| message.words().contains(words)).cloned()
        })
        .await
}

/// Waits until the newest board of a game says this, which it did not before.
pub(crate) async fn refreshed(world: &World, game: &Match, words: &str) -> Message {
    let board = |messages: &[Message]| messages.iter().rev().find(|message| message.has_picture()).cloned();
    world
        .chat
        .wait(&world.watcher, &game.channel, words, async |messages| {
            board(messages).filter(|board| board.words().contains(words))
        })
        .await
}
