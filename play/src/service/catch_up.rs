//! Collects what a player has missed since their last move.

use std::ops::Range;

use data::{Game, GameId, GameState};
use rules::{SeatSet, Table, are_in_effect};

use super::{
    core::{Caller, Service},
    history::turns,
    lookup::viewer,
    replay::game_of,
};
use crate::{
    content::{CatchUp, Content, GameNews, Overview, Response, Steps, Turn},
    error::Error,
    game::{film, missed::since_last_move, offers::voters_missing},
};

/// The most entries that steps show. A turn of a large game has a few dozen.
const MOST_ENTRIES: usize = 200;
/// The most turns that are looked through for a sheet.
const MOST_TURNS: usize = 100;
/// The most games in an overview.
const MOST_GAMES: usize = 12;

impl Service {
    /// Returns what happened in a game since the caller's last move, event by event, as the caller saw it. `revision` is that of
    /// the board with the button.
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no such game, or the caller asks too often.
    pub async fn steps(&self, caller: &Caller, id: GameId, revision: u32) -> Result<Response, Error> {
        let game = self.store.read(move |tx| Ok::<_, Error>(tx.open(id)?)).await?;
        self.admit_costly(caller)?;
        let to = viewer(&game, caller.person);
        let (begin, since) = since_last_move(&game, caller.person);
        let moved_on = game.table.revision() != revision;
        // A long record takes some milliseconds, so another thread replays it.
        let replayed = tokio::task::spawn_blocking(move || {
            let start = Table::new(game.table.kind(), &game.options).map_err(anyhow::Error::from)?;
            let begin = begin.max(game.record.len().saturating_sub(MOST_ENTRIES));
            let (before, entries) =
                film::entries(&start, &game.record, begin).map_err(anyhow::Error::from)?;
            let (before, game) = (Box::new(before), Box::new(game));
            Ok::<_, Error>(Steps { to, since, before, entries, moved_on, game })
        });
        Ok(Response::Ephemeral(Content::Steps(replayed.await.map_err(anyhow::Error::from)??)))
    }

    /// Returns the turns of a game since the caller's last move. A turn for which secret orders are coming in is left out.
    ///
    /// The caller must be allowed to see the history of the game ([`Service::check_press`]).
    ///
    /// # Errors
    /// [`Error::Rejected`] if there is no such game, or the caller asks too often.
    pub async fn catch_up(&self, caller: &Caller, game: GameId) -> Result<Response, Error> {
        let of = *caller;
        let game = self.store.read(move |tx| Ok::<_, Error>(tx.open(game_of(tx, &of, Some(game))?)?)).await?;
        self.admit_costly(caller)?;
        let (id, entries) = (game.id, over(&game, &turns(&game)));
        self.store.write(move |tx| tx.set_looked(id, of.person, entries)).await?;
        let to = viewer(&game, caller.person);
        let (begin, since) = since_last_move(&game, caller.person);
        let own = game.seats_of(caller.person);
        let replayed = tokio::task::spawn_blocking(move || {
            let mut turns = turns_since(&game, begin)?;
            let is_news = news(&game, own);
            turns.retain(|turn| is_news(&turn.entries));
            Ok::<_, Error>(CatchUp { to, since, turns, game: Box::new(game) })
        });
        Ok(Response::Ephemeral(Content::CatchUp(replayed.await.map_err(anyhow::Error::from)??)))
    }

    /// Returns what happened in all running games of the caller since they last moved or caught up in each.
    ///
    /// # Errors
    /// [`Error::Rejected`] if the caller asks too often.
    pub async fn catch_up_everywhere(&self, caller: &Caller) -> Result<Response, Error> {
        self.admit_costly(caller)?;
        let person = caller.person;
        self.store
            .write(move |tx| {
                let mut listed = tx.games_of(person, voters_missing)?;
                listed.retain(|listed| listed.state == GameState::Running);
                let more = listed.len().saturating_sub(MOST_GAMES);
                let mut games = Vec::new();
                for listed in listed.into_iter().take(MOST_GAMES) {
                    let game = tx.open(listed.id)?;
                    let (moved, since) = since_last_move(&game, person);
                    let seen = tx.looked(game.id, person)? as usize;
                    let mut turns = turns(&game);
                    tx.set_looked(game.id, person, over(&game, &turns))?;
                    let (to, own) = (viewer(&game, person), game.seats_of(person));
                    let is_news = news(&game, own);
                    turns.retain(|turn| turn.start >= moved.max(seen) && is_news(turn));
                    games.push(GameNews {
                        listed,
                        to,
                        since,
                        looked: seen > moved,
                        turns,
                        game: Box::new(game),
                    });
                }
                Ok(Response::Ephemeral(Content::Overview(Overview { person, games, more })))
            })
            .await
    }
}

