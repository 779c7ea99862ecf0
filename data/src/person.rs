//! What people have set for themselves.

use clock::Hours;
use rusqlite::{OptionalExtension as _, named_params, params};

use crate::{ChannelId, PersonId, StoreError, Time, Tx, words::words};

words! {
    /// Where somebody is called to move.
    #[derive(Default)]
    Pings {
        /// In the game's channel.
        #[default]
        Channel = "channel",
        /// By a direct message.
        Dm = "dm",
    }
}

/// What somebody has set for themselves, or what holds for those who have set nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// Who.
    pub person: PersonId,
    /// When they can act: their time zone and hours of sleep.
    pub hours: Hours,
    /// Where they are called to move.
    pub pings: Pings,
    /// At which share of the time they are reminded, in percent; 0: never.
    pub remind: u8,
    /// The minute of the local day at which they get their digest; `None`: no digest.
    pub digest: Option<u16>,
    /// When they get the next one.
    pub digest_due: Option<Time>,
    /// The local day of the last one they got.
    pub digest_day: Option<String>,
    /// When they last set hours with a sleep.
    pub hours_set: Option<Time>,
    /// The channel of direct messages, once it is known.
    pub dm: Option<ChannelId>,
    /// When Discord last refused a direct message to them.
    pub dm_closed: Option<Time>,
}

impl Person {
    fn unset(person: PersonId) -> Person {
        Person {
            person,
            hours: Hours::default(),
            pings: Pings::Channel,
            remind: 80,
            digest: None,
            digest_due: None,
            digest_day: None,
            hours_set: None,
            dm: None,
            dm_closed: None,
        }
    }

    /// Whether they are called by direct messages.
    #[must_use]
    pub fn by_dm(&self) -> bool {
        self.pings == Pings::Dm && self.dm_closed.is_none()
    }
}

/// At which shares of a turn's time somebody is reminded, in percent, when the first is at `first` (at most 99); none at all
/// for 0. They come at ever longer intervals, and stop.
///
/// ```
/// assert_eq!(data::reminder_shares(80), [80, 85, 95]);
/// assert_eq!(data::reminder_shares(50), [50, 62, 88]);
/// assert_eq!(data::reminder_shares(99), [99]);
/// assert!(data::reminder_shares(0).is_empty());
/// ```
#[must_use]
pub fn reminder_shares(first: u8) -> Vec<u8> {
    if first == 0 {
        return Vec::new();
    }
    let rest = 100_u8.saturating_sub(first);
    let mut shares = vec![first, first + rest / 4, (first + rest - rest / 4).min(99)];
    shares.dedup();
    shares
}

impl Tx<'_> {
    /// What somebody has set.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn person(&self, person: PersonId) -> Result<Person, StoreError> {
        let found = self
            .sql
            .prepare_cached(
                "SELECT hours, pings, remind, digest, digest_due, digest_day, hours_set, dm, dm_closed
                 FROM person WHERE person = ?",
            )?
            .query_row([person], |row| {
                Ok(Person {
                    person,
                    hours: hours_from(person, &row.get::<_, String>(0)?),
                    pings: row.get(1)?,
                    remind: row.get(2)?,
                    digest: row.get(3)?,
                    digest_due: row.get(4)?,
                    digest_day: row.get(5)?,
                    hours_set: row.get(6)?,
                    dm: row.get(7)?,
                    dm_closed: row.get(8)?,
                })
            })
            .optional()?;
        Ok(found.unwrap_or_else(|| Person::unset(person)))
    }

    /// Notes what somebody has set.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_person(&self, person: &Person) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO person (person, hours, pings, remind, digest, digest_due, hours_set, dm_closed)
                 VALUES (:person, :hours, :pings, :remind, :digest, :digest_due, :hours_set, :dm_closed)
                 ON CONFLICT DO UPDATE SET hours = :hours, pings = :pings, remind = :remind, digest = :digest,
                                           digest_due = :digest_due, hours_set = :hours_set, dm_closed = :dm_closed",
            )?
            .execute(named_params! {
                ":person": person.person,
                ":hours": person.hours.to_string(),
                ":pings": person.pings,
                ":remind": person.remind,
                ":digest": person.digest,
                ":digest_due": person.digest_due,
                ":hours_set": person.hours_set,
                ":dm_closed": person.dm_closed,
            })?;
        Ok(())
    }

    /// Whose digest is due, the longest overdue first, at most so many.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn digests_due(&self, now: Time, most: u32) -> Result<Vec<PersonId>, StoreError> {
        let people = self
            .sql
            .prepare_cached("SELECT person FROM person WHERE digest_due <= ? ORDER BY digest_due LIMIT ?")?
            .query_map(params![now, most], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(people)
    }

    /// Notes the local day of somebody's last digest.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_digest_day(&self, person: PersonId, day: &str) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE person SET digest_day = ? WHERE person = ?")?
            .execute(params![day, person])?;
        Ok(())
    }

    /// Notes when somebody's next digest is due.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_digest_due(&self, person: PersonId, due: Option<Time>) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE person SET digest_due = ? WHERE person = ?")?
            .execute(params![due, person])?;
        Ok(())
    }

    /// When the next digest is due; `None` when nobody wants one.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn next_digest(&self) -> Result<Option<Time>, StoreError> {
        let due = self
            .sql
            .prepare_cached("SELECT min(digest_due) FROM person WHERE digest_due IS NOT NULL")?
            .query_row([], |row| row.get(0))?;
        Ok(due)
    }

    /// Notes the channel of somebody's direct messages.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_dm(&self, person: PersonId, channel: ChannelId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO person (person, dm) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET dm = ?2",
            )?
            .execute(params![person, channel])?;
        Ok(())
    }

    /// Notes that Discord refuses direct messages to somebody.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_dm_closed(&self, person: PersonId, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO person (person, dm_closed) VALUES (?1, ?2)
                 ON CONFLICT DO UPDATE SET dm_closed = ?2",
            )?
            .execute(params![person, at])?;
        Ok(())
    }
}

/// Hours in their text form. Those that cannot be read keep nobody from playing: they are as if they had not been set.
fn hours_from(person: PersonId, text: &str) -> Hours {
    text.parse().unwrap_or_else(|error| {
        tracing::error!("the stored hours of {person} cannot be read: {error}");
        Hours::default()
    })
}
