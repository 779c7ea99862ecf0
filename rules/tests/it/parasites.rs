//! Tests Parasites against a second, slow implementation of its rules.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rules::{
    Any, Game, Kind, RESIGN, Seat, SeatSet, Table, Turn,
    games::parasites::{Caste, DEVELOPMENT, Event, Move, Parasite, Parasites},
    grid::Square,
};

use crate::walk::{self, Dice};

/// Larger boards take long and show nothing new.
const LARGEST: u8 = 12;

/// The parasites by their squares, and nothing more.
type Squares = BTreeMap<Square, Parasite>;

fn steps(a: Square, b: Square) -> u8 {
    a.col.abs_diff(b.col) + a.row.abs_diff(b.row)
}

fn beside(size: u8, at: Square) -> Vec<Square> {
    [(0, 1), (1, 0), (0, -1), (-1, 0)]
        .into_iter()
        .filter_map(|(cols, rows)| at.offset(cols, rows, size, size))
        .collect()
}

/// Returns all colonies that are connected with one by sides or corners.
fn group(squares: &Squares, colony: Square) -> BTreeSet<Square> {
    let kin: BTreeSet<Square> =
        squares.iter().filter(|(_, parasite)| **parasite == squares[&colony]).map(|(&at, _)| at).collect();
    let mut group = BTreeSet::from([colony]);
    loop {
        let touches = |at: &Square| {
            group.iter().any(|other| other.col.abs_diff(at.col) <= 1 && other.row.abs_diff(at.row) <= 1)
        };
        let grown: BTreeSet<Square> = kin.iter().copied().filter(touches).collect();
        if grown.len() == group.len() {
            return group;
        }
        group = grown;
    }
}

fn protection(squares: &Squares, size: u8, group: &BTreeSet<Square>, army: Seat) -> BTreeSet<Square> {
    let around = group.iter().flat_map(|&at| beside(size, at)).filter(|at| !group.contains(at));
    around.filter(|at| squares.get(at).is_none_or(|parasite| parasite.owner != army)).collect()
}

/// Carries out section 6.1 word for word. Returns the groups of eliminated seats, in order.
fn fight(squares: &mut Squares, size: u8, army: Seat, newcomer: Square) -> Vec<SeatSet> {
    let mut fallen = Vec::new();
    let mut newcomers = BTreeSet::from([newcomer]);
    loop {
        let mut beaten = BTreeSet::new();
        for at in newcomers.iter().flat_map(|&newcomer| beside(size, newcomer)) {
            let Some(enemy) = squares.get(&at).filter(|enemy| enemy.owner != army) else { continue };
            match enemy.caste.defence() {
                Some(defence) => {
                    let army = beside(size, at)
                        .into_iter()
                        .filter_map(|at| squares.get(&at))
                        .filter(|own| own.owner == army);
                    if army.map(|own| own.caste.attack()).sum::<u8>() >= defence {
                        beaten.insert(at);
                    }
                }
                None => {
                    let group = group(squares, at);
                    if protection(squares, size, &group, army).is_empty() {
                        beaten.extend(group);
                    }
                }
            }
        }
        if beaten.is_empty() {
            return fallen;
        }
        let eaten: Vec<Parasite> = beaten
            .iter()
            .filter_map(|&at| squares.insert(at, Parasite { owner: army, caste: Caste::Colony }))
            .collect();
        let losers: SeatSet = eaten.iter().filter(|p| p.caste == Caste::Queen).map(|p| p.owner).collect();
        newcomers = beaten;
        if !losers.is_empty() {
            fallen.push(losers);
            for (&at, parasite) in squares.iter_mut().filter(|(_, p)| losers.contains(p.owner)) {
                parasite.owner = army;
                newcomers.insert(at);
            }
        }
    }
}

/// Returns the owner of an empty square by comparing all parasites.
fn claimant(squares: &Squares, at: Square) -> Option<Seat> {
    let nearest = squares.keys().map(|&other| steps(at, other)).min()?;
    let mut attack = BTreeMap::new();
    for (_, parasite) in squares.iter().filter(|&(&other, _)| steps(at, other) == nearest) {
        *attack.entry(parasite.owner).or_insert(0) += parasite.caste.attack();
    }
    let most = attack.values().copied().max()?;
    let strongest: Vec<Seat> =
        attack.into_iter().filter(|&(_, sum)| sum == most).map(|(seat, _)| seat).collect();
    if let [only] = strongest.as_slice() { Some(*only) } else { None }
}

