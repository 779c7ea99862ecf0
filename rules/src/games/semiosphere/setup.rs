//! Options, presets and the start (section 3 of the rules).

use crate::{Options, SetupError};

use super::{MAX_SEATS, Marks, Planet, Player, Rules, Semiosphere, Whereabouts};

const STANDARD: Rules = Rules { columns: 8, rows: 11, points: 3, lost_bonus: 2, reach: 0, rotate: false };

const BALANCED: Rules = Rules { lost_bonus: 0, reach: 3, rotate: true, ..STANDARD };

const PLAYERS: u8 = 2;

pub(super) fn set_up(options: &Options) -> Result<Semiosphere, SetupError> {
    // About::check has checked the ranges.
    let number = |name, default: u8| options.int(name, default.into()) as u8;
    let preset = if options.text("preset", "standard") == "balanced" { BALANCED } else { STANDARD };
    let rules = Rules {
        columns: number("columns", preset.columns),
        rows: number("rows", preset.rows),
        points: number("points", preset.points),
        lost_bonus: number("lost_bonus", preset.lost_bonus),
        reach: number("reach", preset.reach),
        rotate: options.flag("rotate", preset.rotate),
    };
    let seats = number("players", PLAYERS);
    let first = options.seat("first", seats)?;
    let mut players = [Player::ABSENT; MAX_SEATS];
    for player in &mut players[..usize::from(seats)] {
        *player = Player { piece: Whereabouts::Unplaced, planet: Planet::Carried, points: rules.points };
    }
    Ok(Semiosphere {
        rules,
        seats,
        taken: 0,
        lead: first,
        to_act: Some(first),
        touched: false,
        players,
        marks: Marks::default(),
    })
}

impl Player {
    /// The entry for a seat that a game does not have.
    pub(super) const ABSENT: Player =
        Player { piece: Whereabouts::Out { row: 0 }, planet: Planet::Taken, points: 0 };
}

impl Rules {
    /// Whether all values are in the ranges of the options.
    pub(super) fn in_range(&self) -> bool {
        (4..=12).contains(&self.columns)
            && (5..=15).contains(&self.rows)
            && (2..=6).contains(&self.points)
            && self.lost_bonus <= 2
            && self.reach <= 15
    }
}
