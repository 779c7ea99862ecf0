//! Tests the routes of moves on the board.

use rules::{Any, Kind, LegalMove, Route, Seat};

fn legal_moves(kind: Kind, position: &str, seat: u8) -> Vec<LegalMove> {
    let game: Any = kind.read(position).unwrap();
    game.legal_moves(Seat::new(seat).unwrap())
}

/// Writes a route as `d3 goal d4`, without missing parts.
fn shown(route: Route) -> String {
    let from = route.from.map(|from| from.to_string());
    let to = route.to.map(|(to, what)| format!("{what:?} {to}").to_lowercase());
    from.into_iter().chain(to).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(kind: Kind, position: &str, seat: u8, rows: &[(&str, &str)]) {
    let legal_moves = legal_moves(kind, position, seat);
    for (notation, want) in rows {
        let legal_move = legal_moves.iter().find(|legal_move| legal_move.notation == *notation);
        let legal_move = legal_move.unwrap_or_else(|| panic!("{notation} is not legal: {legal_moves:?}"));
        assert_eq!(shown(legal_move.route), *want, "{notation}");
    }
}

#[test]
fn parasites_create_elsewhere_or_change_in_place() {
    let kind = Kind::Parasites;
    check(
        kind,
        "9,Q2/10/2,B1,4,D1,2/10/10/10/10/3,A1,3,C1,2/10/Q1,9 2 1 2 - 0 -",
        1,
        &[("c8+c9=a", "c8 goal c9"), ("c8=c", "c8"), ("pass", "")],
    );
    check(kind, "10/10/10/10/10/10/10/10/10/10 2 1 2 - 0 -", 1, &[("c3=q", "goal c3")]);
    // Only the attacker is strong enough for what is on e5.
    let eating = "9,Q2/10/10/4,B1,5/10/3,D1,D2,D1,4/10/10/10/Q1,9 2 1 2 - 0 -";
    check(
        kind,
        eating,
        1,
        &[("e7+e6=a", "e7 prey e6"), ("e7+e6=b", "e7 goal e6"), ("e7+e8=a", "e7 goal e8")],
    );
}

#[test]
fn cells_go_eat_and_trade() {
    let kind = Kind::PlanktonSynapse;
    let neatoms = "z6z/8/1NN5/1NN5/8/5Nn1/8/Z6Z 1 - - 11/300";
    check(kind, neatoms, 1, &[("f3+e4", "f3 goal e4"), ("b5&b6=p", "b5 other b6"), ("xf3", "f3")]);
    let tetraphyte = "z6z/3n4/1TT5/1TT5/8/8/5W2/Z6Z 1 - - 21/300";
    // With c6 as its lower left square, the tetraphyte eats the neatom on d7.
    check(kind, tetraphyte, 1, &[("b5-c5", "b5 goal c5"), ("b5-c6", "b5 prey c6")]);
    // The zoorb could eat the picozoa, but it is a trap.
    let trap = "7z/8/8/4a3/3N4/2Z5/8/8 1 - - 1/300";
    check(kind, trap, 1, &[("c3-e5", "c3 dies e5")]);
    let pentaphyte = "8/1z4z1/8/1W6/4n3/2S1J3/6N1/Z6Z 1 - - 21/300";
    check(kind, pentaphyte, 1, &[("c3/g2", "c3 other g2"), ("e3-e5", "e3 goal e5")]);
}

#[test]
fn pieces_are_placed_and_changed() {
    let position = "6 2 15 10/60 1 9@8,6@7 c2=p1,b3=d2,c3=q1,d3=d2,b4=d1,c4=d2,d4=d1,e5=p1,a6=p2,b6=p2,e6=d2";
    check(
        Kind::Protozoa,
        position,
        1,
        &[("p@a1", "dies a1"), ("p@f6", "goal f6"), ("c2+", "c2"), ("c3-", "c3")],
    );
}

#[test]
fn travellers_walk_drop_and_enter() {
    let kind = Kind::Semiosphere;
    let walking = [
        ("d4", "d3 goal d4"),
        ("c3", "d3 goal c3"),
        ("drop", "d3 other d2"),
        ("+h8", "goal h8"),
        ("end", ""),
    ];
    check(kind, "8x11 3/2/0/- 0 1 1 d3:h:3,f1:h:3 -", 1, &walking);
    let marked = "8x11 3/2/0/- 0 1 1 d3:h:3,f1:h:3 c4=2";
    check(kind, marked, 1, &[("-c4", "other c4")]);
    check(kind, "8x11 3/2/0/- 0 1 1 -:h:3,-:h:3 -", 1, &[("d1", "goal d1")]);
    // In the Semiosphere, seats have places in the middle of the row above the board.
    check(kind, "8x11 3/2/0/- 0 1 1 d11:h:5,f1:h:3 -", 1, &[("enter", "d11 goal d12")]);
    check(kind, "8x11 3/2/0/- 1 1 2 d2:h:3,S:d4:5 -", 2, &[("a11", "e12 goal a11")]);
}

#[test]
fn orders_lead_to_enemies_and_friends() {
    let kind = Kind::Stract;
    let position = "5/5/2Nw2/5/2Sf2/5 3/20 2 0:0 5,5,5:5,5,5 1:pass";
    check(kind, position, 2, &[("c2-c4", "c2 prey c4"), ("c2-c3", "c2 goal c3"), ("w+c1", "goal c1")]);
    let earth = "7/7/2NF4/7/3SE3/7/7/7 8/45 2 0:0 10,9,10:10,10,9 -";
    check(kind, earth, 2, &[("d4=d6", "d4 other d6"), ("d4-d5", "d4 goal d5"), ("pass", "")]);
}
