//! The description of Plankton Synapse.

use crate::{About, Colour, Ending, OptionSpec, PRESET, Preset, Takes};

/// The values of options that are not given.
pub(super) mod defaults {
    /// The values that a preset sets.
    pub(in super::super) struct Preset {
        pub(in super::super) turn_limit: i64,
        pub(in super::super) tiebreak: &'static str,
    }

    pub(in super::super) const PRESET: &str = "standard";
    pub(in super::super) const LOSS: &str = "all";
    pub(in super::super) const STANDARD: Preset = Preset { turn_limit: 300, tiebreak: "none" };
    pub(in super::super) const CORRESPONDENCE: Preset = Preset { turn_limit: 120, tiebreak: "cells" };
}

pub(super) const ABOUT: About = About {
    slug: "plankton-synapse",
    title: "Plankton Synapse",
    seats: &[2],
    goal: "Destroy every zoorb of the other side; you begin with two each and can make more.",
    length: "120 turns, then a count; up to 300 turns with the preset standard",
    summary: "2 players hunt zoorbs for 120 turns.",
    notation: "`d3-d4` moves, `d3+d4` splits, `d3&e3=p` fuses, `c1/f6` swaps, `xd3` removes, `pass`; both of a turn: `a2&a3=p b3+a3`",
    colours: &[Colour::Blue, Colour::Grey],
    sides: &[],
    several_seats: false,
    survive: Some("live"),
    options: &[
        OptionSpec {
            name: PRESET,
            takes: Takes::TextOf(&["standard", "correspondence"]),
            default: "standard",
            about: "correspondence is for slow play: 120 turns, then zoorbs and squares are counted.",
        },
        OptionSpec {
            name: "turn_limit",
            takes: Takes::Int { min: 20, max: 1000 },
            default: "300 (correspondence: 120)",
            about: "The game ends after this many turns, counting both sides.",
        },
        OptionSpec {
            name: "tiebreak",
            takes: Takes::TextOf(&["none", "cells"]),
            default: "none (correspondence: cells)",
            about: "At the turn limit: a draw (none), or more zoorbs win, then more squares filled (cells).",
        },
        OptionSpec {
            name: "loss",
            takes: Takes::TextOf(&["all", "first"]),
            default: "all",
            about: "You lose with your last zoorb (all), or with any zoorb you lose (first).",
        },
    ],
    presets: &[
        Preset { name: "correspondence", about: "2 players play 120 turns." },
        Preset { name: "standard", about: "2 players play up to 300 turns." },
    ],
    endings: &[
        Ending { reason: "zoorbs", words: "the zoorbs decided it" },
        Ending { reason: "repetition", words: "the same position came up three times" },
        Ending { reason: "limit", words: "the turns are used up" },
        Ending { reason: "nomove", words: "no legal move was left" },
    ],
    pages: super::pages::PAGES,
    pieces: super::pieces::PIECES,
};
