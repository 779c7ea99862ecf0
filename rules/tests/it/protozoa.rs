//! Tests Protozoa against a second, slow implementation of its rules.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::{
    Any, Game, Kind, MOST_FEATURES, Options, Searchable, Seat,
    games::protozoa::{Event, Move, Piece, Protozoa, Size},
    grid::Square,
};

use crate::walk::{self, Dice};

fn start(options: &Options) -> Option<Protozoa> {
    match Kind::Protozoa.new_game(options) {
        Ok(Any::Protozoa(game)) => Some(game),
        _ => None,
    }
}

/// Counts neighbours by looking at all pairs of pieces.
fn neighbours(game: &Protozoa, at: Square) -> u8 {
    let near =
        |other: Square| other != at && other.col.abs_diff(at.col) <= 1 && other.row.abs_diff(at.row) <= 1;
    game.pieces().filter(|&(other, _)| near(other)).count() as u8
}

fn lives(size: Size, neighbours: u8) -> bool {
    match size {
        Size::Pawn => (1..=3).contains(&neighbours),
        Size::Drone => (3..=5).contains(&neighbours),
        Size::Queen => (5..=7).contains(&neighbours),
    }
}

/// Returns the value of the largest organism of these owners, grown piece by piece.
fn largest(game: &Protozoa, owners: &[Seat]) -> u32 {
    let mut rest: Vec<(Square, Piece)> =
        game.pieces().filter(|(_, piece)| owners.contains(&piece.owner)).collect();
    let mut best = 0;
    while let Some(first) = rest.pop() {
        let mut organism = vec![first];
        while let Some(n) = rest.iter().position(|&(at, _)| {
            organism
                .iter()
                .any(|&(other, _)| other.col.abs_diff(at.col) <= 1 && other.row.abs_diff(at.row) <= 1)
        }) {
            organism.push(rest.swap_remove(n));
        }
        best = best.max(organism.iter().map(|(_, piece)| piece.size.points()).sum());
    }
    best
}

fn check_position(game: &Protozoa) {
    let side = game.board_size();
    for at in (0..side).flat_map(|row| (0..side).map(move |col| Square::new(col, row))) {
        let count = neighbours(game, at);
        assert_eq!(game.neighbours(at), count, "{at}: {game}");
        let doomed = game.piece(at).is_some_and(|piece| !lives(piece.size, count));
        assert_eq!(game.doomed(at), doomed, "{at}: {game}");
    }
    for (n, seats) in game.sides().into_iter().enumerate() {
        let seats: Vec<Seat> = seats.iter().collect();
        let value = if game.mixed_teams() {
            largest(game, &seats)
        } else {
            seats.iter().map(|&seat| largest(game, &[seat])).max().unwrap()
        };
        assert_eq!(game.organism_value(n), value, "{game}");
        let squares = game.organism(n);
        let points = squares.iter().map(|&at| game.piece(at).unwrap().size.points()).sum::<u32>();
        assert_eq!(points, value, "{game}");
        assert!(game.records()[n].value >= value, "a record is never below the current organism: {game}");
        for seat in seats {
            for size in Size::ALL {
                let placed = game.pieces().filter(|&(_, piece)| piece == Piece { owner: seat, size }).count();
                assert_eq!(usize::from(game.stash(seat)[size as usize]) + placed, 5, "{game}");
            }
        }
    }
}

/// Checks that exactly those pieces die that the board after the move and before the cull dooms.
fn check_turn(game: &Protozoa, seat: Seat, mv: Move) {
    let mut after = game.clone();
    let mut dead = BTreeSet::new();
    after
        .play(seat, &mv, &mut |event| {
            if let Event::Died { pieces, .. } = event {
                dead.extend(pieces.iter().map(|(at, _)| at));
            }
        })
        .unwrap();
    let mut in_effect: Vec<(Square, Size)> = game.pieces().map(|(at, piece)| (at, piece.size)).collect();
    match mv {
        Move::Place { size, at } => in_effect.push((at, size)),
        Move::Promote(at) | Move::Demote(at) => {
            let step = if mv == Move::Promote(at) { 1 } else { -1 };
            let piece = in_effect.iter_mut().find(|piece| piece.0 == at).unwrap();
            piece.1 = Size::ALL[(piece.1 as usize).checked_add_signed(step).unwrap()];
        }
        Move::Pass => {}
    }
    let near = |a: Square, b: Square| a != b && a.col.abs_diff(b.col) <= 1 && a.row.abs_diff(b.row) <= 1;
    let doomed: BTreeSet<Square> = in_effect
        .iter()
        .filter(|&&(at, size)| {
            !lives(size, in_effect.iter().filter(|&&(other, _)| near(at, other)).count() as u8)
        })
        .map(|&(at, _)| at)
        .collect();
    assert_eq!(dead, doomed, "{seat} {mv}: {game}");
    let left: BTreeSet<Square> = after.pieces().map(|(at, _)| at).collect();
    assert_eq!(left, in_effect.iter().map(|&(at, _)| at).filter(|at| !doomed.contains(at)).collect());
    assert_eq!(after.played(), game.played() + 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..Default::default() })]

    #[test]
    fn agrees_with_the_slow_implementation(options in walk::options(Kind::Protozoa), seed in any::<u64>()) {
        let Some(mut game) = start(&options) else { return Err(TestCaseError::reject("options clash")) };
        let mut dice = Dice::new(seed);
        check_position(&game);
        let mut moves = Vec::new();
        while let Some(seat) = game.to_act().first() {
            moves.clear();
            game.legal(seat, &mut moves);
            // Moves that keep pieces alive make longer games with fuller boards than random moves.
            let mut best = *dice.pick(&moves);
            for _ in 0..4 {
                let mv = *dice.pick(&moves);
                let mut next = game.clone();
                next.play(seat, &mv, &mut |_| {}).unwrap();
                let mut now = game.clone();
                now.play(seat, &best, &mut |_| {}).unwrap();
                if next.pieces().count() > now.pieces().count() {
                    best = mv;
                }
            }
            check_turn(&game, seat, best);
            game.play(seat, &best, &mut |_| {}).unwrap();
            check_position(&game);
            prop_assert!(game.played() <= game.limit());
        }
    }
}

