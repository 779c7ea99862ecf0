//! Replays of games.

use data::{Game, GameId, Tx};
use rules::{Kind, Table};

use super::{
    core::{Caller, Service},
    export::game_to_look_at,
    history::turns,
    lookup::viewer,
};
use crate::{
    content::{Content, Replay, Response},
    error::Error,
    game::film::{self, MOST_FRAMES},
    rejected::LookRejected,
};

/// The most games that are offered for a replay.
const OWN_GAMES: u32 = 100;

/// The part of a game that a caller wants to see as a film.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReplayWish {
    /// The game, or `None` for that of the caller's channel.
    pub game: Option<GameId>,
    /// The first turn, from 1. Without it, the film begins with the game.
    pub from: Option<u32>,
    /// The last turn. Without it, the film ends with the game.
    pub to: Option<u32>,
    /// The largest file that Discord accepts in the response, in bytes.
    pub largest: usize,
}

impl Service {
    /// Returns a film of a game, with a frame for each turn as the caller may see it. The current turn of a game with secret
    /// orders is left out.
    ///
    /// The caller must be allowed to see the history of the game ([`Service::check_press`]).
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no such game, it has no such turns, or the caller asks too often.
    pub async fn replay(&self, caller: &Caller, wish: ReplayWish) -> Result<Response, Error> {
        let of = *caller;
        let game = self.store.read(move |tx| Ok::<_, Error>(tx.open(game_of(tx, &of, wish.game)?)?)).await?;
        let last = turns(&game).len();
        let number = |turn: Option<u32>, otherwise: usize| turn.map_or(otherwise, |turn| turn as usize);
        let (from, to) = (number(wish.from, 0), number(wish.to, last));
        if last == 0 || from > to || from > last {
            return Err(Error::rejected(LookRejected::NoTurns { last: last as u32 }));
        }
        self.admit_costly(caller)?;
        let (film, game) = filmed(game, from, to).await?;
        let to = viewer(&game, caller.person);
        Ok(Response::Ephemeral(Content::Replay(Replay { to, film, last, largest: wish.largest, game })))
    }
}

impl Service {
    /// Returns the newest games that the caller has played, the newest first.
    pub async fn own_games(&self, caller: &Caller) -> Result<Vec<(GameId, Kind)>, Error> {
        let person = caller.person;
        Ok(self.store.read(move |tx| tx.newest_games_of(person, OWN_GAMES)).await?)
    }
}

/// Returns a film of these turns of a game. A long game takes some milliseconds, so another thread makes it.
async fn filmed(game: Game, from: usize, to: usize) -> Result<(film::Film, Box<Game>), Error> {
    let made = tokio::task::spawn_blocking(move || {
        let film = of_game(&game, from, to);
        (film, Box::new(game))
    });
    let (film, game) = made.await.map_err(anyhow::Error::from)?;
    Ok((film?, game))
}

/// Returns a film of these turns of a game, without a turn for which secret orders are coming in.
///
/// # Errors
/// [`Error::Internal`] if the record no longer replays.
pub fn of_game(game: &Game, from: usize, to: usize) -> Result<film::Film, Error> {
    let start = Table::new(game.table.kind(), &game.options).map_err(anyhow::Error::from)?;
    let film = film::film(&start, &game.record, &turns(game), from..=to, MOST_FRAMES);
    Ok(film.map_err(anyhow::Error::from)?)
}

/// Returns the game that a caller names, or that of their channel.
pub(super) fn game_of(tx: &Tx<'_>, caller: &Caller, named: Option<GameId>) -> Result<GameId, Error> {
    named.map_or_else(|| game_to_look_at(tx, caller), Ok)
}

#[cfg(test)]
mod tests {
    use data::PersonId;
    use rules::{Seat, Viewer};

    use super::*;
    use crate::{
        fixture::{ANN, BOB, EVE, Fixture, ephemeral, rejection},
        rejected::{LimitRejected, Rejected},
    };

    #[track_caller]
    fn film_in(content: Content) -> Replay {
        match content {
            Content::Replay(replay) => replay,
            other => panic!("{other:?}"),
        }
    }

    fn numbers(replay: &Replay) -> Vec<usize> {
        replay.film.moments.iter().map(|moment| moment.number).collect()
    }

