//! Boards in letters.

use std::{collections::BTreeSet, fmt::Write};

use insta::assert_snapshot;
use render::{State, TextBoard};
use rules::grid::Square;

use crate::positions;

/// `INSTA_UPDATE=always` accepts a new snapshot: look at it before you commit.
#[test]
fn text_boards() {
    let mut all = String::new();
    for (kind, showcase) in positions::all() {
        let TextBoard { rows, mut key, capitals, owners } = positions::scene(kind, showcase).text_board();
        let owners: Vec<String> =
            owners.iter().map(|owner| format!("{} {}", owner.seat, owner.colour.name())).collect();
        key.extend(capitals.map(|meaning| format!("a capital: {meaning}")));
        let key = key.join(", ");
        writeln!(all, "{}\n{}\n{key} | {}\n", showcase.stem(), rows.join("\n"), owners.join(", ")).unwrap();
    }
    assert_snapshot!(all);
}

#[test]
fn text_board_shows_every_piece() {
    for (kind, showcase) in positions::all() {
        let scene = positions::scene(kind, showcase);
        let shown = scene.pieces.iter().filter(|piece| !matches!(piece.state, State::Ghost | State::Planned));
        let mut squares = BTreeSet::new();
        for piece in shown.clone() {
            let span = piece.art.span();
            for (col, row) in (0..span).flat_map(|col| (0..span).map(move |row| (col, row))) {
                squares.insert(Square::new(piece.on.col + col, piece.on.row + row));
            }
        }
        let board = scene.text_board();
        let signs = ["..", "~~", "--", "xx"];
        let occupied = board.rows[..usize::from(scene.board.rows())]
            .iter()
            .flat_map(|row| row.split_whitespace().filter(|cell| cell.chars().count() == 2))
            .filter(|cell| !signs.contains(cell) && !cell.chars().all(|c| c.is_ascii_digit()))
            .count();
        assert_eq!(occupied, squares.len(), "{kind}: {:#?}", board.rows);
        let arts: BTreeSet<&str> = shown.map(|piece| piece.art.name()).collect();
        let letters: BTreeSet<&str> = board.key.iter().map(|line| line.split_once(' ').unwrap().0).collect();
        assert_eq!(letters.len(), board.key.len(), "{kind}: {:?}", board.key);
        for name in arts {
            assert!(board.key.iter().any(|line| line.contains(name)), "{kind}: no {name} in {:?}", board.key);
        }
    }
}