fn check_position(game: &Parasites) {
    let size = game.board_size();
    let squares: Squares = game.parasites().collect();
    let all = (0..size).flat_map(|row| (0..size).map(move |col| Square::new(col, row)));
    let mut scores = vec![0; usize::from(Game::seats(game))];
    for (at, owner) in all.zip(game.territory()) {
        let expected = squares.get(&at).map(|p| p.owner).or_else(|| claimant(&squares, at));
        assert_eq!(owner, expected, "{at}: {game}");
        if let Some(owner) = expected {
            scores[owner.index()] += 1;
        }
        assert_eq!(game.parasite(at), squares.get(&at).copied(), "{at}: {game}");
    }
    assert_eq!(game.scores(), scores, "{game}");
    let Some(seat) = game.to_act().first().filter(|_| !game.is_placing() && !game.has_begun()) else {
        return;
    };
    let mut moves = Vec::new();
    game.legal(seat, &mut moves);
    for (&at, parasite) in squares.iter().filter(|(_, parasite)| parasite.owner == seat) {
        let created = moves.iter().filter_map(|mv| match *mv {
            Move::Create { from, to, .. } if from == at => Some(to),
            _ => None,
        });
        let in_scope = squares_in_scope(size, at, parasite.caste);
        let reached = in_scope.into_iter().filter(|to| !squares.contains_key(to));
        assert_eq!(created.collect::<BTreeSet<_>>(), reached.collect::<BTreeSet<_>>(), "{at}: {game}");
    }
}

/// Returns the scope of a caste from the drawings in section 2.2, with the parasite in the middle.
fn squares_in_scope(size: u8, at: Square, caste: Caste) -> Vec<Square> {
    let rows = match caste {
        Caste::Queen => ["...x...", "..xxx..", ".xxxxx.", "xxx.xxx", ".xxxxx.", "..xxx..", "...x..."],
        Caste::Attacker => [".......", ".......", "...x...", "..x.x..", "...x...", ".......", "......."],
        Caste::Defender => [".......", "...x...", "...x...", ".xx.xx.", "...x...", "...x...", "......."],
        Caste::Builder => [".......", ".x.x.x.", "..xxx..", ".xx.xx.", "..xxx..", ".x.x.x.", "......."],
        Caste::Colony => [".......", ".......", "..xxx..", "..x.x..", "..xxx..", ".......", "......."],
    };
    let mut squares = Vec::new();
    for (row, cells) in (-3..=3).zip(rows) {
        let reached = (-3..=3).zip(cells.chars()).filter(|(_, cell)| *cell == 'x');
        squares.extend(reached.filter_map(|(col, _)| at.offset(col, row, size, size)));
    }
    squares
}

/// Checks that a creation changes the board as the slow implementation says, and that the turn continues exactly while
/// something can be created.
fn check_creation(game: &Parasites, seat: Seat, mv: Move, after: &Parasites, turn: Turn) {
    let Move::Create { to, caste, .. } = mv else { return };
    let mut squares: Squares = game.parasites().collect();
    squares.insert(to, Parasite { owner: seat, caste });
    let fallen = fight(&mut squares, game.board_size(), seat, to);
    assert_eq!(after.parasites().collect::<Squares>(), squares, "{seat} {mv}: {game}");
    assert_eq!(after.fallen(), [game.fallen(), fallen].concat(), "{seat} {mv}: {game}");
    assert_eq!(after.passes(), 0);
    if turn == Turn::Open {
        let mut moves = Vec::new();
        after.legal(seat, &mut moves);
        assert!(moves.iter().any(|mv| matches!(mv, Move::Create { .. })), "{seat} {mv}: {game}");
        assert!(after.parasites().any(|(at, _)| after.can_create(at)), "{seat} {mv}: {game}");
    } else {
        assert_eq!(after.development(), if after.outcome().is_some() { 0 } else { DEVELOPMENT });
        assert_eq!(after.used().count(), 0);
    }
}

/// Returns how many parasites a move wins.
fn gain(game: &Parasites, seat: Seat, mv: Move) -> usize {
    let mut won = 0;
    let mut after = game.clone();
    let played = after.play(seat, &mv, &mut |event| match event {
        Event::Eaten { parasites, .. } | Event::Fallen { parasites, .. } => won += parasites.len(),
        _ => {}
    });
    assert!(played.is_ok(), "{seat} {mv}: {game}");
    won
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24, max_global_rejects: 10_000, failure_persistence: None, ..Default::default()
    })]

    #[test]
    fn agrees_with_the_slow_implementation(options in walk::options(Kind::Parasites), seed in any::<u64>()) {
        let Ok(Any::Parasites(mut game)) = Kind::Parasites.new_game(&options) else {
            return Err(TestCaseError::reject("options clash"));
        };
        if game.board_size() > LARGEST {
            return Err(TestCaseError::reject("a large board"));
        }
        let mut dice = Dice::new(seed);
        let mut moves = Vec::new();
        while let Some(seat) = game.to_act().first() {
            moves.clear();
            game.legal(seat, &mut moves);
            // This plays the greediest of a few moves, because random moves rarely eat anything.
            let few: Vec<Move> = (0..6).map(|_| *dice.pick(&moves)).collect();
            let greediest = few.iter().copied().max_by_key(|&mv| gain(&game, seat, mv));
            let mv = greediest.unwrap();
            let before = game.clone();
            let turn = game.play(seat, &mv, &mut |_| {}).unwrap();
            check_creation(&before, seat, mv, &game, turn);
            if dice.roll(8) == 0 || game.outcome().is_some() {
                check_position(&game);
            }
        }
    }
}

