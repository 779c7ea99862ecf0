//! Tests the marks of Plankton Synapse against a second, slow implementation of the rules, and cases that the vectors leave
//! out.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::{
    Any, Game, Kind, Options, Refused, Seat, Viewer,
    games::plankton_synapse::{Cell, CellKind, Free, Move, PlanktonSynapse, SIDE, Squares},
    grid::Square,
};

use crate::walk::{self, Dice};

fn read(text: &str) -> PlanktonSynapse {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays one action of the seat to act. Returns the position after it, or the reason for the refusal.
fn played(game: &mut PlanktonSynapse, notation: &str) -> String {
    let seat = game.to_act().first().unwrap();
    match game.play(seat, &notation.parse::<Move>().unwrap(), &mut |_| {}) {
        Ok(_) => game.to_string(),
        Err(Refused::Illegal(why)) => why.to_string(),
        Err(refused) => panic!("{refused}"),
    }
}

#[track_caller]
fn check(position: &str, notation: &str, expected: &str) {
    assert_eq!(played(&mut read(position), notation), expected);
}

fn squares(names: &str) -> Squares {
    names.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
}

/// Returns the cells that a phytorb sees or, if `through` is set, is aligned with, square by square.
fn reached(game: &PlanktonSynapse, from: Square, through: bool) -> BTreeSet<Square> {
    let mut reached = BTreeSet::new();
    for (cols, rows) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let mut at = from;
        while let Some(next) = at.offset(cols, rows, SIDE, SIDE) {
            at = next;
            if let Some(cell) = game.cell(at) {
                reached.insert(cell.at);
                if !through {
                    break;
                }
            }
        }
    }
    reached
}

/// Returns the marked cells by section 4.2 of the rules, word for word.
fn marked(game: &PlanktonSynapse) -> BTreeSet<Square> {
    let phytorbs: Vec<Cell> = game.cells().filter(|cell| cell.kind == CellKind::Phytorb).collect();
    let is_odd = |cell: &Cell, hits: usize| (game.zoorbs(cell.owner) + hits) % 2 == 1;
    let seen_by =
        |at: Square| phytorbs.iter().filter(move |p| p.at != at && reached(game, p.at, false).contains(&at));
    let bright: BTreeSet<Square> =
        phytorbs.iter().filter(|p| is_odd(p, seen_by(p.at).count())).map(|p| p.at).collect();
    let mut marked = bright.clone();
    for cell in game.cells().filter(|cell| cell.kind != CellKind::Phytorb) {
        let hits = phytorbs
            .iter()
            .filter(|p| reached(game, p.at, bright.contains(&p.at)).contains(&cell.at))
            .count();
        if if cell.kind == CellKind::Zoorb { hits > 0 } else { is_odd(&cell, hits) } {
            marked.insert(cell.at);
        }
    }
    marked
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..Default::default() })]

    #[test]
    fn marks_agree_with_the_slow_implementation(options in walk::options(Kind::PlanktonSynapse), seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut any = Kind::PlanktonSynapse.new_game(&options).unwrap();
        while let Some((seat, notation)) = walk::choice(&any, &mut dice) {
            any.play(seat, &notation, &mut |_| {}).unwrap();
            let Any::PlanktonSynapse(game) = &any else { unreachable!("the walk stays in the same game") };
            if game.free().is_none() {
                let shown: BTreeSet<Square> =
                    game.cells().map(|cell| cell.at).filter(|&at| game.is_marked(at)).collect();
                prop_assert_eq!(shown, marked(game), "{}", game);
            }
        }
    }
}

/// Returns every action that can be written with squares of the board.
fn all_moves() -> Vec<Move> {
    let all = || (0..SIDE).flat_map(|row| (0..SIDE).map(move |col| Square::new(col, row)));
    let mut moves = vec![Move::Pass];
    for from in all() {
        moves.push(Move::Die(from));
        for to in all() {
            moves.extend([Move::Go { from, to }, Move::Split { from, to }]);
            let kinds = CellKind::MINOR.into_iter().chain(CellKind::MAJOR);
            moves.extend(kinds.map(|into| Move::Fuse { at: from, with: to, into }));
            let anchors = all().map(Some).chain([None]);
            moves.extend(anchors.map(|anchor| Move::Swap { from, to, anchor }));
        }
    }
    moves
}

