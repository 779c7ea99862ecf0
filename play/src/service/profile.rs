//! Profiles: what a person has played, and their ratings.

use data::{PersonId, PersonResult, Pool, PoolId, RatingEvent, RatingsWish, Standing, Tx, day_of};
use jiff::Timestamp;
use rules::Kind;

use super::{
    core::{Caller, Service},
    habits::{Paces, habits},
    leaderboard::{missing, named},
    rated_end::is_shown,
};
use crate::{
    content::{Content, PlayerProfile, ProfileRating, Response, Streak, Tally, Unlisted},
    error::Error,
    rejected::{LookRejected, Rejected},
};

/// How many changes of a rating a chart shows.
const EVENTS: u32 = 200;
/// How many games "lately" means.
const LATELY: usize = 10;

impl Service {
    /// Returns the profile of a person, or of the caller (`None`), for all games or the named one.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the person hides their profile or ratings from the caller, no game has the name, or the caller or their
    /// server has asked for many charts within a minute.
    pub async fn profile(
        &self,
        caller: &Caller,
        person: Option<PersonId>,
        game: Option<String>,
    ) -> Result<Response, Error> {
        let kind = game.as_deref().map(named).transpose()?;
        self.admit_costly(caller)?;
        let (caller, at, paces) = (*caller, self.now(), self.paces.clone());
        let person = person.unwrap_or(caller.person);
        let read = move |tx: &Tx<'_>| profile(tx, &paces, &caller, person, (kind, None), at);
        let profile = self.store.read(read).await?;
        Ok(Response::Ephemeral(Content::Profile(Box::new(profile))))
    }

    /// Returns the profile of a person with the chart of another pool.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the person hides their profile or ratings from the caller, or the caller or their server has asked for
    /// many charts within a minute.
    pub async fn profile_chart(
        &self,
        caller: &Caller,
        person: PersonId,
        pool: PoolId,
    ) -> Result<Response, Error> {
        self.admit_costly(caller)?;
        let (caller, at, paces) = (*caller, self.now(), self.paces.clone());
        let read = move |tx: &Tx<'_>| profile(tx, &paces, &caller, person, (None, Some(pool)), at);
        let profile = self.store.read(read).await?;
        Ok(Response::Update(Content::Profile(Box::new(profile))))
    }
}

fn profile(
    tx: &Tx<'_>,
    paces: &Paces,
    caller: &Caller,
    person: PersonId,
    (kind, chart): (Option<Kind>, Option<PoolId>),
    at: Timestamp,
) -> Result<PlayerProfile, Error> {
    let guild = caller.guild.ok_or_else(|| Error::rejected(Rejected::OutsideServers))?;
    let (is_own, today) = (person == caller.person, day_of(at));
    if !is_own && !tx.visibility(person)?.profile {
        return Err(Error::rejected(LookRejected::ProfileHidden { person }));
    }
    if !is_own && !is_shown(tx, person)? {
        return Err(Error::rejected(LookRejected::RatingsHidden { person }));
    }
    let in_world = is_own || tx.ratings_wish(person)?.1;
    let is_wanted = |pool: &Pool| match pool.guild {
        Some(other) => other == guild,
        None => in_world,
    } && kind.is_none_or(|kind| pool.kind == kind);
    let mut shown = Vec::new();
    let mut ratings = Vec::new();
    for (pool, standing) in tx.ratings().standings_of(person)? {
        if standing.games > 0 && is_wanted(&pool) {
            let events = tx.ratings().events(person, pool.id, EVENTS)?;
            ratings.push(profile_rating(tx, &pool, &standing, &events, today)?);
            shown.push((pool, events));
        }
    }
    // Without a choice, the chart is that of the pool with most games; of several, the first.
    let most =
        ratings.iter().enumerate().max_by_key(|(index, rating)| (rating.games, std::cmp::Reverse(*index)));
    let index = match chart {
        Some(chosen) => shown.iter().position(|(pool, _)| pool.id == chosen),
        None => most.map(|(index, _)| index),
    };
    let results: Vec<PersonResult> = tx
        .ratings()
        .results_of(person, guild)?
        .into_iter()
        .filter(|result| kind.is_none_or(|kind| result.kind == kind))
        .collect();
    Ok(PlayerProfile {
        person,
        is_own,
        kind,
        ratings,
        tallies: tallies(&results),
        streak: streak(&results),
        habits: habits(tx, paces, person, (guild, is_own), at)?,
        chart: index.map(|index| shown.swap_remove(index)),
    })
}

