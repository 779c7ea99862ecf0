//! The ratings after a finished game: what its last board shows, and what explains a player's own change.

use data::{Game, GameId, GameState, PersonId, RatingsWish, Shape, StoreError, Tx};
use ratings::seat_offset;
use rules::SUBSTITUTE;

use super::core::{Caller, Service};
use crate::{
    content::{Content, Explanation, Part, RatedEnd, RatingChange, Response, ShownChange},
    error::Error,
    game::results,
    rejected::VoidRejected,
};

/// One millionth in a full game's weight.
const FULL: i64 = 1_000_000;

/// Returns the ratings after a finished game; `None` if it is not over or changed none.
///
/// # Errors
/// If the store fails.
pub fn rated_end(tx: &Tx<'_>, game: &Game) -> Result<Option<RatedEnd>, StoreError> {
    if game.state != GameState::Ended || !game.terms.is_rated() {
        return Ok(None);
    }
    let all = tx.ratings().changes_of(game.id)?;
    if all.is_empty() {
        return Ok(None);
    }
    let mut changes = Vec::new();
    for change in all.into_iter().filter(|change| change.pool.guild.is_some()) {
        if is_shown(tx, change.person)? {
            changes.push(ShownChange {
                person: change.person,
                shown: change.after.shown(),
                gained: change.after.shown() - change.before.shown(),
                listed: change.listed,
            });
        }
    }
    Ok(Some(RatedEnd { changes, voided: tx.ratings().is_voided(game.id)? }))
}

/// Returns whether others may see a person's ratings.
pub(super) fn is_shown(tx: &Tx<'_>, person: PersonId) -> Result<bool, StoreError> {
    Ok(tx.ratings_wish(person)?.0 == RatingsWish::On)
}

impl Service {
    /// Explains to the caller how a finished game changed their rating.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the game changed no ratings.
    pub async fn rating_change(&self, caller: &Caller, game: GameId) -> Result<Response, Error> {
        let person = caller.person;
        let change = self.store.read(move |tx| explain(tx, &tx.open(game)?, person)).await?;
        Ok(Response::Ephemeral(Content::RatingChange(Box::new(change))))
    }
}

fn explain(tx: &Tx<'_>, game: &Game, person: PersonId) -> Result<RatingChange, Error> {
    let Some(end) = rated_end(tx, game)? else { return Err(Error::rejected(VoidRejected::Unrated)) };
    let (kind, shape) = (game.table.kind(), Shape::of(&game.table));
    Ok(RatingChange { game: game.id, kind, shape, voided: end.voided, part: part(tx, game, person)? })
}

fn part(tx: &Tx<'_>, game: &Game, person: PersonId) -> Result<Part, StoreError> {
    let changes = tx.ratings().explained_changes(person, game.id)?;
    let replaced = game.replaced.iter().find(|replaced| replaced.person == person);
    let Some(here) = changes.iter().find(|change| change.pool.guild.is_some()) else {
        let seats = game.seats_of(person);
        if seats.is_empty() && replaced.is_none() {
            return Ok(Part::Stranger);
        }
        let took_over = |entry: &rules::Played| entry.notation == SUBSTITUTE && seats.contains(entry.seat);
        return Ok(Part::Unchanged { substitute: game.record.iter().any(took_over) });
    };
    let world = changes.iter().find(|change| change.pool.guild.is_none());
    let sides = results::sides(game);
    let met = tx.ratings().opponents_met(person, game.id)?;
    let mut all_shown = true;
    for met in &met {
        all_shown &= is_shown(tx, met.opponent)?;
    }
    let (kind, class) = (game.table.kind(), game.terms.class.as_deref().unwrap_or_default());
    let seat = game.seats_of(person).first().or(replaced.map(|replaced| replaced.seat));
    let offset = |seat: rules::Seat| seat_offset(kind.slug(), class, game.players.len(), seat.index());
    Ok(Part::Changed(Explanation {
        here: (here.before, here.after),
        world: world.map(|world| (world.before, world.after)),
        place: here.place,
        sides: sides as u32,
        opponents: met.iter().map(|met| (met.opponent, met.earlier)).collect(),
        against: all_shown.then_some(here.against),
        // A full game of n sides has the weight 2 / n.
        share: (here.weight * sides as i64 / 2).min(FULL),
        replaced: replaced.is_some(),
        seat_offset: seat.map_or(0, offset),
    }))
}

