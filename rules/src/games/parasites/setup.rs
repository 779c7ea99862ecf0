//! Options and the start (section 3 of the rules).

use crate::{Options, Seat, SetupError};

use super::{
    about::ABOUT,
    board::Board,
    position::{DEVELOPMENT, Parasites},
};

/// Returns the default length of the board's sides: 10 for two players, 22 for eight.
const fn default_size(players: u8) -> u8 {
    6 + 2 * players
}

/// Returns how many queens a board is sure to have room for, however badly the first ones are placed (R1).
pub(super) const fn most_players(size: u8) -> u8 {
    match size {
        0..8 => 0,
        8..=9 => 3,
        10..=12 => 4,
        13..=14 => 5,
        15 => 6,
        16 => 7,
        _ => 8,
    }
}

/// Whether the board has the default size for the number of players.
pub(super) fn has_default_size(options: &Options) -> bool {
    let default = i64::from(default_size(ABOUT.players(options)));
    options.int("size", default) == default
}

pub(super) fn set_up(options: &Options) -> Result<Parasites, SetupError> {
    // About::check has checked the ranges.
    let seats = ABOUT.players(options);
    let size = options.int("size", default_size(seats).into()) as u8;
    let most = most_players(size);
    if seats > most {
        return Err(SetupError::Clash(format!("a board of {size} by {size} has room for {most} players")));
    }
    let first = options.seat("first", seats)?;
    Ok(Parasites {
        board: Board::new(size),
        seats,
        to_act: Some(first),
        development: DEVELOPMENT,
        passes: 0,
        used: [None; 2],
        queens: [None; Seat::MAX as usize],
        fallen: [0; Seat::MAX as usize],
    })
}