fn profile_rating(
    tx: &Tx<'_>,
    pool: &Pool,
    standing: &Standing,
    events: &[RatingEvent],
    today: i64,
) -> Result<ProfileRating, Error> {
    let place = if standing.listed {
        Ok(tx.ratings().place(pool.id, standing.rating.shown())?)
    } else if tx.ratings_wish(standing.person)?.0 != RatingsWish::On {
        Err(Unlisted::Wish)
    } else {
        Err(missing(pool, standing, today)?)
    };
    let lately = &events[events.len().saturating_sub(LATELY)..];
    let lately = match (lately.first(), lately.last()) {
        (Some(first), Some(last)) => Some((last.after.shown() - first.before.shown(), lately.len() as u32)),
        _ => None,
    };
    let against: Vec<i32> = events.iter().filter_map(|event| event.against).collect();
    let count = against.len() as i32;
    Ok(ProfileRating {
        pool: *pool,
        rating: standing.entry(pool).rating_on(today),
        games: standing.games,
        place,
        lately,
        against: (count > 0).then(|| against.iter().sum::<i32>() / count),
    })
}

/// Counts the results of each game.
fn tallies(results: &[PersonResult]) -> Vec<Tally> {
    let of = |kind: Kind| {
        let count = |score| {
            results.iter().filter(|result| result.kind == kind && result.score == score).count() as u32
        };
        Tally { kind, won: count(2), drawn: count(1), lost: count(0) }
    };
    let tallies = Kind::ALL.iter().map(|&kind| of(kind));
    tallies.filter(|tally| tally.won + tally.drawn + tally.lost > 0).collect()
}

/// Returns the newest results that are the same.
fn streak(results: &[PersonResult]) -> Option<Streak> {
    let score = results.last()?.score;
    let games = results.iter().rev().take_while(|result| result.score == score).count() as u32;
    Some(Streak { score, games })
}

#[cfg(test)]
mod tests {
    use data::{Shape, Visibility};

    use super::*;
    use crate::{
        content::Habits,
        fixture::{ANN, BOB, CID, EVE, Fixture, ephemeral, rejection, replaced},
    };

    #[track_caller]
    fn profile_of(content: Content) -> PlayerProfile {
        match content {
            Content::Profile(profile) => *profile,
            other => panic!("no profile: {other:?}"),
        }
    }

    async fn seen(world: &Fixture, by: u64, person: u64) -> PlayerProfile {
        profile_of(ephemeral(world.service.profile(&world.by(by), Some(person.into()), None).await))
    }

    #[tokio::test]
    async fn profile_counts_results_and_habits() {
        let world = Fixture::new().await;
        for (winner, loser) in [(BOB, ANN), (ANN, BOB), (ANN, CID)] {
            world.won(winner, loser).await;
        }
        let ann = seen(&world, EVE, ANN).await;
        assert_eq!(ann.tallies, [Tally { kind: Kind::Protozoa, won: 2, drawn: 0, lost: 1 }]);
        assert_eq!(ann.streak, Some(Streak { score: 2, games: 2 }));
        assert_eq!(
            (ann.habits.conduct.finished, ann.habits.conduct.late, ann.habits.conduct.left),
            (3, 0, 0)
        );
        let rating = ann.ratings[0];
        assert_eq!((ann.ratings.len(), rating.games, rating.pool.shape), (1, 3, Shape::Duel));
        assert_eq!(rating.lately, Some((rating.rating.shown() - 1500, 3)));
        assert!(matches!(rating.place, Err(Unlisted::Needs(Some(1..)))) && rating.against.is_some());
        let (pool, events) = ann.chart.unwrap();
        assert_eq!((pool, events.len()), (rating.pool, 3));
        let nobody = seen(&world, ANN, EVE).await;
        assert_eq!((nobody.ratings.len(), nobody.tallies.len(), nobody.streak), (0, 0, None));
        assert_eq!((nobody.habits, nobody.chart), (Habits::default(), None));
    }

