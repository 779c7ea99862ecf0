use clock::{MINUTE, days, from_millis};
use rules::PASS;

use super::*;
use crate::{
    fixture::{ANN, BOB, EVE, Fixture, ephemeral, rejection, replaced},
    rejected::{LimitRejected, Rejected},
};

#[track_caller]
fn screen_in(content: Content) -> SketchScreen {
    match content {
        Content::Sketch(screen) => *screen,
        other => panic!("{other:?}"),
    }
}

impl Fixture {
    async fn analyse(&self, wish: SketchWish) -> SketchScreen {
        self.service.clock().advance(MINUTE);
        screen_in(ephemeral(self.service.analyse(&self.by(ANN), wish).await))
    }

    async fn refused(&self, wish: SketchWish) -> Rejected {
        rejection(self.service.analyse(&self.by(ANN), wish).await)
    }

    /// Lets Ann press a button of this screen.
    async fn act(&self, on: &SketchScreen, act: SketchAct) -> SketchScreen {
        screen_in(replaced(self.service.press_sketch(&self.by(ANN), on.sketch, on.ply, act).await))
    }

    /// Lets Ann post a board.
    async fn post_sketch(&self, on: &SketchScreen) -> SketchScreen {
        match self.service.press_sketch(&self.by(ANN), on.sketch, on.ply, SketchAct::Post).await.unwrap() {
            Response::Shown(Content::PostedSketch(posted)) => *posted,
            other => panic!("{other:?}"),
        }
    }
}

fn play(notation: &str) -> SketchAct {
    SketchAct::Play(notation.to_owned())
}

fn named(game: GameId, turn: Option<u32>) -> SketchWish {
    SketchWish { game: Some(game), turn, ..SketchWish::default() }
}

fn position(kind: Option<Kind>, text: &str) -> SketchWish {
    SketchWish { kind, position: Some(text.to_owned()), ..SketchWish::default() }
}

#[tokio::test]
async fn board_plays_all_seats_and_leaves_the_game() {
    let world = Fixture::new().await;
    let id = world.begin("protozoa", &[BOB]).await;
    world.play(id, "p@f4").await;
    let before = world.game(id).await;
    let first = world.analyse(SketchWish::default()).await;
    assert_eq!((first.ply, first.undone, first.moved_on), (1, 0, false));
    assert_eq!(first.board.table.game(), before.table.game());
    let second = world.act(&first, play("p@a1")).await;
    let third = world.act(&second, play("p@b2")).await;
    assert_eq!((third.ply, third.board.table.turn()), (3, 3));
    assert_eq!(world.game(id).await.record, before.record, "the game stays as it is");

    let back = world.act(&third, SketchAct::Undo).await;
    assert_eq!((back.ply, back.undone), (2, 1));
    assert_eq!(back.board.table, second.board.table);
    let again = world.act(&back, SketchAct::Redo).await;
    assert_eq!((again.board.table.clone(), again.undone), (third.board.table.clone(), 0));
    let back = world.act(&again, SketchAct::Undo).await;
    let other = world.act(&back, play("p@h8")).await;
    assert_eq!((other.ply, other.undone), (3, 0), "another move drops what was undone");
    let mut start = other;
    for _ in 0..5 {
        start = world.act(&start, SketchAct::Undo).await;
    }
    assert_eq!((start.ply, start.undone), (0, 3), "undo stops at the beginning of the game");
    assert_eq!(start.board.table.turn(), 0);
}

#[tokio::test]
async fn stale_press_shows_the_present_state() {
    let world = Fixture::new().await;
    let first = world.analyse(SketchWish { kind: Some(Kind::Protozoa), ..SketchWish::default() }).await;
    let second = world.act(&first, play("p@f4")).await;
    for act in [play("p@a1"), SketchAct::Undo, SketchAct::Redo, SketchAct::Show("=p".to_owned())] {
        let stale = world.act(&first, act).await;
        assert!(stale.moved_on && stale.ply == 1 && stale.path.is_empty());
        assert_eq!(stale.board.table, second.board.table);
    }
    let illegal = world.act(&second, play("p@f4")).await;
    assert!(illegal.moved_on && illegal.ply == 1);
    let path = world.act(&second, SketchAct::Show("=d".to_owned())).await;
    assert_eq!((path.path.as_str(), path.moved_on), ("=d", false));
}

