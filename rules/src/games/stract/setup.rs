//! Options, presets and the start (section 3 of the rules).

use crate::{Options, SetupError};

use super::{about::ABOUT, position::Stract, queue::Orders, resolve::Tiles};

pub(super) fn set_up(options: &Options) -> Result<Stract, SetupError> {
    // About::check has checked the ranges.
    let number = |name| ABOUT.int(options, name) as u8;
    let pool = ["water", "fire", "earth"].map(number);
    if pool == [0; 3] {
        return Err(SetupError::Clash(
            "`water`, `fire` and `earth` must not all be 0: each team needs at least one piece".to_owned(),
        ));
    }
    Ok(Stract {
        columns: number("columns"),
        rows: number("rows"),
        seats: ABOUT.players(options),
        done: 0,
        turns: number("turns"),
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