/// Returns the number of entries in the turns that are over.
fn over(game: &Game, turns: &[Range<usize>]) -> u32 {
    let is_over = |turn: &&Range<usize>| game.record[turn.start].turn < game.table.turn();
    turns.iter().rfind(is_over).map_or(0, |turn| turn.end as u32)
}

/// Returns a function that says whether anybody else has done something in a turn that was not taken back. Players know their own
/// moves.
fn news(game: &Game, own: SeatSet) -> impl Fn(&Range<usize>) -> bool + use<> {
    let counts: Vec<bool> = game
        .record
        .iter()
        .zip(are_in_effect(&game.record))
        .map(|(entry, is_in_effect)| is_in_effect && !own.contains(entry.seat))
        .collect();
    move |turn| counts[turn.clone()].contains(&true)
}

/// Returns the newest turns from entry `since` on. Turns that were taken back are left out.
fn turns_since(game: &Game, since: usize) -> Result<Vec<Turn>, Error> {
    let all = turns(game);
    let first = all.partition_point(|turn| turn.start < since).max(all.len().saturating_sub(MOST_TURNS));
    if first >= all.len() {
        return Ok(Vec::new());
    }
    let start = Table::new(game.table.kind(), &game.options).map_err(anyhow::Error::from)?;
    let film = film::film(&start, &game.record, &all, first + 1..=all.len(), usize::MAX);
    let moments = film.map_err(anyhow::Error::from)?.moments.into_iter();
    let turns = moments.filter(|moment| moment.number > first).map(|moment| Turn {
        number: moment.number,
        entries: all[moment.number - 1].clone(),
        table: moment.table,
    });
    Ok(turns.collect())
}

#[cfg(test)]
mod tests {
    use data::{OfferKind, PersonId, Vote};
    use rules::Viewer;

    use super::*;
    use crate::{
        fixture::{ANN, BOB, EVE, Fixture, ephemeral, rejection, replaced},
        rejected::{LimitRejected, Rejected},
    };

