//! The description of Parasites.

use crate::{About, Colour, Ending, OptionDefault, OptionSpec, Setting, Takes};

pub(super) const ABOUT: About = About {
    slug: "parasites",
    title: "Parasites",
    seats: &[2, 3, 4, 5, 6, 7, 8],
    goal: "Own the most squares when everybody passes, or be the last one with a queen.",
    length: "20 to 50 turns in all with two players; eating a queen can end it sooner",
    summary: "2 to 8 players claim squares for 20 to 50 turns.",
    notation: "`c3=q` places the queen, `c3+d4=a` creates an attacker (`d` a defender, `b` a builder), `c3=c` makes a colony, `pass`, `end`; several in a row",
    colours: &Colour::SEATS,
    sides: &[],
    several_seats: false,
    survive: None,
    options: &[
        OptionSpec {
            name: "size",
            takes: Takes::Int { min: 8, max: 40 },
            default: OptionDefault::Depends("10 for two players, 2 more for each other one"),
            about: "The length of the board's sides: four players need 10, five 13, six 15, seven 16, eight 17.",
        },
        OptionSpec {
            name: "first",
            takes: Takes::Int { min: 1, max: 8 },
            default: OptionDefault::Value(Setting::Int(1)),
            about: "The seat that begins.",
        },
    ],
    presets: &[],
    endings: &[
        Ending { reason: "last_player", words: "no other queen is left", scored: false },
        Ending { reason: "territory", words: "everybody passed", scored: true },
    ],
    pages: super::pages::PAGES,
    pieces: super::pieces::PIECES,
};
