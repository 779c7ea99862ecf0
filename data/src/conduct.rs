//! How reliably people play: counts by person and week, in games with a clock.

use jiff::Timestamp;
use rusqlite::{params, types::ToSql};

use crate::{
    error::StoreError,
    ids::PersonId,
    ledger::{day_of, week_of},
    tx::Tx,
};

/// How a person has played.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (_dir, store, _) = world().await?;
/// use data::Conduct;
/// use clock::from_millis;
///
/// let now = from_millis(0);
/// let counted = store.write(move |tx| {
///     tx.add_conduct(3.into(), now, &Conduct { turns: 1, ..Conduct::default() })?;
///     tx.add_conduct(3.into(), now, &Conduct { turns: 1, late: 1, ..Conduct::default() })?;
///     tx.conduct(3.into(), now)
/// }).await?;
/// assert_eq!((counted.turns, counted.late, counted.games()), (2, 1, 0));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conduct {
    /// The turns in which the person moved or their clock ran out.
    pub turns: u32,
    /// The turns in which their clock ran out.
    pub late: u32,
    /// The games that the person played to the end.
    pub finished: u32,
    /// The games that the person did not play to the end: their time was up for good, or another player replaced them.
    pub left: u32,
    /// The turns that the person began to play in each two hours of the day, from 0:00 UTC on.
    pub hours: [u32; 12],
}

impl Conduct {
    /// How many weeks the counts are kept, with the week that has begun.
    pub const WEEKS: i64 = 13;

    /// Returns the number of games that ended for the person.
    pub fn games(&self) -> u32 {
        self.finished + self.left
    }

    /// Returns the number of turns whose hour is known.
    pub fn moves(&self) -> u32 {
        self.hours.iter().sum()
    }

    /// Returns the counts in the order of their columns.
    fn counts(&self) -> [u32; 16] {
        let mut counts = [0; 16];
        counts[..4].copy_from_slice(&[self.turns, self.late, self.finished, self.left]);
        counts[4..].copy_from_slice(&self.hours);
        counts
    }
}

/// Returns the last week whose counts are no longer kept.
fn last_forgotten(at: Timestamp) -> i64 {
    week_of(day_of(at)) - Conduct::WEEKS
}

impl Tx<'_> {
    /// Adds to what a person has done in this week. Nothing is counted for machines, or for a number in
    /// place of a person whose data is deleted.
    pub fn add_conduct(&self, person: PersonId, at: Timestamp, more: &Conduct) -> Result<(), StoreError> {
        if person.is_former() || person.is_machine() {
            return Ok(());
        }
        let key = [person.get().cast_signed(), week_of(day_of(at))];
        let numbers: Vec<i64> = key.into_iter().chain(more.counts().map(i64::from)).collect();
        let values: Vec<&dyn ToSql> = numbers.iter().map(|number| number as &dyn ToSql).collect();
        self.sql
            .prepare_cached(
                "INSERT INTO conduct (person, week, turns, late, finished, \"left\",
                                      h0, h2, h4, h6, h8, h10, h12, h14, h16, h18, h20, h22)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                 ON CONFLICT (person, week) DO UPDATE SET
                     turns = conduct.turns + excluded.turns, late = conduct.late + excluded.late,
                     finished = conduct.finished + excluded.finished, \"left\" = conduct.\"left\" + excluded.\"left\",
                     h0 = conduct.h0 + excluded.h0, h2 = conduct.h2 + excluded.h2, h4 = conduct.h4 + excluded.h4,
                     h6 = conduct.h6 + excluded.h6, h8 = conduct.h8 + excluded.h8, h10 = conduct.h10 + excluded.h10,
                     h12 = conduct.h12 + excluded.h12, h14 = conduct.h14 + excluded.h14, h16 = conduct.h16 + excluded.h16,
                     h18 = conduct.h18 + excluded.h18, h20 = conduct.h20 + excluded.h20, h22 = conduct.h22 + excluded.h22",
            )?
            .send(&*values)?;
        Ok(())
    }

    /// Returns what a person has done in the weeks that are kept.
    pub fn conduct(&self, person: PersonId, at: Timestamp) -> Result<Conduct, StoreError> {
        let mut query = self.sql.prepare_cached(
            "SELECT turns, late, finished, \"left\", h0, h2, h4, h6, h8, h10, h12, h14, h16, h18, h20, h22
             FROM conduct WHERE person = ? AND week > ?",
        )?;
        let mut rows = query.query(params![person, last_forgotten(at)])?;
        let mut all = Conduct::default();
        while let Some(row) = rows.next()? {
            all.turns += row.get::<u32>(0)?;
            all.late += row.get::<u32>(1)?;
            all.finished += row.get::<u32>(2)?;
            all.left += row.get::<u32>(3)?;
            for (column, count) in (4..).zip(&mut all.hours) {
                *count += row.get::<u32>(column)?;
            }
        }
        Ok(all)
    }

    /// Deletes the counts of weeks that are no longer kept.
    pub fn forget_conduct(&self, at: Timestamp) -> Result<(), StoreError> {
        self.sql.prepare_cached("DELETE FROM conduct WHERE week <= ?")?.send([last_forgotten(at)])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clock::{days, from_millis, later};

    use super::*;
    use crate::Store;

    #[tokio::test]
    async fn counts_are_kept_for_thirteen_weeks() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("petri.sqlite")).await.unwrap();
        // A Monday.
        let begin = later(from_millis(0), days(4));
        let person = PersonId::from(3);
        let turns = store.write(move |tx| {
            let mut hours = [0; 12];
            hours[11] = 1;
            tx.add_conduct(person, begin, &Conduct { turns: 1, hours, ..Conduct::default() })?;
            let newest = later(begin, days(7 * 12));
            tx.add_conduct(person, newest, &Conduct { turns: 2, left: 1, ..Conduct::default() })?;
            tx.add_conduct(PersonId::former(1), begin, &Conduct { turns: 9, ..Conduct::default() })?;
            assert_eq!(tx.conduct(PersonId::former(1), begin)?, Conduct::default());
            let mut turns = Vec::new();
            for day in [7 * 12, 7 * 13 - 1, 7 * 13, 7 * 25] {
                let now = later(begin, days(day));
                tx.forget_conduct(now)?;
                let counted = tx.conduct(person, now)?;
                turns.push((counted.turns, counted.moves(), counted.games()));
            }
            let rows: u32 = tx.sql.query_row("SELECT count(*) FROM conduct", [], |row| row.get(0))?;
            assert_eq!(rows, 0);
            Ok::<_, StoreError>(turns)
        });
        assert_eq!(turns.await.unwrap(), [(3, 1, 1), (3, 1, 1), (2, 0, 1), (0, 0, 0)]);
    }
}