    #[tokio::test]
    async fn steps_begin_after_the_last_own_move() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa", &[BOB]).await;
        let (mover, _) = world.mover(id).await;
        for _ in 0..3 {
            world.play_any(id).await;
        }
        let other = if mover == ANN.into() { PersonId::from(BOB) } else { ANN.into() };
        for (person, revision, since, moved_on) in
            [(mover, 3, 2, false), (other, 3, 2, false), (EVE.into(), 2, 2, true)]
        {
            let shown = ephemeral(world.service.steps(&world.by(person), id, revision).await);
            let Content::Steps(steps) = shown else { panic!("{shown:?}") };
            assert_eq!((steps.before.ply(), steps.moved_on), (since, moved_on), "{person}");
            assert_eq!(steps.entries.last().unwrap().0, steps.game.table);
        }
    }

    #[tokio::test]
    async fn sheet_has_the_turns_since_the_last_move() {
        let world = Fixture::new().await;
        let id = world.begin("semiosphere", &[BOB, EVE]).await;
        for _ in 0..4 {
            world.play_any(id).await;
        }
        let game = world.game(id).await;
        let last = game.record[3].seat;
        for player in &game.players {
            let shown = ephemeral(world.service.catch_up(&world.by(player.person), id).await);
            let Content::CatchUp(seen) = shown else { panic!("{shown:?}") };
            assert_eq!(seen.to, Viewer::Seat(player.seat));
            let newest = seen.turns.last().map(|turn| &turn.table);
            assert_eq!(newest, (player.seat != last).then_some(&game.table), "{}", player.seat);
            let entries = seen.turns.iter().flat_map(|turn| turn.entries.clone());
            let own = entries.filter(|&index| game.record[index].seat == player.seat).count();
            assert_eq!(own, 0, "{}", player.seat);
        }
    }

    #[tokio::test]
    async fn pending_orders_are_on_no_sheet() {
        let world = Fixture::new().await;
        let id = world.begin("stract preset=standard", &[BOB]).await;
        let people: Vec<PersonId> = world.game(id).await.players.iter().map(|player| player.person).collect();
        for (turn, order) in [(0, "w+c8"), (1, "f+d1"), (0, "e+a8")] {
            ephemeral(world.service.play_typed(&world.by(people[turn]), order.to_owned()).await);
        }
        for person in [people[0], people[1], EVE.into()] {
            let shown = ephemeral(world.service.catch_up(&world.by(person), id).await);
            let Content::CatchUp(seen) = shown else { panic!("{shown:?}") };
            let turns: Vec<_> = seen.turns.iter().map(|turn| (turn.number, turn.entries.clone())).collect();
            assert_eq!(turns, [(1, 0..2)], "{person}");
        }
    }

    #[tokio::test]
    async fn overview_has_all_running_games() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa", &[BOB]).await;
        let (mover, _) = world.mover(id).await;
        world.play_any(id).await;
        for (person, games) in
            [(ANN, 1), (BOB, 1), (EVE, 0)].map(|(person, games)| (PersonId::from(person), games))
        {
            let shown = ephemeral(world.service.catch_up_everywhere(&world.by(person)).await);
            let Content::Overview(overview) = shown else { panic!("{shown:?}") };
            assert_eq!((overview.games.len(), overview.more), (games, 0));
            for missed in overview.games {
                // Players know their own moves.
                let news = if person == mover { Vec::new() } else { vec![Range { start: 0, end: 1 }] };
                assert_eq!((missed.game.id, missed.turns), (id, news));
            }
        }
    }

    #[tokio::test]
    async fn overview_leaves_out_turns_that_were_taken_back() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa", &[BOB]).await;
        for _ in 0..3 {
            world.play_any(id).await;
        }
        let (other, _) = world.mover(id).await;
        let last = if other == ANN.into() { BOB } else { ANN };
        ephemeral(world.service.offer(&world.by(last), OfferKind::TakeBack).await);
        let [offer] = world.open_offers(id).await.try_into().unwrap();
        replaced(world.service.vote(&world.by(other), offer.id, Vote::Accept).await);
        let shown = ephemeral(world.service.catch_up_everywhere(&world.by(other)).await);
        let Content::Overview(overview) = shown else { panic!("{shown:?}") };
        assert_eq!(overview.games[0].turns, Vec::<Range<usize>>::new());
    }

    #[tokio::test]
    async fn overview_begins_after_the_last_look() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa players=3", &[BOB, EVE]).await;
        let (first, _) = world.mover(id).await;
        let news = async |person: PersonId| {
            let shown = ephemeral(world.service.catch_up_everywhere(&world.by(person)).await);
            let Content::Overview(overview) = shown else { panic!("{shown:?}") };
            let [news] = overview.games.try_into().unwrap();
            (news.turns, news.looked)
        };
        world.play_any(id).await;
        world.play_any(id).await;
        assert_eq!(news(first).await, (vec![Range { start: 1, end: 2 }], false));
        assert_eq!(news(first).await, (Vec::new(), true));
        world.play_any(id).await;
        assert_eq!(news(first).await, (vec![Range { start: 2, end: 3 }], true));
        for _ in 0..2 {
            world.play_any(id).await;
        }
        assert_eq!(news(first).await, (vec![Range { start: 4, end: 5 }], false), "after a move of one's own");
        for _ in 0..3 {
            world.play_any(id).await;
        }
        ephemeral(world.service.catch_up(&world.by(first), id).await);
        assert_eq!(news(first).await, (Vec::new(), true), "the pictures of a game count as a look");
    }

    #[tokio::test]
    async fn steps_and_sheets_share_the_limit() {
        let world = Fixture::new().await;
        let id = world.begin("protozoa", &[BOB]).await;
        let by = world.by(EVE);
        for _ in 0..2 {
            ephemeral(world.service.steps(&by, id, 0).await);
            ephemeral(world.service.catch_up(&by, id).await);
            ephemeral(world.service.catch_up_everywhere(&by).await);
        }
        let refused = rejection(world.service.steps(&by, id, 0).await);
        assert!(matches!(refused, Rejected::Limit(LimitRejected::Costly { .. })), "{refused:?}");
    }
}
