//! The description of Semiosphere.

use crate::{About, Colour, Ending, OptionDefault, OptionSpec, PRESET, Preset, Setting, Takes};

pub(super) const ABOUT: About = About {
    slug: "semiosphere",
    title: "Semiosphere",
    seats: &[2, 3, 4],
    goal: "Carry your planet into the Semiosphere, or be the last one the void has not taken.",
    length: "usually 5 to 9 rounds of a few actions each; at most one round for each row",
    summary: "2 to 4 players flee the void for 5 to 9 rounds.",
    notation: "`d5` goes there, `+e6` marks, `-e6` erases a mark; `drop`, `enter`, `end`; several in a row: `d5 d6 +f7`",
    colours: &Colour::SEATS,
    sides: &[],
    several_seats: false,
    survive: Some("safe"),
    options: &[
        OptionSpec {
            name: PRESET,
            takes: Takes::TextOf(&["standard", "balanced"]),
            default: OptionDefault::Value(Setting::Text("standard")),
            about: "balanced gives even chances: no bonus for lost planets, short reach, each goes first in turn.",
        },
        OptionSpec {
            name: "columns",
            takes: Takes::Int { min: 4, max: 12 },
            default: OptionDefault::Value(Setting::Int(8)),
            about: "How many columns the board has.",
        },
        OptionSpec {
            name: "rows",
            takes: Takes::Int { min: 5, max: 15 },
            default: OptionDefault::Value(Setting::Int(11)),
            about: "How many rows the board has, and so how many rounds the game lasts at most.",
        },
        OptionSpec {
            name: "points",
            takes: Takes::Int { min: 2, max: 6 },
            default: OptionDefault::Value(Setting::Int(3)),
            about: "Action points in every turn, before any bonus.",
        },
        OptionSpec {
            name: "lost_bonus",
            takes: Takes::Int { min: 0, max: 2 },
            default: OptionDefault::Value(Setting::Int(2)),
            about: "Extra points in every turn if the void has taken your planet.",
        },
        OptionSpec {
            name: "reach",
            takes: Takes::Int { min: 0, max: 15 },
            default: OptionDefault::Value(Setting::Int(0)),
            about: "How far from your piece you can place marks; 0 means anywhere.",
        },
        OptionSpec {
            name: "rotate",
            takes: Takes::Flag,
            default: OptionDefault::Value(Setting::Flag(false)),
            about: "Whether another seat goes first in each round.",
        },
        OptionSpec {
            name: "first",
            takes: Takes::Int { min: 1, max: 4 },
            default: OptionDefault::Value(Setting::Int(1)),
            about: "The seat that begins.",
        },
    ],
    presets: &[
        Preset {
            name: "balanced",
            about: "2 to 4 players play 5 to 9 rounds.",
            sets: &[
                ("lost_bonus", Setting::Int(0)),
                ("reach", Setting::Int(3)),
                ("rotate", Setting::Flag(true)),
            ],
        },
        Preset { name: "standard", about: "2 to 4 play 5 to 9 rounds, less evenly.", sets: &[] },
    ],
    endings: &[
        Ending { reason: "entered", words: "a planet is in the Semiosphere", scored: false },
        Ending { reason: "survivor", words: "nobody else is left", scored: false },
        Ending { reason: "void", words: "the void has taken the rest", scored: false },
        Ending { reason: "tie", words: "all are inside, and no planet is left", scored: false },
    ],
    pages: super::pages::PAGES,
    pieces: super::pieces::PIECES,
};
