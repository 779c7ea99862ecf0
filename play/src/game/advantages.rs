//! How much better some seats do than the ratings predict.

use std::collections::BTreeMap;

use data::{Placing, Tx};
use ratings::{Member, SeatSums, Side};
use rules::{Kind, Seat};

use crate::error::Error;

/// How many rows of the ledger are read at once.
const ROWS: u32 = 1000;

/// A seat of the games of a class with one number of seats.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SeatOf {
    /// The kind of game.
    pub kind: Kind,
    /// The rated class.
    pub class: String,
    /// The number of seats.
    pub seats: u8,
    /// The seat.
    pub seat: Seat,
}

/// Returns what the rated games say about each seat. Games in which a player was replaced, or a side took no part, are left out.
///
/// # Errors
/// [`Error::Internal`] if the store fails.
pub fn advantages(tx: &Tx<'_>) -> Result<BTreeMap<SeatOf, SeatSums>, Error> {
    let mut sums = BTreeMap::new();
    let mut last = i64::MIN;
    while let Some(end) = tx.ratings().ledger(last, ROWS)?.last() {
        let placings = tx.ratings().placings(last, end.seq)?;
        for game in placings.chunk_by(|one, next| one.seq == next.seq) {
            add(&mut sums, game)?;
        }
        last = end.seq;
    }
    Ok(sums)
}

/// Adds a game, given everybody who finished it.
fn add(sums: &mut BTreeMap<SeatOf, SeatSums>, game: &[Placing]) -> Result<(), Error> {
    let Some(first) = game.first() else { return Ok(()) };
    let Ok(begun) = first.kind.new_game(&first.options) else { return Ok(()) };
    if usize::from(begun.seats()) != game.len() {
        return Ok(());
    }
    let side_of = |side: rules::SeatSet| Side {
        place: game.iter().find(|placing| side.contains(placing.seat)).map_or(0, |placing| placing.place),
        members: game
            .iter()
            .filter(|placing| side.contains(placing.seat))
            .map(|placing| Member::new(placing.before))
            .collect(),
    };
    let seats = begun.sides();
    let sides: Vec<Side> = seats.iter().copied().map(side_of).collect();
    for placing in game {
        let own = seats.iter().position(|side| side.contains(placing.seat)).unwrap_or(sides.len());
        let (kind, class) = (placing.kind, placing.class.clone());
        let seat = SeatOf { kind, class, seats: begun.seats(), seat: placing.seat };
        sums.entry(seat).or_default().add(&sides, own).map_err(anyhow::Error::from)?;
    }
    Ok(())
}
