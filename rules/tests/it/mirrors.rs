//! The facts for machines in mirrored games: a board looks the same from the other side, and so does another order of seats.

use rules::{
    FeatureRow, Game, MOST_FEATURES, Options, Searchable, Seat,
    games::{
        parasites::{self, Parasites},
        plankton_synapse::{self, CellKind, PlanktonSynapse},
        protozoa::{self, Protozoa},
        semiosphere::{self, Semiosphere},
        stract::{self, Stract},
    },
    grid::Square,
};

use crate::walk::Dice;

fn features<G: Searchable>(game: &G) -> [FeatureRow; 8] {
    // The numbers that are there before must not matter.
    let mut rows = [[7; MOST_FEATURES]; 8];
    game.features(&mut rows);
    rows.map(|row| {
        let mut own = [0; MOST_FEATURES];
        own[..G::FEATURES.len()].copy_from_slice(&row[..G::FEATURES.len()]);
        own
    })
}

/// Plays a random game and its mirror image, and compares the features after every move.
#[track_caller]
fn check<G: Searchable>(
    options: &Options,
    seed: u64,
    turned: impl Fn(Seat) -> Seat,
    mirrored: impl Fn(&G, &G::Move) -> G::Move,
) {
    let mut dice = Dice::new(seed);
    let mut game = G::new(options).unwrap();
    let mut image = G::new(&options.clone().with("first", i64::from(turned(Seat::FIRST).number()))).unwrap();
    let mut moves = Vec::new();
    while let Some(seat) = game.to_act().first() {
        moves.clear();
        game.legal(seat, &mut moves);
        let mv = dice.pick(&moves);
        let image_of = mirrored(&game, mv);
        game.play(seat, mv, &mut |_| {}).unwrap();
        image.play(turned(seat), &image_of, &mut |_| {}).unwrap();
        let (rows, images) = (features(&game), features(&image));
        for (index, side) in game.sides().into_iter().enumerate() {
            let other = turned(side.first().unwrap());
            let image_index = image.sides().iter().position(|side| side.contains(other)).unwrap();
            assert_eq!(rows[index], images[image_index], "{side:?} in {game} and {image}");
        }
    }
}

fn mirrored(size: u8) -> impl Fn(&Parasites, &parasites::Move) -> parasites::Move {
    use parasites::Move;
    // Along a diagonal and from right to left.
    let turn = move |at: Square| Square::new(size - 1 - at.row, at.col);
    move |_, mv| match *mv {
        Move::Place(at) => Move::Place(turn(at)),
        Move::Create { from, to, caste } => Move::Create { from: turn(from), to: turn(to), caste },
        Move::Transform(at) => Move::Transform(turn(at)),
        Move::Pass | Move::End => *mv,
    }
}

#[test]
fn parasites_features_mirror() {
    for (players, size) in [(2, 8), (2, 10), (3, 12), (8, 40)] {
        let options = Options::new().with("players", players).with("size", size);
        let turned = |seat: Seat| seat.next(players as u8);
        check::<Parasites>(&options, 7, turned, mirrored(size as u8));
    }
}

#[test]
fn semiosphere_features_mirror() {
    use semiosphere::Move;
    let columns = 8;
    let flip = |at: Square| Square::new(columns - 1 - at.col, at.row);
    let mirrored = |_: &Semiosphere, mv: &Move| match *mv {
        Move::Go(at) => Move::Go(flip(at)),
        Move::Mark(at) => Move::Mark(flip(at)),
        Move::Erase(at) => Move::Erase(flip(at)),
        Move::Drop | Move::Enter | Move::End => *mv,
    };
    for players in 2..=4 {
        for preset in ["standard", "balanced"] {
            let options = Options::new().with("players", i64::from(players)).with("preset", preset);
            for seed in 0..20 {
                check::<Semiosphere>(&options, seed, |seat| seat.next(players), mirrored);
            }
        }
    }
}

#[test]
fn protozoa_features_mirror() {
    use protozoa::Move;
    for (players, teams) in [(2, "none"), (4, "own"), (4, "mixed")] {
        let options = Options::new().with("players", i64::from(players)).with("teams", teams);
        // A quarter turn of the board takes each seat's pieces at the start to the next seat.
        let turn = |at: Square| Square::new(7 - at.row, at.col);
        let mirrored = |_: &Protozoa, mv: &Move| match *mv {
            Move::Place { size, at } => Move::Place { size, at: turn(at) },
            Move::Promote(at) => Move::Promote(turn(at)),
            Move::Demote(at) => Move::Demote(turn(at)),
            Move::Pass => Move::Pass,
        };
        for seed in 0..20 {
            check::<Protozoa>(&options, seed, |seat| seat.next(players), mirrored);
        }
    }
}

/// Seat 1 always begins in Plankton Synapse, so only left and right change places. A tetraphyte goes by its lower left square, and in
/// the mirror by the one that was its lower right.
#[test]
fn plankton_synapse_features_mirror() {
    use plankton_synapse::Move;
    let flip = |at: Square| Square::new(7 - at.col, at.row);
    let flip_anchor = |at: Square| Square::new(6 - at.col, at.row);
    let mirrored = |game: &PlanktonSynapse, mv: &Move| {
        let is_block = |at| game.cell(at).is_some_and(|cell| cell.kind == CellKind::Tetraphyte);
        match *mv {
            Move::Go { from, to } if is_block(from) => {
                Move::Go { from: flip_anchor(from), to: flip_anchor(to) }
            }
            Move::Go { from, to } => Move::Go { from: flip(from), to: flip(to) },
            Move::Split { from, to } => Move::Split { from: flip(from), to: flip(to) },
            Move::Fuse { at, with, into } => Move::Fuse { at: flip(at), with: flip(with), into },
            Move::Swap { from, to, anchor } => {
                Move::Swap { from: flip(from), to: flip(to), anchor: anchor.map(flip_anchor) }
            }
            Move::Die(at) if is_block(at) => Move::Die(flip_anchor(at)),
            Move::Die(at) => Move::Die(flip(at)),
            Move::Pass => Move::Pass,
        }
    };
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let mut game = PlanktonSynapse::new(&Options::new()).unwrap();
        let mut image = game.clone();
        let mut moves = Vec::new();
        while let Some(seat) = game.to_act().first() {
            moves.clear();
            game.legal(seat, &mut moves);
            let mv = dice.pick(&moves);
            let image_of = mirrored(&game, mv);
            game.play(seat, mv, &mut |_| {}).unwrap();
            image.play(seat, &image_of, &mut |_| {}).unwrap();
            assert_eq!(features(&game), features(&image), "{game} and {image}");
        }
    }
}

#[test]
fn stract_features_mirror() {
    use stract::Move;
    for (columns, rows) in [(7, 8), (3, 4), (12, 5)] {
        let flip = |at: Square| Square::new(columns - 1 - at.col, rows - 1 - at.row);
        let mirrored = |_: &Stract, mv: &Move| match *mv {
            Move::Pass => Move::Pass,
            Move::Spawn { element, at } => Move::Spawn { element, at: flip(at) },
            Move::Go { from, to } => Move::Go { from: flip(from), to: flip(to) },
            Move::Switch { from, to } => Move::Switch { from: flip(from), to: flip(to) },
        };
        let options = Options::new().with("columns", i64::from(columns)).with("rows", i64::from(rows));
        for seed in 0..20 {
            check::<Stract>(&options, seed, |seat| seat.next(2), mirrored);
        }
    }
}
