//! The posts of offers, as the outbox knows them.

use data::OfferId;

/// The posts that an offer can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferPost {
    /// The post of the offer itself, edited when it changes.
    Itself,
    /// A new post that says how it ended.
    News,
    /// A new post that says that its pause is over.
    Resumed,
}

impl OfferPost {
    /// All posts of an offer.
    pub const ALL: [OfferPost; 3] = [OfferPost::Itself, OfferPost::News, OfferPost::Resumed];
    /// Leaves room for further posts in the keys of the outbox.
    const MOST: i64 = 4;

    /// Returns the key of this post in the outbox.
    pub fn key(self, offer: OfferId) -> i64 {
        offer.get().cast_signed() * OfferPost::MOST + self as i64
    }

    /// Returns the offer and the post that a key names.
    pub fn of(key: i64) -> Option<(OfferId, OfferPost)> {
        let about = OfferPost::ALL.into_iter().find(|&about| about as i64 == key % OfferPost::MOST)?;
        Some(((key / OfferPost::MOST).cast_unsigned().into(), about))
    }
}
