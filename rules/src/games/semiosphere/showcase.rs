//! Positions of Semiosphere that are worth drawing, and options for a short game.

use crate::{Quick, Setting, Showcase};

pub(super) const QUICK: &[Quick] = &[
    Quick {
        seats: 2,
        options: &[("columns", Setting::Int(4)), ("rows", Setting::Int(5)), ("points", Setting::Int(6))],
    },
    Quick { seats: 4, options: &[("rows", Setting::Int(5))] },
];

pub(super) const SHOWCASE: &[Showcase] = &[
    Showcase::new(
        "semiosphere-busy",
        "Semiosphere shows marks up to the last row.",
        "8x11 3/2/0/- 4 1 2 d9:d8:0,f6:h:5,S:v:3,x2:v:0 a5=2,d5=4,c7=1,h7=2,b8=2,e9=3,a10=1,g10=1,c11=3,h11=2",
    )
    .after(&[(2, "f7"), (2, "drop"), (2, "g7")]),
    // One planet lies on the board, one seat is inside, a mark was erased, and a row is about to go.
    Showcase::new(
        "semiosphere",
        "Semiosphere shows the void, marks and planets.",
        "8x11 3/2/0/r 4 1 2 d9:d8:0,f6:h:5,S:v:3,x2:v:0 a5=2,d5=4,c7=1,h7=2,b8=2,e9=3,g10=1",
    )
    .after(&[(2, "f7"), (2, "drop"), (2, "g7"), (2, "-c7")]),
    Showcase::new(
        "semiosphere-won",
        "Finished game shows the winner.",
        "8x11 3/2/0/- 4 1 1 d11:h:6,f9:h:3 a5=2",
    )
    .after(&[(1, "enter")]),
];
