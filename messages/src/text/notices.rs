//! Private notices to one player.

use data::Notice;

use super::{clocks::vacation_day, lists::NO_DIGEST, plans::plan_news};

/// Says that an offer waits, where its post cannot be named.
const OFFER_WAITS: &str = "An offer waits for your answer.";

/// Returns the sentence of a private notice. An offer's is made where the offer is at hand.
#[must_use]
pub fn notice(notice: &Notice) -> String {
    match notice {
        Notice::Text(text) => text.clone(),
        Notice::Vacation { until, left, here } => vacation_day(*until, *left, *here),
        Notice::Plans { news, ply } => plan_news(news, *ply),
        Notice::NoDigest => NO_DIGEST.to_owned(),
        Notice::Offer(_) => OFFER_WAITS.to_owned(),
    }
}
