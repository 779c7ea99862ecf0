//! Settings of players, such as hours and reminders.

use clock::{Hours, Reminders};
use jiff::Timestamp;
use rusqlite::{named_params, params};

use crate::{
    columns::time_or_null,
    error::StoreError,
    ids::{ChannelId, Millis, PersonId},
    slices::in_slices,
    sql::{self, OptionalExtension as _},
    tx::Tx,
    words::words,
};

words! {
    /// Where a player is notified to move.
    #[derive(Default)]
    Pings {
        /// In the channel of the game.
        #[default]
        Channel = "channel",
        /// By a direct message.
        Dm = "dm",
    }

    /// A kind of notifications that a player can switch off.
    #[derive(strum::VariantArray)]
    NotificationKind {
        /// It is the player's turn.
        Turn = "turn",
        /// The time for a move is running out.
        Reminder = "reminder",
        /// Another player offers something.
        Offer = "offer",
        /// A game is over.
        End = "end",
        /// The daily list of games that wait.
        Digest = "digest",
        /// The outcome of plans, offers and vacation days.
        News = "news",
    }
}

impl NotificationKind {
    /// All kinds, in the order in which people read them.
    pub const ALL: &[NotificationKind] = <NotificationKind as strum::VariantArray>::VARIANTS;
}

/// A player's settings, or the defaults.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let (_dir, store, _) = world().await?;
/// use data::Pings;
///
/// store.write(|tx| {
///     let mut person = tx.person(3.into())?;
///     person.pings = Pings::Dm;
///     tx.set_person(&person)
/// }).await?;
/// assert!(store.read(|tx| tx.person(3.into())).await?.by_dm());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The player in question.
    pub person: PersonId,
    /// When the player can act: time zone and sleeping hours.
    pub hours: Hours,
    /// Where the player is notified to move.
    pub pings: Pings,
    /// When the player is reminded of a move.
    pub reminders: Reminders,
    /// The kinds of notifications that the player has switched off.
    pub muted: Vec<NotificationKind>,
    /// Whether a vacation day is spent by itself when the player's time is up.
    pub spends_vacation: bool,
    /// The minute of the local day at which the digest is due; `None` means no digest.
    pub digest: Option<u16>,
    /// When the next digest is due.
    pub digest_due: Option<Timestamp>,
    /// The local date of the last digest.
    pub digest_day: Option<String>,
    /// When the player last set hours with a sleep.
    pub hours_set: Option<Timestamp>,
    /// The channel for direct messages, once it is known.
    pub dm: Option<ChannelId>,
    /// When Discord refused a direct message to the player, unless they have asked for direct messages again since.
    pub dm_closed: Option<Timestamp>,
    /// When Discord last accepted a direct message to the player.
    pub dm_accepted: Option<Timestamp>,
    /// When Discord last refused one.
    pub dm_refused: Option<Timestamp>,
}

impl Person {
    fn unset(person: PersonId) -> Person {
        Person {
            person,
            hours: Hours::default(),
            pings: Pings::Channel,
            reminders: Reminders::default(),
            muted: Vec::new(),
            spends_vacation: true,
            digest: None,
            digest_due: None,
            digest_day: None,
            hours_set: None,
            dm: None,
            dm_closed: None,
            dm_accepted: None,
            dm_refused: None,
        }
    }

    /// Returns whether the player is notified by direct messages.
    pub fn by_dm(&self) -> bool {
        self.pings == Pings::Dm && self.dm_closed.is_none()
    }

    /// Returns whether the player wants notifications of this kind.
    pub fn wants(&self, kind: NotificationKind) -> bool {
        !self.muted.contains(&kind)
    }
}

