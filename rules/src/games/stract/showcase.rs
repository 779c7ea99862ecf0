//! Positions of Stract that are worth drawing, and options for a short game.

use crate::{Quick, Seat, Setting, Showcase, Viewer};

pub(super) const QUICK: &[Quick] = &[Quick {
    seats: 8,
    options: &[("turns", Setting::Int(2)), ("columns", Setting::Int(5)), ("rows", Setting::Int(4))],
}];

/// The start of a turn with a clash, a spawn, a goal and a switch. South wins the clash.
const CLASH: &str = "1Ne3/4Nw/2Nf2/2Sw1Se/Sf2Nw1/5 3/20 4 0:2 4,4,4:4,3,4 -";

pub(super) const SHOWCASE: &[Showcase] = &[
    Showcase::new(
        "stract-busy",
        "Stract shows a full board and that one has ordered.",
        "1NwNf1Ne2/2Nw4/NF1Ne1Nf2/3Nw1SE1/Sw1Sf1NF2/1Se2Sw1Sf/2SW4/SeSf2Sw2 14/45 2 12:24 4,4,4:4,3,4 1:d5-d4",
    )
    .after(&[(2, "c4-c6")]),
    Showcase::new("stract", "Stract shows spectators no secrets.", CLASH)
        .after(&[(1, "c4-c3"), (2, "w+b1"), (3, "d2-d1"), (4, "e3=e5")]),
    // Two orders of North for the next turn, and one of South, which North does not see.
    Showcase::new("stract-ordered", "Stract shows a team its own orders.", CLASH)
        .after(&[
            (1, "c4-c3"),
            (2, "w+b1"),
            (3, "d2-d1"),
            (4, "e3=e5"),
            (1, "b6=c5"),
            (2, "a2-a4"),
            (3, "f+d6"),
        ])
        .seen_by(Viewer::Seat(Seat::FIRST)),
    // The last turn of a game of eight.
    Showcase::new(
        "stract-won",
        "Stract shows its final score.",
        "1Nw5/3Ne3/2Sf4/7/2Nf1Sw2/7/3Se3/7 44/45 8 120:90 4,4,4:4,3,4 -",
    )
    .after(&[
        (1, "pass"),
        (2, "pass"),
        (3, "pass"),
        (4, "pass"),
        (5, "pass"),
        (6, "pass"),
        (7, "pass"),
        (8, "pass"),
    ]),
];
