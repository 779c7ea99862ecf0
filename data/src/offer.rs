//! Offers: something that the players of a game must agree on, or may choose. They are rows, so they stand for days.

use rules::Seat;
use rusqlite::{OptionalExtension as _, Row, params};

use crate::{GameId, MessageId, OfferId, PersonId, StoreError, Time, Tx, words::words};

words! {
    /// What an offer is about.
    OfferKind {
        /// To end the game as a draw.
        Draw = "draw",
        /// To go back to where the last turn of who asks began.
        TakeBack = "takeback",
        /// To call the game off, without a result.
        Abort = "abort",
        /// To let all clocks stand.
        Pause = "pause",
        /// What is to be done about a seat whose time is up.
        Overdue = "overdue",
        /// To take over a seat.
        Substitute = "substitute",
    }

    /// How an offer ended.
    Ending {
        /// It was carried out.
        Accepted = "accepted",
        /// Somebody said no.
        Declined = "declined",
        /// Who made it took it back.
        Withdrawn = "withdrawn",
        /// What it was about is no more.
        Lapsed = "lapsed",
    }

    /// What somebody says to an offer.
    Vote {
        /// Yes.
        Accept = "accept",
        /// No.
        Decline = "decline",
        /// Of a seat whose time is up: to wait for another day.
        Wait = "wait",
        /// To let the turn of that seat go by.
        Skip = "skip",
        /// To let somebody else take over that seat.
        Open = "open",
        /// To claim that the seat has lost by the clock.
        Claim = "claim",
        /// To a pause that all have agreed on: to go on.
        Resume = "resume",
    }
}

/// An offer to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewOffer {
    /// The game.
    pub game: GameId,
    /// What it is about.
    pub kind: OfferKind,
    /// Who makes it; of a seat whose time is up, who sits there.
    pub person: PersonId,
    /// The seat it is about, if it is about one; where it is about all seats of a person, any one of them.
    pub seat: Option<Seat>,
    /// The game's ply; of a take-back the ply to go back to.
    pub ply: u32,
    /// When.
    pub at: Time,
}

/// An offer as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Its id.
    pub id: OfferId,
    /// The game.
    pub game: GameId,
    /// What it is about.
    pub kind: OfferKind,
    /// Who made it; of a seat whose time is up, who sits there.
    pub person: PersonId,
    /// The seat it is about, if it is about one.
    pub seat: Option<Seat>,
    /// The game's ply when it was made; of a take-back the ply to go back to.
    pub ply: u32,
    /// How it ended; `None` while it is open.
    pub ending: Option<Ending>,
    /// The post that shows it.
    pub message: Option<MessageId>,
    /// What was said so far, in the order in which it was first said.
    pub votes: Vec<(PersonId, Vote)>,
}

impl Offer {
    /// What `person` has said.
    #[must_use]
    pub fn vote_of(&self, person: PersonId) -> Option<Vote> {
        self.votes.iter().find(|(other, _)| *other == person).map(|&(_, vote)| vote)
    }

    /// The same once `person` has said this; what they said before is no more.
    #[must_use]
    pub fn with_vote(&self, person: PersonId, vote: Vote) -> Offer {
        let mut offer = self.clone();
        offer.votes.retain(|(other, _)| *other != person);
        offer.votes.push((person, vote));
        offer
    }

    /// Who has said this, in order.
    pub fn voters(&self, vote: Vote) -> impl Iterator<Item = PersonId> {
        self.votes.iter().filter(move |(_, said)| *said == vote).map(|&(person, _)| person)
    }
}