impl Tx<'_> {
    /// Returns a player's settings.
    pub fn person(&self, person: PersonId) -> Result<Person, StoreError> {
        let found = self
            .sql
            .prepare_cached(
                "SELECT hours, pings, reminders, digest, digest_due, digest_day, hours_set, dm, dm_closed, muted,
                        spends_vacation, dm_accepted, dm_refused
                 FROM person WHERE person = ?",
            )?
            .query_row([person], |row| {
                Ok(Person {
                    person,
                    hours: hours_from(person, &row.get::<String>(0)?),
                    pings: row.get(1)?,
                    reminders: reminders_from(person, &row.get::<String>(2)?),
                    digest: row.get(3)?,
                    digest_due: time_or_null(row, 4)?,
                    digest_day: row.get(5)?,
                    hours_set: time_or_null(row, 6)?,
                    dm: row.get(7)?,
                    dm_closed: time_or_null(row, 8)?,
                    muted: muted_from(&row.get::<String>(9)?),
                    spends_vacation: row.get(10)?,
                    dm_accepted: time_or_null(row, 11)?,
                    dm_refused: time_or_null(row, 12)?,
                })
            })
            .optional()?;
        Ok(found.unwrap_or_else(|| Person::unset(person)))
    }

    /// Writes a player's settings.
    pub fn set_person(&self, person: &Person) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO person (person, hours, pings, reminders, muted, spends_vacation, digest, digest_due,
                                     hours_set, dm_closed)
                 VALUES (:person, :hours, :pings, :reminders, :muted, :spends_vacation, :digest, :digest_due,
                         :hours_set, :dm_closed)
                 ON CONFLICT (person) DO UPDATE SET hours = :hours, pings = :pings, reminders = :reminders, muted = :muted,
                                           spends_vacation = :spends_vacation, digest = :digest,
                                           digest_due = :digest_due, hours_set = :hours_set, dm_closed = :dm_closed",
            )?
            .send(named_params! {
                ":person": person.person,
                ":hours": person.hours.to_string(),
                ":pings": person.pings,
                ":reminders": person.reminders.to_string(),
                ":muted": muted_to(&person.muted),
                ":spends_vacation": person.spends_vacation,
                ":digest": person.digest,
                ":digest_due": person.digest_due.map(Millis),
                ":hours_set": person.hours_set.map(Millis),
                ":dm_closed": person.dm_closed.map(Millis),
            })?;
        Ok(())
    }

    /// Returns at most `most` players whose digest is due, the longest overdue first.
    pub fn digests_due(&self, now: Timestamp, most: u32) -> Result<Vec<PersonId>, StoreError> {
        let people = self
            .sql
            .prepare_cached(concat!(
                "SELECT person FROM person WHERE digest_due <= ?1 AND ",
                // A person belongs to no server, but any even share will do.
                in_slices!("person", "?2"),
                " ORDER BY digest_due LIMIT ?3"
            ))?
            .query_map(params![Millis(now), self.slices.bits(), most], |row| row.get(0))?
            .collect::<sql::Result<_>>()?;
        Ok(people)
    }

    /// Records the local date of a player's last digest.
    pub fn set_digest_day(&self, person: PersonId, day: &str) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE person SET digest_day = ? WHERE person = ?")?
            .send(params![day, person])?;
        Ok(())
    }

    /// Records when a player's next digest is due.
    pub fn set_digest_due(&self, person: PersonId, due: Option<Timestamp>) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE person SET digest_due = ? WHERE person = ?")?
            .send(params![due.map(Millis), person])?;
        Ok(())
    }

    /// Returns when the next digest is due, or `None` if no player wants one.
    pub fn next_digest(&self) -> Result<Option<Timestamp>, StoreError> {
        let due = self
            .sql
            .prepare_cached("SELECT min(digest_due) FROM person WHERE digest_due IS NOT NULL")?
            .query_row([], |row| time_or_null(row, 0))?;
        Ok(due)
    }

    /// Records the channel for a player's direct messages.
    pub fn set_dm(&self, person: PersonId, channel: ChannelId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO person (person, dm) VALUES (?1, ?2) ON CONFLICT (person) DO UPDATE SET dm = ?2",
            )?
            .send(params![person, channel])?;
        Ok(())
    }

    /// Records that Discord has accepted a direct message to a player.
    pub fn set_dm_accepted(&self, person: PersonId, at: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE person SET dm_accepted = ? WHERE person = ?")?
            .send(params![Millis(at), person])?;
        Ok(())
    }

    /// Records that Discord refuses direct messages to a player.
    pub fn set_dm_closed(&self, person: PersonId, at: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO person (person, dm_closed, dm_refused) VALUES (?1, ?2, ?2)
                 ON CONFLICT (person) DO UPDATE SET dm_closed = ?2, dm_refused = ?2",
            )?
            .send(params![person, Millis(at)])?;
        Ok(())
    }
}

/// Reads stored hours. If they cannot be read, the player gets the default hours, since nobody should be kept from playing.
fn hours_from(person: PersonId, text: &str) -> Hours {
    text.parse().unwrap_or_else(|error| {
        tracing::error!(%person, "stored hours could not be read, using the defaults: {error}");
        Hours::default()
    })
}

/// Reads stored reminders. If they cannot be read, the player gets the default ones.
fn reminders_from(person: PersonId, text: &str) -> Reminders {
    text.parse().unwrap_or_else(|error| {
        tracing::error!(%person, "stored reminders could not be read, using the defaults: {error}");
        Reminders::default()
    })
}

/// Reads stored kinds of notifications. A kind that this version does not have is left out.
fn muted_from(text: &str) -> Vec<NotificationKind> {
    text.split(',').filter_map(NotificationKind::from_word).collect()
}

fn muted_to(kinds: &[NotificationKind]) -> String {
    kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(",")
}
