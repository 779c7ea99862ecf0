//! The results of two people against each other.

use data::{GuildId, PersonId, Shape, Tx, day_of};
use ratings::{Member, Side, expected_score};
use rules::Kind;

use super::{
    core::{Caller, Service},
    leaderboard::named,
    rated_end::is_shown,
};
use crate::{
    content::{Content, LastMeeting, Response, Versus},
    error::Error,
    rejected::{LookRejected, Rejected},
};

/// How many of the last games are listed.
const LAST: u32 = 5;

impl Service {
    /// Returns the results of `user` against `opponent` on the caller's server or, without an opponent, the caller's against
    /// `user`.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the two are the same person, or a third person looks at one who hides their profile or
    /// ratings.
    pub async fn versus(
        &self,
        caller: &Caller,
        user: PersonId,
        opponent: Option<PersonId>,
        game: Option<String>,
    ) -> Result<Response, Error> {
        let kind = game.as_deref().map(named).transpose()?;
        let (caller, today) = (*caller, day_of(self.now()));
        let (person, opponent) = match opponent {
            Some(opponent) => (user, opponent),
            None => (caller.person, user),
        };
        if person == opponent {
            return Err(Error::rejected(LookRejected::SamePerson));
        }
        let versus = self.store.read(move |tx| versus(tx, &caller, (person, opponent), kind, today)).await?;
        Ok(Response::Ephemeral(Content::Versus(Box::new(versus))))
    }
}

fn versus(
    tx: &Tx<'_>,
    caller: &Caller,
    (person, opponent): (PersonId, PersonId),
    kind: Option<Kind>,
    today: i64,
) -> Result<Versus, Error> {
    let guild = caller.guild.ok_or_else(|| Error::rejected(Rejected::OutsideServers))?;
    let mut all_shown = true;
    // People know the results of their own games.
    let is_third = ![person, opponent].contains(&caller.person);
    for one in [person, opponent].into_iter().filter(|&one| one != caller.person) {
        if is_third && !tx.visibility(one)?.profile {
            return Err(Error::rejected(LookRejected::ProfileHidden { person: one }));
        }
        if !is_shown(tx, one)? {
            if is_third {
                return Err(Error::rejected(LookRejected::RatingsHidden { person: one }));
            }
            all_shown = false;
        }
    }
    let is_wanted = |of: Kind| kind.is_none_or(|kind| kind == of);
    let mut results = tx.ratings().head_to_head(person, opponent, Some(guild))?;
    results.retain(|result| is_wanted(result.kind));
    let mut last = Vec::new();
    // A named game may be rare among the last ones of all games.
    let most = if kind.is_some() { u32::MAX } else { LAST };
    let meetings = tx.ratings().last_meetings(person, opponent, Some(guild), most)?.into_iter();
    for meeting in meetings.filter(|meeting| is_wanted(meeting.kind)).take(LAST as usize) {
        let Some(place) = tx.place(meeting.game)? else { continue };
        let board = tx.open(meeting.game).ok().and_then(|game| game.board);
        last.push(LastMeeting { meeting, channel: place.channel, board: board.map(|(message, _)| message) });
    }
    let mut expected = Vec::new();
    if all_shown {
        for &kind in Kind::ALL.iter().filter(|&&kind| is_wanted(kind)) {
            if let Some(score) = expect(tx, guild, kind, (person, opponent), today)? {
                expected.push((kind, score));
            }
        }
    }
    Ok(Versus { person, opponent, is_own: person == caller.person, results, last, expected })
}

/// Returns the score that the ratings expect of one person in a duel with another; `None` if one of them has no rating.
fn expect(
    tx: &Tx<'_>,
    guild: GuildId,
    kind: Kind,
    (person, opponent): (PersonId, PersonId),
    today: i64,
) -> Result<Option<f64>, Error> {
    let Some(pool) = tx.ratings().find_pool(Some(guild), kind, Shape::Duel)? else { return Ok(None) };
    let side = |person| {
        let standing = tx.ratings().standing(pool.id, person)?.filter(|standing| standing.games > 0);
        let member = |standing: data::Standing| Member {
            days: u32::try_from(today.saturating_sub(standing.day)).unwrap_or(0),
            ..Member::new(standing.rating)
        };
        Ok::<_, Error>(standing.map(|standing| Side::one(1, member(standing))))
    };
    let (Some(first), Some(second)) = (side(person)?, side(opponent)?) else { return Ok(None) };
    Ok(Some(expected_score(&first, &second).map_err(anyhow::Error::new)?))
}

