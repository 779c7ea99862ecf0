//! Positions that show much, with the last turn.

use rules::{Kind, Seat, Table};

use crate::play::Moment;

/// A turn of `seat` from a position.
#[track_caller]
fn after(kind: Kind, position: &str, seat: u8, moves: &[&str]) -> Moment {
    let mut table = Table::from(kind.read(position).unwrap());
    let seat = Seat::new(seat).unwrap();
    let recent = moves.iter().flat_map(|mv| table.play(seat, mv).unwrap().events).collect();
    Moment { table, recent }
}

/// Protozoa with organisms of both colours, a piece that died and one that is doomed.
pub(crate) fn protozoa() -> Moment {
    let position = "8 2 15 18/60 1 12@17,14@18 \
                    d2=p1,e3=d1,f3=d1,d4=d1,e4=q2,g4=d2,d5=d2,e5=q1,f5=q2,e6=d1,f6=d2,g6=d1,f7=d2";
    after(Kind::Protozoa, position, 1, &["p@c4"])
}

/// Semiosphere with marks, a planet on the board, one seat inside and a row about to go.
pub(crate) fn semiosphere() -> Moment {
    let position = "8x11 3/2/0/- 4 1 2 d9:d8:0,f6:h:5,S:v:3,x2:v:0 a5=2,d5=4,c7=1,h7=2,b8=2,e9=3,g10=1";
    after(Kind::Semiosphere, position, 2, &["f7", "drop", "g7"])
}

/// A game that is over.
pub(crate) fn semiosphere_won() -> Moment {
    after(Kind::Semiosphere, "8x11 3/2/0/- 4 1 1 d11:h:6,f9:h:3 a5=2", 1, &["enter"])
}
