//! Options, presets and the start (section 3 of the rules).

use crate::{Options, SetupError};

use super::{
    about::ABOUT,
    marks::{MAX_SEATS, Marks},
    position::{Planet, Player, Rules, Semiosphere, Whereabouts},
};

pub(super) fn set_up(options: &Options) -> Result<Semiosphere, SetupError> {
    // About::check has checked the ranges.
    let number = |name| ABOUT.int(options, name) as u8;
    let rules = Rules {
        columns: number("columns"),
        rows: number("rows"),
        points: number("points"),
        lost_bonus: number("lost_bonus"),
        reach: number("reach"),
        rotate: ABOUT.flag(options, "rotate"),
    };
    let seats = ABOUT.players(options);
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