#[cfg(test)]
mod tests {
    use data::RatingsWish;

    use super::*;
    use crate::fixture::{ANN, BOB, CID, EVE, Fixture, ephemeral, rejection};

    async fn end(world: &Fixture, id: GameId) -> Option<RatedEnd> {
        world.service.store().read(move |tx| rated_end(tx, &tx.open(id)?)).await.unwrap()
    }

    async fn part_of(world: &Fixture, person: u64, id: GameId) -> Part {
        match ephemeral(world.service.rating_change(&world.by(person), id).await) {
            Content::RatingChange(change) => change.part,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn end_shows_the_changes_and_whether_they_hold() {
        let world = Fixture::new().await;
        let id = world.won(ANN, BOB).await;
        let shown = end(&world, id).await.unwrap();
        let changes: Vec<_> =
            shown.changes.iter().map(|of| (of.person.get(), of.shown, of.gained, of.listed)).collect();
        assert_eq!(changes, [(ANN, 1578, 78, false), (BOB, 1422, -78, false)]);
        assert!(!shown.voided);
        let hide = |tx: &Tx<'_>| tx.set_ratings_wish(BOB.into(), RatingsWish::Hidden, false);
        world.service.store().write(hide).await.unwrap();
        let shown = end(&world, id).await.unwrap().changes;
        assert_eq!(shown.iter().map(|of| of.person.get()).collect::<Vec<_>>(), [ANN]);
        let Part::Changed(own) = part_of(&world, ANN, id).await else { panic!("Ann has played") };
        assert_eq!(own.against, None, "it would be the rating of a player who hides theirs");
        assert!(matches!(part_of(&world, BOB, id).await, Part::Changed(_)));
        world.service.void_result(id, "test".to_owned()).await.unwrap();
        assert!(end(&world, id).await.unwrap().voided);
    }

    #[tokio::test]
    async fn running_and_casual_games_show_no_ratings() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa", &[BOB]).await;
        world.play_any(id).await;
        world.play_any(id).await;
        assert_eq!(end(&world, id).await, None);
        assert_eq!(
            rejection(world.service.rating_change(&world.by(ANN), id).await),
            VoidRejected::Unrated.into()
        );
        world.service.resign(&world.by(ANN), id).await.unwrap();
        assert!(end(&world, id).await.is_some());
        let casual = world.begin("protozoa goal=12", &[BOB]).await;
        world.play_any(casual).await;
        world.play_any(casual).await;
        world.service.resign(&world.by(ANN), casual).await.unwrap();
        assert_eq!(end(&world, casual).await, None);
    }

    #[tokio::test]
    async fn explanation_has_the_share_and_the_opponents() {
        let world = Fixture::new().await;
        let mut last = world.won(ANN, BOB).await;
        for _ in 0..3 {
            last = world.won(ANN, BOB).await;
        }
        let Part::Changed(own) = part_of(&world, ANN, last).await else { panic!("Ann has played") };
        assert_eq!((own.share, own.place, own.sides), (500_000, 1, 2));
        assert_eq!(own.opponents, [(BOB.into(), 3)]);
        assert_eq!(part_of(&world, EVE, last).await, Part::Stranger);

        let id = world.begin("protozoa", &[CID, EVE]).await;
        for _ in 0..3 {
            world.play_any(id).await;
        }
        world.service.resign(&world.by(CID), id).await.unwrap();
        world.service.resign(&world.by(EVE), id).await.unwrap();
        let Part::Changed(own) = part_of(&world, ANN, id).await else { panic!("Ann has played") };
        assert_eq!((own.share, own.place, own.sides, own.opponents.len()), (FULL, 1, 3, 2));
    }
}
