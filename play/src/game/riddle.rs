//! Finds positions with one clearly best turn, for puzzles.
//!
//! A Hunter looks for a turn that is far ahead of the second best one, and a machine of the highest level confirms it. A seed decides
//! everything that is left to chance, so the same seed finds the same position.

use engine::{Level, Request, Thought};
use rules::{Kind, Options, PRESET, Played, Seat, Table};

use crate::catalogue;

/// A position with one clearly best turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Riddle {
    /// The game.
    pub kind: Kind,
    /// The position text. One seat is to act, and its turn has just begun.
    pub position: String,
    /// The moves of the best turn.
    pub solution: Vec<String>,
}

/// How far the best turn is ahead of the second one, per mille.
const LEAD: u16 = 200;
/// The least that the best turn must promise. Nobody enjoys the best turn of a lost position.
const LEAST: u16 = 550;
/// The fewest legal moves. With less there is not much to find.
const FEWEST_MOVES: usize = 8;
/// The longest turn, in moves. A longer one is no riddle but work.
const LONGEST: usize = 5;
/// How many positions of one game a search looks at.
const POSITIONS: usize = 16;
/// How many games of machines a search plays.
const GAMES: u64 = 6;
/// The most turns of such a game.
const TURNS: u32 = 120;

/// How a search lets a machine think. `None` ends the search.
pub type Thinks<'a> = &'a dyn Fn(&Request) -> Option<Thought>;

/// Returns the games of which there are puzzles: those that machines can play and that have no secrets.
pub fn kinds() -> impl Iterator<Item = Kind> {
    Kind::ALL.iter().copied().filter(|kind| kind.is_searchable() && !kind.has_secrets())
}

/// Looks for a riddle in the positions of a finished game, in an order that the seed decides.
#[must_use]
pub fn in_game(start: &Table, record: &[Played], seed: u64, thinks: Thinks<'_>) -> Option<Riddle> {
    let mut table = start.clone();
    let mut positions = Vec::new();
    for entry in rules::in_effect(record) {
        if !entry.is_move() || table.outcome().is_some() {
            break;
        }
        let turn = table.turn();
        table.play(entry.seat, &entry.notation).ok()?;
        if table.turn() > turn {
            positions.push(table.clone());
        }
    }
    // A game begins with turns that are alike, and ends with turns that hardly matter.
    let played = positions.len();
    let mut positions: Vec<Table> = positions.into_iter().take(played * 7 / 8).skip(played / 4).collect();
    shuffle(&mut positions, seed);
    positions.iter().take(POSITIONS).find_map(|table| riddle(table, seed, thinks))
}

/// Looks for a riddle in games that machines play against each other.
#[must_use]
pub fn by_machines(kind: Kind, seed: u64, thinks: Thinks<'_>) -> Option<Riddle> {
    (0..GAMES).find_map(|game| {
        let seed = mixed(seed.wrapping_add(game));
        let start = Table::new(kind, &options(kind)).ok()?;
        let record = played(&start, seed, thinks)?;
        in_game(&start, &record, seed, thinks)
    })
}

/// Returns the options with which machines play for puzzles: those that `/play` would take.
fn options(kind: Kind) -> Options {
    catalogue::recommended(kind).map_or_else(Options::new, |preset| Options::new().with(PRESET, preset.name))
}

/// Lets two weak machines play a game. `None` if the search has ended.
fn played(start: &Table, seed: u64, thinks: Thinks<'_>) -> Option<Vec<Played>> {
    let mut table = start.clone();
    let mut record = Vec::new();
    while let Some(seat) = table.to_act().first()
        && table.turn() < TURNS
    {
        let level = if seat == Seat::FIRST { Level::Drifter } else { Level::Spore };
        let Some(sight) = table.sight(seat, &record) else { break };
        let thought = thinks(&Request { sight, level, seed: seed ^ u64::from(table.ply()) })?;
        for notation in thought.turn {
            match table.play(seat, &notation) {
                Ok(entry) => record.push(entry),
                Err(_) => return Some(record),
            }
        }
    }
    Some(record)
}