#[tokio::test]
async fn finished_game_opens_at_each_turn() {
    let world = Fixture::new().await;
    let id = world.begin("stract preset=standard", &[BOB]).await;
    let people = world.game(id).await.players;
    for (turn, order) in [(0, "w+c8"), (1, "f+d1"), (0, "pass"), (1, "pass"), (0, "e+a8")] {
        ephemeral(world.service.play_typed(&world.by(people[turn].person), order.to_owned()).await);
    }
    let secret = Rejected::from(SketchRejected::StillSecret { kind: Kind::Stract });
    for wish in [SketchWish::default(), named(id, None), named(id, Some(1))] {
        assert_eq!(world.refused(wish).await, secret);
    }
    world.service.resign(&world.by(ANN), id).await.unwrap();
    for (turn, done) in [(Some(0), 0), (Some(1), 1), (Some(2), 2)] {
        let screen = world.analyse(named(id, turn)).await;
        assert_eq!(screen.board.table.turn(), done);
        assert_eq!(screen.ply as usize, 3 * done as usize, "two orders and their execution a turn");
    }
    let end = world.analyse(named(id, None)).await;
    assert!(end.board.table.outcome().is_none(), "the players could have gone on");
    assert_eq!(world.refused(named(id, Some(9))).await, SketchRejected::NoSuchTurn { last: 3 }.into());
    assert_eq!(world.refused(named(99.into(), None)).await, Rejected::UnknownGame);
}

#[tokio::test]
async fn position_text_opens_a_board() {
    let world = Fixture::new().await;
    let text = "8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1";
    let typed = format!(" `{text}` ");
    for wish in [position(None, &typed), position(Some(Kind::Protozoa), text)] {
        let screen = world.analyse(wish).await;
        assert_eq!((screen.board.table.game().position().as_str(), screen.ply), (text, 0));
    }
    for (kind, text) in [(None, "hello"), (Some(Kind::Parasites), text), (Some(Kind::Stract), "")] {
        let refused = world.refused(position(kind, text)).await;
        let Rejected::Sketch(SketchRejected::BadPosition { kind: of, error }) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!((of, error.is_some()), (kind, kind.is_some()));
    }
    let both = SketchWish { turn: Some(1), ..position(None, text) };
    assert_eq!(world.refused(both).await, SketchRejected::TurnOfPosition.into());
    for &kind in Kind::ALL {
        let start = kind.new_game(&Options::new()).unwrap();
        let screen = world.analyse(position(None, &start.position())).await;
        assert_eq!(screen.board.table.kind(), kind, "no text belongs to two games");
    }
}

#[tokio::test]
async fn orders_are_carried_out_on_demand() {
    let world = Fixture::new().await;
    let mut screen = world.analyse(SketchWish { kind: Some(Kind::Stract), ..SketchWish::default() }).await;
    for order in ["w+c8", PASS] {
        screen = world.act(&screen, play(order)).await;
    }
    assert_eq!((screen.board.table.turn(), screen.board.orders().len()), (0, 2));
    let late = world.act(&screen, play(PASS)).await;
    assert_eq!((late.ply, late.board.next_seat()), (2, None), "all have ordered");
    let after = world.act(&screen, SketchAct::CarryOut).await;
    assert_eq!((after.board.table.turn(), after.ply), (1, 3));
    let back = world.act(&after, SketchAct::Undo).await;
    assert_eq!((back.board.table.turn(), back.board.orders().len()), (0, 2));
}

