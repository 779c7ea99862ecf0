//! The hashes of positions for machines: equal for equal positions, however they came about, and different for all others.

use std::{
    collections::BTreeMap,
    fmt::{self, Write as _},
    hash::{DefaultHasher, Hasher as _},
};

use rules::{Game, Kind, Options, Searchable, Seat, for_each_searchable_game, games};

use crate::walk::Dice;

/// The moves of all walks of a game together.
const MOVES: usize = 1_000_000;

macro_rules! tests {
    ($($name:ident, $module:ident;)+) => {
        $(
            mod $module {
                use super::*;

                #[test]
                fn walks_never_collide() {
                    check_walks::<games::$module::$name>(Kind::$name);
                }

                #[test]
                fn order_of_moves_does_not_matter() {
                    check_transpositions::<games::$module::$name>(Kind::$name);
                }
            }
        )+
    };
}

for_each_searchable_game!(tests);

/// Hashes a text in two ways while it is written. A million texts as they are would fill the memory.
struct Digest([DefaultHasher; 2]);

impl Digest {
    fn of(text: impl fmt::Display) -> [u64; 2] {
        let mut digest = Digest([DefaultHasher::new(), DefaultHasher::new()]);
        digest.0[1].write_u8(1);
        write!(digest, "{text}").unwrap();
        digest.0.map(|hasher| hasher.finish())
    }
}

impl fmt::Write for Digest {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        for hasher in &mut self.0 {
            hasher.write(part.as_bytes());
        }
        Ok(())
    }
}

fn check_walks<G: Searchable>(kind: Kind) {
    let (mut keys, mut texts) = (BTreeMap::new(), BTreeMap::new());
    let mut played = 0;
    for seed in 0.. {
        let seats = kind.about().seats;
        let players = seats[seed as usize % seats.len()];
        let mut game = G::new(&Options::new().with("players", i64::from(players))).unwrap();
        let mut dice = Dice::new(seed);
        while let Some(mv) = random_move(&game, &mut dice) {
            game.play(mv.0, &mv.1, &mut |_| {}).unwrap();
            let (key, text) = (game.key(), Digest::of(game.without_past()));
            assert_eq!(
                *keys.entry(key).or_insert(text),
                text,
                "another position has the key {key} of {game}"
            );
            assert_eq!(*texts.entry(text).or_insert(key), key, "a position has two keys: {game}");
            played += 1;
        }
        if played >= MOVES {
            return;
        }
    }
}

fn check_transpositions<G: Searchable>(kind: Kind) {
    let mut found = 0;
    for seed in 0..2_000 {
        let mut dice = Dice::new(seed);
        let mut start = G::new(&kind.quick(2)).unwrap();
        for _ in 0..seed % 20 {
            let Some((seat, mv)) = random_move(&start, &mut dice) else { break };
            start.play(seat, &mv, &mut |_| {}).unwrap();
        }
        let mut line = Vec::new();
        let mut forth = start.clone();
        for _ in 0..3 {
            let Some((seat, mv)) = random_move(&forth, &mut dice) else { break };
            forth.play(seat, &mv, &mut |_| {}).unwrap();
            line.push((seat, mv));
        }
        // The first and the third move change places.
        let [(first, a), (second, b), (third, c)] = line.as_slice() else { continue };
        let mut back = start.clone();
        let order = [(third, c), (second, b), (first, a)];
        let are_legal = order.into_iter().all(|(seat, mv)| back.play(*seat, mv, &mut |_| {}).is_ok());
        if are_legal && back.without_past() == forth.without_past() {
            found += 1;
            assert_eq!(back.key(), forth.key(), "{a}, {b} and {c} from {start}");
        }
    }
    assert!(found > 20, "{found} lines lead to the same position in another order");
}

fn random_move<G: Game>(game: &G, dice: &mut Dice) -> Option<(Seat, G::Move)> {
    let seat = game.to_act().first()?;
    let mut moves = Vec::new();
    game.legal(seat, &mut moves);
    Some((seat, dice.pick(&moves).clone()))
}
