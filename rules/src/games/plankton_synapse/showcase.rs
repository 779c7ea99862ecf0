//! Positions of Plankton Synapse that are worth drawing, and options for a short game.

use crate::{Quick, Setting, Setup, Showcase, Viewer};

pub(super) const QUICK: &[Quick] = &[Quick { seats: 2, options: &[("turn_limit", Setting::Int(20))] }];

pub(super) const SHOWCASE: &[Showcase] = &[
    Showcase::new(
        "plankton-busy",
        "Plankton shows a board with hardly a cell lost.",
        "z1sr2rz/nw1j2wn/nnna1n1n/2n1tt1p/1PN1tt1j/N1NTTN1N/NWJTTJWN/ZR3SRZ 1 - - 117/120 cells",
    )
    .after(&[(1, "b4-b5")]),
    // A picophyte eats and pushes its neighbours away.
    Showcase::new(
        "plankton",
        "Plankton shows powers and eaten cells.",
        "4z2z/2s1r3/2w2n2/3tt1p1/1JNttn2/2NPn1A1/1S2TT1R/Z3TT1Z 1 - - 117/120 cells",
    )
    .after(&[(1, "d3-e3")]),
    // A tetraphyte has eaten two cells and may move again.
    Showcase::new(
        "plankton-free",
        "Plankton announces a free turn.",
        "z6z/8/8/3n1aA1/2TTn3/2TT2p1/8/Z7 1 - - 1/300",
    )
    .after(&[(1, "c3-d4")]),
    // A picophyte eats a tetraphyte from one of its squares. Glowing picozoa of both seats hold the cells beside them.
    Showcase::new(
        "plankton-eaten",
        "Plankton marks where a large cell was eaten.",
        "z7/8/6A1/8/3Ptt2/4tt2/1a6/Z7 1 - - 1/300",
    )
    .after(&[(1, "d4-e4")]),
    // Four neatoms fuse into a tetraphyte. The one in the upper right corner leads.
    Showcase::new(
        "plankton-fused",
        "Plankton marks all squares of a fused cell.",
        "z6z/8/8/8/2NN4/2NN4/8/Z7 1 - - 1/300",
    )
    .after(&[(1, "d4&c3=t")]),
    Showcase {
        name: "plankton-start",
        shows: "Plankton shows the start with nothing on top of the cells.",
        setup: Setup::Options(&[]),
        moves: &[],
        to: Viewer::Public,
    },
];