#[cfg(test)]
mod tests {
    use data::{RatingsWish, Visibility};

    use super::*;
    use crate::fixture::{ANN, BOB, CID, EVE, Fixture, ephemeral, rejection};

    async fn met(world: &Fixture, by: u64, user: u64, opponent: Option<u64>) -> Versus {
        let (user, opponent) = (user.into(), opponent.map(Into::into));
        match ephemeral(world.service.versus(&world.by(by), user, opponent, None).await) {
            Content::Versus(versus) => *versus,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn results_are_those_of_the_first_person() {
        let world = Fixture::new().await;
        for (winner, loser) in [(ANN, BOB), (ANN, BOB), (BOB, ANN)] {
            world.won(winner, loser).await;
        }
        let casual = world.begin("protozoa goal=12", &[BOB]).await;
        world.play_any(casual).await;
        world.play_any(casual).await;
        world.service.resign(&world.by(ANN), casual).await.unwrap();
        let own = met(&world, ANN, BOB, None).await;
        assert_eq!((own.person, own.opponent, own.is_own), (ANN.into(), BOB.into(), true));
        let numbers: Vec<_> = own.results.iter().map(|of| (of.rated, of.won, of.drawn, of.lost)).collect();
        assert_eq!(numbers, [(true, 2, 0, 1), (false, 0, 0, 1)]);
        let last: Vec<_> = own.last.iter().map(|last| (last.meeting.rated, last.meeting.score)).collect();
        assert_eq!(last, [(false, 0), (true, 0), (true, 2), (true, 2)]);
        let [(Kind::Protozoa, score)] = own.expected[..] else { panic!("{:?}", own.expected) };
        assert!(score > 0.5);
        let others = met(&world, EVE, BOB, Some(ANN)).await;
        assert_eq!((others.person, others.is_own), (BOB.into(), false));
        assert!((others.expected[0].1 + score - 1.0).abs() < 1e-9);
        let strangers = met(&world, ANN, CID, None).await;
        assert!(strangers.results.is_empty() && strangers.last.is_empty() && strangers.expected.is_empty());
        let same = world.service.versus(&world.by(ANN), ANN.into(), None, None).await;
        assert_eq!(rejection(same), LookRejected::SamePerson.into());
    }

    #[tokio::test]
    async fn hidden_people_are_shown_to_their_opponents_alone() {
        let world = Fixture::new().await;
        world.won(ANN, BOB).await;
        let hide = |tx: &Tx<'_>| tx.set_ratings_wish(BOB.into(), RatingsWish::Hidden, false);
        world.service.store().write(hide).await.unwrap();
        let own = met(&world, ANN, BOB, None).await;
        assert_eq!((own.results.len(), own.expected.len()), (1, 0));
        let look = world.service.versus(&world.by(EVE), ANN.into(), Some(BOB.into()), None).await;
        assert_eq!(rejection(look), LookRejected::RatingsHidden { person: BOB.into() }.into());
    }

    #[tokio::test]
    async fn hidden_profile_is_compared_by_opponents_alone() {
        let world = Fixture::new().await;
        world.won(ANN, BOB).await;
        let hidden = Visibility { profile: false, ..Visibility::default() };
        world.service.store().write(move |tx| tx.set_visibility(BOB.into(), hidden)).await.unwrap();
        assert_eq!(met(&world, ANN, BOB, None).await.results.len(), 1);
        assert_eq!(met(&world, BOB, ANN, None).await.results.len(), 1);
        for (user, opponent) in [(ANN, BOB), (BOB, ANN)] {
            let look = world.service.versus(&world.by(EVE), user.into(), Some(opponent.into()), None).await;
            assert_eq!(rejection(look), LookRejected::ProfileHidden { person: BOB.into() }.into());
        }
    }
}
