//! Options, presets and the start (section 3 of the rules).

use crate::{Options, SetupError};

use super::{Orders, Stract, Tiles};

/// The values that a preset sets.
struct Preset {
    columns: u8,
    rows: u8,
    turns: u8,
    /// The number of pieces of each element.
    pieces: u8,
}

const STANDARD: Preset = Preset { columns: 7, rows: 8, turns: 45, pieces: 10 };

const CORRESPONDENCE: Preset = Preset { columns: 5, rows: 6, turns: 20, pieces: 5 };

const PLAYERS: u8 = 2;

pub(super) fn set_up(options: &Options) -> Result<Stract, SetupError> {
    // About::check has checked the ranges.
    let number = |name, default: u8| options.int(name, default.into()) as u8;
    let preset =
        if options.text("preset", "standard") == "correspondence" { CORRESPONDENCE } else { STANDARD };
    let pool = ["water", "fire", "earth"].map(|element| number(element, preset.pieces));
    if pool == [0; 3] {
        return Err(SetupError::Clash(
            "`water`, `fire` and `earth` must not all be 0: each team needs at least one piece".to_owned(),
        ));
    }
    Ok(Stract {
        columns: number("columns", preset.columns),
        rows: number("rows", preset.rows),
        seats: number("players", PLAYERS),
        done: 0,
        turns: number("turns", preset.turns),
        points: [0; 2],
        pools: [pool; 2],
        alive: [pool.iter().sum(); 2],
        lost: [[0; 3]; 2],
        unseen: [[0; 3]; 2],
        tiles: Tiles::EMPTY,
        orders: Orders::NONE,
        last: None,
    })
}
