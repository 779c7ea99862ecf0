//! The description of Protozoa.

use crate::{About, Colour, Ending, OptionDefault, OptionSpec, Setting, Takes};

pub(super) const ABOUT: About = About {
    slug: "protozoa",
    title: "Protozoa",
    seats: &[2, 3, 4],
    goal: "Be the first to grow a connected organism of your own pieces worth enough points.",
    length: "20 to 60 turns in all with two players",
    summary: "2 to 4 players grow organisms for 20 to 60 turns.",
    notation: "`p@e3`, `d@e3`, `q@e3` place a pawn, drone or queen; `e3+` promotes, `e3-` demotes; `pass` if stuck",
    colours: &Colour::SEATS,
    sides: &[],
    several_seats: false,
    survive: Some("live"),
    options: &[
        OptionSpec {
            name: "teams",
            takes: Takes::TextOf(&["none", "own", "mixed"]),
            default: OptionDefault::Value(Setting::Text("none")),
            about: "Seats 1 and 3 against 2 and 4, with organisms of one colour (own) or of both (mixed).",
        },
        OptionSpec {
            name: "size",
            takes: Takes::IntOf(&[6, 8, 10]),
            default: OptionDefault::Value(Setting::Int(8)),
            about: "The side of the board.",
        },
        OptionSpec {
            name: "goal",
            takes: Takes::Int { min: 6, max: 30 },
            default: OptionDefault::Value(Setting::Int(15)),
            about: "What an organism must be worth to win; 10 to 12 for a shorter game of three or four.",
        },
        OptionSpec {
            name: "rounds",
            takes: Takes::Int { min: 1, max: 500 },
            default: OptionDefault::Value(Setting::Int(30)),
            about: "The game ends after this many rounds, and the best organism so far wins.",
        },
        OptionSpec {
            name: "start",
            takes: Takes::TextOf(&["drones", "pawns"]),
            default: OptionDefault::Value(Setting::Text("drones")),
            about: "The pieces on the board at the start; pawns make a wilder beginning. No effect with three players.",
        },
        OptionSpec {
            name: "first",
            takes: Takes::Int { min: 1, max: 4 },
            default: OptionDefault::Value(Setting::Int(1)),
            about: "The seat that moves first.",
        },
    ],
    presets: &[],
    endings: &[
        Ending { reason: "organism", words: "an organism has reached the goal", scored: true },
        Ending { reason: "extinct", words: "nothing is left alive", scored: true },
        Ending { reason: "limit", words: "the turns are used up", scored: true },
    ],
    pages: super::pages::PAGES,
    pieces: super::pieces::PIECES,
};
