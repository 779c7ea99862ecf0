//! Switches of people that hide how they play from others.

use rusqlite::params;

use crate::{error::StoreError, ids::PersonId, sql::OptionalExtension as _, tx::Tx};

/// Which parts of a person's play others may see. The person always sees all of it.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (_dir, store, _) = world().await?;
/// use data::Visibility;
///
/// let without_hours = Visibility { hours: false, ..Visibility::default() };
/// store.write(move |tx| tx.set_visibility(3.into(), without_hours)).await?;
/// assert!(store.read(|tx| tx.visibility(3.into())).await?.profile);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visibility {
    /// Whether others may see the person's profile, and the results of their games with third people.
    pub profile: bool,
    /// Whether others may see when the person moves, and how fast.
    pub hours: bool,
}

impl Default for Visibility {
    fn default() -> Self {
        Visibility { profile: true, hours: true }
    }
}

impl Tx<'_> {
    /// Returns what others may see of a person.
    pub fn visibility(&self, person: PersonId) -> Result<Visibility, StoreError> {
        let found = self
            .sql
            .prepare_cached("SELECT hide_profile = 0, hide_hours = 0 FROM person WHERE person = ?")?
            .query_row([person], |row| Ok(Visibility { profile: row.get(0)?, hours: row.get(1)? }))
            .optional()?;
        Ok(found.unwrap_or_default())
    }

    /// Sets what others may see of a person.
    pub fn set_visibility(&self, person: PersonId, visibility: Visibility) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO person (person, hide_profile, hide_hours) VALUES (?1, ?2, ?3)
                 ON CONFLICT (person) DO UPDATE SET hide_profile = ?2, hide_hours = ?3",
            )?
            .send(params![person, !visibility.profile, !visibility.hours])?;
        Ok(())
    }
}