    #[tokio::test]
    async fn hidden_profile_is_for_its_person_only() {
        let world = Fixture::new().await;
        world.won(ANN, BOB).await;
        let set = |wish, in_world| move |tx: &Tx<'_>| tx.set_ratings_wish(ANN.into(), wish, in_world);
        world.service.store().write(set(RatingsWish::Hidden, false)).await.unwrap();
        let pool = seen(&world, ANN, ANN).await.ratings[0].pool.id;
        let refused = Rejected::from(LookRejected::RatingsHidden { person: ANN.into() });
        let look = world.service.profile(&world.by(BOB), Some(ANN.into()), None).await;
        assert_eq!(rejection(look), refused);
        assert_eq!(rejection(world.service.profile_chart(&world.by(BOB), ANN.into(), pool).await), refused);
        assert_eq!(seen(&world, ANN, ANN).await.ratings[0].place, Err(Unlisted::Wish));
    }

    #[tokio::test]
    async fn switch_hides_profile_and_charts() {
        let world = Fixture::new().await;
        world.won(ANN, BOB).await;
        let pool = seen(&world, EVE, ANN).await.ratings[0].pool.id;
        let hidden = Visibility { profile: false, ..Visibility::default() };
        world.service.store().write(move |tx| tx.set_visibility(ANN.into(), hidden)).await.unwrap();
        let refused = Rejected::from(LookRejected::ProfileHidden { person: ANN.into() });
        let look = world.service.profile(&world.by(BOB), Some(ANN.into()), None).await;
        assert_eq!(rejection(look), refused);
        assert_eq!(rejection(world.service.profile_chart(&world.by(BOB), ANN.into(), pool).await), refused);
        let own = seen(&world, ANN, ANN).await;
        assert!(own.ratings.len() == 1 && own.chart.is_some());
    }

    #[tokio::test]
    async fn world_is_shown_to_others_if_allowed() {
        let world = Fixture::new().await;
        let set = |in_world| {
            move |tx: &Tx<'_>| {
                [ANN, BOB]
                    .iter()
                    .try_for_each(|&person| tx.set_ratings_wish(person.into(), RatingsWish::On, in_world))
            }
        };
        world.service.store().write(set(true)).await.unwrap();
        world.won(ANN, BOB).await;
        assert_eq!(seen(&world, EVE, ANN).await.ratings.len(), 2);
        let in_world = seen(&world, ANN, ANN).await.ratings[1].pool;
        assert_eq!(in_world.guild, None);
        let shown = world.service.profile_chart(&world.by(EVE), ANN.into(), in_world.id).await;
        assert_eq!(profile_of(replaced(shown)).chart.unwrap().0, in_world);
        world.service.store().write(set(false)).await.unwrap();
        assert_eq!(seen(&world, EVE, ANN).await.ratings.len(), 1);
        assert_eq!(seen(&world, ANN, ANN).await.ratings.len(), 2);
        let hidden = world.service.profile_chart(&world.by(EVE), ANN.into(), in_world.id).await;
        assert_eq!(profile_of(replaced(hidden)).chart, None);
    }

    #[tokio::test]
    async fn turns_are_timed_from_the_turn_before() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa", &[BOB]).await;
        let (first, _) = world.mover(id).await;
        for minutes in [5, 60, 10, 120] {
            world.pass(minutes).await;
            world.play_any(id).await;
        }
        let second = if first == ANN.into() { BOB } else { ANN };
        world.service.resign(&world.by(second), id).await.unwrap();
        let minutes = async |person: u64| seen(&world, EVE, person).await.habits.turn.unwrap().as_mins();
        assert_eq!(minutes(first.get()).await, 10, "the first turn of the game does not count");
        assert_eq!(minutes(second).await, 120, "of two turns, the longer one");
    }

    #[tokio::test]
    async fn lost_games_by_time_are_counted() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa | 10m/turn hard", &[BOB]).await;
        world.play_any(id).await;
        world.play_any(id).await;
        let (late, _) = world.mover(id).await;
        world.pass(11).await;
        let conduct = seen(&world, EVE, late.get()).await.habits.conduct;
        assert_eq!((conduct.games(), conduct.left, conduct.late), (1, 1, 1));
    }
}
