//! The description of Plankton Synapse.

use crate::{About, Colour, Ending, OptionDefault, OptionSpec, PRESET, Preset, Setting, Takes};

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
            default: OptionDefault::Value(Setting::Text("standard")),
            about: "correspondence is for slow play: 120 turns, then zoorbs and squares are counted.",
        },
        OptionSpec {
            name: "turn_limit",
            takes: Takes::Int { min: 20, max: 1000 },
            default: OptionDefault::Value(Setting::Int(300)),
            about: "The game ends after this many turns, counting both sides.",
        },
        OptionSpec {
            name: "tiebreak",
            takes: Takes::TextOf(&["none", "cells"]),
            default: OptionDefault::Value(Setting::Text("none")),
            about: "At the turn limit: a draw (none), or more zoorbs win, then more squares filled (cells).",
        },
        OptionSpec {
            name: "loss",
            takes: Takes::TextOf(&["all", "first"]),
            default: OptionDefault::Value(Setting::Text("all")),
            about: "You lose with your last zoorb (all), or with any zoorb you lose (first).",
        },
    ],
    presets: &[
        Preset {
            name: "correspondence",
            about: "2 players play 120 turns.",
            sets: &[("turn_limit", Setting::Int(120)), ("tiebreak", Setting::Text("cells"))],
        },
        Preset { name: "standard", about: "2 players play up to 300 turns.", sets: &[] },
    ],
    endings: &[
        Ending { reason: "zoorbs", words: "the zoorbs decided it", scored: false },
        Ending { reason: "repetition", words: "the same position came up three times", scored: false },
        Ending { reason: "limit", words: "the turns are used up", scored: true },
        Ending { reason: "nomove", words: "no legal move was left", scored: false },
    ],
    pages: super::pages::PAGES,
    pieces: super::pieces::PIECES,
};