#[track_caller]
fn check_words(position: &str, seat: u8, mv: &str, explained: &str, words: &[&str]) {
    let mut game: Parasites = position.parse().unwrap();
    let seat = Seat::new(seat).unwrap();
    let mv: Move = mv.parse().unwrap();
    assert_eq!(game.explain(seat, &mv), explained);
    let mut events = Vec::new();
    game.play(seat, &mv, &mut |event| events.push(event)).unwrap();
    let who = |seat: Seat| Kind::Parasites.colour(seat).name().to_owned();
    let sentences: Vec<String> = events.iter().map(|event| Parasites::describe(event, &who)).collect();
    assert_eq!(sentences, words);
}

#[test]
fn creations_of_a_turn_share_a_sentence() {
    let at = |name: &str| name.parse().unwrap();
    let created =
        |from: &str, to: &str, caste| Event::Created { seat: Seat::FIRST, from: at(from), to: at(to), caste };
    let events = [
        created("a1", "b1", Caste::Builder),
        created("a1", "c1", Caste::Defender),
        created("a1", "a2", Caste::Builder),
        created("f4", "f6", Caste::Builder),
        created("f4", "e6", Caste::Attacker),
        created("f6", "f7", Caste::Defender),
    ];
    let words = Parasites::describe_all(&events.iter().collect::<Vec<_>>(), &|_| "Blue".to_owned());
    assert_eq!(
        words,
        [
            "From a1, Blue creates builders on b1 and a2, and a defender on c1; from f4, a builder on f6 and an attacker on e6; \
          from f6, a defender on f7."
        ]
    );
}

#[test]
fn words_describe_a_move() {
    check_words(
        "10/10/10/10/10/10/10/2,Q1,7/10/10 2 2 2 - 0 -",
        2,
        "i3=q",
        "queen on i3, 6 steps from Blue's",
        &["Orange's queen settles on i3."],
    );
    check_words(
        "9,Q2/10/10/4,B1,5/10/3,D1,D2,D1,4/10/10/10/Q1,9 2 1 2 - 0 -",
        1,
        "e7+e6=a",
        "attacker on e6 for 3 points: eats Orange's defender e5",
        &["From e7, Blue creates an attacker on e6.", "Blue eats Orange's defender on e5."],
    );
    check_words(
        "9,Q2/10/10/4,A1,5/3,D1,C2,D1,4/3,A1,C2,C2,Q1,3/4,D1,5/10/5,D1,4/10 2 1 2 - 0 -",
        1,
        "f2+f4=b",
        "builder on f4 for 2 points: eats Orange's colonies e5 f5 e6",
        &["From f2, Blue creates a builder on f4.", "Blue eats Orange's colonies on e5, f5 and e6."],
    );
    check_words(
        "9,Q2/10/10/10/10/4,A1,5/10/1,D1,8/1,A1,8/Q1,9 2 1 1 b2:0 0 -",
        1,
        "e5+e6=d",
        "defender on e6 for 2 points: ends the turn",
        &[
            "From e5, Blue creates a defender on e6.",
            "Blue can create nothing more in this turn, so it ends.",
        ],
    );
    check_words(
        "9,Q2/7,B1,1,A1/2,B2,7/10/10/4,D2,5/10/10/10/Q1,9 2 1 2 - 0 -",
        1,
        "h9+i10=a",
        "attacker on i10 for 3 points: eats Orange's queen j10; takes over 2; wins",
        &[
            "From h9, Blue creates an attacker on i10.",
            "Blue eats Orange's queen on j10.",
            "Orange has lost the queen and is out; Blue takes over a defender on e5 and a builder on c8.",
        ],
    );
    check_words(
        "9,Q2/10/10/10/4,B2,5/4,A1,5/10/10/10/Q1,9 2 1 2 - 0 -",
        1,
        "e5=c",
        "attacker on e5 becomes a colony; ends the turn",
        &["Blue's attacker on e5 becomes a colony."],
    );
    check_words(
        "9,Q2/10/10/10/10/4,D1,5/10/10/10/Q1,9 2 1 2 - 0 -",
        1,
        "pass",
        "do nothing in this turn",
        &["Blue passes (1 of 2 in a row)."],
    );
    check_words(
        "9,Q2/10/10/10/10/4,D1,5/10/10/10/Q1,9 2 1 2 - 1 -",
        1,
        "pass",
        "do nothing; ends the game, and you win",
        &["Blue passes, too, so the squares are counted."],
    );
    check_words(
        "9,Q2/10/10/4,A1,5/10/4,B1,5/10/10/10/Q1,9 2 1 1 e5:3 0 -",
        1,
        "end",
        "end the turn; 1 development point and 3 creation points unused",
        &["Blue ends the turn."],
    );
}

