//! Boards of hexagons, in scenes that are made up, so that they show everything that can be on such a board.

use insta::assert_snapshot;
use render::{
    ALT_MAX, Arrow, Art, Board, Card, Edges, Figure, Hint, MAX_WIDTH, MIN_WIDTH, Mark, Outline, Owner,
    Painter, Piece, Profile, Role, Scene, Sign, State, Strength, Theme, Verdict, Way,
};
use rules::{Colour, Focus, Seat, grid::Square};

use crate::{pictures, text};

const BLUE: &str = "e1 d2 d3 d4 e4 f4 f5 e6 e7 d8 d9 b6 g2 h3 c5 f8";
const ORANGE: &str = "c3 c4 e3 f3 e5 d6 d7 g5 g6 h6 c7 b8 f2 b3 h8";
const PATH: &str = "e1 d2 d3 d4 e4 f4 f5 e6 e7 d8 d9";

fn owner(number: u8) -> Owner {
    let colour = if number == 1 { Colour::Blue } else { Colour::Orange };
    Owner { seat: Seat::new(number).unwrap(), colour }
}

fn squares(names: &str) -> Vec<Square> {
    let mut squares: Vec<Square> = names.split(' ').map(|name| name.parse().unwrap()).collect();
    squares.sort();
    squares
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn card(number: u8, role: Role) -> Card {
    let owner = owner(number);
    Card { owner, allies: Vec::new(), role, score: String::new(), progress: None, lines: Vec::new() }
}

/// Returns a board of nine by nine in the middle of a game. Blue connects bottom and top, Orange left and right.
fn middle() -> Scene {
    let [blue, orange] = [1, 2].map(owner);
    let mut board = Board::hexagons(9, 9);
    board.edges = Edges { bottom: Some(blue), top: Some(blue), left: Some(orange), right: Some(orange) };
    board.cell_mut(square("f5")).fresh = true;
    let stones =
        |names, owner| squares(names).into_iter().map(move |on| Piece::new(on, Art::Pentaphyte, owner));
    Scene {
        title: "Hexagons",
        facts: vec!["turn 31".to_owned()],
        call: None,
        verdict: None,
        board,
        pieces: stones(BLUE, blue)
            .chain(stones(ORANGE, orange))
            .filter(|piece| piece.on != square("d9"))
            .collect(),
        marks: Vec::new(),
        outlines: Vec::new(),
        arrows: Vec::new(),
        cards: vec![card(1, Role::Waiting), card(2, Role::ToAct)],
        legend: vec![Hint {
            figure: Figure::Piece(Art::Pentaphyte, State::Sound),
            owner: blue,
            words: "connects bottom and top".to_owned(),
        }],
        story: vec!["Hexagons: Orange to move.".to_owned()],
    }
}

/// Returns the same game after its last move, with an outline round the winning cells.
fn won() -> Scene {
    let mut scene = middle();
    scene.pieces.push(Piece::new(square("d9"), Art::Pentaphyte, owner(1)));
    for cell in &mut scene.board.cells {
        cell.fresh = false;
    }
    scene.board.cell_mut(square("d9")).fresh = true;
    scene.outlines = vec![Outline { owner: owner(1), squares: squares(PATH), value: None }];
    scene.verdict = Some(Verdict {
        winners: vec![owner(1)],
        words: "Blue wins: bottom and top are connected".to_owned(),
    });
    scene.cards = vec![card(1, Role::Winner), card(2, Role::Waiting)];
    scene
}

/// Returns a small board with everything that can be drawn on a cell.
fn everything() -> Scene {
    let [blue, orange] = [1, 2].map(owner);
    let mut scene = middle();
    scene.board = Board::hexagons(6, 5);
    scene.board.edges = Edges { top: Some(orange), left: Some(blue), ..Edges::default() };
    for (name, ground) in [
        ("a1", render::Ground::Gone),
        ("b1", render::Ground::Haven),
        ("c1", render::Ground::Ending),
        ("d1", render::Ground::Barred),
        ("e1", render::Ground::Owned(Colour::Blue)),
        ("f1", render::Ground::Owned(Colour::Orange)),
    ] {
        scene.board.cell_mut(square(name)).ground = ground;
    }
    let states = [State::Sound, State::Doomed, State::Ghost, State::New, State::Won, State::Secret];
    let states = (0..).zip(states).map(|(col, state)| Piece {
        state,
        count: Some(col + 2),
        ..Piece::new(Square::new(col, 1), Art::Drone, orange)
    });
    let strength = Some(Strength { attack: 3, defence: None });
    let strong = Piece { strength, ..Piece::new(square("f5"), Art::Attacker, blue) };
    scene.pieces = states.chain([strong, Piece::new(square("a5"), Art::Tetraphyte, blue)]).collect();
    scene.marks = vec![
        Mark::Step { on: square("a3"), cost: Some(2), owner: blue },
        Mark::Sign { on: square("b3"), sign: Sign::Born },
        Mark::Sign { on: square("c3"), sign: Sign::Sticky },
        Mark::Sign { on: square("d3"), sign: Sign::Held(Colour::Blue) },
        Mark::Sign { on: square("f5"), sign: Sign::Ready(Colour::Blue) },
    ];
    scene.outlines = vec![
        Outline { owner: blue, squares: squares("b4 c4 b5"), value: Some(12) },
        Outline { owner: orange, squares: squares("f3"), value: Some(3) },
    ];
    scene.arrows = vec![
        Arrow { owner: orange, from: square("d4"), to: square("f4"), way: Way::Went },
        Arrow { owner: blue, from: square("d5"), to: square("f2"), way: Way::Planned },
    ];
    let focus = [("c5", Focus::Here), ("d5", Focus::Goal), ("e5", Focus::Prey), ("e3", Focus::Other)];
    scene.focused(&focus.map(|(name, focus)| (square(name), focus)))
}

#[test]
fn hexagons_look_as_blessed() {
    pictures::check("hexagons", &middle());
    pictures::check("hexagons-won", &won());
    pictures::check("hexagons-everything", &everything());
}

#[test]
fn hexagons_read_as_accepted() {
    assert_snapshot!("hexagons", text::of(&won()));
    assert!(won().alt().chars().count() <= ALT_MAX);
}

/// Long boards, high boards and small pictures all have room for their cells.
#[test]
fn hexagons_fit_into_any_picture() {
    let painter = Painter::new(Theme::Light);
    for (cols, rows) in [(1, 1), (2, 9), (14, 14), (40, 3), (3, 40), (40, 40)] {
        let mut scene = middle();
        let board = Board::hexagons(cols, rows);
        scene.pieces.retain(|piece| piece.on.col < cols && piece.on.row < rows);
        scene.board = Board { edges: scene.board.edges, ..board };
        for width in [None, Some(MIN_WIDTH), Some(MAX_WIDTH)] {
            let picture = match width {
                Some(width) => painter.png_wide(&scene, width, Profile::Quick).unwrap(),
                None => painter.png(&scene, Profile::Quick).unwrap(),
            };
            let picture = image::load_from_memory(&picture).unwrap();
            assert!(width.is_none_or(|width| picture.width() == width), "{cols} by {rows}: {width:?}");
        }
    }
}