impl Tx<'_> {
    /// Makes an offer. There is one of a kind at a time in a game, of offers about a seat one for each seat.
    ///
    /// # Errors
    /// Only those of SQLite; a second one is a constraint violation.
    pub fn open_offer(&self, new: &NewOffer) -> Result<OfferId, StoreError> {
        let NewOffer { game, kind, person, seat, ply, at } = new;
        let id = self
            .sql
            .prepare_cached(
                "INSERT INTO offer (id, game, kind, person, seat, ply, created)
                 VALUES ((SELECT max(offer, coalesce((SELECT max(id) + 1 FROM offer), 1)) FROM least_id WHERE one = 1),
                         ?, ?, ?, ?, ?, ?)
                 RETURNING id",
            )?
            .query_row(params![game, kind, person, seat.map_or(0, Seat::number), ply, at], |row| row.get(0))?;
        Ok(id)
    }

    /// An offer, open or not; `None` if there is none with this id.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn offer(&self, id: OfferId) -> Result<Option<Offer>, StoreError> {
        let mut found = self
            .sql
            .prepare_cached(
                "SELECT id, game, kind, person, seat, ply, ending, message FROM offer WHERE id = ?",
            )?
            .query_row([id], offer_from)
            .optional()?;
        found.iter_mut().try_for_each(|offer| self.add_votes(offer))?;
        Ok(found)
    }

    /// The open offers of a game, in the order in which they were made.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn open_offers(&self, game: GameId) -> Result<Vec<Offer>, StoreError> {
        let mut open: Vec<Offer> = self
            .sql
            .prepare_cached(
                "SELECT id, game, kind, person, seat, ply, ending, message FROM offer
                 WHERE game = ? AND closed IS NULL ORDER BY id",
            )?
            .query_map([game], offer_from)?
            .collect::<rusqlite::Result<_>>()?;
        open.iter_mut().try_for_each(|offer| self.add_votes(offer))?;
        Ok(open)
    }

    /// The last offer of this kind that somebody made in a game and that is not open any more.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn last_offer(
        &self,
        game: GameId,
        kind: OfferKind,
        person: PersonId,
    ) -> Result<Option<Offer>, StoreError> {
        let mut found = self
            .sql
            .prepare_cached(
                "SELECT id, game, kind, person, seat, ply, ending, message FROM offer
                 WHERE game = ? AND kind = ? AND person = ? AND closed IS NOT NULL ORDER BY id DESC LIMIT 1",
            )?
            .query_row(params![game, kind, person], offer_from)
            .optional()?;
        found.iter_mut().try_for_each(|offer| self.add_votes(offer))?;
        Ok(found)
    }

    /// The last offer of this kind in a game that was carried out.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn last_agreed(&self, game: GameId, kind: OfferKind) -> Result<Option<Offer>, StoreError> {
        let mut found = self
            .sql
            .prepare_cached(
                "SELECT id, game, kind, person, seat, ply, ending, message FROM offer
                 WHERE game = ? AND kind = ? AND ending = 'accepted' ORDER BY id DESC LIMIT 1",
            )?
            .query_row(params![game, kind], offer_from)
            .optional()?;
        found.iter_mut().try_for_each(|offer| self.add_votes(offer))?;
        Ok(found)
    }

    /// Notes what somebody says to an offer, in place of what they said before.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn cast_vote(
        &self,
        offer: OfferId,
        person: PersonId,
        vote: Vote,
        at: Time,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO vote (offer, person, answer, at) VALUES (?, ?, ?, ?)
                 ON CONFLICT DO UPDATE SET answer = excluded.answer",
            )?
            .execute(params![offer, person, vote, at])?;
        Ok(())
    }

    /// Ends an offer; nothing happens if it is not open.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn close_offer(&self, offer: OfferId, ending: Ending, at: Time) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE offer SET closed = ?, ending = ? WHERE id = ? AND closed IS NULL")?
            .execute(params![at, ending, offer])?;
        Ok(())
    }

    /// Notes which post shows an offer.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn set_offer_message(&self, offer: OfferId, message: MessageId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE offer SET message = ? WHERE id = ?")?
            .execute(params![message, offer])?;
        Ok(())
    }

    /// The newest message of the offers of a game that were made before this one.
    ///
    /// # Errors
    /// Only those of SQLite.
    pub fn offer_message_before(&self, offer: &Offer) -> Result<Option<MessageId>, StoreError> {
        let message = self
            .sql
            .prepare_cached("SELECT max(message) FROM offer WHERE game = ? AND id < ?")?
            .query_row(params![offer.game, offer.id], |row| row.get(0))?;
        Ok(message)
    }

    fn add_votes(&self, offer: &mut Offer) -> Result<(), StoreError> {
        offer.votes = self
            .sql
            .prepare_cached("SELECT person, answer FROM vote WHERE offer = ? ORDER BY at, person")?
            .query_map([offer.id], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        Ok(())
    }
}

fn offer_from(row: &Row<'_>) -> rusqlite::Result<Offer> {
    Ok(Offer {
        id: row.get(0)?,
        game: row.get(1)?,
        kind: row.get(2)?,
        person: row.get(3)?,
        seat: Seat::new(row.get(4)?),
        ply: row.get(5)?,
        ending: row.get(6)?,
        message: row.get(7)?,
        votes: Vec::new(),
    })
}
