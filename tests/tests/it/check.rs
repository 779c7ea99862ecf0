//! Checks that every whole game must pass.

use image::GenericImageView as _;
use rules::Seat;
use serde_json::json;

use crate::{
    chat::{Person, text},
    message::Message,
    table::Match,
    world::World,
};

/// The course of a game as a test has seen it.
#[derive(Default)]
pub(crate) struct Course {
    /// The moves in order.
    pub(crate) moves: Vec<(Seat, String)>,
    /// The first board, and the board after each move.
    pub(crate) boards: Vec<Message>,
    /// The notifications to move: the player and the message.
    pub(crate) calls: Vec<(Person, String)>,
}

impl Course {
    /// Records a new or edited board, and checks its picture. Call it at once, since a later edit removes the picture.
    pub(crate) async fn show(&mut self, world: &World, board: Message) {
        picture(world, &board).await;
        self.boards.push(board);
    }

    /// Records that the newest board notifies a player.
    #[track_caller]
    pub(crate) fn call(&mut self, mover: &Person) {
        let board = self.boards.last().expect("there is a board");
        assert_eq!(board.content(), format!("{}, your move.", mover.mention()));
        let call = (mover.clone(), board.id().to_owned());
        if self.calls.last() != Some(&call) {
            self.calls.push(call);
        }
    }
}

/// Checks a game that has ended: the record, the boards, and the pings.
pub(crate) async fn whole_game(world: &World, game: &Match, course: &Course) {
    stored(world, game, course).await;
    outcome_is_delivered(game, course);
    pings(world, game, course).await;
}

async fn stored(world: &World, game: &Match, course: &Course) {
    let stored = world.game(game.id).await;
    let moves: Vec<(Seat, String)> =
        stored.record.iter().map(|played| (played.seat, played.notation.clone())).collect();
    assert_eq!(moves, course.moves, "the stored moves match the played ones");
    assert_eq!(stored.table, game.table);
    assert_eq!(stored.state, data::GameState::Ended);
}

fn outcome_is_delivered(game: &Match, course: &Course) {
    let outcome = game.table.outcome().expect("the game is over");
    let last = course.boards.last().expect("there is a last board");
    let winners = outcome.ranking.groups().first().expect("the ranking has a first place");
    assert!(last.content().starts_with("The game is over: "), "{last}");
    for seat in [Seat::FIRST, Seat::new(2).expect("a seat")] {
        let mention = game.person(seat).mention();
        assert!(last.content().contains(&mention), "all players are notified: {last}");
        let named = last.content().lines().next().is_some_and(|result| result.contains(&mention));
        assert_eq!(named, winners.contains(seat) && !outcome.ranking.is_draw(), "{last}");
    }
    assert_eq!(
        last.buttons(),
        ["Rematch", "Replay", "Try moves", "Rules", "More"],
        "a finished game has no buttons to play"
    );
}

/// Checks that a board has a picture that a phone can show, with alt text.
pub(crate) async fn picture(world: &World, board: &Message) {
    let shown = board.picture().unwrap_or_else(|| panic!("no picture on:\n{board}"));
    assert_eq!(shown["content_type"], "image/png");
    assert!(text(&shown["description"]).len() > 20, "the picture has no alt text:\n{board}");
    assert_eq!(board.0["attachments"], json!([]), "the picture is in the card, not a second time below it");
    let shown = text(&shown["url"]);
    let bytes = world.chat.download(&shown).await;
    assert!(bytes.len() < 1 << 20, "a picture of {} bytes", bytes.len());
    let picture = image::load_from_memory_with_format(&bytes, image::ImageFormat::Png).expect("a PNG");
    let (width, height) = picture.dimensions();
    for side in [width, height] {
        assert!((300..=2400).contains(&side), "a picture of {width} by {height}");
    }
}

/// Checks the pings: the lobby pings the invited players; the host is notified when the game can start; everybody is notified
/// once for each of their turns, and of the end except the player who ended the game.
async fn pings(world: &World, game: &Match, course: &Course) {
    let stored = world.game(game.id).await;
    let ender = stored.record.iter().rfind(|entry| !entry.forced).expect("a move").seat;
    let last = course.boards.last().expect("there is a last board");
    for (person, before) in
        [(&game.host, game.ready.as_ref().expect("the host was awake")), (&game.guest, &game.lobby)]
    {
        let turns =
            course.calls.iter().filter(|(mover, _)| mover == person).map(|(_, message)| message.clone());
        let notified = (game.person(ender) != person).then(|| last.id().to_owned());
        let want: Vec<String> = [before.id().to_owned()].into_iter().chain(turns).chain(notified).collect();
        assert_eq!(world.chat.pings(person).await, want, "the pings of {person:?}");
    }
    assert!(world.chat.pings(&world.watcher).await.is_empty(), "spectators are never pinged");
}
