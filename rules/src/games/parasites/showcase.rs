//! Positions of Parasites that are worth drawing, and options for a short game.

use crate::{Quick, Setting, Showcase};

pub(super) const QUICK: &[Quick] = &[
    Quick { seats: 3, options: &[("size", Setting::Int(8))] },
    Quick { seats: 4, options: &[("size", Setting::Int(10))] },
    Quick { seats: 6, options: &[("size", Setting::Int(15))] },
    Quick { seats: 8, options: &[("size", Setting::Int(17))] },
];

pub(super) const SHOWCASE: &[Showcase] = &[
    Showcase::new(
        "parasites-busy",
        "Parasites show a full board of three.",
        "D3,C3,A3,D3,D3,D3,A3,D3,4,D3,2/\
         C3,A3,1,D1,A1,2,C3,7/\
         D1,D1,D1,4,D3,4,D3,D3,C3/\
         D1,1,D1,D1,C1,D3,D3,D3,D3,Q3,D3,D3,2,A3/\
         4,D1,D1,2,A1,1,D3,1,A3,2/\
         3,Q1,D1,C1,A1,C1,1,D3,1,D2,2,A3/\
         A1,D1,C1,D1,1,D1,A1,1,A1,1,A2,1,C2,D2,1/\
         1,D1,D1,D1,D1,D1,1,A2,D2,D2,D2,3,A3/\
         1,C2,1,D2,D2,D2,1,A2,D2,C2,D2,1,D2,D3,C3/\
         A2,2,D2,1,A1,D2,C2,D2,2,D2,2,D3/\
         D1,D1,2,A1,1,A2,D2,Q2,1,A2,1,A2,1,D3/\
         D2,D2,1,A1,1,A1,3,A2,2,D2,D3,D3/\
         A2,2,D1,1,C1,D1,C1,D1,1,A2,1,A2,D1,D1/\
         D1,D2,1,C1,4,D1,4,D1,1/\
         D1,C1,A1,D1,3,C1,1,D1,A2,1,D1,D1,1 3 3 2 - 0 -",
    )
    .after(&[(3, "h14+i15=b"), (3, "h14+i14=b")]),
    // A new parasite wins another one, and the colony wins the next.
    Showcase::new(
        "parasites",
        "Parasites show new and won pieces.",
        "9,Q2/2,D2,7/1,C2,C2,4,B1,2/2,A2,7/5,D1,4/4,B2,A2,4/2,D2,2,B1,4/10/1,D1,A1,7/Q1,9 2 1 2 - 0 -",
    )
    .after(&[(1, "f6+e6=a")]),
    Showcase::new(
        "parasites-of-eight",
        "Parasites show eight seats, each with a queen, a colony and a smaller parasite.",
        "Q1,C1,A1,11,A2,C2,Q2/17/17/17/Q3,C3,B3,11,B4,C4,Q4/17/17/17/Q5,C5,D5,11,D6,C6,Q6/\
         17/17/17/Q7,C7,A7,11,A8,C8,Q8/17/17/17/17 8 1 2 - 0 -",
    ),
    Showcase::new(
        "parasites-placing",
        "Parasites bar squares while queens are placed.",
        "8/8/8/8/8/8/8/8 2 1 2 - 0 -",
    )
    .after(&[(1, "b2=q")]),
];