#[test]
fn exactly_the_listed_actions_are_accepted() {
    let all = all_moves();
    for position in [
        "zrsttsrz/nwjttjwn/nnnnnnnn/8/8/NNNNNNNN/NWJTTJWN/ZRSTTSRZ 1 - - 1/300",
        "z7/1n6/2nn2S1/2nn1W2/4j3/3p1A2/2TT4/Z1TT3Z 2 - - 1/300",
        "z6z/8/3r4/2PnTT2/2N1TT2/4aJ2/3N4/Z7 1 - - 1/300",
        "z6z/8/5S2/4TT2/4TTW1/8/1A6/Z1N5 1 s:f6:c1 c1,e4,f6 1/300",
        "2ttz2r/2tt2wR/3ps3/1J1N1s2/2Ns1JN1/1tt1W1j1/1tt3Z1/Z6a 2 - - 7/300",
        "z6z/8/8/3TT3/3TTp2/5n2/8/Z7 1 t:d4 d4 1/300",
    ] {
        let game = read(position);
        let seat = game.to_act().first().unwrap();
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        legal.sort_unstable();
        let mut accepted: Vec<Move> =
            all.iter().copied().filter(|mv| game.clone().play(seat, mv, &mut |_| {}).is_ok()).collect();
        accepted.sort_unstable();
        assert_eq!(legal, accepted, "{position}");
    }
}

#[test]
fn tetraphytes_pulled_onto_each_other_stay() {
    check(
        "z6z/3TT3/3TT3/5tt1/5tt1/8/3A4/Z6Z 1 - - 1/300",
        "d2-d4",
        "z6z/3TT3/3TT3/5tt1/3A1tt1/8/8/Z6Z 2 - - 2/300",
    );
    check(
        "z6z/2TT4/2TT4/5tt1/5tt1/8/3A4/Z6Z 1 - - 1/300",
        "d2-d4",
        "z6z/8/2TT4/2TTtt2/3Att2/8/8/Z6Z 2 - - 2/300",
    );
}

#[test]
fn traps_on_barren_squares_leave_no_neatom() {
    check("7z/8/8/8/3aa3/3P4/8/Z6Z 1 - - 1/300", "d3-d4", "7z/8/8/8/4a3/8/8/Z6Z 2 - - 2/300");
}

#[test]
fn free_turns_need_a_free_action() {
    check("z6z/8/8/8/8/8/8/ZNN5 1 - - 1/300", "b1&c1=a", "z6z/8/8/8/8/8/8/ZA6 2 - - 2/300");
    check("z6z/8/8/8/8/8/8/ZNN5 1 - - 1/300", "b1+b2", "z6z/8/8/8/8/8/1N6/ZNN5 1 n b1,c1 1/300");
    check("z6z/8/8/8/8/8/8/ZS5N 1 - - 1/300", "b1/h1", "z6z/8/8/8/8/8/8/ZN5S 1 s:h1:b1 b1,h1 1/300");
    check("z6z/8/8/8/8/8/8/ZS5N 1 - - 1/300", "b1/a1", "z6z/8/8/8/8/8/8/SZ5N 2 - - 2/300");
}

#[test]
fn repetition_draws_and_texts_omit_the_past() {
    let mut game = read("z6z/8/8/8/8/8/3W4/Z6Z 1 - - 1/300");
    for notation in ["d2-d3", "a8+a7", "d3-d2", "xa7", "d2-d3", "a8+a7", "d3-d2"] {
        played(&mut game, notation);
        assert_eq!(game.outcome(), None);
    }
    let mut without = game.without_past();
    assert_ne!(game, without);
    assert_eq!(read(&game.to_string()), without);
    played(&mut game, "xa7");
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some("repetition"));
    assert!(game.to_act().is_empty());
    played(&mut without, "xa7");
    assert_eq!(without.to_string(), game.to_string());
    assert_eq!(without.outcome(), None);
    assert_eq!(game.without_past().outcome(), None);
}

