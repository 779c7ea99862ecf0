//! The description of Stract.

use super::piece::Team;
use crate::{About, Colour, Ending, OptionDefault, OptionSpec, PRESET, Preset, Setting, Takes};

/// The colours of the seats: cool ones for North, warm ones for South.
const COLOURS: [Colour; 8] = [
    Colour::Blue,
    Colour::Orange,
    Colour::Teal,
    Colour::Red,
    Colour::Green,
    Colour::Yellow,
    Colour::Purple,
    Colour::Pink,
];

pub(super) const ABOUT: About = About {
    slug: "stract",
    title: "Stract",
    seats: &[2, 4, 6, 8],
    goal: "Order in secret, and get more pieces into the enemy's home row than they get into yours.",
    length: "20 turns in which all order at once; 45 with the preset standard",
    summary: "2 to 8 players order in secret for 20 turns.",
    notation: "`w+`, `f+` or `e+` and a tile of your home row spawns, `c3-c4` moves, `c3=c4` switches an earth; or `pass`. Orders \
               are private",
    colours: &COLOURS,
    sides: &[Team::North.name(), Team::South.name()],
    // One person may hold several seats of a team (R3 of the Stract rules).
    several_seats: true,
    survive: None,
    options: &[
        OptionSpec {
            name: PRESET,
            takes: Takes::TextOf(&["standard", "correspondence"]),
            default: OptionDefault::Value(Setting::Text("standard")),
            about: "correspondence is for a turn a day: 5 × 6 tiles, 20 turns, 5 pieces of each element.",
        },
        OptionSpec {
            name: "columns",
            takes: Takes::Int { min: 3, max: 12 },
            default: OptionDefault::Value(Setting::Int(7)),
            about: "How many columns the board has.",
        },
        OptionSpec {
            name: "rows",
            takes: Takes::Int { min: 4, max: 12 },
            default: OptionDefault::Value(Setting::Int(8)),
            about: "How many rows the board has, home rows included.",
        },
        OptionSpec {
            name: "turns",
            takes: Takes::Int { min: 1, max: 99 },
            default: OptionDefault::Value(Setting::Int(45)),
            about: "How many turns are played.",
        },
        OptionSpec {
            name: "water",
            takes: Takes::Int { min: 0, max: 30 },
            default: OptionDefault::Value(Setting::Int(10)),
            about: "How many pieces of water each team has.",
        },
        OptionSpec {
            name: "fire",
            takes: Takes::Int { min: 0, max: 30 },
            default: OptionDefault::Value(Setting::Int(10)),
            about: "How many pieces of fire each team has.",
        },
        OptionSpec {
            name: "earth",
            takes: Takes::Int { min: 0, max: 30 },
            default: OptionDefault::Value(Setting::Int(10)),
            about: "How many pieces of earth each team has.",
        },
    ],
    presets: &[
        Preset {
            name: "correspondence",
            about: "2 to 8 players play 20 turns.",
            sets: &[
                ("columns", Setting::Int(5)),
                ("rows", Setting::Int(6)),
                ("turns", Setting::Int(20)),
                ("water", Setting::Int(5)),
                ("fire", Setting::Int(5)),
                ("earth", Setting::Int(5)),
            ],
        },
        Preset { name: "standard", about: "2 to 8 players play 45 turns.", sets: &[] },
    ],
    endings: &[
        Ending { reason: "turns", words: "the turns are used up", scored: true },
        Ending { reason: "spent", words: "neither side has anything left to play", scored: true },
    ],
    pages: super::pages::PAGES,
    pieces: super::pieces::PIECES,
};
