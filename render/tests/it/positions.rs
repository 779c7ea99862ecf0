//! Positions that show many features, with their last turn.

use rules::{AnyEvent, Kind, Seat, Table};

use crate::play::Moment;

/// Plays one turn of `seat` from a position.
#[track_caller]
fn after(kind: Kind, position: &str, seat: u8, moves: &[&str]) -> Moment {
    let mut table = Table::from(kind.read(position).unwrap());
    let seat = Seat::new(seat).unwrap();
    let recent = moves.iter().flat_map(|mv| table.play(seat, mv).unwrap().events).collect();
    Moment { table, recent }
}

/// Returns a game of Protozoa with organisms of both colours, a lost piece and a doomed one.
pub(crate) fn protozoa() -> Moment {
    let position = "8 2 15 18/60 1 12@17,14@18 \
                    d2=p1,e3=d1,f3=d1,d4=d1,e4=q2,g4=d2,d5=d2,e5=q1,f5=q2,e6=d1,f6=d2,g6=d1,f7=d2";
    after(Kind::Protozoa, position, 1, &["p@c4"])
}

/// Returns a game of Semiosphere with marks, a planet on the board, one seat inside and a row about to go.
pub(crate) fn semiosphere() -> Moment {
    let position = "8x11 3/2/0/r 4 1 2 d9:d8:0,f6:h:5,S:v:3,x2:v:0 a5=2,d5=4,c7=1,h7=2,b8=2,e9=3,g10=1";
    after(Kind::Semiosphere, position, 2, &["f7", "drop", "g7"])
}

/// Returns a game of Semiosphere that is over.
pub(crate) fn semiosphere_won() -> Moment {
    after(Kind::Semiosphere, "8x11 3/2/0/- 4 1 1 d11:h:6,f9:h:3 a5=2", 1, &["enter"])
}

/// Returns a game of Plankton Synapse in which a picophyte eats and pushes its neighbours away.
pub(crate) fn plankton() -> Moment {
    let position = "4z2z/2s1r3/2w2n2/3tt1p1/1JNttn2/2NPn1A1/1S2TT1R/Z3TT1Z 1 - - 117/120 cells";
    after(Kind::PlanktonSynapse, position, 1, &["d3-e3"])
}

/// Returns a free turn: a tetraphyte has eaten two cells and may move again.
pub(crate) fn plankton_free() -> Moment {
    after(Kind::PlanktonSynapse, "z6z/8/8/3n1aA1/2TTn3/2TT2p1/8/Z7 1 - - 1/300", 1, &["c3-d4"])
}

/// Returns a position in which a picophyte eats a tetraphyte from one of its squares. Glowing picozoa of both seats hold what
/// is beside them.
pub(crate) fn plankton_eaten() -> Moment {
    after(Kind::PlanktonSynapse, "z7/8/6A1/8/3Ptt2/4tt2/1a6/Z7 1 - - 1/300", 1, &["d4-e4"])
}

/// Returns a position in which four neatoms fuse into a tetraphyte, led by the one in the upper right corner.
pub(crate) fn plankton_fused() -> Moment {
    after(Kind::PlanktonSynapse, "z6z/8/8/8/2NN4/2NN4/8/Z7 1 - - 1/300", 1, &["d4&c3=t"])
}

/// Returns a turn of Stract with a clash, a spawn, a goal and a switch. South has won the clash.
pub(crate) fn stract() -> Moment {
    let position = "1Ne3/4Nw/2Nf2/2Sw1Se/Sf2Nw1/5 3/20 4 0:2 4,4,4:4,3,4 -";
    let mut table = Table::from(Kind::Stract.read(position).unwrap());
    let orders = [(1, "c4-c3"), (2, "w+b1"), (3, "d2-d1"), (4, "e3=e5")];
    let recent = orders.iter().flat_map(|&(seat, order)| order_of(&mut table, seat, order)).collect();
    Moment { table, recent }
}

/// Returns the same game with two orders of North for the next turn and one of South.
pub(crate) fn stract_ordered() -> Moment {
    let Moment { mut table, mut recent } = stract();
    for (seat, order) in [(1, "b6=c5"), (2, "a2-a4"), (3, "f+d6")] {
        recent.extend(order_of(&mut table, seat, order));
    }
    Moment { table, recent }
}

#[track_caller]
fn order_of(table: &mut Table, seat: u8, order: &str) -> Vec<AnyEvent> {
    table.play(Seat::new(seat).unwrap(), order).unwrap().events
}

/// Returns a game of Stract with eight seats after its last turn.
pub(crate) fn stract_won() -> Moment {
    let position = "1Nw5/3Ne3/2Sf4/7/2Nf1Sw2/7/3Se3/7 44/45 8 120:90 4,4,4:4,3,4 -";
    let mut table = Table::from(Kind::Stract.read(position).unwrap());
    let recent = (1..=8).flat_map(|seat| order_of(&mut table, seat, "pass")).collect();
    Moment { table, recent }
}

/// Returns a game of Parasites with eight seats. Each has its queen, a colony and a smaller parasite.
pub(crate) fn parasites_of_eight() -> Moment {
    let position = "Q1,C1,A1,11,A2,C2,Q2/17/17/17/Q3,C3,B3,11,B4,C4,Q4/17/17/17/Q5,C5,D5,11,D6,C6,Q6/\
                    17/17/17/Q7,C7,A7,11,A8,C8,Q8/17/17/17/17 8 1 2 - 0 -";
    after(Kind::Parasites, position, 1, &[])
}

/// Returns a game of Parasites with fights: a new parasite wins another one, and the colony wins the next.
pub(crate) fn parasites() -> Moment {
    let position =
        "9,Q2/2,D2,7/1,C2,C2,4,B1,2/2,A2,7/5,D1,4/4,B2,A2,4/2,D2,2,B1,4/10/1,D1,A1,7/Q1,9 2 1 2 - 0 -";
    after(Kind::Parasites, position, 1, &["f6+e6=a"])
}

/// Returns a game of Parasites in which the second queen is to be placed.
pub(crate) fn parasites_placing() -> Moment {
    after(Kind::Parasites, "8/8/8/8/8/8/8/8 2 1 2 - 0 -", 1, &["b2=q"])
}