    #[tokio::test]
    async fn replay_has_a_frame_for_each_turn() {
        let world = Fixture::new().await;
        let ask = async |from, to| {
            let wish = ReplayWish { from, to, ..ReplayWish::default() };
            world.service.replay(&world.by(EVE), wish).await
        };
        assert!(matches!(rejection(ask(None, None).await), Rejected::NoGameHere { .. }));
        let id = world.begin("protozoa", &[BOB]).await;
        let nothing = Rejected::from(LookRejected::NoTurns { last: 0 });
        assert_eq!(rejection(ask(None, None).await), nothing);
        for _ in 0..4 {
            world.play_any(id).await;
        }
        let whole = film_in(ephemeral(ask(None, None).await));
        assert_eq!((numbers(&whole), whole.last, whole.game.id), (vec![0, 1, 2, 3, 4], 4, id));
        assert_eq!(whole.film.moments[4].table, world.game(id).await.table);
        assert_eq!(numbers(&film_in(ephemeral(ask(Some(2), Some(3)).await))), [2, 3]);
        assert_eq!(numbers(&film_in(ephemeral(ask(Some(3), None).await))), [3, 4]);
        for (from, to) in [(Some(5), None), (Some(3), Some(2))] {
            let refused = Rejected::from(LookRejected::NoTurns { last: 4 });
            assert_eq!(rejection(ask(from, to).await), refused);
        }
        world.service.resign(&world.by(ANN), id).await.unwrap();
        let over = film_in(ephemeral(ask(None, None).await));
        assert_eq!((over.to, over.last), (Viewer::Open, 5));
        let other = ReplayWish { game: Some(99.into()), ..ReplayWish::default() };
        let unknown = rejection(world.service.replay(&world.by(EVE), other).await);
        assert_eq!(unknown, Rejected::UnknownGame);
    }

    #[tokio::test]
    async fn replay_of_a_secret_game_is_the_callers_view() {
        let world = Fixture::new().await;
        let id = world.begin("stract preset=standard", &[BOB]).await;
        let people: Vec<PersonId> = world.game(id).await.players.iter().map(|player| player.person).collect();
        for (turn, order) in [(0, "w+c8"), (1, "f+d1"), (0, "pass"), (1, "pass"), (0, "e+a8")] {
            ephemeral(world.service.play_typed(&world.by(people[turn]), order.to_owned()).await);
        }
        let seen = async |person: PersonId| {
            film_in(ephemeral(world.service.replay(&world.by(person), ReplayWish::default()).await))
        };
        for (person, to) in [
            (people[0], Viewer::Seat(Seat::FIRST)),
            (people[1], Viewer::Seat(Seat::FIRST.next(2))),
            (EVE.into(), Viewer::Public),
        ] {
            let film = seen(person).await;
            assert_eq!((film.to, numbers(&film)), (to, vec![0, 1, 2]));
            let ordered = film.film.moments.iter().map(|moment| moment.table.to_act().len());
            assert_eq!(ordered.collect::<Vec<_>>(), [2, 2, 2], "the order of the third turn is left out");
        }
        world.service.resign(&world.by(ANN), id).await.unwrap();
        assert_eq!(seen(EVE.into()).await.to, Viewer::Open);
    }

    #[tokio::test]
    async fn seventh_replay_in_a_minute_has_to_wait() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa", &[BOB]).await;
        world.play_any(id).await;
        let ask = async || world.service.replay(&world.by(EVE), ReplayWish::default()).await;
        for _ in 0..6 {
            ephemeral(ask().await);
        }
        let refused = rejection(ask().await);
        assert!(matches!(refused, Rejected::Limit(LimitRejected::Costly { .. })), "{refused:?}");
        world.service.clock().advance(clock::MINUTE);
        ephemeral(ask().await);
    }

    #[tokio::test]
    async fn own_games_are_offered_newest_first() {
        let world = Fixture::new().await;
        let first = world.begin("protozoa", &[BOB]).await;
        world.service.resign(&world.by(ANN), first).await.unwrap();
        let second = world.begin("stract", &[BOB]).await;
        let own = async |person: u64| world.service.own_games(&world.by(person)).await.unwrap();
        assert_eq!(own(ANN).await, [(second, Kind::Stract), (first, Kind::Protozoa)]);
        assert_eq!(own(EVE).await, []);
    }
}
