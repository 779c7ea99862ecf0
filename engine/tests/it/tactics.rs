//! Wins and losses in one move.

use engine::{Level, Request, Stop, Thought, think};
use rules::{Kind, Options, Seat, Table};

use crate::positions::{Place, visit};

/// The number of positions of each game.
const POSITIONS: usize = 200;

/// The number of random positions, for each of them, among which they are searched for.
const SEARCHED: usize = 1_500;

fn has_won(table: &Table, seat: Seat) -> bool {
    table.outcome().is_some_and(|outcome| outcome.ranking.place(seat) == Some(1) && !outcome.is_draw())
}

fn after(table: &Table, seat: Seat, notation: &str) -> Table {
    let mut after = table.clone();
    after.play(seat, notation).unwrap();
    after
}

/// Whether a single move of the seat to act wins the game.
fn can_win(table: &Table) -> bool {
    let Some(seat) = table.to_act().first() else { return false };
    table.legal(seat).iter().any(|notation| has_won(&after(table, seat, notation), seat))
}

/// Returns the table after the turn that a level chooses, and the thought.
fn played(place: &Place, level: Level) -> (Table, Thought) {
    let sight = place.table.sight(place.seat, &place.record).unwrap();
    let thought = think(&Request { sight, level, seed: 5 }, &Stop::new());
    let turn = thought.turn.iter();
    (turn.fold(place.table.clone(), |table, notation| after(&table, place.seat, notation)), thought)
}

/// Returns the games in which one move of a turn can win at once, and options with which that happens often.
fn sudden() -> [(Kind, Options); 4] {
    let small = Options::new().with("preset", "balanced").with("rows", 5).with("columns", 5);
    [
        (Kind::Parasites, Options::new().with("size", 8)),
        (Kind::Semiosphere, small.with("points", 6)),
        (Kind::Protozoa, Options::new().with("size", 6).with("goal", 9)),
        (Kind::PlanktonSynapse, Options::new().with("loss", "first")),
    ]
}

#[test]
fn drifter_takes_a_win_in_one() {
    for (kind, options) in sudden() {
        let (mut found, mut searched) = (0, 0);
        visit(kind, &options, &mut |place| {
            if can_win(&place.table) {
                found += 1;
                let (table, _) = played(place, Level::Drifter);
                assert!(has_won(&table, place.seat), "{kind}: {}", place.table.game().position());
            }
            searched += 1;
            found < POSITIONS && searched < SEARCHED * POSITIONS
        });
        assert_eq!(found, POSITIONS, "{kind} after {searched} positions");
    }
}

#[test]
fn apex_of_semiosphere_wins_when_it_can() {
    // Every turn looks won here, but only some win with the second of two turns in a row.
    let position =
        "8x11 3/0/3/r 8 1 2 e10:v:0,f11:f10:7 d9=1,e9=1,f9=1,g9=1,h9=1,e10=1,h10=1,e11=2,g11=2,h11=1";
    let seat = Seat::new(2).unwrap();
    for seed in 0..6 {
        let mut table = Table::from(Kind::Semiosphere.read(position).unwrap());
        for _ in 0..2 {
            let sight = table.sight(seat, &[]).unwrap();
            let thought = think(&Request { sight, level: Level::Apex, seed }, &Stop::new());
            table = thought.turn.iter().fold(table, |table, notation| after(&table, seat, notation));
        }
        assert!(has_won(&table, seat), "with seed {seed}: {}", table.game().position());
    }
}

/// Returns the table after the turn that a level chooses in a position.
fn answered(table: &Table, level: Level) -> Table {
    let seat = table.to_act().first().unwrap();
    let sight = table.sight(seat, &[]).unwrap();
    let thought = think(&Request { sight, level, seed: 1 }, &Stop::new());
    thought.turn.iter().fold(table.clone(), |table, notation| after(&table, seat, notation))
}

