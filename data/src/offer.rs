//! Offers: decisions that the players of a game make together. They are rows, since votes can take days.

use jiff::Timestamp;
use rules::Seat;
use rusqlite::params;
use serde::{Deserialize, Serialize};

use crate::{
    error::StoreError,
    ids::{GameId, MessageId, Millis, OfferId, PersonId},
    sql::{self, OptionalExtension as _, Row, Statement},
    tx::Tx,
    words::words,
};

words! {
    /// The subject of an offer.
    OfferKind {
        /// To end the game as a draw.
        Draw = "draw",
        /// To go back to the beginning of the last turn of the player who asks.
        TakeBack = "takeback",
        /// To abort the game without a result.
        Abort = "abort",
        /// To stop all clocks.
        Pause = "pause",
        /// To decide about a seat that is out of time.
        Overdue = "overdue",
        /// To take over a seat from its player.
        Substitute = "substitute",
        /// To let the machine that makes the offer resign.
        Resign = "resign",
    }

    /// How an offer ended.
    Ending {
        /// The offer was carried out.
        Accepted = "accepted",
        /// A player declined the offer.
        Declined = "declined",
        /// The player who made the offer withdrew it.
        Withdrawn = "withdrawn",
        /// The subject of the offer no longer exists.
        Lapsed = "lapsed",
    }

    /// A player's vote on an offer.
    Vote {
        /// Votes for the offer.
        Accept = "accept",
        /// Votes against the offer.
        Decline = "decline",
        /// Gives a seat that is out of time another day.
        Wait = "wait",
        /// Skips the turn of a seat that is out of time.
        Skip = "skip",
        /// Lets another person take over a seat that is out of time.
        Open = "open",
        /// Lets a machine play on in a seat that is out of time.
        Machine = "machine",
        /// Claims a win over a seat that is out of time.
        Claim = "claim",
        /// Ends a pause that all players had agreed to.
        Resume = "resume",
    }
}

/// An offer to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewOffer {
    /// The game in which it is made.
    pub game: GameId,
    /// The subject of the offer.
    pub kind: OfferKind,
    /// The player who makes it. For a seat out of time, the player of that seat.
    pub person: PersonId,
    /// The seat that the offer is about, if any. An offer about all seats of one person names any of them.
    pub seat: Option<Seat>,
    /// The ply of the game. For a take-back, the ply to go back to.
    pub ply: u32,
    /// When the offer is made.
    pub at: Timestamp,
}

/// An offer with its votes so far.
///
/// ```
/// use data::{Offer, OfferKind, Vote};
///
/// let offer = Offer {
///     id: 1.into(),
///     game: 1.into(),
///     kind: OfferKind::Draw,
///     person: 3.into(),
///     seat: None,
///     ply: 12,
///     ending: None,
///     message: None,
///     votes: Vec::new(),
/// };
/// let offer = offer.with_vote(4.into(), Vote::Decline).with_vote(4.into(), Vote::Accept);
/// assert_eq!(offer.vote_of(4.into()), Some(Vote::Accept));
/// assert!(offer.voters(Vote::Decline).next().is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The id of the offer.
    pub id: OfferId,
    /// The game in which it was made.
    pub game: GameId,
    /// The subject of the offer.
    pub kind: OfferKind,
    /// The player who made it. For a seat out of time, the player of that seat.
    pub person: PersonId,
    /// The seat that the offer is about, if any.
    pub seat: Option<Seat>,
    /// The ply of the game when the offer was made. For a take-back, the ply to go back to.
    pub ply: u32,
    /// How the offer ended, or `None` while it is open.
    pub ending: Option<Ending>,
    /// The post that shows the offer.
    pub message: Option<MessageId>,
    /// The votes so far, in the order of each player's first vote.
    pub votes: Vec<(PersonId, Vote)>,
}

impl Offer {
    /// Returns the vote of `person`, if any.
    pub fn vote_of(&self, person: PersonId) -> Option<Vote> {
        self.votes.iter().find(|(other, _)| *other == person).map(|&(_, vote)| vote)
    }