#[tokio::test]
async fn posted_board_can_only_be_copied() {
    let world = Fixture::new().await;
    let first = world.analyse(SketchWish { kind: Some(Kind::Protozoa), ..SketchWish::default() }).await;
    let own = world.act(&first, play("p@f4")).await;
    let own = world.act(&own, play("p@a1")).await;
    let own = world.act(&own, SketchAct::Undo).await;
    let posted = world.post_sketch(&own).await;
    assert_eq!((posted.ply, posted.undone, posted.person), (1, 0, ANN.into()));
    assert_ne!(posted.sketch, own.sketch);
    let press = async |person: u64, on: &SketchScreen, act: SketchAct| {
        world.service.press_sketch(&world.by(person), on.sketch, on.ply, act).await
    };
    for act in [SketchAct::Undo, play("p@a1"), SketchAct::Post, SketchAct::Close, SketchAct::CarryOut] {
        for on in [&own, &posted] {
            let refused = rejection(press(EVE, on, act.clone()).await);
            assert_eq!(refused, SketchRejected::NotYours.into());
        }
        world.service.clock().advance(MINUTE);
        assert_eq!(rejection(press(ANN, &posted, act).await), SketchRejected::NotYours.into());
    }
    assert_eq!(rejection(press(EVE, &own, SketchAct::Copy).await), SketchRejected::NotYours.into());
    let copy = screen_in(ephemeral(press(EVE, &posted, SketchAct::Copy).await));
    assert_eq!((copy.ply, copy.person, &copy.board.table), (1, EVE.into(), &posted.board.table));
    let played = press(EVE, &copy, play("p@c7")).await;
    assert_eq!(screen_in(replaced(played)).ply, 2);
    assert_eq!(world.act(&own, SketchAct::Redo).await.ply, 2, "the original is still its person's");
}

#[tokio::test]
async fn closed_or_forgotten_board_is_gone() {
    let world = Fixture::new().await;
    let wish = SketchWish { kind: Some(Kind::Protozoa), ..SketchWish::default() };
    let [closed, old] = [world.analyse(wish.clone()).await, world.analyse(wish).await];
    let close = SketchAct::Close;
    let done = world.service.press_sketch(&world.by(ANN), closed.sketch, 0, close.clone()).await;
    assert!(matches!(replaced(done), Content::SketchClosed));
    world.service.clock().advance(days(31));
    world.service.tidy().await.unwrap();
    for gone in [closed, old] {
        let refused =
            rejection(world.service.press_sketch(&world.by(ANN), gone.sketch, 0, close.clone()).await);
        assert_eq!(refused, SketchRejected::Gone.into());
    }
}

#[tokio::test]
async fn boards_are_limited() {
    let world = Fixture::new().await;
    let wish = SketchWish { kind: Some(Kind::Stract), ..SketchWish::default() };
    let mut screen = world.analyse(wish.clone()).await;
    for _ in 0..5 {
        ephemeral(world.service.analyse(&world.by(ANN), wish.clone()).await);
    }
    assert!(matches!(world.refused(wish).await, Rejected::Limit(LimitRejected::Costly { most: 6, .. })));
    let path = SketchAct::Show(String::new());
    world.act(&screen, path).await;
    // Undone moves do not count.
    for _ in 0..3 {
        screen = world.act(&screen, play(PASS)).await;
        screen = world.act(&screen, SketchAct::Undo).await;
    }
    assert_eq!((screen.ply, screen.undone), (0, 1));
    let order = SketchMove { seat: Seat::FIRST, notation: PASS.to_owned() };
    let sketch = screen.sketch;
    world
        .service
        .store()
        .write(move |tx| {
            // The first seat changes its order again and again.
            tx.set_sketch(sketch, &vec![order.clone(); MOST_MOVES], MOST_MOVES as u32, from_millis(9))
        })
        .await
        .unwrap();
    let full = world.service.press_sketch(&world.by(ANN), sketch, MOST_MOVES as u32, play(PASS)).await;
    assert_eq!(rejection(full), SketchRejected::Full { most: MOST_MOVES }.into());
}
