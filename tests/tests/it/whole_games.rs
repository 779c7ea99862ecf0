//! Whole games of every kind, for two and for as many as can play, to their ends.

use rules::{END, Kind, PASS, Seat};

use crate::{
    chat::Person,
    check,
    message::Message,
    table::{Match, agreed, best, quick_options, says_played},
    world::{World, story},
};

/// Returns a number from 0 to `below` - 1; the same numbers in every run.
struct Choices(u64);

impl Choices {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }
}

/// The number of rounds in which seats do more than pass.
const LIVELY_ROUNDS: u32 = 3;

/// Chooses a seat's next move: any move, often the best one, and at last one that does not make the game longer.
fn choose(game: &Match, choices: &mut Choices, ahead: &rules::Table, seat: Seat) -> String {
    let legal = ahead.legal(seat);
    let lively = ahead.turn() < LIVELY_ROUNDS * u32::from(ahead.game().seats());
    if !lively && let Some(rest) = legal.iter().find(|notation| *notation == PASS || *notation == END) {
        return rest.clone();
    }
    if game.table.kind() == Kind::Semiosphere || choices.next(3) == 0 && legal.len() < 60 {
        return best(ahead, seat);
    }
    let doing: Vec<&String> = legal.iter().filter(|notation| *notation != PASS && *notation != END).collect();
    match doing.len() {
        0 => legal[0].clone(),
        some => doing[choices.next(some)].clone(),
    }
}

/// Plays for a seat in one go, within one turn.
fn several(game: &Match, choices: &mut Choices, seat: Seat, most: usize) -> Vec<String> {
    let mut ahead = game.table.clone();
    let mut notations = Vec::new();
    while notations.len() < most && ahead.turn() == game.table.turn() && ahead.to_act().contains(seat) {
        let notation = choose(game, choices, &ahead, seat);
        ahead.play(seat, &notation).expect("a legal move");
        notations.push(notation);
    }
    notations
}

/// The public messages of a game.
struct Seen {
    /// The moves, including forced ones.
    moves: Vec<(Seat, String)>,
    /// The newest board of the game.
    board: Message,
    /// The turn that it was posted for.
    turn: u32,
    /// The people who must have been pinged, with the message.
    pings: Vec<(Person, String)>,
}

impl Seen {
    /// Records a board: the first one of a turn is a new message that notifies the players to move; the others are edits of that
    /// message.
    async fn show(&mut self, world: &World, game: &Match, board: Message) {
        check::picture(world, &board).await;
        let over = game.table.outcome().is_some();
        let fresh = over || self.turn != game.table.turn();
        assert_eq!(board.id() != self.board.id(), fresh, "one message a turn, and one for the end:\n{board}");
        self.turn = game.table.turn();
        self.board = board;
        self.call(game, fresh);
    }

    fn call(&mut self, game: &Match, fresh: bool) {
        if game.table.outcome().is_some() {
            return;
        }
        let waited_for: Vec<&Person> = game.table.to_act().iter().map(|seat| game.person(seat)).collect();
        for number in 1..=game.table.game().seats() {
            let person = game.person(Seat::new(number).expect("a seat"));
            let named = self.board.content().contains(&person.mention());
            assert_eq!(named, waited_for.contains(&person), "{}", self.board);
        }
        for person in waited_for {
            let call = (person.clone(), self.board.id().to_owned());
            if fresh {
                self.pings.push(call);
            } else {
                assert!(self.pings.contains(&call), "{person:?} was not called:\n{}", self.board);
            }
        }
    }
}

async fn one_game(kind: Kind, seats: u8) {
    story(async |world| {
        let channel = world.channel("games").await;
        let mut people = Vec::new();
        for number in 1..=seats {
            people.push(world.person(&format!("Player {number}")).await);
        }
        let mut game = Match::begin_with(world, &channel, &people, kind, &quick_options(kind, seats)).await;
        assert_eq!(game.table.game().seats(), seats);
        check::picture(world, &game.first).await;
        let mut seen = Seen { moves: Vec::new(), board: game.first.clone(), turn: 0, pings: Vec::new() };
        seen.call(&game, true);
        let mut choices = Choices(u64::from(seats));
        while game.mover().is_some() {
            take_part(world, &mut game, &mut seen, &mut choices).await;
            assert!(seen.moves.len() < 400, "the game does not end");
        }
        ended(world, &game, &seen, &people).await;
    })
    .await;
}

