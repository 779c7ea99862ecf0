//! Openings: the first turns of a match's games, different from each other and fair.

use std::collections::HashSet;

use rules::{Kind, Options, Played, Seat, SetupError, Table};

use super::player::Player;
use crate::{Level, Mind, Stop, evaluate::mix, think::decide};

/// By how many hundredths the players of openings misjudge the score of a side.
const CARELESS: i32 = 120;

/// The nodes of the search that judges whether an opening is fair.
const JUDGE: u32 = 3_000;

/// The shares, per mille, between which an opening is fair to the seat that is to act.
const FAIR: std::ops::RangeInclusive<u16> = 300..=700;

/// The attempts for each opening. After them, known openings may repeat.
const ATTEMPTS: u64 = 40;

/// A game after its opening.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) table: Table,
    pub(crate) record: Vec<Played>,
}

/// Makes openings of 2 to 5 turns by players that misjudge positions. Each differs from all before as long as there are others.
pub(crate) struct Openings {
    kind: Kind,
    options: Options,
    seed: u64,
    /// Whether only openings count in which a short search sees no side clearly ahead.
    are_fair: bool,
    known: HashSet<String>,
    made: u64,
}

impl Openings {
    /// # Errors
    ///
    /// [`SetupError`] if the game cannot be set up with these options.
    pub(crate) fn new(
        kind: Kind,
        options: &Options,
        seed: u64,
        are_fair: bool,
    ) -> Result<Openings, SetupError> {
        Table::new(kind, options)?;
        Ok(Openings { kind, options: options.clone(), seed, are_fair, known: HashSet::new(), made: 0 })
    }

    /// Returns how many different openings there have been.
    pub(crate) fn distinct(&self) -> usize {
        self.known.len()
    }

    /// Returns the next opening. `None` if every opening that it tried ended the game.
    pub(crate) fn next(&mut self) -> Option<Opening> {
        let mut last = None;
        for _ in 0..ATTEMPTS {
            self.made += 1;
            let Some(opening) = self.play(mix(self.seed ^ mix(self.made))) else { continue };
            let is_new = !self.known.contains(&opening.table.game().position());
            if is_new && (!self.are_fair || is_fair(&opening)) {
                self.known.insert(opening.table.game().position());
                return Some(opening);
            }
            last = Some(opening);
        }
        last
    }

    fn play(&self, seed: u64) -> Option<Opening> {
        let mut table = Table::new(self.kind, &self.options).ok()?;
        let mut record = Vec::new();
        let player = Player::Greedy { weights: None, noise: CARELESS };
        let turns = 2 + (seed % 4) as u32;
        while table.turn() < turns {
            let seat = table.to_act().first()?;
            let notation = player.answer(&table, &record, seat, mix(seed ^ u64::from(table.ply())))?.turn;
            enter(&mut table, &mut record, seat, notation.first()?);
        }
        (!table.to_act().is_empty()).then_some(Opening { table, record })
    }
}

/// Whether a short search sees no side clearly ahead.
fn is_fair(opening: &Opening) -> bool {
    let Some(sight) =
        opening.table.to_act().first().and_then(|seat| opening.table.sight(seat, &opening.record))
    else {
        return false;
    };
    let mind = Mind { nodes: Some(JUDGE), ..Mind::from(Level::Grazer) };
    opening.table.game().sides().len() != 2 || FAIR.contains(&decide(&sight, &mind, 0, &Stop::new()).value)
}

/// Plays a move. Returns whether it is legal.
pub(crate) fn enter(table: &mut Table, record: &mut Vec<Played>, seat: Seat, notation: &str) -> bool {
    let played = table.play(seat, notation);
    let is_legal = played.is_ok();
    record.extend(played);
    is_legal
}