#[test]
fn waves_of_a_fight_are_numbered() {
    // The newcomer wins a parasite, and the new colony wins more.
    let position =
        "9,Q2/2,D2,7/1,C2,C2,4,B1,2/2,A2,7/5,D1,4/4,B2,A2,4/2,D2,2,B1,4/10/1,D1,A1,7/Q1,9 2 1 2 - 0 -";
    let mut game: Parasites = position.parse().unwrap();
    let mut waves = Vec::new();
    let report = &mut |event| {
        if let Event::Eaten { wave, .. } = event {
            waves.push(wave);
        }
    };
    game.play(Seat::FIRST, &"f6+e6=a".parse().unwrap(), report).unwrap();
    assert_eq!(waves, [1, 2]);
}

#[track_caller]
fn check_status(position: &str, status: &str) {
    let game: Parasites = position.parse().unwrap();
    assert_eq!(game.status(rules::Viewer::Public), status);
}

#[test]
fn status_shows_points_left_and_warns() {
    check_status(
        "10/10/10/10/10/10/10/2,Q1,7/10/10 2 2 2 - 0 -",
        "Orange places its queen, at least 6 steps from every other one",
    );
    check_status(
        "9,Q2/10/10/10/10/4,D1,5/10/10/10/Q1,9 2 1 2 - 0 -",
        "2 development points (the queen uses both, others one) · squares: Blue 73, Orange 27",
    );
    check_status(
        "9,Q2/10/10/10/10/4,D1,5/10/10/10/Q1,9 2 1 2 - 1 -",
        "2 development points (the queen uses both, others one) · a pass ends the game · squares: Blue 73, Orange 27",
    );
    check_status(
        "9,Q2/10/10/4,B1,5/10/4,B1,5/10/10/10/Q1,9 2 1 1 e5:4 0 -",
        "1 development point left · e5 can spend 4 · squares: Blue 80, Orange 20",
    );
    let full = ["D2,".repeat(9) + "Q2", ("D2,".repeat(9) + "D2/").repeat(8)];
    let check_full = |last: &str, status| {
        let [first, others] = &full;
        check_status(&format!("{first}/{others}Q1,{last}{} 2 1 2 - 0 -", ",D2".repeat(8)), status);
    };
    check_full("D1", "Blue can create nothing, only make a colony or pass · squares: Blue 2, Orange 98");
    check_full("D2", "Blue can create nothing, only pass · squares: Blue 1, Orange 99");
}

#[test]
fn seats_that_left_are_skipped() {
    let seat = |number| Seat::new(number).unwrap();
    let mut table = Table::new(Kind::Parasites, &rules::Options::new().with("players", 3)).unwrap();
    let mut play = |number: u8, notation: &str| {
        table.play(seat(number), notation).unwrap();
        (table.turn(), table.game().position())
    };
    play(2, RESIGN);
    let (turn, position) = play(1, "l12=q");
    assert_eq!(turn, 2, "the queen of seat 2 was placed");
    assert_eq!(position, "11,Q1/12/Q2,11/12/12/12/12/12/12/12/12/12 3 3 2 - 0 -", "a10 comes before a1");
    play(3, "l1=q");
    let (_, position) = play(1, "pass");
    assert!(position.ends_with(" 3 3 2 - 2 -"), "seat 2 passed: {position}");
    let (_, position) = play(3, "pass");
    assert!(position.ends_with(" 3 0 0 - 3 -"), "all three passed: {position}");
    let groups: Vec<SeatSet> = table.outcome().unwrap().ranking.groups().to_vec();
    assert_eq!(groups.last(), Some(&SeatSet::one(seat(2))), "the seat that left is last");

    let mut table = Table::new(Kind::Parasites, &rules::Options::new().with("players", 3)).unwrap();
    for (number, notation) in [(1, "a1=q"), (2, "l12=q"), (3, "l1=q"), (1, "a1+b1=d"), (1, RESIGN)] {
        table.play(seat(number), notation).unwrap();
    }
    let position = table.game().position();
    assert!(position.ends_with("/Q1,D1,9,Q3 3 2 2 - 0 -"), "its turn was ended, not passed: {position}");
}