/// Lets one player play something, in one of the possible ways.
async fn take_part(world: &World, game: &mut Match, seen: &mut Seen, choices: &mut Choices) {
    let (seat, mover) = game.mover().expect("the game is running");
    let most = 1 + choices.next(4);
    let notations = several(game, choices, seat, most);
    let board = seen.board.clone();
    let answer = match notations.as_slice() {
        [only] if only == END && board.buttons().contains(&"End turn") => {
            let answer = world.chat.press(&mover, &board, "End turn").await.shown();
            game.table.play(seat, END).expect("a turn can be ended");
            agreed(world, &mover, answer).await
        }
        [only] if choices.next(3) == 0 => game.choose_move(world, &board, only).await,
        several => game.type_move(world, &several.join(" ")).await,
    };
    says_played(&answer, &notations);
    seen.moves.extend(notations.into_iter().map(|notation| (seat, notation)));
    while let Some(seat) = game.table.forced() {
        game.table.play(seat, PASS).expect("nothing else is possible");
        seen.moves.push((seat, PASS.to_owned()));
    }
    let board = world.board(&game.channel, game.id, seen.moves.len()).await;
    seen.show(world, game, board).await;
}

async fn ended(world: &World, game: &Match, seen: &Seen, people: &[Person]) {
    let stored = world.game(game.id).await;
    let moves: Vec<(Seat, String)> =
        stored.record.iter().map(|played| (played.seat, played.notation.clone())).collect();
    assert_eq!(moves, seen.moves, "the stored moves match the played ones");
    assert_eq!(stored.table, game.table);
    assert_eq!(stored.state, data::GameState::Ended);

    let outcome = game.table.outcome().expect("the game is over");
    let last = &seen.board;
    let drawn = outcome.ranking.is_draw();
    assert!(last.content().starts_with("The game is over: "), "{last}");
    assert_eq!(last.content().contains("a draw"), drawn, "{last}");
    let winners = outcome.ranking.groups().first().expect("the ranking has a first place");
    let (result, thanks) = last.content().split_once('\n').expect("two lines");
    for number in 1..=game.table.game().seats() {
        let seat = Seat::new(number).expect("a seat");
        let mention = game.person(seat).mention();
        assert_eq!(result.contains(&mention), winners.contains(seat) && !drawn, "{last}");
        assert!(thanks.contains(&mention), "{last}");
    }
    assert_eq!(
        last.buttons(),
        ["Rematch", "Replay", "Try moves", "Rules", "More"],
        "a finished game has no buttons to play"
    );

    let ender = stored.record.iter().rfind(|entry| !entry.forced).expect("a move").seat;
    for (index, person) in people.iter().enumerate() {
        let before = if index == 0 { game.ready.as_ref().expect("the host was awake") } else { &game.lobby };
        let turns =
            seen.pings.iter().filter(|(called, _)| called == person).map(|(_, message)| message.clone());
        let notified = (game.person(ender) != person).then(|| last.id().to_owned());
        let want: Vec<String> = [before.id().to_owned()].into_iter().chain(turns).chain(notified).collect();
        assert_eq!(world.chat.pings(person).await, want, "the pings of {person:?}");
    }
    assert!(world.chat.pings(&world.watcher).await.is_empty(), "spectators are never pinged");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_ends_for_two() {
    for kind in Kind::ALL {
        one_game(*kind, 2).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_ends_for_most_players() {
    for kind in Kind::ALL {
        let most = *kind.about().seats.last().expect("a number of players");
        if most > 2 {
            one_game(*kind, most).await;
        }
    }
}