#[track_caller]
fn check_words(position: &str, seat: u8, mv: &str, explained: &str, words: &[&str]) {
    let mut game: Protozoa = position.parse().unwrap();
    let seat = Seat::new(seat).unwrap();
    let mv: Move = mv.parse().unwrap();
    assert_eq!(game.explain(seat, &mv), explained);
    let mut events = Vec::new();
    game.play(seat, &mv, &mut |event| events.push(event)).unwrap();
    let who = |seat: Seat| Kind::Protozoa.colour(seat).name().to_owned();
    let sentences: Vec<String> = events.iter().map(|event| Protozoa::describe(event, &who)).collect();
    assert_eq!(sentences, words);
}

#[test]
fn ahead_counts_sides_that_rank_behind() {
    let ahead = |position: &str| {
        let game: Protozoa = position.parse().unwrap();
        let at = Protozoa::FEATURES.iter().position(|feature| feature.name == "ahead").unwrap();
        let mut rows = [[0; MOST_FEATURES]; 8];
        game.features(&mut rows);
        [0, 1, 2, 3].map(|side: usize| rows[side][at])
    };
    let pieces = "d4=d1,e4=d2,d5=d2,e5=d1";
    assert_eq!(ahead(&format!("8 4 15 9/60 1 4@3,5@7,4@2,2@1 {pieces}")), [1, 3, 2, 0]);
    assert_eq!(ahead(&format!("8 4 15 9/60 1 4@3,4@3,4@3,4@0 {pieces}")), [0, 0, 0, 3]);
    assert_eq!(ahead(&format!("8 2 15 9/60 1 4@3,5@7 {pieces}")), [0; 4]);
}

#[test]
fn words_describe_deaths_and_growth() {
    let new = "8 2 15 0/60 1 4@0,4@0 d4=d1,e4=d2,d5=d2,e5=d1";
    check_words(
        new,
        1,
        "p@f4",
        "pawn on f4: organism grows to 5",
        &["Blue places a pawn on f4.", "Blue has grown an organism worth 5."],
    );
    check_words(new, 1, "d4-", "d4 becomes a pawn: lives", &["Blue demotes d4 to a pawn."]);
    check_words(
        new,
        1,
        "d4+",
        "d4 becomes a queen: dies",
        &["Blue promotes d4 to a queen.", "Blue loses a queen (d4) to loneliness."],
    );
    check_words(
        "8 2 15 10/60 2 6@3,6@4 d4=d1,e4=d2,f4=p1,d5=d2,e5=d1,f5=p2",
        2,
        "p@f3",
        "pawn on f3: lives; Blue f4, Orange e4 die",
        &[
            "Orange places a pawn on f3.",
            "Blue loses a pawn (f4) to crowding; Orange loses a drone (e4) to crowding.",
        ],
    );
    check_words(
        "8 2 15 20/60 1 9@9,9@10 a1=p1,c1=p1,e1=p1,g1=p1,a3=p1,c3=d1,e3=d1,g3=d1,a5=d1,c5=d1,e5=q1,g5=q1,a7=q1,c7=q1,e7=q1,g7=p2",
        1,
        "pass",
        "nothing else is possible: Blue 15, Orange 1 die",
        &[
            "Blue can do nothing and passes.",
            "Blue loses 5 queens (e5, g5, a7, c7, e7), 5 drones (c3, e3, g3, a5, c5) and 5 pawns (a1, c1, e1, g1, a3) to loneliness; Orange loses a pawn (g7) to loneliness.",
        ],
    );
    check_words(
        "8 4t 15 0/120 1 2@0,2@0 d4=d1,e4=d2,d5=d4,e5=d3",
        1,
        "e5-",
        "e5 becomes a pawn: lives",
        &["Blue demotes Green's piece on e5 to a pawn."],
    );
}