#[test]
fn apex_searches_where_it_looks_far_ahead() {
    // Grey has many more squares. Without another zoorb in this last turn it loses all the same.
    let position =
        "zrsttnns/nwjttnwn/np1nnn1n/n1AZn1Pn/nnNnJnnN/1n2nWn1/PWnznJnR/ZSSnnRRZ 2 - - 120/120 cells";
    let table = answered(&Table::from(Kind::PlanktonSynapse.read(position).unwrap()), Level::Apex);
    assert!(has_won(&table, Seat::new(2).unwrap()), "{}", table.game().position());
}

#[test]
fn apex_of_parasites_leaves_no_way_to_its_queen() {
    for position in [
        // The builder on e4 can create one on g4, and that one two attackers beside Orange's queen.
        "10/10/10/3,B1,6/2,D1,4,Q2,2/1,B1,Q1,D1,6/4,B1,5/10/10/10 2 2 2 - 0 -",
        // An attacker on f9 would beat f8, and that colony could create the attackers. Most turns eat something elsewhere.
        "10/4,A1,5/2,A1,C1,C1,D2,Q2,D2,2/2,B1,A1,C1,D1,4/4,C1,A1,D1,3/2,A2,A2,C2,A1,C1,3/2,B2,C2,A2,C2,C2,D2,2/\
         2,C2,C1,C2,A2,C2,D2,2/A2,C2,A2,D1,A1,C2,1,D2,2/2,D1,Q1,D1,5 2 2 2 - 0 -",
    ] {
        let table = answered(&Table::from(Kind::Parasites.read(position).unwrap()), Level::Apex);
        let reply = table.outcome().map_or_else(|| answered(&table, Level::Hunter), |_| table.clone());
        assert!(!has_won(&reply, Seat::FIRST), "{}", reply.game().position());
    }
}

/// Whether a turn-ending move leaves the next seat a win in one.
fn loses(place: &Place, notation: &str) -> Option<bool> {
    let table = after(&place.table, place.seat, notation);
    let has_ended = table.to_act().first().is_some_and(|seat| seat != place.seat);
    has_ended.then(|| can_win(&table))
}

/// The number of moves from a position.
struct Replies {
    all: usize,
    /// Those that end the turn.
    ending: usize,
    /// Those that end it and leave the next seat a win in one.
    losing: usize,
}

/// Checks that a Grazer leaves no win in one in positions that are `wanted`. `is_excused` says which thoughts may.
fn check_blocks(kind: Kind, wanted: fn(&Replies) -> bool, is_excused: fn(&Thought) -> bool) {
    let (mut found, mut searched) = (0, 0);
    let options = sudden().into_iter().find(|(other, _)| *other == kind).map(|(_, options)| options);
    visit(kind, &options.unwrap(), &mut |place| {
        searched += 1;
        if !can_win(&place.table) {
            let legal = place.table.legal(place.seat);
            let ending: Vec<bool> = legal.iter().filter_map(|notation| loses(place, notation)).collect();
            let losing = ending.iter().filter(|&&loses| loses).count();
            if wanted(&Replies { all: legal.len(), ending: ending.len(), losing }) {
                found += 1;
                let (table, thought) = played(place, Level::Grazer);
                let is_blocked = !can_win(&table) || table.outcome().is_some() || is_excused(&thought);
                assert!(is_blocked, "{kind}: {} {thought:?}", place.table.game().position());
            }
        }
        found < POSITIONS && searched < SEARCHED * POSITIONS
    });
    assert_eq!(found, POSITIONS, "{kind} after {searched} positions");
}

#[test]
fn grazer_blocks_a_loss_in_one() {
    for kind in [Kind::Protozoa, Kind::PlanktonSynapse] {
        // Most moves lose, and some do not.
        check_blocks(kind, |of| of.losing * 2 > of.ending && of.losing < of.ending, |_| false);
    }
}

#[test]
fn grazer_blocks_a_loss_in_one_or_knows_of_it() {
    // A turn has several moves. If they win in any case, a Grazer knows it and need not block the first one. It expects little then: it
    // misjudges positions of Semiosphere, and there are more turns than it looks at.
    let wanted = |of: &Replies| of.losing > 0 && of.losing < of.all;
    check_blocks(Kind::Parasites, wanted, |thought| thought.value < 150);
    check_blocks(Kind::Semiosphere, wanted, |thought| thought.value < 300);
}