/// Returns the riddle of a position, if one turn is clearly the best. Most positions have none, so a quick thought comes first.
fn riddle(table: &Table, seed: u64, thinks: Thinks<'_>) -> Option<Riddle> {
    let (kind, position) = (table.kind(), table.game().position());
    // People solve the position as it is written, without the past.
    let table = Table::from(kind.read(&position).ok()?);
    let seat = table.to_act().first().filter(|_| table.forced().is_none())?;
    if table.legal(seat).len() < FEWEST_MOVES {
        return None;
    }
    let ask =
        |level, lead| think_for(&table, seat, level, seed, thinks).filter(|thought| is_clear(thought, lead));
    ask(Level::Grazer, LEAD / 2)?;
    let (found, confirmed) = (ask(Level::Hunter, LEAD)?, ask(Level::Apex, LEAD)?);
    let after = |turn: &[String]| position_after(&table, seat, turn);
    let same = after(&found.turn).is_some_and(|position| Some(position) == after(&confirmed.turn));
    same.then_some(Riddle { kind, position, solution: confirmed.turn })
}

fn think_for(table: &Table, seat: Seat, level: Level, seed: u64, thinks: Thinks<'_>) -> Option<Thought> {
    thinks(&Request { sight: table.sight(seat, &[])?, level, seed })
}

/// Whether the best turn is short, and ahead of the second one by at least `lead`, per mille.
fn is_clear(thought: &Thought, lead: u16) -> bool {
    match &thought.best[..] {
        [best, second, ..] => {
            best.value >= LEAST && best.value >= second.value + lead && best.turn.len() <= LONGEST
        }
        _ => false,
    }
}

/// Returns the position after a turn. In games whose turns take several moves, different orders of them lead to the same one.
#[must_use]
pub fn position_after(table: &Table, seat: Seat, turn: &[String]) -> Option<String> {
    let mut after = table.clone();
    for notation in turn {
        after.play(seat, notation).ok()?;
    }
    after.pass_forced(|_, _| {});
    Some(after.game().position())
}

/// Puts values into an order that the seed decides.
fn shuffle<T>(values: &mut [T], seed: u64) {
    for at in (1..values.len()).rev() {
        let other = mixed(seed ^ at as u64) % (at as u64 + 1);
        values.swap(at, other as usize);
    }
}

/// Spreads the bits of a number. Numbers that are close to each other give numbers that are not.
#[must_use]
pub const fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzle_has_one_clearly_best_turn() {
        let thinks = |request: &Request| Some(engine::think(request, &engine::Stop::new()));
        let found = |seed| Some((seed, by_machines(Kind::Protozoa, seed, &thinks)?));
        let (seed, riddle) = (0..20).find_map(found).expect("a few games have a riddle");
        let table = Table::from(riddle.kind.read(&riddle.position).unwrap());
        let seat = table.to_act().first().unwrap();
        let again = think_for(&table, seat, Level::Hunter, 99, &thinks).unwrap();
        assert!(is_clear(&again, LEAD), "{again:?}");
        let after = |turn: &[String]| position_after(&table, seat, turn);
        assert_eq!(after(&again.turn), after(&riddle.solution), "another seed finds the same turn");
        assert_eq!(
            by_machines(Kind::Protozoa, seed, &thinks),
            Some(riddle),
            "the same seed finds the same position"
        );
    }

    #[test]
    fn ended_search_finds_nothing() {
        assert_eq!(by_machines(Kind::Protozoa, 0, &|_| None), None);
    }

    #[test]
    fn machines_play_puzzles_with_the_recommended_preset() {
        for kind in kinds() {
            assert_eq!(catalogue::preset(kind, &options(kind)), catalogue::recommended(kind), "{kind}");
        }
    }

    #[test]
    fn games_with_secrets_have_no_puzzles() {
        assert!(kinds().all(|kind| !kind.has_secrets()));
        assert!(kinds().any(|kind| kind == Kind::Protozoa));
    }

    #[test]
    fn order_of_a_turn_does_not_matter() {
        let table = Table::from(Kind::Semiosphere.read("6x7 3/2/0/- 1 1 1 b3:h:3,e3:h:3 -").unwrap());
        let after = |turn: &[&str]| {
            let turn: Vec<String> = turn.iter().map(|&notation| notation.to_owned()).collect();
            position_after(&table, Seat::FIRST, &turn)
        };
        assert_eq!(after(&["b4", "+a6", "+a7"]), after(&["+a7", "+a6", "b4"]));
        assert!(after(&["b4", "+a6", "+a7"]).is_some() && after(&["b4", "+a6", "+a6"]).is_none());
    }

    #[test]
    fn shuffle_keeps_all_values() {
        let mut values: Vec<u32> = (0..50).collect();
        shuffle(&mut values, 3);
        assert_ne!(values, (0..50).collect::<Vec<_>>());
        values.sort_unstable();
        assert_eq!(values, (0..50).collect::<Vec<_>>());
    }
}