#[test]
fn refusals_explain_the_mistake() {
    const START: &str = "zrsttsrz/nwjttjwn/nnnnnnnn/8/8/NNNNNNNN/NWJTTJWN/ZRSTTSRZ 1 - - 1/300";
    for (position, notation, expected) in [
        (START, "j9-j10", "j9 is not on the board"),
        (START, "a3+a9", "a9 is not on the board"),
        (START, "a4+a5", "there's no cell on a4"),
        (START, "a6+a5", "the cell on a6 isn't yours"),
        (START, "e2-e3", "a tetraphyte is named by its lower left square, here d1"),
        (START, "d3-d4", "a neatom can't move; it splits (`d3+d4`) or fuses (`d3&e3=p`)"),
        (START, "b2-b3", "there's a cell of your own on b3"),
        (START, "d1-d2", "there's a cell of your own on d3"),
        (START, "d3+d5", "d5 is not one of the eight squares around d3"),
        (START, "d3+e3", "there's already a cell on e3"),
        (START, "d3&d4=p", "there's no neatom of yours on d4"),
        (
            START,
            "d3&e4=p",
            "a picophyte comes from two neatoms side by side, and e4 does not touch a side of d3",
        ),
        (START, "d3&e3=z", "a zoorb comes from four neatoms in a square: name two opposite corners"),
        (START, "c1/f1", "two pentaphytes can't swap"),
        (START, "c1/e2", "say where the tetraphyte goes: its new lower left square after an `@`"),
        (START, "c1/e2@d1", "the four squares at d1 don't include c1, which the pentaphyte leaves"),
        (START, "c1/e2@c1", "the four squares at c1 aren't all free for the tetraphyte"),
        (START, "c1/a3@c1", "only a swap with a tetraphyte has an `@`"),
        (START, "xa1", "you can't remove a zoorb"),
        (START, "pass", "you can only pass a free action; this is your normal one"),
        (
            "7z/8/8/3Na3/8/8/8/S6Z 1 - - 1/300",
            "a1/d5",
            "the cell on d5 is held by a glowing picozoa beside it",
        ),
        (
            "7z/8/8/8/4a3/3N4/8/Z6Z 1 - - 1/300",
            "d3+d4",
            "d4 is beside a glowing picozoa of the other side, where you can make no neatom",
        ),
        (
            "z3r3/8/8/4z3/2TTn3/2TT4/8/Z6Z 1 - - 1/300",
            "c3-d4",
            "the zoorb on e5 is shielded this turn and can't be eaten",
        ),
        (
            "z6z/8/8/8/3w4/3P4/8/Z6Z 1 - - 1/300",
            "d3-d4",
            "only a glowing tetrazoa can eat the tetrazoa on d4",
        ),
        (
            "z6z/8/8/3TT3/3TT3/8/8/ZN6 1 t:d4 d4 1/300",
            "b1+b2",
            "this is a free action: move the tetraphyte on d4 again, or pass",
        ),
        (
            "z6z/8/5S2/8/4W3/8/8/Z1N5 1 s:f6:c1 c1,e4,f6 1/300",
            "f6/c1",
            "the neatom on c1 is the price of this free swap",
        ),
    ] {
        let mut game = read(position);
        let before = game.clone();
        assert_eq!(played(&mut game, notation), expected, "{notation}");
        assert_eq!(game, before);
    }
}

#[test]
fn events_are_described_in_order() {
    for (position, notation, expected) in [
        (
            "z6z/8/8/3n4/2nnN1w1/3P4/8/Z6Z 1 - - 1/300",
            "d3-d4",
            "Blue moves a picophyte from d3 to d4. Blue eats Grey's neatom on d4. \
             Blue's neatom is pushed from e4 to f4. Grey's neatom is pushed from d5 to d6. \
             Grey's neatom is pushed from c4 to b4.",
        ),
        (
            "7z/8/8/4a3/3N4/2Z5/8/8 1 - - 1/300",
            "c3-e5",
            "Blue moves a zoorb from c3 to e5. Blue eats Grey's picozoa on e5. \
             It was a trap: Blue's zoorb is gone, and a neatom is on e5. Blue has no zoorb left.",
        ),
        (
            "z6z/8/5N2/8/4W3/8/8/Z1S5 1 - - 1/300",
            "c1/f6",
            "Blue swaps the pentaphyte on c1 with the neatom on f6. \
             Blue may swap the pentaphyte on f6 again, which costs the neatom on c1, or pass.",
        ),
        (
            "z7/8/8/3z4/3P4/8/8/Z6Z 1 - - 31/300 first",
            "d4-d5",
            "Blue moves a picophyte from d4 to d5. Blue eats Grey's zoorb on d5. \
             Grey has lost a zoorb, and with it the game.",
        ),
    ] {
        let mut game = read(position);
        let mut words = Vec::new();
        let who = |seat: Seat| Kind::PlanktonSynapse.colour(seat).name().to_owned();
        game.play(Seat::FIRST, &notation.parse().unwrap(), &mut |event| {
            words.push(PlanktonSynapse::describe(&event, &who))
        })
        .unwrap();
        assert_eq!(words.join(" "), expected);
    }
}

#[test]
fn free_action_is_offered_until_it_is_used() {
    let mut game = read("z6z/8/5N2/8/4W3/8/8/Z1S5 1 - - 1/300");
    let mut events = Vec::new();
    let who = |seat: Seat| Kind::PlanktonSynapse.colour(seat).name().to_owned();
    for (notation, expected) in [
        (
            "c1/f6",
            "Blue swaps the pentaphyte on c1 with the neatom on f6. \
             Blue may swap the pentaphyte on f6 again, which costs the neatom on c1, or pass.",
        ),
        ("pass", "Blue swaps the pentaphyte on c1 with the neatom on f6. Blue passes the free action."),
    ] {
        game.play(Seat::FIRST, &notation.parse().unwrap(), &mut |event| events.push(event)).unwrap();
        let seen: Vec<_> = events.iter().collect();
        assert_eq!(PlanktonSynapse::describe_all(&seen, &who).join(" "), expected);
    }
}

