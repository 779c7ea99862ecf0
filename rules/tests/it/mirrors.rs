//! The facts for machines in mirrored games: a board looks the same from the other side, and so does another order of seats.

use rules::{
    FeatureRow, MOST_FEATURES, Options, Searchable, Seat,
    games::{
        parasites::{self, Parasites},
        semiosphere::{self, Semiosphere},
        stract::{self, Stract},
    },
    grid::Square,
};

use crate::walk::Dice;

fn features<G: Searchable>(game: &G) -> [FeatureRow; 8] {
    // Whatever is there before must not matter.
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
    mirrored: impl Fn(&G::Move) -> G::Move,
) {
    let mut dice = Dice::new(seed);
    let mut game = G::new(options).unwrap();
    let mut image = G::new(&options.clone().with("first", i64::from(turned(Seat::FIRST).number()))).unwrap();
    let mut moves = Vec::new();
    while let Some(seat) = game.to_act().first() {
        moves.clear();
        game.legal(seat, &mut moves);
        let mv = dice.pick(&moves);
        game.play(seat, mv, &mut |_| {}).unwrap();
        image.play(turned(seat), &mirrored(mv), &mut |_| {}).unwrap();
        let (rows, images) = (features(&game), features(&image));
        for seat in (1..=game.seats()).filter_map(Seat::new) {
            assert_eq!(rows[seat.index()], images[turned(seat).index()], "seat {seat} in {game} and {image}");
        }
    }
}

fn mirrored(size: u8) -> impl Fn(&parasites::Move) -> parasites::Move {
    use parasites::Move;
    // Along a diagonal and from right to left.
    let turn = move |at: Square| Square::new(size - 1 - at.row, at.col);
    move |mv| match *mv {
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
    let mirrored = |mv: &Move| match *mv {
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
fn stract_features_mirror() {
    use stract::Move;
    for (columns, rows) in [(7, 8), (3, 4), (12, 5)] {
        let flip = |at: Square| Square::new(columns - 1 - at.col, rows - 1 - at.row);
        let mirrored = |mv: &Move| match *mv {
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
