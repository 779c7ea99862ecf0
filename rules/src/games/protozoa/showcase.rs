//! Positions of Protozoa that are worth drawing, and options for a short game.

use crate::{Quick, Setting, Showcase};

pub(super) const QUICK: &[Quick] = &[
    Quick { seats: 2, options: &[("rounds", Setting::Int(2))] },
    Quick { seats: 4, options: &[("rounds", Setting::Int(1))] },
];

pub(super) const SHOWCASE: &[Showcase] = &[
    Showcase::new(
        "protozoa-busy",
        "Protozoa shows a crowd with a queen just placed.",
        "8 2 15 48/60 1 13@37,13@48 \
         d3=d2,f3=d1,g3=d1,h3=p1,c4=p2,d4=d1,e4=q2,f4=q1,g4=q2,d5=d1,e5=q2,f5=q1,g5=d1,h5=p2,e6=d2,f6=d2",
    )
    .after(&[(1, "q@h4")]),
    // One piece is lost, and another one is doomed.
    Showcase::new(
        "protozoa",
        "Protozoa shows ghosts and doomed pieces.",
        "8 2 15 18/60 1 12@17,14@18 \
         d2=p1,e3=d1,f3=d1,d4=d1,e4=q2,g4=d2,d5=d2,e5=q1,f5=q2,e6=d1,f6=d2,g6=d1,f7=d2",
    )
    .after(&[(1, "p@c4")]),
];