    /// Returns the offer after `person` has voted. The vote replaces an earlier one of the same person.
    #[must_use]
    pub fn with_vote(&self, person: PersonId, vote: Vote) -> Offer {
        let mut offer = self.clone();
        offer.votes.retain(|(other, _)| *other != person);
        offer.votes.push((person, vote));
        offer
    }

    /// Returns the voters with this vote, in the order of their votes.
    pub fn voters(&self, vote: Vote) -> impl Iterator<Item = PersonId> {
        self.votes.iter().filter(move |(_, cast)| *cast == vote).map(|&(person, _)| person)
    }
}

/// The posts that an offer can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferPost {
    /// The post of the offer itself, edited when it changes.
    Itself,
    /// A new post that says how the offer ended.
    News,
    /// A new post that says that the pause of the offer is over.
    Resumed,
}

impl Tx<'_> {
    /// Makes an offer. A game has at most one open offer of each kind. If the kind is about a seat, it has at most one for each
    /// seat.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/doc/world.rs"));
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_dir, store, id) = world().await?;
    /// use data::{Ending, NewOffer, OfferKind, Vote};
    /// use clock::from_millis;
    ///
    /// let (kind, at) = (OfferKind::Draw, from_millis(2));
    /// let open = store.write(move |tx| {
    ///     let new = NewOffer { game: id, kind, person: 3.into(), seat: None, ply: 0, at };
    ///     let offer = tx.open_offer(&new)?;
    ///     tx.cast_vote(offer, 4.into(), Vote::Decline, at)?;
    ///     tx.close_offer(offer, Ending::Declined, at)?;
    ///     tx.open_offers(id)
    /// }).await?;
    /// assert!(open.is_empty());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A constraint violation in [`StoreError::Database`] if there is such an offer already.
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
            .query_row(params![game, kind, person, seat.map_or(0, Seat::number), ply, Millis(*at)], |row| row.get(0))?;
        Ok(id)
    }

    /// Returns the offer with this id, open or not.
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

    /// Prepares the query for the open offers of a game, oldest first.
    pub(crate) fn offers_of_game(&self) -> sql::Result<Statement<'_>> {
        self.sql.prepare_cached(
            "SELECT id, game, kind, person, seat, ply, ending, message FROM offer
             WHERE game = ? AND closed IS NULL ORDER BY id",
        )
    }

    /// Returns the open offers of a game, oldest first.
    pub fn open_offers(&self, game: GameId) -> Result<Vec<Offer>, StoreError> {
        let mut open: Vec<Offer> =
            self.offers_of_game()?.query_map([game], offer_from)?.collect::<sql::Result<_>>()?;
        open.iter_mut().try_for_each(|offer| self.add_votes(offer))?;
        Ok(open)
    }

    /// Returns the last offer of this kind that `person` made in a game and that is no longer open.
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

    /// Returns the last offer of this kind in a game that was carried out.
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

    /// Records the vote of `person` on an offer. It replaces an earlier one.
    pub fn cast_vote(
        &self,
        offer: OfferId,
        person: PersonId,
        vote: Vote,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.sql
            .prepare_cached(
                "INSERT INTO vote (offer, person, answer, at) VALUES (?, ?, ?, ?)
                 ON CONFLICT (offer, person) DO UPDATE SET answer = excluded.answer",
            )?
            .send(params![offer, person, vote, Millis(at)])?;
        Ok(())
    }

    /// Ends an offer. If it is not open, nothing happens.
    pub fn close_offer(&self, offer: OfferId, ending: Ending, at: Timestamp) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE offer SET closed = ?, ending = ? WHERE id = ? AND closed IS NULL")?
            .send(params![Millis(at), ending, offer])?;
        Ok(())
    }

    /// Records which post shows an offer.
    pub fn set_offer_message(&self, offer: OfferId, message: MessageId) -> Result<(), StoreError> {
        self.sql
            .prepare_cached("UPDATE offer SET message = ? WHERE id = ?")?
            .send(params![message, offer])?;
        Ok(())
    }

    /// Returns the newest post of the offers of a game that were made before this one.
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
            .collect::<sql::Result<_>>()?;
        Ok(())
    }
}

fn offer_from(row: &Row<'_>) -> sql::Result<Offer> {
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
