//! The limit of costly requests: pictures, films and files. Each takes far more work than a list or a button.

use std::collections::VecDeque;

use clock::{MINUTE, later};
use data::{GuildId, PersonId};
use jiff::Timestamp;

use crate::rejected::LimitRejected;

/// The most costly requests of one person in a minute.
const OF_PERSON: u32 = 6;
/// The most costly requests of one server in a minute.
const OF_SERVER: u32 = 60;

/// The costly requests of the last minute, oldest first. They are not stored: a restart forgets them.
#[derive(Default)]
pub(crate) struct Costly(VecDeque<Made>);

/// When a costly request was made, and by whom.
struct Made {
    at: Timestamp,
    person: PersonId,
    guild: Option<GuildId>,
}

impl Costly {
    /// Records a request, unless the person or the server has reached its limit. A refused request does not count.
    pub(super) fn admit(
        &mut self,
        (person, guild): (PersonId, Option<GuildId>),
        at: Timestamp,
    ) -> Result<(), LimitRejected> {
        // A request from the future was made before the machine's clock was set back.
        self.0.retain(|made| made.at <= at && later(made.at, MINUTE) > at);
        let again = |most: u32, counts: &dyn Fn(&Made) -> bool| {
            // The newest `most` requests fill the limit until the oldest of them leaves the minute.
            let mut newest = self.0.iter().rev().filter(|made| counts(made));
            newest.nth(most as usize - 1).map(|made| later(made.at, MINUTE))
        };
        if let Some(again) = again(OF_PERSON, &|made| made.person == person) {
            return Err(LimitRejected::Costly { most: OF_PERSON, by_server: false, again });
        }
        if guild.is_some()
            && let Some(again) = again(OF_SERVER, &|made| made.guild == guild)
        {
            return Err(LimitRejected::Costly { most: OF_SERVER, by_server: true, again });
        }
        self.0.push_back(Made { at, person, guild });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;
    use crate::{
        fixture::{ANN, BOB, Fixture, ephemeral, rejection},
        rejected::Rejected,
    };

    fn at(seconds: i64) -> Timestamp {
        Timestamp::constant(1_788_600_000, 0) + SignedDuration::from_secs(seconds)
    }

    #[test]
    fn person_has_six_a_minute() {
        let mut costly = Costly::default();
        let here = (PersonId::from(1), Some(GuildId::from(50)));
        for second in 0..6 {
            costly.admit(here, at(second)).unwrap();
        }
        let refused = |again| Err(LimitRejected::Costly { most: 6, by_server: false, again });
        assert_eq!(costly.admit(here, at(59)), refused(at(60)));
        assert_eq!(
            costly.admit((1.into(), None), at(59)),
            refused(at(60)),
            "servers share the person's limit"
        );
        costly.admit((2.into(), here.1), at(59)).unwrap();
        costly.admit(here, at(60)).unwrap();
        assert_eq!(costly.admit(here, at(60)), refused(at(61)));
        costly.admit(here, at(-90)).expect("the clock was set back");
    }

    #[test]
    fn server_has_sixty_a_minute() {
        let mut costly = Costly::default();
        let guild = Some(GuildId::from(50));
        for person in 0..60_u32 {
            costly.admit((u64::from(person).into(), guild), at(i64::from(person / 6))).unwrap();
        }
        let refused = Err(LimitRejected::Costly { most: 60, by_server: true, again: at(60) });
        assert_eq!(costly.admit((99.into(), guild), at(30)), refused);
        costly.admit((99.into(), Some(51.into())), at(30)).unwrap();
        costly.admit((99.into(), None), at(30)).expect("direct messages count for no server");
        costly.admit((99.into(), guild), at(60)).unwrap();
    }

    #[tokio::test]
    async fn profiles_and_files_share_the_limit() {
        let world = Fixture::new().await;
        let profile = async |person: u64| world.service.profile(&world.by(person), None, None).await;
        ephemeral(world.service.personal_file(&world.by(ANN)).await);
        for _ in 0..5 {
            ephemeral(profile(ANN).await);
        }
        let limit =
            |refused: Rejected| matches!(refused, Rejected::Limit(LimitRejected::Costly { most: 6, .. }));
        assert!(limit(rejection(profile(ANN).await)));
        let chart = world.service.profile_chart(&world.by(ANN), ANN.into(), 1.into()).await;
        assert!(limit(rejection(chart)));
        ephemeral(profile(BOB).await);
        world.service.clock().advance(MINUTE);
        ephemeral(profile(ANN).await);
    }
}