#[test]
fn status_shows_what_counts() {
    for (position, expected) in [
        ("z6z/8/8/8/8/8/8/Z6Z 1 - - 12/300", "Turn 12 of 300 · zoorbs: Blue 2, Grey 2"),
        ("z6z/8/8/8/8/8/8/Z6Z 1 - - 1/300 first", "Turn 1 of 300 · zoorbs: Blue 2, Grey 2 · one lost loses"),
        (
            "z6z/8/8/8/8/8/8/ZN5Z 1 - - 110/120 cells",
            "Turn 110 of 120 · zoorbs (squares): Blue 2 (3), Grey 2 (2)",
        ),
        (
            "z6z/8/8/8/8/8/8/ZN5Z 1 - - 111/120 cells",
            "Turn 111 of 120 · zoorbs (squares): Blue 2 (3), Grey 2 (2) · Blue is ahead",
        ),
        (
            "z6z/8/8/8/8/3N4/8/Z7 1 n d3 1/300",
            "Turn 1 of 300 · zoorbs: Blue 1, Grey 2 · free: split or fuse a neatom, or pass",
        ),
    ] {
        assert_eq!(read(position).status(Viewer::Public), expected);
    }
}

#[test]
fn getters_give_pictures_the_right_squares() {
    let game = read("7z/8/8/3na3/2N5/3P4/8/Z5RZ 1 - - 1/300");
    let at = |name: &str| name.parse::<Square>().unwrap();
    assert_eq!(game.sticky(), squares("c3 d2 d4 e3"));
    assert_eq!(game.held(), squares("e4 e6 d5 f5"));
    assert_eq!(game.barren(Seat::FIRST), game.held());
    assert!(game.barren(Seat::new(2).unwrap()).is_empty());
    assert!(game.is_marked(at("a1")), "shielded");
    assert_eq!(game.shields().collect::<Vec<_>>(), [(at("g1"), at("a1")), (at("g1"), at("h1"))]);
    assert!(!game.is_marked(at("h8")), "no phytorb sees it");
    assert!(game.is_marked(at("e5")), "an odd number of zoorbs");
    assert!(!game.is_marked(at("c4")), "an even number");

    let free = read("z6z/8/8/8/8/3N4/8/ZR6 1 n a1,d3 1/300");
    assert!(free.is_marked(at("a1")));
    assert_eq!(free.shields().count(), 0, "the phytorb may be new");

    let tetraphyte = read("z6z/8/8/3TT3/3TT3/8/8/Z7 1 t:d4 d4 1/300");
    assert_eq!(tetraphyte.free(), Some(Free::Tetraphyte(at("d4"))));
    assert_eq!(tetraphyte.cell(at("e5")).map(|cell| cell.at), Some(at("d4")));
    assert_eq!(tetraphyte.cell(at("e5")).map(|cell| cell.body()), Some(squares("d4 e4 d5 e5")));
    assert_eq!(tetraphyte.filled(Seat::FIRST), 5);
    assert_eq!(tetraphyte.cell(Square::new(8, 0)), None);
}

#[test]
fn choices_lead_to_every_move() {
    let game = read("z6z/8/8/4a3/3N4/2Z5/8/Z7 1 - - 31/300");
    let steps = |notation: &str| {
        let path = game.path(Seat::FIRST, &notation.parse().unwrap()).into_iter();
        path.map(|step| game.label(Seat::FIRST, step)).collect::<Vec<_>>().join(" > ")
    };
    assert_eq!(steps("c3-e5"), "c3 zoorb > e5");
    assert_eq!(steps("c3+c4"), "c3 zoorb > c4");
    assert_eq!(steps("d4+d5"), "d4 neatom > d5");
    assert_eq!(steps("d4&d3=a"), "d4 neatom > d3 > Picozoa: pulls cells, traps eaters");
    assert_eq!(steps("xd4"), "d4 neatom > Remove it");
    let options = Options::new().with("preset", "correspondence");
    let Ok(Any::PlanktonSynapse(start)) = Kind::PlanktonSynapse.new_game(&options) else {
        panic!("the preset is known")
    };
    assert!(start.counts_decide() && !start.first_zoorb_decides());
    assert_eq!(start.limit(), 120);
}
