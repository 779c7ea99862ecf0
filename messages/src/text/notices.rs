//! Private notices to one player.

use data::{GameState, Notice, OfferPost};
use play::content::NoticeAbout;

use super::{
    admin::{blocked_notice, ended_by_manager},
    board::{notification, said_there},
    clocks::vacation_day,
    life::{offer_news, resumed_news},
    lists::NO_DIGEST,
    outcome::over,
    plans::plan_news,
    rated::voided,
    settings::{NO_DIRECT, TEST},
};

/// Says that an offer waits, where its post cannot be named.
const OFFER_WAITS: &str = "An offer waits for your answer.";

/// Says that an invitation waits, where its lobby cannot be named.
const INVITED: &str = "You're invited to a game. `/games` shows it.";

/// Returns the sentence of a private notice, or `None` if it is no longer news. `about` is what [`Service::notice_about`] has
/// read for it; without it, the sentence says less. An offer's own notice is made where the offer is at hand.
///
/// [`Service::notice_about`]: play::Service::notice_about
#[must_use]
pub fn notice(notice: &Notice, about: Option<&NoticeAbout>) -> Option<String> {
    match notice {
        Notice::Text(text) => Some(text.clone()),
        Notice::Vacation { until, left, here } => Some(vacation_day(*until, *left, *here)),
        Notice::Plans { news, ply } => Some(plan_news(news, *ply)),
        Notice::NoDigest => Some(NO_DIGEST.to_owned()),
        Notice::NoDirect => Some(NO_DIRECT.to_owned()),
        Notice::Test => Some(TEST.to_owned()),
        Notice::Invited => Some(INVITED.to_owned()),
        Notice::Offer(_) => Some(OFFER_WAITS.to_owned()),
        Notice::OfferNews { post, channel, message, .. } => {
            let NoticeAbout { game, offer } = about?;
            let offer = offer.as_ref()?;
            let news = match post {
                OfferPost::Resumed => resumed_news(game, offer).filter(|_| game.state == GameState::Running),
                _ => offer_news(game, offer),
            };
            Some(said_there(&news?, game.guild, *channel, *message))
        }
        Notice::Ended => Some(about.map_or_else(|| over(None), |about| notification(&about.game))),
        Notice::Voided { reason } => Some(voided(reason)),
        Notice::Blocked { reason } => Some(blocked_notice(reason)),
        Notice::EndedByManager { reason } => Some(ended_by_manager(reason)),
    }
}
