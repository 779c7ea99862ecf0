//! Private notices to one player, as the outbox stores them. Their sentences are made at delivery.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    ids::{ChannelId, MessageId, OfferId},
    offer::OfferPost,
    plan::PassUntil,
};

/// A private notice to one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// A sentence. Only earlier releases stored notices so; this variant delivers what they left.
    Text(String),
    /// The player's time was up, and a vacation day began.
    Vacation {
        /// When the day ends.
        #[serde(with = "jiff::fmt::serde::timestamp::millisecond::required")]
        until: Timestamp,
        /// How many days are left this year.
        left: u16,
        /// How many more days the player can spend in this game.
        here: u16,
    },
    /// Events of the player's plans.
    Plans {
        /// In the order in which it happened.
        news: Vec<PlanNews>,
        /// The ply after it.
        ply: u32,
    },
    /// An invitation to a lobby that was open before.
    Invited,
    /// An open offer, to a player whom its post did not notify.
    Offer(OfferId),
    /// News of an offer, to a player whom the post of it did not notify.
    OfferNews {
        /// The offer.
        offer: OfferId,
        /// Which post of the offer says it.
        post: OfferPost,
        /// The channel of that post.
        channel: ChannelId,
        /// The message.
        message: MessageId,
    },
    /// The end of the game, whose last board could not be posted.
    Ended,
    /// The digest was switched off, since the player takes no direct messages.
    NoDigest,
    /// Notifications come in the channel from now on, since Discord refuses direct messages to the player.
    NoDirect,
    /// A notification that the player asked for, to see where their notifications arrive.
    Test,
    /// The result of the game no longer counts for ratings.
    Voided {
        /// Why, in the words of the person who decided that.
        reason: String,
    },
    /// A person who manages the server of the game has blocked the player there.
    Blocked {
        /// The reason that they gave.
        reason: String,
    },
    /// A person who manages the server has ended the game without a result, or closed the lobby.
    EndedByManager {
        /// The reason that they gave.
        reason: String,
    },
}

/// An event of a player's plans.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanNews {
    /// This reply was played.
    Played(Vec<String>),
    /// Dropped: what a plan that passes was waiting for has happened.
    Happened(PassUntil),
    /// Dropped: no plan was for the moves that were played.
    Unforeseen,
    /// Dropped: moves were taken back.
    TakenBack,
    /// Dropped: this reply is not legal as the whole turn.
    Illegal(Vec<String>),
    /// Dropped: this reply would end the game, and not as a victory.
    Ends(Vec<String>),
}
